//! Computer players on all seats of a table, for playing whole games.

use super::{Budget, Evaluate, Observation, Policy, PolicyKind};
use lanai_rules::chance::Seed;
use lanai_rules::figures::Flaw;
use lanai_rules::{BySeat, Seat, Status};

/// A policy on each seat of a table.
pub struct Policies<G: Evaluate> {
    by_seat: BySeat<Option<Box<dyn Policy<G>>>>,
    /// The number of iterations for each turn.
    iterations: u64,
    /// The seat that decided last, and the remaining budget of its turn.
    budget: Option<(Seat, Budget<'static>)>,
    legal: Vec<G::Action>,
}

impl<G: Evaluate> Policies<G> {
    pub fn new(
        kinds: BySeat<PolicyKind>,
        seed: &Seed,
        iterations: u64,
    ) -> Result<Policies<G>, Flaw> {
        let mut policies = BySeat::new(kinds.seats(), |_| None);
        for (seat, kind) in kinds.iter() {
            policies[seat] = Some(kind.build(seed, kinds.seats(), seat)?);
        }
        Ok(Policies {
            by_seat: policies,
            iterations,
            budget: None,
            legal: Vec::new(),
        })
    }

    /// Returns the seat to act and its action; `None` once the game is over.
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
            .insert(going_on.unwrap_or((seat, Budget::of_iterations(self.iterations))));
        let choice = self.by_seat[seat]
            .as_mut()?
            .choose(&Observation::new(game, seat, &self.legal), budget);
        self.legal.get(choice).map(|action| (seat, *action))
    }
}
