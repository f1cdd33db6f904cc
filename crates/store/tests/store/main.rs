//! The store in both its homes, a real SQLite file and a real PostgreSQL: one table a channel, one guard for every write,
//! races, repeated presses, restarts; and of the file, a writer that is killed, and a disk that is full.

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
    Chair, Change, ChannelId, Crowded, Destination, Due, Entry, GuildId, InteractionId, MessageId,
    NewTable, Notice, NoticeId, Opened, PersonId, Revision, Sent, Store, StoreError, TableId,
    TableLimits, TableRow, TableStatus, Timestamp, Wait, Written,
};

use lanai_testing::homes::{Database, in_both, wait};

fn seat(seat: i64, person: i64) -> Chair {
    Chair {
        seat,
        person: Some(PersonId(person)),
        name: format!("person {person}"),
        mind: None,
        word: String::new(),
        stands_in: false,
    }
}

fn new_table(channel: i64) -> NewTable {
    NewTable {
        title: "hawaii".to_owned(),
        guild: GuildId(1),
        channel: ChannelId(channel),
        above: None,
        owner: PersonId(100),
        language: "en".to_owned(),
        chairs: 2,
        options: "{}".to_owned(),
        secret: "secret".to_owned(),
        seats: vec![
            seat(1, 100),
            Chair {
                person: None,
                mind: Some("greedy".to_owned()),
                ..seat(2, 0)
            },
        ],
        manners: "{}".to_owned(),
        follows: None,
        heat: None,
        notices: vec![],
        limits: TableLimits::default(),
        interaction: None,
        at: Timestamp(1),
    }
}

/// The next step of a table: an entry, a snapshot and a notice.
fn step(table: &TableRow, number: i64) -> Change {
    Change {
        game: table.game,
        seen: table.revision,
        interaction: None,
        status: TableStatus::Running,
        snapshot: Some(format!("after {number}")),
        starting: None,
        told: 0,
        figures: None,
        seats: None,
        wait: None,
        guard: None,
        goes_to: None,
        take_back: None,
        entries: vec![entry(number)],
        notices: vec![notice(table.channel.0, format!("step {number}"))],
        absorbs: Vec::new(),
        result: None,
        leaves: None,
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
        chore: None,
        body,
        due_at: Timestamp(0),
    }
}

/// A notice became this message.
async fn sent(store: &Store, due: &Due, message: i64) -> bool {
    let (notice, game, to, body) = (due.notice, due.game, due.to, due.body.clone());
    let sent = Sent {
        notice,
        game,
        to,
        body,
        message: Some(MessageId(message)),
        role: None,
        calls_to: None,
        fallen: None,
        then: Vec::new(),
    };
    store.notices().mark_sent(&sent).await.unwrap()
}

fn entry(number: i64) -> Entry {
    Entry {
        number,
        seat: Some(1),
        action: format!("action {number}"),
        events: "[]".to_owned(),
        revision: Revision(0),
        at: Timestamp(2),
        for_person: false,
        ahead: false,
    }
}

/// An entry as a change wrote it.
fn written(number: i64, revision: i64) -> Entry {
    Entry {
        revision: Revision(revision),
        ..entry(number)
    }
}

async fn open(store: &Store, channel: i64) -> TableRow {
    let Opened::Table(game) = store
        .writer()
        .open_table(&new_table(channel))
        .await
        .unwrap()
    else {
        panic!("the channel is free")
    };
    store.tables().find(game).await.unwrap().unwrap()
}

/// Everything there is to know of a table.
async fn all_of(store: &Store, game: TableId) -> (Option<TableRow>, Vec<Entry>, usize) {
    let entries = store.tables().entries(game, 0).await.unwrap();
    (
        store.tables().find(game).await.unwrap(),
        entries,
        store.notices().due(Timestamp(9), 1000).await.unwrap().len(),
    )
}

// --- Tables ---

