//! Looking back at a game: what each turn cost against the best that its player could have known of.

use super::advice::{Adviser, Verdict};
use super::turns::is_over;
use super::{Appraise, Expected};
use lanai_rules::chance::Seed;
use lanai_rules::figures::Flaw;
use lanai_rules::{Seat, Seats};

/// How fast accuracy falls: a turn that costs a tenth of all chances, or twenty points, counts about 61 of 100.
const STRICT: f32 = 5.0;

/// A turn as it was taken, and how the game stood before it.
#[derive(Clone, Debug)]
pub struct PlayedTurn<G: Appraise> {
    /// Which turn it was, counted from 1.
    pub number: usize,
    pub seat: Seat,
    /// The game before it.
    pub before: G,
    /// What was done, decision by decision.
    pub actions: Vec<G::Action>,
}

impl<G: Appraise> PlayedTurn<G> {
    /// What is to be said of it; nothing if there was nothing to choose.
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

/// A turn, and what is to be said of it.
#[derive(Clone, Debug)]
pub struct ReviewedTurn<G: Appraise> {
    pub turn: PlayedTurn<G>,
    /// What is to be said; nothing if there was nothing to choose.
    pub verdict: Option<Verdict<G>>,
}

impl<G: Appraise> ReviewedTurn<G> {
    /// By how much something else would have been better; nothing if nothing would.
    pub fn cost(&self) -> Expected {
        let better = |verdict: &Verdict<G>| Some(verdict.better.as_ref()?.expected - verdict.taken);
        self.verdict.as_ref().and_then(better).unwrap_or_default()
    }
}

/// Cuts a game into its turns.
pub fn split_into_turns<G: Appraise>(start: &G, actions: &[G::Action]) -> Vec<PlayedTurn<G>> {
    let mut game = start.clone();
    let mut events = Vec::new();
    let mut turns: Vec<PlayedTurn<G>> = Vec::new();
    let mut begins = true;
    for action in actions {
        let Some(seat) = game.status().to_act() else {
            break;
        };
        if begins {
            // Whoever settles something in another's turn begins none.
            let number =
                turns.last().map_or(0, |turn| turn.number) + usize::from(game.begins_turn());
            turns.push(PlayedTurn {
                number,
                seat,
                before: game.clone(),
                actions: Vec::new(),
            });
        }
        turns
            .last_mut()
            .into_iter()
            .for_each(|turn| turn.actions.push(*action));
        if game.play(*action, &mut events).is_err() {
            break;
        }
        begins = is_over(&game, seat);
        events.clear();
    }
    turns
}

/// How many turns a game had, of all that was judged.
pub fn turn_count<G: Appraise>(judged: &[ReviewedTurn<G>]) -> usize {
    judged.last().map_or(0, |judgement| judgement.turn.number)
}

/// Of each seat so many turns that cost it most, in the order of the game.
pub fn costliest_turns<G: Appraise>(
    judged: &[ReviewedTurn<G>],
    seats: Seats,
    most: usize,
) -> Vec<&ReviewedTurn<G>> {
    let worth = |judgement: &ReviewedTurn<G>| judgement.cost().worth();
    let of_seat = |seat: Seat| {
        let own = judged
            .iter()
            .enumerate()
            .filter(|(_, it)| it.turn.seat == seat && worth(it) > 0.0);
        let mut costly: Vec<(usize, &ReviewedTurn<G>)> = own.collect();
        costly.sort_by(|(_, one), (_, other)| worth(other).total_cmp(&worth(one)));
        costly.truncate(most);
        costly
    };
    let mut costly: Vec<(usize, &ReviewedTurn<G>)> = seats.iter().flat_map(of_seat).collect();
    costly.sort_by_key(|(at, _)| *at);
    costly.into_iter().map(|(_, judgement)| judgement).collect()
}

/// How near a seat came to the best that it could know of: 100 if it never missed it. Nothing if it had no choice.
pub fn accuracy<G: Appraise>(judged: &[ReviewedTurn<G>], seat: Seat) -> Option<f32> {
    let chosen = judged
        .iter()
        .filter(|it| it.turn.seat == seat && it.verdict.is_some());
    let (sum, number) = chosen.fold((0.0, 0.0), |(sum, number), it| {
        (
            sum + (-STRICT * it.cost().worth().max(0.0)).exp(),
            number + 1.0,
        )
    });
    (number > 0.0).then(|| 100.0 * sum / number)
}
