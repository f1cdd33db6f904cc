//! Measures the strength of a network in games against greedy opponents.

use std::sync::Arc;

use lanai_ai::{
    Budget, Evaluate, Greedy, Observation, Planner, PlannerSettings, Policy as _, ValueNetwork,
    win_share,
};
use lanai_rules::chance::Seed;
use lanai_rules::{Seat, Seats, Status};

/// The most games of a measurement; if the training has fewer games, so has the measurement.
const MAX_GAMES: u16 = 200;
/// A game with more decisions counts as lost, because a player who tries to win needs far fewer.
const MAX_DECISIONS: u32 = 3000;
/// The number of the first game's seed, far from the numbers of training games.
const FIRST_SEED_NUMBER: u64 = 1 << 48;

/// Returns the percentage of games that a network wins, without look-ahead, against greedy players.
pub(crate) fn measure_win_percent<G: Evaluate>(
    net: &Arc<ValueNetwork>,
    printed: &Arc<G::Printed>,
    seats: Seats,
    seed: &Seed,
    games_learned: u64,
) -> f64 {
    let games = u16::try_from(games_learned)
        .unwrap_or(MAX_GAMES)
        .min(MAX_GAMES);
    let mut wins = 0.0;
    for number in 0..games {
        let seed = seed.derive(FIRST_SEED_NUMBER + u64::from(number));
        let own_seat = seats
            .iter()
            .nth(usize::from(number) % seats.count())
            .unwrap_or_default();
        wins += play_against_greedy::<G>(net, printed, seats, own_seat, seed).unwrap_or(0.0);
    }
    100.0 * wins / f64::from(games.max(1))
}

/// Plays a game and returns the network's share in the win; `None` if the game does not end.
fn play_against_greedy<G: Evaluate>(
    net: &Arc<ValueNetwork>,
    printed: &Arc<G::Printed>,
    seats: Seats,
    own_seat: Seat,
    seed: Seed,
) -> Option<f64> {
    let mut game = G::setup(printed, seats, G::Options::default(), seed).ok()?;
    let skill = PlannerSettings {
        evaluation_noise: 0.0,
        looks_ahead: false,
    };
    let mut planner = Planner::new(skill, Arc::clone(net), &seed, own_seat);
    let mut legal = Vec::new();
    let mut events = Vec::new();
    let mut budget = Budget::of_iterations(0);
    for _ in 0..MAX_DECISIONS {
        let seat = match game.status() {
            Status::ToAct(seat) => seat,
            Status::Over(standings) => return Some(win_share(&standings, own_seat).into()),
        };
        game.legal(&mut legal);
        let observation = Observation::new(&game, seat, &legal);
        let choice = if seat == own_seat {
            planner.choose(&observation, &mut budget)
        } else {
            Greedy.choose(&observation, &mut budget)
        };
        events.clear();
        game.play(*legal.get(choice)?, &mut events).ok()?;
    }
    None
}
