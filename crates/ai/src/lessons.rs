//! First games: what is taught of a game, step by step, and a turn that shows it. Whoever learns may do something else; the
//! next step is then the first that they have not seen.

use super::{Advice, Adviser, Appraise};
use lanai_rules::Seat;

/// A game that can be taught.
pub trait Teach: Appraise {
    /// The steps of a first game, in order, by the names of their words. The last can be repeated.
    const STEPS: &'static [&'static str];

    /// Whether a turn of a seat shows what a step is about.
    fn demonstrates(step: &str, seat: Seat, events: &[Self::Event]) -> bool;

    /// Whether somebody who took these turns has seen a step.
    fn has_seen(step: &str, seat: Seat, turns: &[Vec<Self::Event>]) -> bool {
        turns
            .iter()
            .any(|events| Self::demonstrates(step, seat, events))
    }

    /// Whether a turn was the last of a first game.
    fn completes_lesson(seat: Seat, events: &[Self::Event]) -> bool;
}

impl<G: Teach> Adviser<G> {
    /// The first step that somebody has not seen and that can be shown now, by its number, with the best turn at first sight
    /// that shows it; if there is none, the last step and the best turn there is.
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
