//! "The docks for the 4 islands", all ten islands, and how islands are replaced.

use std::collections::HashSet;

use lanai_rules::hawaii::action::{Action, Event, Gain, NoGift, Reason, Refusal};
use lanai_rules::hawaii::island::{Dock, Island};
use lanai_rules::hawaii::pieces::{Fleet, Good, Hut};
use lanai_rules::hawaii::printed::Gift;

use super::fixture::*;

/// Red, with boats enough, before the first dock with this island.
fn visiting(gift: Gift) -> Table {
    Table::of(3).launched(RED).boat(RED, I).island(1, gift)
}

// --- The docks ---

#[test]
fn each_dock_costs_its_feet_and_brings_its_points() {
    for (number, feet, points) in [(1, 3, 2), (2, 4, 3), (3, 5, 4), (4, 6, 9)] {
        let table = Table::of(2).launched(RED).boat(RED, I).boat(RED, I);
        let mut game = table.island(number, Gift::Points(5)).play();
        game.sails(number);
        assert_eq!(game.purse(RED), (13, 7 - feet, 0), "dock {number}");
        assert_eq!(game.scored(RED, Reason::Dock), points, "dock {number}");
    }
}

#[test]
fn too_few_feet_are_too_few() {
    let mut game = Table::of(2).purse(RED, 9, 3, 0).boat(RED, I).play();
    game.refuses(
        sail(2),
        Refusal::TooLittle {
            good: Good::Foot,
            missing: 1,
        },
    );
}

#[test]
fn boats_must_accommodate_the_feet() {
    let mut game = Table::of(2).boat(RED, I).play();
    assert!(game.may(sail(3)));
    game.refuses(sail(4), Refusal::BoatsTooSmall { missing: 1 });
}

#[test]
fn boats_that_are_not_needed_stay_ashore_and_cost_nothing() {
    // The three feet of the first dock: two and a printed one in one boat, but one for each of three.
    let table = Table::of(2)
        .purse(RED, 9, 2, 0)
        .boat(RED, II)
        .boat(RED, II)
        .boat(RED, II);
    let game = table.island(1, Gift::Points(5)).play();
    assert!(game.may(sail(1)));
}

#[test]
fn a_visited_island_is_gone_for_the_round() {
    let mut game = visiting(Gift::Points(5)).boat(GREEN, I).play();
    game.sails(1);
    game.refuses(sail(1), Refusal::NoIsland { dock: dock(1) });
}

#[test]
fn an_island_may_be_visited_on_several_turns_while_boats_remain() {
    let mut game = Table::of(2).out(GREEN, 1).boat(RED, I).boat(RED, I).play();
    game.sails(1).sails(2);
    assert_eq!(
        game.realm(RED).launched,
        Fleet {
            fishing: 1,
            one: 2,
            two: 0
        }
    );
    assert_eq!(game.purse(RED).1, 7 - 3 - 4);
}

// --- The ten islands ---

#[test]
fn two_islands_score_five_points_besides_the_dock() {
    let mut game = visiting(Gift::Points(5)).play();
    game.sails(1);
    assert_eq!(
        (
            game.scored(RED, Reason::Island),
            game.scored(RED, Reason::Dock)
        ),
        (5, 2)
    );
    let such = Island::all()
        .filter(|island| printed().gift(*island) == Gift::Points(5))
        .count();
    assert_eq!(such, 2, "this island is available twice");
}

#[test]
fn an_island_gives_two_kahunas() {
    let mut game = visiting(Gift::Kahunas(2)).play();
    game.sails(1);
    assert_eq!((game.realm(RED).kahunas, game.in_stack("kahuna")), (2, 23));
    assert_eq!(
        game.purse(RED),
        (13 + 1, 4, 0),
        "he pays nothing for them, and gets the shell of a space"
    );
}

#[test]
fn an_island_gives_a_foot_hut_on_side_ii() {
    let mut game = visiting(Gift::Hut(Hut::Foot)).play();
    game.sails(1).builds(2);
    assert!(game.stands(RED, 2, "foot-hut", II));
    assert_eq!(game.purse(RED), (13, 4, 0));
}

#[test]
fn an_island_gives_a_shell_hut_on_side_ii() {
    let mut game = visiting(Gift::Hut(Hut::Shell)).play();
    game.sails(1).builds(1);
    assert!(game.stands(RED, 1, "shell-hut", II));
    assert_eq!(game.in_stack("shell-hut"), 4);
}

#[test]
fn an_island_gives_a_hula_dancer_on_side_ii() {
    let mut game = visiting(Gift::Hula).play();
    game.sails(1);
    assert!(game.stands(RED, 1, "hula", II));
}

