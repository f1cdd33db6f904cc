//! The computer players at a table, and how they play a whole game.

use super::{Appraise, Budget, Kind, Mind, Sight};
use lanai_rules::chance::Seed;
use lanai_rules::figures::Flaw;
use lanai_rules::{BySeat, Seat, Status};

/// A computer player on each seat of a table.
pub struct Minds<G: Appraise> {
    seated: BySeat<Option<Box<dyn Mind<G>>>>,
    /// What each has for a turn.
    iterations: u64,
    /// Who decided last, and what is left for their turn.
    budget: Option<(Seat, Budget<'static>)>,
    legal: Vec<G::Action>,
}

impl<G: Appraise> Minds<G> {
    pub fn new(kinds: BySeat<Kind>, seed: &Seed, iterations: u64) -> Result<Minds<G>, Flaw> {
        let mut seated = BySeat::new(kinds.seats(), |_| None);
        for (seat, kind) in kinds.iter() {
            seated[seat] = Some(kind.mind(seed, kinds.seats(), seat)?);
        }
        Ok(Minds {
            seated,
            iterations,
            budget: None,
            legal: Vec::new(),
        })
    }

    /// Returns the seat to act and what its mind would do; `None` once the game is over.
    pub fn choose(&mut self, game: &G) -> Option<(Seat, G::Action)> {
        let Status::ToAct(seat) = game.status() else {
            return None;
        };
        game.legal(&mut self.legal);
        let going_on = self
            .budget
            .take()
            .filter(|(last, _)| *last == seat && !game.begins_turn());
        let (_, budget) = self
            .budget
            .insert(going_on.unwrap_or((seat, Budget::of(self.iterations))));
        let choice = self.seated[seat]
            .as_mut()?
            .choose(&Sight::new(game, seat, &self.legal), budget);
        self.legal.get(choice).map(|action| (seat, *action))
    }
}
