//! How fast the rules are: whole random games, and listing, playing and cloning alone.
//!
//! `games` counts games, `decisions` the decisions of the same games; the others count positions, taken from
//! random games of four so that early and late ones are mixed as they come.

#![expect(clippy::expect_used, reason = "a bench that cannot begin may stop")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use lanai::{
    minds::{Mind, Random, Sight},
    rules::{
        Rules, Seat, Seats, Status, Title,
        chance::{Dice, Seed},
        hawaii::{Hawaii, options::Options},
    },
};

const PLAYERS: u8 = 4;
const GAMES: u64 = 64;

/// A game of four before the first turn.
fn game(number: u64) -> (Hawaii, Random) {
    let seed = Seed::from_number(number);
    let printed = Hawaii::printed().expect("the figures are checked by tests");
    let seats = Seats::of(Title::Hawaii, PLAYERS).expect("Hawaii is for four");
    let game = Hawaii::setup(&printed, seats, Options::default(), seed).expect("Hawaii is for four");
    (game, Random::new(&seed, Seat::default()))
}

/// Plays a random game to the end, showing every position with its choice to somebody. Counts decisions.
fn play_out<G: Rules>(game: &mut G, mind: &mut impl Mind<G>, mut look: impl FnMut(&G, G::Action)) -> u64 {
    let mut legal = Vec::with_capacity(256);
    let mut events = Vec::with_capacity(256);
    let mut decisions = 0;
    while let Status::ToAct(seat) = game.status() {
        game.legal(&mut legal);
        let action = legal[mind.choose(&Sight::new(game, seat, &legal))];
        look(game, action);
        events.clear();
        game.play(action, &mut events).expect("listed actions are lawful");
        decisions += 1;
    }
    decisions
}

fn whole_games(criterion: &mut Criterion) {
    let decisions = (0..GAMES).map(|number| {
        let (mut game, mut mind) = game(number);
        play_out(&mut game, &mut mind, |_, _| {})
    });
    let decisions: u64 = decisions.sum();
    let mut group = criterion.benchmark_group("hawaii, random games of four");
    for (name, elements) in [("games", GAMES), ("decisions", decisions)] {
        group.throughput(Throughput::Elements(elements));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for number in 0..GAMES {
                    let (mut game, mut mind) = game(number);
                    black_box(play_out(&mut game, &mut mind, |_, _| {}));
                }
            });
        });
    }
}

/// A thousand positions, each with one of its choices.
fn positions() -> Vec<(Hawaii, <Hawaii as Rules>::Action)> {
    let mut positions = Vec::new();
    let mut dice = Dice::new(&Seed::from_number(0), 7);
    for number in 0..GAMES {
        let (mut game, mut mind) = game(number);
        play_out(&mut game, &mut mind, |game, action| {
            if dice.below(9) == 0 {
                positions.push((game.clone(), action));
            }
        });
    }
    positions.truncate(1000);
    positions
}

fn alone(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("hawaii, positions");
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
        let play = |positions: &mut Vec<(Hawaii, _)>| {
            for (game, action) in positions {
                events.clear();
                game.play(*action, &mut events).expect("listed actions are lawful");
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
    targets = whole_games, alone
}
criterion_main!(rules);
