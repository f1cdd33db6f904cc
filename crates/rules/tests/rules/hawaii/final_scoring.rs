//! "The final scoring", with both examples of the rulebook, who wins, and the final standings.

use lanai_rules::Standings;
use lanai_rules::hawaii::action::{Event, FinalPoints};
use lanai_rules::hawaii::scoring;

use super::fixture::*;

/// What a realm is worth by itself.
fn worth(table: Table, player: u8) -> FinalPoints {
    scoring::final_points(&printed(), table.play().realm(player))
}

/// The village of the first row begins with the printed hut; two tikis reach the sixth column, three the fifth.
const REACH_SIX: u8 = 2;

// --- Examples ---

/// The first and the fourth village reach no tiki, and so 5 and 10 points of kahunas expire. Four fruits are
/// shown in the others; a surfer and three boats count for KANALOA.
#[test]
fn example_1_scores_44() {
    let table = Table::of(2)
        .tikis(RED, REACH_SIX)
        .kahunas(RED, 4)
        .village(RED, 1, &["shell-hut", "banana"])
        .build(RED, 2, "long-hut", I)
        .village(RED, 2, &["taro", "coconut"])
        .build(RED, 2, "banana", II)
        .village(RED, 2, &["irrigation", "kanaloa"])
        .village(
            RED,
            3,
            &[
                "foot-hut",
                "hula",
                "surfer",
                "spear-hut",
                "exchange-hut",
                "shell-hut",
            ],
        )
        .build(RED, 3, "laka", II)
        .village(RED, 4, &["foot-hut"])
        .boat(RED, I)
        .boat(RED, II);
    let points = worth(table, RED);
    let example = FinalPoints {
        kahunas: 15,
        kanaloa: 8,
        laka: 8,
        hulas: 7,
        irrigations: 6,
        ..FinalPoints::default()
    };
    assert_eq!(points, example);
    assert_eq!(points.total(), 44);
}

/// The third village reaches no tiki: the 10 points of its kahuna and KANALOA do not score.
#[test]
fn example_2_scores_42() {
    let table = Table::of(2)
        .tikis(RED, 3)
        .kahunas(RED, 3)
        .village(RED, 1, &["shell-hut", "foot-hut", "spear-hut"])
        .build(RED, 1, "hula", II)
        .village(
            RED,
            2,
            &[
                "shell-hut",
                "breadfruit",
                "taro",
                "coconut",
                "banana",
                "irrigation",
            ],
        )
        .village(RED, 2, &["hula", "laka"])
        .village(RED, 3, &["shell-hut", "kanaloa"]);
    let points = worth(table, RED);
    let example = FinalPoints {
        kahunas: 10,
        laka: 4,
        hulas: 10 + 8,
        irrigations: 10,
        ..FinalPoints::default()
    };
    assert_eq!(points, example);
    assert_eq!(points.total(), 42);
}

// --- Sentences ---

#[test]
fn a_village_must_reach_a_tiki() {
    let village = || {
        Table::of(2)
            .kahunas(RED, 1)
            .village(RED, 1, &["shell-hut", "foot-hut", "spear-hut"])
    };
    assert_eq!(
        worth(village().tikis(RED, 3), RED).kahunas,
        0,
        "four tiles end before the fifth column"
    );
    assert_eq!(
        worth(village().tikis(RED, 4), RED).kahunas,
        5,
        "four tiles reach the fourth column"
    );
}

#[test]
fn without_tikis_no_village_scores() {
    let table =
        Table::of(2)
            .kahunas(RED, 5)
            .village(RED, 1, &["shell-hut", "foot-hut", "spear-hut"]);
    let table = table.village(
        RED,
        1,
        &["exchange-hut", "hula", "banana", "irrigation", "surfer"],
    );
    assert_eq!(worth(table, RED), FinalPoints::default());
}

#[test]
fn kahunas_score_only_at_the_heads_of_scored_villages() {
    let five = [
        "long-hut",
        "shell-hut",
        "foot-hut",
        "spear-hut",
        "exchange-hut",
    ];
    let table = Table::of(2).tikis(RED, 3).kahunas(RED, 2);
    let table = table.village(RED, 2, &five).village(RED, 3, &five);
    assert_eq!(
        worth(table, RED).kahunas,
        5,
        "the first is too short, the third has no kahuna"
    );
}

