//! Every ruling has a test of its name here, in the order of the list.

use std::collections::HashSet;

use lanai_rules::chance::Seed;
use lanai_rules::hawaii::action::{Action, Event, Gain, NoGift, Reason, Refusal};
use lanai_rules::hawaii::island::{Chieftain, GodStack, Place};
use lanai_rules::hawaii::options::Options;
use lanai_rules::hawaii::payment::ExchangeHuts;
use lanai_rules::hawaii::pieces::{Fleet, God, Good, Goods};
use lanai_rules::hawaii::printed::Gift;
use lanai_rules::hawaii::state::Step;
use lanai_rules::hawaii::token::{At, Token};
use lanai_rules::hawaii::{banker, boats, scoring};
use lanai_rules::{Rules, Viewer};

use super::fixture::*;

// --- The box and the set-up ---

#[test]
fn the_printed_hut_is_of_no_kind() {
    for name in [
        "shell-hut",
        "foot-hut",
        "spear-hut",
        "exchange-hut",
        "long-hut",
    ] {
        let game = Table::of(2).build(RED, 1, name, I).play();
        assert_eq!(game.realm(RED).length(&printed(), row(1)), 2);
        let mut buying = Table::of(2).price("shells-and-feet", 2).play();
        buying
            .walks("shells-and-feet")
            .buys("shell-hut", 2, I)
            .builds(1);
        assert!(buying.stands(RED, 1, "shell-hut", I));
    }
}

#[test]
fn twelve_gods_in_two_stacks() {
    let mut game = Table::of(2)
        .top_gods("pele", "laka")
        .price("gods", 2)
        .play();
    for god in God::ALL {
        assert_eq!(
            game.state()
                .gods
                .0
                .iter()
                .flatten()
                .filter(|other| **other == god)
                .count(),
            2
        );
    }
    game.walks("gods");
    let top_gods = [("pele", I), ("pele", II), ("laka", I), ("laka", II)];
    assert_eq!(
        game.legal(),
        top_gods.map(|(name, level)| buy(name, plain(2), level))
    );
}

#[test]
fn equal_tops_are_the_buyers_choice() {
    let buys_ku = |table: Table| {
        let mut game = table.price("gods", 2).play();
        game.walks("gods").buys("ku", 2, I);
        game
    };
    let heights = |game: &Play| game.state().gods.0.map(|stack| stack.len());
    let equal = buys_ku(Table::of(2));
    assert_eq!(
        heights(&equal),
        [5, 6],
        "nobody is asked if they are equal: it comes from the left one"
    );
    // LONO of the left stack stands in green's realm.
    for (stack, left) in GodStack::all().zip([[4, 6], [5, 5]]) {
        let mut game = buys_ku(Table::of(2).build(GREEN, 1, "lono", I));
        assert_eq!(
            game.legal(),
            GodStack::all().map(Action::TakeFrom).collect::<Vec<_>>()
        );
        assert_eq!(
            heights(&game),
            [5, 6],
            "nothing is taken before that is said"
        );
        game.does(Action::TakeFrom(stack));
        assert_eq!(heights(&game), left);
        assert!(game.events.contains(&Event::GodUncovered {
            stack: stack.number(),
            god: Some(God::Kane)
        }));
    }
}

/// Nothing appears under the last tile of a stack, so taking it keeps a god from the others.
#[test]
fn the_last_god_of_a_stack_can_be_taken_while_the_other_still_hides_some() {
    let below = ["kanaloa", "laka", "lono", "pele", "kane"];
    let table = (1..).zip(below).fold(Table::of(2), |table, (row, god)| {
        table.build(GREEN, row, god, I)
    });
    let mut game = table.price("gods", 2).play();
    game.walks("gods")
        .buys("ku", 2, I)
        .does(Action::TakeFrom(GodStack::all().next().unwrap()));
    assert!(game.events.contains(&Event::GodUncovered {
        stack: 1,
        god: None
    }));
    assert_eq!(game.state().gods.0.map(|stack| stack.len()), [0, 6]);
}

