//! Rulebook section "The turn of the chieftains": checks, lists and carries out actions, above all
//! walking to a place.
//!
//! [`Hawaii::check_action`] decides whether an action is legal and returns the refusal.
//! `list_legal` lists exactly the actions that it allows.

use super::action::{Action, Event, Refusal};
use super::island::{Chieftain, GodStack, PLACES, Place, Spot};
use super::kinds::Kinds;
use super::options::Exchange;
use super::payment::{Bill, ExchangeHuts, Means};
use super::pieces::{Fleet, Fruit, Good, Goods, Tile};
use super::printed::Wares;
use super::realm::{Building, Realm};
use super::state::{Step, Task};
use super::{Hawaii, boats};
use crate::Seat;

/// A seat at the start of its turn, with values computed once for all its possible walks.
#[derive(Clone, Copy)]
pub(super) struct Walker<'a> {
    pub(super) seat: Seat,
    /// The goods and huts with which the seat can pay.
    pub(super) means: Means,
    way: Way<'a>,
    /// The kinds of tile of which the seat can take one.
    takable: Kinds,
}

/// The costs of walking from where a chieftain stands.
#[derive(Clone, Copy)]
struct Way<'a> {
    /// The number of steps to each spot.
    steps: &'a [u8; PLACES],
    /// The most feet that a walk can cost.
    cap: u8,
}

