//! Several processes with one database: they never do the same work twice, and another process
//! takes over what one leaves.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lanai_host::{Clock, Host};
use lanai_store::{
    Address, Claim, Destination, InteractionId, NoticeRow, Notification, PROCESS_LEASE, PersonId,
    ShardId, Store, TableId, Timestamp, Wait, WaitKind,
};
use sqlx::{Connection as _, PgConnection};

use super::{at, block_on, mark_sent_as, next_change, open};
use lanai_testing::homes::Database;

/// Returns processes that have all joined.
async fn processes<const N: usize>(database: &Database) -> [Store; N] {
    let mut all = Vec::new();
    for number in 0..N {
        let store = database.open_store().await;
        assert_eq!(
            store.processes().join(1).await.unwrap(),
            number == 0,
            "the first is alone"
        );
        all.push(store);
    }
    all.try_into().unwrap()
}

fn destinations(notices: Vec<NoticeRow>) -> Vec<Destination> {
    notices.into_iter().map(|notice| notice.to).collect()
}

fn to_ids(tables: Vec<TableId>) -> BTreeSet<i64> {
    tables.into_iter().map(|table| table.0).collect()
}

/// Runs a test of several processes with a server.
fn test_processes<const N: usize>(test: impl AsyncFnOnce(&Database, [Store; N])) {
    block_on(async {
        let Some(database) = Database::create_on_server().await else {
            return;
        };
        let all = processes(&database).await;
        test(&database, all).await;
    });
}

