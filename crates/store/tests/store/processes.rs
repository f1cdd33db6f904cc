//! Several processes on one database: what one does no other does, and what one leaves behind is somebody's again.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lanai_host::{Clock, Host};
use lanai_store::{
    Address, Claim, Destination, InteractionId, LEASE, Looks, PersonId, Ring, ShardId, Store,
    TableId, Timestamp, Wait,
};
use sqlx::{Connection as _, PgConnection};

use super::{at, open, sent, step, wait};
use lanai_testing::homes::Database;

/// The processes, of which all have joined.
async fn processes<const N: usize>(database: &Database) -> [Store; N] {
    let mut all = Vec::new();
    for number in 0..N {
        let store = database.store().await;
        assert_eq!(
            store.processes().join(1).await.unwrap(),
            number == 0,
            "the first is alone"
        );
        all.push(store);
    }
    all.try_into().unwrap()
}

/// A test of several processes on a server.
fn together<const N: usize>(test: impl AsyncFnOnce(&Database, [Store; N])) {
    wait(async {
        let Some(database) = Database::server().await else {
            return;
        };
        let all = processes(&database).await;
        test(&database, all).await;
    });
}

#[test]
fn whoever_is_silent_for_too_long_is_gone_and_what_it_said_is_doubted() {
    together(async |_, [first, second]| {
        let table = open(&first, 7).await;
        first.writer().write(&step(&table, 0)).await.unwrap();
        assert_eq!(
            first
                .leases()
                .take_due_channels(Timestamp(0), &[], 8, 10)
                .await
                .unwrap()
                .len(),
            1
        );
        assert!(first.leases().acquire(Claim::Commands).await.unwrap());
        let presence = first.processes().renew(1).await.unwrap().unwrap();
        assert_eq!(
            (
                presence.others,
                presence.staying,
                presence.shards,
                presence.complete
            ),
            (1, 1, 1, false)
        );
        let silent = Instant::now();
        loop {
            assert_eq!(
                second.processes().renew(1).await.unwrap().unwrap().shards,
                1
            );
            second.processes().remove_silent().await.unwrap();
            if second.leases().acquire(Claim::Commands).await.unwrap() {
                break;
            }
            assert!(
                second
                    .leases()
                    .take_due_channels(Timestamp(0), &[], 8, 10)
                    .await
                    .unwrap()
                    .is_empty(),
                "it is still the other's"
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let took = silent.elapsed();
        let [a_little, more] = [1, 2].map(Duration::from_secs);
        assert!(took + a_little > LEASE && took < LEASE + more, "{took:?}");
        let due = second
            .leases()
            .take_due_channels(Timestamp(0), &[], 8, 10)
            .await
            .unwrap();
        assert!(due.len() == 1 && due[0].doubtful, "{due:?}");
        assert_eq!(
            first.processes().renew(1).await.unwrap(),
            None,
            "it hears that it was given up"
        );
        assert!(
            first.leases().acquire(Claim::Emojis).await.is_err(),
            "and holds nothing more"
        );
        assert!(
            first
                .leases()
                .take_due_channels(Timestamp(0), &[], 8, 10)
                .await
                .unwrap()
                .is_empty()
        );
        assert!(
            !first.processes().join(1).await.unwrap(),
            "until it begins anew"
        );
        assert!(first.leases().acquire(Claim::Emojis).await.unwrap());
    });
}

#[test]
fn whoever_leaves_leaves_at_once() {
    together(async |_, [first, second]| {
        let table = open(&first, 7).await;
        first.writer().write(&step(&table, 0)).await.unwrap();
        first
            .leases()
            .take_due_channels(Timestamp(0), &[], 8, 10)
            .await
            .unwrap();
        first.processes().leave().await.unwrap();
        let due = second
            .leases()
            .take_due_channels(Timestamp(0), &[], 8, 10)
            .await
            .unwrap();
        assert!(due.len() == 1 && due[0].doubtful, "{due:?}");
        assert_eq!(
            second.processes().renew(1).await.unwrap().unwrap().others,
            0
        );
    });
}

#[test]
fn one_process_speaks_in_a_channel_at_a_time() {
    together(async |_, all: [Store; 3]| {
        const CHANNELS: usize = 40;
        let mut tables = Vec::new();
        for channel in (100..).take(CHANNELS) {
            let mut table = open(&all[0], channel).await;
            for number in 0..5 {
                all[0].writer().write(&step(&table, number)).await.unwrap();
                table = all[0].tables().find(table.game).await.unwrap().unwrap();
            }
            tables.push(table);
        }
        let said = tokio::sync::Mutex::new(Vec::new());
        let speaking = tokio::sync::Mutex::new(BTreeSet::new());
        let speak = async |store: &Store| {
            loop {
                let due = store
                    .leases()
                    .take_due_channels(Timestamp(0), &[], 3, 12)
                    .await
                    .unwrap();
                let places: Vec<_> = due.iter().map(|due| due.to).collect();
                let Some(place) = places.first().copied() else {
                    if said.lock().await.len() == CHANNELS * 5 {
                        return;
                    }
                    tokio::task::yield_now().await;
                    continue;
                };
                // Of those that it has claimed it speaks in one, and lets go of the others.
                let channel = due.iter().find(|due| due.to == place).unwrap().game.0;
                assert!(
                    speaking.lock().await.insert(channel),
                    "two speak in one channel"
                );
                for due in due.iter().filter(|due| due.to == place) {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                    assert!(
                        !due.doubtful && sent(store, due, due.notice.0).await,
                        "it was said before"
                    );
                    said.lock().await.push((channel, due.notice));
                }
                assert!(speaking.lock().await.remove(&channel));
                for place in places {
                    store.leases().release(Claim::Channel(place)).await.unwrap();
                }
            }
        };
        tokio::join!(speak(&all[0]), speak(&all[1]), speak(&all[2]));
        let said = said.into_inner();
        for table in tables {
            let here: Vec<_> = said
                .iter()
                .filter(|(game, _)| *game == table.game.0)
                .map(|(_, it)| it.0)
                .collect();
            assert!(here.len() == 5 && here.is_sorted(), "{here:?}");
        }
    });
}

#[test]
fn a_busy_process_takes_no_more_than_it_has_room_for() {
    together(async |_, [first, second]| {
        for channel in 1..=5 {
            let table = open(&first, channel).await;
            first.writer().write(&step(&table, 0)).await.unwrap();
        }
        let places =
            |due: Vec<lanai_store::Due>| due.into_iter().map(|due| due.to).collect::<Vec<_>>();
        assert_eq!(
            places(
                first
                    .leases()
                    .take_due_channels(Timestamp(0), &[], 2, 10)
                    .await
                    .unwrap()
            ),
            [at(1), at(2)]
        );
        assert_eq!(
            places(
                first
                    .leases()
                    .take_due_channels(Timestamp(0), &[at(1), at(2)], 1, 10)
                    .await
                    .unwrap()
            ),
            [at(3)]
        );
        assert_eq!(
            places(
                second
                    .leases()
                    .take_due_channels(Timestamp(0), &[], 8, 10)
                    .await
                    .unwrap()
            ),
            [at(4), at(5)]
        );
        assert!(
            first
                .leases()
                .take_due_channels(Timestamp(0), &[at(1), at(2), at(3)], 8, 10)
                .await
                .unwrap()
                .is_empty()
        );
        // What it dropped by itself it can take up again.
        assert_eq!(
            places(
                first
                    .leases()
                    .take_due_channels(Timestamp(0), &[at(1)], 8, 10)
                    .await
                    .unwrap()
            ),
            [at(2), at(3)]
        );
    });
}

#[test]
fn a_table_is_looked_after_by_one_process() {
    is_looked_after_by_one(Looks::People, Some(PersonId(100)));
}

#[test]
fn a_computer_is_let_act_by_one_process() {
    is_looked_after_by_one(Looks::Computers, None);
}

fn is_looked_after_by_one(kind: Looks, person: Option<PersonId>) {
    let other = if kind == Looks::People {
        Looks::Computers
    } else {
        Looks::People
    };
    together(async |_, [first, second]| {
        let mut games = BTreeSet::new();
        for channel in 1..=9 {
            let table = open(&first, channel).await;
            let wait = Wait {
                person,
                since: Timestamp(0),
                look_at: Some(Timestamp(channel)),
                guard: 0,
                called: table.revision,
                state: "{}".to_owned(),
            };
            first
                .writer()
                .write(&lanai_store::Change {
                    wait: Some(wait),
                    ..step(&table, 0)
                })
                .await
                .unwrap();
            games.insert(table.game.0);
        }
        let of = |games: Vec<TableId>| {
            games
                .into_iter()
                .map(|game| game.0)
                .collect::<BTreeSet<_>>()
        };
        let mine = of(first
            .leases()
            .take_due_tables(kind, Timestamp(20), &[], 4)
            .await
            .unwrap());
        assert_eq!(
            first
                .leases()
                .take_due_tables(other, Timestamp(20), &[], 20)
                .await
                .unwrap(),
            []
        );
        let yours = of(second
            .leases()
            .take_due_tables(kind, Timestamp(20), &[], 20)
            .await
            .unwrap());
        let without: Vec<TableId> = mine.iter().copied().map(TableId).collect();
        assert_eq!(
            first
                .leases()
                .take_due_tables(kind, Timestamp(20), &without, 20)
                .await
                .unwrap(),
            []
        );
        assert_eq!((mine.len(), yours.len()), (4, 5));
        assert_eq!(mine.union(&yours).copied().collect::<BTreeSet<_>>(), games);
        let done = TableId(*yours.first().unwrap());
        second
            .waits()
            .look_later(done, Timestamp(20), None)
            .await
            .unwrap();
        second.leases().release(Claim::Table(done)).await.unwrap();
        second.processes().leave().await.unwrap();
        let left = of(first
            .leases()
            .take_due_tables(kind, Timestamp(20), &[], 20)
            .await
            .unwrap());
        assert_eq!(
            left,
            games.into_iter().filter(|game| *game != done.0).collect(),
            "its own, and what was left"
        );
    });
}

#[test]
fn shards_are_shared_and_handed_over() {
    together(async |_, [first, second, third]| {
        let all = [&first, &second, &third];
        let take = async |store: &Store| {
            store
                .shards()
                .take(3, 16, &[])
                .await
                .unwrap()
                .map(|shard| shard.number)
        };
        for store in all {
            store.processes().renew(3).await.unwrap();
        }
        assert_eq!(take(&first).await, Some(0));
        assert_eq!(take(&first).await, None, "others have fewer");
        assert_eq!(take(&third).await, Some(1));
        assert_eq!(take(&second).await, Some(2));
        assert_eq!(take(&second).await, None, "there are no more");
        let is_complete =
            async |store: &Store| store.processes().renew(3).await.unwrap().unwrap().complete;
        let ready = async |store: &Store, number| {
            store
                .shards()
                .mark_ready(ShardId { number, of: 3 })
                .await
                .unwrap()
        };
        for (store, shard) in [(&first, 0), (&third, 1), (&second, 2)] {
            assert!(!is_complete(store).await);
            ready(store, shard).await;
        }
        assert!(is_complete(&first).await);
        // One is about to go: it still hears, and another takes over.
        third.processes().mark_leaving().await.unwrap();
        assert!(!is_complete(&third).await);
        assert_eq!(take(&third).await, None, "whoever leaves takes nothing");
        assert_eq!(take(&first).await, Some(1));
        assert!(
            !is_complete(&third).await,
            "the chat does not speak to the successor yet"
        );
        ready(&first, 1).await;
        assert!(is_complete(&third).await);
        assert_eq!(
            third.processes().renew(3).await.unwrap().unwrap().staying,
            2
        );
        third.processes().leave().await.unwrap();
        // A greater number is a second set beside the first.
        assert_eq!(
            second.processes().renew(4).await.unwrap().unwrap().shards,
            4
        );
        let told = first.processes().renew(3).await.unwrap().unwrap();
        assert_eq!((told.shards, told.complete), (4, false));
        let mut taken = Vec::new();
        for store in [&first, &second, &first, &second] {
            let shard = store.shards().take(4, 16, &[]).await.unwrap().unwrap();
            store.shards().mark_ready(shard).await.unwrap();
            taken.push(shard.number);
        }
        assert_eq!(taken, [0, 1, 2, 3]);
        assert!(first.processes().renew(3).await.unwrap().unwrap().complete);
    });
}

#[test]
fn sessions_pass_a_gate_one_by_one() {
    together(async |_, [first, second]| {
        let every = Duration::from_millis(600);
        let shard = |number| ShardId { number, of: 4 };
        let pass = async |store: &Store, number| {
            store
                .shards()
                .pass_gate(shard(number), 2, every)
                .await
                .unwrap()
        };
        assert_eq!(pass(&first, 0).await, None);
        let wait = pass(&second, 2).await.expect("the same gate");
        assert!(wait <= every, "{wait:?}");
        assert_eq!(pass(&second, 1).await, None, "another gate");
        assert_eq!(
            first.shards().take(4, 2, &[]).await.unwrap(),
            None,
            "both are closed"
        );
        tokio::time::sleep(wait + Duration::from_millis(50)).await;
        assert!(first.shards().take(4, 2, &[]).await.unwrap().is_some());
        // Of many who come at once, one passes.
        let passed = futures::future::join_all((0..20).map(|_| pass(&first, 2))).await;
        assert_eq!(passed.iter().filter(|wait| wait.is_none()).count(), 1);
    });
}

#[test]
fn a_pause_is_for_all() {
    together(async |_, [first, second]| {
        first
            .shards()
            .pause_posts(Duration::from_secs(3))
            .await
            .unwrap();
        first
            .shards()
            .pause_posts(Duration::from_secs(1))
            .await
            .unwrap();
        let paused = second.processes().renew(1).await.unwrap().unwrap().paused;
        assert!((2_000..=3_000).contains(&paused), "{paused}");
    });
}

#[test]
fn what_two_hear_of_is_for_one() {
    together(async |_, all: [Store; 3]| {
        for press in 0..50 {
            let heard = futures::future::join_all(
                all.iter()
                    .map(|store| store.processes().mark_heard(InteractionId(press))),
            )
            .await;
            assert_eq!(
                heard
                    .into_iter()
                    .filter(|mine| *mine.as_ref().unwrap())
                    .count(),
                1
            );
        }
    });
}

#[test]
fn a_bell_is_heard_by_all_others() {
    together(async |_, [first, second]| {
        let (mut mine, mut yours) = (
            first.notify_channel().listen().await.unwrap(),
            second.notify_channel().listen().await.unwrap(),
        );
        first.notify_channel().send(Ring::News).await.unwrap();
        assert_eq!(yours.rung().await.unwrap(), Ring::News);
        second.notify_channel().send(Ring::Waits).await.unwrap();
        assert_eq!(
            mine.rung().await.unwrap(),
            Ring::Waits,
            "nobody hears their own"
        );
    });
}

#[test]
fn a_file_is_served_by_one_process_that_is_always_there() {
    wait(async {
        let database = Database::file();
        let store = database.store().await;
        assert!(store.processes().join(2).await.unwrap());
        let presence = store.processes().renew(2).await.unwrap().unwrap();
        assert_eq!(
            (presence.clock, presence.others, presence.shards),
            (None, 0, 2)
        );
        let mut held = Vec::new();
        while let Some(shard) = store.shards().take(2, 1, &held).await.unwrap() {
            held.push(shard);
        }
        assert_eq!(held, [0, 1].map(|number| ShardId { number, of: 2 }));
        let every = Duration::from_millis(100);
        assert_eq!(
            store.shards().pass_gate(held[0], 1, every).await.unwrap(),
            None
        );
        assert!(
            store
                .shards()
                .pass_gate(held[1], 1, every)
                .await
                .unwrap()
                .is_some()
        );
        tokio::time::sleep(every).await;
        assert_eq!(
            store.shards().pass_gate(held[1], 1, every).await.unwrap(),
            None
        );
    });
}

#[test]
fn what_waits_when_a_file_is_opened_may_have_been_said() {
    wait(async {
        let database = Database::file();
        let store = database.store().await;
        store.processes().join(1).await.unwrap();
        let table = open(&store, 7).await;
        store.writer().write(&step(&table, 0)).await.unwrap();
        assert!(
            !store
                .leases()
                .take_due_channels(Timestamp(0), &[], 8, 10)
                .await
                .unwrap()[0]
                .doubtful
        );
        let next = database.store().await;
        next.processes().join(1).await.unwrap();
        assert!(
            next.leases()
                .take_due_channels(Timestamp(0), &[], 8, 10)
                .await
                .unwrap()[0]
                .doubtful
        );
    });
}

#[test]
fn what_is_due_in_a_channel_comes_together() {
    let test = async |database: Database| {
        let store = database.store().await;
        store.processes().join(1).await.unwrap();
        let mut tables = Vec::new();
        for channel in 1..=3 {
            tables.push(open(&store, channel).await);
        }
        // One news of each channel after the other, so that none of a channel are neighbours.
        for number in 0..4 {
            for table in &mut tables {
                store.writer().write(&step(table, number)).await.unwrap();
                *table = store.tables().find(table.game).await.unwrap().unwrap();
            }
        }
        let due = async |busy: &[Destination], channels, most| {
            let due = store
                .leases()
                .take_due_channels(Timestamp(0), busy, channels, most)
                .await
                .unwrap();
            assert!(due.is_sorted_by_key(|due| due.notice));
            due.iter().map(|due| due.to).collect::<Vec<_>>()
        };
        assert_eq!(due(&[], 1, 10).await, [at(1); 4]);
        assert_eq!(due(&[at(1)], 1, 10).await, [at(2); 4]);
        assert_eq!(due(&[at(1)], 2, 10).await, [at(2), at(3)].repeat(4));
        assert_eq!(
            due(&[at(2)], 2, 3).await,
            [at(1), at(3), at(1)],
            "there is no room for more"
        );
    };
    wait(async {
        test(Database::file()).await;
        if let Some(guild) = Database::server().await {
            test(guild).await;
        }
    });
}

#[test]
fn processes_go_by_the_clock_of_the_database() {
    wait(async {
        let Some(database) = Database::server().await else {
            return;
        };
        let Address::Server(address) = database.address() else {
            panic!("it is a server")
        };
        // A server whose clock is an hour ahead of this machine's: its word for the time is one of our own.
        let mut postgres = PgConnection::connect(&address).await.unwrap();
        let ahead = "create function public.clock_timestamp() returns timestamptz language sql
                 as $$ select pg_catalog.clock_timestamp() + interval '1 hour' $$;
             do $$ begin
                 execute format('alter database %I set search_path = public, pg_catalog', current_database());
             end $$";
        sqlx::raw_sql(ahead).execute(&mut postgres).await.unwrap();
        let host = Arc::new(Host::new(database.store().await));
        let before = host.clock.now();
        let process = host.process();
        process.joins().await.unwrap();
        let (now, machine) = (host.clock.now(), Clock::of_machine().now());
        assert!(
            (3_599..=3_602).contains(&(now - before)),
            "{now:?} after {before:?}"
        );
        assert!(
            (3_599..=3_601).contains(&(now - machine)),
            "{now:?} while it is {machine:?} here"
        );
    });
}
