//! The file of printed figures: its contents, its sources, and the errors of a broken one.

use lanai_rules::Rules;
use lanai_rules::figures::{Confidence, Flaw};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::board::Segment;
use lanai_rules::haleakala::pieces::Keepsake;
use lanai_rules::haleakala::printed::{Printed, Sheet};

use super::fixture::*;

const FILE: &str = include_str!("../../../../../assets/haleakala.toml");

fn sheet() -> Sheet {
    printed().sheet.clone()
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

fn unreadable(text: &str) -> String {
    let Err(Flaw::Unreadable { file, why }) = Printed::read(text) else {
        panic!("it was read")
    };
    assert_eq!(file, "assets/haleakala.toml");
    why
}

// --- Contents ---

#[test]
fn each_figure_says_where_it_is_known_from() {
    let groups: toml::Table = toml::from_str(FILE).unwrap();
    let mut number = 0;
    for (name, group) in groups {
        let list = group.as_array().cloned().unwrap_or_else(|| vec![group]);
        for group in list {
            let said = |key: &str| {
                group
                    .get(key)
                    .and_then(toml::Value::as_str)
                    .unwrap_or_default()
                    .to_owned()
            };
            assert!(
                !said("source").trim().is_empty() && !said("confidence").is_empty(),
                "{name}"
            );
            number += 1;
        }
    }
    assert_eq!(number, 3 + 5);
}

#[test]
fn what_is_called_printed_names_the_rules_page() {
    let sheet = sheet();
    let groups = [
        (sheet.board.confidence, &sheet.board.source),
        (sheet.pieces.confidence, &sheet.pieces.source),
        (sheet.display.confidence, &sheet.display.source),
        (sheet.points.confidence, &sheet.points.source),
        (sheet.butterflies.confidence, &sheet.butterflies.source),
    ];
    let piles = sheet
        .pile
        .iter()
        .map(|pile| (pile.confidence, &pile.source));
    for (confidence, source) in groups.into_iter().chain(piles) {
        assert_eq!(
            confidence == Confidence::Printed,
            source.starts_with("online"),
            "{source}"
        );
    }
}

#[test]
fn the_sheet_survives_json() {
    let json = serde_json::to_string(&*printed()).unwrap();
    assert_eq!(serde_json::from_str::<Printed>(&json).unwrap(), *printed());
    let mut broken = sheet();
    broken.pile.pop();
    let json = serde_json::to_string(&broken).unwrap();
    let error = serde_json::from_str::<Printed>(&json).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the number of piles must be 3, not 2"),
        "{error}"
    );
}

#[test]
fn the_piles_hold_what_the_rules_say_of_them() {
    let sizes = [0, 1, 2].map(|pile| printed().pile(pile).len());
    assert_eq!(sizes, [15, 12, 15]);
    let all = || (0..3).flat_map(|pile| printed().pile(pile));
    assert_eq!(
        all().filter(|card| *card == Lava).count(),
        8,
        "the tactical variant removes the 8 lava cards"
    );
    for keepsake in Keepsake::ALL {
        assert_eq!(all().filter(|card| *card == kept(keepsake)).count(), 1);
    }
    // "The Nautilus comes into play only after the first scoring."
    assert!(printed().pile(2).contains(&kept(Nautilus)));
}

#[test]
fn points_are_those_of_the_rules() {
    let points = sheet().points;
    assert_eq!(
        [points.grassland, points.forest, points.mountain],
        [1, 2, 3]
    );
    assert_eq!(
        [points.white_pearl, points.black_pearl, points.both_pearls],
        [1, 2, 4]
    );
    assert_eq!(
        [points.most_fish, points.nautilus, points.shell_left],
        [3, 3, 1]
    );
    let cards = [points.butterfly, points.majority, points.complete_segment];
    assert_eq!(
        (cards, points.forest_card, points.mountain_card),
        ([1, 2, 4], 2, 3)
    );
}

#[test]
fn six_cards_show_a_butterfly() {
    let shown: Vec<Keepsake> = Keepsake::ALL
        .into_iter()
        .filter(|it| printed().has_butterfly(*it))
        .collect();
    assert_eq!(shown, [Fish1, Fish2, Fish4, Fish5, WhitePearl, Nautilus]);
}

#[test]
fn fish_cards_show_as_many_baskets_as_their_number() {
    assert_eq!(
        Keepsake::ALL.map(Keepsake::baskets),
        [1, 2, 3, 4, 5, 0, 0, 0]
    );
}

// --- Errors ---

#[test]
fn what_is_no_toml_is_unreadable() {
    assert!(unreadable("[board").contains("line 1"));
}

#[test]
fn a_missing_group_is_named() {
    for group in ["board", "pieces", "display", "points", "butterflies"] {
        let why = unreadable(&FILE.replace(&format!("[{group}]"), &format!("[{group}s]")));
        assert!(why.contains(&format!("`{group}s`")), "{why}");
    }
}

