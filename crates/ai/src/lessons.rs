//! Teaches a first game in steps, each with a recommended turn that demonstrates it.
//!
//! A learner may play another turn; the next lesson is always the first step not yet demonstrated.

use super::{Advice, Adviser, Evaluate};
use lanai_rules::Seat;

/// A game that can be taught.
pub trait Teach: Evaluate {
    /// The names of the steps in order, which are part of the keys of their texts. The last step
    /// can be repeated.
    const STEPS: &'static [&'static str];

    /// Returns whether the events of a turn demonstrate what a step teaches.
    fn demonstrates(step: &str, seat: Seat, events: &[Self::Event]) -> bool;

    /// Returns whether a learner has seen a step; `turns` are the events of the turns so far.
    fn has_seen(step: &str, seat: Seat, turns: &[Vec<Self::Event>]) -> bool {
        turns
            .iter()
            .any(|events| Self::demonstrates(step, seat, events))
    }

    /// Returns whether a turn with these events completes the lesson.
    fn completes_lesson(seat: Seat, events: &[Self::Event]) -> bool;
}

impl<G: Teach> Adviser<G> {
    /// Returns the next step's index and the best turn that demonstrates it.
    ///
    /// It is the first unseen step that can be demonstrated now. If there is none, returns the last
    /// step and the best turn.
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
