//! Who sits at a table of the command line, by which rules they play.

use super::{CliError, GameArgs};
use lanai_ai::PolicyKind;
use lanai_rules::{BySeat, Rules, Seats, choices};

impl GameArgs {
    /// How many play: as many as asked for, or as are usual.
    pub(super) fn players(&self) -> u8 {
        self.players.unwrap_or_else(|| self.game.usual_seats())
    }

    /// The seats of this table.
    pub(super) fn seats<G: Rules>(&self) -> Result<Seats, CliError> {
        Ok(Seats::of(G::TITLE, self.players())?)
    }

    /// Which mind sits where.
    pub(super) fn minds<G: Rules>(&self) -> Result<BySeat<PolicyKind>, CliError> {
        let seats = self.seats::<G>()?;
        let wrong = CliError::Policies {
            minds: self.minds.len(),
            players: self.players(),
        };
        match self.minds.as_slice() {
            [one] => Ok(BySeat::new(seats, |_| *one)),
            minds if minds.len() == seats.count() => Ok(BySeat::new(seats, |seat| {
                minds[usize::from(seat.number()) - 1]
            })),
            _ => Err(wrong),
        }
    }

    /// The rules that were asked for.
    pub(super) fn options<G: Rules>(&self) -> Result<G::Options, CliError> {
        Ok(choices::read::<G>(&self.options)?)
    }
}

/// Minds choose from a list of what is lawful.
pub(super) fn refused(refusal: impl std::fmt::Debug) -> CliError {
    CliError::Ours(format!("a listed action was refused: {refusal:?}"))
}
