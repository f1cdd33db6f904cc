//! Hints for a turn, and the cores that all computations for players share.
//!
//! Turns of computers, hints and reviews wait for a free core in the order of their requests.
//! Reviews of finished games are in `reviews`.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::model::failure::Result;
use crate::{InternalError, Refusal, Turn};
use lanai_ai::{Advice, Adviser, Budget, Evaluate};
use lanai_rules::Seat;

/// How many turns a hint suggests.
const MAX_SUGGESTED_TURNS: usize = 3;

pub struct Hints {
    pub(crate) cores: Arc<Semaphore>,
}

impl Hints {
    /// Waits for a free core; dropping the permit frees it.
    pub(crate) async fn acquire_core(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.cores).acquire_owned().await.ok()
    }

    /// Runs `ask` with an adviser of a seat on a free core.
    ///
    /// The seed depends on `purpose` and revision, so the same position gets the same advice.
    pub(crate) async fn ask_adviser<G: Evaluate, T: Send + 'static>(
        &self,
        turn: &Turn<G>,
        seat: Seat,
        purpose: &str,
        ask: impl FnOnce(&mut Adviser<G>, &G) -> T + Send + 'static,
    ) -> Result<T> {
        let table = turn.table.id.0;
        let game = turn.game.clone();
        let seed = turn
            .table
            .secret
            .seed(&[purpose.to_owned(), turn.table.revision.0.to_string()]);
        let core = self.acquire_core().await;
        let advice = tokio::task::spawn_blocking(move || {
            let _core = core;
            let mut adviser = Adviser::new(&game, seat, &seed)?;
            Ok::<_, InternalError>(ask(&mut adviser, &game))
        });
        match advice.await {
            Ok(advice) => Ok(advice?),
            Err(_) => Err(InternalError::PolicyFailed { table }.into()),
        }
    }

    /// Returns the best turns of a seat, judged by what its player can know.
    pub async fn suggest_turns<G: Evaluate>(
        &self,
        turn: &Turn<G>,
        seat: Seat,
    ) -> Result<Vec<Advice<G>>> {
        if turn.table.settings.is_without_hints() {
            return Err(Refusal::NoHints.into());
        }
        self.ask_adviser(turn, seat, "hint", |adviser, game| {
            adviser.best_turns(game, MAX_SUGGESTED_TURNS, &mut Budget::per_turn())
        })
        .await
    }
}
