//! Transactions that are asked for at the same time: each is kept or not by itself.

use std::time::Duration;

use futures::future::join_all;
use lanai_rules::chance::{Dice, Seed};
use lanai_store::{Change, InteractionId, Store, StoreError, TableRow, Written};

use super::{all_of, open, step, wait};

/// How many write at once.
const TOGETHER: i64 = 16;
/// How often those who fail, who are late and who give up are mixed anew.
const ROUNDS: u32 = 20;

async fn tables(store: &Store) -> Vec<TableRow> {
    let mut tables = Vec::new();
    for channel in 0..TOGETHER {
        tables.push(open(store, channel).await);
    }
    tables
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
        let first = Change {
            interaction: Some(press),
            ..step(&tables[0], 0)
        };
        assert!(matches!(
            store.writer().write(&first).await.unwrap(),
            Written::Done { .. }
        ));
        for _ in 0..ROUNDS {
            for table in &mut tables {
                *table = store.tables().find(table.game).await.unwrap().unwrap();
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
            let all = tables
                .iter()
                .zip(&doing)
                .map(|(table, doing)| does(&store, table, *doing, press));
            for (written, (table, doing)) in join_all(all)
                .await
                .into_iter()
                .zip(tables.iter().zip(&doing))
            {
                let kept = is_kept(&store, table).await;
                match (doing, written) {
                    (Doing::Writes | Doing::GivesUp(_), Some(Ok(Written::Done { .. }))) => {
                        assert!(kept)
                    }
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
            return tokio::time::timeout(soon, store.writer().write(&change))
                .await
                .ok();
        }
    }
    Some(store.writer().write(&change).await)
}

/// Whether a step was kept that was tried on this table: all of it, or nothing.
async fn is_kept(store: &Store, before: &TableRow) -> bool {
    let (now, entries, _) = all_of(store, before.game).await;
    let now = now.unwrap();
    assert_eq!(
        i64::try_from(entries.len()).unwrap(),
        now.revision.0,
        "half of a step is there"
    );
    assert!((before.revision.0..=before.revision.0 + 1).contains(&now.revision.0));
    now.revision != before.revision
}
