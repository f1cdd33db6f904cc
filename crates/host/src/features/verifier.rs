//! The proof that what is kept of games is whole: each is played again from its log, by the rules with which it began, and
//! everything comes out as it is written.

use crate::core::games::GameLoader;
use crate::core::play;
use crate::model::failure::Failure;
use crate::{InternalError, Table, TableId, TableStatus};
use lanai_ai::Appraise;
use lanai_rules::record::digest;
use lanai_rules::{Rules, by_title};
use lanai_store::{Entry, Store};
use std::sync::Arc;

/// What came of playing all games again.
#[derive(Debug, Default)]
pub struct Proof {
    /// How many came out as they are kept.
    pub proven: u64,
    /// How many never began: people still sit down, or left before the start.
    pub not_begun: u64,
    /// Those that began by rules which this program does not know, with their editions.
    pub other_editions: Vec<(TableId, u32)>,
    pub wrong: Vec<InternalError>,
}

/// Checks that every log leads to its snapshot.
pub struct Verifier {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
}

impl Verifier {
    /// How many tables there are, of all times.
    pub async fn count_tables(&self) -> Result<u64, InternalError> {
        Ok(self.list_all().await?.len() as u64)
    }

    /// The tables at which somebody plays.
    pub async fn list_running(&self) -> Result<Vec<TableId>, InternalError> {
        Ok(self
            .store
            .tables()
            .list_all(Some(TableStatus::Running))
            .await?)
    }

    /// The tables that were ever opened.
    pub async fn list_all(&self) -> Result<Vec<TableId>, InternalError> {
        Ok(self.store.tables().list_all(None).await?)
    }

    /// Plays every game again that ever began, and tells again and again how many are done.
    pub async fn verify_all(&self, told: impl FnMut(u64)) -> Result<Proof, InternalError> {
        self.verify_each(self.list_all().await?, told).await
    }

    /// The same, of these tables alone.
    pub async fn verify_each(
        &self,
        games: Vec<TableId>,
        mut told: impl FnMut(u64),
    ) -> Result<Proof, InternalError> {
        let mut proof = Proof::default();
        for (game, done) in games.into_iter().zip(1..) {
            match self.verify(game).await {
                Ok(true) => proof.proven += 1,
                Ok(false) => proof.not_begun += 1,
                Err(InternalError::Edition { found, .. }) => {
                    proof.other_editions.push((game, found))
                }
                Err(InternalError::Store(error)) => return Err(error.into()),
                Err(wrong) => proof.wrong.push(wrong),
            }
            told(done);
        }
        Ok(proof)
    }

    /// Plays a game again; false if it never began.
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
            // Whoever proves declines nothing: the log is what is wrong.
            Err(Failure::Declined(_)) => Err(InternalError::Missing {
                table: game.0,
                what: "its log",
            }),
        }
    }

    async fn verify_game<G: Appraise>(&self, table: Table) -> Result<(), Failure> {
        let entries = self.store.tables().entries(table.game, 0).await?;
        let mut written = entries.iter();
        // The set-up has nothing to compare: it is that with which the game begins.
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
                    let same =
                        play::entry_seat(entry) == to_act && wrote::<G>(&table, entry, &events);
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

/// Whether an entry says that this came of it.
fn wrote<G: Rules>(table: &Table, entry: &Entry, events: &[G::Event]) -> bool {
    table
        .json::<Vec<G::Event>>(&entry.events, "an entry")
        .is_ok_and(|written| written == events)
}
