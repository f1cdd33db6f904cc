//! The seats, computer players and rules that the arguments of a game describe.

use super::{CliError, GameArgs};
use lanai_ai::PolicyKind;
use lanai_rules::{BySeat, Rules, Seats, choices};

impl GameArgs {
    /// Returns the number of players in the arguments, or the usual number of the game.
    pub(super) fn player_count(&self) -> u8 {
        self.players.unwrap_or_else(|| self.game.usual_seats())
    }

    fn seats<G: Rules>(&self) -> Result<Seats, CliError> {
        Ok(Seats::of(G::TITLE, self.player_count())?)
    }

    /// Returns the policy of each seat.
    pub(super) fn policies_by_seat<G: Rules>(&self) -> Result<BySeat<PolicyKind>, CliError> {
        let seats = self.seats::<G>()?;
        match self.policies.as_slice() {
            [policy] => Ok(BySeat::new(seats, |_| *policy)),
            policies if policies.len() == seats.count() => {
                Ok(BySeat::new(seats, |seat| policies[seat.index()]))
            }
            policies => Err(CliError::Policies {
                policies: policies.len(),
                players: self.player_count(),
            }),
        }
    }

    /// Parses the rules to play by.
    pub(super) fn parse_options<G: Rules>(&self) -> Result<G::Options, CliError> {
        Ok(choices::read::<G>(&self.options)?)
    }
}

/// Returns the error for a refused action, a bug: policies choose from legal actions only.
pub(super) fn illegal_action_error(refusal: impl std::fmt::Debug) -> CliError {
    CliError::Bug(format!("a listed action was refused: {refusal:?}"))
}
