//! Moves a table to another channel of its guild, because its own is gone or its players prefer
//! another.

use std::sync::Arc;

use crate::core::notices::WatcherNotices;
use crate::core::tables::Tables;
use crate::model::notify::Notifiers;
use crate::{
    Actor, ChannelId, Clock, Declined, Destination, Failure, MessageUpdate, News, Proposal,
    RetryPolicy, Role, Table, TableStatus,
};
use lanai_store::{Standing, Store};

pub struct Relocation {
    pub(crate) clock: Clock,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl Relocation {
    /// Checks that a person may move a table.
    pub fn check_may_move(table: &Table, actor: &Actor) -> Result<(), Declined> {
        match table.seat_of(actor.person) {
            _ if table.status == TableStatus::Over => Err(Declined::Over),
            _ if table.settings.stays() => Err(Declined::StaysPrivate),
            None if table.owner != actor.person => Err(Declined::NotSeated),
            Some(_) | None => Ok(()),
        }
    }

    /// Moves a table with its pending notices and its lobby message, whatever happens at it
    /// meanwhile.
    pub async fn move_to(
        &self,
        table: Table,
        actor: &Actor,
        channel: ChannelId,
        above: Option<ChannelId>,
    ) -> Result<Table, Failure> {
        self.tables
            .retry(RetryPolicy::UntilDone, table, |table| {
                self.try_move(table, actor, channel, above)
            })
            .await
    }

    async fn try_move(
        &self,
        table: Table,
        actor: &Actor,
        channel: ChannelId,
        above: Option<ChannelId>,
    ) -> Result<Table, Failure> {
        Relocation::check_may_move(&table, actor)?;
        if table.channel == channel {
            return Err(Declined::Here.into());
        }
        let mut change = table.change(actor.interaction, self.clock.now())?;
        change.goes_to = Some((channel, above));
        change.wait = table.unchanged_wait()?;
        let here = Destination::Channel(table.channel);
        let there = Destination::Channel(channel);
        for Standing { at, role, message } in self
            .store
            .channels()
            .list_standing_messages(table.game)
            .await?
        {
            let goes = match role {
                Role::Lobby | Role::Reminder => at == here,
                // A channel does not follow a table that is played in it.
                Role::Watch => at == there,
                Role::Board => false,
            };
            if goes {
                change
                    .notices
                    .push(table.chore(at, MessageUpdate::Remove { message })?);
            }
        }
        let there = Table { channel, ..table };
        change
            .notices
            .extend(self.watcher_notices.for_watchers_at_once(&there).await?);
        change.notices.push(there.notice(News::Moved)?);
        if let Some(Proposal {
            wish,
            number,
            agreed,
        }) = &there.waiting.asks
        {
            let wish = *wish;
            let number = *number;
            let seat = agreed.first().and_then(|person| there.seat_of(*person));
            change.notices.extend(
                seat.map(|seat| there.notice(News::Proposed { seat, wish, number }))
                    .transpose()?,
            );
        }
        let revision = self.tables.write(&change).await?;
        self.notify.waits.notify();
        Ok(Table { revision, ..there }.waits(change.wait.as_ref())?)
    }
}
