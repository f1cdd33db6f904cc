//! Every request counts once: repeated interactions, simultaneous actions, and a restart between
//! two turns.

use lanai_ai::PolicyKind;
use lanai_host::{
    ChannelId, Failure, InteractionId, LessonPart, NewGame, News, PersonId, Refusal, Revision,
    Table, TableSettings, TableStatus,
};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::record::digest;
use lanai_rules::{Rules as _, Title};

use lanai_testing::scenes::{
    ANNOUNCED, TestHost, actor, expect_refusal, find_quiet_turn, new_game, person_at,
    pressing_actor, receipt, seeded_dice,
};

#[tokio::test(flavor = "multi_thread")]
async fn repeated_press_counts_once() {
    let fixture = TestHost::new().await;
    let new = NewGame {
        seat_count: Some(3),
        ..new_game::<Hawaii>(7)
    };
    let game = fixture
        .host
        .lobby
        .open(&new, &pressing_actor(100, 1))
        .await
        .unwrap()
        .id;
    let elsewhere = NewGame {
        channel: ChannelId(8),
        ..new
    };
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .lobby
                .open(&elsewhere, &pressing_actor(100, 1))
                .await
        ),
        Refusal::Repeated
    );
    assert_eq!(
        expect_refusal(fixture.host.tables.find_in_channel(ChannelId(8)).await),
        Refusal::NoTable
    );
    fixture
        .host
        .lobby
        .join(game, &pressing_actor(101, 2), Some("word"), true)
        .await
        .unwrap();
    let sat = fixture.load_everything(game).await;
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .lobby
                .join(game, &pressing_actor(101, 2), Some("other"), true)
                .await
        ),
        Refusal::Repeated
    );
    assert_eq!(fixture.load_everything(game).await, sat);
    fixture
        .host
        .lobby
        .join(game, &pressing_actor(102, 3), None, true)
        .await
        .unwrap();
    fixture
        .host
        .starts
        .start(game, &pressing_actor(100, 4))
        .await
        .unwrap();
    fixture.announce(game, ANNOUNCED).await;
    Box::pin(commit_turn_twice(&fixture)).await;
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .tables
                .claim_interaction(InteractionId(4))
                .await
        ),
        Refusal::Repeated
    );
    fixture
        .host
        .tables
        .claim_interaction(InteractionId(40))
        .await
        .unwrap();
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .tables
                .claim_interaction(InteractionId(40))
                .await
        ),
        Refusal::Repeated
    );
}

async fn commit_turn_twice(fixture: &TestHost) {
    let game = fixture.find_in_channel(7).await.id;
    let turn = fixture
        .find_turn::<Hawaii>(game, |turn| find_quiet_turn(turn, false, 1))
        .await;
    let person = person_at(&turn.table, turn.steps[0].seat);
    let table = fixture
        .host
        .play
        .commit_turn(turn.clone(), &pressing_actor(person.0, 5))
        .await
        .unwrap()
        .table;
    let settled = fixture.load_everything(game).await;
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .play
                .commit_turn(turn.clone(), &pressing_actor(person.0, 5))
                .await
        ),
        Refusal::Repeated
    );
    let fresh = fixture
        .host
        .take_back
        .take_back::<Hawaii>(table.clone(), &pressing_actor(person.0, 5))
        .await;
    assert_eq!(
        expect_refusal(fresh),
        Refusal::Repeated,
        "whatever it is said to mean the second time"
    );
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .play
                .commit_turn(turn, &pressing_actor(person.0, 6))
                .await
        ),
        Refusal::Stale
    );
    assert_eq!(fixture.load_everything(game).await, settled);
    let back = fixture
        .host
        .take_back
        .take_back::<Hawaii>(table, &pressing_actor(person.0, 6))
        .await
        .unwrap()
        .table;
    let resigned = fixture
        .host
        .resignations
        .resign(back.clone(), &pressing_actor(person.0, 7))
        .await
        .unwrap();
    let after = fixture.load_everything(game).await;
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .resignations
                .resign(back, &pressing_actor(person.0, 7))
                .await
        ),
        Refusal::Repeated
    );
    assert_eq!(Table::from_row(after.0.clone()).unwrap(), resigned);
    assert_eq!(fixture.load_everything(game).await, after);
}

