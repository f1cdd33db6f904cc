//! Contests, when they are to be tended, and which tables play their heats: no heat is opened twice, and the end of one wakes
//! the contest.

use super::query::{query, query_as, query_scalar};
use super::transaction::WriteTransaction;
use super::{
    ChannelId, Claim, ContestId, GuildId, InteractionId, PersonId, Revision, Store, StoreError,
    TableId, TableStatus, Timestamp, Written, writing::claim_interaction,
};

/// What everybody holds who gives a contest its number: two would take the same.
const NUMBERING: i64 = 15;

/// A contest that is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewContest {
    pub guild: GuildId,
    pub channel: ChannelId,
    pub organiser: PersonId,
    pub state: String,
    /// The command that opens it.
    pub interaction: Option<InteractionId>,
    pub at: Timestamp,
}

/// A contest as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct ContestRow {
    #[sqlx(rename = "contest_id")]
    pub contest: ContestId,
    pub guild: GuildId,
    pub channel: ChannelId,
    pub organiser: PersonId,
    pub status: TableStatus,
    /// How often it was written.
    pub revision: Revision,
    pub state: String,
}

/// A change to a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestChange {
    pub contest: ContestId,
    /// The revision that whoever changes it has seen.
    pub seen: Revision,
    /// The press or command that brings it about, if any.
    pub interaction: Option<InteractionId>,
    /// How far it is afterwards.
    pub status: TableStatus,
    /// All else of it afterwards.
    pub state: String,
    pub at: Timestamp,
}

/// What became of the wish to open a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContestOpened {
    Contest(ContestId),
    /// The channel has one that is not over: nothing was written.
    Occupied,
    /// This very command was acted on before: nothing was written.
    Repeated,
}

/// A contest that is being tended: whatever happens to it meanwhile has another moment written there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct Tended {
    #[sqlx(rename = "contest_id")]
    pub contest: ContestId,
    #[sqlx(rename = "check_at")]
    pub since: Timestamp,
}

/// Contests and their heats.
#[derive(Clone, Copy, Debug)]
pub struct ContestRepository<'a> {
    pub(crate) store: &'a Store,
}

