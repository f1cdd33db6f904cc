//! Moves a table to another channel of its guild, because its own channel is gone or its players
//! prefer another one.

use std::sync::Arc;

use crate::core::notices::WatcherNotices;
use crate::core::tables::Tables;
use crate::model::notify::Notifiers;
use crate::{
    Actor, ChannelId, Clock, Destination, Failure, MessageRole, MessageUpdate, News, Refusal,
    Table, TableStatus,
};
use lanai_store::{StandingMessage, Store};

pub struct Relocation {
    pub(crate) clock: Clock,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl Relocation {
    /// Checks that a person may move a table.
    pub fn check_may_move(table: &Table, actor: &Actor) -> Result<(), Refusal> {
        if table.status == TableStatus::Over {
            return Err(Refusal::Over);
        }
        if table.settings.has_fixed_visibility() {
            return Err(Refusal::StaysPrivate);
        }
        if table.owner != actor.person && table.seat_of(actor.person).is_none() {
            return Err(Refusal::NotSeated);
        }
        Ok(())
    }

    /// Moves a table with its waiting notices. Retries after concurrent changes.
    ///
    /// Its lobby message and reminders in the old channel are removed.
    pub async fn move_to(
        &self,
        table: Table,
        actor: &Actor,
        channel: ChannelId,
        parent_channel: Option<ChannelId>,
    ) -> Result<Table, Failure> {
        self.tables
            .retry(table, |table| {
                self.try_move(table, actor, channel, parent_channel)
            })
            .await
    }

    async fn try_move(
        &self,
        table: Table,
        actor: &Actor,
        channel: ChannelId,
        parent_channel: Option<ChannelId>,
    ) -> Result<Table, Failure> {
        Relocation::check_may_move(&table, actor)?;
        if table.channel == channel {
            return Err(Refusal::AlreadyInChannel.into());
        }
        let mut change = table.new_change(actor.interaction, self.clock.now())?;
        change.move_to = Some((channel, parent_channel));
        change.wait = table.unchanged_wait()?;
        let old_place = Destination::Channel(table.channel);
        let new_place = Destination::Channel(channel);
        for StandingMessage { at, role, message } in self
            .store
            .channels()
            .list_standing_messages(table.id)
            .await?
        {
            let is_removed = match role {
                MessageRole::Lobby | MessageRole::Reminder => at == old_place,
                // A channel does not watch a table that is played in it.
                MessageRole::Watch => at == new_place,
                MessageRole::Board => false,
            };
            if is_removed {
                change
                    .notices
                    .push(table.message_update_notice(at, MessageUpdate::Remove { message })?);
            }
        }
        let table = Table { channel, ..table };
        change
            .notices
            .extend(self.watcher_notices.for_watchers_at_once(&table).await?);
        change.notices.push(table.change_notice(News::Moved)?);
        // The message with an open proposal stays in the old channel, so it is posted again.
        if let Some(proposal) = &table.waiting.proposal
            && let Some(proposer) = proposal.agreed.first()
            && let Some(seat) = table.seat_of(*proposer)
        {
            change.notices.push(table.change_notice(News::Proposed {
                seat,
                terms: proposal.terms,
                number: proposal.number,
            })?);
        }
        let table = self.tables.write(table, change).await?;
        self.notify.wait_changes.notify();
        Ok(table)
    }
}
