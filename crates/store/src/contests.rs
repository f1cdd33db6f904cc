//! Contests, their check times, and the tables that play their heats. No heat is opened twice, and
//! the end of a heat makes its contest due.

use super::store::ContestRepository;
use super::transaction::WriteTransaction;
use super::{
    ChannelId, Claim, ContestId, GuildId, InteractionId, PersonId, Revision, StoreError, TableId,
    TableStatus, Timestamp, WriteOutcome, table_writer::claim_interaction,
};

/// The lock under which contests are numbered, so that no two take the same number.
const CONTEST_NUMBER_LOCK: i64 = 15;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewContest {
    pub guild: GuildId,
    pub channel: ChannelId,
    pub organiser: PersonId,
    pub state: String,
    pub interaction: Option<InteractionId>,
    pub at: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct ContestRow {
    pub contest_id: ContestId,
    pub guild: GuildId,
    pub channel: ChannelId,
    pub organiser: PersonId,
    pub status: TableStatus,
    /// The number of times the contest was written.
    pub revision: Revision,
    pub state: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestChange {
    pub contest_id: ContestId,
    /// The revision on which the change is based.
    pub expected_revision: Revision,
    pub interaction: Option<InteractionId>,
    pub status: TableStatus,
    pub state: String,
    pub at: Timestamp,
}

/// The heat that a new table plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewHeat {
    pub contest: ContestId,
    pub number: i64,
    /// The revision of the contest on which the seats are based.
    pub expected_revision: Revision,
}

/// A heat of a contest and the table that plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct HeatTable {
    pub number: i64,
    pub table_id: TableId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenContestOutcome {
    Contest(ContestId),
    /// The channel has an unfinished contest. Nothing was written.
    Occupied,
    /// The command was already handled. Nothing was written.
    Repeated,
}

/// A contest that this process checks. If the row's `check_at` has another value afterwards,
/// something happened to the contest meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct ClaimedContest {
    pub contest_id: ContestId,
    pub check_at: Timestamp,
}

