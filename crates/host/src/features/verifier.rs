//! Verifies that each log leads to its snapshot, by replaying it with the rules of its edition.

use crate::core::games::GameLoader;
use crate::core::play;
use crate::model::failure::Failure;
use crate::{InternalError, Table, TableId};
use lanai_ai::Evaluate;
use lanai_rules::record::digest;
use lanai_rules::{Rules, by_title};
use lanai_store::{LogEntry, Store};
use std::sync::Arc;

/// The outcome of verifying tables.
#[derive(Debug, Default)]
pub struct VerificationReport {
    /// The number of games whose log leads to their snapshot.
    pub verified_count: u64,
    /// The number of tables whose game never began.
    pub not_begun: u64,
    /// The games with an edition of the rules that this program does not know, and that edition.
    pub other_editions: Vec<(TableId, u32)>,
    pub failures: Vec<InternalError>,
}

pub struct Verifier {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
}

impl Verifier {
    /// Lists all tables ever opened.
    pub async fn list_tables(&self) -> Result<Vec<TableId>, InternalError> {
        Ok(self.store.tables().list_by_status(None).await?)
    }

    /// Verifies these tables and calls `progress` with the number done after each of them.
    pub async fn verify_each(
        &self,
        tables: Vec<TableId>,
        mut progress: impl FnMut(u64),
    ) -> Result<VerificationReport, InternalError> {
        let mut report = VerificationReport::default();
        for (game, done) in tables.into_iter().zip(1..) {
            match self.verify_table(game).await {
                Ok(true) => report.verified_count += 1,
                Ok(false) => report.not_begun += 1,
                Err(InternalError::Edition { found, .. }) => {
                    report.other_editions.push((game, found));
                }
                Err(InternalError::Store(error)) => return Err(error.into()),
                Err(failure) => report.failures.push(failure),
            }
            progress(done);
        }
        Ok(report)
    }

    /// Verifies one table. Returns false if its game never began.
    async fn verify_table(&self, game: TableId) -> Result<bool, InternalError> {
        let Some(row) = self.store.tables().find(game).await? else {
            return Ok(false);
        };
        let table = Table::from_row(row)?;
        if table.snapshot.is_none() {
            return Ok(false);
        }
        let verified = by_title!(table.title, G => self.verify_game::<G>(table).await);
        match verified {
            Ok(()) => Ok(true),
            Err(Failure::InternalError(trouble)) => Err(trouble),
            // A refusal means that the log cannot be replayed.
            Err(Failure::Refusal(_)) => Err(InternalError::Missing {
                table: game.0,
                what: "its log",
            }),
        }
    }

    async fn verify_game<G: Evaluate>(&self, table: Table) -> Result<(), Failure> {
        let entries = self.store.tables().load_log(table.id, 0).await?;
        // The replay starts from the set-up, so there is nothing to compare in the first entry.
        let mut logged = entries.iter().skip(1);
        let mut to_act = None;
        let mut first_mismatch = None;
        let replayed = self
            .games
            .replay::<G>(&table, &entries, |game, step| {
                if let Some(step) = step
                    && let Some(entry) = logged.next()
                    && first_mismatch.is_none()
                    && (play::entry_seat(entry) != to_act
                        || !has_events::<G>(&table, entry, &step.events))
                {
                    first_mismatch = Some(entry.number);
                }
                to_act = game.status().to_act();
            })
            .await?;
        if let Some(entry) = first_mismatch {
            return Err(InternalError::ReplayDiffers {
                table: table.id.0,
                entry,
            }
            .into());
        }
        let game = table.id;
        let stored = self.games.load::<G>(table).await?;
        if digest(&replayed) != digest(&stored.game) {
            return Err(InternalError::SnapshotDiffers { table: game.0 }.into());
        }
        Ok(())
    }
}

/// Returns whether an entry holds exactly these events.
fn has_events<G: Rules>(table: &Table, entry: &LogEntry, events: &[G::Event]) -> bool {
    table
        .parse_json::<Vec<G::Event>>(&entry.events, "an entry")
        .is_ok_and(|logged| logged == events)
}
