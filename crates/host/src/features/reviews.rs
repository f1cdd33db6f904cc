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
use crate::{Declined, InternalError, Table, TableId, TableStatus};
use lanai_ai::{Appraise, PlayedTurn, ReviewedTurn, split_into_turns};
use lanai_store::Store;

/// How many reviews are cached.
const MAX_CACHED_REVIEWS: usize = 32;

/// The progress of a review.
#[derive(Clone, Debug)]
pub enum Review<G: Appraise> {
    /// The number of reviewed turns and of all turns.
    Going(usize, usize),
    Done(Arc<Vec<ReviewedTurn<G>>>),
    /// The analysis failed.
    Failed,
}

impl<G: Appraise> Review<G> {
    pub fn is_going(&self) -> bool {
        matches!(self, Review::Going(..))
    }
}

/// The cached reviews, newest last.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<ProcessState>);

type ProcessState = VecDeque<(TableId, Box<dyn Any + Send>)>;

impl Reviews {
    fn lock(&self) -> MutexGuard<'_, ProcessState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the review of a game. If a new one begins, the caller gets its sender and must run
    /// it.
    fn find_or_begin<G: Appraise>(
        &self,
        game: TableId,
        turns: usize,
    ) -> (ReviewReceiver<G>, Option<watch::Sender<Review<G>>>) {
        let mut known = self.lock();
        if let Some(review) = find(&known, game) {
            return (review, None);
        }
        let (sender, review) = watch::channel(Review::Going(0, turns));
        known.retain(|(other, _)| *other != game);
        known.push_back((game, Box::new(review.clone())));
        if known.len() > MAX_CACHED_REVIEWS {
            known.pop_front();
        }
        (review, Some(sender))
    }
}

type ReviewReceiver<G> = watch::Receiver<Review<G>>;

fn find<G: Appraise>(known: &ProcessState, game: TableId) -> Option<ReviewReceiver<G>> {
    let (_, review) = known.iter().find(|(other, _)| *other == game)?;
    let review = review.downcast_ref::<ReviewReceiver<G>>()?;
    (!matches!(*review.borrow(), Review::Failed)).then(|| review.clone())
}

#[derive(Clone)]
pub struct Reviewer {
    pub(crate) cache: Arc<Reviews>,
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) hints: Arc<Hints>,
}

impl Reviewer {
    /// Returns a receiver that follows the review of a finished game, starting it if necessary.
    pub async fn follow<G: Appraise>(&self, table: &Table) -> Result<ReviewReceiver<G>> {
        if table.status != TableStatus::Over || table.snapshot.is_none() {
            return Err(Declined::NotReviewed.into());
        }
        if let Some(known) = find(&self.cache.lock(), table.game) {
            return Ok(known);
        }
        let mut start = None;
        let mut actions = Vec::new();
        let entries = self.store.tables().entries(table.game, 0).await?;
        self.games
            .replay::<G>(table, &entries, |game, step| match step {
                None => start = Some(game.clone()),
                Some((action, _)) => actions.push(action),
            })
            .await?;
        let start = start.ok_or_else(|| table.missing("its log"))?;
        let turns = split_into_turns(&start, &actions);
        let (review, begun) = self.cache.find_or_begin(table.game, turns.len());
        if let Some(tell) = begun {
            tokio::spawn(self.clone().judge_turns(table.game, turns, tell));
        }
        Ok(review)
    }

    async fn judge_turns<G: Appraise>(
        self,
        game: TableId,
        turns: Vec<PlayedTurn<G>>,
        tell: watch::Sender<Review<G>>,
    ) {
        let of = turns.len();
        let mut judged = Vec::with_capacity(of);
        for turn in turns {
            let core = self.hints.acquire_core().await;
            let work = tokio::task::spawn_blocking(move || {
                let _core = core;
                turn.review()
            });
            let failure = match work.await {
                Ok(Ok(judgement)) => {
                    judged.push(judgement);
                    tell.send_replace(Review::Going(judged.len(), of));
                    continue;
                }
                Ok(Err(flaw)) => InternalError::from(flaw),
                Err(_) => InternalError::Thoughtless { table: game.0 },
            };
            tracing::error!(%failure, table = game.0, "a game cannot be looked through");
            tell.send_replace(Review::Failed);
            return;
        }
        tell.send_replace(Review::Done(Arc::new(judged)));
    }
}