impl Hawaii {
    fn walker(&self, seat: Seat) -> Walker<'_> {
        let takable = self.takable(seat, self.open(seat), 1);
        Walker {
            seat,
            means: self.means(seat),
            way: self.way(seat),
            takable,
        }
    }

    fn way(&self, seat: Seat) -> Way<'_> {
        let here = match self.state.chieftains[seat] {
            Chieftain::Place(place) => Some(self.state.places.spot(place)),
            Chieftain::Beach | Chieftain::Cove | Chieftain::Dock(_) | Chieftain::Left(_) => None,
        };
        let cap = self.realm(seat).max_walk_cost(self.printed.effects());
        Way {
            steps: self.printed.ways.steps_from(here),
            cap,
        }
    }

    /// Returns the worth of the cheapest token at a place.
    fn cheapest_price(&self, place: Place) -> Option<u8> {
        self.prices(place).next().map(|price| price.worth)
    }

    pub(super) fn realm(&self, seat: Seat) -> &Realm {
        &self.state.realms[seat]
    }

    /// Returns the goods and huts with which a seat can still pay in this turn.
    pub(super) fn means(&self, seat: Seat) -> Means {
        let realm = self.realm(seat);
        Means {
            purse: realm.goods,
            huts: realm.exchange_huts().without(self.state.huts_used),
            huts_last: self.state.options.exchange == Exchange::EachPayment,
        }
    }

    // --- Checking and listing actions ---

    /// Checks whether the seat to act may take this action; the refusal names the rule that forbids
    /// it.
    pub(super) fn check_action(&self, action: Action) -> Result<(), Refusal> {
        let task = self.state.agenda.last().ok_or(Refusal::GameOver)?;
        let seat = task.seat;
        match (task.step, action) {
            (Step::Turn, Action::Move(place)) => self.check_move(seat, place),
            (Step::Turn, Action::Fish(catch)) => self.check_fish(seat, catch),
            (Step::Turn, Action::Sail(dock)) => self.check_sail(seat, self.means(seat), dock),
            (Step::Turn, Action::Wait) => self.check_wait(),
            (Step::Turn, Action::Pass(space)) => self.check_pass(space),
            (Step::Shop(place), Action::Buy { tile, price, level }) => {
                self.check_purchase(seat, place, tile, price, level)
            }
            (Step::Pay(bill), Action::Pay(goods)) => bill.check_payment(self.means(seat), goods),
            (Step::Launch { load }, Action::Launch(fleet)) => self.check_launch(seat, load, fleet),
            (Step::Pick, Action::Pick(fruit)) => self.check_pick(seat, fruit),
            (Step::Build(building), Action::Build(row)) => {
                self.realm(seat)
                    .check_row(&self.printed, &self.state.options, building.tile, row)
            }
            (Step::WhichStack(building, _), Action::TakeFrom(stack)) => {
                self.check_god_stack(building, stack)
            }
            (Step::Kane, Action::Offer(goods)) => self.check_offer(seat, goods),
            (Step::Kane, Action::Decline) | (Step::Harvest { .. }, Action::Harvest(_)) => Ok(()),
            _ => Err(Refusal::SomethingElseFirst),
        }
    }

    pub(super) fn list_legal(&self, into: &mut Vec<Action>) {
        into.clear();
        let Some(Task { seat, step }) = self.state.agenda.last().copied() else {
            return;
        };
        match step {
            Step::Turn => {
                let walker = self.walker(seat);
                self.list_moves(&walker, into);
                self.list_beach_actions(&walker, into);
            }
            Step::Shop(place) => self.list_purchases(seat, place, into),
            Step::Pay(bill) => {
                bill.for_each_payment(self.means(seat), |paid| into.push(Action::Pay(paid)));
            }
            Step::Launch { load } => into.extend(self.launches(seat, load).map(Action::Launch)),
            Step::Pick => into.extend(self.picks(seat).map(Action::Pick)),
            Step::Build(building) => {
                let rows =
                    self.realm(seat)
                        .rows_for(&self.printed, &self.state.options, building.tile);
                into.extend(rows.map(Action::Build));
            }
            Step::WhichStack(building, _) => {
                let stacks =
                    GodStack::all().filter(|stack| self.check_god_stack(building, *stack).is_ok());
                into.extend(stacks.map(Action::TakeFrom));
            }
            Step::Kane => self.list_offers(seat, into),
            Step::Harvest { .. } => into.extend(Good::ALL.map(Action::Harvest)),
            Step::Put(..) | Step::NextRound => {}
        }
    }

    // --- Carrying out actions ---

    /// Carries out an action that [`Hawaii::check_action`] has allowed.
    pub(super) fn carry_out(&mut self, action: Action, events: &mut Vec<Event>) {
        let Some(Task { seat, step }) = self.state.agenda.pop() else {
            return;
        };
        match (step, action) {
            (_, Action::Move(place)) => self.walk(seat, place, events),
            (_, Action::Fish(catch)) => self.fish(seat, catch, events),
            (_, Action::Sail(dock)) => self.sail(seat, dock, events),
            (_, Action::Wait) => self.wait(seat, events),
            (_, Action::Pass(space)) => self.leave(seat, space, events),
            (Step::Shop(place), Action::Buy { tile, price, level }) => {
                self.buy(seat, place, tile, price, level, events);
            }
            (Step::Pay(bill), Action::Pay(goods)) => self.pay(seat, bill, goods, events),
            (Step::Launch { load }, Action::Launch(fleet)) => {
                self.launch(seat, load, fleet, events);
            }
            (_, Action::Pick(fruit)) => self.receive(seat, Tile::fruit(fruit)),
            (Step::Build(building), Action::Build(row)) => {
                self.choose_row(seat, building, row, events);
            }
            (Step::WhichStack(building, row), Action::TakeFrom(stack)) => {
                self.build_god(seat, building, row, stack, events);
            }
            (_, Action::Offer(goods)) => self.offer(seat, goods, events),
            (_, Action::Decline) => events.push(Event::Declined { seat }),
            (Step::Harvest { left }, Action::Harvest(good)) => {
                self.harvest(seat, good, left, events);
            }
            // `check_action` has matched the step with the action.
            (
                _,
                Action::Buy { .. }
                | Action::Pay(_)
                | Action::Launch(_)
                | Action::Build(_)
                | Action::TakeFrom(_)
                | Action::Harvest(_),
            ) => {}
        }
        if matches!(step, Step::Turn) && !matches!(action, Action::Wait) {
            self.state.consecutive_waits = 0;
        }
    }

    /// Carries out tasks until a player has to decide or the game is over.
    ///
    /// A decision with a single option is taken at once if everyone can see that there is only one.
    /// If that depends on hidden goods, the player is asked anyway, so that the agenda does not
    /// reveal them.
    pub(super) fn settle(&mut self, events: &mut Vec<Event>) {
        loop {
            match self.state.agenda.last().copied() {
                Some(Task {
                    seat,
                    step: Step::Put(tile, level),
                }) => {
                    self.state.agenda.pop();
                    self.put(seat, tile, level.times(), events);
                }
                Some(Task {
                    step: Step::NextRound,
                    ..
                }) => {
                    self.state.agenda.pop();
                    self.begin_round(events);
                }
                Some(Task {
                    seat,
                    step: Step::Kane,
                }) if self.check_take(seat, Tile::Tiki, 1).is_err() => {
                    self.state.agenda.pop();
                }
                Some(task) => match self.only_choice(task) {
                    Some(action) => self.carry_out(action, events),
                    None => return,
                },
                None => {
                    if let Some(turn) = self.next_on_turn() {
                        self.begin_turn(turn);
                    } else {
                        self.end_round(events);
                        if self.state.agenda.is_empty() {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Returns the only action that a task leaves, if everyone can see that there is only one.
    fn only_choice(&self, Task { seat, step }: Task) -> Option<Action> {
        if let Step::Build(Building { tile, .. }) = step {
            let rows = self
                .realm(seat)
                .rows_for(&self.printed, &self.state.options, tile);
            return only(rows).map(Action::Build);
        }
        if matches!(step, Step::Pick) {
            only(self.picks(seat)).map(Action::Pick)
        } else {
            None
        }
    }

    /// Returns the index in the turn order of the next player who has not left the round.
    pub(super) fn next_on_turn(&self) -> Option<u8> {
        let seats = self.state.seats().number();
        let turns = (1..=seats).map(|after| (self.state.turn + after) % seats);
        turns
            .into_iter()
            .find(|turn| !self.state.has_left(self.state.order[usize::from(*turn)]))
    }

    pub(super) fn begin_turn(&mut self, turn: u8) {
        self.state.turn = turn;
        self.state.huts_used = ExchangeHuts::default();
        self.state.push_task(self.state.on_turn(), Step::Turn);
    }

    // --- Rulebook: "How do players move their chieftains?" ---

    fn list_moves(&self, walker: &Walker<'_>, into: &mut Vec<Action>) {
        // Many walks cost the same, so the shells left after each cost are computed only once.
        let mut known = [None; PLACES];
        for (spot, place) in self.state.places.iter() {
            let feet = walker.way.feet(spot);
            let reckon = || Bill::feet(feet.into()).leaves(walker.means);
            let leaves = match known.get_mut(usize::from(feet)) {
                Some(known) => *known.get_or_insert_with(reckon),
                None => reckon(),
            };
            if self.can_move(walker, place, leaves) {
                into.push(Action::Move(place));
            }
        }
    }

    /// Returns whether a walker may go to a place.
    ///
    /// The place must have a tile that the walker can take, and a price token that the walker can
    /// pay for after the walk. Rulebook section "The places a player may move his chieftain".
    fn can_move(&self, walker: &Walker<'_>, place: Place, leaves: Option<u16>) -> bool {
        let price = self.cheapest_price(place).map(u16::from);
        let affordable = price
            .zip(leaves)
            .is_some_and(|(price, shells)| price <= shells);
        affordable && walker.takable.intersects(self.printed.kinds(place))
    }

    fn check_move(&self, seat: Seat, place: Place) -> Result<(), Refusal> {
        let walker = self.walker(seat);
        let spot = self.state.places.spot(place);
        let leaves = Bill::feet(walker.way.feet(spot).into()).leaves(walker.means);
        if self.can_move(&walker, place, leaves) {
            return Ok(());
        }
        let cheapest = self
            .cheapest_price(place)
            .ok_or(Refusal::NoPriceToken { place })?;
        if !self.kinds_left().intersects(self.printed.kinds(place)) {
            return Err(Refusal::NoTile { place });
        }
        if !walker.takable.intersects(self.printed.kinds(place)) {
            return Err(Refusal::NothingFits { place });
        }
        walker.way.bill(spot, cheapest).check_payable(walker.means)
    }

    /// Calls `look` with each kind of tile that a place offers; of the gods, with the visible ones.
    pub fn for_each_ware(&self, place: Place, look: impl FnMut(Tile)) {
        match self.printed.wares(place) {
            Wares::Stacks(stacks) => stacks.iter().copied().for_each(look),
            Wares::Gods => {
                let [left, right] = self.state.gods.top_gods();
                let other = right.filter(|god| left != Some(*god));
                left.into_iter().chain(other).map(Tile::god).for_each(look);
            }
        }
    }

    fn walk(&mut self, seat: Seat, place: Place, events: &mut Vec<Event>) {
        let way = self.way(seat);
        let spot = self.state.places.spot(place);
        let bill = way.bill(spot, self.cheapest_price(place).unwrap_or_default());
        self.move_chieftain(seat, Chieftain::Place(place), events);
        self.state.push_task(seat, Step::Shop(place));
        self.state.push_task(seat, Step::Pay(bill));
    }

    pub(super) fn move_chieftain(&mut self, seat: Seat, to: Chieftain, events: &mut Vec<Event>) {
        let from = std::mem::replace(&mut self.state.chieftains[seat], to);
        events.push(Event::Moved { seat, from, to });
    }

    // --- Paying and launching ---

    fn pay(&mut self, seat: Seat, bill: Bill, goods: Goods, events: &mut Vec<Event>) {
        let means = self.means(seat);
        let used = bill.huts_used(goods, means.huts);
        if !means.huts_last {
            self.state.huts_used.one += used.one;
            self.state.huts_used.two += used.two;
        }
        self.state.realms[seat].goods -= goods;
        events.push(Event::Paid { seat, goods });
    }

    fn check_launch(&self, seat: Seat, load: u8, fleet: Fleet) -> Result<(), Refusal> {
        let effects = self.printed.effects();
        boats::check_launch(effects, self.realm(seat).ashore, fleet, load)?;
        Bill::feet(boats::cost(effects, fleet, load)).check_payable(self.means(seat))
    }

    fn launches(&self, seat: Seat, load: u8) -> impl Iterator<Item = Fleet> {
        let fleets = boats::fleets(self.realm(seat).ashore);
        fleets.filter(move |fleet| self.check_launch(seat, load, *fleet).is_ok())
    }

    fn launch(&mut self, seat: Seat, load: u8, fleet: Fleet, events: &mut Vec<Event>) {
        let realm = &mut self.state.realms[seat];
        realm.ashore = realm.ashore.without(fleet);
        realm.launched += fleet;
        events.push(Event::Launched { seat, boats: fleet });
        let cost = boats::cost(self.printed.effects(), fleet, load);
        self.state.push_task(seat, Step::Pay(Bill::feet(cost)));
    }

    fn picks(&self, seat: Seat) -> impl Iterator<Item = Fruit> {
        Fruit::ALL
            .into_iter()
            .filter(move |fruit| self.check_pick(seat, *fruit).is_ok())
    }
}

impl Way<'_> {
    /// Returns the cost of walking to a spot in feet. Staying costs one foot; PELE caps the cost.
    #[inline]
    fn feet(self, to: Spot) -> u8 {
        self.steps[to].max(1).min(self.cap)
    }

    /// Returns the bill for walking to a spot where the cheapest token costs `cheapest` shells.
    fn bill(self, to: Spot, cheapest: u8) -> Bill {
        Bill::walk(self.feet(to).into(), cheapest.into())
    }
}

fn only<T>(mut choices: impl Iterator<Item = T>) -> Option<T> {
    let first = choices.next();
    if choices.next().is_none() {
        first
    } else {
        None
    }
}
