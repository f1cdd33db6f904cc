//! Advice for people: hints about a turn, and what is to be said of a game when it is over. All of it waits for a free core,
//! as computers' turns do, in the order in which it was asked for.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::model::failure::Result;
use crate::{Declined, InternalError, Turn};
use lanai_ai::{Advice, Adviser, Appraise, Budget};
use lanai_rules::Seat;

/// How many turns are advised.
const ADVISED: usize = 3;

/// Advice of a computer to a player.
pub struct Hints {
    pub(crate) cores: Arc<Semaphore>,
}

impl Hints {
    /// A core on which a mind may think, when it is one's turn. It is free again when this is dropped.
    pub(crate) async fn acquire_core(&self) -> Option<OwnedSemaphorePermit> {
        std::sync::Arc::clone(&self.cores)
            .acquire_owned()
            .await
            .ok()
    }

    /// What an adviser of a seat says of a game, on a core that is free; asked twice, it is the same.
    pub(crate) async fn ask_adviser<G: Appraise, T: Send + 'static>(
        &self,
        turn: &Turn<G>,
        seat: Seat,
        purpose: &str,
        ask: impl FnOnce(&mut Adviser<G>, &G) -> T + Send + 'static,
    ) -> Result<T> {
        let table = turn.table.game.0;
        let game = turn.game.clone();
        let seed = turn
            .table
            .secret
            .seed(&[purpose.to_owned(), turn.table.revision.0.to_string()]);
        let core = self.acquire_core().await;
        let advice = tokio::task::spawn_blocking(move || {
            let _core = core;
            Ok::<_, InternalError>(ask(&mut Adviser::new(&game, seat, &seed)?, &game))
        });
        Ok(advice
            .await
            .map_err(|_| InternalError::Thoughtless { table })??)
    }

    /// The best turns of whoever is to act, as far as they can know.
    pub async fn hint<G: Appraise>(&self, turn: &Turn<G>, seat: Seat) -> Result<Vec<Advice<G>>> {
        if turn.table.settings.is_without_hints() {
            return Err(Declined::NoHints.into());
        }
        self.ask_adviser(turn, seat, "hint", |adviser, game| {
            adviser.best(game, ADVISED, &mut Budget::per_turn())
        })
        .await
    }
}
