//! Computers think in the background: no one waits for them, they resume after a restart, they stop
//! when their turn is obsolete, and tables do not delay each other.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lanai_ai::{Budget, PolicyKind};
use lanai_host::{
    Clock, Consent, Host, HostOptions, NewGame, News, PersonId, Refusal, Revision, Table, TableId,
    TableStatus, Terms, Thinker, Thinking, Timestamp,
};
use lanai_rules::hawaii::Hawaii;
use lanai_store::{LogEntry, Store, TableChange, WaitKind, WriteOutcome};
use tokio::task::JoinHandle;

use lanai_testing::homes::Database;
use lanai_testing::scenes::{
    TestHost, actor, announced_steps, expect_refusal, find_quiet_turn, new_game, person_at,
    seeded_dice,
};

/// Far longer than anything in these tests takes.
const LONG_THOUGHT: Duration = Duration::from_mins(10);

fn thinking_for(least: Duration) -> Thinking {
    Thinking {
        cores: 1,
        max_turn_time: Duration::from_secs(2),
        min_turn_time: least,
    }
}

/// Runs computers as in a running host.
fn spawn_thinker(fixture: &TestHost) -> JoinHandle<()> {
    tokio::spawn(Thinker::new(&fixture.host).run_forever())
}

async fn wait_until(description: &str, holds: impl AsyncFn() -> bool) {
    let begun = Instant::now();
    while !holds().await {
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "never: {description}"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The last write. The next scheduled check is left out, because it changes whenever the table is
/// checked.
fn state_of(table: &Table) -> (Revision, TableStatus, Option<&str>) {
    (table.revision, table.status, table.snapshot.as_deref())
}

/// Returns what a computer played.
fn computer_entries<'a>(table: &Table, log: &'a [LogEntry]) -> Vec<&'a LogEntry> {
    let seats = table
        .seats
        .iter()
        .filter(|chair| chair.person.is_none())
        .map(|chair| chair.seat);
    let seats: Vec<i64> = seats.collect();
    log.iter()
        .filter(|entry| entry.seat.is_some_and(|seat| seats.contains(&seat)))
        .collect()
}

/// Ends a person's turn, so that a computer is to act, and returns the position.
async fn play_until_computer_acts(fixture: &TestHost, game: TableId) -> Table {
    let turn =
        Box::pin(fixture.find_turn::<Hawaii>(game, |turn| find_quiet_turn(turn, true, 3))).await;
    let person = person_at(&turn.table, turn.steps[0].seat);
    let table = fixture
        .host
        .play
        .commit_turn(turn, &actor(person.0))
        .await
        .unwrap()
        .table;
    assert!(table.is_computers_turn() && table.waiting.person.is_none());
    table
}

/// Asserts that the logs lead to the snapshots.
async fn assert_verified(fixture: &TestHost) {
    let proof = lanai_testing::scenes::verify_all(&fixture.host).await;
    assert!(
        proof.failures.is_empty() && proof.verified_count > 0,
        "{proof:?}"
    );
}

