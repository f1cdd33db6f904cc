//! Rulebook section "The purchase of place tiles": buying tiles, and where a bought tile goes.

use super::Hawaii;
use super::action::{Action, Event, Gain, Reason, Refusal};
use super::island::{GodStack, Place, Row};
use super::kinds::Kinds;
use super::payment::{Bill, check_in_purse};
use super::pieces::{Fleet, God, Good, Goods, Level, Price, Tile, VillageTile};
use super::realm::Building;
use super::state::Step;
use super::token::At;
use crate::Seat;

/// The most purchase circles of a place: one with a number and at most two without.
const MAX_CIRCLES: usize = 3;

impl Hawaii {
    // --- Checking and listing purchases ---

    pub(super) fn check_purchase(
        &self,
        seat: Seat,
        place: Place,
        tile: Tile,
        price: Price,
        level: Level,
    ) -> Result<(), Refusal> {
        if !self.printed.kinds(place).has(tile) {
            return Err(Refusal::NotSoldHere { tile, place });
        }
        if !self.prices(place).any(|shown| shown == price) {
            return Err(Refusal::NoSuchPrice { price });
        }
        self.check_take(seat, tile, level.times())?;
        Bill::shells(tile_cost(price, level)).check_payable(self.means(seat))
    }

    /// Returns the prices on the tokens at a place, cheapest first; the same price may occur twice.
    pub(super) fn prices(&self, place: Place) -> impl Iterator<Item = Price> {
        self.laid
            .place(place)
            .map(|token| self.printed.face(token).price)
    }

    /// Returns how many tiles of this kind can still be taken; of a god, whether it is on top (0 or
    /// 1).
    pub fn tiles_left(&self, tile: Tile) -> u8 {
        match tile {
            Tile::Village(VillageTile::God(god)) => {
                u8::from(self.state.gods.top_gods().contains(&Some(god)))
            }
            Tile::Village(_) | Tile::Boat | Tile::Kahuna | Tile::Tiki => self.state.stacks[tile],
        }
    }

    /// Returns the kinds of tile that can still be taken from a stack.
    pub(super) fn kinds_left(&self) -> Kinds {
        self.state
            .stacks
            .left()
            .union(self.state.gods.visible_gods())
    }

    /// Returns the village tiles that fit into any row of the seat's realm.
    pub(super) fn open(&self, seat: Seat) -> Kinds {
        self.realm(seat)
            .open(&self.printed, self.state.options.rows)
    }

    /// Returns the kinds that a seat can take: those that are left and fit into its realm.
    ///
    /// Kahunas and tikis count only if `number` of them are left and fit.
    pub(super) fn takable(&self, seat: Seat, open: Kinds, number: u8) -> Kinds {
        let mut takable = open
            .union(Kinds::of(Tile::Boat))
            .intersection(self.kinds_left());
        for (tile, room) in [
            (Tile::Kahuna, self.kahuna_room(seat)),
            (Tile::Tiki, self.tiki_room(seat)),
        ] {
            if number <= room.min(self.state.stacks[tile]) {
                takable = takable.union(Kinds::of(tile));
            }
        }
        takable
    }

    /// Checks whether a seat can take this tile, or this number of kahunas or tikis.
    pub(super) fn check_take(&self, seat: Seat, tile: Tile, number: u8) -> Result<(), Refusal> {
        if self.takable(seat, self.open(seat), number).has(tile) {
            return Ok(());
        }
        let number = if matches!(tile, Tile::Kahuna | Tile::Tiki) {
            number
        } else {
            1
        };
        let missing = number.saturating_sub(self.tiles_left(tile));
        Err(match tile {
            Tile::Village(VillageTile::God(god)) if missing > 0 => Refusal::GodNotOnTop { god },
            _ if missing > 0 => Refusal::TooFewTiles { tile, missing },
            Tile::Kahuna => Refusal::NoKahunaSpace {
                missing: number.saturating_sub(self.kahuna_room(seat)),
            },
            Tile::Tiki => Refusal::NoTikiSpace {
                missing: number.saturating_sub(self.tiki_room(seat)),
            },
            Tile::Village(tile @ VillageTile::God(god)) if self.realm(seat).has(tile) => {
                Refusal::GodOnlyOnce { god }
            }
            Tile::Village(tile) => Refusal::NoVillageFor { tile },
            // A boat always fits, so only the stack can be empty.
            Tile::Boat => Refusal::TooFewTiles { tile, missing },
        })
    }

    /// Returns the number of a seat's free spaces for kahunas.
    pub(super) fn kahuna_room(&self, seat: Seat) -> u8 {
        let spaces = self.printed.sheet.realm.kahunas.points.len();
        u8::try_from(spaces)
            .unwrap_or(u8::MAX)
            .saturating_sub(self.realm(seat).kahunas)
    }

