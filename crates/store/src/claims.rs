//! Claims: what one process does at a time. Whoever claims something has it until they let go of it, or are gone.

use sqlx::types::Json;

use super::notices::sort_by_id;
use super::query::{query_as, query_scalar, soon};
use super::{ContestId, Destination, Due, Looks, Store, StoreError, TableId, Timestamp};

/// What one process does at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    Channel(Destination),
    /// It looks after this table.
    Table(TableId),
    Contest(ContestId),
    Commands,
    Emojis,
    /// It looks after those who wait for people of other servers.
    Seekers,
}

impl Claim {
    fn key(self) -> (&'static str, i64) {
        match self {
            Claim::Channel(to) => ("channel", to.number()),
            Claim::Table(game) => ("table", game.0),
            Claim::Contest(contest) => ("contest", contest.0),
            Claim::Commands => ("commands", 0),
            Claim::Emojis => ("emojis", 0),
            Claim::Seekers => ("seekers", 0),
        }
    }
}

/// What is claimed already stays whose it is. Its own a process claims as often as it likes.
macro_rules! unless_others {
    () => {
        " on conflict (kind, thing) do update set process = excluded.process
          where claim.process = excluded.process"
    };
}

/// Leases: what one process does at a time.
#[derive(Clone, Copy, Debug)]
pub struct LeaseRepository<'a> {
    pub(crate) store: &'a Store,
}

impl LeaseRepository<'_> {
    /// Whether this is ours to do: nobody else does it.
    pub async fn acquire(self, claim: Claim) -> Result<bool, StoreError> {
        let Some((pool, process)) = self.store.shared() else {
            return Ok(true);
        };
        let (kind, thing) = claim.key();
        let sql = concat!(
            "insert into claim (kind, thing, process) values ($1, $2, $3)",
            unless_others!()
        );
        let claim = sqlx::query(sql)
            .bind(kind)
            .bind(thing)
            .bind(process)
            .execute(pool);
        Ok(soon(claim).await?.rows_affected() == 1)
    }

    pub async fn release(self, claim: Claim) -> Result<(), StoreError> {
        let Some((pool, process)) = self.store.shared() else {
            return Ok(());
        };
        let (kind, thing) = claim.key();
        let sql = "delete from claim where kind = $1 and thing = $2 and process = $3";
        soon(
            sqlx::query(sql)
                .bind(kind)
                .bind(thing)
                .bind(process)
                .execute(pool),
        )
        .await
        .map(drop)
    }

    /// Notices that are due, at most so many of so many channels in which nobody else speaks: these are claimed. None are
    /// of channels in which this process is busy.
    pub async fn take_due_channels(
        self,
        now: Timestamp,
        busy: &[Destination],
        channels: u32,
        most: u32,
    ) -> Result<Vec<Due>, StoreError> {
        let busy: Vec<i64> = busy.iter().map(|place| place.number()).collect();
        let Some((pool, process)) = self.store.shared() else {
            return self.due_in(now, &busy, channels, most).await;
        };
        // Channels are found among so much of what is due that nobody else sees to.
        let sql = concat!(
            "insert into claim (kind, thing, process)
             select 'channel', channel, $2 from (
                 select channel from (
                     select channel, due_at, notice_id from notice where ",
            due!(),
            " and channel <> all($3)
                       and not exists (select 1 from claim where kind = 'channel' and thing = channel and process <> $2)
                     order by due_at, notice_id limit $5) as due
                 group by channel order by min(due_at), min(notice_id) limit $4) as wanted",
            unless_others!(),
            " returning thing"
        );
        let claim = sqlx::query_scalar(sql).bind(now).bind(process).bind(busy);
        let claim = claim.bind(i64::from(channels)).bind(i64::from(most));
        let claimed: Vec<i64> = soon(claim.fetch_all(pool)).await?;
        if claimed.is_empty() {
            return Ok(Vec::new());
        }
        // Only now: what somebody else has said there meanwhile is no news any more.
        let sql = concat!(
            due_notices!(),
            " and channel = any($2) order by due_at, notice_id limit $3"
        );
        let due = sqlx::query_as(sql)
            .bind(now)
            .bind(claimed)
            .bind(i64::from(most));
        soon(due.fetch_all(pool)).await.map(sort_by_id)
    }

    /// The same in a file, which has one process: of each channel all that is due comes together, as far as there is room.
    async fn due_in(
        self,
        now: Timestamp,
        busy: &[i64],
        channels: u32,
        most: u32,
    ) -> Result<Vec<Due>, StoreError> {
        // The join is crossed, so that SQLite begins with the channels.
        let sql = concat!(
            notices_from!(),
            "(select channel as place from (
                 select channel, due_at, notice_id from notice where ",
            due!(),
            " and channel not in (select value from json_each($3)) order by due_at, notice_id ",
            at_most!("$2"),
            ") group by channel order by min(due_at), min(notice_id) ",
            at_most!("$4"),
            ") cross join notice on channel = place where ",
            due!(),
            " order by due_at, notice_id ",
            at_most!("$2")
        );
        let most = i64::from(most);
        let channels = i64::from(channels);
        let due = query_as(sql)
            .bind(now)
            .bind(most)
            .bind(Json(busy))
            .bind(channels)
            .fetch_all(self.store.readers())
            .await?;
        Ok(sort_by_id(due))
    }

    /// Tables of a kind that should be looked at now and that nobody else looks after, those that wait longest first: these
    /// are claimed. None is one of those that are left out.
    pub async fn take_due_tables(
        self,
        kind: Looks,
        now: Timestamp,
        without: &[TableId],
        most: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        let Some((pool, process)) = self.store.shared() else {
            return self
                .store
                .waits()
                .to_look_at_of(kind, now, without, most)
                .await;
        };
        let without: Vec<i64> = without.iter().map(|game| game.0).collect();
        let sql = concat!(
            "insert into claim (kind, thing, process)
             select 'table', table_id, $2 from (
                 select table_id from wait
                 where check_at <= $1 and (person is not null) = $4 and table_id <> all($5)
                   and not exists (select 1 from claim where kind = 'table' and thing = table_id and process <> $2)
                 order by check_at limit $3) as wanted",
            unless_others!(),
            " returning thing"
        );
        let claim = sqlx::query_scalar(sql)
            .bind(now)
            .bind(process)
            .bind(i64::from(most));
        let claim = claim.bind(kind == Looks::People).bind(without);
        soon(claim.fetch_all(pool)).await
    }

    /// A contest that is due and that nobody else tends: it is claimed.
    pub(super) async fn claim_contest(
        self,
        now: Timestamp,
    ) -> Result<Option<ContestId>, StoreError> {
        let Some((pool, process)) = self.store.shared() else {
            let sql = "select contest_id from contest where check_at <= $1 order by check_at, contest_id limit 1";
            return query_scalar(sql)
                .bind(now)
                .fetch_optional(self.store.readers())
                .await;
        };
        let sql = concat!(
            "insert into claim (kind, thing, process)
             select 'contest', contest_id, $2 from (
                 select contest_id from contest
                 where check_at <= $1
                   and not exists (select 1 from claim where kind = 'contest' and thing = contest_id and process <> $2)
                 order by check_at, contest_id limit 1) as wanted",
            unless_others!(),
            " returning thing"
        );
        soon(
            sqlx::query_scalar(sql)
                .bind(now)
                .bind(process)
                .fetch_optional(pool),
        )
        .await
    }
}