#[test]
fn an_island_gives_any_fruit_tile_on_side_ii() {
    for name in ["breadfruit", "taro", "coconut", "banana"] {
        let mut game = visiting(Gift::FruitTile).play();
        game.sails(1).does(Action::Pick(fruit(name)));
        assert!(game.stands(RED, 1, name, II));
        assert_eq!(game.in_stack(name), 3);
    }
}

#[test]
fn an_island_gives_a_surfer_on_side_ii() {
    let mut game = visiting(Gift::Surfer).play();
    game.sails(1);
    assert!(game.stands(RED, 1, "surfer", II));
}

#[test]
fn an_island_gives_two_tikis() {
    let mut game = visiting(Gift::Tikis(2)).play();
    game.sails(1);
    assert_eq!((game.realm(RED).tikis, game.in_stack("tiki")), (2, 13));
    assert_eq!(
        game.purse(RED),
        (13, 4 + 1, 0),
        "the second space shows a foot"
    );
}

#[test]
fn an_island_gives_four_fruits_at_once() {
    let mut game = visiting(Gift::Fruits(4)).play();
    game.sails(1).pays(0, 3, 0);
    assert_eq!(game.purse(RED), (13, 4, 4));
    assert_eq!(game.gained(RED, Gain::Island), (0, 0, 4));
}

#[test]
fn no_island_gives_a_price_token() {
    for gift in [
        Gift::Kahunas(2),
        Gift::Tikis(2),
        Gift::Hula,
        Gift::Surfer,
        Gift::Points(5),
    ] {
        let mut game = visiting(gift).price("kahunas", 2).price("tikis", 2).play();
        game.sails(1);
        assert_eq!(game.game().sum_of_tokens(seat(RED)), 0);
    }
}

#[test]
fn the_ten_islands_are_these() {
    let mut gifts: Vec<String> = Island::all()
        .map(|it| format!("{:?}", printed().gift(it)))
        .collect();
    gifts.sort_unstable();
    let expected = [
        "FruitTile",
        "Fruits(4)",
        "Hula",
        "Hut(Foot)",
        "Hut(Shell)",
        "Kahunas(2)",
        "Points(5)",
        "Points(5)",
        "Surfer",
        "Tikis(2)",
    ];
    assert_eq!(gifts, expected);
}

// --- "When a player cannot put a place tile legally in his realm" ---

fn nothing(mut game: Play, why: NoGift) {
    game.sails(1);
    assert_eq!(game.points(RED), 2, "only the points of the dock");
    assert!(game.events.contains(&Event::NoGift {
        seat: seat(RED),
        why
    }));
    assert_eq!(game.purse(RED).1, 4, "the visit is paid all the same");
    assert_eq!(game.to_act(), GREEN);
}

#[test]
fn a_tile_that_cannot_be_put_is_not_taken() {
    nothing(
        visiting(Gift::Hula).build(RED, 1, "hula", I).play(),
        NoGift::NoRoom,
    );
    nothing(
        visiting(Gift::Kahunas(2)).kahunas(RED, 5).play(),
        NoGift::NoRoom,
    );
    nothing(
        visiting(Gift::Tikis(2)).tikis(RED, 6).play(),
        NoGift::NoRoom,
    );
}

#[test]
fn no_fruit_fits_if_all_stand_there() {
    let table =
        visiting(Gift::FruitTile).village(RED, 1, &["breadfruit", "taro", "coconut", "banana"]);
    nothing(table.play(), NoGift::NoRoom);
}

#[test]
fn of_an_empty_stack_nothing_can_be_taken() {
    nothing(
        visiting(Gift::Hut(Hut::Foot))
            .left("foot-hut", 0, GREEN)
            .play(),
        NoGift::NoneLeft,
    );
    let tikis = visiting(Gift::Tikis(2))
        .tikis(GREEN, 6)
        .tikis(BLUE, 6)
        .tikis(RED, 3);
    nothing(tikis.play(), NoGift::NoneLeft);
}

#[test]
fn without_any_fruit_tile_nothing_can_be_taken() {
    let mut table = visiting(Gift::FruitTile);
    for name in ["breadfruit", "taro", "coconut", "banana"] {
        table = table.left(name, 0, GREEN);
    }
    nothing(table.play(), NoGift::NoneLeft);
}

#[test]
fn of_two_kahunas_the_one_that_fits_is_put() {
    let mut game = visiting(Gift::Kahunas(2)).kahunas(RED, 4).play();
    game.sails(1);
    assert_eq!((game.realm(RED).kahunas, game.in_stack("kahuna")), (5, 20));
}

