//! Shards of the gateway, and the gates that processes pass one at a time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::StoreError;
use super::ids::GuildId;
use super::store::ShardRepository;

/// The lock under which shards are claimed. No channel has this id.
const SHARD_LOCK: i64 = -1;

/// A shard of the gateway.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct ShardId {
    /// The number of the shard, counted from 0.
    pub number: i64,
    pub total: i64,
}

impl ShardId {
    /// Returns whether Discord sends the events of a guild to this shard.
    pub fn covers_guild(self, guild: GuildId) -> bool {
        self.total > 0 && (guild.0 >> 22) % self.total == self.number
    }
}

/// The id of this process, and the times at which its gates open.
#[derive(Debug, Default)]
pub(super) struct ProcessState {
    /// The id of this process on a server. 0 for none.
    process: AtomicI64,
    /// When gates open, for a file, which has one process.
    gates: Mutex<HashMap<String, Instant>>,
}

impl ProcessState {
    pub(super) fn set_process_id(&self, process: i64) {
        self.process.store(process, Ordering::SeqCst);
    }

    pub(super) fn process_id(&self) -> Option<i64> {
        Some(self.process.load(Ordering::SeqCst)).filter(|process| *process != 0)
    }

    fn try_pass_gate(&self, gate: &str, interval: Duration) -> Option<Duration> {
        let now = Instant::now();
        let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
        match gates
            .get(gate)
            .and_then(|opens| opens.checked_duration_since(now))
        {
            None => {
                gates.insert(gate.to_owned(), now + interval);
                None
            }
            wait => wait,
        }
    }
}

impl ShardRepository<'_> {
    /// Claims a shard that no staying process has, if no process has fewer shards and the gate is
    /// open. `held` are the shards of this process, and there are `max_concurrency` gates.
    pub async fn claim_next(
        &self,
        total: i64,
        max_concurrency: i64,
        held: &[ShardId],
    ) -> Result<Option<ShardId>, StoreError> {
        let Some((_, process)) = self.store.shared_process() else {
            let mut all = (0..total).map(|number| ShardId { number, total });
            return Ok(all.find(|shard| !held.contains(shard)));
        };
        let mut transaction = self.store.begin().await?;
        transaction.lock_channels([SHARD_LOCK]).await?;
        let sql = "with living as (select process_id from process where until > clock_timestamp() and not leaving),
             held as (select shard, process from session join living on process = process_id where total = $2)
             insert into session (total, shard, process)
             select $2, free.shard, $1 from generate_series(0, $2 - 1) as free (shard)
             where not exists (select 1 from held where held.shard = free.shard)
               and (select count(*) from held where process = $1)
                   <= all (select count(shard) from living left join held on process = process_id group by process_id)
               and not exists (select 1 from gate
                               where name = 'session ' || (free.shard % $3) and opens > clock_timestamp())
             order by free.shard limit 1
             on conflict do nothing
             returning shard";
        let args = (process, total, max_concurrency.max(1));
        let taken: Option<i64> = transaction.fetch_optional_scalar(sql, args).await?;
        transaction.commit().await?;
        Ok(taken.map(|number| ShardId { number, total }))
    }

    /// Records that this shard has a session in this process.
    pub async fn mark_ready(self, shard: ShardId) -> Result<(), StoreError> {
        let sql =
            "update session set ready = true where total = $1 and shard = $2 and process = $3";
        let args = (shard.total, shard.number, self.store.process_id());
        self.store.execute_shared(sql, args).await.map(drop)
    }

    pub async fn release(self, shard: ShardId) -> Result<(), StoreError> {
        let sql = "delete from session where total = $1 and shard = $2 and process = $3";
        let args = (shard.total, shard.number, self.store.process_id());
        self.store.execute_shared(sql, args).await.map(drop)
    }

    /// Passes the gate of a shard and closes it for `interval`. Returns how long to wait if it is
    /// closed.
    pub async fn try_pass_gate(
        self,
        shard: ShardId,
        max_concurrency: i64,
        interval: Duration,
    ) -> Result<Option<Duration>, StoreError> {
        let gate = format!("session {}", shard.number % max_concurrency.max(1));
        let sql = "insert into gate (name, opens) values ($1, clock_timestamp() + make_interval(secs => $2))
             on conflict (name) do update set opens = excluded.opens where gate.opens <= clock_timestamp()";
        let args = (&gate, interval.as_secs_f64());
        match self.store.execute_shared(sql, args).await? {
            None => return Ok(self.store.process_state.try_pass_gate(&gate, interval)),
            Some(1) => return Ok(None),
            Some(_) => {}
        }
        let sql = "select greatest(1, extract(epoch from opens - clock_timestamp()) * 1000)::bigint
             from gate where name = $1";
        let wait: i64 = self.store.fetch_scalar(sql, (&gate,)).await?;
        Ok(Some(Duration::from_millis(wait.unsigned_abs())))
    }

    /// Pauses posting in all processes of a server. For a file, does nothing.
    pub async fn pause_posts(self, pause: Duration) -> Result<(), StoreError> {
        let sql =
            "insert into gate (name, opens) values ('posts', clock_timestamp() + make_interval(secs => $1))
             on conflict (name) do update set opens = greatest(gate.opens, excluded.opens)";
        let args = (pause.as_secs_f64(),);
        self.store.execute_shared(sql, args).await.map(drop)
    }
}
