//! Teaches a game in two parts of several steps, each with a recommended turn that demonstrates it.
//!
//! The first part starts with the set-up, the second one late in a game. A learner may play another
//! turn; the next lesson is always the first step not yet demonstrated.
//!
//! Which steps can be demonstrated depends on the game, so a step's number is not its place in the
//! list: it counts the steps that the learner has seen.

use super::{Evaluate, Evaluator, networks};
use lanai_rules::Seat;
use lanai_rules::figures::Flaw;
use serde::{Deserialize, Serialize};

/// A part of a lesson, which is played as a game of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LessonPart {
    #[default]
    First,
    Second,
}

/// A step of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LessonStep {
    /// The name of the step, which is part of the keys of its texts.
    pub name: &'static str,
    /// The number of the step, counted from 1. `None` if the part's steps are not numbered, or if
    /// the last step is shown before others.
    pub number: Option<usize>,
}

/// A game that can be taught.
pub trait Teach: Evaluate {
    /// Returns the names of a part's steps in order, which are part of the keys of their texts. The
    /// last step can be repeated.
    fn steps(part: LessonPart) -> &'static [&'static str];

    /// Returns whether the steps of a part are numbered. They are not if the part may end before all
    /// of them could be demonstrated.
    fn has_numbered_steps(part: LessonPart) -> bool;

    /// Returns whether the events of a turn demonstrate what a step teaches.
    fn demonstrates(step: &str, seat: Seat, events: &[Self::Event]) -> bool;

    /// Returns whether a learner has seen a step; `turns` are the events of the turns so far.
    fn has_seen(step: &str, seat: Seat, turns: &[Vec<Self::Event>]) -> bool {
        turns
            .iter()
            .any(|events| Self::demonstrates(step, seat, events))
    }

    /// Returns whether a turn with these events completes a part.
    fn completes_part(part: LessonPart, seat: Seat, events: &[Self::Event]) -> bool;

    /// Returns whether the game is late enough for the second part.
    fn is_late(&self) -> bool;
}

/// Returns the actions between the set-up and the position in which a part starts.
///
/// They are good turns of both players, and always the same.
pub fn play_until_part<G: Teach>(mut game: G, part: LessonPart) -> Result<Vec<G::Action>, Flaw> {
    let mut actions = Vec::new();
    if part == LessonPart::First {
        return Ok(actions);
    }
    let mut evaluator = Evaluator::new(networks::load::<G>(game.seats())?);
    while !game.is_late()
        && let Some(seat) = game.status().to_act()
        && let Some((turn, _)) = evaluator.best_turn(&game, seat)
    {
        game.play_on(&turn);
        actions.extend(turn);
    }
    Ok(actions)
}
