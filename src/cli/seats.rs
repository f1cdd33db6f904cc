//! Who sits at a table of the command line, by which rules they play, and how a whole game between minds goes.

use super::{CliError, GameArgs};
use crate::minds::{Appraise, Budget, Kind, Mind, Sight};
use crate::rules::chance::Seed;
use crate::rules::figures::Flaw;
use crate::rules::{BySeat, Rules, Seat, Seats, Status, choices};

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

/// The minds at a table.
pub(super) struct Minds<G: Appraise> {
    seated: BySeat<Option<Box<dyn Mind<G>>>>,
    /// What each has for a turn.
    iterations: u64,
    /// Who decided last, and what is left for their turn.
    budget: Option<(Seat, Budget<'static>)>,
    legal: Vec<G::Action>,
}

impl<G: Appraise> Minds<G> {
    /// A mind on each seat.
    pub(super) fn new(kinds: BySeat<Kind>, seed: &Seed, iterations: u64) -> Result<Minds<G>, Flaw> {
        let mut seated = BySeat::new(kinds.seats(), |_| None);
        for (seat, kind) in kinds.iter() {
            seated[seat] = Some(kind.mind(seed, kinds.seats(), seat)?);
        }
        Ok(Minds { seated, iterations, budget: None, legal: Vec::new() })
    }

    /// Who decides next, and what their mind would do; nobody once the game is over.
    pub(super) fn choose(&mut self, game: &G) -> Option<(Seat, G::Action)> {
        let Status::ToAct(seat) = game.status() else { return None };
        game.legal(&mut self.legal);
        let going_on = self.budget.take().filter(|(last, _)| *last == seat && !game.begins_turn());
        let (_, budget) = self.budget.insert(going_on.unwrap_or((seat, Budget::of(self.iterations))));
        let choice = self.seated[seat].as_mut()?.choose(&Sight::new(game, seat, &self.legal), budget);
        self.legal.get(choice).map(|action| (seat, *action))
    }
}

/// Minds choose from a list of what is lawful.
pub(super) fn refused(refusal: impl std::fmt::Debug) -> CliError {
    CliError::Ours(format!("a listed action was refused: {refusal:?}"))
}
