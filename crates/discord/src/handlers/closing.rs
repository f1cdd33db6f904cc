//! A moderator closes a table that they see; what they do not see is as if it were not there.

use serenity::all::Context;

use crate::cards::game::Suggestion;
use crate::delivery::answer::Reply;
use crate::handlers::watching::{LOOKED_THROUGH, seated};
use crate::wire::names::{numbered, tame_text};
use crate::{House, Request};
use lanai_host::{Award, Failure, Table, TableStatus};

impl House {
    /// Closes a table, with this result or without.
    pub(crate) async fn close_table(
        &self,
        request: &Request,
        ctx: &Context,
        wanted: &str,
        (award, reason): (Option<Award>, &str),
    ) -> Reply {
        self.only_moderators(request).await?;
        let reason = reason.trim();
        if reason.is_empty() {
            return Ok(self.tell(request, "chat-admin-reason", &[]));
        }
        let table = match self.wanted_table(request, wanted).await? {
            Some(table) if self.has_in_view(request, ctx, &table).await => table,
            _ => return Ok(self.tell(request, "chat-watch-which", &[])),
        };
        let table = self.host.closing.close(table, &request.actor, award, reason).await?;
        let fill =
            [("game", numbered(self.words(request), &table).into()), ("reason", tame_text(reason).into())];
        Ok(self.tell(request, "chat-admin-closed", &fill))
    }

    /// Whether somebody sees a table of their server: it is at hand, or in a channel that they see. Who is in a private thread is not
    /// known, but that they are where they ask.
    async fn has_in_view(&self, request: &Request, ctx: &Context, table: &Table) -> bool {
        let at_hand = table.seat_of(request.actor.person).is_some() || table.channel == request.channel;
        at_hand || !table.settings.stays() && self.sees(request, ctx, table.channel).await
    }

    /// Tables that somebody could close.
    pub(crate) async fn closable(
        &self,
        request: &Request,
        ctx: &Context,
    ) -> Result<Vec<Suggestion>, Failure> {
        self.only_moderators(request).await?;
        let words = self.words(request);
        let mut found = Vec::new();
        for table in self.host.tables.list_on_server(request.server, LOOKED_THROUGH).await? {
            if table.status != TableStatus::Over && self.has_in_view(request, ctx, &table).await {
                found.push(seated(words, &table));
            }
        }
        Ok(found)
    }
}
