//! Servers that removed the bot: since when, and how they are forgotten. Games that are over stay with those who played them,
//! under a nameless number in place of that of the server and its channels. It is one transaction, and nothing happens if the
//! bot came back.

use super::forgetting::forget;
use super::query::{query, query_as, query_scalar};
use super::{ContestId, Forgotten, GameId, ServerId, Store, StoreError, Timestamp};

/// By which statements the server `$1` is forgotten, which is the nameless number `$2` from now on.
const FORGETTING: [&str; 17] = [
    "delete from shut where channel in (
         select channel from game where server = $1 union select channel from contest where server = $1
         union select watch.channel from watch join game using (game_id) where server = $1)",
    // (Before their channels are one: there is one chore of a kind that waits in each.)
    "update notice set body = '', status = case when status = 'waiting' then 'given_up' else status end
         where game_id in (select game_id from game where server = $1)",
    "update notice set channel = $2, message = null where person is null
         and game_id in (select game_id from game where server = $1)",
    "delete from standing where game_id in (select game_id from game where server = $1)",
    "delete from watch where game_id in (select game_id from game where server = $1)",
    "delete from heat where contest_id in (select contest_id from contest where server = $1)",
    "update contest set organiser = $2, status = 'over', look_at = null where server = $1",
    "update contest set server = $2, channel = $2 where server = $1",
    "update rated_on set server = $2 where server = $1",
    "update result set server = $2, hall = null where server = $1",
    "update game set server = $2, channel = $2, above = null, hall = null where server = $1",
    "delete from wish where server = $1",
    "delete from act where server = $1",
    "delete from server where server = $1",
    "delete from placed_in where server = $1",
    "delete from played_in where server = $1",
    "delete from departed where server = $1",
];

/// Servers that removed the bot.
#[derive(Clone, Copy, Debug)]
pub struct DepartureRepository<'a> {
    pub(crate) store: &'a Store,
}

impl DepartureRepository<'_> {
    /// All servers of which something is kept.
    pub async fn known_servers(self) -> Result<Vec<ServerId>, StoreError> {
        let sql = "select server from game where server > 0 union select server from contest where server > 0
             union select server from server union select server from wish
             union select server from act union select server from departed order by 1";
        query_scalar(sql).fetch_all(self.store.readers()).await
    }

    /// A server removed the bot, if that is not known yet.
    pub async fn mark_departed(self, server: ServerId, at: Timestamp) -> Result<(), StoreError> {
        let sql = "insert into departed (server, since) values ($1, $2) on conflict do nothing";
        self.store
            .write_one(query(sql).bind(server).bind(at))
            .await
            .map(drop)
    }

    /// Since when servers do not have the bot.
    pub async fn list(self) -> Result<Vec<(ServerId, Timestamp)>, StoreError> {
        let sql = "select server, since from departed order by since, server";
        query_as(sql).fetch_all(self.store.readers()).await
    }

    /// A server has the bot.
    pub async fn mark_returned(self, server: ServerId) -> Result<(), StoreError> {
        let sql = "select exists (select 1 from departed where server = $1)";
        // Most never left, and servers are many.
        if query_scalar::<bool>(sql)
            .bind(server)
            .fetch_one(self.store.readers())
            .await?
        {
            self.store
                .write_one(query("delete from departed where server = $1").bind(server))
                .await?;
        }
        Ok(())
    }

    /// The tables of a server that are not over.
    pub async fn list_unfinished_tables(self, server: ServerId) -> Result<Vec<GameId>, StoreError> {
        let sql =
            "select game_id from game where server = $1 and status <> 'over' order by game_id";
        query_scalar(sql)
            .bind(server)
            .fetch_all(self.store.readers())
            .await
    }

    /// Whether nothing has a server of this number.
    pub async fn is_nowhere(self, server: ServerId) -> Result<bool, StoreError> {
        let sql = "select not exists (select 1 from game where server = $1)
               and not exists (select 1 from rated_on where server = $1)
               and not exists (select 1 from contest where server = $1)";
        query_scalar(sql)
            .bind(server)
            .fetch_one(self.store.readers())
            .await
    }

    /// Forgets a server that did not have the bot since then, and is this nameless number from now on. Of its contests remains
    /// what is made of each.
    pub async fn forget_server<E: From<StoreError>>(
        self,
        server: ServerId,
        since: Timestamp,
        nameless: ServerId,
        empty: impl Fn(ContestId, &str) -> Result<String, E> + Send,
    ) -> Result<Forgotten, E> {
        let mut writing = self.store.writing().await?;
        // Whether the bot is still not there, and nothing goes on there.
        let sql = "select exists (select 1 from departed where server = $1 and since = $2)
             and not exists (select 1 from game where server = $1 and status <> 'over')";
        if !query_scalar::<bool>(sql)
            .bind(server)
            .bind(since)
            .fetch_one(writing.on())
            .await?
        {
            return Ok(writing.leave(Forgotten::NotYet).await?);
        }
        let sql = "select contest_id, state from contest where server = $1 order by contest_id";
        let contests: Vec<(ContestId, String)> =
            query_as(sql).bind(server).fetch_all(writing.on()).await?;
        for (contest, state) in contests {
            let sql =
                "update contest set state = $2, revision = revision + 1 where contest_id = $1";
            query(sql)
                .bind(contest)
                .bind(empty(contest, &state)?)
                .execute(writing.on())
                .await?;
        }
        for sql in FORGETTING {
            forget(&mut writing, sql.to_owned(), server.0, nameless.0).await?;
        }
        writing.commit().await?;
        self.store.erasure().scrub().await?;
        Ok(Forgotten::Done)
    }
}
