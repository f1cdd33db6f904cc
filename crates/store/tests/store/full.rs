//! A full disk: acknowledged writes survive, failed writes leave nothing behind, and writing
//! resumes without a restart as soon as there is room.

use std::io::Write as _;
use std::path::Path;
use std::{env, fs};

use lanai_store::{
    Address, InteractionId, Revision, Store, StoreError, TableRow, Timestamp, WriteOutcome,
};

use super::{block_on, load_everything, next_change, open};
use lanai_testing::disks::{ALL_PASSED, DISK, UNSHARE_USER, run_on_small_disk};
use lanai_testing::homes::Server;

/// How often the disk is filled and emptied.
const ROUNDS: usize = 4;
/// Writes that are tried while the disk is full.
const FAILED_WRITES: usize = 5;

/// Writes until there is no room. Returns the stored table and the error of the failed write.
async fn write_until_full(store: &Store, mut table: TableRow) -> (TableRow, StoreError) {
    loop {
        match store
            .writer()
            .write(&next_change(&table, table.revision.0))
            .await
        {
            Ok(WriteOutcome::Done { revision }) => table.revision = revision,
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
fn a_failed_statement_leaves_the_writer_clean() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file_with_page_limit(&folder.path().join("lanai.db"), 128)
            .await
            .unwrap();
        let table = open(&store, 7).await;
        let (full, error) = write_until_full(&store, table).await;
        is_full(&error);
        let before = load_everything(&store, full.table_id).await;
        for _ in 0..FAILED_WRITES {
            is_full(
                &store
                    .writer()
                    .write(&next_change(&full, full.revision.0))
                    .await
                    .unwrap_err(),
            );
        }
        assert_eq!(load_everything(&store, full.table_id).await, before);
        assert_eq!(
            before.0.unwrap().revision,
            full.revision,
            "what was acknowledged is there, and nothing else"
        );
        store.close().await;
    });
}

/// SQLite may roll back without its driver noticing. The next write must begin a new transaction.
#[test]
fn the_next_write_begins_after_an_automatic_rollback() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lanai.db");
        let store = Store::open_file(&file).await.unwrap();
        let table = open(&store, 7).await;
        let url = format!("sqlite://{}", file.display());
        let mut intruder = <sqlx::SqliteConnection as sqlx::Connection>::connect(&url)
            .await
            .unwrap();
        let ends = "create trigger full before insert on log_entry begin select raise(rollback, 'the disk is full'); end";
        sqlx::query(ends).execute(&mut intruder).await.unwrap();
        for _ in 0..3 {
            is_full(
                &store
                    .writer()
                    .write(&next_change(&table, 0))
                    .await
                    .unwrap_err(),
            );
        }
        sqlx::query("drop trigger full")
            .execute(&mut intruder)
            .await
            .unwrap();
        assert_eq!(
            store.writer().write(&next_change(&table, 0)).await.unwrap(),
            WriteOutcome::Done {
                revision: Revision(1)
            }
        );
    });
}

/// Cancels a write in the middle, which must leave nothing behind.
#[test]
fn a_cancelled_write_leaves_the_writer_clean() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("lanai.db"))
            .await
            .unwrap();
        let mut table = open(&store, 7).await;
        for wait in 0..50_u64 {
            let change = next_change(&table, table.revision.0);
            let with_timeout = std::time::Duration::from_micros(wait * 28);
            let _ = tokio::time::timeout(with_timeout, store.writer().write(&change)).await;
            table = store.tables().find(table.table_id).await.unwrap().unwrap();
            let WriteOutcome::Done { revision } = store
                .writer()
                .write(&next_change(&table, table.revision.0))
                .await
                .unwrap()
            else {
                // A cancelled commit may have succeeded.
                table = store.tables().find(table.table_id).await.unwrap().unwrap();
                continue;
            };
            table.revision = revision;
        }
        let entries = store.tables().load_log(table.table_id, 0).await.unwrap();
        assert_eq!(i64::try_from(entries.len()).unwrap(), table.revision.0);
    });
}

/// Fills the disk, except for about `leaves` bytes.
fn fill_disk(disk: &Path, leaves: usize) {
    let mut ballast = fs::File::create(disk.join("ballast")).unwrap();
    let mut written = 0;
    while ballast.write_all(&[1; 4096]).is_ok() {
        written += 4096;
    }
    ballast
        .set_len(u64::try_from(written - leaves.min(written)).unwrap())
        .unwrap();
}

