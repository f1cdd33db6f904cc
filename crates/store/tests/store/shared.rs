//! Concurrent transactions: each succeeds or fails independently of the others.

use std::time::Duration;

use futures::future::join_all;
use lanai_rules::chance::{Dice, Seed};
use lanai_store::{InteractionId, Store, StoreError, TableChange, TableRow, WriteOutcome};

use super::{block_on, load_everything, next_change, open};

/// How many write at once.
const WRITERS: i64 = 16;
/// How often failures, stale changes and cancellations are mixed.
const ROUNDS: u32 = 20;

async fn tables(store: &Store) -> Vec<TableRow> {
    let mut tables = Vec::new();
    for channel in 0..WRITERS {
        tables.push(open(store, channel).await);
    }
    tables
}

/// What a writer attempts while others write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Attempt {
    Writes,
    /// It has an older revision.
    StaleRevision,
    /// Its interaction was already handled.
    RepeatedInteraction,
    /// It inserts an existing row, so that a statement fails.
    FailingStatement,
    /// It cancels after this many microseconds.
    Timeout(u32),
}

#[test]
fn concurrent_writers_succeed_or_fail_independently() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("lanai.db"))
            .await
            .unwrap();
        let (mut tables, mut dice) = (tables(&store).await, Dice::new(&Seed::from_number(1), 0));
        let press = InteractionId(1);
        let first = TableChange {
            interaction: Some(press),
            ..next_change(&tables[0], 0)
        };
        assert!(matches!(
            store.writer().write(&first).await.unwrap(),
            WriteOutcome::Done { .. }
        ));
        for _ in 0..ROUNDS {
            for table in &mut tables {
                *table = store.tables().find(table.table_id).await.unwrap().unwrap();
            }
            let doing: Vec<Attempt> = tables
                .iter()
                .map(|_| match dice.below(8) {
                    0 => Attempt::StaleRevision,
                    1 => Attempt::RepeatedInteraction,
                    2 => Attempt::FailingStatement,
                    3 | 4 => Attempt::Timeout(dice.below(4000)),
                    _ => Attempt::Writes,
                })
                .collect();
            let all = tables
                .iter()
                .zip(&doing)
                .map(|(table, doing)| attempt(&store, table, *doing, press));
            for (written, (table, doing)) in join_all(all)
                .await
                .into_iter()
                .zip(tables.iter().zip(&doing))
            {
                let kept = is_written(&store, table).await;
                match (doing, written) {
                    (
                        Attempt::Writes | Attempt::Timeout(_),
                        Some(Ok(WriteOutcome::Done { .. })),
                    ) => {
                        assert!(kept)
                    }
                    (Attempt::StaleRevision, Some(Ok(WriteOutcome::Stale)))
                    | (Attempt::RepeatedInteraction, Some(Ok(WriteOutcome::Repeated)))
                    | (Attempt::FailingStatement, Some(Err(_))) => assert!(!kept, "{doing:?}"),
                    (Attempt::Timeout(_), None) => {}
                    (doing, written) => panic!("{doing:?} and {written:?}"),
                }
            }
        }
        store.close().await;
    });
}

async fn attempt(
    store: &Store,
    table: &TableRow,
    doing: Attempt,
    press: InteractionId,
) -> Option<Result<WriteOutcome, StoreError>> {
    let mut change = next_change(table, table.revision.0);
    match doing {
        Attempt::Writes => {}
        Attempt::StaleRevision => change.expected_revision.0 -= 1,
        Attempt::RepeatedInteraction => change.interaction = Some(press),
        Attempt::FailingStatement => change.entries.push(change.entries[0].clone()),
        Attempt::Timeout(after) => {
            let with_timeout = Duration::from_micros(after.into());
            return tokio::time::timeout(with_timeout, store.writer().write(&change))
                .await
                .ok();
        }
    }
    Some(store.writer().write(&change).await)
}

/// Whether the step that was tried on this table is written, which must be all of it or nothing.
async fn is_written(store: &Store, before: &TableRow) -> bool {
    let (now, entries, _) = load_everything(store, before.table_id).await;
    let now = now.unwrap();
    assert_eq!(
        i64::try_from(entries.len()).unwrap(),
        now.revision.0,
        "half of a step is there"
    );
    assert!((before.revision.0..=before.revision.0 + 1).contains(&now.revision.0));
    now.revision != before.revision
}
