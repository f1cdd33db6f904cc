//! Tests of the store with both databases, a real SQLite file and a real PostgreSQL: one table per
//! channel, guarded writes, races, repeated interactions and restarts; and for the file, a killed
//! writer and a full disk.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[cfg(unix)]
pub(crate) mod full;
mod killed;
mod processes;
mod refused;
mod shared;

use std::path::Path;

use lanai_store::{
    ChannelId, Destination, GuildId, InteractionId, LogEntry, MessageId, NewTable, Notice,
    NoticeId, NoticeRow, OpenTableOutcome, PersonId, Revision, SeatedPlayer, SentNotice, Store,
    StoreError, TableChange, TableId, TableLimitReached, TableLimits, TableRow, TableStatus,
    Timestamp, Wait, WriteOutcome,
};

use lanai_testing::homes::{Database, block_on, on_both_databases};

fn seat(seat: i64, person: i64) -> SeatedPlayer {
    SeatedPlayer {
        seat,
        person: Some(PersonId(person)),
        name: format!("person {person}"),
        policy: None,
        word: String::new(),
        stands_in: false,
    }
}

fn new_table(channel: i64) -> NewTable {
    NewTable {
        title: "hawaii".to_owned(),
        guild: GuildId(1),
        channel: ChannelId(channel),
        parent_channel: None,
        owner: PersonId(100),
        language: "en".to_owned(),
        seat_count: 2,
        options: "{}".to_owned(),
        secret: "secret".to_owned(),
        seats: vec![
            seat(1, 100),
            SeatedPlayer {
                person: None,
                policy: Some("greedy".to_owned()),
                ..seat(2, 0)
            },
        ],
        settings: "{}".to_owned(),
        rematch_of: None,
        heat: None,
        notices: vec![],
        limits: TableLimits::default(),
        interaction: None,
        at: Timestamp(1),
    }
}

/// Returns the next change of a table: an entry, a snapshot and a notice.
fn next_change(table: &TableRow, number: i64) -> TableChange {
    TableChange {
        table_id: table.table_id,
        expected_revision: table.revision,
        interaction: None,
        status: TableStatus::Running,
        snapshot: Some(format!("after {number}")),
        starting: None,
        announced_entries: 0,
        figures: None,
        seats: None,
        set_up: None,
        wait: None,
        expected_wait_version: None,
        move_to: None,
        take_back_from: None,
        entries: vec![entry(number)],
        notices: vec![notice(table.channel.0, format!("step {number}"))],
        withdrawn_notices: Vec::new(),
        result: None,
        departed: None,
        act: None,
        at: Timestamp(2),
    }
}

fn at(channel: i64) -> Destination {
    Destination::Channel(ChannelId(channel))
}

fn notice(channel: i64, body: String) -> Notice {
    Notice {
        to: vec![at(channel)],
        replace_key: None,
        body,
        due_at: Timestamp(0),
    }
}

/// Records the message of a notice.
async fn mark_sent_as(store: &Store, due: &NoticeRow, message: i64) -> bool {
    let sent = SentNotice {
        notice_id: due.notice_id,
        table_id: due.table_id,
        to: due.to,
        body: due.body.clone(),
        message: Some(MessageId(message)),
        role: None,
        pings_revision: None,
        superseded_message: None,
        follow_ups: Vec::new(),
    };
    store.notices().mark_sent(&sent).await.unwrap()
}

fn entry(number: i64) -> LogEntry {
    LogEntry {
        number,
        seat: Some(1),
        action: format!("action {number}"),
        events: "[]".to_owned(),
        revision: Revision(0),
        at: Timestamp(2),
        for_person: false,
        premove: false,
    }
}

/// Returns an entry as a change wrote it.
fn written_entry(number: i64, revision: i64) -> LogEntry {
    LogEntry {
        revision: Revision(revision),
        ..entry(number)
    }
}