#[test]
fn the_cove_is_stirred() {
    let figures = printed();
    let state = Table::of(2).state();
    // The dearest tokens come first: many go to the cove, and lie there in another order than they were drawn.
    let drawn: [Token; 25] = Token::all().rev().collect::<Vec<_>>().try_into().unwrap();
    let laid_out = |number| {
        let seed = Seed::from_number(number);
        let tokens = banker::lay_out_drawn(&figures, drawn, &seed, 1, &state.places, seats(2));
        let mut cove: Vec<(u8, usize)> = Vec::new();
        for (token, at) in tokens.iter() {
            if let At::Cove(position) = at {
                cove.push((position, token.index()));
            }
        }
        cove.sort_unstable();
        assert!(
            cove.iter()
                .map(|(position, _)| *position)
                .eq((0..).take(cove.len())),
            "one after the other: {cove:?}"
        );
        cove.into_iter().map(|(_, token)| token).collect::<Vec<_>>()
    };
    let orders: HashSet<Vec<usize>> = (0..20).map(laid_out).collect();
    assert!(
        orders.len() > 15,
        "the same tokens, in another order each time"
    );

    // Of equal fish the one that lies first is taken.
    let mut game = Table::of(2).cove(&[3, 2]).play();
    game.fishes([1, 0, 0]);
    assert_eq!(game.tokens(|at| at == At::Fished(seat(RED))), [3]);
}

// --- Walking ---

#[test]
fn a_walk_needs_a_purchase() {
    let at = place("dancers-and-surfers");
    let full = Table::of(2)
        .village(RED, 1, &["hula", "surfer"])
        .price("dancers-and-surfers", 2);
    full.play()
        .refuses(Action::Move(at), Refusal::NothingFits { place: at });
    let poor = Table::of(2)
        .purse(RED, 3, 7, 0)
        .price("dancers-and-surfers", 4);
    poor.play().refuses(
        Action::Move(at),
        Refusal::NothingLeftToBuyWith { missing: 1 },
    );
    Table::of(2)
        .play()
        .refuses(Action::Move(at), Refusal::NoPriceToken { place: at });
}

#[test]
fn the_beach_is_no_short_cut() {
    let table = || {
        Table::of(2)
            .out(GREEN, 1)
            .standing_at(RED, "coconut-and-banana")
            .price("tikis", 2)
    };
    let mut straight = table().play();
    straight.walks("tikis");
    assert_eq!(straight.purse(RED).1, 7 - 3);
    let mut in_two_turns = table().play();
    in_two_turns.waits().walks("tikis");
    assert_eq!(in_two_turns.purse(RED).1, 7 - 1);
}

#[test]
fn everybody_waits_only_once() {
    let mut game = Table::of(3).out(BLUE, 1).cove(&[2]).play();
    game.waits()
        .waits()
        .refuses(Action::Wait, Refusal::EverybodyWaited);
    game.fishes([1, 0, 0]).waits().waits();
    assert_eq!(
        game.to_act(),
        GREEN,
        "after something was done, all may wait again"
    );
    game.refuses(Action::Wait, Refusal::EverybodyWaited)
        .leaves(2);
    game.waits().refuses(Action::Wait, Refusal::EverybodyWaited);
}

// --- Buying ---

#[test]
fn double_needs_room_for_two() {
    let mut kahunas = Table::of(2).kahunas(RED, 4).price("kahunas", 2).play();
    kahunas.walks("kahunas");
    assert_eq!(kahunas.legal(), [buy("kahuna", plain(2), I)]);
    let last = Table::of(3)
        .tikis(GREEN, 6)
        .tikis(BLUE, 6)
        .tikis(RED, 2)
        .price("tikis", 2);
    let mut tikis = last.play();
    tikis.walks("tikis").refuses(
        buy("tiki", plain(2), II),
        Refusal::TooFewTiles {
            tile: tile("tiki"),
            missing: 1,
        },
    );
    tikis.buys("tiki", 2, I);
    let mut island = Table::of(2)
        .launched(RED)
        .boat(RED, I)
        .kahunas(RED, 4)
        .island(1, Gift::Kahunas(2))
        .play();
    island.sails(1);
    assert_eq!(island.realm(RED).kahunas, 5);
}

