//! Servers that removed the bot: since when, and how they are forgotten. Games that are over stay with those who played them,
//! under a nameless number in place of that of the server and its channels. It is one transaction, and nothing happens if the
//! bot came back.

use super::forgetting::forget;
use super::query::{query, query_as, query_scalar};
use super::{ContestId, Forgotten, GuildId, Store, StoreError, TableId, Timestamp};

/// By which statements the server `$1` is forgotten, which is the nameless number `$2` from now on.
const FORGET_GUILD: [&str; 17] = [
    "delete from unwritable_channel where channel in (
         select channel from game_table where guild = $1 union select channel from contest where guild = $1
         union select watch.channel from watch join game_table using (table_id) where guild = $1)",
    // (Before their channels are one: there is one chore of a kind that waits in each.)
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

/// Servers that removed the bot.
#[derive(Clone, Copy, Debug)]
pub struct DepartureRepository<'a> {
    pub(crate) store: &'a Store,
}

impl DepartureRepository<'_> {
    /// All servers of which something is kept.
    pub async fn known_guilds(self) -> Result<Vec<GuildId>, StoreError> {
        let sql =
            "select guild from game_table where guild > 0 union select guild from contest where guild > 0
             union select guild from guild union select guild from match_request
             union select guild from moderation_act union select guild from departure order by 1";
        query_scalar(sql).fetch_all(self.store.readers()).await
    }

    /// A server removed the bot, if that is not known yet.
    pub async fn mark_departed(self, guild: GuildId, at: Timestamp) -> Result<(), StoreError> {
        let sql = "insert into departure (guild, since) values ($1, $2) on conflict do nothing";
        self.store
            .write_one(query(sql).bind(guild).bind(at))
            .await
            .map(drop)
    }

    /// Since when servers do not have the bot.
    pub async fn list(self) -> Result<Vec<(GuildId, Timestamp)>, StoreError> {
        let sql = "select guild, since from departure order by since, guild";
        query_as(sql).fetch_all(self.store.readers()).await
    }

    /// A server has the bot.
    pub async fn mark_returned(self, guild: GuildId) -> Result<(), StoreError> {
        let sql = "select exists (select 1 from departure where guild = $1)";
        // Most never left, and servers are many.
        if query_scalar::<bool>(sql)
            .bind(guild)
            .fetch_one(self.store.readers())
            .await?
        {
            self.store
                .write_one(query("delete from departure where guild = $1").bind(guild))
                .await?;
        }
        Ok(())
    }

    /// The tables of a server that are not over.
    pub async fn list_unfinished_tables(self, guild: GuildId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from game_table where guild = $1 and status <> 'over' order by table_id";
        query_scalar(sql)
            .bind(guild)
            .fetch_all(self.store.readers())
            .await
    }

    /// Whether nothing has a server of this number.
    pub async fn is_nowhere(self, guild: GuildId) -> Result<bool, StoreError> {
        let sql = "select not exists (select 1 from game_table where guild = $1)
               and not exists (select 1 from guild_rated_person where guild = $1)
               and not exists (select 1 from contest where guild = $1)";
        query_scalar(sql)
            .bind(guild)
            .fetch_one(self.store.readers())
            .await
    }

    /// Forgets a server that did not have the bot since then, and is this nameless number from now on. Of its contests remains
    /// what is made of each.
    pub async fn forget_guild<E: From<StoreError>>(
        self,
        guild: GuildId,
        since: Timestamp,
        nameless: GuildId,
        empty: impl Fn(ContestId, &str) -> Result<String, E> + Send,
    ) -> Result<Forgotten, E> {
        let mut writing = self.store.writing().await?;
        // Whether the bot is still not there, and nothing goes on there.
        let sql = "select exists (select 1 from departure where guild = $1 and since = $2)
             and not exists (select 1 from game_table where guild = $1 and status <> 'over')";
        if !query_scalar::<bool>(sql)
            .bind(guild)
            .bind(since)
            .fetch_one(writing.on())
            .await?
        {
            return Ok(writing.rollback(Forgotten::NotYet).await?);
        }
        let sql = "select contest_id, state from contest where guild = $1 order by contest_id";
        let contests: Vec<(ContestId, String)> =
            query_as(sql).bind(guild).fetch_all(writing.on()).await?;
        for (contest, state) in contests {
            let sql =
                "update contest set state = $2, revision = revision + 1 where contest_id = $1";
            query(sql)
                .bind(contest)
                .bind(empty(contest, &state)?)
                .execute(writing.on())
                .await?;
        }
        for sql in FORGET_GUILD {
            forget(&mut writing, sql.to_owned(), guild.0, nameless.0).await?;
        }
        writing.commit().await?;
        self.store.erasure().scrub().await?;
        Ok(Forgotten::Done)
    }
}
