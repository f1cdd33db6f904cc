//! What views of Hawaii show and what they keep, by name; and that a resampled game is really another one.

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::options::{GoodsShown, Options};
use lanai_rules::hawaii::token::At;
use lanai_rules::{Rules, Seat, Seats, Status, Title, Viewer};
use serde_json::Value;

use super::walk::{to_json, viewers};
use lanai_testing::resampling::Resample as _;

/// Every position of a game of four in which everybody takes what is listed first, mostly.
fn positions(goods: GoodsShown) -> Vec<Hawaii> {
    let seats = Seats::of(Title::Hawaii, 4).unwrap();
    let options = Options {
        goods,
        ..Options::default()
    };
    let mut game = Hawaii::setup(
        &Hawaii::printed().unwrap(),
        seats,
        options,
        Seed::from_number(11),
    )
    .unwrap();
    let mut dice = Dice::new(&Seed::from_number(12), 0);
    let mut positions = vec![game.clone()];
    let mut legal = Vec::new();
    while let Status::ToAct(_) = game.status() {
        game.legal(&mut legal);
        let bound = u32::try_from(legal.len()).unwrap();
        let choice = dice.below(bound).min(dice.below(bound));
        game.play(legal[choice as usize], &mut Vec::new()).unwrap();
        positions.push(game.clone());
    }
    positions
}

fn running(game: &Hawaii) -> bool {
    matches!(game.status(), Status::ToAct(_))
}

fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

