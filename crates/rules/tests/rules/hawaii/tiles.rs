//! "What the place tiles offer the players and when": each tile on both sides, and the six gods.

use lanai_rules::hawaii::action::{Action, FinalPoints, Gain, Reason, Refusal};
use lanai_rules::hawaii::pieces::{Good, Level};
use lanai_rules::hawaii::scoring;
use lanai_rules::hawaii::state::Step;

use super::fixture::*;

/// What a realm gets at the end of the first round besides the 10 shells and 6 feet of everybody.
fn extra(table: Table) -> (u16, u16, u16) {
    let mut game = table.purse(RED, 0, 0, 0).play();
    game.all_leave();
    let (shells, feet, fruits) = game.purse(RED);
    (shells - 10, feet - 6, fruits)
}

/// What a realm is worth at the end if its first village reaches a tiki in any case.
fn at_the_end(table: Table) -> FinalPoints {
    scoring::final_points(
        &printed(),
        table
            .tikis(RED, 6)
            .build(RED, 1, "spear-hut", I)
            .play()
            .realm(RED),
    )
}

fn one(name: &str, level: Level) -> Table {
    Table::of(2).build(RED, 1, name, level)
}

// --- What comes in at the end of a round ---

#[test]
fn a_shell_hut_brings_one_shell_or_two() {
    assert_eq!(extra(one("shell-hut", I)), (1, 0, 0));
    assert_eq!(extra(one("shell-hut", II)), (2, 0, 0));
}

#[test]
fn a_foot_hut_brings_one_foot_or_two() {
    assert_eq!(extra(one("foot-hut", I)), (0, 1, 0));
    assert_eq!(extra(one("foot-hut", II)), (0, 2, 0));
}

#[test]
fn a_fruit_tile_brings_one_fruit_or_two() {
    for name in ["breadfruit", "taro", "coconut", "banana"] {
        assert_eq!(extra(one(name, I)), (0, 0, 1));
        assert_eq!(extra(one(name, II)), (0, 0, 2));
    }
}

#[test]
fn the_same_huts_of_different_villages_add_up() {
    let table = one("shell-hut", I)
        .build(RED, 2, "shell-hut", II)
        .build(RED, 2, "foot-hut", II);
    assert_eq!(
        extra(table.build(RED, 2, "taro", I).build(RED, 1, "taro", II)),
        (3, 2, 3)
    );
}

#[test]
fn tiles_bring_goods_even_in_villages_that_reach_no_tiki() {
    assert_eq!(
        extra(one("long-hut", I).build(RED, 2, "shell-hut", I)),
        (1, 0, 0)
    );
}

#[test]
fn irrigation_i_brings_nothing_at_the_end_of_a_round() {
    assert_eq!(extra(one("irrigation", I)), (0, 0, 0));
}

#[test]
fn irrigation_ii_brings_a_shell_a_foot_or_a_fruit_as_its_owner_chooses() {
    for (good, goods) in [
        (Good::Shell, (1, 0, 0)),
        (Good::Foot, (0, 1, 0)),
        (Good::Fruit, (0, 0, 1)),
    ] {
        let mut game = one("irrigation", II).play();
        game.all_leave();
        assert_eq!(
            (game.to_act(), game.step()),
            (RED, Some(Step::Harvest { left: 1 }))
        );
        game.harvests(good);
        assert_eq!(game.gained(RED, Gain::Irrigation), goods);
        assert_eq!(game.state().round, 2);
    }
}

// --- Huts of the chieftain's turn ---

/// Red takes a red token at a place.
fn takes_spears(table: Table) -> Play {
    let mut game = table.token("gods", red(2)).top_gods("lono", "pele").play();
    game.walks("gods").buys_red("lono");
    game
}

impl Play {
    fn buys_red(&mut self, name: &str) -> &mut Play {
        self.does(buy(name, red(2), I))
    }
}