#[test]
fn a_missing_source_is_named() {
    let why = unreadable(&FILE.replace("source =", "sauce ="));
    assert!(why.contains("source"), "{why}");
}

#[test]
fn an_unknown_card_is_named() {
    let why = unreadable(&FILE.replace("\"black-pearl\"", "\"grey-pearl\""));
    assert!(why.contains("grey-pearl"), "{why}");
}

#[test]
fn a_figure_above_all_measure_is_named() {
    let mut sheet = sheet();
    sheet.points.figures.nautilus = 100;
    let flaw = Printed::try_from(sheet).unwrap_err();
    assert_eq!(
        flaw.to_string(),
        "printed: points.nautilus must be at most 99, not 100"
    );
}

#[test]
fn a_flaw_reads_as_a_sentence() {
    let mut sheet = sheet();
    sheet.board.figures.jetty = 9;
    let flaw = Printed::try_from(sheet).unwrap_err();
    assert_eq!(
        flaw.to_string(),
        "printed: the segment of the jetty must be 1 to 6, not 9"
    );
}

#[test]
fn there_are_three_piles_of_fifteen_twelve_and_fifteen() {
    assert_eq!(
        flaw(|it| it.pile.truncate(2)),
        ("the number of piles", "3", 2)
    );
    let sizes = ("the cards of a pile", "15, 12 and 15", 13);
    assert_eq!(flaw(|it| it.pile[1].figures.statue += 1), sizes);
    assert_eq!(flaw(|it| it.pile.swap(0, 1)).0, "the cards of a pile");
}

#[test]
fn no_lava_is_laid_out_face_up() {
    let edit = |it: &mut Sheet| {
        it.pile[0].figures.lava = 1;
        it.pile[0].figures.statue -= 1;
    };
    assert_eq!(flaw(edit), ("the lava cards of the first pile", "0", 1));
}

/// Otherwise discs could be missing in the base game, and a pile could be all lava.
#[test]
fn a_pile_has_no_more_lava_than_there_are_discs() {
    let edit = |it: &mut Sheet| {
        it.pile[1].figures.lava += 1;
        it.pile[1].figures.statue -= 1;
    };
    assert_eq!(
        flaw(edit),
        ("the lava cards of a pile", "no more than the lava discs", 5)
    );
    assert_eq!(flaw(|it| it.pieces.figures.lava_discs = 3).2, 4);
    for discs in [0, 10] {
        assert_eq!(
            flaw(|it| it.pieces.figures.lava_discs = discs),
            ("the lava discs", "1 to 9", discs.into())
        );
    }
}

#[test]
fn each_collected_card_is_there_once() {
    let expected = |copies| ("the copies of a collected card", "1", copies);
    assert_eq!(
        flaw(|it| it.pile[1].figures.collected[0] = Fish1),
        expected(2)
    );
    assert_eq!(
        flaw(|it| it.pile[1].figures.collected[0] = Fish4),
        expected(0)
    );
}

#[test]
fn two_huts_are_opposite_and_the_jetty_is_elsewhere() {
    assert_eq!(
        flaw(|it| it.board.figures.huts.truncate(1)),
        ("the huts", "2", 1)
    );
    assert_eq!(
        flaw(|it| it.board.figures.huts[0] = 0),
        ("the segment of a hut", "1 to 6", 0)
    );
    assert_eq!(
        flaw(|it| it.board.figures.huts[0] = 7),
        ("the segment of a hut", "1 to 6", 7)
    );
    let apart = (
        "the segments between the huts",
        "3, as they are opposite",
        2,
    );
    assert_eq!(flaw(|it| it.board.figures.huts[1] = 3), apart);
    assert_eq!(
        flaw(|it| it.board.figures.jetty = 0),
        ("the segment of the jetty", "1 to 6", 0)
    );
    assert_eq!(
        flaw(|it| it.board.figures.jetty = 4),
        ("the huts at the jetty", "0", 1)
    );
}

#[test]
fn statues_and_costs_are_within_bounds() {
    for statues in [0, 19] {
        let expected = ("the statues of each colour", "1 to 18", statues.into());
        assert_eq!(
            flaw(|it| it.pieces.figures.statues_each = statues),
            expected
        );
    }
    let costs: [fn(&mut Sheet) -> &mut u8; 6] = [
        |it| &mut it.display.figures.butterflies,
        |it| &mut it.display.figures.statue_majority,
        |it| &mut it.display.figures.complete_segment,
        |it| &mut it.display.figures.forest,
        |it| &mut it.display.figures.mountain,
        |it| &mut it.display.figures.priestess,
    ];
    for cost in costs {
        for shells in [0, 10] {
            let expected = ("the cost of a card on the display", "1 to 9", shells.into());
            assert_eq!(flaw(|it| *cost(it) = shells), expected);
        }
    }
}

#[test]
fn the_figures_of_the_edition_are_sound() {
    assert!(Haleakala::printed().is_ok());
    assert_eq!(printed().huts.map(Segment::number), [1, 4]);
    assert_eq!(printed().jetty.number(), 2);
}