#[test]
fn budget_ends_when_spent_or_cancelled() {
    let mut three = Budget::of_iterations(3);
    assert_eq!(
        (0..5).map(|_| three.spend()).collect::<Vec<_>>(),
        [true, true, true, false, false]
    );
    assert_eq!(three.left(), 0);
    let asked = Cell::new(0);
    let is_cancelled = || {
        asked.set(asked.get() + 1);
        asked.get() > 2
    };
    let mut some = Budget::until(&is_cancelled);
    assert_eq!(
        (0..4).map(|_| some.spend()).collect::<Vec<_>>(),
        [true, true, false, false]
    );
    assert_eq!(
        (some.left(), asked.get()),
        (0, 3),
        "who has stopped is not asked again"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn person_is_answered_before_the_computer_thinks() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(1, 1).await.id;
    let fixture = fixture.with_thinking(thinking_for(LONG_THOUGHT));
    fixture.deliver_notices().await;
    let (keeping, asked) = (spawn_thinker(&fixture), Instant::now());
    let before = fixture.load_log(game).await.len();
    let table = play_until_computer_acts(&fixture, game).await;
    wait_until("the computer thinks", async || {
        fixture.host.is_thinking_about(game)
    })
    .await;
    let (stored, log) = (fixture.load_table(game).await, fixture.load_log(game).await);
    assert_eq!((stored.revision, &stored), (table.revision, &table));
    let own: Vec<_> = log[before..]
        .iter()
        .map(|entry| (entry.seat.unwrap(), entry.events.clone()))
        .collect();
    assert!(computer_entries(&table, &log[before..]).is_empty() && !own.is_empty());
    assert_eq!(
        announced_steps(&fixture.deliver_notices().await),
        own,
        "what the person did is told"
    );
    assert!(asked.elapsed() < LONG_THOUGHT);
    keeping.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_turn_resumes_after_restart() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(1, 2).await.id;
    for killed in [false, true] {
        let mut house_now = TestHost {
            folder: lanai_testing::folders::create_folder(),
            host: Arc::clone(&fixture.host),
            store: fixture.store.clone(),
        };
        if killed {
            house_now = house_now.with_thinking(thinking_for(LONG_THOUGHT));
        }
        let table = play_until_computer_acts(&house_now, game).await;
        if killed {
            let keeping = spawn_thinker(&house_now);
            wait_until("the computer thinks", async || {
                house_now.host.is_thinking_about(game)
            })
            .await;
            keeping.abort();
            let _ = keeping.await;
            wait_until("it is thought of no more", async || {
                !house_now.host.is_thinking_about(game)
            })
            .await;
        }
        assert_eq!(
            fixture.load_table(game).await.revision,
            table.revision,
            "nothing is written half"
        );
        // A fresh start knows only what is stored.
        let store = Store::open_file(&fixture.folder.path().join("lanai.db"))
            .await
            .unwrap();
        let fresh = Arc::new(Host::new(store.clone()));
        Thinker::new(&fresh).run_due().await.unwrap();
        let after = fresh.tables.find(game).await.unwrap();
        assert!(after.revision > table.revision && !after.is_computers_turn());
        store.close().await;
    }
    assert_verified(&fixture).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_waits_for_the_end_of_a_pause() {
    let (fixture, clock) = TestHost::thoughtful(0).await;
    let game = fixture.start_game::<Hawaii>(1, 1).await.id;
    let before = play_until_computer_acts(&fixture, game).await;
    // A single person needs no agreement of others.
    fixture
        .agree(before.clone(), 100, Consent::Ask(Terms::Pause(3600)))
        .await;
    clock.advance(3599);
    fixture.run_due_work().await;
    assert_eq!(fixture.load_table(game).await.revision, before.revision);
    fixture.due_notices(1000).await;
    clock.advance(1);
    fixture.run_due_work().await;
    let after = fixture.load_table(game).await;
    assert!(after.revision > before.revision && after.waiting.pause.is_none());
    let due = fixture.due_notices(1000).await;
    assert!(due.iter().any(|due| matches!(due.news, News::Resumed)));
}

#[tokio::test(flavor = "multi_thread")]
async fn pause_stops_a_computer_that_thinks() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(1, 1).await.id;
    let fixture = fixture.with_thinking(thinking_for(LONG_THOUGHT));
    let before = play_until_computer_acts(&fixture, game).await;
    let thinker = spawn_thinker(&fixture);
    wait_until("the computer thinks", async || {
        fixture.host.is_thinking_about(game)
    })
    .await;
    fixture
        .agree(before.clone(), 100, Consent::Ask(Terms::Pause(3600)))
        .await;
    wait_until("the computer stops", async || {
        !fixture.host.is_thinking_about(game)
    })
    .await;
    thinker.abort();
    let _ = thinker.await;
    let paused = fixture.load_table(game).await;
    assert_eq!(paused.revision, before.revision);
}

/// An earlier process may have left a computer's turn that is not scheduled.
#[tokio::test(flavor = "multi_thread")]
async fn unscheduled_computer_turn_is_found_at_start() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(1, 1).await.id;
    let table = play_until_computer_acts(&fixture, game).await;
    fixture
        .store
        .waits()
        .postpone_check(game, fixture.host.clock.now(), None)
        .await
        .unwrap();
    fixture.run_computers().await;
    assert_eq!(
        fixture.load_table(game).await.revision,
        table.revision,
        "no check is scheduled"
    );
    let keeping = spawn_thinker(&fixture);
    wait_until("the computer acts", async || {
        fixture.load_table(game).await.revision > table.revision
    })
    .await;
    keeping.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn obsolete_thought_is_cancelled() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(2, 1).await.id;
    let fixture = fixture.with_thinking(thinking_for(LONG_THOUGHT));
    let keeping = spawn_thinker(&fixture);
    let thinks = async || fixture.host.is_thinking_about(game);
    let computer_thinks = async || {
        let turn = fixture
            .host
            .games
            .load::<Hawaii>(fixture.load_table(game).await)
            .await
            .unwrap();
        assert!(turn.table.is_computers_turn());
        wait_until("the computer thinks", thinks).await;
    };
    let passing = async || loop {
        let turn =
            Box::pin(fixture.find_turn::<Hawaii>(game, |turn| find_quiet_turn(turn, true, 3)))
                .await;
        let person = person_at(&turn.table, turn.steps[0].seat);
        let table = fixture
            .host
            .play
            .commit_turn(turn, &actor(person.0))
            .await
            .unwrap()
            .table;
        if table.is_computers_turn() {
            return (person, table);
        }
    };
    // The turn was taken back: the person is to act.
    let (person, table) = passing().await;
    computer_thinks().await;
    let back = fixture.take_back::<Hawaii>(table, person.0).await.table;
    wait_until("it is thought of no more", async || {
        !fixture.host.is_thinking_about(game)
    })
    .await;
    assert_eq!(state_of(&fixture.load_table(game).await), state_of(&back));
    // The other player resigned: the computer thinks about the current position.
    let (person, table) = passing().await;
    computer_thinks().await;
    let log = fixture.load_log(game).await;
    let other = if person == PersonId(100) { 101 } else { 100 };
    let left = fixture.resign(table, other).await;
    assert_eq!(
        (left.status, fixture.load_log(game).await),
        (TableStatus::Running, log)
    );
    wait_until("the computer thinks again", thinks).await;
    // The game is over: no thought is pending.
    let over = fixture
        .resign(fixture.load_table(game).await, person.0)
        .await;
    assert_eq!(over.status, TableStatus::Over);
    wait_until("no computer thinks", async || {
        !fixture.host.is_thinking_about(game)
    })
    .await;
    keeping.abort();
    assert_eq!(state_of(&fixture.load_table(game).await), state_of(&over));
    assert_verified(&fixture).await;
}

