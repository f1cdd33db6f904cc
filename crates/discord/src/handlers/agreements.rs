//! Proposals that all people at a table must agree to: a pause, its end, the end of the game.

use std::sync::Arc;

use crate::delivery::answer::Reply;
use crate::delivery::replies::Replies;
use crate::wire::request::Request;
use lanai_host::{Agreement, Agreements, Consent, Table, Tables, Terms, span};

/// How long a game pauses by default, in seconds.
const USUAL_PAUSE: i64 = 7 * 24 * 60 * 60;

pub(crate) struct AgreementHandler {
    pub(crate) agreements: Arc<Agreements>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
}

impl AgreementHandler {
    pub(crate) async fn ask_for_pause(&self, request: &Request, time: Option<&str>) -> Reply {
        let understood = |time| span(&self.replies.understood(request, time));
        let Some(seconds) = time.map_or(Some(USUAL_PAUSE), understood) else {
            return Ok(self.replies.answer(request, "chat-no-span", &[]));
        };
        self.ask_all(request, Terms::Pause(seconds)).await
    }

    /// Proposes something to all people at the channel's table.
    pub(crate) async fn ask_all(&self, request: &Request, wish: Terms) -> Reply {
        let table = self.tables.find_in_channel(request.channel).await?;
        self.agree(request, table, Consent::Ask(wish)).await
    }

    /// Proposes something, or agrees to the open proposal.
    pub(crate) async fn agree(&self, request: &Request, table: Table, wish: Consent) -> Reply {
        Ok(
            match self.agreements.agree(table, &request.actor, wish).await? {
                Agreement::Done => self.replies.answer(request, "chat-agreed", &[]),
                Agreement::Open(missing) => {
                    self.replies
                        .answer(request, "chat-agreed-open", &[("n", missing.into())])
                }
            },
        )
    }
}
