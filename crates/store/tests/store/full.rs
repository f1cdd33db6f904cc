//! A disk that is full: what was acknowledged is there, nobody is told that something was done which was not, and as soon
//! as there is room again, tables go on without a restart.

use std::io::Write as _;
use std::path::Path;
use std::{env, fs};

use lanai_store::{
    Address, InteractionId, Revision, Store, StoreError, TableRow, Timestamp, Written,
};

use super::{all_of, open, step, wait};
use lanai_testing::disks::{ALL_HELD, AS_ONESELF, DISK, on_a_small_disk};
use lanai_testing::homes::Server;

/// How often the disk is filled and emptied.
const ROUNDS: usize = 4;
/// Writes that are tried while the disk is full.
const IN_VAIN: usize = 5;

/// Writes until there is no room: the table as it is kept then, and why it could not be written.
async fn until_full(store: &Store, mut table: TableRow) -> (TableRow, StoreError) {
    loop {
        match store.writer().write(&step(&table, table.revision.0)).await {
            Ok(Written::Done { revision }) => table.revision = revision,
            Ok(other) => panic!("nobody else writes: {other:?}"),
            Err(error) => return (table, error),
        }
    }
}

fn is_full(error: &StoreError) {
    let told = error.to_string();
    let reasons = ["full", "disk I/O", "could not extend file"];
    assert!(
        reasons.iter().any(|why| told.contains(why)),
        "the reason is told, not a later one: {told}"
    );
}

/// The file may have no more pages: a statement fails, and SQLite rolls back by itself.
#[test]
fn a_statement_that_finds_no_room_leaves_the_writer_clean() {
    wait(async {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_at_most(&folder.path().join("lanai.db"), 128)
            .await
            .unwrap();
        let table = open(&store, 7).await;
        let (full, error) = until_full(&store, table).await;
        is_full(&error);
        let before = all_of(&store, full.game).await;
        for _ in 0..IN_VAIN {
            is_full(
                &store
                    .writer()
                    .write(&step(&full, full.revision.0))
                    .await
                    .unwrap_err(),
            );
        }
        assert_eq!(all_of(&store, full.game).await, before);
        assert_eq!(
            before.0.unwrap().revision,
            full.revision,
            "what was acknowledged is there, and nothing else"
        );
        store.close().await;
    });
}

/// Whatever rolls back beneath the driver, the next write begins anew.
#[test]
fn a_transaction_that_ended_by_itself_is_not_counted_on() {
    wait(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lanai.db");
        let store = Store::open(&file).await.unwrap();
        let table = open(&store, 7).await;
        let url = format!("sqlite://{}", file.display());
        let mut intruder = <sqlx::SqliteConnection as sqlx::Connection>::connect(&url)
            .await
            .unwrap();
        let ends = "create trigger full before insert on log_entry begin select raise(rollback, 'the disk is full'); end";
        sqlx::query(ends).execute(&mut intruder).await.unwrap();
        for _ in 0..3 {
            is_full(&store.writer().write(&step(&table, 0)).await.unwrap_err());
        }
        sqlx::query("drop trigger full")
            .execute(&mut intruder)
            .await
            .unwrap();
        assert_eq!(
            store.writer().write(&step(&table, 0)).await.unwrap(),
            Written::Done {
                revision: Revision(1)
            }
        );
    });
}

/// Whoever gives up waiting, in the middle of a write, leaves nothing of it behind.
#[test]
fn a_write_that_nobody_waits_for_any_more_leaves_the_writer_clean() {
    wait(async {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("lanai.db")).await.unwrap();
        let mut table = open(&store, 7).await;
        for wait in 0..50_u64 {
            let change = step(&table, table.revision.0);
            let soon = std::time::Duration::from_micros(wait * 28);
            let _ = tokio::time::timeout(soon, store.writer().write(&change)).await;
            table = store.tables().find(table.game).await.unwrap().unwrap();
            let Written::Done { revision } = store
                .writer()
                .write(&step(&table, table.revision.0))
                .await
                .unwrap()
            else {
                // What was given up may have been committed in the last moment.
                table = store.tables().find(table.game).await.unwrap().unwrap();
                continue;
            };
            table.revision = revision;
        }
        let entries = store.tables().entries(table.game, 0).await.unwrap();
        assert_eq!(i64::try_from(entries.len()).unwrap(), table.revision.0);
    });
}

/// What takes up all room but a little.
fn fill(disk: &Path, leaves: usize) {
    let mut ballast = fs::File::create(disk.join("ballast")).unwrap();
    let mut written = 0;
    while ballast.write_all(&[1; 4096]).is_ok() {
        written += 4096;
    }
    ballast
        .set_len(u64::try_from(written - leaves.min(written)).unwrap())
        .unwrap();
}

