//! Every request counts once: repeated interactions, simultaneous actions, and a restart between
//! two turns.

use lanai_ai::PolicyKind;
use lanai_host::{
    ChannelId, Declined, Failure, InteractionId, Lesson, NewGame, News, PersonId, Revision, Table,
    TableSettings, TableStatus,
};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::digest;
use lanai_rules::{Rules as _, Title};

use lanai_testing::scenes::{
    ANNOUNCED, TestHost, actor, became, declined, dice, new_game, person_at, press, quiet, wait,
};

#[test]
fn a_press_that_comes_twice_counts_once() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewGame {
            chairs: Some(3),
            ..new_game::<Hawaii>(7)
        };
        let game = house
            .host
            .lobby
            .open(&new, &press(100, 1))
            .await
            .unwrap()
            .game;
        let elsewhere = NewGame {
            channel: ChannelId(8),
            ..new
        };
        assert_eq!(
            declined(house.host.lobby.open(&elsewhere, &press(100, 1)).await),
            Declined::Repeated
        );
        assert_eq!(
            declined(house.host.tables.find_in_channel(ChannelId(8)).await),
            Declined::NoTable
        );
        house
            .host
            .lobby
            .join(game, &press(101, 2), Some("word"), true)
            .await
            .unwrap();
        let sat = house.all_of(game).await;
        assert_eq!(
            declined(
                house
                    .host
                    .lobby
                    .join(game, &press(101, 2), Some("other"), true)
                    .await
            ),
            Declined::Repeated
        );
        assert_eq!(house.all_of(game).await, sat);
        house
            .host
            .lobby
            .join(game, &press(102, 3), None, true)
            .await
            .unwrap();
        house.host.starts.start(game, &press(100, 4)).await.unwrap();
        house.announce(game, ANNOUNCED).await;
        Box::pin(a_turn_settled_twice(&house)).await;
        assert_eq!(
            declined(house.host.tables.spend_interaction(InteractionId(4)).await),
            Declined::Repeated
        );
        house
            .host
            .tables
            .spend_interaction(InteractionId(40))
            .await
            .unwrap();
        assert_eq!(
            declined(house.host.tables.spend_interaction(InteractionId(40)).await),
            Declined::Repeated
        );
    });
}

async fn a_turn_settled_twice(house: &TestHost) {
    let game = house
        .host
        .tables
        .find_in_channel(ChannelId(7))
        .await
        .unwrap()
        .game;
    let turn = house
        .until::<Hawaii>(game, |turn| quiet(turn, false, 1))
        .await;
    let person = person_at(&turn.table, turn.steps[0].seat);
    let table = house
        .host
        .play
        .commit_turn(turn.clone(), &press(person.0, 5))
        .await
        .unwrap()
        .table;
    let settled = house.all_of(game).await;
    assert_eq!(
        declined(
            house
                .host
                .play
                .commit_turn(turn.clone(), &press(person.0, 5))
                .await
        ),
        Declined::Repeated
    );
    let fresh = house
        .host
        .take_back
        .take_back::<Hawaii>(table.clone(), &press(person.0, 5))
        .await;
    assert_eq!(
        declined(fresh),
        Declined::Repeated,
        "whatever it is said to mean the second time"
    );
    assert_eq!(
        declined(house.host.play.commit_turn(turn, &press(person.0, 6)).await),
        Declined::Stale
    );
    assert_eq!(house.all_of(game).await, settled);
    let back = house
        .host
        .take_back
        .take_back::<Hawaii>(table, &press(person.0, 6))
        .await
        .unwrap()
        .table;
    let resigned = house
        .host
        .resignations
        .resign(back.clone(), &press(person.0, 7))
        .await
        .unwrap();
    let after = house.all_of(game).await;
    assert_eq!(
        declined(
            house
                .host
                .resignations
                .resign(back, &press(person.0, 7))
                .await
        ),
        Declined::Repeated
    );
    assert_eq!(Table::read(after.0.clone()).unwrap(), resigned);
    assert_eq!(house.all_of(game).await, after);
}

/// A lesson whose game has not started: concurrent requests start it once.
#[test]
fn of_many_presses_at_once_one_begins_a_first_game() {
    wait(async {
        let house = TestHost::new().await;
        for person in 100..110 {
            let settings = TableSettings {
                lesson: Some(Lesson::Direct),
                closed: true,
                ..TableSettings::default()
            };
            let new = NewGame {
                chairs: Some(2),
                computers: vec![PolicyKind::Keiki],
                settings,
                channel: ChannelId(person),
                announced: false,
                ..new_game::<Hawaii>(0)
            };
            let opened = house.host.lobby.open(&new, &actor(person)).await.unwrap();
            let presses = (0..4).map(|_| {
                house
                    .host
                    .lessons
                    .resume_lesson(PersonId(person), Title::Hawaii)
            });
            for found in futures::future::join_all(presses).await {
                let found = found.unwrap().unwrap();
                assert_eq!(
                    (found.game, found.status),
                    (opened.game, TableStatus::Running)
                );
            }
        }
    });
}