#[test]
fn kahunas_may_come_before_their_village() {
    let mut game = Table::of(2).kahunas(RED, 3).price("kahunas", 2).play();
    game.walks("kahunas").buys("kahuna", 2, II);
    assert_eq!(game.realm(RED).kahunas, 5);
}

#[test]
fn a_bought_hut_helps_from_the_next_turn() {
    for (name, at) in [("spear-hut", "spears-and-exchange"), ("ku", "gods")] {
        let table = Table::of(2)
            .out(GREEN, 1)
            .build(RED, 1, "long-hut", I)
            .token(at, red(2))
            .track(2, red(3));
        let mut game = table.play();
        game.walks(at).does(buy(name, red(2), I));
        if game
            .step()
            .is_some_and(|step| matches!(step, Step::Build(_)))
        {
            game.builds(1);
        }
        assert_eq!(game.scored(RED, Reason::Spears), 0, "{name}");
        game.leaves(2);
        assert_eq!(game.scored(RED, Reason::Spears), 1, "{name}");
    }
}

// --- Fishing and paying ---

#[test]
fn fish_tokens_show_no_spears() {
    let table = Table::of(2).build(RED, 1, "spear-hut", II).edit(|state| {
        let fish = state
            .tokens
            .tokens_at(|_| true)
            .find(|token| printed().face(*token).price == red(2))
            .unwrap();
        state.tokens[fish] = At::Cove(0);
    });
    let mut game = table.play();
    game.fishes([1, 0, 0]);
    assert_eq!(game.points(RED), 0);
}

#[test]
fn huts_are_spent_as_sparingly_as_possible() {
    let both = || {
        Table::of(2)
            .build(RED, 1, "exchange-hut", I)
            .build(RED, 2, "exchange-hut", II)
    };
    // A walk of four steps, for which so many shells stand in for feet.
    let used = |shells: u16| {
        let mut game = both()
            .purse(RED, 9, 4, 0)
            .price("coconut-and-banana", 2)
            .play();
        game.walks("coconut-and-banana").pays(shells, 4 - shells, 0);
        let ExchangeHuts { one, two } = game.state().huts_used;
        (one, two)
    };
    assert_eq!([0, 1, 2, 3].map(used), [(0, 0), (1, 0), (0, 1), (1, 1)]);
}

#[test]
fn an_exchanged_unit_fills_a_boat() {
    let mut fishing_boat = Table::of(2)
        .build(RED, 1, "exchange-hut", I)
        .purse(RED, 1, 1, 0)
        .cove(&[2, 2])
        .play();
    fishing_boat.fishes([2, 0, 0]);
    assert_eq!(fishing_boat.purse(RED), (0, 0, 0));
    let table = Table::of(2)
        .build(RED, 1, "exchange-hut", I)
        .purse(RED, 1, 0, 0)
        .launched(RED)
        .boat(RED, II);
    let mut boat_ii = table.cove(&[2, 2]).play();
    boat_ii.fishes([2, 0, 0]);
    assert_eq!(
        boat_ii.purse(RED),
        (0, 0, 0),
        "a shell, and the printed foot"
    );
}

#[test]
fn a_boat_ii_takes_at_least_one() {
    let table = Table::of(2).launched(RED).boat(RED, II).cove(&[2]);
    let mut game = table.purse(RED, 9, 0, 0).play();
    game.refuses(
        fish([1, 0, 0]),
        Refusal::TooLittle {
            good: Good::Foot,
            missing: 1,
        },
    );
    let two = Fleet {
        fishing: 0,
        one: 0,
        two: 2,
    };
    assert_eq!(boats::cost(printed().effects(), two, 3), 2, "one for each");
}

