//! Games that end by agreement on a result: a draw or a win. Such results have ranks but no points,
//! and consent holds only for the position in which it was given.

use lanai_host::{
    Agreement, Award, Clock, Consent, Declined, Ending, LeftBy, NewGame, News, PastGame, PersonId,
    PolicyKind, TableId, TableSettings, TableStatus, Terms, TimeControl, TimeoutPolicy, Timestamp,
};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;

use super::ratings::{Sat, all, came_out, in_both_homes, points};
use lanai_testing::scenes::{TestHost, actor, at_random, declined, dice, new_game, wait};

const DAY: i64 = 24 * 60 * 60;

fn won(person: i64) -> Consent {
    Consent::Ask(Terms::Award(Award::Win(PersonId(person))))
}

const DRAW: Consent = Consent::Ask(Terms::Award(Award::Draw));

async fn agrees(house: &TestHost, game: TableId, person: i64, wish: Consent) -> Agreement {
    house
        .host
        .agreements
        .agree(house.kept(game).await, &actor(person), wish)
        .await
        .unwrap()
}

fn ranks(past: &PastGame) -> Vec<(Option<i64>, Option<i64>)> {
    past.players
        .iter()
        .map(|player| (player.person.map(|person| person.0), player.rank))
        .collect()
}

#[test]
fn a_game_ends_with_the_result_on_which_all_agree() {
    wait(async {
        for house in in_both_homes().await {
            for wish in [won(101), DRAW] {
                let game = Box::pin(house.begun::<Hawaii>(3, 1)).await.game;
                house.hear().await;
                assert_eq!(agrees(&house, game, 100, wish).await, Agreement::Open(2));
                let number = house.kept(game).await.waiting.asks.unwrap().number;
                assert_eq!(
                    agrees(&house, game, 102, Consent::Agree(number)).await,
                    Agreement::Open(1)
                );
                assert_eq!(house.kept(game).await.status, TableStatus::Running);
                // Whoever asks for the same agrees to it.
                assert_eq!(agrees(&house, game, 101, wish).await, Agreement::Done);
                let heard = house.hear().await;
                let news: Vec<&News> = heard.iter().map(|heard| &heard.news).collect();
                assert!(
                    matches!(news[..], [News::Proposed { .. }, News::Awarded, News::Film]),
                    "{news:?}"
                );
                let past = house.host.history.find(game).await.unwrap();
                assert_eq!(past.ending, Ending::Awarded);
                assert!(
                    past.players
                        .iter()
                        .all(|it| it.points.is_none() && it.left_by == LeftBy::Stayed)
                );
                let mut came = ranks(&past);
                came.sort();
                let rank = |person| Some(if wish == DRAW || person == 101 { 1 } else { 2 });
                let people = [100, 101, 102].map(|person| (Some(person), rank(person)));
                // A computer agrees on nothing.
                assert_eq!(came, [&[(None, None)], &people[..]].concat());
                house
                    .host
                    .games
                    .write_record(&house.kept(game).await)
                    .await
                    .unwrap();
            }
            assert!(
                lanai_testing::scenes::verify_all(&house.host)
                    .await
                    .wrong
                    .is_empty()
            );
            for (person, first) in [(100, 1), (101, 2), (102, 1)] {
                let stats = house
                    .host
                    .statistics
                    .of_person(PersonId(person))
                    .await
                    .unwrap();
                assert_eq!((stats.awarded, stats.balances), ((2, first), vec![]));
            }
        }
    });
}

/// A proposal made when a player was ahead does not survive until they are behind.
#[test]
fn a_move_makes_the_question_void() {
    wait(async {
        let house = TestHost::new().await;
        let game = Box::pin(house.begun::<Hawaii>(3, 0)).await.game;
        // To end it without a result is asked whatever happens.
        for (wish, stays) in [
            (won(101), false),
            (Consent::Ask(Terms::End), true),
            (DRAW, false),
        ] {
            agrees(&house, game, 100, wish).await;
            let number = house.kept(game).await.waiting.asks.unwrap().number;
            house.act_at_random::<Hawaii>(game, &mut dice(4)).await;
            assert_eq!(house.kept(game).await.waiting.asks.is_some(), stays);
            if !stays {
                let (table, late) = (house.kept(game).await, actor(101));
                let agreed = house
                    .host
                    .agreements
                    .agree(table, &late, Consent::Agree(number))
                    .await;
                assert_eq!(declined(agreed), Declined::NotAsked);
            }
        }
        // So does a move that is taken back.
        let mut turn = house.turn::<Hawaii>(game).await;
        let person = turn
            .table
            .chair(turn.to_act().unwrap())
            .unwrap()
            .person
            .unwrap()
            .0;
        at_random(&mut turn, &mut dice(5));
        house.settle(turn).await;
        agrees(&house, game, 100, DRAW).await;
        let back = house
            .host
            .take_back
            .take_back::<Hawaii>(house.kept(game).await, &actor(person))
            .await;
        assert_eq!(house.kept(game).await.waiting.asks.is_none(), back.is_ok());
        // And somebody who leaves.
        agrees(&house, game, 100, won(102)).await;
        house
            .host
            .resignations
            .resign(house.kept(game).await, &actor(102))
            .await
            .unwrap();
        assert_eq!(house.kept(game).await.waiting.asks, None);
    });
}

