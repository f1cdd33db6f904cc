//! What a position of Hawaii looks like to a seat: its own realm, those of the two strongest others, and the island. What is
//! reckoned with are the things that a player reckons with. Nothing that is hidden from anybody goes in.

use crate::inputs::{Inputs, count};
use lanai_rules::hawaii::action::FinalPoints;
use lanai_rules::hawaii::island::{Chieftain, Dock, PLACES, Place, Row, Space};
use lanai_rules::hawaii::pieces::{God, Good, Hut, Tile, VillageTile};
use lanai_rules::hawaii::printed::Printed;
use lanai_rules::hawaii::realm::{Building, Realm};
use lanai_rules::hawaii::scoring::{final_points, nearest_tiki};
use lanai_rules::hawaii::state::State;
use lanai_rules::hawaii::token::At;
use lanai_rules::hawaii::{Hawaii, boats};
use lanai_rules::{BySeat, Rules as _, Seat};

const OWN: usize = 115;
const OTHER: usize = 40;
const OTHERS: usize = 2;
const ISLAND: usize = 60;

/// How many numbers describe a position.
pub(super) const INPUTS: usize = OWN + OTHERS * OTHER + ISLAND;

/// What a fish token with so many fish is worth on the average.
const FISH_WORTH: [f32; 3] = [2.5, 4.0, 5.5];
/// More tikis than any realm has.
const ALL_TIKIS: u8 = 7;
/// Further than any village reaches.
const OUT_OF_REACH: f32 = 99.0;

/// What a player reckons with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Points that are scored at once.
    AtOnce,
    /// How far the game is.
    Time,
    /// Goods in hand.
    Goods,
    /// The favour of the people.
    People,
    Boats,
    /// Kahunas and tikis.
    Signs,
    /// How long the villages are.
    Villages,
    /// What the end would bring.
    Scoring,
    /// What the tiles bring each round, and what they can do.
    Tiles,
    Others,
    /// The turn order.
    Order,
    /// What there is to be had on the island.
    Island,
}

/// Describes the game as it stands.
pub(super) fn describe(game: &Hawaii, seat: Seat, inputs: &mut Inputs<'_, Topic>) {
    let state = game.state();
    let printed = game.figures();
    let look = Look {
        game,
        state,
        printed,
        seat,
        tokens: Tokens::of(state, printed),
    };
    look.own(inputs);
    inputs.ends(OWN);
    let mut others: Vec<Seat> = look.others().collect();
    others.sort_by_key(|other| std::cmp::Reverse(look.prospects(*other)));
    for place in 0..OTHERS {
        inputs.about(Topic::Others);
        if let Some(other) = others.get(place) {
            look.other(*other, inputs);
        }
        inputs.ends(OWN + OTHER * (place + 1));
    }
    look.island(inputs);
    inputs.ends(INPUTS);
}

struct Look<'a> {
    game: &'a Hawaii,
    state: &'a State,
    printed: &'a Printed,
    seat: Seat,
    tokens: Tokens,
}

/// What the price tokens tell, seen once.
struct Tokens {
    /// What those of a seat promise: the open ones, and a guess at the fish.
    promised: BySeat<f32>,
    /// The least price at each place, and how many there are.
    prices: [(u8, u8); PLACES],
    /// What those at the cove promise.
    cove: f32,
}

impl Tokens {
    fn of(state: &State, printed: &Printed) -> Tokens {
        let promised = BySeat::new(state.seats(), |_| 0.0);
        let mut tokens = Tokens {
            promised,
            prices: [(0, 0); PLACES],
            cove: 0.0,
        };
        for (token, at) in state.tokens.iter() {
            let face = printed.face(token);
            match at {
                At::Bought(seat) => tokens.promised[seat] += f32::from(face.price.worth),
                At::Fished(seat) => tokens.promised[seat] += fish_worth(face.fish),
                At::Cove(_) => tokens.cove += fish_worth(face.fish),
                At::Circle(place, _) => {
                    let (least, number) = &mut tokens.prices[place.index()];
                    *least = if *number == 0 {
                        face.price.worth
                    } else {
                        face.price.worth.min(*least)
                    };
                    *number += 1;
                }
                At::Bag | At::Track(_) => {}
            }
        }
        tokens
    }
}

