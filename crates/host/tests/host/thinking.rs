//! Computers think in the background: no one waits for them, they resume after a restart, they stop
//! when their turn is obsolete, and tables do not delay each other.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lanai_ai::{Budget, PolicyKind};
use lanai_host::{
    Clock, Declined, Host, HostOptions, NewGame, PersonId, Revision, Table, TableId, TableStatus,
    Thinker, Thinking, Timestamp,
};
use lanai_rules::hawaii::Hawaii;
use lanai_store::{Change, Entry, Looks, Store, Written};
use tokio::task::JoinHandle;

use lanai_testing::homes::Database;
use lanai_testing::scenes::{
    TestHost, actor, declined, dice, new_game, person_at, quiet, told, wait,
};

/// Far longer than anything in these tests takes.
const LONG: Duration = Duration::from_mins(10);

fn thinking(least: Duration) -> Thinking {
    Thinking {
        cores: 1,
        most: Duration::from_secs(2),
        least,
    }
}

/// Runs computers as in a running host.
fn keep_thinking(house: &TestHost) -> JoinHandle<()> {
    tokio::spawn(Thinker::new(&house.host).keep_thinking())
}

async fn until(what: &str, holds: impl AsyncFn() -> bool) {
    let begun = Instant::now();
    while !holds().await {
        assert!(begun.elapsed() < Duration::from_mins(1), "never: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The last write. The next scheduled check is left out, because it changes whenever the table is
/// checked.
fn stands(table: &Table) -> (Revision, TableStatus, Option<&str>) {
    (table.revision, table.status, table.snapshot.as_deref())
}

/// Returns what a computer played.
fn of_computers<'a>(table: &Table, log: &'a [Entry]) -> Vec<&'a Entry> {
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
async fn computer_is_to_act(house: &TestHost, game: TableId) -> Table {
    let turn = Box::pin(house.until::<Hawaii>(game, |turn| quiet(turn, true, 3))).await;
    let person = person_at(&turn.table, turn.steps[0].seat);
    let table = house
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
async fn is_proven(house: &TestHost) {
    let proof = lanai_testing::scenes::verify_all(&house.host).await;
    assert!(proof.wrong.is_empty() && proof.proven > 0, "{proof:?}");
}

#[test]
fn a_budget_is_spent_until_it_is_gone_or_nobody_wants_to_know() {
    let mut three = Budget::of_iterations(3);
    assert_eq!(
        (0..5).map(|_| three.spend()).collect::<Vec<_>>(),
        [true, true, true, false, false]
    );
    assert_eq!(three.left(), 0);
    let asked = Cell::new(0);
    let stops = || {
        asked.set(asked.get() + 1);
        asked.get() > 2
    };
    let mut some = Budget::until(&stops);
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

#[test]
fn a_person_is_answered_and_told_of_before_the_computer_has_thought() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(1, 1).await.game;
        let house = house.thinking(thinking(LONG));
        house.hear().await;
        let (keeping, asked) = (keep_thinking(&house), Instant::now());
        let before = house.log(game).await.len();
        let table = computer_is_to_act(&house, game).await;
        until("the computer thinks", async || {
            house.host.is_thinking_about(game)
        })
        .await;
        let (kept, log) = (house.kept(game).await, house.log(game).await);
        assert_eq!((kept.revision, &kept), (table.revision, &table));
        let own: Vec<_> = log[before..]
            .iter()
            .map(|entry| (entry.seat.unwrap(), entry.events.clone()))
            .collect();
        assert!(of_computers(&table, &log[before..]).is_empty() && !own.is_empty());
        assert_eq!(
            told(&house.hear().await),
            own,
            "what the person did is told"
        );
        assert!(asked.elapsed() < LONG);
        keeping.abort();
    });
}

#[test]
fn a_computers_turn_goes_on_after_a_night() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(1, 2).await.game;
        for killed in [false, true] {
            let mut house_now = TestHost {
                folder: tempfile::tempdir().unwrap(),
                host: Arc::clone(&house.host),
                store: house.store.clone(),
            };
            if killed {
                house_now = house_now.thinking(thinking(LONG));
            }
            let table = computer_is_to_act(&house_now, game).await;
            if killed {
                let keeping = keep_thinking(&house_now);
                until("the computer thinks", async || {
                    house_now.host.is_thinking_about(game)
                })
                .await;
                keeping.abort();
                let _ = keeping.await;
                until("it is thought of no more", async || {
                    !house_now.host.is_thinking_about(game)
                })
                .await;
            }
            assert_eq!(
                house.kept(game).await.revision,
                table.revision,
                "nothing is written half"
            );
            // Another start knows nothing but what was written.
            let store = Store::open(&house.folder.path().join("lanai.db"))
                .await
                .unwrap();
            let fresh = Arc::new(Host::new(store.clone()));
            Thinker::new(&fresh).run_due().await.unwrap();
            let after = fresh.tables.find(game).await.unwrap();
            assert!(after.revision > table.revision && !after.is_computers_turn());
            store.close().await;
        }
        is_proven(&house).await;
    });
}

