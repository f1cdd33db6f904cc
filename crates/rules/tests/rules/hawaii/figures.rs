//! The file of printed figures: its contents, its sources, and the errors of a broken one.

use std::collections::BTreeSet;

use lanai_rules::Rules;
use lanai_rules::figures::{Confidence, Flaw};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::island::{Dock, Place};
use lanai_rules::hawaii::pieces::Tile;
use lanai_rules::hawaii::printed::{Printed, Sheet};

const FILE: &str = include_str!("../../../../../assets/hawaii.toml");

fn sheet() -> Sheet {
    Hawaii::printed().unwrap().sheet.clone()
}

/// Returns the flaw of edited figures: the figure, what it must be, and what it is.
fn flaw(edit: impl FnOnce(&mut Sheet)) -> (&'static str, &'static str, usize) {
    let mut sheet = sheet();
    edit(&mut sheet);
    let Err(Flaw::Figure {
        file,
        what,
        expected,
        found,
    }) = Printed::try_from(sheet)
    else {
        panic!("no figure was found wrong")
    };
    assert_eq!(file, "printed");
    (what, expected, found)
}

/// Every pair of a confidence and a source in the file, however deep.
fn sources(value: &toml::Value, path: &str, into: &mut Vec<(String, String)>) {
    match value {
        toml::Value::Table(table) => {
            if let Some(toml::Value::String(source)) = table.get("source") {
                into.push((path.to_owned(), source.clone()));
            }
            table
                .iter()
                .for_each(|(key, value)| sources(value, &format!("{path}.{key}"), into));
        }
        toml::Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(at, value)| sources(value, &format!("{path}[{at}]"), into));
        }
        toml::Value::String(_)
        | toml::Value::Integer(_)
        | toml::Value::Float(_)
        | toml::Value::Boolean(_)
        | toml::Value::Datetime(_) => {}
    }
}

// --- Contents ---

#[test]
fn each_figure_says_where_it_is_known_from() {
    let mut all = Vec::new();
    sources(&toml::from_str(FILE).unwrap(), "", &mut all);
    assert!(all.len() > 60, "only {} sources were found", all.len());
    for (path, source) in all {
        assert!(!source.trim().is_empty(), "{path} has no source");
    }
}

/// Apart from names and worths, no figure stands outside a group with a source.
#[test]
fn no_figure_stands_without_a_source() {
    fn check(value: &toml::Value, path: &str, sourced: bool) {
        match value {
            toml::Value::Table(table) => {
                let sourced =
                    sourced || (table.contains_key("source") && table.contains_key("confidence"));
                table
                    .iter()
                    .for_each(|(key, value)| check(value, &format!("{path}.{key}"), sourced));
            }
            toml::Value::Array(list) => list.iter().for_each(|value| check(value, path, sourced)),
            toml::Value::String(_)
            | toml::Value::Integer(_)
            | toml::Value::Float(_)
            | toml::Value::Boolean(_)
            | toml::Value::Datetime(_) => {
                let key = path.rsplit('.').next().unwrap();
                assert!(sourced || ["name", "worth"].contains(&key), "{path}");
            }
        }
    }
    check(&toml::from_str(FILE).unwrap(), "", false);
}

#[test]
fn what_is_called_printed_names_a_rulebook() {
    let sheet = sheet();
    let rounds = sheet
        .round
        .iter()
        .flat_map(|it| [(it.threshold.confidence, &it.threshold.source)]);
    let docks = sheet.dock.iter().map(|it| (it.confidence, &it.source));
    let islands = sheet.island.iter().map(|it| (it.confidence, &it.source));
    for (confidence, source) in rounds.chain(docks).chain(islands) {
        if confidence == Confidence::Printed {
            assert!(
                ["en", "fr", "cs"]
                    .iter()
                    .any(|text| source.starts_with(text)),
                "{source}"
            );
        }
    }
}

#[test]
fn the_sheet_survives_json() {
    let printed = Hawaii::printed().unwrap();
    let json = serde_json::to_string(&*printed).unwrap();
    let read: Printed = serde_json::from_str(&json).unwrap();
    assert_eq!(read, *printed);
}