impl Look<'_> {
    fn realm(&self, seat: Seat) -> &Realm {
        &self.state.realms[seat]
    }

    fn others(&self) -> impl Iterator<Item = Seat> {
        let me = self.seat;
        self.state.seats().iter().filter(move |seat| *seat != me)
    }

    /// The points that a seat would have if all ended now.
    fn prospects(&self, seat: Seat) -> u16 {
        let realm = self.realm(seat);
        realm.points + final_points(self.printed, realm).total()
    }

    // --- One's own realm ---

    fn own(&self, inputs: &mut Inputs<'_, Topic>) {
        let realm = self.realm(self.seat);
        let to_come = f32::from(5 - self.state.round);
        inputs.about(Topic::Time);
        inputs.which(usize::from(self.state.round) - 1, 5);
        inputs.yes(self.state.has_left(self.seat));
        inputs.about(Topic::Goods);
        for good in Good::ALL {
            let number = realm.goods[good];
            inputs.number(number, 10.0);
            inputs.number(number.min(3), 3.0);
            inputs.number(f32::from(number) * to_come, 40.0);
        }
        inputs.about(Topic::People);
        self.favour(inputs);
        inputs.about(Topic::Boats);
        inputs.number(realm.ashore.total(), 4.0);
        inputs.number(realm.boats().one, 3.0);
        inputs.number(realm.boats().two, 3.0);
        inputs.number(boats::room(self.printed.effects(), realm.ashore), 8.0);
        self.villages(realm, inputs);
        inputs.about(Topic::Scoring);
        let mut scored = *realm;
        scored.tikis = ALL_TIKIS;
        for points in [
            final_points(self.printed, realm),
            final_points(self.printed, &scored),
        ] {
            let FinalPoints {
                kahunas,
                irrigations,
                hulas,
                long_huts,
                laka,
                kanaloa,
            } = points;
            for part in [kahunas, irrigations, hulas, long_huts, laka, kanaloa] {
                inputs.number(part, 20.0);
            }
        }
        inputs.about(Topic::Tiles);
        tiles(realm, to_come, inputs);
    }

    fn favour(&self, inputs: &mut Inputs<'_, Topic>) {
        let sum = self.tokens.promised[self.seat];
        let needed = f32::from(self.game.needed(self.seat));
        inputs.number(sum, 20.0);
        inputs.number((sum - needed).clamp(-20.0, 20.0), 10.0);
        inputs.yes(sum >= needed);
        inputs.yes(sum + 3.0 >= needed);
        let best = self
            .others()
            .map(|other| self.tokens.promised[other])
            .fold(0.0, f32::max);
        inputs.number((sum - best).clamp(-15.0, 15.0), 10.0);
        inputs.yes(sum >= needed && sum > best);
    }

    fn villages(&self, realm: &Realm, inputs: &mut Inputs<'_, Topic>) {
        let nearest = nearest_tiki(self.printed, realm).map_or(OUT_OF_REACH, count);
        inputs.about(Topic::Signs);
        inputs.number(realm.kahunas, 5.0);
        inputs.which(usize::from(realm.tikis.min(6)), 7);
        inputs.about(Topic::Villages);
        let mut reach = 0_u8;
        for row in Row::all() {
            let length = count(realm.length(self.printed, row));
            let reaches = length > 0.0 && length >= nearest;
            inputs.number(length, 8.0);
            inputs.yes(reaches);
            inputs.number((nearest - length).clamp(0.0, 8.0), 8.0);
            inputs.yes(row.number() <= realm.kahunas);
            reach += u8::from(reaches);
        }
        inputs.number(reach, 5.0);
    }

    // --- The others ---

    fn other(&self, other: Seat, inputs: &mut Inputs<'_, Topic>) {
        let mine = self.realm(self.seat);
        let realm = self.realm(other);
        inputs.yes(true);
        inputs.yes(self.state.has_left(other));
        let lead =
            |mine: u16, theirs: u16| (f32::from(mine) - f32::from(theirs)).clamp(-80.0, 80.0);
        inputs.number(lead(self.prospects(self.seat), self.prospects(other)), 40.0);
        inputs.number(lead(mine.points, realm.points), 40.0);
        for good in Good::ALL {
            inputs.number(realm.goods[good], 10.0);
        }
        let sum = self.tokens.promised[other];
        let needed = f32::from(self.game.needed(other));
        inputs.number(sum, 20.0);
        inputs.yes(sum >= needed);
        inputs.number(
            (self.tokens.promised[self.seat] - sum).clamp(-15.0, 15.0),
            10.0,
        );
        let nearest = nearest_tiki(self.printed, realm).map_or(OUT_OF_REACH, count);
        inputs.number(realm.kahunas, 5.0);
        inputs.number(realm.tikis, 6.0);
        for row in Row::all() {
            let length = count(realm.length(self.printed, row));
            inputs.number(length, 8.0);
            inputs.yes(length > 0.0 && length >= nearest);
        }
        let mut scored = *realm;
        scored.tikis = ALL_TIKIS;
        inputs.number(final_points(self.printed, realm).total(), 40.0);
        inputs.number(final_points(self.printed, &scored).total(), 60.0);
        let harvest = realm.harvest(self.printed.effects());
        for good in Good::ALL {
            inputs.number(harvest[good], 5.0);
        }
        inputs.number(realm.boats().total(), 4.0);
        inputs.number(boats::room(self.printed.effects(), realm.ashore), 8.0);
        for tile in [
            VillageTile::Hula,
            VillageTile::Surfer,
            VillageTile::Irrigation,
        ] {
            inputs.yes(realm.has(tile));
        }
    }

    // --- The island ---

    fn island(&self, inputs: &mut Inputs<'_, Topic>) {
        let state = self.state;
        inputs.about(Topic::Order);
        inputs.number(count(state.still_in()), 5.0);
        let place = state
            .order
            .iter()
            .position(|seat| *seat == self.seat)
            .unwrap_or(0);
        inputs.number(count(place), 4.0);
        let space = if let Chieftain::Left(space) = state.chieftains[self.seat] {
            Some(space)
        } else {
            None
        };
        inputs.number(space.map_or(0, Space::number), 5.0);
        inputs.yes(space == Some(Space::default()));
        inputs.yes(state.left_for(Space::default()).is_none());
        inputs.about(Topic::Island);
        let here = match state.chieftains[self.seat] {
            Chieftain::Place(place) => Some(state.places.spot(place)),
            Chieftain::Beach | Chieftain::Cove | Chieftain::Dock(_) | Chieftain::Left(_) => None,
        };
        let ways = &self.printed.ways;
        for place in Place::all() {
            let spot = state.places.spot(place);
            let steps = here.map_or_else(
                || ways.from_beach(spot),
                |here| ways.steps(here, spot).max(1),
            );
            let (least, number) = self.tokens.prices[place.index()];
            inputs.number(least, 6.0);
            inputs.number(number, 3.0);
            inputs.number(if number > 0 { steps } else { 0 }, 6.0);
        }
        inputs.number(self.tokens.cove, 15.0);
        inputs.yes(here.is_some());
        Dock::all().for_each(|dock| inputs.yes(state.docks[dock].is_some()));
        let villages = [VillageTile::Hula, VillageTile::Irrigation].map(Tile::Village);
        for tile in [Tile::Kahuna, Tile::Tiki, Tile::Boat]
            .into_iter()
            .chain(villages)
        {
            inputs.number(state.stacks[tile], 8.0);
        }
    }
}