    /// Returns the number of a seat's free spaces for tikis.
    pub(super) fn tiki_room(&self, seat: Seat) -> u8 {
        self.state
            .options
            .tikis
            .count()
            .saturating_sub(self.realm(seat).tikis)
    }

    pub(super) fn list_purchases(&self, seat: Seat, place: Place, into: &mut Vec<Action>) {
        let means = self.means(seat);
        let open = self.open(seat);
        let takable = Level::ALL.map(|level| self.takable(seat, open, level.times()));
        let mut prices = [None; MAX_CIRCLES];
        prices
            .iter_mut()
            .zip(self.prices(place))
            .for_each(|(slot, price)| *slot = Some(price));
        self.for_each_ware(place, |tile| {
            for (level, takable) in Level::ALL.into_iter().zip(takable) {
                if !takable.has(tile) {
                    continue;
                }
                let mut last = None;
                for price in prices.into_iter().flatten() {
                    let bill = Bill::shells(tile_cost(price, level));
                    if last != Some(price) && bill.is_payable(means) {
                        into.push(Action::Buy { tile, price, level });
                    }
                    last = Some(price);
                }
            }
        });
    }

    // --- Buying: the token, the payment, the tile, and KANE's offer ---

    pub(super) fn buy(
        &mut self,
        seat: Seat,
        place: Place,
        tile: Tile,
        price: Price,
        level: Level,
        events: &mut Vec<Event>,
    ) {
        self.take_price(seat, place, price, events);
        if tile == Tile::god(God::Kane) {
            self.state.push_task(seat, Step::Kane);
        }
        let settled = match tile {
            Tile::Village(tile) => Step::Build(Building { tile, level }),
            Tile::Boat | Tile::Kahuna | Tile::Tiki => Step::Put(tile, level),
        };
        self.state.push_task(seat, settled);
        self.state
            .push_task(seat, Step::Pay(Bill::shells(tile_cost(price, level))));
    }

    fn take_price(&mut self, seat: Seat, place: Place, price: Price, events: &mut Vec<Event>) {
        let found = self
            .laid
            .place(place)
            .find(|token| self.printed.face(*token).price == price);
        if let Some(token) = found {
            self.put_token(token, At::Bought(seat));
        }
        events.push(Event::TookPrice { seat, place, price });
        self.score_spears(seat, price, events);
    }

    /// Scores points for spear huts and KU if the taken token shows crossed spears.
    pub(super) fn score_spears(&mut self, seat: Seat, price: Price, events: &mut Vec<Event>) {
        if price.spears {
            let points = self.realm(seat).spear_points(self.printed.effects());
            self.score(seat, points, Reason::Spears, events);
        }
    }

    /// Adds points on the scoring track. Zero points make no event.
    pub(super) fn score(
        &mut self,
        seat: Seat,
        points: u16,
        reason: Reason,
        events: &mut Vec<Event>,
    ) {
        if points > 0 {
            self.state.realms[seat].points += points;
            events.push(Event::Scored {
                seat,
                points,
                reason,
            });
        }
    }

    /// Adds goods from the supply. Zero goods make no event.
    pub(super) fn gain(&mut self, seat: Seat, goods: Goods, from: Gain, events: &mut Vec<Event>) {
        if goods.total() > 0 {
            self.state.realms[seat].goods += goods;
            events.push(Event::Gained { seat, goods, from });
        }
    }

    /// Gives an island's tile to a visitor: a village tile on side II, without payment or token.
    pub(super) fn receive(&mut self, seat: Seat, tile: Tile) {
        if let Tile::Village(tile) = tile {
            self.state.push_task(
                seat,
                Step::Build(Building {
                    tile,
                    level: Level::Two,
                }),
            );
        }
    }

    /// Builds the tile in the chosen row; for a god, first asks from which stack if that matters.
    pub(super) fn choose_row(
        &mut self,
        seat: Seat,
        building: Building,
        row: Row,
        events: &mut Vec<Event>,
    ) {
        let VillageTile::God(god) = building.tile else {
            self.state.stacks.take(building.tile.into(), 1);
            return self.build(seat, building, row, events);
        };
        if self.state.gods.is_choice(god) {
            self.state.push_task(seat, Step::WhichStack(building, row));
        } else if let Some(stack) = self.state.gods.default_stack_with(god) {
            self.build_god(seat, building, row, stack, events);
        }
    }

    pub(super) fn check_god_stack(
        &self,
        building: Building,
        stack: GodStack,
    ) -> Result<(), Refusal> {
        let VillageTile::God(god) = building.tile else {
            return Err(Refusal::SomethingElseFirst);
        };
        let lies_there = self
            .state
            .gods
            .stacks_topped_by(god)
            .any(|other| other == stack);
        if lies_there {
            Ok(())
        } else {
            Err(Refusal::GodNotOnTop { god })
        }
    }

