//! Rulebook section "The beach and what a chieftain can do there": fishing, visiting islands,
//! waiting, and leaving the round.

use super::action::{Action, Catch, Event, Gain, NoGift, Reason, Refusal};
use super::island::{Chieftain, Dock, Space};
use super::payment::{Bill, Means};
use super::pieces::{Fruit, Good, Goods, Tile, VillageTile};
use super::printed::Gift;
use super::state::Step;
use super::token::{At, Token};
use super::turn::Walker;
use super::{Hawaii, boats};
use crate::Seat;

impl Hawaii {
    /// Lists the legal actions at the beach: fish, visit an island, wait, or leave the round.
    pub(super) fn list_beach_actions(&self, walker: &Walker<'_>, into: &mut Vec<Action>) {
        let cove = self.cove();
        let most = self.most_carried(walker, cove.total());
        let Catch([ones, twos, threes]) = cove;
        for one in 0..=ones.min(most) {
            for two in 0..=twos.min(most - one) {
                let least = u8::from(one + two == 0);
                for three in least..=threes.min(most - one - two) {
                    into.push(Action::Fish(Catch([one, two, three])));
                }
            }
        }
        for dock in Dock::all() {
            if self.state.docks[dock].is_some() && self.printed.dock(dock).feet <= most {
                into.push(Action::Sail(dock));
            }
        }
        if self.check_wait().is_ok() {
            into.push(Action::Wait);
        }
        for space in self.state.spaces() {
            if self.check_pass(space).is_ok() {
                into.push(Action::Pass(space));
            }
        }
    }

    /// Returns the largest load that a seat can carry and pay for.
    ///
    /// A load is a number of fish tokens or the feet of an island. The search stops at the largest
    /// load that matters: all tokens in the cove (`cove`) or the farthest dock.
    fn most_carried(&self, walker: &Walker<'_>, cove: u8) -> u8 {
        let heaviest = Dock::all()
            .map(|dock| self.printed.dock(dock).feet)
            .fold(cove, u8::max);
        // Larger loads are never easier to carry: the first that is too large ends the search.
        let mut most = 0;
        while most < heaviest && self.can_carry(walker.seat, walker.means, most + 1) {
            most += 1;
        }
        most
    }

    /// Returns whether the boats ashore can carry `load` and the player can pay for it.
    fn can_carry(&self, seat: Seat, means: Means, load: u8) -> bool {
        let cost = boats::least_cost(self.printed.effects(), self.realm(seat).ashore, load);
        cost.is_some_and(|cost| Bill::feet(cost).is_payable(means))
    }

    fn check_carry(&self, seat: Seat, means: Means, load: u8) -> Result<(), Refusal> {
        if self.can_carry(seat, means, load) {
            return Ok(());
        }
        let effects = self.printed.effects();
        let ashore = self.realm(seat).ashore;
        boats::enough_room(effects, ashore, load)?;
        Bill::feet(boats::least_cost(effects, ashore, load).unwrap_or(u16::from(load)))
            .check_payable(means)
    }

    // --- Rulebook: "The fishing cove" ---

    /// Returns the numbers of fish tokens in the cove.
    fn cove(&self) -> Catch {
        let mut cove = [0; 3];
        for token in self.laid.cove() {
            cove[usize::from(self.printed.face(token).fish) - 1] += 1;
        }
        Catch(cove)
    }

    pub(super) fn check_fish(&self, seat: Seat, catch: Catch) -> Result<(), Refusal> {
        let cove = self.cove();
        if cove.total() == 0 {
            return Err(Refusal::CoveEmpty);
        }
        for (fish, (wanted, there)) in (1..).zip(catch.0.into_iter().zip(cove.0)) {
            if wanted > there {
                return Err(Refusal::NotInCove {
                    fish,
                    missing: wanted - there,
                });
            }
        }
        match catch.total() {
            0 => Err(Refusal::FishNothing),
            load => self.check_carry(seat, self.means(seat), load),
        }
    }

    pub(super) fn fish(&mut self, seat: Seat, catch: Catch, events: &mut Vec<Event>) {
        self.move_chieftain(seat, Chieftain::Cove, events);
        for (fish, number) in (1..).zip(catch.0) {
            for _ in 0..number {
                if let Some(token) = self.first_in_cove(fish) {
                    self.put_token(token, At::Fished(seat));
                }
            }
        }
        events.push(Event::Fished { seat, catch });
        self.state.push_task(
            seat,
            Step::Launch {
                load: catch.total(),
            },
        );
    }

    /// Returns the first token in the cove that shows this many fish.
    fn first_in_cove(&self, fish: u8) -> Option<Token> {
        let such = self
            .laid
            .cove()
            .filter(|token| self.printed.face(*token).fish == fish);
        such.min_by_key(|token| match self.state.tokens[*token] {
            At::Cove(position) => position,
            At::Bag | At::Circle(..) | At::Track(_) | At::Bought(_) | At::Fished(_) => u8::MAX,
        })
    }

    // --- Rulebook: "The docks for the 4 islands" ---

    pub(super) fn check_sail(&self, seat: Seat, means: Means, dock: Dock) -> Result<(), Refusal> {
        if self.state.docks[dock].is_none() {
            return Err(Refusal::NoIsland { dock });
        }
        self.check_carry(seat, means, self.printed.dock(dock).feet)
    }

