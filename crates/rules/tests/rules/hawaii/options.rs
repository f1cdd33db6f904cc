//! The options of a table, with each of their values.

use lanai_rules::hawaii::action::{Action, Reason, Refusal};
use lanai_rules::hawaii::options::{
    Exchange, FirstSpace, GoodsShown, Options, Ranking, Rows, TieBreak, TikiSpaces,
};
use lanai_rules::hawaii::{Hawaii, scoring};
use lanai_rules::{Rules, Viewer, choices};

use super::fixture::*;

fn goods_seen(goods: GoodsShown, viewer: Viewer, player: u8) -> bool {
    let game = Table::with(
        3,
        Options {
            goods,
            ..Options::default()
        },
    )
    .play();
    game.game()
        .view(viewer)
        .realm(seat(player))
        .unwrap()
        .goods
        .is_some()
}

#[test]
fn the_default_is_the_printed_rule() {
    let printed = Options {
        goods: GoodsShown::Hidden,
        tikis: TikiSpaces::Six,
        last_first_space: FirstSpace::Scores,
        tie_break: TieBreak::GoodsLeft,
        rows: Rows::WithoutGaps,
        exchange: Exchange::OncePerTurn,
        ranking: Ranking::ThoseWhoScore,
    };
    assert_eq!((Options::default(), Options::printed()), (printed, printed));
}

#[test]
fn the_online_rule_has_open_goods_and_seven_tikis() {
    let online = Options {
        goods: GoodsShown::Open,
        tikis: TikiSpaces::Seven,
        ..Options::printed()
    };
    assert_eq!(Options::online(), online);
}