impl ContestRepository<'_> {
    /// Opens a contest, unless its channel has an unfinished one.
    pub async fn open(self, new: &NewContest) -> Result<OpenContestOutcome, StoreError> {
        let mut transaction = self.store.begin().await?;
        if !claim_interaction(&mut transaction, new.interaction, new.at).await? {
            return transaction.rollback(OpenContestOutcome::Repeated).await;
        }
        transaction.lock_channels([CONTEST_NUMBER_LOCK]).await?;
        let sql =
            "insert into contest (contest_id, guild, channel, organiser, status, state, opened_at, check_at)
             select coalesce(max(contest_id), 0) + 1, $1, $2, $3, 'open', $4, $5, $5 from contest where true
             on conflict do nothing returning contest_id";
        let args = (new.guild, new.channel, new.organiser, &new.state, new.at);
        let opened: Option<ContestId> = transaction.fetch_optional_scalar(sql, args).await?;
        let Some(contest) = opened else {
            return transaction.rollback(OpenContestOutcome::Occupied).await;
        };
        transaction.commit().await?;
        Ok(OpenContestOutcome::Contest(contest))
    }

    pub async fn find(self, contest: ContestId) -> Result<Option<ContestRow>, StoreError> {
        let sql = "select contest_id, guild, channel, organiser, status, revision, state from contest where contest_id = $1";
        self.store.fetch_optional(sql, (contest,)).await
    }

    /// Returns the unfinished contest of a channel, or else its latest one.
    pub async fn find_in_channel(
        self,
        channel: ChannelId,
    ) -> Result<Option<ContestRow>, StoreError> {
        let sql =
            "select contest_id, guild, channel, organiser, status, revision, state from contest
             where channel = $1 order by status = 'over', contest_id desc limit 1";
        self.store.fetch_optional(sql, (channel,)).await
    }

    /// Returns the contests of a channel with an id greater than `contest`, the oldest first.
    pub async fn list_after(
        self,
        channel: ChannelId,
        contest: ContestId,
    ) -> Result<Vec<ContestRow>, StoreError> {
        let sql =
            "select contest_id, guild, channel, organiser, status, revision, state from contest
             where channel = $1 and contest_id > $2 order by contest_id";
        self.store.fetch_all(sql, (channel, contest)).await
    }

    /// Returns how many unfinished contests a person has opened.
    pub async fn count_opened_by(self, organiser: PersonId) -> Result<i64, StoreError> {
        let sql = "select count(*) from contest where organiser = $1 and status <> 'over'";
        self.store.fetch_scalar(sql, (organiser,)).await
    }

    /// Writes a change if its revision is current and its interaction is new, and makes the contest
    /// due.
    pub async fn update(self, change: &ContestChange) -> Result<WriteOutcome, StoreError> {
        let mut transaction = self.store.begin().await?;
        if !claim_interaction(&mut transaction, change.interaction, change.at).await? {
            return transaction.rollback(WriteOutcome::Repeated).await;
        }
        let sql =
            "update contest set status = $1, state = $2, check_at = 0, revision = revision + 1
             where contest_id = $3 and revision = $4 returning revision";
        let args = (
            change.status,
            &change.state,
            change.contest_id,
            change.expected_revision,
        );
        let written: Option<Revision> = transaction.fetch_optional_scalar(sql, args).await?;
        let Some(revision) = written else {
            return transaction.rollback(WriteOutcome::Stale).await;
        };
        transaction.commit().await?;
        Ok(WriteOutcome::Done { revision })
    }

    /// Claims a contest that is due and that no other process checks. The claim lasts until
    /// `finish_check`.
    pub async fn claim_due(self, now: Timestamp) -> Result<Option<ClaimedContest>, StoreError> {
        let sql = "update contest set check_at = $2 where contest_id = $1 and check_at <= $2 returning contest_id, check_at";
        while let Some(contest) = self.store.leases().claim_due_contest(now).await? {
            let mut transaction = self.store.begin().await?;
            let claimed = transaction.fetch_optional(sql, (contest, now)).await?;
            transaction.commit().await?;
            if claimed.is_some() {
                return Ok(claimed);
            }
            // Another process has just checked the contest.
            self.store.leases().release(Claim::Contest(contest)).await?;
        }
        Ok(None)
    }

    /// Releases the claim and schedules the next check. The contest stays due if something happened
    /// meanwhile.
    pub async fn finish_check(
        self,
        claimed: ClaimedContest,
        next: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let sql = "update contest set check_at = $3 where contest_id = $1 and check_at = $2";
        self.store
            .execute(sql, (claimed.contest_id, claimed.check_at, next))
            .await?;
        self.store
            .leases()
            .release(Claim::Contest(claimed.contest_id))
            .await
    }

    /// Returns the heats that have a table.
    pub async fn list_heats(self, contest: ContestId) -> Result<Vec<HeatTable>, StoreError> {
        let sql = "select number, table_id from heat where contest_id = $1 order by number";
        self.store.fetch_all(sql, (contest,)).await
    }
}

/// Links a table to a heat. Returns false if the heat has a table or the contest changed: an
/// entrant may have left. The link counts as a change of the contest, so that a concurrent change
/// is retried and sees the table.
pub(super) async fn insert_heat(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
    heat: NewHeat,
) -> Result<bool, StoreError> {
    let sql = "update contest set revision = revision + 1
         where contest_id = $1 and revision = $2 and status = 'running'";
    let changed = transaction
        .execute_counted(sql, (heat.contest, heat.expected_revision))
        .await?;
    if changed != 1 {
        return Ok(false);
    }
    let sql = "insert into heat (contest_id, number, table_id) values ($1, $2, $3) on conflict do nothing";
    let changed = transaction
        .execute_counted(sql, (heat.contest, heat.number, table_id))
        .await?;
    Ok(changed == 1)
}

/// Makes the contest of a finished table due, if the table plays a heat.
pub(super) async fn wake_contest(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
) -> Result<(), StoreError> {
    let sql = "update contest set check_at = 0
         where contest_id = (select contest_id from heat where table_id = $1) and status = 'running'";
    transaction.execute(sql, (table_id,)).await
}
