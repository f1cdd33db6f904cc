//! Teaches a first game in steps, each with a recommended turn that demonstrates it.
//!
//! A learner may play another turn; the next lesson is always the first step not yet demonstrated.

use super::Evaluate;
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