    pub(super) fn build_god(
        &mut self,
        seat: Seat,
        building: Building,
        row: Row,
        stack: GodStack,
        events: &mut Vec<Event>,
    ) {
        let god = self.state.gods.take_from(stack);
        self.build(seat, building, row, events);
        events.push(Event::GodUncovered {
            stack: stack.number(),
            god,
        });
    }

    fn build(&mut self, seat: Seat, building: Building, row: Row, events: &mut Vec<Event>) {
        let Building { tile, level } = building;
        self.state.realms[seat].build(row, building);
        events.push(Event::Built {
            seat,
            tile,
            level,
            row,
        });
    }

    /// Adds a boat, kahunas or tikis, for which the player has no choice of a spot.
    pub(super) fn put(&mut self, seat: Seat, tile: Tile, times: u8, events: &mut Vec<Event>) {
        match tile {
            Tile::Boat => self.put_boat(
                seat,
                if times > 1 { Level::Two } else { Level::One },
                events,
            ),
            Tile::Kahuna => self.put_kahunas(seat, times, events),
            Tile::Tiki => self.put_tikis(seat, times, events),
            Tile::Village(_) => {}
        }
    }

    fn put_boat(&mut self, seat: Seat, level: Level, events: &mut Vec<Event>) {
        self.state.stacks.take(Tile::Boat, 1);
        self.state.realms[seat].ashore += Fleet::of(level);
        events.push(Event::GotBoat { seat, level });
    }

    /// Adds kahunas and gains the shells on their spaces.
    ///
    /// Rulebook section "Special feature with the tikis and kahunas"; [`Hawaii::put_tikis`] does
    /// the same for tikis and feet.
    pub(super) fn put_kahunas(&mut self, seat: Seat, number: u8, events: &mut Vec<Event>) {
        self.state.stacks.take(Tile::Kahuna, number);
        let shown = &self.printed.sheet.realm.kahuna_shells.shells;
        let shells = sum_of_spaces(shown, self.realm(seat).kahunas, number);
        self.state.realms[seat].kahunas += number;
        events.push(Event::GotKahunas { seat, number });
        self.gain(seat, Goods::of(Good::Shell, shells), Gain::Space, events);
    }

    pub(super) fn put_tikis(&mut self, seat: Seat, number: u8, events: &mut Vec<Event>) {
        self.state.stacks.take(Tile::Tiki, number);
        let feet = sum_of_spaces(
            &self.printed.sheet.realm.tiki_feet.feet,
            self.realm(seat).tikis,
            number,
        );
        self.state.realms[seat].tikis += number;
        events.push(Event::GotTikis { seat, number });
        self.gain(seat, Goods::of(Good::Foot, feet), Gain::Space, events);
    }

    // --- KANE's offer, "immediately after buying (and only then)" ---

    pub(super) fn check_offer(&self, seat: Seat, goods: Goods) -> Result<(), Refusal> {
        let takes = self.printed.effects().kane_tiki;
        if goods.total() != takes {
            return Err(Refusal::KaneTakes { goods: takes });
        }
        check_in_purse(self.realm(seat).goods, goods)
    }

    /// Lists every mixture of goods that KANE takes, few fruits first, and giving him nothing.
    pub(super) fn list_offers(&self, seat: Seat, into: &mut Vec<Action>) {
        let takes = self.printed.effects().kane_tiki;
        for fruits in 0..=takes {
            for feet in 0..=takes - fruits {
                let goods = Goods {
                    shells: takes - fruits - feet,
                    feet,
                    fruits,
                };
                if self.check_offer(seat, goods).is_ok() {
                    into.push(Action::Offer(goods));
                }
            }
        }
        into.push(Action::Decline);
    }

    pub(super) fn offer(&mut self, seat: Seat, goods: Goods, events: &mut Vec<Event>) {
        self.state.realms[seat].goods -= goods;
        events.push(Event::GaveKane { seat, goods });
        self.put_tikis(seat, 1, events);
    }
}

/// Returns the cost in shells: the price, or twice the price for side II (or two kahunas or tikis).
fn tile_cost(price: Price, level: Level) -> u16 {
    u16::from(price.worth) * u16::from(level.times())
}

/// Returns the sum of the figures printed on the next `number` spaces after the taken ones.
fn sum_of_spaces(shown: &[u8], taken: u8, number: u8) -> u16 {
    shown
        .iter()
        .skip(usize::from(taken))
        .take(usize::from(number))
        .map(|each| u16::from(*each))
        .sum()
}
