//! "Your turn": number discs, shaman and boat.
//!
//! [`Haleakala::allows`] is the only judge of an action: the list of legal actions is every candidate that it
//! allows, and a refusal is what it says.

use super::Haleakala;
use super::action::{Action, Event, LavaFrom, Refusal, Round};
use super::board::{Direction, Segment, Shaman, Site, within_reach};
use super::options::{Lava, Priestess};
use super::pieces::{Card, Disc, Lies, Ware};
use super::state::{Step, Task};
use crate::rules::Seat;

impl Haleakala {
    // --- What may be done ---

    /// Whether the seat to act may do this; if not, which rule forbids it.
    pub(super) fn allows(&self, action: Action) -> Result<(), Refusal> {
        let Task { seat, step } = self.state.agenda.last().copied().ok_or(Refusal::GameOver)?;
        match (step, action) {
            (Step::Turn, Action::Place { disc, at }) => self.may_place(seat, disc, at),
            (Step::Turn, Action::Invoke { disc }) => self.may_invoke(seat, disc),
            (Step::Turn, Action::Take { disc }) => self.may_take_back(seat, disc),
            (Step::Turn, Action::Boat) => match self.state.in_hand(seat) {
                0 => Ok(()),
                discs => Err(Refusal::DiscsInHand { discs }),
            },
            (Step::Shaman, Action::Walk(site)) => self.may_walk(seat, site),
            (Step::Shaman, Action::Stay) | (Step::Purchase, Action::BuyNothing) => Ok(()),
            (Step::Choose, Action::Choose(card)) => self.may_choose(card),
            (Step::Priestess, Action::Lava { from, .. }) => match self.state.lava[from] {
                0 => Err(Refusal::NoLava { at: from }),
                _ => Ok(()),
            },
            (Step::Priestess, Action::LeaveLava) => match self.state.options.priestess {
                Priestess::MustAct => Err(Refusal::MustMoveLava),
                Priestess::MayDecline => Ok(()),
            },
            (Step::Purchase, Action::Buy(ware)) => self.may_buy(seat, ware),
            _ => Err(Refusal::SomethingElseFirst),
        }
    }

    pub(super) fn list_legal(&self, into: &mut Vec<Action>) {
        into.clear();
        let Some(Task { seat, step }) = self.state.agenda.last().copied() else { return };
        let candidates = match step {
            Step::Turn => return self.list_turn(seat, into),
            Step::Shaman => {
                into.push(Action::Stay);
                into.extend(Site::all().map(Action::Walk).filter(|action| self.allows(*action).is_ok()));
                return;
            }
            Step::Choose => return self.list_cards(into),
            Step::Priestess => {
                let moves = |from| Direction::ALL.map(|direction| Action::Lava { from, direction });
                into.extend(Segment::all().flat_map(moves));
                Some(Action::LeaveLava)
            }
            Step::Purchase => {
                into.extend(Ware::ALL.map(Action::Buy));
                Some(Action::BuyNothing)
            }
            Step::Nothing | Step::DiscsBack | Step::Refill | Step::Scoring => None,
        };
        into.extend(candidates);
        into.retain(|action| self.allows(*action).is_ok());
    }

    fn list_turn(&self, seat: Seat, into: &mut Vec<Action>) {
        for disc in Disc::all() {
            match self.state.players[seat].discs[disc] {
                Lies::InHand => {
                    let beaches = Segment::all().map(|at| Action::Place { disc, at });
                    into.extend(beaches.chain([Action::Invoke { disc }]));
                }
                Lies::On(_) => into.push(Action::Take { disc }),
            }
        }
        into.push(Action::Boat);
        into.retain(|action| self.allows(*action).is_ok());
    }

    // --- What happens ---

    /// Does what [`Haleakala::allows`] allows.
    pub(super) fn carry_out(&mut self, action: Action, events: &mut Vec<Event>) {
        let Some(Task { seat, step }) = self.state.agenda.pop() else { return };
        if step == Step::Turn {
            // A quiet one, until somebody receives a card in it.
            self.state.quiet = self.state.quiet.saturating_add(1);
        }
        match action {
            Action::Place { disc, at } => self.place(seat, disc, at, events),
            Action::Invoke { disc } => self.invoke(seat, disc, events),
            Action::Take { disc } => self.take_back(seat, disc, events),
            Action::Boat => self.sail(seat, 1, events),
            Action::Walk(to) => {
                let from = std::mem::replace(&mut self.state.players[seat].shaman, Shaman::At(to));
                events.push(Event::Walked { seat, from, to });
            }
            Action::Stay => {}
            Action::Choose(card) => self.receive(seat, card, events),
            Action::Lava { from, direction } => {
                self.move_lava(seat, from, direction, events);
                self.priestess_is_done(seat, events);
            }
            Action::LeaveLava => {
                events.push(Event::LavaLeft { seat });
                self.priestess_is_done(seat, events);
            }
            Action::Buy(ware) => self.buy(seat, ware, events),
            Action::BuyNothing => events.push(Event::BoughtNothing { seat }),
        }
    }