async fn open(store: &Store, channel: i64) -> TableRow {
    let OpenTableOutcome::Table(table_id) = store
        .writer()
        .open_table(&new_table(channel))
        .await
        .unwrap()
    else {
        panic!("the channel is free")
    };
    store.tables().find(table_id).await.unwrap().unwrap()
}

/// Returns everything stored about a table.
async fn load_everything(
    store: &Store,
    table_id: TableId,
) -> (Option<TableRow>, Vec<LogEntry>, usize) {
    let entries = store.tables().load_log(table_id, 0).await.unwrap();
    (
        store.tables().find(table_id).await.unwrap(),
        entries,
        store
            .notices()
            .list_due(Timestamp(9), 1000)
            .await
            .unwrap()
            .len(),
    )
}

// --- Tables ---

#[test]
fn a_table_is_stored_as_it_was_opened() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        assert_eq!(
            (table.status, table.revision, table.snapshot.clone()),
            (TableStatus::Open, Revision(0), None)
        );
        assert_eq!(
            (table.title.as_str(), table.owner, table.seats.clone()),
            ("hawaii", PersonId(100), new_table(7).seats)
        );
        assert_eq!(
            store.tables().find_in_channel(ChannelId(7)).await.unwrap(),
            Some(table)
        );
        assert_eq!(
            store.tables().find_in_channel(ChannelId(8)).await.unwrap(),
            None
        );
    });
}

#[test]
fn a_channel_has_one_table_until_it_is_over() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let first = open(&store, 7).await;
        assert_eq!(
            store.writer().open_table(&new_table(7)).await.unwrap(),
            OpenTableOutcome::Occupied
        );
        let over = TableChange {
            status: TableStatus::Over,
            ..next_change(&first, 0)
        };
        assert_eq!(
            store.writer().write(&over).await.unwrap(),
            WriteOutcome::Done {
                revision: Revision(1)
            }
        );
        assert_eq!(
            store
                .tables()
                .find_in_channel(ChannelId(7))
                .await
                .unwrap()
                .unwrap()
                .table_id,
            first.table_id,
            "a finished table stays readable"
        );
        let second = open(&store, 7).await;
        assert_eq!(
            store
                .tables()
                .find_in_channel(ChannelId(7))
                .await
                .unwrap()
                .unwrap()
                .table_id,
            second.table_id
        );
    });
}

fn new_thread_table(channel: i64, limits: TableLimits) -> NewTable {
    NewTable {
        limits,
        parent_channel: Some(ChannelId(1)),
        ..new_table(channel)
    }
}

/// The limits also hold when a person opens many tables at once.
#[test]
fn each_table_limit_is_enforced() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let per_person = TableLimits {
            person: Some(1),
            channel: None,
        };
        let per_channel = TableLimits {
            person: None,
            channel: Some(1),
        };
        assert!(matches!(
            store
                .writer()
                .open_table(&new_thread_table(7, per_person))
                .await
                .unwrap(),
            OpenTableOutcome::Table(_)
        ));
        for (limit, reached) in [
            (per_person, TableLimitReached::Person),
            (per_channel, TableLimitReached::Channel),
        ] {
            let new = new_thread_table(8, limit);
            let opened = store.writer().open_table(&new).await.unwrap();
            assert_eq!(opened, OpenTableOutcome::LimitReached(reached));
        }
    });
}

#[test]
fn a_person_finds_their_tables() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let [first, second] = [open(&store, 7).await, open(&store, 8).await];
        assert_eq!(
            store
                .tables()
                .list_unfinished_for_person(PersonId(100))
                .await
                .unwrap(),
            [first.table_id, second.table_id]
        );
        store
            .writer()
            .write(&TableChange {
                status: TableStatus::Over,
                ..next_change(&first, 0)
            })
            .await
            .unwrap();
        assert_eq!(
            store
                .tables()
                .list_unfinished_for_person(PersonId(100))
                .await
                .unwrap(),
            [second.table_id]
        );
        assert_eq!(
            store
                .tables()
                .list_unfinished_for_person(PersonId(5))
                .await
                .unwrap(),
            []
        );
    });
}

