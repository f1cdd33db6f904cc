//! Rulebook section "Lava priestess": moving lava discs, and how they come onto the volcano.

use super::Haleakala;
use super::action::{Action, Event, LavaFrom, Refusal};
use super::board::{Direction, Segment};
use super::options::Priestess;
use super::pieces::{Card, DiscLocation};
use super::state::Step;
use crate::Seat;

impl Haleakala {
    // --- Checking and listing actions ---

    /// Lists the legal actions when a lava priestess acts.
    pub(super) fn list_lava(&self, into: &mut Vec<Action>) {
        for from in Segment::all().filter(|from| self.check_lava_move(*from).is_ok()) {
            into.extend(Direction::ALL.map(|direction| Action::Lava { from, direction }));
        }
        if self.check_leave_lava().is_ok() {
            into.push(Action::LeaveLava);
        }
    }

    pub(super) fn check_lava_move(&self, from: Segment) -> Result<(), Refusal> {
        match self.state.lava[from] {
            0 => Err(Refusal::NoLava { at: from }),
            _ => Ok(()),
        }
    }

    pub(super) fn check_leave_lava(&self) -> Result<(), Refusal> {
        match self.state.options.priestess {
            Priestess::MustAct => Err(Refusal::MustMoveLava),
            Priestess::MayDecline => Ok(()),
        }
    }

    // --- Carrying out actions ---

    pub(super) fn call_priestess(&mut self, seat: Seat, events: &mut Vec<Event>) {
        if self.state.lava_out() == 0 {
            events.push(Event::InVain {
                seat,
                card: Card::Priestess,
            });
            self.priestess_is_done(seat, events);
            return;
        }
        self.state.push_task(seat, Step::Priestess);
    }

    /// Returns a player's invocation disc after a lava priestess, even one that could not act.
    ///
    /// Rulebook: "After the Lava Priestess action you receive your Invocation disc back in your
    /// supply."
    pub(super) fn priestess_is_done(&mut self, seat: Seat, events: &mut Vec<Event>) {
        if matches!(self.state.players[seat].invocation, DiscLocation::On(_)) {
            self.invocation_back(seat, events);
        }
    }

    pub(super) fn move_lava(
        &mut self,
        seat: Seat,
        from: Segment,
        direction: Direction,
        events: &mut Vec<Event>,
    ) {
        let to = from.next(direction);
        self.state.lava[from] -= 1;
        self.state.lava[to] += 1;
        events.push(Event::LavaMoved { seat, from, to });
    }

    /// Puts a lava disc on the crater of the boat's segment, if one is left beside the board.
    pub(super) fn raise_lava(&mut self, from: LavaFrom, events: &mut Vec<Event>) {
        let at = self.state.boat;
        if self.state.lava_out() < self.printed.sheet.pieces.lava_discs {
            self.state.lava[at] += 1;
            events.push(Event::LavaRose { at, from });
        } else {
            events.push(Event::NoLavaLeft { at, from });
        }
    }
}