/// A version that knew no such turns may have left a table with nobody who looks at it.
#[test]
fn a_table_that_nobody_looks_at_is_found_at_the_start() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(1, 1).await.game;
        let table = computer_is_to_act(&house, game).await;
        house
            .store
            .waits()
            .look_later(game, house.host.clock.now(), None)
            .await
            .unwrap();
        house.computers_act().await;
        assert_eq!(
            house.kept(game).await.revision,
            table.revision,
            "nobody looks"
        );
        let keeping = keep_thinking(&house);
        until("the computer acts", async || {
            house.kept(game).await.revision > table.revision
        })
        .await;
        keeping.abort();
    });
}

#[test]
fn what_nobody_wants_to_know_any_more_is_not_thought_to_its_end() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(2, 1).await.game;
        let house = house.thinking(thinking(LONG));
        let keeping = keep_thinking(&house);
        let thinks = async || house.host.is_thinking_about(game);
        let computer_thinks = async || {
            let turn = house
                .host
                .games
                .load::<Hawaii>(house.kept(game).await)
                .await
                .unwrap();
            assert!(turn.table.is_computers_turn());
            until("the computer thinks", thinks).await;
        };
        let passing = async || loop {
            let turn = Box::pin(house.until::<Hawaii>(game, |turn| quiet(turn, true, 3))).await;
            let person = person_at(&turn.table, turn.steps[0].seat);
            let table = house
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
        // Taken back: it is that person's turn.
        let (person, table) = passing().await;
        computer_thinks().await;
        let back = house
            .host
            .take_back
            .take_back::<Hawaii>(table, &actor(person.0))
            .await
            .unwrap()
            .table;
        until("it is thought of no more", async || {
            !house.host.is_thinking_about(game)
        })
        .await;
        assert_eq!(stands(&house.kept(game).await), stands(&back));
        // Given up by the other: what is thought now is thought of the table as it is.
        let (person, table) = passing().await;
        computer_thinks().await;
        let log = house.log(game).await;
        let other = if person == PersonId(100) { 101 } else { 100 };
        let left = house
            .host
            .resignations
            .resign(table, &actor(other))
            .await
            .unwrap();
        assert_eq!(
            (left.status, house.log(game).await),
            (TableStatus::Running, log)
        );
        until("the computer thinks anew", thinks).await;
        // Over: nobody thinks any more.
        let over = house
            .host
            .resignations
            .resign(house.kept(game).await, &actor(person.0))
            .await
            .unwrap();
        assert_eq!(over.status, TableStatus::Over);
        until("nobody thinks", async || {
            !house.host.is_thinking_about(game)
        })
        .await;
        keeping.abort();
        assert_eq!(stands(&house.kept(game).await), stands(&over));
        is_proven(&house).await;
    });
}