#[test]
fn seats_change_with_their_table() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        let seats = vec![seat(1, 100), seat(2, 101), seat(3, 102)];
        let joined = TableChange {
            status: TableStatus::Open,
            seats: Some(seats.clone()),
            ..next_change(&table, 0)
        };
        store.writer().write(&joined).await.unwrap();
        assert_eq!(
            store
                .tables()
                .find(table.table_id)
                .await
                .unwrap()
                .unwrap()
                .seats,
            seats
        );
        let twice = TableChange {
            expected_revision: Revision(1),
            seats: Some(vec![seat(1, 100), seat(2, 100)]),
            ..next_change(&table, 1)
        };
        assert!(
            matches!(
                store.writer().write(&twice).await,
                Err(StoreError::Database(_))
            ),
            "nobody sits twice"
        );
        assert_eq!(
            store
                .tables()
                .find(table.table_id)
                .await
                .unwrap()
                .unwrap()
                .seats,
            seats
        );
    });
}

#[test]
fn an_unknown_status_is_an_error() {
    block_on(async {
        let database = Database::create_file();
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        let url = format!("sqlite://{}", database.address());
        let mut intruder = <sqlx::SqliteConnection as sqlx::Connection>::connect(&url)
            .await
            .unwrap();
        sqlx::query("pragma ignore_check_constraints = on")
            .execute(&mut intruder)
            .await
            .unwrap();
        sqlx::query("update game_table set status = 'asleep'")
            .execute(&mut intruder)
            .await
            .unwrap();
        let told = store
            .tables()
            .find(table.table_id)
            .await
            .unwrap_err()
            .to_string();
        assert!(told.contains("status") && told.contains("asleep"), "{told}");
        assert!(store.tables().find_in_channel(ChannelId(7)).await.is_err());
    });
}

// --- The guard ---

#[test]
fn a_change_is_written_whole() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        assert_eq!(
            store.writer().write(&next_change(&table, 0)).await.unwrap(),
            WriteOutcome::Done {
                revision: Revision(1)
            }
        );
        let (after, entries, notices) = load_everything(&store, table.table_id).await;
        let after = after.unwrap();
        assert_eq!(
            (after.status, after.revision),
            (TableStatus::Running, Revision(1))
        );
        assert_eq!(
            (after.snapshot.as_deref(), entries, notices),
            (Some("after 0"), vec![written_entry(0, 1)], 1)
        );
    });
}

#[test]
fn a_stale_change_changes_nothing() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        store.writer().write(&next_change(&table, 0)).await.unwrap();
        let before = load_everything(&store, table.table_id).await;
        let stale = TableChange {
            interaction: Some(InteractionId(5)),
            ..next_change(&table, 1)
        };
        assert_eq!(
            store.writer().write(&stale).await.unwrap(),
            WriteOutcome::Stale
        );
        assert_eq!(load_everything(&store, table.table_id).await, before);
        // Its interaction is still unused, so that the change can be retried with a fresh revision.
        let fresh = TableChange {
            expected_revision: Revision(1),
            ..stale
        };
        assert_eq!(
            store.writer().write(&fresh).await.unwrap(),
            WriteOutcome::Done {
                revision: Revision(2)
            }
        );
    });
}

#[test]
fn the_same_press_counts_once() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        let press = TableChange {
            interaction: Some(InteractionId(5)),
            ..next_change(&table, 0)
        };
        assert_eq!(
            store.writer().write(&press).await.unwrap(),
            WriteOutcome::Done {
                revision: Revision(1)
            }
        );
        let before = load_everything(&store, table.table_id).await;
        assert_eq!(
            store.writer().write(&press).await.unwrap(),
            WriteOutcome::Repeated
        );
        let again = TableChange {
            expected_revision: Revision(1),
            ..press
        };
        assert_eq!(
            store.writer().write(&again).await.unwrap(),
            WriteOutcome::Repeated
        );
        assert_eq!(load_everything(&store, table.table_id).await, before);
    });
}

