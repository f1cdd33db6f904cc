//! Looking on from elsewhere: a table is followed in another channel of its server, as far as the public may know it.

use super::{Actor, Chore, Declined, DueNotice, Failure, Role, Table, TableStatus, Tables, Trouble, Watch};

/// From so many channels a table is followed at most, and so many tables by a channel.
const MOST: usize = 8;

type Result<T, E = Failure> = std::result::Result<T, E>;

impl Tables {
    /// Follows a table in a channel of the same server; false if it was followed there.
    pub async fn watch(&self, table: &Table, channel: i64, actor: &Actor, language: &str) -> Result<bool> {
        if table.status == TableStatus::Over {
            return Err(Declined::Over.into());
        }
        if table.manners()?.closed {
            return Err(Declined::Closed.into());
        }
        let many = self.store.watches(table.game).await?.len() >= MOST
            || self.store.watched_in(channel).await?.len() >= MOST;
        if many {
            return Err(Declined::TooManyWatches.into());
        }
        if table.channel == channel {
            return Err(Declined::Here.into());
        }
        let (game_id, language) = (table.game.0, language.to_owned());
        let watch = Watch { game_id, channel, person: actor.person, language };
        let new = self.store.watch(&watch).await?;
        self.store.notify(table.game, &[table.for_watchers(channel, &watch.language)?]).await?;
        self.news.notify_one();
        Ok(new)
    }

    /// Follows a table no more in a channel; false if it was not followed there.
    pub async fn unwatch(&self, table: &Table, channel: i64) -> Result<bool> {
        Ok(self.store.unwatch(table.game, channel).await?)
    }

    /// The same, and the message that told of it goes.
    pub async fn turn_away(&self, table: &Table, channel: i64) -> Result<bool> {
        let followed = self.unwatch(table, channel).await?;
        if let Some(message) = self.store.standing(table.game, channel, Role::Watch.name()).await? {
            self.store.notify(table.game, &[table.chore(channel, Chore::Remove { message })?]).await?;
            self.news.notify_one();
        }
        Ok(followed)
    }

    /// Which tables are followed in a channel.
    pub async fn watched_in(&self, channel: i64) -> Result<Vec<Table>> {
        self.all(self.store.watched_in(channel).await?).await
    }

    /// Whether a table is followed still where this is to be told.
    pub async fn is_followed(&self, due: &DueNotice) -> Result<bool, Trouble> {
        Ok(self.store.watches(due.game).await?.iter().any(|watch| watch.channel == due.channel))
    }

    /// Whether a person may look back at a table from elsewhere, for their own eyes.
    pub fn is_open_to(table: &Table, person: i64) -> Result<bool, Trouble> {
        Ok(!table.manners()?.closed || table.seat_of(person).is_some())
    }

    /// Everybody who looks on from elsewhere will be told how a table stands.
    pub async fn tell_watchers(&self, table: &Table) -> Result<()> {
        let watches = self.store.watches(table.game).await?;
        let told = watches.iter().map(|watch| table.for_watchers(watch.channel, &watch.language));
        let notices = told.collect::<Result<Vec<_>, Trouble>>()?;
        if !notices.is_empty() {
            self.store.notify(table.game, &notices).await?;
            self.news.notify_one();
        }
        Ok(())
    }

    // --- One's own tables ---

    /// The status of all tables that wait for a person is brought up to date.
    pub async fn refresh(&self, person: i64) -> Result<()> {
        for table in self.waiting_for(person).await? {
            self.store.notify(table.game, &[table.status_after(table.revision, self.now())?]).await?;
        }
        self.news.notify_one();
        Ok(())
    }

    /// Tables that wait for a person, on whatever server, those that wait longest first.
    pub async fn waiting_for(&self, person: i64) -> Result<Vec<Table>> {
        self.all(self.store.waiting_for(person).await?).await
    }
}