/// A village for the god, besides that of the tile.
fn with_room(name: &str, level: Level) -> Table {
    Table::of(2)
        .build(RED, 1, "long-hut", I)
        .build(RED, 2, "shell-hut", I)
        .build(RED, 2, name, level)
}

#[test]
fn a_spear_hut_scores_one_or_two_for_each_token_with_spears() {
    assert_eq!(
        takes_spears(with_room("spear-hut", I)).scored(RED, Reason::Spears),
        1
    );
    assert_eq!(
        takes_spears(with_room("spear-hut", II)).scored(RED, Reason::Spears),
        2
    );
}

#[test]
fn without_a_spear_hut_spears_score_nothing() {
    assert_eq!(takes_spears(Table::of(2)).points(RED), 0);
}

#[test]
fn a_plain_token_scores_nothing() {
    let mut game = with_room("spear-hut", II)
        .price("gods", 2)
        .top_gods("lono", "pele")
        .play();
    game.walks("gods").buys("lono", 2, I);
    assert_eq!(game.points(RED), 0);
}

#[test]
fn spear_huts_add_up() {
    let table = with_room("spear-hut", II).build(RED, 1, "spear-hut", I);
    assert_eq!(takes_spears(table).scored(RED, Reason::Spears), 3);
}

#[test]
fn spear_huts_and_ku_add_up() {
    let table = with_room("spear-hut", II).build(RED, 2, "ku", II);
    assert_eq!(takes_spears(table).scored(RED, Reason::Spears), 4);
}

#[test]
fn a_token_bought_for_double_scores_its_spears_once() {
    let mut game = with_room("spear-hut", I)
        .token("gods", red(2))
        .top_gods("lono", "pele")
        .play();
    game.walks("gods").does(buy("lono", red(2), II)).builds(1);
    assert_eq!(game.scored(RED, Reason::Spears), 1);
}

// --- At the end ---

#[test]
fn a_long_hut_scores_only_on_side_ii() {
    assert_eq!(at_the_end(one("long-hut", I)).long_huts, 0);
    assert_eq!(at_the_end(one("long-hut", II)).long_huts, 5);
}

#[test]
fn an_irrigation_scores_one_three_six_or_ten_for_fruits_of_its_village() {
    let fruits = ["breadfruit", "taro", "coconut", "banana"];
    for level in [I, II] {
        for (number, points) in [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10)] {
            let table = one("irrigation", level).village(RED, 1, &fruits[..number]);
            assert_eq!(at_the_end(table).irrigations, points, "{number} fruits");
        }
    }
}

#[test]
fn an_irrigation_counts_fruit_tiles_and_not_fruits() {
    assert_eq!(
        at_the_end(one("irrigation", I).build(RED, 1, "taro", II)).irrigations,
        1
    );
}

#[test]
fn an_irrigation_counts_no_fruits_of_other_villages() {
    let table = one("irrigation", I)
        .build(RED, 2, "long-hut", I)
        .build(RED, 2, "taro", I);
    assert_eq!(at_the_end(table).irrigations, 0);
}

#[test]
fn a_hula_dancer_scores_each_tile_of_her_village_herself_and_the_start_hut() {
    // The printed hut, the dancer, and the spear hut.
    assert_eq!(at_the_end(one("hula", I)).hulas, 3);
    assert_eq!(at_the_end(one("hula", II)).hulas, 6);
}

#[test]
fn a_hula_dancer_elsewhere_counts_no_start_hut() {
    let table = Table::of(2)
        .build(RED, 2, "long-hut", I)
        .build(RED, 2, "hula", I);
    assert_eq!(at_the_end(table).hulas, 2);
}

#[test]
fn no_other_tile_scores_at_the_end() {
    for name in [
        "shell-hut",
        "foot-hut",
        "exchange-hut",
        "surfer",
        "taro",
        "ku",
        "kane",
        "pele",
        "lono",
    ] {
        assert_eq!(at_the_end(one(name, II)), FinalPoints::default(), "{name}");
    }
}

// --- Surfers ---

