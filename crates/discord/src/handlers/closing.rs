//! `/admin close`: lets moderators close tables.
//!
//! A table that the moderator cannot see is treated as if it did not exist.

use lanai_panel::Suggestion;
use std::sync::Arc;

use crate::delivery::answer::Reply;
use crate::delivery::replies::Replies;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::admin::AdminHandler;
use crate::handlers::watching::{MAX_TABLES_SEARCHED, WatchHandler, table_suggestion};
use crate::key;
use crate::wire::names::{escape_text, numbered_table};
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
    pub(crate) async fn close_table(
        &self,
        request: &Request,
        typed_number: &str,
        award: Option<Award>,
        reason: &str,
    ) -> Reply {
        self.admin_handler.check_moderator(request).await?;
        let reason = reason.trim();
        if reason.is_empty() {
            return Ok(self.replies.answer(request, key::CHAT_ADMIN_REASON, &[]));
        }
        let table = match self
            .watch_handler
            .find_in_guild(request, typed_number)
            .await?
        {
            Some(table) if self.can_see_table(request, &table).await => table,
            _ => return Ok(self.replies.answer(request, key::CHAT_WATCH_WHICH, &[])),
        };
        let table = self
            .closing
            .close(table, &request.actor, award, reason)
            .await?;
        let fill = [
            (
                "game",
                numbered_table(self.replies.words(request), &table).into(),
            ),
            ("reason", escape_text(reason).into()),
        ];
        Ok(self.replies.answer(request, key::CHAT_ADMIN_CLOSED, &fill))
    }

    /// Returns whether the moderator can see the table.
    ///
    /// The bot cannot list the members of a private thread. So a table in such a thread is visible
    /// only to its players and in its own channel.
    async fn can_see_table(&self, request: &Request, table: &Table) -> bool {
        let is_local =
            table.seat_of(request.actor.person).is_some() || table.channel == request.channel;
        is_local
            || !table.settings.has_fixed_visibility()
                && self.visibility.can_see(request, table.channel).await
    }

    /// Suggests the tables that the moderator can close.
    pub(crate) async fn suggest_closable(
        &self,
        request: &Request,
    ) -> Result<Vec<Suggestion>, Failure> {
        self.admin_handler.check_moderator(request).await?;
        let words = self.replies.words(request);
        let mut suggestions = Vec::new();
        for table in self
            .tables
            .list_in_guild(request.guild, MAX_TABLES_SEARCHED)
            .await?
        {
            if table.status != TableStatus::Over && self.can_see_table(request, &table).await {
                suggestions.push(table_suggestion(words, &table));
            }
        }
        Ok(suggestions)
    }
}
