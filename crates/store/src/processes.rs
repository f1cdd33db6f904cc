//! The processes that serve one database on a server: who is there, and until when that is believed. What one of them does
//! alone hangs on its row, and is free when the row goes. A file is served by one process: there everything is simply
//! allowed.

use std::time::Duration;

use sqlx::PgPool;

use super::home::MIGRATIONS_OF_POSTGRES;
use super::query::{Database, query, soon};
use super::{InteractionId, Store, StoreError};

/// For so long a process holds what it holds, unless it says again that it is there.
pub const LEASE: Duration = Duration::from_secs(8);

/// Seconds, as an interval is made of.
pub(super) fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

/// How things stand among the processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, sqlx_macros::FromRow)]
pub struct Presence {
    /// The time by the clock of the database, in milliseconds since 1970; none if the machine's own counts.
    pub clock: Option<i64>,
    /// How many other processes there are.
    pub others: i64,
    /// How many of them are not about to go.
    pub staying: i64,
    /// How many shards there are to be, as all agree.
    pub shards: i64,
    /// Whether the chat speaks to somebody who stays on each of these.
    pub complete: bool,
    /// For how many milliseconds nothing is posted.
    pub paused: i64,
    /// Whether a newer version of this program has changed the tables meanwhile.
    pub outdated: bool,
}

/// The processes that serve one database.
#[derive(Clone, Copy, Debug)]
pub struct ProcessRepository<'a> {
    pub(crate) store: &'a Store,
}

impl ProcessRepository<'_> {
    /// This process serves the database from now on, and would have so many shards. True if nobody else serves it.
    pub async fn join(self, shards: i64) -> Result<bool, StoreError> {
        let alone = match &self.store.readers {
            Database::Sqlite(_) => true,
            Database::Postgres(pool) => self.join_others(pool, shards).await?,
        };
        if alone {
            // What whoever served it before was saying may have been said.
            let doubt = "update notice set maybe_sent = true where status = 'waiting'";
            self.store.write_one(query(doubt)).await?;
        }
        Ok(alone)
    }

    async fn join_others(self, pool: &PgPool, shards: i64) -> Result<bool, StoreError> {
        let sql = "with mine as (
                 insert into process (until, shards) values (clock_timestamp() + make_interval(secs => $1), $2)
                 returning process_id)
             select process_id, not exists (select 1 from process where until > clock_timestamp()) from mine";
        let join = sqlx::query_as(sql)
            .bind(seconds(LEASE))
            .bind(shards)
            .fetch_one(pool);
        let (process, alone): (i64, bool) = soon(join).await?;
        self.store.here.is(process);
        Ok(alone)
    }

    /// This process is still there. Nothing if it was given up meanwhile: what it held may be somebody else's.
    pub async fn renew(self, shards: i64) -> Result<Option<Presence>, StoreError> {
        let Some((pool, process)) = self.store.shared() else {
            return Ok(Some(Presence {
                shards,
                ..Presence::default()
            }));
        };
        let sql = "with stays as (
                 update process set until = clock_timestamp() + make_interval(secs => $2), shards = $3
                 where process_id = $1 returning process_id),
             living as (
                 select process_id, leaving, case when process_id = $1 then $3 else shards end as shards
                 from process where until > clock_timestamp() or process_id = $1),
             agreed as (select coalesce(max(shards) filter (where not leaving), max(shards)) as total from living)
             select (extract(epoch from clock_timestamp()) * 1000)::bigint as clock,
                    (select count(*) from living where process_id <> $1) as others,
                    (select count(*) from living where process_id <> $1 and not leaving) as staying,
                    total as shards,
                    total = (select count(distinct shard) from session join living on process = process_id
                             where ready and not leaving and session.total = agreed.total) as complete,
                    coalesce((select greatest(0, extract(epoch from opens - clock_timestamp()) * 1000)::bigint
                              from gate where name = 'posts'), 0) as paused,
                    (select max(version) > $4 from _sqlx_migrations) as outdated
             from stays, agreed";
        let stay = sqlx::query_as(sql)
            .bind(process)
            .bind(seconds(LEASE))
            .bind(shards);
        let stay = stay.bind(
            MIGRATIONS_OF_POSTGRES
                .iter()
                .last()
                .map(|migration| migration.version),
        );
        soon(stay.fetch_optional(pool)).await
    }

    /// This process is about to go: others may take over what it does.
    pub async fn mark_leaving(self) -> Result<(), StoreError> {
        let Some((pool, process)) = self.store.shared() else {
            return Ok(());
        };
        let sql = "update process set leaving = true where process_id = $1";
        soon(sqlx::query(sql).bind(process).execute(pool))
            .await
            .map(drop)
    }

    /// This process is gone.
    pub async fn leave(self) -> Result<(), StoreError> {
        let Some((pool, process)) = self.store.shared() else {
            return Ok(());
        };
        self.store.here.is(0);
        soon(sqlx::query(REMOVE_PROCESSES).bind(process).execute(pool))
            .await
            .map(drop)
    }

    /// Those who have not said in time that they are there are gone.
    pub async fn remove_silent(self) -> Result<(), StoreError> {
        let Some((pool, _)) = self.store.shared() else {
            return Ok(());
        };
        soon(
            sqlx::query(REMOVE_PROCESSES)
                .bind(None::<i64>)
                .execute(pool),
        )
        .await
        .map(drop)
    }

    /// Whether no other process has been told of this press or command before. It is of no use to anybody after moments.
    pub async fn mark_heard(self, interaction: InteractionId) -> Result<bool, StoreError> {
        let Some((pool, _)) = self.store.shared() else {
            return Ok(true);
        };
        let sql = "insert into heard (interaction_id) values ($1) on conflict do nothing";
        Ok(soon(sqlx::query(sql).bind(interaction).execute(pool))
            .await?
            .rows_affected()
            == 1)
    }
}

/// One process goes, or all that are silent. What it was saying may have been said.
const REMOVE_PROCESSES: &str = "with gone as (
         delete from process where case when $1 is null then until < clock_timestamp() else process_id = $1 end
         returning process_id),
     doubt as (
         update notice set maybe_sent = true
         where status = 'waiting'
           and channel in (select thing from claim join gone on process = process_id where kind = 'channel'))
     select 1";
