//! Reviews finished games: compares each turn with the best one that its player could have found.

use super::advice::{Adviser, Verdict};
use super::turns::is_turn_over;
use super::{Evaluate, ExpectedOutcome};
use lanai_rules::chance::Seed;
use lanai_rules::figures::Flaw;
use lanai_rules::{Seat, Seats};

/// How fast the accuracy of a turn decays with its cost. A turn that costs a tenth of the winning
/// chance, or twenty points, has an accuracy of about 61 of 100.
const ACCURACY_DECAY: f32 = 5.0;

/// A turn of a finished game, with the game before it.
#[derive(Clone, Debug)]
pub struct PlayedTurn<G: Evaluate> {
    /// The number of the turn in the game, counted from 1.
    pub number: usize,
    pub seat: Seat,
    pub before: G,
    pub actions: Vec<G::Action>,
}

impl<G: Evaluate> PlayedTurn<G> {
    /// Compares the turn with the best alternative, if the player had a choice.
    pub fn review(self) -> Result<ReviewedTurn<G>, Flaw> {
        let mut game = self.before.clone();
        let mut events = Vec::new();
        let chose = self.actions.iter().any(|action| {
            let several = game.legal_actions().len() > 1;
            game.play(*action, &mut events).is_ok() && several
        });
        let seed = Seed::from_number(u64::try_from(self.number).unwrap_or_default());
        let verdict = if chose {
            let mut adviser = Adviser::new(&self.before, self.seat, &seed)?;
            Some(adviser.verdict(&self.before, &self.actions))
        } else {
            None
        };
        Ok(ReviewedTurn {
            turn: self,
            verdict,
        })
    }
}

#[derive(Clone, Debug)]
pub struct ReviewedTurn<G: Evaluate> {
    pub turn: PlayedTurn<G>,
    /// The comparison with the best alternative; `None` if the player had no choice.
    pub verdict: Option<Verdict<G>>,
}

impl<G: Evaluate> ReviewedTurn<G> {
    /// Returns how much better the best alternative would have been; zero if there is no better
    /// one.
    pub fn cost(&self) -> ExpectedOutcome {
        let Some(verdict) = &self.verdict else {
            return ExpectedOutcome::default();
        };
        match &verdict.better {
            Some(better) => better.expected - verdict.taken,
            None => ExpectedOutcome::default(),
        }
    }
}

pub fn split_into_turns<G: Evaluate>(start: &G, actions: &[G::Action]) -> Vec<PlayedTurn<G>> {
    let mut game = start.clone();
    let mut events = Vec::new();
    let mut turns: Vec<PlayedTurn<G>> = Vec::new();
    let mut is_turn_start = true;
    for action in actions {
        let Some(seat) = game.status().to_act() else {
            break;
        };
        if is_turn_start {
            // A seat that only has a decision in another seat's turn does not begin a new turn.
            let number =
                turns.last().map_or(0, |turn| turn.number) + usize::from(game.begins_turn());
            turns.push(PlayedTurn {
                number,
                seat,
                before: game.clone(),
                actions: Vec::new(),
            });
        }
        if let Some(turn) = turns.last_mut() {
            turn.actions.push(*action);
        }
        if game.play(*action, &mut events).is_err() {
            break;
        }
        is_turn_start = is_turn_over(&game, seat);
        events.clear();
    }
    turns
}

/// Returns the number of turns in the reviewed game.
pub fn turn_count<G: Evaluate>(reviewed: &[ReviewedTurn<G>]) -> usize {
    reviewed.last().map_or(0, |reviewed| reviewed.turn.number)
}

/// Returns the costliest turns, at most `max_per_seat` of each seat, in the order of the game.
pub fn costliest_turns<G: Evaluate>(
    reviewed: &[ReviewedTurn<G>],
    seats: Seats,
    max_per_seat: usize,
) -> Vec<&ReviewedTurn<G>> {
    let mut costly: Vec<(usize, &ReviewedTurn<G>)> = Vec::new();
    for seat in seats.iter() {
        let mut turns: Vec<(usize, &ReviewedTurn<G>)> = reviewed
            .iter()
            .enumerate()
            .filter(|(_, turn)| turn.turn.seat == seat && turn.cost().utility() > 0.0)
            .collect();
        turns.sort_by(|(_, a), (_, b)| b.cost().utility().total_cmp(&a.cost().utility()));
        turns.truncate(max_per_seat);
        costly.extend(turns);
    }
    costly.sort_by_key(|(index, _)| *index);
    costly.into_iter().map(|(_, turn)| turn).collect()
}

/// Returns the mean accuracy of a seat's turns: 100 if each was the best one; `None` without a
/// choice.
pub fn accuracy<G: Evaluate>(reviewed: &[ReviewedTurn<G>], seat: Seat) -> Option<f32> {
    let mut sum = 0.0;
    let mut decided = 0.0;
    for turn in reviewed {
        if turn.turn.seat == seat && turn.verdict.is_some() {
            sum += (-ACCURACY_DECAY * turn.cost().utility().max(0.0)).exp();
            decided += 1.0;
        }
    }
    (decided > 0.0).then(|| 100.0 * sum / decided)
}
