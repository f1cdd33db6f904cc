//! Who sits at a table of the command line, by which rules they play, and how a whole game between minds goes.

use std::sync::Arc;

use super::{CliError, GameArgs};
use crate::{
    minds::{Appraise, Kind, Mind, Sight},
    rules::{BySeat, Rules, Seat, Seats, Status, chance::Seed, choices},
};

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
    pub(super) fn minds<G: Rules>(&self) -> Result<BySeat<Kind>, CliError> {
        let seats = self.seats::<G>()?;
        let wrong = CliError::Minds { minds: self.minds.len(), players: self.players() };
        match self.minds.as_slice() {
            [one] => Ok(BySeat::new(seats, |_| *one)),
            minds if minds.len() == seats.count() => {
                Ok(BySeat::new(seats, |seat| minds[usize::from(seat.number()) - 1]))
            }
            _ => Err(wrong),
        }
    }

    /// The rules that were asked for.
    pub(super) fn options<G: Rules>(&self) -> Result<G::Options, CliError> {
        Ok(choices::read::<G>(&self.options)?)
    }
}

/// A game between minds, step by step.
pub(super) struct Match<G: Appraise> {
    pub(super) game: G,
    minds: BySeat<Option<Box<dyn Mind<G>>>>,
    legal: Vec<G::Action>,
}

impl<G: Appraise> Match<G> {
    /// A new game between these minds.
    pub(super) fn begin(
        printed: &Arc<G::Printed>,
        kinds: BySeat<Kind>,
        options: G::Options,
        seed: Seed,
    ) -> Result<Match<G>, CliError> {
        let game = G::setup(printed, kinds.seats(), options, seed)?;
        let minds = BySeat::new(kinds.seats(), |seat| Some(kinds[seat].mind(&seed, seat)));
        Ok(Match { game, minds, legal: Vec::new() })
    }

    /// Who decides next, and what their mind would do.
    pub(super) fn next(&mut self) -> Option<(Seat, G::Action)> {
        let Status::ToAct(seat) = self.game.status() else { return None };
        self.game.legal(&mut self.legal);
        let mind = self.minds[seat].as_mut()?;
        let choice = mind.choose(&Sight::new(&self.game, seat, &self.legal));
        self.legal.get(choice).map(|action| (seat, *action))
    }

    /// Takes an action that is lawful.
    pub(super) fn play(&mut self, action: G::Action, events: &mut Vec<G::Event>) -> Result<(), CliError> {
        let refused =
            |refusal| CliError::Ours(format!("a listed action was refused: {action:?}, {refusal:?}"));
        self.game.play(action, events).map_err(refused)
    }
}