#[test]
fn a_printed_foot_is_always_used() {
    let mut game = Table::of(2)
        .launched(RED)
        .boat(RED, II)
        .cove(&[2, 2, 2])
        .play();
    game.does_only(fish([3, 0, 0])).does_only(launch(0, 0, 1));
    assert_eq!(
        game.legal(),
        [pay(0, 2, 0)],
        "three tokens, and never three feet"
    );
}

#[test]
fn no_boat_goes_out_in_vain() {
    let mut game = Table::of(2).boat(RED, I).cove(&[2, 2]).play();
    game.fishes([2, 0, 0])
        .refuses(launch(1, 1, 0), Refusal::MoreBoatsThanNeeded);
    // Room may be wasted on a boat that is needed.
    game.launches(0, 1, 0);
    // Four tokens: one boat II costs three feet, two of them only two.
    let table = Table::of(2)
        .boat(RED, II)
        .boat(RED, II)
        .launched(RED)
        .cove(&[2, 2, 2, 3]);
    let mut game = table.play();
    game.fishes([4, 0, 0]);
    assert_eq!(game.legal(), [launch(0, 0, 1), launch(0, 0, 2)]);
    game.launches(0, 0, 2);
    assert_eq!(game.purse(RED).1, 5);
}

#[test]
fn pele_caps_walks_only() {
    let mut fishing = Table::of(2).build(RED, 1, "pele", II).cove(&[2, 2]).play();
    fishing.fishes([2, 0, 0]);
    assert_eq!(fishing.purse(RED).1, 5);
    let mut sailing = Table::of(2)
        .build(RED, 1, "pele", II)
        .launched(RED)
        .boat(RED, I)
        .play();
    sailing.sails(1);
    assert_eq!(sailing.purse(RED).1, 4);
}

#[test]
fn kane_asks_only_his_buyer() {
    let table = Table::of(2)
        .top_gods("kane", "ku")
        .build(GREEN, 1, "kane", I);
    let table = table
        .top_gods("ku", "kane")
        .price("gods", 2)
        .took(GREEN, &[4, 5]);
    let mut game = table.play();
    game.walks("gods").buys("kane", 2, I);
    assert_eq!((game.to_act(), game.step()), (RED, Some(Step::Kane)));
    game.does(offer(1, 1, 0));
    assert_eq!((game.realm(RED).tikis, game.realm(GREEN).tikis), (1, 0));
    assert_eq!(
        game.tokens(|at| at == At::Bought(seat(RED))),
        [2],
        "the tiki brings no token"
    );
    game.all_leave();
    assert_eq!(game.realm(RED).tikis, 1, "and he asks never again");
}

// --- Islands ---

#[test]
fn an_islands_gift_comes_before_the_payment() {
    let table = |feet| {
        Table::of(2)
            .launched(RED)
            .boat(RED, I)
            .island(1, Gift::Fruits(4))
            .purse(RED, 9, feet, 0)
    };
    let mut poor = table(2).play();
    poor.refuses(
        sail(1),
        Refusal::TooLittle {
            good: Good::Foot,
            missing: 1,
        },
    );
    let mut game = table(3).play();
    game.sails(1).pays(0, 0, 3);
    assert_eq!(game.purse(RED), (9, 3, 1));
    let told: Vec<usize> = [
        game.events
            .iter()
            .position(|event| matches!(event, Event::Scored { .. })),
        game.events
            .iter()
            .position(|event| matches!(event, Event::Gained { .. })),
        game.events
            .iter()
            .position(|event| matches!(event, Event::Paid { .. })),
    ]
    .map(Option::unwrap)
    .to_vec();
    assert!(told.is_sorted(), "points, gift, payment: {told:?}");
}

#[test]
fn a_gift_must_be_taken() {
    let table = || {
        Table::of(2)
            .launched(RED)
            .boat(RED, I)
            .build(RED, 2, "long-hut", I)
    };
    let mut game = table().island(1, Gift::Hula).play();
    game.sails(1);
    assert_eq!(
        game.legal(),
        [1, 2].map(|number| Action::Build(row(number)))
    );
    game.refuses(Action::Decline, Refusal::SomethingElseFirst);
    let full = table()
        .build(RED, 1, "hula", I)
        .build(RED, 2, "hula", I)
        .island(1, Gift::Hula);
    let mut game = full.play();
    game.sails(1);
    assert!(game.events.contains(&Event::NoGift {
        seat: seat(RED),
        why: NoGift::NoRoom
    }));
}

