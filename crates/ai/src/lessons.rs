//! Lessons of a first game, step by step, each with a turn that shows it. A learner may play
//! something else; then the first step that is still unseen comes next.

use super::{Advice, Adviser, Evaluate};
use lanai_rules::Seat;

/// A game that can be taught.
pub trait Teach: Evaluate {
    /// The steps in order, by the names of their sentences. The last one can be repeated.
    const STEPS: &'static [&'static str];

    /// Returns whether a turn of a seat shows what a step is about.
    fn demonstrates(step: &str, seat: Seat, events: &[Self::Event]) -> bool;

    /// Returns whether a learner who took these turns has seen a step.
    fn has_seen(step: &str, seat: Seat, turns: &[Vec<Self::Event>]) -> bool {
        turns
            .iter()
            .any(|events| Self::demonstrates(step, seat, events))
    }

    /// Returns whether a turn was the last of a lesson.
    fn completes_lesson(seat: Seat, events: &[Self::Event]) -> bool;
}

impl<G: Teach> Adviser<G> {
    /// Returns the index of the first unseen step that can be shown now, with the best turn that
    /// shows it; otherwise the last step and the best turn.
    pub fn next_lesson(&mut self, game: &G, turns: &[Vec<G::Event>]) -> (usize, Option<Advice<G>>) {
        let seat = self.seat();
        let last = G::STEPS.len().saturating_sub(1);
        let (world, judged) = self.evaluate_turns(game);
        let outcomes: Vec<Vec<G::Event>> = judged
            .iter()
            .map(|judged| world.clone().play_on(&judged.actions))
            .collect();
        for (number, step) in G::STEPS.iter().enumerate() {
            if number < last && G::has_seen(step, seat, turns) {
                continue;
            }
            if let Some(at) = outcomes
                .iter()
                .position(|events| G::demonstrates(step, seat, events))
            {
                return (number, self.explain_one(&world, judged.into_iter().nth(at)));
            }
        }
        (last, self.explain_one(&world, judged.into_iter().next()))
    }
}
