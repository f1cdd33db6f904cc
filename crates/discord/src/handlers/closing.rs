//! Closing tables, by moderators.
//!
//! A table that the moderator cannot see is treated as if it did not exist.

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

pub(crate) struct ClosingHandler {
    pub(crate) closing: Arc<TableClosing>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) admin_handler: Arc<AdminHandler>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) watch_handler: Arc<WatchHandler>,
    pub(crate) visibility: Arc<ChannelVisibility>,
}

impl ClosingHandler {
    /// Closes a table, with a result if one is awarded.
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

    /// Returns whether the moderator can see a table of the guild.
    ///
    /// The bot cannot list the members of a private thread, so such a table counts only for its
    /// players and in its own channel.
    async fn has_in_view(&self, request: &Request, table: &Table) -> bool {
        let at_hand =
            table.seat_of(request.actor.person).is_some() || table.channel == request.channel;
        at_hand || !table.settings.stays() && self.visibility.can_see(request, table.channel).await
    }

    /// Lists tables that the moderator could close.
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