#[test]
fn an_empty_dock_cannot_be_visited() {
    let mut game = Table::of(2).boat(RED, I).boat(GREEN, I).play();
    game.sails(1);
    assert_eq!(game.to_act(), GREEN);
    game.refuses(sail(1), Refusal::NoIsland { dock: dock(1) });
}

// --- The end of a round ---

#[test]
fn spaces_are_as_many_as_players() {
    for players in 2..=4 {
        let mut game = Table::of(players).play();
        game.refuses(pass(players + 1), Refusal::NoSuchSpace { spaces: players });
        game.leaves(players);
    }
}

#[test]
fn only_the_pleased_are_ranked() {
    let table = Table::of(3)
        .took(RED, &[4, 4])
        .took(GREEN, &[5])
        .build(GREEN, 1, "surfer", II);
    let mut game = table.took(BLUE, &[3]).play();
    game.all_leave();
    assert_eq!(
        [RED, GREEN, BLUE].map(|player| game.points(player)),
        [0, 8, 0]
    );
}

#[test]
fn surfers_change_the_number_not_the_sum() {
    let table = Table::of(2)
        .took(RED, &[4, 6])
        .took(GREEN, &[4, 5])
        .build(GREEN, 1, "surfer", II);
    let mut game = table.play();
    game.all_leave();
    assert_eq!([RED, GREEN].map(|player| game.points(player)), [8, 5]);
}

#[test]
fn lono_scores_with_the_help_of_surfers() {
    let table = Table::of(2)
        .took(RED, &[5])
        .build(RED, 1, "surfer", II)
        .build(RED, 1, "lono", I);
    let mut game = table.play();
    game.all_leave();
    assert_eq!(game.scored(RED, Reason::Lono), 2);
}

#[test]
fn irrigations_choose_before_the_next_round() {
    let table = [RED, GREEN, BLUE]
        .into_iter()
        .fold(Table::of(3), |table, player| {
            table.build(player, 1, "irrigation", II)
        });
    let mut game =
        table.edit(|state| state.order = [GREEN, BLUE, RED].map(seat).into_iter().collect());
    game = game.turn_of(RED).edit(|state| state.turn = 2);
    let mut game = game.out(GREEN, 3).out(BLUE, 1).play();
    game.leaves(2);
    for player in [GREEN, BLUE, RED] {
        assert_eq!((game.to_act(), game.state().round), (player, 1));
        assert_ne!(
            game.gained(player, Gain::Income),
            (0, 0, 0),
            "the payout comes first"
        );
        game.harvests(Good::Fruit);
    }
    assert_eq!((game.state().round, game.to_act()), (2, BLUE));
}

#[test]
fn goods_never_run_out() {
    // The box holds shells for 75, feet for 55 and fruits for 30.
    let mut game = Table::of(2)
        .purse(RED, 75, 55, 30)
        .build(RED, 1, "taro", II)
        .play();
    game.all_leave();
    assert_eq!(game.purse(RED), (85, 61, 32));
}

#[test]
fn the_island_stack_is_shuffled_when_face_up_ones_appear() {
    let visit = |table: Table, last: usize| {
        table.edit(move |state| {
            let visited = state.docks[dock(1)].take().unwrap();
            let earlier: Vec<_> = state.islands.hidden.drain(..6 - last).collect();
            state.islands.visited.extend(earlier);
            state.islands.visited.push(visited);
        })
    };
    let mut last_but_one = visit(Table::of(2), 2).play();
    last_but_one.all_leave();
    assert_eq!(
        last_but_one.state().islands.visited.len(),
        5,
        "one is left face down"
    );
    let mut last = visit(Table::of(2), 1).play();
    last.all_leave();
    assert_eq!(
        (
            last.state().islands.hidden.len(),
            last.state().islands.visited.len()
        ),
        (6, 0)
    );
}