#[test]
fn of_many_who_act_at_once_one_is_first() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(3, 0).await.game;
        for round in 0..5 {
            let turn = house
                .until::<Hawaii>(game, |turn| quiet(turn, false, 1))
                .await;
            let (before, log) = (turn.table.revision, house.log(game).await.len());
            let person = person_at(&turn.table, turn.steps[0].seat);
            let tasks = (0..16).map(|number| {
                let (host, turn) = (house.host.clone(), turn.clone());
                tokio::spawn(async move {
                    host.play
                        .commit_turn(turn, &press(person.0, round * 100 + number))
                        .await
                })
            });
            let mut done = 0;
            for task in tasks.collect::<Vec<_>>() {
                match task.await.unwrap() {
                    Ok(settled) => {
                        assert_eq!(settled.table.revision, before.next());
                        done += 1;
                    }
                    Err(failure) => assert_eq!(declined::<()>(Err(failure)), Declined::Stale),
                }
            }
            assert_eq!((done, house.kept(game).await.revision), (1, before.next()));
            assert_eq!(house.log(game).await.len(), log + 1);
        }
    });
}

#[test]
fn who_acts_and_who_takes_back_at_once_do_not_mix() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(2, 0).await.game;
        for _ in 0..5 {
            let passed = house
                .until::<Hawaii>(game, |turn| quiet(turn, true, 3))
                .await;
            let one = person_at(&passed.table, passed.steps[0].seat);
            let table = house.settle(passed).await.table;
            let Some(answer) = quiet(&house.turn::<Hawaii>(game).await, false, 1) else {
                continue;
            };
            let (host, other) = (house.host.clone(), house.to_act::<Hawaii>(&table).await);
            let acting = tokio::spawn(async move {
                host.play
                    .commit_turn(answer, &actor(other))
                    .await
                    .map(|_| ())
            });
            let host = house.host.clone();
            let taking = async move {
                host.take_back
                    .take_back::<Hawaii>(table, &actor(one.0))
                    .await
                    .map(|_| ())
            };
            let [acted, back] =
                [acting, tokio::spawn(taking)].map(|task| async { task.await.unwrap() });
            let (acted, back) = (acted.await, back.await);
            assert!(acted.is_ok() != back.is_ok(), "{acted:?} {back:?}");
            house.turn::<Hawaii>(game).await.game.check().unwrap();
        }
    });
}

#[test]
fn a_game_begins_once() {
    wait(async {
        let house = TestHost::new().await;
        let new = NewGame {
            chairs: Some(2),
            computers: vec![PolicyKind::default()],
            ..new_game::<Hawaii>(7)
        };
        let game = house.host.lobby.open(&new, &actor(100)).await.unwrap().game;
        let starting = (0..8).map(|number| {
            let host = house.host.clone();
            tokio::spawn(async move { host.starts.start(game, &press(100, number)).await })
        });
        let mut begun = 0;
        for start in starting.collect::<Vec<_>>() {
            match start.await.unwrap() {
                Ok(table) => {
                    assert_eq!(
                        (table.status, table.revision),
                        (TableStatus::Open, Revision(1))
                    );
                    begun += 1;
                }
                Err(failure @ Failure::Declined(_)) => {
                    assert_eq!(declined::<()>(Err(failure)), Declined::Starting);
                }
                Err(Failure::InternalError(trouble)) => panic!("{trouble}"),
            }
        }
        assert_eq!(begun, 1);
        let due = house.outbox().due(10).await.unwrap();
        let fixed: Vec<_> = due
            .into_iter()
            .filter(|heard| matches!(heard.news, News::SeatsFixed))
            .collect();
        assert_eq!(fixed.len(), 1, "and one message says so");
        let telling = (0..8).map(|number| {
            let (outbox, fixed) = (house.outbox(), fixed[0].clone());
            tokio::spawn(async move { outbox.mark_sent(&fixed, became(ANNOUNCED + number)).await })
        });
        let mut told = 0;
        for one in telling.collect::<Vec<_>>() {
            told += usize::from(one.await.unwrap().unwrap());
        }
        let kept = house.kept(game).await;
        assert_eq!(
            (told, kept.status, kept.revision),
            (1, TableStatus::Running, Revision(2))
        );
        assert_eq!(
            house
                .log(game)
                .await
                .iter()
                .filter(|entry| entry.number == 0)
                .count(),
            1
        );
    });
}

#[test]
fn a_restart_finds_everything() {
    wait(async {
        let mut house = TestHost::new().await;
        let table = house.begun::<Hawaii>(2, 1).await;
        let (game, mut dice) = (table.game, dice(61));
        for _ in 0..4 {
            house.act_at_random::<Hawaii>(game, &mut dice).await;
            let before = house.all_of(game).await;
            let standing = digest(&house.turn::<Hawaii>(game).await.game);
            house = house.again().await;
            assert_eq!(house.all_of(game).await, before);
            assert_eq!(digest(&house.turn::<Hawaii>(game).await.game), standing);
        }
        let turn = house
            .until::<Hawaii>(game, |turn| quiet(turn, false, 1))
            .await;
        let person = person_at(&turn.table, turn.steps[0].seat);
        let log = house.log(game).await;
        house
            .host
            .play
            .commit_turn(turn.clone(), &press(person.0, 9))
            .await
            .unwrap();
        house = house.again().await;
        assert_eq!(
            declined(house.host.play.commit_turn(turn, &press(person.0, 9)).await),
            Declined::Repeated
        );
        let table = house.kept(game).await;
        house
            .host
            .take_back
            .take_back::<Hawaii>(table, &actor(person.0))
            .await
            .unwrap();
        assert_eq!(house.log(game).await, log);
        house.play_out::<Hawaii>(game, &mut dice).await;
    });
}
