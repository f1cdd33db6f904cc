//! How good a net is, as far as games against greedy others tell.

use std::sync::Arc;

use lanai_ai::{
    Appraise, Budget, Greedy, Observation, Planner, Policy as _, Skill, ValueNetwork, win_share,
};
use lanai_rules::chance::Seed;
use lanai_rules::{Seat, Seats, Status};

/// How many games are played, if as many were learned from.
const TRIALS: u16 = 200;
/// More decisions than any game has that somebody wants to end.
const LONG: u32 = 3000;
/// Where the seeds of trials begin: far from those of games that are learned from.
const SEEDS: u64 = 1 << 48;

/// In how many of a hundred games a net that does not look ahead is first among greedy others.
pub(crate) fn beats_greedy<G: Appraise>(
    net: &Arc<ValueNetwork>,
    printed: &Arc<G::Printed>,
    seats: Seats,
    seed: &Seed,
    learned_from: u64,
) -> f64 {
    let trials = u16::try_from(learned_from).unwrap_or(TRIALS).min(TRIALS);
    let one = |number: u16| {
        let seed = seed.numbered(SEEDS + u64::from(number));
        let mine = seats
            .iter()
            .nth(usize::from(number) % seats.count())
            .unwrap_or_default();
        trial::<G>(net, printed, seats, mine, seed)
    };
    100.0 * (0..trials).filter_map(one).sum::<f64>() / f64::from(trials.max(1))
}

/// The share of a seat in one game; nothing if it does not come to an end: that is not won.
fn trial<G: Appraise>(
    net: &Arc<ValueNetwork>,
    printed: &Arc<G::Printed>,
    seats: Seats,
    mine: Seat,
    seed: Seed,
) -> Option<f64> {
    let mut game = G::setup(printed, seats, G::Options::default(), seed).ok()?;
    let skill = Skill {
        evaluation_noise: 0.0,
        looks_ahead: false,
    };
    let mut planner = Planner::new(skill, Arc::clone(net), &seed, mine);
    let mut legal = Vec::new();
    let mut events = Vec::new();
    let mut budget = Budget::of_iterations(0);
    for _ in 0..LONG {
        let seat = match game.status() {
            Status::ToAct(seat) => seat,
            Status::Over(standings) => return Some(win_share(&standings, mine).into()),
        };
        game.legal(&mut legal);
        let observation = Observation::new(&game, seat, &legal);
        let choice = if seat == mine {
            planner.choose(&observation, &mut budget)
        } else {
            Greedy.choose(&observation, &mut budget)
        };
        events.clear();
        game.play(*legal.get(choice)?, &mut events).ok()?;
    }
    None
}