#[test]
fn only_who_plays_has_won_and_nobody_says_so_alone() {
    wait(async {
        let house = TestHost::new().await;
        let begun = Box::pin(house.begun::<Haleakala>(2, 0)).await;
        for (who, wish, why) in [
            (100, won(999), Declined::NotThere),
            (999, won(999), Declined::NotSeated),
            (999, DRAW, Declined::NotSeated),
        ] {
            let asked = house
                .host
                .agreements
                .agree(begun.clone(), &actor(who), wish)
                .await;
            assert_eq!(declined(asked), why);
        }
        let house = TestHost::new().await;
        let alone = Box::pin(house.begun::<Hawaii>(1, 2)).await;
        assert_eq!(
            declined(house.host.agreements.agree(alone, &actor(100), DRAW).await),
            Declined::Alone
        );
    });
}

/// Two players, one of them missing: what happens when the other claims the win.
async fn one_is_silent(rated: bool, late: TimeoutPolicy) -> (Agreement, TableStatus) {
    let clock = Clock::standing_at(Timestamp(20_000 * DAY));
    let house = TestHost::new().await.by_clock(&clock);
    let settings = TableSettings {
        pace: TimeControl::Turn(DAY),
        late,
        rated,
        ..TableSettings::default()
    };
    let new = NewGame {
        chairs: Some(3),
        settings,
        ..new_game::<Hawaii>(31)
    };
    let game = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
    house
        .host
        .lobby
        .join(game, &actor(101), None, true)
        .await
        .unwrap();
    house
        .host
        .lobby
        .join(game, &actor(102), None, true)
        .await
        .unwrap();
    let begun = house.start(game, 100).await;
    let silent = house.to_act::<Hawaii>(&begun).await;
    clock.turn(2 * DAY);
    house.time_passes().await;
    let mut came = Agreement::Open(0);
    for person in (100..103).filter(|person| *person != silent) {
        came = agrees(&house, game, person, DRAW).await;
    }
    (came, house.kept(game).await.status)
}

#[test]
fn where_it_counts_everybody_agrees() {
    wait(async {
        for late in [TimeoutPolicy::Announce, TimeoutPolicy::PlaySeat] {
            let came = Box::pin(one_is_silent(false, late)).await;
            assert_eq!(came, (Agreement::Done, TableStatus::Over), "{late:?}");
            let came = Box::pin(one_is_silent(true, late)).await;
            assert_eq!(came, (Agreement::Open(1), TableStatus::Running), "{late:?}");
        }
    });
}

#[test]
fn a_result_on_which_all_agreed_counts_among_people() {
    wait(async {
        let mut counted = Vec::new();
        for computer in [PolicyKind::Keiki, PolicyKind::Kupuna] {
            let house = TestHost::new().await;
            let sat = [
                Sat::Person(1, Some(2)),
                Sat::Computer(computer, None),
                Sat::Person(2, Some(1)),
                Sat::Person(3, Some(2)),
            ];
            came_out(&house, &sat, Ending::Awarded, 0).await;
            // Whoever had left before is last all the same.
            let sat = [
                Sat::Person(4, Some(1)),
                Sat::Person(5, Some(1)),
                Sat::Computer(computer, None),
                Sat::Left(6, LeftBy::Resigned),
            ];
            came_out(&house, &sat, Ending::Awarded, DAY).await;
            house.host.ratings.rate_games().await.unwrap();
            assert_eq!(points(&house, 4, 1).await, points(&house, 4, 3).await);
            assert!(points(&house, 4, 2).await > points(&house, 4, 1).await);
            assert_eq!(points(&house, 3, 4).await, points(&house, 3, 5).await);
            assert!(points(&house, 3, 6).await < 1500);
            counted.push(all(&house, 6).await);
        }
        assert_eq!(counted[0], counted[1], "whoever the computer is");
    });
}