/// Polling for changes must not end a computer's turn by itself.
#[tokio::test(flavor = "multi_thread")]
async fn current_thought_runs_to_its_end() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(1, 1).await.id;
    let table = play_until_computer_acts(&fixture, game).await;
    let fixture = fixture.with_thinking(thinking_for(Duration::from_secs(1)));
    let keeping = spawn_thinker(&fixture);
    wait_until("the computer acts", async || {
        fixture.load_table(game).await.revision > table.revision
    })
    .await;
    keeping.abort();
}

/// A turn that fails is retried after an hour instead of every second.
#[tokio::test(flavor = "multi_thread")]
async fn unreadable_game_is_retried_rarely() {
    let clock = Clock::stopped_at(Timestamp(1_000_000));
    let fixture = TestHost::new().await.with_clock(&clock);
    let game = fixture.start_game::<Hawaii>(1, 1).await.id;
    let table = play_until_computer_acts(&fixture, game).await;
    let change = TableChange {
        snapshot: Some("seven cowries".to_owned()),
        ..fixture.empty_change(game).await
    };
    assert!(matches!(
        fixture.store.writer().write(&change).await.unwrap(),
        WriteOutcome::Done { .. }
    ));
    Thinker::new(&fixture.host).run_due().await.unwrap();
    let due = async |at| {
        fixture
            .store
            .leases()
            .claim_due_tables(WaitKind::Computers, at, &[], 1)
            .await
            .unwrap()
    };
    assert_eq!(due(table.waiting.since + 60 * 60 - 1).await, []);
    assert_eq!(due(table.waiting.since + 60 * 60).await, [game]);
}