/// Polling for changes must not end a computer's turn by itself.
#[test]
fn a_thought_that_somebody_wants_to_know_is_thought_to_its_end() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(1, 1).await.game;
        let table = computer_is_to_act(&house, game).await;
        let house = house.thinking(thinking(Duration::from_secs(1)));
        let keeping = keep_thinking(&house);
        until("the computer acts", async || {
            house.kept(game).await.revision > table.revision
        })
        .await;
        keeping.abort();
    });
}

/// A turn that fails is retried after an hour instead of every second.
#[test]
fn a_game_that_cannot_be_read_keeps_no_computer_busy() {
    wait(async {
        let clock = Clock::standing_at(Timestamp(1_000_000));
        let house = TestHost::new().await.by_clock(&clock);
        let game = house.begun::<Hawaii>(1, 1).await.game;
        let table = computer_is_to_act(&house, game).await;
        let change = Change {
            snapshot: Some("seven cowries".to_owned()),
            ..house.unchanged(game).await
        };
        assert!(matches!(
            house.store.writer().write(&change).await.unwrap(),
            Written::Done { .. }
        ));
        Thinker::new(&house.host).run_due().await.unwrap();
        let due = async |at| {
            house
                .store
                .leases()
                .take_due_tables(Looks::Computers, at, &[], 1)
                .await
                .unwrap()
        };
        assert_eq!(due(table.waiting.since + 60 * 60 - 1).await, []);
        assert_eq!(due(table.waiting.since + 60 * 60).await, [game]);
    });
}

/// Another process writes to the table that this one is thinking about.
#[test]
fn a_thought_ends_when_another_process_writes() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(1, 1).await.game;
        let slow = house.host_that_thinks(thinking(LONG));
        let table = computer_is_to_act(&house, game).await;
        let keeping = tokio::spawn(Thinker::new(&slow).keep_thinking());
        until("the computer thinks", async || slow.is_thinking_about(game)).await;
        let back = house
            .host
            .take_back
            .take_back::<Hawaii>(table, &actor(100))
            .await
            .unwrap()
            .table;
        until("it is thought of no more", async || {
            !slow.is_thinking_about(game)
        })
        .await;
        keeping.abort();
        assert_eq!(stands(&house.kept(game).await), stands(&back));
    });
}

/// Two processes run the same computers: each turn is committed by one of them.
#[test]
fn of_two_who_think_about_the_same_turn_one_is_first() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(1, 3).await.game;
        let other = Arc::new(Host::new(house.store.clone()));
        for _ in 0..12 {
            let table = computer_is_to_act(&house, game).await;
            let (one, two) = (
                Thinker::new(&house.host).run_due(),
                Thinker::new(&other).run_due(),
            );
            let (one, two) = tokio::join!(one, two);
            one.unwrap();
            two.unwrap();
            let kept = house.kept(game).await;
            if kept.status == TableStatus::Over {
                break;
            }
            assert!(kept.revision > table.revision && !kept.is_computers_turn());
        }
        is_proven(&house).await;
    });
}

