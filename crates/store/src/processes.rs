//! The processes that serve one PostgreSQL database, and their leases. The claims of a process
//! refer to its row, and are free when the row is deleted. A file is served by one process, for
//! which every operation succeeds at once.

use std::time::Duration;

use super::open::MIGRATIONS_OF_POSTGRES;
use super::query::{Database, with_timeout};
use super::store::ProcessRepository;
use super::{InteractionId, StoreError};

/// How long a process keeps its claims without renewing its lease.
pub const PROCESS_LEASE: Duration = Duration::from_secs(8);

/// The state of all processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, sqlx_macros::FromRow)]
pub struct ProcessOverview {
    /// The clock of the database, in milliseconds since 1970. `None` for a file, where the
    /// machine's own clock counts.
    pub clock_millis: Option<i64>,
    /// The number of other processes.
    pub others: i64,
    /// The number of other processes that are not leaving.
    pub others_staying: i64,
    /// The number of shards on which all processes agree.
    pub shard_total: i64,
    /// Whether every shard has a ready session of a process that is not leaving.
    pub all_shards_ready: bool,
    /// The milliseconds for which posting is still paused.
    pub posts_paused_millis: i64,
    /// Whether a newer version of the program has migrated the database.
    pub is_outdated: bool,
}

impl ProcessRepository<'_> {
    /// Registers this process, which asks for this many shards. Returns true if no other process
    /// serves the database.
    pub async fn join(self, shards: i64) -> Result<bool, StoreError> {
        let is_alone = match &self.store.readers {
            Database::Sqlite(_) => true,
            Database::Postgres(_) => self.register_process(shards).await?,
        };
        if is_alone {
            // The previous process may have sent any waiting notice before it crashed.
            let mark_maybe_sent = "update notice set maybe_sent = true where status = 'waiting'";
            self.store.execute(mark_maybe_sent, ()).await?;
        }
        Ok(is_alone)
    }

    async fn register_process(self, shards: i64) -> Result<bool, StoreError> {
        let sql = "with mine as (
                 insert into process (until, shards) values (clock_timestamp() + make_interval(secs => $1), $2)
                 returning process_id)
             select process_id, not exists (select 1 from process where until > clock_timestamp()) from mine";
        let args = (PROCESS_LEASE.as_secs_f64(), shards);
        let (process, is_alone): (i64, bool) = self.store.fetch_one(sql, args).await?;
        self.store.process_state.set_process_id(process);
        Ok(is_alone)
    }

    /// Renews the lease. Returns `None` if it had expired and another process removed this one: its
    /// claims are lost.
    pub async fn renew_lease(self, shards: i64) -> Result<Option<ProcessOverview>, StoreError> {
        let Some((_, process)) = self.store.shared_process() else {
            return Ok(Some(ProcessOverview {
                shard_total: shards,
                ..ProcessOverview::default()
            }));
        };
        let sql = "with stays as (
                 update process set until = clock_timestamp() + make_interval(secs => $2), shards = $3
                 where process_id = $1 returning process_id),
             living as (
                 select process_id, leaving, case when process_id = $1 then $3 else shards end as shards
                 from process where until > clock_timestamp() or process_id = $1),
             agreed as (select coalesce(max(shards) filter (where not leaving), max(shards)) as total from living)
             select (extract(epoch from clock_timestamp()) * 1000)::bigint as clock_millis,
                    (select count(*) from living where process_id <> $1) as others,
                    (select count(*) from living where process_id <> $1 and not leaving) as others_staying,
                    total as shard_total,
                    total = (select count(distinct shard) from session join living on process = process_id
                             where ready and not leaving and session.total = agreed.total) as all_shards_ready,
                    coalesce((select greatest(0, extract(epoch from opens - clock_timestamp()) * 1000)::bigint
                              from gate where name = 'posts'), 0) as posts_paused_millis,
                    (select max(version) > $4 from _sqlx_migrations) as is_outdated
             from stays, agreed";
        let newest_migration = MIGRATIONS_OF_POSTGRES
            .iter()
            .last()
            .map(|migration| migration.version);
        let lease = PROCESS_LEASE.as_secs_f64();
        let args = (process, lease, shards, newest_migration);
        self.store.fetch_optional(sql, args).await
    }

    /// Marks this process as leaving, so that other processes take over.
    pub async fn mark_leaving(self) -> Result<(), StoreError> {
        let sql = "update process set leaving = true where process_id = $1";
        let args = (self.store.process_id(),);
        self.store.execute_shared(sql, args).await.map(drop)
    }

    /// Deletes this process and releases its claims.
    pub async fn leave(self) -> Result<(), StoreError> {
        let Some((pool, process)) = self.store.shared_process() else {
            return Ok(());
        };
        self.store.process_state.set_process_id(0);
        with_timeout(sqlx::query(REMOVE_PROCESSES).bind(process).execute(pool))
            .await
            .map(drop)
    }

    /// Deletes processes whose lease has expired.
    pub async fn remove_expired_processes(self) -> Result<(), StoreError> {
        let args = (None::<i64>,);
        self.store
            .execute_shared(REMOVE_PROCESSES, args)
            .await
            .map(drop)
    }

    /// Records the delivery of an interaction to this process. Returns false if another process
    /// recorded it first. The row is useless after a minute.
    pub async fn register_interaction(
        self,
        interaction: InteractionId,
    ) -> Result<bool, StoreError> {
        let sql = "insert into heard (interaction_id) values ($1) on conflict do nothing";
        let inserted = self.store.execute_shared(sql, (interaction,)).await?;
        Ok(inserted.is_none_or(|rows| rows == 1))
    }
}

/// Deletes the process `$1`, or all processes whose lease has expired if it is null. Marks the
/// waiting notices of the channels they had claimed, because these may have been sent.
const REMOVE_PROCESSES: &str = "with gone as (
         delete from process where case when $1 is null then until < clock_timestamp() else process_id = $1 end
         returning process_id),
     doubt as (
         update notice set maybe_sent = true
         where status = 'waiting'
           and channel in (select thing from claim join gone on process = process_id where kind = 'channel'))
     select 1";