    /// Visits an island: the points of the dock, the island's gift, then the payment, as printed.
    pub(super) fn sail(&mut self, seat: Seat, dock: Dock, events: &mut Vec<Event>) {
        let Some(island) = self.state.docks[dock].take() else {
            return;
        };
        self.state.islands.visited.push(island);
        self.move_chieftain(seat, Chieftain::Dock(dock), events);
        events.push(Event::Visited { seat, dock, island });
        let card = self.printed.dock(dock);
        let feet = card.feet;
        let points = u16::from(card.points);
        self.score(seat, points, Reason::Dock, events);
        self.state.push_task(seat, Step::Launch { load: feet });
        self.give_gift(seat, self.printed.gift(island), events);
    }

    fn give_gift(&mut self, seat: Seat, gift: Gift, events: &mut Vec<Event>) {
        match gift {
            Gift::Points(points) => self.score(seat, u16::from(points), Reason::Island, events),
            Gift::Fruits(fruits) => {
                self.gain(seat, Goods::of(Good::Fruit, fruits), Gain::Island, events);
            }
            Gift::Hut(hut) => self.give_tile(seat, Tile::hut(hut), events),
            Gift::Hula => self.give_tile(seat, VillageTile::Hula.into(), events),
            Gift::Surfer => self.give_tile(seat, VillageTile::Surfer.into(), events),
            Gift::FruitTile => self.give_fruit_tile(seat, events),
            Gift::Kahunas(number) => {
                let left = self.tiles_left(Tile::Kahuna);
                match check_gift_fits(number, left, self.kahuna_room(seat)) {
                    Ok(number) => self.put_kahunas(seat, number, events),
                    Err(why) => events.push(Event::NoGift { seat, why }),
                }
            }
            Gift::Tikis(number) => {
                match check_gift_fits(number, self.tiles_left(Tile::Tiki), self.tiki_room(seat)) {
                    Ok(number) => self.put_tikis(seat, number, events),
                    Err(why) => events.push(Event::NoGift { seat, why }),
                }
            }
        }
    }

    fn give_tile(&mut self, seat: Seat, tile: Tile, events: &mut Vec<Event>) {
        match self.check_take(seat, tile, 1) {
            Ok(()) => self.receive(seat, tile),
            Err(Refusal::TooFewTiles { .. }) => events.push(Event::NoGift {
                seat,
                why: NoGift::NoneLeft,
            }),
            Err(_) => events.push(Event::NoGift {
                seat,
                why: NoGift::NoRoom,
            }),
        }
    }

    fn give_fruit_tile(&mut self, seat: Seat, events: &mut Vec<Event>) {
        let any_left = Fruit::ALL
            .iter()
            .any(|fruit| self.tiles_left(Tile::fruit(*fruit)) > 0);
        if Fruit::ALL
            .iter()
            .any(|fruit| self.check_pick(seat, *fruit).is_ok())
        {
            self.state.push_task(seat, Step::Pick);
        } else {
            let why = if any_left {
                NoGift::NoRoom
            } else {
                NoGift::NoneLeft
            };
            events.push(Event::NoGift { seat, why });
        }
    }

    pub(super) fn check_pick(&self, seat: Seat, fruit: Fruit) -> Result<(), Refusal> {
        match self.check_take(seat, Tile::fruit(fruit), 1) {
            Err(Refusal::TooFewTiles { .. }) => Err(Refusal::NoFruitTile { fruit }),
            answer => answer,
        }
    }

    // --- Waiting ---

    /// Checks whether the player may wait.
    ///
    /// Once all players still in the round have waited in a row, the next player has to act or
    /// leave.
    pub(super) fn check_wait(&self) -> Result<(), Refusal> {
        if usize::from(self.state.consecutive_waits) < self.state.count_players_left() {
            Ok(())
        } else {
            Err(Refusal::EverybodyWaited)
        }
    }

    pub(super) fn wait(&mut self, seat: Seat, events: &mut Vec<Event>) {
        self.move_chieftain(seat, Chieftain::Beach, events);
        self.state.consecutive_waits = self.state.consecutive_waits.saturating_add(1);
    }

    // --- Rulebook: "The player sequence track" ---

    pub(super) fn check_pass(&self, space: Space) -> Result<(), Refusal> {
        let spaces = self.state.seats().number();
        if space.number() > spaces {
            return Err(Refusal::NoSuchSpace { spaces });
        }
        match self.state.left_for(space) {
            Some(_) => Err(Refusal::SpaceTaken { space }),
            None => Ok(()),
        }
    }

    pub(super) fn leave(&mut self, seat: Seat, space: Space, events: &mut Vec<Event>) {
        self.state.chieftains[seat] = Chieftain::Left(space);
        let token = self
            .state
            .tokens
            .tokens_at(|at| at == At::Track(space))
            .next();
        let price = token.map(|token| self.printed.face(token).price);
        if let Some(token) = token {
            self.put_token(token, At::Bought(seat));
        }
        events.push(Event::Left { seat, space, price });
        if let Some(price) = price {
            self.score_spears(seat, price, events);
        }
    }
}

/// Returns how many tiles of an island's gift are left and fit, or why none does.
fn check_gift_fits(number: u8, left: u8, room: u8) -> Result<u8, NoGift> {
    match number.min(left).min(room) {
        0 if left == 0 => Err(NoGift::NoneLeft),
        0 => Err(NoGift::NoRoom),
        number => Ok(number),
    }
}