/// Another process writes to the table that this one is thinking about.
#[tokio::test(flavor = "multi_thread")]
async fn write_of_another_process_cancels_the_thought() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(1, 1).await.id;
    let slow = fixture.host_with_thinking(thinking_for(LONG_THOUGHT));
    let table = play_until_computer_acts(&fixture, game).await;
    let keeping = tokio::spawn(Thinker::new(&slow).run_forever());
    wait_until("the computer thinks", async || slow.is_thinking_about(game)).await;
    let back = fixture.take_back::<Hawaii>(table, 100).await.table;
    wait_until("it is thought of no more", async || {
        !slow.is_thinking_about(game)
    })
    .await;
    keeping.abort();
    assert_eq!(state_of(&fixture.load_table(game).await), state_of(&back));
}

/// Two processes run the same computers: each turn is committed by one of them.
#[tokio::test(flavor = "multi_thread")]
async fn two_processes_commit_a_computer_turn_once() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(1, 3).await.id;
    let other = Arc::new(Host::new(fixture.store.clone()));
    for _ in 0..12 {
        let table = play_until_computer_acts(&fixture, game).await;
        let (one, two) = (
            Thinker::new(&fixture.host).run_due(),
            Thinker::new(&other).run_due(),
        );
        let (one, two) = tokio::join!(one, two);
        one.unwrap();
        two.unwrap();
        let stored = fixture.load_table(game).await;
        if stored.status == TableStatus::Over {
            break;
        }
        assert!(stored.revision > table.revision && !stored.is_computers_turn());
    }
    assert_verified(&fixture).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_do_not_wait_for_other_tables_computers() {
    let fixture = TestHost::new()
        .await
        .with_clock(&Clock::stopped_at(Timestamp(1_000_000)));
    let mut games = Vec::new();
    for (channel, computers) in [(7, 4), (8, 1), (9, 1), (10, 1)] {
        let new = NewGame {
            seat_count: Some(computers + 1),
            computers: vec![PolicyKind::default(); computers.into()],
            ..new_game::<Hawaii>(channel)
        };
        let game = fixture.open_table(&new, channel * 10).await.id;
        fixture.start(game, channel * 10).await;
        games.push(game);
    }
    // A table at which several computers act in a row, and others that wait as long.
    let mut waiting = Vec::new();
    for game in games {
        waiting.push(play_until_computer_acts(&fixture, game).await);
    }
    let options = HostOptions {
        thinking: thinking_for(Duration::from_millis(100)),
        clock: Clock::stopped_at(Timestamp(1_000_000)),
        ..HostOptions::default()
    };
    let slow = Arc::new(Host::with_options(fixture.store.clone(), options));
    let all = tokio::spawn(Thinker::new(&slow).run_due());
    let mut seen = 0;
    while !all.is_finished() {
        let turns = async |at: usize| {
            fixture.load_table(waiting[at].id).await.revision.0 - waiting[at].revision.0
        };
        let many = turns(0).await;
        seen = seen.max(many);
        for other in 1..waiting.len() {
            assert!(
                many < 2 || turns(other).await > 0,
                "{many} turns, and another table had none"
            );
        }
    }
    all.await.unwrap().unwrap();
    assert!(
        seen > 1 || fixture.load_table(waiting[0].id).await.revision.0 > waiting[0].revision.0 + 1
    );
}

