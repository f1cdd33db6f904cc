//! Verifies that each log leads to its snapshot, by replaying it with the rules of its edition.

use crate::core::games::GameLoader;
use crate::core::play;
use crate::model::failure::Failure;
use crate::{InternalError, Table, TableId};
use lanai_ai::Appraise;
use lanai_rules::record::digest;
use lanai_rules::{Rules, by_title};
use lanai_store::{Entry, Store};
use std::sync::Arc;

/// The outcome of verifying tables.
#[derive(Debug, Default)]
pub struct Proof {
    /// The number of games whose log leads to their snapshot.
    pub proven: u64,
    /// The number of tables whose game never began.
    pub not_begun: u64,
    /// Games of editions that this program does not know.
    pub other_editions: Vec<(TableId, u32)>,
    pub wrong: Vec<InternalError>,
}

/// Replays logs and compares them with snapshots.
pub struct Verifier {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
}

impl Verifier {
    /// Lists all tables ever opened.
    pub async fn list_tables(&self) -> Result<Vec<TableId>, InternalError> {
        Ok(self.store.tables().list_all(None).await?)
    }

    /// Verifies these tables and calls `progress` with the number done after each of them.
    pub async fn verify_each(
        &self,
        tables: Vec<TableId>,
        mut progress: impl FnMut(u64),
    ) -> Result<Proof, InternalError> {
        let mut proof = Proof::default();
        for (game, done) in tables.into_iter().zip(1..) {
            match self.verify(game).await {
                Ok(true) => proof.proven += 1,
                Ok(false) => proof.not_begun += 1,
                Err(InternalError::Edition { found, .. }) => {
                    proof.other_editions.push((game, found));
                }
                Err(InternalError::Store(error)) => return Err(error.into()),
                Err(wrong) => proof.wrong.push(wrong),
            }
            progress(done);
        }
        Ok(proof)
    }

    /// Verifies one table. Returns false if its game never began.
    async fn verify(&self, game: TableId) -> Result<bool, InternalError> {
        let Some(row) = self.store.tables().find(game).await? else {
            return Ok(false);
        };
        let table = Table::read(row)?;
        if table.snapshot.is_none() {
            return Ok(false);
        }
        let proven = by_title!(table.title, G => self.verify_game::<G>(table).await);
        match proven {
            Ok(()) => Ok(true),
            Err(Failure::InternalError(trouble)) => Err(trouble),
            // A refusal means that the log cannot be replayed.
            Err(Failure::Declined(_)) => Err(InternalError::Missing {
                table: game.0,
                what: "its log",
            }),
        }
    }

    async fn verify_game<G: Appraise>(&self, table: Table) -> Result<(), Failure> {
        let entries = self.store.tables().entries(table.game, 0).await?;
        let mut written = entries.iter();
        // The set-up is what the replay starts from, so there is nothing to compare.
        written.next();
        let mut to_act = None;
        let mut wrong = None;
        let played = self
            .games
            .replay::<G>(&table, &entries, |game, step| {
                if let Some((_, events)) = step
                    && let Some(entry) = written.next()
                    && wrong.is_none()
                {
                    let same = play::entry_seat(entry) == to_act
                        && has_events::<G>(&table, entry, &events);
                    wrong = (!same).then_some(entry.number);
                }
                to_act = game.status().to_act();
            })
            .await?;
        if let Some(entry) = wrong {
            return Err(InternalError::Otherwise {
                table: table.game.0,
                entry,
            }
            .into());
        }
        let game = table.game;
        let kept = self.games.load::<G>(table).await?;
        if digest(&played) == digest(&kept.game) {
            Ok(())
        } else {
            Err(InternalError::Elsewhere { table: game.0 }.into())
        }
    }
}

/// Returns whether an entry holds exactly these events.
fn has_events<G: Rules>(table: &Table, entry: &Entry, events: &[G::Event]) -> bool {
    table
        .json::<Vec<G::Event>>(&entry.events, "an entry")
        .is_ok_and(|written| written == events)
}