#[test]
fn a_change_to_no_table_is_stale() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        let nowhere = TableChange {
            table_id: TableId(99),
            interaction: Some(InteractionId(5)),
            ..next_change(&table, 0)
        };
        assert_eq!(
            store.writer().write(&nowhere).await.unwrap(),
            WriteOutcome::Stale
        );
    });
}

#[test]
fn a_change_that_fails_in_the_middle_leaves_nothing() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        store.writer().write(&next_change(&table, 0)).await.unwrap();
        let before = load_everything(&store, table.table_id).await;
        let twice = TableChange {
            expected_revision: Revision(1),
            entries: vec![entry(1), entry(1)],
            ..next_change(&table, 1)
        };
        assert!(matches!(
            store.writer().write(&twice).await,
            Err(StoreError::Database(_))
        ));
        assert_eq!(load_everything(&store, table.table_id).await, before);
    });
}

#[test]
fn one_of_many_concurrent_changes_wins() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        for round in 0..10 {
            let tasks: Vec<_> = (0..16)
                .map(|press| {
                    let interaction = Some(InteractionId(round * 100 + press));
                    let change = TableChange {
                        expected_revision: Revision(round),
                        interaction,
                        ..next_change(&table, round)
                    };
                    let store = store.clone();
                    tokio::spawn(async move { store.writer().write(&change).await.unwrap() })
                })
                .collect();
            let mut done = 0;
            for task in tasks {
                match task.await.unwrap() {
                    WriteOutcome::Done { revision } => {
                        assert_eq!(revision, Revision(round + 1));
                        done += 1;
                    }
                    WriteOutcome::Stale => {}
                    WriteOutcome::Repeated => panic!("every press is another one"),
                    WriteOutcome::Occupied => panic!("nobody goes anywhere"),
                }
            }
            assert_eq!(done, 1);
        }
        assert_eq!(
            store
                .tables()
                .load_log(table.table_id, 0)
                .await
                .unwrap()
                .len(),
            10
        );
    });
}

/// New settings of a person make the waits for them due, even while another change writes to those
/// tables.
#[test]
fn new_settings_make_waits_due_despite_a_concurrent_change() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        let wait = Wait {
            person: Some(PersonId(100)),
            since: Timestamp(1),
            check_at: Some(Timestamp(1000)),
            version: 0,
            pinged_revision: Revision(0),
            state: "{}".to_owned(),
        };
        store
            .writer()
            .write(&TableChange {
                wait: Some(wait.clone()),
                ..next_change(&table, 0)
            })
            .await
            .unwrap();
        let mut seen: Option<String> = None;
        for round in 1..60 {
            let table = store.tables().find(table.table_id).await.unwrap().unwrap();
            let version = table.wait.0.as_ref().map(|wait| wait.version);
            let change = TableChange {
                wait: Some(wait.clone()),
                expected_wait_version: version,
                ..next_change(&table, round)
            };
            let settings = format!("choice {round}");
            let (written, kept) = tokio::join!(
                store.writer().write(&change),
                store
                    .settings()
                    .save_person(PersonId(100), seen.as_deref(), &settings)
            );
            assert!(kept.unwrap(), "nobody else chooses");
            let after = store
                .tables()
                .find(table.table_id)
                .await
                .unwrap()
                .unwrap()
                .wait
                .0
                .unwrap();
            assert_eq!(
                after.check_at,
                Some(Timestamp::FIRST),
                "round {round}, {written:?}"
            );
            seen = Some(settings);
        }
    });
}

