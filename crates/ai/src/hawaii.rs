//! The heuristic of the greedy policy for Hawaii, which looks one purchase ahead.
//!
//! An action is worth what it adds to the prospects of the realm, to the points for pleasing the
//! people in this round and to the score, less its cost.
//!
//! All weights are estimates in points, found by self-play.

mod features;
mod lessons;
mod prospects;
mod pruning;
mod reasons;
mod weights;

use tinyvec::ArrayVec;

use super::{Evaluate, FeatureWriter, TakenTurn, index_of_highest};
use features::HawaiiTopic;
use lanai_rules::hawaii::action::{Action, Catch};
use lanai_rules::hawaii::island::{Chieftain, Dock, Place, Space};
use lanai_rules::hawaii::pieces::{Fleet, Fruit, God, Goods, Level, Price, Tile, VillageTile};
use lanai_rules::hawaii::printed::{Gift, Printed};
use lanai_rules::hawaii::realm::Realm;
use lanai_rules::hawaii::state::{State, Step};
use lanai_rules::hawaii::token::{At, TOKENS, Token};
use lanai_rules::hawaii::{Hawaii, boats};
use lanai_rules::{Rules as _, Seat};
use prospects::RealmSketch;
pub use reasons::{FinalScorePart, HawaiiReason};

/// So low that waiting is chosen only if no other action is legal.
const WAIT_VALUE: f32 = -100.0;
/// The average worth of a price token, assumed for each fish token, whose number is hidden.
const FISH_TOKEN_VALUE: f32 = 4.0;
/// Below zero, so that leaving the round comes after every action that gains something.
const LEAVE_VALUE: f32 = -1.0;

impl Evaluate for Hawaii {
    fn greedy_choice(&self, seat: Seat, legal: &[Action]) -> usize {
        let heuristic = HawaiiHeuristic::new(self, seat);
        index_of_highest(legal.iter().map(|action| heuristic.action_value(*action)))
    }

    const NETWORKS: &[(&'static str, &'static [u8])] = &[
        (
            "hawaii-2.net",
            include_bytes!("../../../assets/policies/hawaii-2.net"),
        ),
        (
            "hawaii-3.net",
            include_bytes!("../../../assets/policies/hawaii-3.net"),
        ),
        (
            "hawaii-4.net",
            include_bytes!("../../../assets/policies/hawaii-4.net"),
        ),
        (
            "hawaii-5.net",
            include_bytes!("../../../assets/policies/hawaii-5.net"),
        ),
    ];
    const FEATURE_COUNT: usize = features::FEATURE_COUNT;
    const EVALUATION_NOISE: [f32; 2] = [0.45, 0.15];
    const DISCOUNT: f32 = 1.0;

    type Topic = HawaiiTopic;
    type Reason = HawaiiReason;
    const IMMEDIATE_POINTS: HawaiiTopic = HawaiiTopic::ImmediatePoints;

    fn encode_features(&self, seat: Seat, features: &mut FeatureWriter<'_, HawaiiTopic>) {
        features::encode_features(self, seat, features);
    }

    fn reason(taken: &TakenTurn<'_, Hawaii>, topic: HawaiiTopic) -> Option<HawaiiReason> {
        reasons::reason(taken, topic)
    }

    /// Keeps where the chieftain goes and what is bought.
    ///
    /// The kind of fruit, the token, the side of the tile, the payment and the village are details.
    fn without_details(actions: &[Action]) -> Vec<Action> {
        let kept = actions.iter().filter_map(|action| match *action {
            Action::Buy { tile, .. } => {
                let is_fruit = matches!(tile, Tile::Village(VillageTile::Fruit(_)));
                let tile = if is_fruit {
                    Tile::fruit(Fruit::Taro)
                } else {
                    tile
                };
                let price = Price {
                    worth: 0,
                    spears: false,
                };
                Some(Action::Buy {
                    tile,
                    price,
                    level: Level::One,
                })
            }
            Action::Move(_)
            | Action::Fish(_)
            | Action::Sail(_)
            | Action::Wait
            | Action::Pass(_) => Some(*action),
            Action::Pay(_)
            | Action::Launch(_)
            | Action::Pick(_)
            | Action::Build(_)
            | Action::TakeFrom(_)
            | Action::Offer(_)
            | Action::Decline
            | Action::Harvest(_) => None,
        });
        kept.collect()
    }

    fn points(&self, seat: Seat) -> u16 {
        self.state().realms[seat].points
    }

    fn prune(&self, legal: &mut Vec<Action>) {
        pruning::prune(self, legal);
    }
}

/// Values actions from one seat's point of view, using only what that seat can see.
struct HawaiiHeuristic<'a> {
    game: &'a Hawaii,
    state: &'a State,
    printed: &'a Printed,
    seat: Seat,
    mine: &'a Realm,
    sketch: RealmSketch<'a>,
    prospects: f32,
    needed: f32,
    sum: f32,
}

