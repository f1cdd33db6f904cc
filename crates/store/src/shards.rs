//! Shards: which process hears which part of the chat, and the gates that all pass one by one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::ids::GuildId;
use super::processes::seconds;
use super::query::{Database, soon};
use super::{Store, StoreError};

/// Held by whoever takes a shard. No channel has this number.
const TAKING: i64 = -1;

/// One of the parts into which the chat divides what it tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct ShardId {
    /// Its number, from 0 on.
    pub number: i64,
    pub of: i64,
}

impl ShardId {
    /// Whether what happens on a server is told on this shard.
    pub fn hears(self, guild: GuildId) -> bool {
        self.of > 0 && (guild.0 >> 22) % self.of == self.number
    }
}

/// What this process knows of itself.
#[derive(Debug, Default)]
pub(super) struct Here {
    /// Its number among those on a server; 0 is none.
    process: AtomicI64,
    /// When gates open, where nobody else passes them.
    gates: Mutex<HashMap<String, Instant>>,
}

impl Here {
    pub(super) fn is(&self, process: i64) {
        self.process.store(process, Ordering::SeqCst);
    }

    pub(super) fn process(&self) -> Option<i64> {
        Some(self.process.load(Ordering::SeqCst)).filter(|process| *process != 0)
    }

    fn pass(&self, gate: &str, every: Duration) -> Option<Duration> {
        let now = Instant::now();
        let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
        match gates
            .get(gate)
            .and_then(|opens| opens.checked_duration_since(now))
        {
            None => {
                gates.insert(gate.to_owned(), now + every);
                None
            }
            wait => wait,
        }
    }
}

/// Shards of the gateway, and the gates that all processes pass one by one.
#[derive(Clone, Copy, Debug)]
pub struct ShardRepository<'a> {
    pub(crate) store: &'a Store,
}

impl ShardRepository<'_> {
    /// A shard of so many that nobody has who stays, if it is this process's turn: whoever has fewest is next, and none is
    /// taken while its gate is closed. There are so many gates; `held` are those that this process has.
    pub async fn take(
        &self,
        of: i64,
        gates: i64,
        held: &[ShardId],
    ) -> Result<Option<ShardId>, StoreError> {
        let Some((_, process)) = self.store.shared() else {
            let mut all = (0..of).map(|number| ShardId { number, of });
            return Ok(all.find(|shard| !held.contains(shard)));
        };
        let mut writing = self.store.writing().await?;
        writing.lock_channels([TAKING]).await?;
        let Database::Postgres(on) = writing.on() else {
            return Ok(None);
        };
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
        let take = sqlx::query_scalar(sql)
            .bind(process)
            .bind(of)
            .bind(gates.max(1));
        let taken: Option<i64> = soon(take.fetch_optional(on)).await?;
        writing.commit().await?;
        Ok(taken.map(|number| ShardId { number, of }))
    }

    /// The chat speaks to this process on this shard.
    pub async fn mark_ready(self, shard: ShardId) -> Result<(), StoreError> {
        let Some((pool, process)) = self.store.shared() else {
            return Ok(());
        };
        let sql =
            "update session set ready = true where total = $1 and shard = $2 and process = $3";
        let ready = sqlx::query(sql)
            .bind(shard.of)
            .bind(shard.number)
            .bind(process);
        soon(ready.execute(pool)).await.map(drop)
    }

    /// This process has this shard no more.
    pub async fn release(self, shard: ShardId) -> Result<(), StoreError> {
        let Some((pool, process)) = self.store.shared() else {
            return Ok(());
        };
        let sql = "delete from session where total = $1 and shard = $2 and process = $3";
        let back = sqlx::query(sql)
            .bind(shard.of)
            .bind(shard.number)
            .bind(process);
        soon(back.execute(pool)).await.map(drop)
    }

    /// Passes the gate before a session of this shard, of which there are so many, and closes it for so long. If it is
    /// closed: for how long yet.
    pub async fn pass_gate(
        self,
        shard: ShardId,
        gates: i64,
        every: Duration,
    ) -> Result<Option<Duration>, StoreError> {
        let gate = format!("session {}", shard.number % gates.max(1));
        let Some((pool, _)) = self.store.shared() else {
            return Ok(self.store.here.pass(&gate, every));
        };
        let sql = "insert into gate (name, opens) values ($1, clock_timestamp() + make_interval(secs => $2))
             on conflict (name) do update set opens = excluded.opens where gate.opens <= clock_timestamp()";
        let pass = sqlx::query(sql)
            .bind(&gate)
            .bind(seconds(every))
            .execute(pool);
        if soon(pass).await?.rows_affected() == 1 {
            return Ok(None);
        }
        let sql = "select greatest(1, extract(epoch from opens - clock_timestamp()) * 1000)::bigint
             from gate where name = $1";
        let wait: i64 = soon(sqlx::query_scalar(sql).bind(&gate).fetch_one(pool)).await?;
        Ok(Some(Duration::from_millis(wait.unsigned_abs())))
    }

    /// Nobody posts anything for so long, in no process.
    pub async fn pause_posts(self, pause: Duration) -> Result<(), StoreError> {
        let Some((pool, _)) = self.store.shared() else {
            return Ok(());
        };
        let sql =
            "insert into gate (name, opens) values ('posts', clock_timestamp() + make_interval(secs => $1))
             on conflict (name) do update set opens = greatest(gate.opens, excluded.opens)";
        soon(sqlx::query(sql).bind(seconds(pause)).execute(pool))
            .await
            .map(drop)
    }
}