#[test]
fn a_surfer_reduces_the_large_number_for_his_player_by_two_or_four() {
    for (level, needed) in [(I, 7), (II, 5)] {
        let game = one("surfer", level).play();
        assert_eq!(
            (
                game.game().needed(seat(RED)),
                game.game().needed(seat(GREEN))
            ),
            (needed, 9)
        );
    }
}

#[test]
fn surfers_add_up() {
    let table = one("surfer", II)
        .build(RED, 2, "long-hut", I)
        .build(RED, 2, "surfer", I);
    assert_eq!(table.play().game().needed(seat(RED)), 3);
}

#[test]
fn more_surfers_than_needed_leave_nothing_to_reach() {
    let table = (2..=4).fold(one("surfer", II), |table, row| {
        table
            .build(RED, row, "long-hut", I)
            .build(RED, row, "surfer", II)
    });
    assert_eq!(table.play().game().needed(seat(RED)), 0);
}

// --- The gods ---

#[test]
fn ku_scores_for_spears_and_brings_a_foot() {
    for (level, points) in [(I, 1), (II, 2)] {
        assert_eq!(
            takes_spears(with_room("ku", level)).scored(RED, Reason::Spears),
            points
        );
        assert_eq!(extra(one("ku", level)), (0, 1, 0));
    }
}

#[test]
fn ku_scores_for_spears_on_the_track() {
    let mut game = one("ku", II).track(2, red(3)).play();
    game.leaves(2);
    assert_eq!(game.points(RED), 2);
}

#[test]
fn kane_brings_one_shell_or_two() {
    assert_eq!(extra(one("kane", I)), (1, 0, 0));
    assert_eq!(extra(one("kane", II)), (2, 0, 0));
}

/// Red has bought KANE and has these goods left.
fn kane(shells: u16, feet: u16, fruits: u16, table: Table) -> Play {
    let table = table
        .purse(RED, shells + 2, feet + 1, fruits)
        .price("gods", 2)
        .top_gods("kane", "pele");
    let mut game = table.play();
    game.walks("gods");
    if game.step().is_some_and(|step| matches!(step, Step::Pay(_))) {
        game.pays(0, 1, 0);
    }
    game.buys("kane", 2, I);
    if game.step().is_some_and(|step| matches!(step, Step::Pay(_))) {
        game.pays(2, 0, 0);
    }
    game
}

#[test]
fn kane_takes_any_two_goods_also_mixed_for_a_tiki() {
    let mixtures = [
        (2, 0, 0),
        (1, 1, 0),
        (0, 2, 0),
        (1, 0, 1),
        (0, 1, 1),
        (0, 0, 2),
    ];
    for (shells, feet, fruits) in mixtures {
        let mut game = kane(2, 2, 2, Table::of(2));
        assert_eq!(game.step(), Some(Step::Kane));
        assert_eq!(game.legal().len(), mixtures.len() + 1);
        game.does(offer(shells, feet, fruits));
        assert_eq!(game.purse(RED), (2 - shells, 2 - feet, 2 - fruits));
        assert_eq!((game.realm(RED).tikis, game.in_stack("tiki")), (1, 14));
        assert_eq!(game.to_act(), GREEN);
    }
}

#[test]
fn kane_may_be_given_nothing() {
    let mut game = kane(2, 0, 0, Table::of(2));
    game.does(Action::Decline);
    assert_eq!((game.realm(RED).tikis, game.purse(RED)), (0, (2, 0, 0)));
}

#[test]
fn kanes_tiki_brings_the_feet_of_its_space() {
    let mut game = kane(2, 0, 0, Table::of(2).tikis(RED, 1));
    game.does(offer(2, 0, 0));
    assert_eq!(game.purse(RED), (0, 1, 0));
}

#[test]
fn kane_can_be_given_nothing_by_who_cannot_pay_or_place_a_tiki() {
    assert_eq!(kane(1, 0, 0, Table::of(2)).to_act(), GREEN);
    assert_eq!(kane(5, 5, 0, Table::of(2).tikis(RED, 6)).to_act(), GREEN);
    let none_left = Table::of(3).tikis(GREEN, 6).tikis(BLUE, 6).tikis(RED, 3);
    assert_eq!(kane(5, 5, 0, none_left).to_act(), GREEN);
}