impl<'a> HawaiiHeuristic<'a> {
    fn new(game: &'a Hawaii, seat: Seat) -> HawaiiHeuristic<'a> {
        let state = game.state();
        let printed = game.figures();
        let mine = &state.realms[seat];
        let sketch = RealmSketch::new(state, printed, mine);
        let prospects = sketch.prospects();
        let sum = state.tokens.iter().map(|(token, at)| match at {
            At::Bought(owner) if owner == seat => f32::from(printed.face(token).price.worth),
            At::Fished(owner) if owner == seat => FISH_TOKEN_VALUE,
            At::Bag
            | At::Circle(..)
            | At::Cove(_)
            | At::Track(_)
            | At::Bought(_)
            | At::Fished(_) => 0.0,
        });
        let sum = sum.sum();
        let needed = f32::from(game.needed(seat));
        HawaiiHeuristic {
            game,
            state,
            printed,
            seat,
            mine,
            sketch,
            prospects,
            needed,
            sum,
        }
    }

    fn action_value(&self, action: Action) -> f32 {
        match action {
            Action::Move(place) => self.move_value(place),
            Action::Buy { tile, price, level } => self.purchase_value(tile, price, level),
            Action::Fish(catch) => self.catch_value(catch),
            Action::Sail(dock) => self.voyage_value(dock),
            Action::Wait => WAIT_VALUE,
            Action::Pass(space) => self.leaving_value(space),
            Action::Pay(goods) | Action::Offer(goods) => {
                self.tiki_value(action) - self.goods_value(goods)
            }
            Action::Launch(fleet) => -boat_cost(fleet),
            Action::Pick(fruit) => self.tile_value(Tile::fruit(fruit), Level::Two),
            Action::Build(row) => match self.state.agenda.last().map(|task| task.step) {
                Some(Step::Build(building)) => self.sketch.with_tile(row, building).prospects(),
                _ => 0.0,
            },
            // For `TakeFrom`: the gods below are equally unknown in both stacks.
            Action::Decline | Action::TakeFrom(_) => 0.0,
            Action::Harvest(good) => self.goods_value(Goods::of(good, 1)),
        }
    }

    // --- Goods, which are worth less in the last round ---

    fn goods_value(&self, goods: Goods) -> f32 {
        let still_useful = if self.state.round < 5 {
            1.0
        } else {
            weights::LAST
        };
        let each = weights::SHELL * f32::from(goods.shells) + weights::FOOT * f32::from(goods.feet);
        still_useful * (each + weights::FRUIT * f32::from(goods.fruits))
    }

    fn shell_value(&self, number: u16) -> f32 {
        self.goods_value(Goods {
            shells: number,
            ..Goods::default()
        })
    }

    fn foot_value(&self, number: u16) -> f32 {
        self.goods_value(Goods {
            feet: number,
            ..Goods::default()
        })
    }

    // --- Pleasing the people ---

    /// Returns the points that a sum is likely to score at the end of the round.
    fn favour_value(&self, sum: f32) -> f32 {
        let points = &self.printed.round(self.state.round).points;
        let [first, others] = [f32::from(points.first), f32::from(points.others)];
        let needed = self.needed;
        let lono = if self.sketch.has(God::Lono) { 3.0 } else { 0.0 };
        if sum < needed {
            weights::NEAR_MISS * (others + lono) * (sum / needed.max(1.0)).powi(2)
        } else {
            others + lono + (first - others) * ((sum - needed + 1.0) / weights::SPREAD).min(1.0)
        }
    }

    fn favour_gain(&self, more: f32) -> f32 {
        self.favour_value(self.sum + more) - self.favour_value(self.sum)
    }

    fn token_value(&self, price: Price) -> f32 {
        let spears = if price.spears {
            self.sketch.spear_points()
        } else {
            0.0
        };
        self.favour_gain(f32::from(price.worth)) + spears
    }

    // --- Tiles ---

    /// Returns the value that a tile adds in the best row for it; zero if it does not fit.
    fn tile_value(&self, tile: Tile, level: Level) -> f32 {
        self.sketch
            .best_prospects_with(tile, level)
            .map_or(0.0, |best| best - self.prospects)
    }

    fn purchase_value(&self, tile: Tile, price: Price, level: Level) -> f32 {
        let cost = u16::from(price.worth) * u16::from(level.times());
        self.tile_value(tile, level) + self.token_value(price) - self.shell_value(cost)
    }

    /// Returns the value of the best purchase at a place, less the cost of the walk.
    fn move_value(&self, place: Place) -> f32 {
        let steps = self.steps_to(place);
        let max_cost = self.mine.goods.shells.max(self.mine.goods.fruits);
        let here = self
            .state
            .tokens
            .tokens_at(|at| matches!(at, At::Circle(there, _) if there == place));
        let tokens: ArrayVec<[Token; TOKENS]> = here.collect();
        let mut best = WAIT_VALUE;
        self.game.for_each_ware(place, |tile| {
            for level in Level::ALL {
                let two = matches!(tile, Tile::Kahuna | Tile::Tiki) && level == Level::Two;
                if two && self.game.tiles_left(tile) < 2 {
                    continue;
                }
                let costs = tokens.iter().map(|token| {
                    let price = self.printed.face(*token).price;
                    (price, u16::from(price.worth) * u16::from(level.times()))
                });
                let mut payable_costs = costs.filter(|(_, cost)| *cost <= max_cost).peekable();
                if payable_costs.peek().is_none() {
                    continue;
                }
                let Some(with) = self.sketch.best_prospects_with(tile, level) else {
                    continue;
                };
                for (price, cost) in payable_costs {
                    best = best.max(
                        with - self.prospects + self.token_value(price) - self.shell_value(cost),
                    );
                }
            }
        });
        best - self.foot_value(u16::from(steps))
    }

    fn steps_to(&self, place: Place) -> u8 {
        let ways = &self.printed.ways;
        let spot = self.state.places.spot(place);
        let steps = match self.state.chieftains[self.seat] {
            Chieftain::Place(here) if here == place => 1,
            Chieftain::Place(here) => ways.steps(self.state.places.spot(here), spot),
            Chieftain::Beach | Chieftain::Cove | Chieftain::Dock(_) | Chieftain::Left(_) => {
                ways.from_beach(spot)
            }
        };
        steps.min(self.sketch.max_walk_cost())
    }

    /// Returns the value of the tiki for an offer to KANE; zero for a payment.
    fn tiki_value(&self, action: Action) -> f32 {
        if matches!(action, Action::Offer(_)) {
            self.tile_value(Tile::Tiki, Level::One)
        } else {
            0.0
        }
    }

    // --- The beach ---

    fn catch_value(&self, catch: Catch) -> f32 {
        let effects = self.printed.effects();
        let load = catch.total();
        let feet = boats::least_cost(effects, self.mine.ashore, load).unwrap_or_default();
        // The more fish a token shows, the higher its number is on average.
        let [ones, twos, threes] = catch.0.map(f32::from);
        let expected_worth = 2.6 * ones + 4.0 * twos + 5.4 * threes;
        self.favour_gain(expected_worth)
            - self.foot_value(feet)
            - weights::FISHING * f32::from(load)
    }

    fn voyage_value(&self, dock: Dock) -> f32 {
        let card = self.printed.dock(dock);
        let feet = boats::least_cost(self.printed.effects(), self.mine.ashore, card.feet);
        let gift = match self.state.docks[dock].map(|island| self.printed.gift(island)) {
            None => 0.0,
            Some(Gift::Points(points)) => f32::from(points),
            Some(Gift::Fruits(fruits)) => self.goods_value(Goods {
                fruits,
                ..Goods::default()
            }),
            Some(Gift::Hut(hut)) => self.tile_value(Tile::hut(hut), Level::Two),
            Some(Gift::Hula) => self.tile_value(VillageTile::Hula.into(), Level::Two),
            Some(Gift::Surfer) => self.tile_value(VillageTile::Surfer.into(), Level::Two),
            Some(Gift::FruitTile) => Fruit::ALL
                .map(|fruit| self.tile_value(Tile::fruit(fruit), Level::Two))
                .into_iter()
                .fold(0.0, f32::max),
            Some(Gift::Kahunas(_)) => self.tile_value(Tile::Kahuna, Level::Two),
            Some(Gift::Tikis(_)) => self.tile_value(Tile::Tiki, Level::Two),
        };
        f32::from(card.points) + gift - self.foot_value(feet.unwrap_or_default())
    }

    /// Returns the value of leaving for a space: its token and points, then its place in the next
    /// order.
    fn leaving_value(&self, space: Space) -> f32 {
        let token = self
            .state
            .tokens
            .tokens_at(|at| at == At::Track(space))
            .next();
        let token = token.map_or(0.0, |token| {
            self.token_value(self.printed.face(token).price)
        });
        let last = self.state.round == 5;
        let first = last && space == Space::default();
        let front = if first {
            f32::from(self.printed.sheet.last_round.first_space)
        } else {
            0.0
        };
        let order = if last {
            0.0
        } else {
            weights::SPACE * f32::from(space.number())
        };
        LEAVE_VALUE + 0.05 * (token + front - order)
    }
}

/// Returns the cost of doing without these boats for the rest of the round; fishing boats cost
/// least.
fn boat_cost(boats: Fleet) -> f32 {
    f32::from(boats.total()) + 0.4 * f32::from(boats.one) + 0.8 * f32::from(boats.two)
}
