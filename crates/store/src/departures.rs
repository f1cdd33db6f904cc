//! Guilds that removed the bot, and their erasure. Finished games stay with their players; an
//! anonymous id replaces the ids of the guild and its channels. The erasure is one transaction, and
//! does nothing if the bot was invited again.

use super::erasure::execute_erasure;
use super::store::DepartureRepository;
use super::{ContestId, ErasureOutcome, GuildId, StoreError, TableId, Timestamp};

/// Statements that erase the guild `$1`, whose id becomes the anonymous `$2`.
const FORGET_GUILD: [&str; 17] = [
    "delete from unwritable_channel where channel in (
         select channel from game_table where guild = $1 union select channel from contest where guild = $1
         union select watch.channel from watch join game_table using (table_id) where guild = $1)",
    // Must precede the next statement, which gives all these notices one channel: a channel holds
    // one waiting notice per replace key.
    "update notice set body = '', status = case when status = 'waiting' then 'given_up' else status end
         where table_id in (select table_id from game_table where guild = $1)",
    "update notice set channel = $2, message = null where person is null
         and table_id in (select table_id from game_table where guild = $1)",
    "delete from standing_message where table_id in (select table_id from game_table where guild = $1)",
    "delete from watch where table_id in (select table_id from game_table where guild = $1)",
    "delete from heat where contest_id in (select contest_id from contest where guild = $1)",
    "update contest set organiser = $2, status = 'over', check_at = null where guild = $1",
    "update contest set guild = $2, channel = $2 where guild = $1",
    "update guild_rated_person set guild = $2 where guild = $1",
    "update result set guild = $2, audience_channel = null where guild = $1",
    "update game_table set guild = $2, channel = $2, parent_channel = null, audience_channel = null where guild = $1",
    "delete from match_request where guild = $1",
    "delete from moderation_act where guild = $1",
    "delete from guild where guild = $1",
    "delete from seat_total where guild = $1",
    "delete from member_total where guild = $1",
    "delete from departure where guild = $1",
];

impl DepartureRepository<'_> {
    /// Returns the guilds about which anything is stored, without those that were erased.
    pub async fn list_known_guilds(self) -> Result<Vec<GuildId>, StoreError> {
        let sql =
            "select guild from game_table where guild > 0 union select guild from contest where guild > 0
             union select guild from guild union select guild from match_request
             union select guild from moderation_act union select guild from departure order by 1";
        self.store.fetch_scalars(sql, ()).await
    }

    /// Records that a guild removed the bot, unless this is already recorded.
    pub async fn mark_departed(self, guild: GuildId, at: Timestamp) -> Result<(), StoreError> {
        let sql = "insert into departure (guild, since) values ($1, $2) on conflict do nothing";
        self.store.execute(sql, (guild, at)).await
    }

    /// Returns the guilds that removed the bot, with the time of the removal, the earliest first.
    pub async fn list(self) -> Result<Vec<(GuildId, Timestamp)>, StoreError> {
        let sql = "select guild, since from departure order by since, guild";
        self.store.fetch_all(sql, ()).await
    }

    /// Records that a guild has the bot.
    pub async fn clear_departed(self, guild: GuildId) -> Result<(), StoreError> {
        let sql = "select exists (select 1 from departure where guild = $1)";
        // Most guilds never left, so a read avoids a write for each.
        if self.store.fetch_scalar::<bool>(sql, (guild,)).await? {
            self.store
                .execute("delete from departure where guild = $1", (guild,))
                .await?;
        }
        Ok(())
    }

    pub async fn list_unfinished_tables(self, guild: GuildId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from game_table where guild = $1 and status <> 'over' order by table_id";
        self.store.fetch_scalars(sql, (guild,)).await
    }

    /// Erases a guild that removed the bot at `since`. The state of each of its contests becomes
    /// what `anonymize_contest` returns.
    pub async fn forget_guild<E: From<StoreError>>(
        self,
        guild: GuildId,
        since: Timestamp,
        anonymous_id: GuildId,
        anonymize_contest: impl Fn(ContestId, &str) -> Result<String, E> + Send,
    ) -> Result<ErasureOutcome, E> {
        let mut transaction = self.store.begin().await?;
        // The bot must still be absent, and no table unfinished.
        let sql = "select exists (select 1 from departure where guild = $1 and since = $2)
             and not exists (select 1 from game_table where guild = $1 and status <> 'over')";
        if !transaction
            .fetch_scalar::<bool>(sql, (guild, since))
            .await?
        {
            return Ok(transaction.rollback(ErasureOutcome::NotYet).await?);
        }
        let sql = "select contest_id, state from contest where guild = $1 order by contest_id";
        let contests: Vec<(ContestId, String)> = transaction.fetch_all(sql, (guild,)).await?;
        for (contest, state) in contests {
            let sql =
                "update contest set state = $2, revision = revision + 1 where contest_id = $1";
            transaction
                .execute(sql, (contest, anonymize_contest(contest, &state)?))
                .await?;
        }
        for sql in FORGET_GUILD {
            execute_erasure(&mut transaction, sql.to_owned(), guild.0, anonymous_id.0).await?;
        }
        transaction.commit().await?;
        self.store.erasure().truncate_wal().await?;
        Ok(ErasureOutcome::Done)
    }
}