/// Processes that share PostgreSQL play each turn of a computer once.
#[tokio::test(flavor = "multi_thread")]
async fn processes_share_computer_turns() {
    let Some(database) = Database::create_on_server().await else {
        return;
    };
    let mut hosts = Vec::new();
    for _ in 0..3 {
        let store = database.open_store().await;
        store.processes().join(1).await.unwrap();
        hosts.push(Arc::new(Host::new(store)));
    }
    let keeping: Vec<_> = hosts
        .iter()
        .flat_map(|host| {
            let process = host.process();
            [
                tokio::spawn(Thinker::new(host).run_forever()),
                tokio::spawn(async move { process.exchange_notifications().await }),
            ]
        })
        .collect();
    let fixture = TestHost {
        folder: lanai_testing::folders::create_folder(),
        store: database.open_store().await,
        host: Arc::clone(&hosts[0]),
    };
    let mut playing = Vec::new();
    for channel in 1..=6 {
        let new = NewGame {
            seat_count: Some(4),
            computers: vec![PolicyKind::default(); 3],
            ..new_game::<Hawaii>(channel)
        };
        let game = fixture.open_table(&new, channel).await.id;
        fixture.start(game, channel).await;
        playing.push(game);
    }
    for turn in 0..4_usize {
        for (at, game) in playing.iter().enumerate() {
            let host = &hosts[(turn + at) % hosts.len()];
            let here = async || host.tables.find(*game).await.unwrap();
            wait_until("it is a person's turn", async || {
                !here().await.is_computers_turn()
            })
            .await;
            let person = PersonId(i64::try_from(at).unwrap() + 1);
            let mut own = host
                .games
                .load_turn::<Hawaii>(here().await, person)
                .await
                .unwrap();
            lanai_testing::scenes::play_random_action(&mut own, &mut seeded_dice(turn as u64));
            host.play.commit_turn(own, &actor(person.0)).await.unwrap();
        }
    }
    for game in playing {
        wait_until("it is a person's turn", async || {
            !fixture.load_table(game).await.is_computers_turn()
        })
        .await;
        let log = fixture.load_log(game).await;
        let table = fixture.load_table(game).await;
        for turn in
            computer_entries(&table, &log).chunk_by(|one, next| one.revision == next.revision)
        {
            assert!(
                turn.iter().all(|entry| entry.seat == turn[0].seat),
                "one write is one turn"
            );
        }
    }
    keeping.iter().for_each(JoinHandle::abort);
    assert_verified(&fixture).await;
}

/// A turn that a person played before resigning is not taken back with the computer's turns.
#[tokio::test(flavor = "multi_thread")]
async fn turn_before_resigning_stays_the_persons() {
    let fixture = TestHost::new().await;
    let game = fixture.start_game::<Hawaii>(3, 0).await.id;
    let one = fixture
        .find_turn::<Hawaii>(game, |turn: &lanai_host::Turn<Hawaii>| {
            let passed = find_quiet_turn(turn, true, 3)?;
            find_quiet_turn(&passed, true, 3).map(|_| passed)
        })
        .await;
    let first = person_at(&one.table, one.steps[0].seat);
    fixture.commit_turn(one).await;
    let two = find_quiet_turn(&fixture.load_turn::<Hawaii>(game).await, true, 3).unwrap();
    let seat = two.steps[0].seat;
    let second = two.table.seated_player(seat).unwrap().person.unwrap();
    let table = fixture.commit_turn(two).await.table;
    fixture.resign(table, second.0).await;
    let table = fixture.load_table(game).await;
    let back = fixture
        .host
        .take_back
        .take_back::<Hawaii>(table, &actor(first.0))
        .await;
    assert_eq!(expect_refusal(back), Refusal::ActedSince(seat));
}