#[test]
fn a_table_is_kept_as_it_was_opened() {
    in_both(async |database| {
        let store = database.store().await;
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
    in_both(async |database| {
        let store = database.store().await;
        let first = open(&store, 7).await;
        assert_eq!(
            store.writer().open_table(&new_table(7)).await.unwrap(),
            Opened::Occupied
        );
        let over = Change {
            status: TableStatus::Over,
            ..step(&first, 0)
        };
        assert_eq!(
            store.writer().write(&over).await.unwrap(),
            Written::Done {
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
                .game,
            first.game,
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
                .game,
            second.game
        );
    });
}

/// Whoever opens many at once is stopped where the table is written, too, whichever of the limits there is.
#[test]
fn one_limit_is_as_good_as_two() {
    in_both(async |database| {
        let store = database.store().await;
        let thread = |channel, (person, channels)| NewTable {
            limits: TableLimits {
                person,
                channel: channels,
            },
            above: Some(ChannelId(1)),
            ..new_table(channel)
        };
        let (of_a_person, of_a_channel) = ((Some(1), None), (None, Some(1)));
        assert!(matches!(
            store
                .writer()
                .open_table(&thread(7, of_a_person))
                .await
                .unwrap(),
            Opened::Table(_)
        ));
        for (limit, crowded) in [
            (of_a_person, Crowded::Person),
            (of_a_channel, Crowded::Channel),
        ] {
            let opened = store.writer().open_table(&thread(8, limit)).await.unwrap();
            assert_eq!(opened, Opened::Crowded(crowded));
        }
    });
}

#[test]
fn a_person_finds_his_tables() {
    in_both(async |database| {
        let store = database.store().await;
        let [first, second] = [open(&store, 7).await, open(&store, 8).await];
        assert_eq!(
            store.tables().list_of_person(PersonId(100)).await.unwrap(),
            [first.game, second.game]
        );
        store
            .writer()
            .write(&Change {
                status: TableStatus::Over,
                ..step(&first, 0)
            })
            .await
            .unwrap();
        assert_eq!(
            store.tables().list_of_person(PersonId(100)).await.unwrap(),
            [second.game]
        );
        assert_eq!(
            store.tables().list_of_person(PersonId(5)).await.unwrap(),
            []
        );
    });
}

#[test]
fn seats_change_with_their_table() {
    in_both(async |database| {
        let store = database.store().await;
        let table = open(&store, 7).await;
        let seats = vec![seat(1, 100), seat(2, 101), seat(3, 102)];
        let joined = Change {
            status: TableStatus::Open,
            seats: Some(seats.clone()),
            ..step(&table, 0)
        };
        store.writer().write(&joined).await.unwrap();
        assert_eq!(
            store
                .tables()
                .find(table.game)
                .await
                .unwrap()
                .unwrap()
                .seats,
            seats
        );
        let twice = Change {
            seen: Revision(1),
            seats: Some(vec![seat(1, 100), seat(2, 100)]),
            ..step(&table, 1)
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
                .find(table.game)
                .await
                .unwrap()
                .unwrap()
                .seats,
            seats
        );
    });
}

#[test]
fn a_status_that_nobody_knows_is_an_error_and_not_the_end() {
    wait(async {
        let database = Database::file();
        let store = database.store().await;
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
            .find(table.game)
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
    in_both(async |database| {
        let store = database.store().await;
        let table = open(&store, 7).await;
        assert_eq!(
            store.writer().write(&step(&table, 0)).await.unwrap(),
            Written::Done {
                revision: Revision(1)
            }
        );
        let (after, entries, notices) = all_of(&store, table.game).await;
        let after = after.unwrap();
        assert_eq!(
            (after.status, after.revision),
            (TableStatus::Running, Revision(1))
        );
        assert_eq!(
            (after.snapshot.as_deref(), entries, notices),
            (Some("after 0"), vec![written(0, 1)], 1)
        );
    });
}

#[test]
fn a_stale_change_changes_nothing() {
    in_both(async |database| {
        let store = database.store().await;
        let table = open(&store, 7).await;
        store.writer().write(&step(&table, 0)).await.unwrap();
        let before = all_of(&store, table.game).await;
        let stale = Change {
            interaction: Some(InteractionId(5)),
            ..step(&table, 1)
        };
        assert_eq!(store.writer().write(&stale).await.unwrap(), Written::Stale);
        assert_eq!(all_of(&store, table.game).await, before);
        // Its press is not spent: with fresh eyes it may still count.
        let fresh = Change {
            seen: Revision(1),
            ..stale
        };
        assert_eq!(
            store.writer().write(&fresh).await.unwrap(),
            Written::Done {
                revision: Revision(2)
            }
        );
    });
}

#[test]
fn the_same_press_counts_once() {
    in_both(async |database| {
        let store = database.store().await;
        let table = open(&store, 7).await;
        let press = Change {
            interaction: Some(InteractionId(5)),
            ..step(&table, 0)
        };
        assert_eq!(
            store.writer().write(&press).await.unwrap(),
            Written::Done {
                revision: Revision(1)
            }
        );
        let before = all_of(&store, table.game).await;
        assert_eq!(
            store.writer().write(&press).await.unwrap(),
            Written::Repeated
        );
        let again = Change {
            seen: Revision(1),
            ..press
        };
        assert_eq!(
            store.writer().write(&again).await.unwrap(),
            Written::Repeated
        );
        assert_eq!(all_of(&store, table.game).await, before);
    });
}

#[test]
fn a_change_to_no_table_is_stale() {
    in_both(async |database| {
        let store = database.store().await;
        let table = open(&store, 7).await;
        let nowhere = Change {
            game: TableId(99),
            interaction: Some(InteractionId(5)),
            ..step(&table, 0)
        };
        assert_eq!(
            store.writer().write(&nowhere).await.unwrap(),
            Written::Stale
        );
    });
}

#[test]
fn a_change_that_fails_in_the_middle_leaves_nothing() {
    in_both(async |database| {
        let store = database.store().await;
        let table = open(&store, 7).await;
        store.writer().write(&step(&table, 0)).await.unwrap();
        let before = all_of(&store, table.game).await;
        let twice = Change {
            seen: Revision(1),
            entries: vec![entry(1), entry(1)],
            ..step(&table, 1)
        };
        assert!(matches!(
            store.writer().write(&twice).await,
            Err(StoreError::Database(_))
        ));
        assert_eq!(all_of(&store, table.game).await, before);
    });
}

#[test]
fn of_many_at_once_one_wins() {
    in_both(async |database| {
        let store = database.store().await;
        let table = open(&store, 7).await;
        for round in 0..10 {
            let tasks: Vec<_> = (0..16)
                .map(|press| {
                    let interaction = Some(InteractionId(round * 100 + press));
                    let change = Change {
                        seen: Revision(round),
                        interaction,
                        ..step(&table, round)
                    };
                    let store = store.clone();
                    tokio::spawn(async move { store.writer().write(&change).await.unwrap() })
                })
                .collect();
            let mut done = 0;
            for task in tasks {
                match task.await.unwrap() {
                    Written::Done { revision } => {
                        assert_eq!(revision, Revision(round + 1));
                        done += 1;
                    }
                    Written::Stale => {}
                    Written::Repeated => panic!("every press is another one"),
                    Written::Occupied => panic!("nobody goes anywhere"),
                }
            }
            assert_eq!(done, 1);
        }
        assert_eq!(
            store.tables().entries(table.game, 0).await.unwrap().len(),
            10
        );
    });
}

/// What a person chose matters to tables that wait for them: they are looked at anew, even if somebody writes to them at
/// that very moment.
#[test]
fn what_somebody_chooses_is_not_passed_over_by_a_change_at_once() {
    in_both(async |database| {
        let store = database.store().await;
        let table = open(&store, 7).await;
        let wait = Wait {
            person: Some(PersonId(100)),
            since: Timestamp(1),
            look_at: Some(Timestamp(1000)),
            guard: 0,
            called: Revision(0),
            state: "{}".to_owned(),
        };
        store
            .writer()
            .write(&Change {
                wait: Some(wait.clone()),
                ..step(&table, 0)
            })
            .await
            .unwrap();
        let mut seen: Option<String> = None;
        for round in 1..60 {
            let table = store.tables().find(table.game).await.unwrap().unwrap();
            let guard = table.wait.0.as_ref().map(|wait| wait.guard);
            let change = Change {
                wait: Some(wait.clone()),
                guard,
                ..step(&table, round)
            };
            let settings = format!("choice {round}");
            let (written, kept) = tokio::join!(
                store.writer().write(&change),
                store
                    .settings()
                    .save(PersonId(100), seen.as_deref(), &settings)
            );
            assert!(kept.unwrap(), "nobody else chooses");
            let after = store
                .tables()
                .find(table.game)
                .await
                .unwrap()
                .unwrap()
                .wait
                .0
                .unwrap();
            assert_eq!(
                after.look_at,
                Some(Timestamp::FIRST),
                "round {round}, {written:?}"
            );
            seen = Some(settings);
        }
    });
}

#[test]
fn tables_do_not_wait_for_each_other_in_vain() {
    in_both(async |database| {
        let store = database.store().await;
        let mut tasks = Vec::new();
        for channel in 0..20 {
            let (store, mut table) = (store.clone(), open(&store, channel).await);
            tasks.push(tokio::spawn(async move {
                for number in 0..10 {
                    let Written::Done { revision } =
                        store.writer().write(&step(&table, number)).await.unwrap()
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
            store.notices().due(Timestamp(9), 1000).await.unwrap().len(),
            200
        );
    });
}

// --- The log ---

#[test]
fn what_is_taken_back_leaves_the_log() {
    in_both(async |database| {
        let store = database.store().await;
        let table = open(&store, 7).await;
        let three = Change {
            entries: vec![entry(0), entry(1), entry(2)],
            ..step(&table, 2)
        };
        store.writer().write(&three).await.unwrap();
        let back = Change {
            seen: Revision(1),
            take_back: Some(1),
            entries: vec![],
            ..step(&table, 0)
        };
        assert_eq!(
            store.writer().write(&back).await.unwrap(),
            Written::Done {
                revision: Revision(2)
            }
        );
        assert_eq!(
            store.tables().entries(table.game, 0).await.unwrap(),
            [written(0, 1)]
        );
        let on = Change {
            seen: Revision(2),
            ..step(&table, 1)
        };
        store.writer().write(&on).await.unwrap();
        assert_eq!(
            store.tables().entries(table.game, 1).await.unwrap(),
            [written(1, 3)]
        );
    });
}

// --- The outbox ---

#[test]
fn a_notice_is_sent_once() {
    in_both(async |database| {
        let store = database.store().await;
        let table = open(&store, 7).await;
        store.writer().write(&step(&table, 0)).await.unwrap();
        let due = store.notices().due(Timestamp(0), 10).await.unwrap();
        assert_eq!(
            (due.len(), due[0].to, due[0].body.as_str()),
            (1, at(7), "step 0")
        );
        assert!(sent(&store, &due[0], 555).await);
        assert!(!sent(&store, &due[0], 556).await, "it became one message");
        let other = NoticeId(due[0].notice.0 + 1);
        assert!(
            store
                .notices()
                .is_sent(MessageId(555), other)
                .await
                .unwrap()
        );
        assert!(
            !store
                .notices()
                .is_sent(MessageId(555), due[0].notice)
                .await
                .unwrap(),
            "it is its own"
        );
        assert!(
            !store
                .notices()
                .is_sent(MessageId(556), other)
                .await
                .unwrap()
        );
        assert_eq!(store.notices().due(Timestamp(9), 10).await.unwrap(), []);
    });
}

#[test]
fn a_notice_that_could_not_be_sent_is_tried_again_later() {
    in_both(async |database| {
        let store = database.store().await;
        let table = open(&store, 7).await;
        store.writer().write(&step(&table, 0)).await.unwrap();
        let notice = store.notices().due(Timestamp(0), 10).await.unwrap()[0].notice;
        store
            .notices()
            .postpone(notice, at(9), Timestamp(50), 1)
            .await
            .unwrap();
        assert_eq!(
            store.notices().due(Timestamp(0), 10).await.unwrap()[0].attempts,
            0,
            "it went elsewhere meanwhile"
        );
        store
            .notices()
            .postpone(notice, at(7), Timestamp(50), 1)
            .await
            .unwrap();
        assert_eq!(store.notices().due(Timestamp(49), 10).await.unwrap(), []);
        assert_eq!(
            store.notices().due(Timestamp(50), 10).await.unwrap()[0].attempts,
            1
        );
    });
}

#[test]
fn what_waits_behind_a_notice_waits_with_it() {
    in_both(async |database| {
        let store = database.store().await;
        let [here, there] = [open(&store, 7).await, open(&store, 8).await];
        store.writer().write(&step(&here, 0)).await.unwrap();
        store
            .writer()
            .write(&step(
                &TableRow {
                    revision: Revision(1),
                    ..here
                },
                1,
            ))
            .await
            .unwrap();
        store.writer().write(&step(&there, 0)).await.unwrap();
        let first = store.notices().due(Timestamp(0), 10).await.unwrap()[0].notice;
        store
            .notices()
            .postpone(first, at(7), Timestamp(50), 1)
            .await
            .unwrap();
        let due: Vec<_> = store
            .notices()
            .due(Timestamp(49), 10)
            .await
            .unwrap()
            .into_iter()
            .map(|due| due.to)
            .collect();
        assert_eq!(due, [at(8)], "the other channel does not wait");
        let due: Vec<_> = store
            .notices()
            .due(Timestamp(50), 10)
            .await
            .unwrap()
            .into_iter()
            .map(|due| due.attempts)
            .collect();
        assert_eq!(due, [1, 0, 0], "only one was tried");
        store.notices().give_up(at(7)).await.unwrap();
        let due: Vec<_> = store
            .notices()
            .due(Timestamp(50), 10)
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
    in_both(async |database| {
        let store = database.store().await;
        let new = NewTable {
            interaction: Some(InteractionId(9)),
            ..new_table(7)
        };
        assert!(matches!(
            store.writer().open_table(&new).await.unwrap(),
            Opened::Table(_)
        ));
        let again = NewTable {
            channel: ChannelId(8),
            ..new
        };
        assert_eq!(
            store.writer().open_table(&again).await.unwrap(),
            Opened::Repeated
        );
        assert_eq!(
            store.tables().find_in_channel(ChannelId(8)).await.unwrap(),
            None
        );
    });
}

#[test]
fn figures_and_memories_are_kept_by_name() {
    in_both(async |database| {
        let store = database.store().await;
        let table = open(&store, 7).await;
        let figures = Some(("digest".to_owned(), "{}".to_owned()));
        store
            .writer()
            .write(&Change {
                figures,
                ..step(&table, 0)
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
            store.tables().figures("digest").await.unwrap().as_deref(),
            Some("{}")
        );
        assert_eq!(store.tables().figures("other").await.unwrap(), None);
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
fn what_is_no_database_is_refused_with_its_name() {
    wait(async {
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
            let error = Store::open(path).await.unwrap_err().to_string();
            assert!(error.contains(&path.display().to_string()), "{error}");
        }
    });
}

/// Databases are for their owner alone; whoever set another mode has a reason.
#[cfg(unix)]
#[test]
fn a_database_is_made_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    wait(async {
        let folder = tempfile::tempdir().unwrap();
        let mode =
            |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let file = folder.path().join("lanai.db");
        for expected in [0o600, 0o640] {
            let store = Store::open(&file).await.unwrap();
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
