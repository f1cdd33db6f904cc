//! Those who write to a file at the same time share a commit: once for all of them is enough for the disk, and each stands or
//! falls for themselves.

use std::path::Path;
use std::time::Duration;

use futures::future::join_all;
use lanai::rules::chance::{Dice, Seed};
use lanai::store::{Change, InteractionId, Store, StoreError, TableRow, Written};
use sqlx::{Connection as _, SqliteConnection};

use super::{all_of, open, step, wait};

/// How many write at once.
const TOGETHER: i64 = 16;
/// How often those who fail, who are late and who give up are mixed anew.
const ROUNDS: u32 = 60;

/// How often something was committed, as the log beside a file has it: the last page of each says how many there are then.
fn commits(file: &Path) -> usize {
    let log = std::fs::read(file.with_extension("db-wal")).unwrap();
    let word = |bytes: &[u8], at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    let page = word(&log, 8) as usize;
    // A frame of another salt is left over from before the log began anew.
    let frames = log[32..].chunks(24 + page).filter(|frame| frame[8..16] == log[16..24]);
    frames.filter(|frame| word(frame, 4) != 0).count()
}

async fn tables(store: &Store) -> Vec<TableRow> {
    let mut tables = Vec::new();
    for channel in 0..TOGETHER {
        tables.push(open(store, channel).await);
    }
    tables
}

#[test]
fn who_writes_at_the_same_time_waits_for_the_disk_once() {
    // All have asked before the first begins.
    let one_thread = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    one_thread.block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lanai.db");
        let store = Store::open(&file).await.unwrap();
        let tables = tables(&store).await;
        let before = commits(&file);
        let changes: Vec<Change> = tables.iter().map(|table| step(table, 0)).collect();
        for written in join_all(changes.iter().map(|change| store.write(change))).await {
            assert!(matches!(written, Ok(Written::Done { .. })), "{written:?}");
        }
        assert_eq!(commits(&file), before + 1);
        // One alone waits for nobody.
        let alone = store.table(tables[0].game).await.unwrap().unwrap();
        store.write(&step(&alone, 1)).await.unwrap();
        assert_eq!(commits(&file), before + 2);
        store.close().await;
        store.write(&changes[0]).await.unwrap_err();
    });
}

/// What somebody does while others write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    Writes,
    /// They have seen an older revision.
    IsLate,
    /// Their press was acted on before.
    PressesTwice,
    /// They write something that is there already, so that a statement fails.
    Fails,
    /// They wait for so many microseconds at most.
    GivesUp(u32),
}

#[test]
fn each_of_those_who_write_together_stands_for_themselves() {
    wait(async {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("lanai.db")).await.unwrap();
        let (mut tables, mut dice) = (tables(&store).await, Dice::new(&Seed::from_number(1), 0));
        let press = InteractionId(1);
        let first = Change { interaction: Some(press), ..step(&tables[0], 0) };
        assert!(matches!(store.write(&first).await.unwrap(), Written::Done { .. }));
        for _ in 0..ROUNDS {
            for table in &mut tables {
                *table = store.table(table.game).await.unwrap().unwrap();
            }
            let doing: Vec<Doing> = tables
                .iter()
                .map(|_| match dice.below(8) {
                    0 => Doing::IsLate,
                    1 => Doing::PressesTwice,
                    2 => Doing::Fails,
                    3 | 4 => Doing::GivesUp(dice.below(4000)),
                    _ => Doing::Writes,
                })
                .collect();
            let all = tables.iter().zip(&doing).map(|(table, doing)| does(&store, table, *doing, press));
            for (written, (table, doing)) in join_all(all).await.into_iter().zip(tables.iter().zip(&doing)) {
                let kept = is_kept(&store, table).await;
                match (doing, written) {
                    (Doing::Writes | Doing::GivesUp(_), Some(Ok(Written::Done { .. }))) => assert!(kept),
                    (Doing::IsLate, Some(Ok(Written::Stale)))
                    | (Doing::PressesTwice, Some(Ok(Written::Repeated)))
                    | (Doing::Fails, Some(Err(_))) => assert!(!kept, "{doing:?}"),
                    (Doing::GivesUp(_), None) => {}
                    (doing, written) => panic!("{doing:?} and {written:?}"),
                }
            }
        }
        store.close().await;
    });
}

async fn does(
    store: &Store,
    table: &TableRow,
    doing: Doing,
    press: InteractionId,
) -> Option<Result<Written, StoreError>> {
    let mut change = step(table, table.revision.0);
    match doing {
        Doing::Writes => {}
        Doing::IsLate => change.seen.0 -= 1,
        Doing::PressesTwice => change.interaction = Some(press),
        Doing::Fails => change.entries.push(change.entries[0].clone()),
        Doing::GivesUp(after) => {
            let soon = Duration::from_micros(after.into());
            return tokio::time::timeout(soon, store.write(&change)).await.ok();
        }
    }
    Some(store.write(&change).await)
}

/// Whether a step was kept that was tried on this table: all of it, or nothing.
async fn is_kept(store: &Store, before: &TableRow) -> bool {
    let (now, entries, _) = all_of(store, before.game).await;
    let now = now.unwrap();
    assert_eq!(i64::try_from(entries.len()).unwrap(), now.revision.0, "half of a step is there");
    assert!((before.revision.0..=before.revision.0 + 1).contains(&now.revision.0));
    now.revision != before.revision
}

/// Whoever writes while the transaction ends by itself hears that it failed, and whoever hears that it is done finds it.
#[test]
fn what_was_shared_and_lost_is_acknowledged_to_nobody() {
    wait(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lanai.db");
        let store = Store::open(&file).await.unwrap();
        let (mut tables, mut dice) = (tables(&store).await, Dice::new(&Seed::from_number(1), 0));
        let url = format!("sqlite://{}", file.display());
        let mut intruder = SqliteConnection::connect(&url).await.unwrap();
        let (mut kept, mut lost) = (0, 0);
        for _ in 0..ROUNDS {
            let unlucky = tables[dice.below(16) as usize].game.0;
            let ends = format!(
                "create trigger full before insert on entry when new.game_id = {unlucky}
                 begin select raise(rollback, 'the disk is full'); end"
            );
            sqlx::query(sqlx::AssertSqlSafe(ends)).execute(&mut intruder).await.unwrap();
            let changes: Vec<Change> = tables.iter().map(|table| step(table, table.revision.0)).collect();
            let written = join_all(changes.iter().map(|change| store.write(change))).await;
            sqlx::query("drop trigger full").execute(&mut intruder).await.unwrap();
            for (table, written) in tables.iter_mut().zip(written) {
                assert_eq!(is_kept(&store, table).await, written.is_ok(), "{written:?}");
                match written {
                    Ok(_) => kept += 1,
                    Err(error) => {
                        let why = if table.game.0 == unlucky { "full" } else { "a write beside this one" };
                        assert!(error.to_string().contains(why), "{error}");
                        lost += 1;
                    }
                }
                *table = store.table(table.game).await.unwrap().unwrap();
            }
        }
        assert!(lost > i64::from(ROUNDS), "nobody shared with the unlucky");
        assert!(kept > i64::from(ROUNDS), "everybody shared with the unlucky");
        store.close().await;
    });
}