// --- The final scoring ---

#[test]
fn boats_always_count_for_kanaloa() {
    let worth = |table: Table| scoring::final_points(&printed(), table.play().realm(RED)).kanaloa;
    let five = ["long-hut", "kanaloa", "hula", "taro", "surfer"];
    let scored = || {
        Table::of(2)
            .tikis(RED, 3)
            .village(RED, 2, &five)
            .boat(RED, I)
    };
    assert_eq!(worth(scored()), 2 * 3, "the fishing boat, a boat, a surfer");
    assert_eq!(
        worth(scored().build(RED, 1, "surfer", II)),
        2 * 3,
        "a surfer in a village too short"
    );
    let short = Table::of(2)
        .tikis(RED, 3)
        .village(RED, 2, &five[..4])
        .boat(RED, I);
    assert_eq!(
        worth(short),
        0,
        "he himself must stand in a village that is scored"
    );
}

#[test]
fn laka_counts_fruits_in_scored_villages() {
    let worth = |table: Table| scoring::final_points(&printed(), table.play().realm(RED)).laka;
    let five = ["long-hut", "laka", "hula", "taro"];
    let scored = || {
        Table::of(2)
            .tikis(RED, 3)
            .village(RED, 2, &five)
            .build(RED, 2, "banana", II)
    };
    assert_eq!(worth(scored()), 3);
    assert_eq!(
        worth(scored().build(RED, 1, "taro", II)),
        3,
        "its village is too short"
    );
}

#[test]
fn laka_stands_in_a_scored_village() {
    let worth = |table: Table| scoring::final_points(&printed(), table.play().realm(RED)).laka;
    let scored = || {
        Table::of(2)
            .tikis(RED, 3)
            .village(RED, 1, &["long-hut", "taro", "hula", "surfer"])
    };
    assert_eq!(worth(scored().build(RED, 1, "laka", I)), 1);
    assert_eq!(
        worth(scored().village(RED, 2, &["long-hut", "laka"])),
        0,
        "LAKA's own village is too short"
    );
}

#[test]
fn a_village_may_outgrow_its_board() {
    let all = [
        "shell-hut",
        "foot-hut",
        "spear-hut",
        "exchange-hut",
        "breadfruit",
        "taro",
        "coconut",
        "banana",
        "irrigation",
        "surfer",
        "hula",
        "ku",
    ];
    let mut game = Table::of(2)
        .village(RED, 1, &all)
        .price("long-huts", 2)
        .play();
    game.walks("long-huts")
        .pays(0, 2, 0)
        .buys("long-hut", 2, I)
        .pays(2, 0, 0)
        .builds(1);
    assert_eq!(game.realm(RED).length(&printed(), row(1)), 14);
    assert_eq!(game.realm(RED).villages[row(1)].tiles().count(), 13);
}

#[test]
fn every_payment_is_asked_for() {
    for (feet, fruits) in [(1, 0), (9, 9)] {
        let mut game = Table::of(2)
            .purse(RED, 9, feet, fruits)
            .price("gods", 4)
            .play();
        game.does_only(walk("gods"));
        assert!(matches!(game.step(), Some(Step::Pay(_))));
    }
}

#[test]
fn payments_are_made_in_the_open() {
    let mut game = Table::with(2, Options::default())
        .price("kahunas", 3)
        .play();
    game.walks("kahunas").buys("kahuna", 3, I);
    let paid = |goods: Goods| Event::Paid {
        seat: seat(RED),
        goods,
    };
    assert!(
        game.events.contains(&paid(goods(0, 2, 0))) && game.events.contains(&paid(goods(3, 0, 0)))
    );
    let seen = game.game().view(Viewer::Seat(seat(GREEN)));
    assert_eq!(seen.realm(seat(RED)).unwrap().goods, None);
    assert_eq!(
        seen.realm(seat(RED)).unwrap().chieftain,
        Chieftain::Place(Place::from_number(3).unwrap())
    );
}
