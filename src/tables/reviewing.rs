//! Looking through a finished game: what each turn cost. It is thought through once, turn by turn, each on a core that is
//! free, so that it holds nobody up. What comes of it is kept in memory alone: it can be had again at any time.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use super::failure::Result;
use super::{Declined, GameId, Table, TableStatus, Tables, Trouble};
use crate::minds::{Appraise, Judgement, Past, turns_of};

/// So many games that were looked through are remembered.
const REMEMBERED: usize = 32;

/// How far a game is looked through.
#[derive(Clone, Debug)]
pub enum Review<G: Appraise> {
    /// So many turns of so many.
    Going(usize, usize),
    /// All of them.
    Done(Arc<Vec<Judgement<G>>>),
    /// It came to a sudden end.
    Failed,
}

/// The reviews that we know of, the newest last.
#[derive(Default)]
pub(super) struct Reviews(Mutex<VecDeque<(GameId, Box<dyn Any + Send>)>>);

impl Reviews {
    /// The review of a game, and whether it has to be begun.
    fn find<G: Appraise>(&self, game: GameId, turns: usize) -> Found<G> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|(other, _)| *other == game);
        let review = at.and_then(|at| known.get(at)?.1.downcast_ref::<watch::Receiver<Review<G>>>());
        if let Some(review) = review.filter(|review| !matches!(*review.borrow(), Review::Failed)) {
            return (review.clone(), None);
        }
        if let Some(at) = at {
            known.remove(at);
        }
        let (sender, review) = watch::channel(Review::Going(0, turns));
        known.push_back((game, Box::new(review.clone())));
        if known.len() > REMEMBERED {
            known.pop_front();
        }
        (review, Some(sender))
    }
}

type Found<G> = (watch::Receiver<Review<G>>, Option<watch::Sender<Review<G>>>);

impl Tables {
    /// What is to be said of the turns of a finished game: as far as they are looked through, and on from there.
    pub async fn review<G: Appraise>(self: &Arc<Self>, table: &Table) -> Result<watch::Receiver<Review<G>>> {
        if table.status != TableStatus::Over || table.snapshot.is_none() {
            return Err(Declined::NotOver.into());
        }
        let (mut start, mut actions) = (None, Vec::new());
        let entries = self.store.entries(table.game, 0).await?;
        self.replay::<G>(table, &entries, |game, step| match step {
            None => start = Some(game.clone()),
            Some((action, _)) => actions.push(action),
        })
        .await?;
        let start = start.ok_or_else(|| table.missing("its log"))?;
        let turns = turns_of(&start, &actions);
        let (review, begins) = self.reviews.find::<G>(table.game, turns.len());
        if let Some(sender) = begins {
            tokio::spawn(Arc::clone(self).look_through(table.game, turns, sender));
        }
        Ok(review)
    }

    async fn look_through<G: Appraise>(
        self: Arc<Self>,
        game: GameId,
        turns: Vec<Past<G>>,
        tell: watch::Sender<Review<G>>,
    ) {
        let of = turns.len();
        let mut judged = Vec::with_capacity(of);
        for turn in turns {
            let core = self.core().await;
            let work = tokio::task::spawn_blocking(move || {
                let _core = core;
                turn.judged()
            });
            let failure = match work.await {
                Ok(Ok(judgement)) => {
                    judged.push(judgement);
                    tell.send_replace(Review::Going(judged.len(), of));
                    continue;
                }
                Ok(Err(flaw)) => Trouble::from(flaw),
                Err(_) => Trouble::Thoughtless { table: game.0 },
            };
            tracing::error!(%failure, table = game.0, "a game cannot be looked through");
            tell.send_replace(Review::Failed);
            return;
        }
        tell.send_replace(Review::Done(Arc::new(judged)));
    }
}