#[test]
fn of_two_tikis_the_one_that_fits_is_put() {
    let mut game = visiting(Gift::Tikis(2)).tikis(RED, 5).play();
    game.sails(1);
    assert_eq!((game.realm(RED).tikis, game.in_stack("tiki")), (6, 9));
}

#[test]
fn of_two_tikis_the_one_that_is_left_is_put() {
    let mut game = visiting(Gift::Tikis(2))
        .tikis(GREEN, 6)
        .tikis(BLUE, 6)
        .tikis(RED, 2)
        .play();
    game.sails(1);
    assert_eq!((game.realm(RED).tikis, game.in_stack("tiki")), (3, 0));
}

#[test]
fn of_the_fruits_only_those_left_are_offered() {
    let mut game = visiting(Gift::FruitTile).left("taro", 0, GREEN).play();
    game.sails(1);
    assert_eq!(game.legal().len(), 3);
    assert!(!game.may(Action::Pick(fruit("taro"))));
}

// --- How islands are replaced ---

/// The same table with these docks visited in this round.
fn visited(table: Table, docks: &[u8]) -> Table {
    table.edit(|state| {
        for number in docks {
            let island = state.docks[dock(*number)].take().unwrap();
            state.islands.visited.push(island);
        }
    })
}

#[test]
fn if_none_was_visited_the_islands_remain() {
    let mut game = Table::of(2).play();
    let before = game.state().clone();
    game.all_leave();
    assert_eq!(
        (game.state().docks, game.state().islands),
        (before.docks, before.islands)
    );
}

#[test]
fn islands_move_to_the_left_and_new_ones_follow() {
    for (gone, stay) in [
        (1, [2, 3, 4]),
        (2, [1, 3, 4]),
        (3, [1, 2, 4]),
        (4, [1, 2, 3]),
    ] {
        let mut game = visited(Table::of(2), &[gone]).play();
        let before = game.state().clone();
        game.all_leave();
        let remaining = stay.map(|number| before.docks[dock(number)]);
        assert_eq!(game.state().docks[..3], remaining);
        assert_eq!(
            game.state().docks[dock(4)],
            before.islands.hidden.last().copied()
        );
        assert_eq!(
            game.state().islands.visited,
            before.islands.visited,
            "it stays face up underneath"
        );
    }
}

#[test]
fn when_all_were_visited_four_new_ones_come() {
    let mut game = visited(Table::of(2), &[1, 2, 3, 4]).play();
    let hidden = game.state().islands.hidden;
    game.all_leave();
    assert_eq!(game.state().docks, [5, 4, 3, 2].map(|at| Some(hidden[at])));
    assert_eq!(
        (
            game.state().islands.hidden.len(),
            game.state().islands.visited.len()
        ),
        (2, 4)
    );
}

#[test]
fn face_up_islands_are_shuffled_face_down_once_they_appear() {
    // Three of the stack were visited in earlier rounds: the other three fill three docks, and then only
    // face-up ones are left.
    let table = visited(Table::of(2), &[1, 2, 4]).edit(|state| {
        let earlier: Vec<Island> = state.islands.hidden.drain(..3).collect();
        state.islands.visited.extend(earlier);
    });
    let mut game = table.play();
    let before = game.state().clone();
    game.all_leave();
    let now = &game.state().islands;
    assert_eq!(
        (now.hidden.len(), now.visited.len(), now.shuffles),
        (6, 0, before.islands.shuffles + 1)
    );
    assert!(
        now.hidden
            .iter()
            .all(|island| before.islands.visited.contains(island))
    );
    assert!(Dock::all().all(|dock| game.state().docks[dock].is_some()));
}

#[test]
fn the_draw_goes_on_from_the_new_stack() {
    let table = visited(Table::of(2), &[1, 2, 3, 4]).edit(|state| {
        let earlier: Vec<Island> = state.islands.hidden.drain(..5).collect();
        state.islands.visited.extend(earlier);
    });
    let mut game = table.play();
    game.all_leave();
    let state = game.state();
    let all: HashSet<u8> = state
        .docks
        .iter()
        .flatten()
        .chain(&state.islands.hidden)
        .map(|island| island.number())
        .collect();
    assert_eq!(
        (
            all.len(),
            state.islands.hidden.len(),
            state.islands.visited.len()
        ),
        (10, 6, 0)
    );
}

#[test]
fn boats_are_told_when_they_go_out() {
    let mut game = visiting(Gift::Points(5)).play();
    game.sails(1);
    let boats = Fleet {
        one: 1,
        ..Fleet::default()
    };
    assert!(game.events.contains(&Event::Launched {
        seat: seat(RED),
        boats
    }));
}