#[test]
fn concurrent_changes_of_tables_do_not_deadlock() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let mut tasks = Vec::new();
        for channel in 0..20 {
            let (store, mut table) = (store.clone(), open(&store, channel).await);
            tasks.push(tokio::spawn(async move {
                for number in 0..10 {
                    let WriteOutcome::Done { revision } = store
                        .writer()
                        .write(&next_change(&table, number))
                        .await
                        .unwrap()
                    else {
                        panic!("nobody else writes to this table");
                    };
                    table.revision = revision;
                }
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(
            store
                .notices()
                .list_due(Timestamp(9), 1000)
                .await
                .unwrap()
                .len(),
            200
        );
    });
}

// --- The log ---

#[test]
fn entries_taken_back_leave_the_log() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        let three = TableChange {
            entries: vec![entry(0), entry(1), entry(2)],
            ..next_change(&table, 2)
        };
        store.writer().write(&three).await.unwrap();
        let back = TableChange {
            expected_revision: Revision(1),
            take_back_from: Some(1),
            entries: vec![],
            ..next_change(&table, 0)
        };
        assert_eq!(
            store.writer().write(&back).await.unwrap(),
            WriteOutcome::Done {
                revision: Revision(2)
            }
        );
        assert_eq!(
            store.tables().load_log(table.table_id, 0).await.unwrap(),
            [written_entry(0, 1)]
        );
        let on = TableChange {
            expected_revision: Revision(2),
            ..next_change(&table, 1)
        };
        store.writer().write(&on).await.unwrap();
        assert_eq!(
            store.tables().load_log(table.table_id, 1).await.unwrap(),
            [written_entry(1, 3)]
        );
    });
}

// --- The outbox ---

#[test]
fn a_notice_is_sent_once() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        store.writer().write(&next_change(&table, 0)).await.unwrap();
        let due = store.notices().list_due(Timestamp(0), 10).await.unwrap();
        assert_eq!(
            (due.len(), due[0].to, due[0].body.as_str()),
            (1, at(7), "step 0")
        );
        assert!(mark_sent_as(&store, &due[0], 555).await);
        assert!(
            !mark_sent_as(&store, &due[0], 556).await,
            "it became one message"
        );
        let other = NoticeId(due[0].notice_id.0 + 1);
        assert!(
            store
                .notices()
                .belongs_to_other_notice(MessageId(555), other)
                .await
                .unwrap()
        );
        assert!(
            !store
                .notices()
                .belongs_to_other_notice(MessageId(555), due[0].notice_id)
                .await
                .unwrap(),
            "it is its own"
        );
        assert!(
            !store
                .notices()
                .belongs_to_other_notice(MessageId(556), other)
                .await
                .unwrap()
        );
        assert_eq!(
            store.notices().list_due(Timestamp(9), 10).await.unwrap(),
            []
        );
    });
}

#[test]
fn a_failed_notice_is_retried_later() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        store.writer().write(&next_change(&table, 0)).await.unwrap();
        let notice = store.notices().list_due(Timestamp(0), 10).await.unwrap()[0].notice_id;
        store
            .notices()
            .postpone(notice, at(9), Timestamp(50), 1)
            .await
            .unwrap();
        assert_eq!(
            store.notices().list_due(Timestamp(0), 10).await.unwrap()[0].attempts,
            0,
            "it went elsewhere meanwhile"
        );
        store
            .notices()
            .postpone(notice, at(7), Timestamp(50), 1)
            .await
            .unwrap();
        assert_eq!(
            store.notices().list_due(Timestamp(49), 10).await.unwrap(),
            []
        );
        assert_eq!(
            store.notices().list_due(Timestamp(50), 10).await.unwrap()[0].attempts,
            1
        );
    });
}