#[test]
fn a_broken_sheet_does_not_survive_json() {
    let mut sheet = sheet();
    sheet.dock.pop();
    let json = serde_json::to_string(&sheet).unwrap();
    let error = serde_json::from_str::<Printed>(&json).unwrap_err();
    assert!(
        error.to_string().contains("the docks must be 4, not 3"),
        "{error}"
    );
}

#[test]
fn every_tile_has_a_home_and_every_place_its_own_name() {
    let printed = Hawaii::printed().unwrap();
    assert!(Tile::all().all(|tile| printed.selling_place(tile).is_some()));
    let names: BTreeSet<&str> = Place::all()
        .map(|place| printed.card(place).name.as_str())
        .collect();
    assert_eq!(names.len(), Place::all().count());
}

#[test]
fn docks_cost_more_and_are_worth_more_from_left_to_right() {
    let printed = Hawaii::printed().unwrap();
    let docks: Vec<_> = Dock::all()
        .map(|dock| printed.dock(dock))
        .map(|dock| (dock.feet, dock.points))
        .collect();
    assert!(
        docks.is_sorted_by(|left, right| left.0 < right.0 && left.1 < right.1),
        "{docks:?}"
    );
}

/// "One circle in each place is pre-printed with a number between 5 and 12."
#[test]
fn printed_numbers_are_between_5_and_12() {
    assert!(
        sheet()
            .place
            .iter()
            .all(|card| (5..=12).contains(&card.circles.number))
    );
}

// --- Errors ---

#[test]
fn what_is_no_toml_is_unreadable() {
    let Err(Flaw::Unreadable { file, why }) = Printed::read("[layout") else {
        panic!("it was read")
    };
    assert_eq!(file, "assets/hawaii.toml");
    assert!(why.contains("line 1"), "{why}");
}

#[test]
fn a_missing_group_is_named() {
    let broken = FILE.replace("[last_round]", "[[last_round_]]");
    let Err(Flaw::Unreadable { why, .. }) = Printed::read(&broken) else {
        panic!("it was read")
    };
    assert!(why.contains("last_round"), "{why}");
}

#[test]
fn a_missing_source_is_named() {
    let broken = FILE.replacen("source", "sauce", 20);
    assert!(broken.contains("sauce ="));
    let Err(Flaw::Unreadable { why, .. }) = Printed::read(&broken) else {
        panic!("it was read")
    };
    assert!(why.contains("source"), "{why}");
}

#[test]
fn an_unknown_tile_is_named() {
    let broken = FILE.replace("\"long-hut\"", "\"tall-hut\"");
    let flaw = Printed::read(&broken).unwrap_err();
    assert_eq!(
        flaw.to_string(),
        "assets/hawaii.toml: the place long-huts sells an unknown tile: tall-hut"
    );
}

#[test]
fn a_flaw_reads_as_a_sentence() {
    let mut sheet = sheet();
    sheet.supply.figures.boat = 9;
    let flaw = Printed::try_from(sheet).unwrap_err();
    assert_eq!(
        flaw.to_string(),
        "printed: the number of tiles must be 126, not 127"
    );
}

#[test]
fn there_are_ten_places_in_rows_of_ten() {
    assert_eq!(
        flaw(|it| {
            it.place.pop();
        }),
        ("the number of places", "10", 9)
    );
    assert_eq!(
        flaw(|it| it.layout.figures.rows[0] = 3),
        ("the places in all rows", "10", 11)
    );
    let expected = ("halves_from_left", "one for each row", 3);
    assert_eq!(
        flaw(|it| {
            it.layout.figures.halves_from_left.pop();
        }),
        expected
    );
}

#[test]
fn every_place_can_be_reached() {
    let expected = ("the steps from the beach to a place", "1 to 10", 255);
    assert_eq!(
        flaw(|it| it.layout.figures.halves_from_left[2] = 20),
        expected
    );
    let expected_halves = ("the halves from the left", "0 to 20", 60);
    assert_eq!(
        flaw(|it| it.layout.figures.halves_from_left[0] = 60),
        expected_halves
    );
    let apart = |it: &mut Sheet| {
        it.layout.figures.rows = vec![2, 3, 0, 3, 2];
        it.layout.figures.halves_from_left = vec![1, 0, 0, 0, 1];
    };
    assert_eq!(flaw(apart), expected);
}

