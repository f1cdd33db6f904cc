//! Leases of work that only one process may do at a time. A process keeps a claim until it releases
//! the claim or its own lease expires.

use sqlx::types::Json;

use super::notices::sort_by_id;
use super::query::with_timeout;
use super::store::LeaseRepository;
use super::{ContestId, Destination, NoticeRow, StoreError, TableId, Timestamp, WaitKind};

/// Work that one process does at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    Channel(Destination),
    /// The right to check whom this table waits for.
    Table(TableId),
    Contest(ContestId),
    Commands,
    Emojis,
    /// Matching people of different guilds.
    Seekers,
}

impl Claim {
    fn kind_and_id(self) -> (&'static str, i64) {
        match self {
            Claim::Channel(to) => ("channel", to.number()),
            Claim::Table(table_id) => ("table", table_id.0),
            Claim::Contest(contest) => ("contest", contest.0),
            Claim::Commands => ("commands", 0),
            Claim::Emojis => ("emojis", 0),
            Claim::Seekers => ("seekers", 0),
        }
    }
}

/// The end of an insert that acquires a claim, unless another process owns it. The owner may
/// acquire it again.
macro_rules! unless_claimed_by_other {
    () => {
        " on conflict (kind, thing) do update set process = excluded.process
          where claim.process = excluded.process"
    };
}

impl LeaseRepository<'_> {
    /// Acquires a claim. Returns false if another process holds it.
    pub async fn try_acquire(self, claim: Claim) -> Result<bool, StoreError> {
        let (kind, id) = claim.kind_and_id();
        let sql = concat!(
            "insert into claim (kind, thing, process) values ($1, $2, $3)",
            unless_claimed_by_other!()
        );
        let args = (kind, id, self.store.process_id());
        let claimed = self.store.execute_shared(sql, args).await?;
        Ok(claimed.is_none_or(|rows| rows == 1))
    }

    pub async fn release(self, claim: Claim) -> Result<(), StoreError> {
        let (kind, id) = claim.kind_and_id();
        let sql = "delete from claim where kind = $1 and thing = $2 and process = $3";
        let args = (kind, id, self.store.process_id());
        self.store.execute_shared(sql, args).await.map(drop)
    }

    /// Claims up to `max_channels` channels that no other process sends to, and returns up to
    /// `limit` due notices of them. Skips channels in which this process is busy.
    pub async fn claim_due_notices(
        self,
        now: Timestamp,
        busy: &[Destination],
        max_channels: u32,
        limit: u32,
    ) -> Result<Vec<NoticeRow>, StoreError> {
        let busy: Vec<i64> = busy.iter().map(|place| place.number()).collect();
        let Some((pool, process)) = self.store.shared_process() else {
            return self
                .list_due_by_channel(now, &busy, max_channels, limit)
                .await;
        };
        // Only the first due notices are considered when channels are chosen.
        let sql = concat!(
            "insert into claim (kind, thing, process)
             select 'channel', channel, $2 from (
                 select channel from (
                     select channel, due_at, notice_id from notice where ",
            is_due!(),
            " and channel <> all($3)
                       and not exists (select 1 from claim where kind = 'channel' and thing = channel and process <> $2)
                     order by due_at, notice_id limit $5) as due
                 group by channel order by min(due_at), min(notice_id) limit $4) as wanted",
            unless_claimed_by_other!(),
            " returning thing"
        );
        let claim = sqlx::query_scalar(sql).bind(now).bind(process).bind(busy);
        let claim = claim.bind(i64::from(max_channels)).bind(i64::from(limit));
        let claimed: Vec<i64> = with_timeout(claim.fetch_all(pool)).await?;
        if claimed.is_empty() {
            return Ok(Vec::new());
        }
        // The notices are read after the claim, because another process may have sent some
        // meanwhile.
        let sql = concat!(
            select_due_notices!(),
            " and channel = any($2) order by due_at, notice_id limit $3"
        );
        let due = sqlx::query_as(sql)
            .bind(now)
            .bind(claimed)
            .bind(i64::from(limit));
        with_timeout(due.fetch_all(pool)).await.map(sort_by_id)
    }

    /// Returns due notices of up to `max_channels` channels from a file, which has a single
    /// process.
    async fn list_due_by_channel(
        self,
        now: Timestamp,
        busy: &[i64],
        max_channels: u32,
        limit: u32,
    ) -> Result<Vec<NoticeRow>, StoreError> {
        // The cross join makes SQLite begin with the channels.
        let sql = concat!(
            select_notices_from!(),
            "(select channel as place from (
                 select channel, due_at, notice_id from notice where ",
            is_due!(),
            " and channel not in (select value from json_each($3)) order by due_at, notice_id ",
            limit_clause!("$2"),
            ") group by channel order by min(due_at), min(notice_id) ",
            limit_clause!("$4"),
            ") cross join notice on channel = place where ",
            is_due!(),
            " order by due_at, notice_id ",
            limit_clause!("$2")
        );
        let limit = i64::from(limit);
        let max_channels = i64::from(max_channels);
        let due = self
            .store
            .fetch_all(sql, (now, limit, Json(busy), max_channels))
            .await?;
        Ok(sort_by_id(due))
    }

    /// Claims tables that are due and that no other process checks, the longest overdue first.
    pub async fn claim_due_tables(
        self,
        kind: WaitKind,
        now: Timestamp,
        excluded: &[TableId],
        limit: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        let Some((pool, process)) = self.store.shared_process() else {
            return self
                .store
                .waits()
                .list_due_of_kind(kind, now, excluded, limit)
                .await;
        };
        let excluded: Vec<i64> = excluded.iter().map(|table_id| table_id.0).collect();
        let sql = concat!(
            "insert into claim (kind, thing, process)
             select 'table', table_id, $2 from (
                 select table_id from wait
                 where check_at <= $1 and (person is not null) = $4 and table_id <> all($5)
                   and not exists (select 1 from claim where kind = 'table' and thing = table_id and process <> $2)
                 order by check_at limit $3) as wanted",
            unless_claimed_by_other!(),
            " returning thing"
        );
        let claim = sqlx::query_scalar(sql)
            .bind(now)
            .bind(process)
            .bind(i64::from(limit));
        let claim = claim.bind(kind == WaitKind::People).bind(excluded);
        with_timeout(claim.fetch_all(pool)).await
    }

    /// Claims a contest that is due and that no other process checks.
    pub(super) async fn claim_due_contest(
        self,
        now: Timestamp,
    ) -> Result<Option<ContestId>, StoreError> {
        let Some((_, process)) = self.store.shared_process() else {
            let sql = "select contest_id from contest where check_at <= $1 order by check_at, contest_id limit 1";
            return self.store.fetch_optional_scalar(sql, (now,)).await;
        };
        let sql = concat!(
            "insert into claim (kind, thing, process)
             select 'contest', contest_id, $2 from (
                 select contest_id from contest
                 where check_at <= $1
                   and not exists (select 1 from claim where kind = 'contest' and thing = contest_id and process <> $2)
                 order by check_at, contest_id limit 1) as wanted",
            unless_claimed_by_other!(),
            " returning thing"
        );
        self.store.fetch_optional_scalar(sql, (now, process)).await
    }
}