    /// Goes on until somebody has a choice, or the game is over. Nothing on the table is secret, so what leaves
    /// no choice is done at once.
    pub(super) fn settle(&mut self, events: &mut Vec<Event>) {
        loop {
            let Some(Task { seat, step }) = self.state.agenda.last().copied() else {
                self.begin_turn();
                return;
            };
            match step {
                Step::Turn | Step::Shaman | Step::Priestess => return,
                Step::Choose => match self.only_card() {
                    Some(card) => self.carry_out(Action::Choose(card), events),
                    None => return,
                },
                Step::Purchase if self.can_buy_anything(seat) => return,
                Step::Purchase => drop(self.state.agenda.pop()),
                Step::Nothing => {
                    self.state.agenda.pop();
                    events.push(Event::NothingLeft { seat });
                }
                Step::DiscsBack => {
                    self.state.agenda.pop();
                    self.discs_back(events);
                }
                Step::Refill => {
                    self.state.agenda.pop();
                    self.refill(seat, events);
                }
                Step::Scoring => {
                    self.state.agenda.pop();
                    let over = self.state.round == Round::Second;
                    self.score(events);
                    if over {
                        self.state.agenda.clear();
                        return;
                    }
                }
            }
        }
    }

    fn begin_turn(&mut self) {
        self.state.turn = self.state.other(self.state.turn);
        self.state.first_settle(self.state.turn, Step::Turn);
    }

    // --- "Placing or returning a number disc" ---

    /// "The sum of the yellow numbers must be different from the sum of red numbers at any time." A beach without
    /// discs is no beach with equal sums.
    fn sums_differ(&self, seat: Seat, own: u8, at: Segment) -> Result<(), Refusal> {
        let others = self.state.sum(self.state.other(seat), at);
        if own == others && own > 0 { Err(Refusal::EqualSums { sum: own, at }) } else { Ok(()) }
    }

    fn may_place(&self, seat: Seat, disc: Disc, at: Segment) -> Result<(), Refusal> {
        if let Lies::On(at) = self.state.players[seat].discs[disc] {
            return Err(Refusal::DiscNotInHand { disc, at });
        }
        self.sums_differ(seat, self.state.sum(seat, at) + disc.number(), at)
    }

    /// "Whenever you place a Number disc on the Beach space with the Fishing Boat in front": tactical variant.
    fn may_invoke(&self, seat: Seat, disc: Disc) -> Result<(), Refusal> {
        if self.state.options.lava == Lava::Drawn {
            return Err(Refusal::NoInvocation);
        }
        if let Lies::On(at) = self.state.players[seat].invocation {
            return Err(Refusal::InvocationNotInHand { at });
        }
        self.may_place(seat, disc, self.state.boat)
    }

    fn may_take_back(&self, seat: Seat, disc: Disc) -> Result<(), Refusal> {
        let Lies::On(at) = self.state.players[seat].discs[disc] else {
            return Err(Refusal::DiscInHand { disc });
        };
        let turns = self.state.quiet;
        if self.state.options.shuffling.quiet_turns().is_some_and(|limit| turns >= limit) {
            return Err(Refusal::TooManyQuietTurns { turns });
        }
        self.sums_differ(seat, self.state.sum(seat, at) - disc.number(), at)
    }

    fn place(&mut self, seat: Seat, disc: Disc, at: Segment, events: &mut Vec<Event>) {
        self.state.players[seat].discs[disc] = Lies::On(at);
        events.push(Event::Placed { seat, disc, at });
        if at == self.state.boat {
            self.sail(seat, disc.number(), events);
        } else {
            self.state.first_settle(seat, Step::Shaman);
        }
    }

    fn invoke(&mut self, seat: Seat, disc: Disc, events: &mut Vec<Event>) {
        let at = self.state.boat;
        self.state.players[seat].discs[disc] = Lies::On(at);
        self.state.players[seat].invocation = Lies::On(at);
        events.push(Event::Placed { seat, disc, at });
        events.push(Event::Invoked { seat, at });
        self.move_boat(disc.number(), events);
        // "Even before determining the sum".
        self.raise_lava(LavaFrom::Invocation, events);
        self.arrive(seat, events);
    }

    fn take_back(&mut self, seat: Seat, disc: Disc, events: &mut Vec<Event>) {
        let lies = std::mem::replace(&mut self.state.players[seat].discs[disc], Lies::InHand);
        if let Lies::On(from) = lies {
            events.push(Event::TookBack { seat, disc, from });
        }
        self.state.first_settle(seat, Step::Shaman);
    }

    // --- "Moving the shaman" ---

    fn may_walk(&self, seat: Seat, site: Site) -> Result<(), Refusal> {
        let here = self.state.players[seat].shaman;
        // Who stays says so: a walk goes somewhere.
        if here == Shaman::At(site) || !within_reach(here, site) {
            return Err(Refusal::TooFar);
        }
        let other = self.state.players[self.state.other(seat)].shaman;
        if other == Shaman::At(site) { Err(Refusal::OtherShaman) } else { Ok(()) }
    }

    // --- "Moving the fishing boat" ---

    fn move_boat(&mut self, segments: u8, events: &mut Vec<Event>) {
        let from = self.state.boat;
        self.state.boat = from.clockwise(segments);
        events.push(Event::Sailed { from, to: self.state.boat });
    }

    fn sail(&mut self, seat: Seat, segments: u8, events: &mut Vec<Event>) {
        self.move_boat(segments, events);
        self.arrive(seat, events);
    }

    /// The cards beside the boat.
    pub(super) fn cards_here(&self) -> impl Iterator<Item = Card> + '_ {
        self.state.slots[self.state.boat].iter().flatten().copied()
    }
}