#[test]
fn options_left_out_are_the_printed_ones() {
    let read: Options = serde_json::from_str(r#"{"tikis": "seven"}"#).unwrap();
    assert_eq!(
        read,
        Options {
            tikis: TikiSpaces::Seven,
            ..Options::default()
        }
    );
    assert!(serde_json::from_str::<Options>(r#"{"tikkis": "seven"}"#).is_err());
}

#[test]
fn hidden_goods_are_seen_by_their_owner_only() {
    assert!(goods_seen(GoodsShown::Hidden, Viewer::Seat(seat(RED)), RED));
    assert!(!goods_seen(
        GoodsShown::Hidden,
        Viewer::Seat(seat(GREEN)),
        RED
    ));
    assert!(!goods_seen(GoodsShown::Hidden, Viewer::Table, RED));
}

#[test]
fn open_goods_are_seen_by_everybody() {
    for viewer in [
        Viewer::Seat(seat(RED)),
        Viewer::Seat(seat(GREEN)),
        Viewer::Table,
    ] {
        assert!(goods_seen(GoodsShown::Open, viewer, RED));
    }
}

#[test]
fn hidden_goods_are_shown_when_the_game_is_over() {
    let mut game = Table::of(2).round(5).play();
    game.all_leave();
    assert!(
        game.game()
            .view(Viewer::Table)
            .realms
            .iter()
            .all(|realm| realm.goods.is_some())
    );
}

#[test]
fn six_tikis_or_seven() {
    let table = |tikis| {
        let options = Options {
            tikis,
            ..Options::default()
        };
        Table::with(2, options).tikis(RED, 6).price("tikis", 2)
    };
    let refusal = Refusal::NothingFits {
        place: place("tikis"),
    };
    table(TikiSpaces::Six)
        .play()
        .refuses(walk("tikis"), refusal);
    let mut game = table(TikiSpaces::Seven).play();
    game.walks("tikis").refuses(
        buy("tiki", plain(2), II),
        Refusal::NoTikiSpace { missing: 1 },
    );
    game.buys("tiki", 2, I);
    assert_eq!(game.realm(RED).tikis, 7);
}

#[test]
fn the_seventh_tiki_stands_over_the_first_column() {
    let options = Options {
        tikis: TikiSpaces::Seven,
        ..Options::default()
    };
    for (tikis, points) in [(6, 0), (7, 5)] {
        let game = Table::with(2, options)
            .tikis(RED, tikis)
            .kahunas(RED, 1)
            .play();
        assert_eq!(
            scoring::final_points(&printed(), game.realm(RED)).kahunas,
            points
        );
    }
}

#[test]
fn the_first_space_scores_at_the_end_or_not() {
    for (last_first_space, points) in [(FirstSpace::Scores, 2), (FirstSpace::ScoresNothing, 0)] {
        let options = Options {
            last_first_space,
            ..Options::default()
        };
        let mut game = Table::with(2, options).round(5).play();
        game.leaves(1).leaves(2);
        assert_eq!(game.standings().points[seat(RED)], points);
    }
}

#[test]
fn goods_left_break_ties_or_nothing_does() {
    for (tie_break, winners) in [(TieBreak::GoodsLeft, 1), (TieBreak::Shared, 2)] {
        let options = Options {
            tie_break,
            last_first_space: FirstSpace::ScoresNothing,
            ..Options::default()
        };
        let mut game = Table::with(2, options).purse(RED, 1, 0, 0).round(5).play();
        game.leaves(1).leaves(2);
        assert_eq!(game.standings().winners().count(), winners);
    }
}

#[test]
fn rows_are_begun_without_gaps_or_may_be_skipped() {
    for (rows, lawful) in [
        (Rows::WithoutGaps, vec![1, 2]),
        (Rows::MayBeSkipped, vec![1, 2, 3, 4, 5]),
    ] {
        let options = Options {
            rows,
            ..Options::default()
        };
        let mut game = Table::with(2, options).price("shells-and-feet", 2).play();
        game.walks("shells-and-feet").buys("shell-hut", 2, I);
        let expected: Vec<Action> = lawful
            .into_iter()
            .map(|number| Action::Build(row(number)))
            .collect();
        assert_eq!(game.legal(), expected);
    }
}

#[test]
fn even_where_rows_may_be_skipped_a_village_begins_with_a_hut() {
    let options = Options {
        rows: Rows::MayBeSkipped,
        ..Options::default()
    };
    let mut game = Table::with(2, options)
        .build(RED, 4, "long-hut", I)
        .price("dancers-and-surfers", 2)
        .play();
    game.walks("dancers-and-surfers").buys("hula", 2, I);
    assert_eq!(
        game.legal(),
        [1, 4].map(|number| Action::Build(row(number)))
    );
}

/// Three steps and a price of four, with three shells, two feet and two fruits: both payments must be mixed.
#[test]
fn an_exchange_hut_helps_once_per_turn_or_with_each_payment() {
    let table = |exchange| {
        let table = Table::with(
            2,
            Options {
                exchange,
                ..Options::default()
            },
        )
        .build(RED, 1, "exchange-hut", I);
        table.purse(RED, 3, 2, 2).price("shells-and-feet", 4).play()
    };
    let refusal = Refusal::NothingLeftToBuyWith { missing: 1 };
    table(Exchange::OncePerTurn).refuses(walk("shells-and-feet"), refusal);
    let mut game = table(Exchange::EachPayment);
    game.walks("shells-and-feet")
        .pays(0, 2, 1)
        .buys("shell-hut", 4, I);
    assert_eq!(game.purse(RED), (0, 0, 0));
}

#[test]
fn with_each_payment_a_hut_still_turns_only_so_many() {
    let options = Options {
        exchange: Exchange::EachPayment,
        ..Options::default()
    };
    let mut game = Table::with(2, options)
        .build(RED, 1, "exchange-hut", I)
        .purse(RED, 9, 1, 4)
        .price("gods", 4)
        .play();
    game.walks("gods").pays(0, 1, 0).buys("ku", 4, I);
    game.refuses(
        pay(2, 0, 2),
        Refusal::Mixed {
            turned: 2,
            exchange_capacity: 1,
        },
    );
}

/// In round 5 green's surfer lowers 17 to 13. Red misses 17 with the highest sum of all.
#[test]
fn those_who_score_are_ranked_or_everyone() {
    for (ranking, green) in [(Ranking::ThoseWhoScore, 16), (Ranking::Everyone, 9)] {
        let options = Options {
            ranking,
            last_first_space: FirstSpace::ScoresNothing,
            ..Options::default()
        };
        let table = Table::with(2, options)
            .round(5)
            .build(GREEN, 1, "surfer", II);
        let mut game = table.took(RED, &[6, 6, 4]).took(GREEN, &[5, 5, 5]).play();
        game.all_leave();
        assert_eq!(
            [RED, GREEN].map(|player| game.scored(player, Reason::People)),
            [0, green]
        );
    }
}

#[test]
fn a_ranking_can_be_chosen() {
    let everyone = Options {
        ranking: Ranking::Everyone,
        ..Options::default()
    };
    assert!(
        serde_json::to_string(&everyone)
            .unwrap()
            .contains(r#""ranking":"everyone""#)
    );
    assert_eq!(choices::read::<Hawaii>("ranking=everyone"), Ok(everyone));
    assert_eq!(
        choices::read::<Hawaii>("ranking=everyone,ranking=those_who_score"),
        Ok(Options::default())
    );
    assert_eq!(choices::write::<Hawaii>(&everyone), "ranking=everyone");
    assert!(choices::words::<Hawaii>().contains(&"ranking=everyone".to_owned()));
}