#[test]
fn all_five_kahunas_are_worth_45() {
    let mut table = Table::of(2)
        .tikis(RED, 6)
        .kahunas(RED, 5)
        .village(RED, 1, &["shell-hut"]);
    for row in 2..=5 {
        table = table.village(RED, row, &["shell-hut", "foot-hut"]);
    }
    assert_eq!(worth(table, RED).kahunas, 45);
}

#[test]
fn laka_counts_fruits_of_all_scored_villages() {
    let table = Table::of(2)
        .tikis(RED, 6)
        .build(RED, 1, "taro", II)
        .build(RED, 2, "shell-hut", I)
        .build(RED, 2, "banana", I)
        .build(RED, 3, "shell-hut", I)
        .build(RED, 3, "laka", I);
    assert_eq!(worth(table, RED).laka, 3);
}

#[test]
fn wooden_fruits_are_nothing_to_laka() {
    let table = Table::of(2)
        .tikis(RED, 6)
        .purse(RED, 0, 0, 9)
        .village(RED, 1, &["laka"]);
    assert_eq!(worth(table, RED).laka, 0);
}

#[test]
fn goods_left_are_worth_no_points() {
    let mut game = Table::of(2).round(5).purse(RED, 50, 50, 50).play();
    game.leaves(2).leaves(1);
    assert_eq!(game.standings().points[seat(RED)], 0);
}

// --- Who wins ---

/// The last round ends at once; green leaves for space 1 and gets its two points, so give red two more.
fn ended(table: Table) -> Standings {
    let mut game = table.round(5).play();
    game.leaves(2).leaves(1);
    game.standings()
}

#[test]
fn the_highest_score_wins() {
    let standings = ended(Table::of(2).points(RED, 30).points(GREEN, 27));
    assert_eq!(
        (standings.rank(seat(RED)), standings.rank(seat(GREEN))),
        (1, 2)
    );
    assert_eq!(
        (standings.points[seat(RED)], standings.points[seat(GREEN)]),
        (30, 29)
    );
}

#[test]
fn of_those_who_tie_the_most_goods_left_win() {
    let table = Table::of(2).points(RED, 30).points(GREEN, 28);
    let standings = ended(table.purse(RED, 1, 2, 3).purse(GREEN, 0, 0, 7));
    assert_eq!(standings.tie_break[seat(RED)], 6);
    assert_eq!(standings.winners().collect::<Vec<_>>(), [seat(GREEN)]);
}

#[test]
fn who_still_ties_shares_the_victory() {
    let table = Table::of(2).points(RED, 30).points(GREEN, 28);
    let standings = ended(table.purse(RED, 7, 0, 0).purse(GREEN, 0, 0, 7));
    assert_eq!(standings.winners().count(), 2);
    assert_eq!(standings.rank(seat(GREEN)), 1);
}

#[test]
fn the_rank_after_a_shared_one_is_left_out() {
    let mut game = Table::of(3)
        .round(5)
        .points(RED, 30)
        .points(GREEN, 30)
        .points(BLUE, 1)
        .play();
    game.leaves(2).leaves(3).leaves(1);
    let ranks = [RED, GREEN, BLUE].map(|player| game.standings().rank(seat(player)));
    assert_eq!(ranks, [1, 1, 3]);
}

#[test]
fn the_final_points_are_told_and_added_to_those_of_the_game() {
    let table = Table::of(2)
        .points(RED, 20)
        .tikis(RED, 6)
        .village(RED, 1, &["spear-hut", "hula"]);
    let mut game = table.round(5).play();
    game.leaves(2).leaves(1);
    let points = FinalPoints {
        hulas: 3,
        ..FinalPoints::default()
    };
    assert!(game.events.contains(&Event::FinalScoring {
        seat: seat(RED),
        points
    }));
    assert_eq!(game.standings().points[seat(RED)], 23);
}

#[test]
fn nobody_decides_once_the_game_is_over() {
    let mut game = Table::of(2).round(5).play();
    game.leaves(2).leaves(1);
    assert_eq!(game.legal(), []);
}
