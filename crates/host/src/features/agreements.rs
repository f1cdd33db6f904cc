//! Proposals to which all players must agree: a pause, its end, and the end of the game with or
//! without a result.

use crate::core::amendments::{Amendment, Amendments};
use crate::core::notices::WatcherNotices;
use crate::core::play;
use crate::core::play::check_not_paused;
use crate::core::results::{awarded_result, unfinished_result};
use crate::core::tables::Tables;
use crate::features::replacements::Replacements;
use crate::model::failure::Result;
use crate::{
    Actor, Award, Clock, Ending, News, Pause, Proposal, Refusal, Table, Terms, Timestamp, Waiting,
};
use std::sync::Arc;

const MAX_PAUSE_SECS: i64 = 90 * 24 * 60 * 60;

/// A proposal of a player, or their agreement to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consent {
    Ask(Terms),
    /// Agrees to the proposal with this number and to no other.
    Agree(i64),
}

/// The outcome of proposing or agreeing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// All players agreed, and the proposal took effect.
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
    pub async fn agree(&self, table: Table, actor: &Actor, consent: Consent) -> Result<Agreement> {
        self.tables
            .retry(table, |table| self.try_agree(table, actor, consent))
            .await
    }

    /// Withdraws the proposal with this number, to which a player does not agree.
    pub async fn decline(&self, table: Table, actor: &Actor, number: i64) -> Result<()> {
        self.amendments
            .amend(table, actor, true, |table, waiting, _| {
                play::check_running(table)?;
                let seat = table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
                waiting
                    .proposal
                    .take_if(|proposal| proposal.number == number)
                    .ok_or(Refusal::NotProposed)?;
                Ok(Amendment {
                    notices: vec![table.notice_without_change(News::Declined { seat })?],
                    outcome: (),
                })
            })
            .await
    }

    async fn try_agree(&self, table: Table, actor: &Actor, consent: Consent) -> Result<Agreement> {
        let proposal = update_proposal(&table, actor, consent)?;
        let award = match proposal.terms {
            Terms::Pause(_) | Terms::Resume => {
                return self.amend_proposal(table, actor, consent).await;
            }
            Terms::End => None,
            Terms::Award(award) => Some(award),
        };
        let missing = self.count_missing_consents(&table, &proposal).await?;
        if missing == 0 {
            self.try_end_game(table, actor, award).await?;
            return Ok(Agreement::Done);
        }
        self.amend_proposal(table, actor, consent).await?;
        Ok(Agreement::Open(missing))
    }

    async fn amend_proposal(
        &self,
        table: Table,
        actor: &Actor,
        consent: Consent,
    ) -> Result<Agreement> {
        self.amendments
            .amend(table, actor, true, |table, waiting, now| {
                let proposal = update_proposal(table, actor, consent)?;
                apply_or_store_proposal(table, waiting, proposal, actor, now)
            })
            .await
    }

    /// Counts the players who still have to agree to end a game.
    ///
    /// Players who may be replaced need not agree, except in a rated game: there the losing side
    /// could otherwise wait until the opponent is missing.
    async fn count_missing_consents(&self, table: &Table, proposal: &Proposal) -> Result<usize> {
        let mut missing = 0;
        for person in table.people_to_ask(proposal.terms) {
            if proposal.agreed.contains(&person)
                || !table.settings.rated && self.replacements.is_missing(table, person).await?
            {
                continue;
            }
            missing += 1;
        }
        Ok(missing)
    }

    /// Ends the game with the result on which all players agreed, or without a result.
    async fn try_end_game(&self, table: Table, actor: &Actor, award: Option<Award>) -> Result<()> {
        let mut change = table.new_change(actor.interaction, self.clock.now())?;
        let (result, news) = match award {
            Some(award) => (awarded_result(&table, award, change.at), News::Awarded),
            None => (
                unfinished_result(&table, Ending::Agreed, change.at),
                News::Ended,
            ),
        };
        self.watcher_notices
            .end_table(&table, &mut change, Some(result), news)
            .await?;
        self.tables.write(table, change).await.map(drop)
    }
}

/// Returns the proposal after the actor made it or agreed to it.
fn update_proposal(table: &Table, actor: &Actor, consent: Consent) -> Result<Proposal> {
    play::check_running(table)?;
    table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
    let waiting = &table.waiting;
    let mut proposal = match (consent, waiting.proposal.clone()) {
        (Consent::Agree(number), Some(proposal)) if proposal.number == number => proposal,
        (Consent::Agree(_), _) => return Err(Refusal::NotProposed.into()),
        (Consent::Ask(terms), Some(proposal)) if proposal.terms == terms => proposal,
        (Consent::Ask(terms), _) => Proposal {
            terms,
            number: table.wait_version() + 1,
            agreed: Vec::new(),
        },
    };
    match proposal.terms {
        Terms::Pause(seconds) if !(60..=MAX_PAUSE_SECS).contains(&seconds) => {
            return Err(Refusal::TimeOutOfRange.into());
        }
        Terms::Pause(_) => check_not_paused(waiting)?,
        Terms::Resume if waiting.pause.is_none() => return Err(Refusal::NotPaused.into()),
        Terms::Award(Award::Win(winner)) if table.seat_of(winner).is_none() => {
            return Err(Refusal::PersonNotSeated.into());
        }
        Terms::Resume | Terms::End | Terms::Award(_) => {}
    }
    if proposal.terms.ends_the_game() && table.people_to_ask(proposal.terms) == [actor.person] {
        return Err(Refusal::NoOtherPlayers.into());
    }
    if !proposal.agreed.contains(&actor.person) {
        proposal.agreed.push(actor.person);
    }
    Ok(proposal)
}

/// Applies a proposal if all agreed; otherwise stores it and announces it if it is new.
fn apply_or_store_proposal(
    table: &Table,
    waiting: &mut Waiting,
    proposal: Proposal,
    actor: &Actor,
    now: Timestamp,
) -> Result<Amendment<Agreement>> {
    let mut missing = table.people_to_ask(proposal.terms);
    missing.retain(|person| !proposal.agreed.contains(person));
    if !missing.is_empty() {
        let seat = table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
        let open_number = waiting.proposal.as_ref().map(|open| open.number);
        let mut notices = Vec::new();
        if proposal.agreed.len() == 1 && open_number != Some(proposal.number) {
            notices.push(table.notice_without_change(News::Proposed {
                seat,
                terms: proposal.terms,
                number: proposal.number,
            })?);
        }
        waiting.proposal = Some(proposal);
        return Ok(Amendment {
            notices,
            outcome: Agreement::Open(missing.len()),
        });
    }
    waiting.proposal = None;
    let news = match proposal.terms {
        Terms::Pause(seconds) => {
            let until = now + seconds;
            waiting.pause = Some(Pause { from: now, until });
            News::Paused { until }
        }
        Terms::Resume => {
            waiting.resume(now);
            News::Resumed
        }
        // The last consent arrived after the caller counted. The retry counts again and ends the
        // game.
        Terms::End | Terms::Award(_) => return Err(Refusal::Stale.into()),
    };
    Ok(Amendment {
        notices: vec![table.notice_without_change(news)?],
        outcome: Agreement::Done,
    })
}
