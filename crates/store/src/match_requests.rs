//! Requests for opponents across guilds, and the tables that are opened for them. Each request is
//! matched at most once, even if several processes handle it at the same time.

use super::store::SeekerRepository;
use super::table_writer::{claim_interaction, insert_notices, insert_table};
use super::transaction::WriteTransaction;
use super::{
    ChannelId, GuildId, InteractionId, NewTable, PersonId, StoreError, TableId, Timestamp,
};

#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct MatchRequestRow {
    pub person: PersonId,
    pub guild: GuildId,
    pub title: String,
    pub seats: i64,
    pub since: Timestamp,
    /// Further wishes as JSON, opaque to the store.
    pub body: String,
}

/// The direct messages in which a person follows a table across guilds.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct PrivateChannel {
    pub person: PersonId,
    pub channel: ChannelId,
    pub language: String,
}

/// The outcome of saving a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchRequestOutcome {
    /// The request waits, and replaces an earlier one.
    Waiting,
    /// The person is already playing across guilds. Nothing was written.
    AlreadyPlaying,
    /// The command was already handled. Nothing was written.
    Repeated,
}

impl SeekerRepository<'_> {
    /// Saves a request in place of an earlier one of the same person.
    pub async fn save(
        self,
        request: &MatchRequestRow,
        interaction: Option<InteractionId>,
    ) -> Result<MatchRequestOutcome, StoreError> {
        let mut transaction = self.store.begin().await?;
        if !claim_interaction(&mut transaction, interaction, request.since).await? {
            return transaction.rollback(MatchRequestOutcome::Repeated).await;
        }
        // Serializes openings of tables for this person: people share the lock space of channels.
        transaction.lock_channels([request.person.0]).await?;
        if is_playing_across_guilds(&mut transaction, request.person).await? {
            return transaction
                .rollback(MatchRequestOutcome::AlreadyPlaying)
                .await;
        }
        let sql =
            "insert into match_request (person, guild, title, seats, since, body) values ($1, $2, $3, $4, $5, $6)
             on conflict (person) do update
             set guild = $2, title = $3, seats = $4, since = $5, body = $6, expiring_since = null";
        let args = (
            request.person,
            request.guild,
            &request.title,
            request.seats,
            request.since,
            &request.body,
        );
        transaction.execute(sql, args).await?;
        transaction.commit().await?;
        Ok(MatchRequestOutcome::Waiting)
    }

    pub async fn find(self, person: PersonId) -> Result<Option<MatchRequestRow>, StoreError> {
        let sql =
            "select person, guild, title, seats, since, body from match_request where person = $1";
        self.store.fetch_optional(sql, (person,)).await
    }

    /// Deletes the request of a person. Returns false if there was none.
    pub async fn delete(self, person: PersonId) -> Result<bool, StoreError> {
        let sql = "delete from match_request where person = $1";
        let changed = self.store.execute_counted(sql, (person,)).await?;
        Ok(changed == 1)
    }

    /// Deletes a request if it has not been replaced. Returns false otherwise.
    pub async fn delete_unchanged(self, request: &MatchRequestRow) -> Result<bool, StoreError> {
        let mut transaction = self.store.begin().await?;
        let ended = delete_request(&mut transaction, request, true).await?;
        transaction.commit().await?;
        Ok(ended)
    }

    /// Returns requests for the same game and number of seats, the oldest first.
    pub async fn list_matching(
        &self,
        title: &str,
        seats: i64,
        limit: u32,
    ) -> Result<Vec<MatchRequestRow>, StoreError> {
        let sql = "select person, guild, title, seats, since, body from match_request
             where title = $1 and seats = $2 and expiring_since is null order by since, person limit $3";
        self.store
            .fetch_all(sql, (title, seats, i64::from(limit)))
            .await
    }

    /// Returns the oldest requests from before this time.
    pub async fn list_oldest(
        self,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<MatchRequestRow>, StoreError> {
        let sql = concat!(
            "select person, guild, title, seats, since, body from match_request
             where since < $1 and expiring_since is null order by since, person ",
            limit_clause!("$2")
        );
        self.store.fetch_all(sql, (before, i64::from(limit))).await
    }

    /// Opens a table for people whose requests match. Returns `None` if a request is gone or one of
    /// the people is already playing.
    pub async fn open_match(
        self,
        new: &NewTable,
        starting: &str,
        wishes: &[MatchRequestRow],
        private_channels: &[PrivateChannel],
    ) -> Result<Option<TableId>, StoreError> {
        let mut transaction = self.store.begin().await?;
        let people: Vec<i64> = wishes.iter().map(|request| request.person.0).collect();
        transaction.lock_channels(people).await?;
        for request in wishes {
            if !delete_request(&mut transaction, request, false).await?
                || is_playing_across_guilds(&mut transaction, request.person).await?
            {
                return transaction.rollback(None).await;
            }
        }
        let Some(table_id) = insert_table(&mut transaction, new).await? else {
            return transaction.rollback(None).await;
        };
        let sql = "update game_table set starting = $2 where table_id = $1";
        transaction.execute(sql, (table_id, starting)).await?;
        for private in private_channels {
            let sql = "insert into private_channel (table_id, person, channel, language) values ($1, $2, $3, $4)";
            let args = (table_id, private.person, private.channel, &private.language);
            transaction.execute(sql, args).await?;
        }
        insert_notices(&mut transaction, table_id, &new.notices).await?;
        transaction.commit().await?;
        Ok(Some(table_id))
    }

    /// Returns the language in which a person follows a table in direct messages.
    pub async fn find_private_language(
        self,
        table_id: TableId,
        person: PersonId,
    ) -> Result<Option<String>, StoreError> {
        let sql = "select language from private_channel where table_id = $1 and person = $2";
        self.store
            .fetch_optional_scalar(sql, (table_id, person))
            .await
    }

    /// Claims requests from before this time, which are no longer matched. This process tells the
    /// people; after `retry_after_secs` seconds, another process may claim the requests.
    pub async fn claim_expired(
        self,
        before: Timestamp,
        now: Timestamp,
        retry_after_secs: i64,
    ) -> Result<Vec<MatchRequestRow>, StoreError> {
        let sql = "update match_request set expiring_since = $2
             where since < $1 and (expiring_since is null or expiring_since < $3)
             returning person, guild, title, seats, since, body";
        let mut transaction = self.store.begin().await?;
        let taken: Vec<MatchRequestRow> = transaction
            .fetch_all(sql, (before, now, now - retry_after_secs))
            .await?;
        transaction.commit().await?;
        Ok(taken)
    }
}

/// Deletes a request. Returns false if it is gone, or expiring and `include_expiring` is false.
async fn delete_request(
    transaction: &mut WriteTransaction<'_>,
    request: &MatchRequestRow,
    include_expiring: bool,
) -> Result<bool, StoreError> {
    let sql = "delete from match_request
         where person = $1 and guild = $2 and title = $3 and seats = $4 and since = $5
           and ($6 or expiring_since is null)";
    let args = (
        request.person,
        request.guild,
        &request.title,
        request.seats,
        request.since,
        include_expiring,
    );
    let taken = transaction.execute_counted(sql, args).await?;
    Ok(taken == 1)
}

/// Returns whether a person has an unfinished table across guilds.
async fn is_playing_across_guilds(
    transaction: &mut WriteTransaction<'_>,
    person: PersonId,
) -> Result<bool, StoreError> {
    let sql = "select exists (select 1 from seat join game_table using (table_id)
         where person = $1 and channel = 0 and guild = 0 and status <> 'over')";
    transaction.fetch_scalar(sql, (person,)).await
}
