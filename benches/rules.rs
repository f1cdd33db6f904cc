//! How fast the rules are: whole random games, and listing, playing and cloning alone.
//!
//! `games` counts games, `decisions` the decisions of the same games; the others count positions,
//! taken from random games so that early and late ones are mixed as they come. Hawaii is played by
//! four, Haleakala by two.

#![expect(clippy::expect_used, reason = "a bench that cannot begin may stop")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use lanai_ai::{Budget, Observation, Policy, Random};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules, Seat, Seats, Status};

const GAMES: u64 = 64;

/// A game before the first turn, for four or for as many as it allows.
fn game<G: Rules>(number: u64) -> (G, Random) {
    let seed = Seed::from_number(number);
    let printed = G::printed().expect("the figures are checked by tests");
    let players = 4.min(*G::TITLE.seats().end());
    let seats = Seats::of(G::TITLE, players).expect("the game is for so many");
    let game =
        G::setup(&printed, seats, G::Options::default(), seed).expect("the game is for so many");
    (game, Random::new(&seed, Seat::default()))
}

/// Plays a random game to the end, and calls a function with each position and choice. Returns the
/// number of decisions.
fn play_out<G: Rules>(
    game: &mut G,
    mind: &mut impl Policy<G>,
    mut look: impl FnMut(&G, G::Action),
) -> u64 {
    let mut legal = Vec::with_capacity(256);
    let mut events = Vec::with_capacity(256);
    let mut decisions = 0;
    while let Status::ToAct(seat) = game.status() {
        game.legal(&mut legal);
        let action = legal[mind.choose(
            &Observation::new(game, seat, &legal),
            &mut Budget::per_turn(),
        )];
        look(game, action);
        events.clear();
        assert!(
            game.play(action, &mut events).is_ok(),
            "listed actions are lawful"
        );
        decisions += 1;
    }
    decisions
}

fn whole_games<G: Rules>(criterion: &mut Criterion) {
    let decisions = (0..GAMES).map(|number| {
        let (mut game, mut mind) = game::<G>(number);
        play_out(&mut game, &mut mind, |_, _| {})
    });
    let decisions: u64 = decisions.sum();
    let mut group = criterion.benchmark_group(format!("{}, random games", G::TITLE.name()));
    for (name, elements) in [("games", GAMES), ("decisions", decisions)] {
        group.throughput(Throughput::Elements(elements));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for number in 0..GAMES {
                    let (mut game, mut mind) = game::<G>(number);
                    black_box(play_out(&mut game, &mut mind, |_, _| {}));
                }
            });
        });
    }
}

/// A thousand positions, each with one of its legal actions.
fn positions<G: Rules>() -> Vec<(G, G::Action)> {
    let mut positions = Vec::new();
    let mut dice = Dice::new(&Seed::from_number(0), 7);
    for number in 0..GAMES {
        let (mut game, mut mind) = game::<G>(number);
        play_out(&mut game, &mut mind, |game, action| {
            if dice.below(9) == 0 {
                positions.push((game.clone(), action));
            }
        });
    }
    dice.shuffle(&mut positions);
    positions.truncate(1000);
    positions
}

fn measure_parts<G: Rules>(criterion: &mut Criterion) {
    let positions = positions::<G>();
    let mut group = criterion.benchmark_group(format!("{}, positions", G::TITLE.name()));
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut legal = Vec::with_capacity(256);
    group.bench_function("legal", |bencher| {
        bencher.iter(|| {
            for (game, _) in &positions {
                game.legal(&mut legal);
                black_box(&legal);
            }
        });
    });
    let mut events = Vec::with_capacity(256);
    group.bench_function("play", |bencher| {
        let play = |positions: &mut Vec<(G, G::Action)>| {
            for (game, action) in positions {
                events.clear();
                assert!(
                    game.play(*action, &mut events).is_ok(),
                    "listed actions are lawful"
                );
            }
        };
        bencher.iter_batched_ref(|| positions.clone(), play, BatchSize::LargeInput);
    });
    let mut copies: Vec<_> = positions.iter().map(|(game, _)| game.clone()).collect();
    group.bench_function("clone", |bencher| {
        bencher.iter(|| {
            for (copy, (game, _)) in copies.iter_mut().zip(&positions) {
                copy.clone_from(game);
            }
            black_box(&copies);
        });
    });
}

criterion_group! {
    name = rules;
    config = Criterion::default().sample_size(30);
    targets = whole_games::<Hawaii>, measure_parts::<Hawaii>, whole_games::<Haleakala>, measure_parts::<Haleakala>
}
criterion_main!(rules);