fn fish_worth(fish: u8) -> f32 {
    FISH_WORTH
        .get(usize::from(fish).wrapping_sub(1))
        .copied()
        .unwrap_or_default()
}

/// What stands in the villages, and for how many rounds it still brings something.
fn tiles(realm: &Realm, to_come: f32, inputs: &mut Inputs<'_, Topic>) {
    let weight = |is: &dyn Fn(VillageTile) -> bool| {
        let all = realm.buildings().filter(|it| is(it.tile));
        all.map(|Building { level, .. }| f32::from(level.times()))
            .sum::<f32>()
    };
    let hut = |hut| weight(&|it| it == VillageTile::Hut(hut));
    let huts = [Hut::Shell, Hut::Foot, Hut::Spear, Hut::Exchange, Hut::Long].map(hut);
    let rest = [
        weight(&|it| matches!(it, VillageTile::Fruit(_))),
        weight(&|it| it == VillageTile::Irrigation),
        weight(&|it| it == VillageTile::Surfer),
        weight(&|it| it == VillageTile::Hula),
    ];
    for number in huts.into_iter().chain(rest) {
        inputs.number(number, 4.0);
        inputs.number(number * to_come, 10.0);
    }
    for god in [
        God::Ku,
        God::Kane,
        God::Pele,
        God::Lono,
        God::Laka,
        God::Kanaloa,
    ] {
        inputs.number(weight(&|it| it == VillageTile::God(god)), 2.0);
    }
    let fruits = |row: Row| {
        let village = &realm.villages[row];
        let fruits = village
            .tiles()
            .filter(|it| matches!(it.tile, VillageTile::Fruit(_)))
            .count();
        count(fruits)
            * if village.has_kind(VillageTile::Irrigation) {
                1.0
            } else {
                0.3
            }
    };
    inputs.number(Row::all().map(fruits).fold(0.0, f32::max), 4.0);
}
