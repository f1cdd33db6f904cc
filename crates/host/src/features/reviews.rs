//! Reviews finished games: what each turn cost its player.
//!
//! A game is analysed once, a turn at a time on a free core, so that no one else waits for it.
//! Reviews are cached in memory only, because they can be computed again.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::core::games::GameLoader;
use crate::features::hints::Hints;
use crate::model::failure::Result;
use crate::{InternalError, Refusal, Table, TableId, TableStatus};
use lanai_ai::{Evaluate, PlayedTurn, ReviewedTurn, split_into_turns};
use lanai_store::Store;

/// How many reviews are cached.
const MAX_CACHED_REVIEWS: usize = 32;

/// The progress of a review.
#[derive(Clone, Debug)]
pub enum Review<G: Evaluate> {
    /// The number of reviewed turns and of all turns.
    InProgress(usize, usize),
    Done(Arc<Vec<ReviewedTurn<G>>>),
    /// The analysis failed.
    Failed,
}

impl<G: Evaluate> Review<G> {
    pub fn is_in_progress(&self) -> bool {
        matches!(self, Review::InProgress(..))
    }
}

/// The cached reviews, newest last.
#[derive(Default)]
pub(crate) struct ReviewCache(Mutex<ReviewQueue>);

/// Each receiver is a [`ReviewReceiver`] of the game's own type.
type ReviewQueue = VecDeque<(TableId, Box<dyn Any + Send>)>;

impl ReviewCache {
    fn lock(&self) -> MutexGuard<'_, ReviewQueue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the review of a game.
    ///
    /// If there was none, the caller also gets its sender and must run the review.
    fn find_or_insert<G: Evaluate>(
        &self,
        game: TableId,
        turns: usize,
    ) -> (ReviewReceiver<G>, Option<watch::Sender<Review<G>>>) {
        let mut cached = self.lock();
        if let Some(review) = find_review(&cached, game) {
            return (review, None);
        }
        let (sender, review) = watch::channel(Review::InProgress(0, turns));
        cached.retain(|(other, _)| *other != game);
        cached.push_back((game, Box::new(review.clone())));
        if cached.len() > MAX_CACHED_REVIEWS {
            cached.pop_front();
        }
        (review, Some(sender))
    }
}

type ReviewReceiver<G> = watch::Receiver<Review<G>>;

fn find_review<G: Evaluate>(cached: &ReviewQueue, game: TableId) -> Option<ReviewReceiver<G>> {
    let (_, review) = cached.iter().find(|(other, _)| *other == game)?;
    let review = review.downcast_ref::<ReviewReceiver<G>>()?;
    (!matches!(*review.borrow(), Review::Failed)).then(|| review.clone())
}

#[derive(Clone)]
pub struct Reviewer {
    pub(crate) cache: Arc<ReviewCache>,
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) hints: Arc<Hints>,
}

impl Reviewer {
    /// Returns a receiver that follows the review of a finished game, starting it if necessary.
    pub async fn follow_review<G: Evaluate>(&self, table: &Table) -> Result<ReviewReceiver<G>> {
        if table.status != TableStatus::Over || table.snapshot.is_none() {
            return Err(Refusal::NotReviewable.into());
        }
        if let Some(cached) = find_review(&self.cache.lock(), table.id) {
            return Ok(cached);
        }
        let mut initial = None;
        let mut actions = Vec::new();
        let entries = self.store.tables().load_log(table.id, 0).await?;
        self.games
            .replay::<G>(table, &entries, |game, step| match step {
                None => initial = Some(game.clone()),
                Some(step) => actions.push(step.action),
            })
            .await?;
        let initial = initial.ok_or_else(|| table.missing_data("its log"))?;
        let turns = split_into_turns(&initial, &actions);
        let (review, new_sender) = self.cache.find_or_insert(table.id, turns.len());
        if let Some(sender) = new_sender {
            tokio::spawn(self.clone().review_turns(table.id, turns, sender));
        }
        Ok(review)
    }

    async fn review_turns<G: Evaluate>(
        self,
        game: TableId,
        turns: Vec<PlayedTurn<G>>,
        sender: watch::Sender<Review<G>>,
    ) {
        let turn_count = turns.len();
        let mut reviewed = Vec::with_capacity(turn_count);
        for turn in turns {
            let core = self.hints.acquire_core().await;
            let work = tokio::task::spawn_blocking(move || {
                let _core = core;
                turn.review()
            });
            let failure = match work.await {
                Ok(Ok(review)) => {
                    reviewed.push(review);
                    sender.send_replace(Review::InProgress(reviewed.len(), turn_count));
                    continue;
                }
                Ok(Err(flaw)) => InternalError::from(flaw),
                Err(_) => InternalError::PolicyFailed { table: game.0 },
            };
            tracing::error!(%failure, table = game.0, "a game cannot be looked through");
            sender.send_replace(Review::Failed);
            return;
        }
        sender.send_replace(Review::Done(Arc::new(reviewed)));
    }
}
