//! Proposals to which all players must agree: a pause, its end, and the end of the game with or
//! without a result.

use crate::core::amendments::{Amendments, mine};
use crate::core::notices::WatcherNotices;
use crate::core::play;
use crate::core::play::goes_on;
use crate::core::results::{awarded, broken_off};
use crate::core::tables::Tables;
use crate::features::replacements::Replacements;
use crate::model::failure::Result;
use crate::{
    Actor, Award, Clock, Declined, Ending, News, Pause, Proposal, RetryPolicy, Table, TableStatus,
    Terms, Timestamp, Waiting,
};
use lanai_store::Notice;
use std::sync::Arc;

const MAX_PAUSE_SECS: i64 = 90 * 24 * 60 * 60;

/// What a player says about a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consent {
    Ask(Terms),
    /// Agrees to the proposal with this number and to no other.
    Agree(i64),
}

/// What a proposal has led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// All agreed and it took effect.
    Done,
    /// This many players still have to agree.
    Open(usize),
}

pub struct Agreements {
    pub(crate) clock: Clock,
    pub(crate) amendments: Arc<Amendments>,
    pub(crate) replacements: Arc<Replacements>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl Agreements {
    /// Makes a proposal or agrees to one, and carries it out once all agree.
    pub async fn agree(&self, table: Table, actor: &Actor, wish: Consent) -> Result<Agreement> {
        let upon = |table: Table| async move {
            let asks = agreed(&table, actor, wish)?;
            let award = match asks.wish {
                Terms::Pause(_) | Terms::Resume => {
                    return self.amend_proposal(table, actor, wish).await;
                }
                Terms::End => None,
                Terms::Award(award) => Some(award),
            };
            match self.count_missing_consents(&table, &asks).await? {
                0 => self
                    .try_end(table, actor, award)
                    .await
                    .map(|()| Agreement::Done),
                missing => self
                    .amend_proposal(table, actor, wish)
                    .await
                    .map(|_| Agreement::Open(missing)),
            }
        };
        self.tables.retry(RetryPolicy::UntilDone, table, upon).await
    }

    async fn amend_proposal(
        &self,
        table: Table,
        actor: &Actor,
        wish: Consent,
    ) -> Result<Agreement> {
        self.amendments
            .amend(table, actor, true, |table, waiting, now| {
                let asks = agreed(table, actor, wish)?;
                settle(table, waiting, asks, actor, now)
            })
            .await
    }

    /// Counts the players who still have to agree to end a game.
    ///
    /// A player who may be replaced is not waited for, except in a rated game: there the side that
    /// is losing could otherwise wait until the opponent is missing.
    async fn count_missing_consents(&self, table: &Table, asks: &Proposal) -> Result<usize> {
        let mut missing = 0;
        for person in table
            .asked(asks.wish)
            .into_iter()
            .filter(|person| !asks.agreed.contains(person))
        {
            let excused =
                !table.settings.rated && self.replacements.is_missing(table, person).await?;
            missing += usize::from(!excused);
        }
        Ok(missing)
    }

    /// Ends the game with the result on which all agreed, or without one.
    async fn try_end(&self, table: Table, actor: &Actor, award: Option<Award>) -> Result<()> {
        let mut change = table.change(actor.interaction, self.clock.now())?;
        (change.status, change.wait) = (TableStatus::Over, None);
        let (result, news) = match award {
            None => (broken_off(&table, Ending::Agreed, change.at), News::Ended),
            Some(award) => (awarded(&table, award, change.at), News::Awarded),
        };
        change.result = Some(result);
        // An unfinished turn leads nowhere any more and is never announced.
        let beginning = table
            .unannounced_start()
            .map(|begins| table.notice(begins))
            .transpose()?;
        change.notices.extend(beginning);
        change.notices.push(table.notice(news)?);
        change
            .notices
            .extend(self.watcher_notices.for_watchers_at_once(&table).await?);
        change.notices.push(table.notice(News::Film)?);
        self.tables.write(&change).await.map(drop)
    }
}

impl Table {
    /// Checks that a person may ask for more time now.
    pub fn check_may_ask_for_time(&self, actor: &Actor) -> Result<()> {
        mine(self, &self.waiting, actor)?;
        Ok(())
    }
}

/// Returns the proposal after the actor made it or agreed to it.
fn agreed(table: &Table, actor: &Actor, wish: Consent) -> Result<Proposal> {
    play::running(table)?;
    table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
    let waiting = &table.waiting;
    let mut asks = match (wish, waiting.asks.clone()) {
        (Consent::Agree(number), Some(asks)) if asks.number == number => asks,
        (Consent::Agree(_), _) => return Err(Declined::NotAsked.into()),
        (Consent::Ask(wish), Some(asks)) if asks.wish == wish => asks,
        (Consent::Ask(wish), _) => Proposal {
            wish,
            number: table.guard() + 1,
            agreed: Vec::new(),
        },
    };
    match asks.wish {
        Terms::Pause(seconds) if !(60..=MAX_PAUSE_SECS).contains(&seconds) => {
            return Err(Declined::NoSuchTime.into());
        }
        Terms::Pause(_) => goes_on(waiting)?,
        Terms::Resume if waiting.pause.is_none() => return Err(Declined::NotPaused.into()),
        Terms::Award(Award::Win(winner)) if table.seat_of(winner).is_none() => {
            return Err(Declined::NotThere.into());
        }
        Terms::Resume | Terms::End | Terms::Award(_) => {}
    }
    if asks.wish.ends_the_game() && table.asked(asks.wish) == [actor.person] {
        return Err(Declined::Alone.into());
    }
    if !asks.agreed.contains(&actor.person) {
        asks.agreed.push(actor.person);
    }
    Ok(asks)
}

/// Applies a proposal if all agreed; otherwise stores it and announces a new one.
fn settle(
    table: &Table,
    waiting: &mut Waiting,
    asks: Proposal,
    actor: &Actor,
    now: Timestamp,
) -> Result<(Vec<Notice>, Agreement)> {
    let wish = asks.wish;
    let number = asks.number;
    let missing = table
        .asked(wish)
        .iter()
        .filter(|person| !asks.agreed.contains(person))
        .count();
    if missing > 0 {
        let seat = table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
        let new = asks.agreed.len() == 1
            && waiting
                .asks
                .as_ref()
                .is_none_or(|asks| asks.number != number);
        let told = new
            .then(|| table.word(News::Proposed { seat, wish, number }))
            .transpose()?;
        waiting.asks = Some(asks);
        return Ok((told.into_iter().collect(), Agreement::Open(missing)));
    }
    waiting.asks = None;
    let news = match wish {
        Terms::Pause(seconds) => {
            let until = now + seconds;
            waiting.pause = Some(Pause { from: now, until });
            News::Paused { until }
        }
        Terms::Resume => {
            waiting.resume(now);
            News::Resumed
        }
        // The last consent arrived after the caller counted: the retry counts again and ends the
        // game.
        Terms::End | Terms::Award(_) => return Err(Declined::Stale.into()),
    };
    Ok((vec![table.word(news)?], Agreement::Done))
}
