//! Rulebook section "Placing or returning a number disc": placing, taking back and invoking, and
//! the rule that the two sums on a beach differ.

use super::Haleakala;
use super::action::{Action, Event, LavaFrom, Refusal};
use super::board::{BySegment, Segment};
use super::options::Lava;
use super::pieces::{Disc, DiscLocation};
use super::state::Step;
use crate::Seat;

/// Both players' sums on each beach, computed once for many checks.
pub(super) struct Sums {
    own: BySegment<u8>,
    others: BySegment<u8>,
}

impl Haleakala {
    pub(super) fn sums(&self, seat: Seat) -> Sums {
        Sums {
            own: self.state.sums(seat),
            others: self.state.sums(self.state.other(seat)),
        }
    }

    // --- Checking and listing actions ---

    /// Lists the legal actions with number discs. Plain loops are faster than iterators here.
    pub(super) fn list_discs(&self, seat: Seat, into: &mut Vec<Action>) {
        let sums = self.sums(seat);
        for (disc, lies) in Disc::all().zip(self.state.players[seat].discs) {
            match lies {
                DiscLocation::InHand => {
                    for at in Segment::all() {
                        if self.check_place(seat, &sums, disc, at).is_ok() {
                            into.push(Action::Place { disc, at });
                        }
                    }
                    if self.check_invoke(seat, &sums, disc).is_ok() {
                        into.push(Action::Invoke { disc });
                    }
                }
                DiscLocation::On(_) => {
                    if self.check_take_back(seat, &sums, disc).is_ok() {
                        into.push(Action::Take { disc });
                    }
                }
            }
        }
    }

    pub(super) fn check_place(
        &self,
        seat: Seat,
        sums: &Sums,
        disc: Disc,
        at: Segment,
    ) -> Result<(), Refusal> {
        if let DiscLocation::On(at) = self.state.players[seat].discs[disc] {
            return Err(Refusal::DiscNotInHand { disc, at });
        }
        check_sums_differ(sums.own[at] + disc.number(), sums.others[at], at)
    }

    /// Checks whether a disc may be placed beside the boat together with the invocation disc.
    ///
    /// This is a rule of the tactical variant.
    pub(super) fn check_invoke(&self, seat: Seat, sums: &Sums, disc: Disc) -> Result<(), Refusal> {
        if self.state.options.lava == Lava::Drawn {
            return Err(Refusal::NoInvocation);
        }
        if let DiscLocation::On(at) = self.state.players[seat].invocation {
            return Err(Refusal::InvocationNotInHand { at });
        }
        self.check_place(seat, sums, disc, self.state.boat)
    }

    pub(super) fn check_take_back(
        &self,
        seat: Seat,
        sums: &Sums,
        disc: Disc,
    ) -> Result<(), Refusal> {
        let DiscLocation::On(at) = self.state.players[seat].discs[disc] else {
            return Err(Refusal::DiscInHand { disc });
        };
        let turns = self.state.quiet;
        if self
            .state
            .options
            .shuffling
            .quiet_turns()
            .is_some_and(|limit| turns >= limit)
        {
            return Err(Refusal::TooManyQuietTurns { turns });
        }
        check_sums_differ(sums.own[at] - disc.number(), sums.others[at], at)
    }

    // --- Carrying out actions ---

    pub(super) fn place(&mut self, seat: Seat, disc: Disc, at: Segment, events: &mut Vec<Event>) {
        self.state.players[seat].discs[disc] = DiscLocation::On(at);
        events.push(Event::Placed { seat, disc, at });
        if at == self.state.boat {
            self.sail(seat, disc.number(), events);
        } else {
            self.state.push_task(seat, Step::Shaman);
        }
    }

    pub(super) fn invoke(&mut self, seat: Seat, disc: Disc, events: &mut Vec<Event>) {
        let at = self.state.boat;
        self.state.players[seat].discs[disc] = DiscLocation::On(at);
        self.state.players[seat].invocation = DiscLocation::On(at);
        events.push(Event::Placed { seat, disc, at });
        events.push(Event::Invoked { seat, at });
        self.move_boat(disc.number(), events);
        // The lava comes first; the rulebook says "Even before determining the sum".
        self.raise_lava(LavaFrom::Invocation, events);
        self.arrive(seat, events);
    }

    pub(super) fn take_back(&mut self, seat: Seat, disc: Disc, events: &mut Vec<Event>) {
        let lies = std::mem::replace(
            &mut self.state.players[seat].discs[disc],
            DiscLocation::InHand,
        );
        if let DiscLocation::On(from) = lies {
            events.push(Event::TookBack { seat, disc, from });
        }
        self.state.push_task(seat, Step::Shaman);
    }

    pub(super) fn invocation_back(&mut self, seat: Seat, events: &mut Vec<Event>) {
        self.state.players[seat].invocation = DiscLocation::InHand;
        events.push(Event::InvocationBack { seat });
    }
}

/// Checks that the two sums on a beach differ, unless the beach has no discs.
///
/// Rulebook: "The sum of the yellow numbers must be different from the sum of red numbers at any
/// time."
fn check_sums_differ(own: u8, others: u8, at: Segment) -> Result<(), Refusal> {
    if own == others && own > 0 {
        Err(Refusal::EqualSums { sum: own, at })
    } else {
        Ok(())
    }
}