/// Every name in a tree.
fn names(tree: &Value, into: &mut Vec<String>) {
    match tree {
        Value::Object(map) => {
            into.extend(map.keys().cloned());
            map.values().for_each(|child| names(child, into));
        }
        Value::Array(list) => list.iter().for_each(|child| names(child, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn names_of(game: &Hawaii, viewer: Viewer) -> Vec<String> {
    let mut all = Vec::new();
    names(&serde_json::to_value(game.view(viewer)).unwrap(), &mut all);
    all
}

#[test]
fn no_view_has_the_seed_or_where_a_hidden_piece_lies() {
    for game in positions(GoodsShown::Open) {
        let seed = String::from(game.state().seed);
        for viewer in viewers(&game) {
            assert!(!to_json(&game.view(viewer)).contains(&seed));
            for name in names_of(&game, viewer) {
                let secret = [
                    "seed", "hidden", "tokens", "gods", "islands", "shuffles", "agenda",
                ];
                assert!(!secret.contains(&name.as_str()), "a view has {name}");
            }
        }
    }
}

#[test]
fn the_table_sees_no_goods_behind_screens_while_the_game_runs() {
    for game in positions(GoodsShown::Hidden)
        .iter()
        .filter(|game| running(game))
    {
        let view = serde_json::to_value(game.view(Viewer::Table)).unwrap();
        let mut found = Vec::new();
        names(&view["realms"], &mut found);
        found.retain(|name| ["shells", "feet", "fruits"].contains(&name.as_str()));
        assert!(found.is_empty(), "{found:?}");
        assert!(
            view["realms"]
                .as_array()
                .unwrap()
                .iter()
                .all(|realm| realm["goods"].is_null())
        );
        assert!(
            game.view(Viewer::Table)
                .realms
                .iter()
                .all(|realm| realm.goods.is_none())
        );
    }
}

#[test]
fn behind_screens_a_player_sees_only_his_own_goods() {
    for game in positions(GoodsShown::Hidden)
        .iter()
        .filter(|game| running(game))
    {
        for owner in game.seats().iter() {
            for realm in game.view(Viewer::Seat(owner)).realms {
                let expected = (realm.seat == owner).then_some(game.state().realms[owner].goods);
                assert_eq!(realm.goods, expected);
            }
        }
    }
}

#[test]
fn open_goods_and_those_of_a_game_that_is_over_are_seen_by_all() {
    let over = positions(GoodsShown::Hidden)
        .into_iter()
        .filter(|game| !running(game));
    let mut seen = 0;
    for game in over.chain(positions(GoodsShown::Open)) {
        for viewer in viewers(&game) {
            for realm in game.view(viewer).realms {
                assert_eq!(realm.goods, Some(game.state().realms[realm.seat].goods));
                seen += 1;
            }
        }
    }
    assert!(seen > 0);
}

#[test]
fn only_who_decides_sees_the_choices() {
    for game in positions(GoodsShown::Open) {
        for viewer in viewers(&game) {
            let view = game.view(viewer);
            let decides = matches!(game.status(), Status::ToAct(seat) if viewer.is(seat));
            assert_eq!(
                view.step.is_some(),
                running(&game),
                "what there is to decide, everybody sees"
            );
            assert_eq!(view.my_step().is_some(), decides);
            assert_eq!(view.legal.is_empty(), !decides);
        }
    }
}

#[test]
fn resampling_draws_anew_all_that_is_hidden() {
    let game = &positions(GoodsShown::Hidden)[0];
    let mut dice = Dice::new(&Seed::from_number(1), 0);
    let other = game.resample(Viewer::Seat(seat(1)), &mut dice);
    let (now, then) = (other.state(), game.state());
    assert_ne!(now.seed, then.seed);
    assert_ne!(now.gods, then.gods);
    assert_ne!(now.islands.hidden, then.islands.hidden);
    assert_eq!(
        now.realms[seat(1)],
        then.realms[seat(1)],
        "his own purse he knows"
    );
    assert!((2..=4).any(|other| now.realms[seat(other)] != then.realms[seat(other)]));
    let open = |at: At| matches!(at, At::Circle(..) | At::Track(_) | At::Bought(_));
    for ((token, now), (_, then)) in now.tokens.iter().zip(then.tokens.iter()) {
        assert!(
            now == then || !open(now) && !open(then),
            "{token:?} lies open"
        );
    }
}

/// So a view that showed numbers of fish tokens, gods below the tops or the order of islands would be noticed.
#[test]
fn over_a_game_every_hidden_piece_is_moved_by_some_resampling() {
    let mut dice = Dice::new(&Seed::from_number(2), 0);
    let [mut fished, mut in_cove, mut gods, mut islands, mut purses] = [0; 5];
    for game in positions(GoodsShown::Hidden) {
        let other = game.resample(Viewer::Table, &mut dice);
        let (now, then) = (other.state(), game.state());
        for ((_, now), (_, then)) in now.tokens.iter().zip(then.tokens.iter()) {
            fished += usize::from(matches!(then, At::Fished(_)) && now != then);
            in_cove += usize::from(matches!(then, At::Cove(_)) && now != then);
        }
        gods += usize::from(now.gods != then.gods);
        islands += usize::from(now.islands != then.islands);
        purses += usize::from(now.realms != then.realms);
    }
    for moved in [fished, in_cove, gods, islands, purses] {
        assert!(moved > 20, "{:?}", [fished, in_cove, gods, islands, purses]);
    }
}

#[test]
fn what_is_hidden_from_the_table_is_not_hidden_from_its_owner() {
    let game = &positions(GoodsShown::Hidden)[0];
    let mut dice = Dice::new(&Seed::from_number(3), 0);
    let other = game.resample(Viewer::Table, &mut dice);
    assert_eq!(other.view(Viewer::Table), game.view(Viewer::Table));
    assert_ne!(
        other.view(Viewer::Seat(seat(1))),
        game.view(Viewer::Seat(seat(1)))
    );
}

#[test]
fn open_goods_are_never_resampled() {
    let mut dice = Dice::new(&Seed::from_number(4), 0);
    for game in positions(GoodsShown::Open) {
        let other = game.resample(Viewer::Table, &mut dice);
        assert_eq!(other.state().realms, game.state().realms);
    }
}

/// The payout may leave choices to irrigations, and only then the next round is laid out: no one takes back his
/// harvest once he has seen it.
#[test]
fn laying_out_a_round_uncovers() {
    assert!(Hawaii::reveals_hidden(&Event::RoundBegins { round: 2 }));
    assert!(Hawaii::reveals_hidden(&Event::RoundOver { round: 1 }));
    assert!(Hawaii::reveals_hidden(&Event::GodUncovered {
        stack: 1,
        god: None
    }));
    assert!(!Hawaii::reveals_hidden(&Event::Declined { seat: seat(1) }));
}
