//! What all people at a table agree on: a pause, its end, the end of the game.

use crate::delivery::answer::Reply;
use crate::{House, Request};
use lanai_host::{Agreement, Consent, Table, Terms, span};

/// For how long a game pauses if nothing else is said.
const USUAL_PAUSE: i64 = 7 * 24 * 60 * 60;

impl House {
    /// Asks for a pause.
    pub(crate) async fn pause(&self, request: &Request, time: Option<&str>) -> Reply {
        let understood = |time| span(&self.understood(request, time));
        let Some(seconds) = time.map_or(Some(USUAL_PAUSE), understood) else {
            return Ok(self.tell(request, "chat-no-span", &[]));
        };
        self.ask_all(request, Terms::Pause(seconds)).await
    }

    /// Asks all for something.
    pub(crate) async fn ask_all(&self, request: &Request, wish: Terms) -> Reply {
        let table = self.host.tables.find_in_channel(request.channel).await?;
        self.agree(request, table, Consent::Ask(wish)).await
    }

    /// Asks for something, or agrees to what was asked.
    pub(crate) async fn agree(&self, request: &Request, table: Table, wish: Consent) -> Reply {
        Ok(match self.host.agreements.agree(table, &request.actor, wish).await? {
            Agreement::Done => self.tell(request, "chat-agreed", &[]),
            Agreement::Open(missing) => self.tell(request, "chat-agreed-open", &[("n", missing.into())]),
        })
    }
}
