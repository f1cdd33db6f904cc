//! Damaged and edited records and snapshots: refused or played, but never a panic. Overflow is a panic here.

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::options::Options;
use lanai_rules::hawaii::state::State;
use lanai_rules::record::{Detail, Fault, Record};
use lanai_rules::{Rules, Status};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestCaseResult, TestRunner};
use serde_json::Value;

use super::{edits, played};

/// Any outcome is fine, as long as there is one.
fn any_outcome(read: Result<Record<Hawaii>, Fault>) {
    let _ = read.and_then(|record| record.replay(None));
}

fn run<T: Strategy>(cases: u32, strategy: T, test: impl Fn(T::Value) -> TestCaseResult) {
    let usual = Config::default();
    let cases = (cases * usual.cases / 256).max(1);
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 64,
        ..usual
    };
    TestRunner::new(config)
        .run(&strategy, test)
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// The beginning of a game: the first steps are as good as all of them, and read faster.
fn beginning(detail: Detail, steps: usize) -> Record<Hawaii> {
    let mut record = played(detail);
    record.steps.truncate(steps);
    record.standings = None;
    record
}

#[test]
fn random_bytes_in_a_record_never_panic() {
    let text = serde_json::to_string(&beginning(Detail::Full, 4)).unwrap();
    let edits = prop::collection::vec((any::<Index>(), any::<u8>()), 1..4);
    run(300, (edits, any::<Option<Index>>()), |(edits, cut)| {
        let mut bytes = text.clone().into_bytes();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        any_outcome(Record::read(&String::from_utf8_lossy(&bytes)));
        Ok(())
    });
}

#[test]
fn random_figures_in_a_record_never_panic() {
    let tree = serde_json::to_value(beginning(Detail::Digests, 40)).unwrap();
    let figures = edits::count_figures(&tree);
    let edits = prop::collection::vec(
        (any::<Index>(), prop::sample::select(&edits::CHANGES[..])),
        1..3,
    );
    run(300, edits, |edits| {
        let edit = |tree: Value, (at, change): &(Index, fn(u64) -> u64)| {
            edits::with_figure(&tree, at.index(figures), *change)
        };
        let edited = edits.iter().fold(tree.clone(), edit);
        any_outcome(Record::read(&edited.to_string()));
        Ok(())
    });
}

/// Whole games with edited printed figures: no figure that is accepted breaks the arithmetic.
#[test]
fn games_with_any_printed_figures_never_panic() {
    let printed = serde_json::to_value(&*Hawaii::printed().unwrap()).unwrap();
    let figures = edits::count_figures(&printed);
    let mut accepted = 0;
    for at in 0..figures {
        for change in edits::CHANGES {
            let edited = edits::with_figure(&printed, at, change);
            let Ok(printed) = serde_json::from_value::<<Hawaii as Rules>::Printed>(edited) else {
                continue;
            };
            let seats = lanai_rules::Seats::of(Hawaii::TITLE, 3).unwrap();
            let seed = Seed::from_number(at as u64);
            let game = Hawaii::setup(&printed.into(), seats, Options::default(), seed).unwrap();
            assert!(
                play_on(game, at as u64, 400),
                "figure {at} leaves somebody without a choice"
            );
            accepted += 1;
        }
    }
    assert!(
        accepted > figures,
        "most figures may be greater or smaller by one"
    );
}

#[test]
fn an_edited_snapshot_is_refused_or_plays_on_without_a_panic() {
    let games: Vec<State> = played(Detail::Full)
        .steps
        .into_iter()
        .filter_map(|step| step.after.full.map(|full| full.state))
        .collect();
    let edits = prop::collection::vec(
        (any::<Index>(), prop::sample::select(&edits::CHANGES[..])),
        1..3,
    );
    let printed = Hawaii::printed().unwrap();
    run(1000, (any::<Index>(), edits), |(which, edits)| {
        let mut tree = serde_json::to_value(which.get(&games)).unwrap();
        for (at, change) in edits {
            let at = at.index(edits::count_figures(&tree));
            tree = edits::with_figure(&tree, at, change);
        }
        let state = serde_json::from_value::<State>(tree);
        if let Some(game) = state
            .ok()
            .and_then(|state| Hawaii::restore(&printed, state).ok())
        {
            // An edited agenda may hold later steps without a legal action: then the game stops.
            play_on(game, 5, 60);
        }
        Ok(())
    });
}

/// Returns whether a player had a choice at every step.
fn play_on(mut game: Hawaii, walker: u64, steps: usize) -> bool {
    let mut dice = Dice::new(&Seed::from_number(walker), 0);
    let mut legal = Vec::new();
    for _ in 0..steps {
        let Status::ToAct(seat) = game.status() else {
            break;
        };
        game.legal(&mut legal);
        if legal.is_empty() {
            return false;
        }
        let bound = u32::try_from(legal.len()).unwrap();
        let choice = dice.below(bound).min(dice.below(bound));
        let _ = game.view(lanai_rules::Viewer::Seat(seat));
        game.play(legal[choice as usize], &mut Vec::new()).unwrap();
    }
    true
}