#[test]
fn a_postponed_notice_delays_those_behind_it() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let [moving, staying] = [open(&store, 7).await, open(&store, 8).await];
        store
            .writer()
            .write(&next_change(&moving, 0))
            .await
            .unwrap();
        store
            .writer()
            .write(&next_change(
                &TableRow {
                    revision: Revision(1),
                    ..moving
                },
                1,
            ))
            .await
            .unwrap();
        store
            .writer()
            .write(&next_change(&staying, 0))
            .await
            .unwrap();
        let first = store.notices().list_due(Timestamp(0), 10).await.unwrap()[0].notice_id;
        store
            .notices()
            .postpone(first, at(7), Timestamp(50), 1)
            .await
            .unwrap();
        let due: Vec<_> = store
            .notices()
            .list_due(Timestamp(49), 10)
            .await
            .unwrap()
            .into_iter()
            .map(|due| due.to)
            .collect();
        assert_eq!(due, [at(8)], "the other channel does not wait");
        let due: Vec<_> = store
            .notices()
            .list_due(Timestamp(50), 10)
            .await
            .unwrap()
            .into_iter()
            .map(|due| due.attempts)
            .collect();
        assert_eq!(due, [1, 0, 0], "only one was tried");
        store
            .notices()
            .give_up_waiting_notices(at(7))
            .await
            .unwrap();
        let due: Vec<_> = store
            .notices()
            .list_due(Timestamp(50), 10)
            .await
            .unwrap()
            .into_iter()
            .map(|due| due.to)
            .collect();
        assert_eq!(due, [at(8)]);
    });
}

#[test]
fn a_table_that_is_opened_twice_by_one_command_is_opened_once() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let new = NewTable {
            interaction: Some(InteractionId(9)),
            ..new_table(7)
        };
        assert!(matches!(
            store.writer().open_table(&new).await.unwrap(),
            OpenTableOutcome::Table(_)
        ));
        let again = NewTable {
            channel: ChannelId(8),
            ..new
        };
        assert_eq!(
            store.writer().open_table(&again).await.unwrap(),
            OpenTableOutcome::Repeated
        );
        assert_eq!(
            store.tables().find_in_channel(ChannelId(8)).await.unwrap(),
            None
        );
    });
}

#[test]
fn figures_and_values_are_stored_by_name() {
    on_both_databases(async |database| {
        let store = database.open_store().await;
        let table = open(&store, 7).await;
        let figures = Some(("digest".to_owned(), "{}".to_owned()));
        store
            .writer()
            .write(&TableChange {
                figures,
                ..next_change(&table, 0)
            })
            .await
            .unwrap();
        assert_eq!(
            store
                .tables()
                .find_in_channel(ChannelId(7))
                .await
                .unwrap()
                .unwrap()
                .figures
                .as_deref(),
            Some("digest")
        );
        assert_eq!(
            store
                .tables()
                .load_figures("digest")
                .await
                .unwrap()
                .as_deref(),
            Some("{}")
        );
        assert_eq!(store.tables().load_figures("other").await.unwrap(), None);
        assert_eq!(store.values().get("commands").await.unwrap(), None);
        for value in ["one", "two"] {
            store.values().set("commands", value).await.unwrap();
            assert_eq!(
                store.values().get("commands").await.unwrap().as_deref(),
                Some(value)
            );
        }
    });
}

// --- The file ---

#[test]
fn a_file_that_is_no_database_is_refused_by_name() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("notes.txt");
        std::fs::write(
            &file,
            "not a database, but long enough to look at: ".repeat(40),
        )
        .unwrap();
        for path in [
            file.as_path(),
            Path::new("/no/such/folder/lanai.db"),
            folder.path(),
        ] {
            let error = Store::open_file(path).await.unwrap_err().to_string();
            assert!(error.contains(&path.display().to_string()), "{error}");
        }
    });
}

/// A new database is private; an existing file keeps its mode.
#[cfg(unix)]
#[test]
fn only_the_owner_can_read_a_new_database() {
    use std::os::unix::fs::PermissionsExt as _;
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let mode =
            |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let file = folder.path().join("lanai.db");
        for expected in [0o600, 0o640] {
            let store = Store::open_file(&file).await.unwrap();
            open(&store, i64::from(expected)).await;
            for ending in ["", "-wal", "-shm"] {
                let mut name = file.clone().into_os_string();
                name.push(ending);
                assert_eq!(mode(name.as_ref()), expected, "{ending}");
            }
            store.close().await;
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        }
    });
}
