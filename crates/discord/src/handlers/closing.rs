//! A moderator closes a table that they see; what they do not see is as if it were not there.

use std::sync::Arc;

use crate::cards::game::Suggestion;
use crate::delivery::answer::Reply;
use crate::delivery::replies::Replies;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::admin::AdminHandler;
use crate::handlers::watching::{LOOKED_THROUGH, WatchHandler, seated};
use crate::wire::names::{numbered, tame_text};
use crate::wire::request::Request;
use lanai_host::{Award, Failure, Table, TableClosing, TableStatus, Tables};

/// Closes tables for moderators.
pub(crate) struct ClosingHandler {
    pub(crate) closing: Arc<TableClosing>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) admin_handler: Arc<AdminHandler>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) watch_handler: Arc<WatchHandler>,
    pub(crate) visibility: Arc<ChannelVisibility>,
}

impl ClosingHandler {
    /// Closes a table, with this result or without.
    pub(crate) async fn close(
        &self,
        request: &Request,
        wanted: &str,
        award: Option<Award>,
        reason: &str,
    ) -> Reply {
        self.admin_handler.check_moderator(request).await?;
        let reason = reason.trim();
        if reason.is_empty() {
            return Ok(self.replies.answer(request, "chat-admin-reason", &[]));
        }
        let table = match self.watch_handler.find_wanted(request, wanted).await? {
            Some(table) if self.has_in_view(request, &table).await => table,
            _ => return Ok(self.replies.answer(request, "chat-watch-which", &[])),
        };
        let table = self
            .closing
            .close(table, &request.actor, award, reason)
            .await?;
        let fill = [
            ("game", numbered(self.replies.words(request), &table).into()),
            ("reason", tame_text(reason).into()),
        ];
        Ok(self.replies.answer(request, "chat-admin-closed", &fill))
    }

    /// Whether somebody sees a table of their server: it is at hand, or in a channel that they see. Who is in a private thread is not
    /// known, but that they are where they ask.
    async fn has_in_view(&self, request: &Request, table: &Table) -> bool {
        let at_hand =
            table.seat_of(request.actor.person).is_some() || table.channel == request.channel;
        at_hand || !table.settings.stays() && self.visibility.can_see(request, table.channel).await
    }

    /// Tables that somebody could close.
    pub(crate) async fn list_closable(
        &self,
        request: &Request,
    ) -> Result<Vec<Suggestion>, Failure> {
        self.admin_handler.check_moderator(request).await?;
        let words = self.replies.words(request);
        let mut found = Vec::new();
        for table in self
            .tables
            .list_in_guild(request.guild, LOOKED_THROUGH)
            .await?
        {
            if table.status != TableStatus::Over && self.has_in_view(request, &table).await {
                found.push(seated(words, &table));
            }
        }
        Ok(found)
    }
}
