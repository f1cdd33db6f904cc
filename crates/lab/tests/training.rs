//! Tests of training: its result does not depend on how it is run, and flawed files are refused.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::sync::Arc;

use lanai_ai::Evaluate;
use lanai_lab::training::{Training, TrainingState};
use lanai_rules::Rules as _;
use lanai_rules::chance::Seed;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

const GAMES: u64 = 96;

fn state() -> TrainingState {
    TrainingState {
        players: 2,
        seed: Seed::from_number(9),
        games: GAMES,
        played: 0,
        history: Vec::new(),
    }
}

/// Plays the next batch in this or the reverse order, and learns. Returns false at the end.
fn train_next_batch<G: Evaluate>(
    training: &mut Training<G>,
    printed: &Arc<G::Printed>,
    backwards: bool,
) -> bool {
    let mut numbers: Vec<u64> = training.next_batch().collect();
    if backwards {
        numbers.reverse();
    }
    let mut games: Vec<_> = numbers
        .iter()
        .map(|number| training.play_game(printed, *number))
        .collect();
    if backwards {
        games.reverse();
    }
    !games.is_empty() && {
        training.learn(printed, games);
        true
    }
}

#[test]
fn the_result_does_not_depend_on_the_order_of_play_or_on_pauses() {
    let printed = Hawaii::printed().unwrap();
    let mut at_once = Training::<Hawaii>::new(state());
    while train_next_batch(&mut at_once, &printed, false) {}
    assert_eq!(at_once.state().played, GAMES);
    let mut paused = Training::<Hawaii>::new(state());
    loop {
        let file = paused.encode().unwrap();
        paused = Training::decode(&file).unwrap();
        assert_eq!(paused.encode().unwrap(), file);
        if !train_next_batch(&mut paused, &printed, true) {
            break;
        }
    }
    assert_eq!(paused.encode().unwrap(), at_once.encode().unwrap());
    let other = Training::<Hawaii>::new(TrainingState {
        seed: Seed::from_number(10),
        ..state()
    });
    assert_ne!(
        other.encode().unwrap(),
        Training::<Hawaii>::new(state()).encode().unwrap()
    );
}

#[test]
fn the_error_of_a_network_decreases() {
    let printed = Haleakala::printed().unwrap();
    let mut training = Training::<Haleakala>::new(state());
    while train_next_batch(&mut training, &printed, false) {}
    let history = &training.state().history;
    let first = history[0];
    let last = history[history.len() - 1];
    assert_eq!(last.played, GAMES);
    assert!(last.rms_error < 0.7 * first.rms_error, "{history:?}");
}

#[test]
fn a_flawed_file_is_refused_with_a_reason() {
    let whole = Training::<Hawaii>::new(state()).encode().unwrap();
    let short = &whole[..whole.len() - 1];
    let mut endless = whole.clone();
    let end = endless.len();
    endless[end - 4..].copy_from_slice(&f32::INFINITY.to_le_bytes());
    for (file, why) in [
        (&b""[..], "not as many parameters"),
        (&b"{}\n"[..], "missing field `players`"),
        (short, "not as many parameters"),
        (&endless, "not all of them are finite"),
    ] {
        let refused = Training::<Hawaii>::decode(file).err().unwrap().to_string();
        assert!(refused.contains(why), "{refused}");
    }
    // The network of another game has another number of parameters.
    assert!(Training::<Haleakala>::decode(&whole).is_err());
}