/// A lesson whose game has not started: concurrent requests start it once.
#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_presses_start_one_lesson() {
    let fixture = TestHost::new().await;
    for person in 100..110 {
        let settings = TableSettings {
            lesson: Some(LessonPart::First),
            players_only: true,
            ..TableSettings::default()
        };
        let new = NewGame {
            seat_count: Some(2),
            computers: vec![PolicyKind::Keiki],
            settings,
            channel: ChannelId(person),
            announced: false,
            ..new_game::<Hawaii>(0)
        };
        let opened = fixture.open_table(&new, person).await;
        let presses = (0..4).map(|_| {
            fixture
                .host
                .lessons
                .resume_lesson(PersonId(person), Title::Hawaii)
        });
        for found in futures::future::join_all(presses).await {
            let found = found.unwrap().unwrap();
            assert_eq!((found.id, found.status), (opened.id, TableStatus::Running));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_moves_commit_once() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(3, 0).await.id;
    for round in 0..5 {
        let turn = fixture
            .find_turn::<Hawaii>(game, |turn| find_quiet_turn(turn, false, 1))
            .await;
        let (before, log) = (turn.table.revision, fixture.load_log(game).await.len());
        let person = person_at(&turn.table, turn.steps[0].seat);
        let tasks = (0..16).map(|number| {
            let (host, turn) = (fixture.host.clone(), turn.clone());
            tokio::spawn(async move {
                host.play
                    .commit_turn(turn, &pressing_actor(person.0, round * 100 + number))
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
                Err(failure) => assert_eq!(expect_refusal::<()>(Err(failure)), Refusal::Stale),
            }
        }
        assert_eq!(
            (done, fixture.load_table(game).await.revision),
            (1, before.next())
        );
        assert_eq!(fixture.load_log(game).await.len(), log + 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_move_and_take_back_do_not_mix() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(2, 0).await.id;
    for _ in 0..5 {
        let passed = fixture
            .find_turn::<Hawaii>(game, |turn| find_quiet_turn(turn, true, 3))
            .await;
        let one = person_at(&passed.table, passed.steps[0].seat);
        let table = fixture.commit_turn(passed).await.table;
        let Some(answer) = find_quiet_turn(&fixture.load_turn::<Hawaii>(game).await, false, 1)
        else {
            continue;
        };
        let (host, other) = (
            fixture.host.clone(),
            fixture.person_to_act::<Hawaii>(&table).await,
        );
        let acting = tokio::spawn(async move {
            host.play
                .commit_turn(answer, &actor(other))
                .await
                .map(|_| ())
        });
        let host = fixture.host.clone();
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
        fixture
            .load_turn::<Hawaii>(game)
            .await
            .game
            .check()
            .unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn game_starts_once() {
    let fixture = TestHost::new().await;
    let new = NewGame {
        seat_count: Some(2),
        computers: vec![PolicyKind::default()],
        ..new_game::<Hawaii>(7)
    };
    let game = fixture.open_table(&new, 100).await.id;
    let starting = (0..8).map(|number| {
        let host = fixture.host.clone();
        tokio::spawn(async move { host.starts.start(game, &pressing_actor(100, number)).await })
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
            Err(failure @ Failure::Refusal(_)) => {
                assert_eq!(expect_refusal::<()>(Err(failure)), Refusal::Starting);
            }
            Err(Failure::InternalError(trouble)) => panic!("{trouble}"),
        }
    }
    assert_eq!(begun, 1);
    let due = fixture.due_notices(10).await;
    let fixed: Vec<_> = due
        .into_iter()
        .filter(|delivered| matches!(delivered.news, News::SeatsFixed))
        .collect();
    assert_eq!(fixed.len(), 1, "and one message says so");
    let telling = (0..8).map(|number| {
        let (outbox, fixed) = (fixture.outbox(), fixed[0].clone());
        tokio::spawn(async move { outbox.mark_sent(&fixed, receipt(ANNOUNCED + number)).await })
    });
    let mut told = 0;
    for one in telling.collect::<Vec<_>>() {
        told += usize::from(one.await.unwrap().unwrap());
    }
    let stored = fixture.load_table(game).await;
    assert_eq!(
        (told, stored.status, stored.revision),
        (1, TableStatus::Running, Revision(2))
    );
    assert_eq!(
        fixture
            .load_log(game)
            .await
            .iter()
            .filter(|entry| entry.number == 0)
            .count(),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn restart_finds_everything() {
    let mut fixture = TestHost::new().await;
    let table = fixture.start_game::<Hawaii>(2, 1).await;
    let (game, mut dice) = (table.id, seeded_dice(61));
    for _ in 0..4 {
        fixture.act_at_random::<Hawaii>(game, &mut dice).await;
        let before = fixture.load_everything(game).await;
        let standing = digest(&fixture.load_turn::<Hawaii>(game).await.game);
        fixture = fixture.restart().await;
        assert_eq!(fixture.load_everything(game).await, before);
        assert_eq!(
            digest(&fixture.load_turn::<Hawaii>(game).await.game),
            standing
        );
    }
    let turn = fixture
        .find_turn::<Hawaii>(game, |turn| find_quiet_turn(turn, false, 1))
        .await;
    let person = person_at(&turn.table, turn.steps[0].seat);
    let log = fixture.load_log(game).await;
    fixture
        .host
        .play
        .commit_turn(turn.clone(), &pressing_actor(person.0, 9))
        .await
        .unwrap();
    fixture = fixture.restart().await;
    assert_eq!(
        expect_refusal(
            fixture
                .host
                .play
                .commit_turn(turn, &pressing_actor(person.0, 9))
                .await
        ),
        Refusal::Repeated
    );
    let table = fixture.load_table(game).await;
    fixture.take_back::<Hawaii>(table, person.0).await;
    assert_eq!(fixture.load_log(game).await, log);
    fixture.play_out::<Hawaii>(game, &mut dice).await;
}
