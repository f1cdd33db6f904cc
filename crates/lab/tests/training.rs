//! What a network learns does not depend on how the training is run.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::sync::Arc;

use lanai_ai::Appraise;
use lanai_lab::training::{Course, Training};
use lanai_rules::Rules as _;
use lanai_rules::chance::Seed;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

const GAMES: u64 = 96;

fn course() -> Course {
    Course {
        players: 2,
        seed: Seed::from_number(9),
        games: GAMES,
        played: 0,
        history: Vec::new(),
    }
}

/// A batch more, its games played in this order or the other way round. False if there is none.
fn go_on<G: Appraise>(
    training: &mut Training<G>,
    printed: &Arc<G::Printed>,
    backwards: bool,
) -> bool {
    let mut numbers: Vec<u64> = training.batch().collect();
    if backwards {
        numbers.reverse();
    }
    let mut games: Vec<_> = numbers
        .iter()
        .map(|number| training.play(printed, *number))
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
fn what_is_learned_does_not_depend_on_who_plays_first_or_on_a_pause() {
    let printed = Hawaii::printed().unwrap();
    let mut at_once = Training::<Hawaii>::new(course());
    while go_on(&mut at_once, &printed, false) {}
    assert_eq!(at_once.course().played, GAMES);
    let mut paused = Training::<Hawaii>::new(course());
    loop {
        let file = paused.write().unwrap();
        paused = Training::read(&file).unwrap();
        assert_eq!(paused.write().unwrap(), file);
        if !go_on(&mut paused, &printed, true) {
            break;
        }
    }
    assert_eq!(paused.write().unwrap(), at_once.write().unwrap());
    let other = Training::<Hawaii>::new(Course {
        seed: Seed::from_number(10),
        ..course()
    });
    assert_ne!(
        other.write().unwrap(),
        Training::<Hawaii>::new(course()).write().unwrap()
    );
}

#[test]
fn a_net_learns_what_is_to_be_expected() {
    let printed = Haleakala::printed().unwrap();
    let mut training = Training::<Haleakala>::new(course());
    while go_on(&mut training, &printed, false) {}
    let history = &training.course().history;
    let first = history[0];
    let last = history[history.len() - 1];
    assert_eq!(last.played, GAMES);
    assert!(last.off < 0.7 * first.off, "{history:?}");
}

#[test]
fn a_file_that_is_no_net_is_refused_with_a_reason() {
    let whole = Training::<Hawaii>::new(course()).write().unwrap();
    let short = &whole[..whole.len() - 1];
    let mut endless = whole.clone();
    let end = endless.len();
    endless[end - 4..].copy_from_slice(&f32::INFINITY.to_le_bytes());
    for (file, why) in [
        (&b""[..], "not as many numbers"),
        (&b"{}\n"[..], "missing field `players`"),
        (short, "not as many numbers"),
        (&endless, "not all of them are numbers"),
    ] {
        let refused = Training::<Hawaii>::read(file).err().unwrap().to_string();
        assert!(refused.contains(why), "{refused}");
    }
    // That of another game has another number of them.
    assert!(Training::<Haleakala>::read(&whole).is_err());
}