#[test]
fn an_expired_process_is_removed_and_its_notices_may_be_sent() {
    test_processes(async |_, [first, second]| {
        let table = open(&first, 7).await;
        first.writer().write(&next_change(&table, 0)).await.unwrap();
        assert_eq!(
            first
                .leases()
                .claim_due_notices(Timestamp(0), &[], 8, 10)
                .await
                .unwrap()
                .len(),
            1
        );
        assert!(first.leases().try_acquire(Claim::Commands).await.unwrap());
        let presence = first.processes().renew_lease(1).await.unwrap().unwrap();
        assert_eq!(
            (
                presence.others,
                presence.others_staying,
                presence.shard_total,
                presence.all_shards_ready
            ),
            (1, 1, 1, false)
        );
        let silent = Instant::now();
        loop {
            assert_eq!(
                second
                    .processes()
                    .renew_lease(1)
                    .await
                    .unwrap()
                    .unwrap()
                    .shard_total,
                1
            );
            second.processes().remove_expired_processes().await.unwrap();
            if second.leases().try_acquire(Claim::Commands).await.unwrap() {
                break;
            }
            assert!(
                second
                    .leases()
                    .claim_due_notices(Timestamp(0), &[], 8, 10)
                    .await
                    .unwrap()
                    .is_empty(),
                "it is still the other's"
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let took = silent.elapsed();
        let [a_little, more] = [1, 2].map(Duration::from_secs);
        assert!(
            took + a_little > PROCESS_LEASE && took < PROCESS_LEASE + more,
            "{took:?}"
        );
        let due = second
            .leases()
            .claim_due_notices(Timestamp(0), &[], 8, 10)
            .await
            .unwrap();
        assert!(due.len() == 1 && due[0].maybe_sent, "{due:?}");
        assert_eq!(
            first.processes().renew_lease(1).await.unwrap(),
            None,
            "it hears that it was given up"
        );
        assert!(
            first.leases().try_acquire(Claim::Emojis).await.is_err(),
            "and holds nothing more"
        );
        assert!(
            first
                .leases()
                .claim_due_notices(Timestamp(0), &[], 8, 10)
                .await
                .unwrap()
                .is_empty()
        );
        assert!(
            !first.processes().join(1).await.unwrap(),
            "until it begins anew"
        );
        assert!(first.leases().try_acquire(Claim::Emojis).await.unwrap());
    });
}

#[test]
fn a_leaving_process_releases_its_claims_at_once() {
    test_processes(async |_, [first, second]| {
        let table = open(&first, 7).await;
        first.writer().write(&next_change(&table, 0)).await.unwrap();
        first
            .leases()
            .claim_due_notices(Timestamp(0), &[], 8, 10)
            .await
            .unwrap();
        first.processes().leave().await.unwrap();
        let due = second
            .leases()
            .claim_due_notices(Timestamp(0), &[], 8, 10)
            .await
            .unwrap();
        assert!(due.len() == 1 && due[0].maybe_sent, "{due:?}");
        assert_eq!(
            second
                .processes()
                .renew_lease(1)
                .await
                .unwrap()
                .unwrap()
                .others,
            0
        );
    });
}

#[test]
fn one_process_at_a_time_sends_to_a_channel() {
    test_processes(async |_, all: [Store; 3]| {
        const CHANNELS: usize = 40;
        let mut tables = Vec::new();
        for channel in (100..).take(CHANNELS) {
            let mut table = open(&all[0], channel).await;
            for number in 0..5 {
                all[0]
                    .writer()
                    .write(&next_change(&table, number))
                    .await
                    .unwrap();
                table = all[0].tables().find(table.table_id).await.unwrap().unwrap();
            }
            tables.push(table);
        }
        let sent = tokio::sync::Mutex::new(Vec::new());
        let speaking = tokio::sync::Mutex::new(BTreeSet::new());
        let speak = async |store: &Store| {
            loop {
                let due = store
                    .leases()
                    .claim_due_notices(Timestamp(0), &[], 3, 12)
                    .await
                    .unwrap();
                let destinations: Vec<_> = due.iter().map(|due| due.to).collect();
                let Some(place) = destinations.first().copied() else {
                    if sent.lock().await.len() == CHANNELS * 5 {
                        return;
                    }
                    tokio::task::yield_now().await;
                    continue;
                };
                // It sends to one of the channels that it has claimed, and releases the others.
                let channel = due.iter().find(|due| due.to == place).unwrap().table_id.0;
                assert!(
                    speaking.lock().await.insert(channel),
                    "two speak in one channel"
                );
                for due in due.iter().filter(|due| due.to == place) {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                    assert!(
                        !due.maybe_sent && mark_sent_as(store, due, due.notice_id.0).await,
                        "it was said before"
                    );
                    sent.lock().await.push((channel, due.notice_id));
                }
                assert!(speaking.lock().await.remove(&channel));
                for place in destinations {
                    store.leases().release(Claim::Channel(place)).await.unwrap();
                }
            }
        };
        tokio::join!(speak(&all[0]), speak(&all[1]), speak(&all[2]));
        let sent = sent.into_inner();
        for table in tables {
            let sent_here: Vec<_> = sent
                .iter()
                .filter(|(table_id, _)| *table_id == table.table_id.0)
                .map(|(_, it)| it.0)
                .collect();
            assert!(
                sent_here.len() == 5 && sent_here.is_sorted(),
                "{sent_here:?}"
            );
        }
    });
}

#[test]
fn a_process_claims_no_more_notices_than_it_has_room_for() {
    test_processes(async |_, [first, second]| {
        for channel in 1..=5 {
            let table = open(&first, channel).await;
            first.writer().write(&next_change(&table, 0)).await.unwrap();
        }
        assert_eq!(
            destinations(
                first
                    .leases()
                    .claim_due_notices(Timestamp(0), &[], 2, 10)
                    .await
                    .unwrap()
            ),
            [at(1), at(2)]
        );
        assert_eq!(
            destinations(
                first
                    .leases()
                    .claim_due_notices(Timestamp(0), &[at(1), at(2)], 1, 10)
                    .await
                    .unwrap()
            ),
            [at(3)]
        );
        assert_eq!(
            destinations(
                second
                    .leases()
                    .claim_due_notices(Timestamp(0), &[], 8, 10)
                    .await
                    .unwrap()
            ),
            [at(4), at(5)]
        );
        assert!(
            first
                .leases()
                .claim_due_notices(Timestamp(0), &[at(1), at(2), at(3)], 8, 10)
                .await
                .unwrap()
                .is_empty()
        );
        // It can claim again what it released.
        assert_eq!(
            destinations(
                first
                    .leases()
                    .claim_due_notices(Timestamp(0), &[at(1)], 8, 10)
                    .await
                    .unwrap()
            ),
            [at(2), at(3)]
        );
    });
}

#[test]
fn one_process_checks_a_table() {
    assert_claimed_by_one_process(WaitKind::People, Some(PersonId(100)));
}

#[test]
fn one_process_acts_for_a_computer() {
    assert_claimed_by_one_process(WaitKind::Computers, None);
}

fn assert_claimed_by_one_process(kind: WaitKind, person: Option<PersonId>) {
    let other = if kind == WaitKind::People {
        WaitKind::Computers
    } else {
        WaitKind::People
    };
    test_processes(async |_, [first, second]| {
        let mut games = BTreeSet::new();
        for channel in 1..=9 {
            let table = open(&first, channel).await;
            let wait = Wait {
                person,
                since: Timestamp(0),
                check_at: Some(Timestamp(channel)),
                version: 0,
                pinged_revision: table.revision,
                state: "{}".to_owned(),
            };
            first
                .writer()
                .write(&lanai_store::TableChange {
                    wait: Some(wait),
                    ..next_change(&table, 0)
                })
                .await
                .unwrap();
            games.insert(table.table_id.0);
        }
        let mine = to_ids(
            first
                .leases()
                .claim_due_tables(kind, Timestamp(20), &[], 4)
                .await
                .unwrap(),
        );
        assert_eq!(
            first
                .leases()
                .claim_due_tables(other, Timestamp(20), &[], 20)
                .await
                .unwrap(),
            []
        );
        let yours = to_ids(
            second
                .leases()
                .claim_due_tables(kind, Timestamp(20), &[], 20)
                .await
                .unwrap(),
        );
        let without: Vec<TableId> = mine.iter().copied().map(TableId).collect();
        assert_eq!(
            first
                .leases()
                .claim_due_tables(kind, Timestamp(20), &without, 20)
                .await
                .unwrap(),
            []
        );
        assert_eq!((mine.len(), yours.len()), (4, 5));
        assert_eq!(mine.union(&yours).copied().collect::<BTreeSet<_>>(), games);
        let done = TableId(*yours.first().unwrap());
        second
            .waits()
            .postpone_check(done, Timestamp(20), None)
            .await
            .unwrap();
        second.leases().release(Claim::Table(done)).await.unwrap();
        second.processes().leave().await.unwrap();
        let left = to_ids(
            first
                .leases()
                .claim_due_tables(kind, Timestamp(20), &[], 20)
                .await
                .unwrap(),
        );
        assert_eq!(
            left,
            games
                .into_iter()
                .filter(|table_id| *table_id != done.0)
                .collect(),
            "its own, and what was left"
        );
    });
}

#[test]
fn processes_share_and_hand_over_shards() {
    test_processes(async |_, [first, second, third]| {
        let all = [&first, &second, &third];
        let take = async |store: &Store| {
            store
                .shards()
                .claim_next(3, 16, &[])
                .await
                .unwrap()
                .map(|shard| shard.number)
        };
        for store in all {
            store.processes().renew_lease(3).await.unwrap();
        }
        assert_eq!(take(&first).await, Some(0));
        assert_eq!(take(&first).await, None, "others have fewer");
        assert_eq!(take(&third).await, Some(1));
        assert_eq!(take(&second).await, Some(2));
        assert_eq!(take(&second).await, None, "there are no more");
        let is_complete = async |store: &Store| {
            store
                .processes()
                .renew_lease(3)
                .await
                .unwrap()
                .unwrap()
                .all_shards_ready
        };
        let ready = async |store: &Store, number| {
            store
                .shards()
                .mark_ready(ShardId { number, total: 3 })
                .await
                .unwrap()
        };
        for (store, shard) in [(&first, 0), (&third, 1), (&second, 2)] {
            assert!(!is_complete(store).await);
            ready(store, shard).await;
        }
        assert!(is_complete(&first).await);
        // A leaving process keeps its session until another has taken over.
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
            third
                .processes()
                .renew_lease(3)
                .await
                .unwrap()
                .unwrap()
                .others_staying,
            2
        );
        third.processes().leave().await.unwrap();
        // Another total makes a second set of shards beside the first.
        assert_eq!(
            second
                .processes()
                .renew_lease(4)
                .await
                .unwrap()
                .unwrap()
                .shard_total,
            4
        );
        let overview = first.processes().renew_lease(3).await.unwrap().unwrap();
        assert_eq!(
            (overview.shard_total, overview.all_shards_ready),
            (4, false)
        );
        let mut taken = Vec::new();
        for store in [&first, &second, &first, &second] {
            let shard = store
                .shards()
                .claim_next(4, 16, &[])
                .await
                .unwrap()
                .unwrap();
            store.shards().mark_ready(shard).await.unwrap();
            taken.push(shard.number);
        }
        assert_eq!(taken, [0, 1, 2, 3]);
        assert!(
            first
                .processes()
                .renew_lease(3)
                .await
                .unwrap()
                .unwrap()
                .all_shards_ready
        );
    });
}

#[test]
fn sessions_pass_a_gate_one_at_a_time() {
    test_processes(async |_, [first, second]| {
        let every = Duration::from_millis(600);
        let pass = async |store: &Store, number| {
            store
                .shards()
                .try_pass_gate(ShardId { number, total: 4 }, 2, every)
                .await
                .unwrap()
        };
        assert_eq!(pass(&first, 0).await, None);
        let wait = pass(&second, 2).await.expect("the same gate");
        assert!(wait <= every, "{wait:?}");
        assert_eq!(pass(&second, 1).await, None, "another gate");
        assert_eq!(
            first.shards().claim_next(4, 2, &[]).await.unwrap(),
            None,
            "both are closed"
        );
        tokio::time::sleep(wait + Duration::from_millis(50)).await;
        assert!(
            first
                .shards()
                .claim_next(4, 2, &[])
                .await
                .unwrap()
                .is_some()
        );
        // Of many concurrent attempts, one passes.
        let passed = futures::future::join_all((0..20).map(|_| pass(&first, 2))).await;
        assert_eq!(passed.iter().filter(|wait| wait.is_none()).count(), 1);
    });
}

#[test]
fn a_pause_stops_posts_of_all_processes() {
    test_processes(async |_, [first, second]| {
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
        let paused = second
            .processes()
            .renew_lease(1)
            .await
            .unwrap()
            .unwrap()
            .posts_paused_millis;
        assert!((2_000..=3_000).contains(&paused), "{paused}");
    });
}

#[test]
fn one_process_handles_an_interaction() {
    test_processes(async |_, all: [Store; 3]| {
        for press in 0..50 {
            let heard = futures::future::join_all(
                all.iter()
                    .map(|store| store.processes().register_interaction(InteractionId(press))),
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
fn a_notification_reaches_all_other_processes() {
    test_processes(async |_, [first, second]| {
        let (mut mine, mut yours) = (
            first.notify_channel().listen().await.unwrap(),
            second.notify_channel().listen().await.unwrap(),
        );
        first
            .notify_channel()
            .send(Notification::Notices)
            .await
            .unwrap();
        assert_eq!(yours.recv().await.unwrap(), Notification::Notices);
        second
            .notify_channel()
            .send(Notification::Waits)
            .await
            .unwrap();
        assert_eq!(
            mine.recv().await.unwrap(),
            Notification::Waits,
            "nobody hears their own"
        );
    });
}

#[test]
fn a_file_has_one_process_that_never_expires() {
    block_on(async {
        let database = Database::create_file();
        let store = database.open_store().await;
        assert!(store.processes().join(2).await.unwrap());
        let presence = store.processes().renew_lease(2).await.unwrap().unwrap();
        assert_eq!(
            (presence.clock_millis, presence.others, presence.shard_total),
            (None, 0, 2)
        );
        let mut held = Vec::new();
        while let Some(shard) = store.shards().claim_next(2, 1, &held).await.unwrap() {
            held.push(shard);
        }
        assert_eq!(held, [0, 1].map(|number| ShardId { number, total: 2 }));
        let every = Duration::from_millis(100);
        assert_eq!(
            store
                .shards()
                .try_pass_gate(held[0], 1, every)
                .await
                .unwrap(),
            None
        );
        assert!(
            store
                .shards()
                .try_pass_gate(held[1], 1, every)
                .await
                .unwrap()
                .is_some()
        );
        tokio::time::sleep(every).await;
        assert_eq!(
            store
                .shards()
                .try_pass_gate(held[1], 1, every)
                .await
                .unwrap(),
            None
        );
    });
}

#[test]
fn notices_waiting_at_the_start_may_have_been_sent() {
    block_on(async {
        let database = Database::create_file();
        let store = database.open_store().await;
        store.processes().join(1).await.unwrap();
        let table = open(&store, 7).await;
        store.writer().write(&next_change(&table, 0)).await.unwrap();
        assert!(
            !store
                .leases()
                .claim_due_notices(Timestamp(0), &[], 8, 10)
                .await
                .unwrap()[0]
                .maybe_sent
        );
        let next = database.open_store().await;
        next.processes().join(1).await.unwrap();
        assert!(
            next.leases()
                .claim_due_notices(Timestamp(0), &[], 8, 10)
                .await
                .unwrap()[0]
                .maybe_sent
        );
    });
}

#[test]
fn due_notices_of_a_channel_come_together() {
    let test = async |database: Database| {
        let store = database.open_store().await;
        store.processes().join(1).await.unwrap();
        let mut tables = Vec::new();
        for channel in 1..=3 {
            tables.push(open(&store, channel).await);
        }
        // One notice per channel in turn, so that those of a channel are not adjacent.
        for number in 0..4 {
            for table in &mut tables {
                store
                    .writer()
                    .write(&next_change(table, number))
                    .await
                    .unwrap();
                *table = store.tables().find(table.table_id).await.unwrap().unwrap();
            }
        }
        let due = async |busy: &[Destination], channels, limit| {
            let due = store
                .leases()
                .claim_due_notices(Timestamp(0), busy, channels, limit)
                .await
                .unwrap();
            assert!(due.is_sorted_by_key(|due| due.notice_id));
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
    block_on(async {
        test(Database::create_file()).await;
        if let Some(guild) = Database::create_on_server().await {
            test(guild).await;
        }
    });
}

#[test]
fn processes_use_the_clock_of_the_database() {
    block_on(async {
        let Some(database) = Database::create_on_server().await else {
            return;
        };
        let Address::Server(address) = database.address() else {
            panic!("it is a server")
        };
        // The server's clock is an hour ahead of this machine's. Its `clock_timestamp()` is
        // replaced by one of ours.
        let mut postgres = PgConnection::connect(&address).await.unwrap();
        let clock_function = "create function public.clock_timestamp() returns timestamptz language sql
                 as $$ select pg_catalog.clock_timestamp() + interval '1 hour' $$;
             do $$ begin
                 execute format('alter database %I set search_path = public, pg_catalog', current_database());
             end $$";
        sqlx::raw_sql(clock_function)
            .execute(&mut postgres)
            .await
            .unwrap();
        let host = Arc::new(Host::new(database.open_store().await));
        let before = host.clock.now();
        let process = host.process();
        process.join().await.unwrap();
        let (now, machine) = (host.clock.now(), Clock::system().now());
        assert!(
            (3_599..=3_602).contains(&(now - before)),
            "{now:?} after {before:?}"
        );
        assert!(
            (3_599..=3_601).contains(&(now - machine)),
            "{now:?} while it's {machine:?} here"
        );
    });
}