/// Fills and empties the disk several times.
async fn fill_and_empty_repeatedly(disk: &Path, database: &Address) {
    let store = Store::connect(database).await.unwrap();
    let (mut table, is_guild) = (
        open(&store, 7).await,
        matches!(database, Address::Server(_)),
    );
    for round in 0..ROUNDS {
        // Sometimes a statement finds no room, sometimes the commit.
        fill_disk(disk, 4096 * round * 3);
        let (mut full, error) = write_until_full(&store, table).await;
        is_full(&error);
        for _ in 0..FAILED_WRITES {
            match store
                .writer()
                .write(&next_change(&full, full.revision.0))
                .await
            {
                Err(error) => is_full(&error),
                // A server finds room for small writes in its own files.
                Ok(WriteOutcome::Done { revision }) if is_guild => full.revision = revision,
                Ok(done) => panic!("there is no room: {done:?}"),
            }
        }
        if !is_guild {
            is_full(&store.health().check_writable().await.unwrap_err());
        }
        fs::remove_file(disk.join("ballast")).unwrap();
        let (kept, entries, _) = load_everything(&store, full.table_id).await;
        table = kept.unwrap();
        assert_eq!(
            table.revision, full.revision,
            "what was refused was not done"
        );
        assert_eq!(i64::try_from(entries.len()).unwrap(), table.revision.0);
        let again = store
            .writer()
            .write(&next_change(&table, table.revision.0))
            .await
            .unwrap();
        assert_eq!(
            again,
            WriteOutcome::Done {
                revision: table.revision.next()
            },
            "there is room again"
        );
        table.revision = table.revision.next();
    }
    // Everything acknowledged must be there after a restart.
    store.close().await;
    let store = Store::connect(database).await.unwrap();
    assert_eq!(
        store
            .tables()
            .find(table.table_id)
            .await
            .unwrap()
            .unwrap()
            .revision,
        table.revision
    );
    println!("{ALL_PASSED}");
}

/// Not a test by itself: the test below starts it with its own disk.
#[test]
fn writer_on_small_disk() {
    let Ok(disk) = env::var(DISK) else { return };
    let disk = Path::new(&disk);
    block_on(fill_and_empty_repeatedly(
        disk,
        &Address::File(disk.join("lanai.db")),
    ));
}

/// The same with a server whose database is on that disk.
#[test]
fn server_on_small_disk() {
    let Ok(disk) = env::var(DISK) else { return };
    let disk = Path::new(&disk);
    block_on(async {
        let Some(guild) = Server::start_own() else {
            return;
        };
        fill_and_empty_repeatedly(
            disk,
            &guild
                .create_database_in(&disk.join("database"))
                .await
                .address(),
        )
        .await;
    });
}

#[test]
fn a_full_disk_loses_no_acknowledged_write() {
    // The tables of an empty database and their journal take up half of it.
    run_on_small_disk("2m", "full::writer_on_small_disk", &[&[], UNSHARE_USER]);
}

#[test]
fn a_full_disk_of_a_server_loses_no_acknowledged_write() {
    // An empty database takes up half of it. The server runs as another user, so this needs a real
    // root.
    run_on_small_disk("16m", "full::server_on_small_disk", &[&[]]);
}

#[test]
fn a_deleted_file_is_reported_and_no_write_acknowledged() {
    block_on(async {
        for gone in ["lanai.db", "lanai.db-wal"] {
            let folder = tempfile::tempdir().unwrap();
            let store = Store::open_file(&folder.path().join("lanai.db"))
                .await
                .unwrap();
            let table = open(&store, 7).await;
            fs::remove_file(folder.path().join(gone)).unwrap();
            for _ in 0..2 {
                let error = store
                    .writer()
                    .write(&next_change(&table, 0))
                    .await
                    .unwrap_err();
                assert!(matches!(error, StoreError::FileMissing { .. }), "{error}");
                assert!(
                    store.values().set("a", "b").await.is_err()
                        && store
                            .writer()
                            .claim_interaction(InteractionId(1), Timestamp(1))
                            .await
                            .is_err()
                );
            }
        }
        // Another file of the same name is not the open one.
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lanai.db");
        let store = Store::open_file(&file).await.unwrap();
        let table = open(&store, 7).await;
        fs::rename(&file, folder.path().join("kept")).unwrap();
        fs::copy(folder.path().join("kept"), &file).unwrap();
        assert!(matches!(
            store.writer().write(&next_change(&table, 0)).await,
            Err(StoreError::FileMissing { .. })
        ));
        // When the right file is back, so is the table.
        fs::rename(folder.path().join("kept"), &file).unwrap();
        assert_eq!(
            store.writer().write(&next_change(&table, 0)).await.unwrap(),
            WriteOutcome::Done {
                revision: Revision(1)
            }
        );
    });
}
