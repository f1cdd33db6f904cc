//! Rulebook section "Your turn": checks, lists and carries out actions, above all of shaman and
//! boat.
//!
//! [`Haleakala::check_action`] decides whether an action is legal and returns the refusal.
//! `list_legal` lists exactly the actions that it allows.

use super::Haleakala;
use super::action::{Action, Event, Refusal, Round};
use super::board::{Segment, Shaman, Site, Terrain, within_reach};
use super::pieces::Card;
use super::state::{Step, Task};
use crate::Seat;

impl Haleakala {
    // --- Checking and listing actions ---

    /// Checks whether the seat to act may take this action; the refusal names the rule that forbids
    /// it.
    pub(super) fn check_action(&self, action: Action) -> Result<(), Refusal> {
        let Task { seat, step } = self.state.agenda.last().copied().ok_or(Refusal::GameOver)?;
        match (step, action) {
            (Step::Turn, Action::Place { disc, at }) => {
                self.check_place(seat, &self.sums(seat), disc, at)
            }
            (Step::Turn, Action::Invoke { disc }) => {
                self.check_invoke(seat, &self.sums(seat), disc)
            }
            (Step::Turn, Action::Take { disc }) => {
                self.check_take_back(seat, &self.sums(seat), disc)
            }
            (Step::Turn, Action::Boat) => self.check_sail(seat),
            (Step::Shaman, Action::Walk(site)) => self.check_walk(seat, site),
            (Step::Shaman, Action::Stay) | (Step::Purchase, Action::BuyNothing) => Ok(()),
            (Step::Choose, Action::Choose(card)) => self.check_card_choice(card),
            (Step::Priestess, Action::Lava { from, .. }) => self.check_lava_move(from),
            (Step::Priestess, Action::LeaveLava) => self.check_leave_lava(),
            (Step::Purchase, Action::Buy(ware)) => self.check_purchase(seat, ware),
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
                self.list_discs(seat, into);
                if self.check_sail(seat).is_ok() {
                    into.push(Action::Boat);
                }
            }
            Step::Shaman => {
                into.push(Action::Stay);
                self.list_walks(seat, into);
            }
            Step::Choose => self.list_cards(into),
            Step::Priestess => self.list_lava(into),
            Step::Purchase => self.list_wares(seat, into),
            Step::Nothing | Step::DiscsBack | Step::Refill | Step::Scoring => {}
        }
    }

    // --- Carrying out actions ---

    /// Carries out an action that [`Haleakala::check_action`] has allowed.
    pub(super) fn carry_out(&mut self, action: Action, events: &mut Vec<Event>) {
        let Some(Task { seat, step }) = self.state.agenda.pop() else {
            return;
        };
        if step == Step::Turn {
            // The turn counts as quiet until a player receives a card in it.
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

    /// Carries out tasks until a player has a choice or the game is over.
    ///
    /// No player has secrets, so a task without a choice is carried out at once.
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
                    self.return_discs(events);
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
        self.state.push_task(self.state.turn, Step::Turn);
    }

    // --- Rulebook: "Moving the shaman" ---

    /// Lists the walks of the shaman. Plain loops are faster here than iterating over
    /// [`Site::all`].
    fn list_walks(&self, seat: Seat, into: &mut Vec<Action>) {
        for segment in Segment::all() {
            for terrain in Terrain::ALL {
                let site = Site { segment, terrain };
                if self.check_walk(seat, site).is_ok() {
                    into.push(Action::Walk(site));
                }
            }
        }
    }

    #[inline]
    fn check_walk(&self, seat: Seat, site: Site) -> Result<(), Refusal> {
        let here = self.state.players[seat].shaman;
        // Staying is the action `Stay`, not a walk to the same site.
        if here == Shaman::At(site) || !within_reach(here, site) {
            return Err(Refusal::TooFar);
        }
        let other = self.state.players[self.state.other(seat)].shaman;
        if other == Shaman::At(site) {
            Err(Refusal::OtherShaman)
        } else {
            Ok(())
        }
    }

    // --- Rulebook: "Moving the fishing boat" ---

    /// Checks whether the boat may move without a number disc: only if none is in the player's
    /// hand.
    fn check_sail(&self, seat: Seat) -> Result<(), Refusal> {
        match self.state.in_hand(seat) {
            0 => Ok(()),
            discs => Err(Refusal::DiscsInHand { discs }),
        }
    }

    pub(super) fn move_boat(&mut self, segments: u8, events: &mut Vec<Event>) {
        let from = self.state.boat;
        self.state.boat = from.clockwise(segments);
        events.push(Event::Sailed {
            from,
            to: self.state.boat,
        });
    }

    pub(super) fn sail(&mut self, seat: Seat, segments: u8, events: &mut Vec<Event>) {
        self.move_boat(segments, events);
        self.arrive(seat, events);
    }

    /// Returns the cards beside the boat.
    pub(super) fn cards_here(&self) -> impl Iterator<Item = Card> + '_ {
        self.state.slots[self.state.boat].iter().flatten().copied()
    }
}
