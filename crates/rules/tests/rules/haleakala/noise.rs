//! Snapshots with random edits: each is refused, or is a game that goes on to its end without a panic.

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::options::{Lava, Options, Shuffling};
use lanai_rules::haleakala::state::State;
use lanai_rules::{Rules, Status};
use serde_json::Value;

use super::fixture::*;

fn pick<'a, T>(dice: &mut Dice, items: &'a [T]) -> &'a T {
    &items[usize::try_from(dice.below(u32::try_from(items.len()).unwrap())).unwrap()]
}

/// Every number and word below, each with the path that leads to it.
fn leaves(tree: &Value, path: &str, into: &mut Vec<(String, Value)>) {
    match tree {
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(at, value)| leaves(value, &format!("{path}/{at}"), into));
        }
        Value::Object(map) => {
            map.iter()
                .for_each(|(key, value)| leaves(value, &format!("{path}/{key}"), into));
        }
        leaf @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
            into.push((path.to_owned(), leaf.clone()));
        }
    }
}

/// Takes random actions, so many at most.
fn plays(game: &mut Haleakala, dice: &mut Dice, actions: usize) {
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    for _ in 0..actions {
        game.legal(&mut legal);
        if matches!(game.status(), Status::Over(_)) {
            assert!(legal.is_empty());
            return;
        }
        assert!(!legal.is_empty(), "somebody is stuck: {:?}", game.state());
        let action = *pick(dice, &legal);
        game.play(action, &mut events).unwrap();
        let _ = game.view(lanai_rules::Viewer::Table);
    }
}

#[test]
fn edited_snapshots_are_refused_or_go_on() {
    let mut dice = Dice::new(&Seed::from_number(5), 77);
    let mut accepted = 0;
    for number in 0..3_000 {
        let lava = if number % 2 == 0 {
            Lava::Drawn
        } else {
            Lava::Invoked
        };
        let options = Options {
            lava,
            shuffling: Shuffling::FortyTurns,
            ..Options::base()
        };
        let seed = Seed::from_number(number % 40);
        let mut game = Haleakala::setup(&printed(), seats(), options, seed).unwrap();
        let actions = usize::try_from(dice.below(160)).unwrap();
        plays(&mut game, &mut dice, actions);
        let mut json = serde_json::to_value(game.state()).unwrap();
        let mut all = Vec::new();
        leaves(&json, "", &mut all);
        for _ in 0..=dice.below(2) {
            let (path, _) = pick(&mut dice, &all).clone();
            let (_, other) = pick(&mut dice, &all).clone();
            let extreme = Value::from(*pick(&mut dice, &[0, 1, 5, 99, 255, 9_999, 65_535]));
            *json.pointer_mut(&path).unwrap() = if dice.below(2) == 0 { other } else { extreme };
        }
        let Ok(state) = serde_json::from_value::<State>(json) else {
            continue;
        };
        let Ok(mut edited) = Haleakala::restore(&printed(), state) else {
            continue;
        };
        plays(&mut edited, &mut dice, 300);
        accepted += 1;
    }
    assert!(accepted > 100, "only {accepted} edits were lawful");
}
