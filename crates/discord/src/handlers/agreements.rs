//! Handles proposals to which everyone at a table must agree: a pause, the end of a pause, or the
//! end of the game.

use std::sync::Arc;

use crate::delivery::answer::Reply;
use crate::delivery::replies::Replies;
use crate::key;
use crate::wire::request::Request;
use lanai_host::{Agreement, Agreements, Consent, Table, Tables, Terms, parse_span};

const DEFAULT_PAUSE_SECS: i64 = 7 * 24 * 60 * 60;

pub(crate) struct AgreementHandler {
    pub(crate) agreements: Arc<Agreements>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
}

impl AgreementHandler {
    pub(crate) async fn propose_pause(&self, request: &Request, time: Option<&str>) -> Reply {
        let seconds = match time {
            Some(typed) => parse_span(&self.replies.normalize_typed(request, typed)),
            None => Some(DEFAULT_PAUSE_SECS),
        };
        let Some(seconds) = seconds else {
            return Ok(self.replies.answer(request, key::CHAT_NO_SPAN, &[]));
        };
        self.propose(request, Terms::Pause(seconds)).await
    }

    /// Proposes the terms to everyone at the table of the channel.
    pub(crate) async fn propose(&self, request: &Request, terms: Terms) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        self.give_consent(request, table, Consent::Ask(terms)).await
    }

    /// Withdraws a proposal to which the user does not agree.
    pub(crate) async fn decline(&self, request: &Request, table: Table, number: i64) -> Reply {
        self.agreements
            .decline(table, &request.actor, number)
            .await?;
        Ok(self
            .replies
            .answer(request, key::CHAT_YOU_DECLINED_PROPOSAL, &[]))
    }

    /// Makes a proposal, or agrees to the open proposal.
    pub(crate) async fn give_consent(
        &self,
        request: &Request,
        table: Table,
        consent: Consent,
    ) -> Reply {
        let agreement = self
            .agreements
            .agree(table, &request.actor, consent)
            .await?;
        Ok(match agreement {
            Agreement::Done => self.replies.answer(request, key::CHAT_AGREED, &[]),
            Agreement::Open(missing) => {
                self.replies
                    .answer(request, key::CHAT_AGREED_OPEN, &[("n", missing.into())])
            }
        })
    }
}