/// From the beach to the last row it is four steps.
fn walk_of(steps: &str, table: Table) -> u16 {
    let mut game = table.purse(RED, 9, 9, 0).price(steps, 2).play();
    game.walks(steps);
    9 - game.purse(RED).1
}

#[test]
fn pele_i_lets_pay_two_feet_at_most() {
    let names = ["tikis", "kahunas", "boats-and-water", "coconut-and-banana"];
    assert_eq!(names.map(|name| walk_of(name, Table::of(2))), [1, 2, 3, 4]);
    assert_eq!(
        names.map(|name| walk_of(name, one("pele", I))),
        [1, 2, 2, 2]
    );
}

#[test]
fn pele_ii_lets_pay_one_foot_at_most() {
    let names = ["tikis", "kahunas", "boats-and-water", "coconut-and-banana"];
    assert_eq!(
        names.map(|name| walk_of(name, one("pele", II))),
        [1, 1, 1, 1]
    );
}

#[test]
fn staying_costs_a_foot_with_pele_too() {
    for level in [I, II] {
        assert_eq!(
            walk_of("kahunas", one("pele", level).standing_at(RED, "kahunas")),
            1
        );
    }
}

#[test]
fn pele_does_not_help_on_the_turn_she_is_bought() {
    let table = Table::of(2)
        .places(&["tikis", "kahunas"])
        .top_gods("pele", "ku")
        .purse(RED, 13, 1, 0);
    let refusal = Refusal::TooLittle {
        good: Good::Foot,
        missing: 1,
    };
    table.price("gods", 2).play().refuses(walk("gods"), refusal);
}

#[test]
fn lono_scores_two_or_four_when_the_number_is_reached() {
    for (level, points) in [(I, 2), (II, 4)] {
        let mut game = one("lono", level).took(RED, &[4, 5]).play();
        game.all_leave();
        assert_eq!(game.scored(RED, Reason::Lono), points);
        assert_eq!(game.points(RED), 8 + points);
    }
}

#[test]
fn lono_scores_regardless_of_the_position() {
    let table = Table::of(3).build(RED, 1, "lono", I).took(RED, &[4, 5]);
    let mut game = table.took(GREEN, &[5, 6]).took(BLUE, &[4, 6]).play();
    game.all_leave();
    assert_eq!(game.points(RED), 2 + 2);
}

#[test]
fn lono_scores_nothing_when_the_number_is_missed() {
    let mut game = one("lono", II).took(RED, &[3, 5]).play();
    game.all_leave();
    assert_eq!(game.points(RED), 0);
}

#[test]
fn lono_scores_when_surfers_help_to_reach_the_number() {
    let mut game = one("lono", I)
        .build(RED, 1, "surfer", I)
        .took(RED, &[3, 5])
        .play();
    game.all_leave();
    assert_eq!(game.scored(RED, Reason::Lono), 2);
}

#[test]
fn laka_scores_one_or_two_for_each_fruit_shown() {
    for (level, points) in [(I, 3), (II, 6)] {
        let table = one("laka", level)
            .build(RED, 1, "taro", I)
            .build(RED, 1, "banana", II);
        assert_eq!(at_the_end(table).laka, points);
    }
}

#[test]
fn kanaloa_scores_two_or_four_for_each_boat_and_surfer_of_either_side() {
    for (level, points) in [(I, 8), (II, 16)] {
        // The fishing boat, two boats and a surfer.
        let table = one("kanaloa", level)
            .boat(RED, I)
            .boat(RED, II)
            .build(RED, 1, "surfer", II);
        assert_eq!(at_the_end(table).kanaloa, points);
    }
}

#[test]
fn kanaloa_counts_boats_that_are_out() {
    assert_eq!(at_the_end(one("kanaloa", I).launched(RED)).kanaloa, 2);
}