#[test]
fn there_are_five_rounds_and_fruits_for_five() {
    assert_eq!(
        flaw(|it| {
            it.round.pop();
        }),
        ("the rounds", "5", 4)
    );
    assert_eq!(
        flaw(|it| {
            it.start.figures.fruits_by_order.pop();
        }),
        ("fruits_by_order", "5", 4)
    );
}

#[test]
fn there_is_an_income_after_each_round_but_the_last() {
    let what = "the incomes of a round";
    let expected = "one after rounds 1 to 4, none after 5";
    assert_eq!(flaw(|it| it.round[1].income = None), (what, expected, 0));
    assert_eq!(
        flaw(|it| it.round[4].income = it.round[3].income.clone()),
        (what, expected, 1)
    );
}

#[test]
fn there_are_four_docks_and_ten_islands() {
    assert_eq!(
        flaw(|it| it.dock.push(it.dock[0].clone())),
        ("the docks", "4", 5)
    );
    assert_eq!(
        flaw(|it| {
            it.island.pop();
        }),
        ("the islands", "10", 9)
    );
}

#[test]
fn the_realms_have_spaces_for_five_kahunas_and_seven_tikis() {
    assert_eq!(
        flaw(|it| {
            it.realm.kahunas.figures.points.pop();
        }),
        ("the kahunas' points", "5", 4)
    );
    assert_eq!(
        flaw(|it| {
            it.realm.kahuna_shells.figures.shells.pop();
        }),
        ("the kahunas' shells", "5", 4)
    );
    assert_eq!(
        flaw(|it| it.realm.tikis.figures.columns.push(9)),
        ("the tikis' columns", "7", 8)
    );
    assert_eq!(
        flaw(|it| {
            it.realm.tiki_feet.figures.feet.pop();
        }),
        ("the tikis' feet", "7", 6)
    );
}

#[test]
fn places_have_circles_enough_for_the_tokens() {
    assert_eq!(
        flaw(|it| it.place[0].circles.figures.blank = 3),
        ("the blank circles of a place", "0 to 2", 3)
    );
    assert_eq!(
        flaw(|it| it.place[0].circles.figures.blank = 1),
        ("the circles of all places", "10 to 21", 22)
    );
}

#[test]
fn places_sell_one_kind_or_two() {
    let kinds = ("the kinds that a place sells", "1 or 2", 3);
    assert_eq!(
        flaw(|it| it.place[8].sells.figures.tiles.push("coconut".into())),
        kinds
    );
    assert_eq!(flaw(|it| it.place[8].sells.figures.tiles.clear()).2, 0);
}

#[test]
fn each_kind_is_sold_in_one_place() {
    let stacks = (
        "the stacks of all places",
        "16, the gods counted as one",
        15,
    );
    assert_eq!(
        flaw(|it| {
            it.place[8].sells.figures.tiles.pop();
        }),
        stacks
    );
    let kinds = ("the kinds of tile with a place", "21", 20);
    assert_eq!(
        flaw(|it| it.place[8].sells.figures.tiles[0] = "taro".into()),
        kinds
    );
    assert_eq!(
        flaw(|it| it.place[1].sells.figures.tiles[0] = "gods".into()),
        kinds
    );
}

#[test]
fn there_are_25_tokens_of_2_to_6_with_one_to_three_fish() {
    assert_eq!(
        flaw(|it| it.token[0].number.figures.plain = 4),
        ("the number of tokens", "25", 24)
    );
    assert_eq!(
        flaw(|it| it.token[0].worth = 1),
        ("the worth of a token", "2 to 6", 1)
    );
    assert_eq!(
        flaw(|it| it.token[4].worth = 7),
        ("the worth of a token", "2 to 6", 7)
    );
    assert_eq!(
        flaw(|it| it.token[0].back.figures.fish = 0),
        ("the fish on a token", "1 to 3", 0)
    );
    assert_eq!(
        flaw(|it| it.token[0].back.figures.fish = 4),
        ("the fish on a token", "1 to 3", 4)
    );
}

#[test]
fn there_are_126_tiles_and_two_of_each_god() {
    assert_eq!(
        flaw(|it| it.supply.figures.kahuna = 24),
        ("the number of tiles", "126", 125)
    );
    let edit = |it: &mut Sheet| {
        it.supply.figures.each_god = 1;
        it.supply.figures.kahuna = 31;
    };
    assert_eq!(flaw(edit), ("the number of each god", "2", 1));
}
