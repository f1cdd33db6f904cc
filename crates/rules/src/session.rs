//! A game in progress, with the earlier states to which it can still be taken back.
//!
//! A seat can take back its own steps, one by one, as long as nothing hidden was revealed and no
//! other seat has acted since.

use super::{Rules, Seat, Status};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session<G: Rules> {
    game: G,
    /// For each step that can be taken back, the seat and the game before it, the last step last.
    /// All steps are of one seat.
    steps: Vec<(Seat, G)>,
}

/// Why a seat cannot take back a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotTakeBack {
    /// The last step revealed something hidden, or no step is left to take back.
    #[error(
        "there is nothing that could be taken back: your last step showed something hidden, or is yet to come"
    )]
    Nothing,
    /// Another seat took the last step.
    #[error("seat {0} has acted since")]
    NotYours(Seat),
}

impl<G: Rules> Session<G> {
    pub fn new(game: G) -> Session<G> {
        Session {
            game,
            steps: Vec::new(),
        }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    /// Plays one action of the seat to act and appends its events to `events`.
    pub fn play(
        &mut self,
        action: G::Action,
        events: &mut Vec<G::Event>,
    ) -> Result<(), G::Refusal> {
        let before = self.game.clone();
        let first = events.len();
        self.game.play(action, events)?;
        let Status::ToAct(seat) = before.status() else {
            return Ok(());
        };
        if events[first..].iter().any(G::reveals_hidden) {
            self.steps.clear();
        } else {
            self.steps.retain(|(who, _)| *who == seat);
            self.steps.push((seat, before));
        }
        Ok(())
    }

    /// Takes back the last step of this seat, if it is the last step of the game.
    pub fn take_back(&mut self, seat: Seat) -> Result<(), CannotTakeBack> {
        let Some((_, before)) = self.steps.pop_if(|(who, _)| *who == seat) else {
            let other = self
                .steps
                .last()
                .map(|(who, _)| CannotTakeBack::NotYours(*who));
            return Err(other.unwrap_or(CannotTakeBack::Nothing));
        };
        self.game = before;
        Ok(())
    }
}
