//! Measures a network in games against greedy opponents.

use std::sync::Arc;

use lanai_ai::{
    Appraise, Budget, Greedy, Observation, Planner, Policy as _, Skill, ValueNetwork, win_share,
};
use lanai_rules::chance::Seed;
use lanai_rules::{Seat, Seats, Status};

/// The number of games; fewer if fewer were learned from.
const TRIALS: u16 = 200;
/// More decisions than any game has that a player wants to end.
const LONG: u32 = 3000;
/// The first seed of trials: far from those of training games.
const SEEDS: u64 = 1 << 48;

/// Returns the percentage of wins of a network, without looking ahead, against greedy opponents.
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

/// Returns the share of a seat in the win; `None` if the game does not end, which counts as lost.
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