/// The disk is filled and emptied, again and again.
async fn holds(disk: &Path, database: &Address) {
    let store = Store::at(database).await.unwrap();
    let (mut table, is_guild) = (
        open(&store, 7).await,
        matches!(database, Address::Server(_)),
    );
    for round in 0..ROUNDS {
        // Sometimes a statement finds no room, sometimes the commit.
        fill(disk, 4096 * round * 3);
        let (mut full, error) = until_full(&store, table).await;
        is_full(&error);
        for _ in 0..IN_VAIN {
            match store.writer().write(&step(&full, full.revision.0)).await {
                Err(error) => is_full(&error),
                // A server finds room for little things in what it has.
                Ok(Written::Done { revision }) if is_guild => full.revision = revision,
                Ok(done) => panic!("there is no room: {done:?}"),
            }
        }
        if !is_guild {
            is_full(&store.health().check_writable().await.unwrap_err());
        }
        fs::remove_file(disk.join("ballast")).unwrap();
        let (kept, entries, _) = all_of(&store, full.game).await;
        table = kept.unwrap();
        assert_eq!(
            table.revision, full.revision,
            "what was refused was not done"
        );
        assert_eq!(i64::try_from(entries.len()).unwrap(), table.revision.0);
        let again = store
            .writer()
            .write(&step(&table, table.revision.0))
            .await
            .unwrap();
        assert_eq!(
            again,
            Written::Done {
                revision: table.revision.next()
            },
            "there is room again"
        );
        table.revision = table.revision.next();
    }
    // After a start everything that was acknowledged is there.
    store.close().await;
    let store = Store::at(database).await.unwrap();
    assert_eq!(
        store
            .tables()
            .find(table.game)
            .await
            .unwrap()
            .unwrap()
            .revision,
        table.revision
    );
    println!("{ALL_HELD}");
}

/// Not a test of its own: started by one below, on a disk of its own.
#[test]
fn a_writer_on_a_small_disk() {
    let Ok(disk) = env::var(DISK) else { return };
    let disk = Path::new(&disk);
    wait(holds(disk, &Address::File(disk.join("lanai.db"))));
}

/// The same on a server that keeps its database there.
#[test]
fn a_server_on_a_small_disk() {
    let Ok(disk) = env::var(DISK) else { return };
    let disk = Path::new(&disk);
    wait(async {
        let Some(guild) = Server::own() else { return };
        holds(
            disk,
            &guild.database_in(&disk.join("database")).await.address(),
        )
        .await;
    });
}

#[test]
fn a_full_disk_loses_nothing_and_blocks_nothing() {
    // The tables of an empty database, and the journal of their making, take up half of it.
    on_a_small_disk("2m", "full::a_writer_on_a_small_disk", &[&[], AS_ONESELF]);
}

#[test]
fn a_full_disk_of_a_server_loses_nothing_and_blocks_nothing() {
    // An empty database takes up half of it. A server is somebody else's, so that this takes a real root.
    on_a_small_disk("16m", "full::a_server_on_a_small_disk", &[&[]]);
}

#[test]
fn a_file_that_is_gone_is_told_and_nothing_more_is_acknowledged() {
    wait(async {
        for gone in ["lanai.db", "lanai.db-wal"] {
            let folder = tempfile::tempdir().unwrap();
            let store = Store::open(&folder.path().join("lanai.db")).await.unwrap();
            let table = open(&store, 7).await;
            fs::remove_file(folder.path().join(gone)).unwrap();
            for _ in 0..2 {
                let error = store.writer().write(&step(&table, 0)).await.unwrap_err();
                assert!(matches!(error, StoreError::Gone { .. }), "{error}");
                assert!(
                    store.values().set("a", "b").await.is_err()
                        && store
                            .writer()
                            .spend_interaction(InteractionId(1), Timestamp(1))
                            .await
                            .is_err()
                );
            }
        }
        // Another file of that name is not this one.
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lanai.db");
        let store = Store::open(&file).await.unwrap();
        let table = open(&store, 7).await;
        fs::rename(&file, folder.path().join("kept")).unwrap();
        fs::copy(folder.path().join("kept"), &file).unwrap();
        assert!(matches!(
            store.writer().write(&step(&table, 0)).await,
            Err(StoreError::Gone { .. })
        ));
        // When the right one is back, so is the table.
        fs::rename(folder.path().join("kept"), &file).unwrap();
        assert_eq!(
            store.writer().write(&step(&table, 0)).await.unwrap(),
            Written::Done {
                revision: Revision(1)
            }
        );
    });
}