impl ContestRepository<'_> {
    /// Opens a contest, unless its channel has one that is not over.
    pub async fn open(self, new: &NewContest) -> Result<ContestOpened, StoreError> {
        let mut writing = self.store.writing().await?;
        if !claim_interaction(&mut writing, new.interaction, new.at).await? {
            return writing.rollback(ContestOpened::Repeated).await;
        }
        writing.lock_channels([NUMBERING]).await?;
        let sql =
            "insert into contest (contest_id, guild, channel, organiser, status, state, opened_at, check_at)
             select coalesce(max(contest_id), 0) + 1, $1, $2, $3, 'open', $4, $5, $5 from contest where true
             on conflict do nothing returning contest_id";
        let opened: Option<ContestId> = query_scalar(sql)
            .bind(new.guild)
            .bind(new.channel)
            .bind(new.organiser)
            .bind(&new.state)
            .bind(new.at)
            .fetch_optional(writing.on())
            .await?;
        let Some(contest) = opened else {
            return writing.rollback(ContestOpened::Occupied).await;
        };
        writing.commit().await?;
        Ok(ContestOpened::Contest(contest))
    }

    pub async fn find(self, contest: ContestId) -> Result<Option<ContestRow>, StoreError> {
        let sql = "select contest_id, guild, channel, organiser, status, revision, state from contest where contest_id = $1";
        query_as(sql)
            .bind(contest)
            .fetch_optional(self.store.readers())
            .await
    }

    /// The contest of a channel: the one that is not over, else the last one that was.
    pub async fn find_in_channel(
        self,
        channel: ChannelId,
    ) -> Result<Option<ContestRow>, StoreError> {
        let sql =
            "select contest_id, guild, channel, organiser, status, revision, state from contest
             where channel = $1 order by status = 'over', contest_id desc limit 1";
        query_as(sql)
            .bind(channel)
            .fetch_optional(self.store.readers())
            .await
    }

    /// The contests of a channel that came after one.
    pub async fn list_after(
        self,
        channel: ChannelId,
        contest: ContestId,
    ) -> Result<Vec<ContestRow>, StoreError> {
        let sql =
            "select contest_id, guild, channel, organiser, status, revision, state from contest
             where channel = $1 and contest_id > $2 order by contest_id";
        query_as(sql)
            .bind(channel)
            .bind(contest)
            .fetch_all(self.store.readers())
            .await
    }

    /// How many contests that are not over somebody has opened.
    pub async fn list_of_person(self, organiser: PersonId) -> Result<i64, StoreError> {
        let sql = "select count(*) from contest where organiser = $1 and status <> 'over'";
        query_scalar(sql)
            .bind(organiser)
            .fetch_one(self.store.readers())
            .await
    }

    /// Writes a change if nobody was faster and its press was not acted on before; the contest is tended at once.
    pub async fn write(self, change: &ContestChange) -> Result<Written, StoreError> {
        let mut writing = self.store.writing().await?;
        if !claim_interaction(&mut writing, change.interaction, change.at).await? {
            return writing.rollback(Written::Repeated).await;
        }
        let sql =
            "update contest set status = $1, state = $2, check_at = 0, revision = revision + 1
             where contest_id = $3 and revision = $4 returning revision";
        let written: Option<Revision> = query_scalar(sql)
            .bind(change.status)
            .bind(&change.state)
            .bind(change.contest)
            .bind(change.seen)
            .fetch_optional(writing.on())
            .await?;
        let Some(revision) = written else {
            return writing.rollback(Written::Stale).await;
        };
        writing.commit().await?;
        Ok(Written::Done { revision })
    }

    /// A contest that is due and that no other process tends, for whoever asks: it is theirs until it was tended.
    pub async fn take_due(self, now: Timestamp) -> Result<Option<Tended>, StoreError> {
        let sql = "update contest set check_at = $2 where contest_id = $1 and check_at <= $2 returning contest_id, check_at";
        while let Some(contest) = self.store.leases().claim_contest(now).await? {
            let mut writing = self.store.writing().await?;
            let taken = query_as(sql)
                .bind(contest)
                .bind(now)
                .fetch_optional(writing.on())
                .await?;
            writing.commit().await?;
            if taken.is_some() {
                return Ok(taken);
            }
            // Somebody else has tended it a moment ago.
            self.store.leases().release(Claim::Contest(contest)).await?;
        }
        Ok(None)
    }

    /// A contest that was tended is due again then; at once, if something happened meanwhile.
    pub async fn mark_tended(
        self,
        tended: Tended,
        next: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let sql = "update contest set check_at = $3 where contest_id = $1 and check_at = $2";
        self.store
            .write_one(
                query(sql)
                    .bind(tended.contest)
                    .bind(tended.since)
                    .bind(next),
            )
            .await?;
        self.store
            .leases()
            .release(Claim::Contest(tended.contest))
            .await
    }

    /// Which tables play the heats of a contest, by the number of the heat.
    pub async fn list_heats(self, contest: ContestId) -> Result<Vec<(i64, TableId)>, StoreError> {
        let sql = "select number, table_id from heat where contest_id = $1 order by number";
        query_as(sql)
            .bind(contest)
            .fetch_all(self.store.readers())
            .await
    }
}

/// A table plays a heat; false if another does already, or if the contest is not what it was: somebody may have left it, or be
/// forgotten. It is a change of the contest, so whoever changes it at the same time looks again and sees the table.
pub(super) async fn plays_heat(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
    (contest, number, seen): (ContestId, i64, Revision),
) -> Result<bool, StoreError> {
    let sql = "update contest set revision = revision + 1
         where contest_id = $1 and revision = $2 and status = 'running'";
    if query(sql)
        .bind(contest)
        .bind(seen)
        .execute(writing.on())
        .await?
        != 1
    {
        return Ok(false);
    }
    let sql = "insert into heat (contest_id, number, table_id) values ($1, $2, $3) on conflict do nothing";
    Ok(query(sql)
        .bind(contest)
        .bind(number)
        .bind(game)
        .execute(writing.on())
        .await?
        == 1)
}

/// A table is over: the contest that it is part of, if it is, is tended.
pub(super) async fn wake_contest(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
) -> Result<(), StoreError> {
    let sql = "update contest set check_at = 0
         where contest_id = (select contest_id from heat where table_id = $1) and status = 'running'";
    query(sql).bind(game).execute(writing.on()).await.map(drop)
}
