//! Looking through a finished game: what each turn cost. It is thought through once, turn by turn, each on a core that is
//! free, so that it holds nobody up. What comes of it is kept in memory alone: it can be had again at any time.

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

/// So many games that were looked through are remembered.
const REMEMBERED: usize = 32;

/// How far a game is looked through.
#[derive(Clone, Debug)]
pub enum Review<G: Appraise> {
    /// So many turns of so many.
    Going(usize, usize),
    Done(Arc<Vec<ReviewedTurn<G>>>),
    /// It came to a sudden end.
    Failed,
}

impl<G: Appraise> Review<G> {
    /// Whether there is more to come.
    pub fn is_going(&self) -> bool {
        matches!(self, Review::Going(..))
    }
}

/// The reviews that we know of, the newest last.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<Known>);

type Known = VecDeque<(TableId, Box<dyn Any + Send>)>;

impl Reviews {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The review of a game, if it goes on or is done. Otherwise one begins, which whoever gets the sender goes on with.
    fn find_or_begin<G: Appraise>(
        &self,
        game: TableId,
        turns: usize,
    ) -> (Followed<G>, Option<watch::Sender<Review<G>>>) {
        let mut known = self.lock();
        if let Some(review) = find(&known, game) {
            return (review, None);
        }
        let (sender, review) = watch::channel(Review::Going(0, turns));
        known.retain(|(other, _)| *other != game);
        known.push_back((game, Box::new(review.clone())));
        if known.len() > REMEMBERED {
            known.pop_front();
        }
        (review, Some(sender))
    }
}

type Followed<G> = watch::Receiver<Review<G>>;

fn find<G: Appraise>(known: &Known, game: TableId) -> Option<Followed<G>> {
    let (_, review) = known.iter().find(|(other, _)| *other == game)?;
    let review = review.downcast_ref::<Followed<G>>()?;
    (!matches!(*review.borrow(), Review::Failed)).then(|| review.clone())
}

/// Reviews finished games.
#[derive(Clone)]
pub struct Reviewer {
    pub(crate) cache: Arc<Reviews>,
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) hints: Arc<Hints>,
}

impl Reviewer {
    /// What is to be said of the turns of a finished game: as far as they are looked through, and on from there.
    pub async fn follow<G: Appraise>(&self, table: &Table) -> Result<Followed<G>> {
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