#[test]
fn no_table_waits_for_the_computers_of_another() {
    wait(async {
        let house = TestHost::new()
            .await
            .by_clock(&Clock::standing_at(Timestamp(1_000_000)));
        let mut games = Vec::new();
        for (channel, computers) in [(7, 4), (8, 1), (9, 1), (10, 1)] {
            let new = NewGame {
                chairs: Some(computers + 1),
                computers: vec![PolicyKind::default(); computers.into()],
                ..new_game::<Hawaii>(channel)
            };
            let game = house
                .host
                .lobby
                .open(&new, &actor(channel * 10))
                .await
                .unwrap()
                .game;
            house.start(game, channel * 10).await;
            games.push(game);
        }
        // A table at which several computers act one after the other, and others that wait as long.
        let mut waiting = Vec::new();
        for game in games {
            waiting.push(computer_is_to_act(&house, game).await);
        }
        let options = HostOptions {
            thinking: thinking(Duration::from_millis(100)),
            clock: Clock::standing_at(Timestamp(1_000_000)),
            ..HostOptions::default()
        };
        let slow = Arc::new(Host::with_options(house.store.clone(), options));
        let all = tokio::spawn(Thinker::new(&slow).run_due());
        let mut seen = 0;
        while !all.is_finished() {
            let turns = async |at: usize| {
                house.kept(waiting[at].game).await.revision.0 - waiting[at].revision.0
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
            seen > 1 || house.kept(waiting[0].game).await.revision.0 > waiting[0].revision.0 + 1
        );
    });
}

/// Processes that share PostgreSQL play each turn of a computer once.
#[test]
fn processes_share_the_turns_of_computers() {
    wait(async {
        let Some(database) = Database::server().await else {
            return;
        };
        let mut hosts = Vec::new();
        for _ in 0..3 {
            let store = database.store().await;
            store.processes().join(1).await.unwrap();
            hosts.push(Arc::new(Host::new(store)));
        }
        let keeping: Vec<_> = hosts
            .iter()
            .flat_map(|host| {
                let process = host.process();
                [
                    tokio::spawn(Thinker::new(host).keep_thinking()),
                    tokio::spawn(async move { process.listens().await }),
                ]
            })
            .collect();
        let house = TestHost {
            folder: tempfile::tempdir().unwrap(),
            store: database.store().await,
            host: Arc::clone(&hosts[0]),
        };
        let mut playing = Vec::new();
        for channel in 1..=6 {
            let new = NewGame {
                chairs: Some(4),
                computers: vec![PolicyKind::default(); 3],
                ..new_game::<Hawaii>(channel)
            };
            let game = house
                .host
                .lobby
                .open(&new, &actor(channel))
                .await
                .unwrap()
                .game;
            house.start(game, channel).await;
            playing.push(game);
        }
        for turn in 0..4_usize {
            for (at, game) in playing.iter().enumerate() {
                let host = &hosts[(turn + at) % hosts.len()];
                let here = async || host.tables.find(*game).await.unwrap();
                until("it is a person's turn", async || {
                    !here().await.is_computers_turn()
                })
                .await;
                let person = PersonId(i64::try_from(at).unwrap() + 1);
                let mut own = host
                    .games
                    .load_turn::<Hawaii>(here().await, person)
                    .await
                    .unwrap();
                lanai_testing::scenes::at_random(&mut own, &mut dice(turn as u64));
                host.play.commit_turn(own, &actor(person.0)).await.unwrap();
            }
        }
        for game in playing {
            until("it is a person's turn", async || {
                !house.kept(game).await.is_computers_turn()
            })
            .await;
            let log = house.log(game).await;
            let table = house.kept(game).await;
            for turn in
                of_computers(&table, &log).chunk_by(|one, next| one.revision == next.revision)
            {
                assert!(
                    turn.iter().all(|entry| entry.seat == turn[0].seat),
                    "one write is one turn"
                );
            }
        }
        keeping.iter().for_each(JoinHandle::abort);
        is_proven(&house).await;
    });
}

/// A turn that a person played before resigning is not taken back with the computer's turns.
#[test]
fn what_a_person_did_who_resigned_later_is_not_a_computers() {
    wait(async {
        let house = TestHost::new().await;
        let game = house.begun::<Hawaii>(3, 0).await.game;
        let passes = |turn: &lanai_host::Turn<Hawaii>| {
            let passed = quiet(turn, true, 3)?;
            quiet(&passed, true, 3).map(|_| passed)
        };
        let one = house.until::<Hawaii>(game, passes).await;
        let first = person_at(&one.table, one.steps[0].seat);
        house.settle(one).await;
        let two = quiet(&house.turn::<Hawaii>(game).await, true, 3).unwrap();
        let seat = two.steps[0].seat;
        let second = two.table.chair(seat).unwrap().person.unwrap();
        let table = house.settle(two).await.table;
        house
            .host
            .resignations
            .resign(table, &actor(second.0))
            .await
            .unwrap();
        let table = house.kept(game).await;
        let back = house
            .host
            .take_back
            .take_back::<Hawaii>(table, &actor(first.0))
            .await;
        assert_eq!(declined(back), Declined::ActedSince(seat));
    });
}
