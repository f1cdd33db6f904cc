//! Contests: what is kept of them, when they are to be tended; which tables play their heats is in `heats`.

use super::{
    ChannelId, Claim, ContestId, InteractionId, PersonId, Revision, ServerId, Store, StoreError, TableStatus,
    Timestamp, Written, writing::spend,
};

/// What everybody holds who gives a contest its number: two would take the same.
const NUMBERING: i64 = 15;

/// A contest that is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewContest {
    /// On which server.
    pub server: ServerId,
    /// In which channel.
    pub channel: ChannelId,
    /// Who opens it.
    pub organiser: PersonId,
    /// All else of it.
    pub state: String,
    /// The command that opens it.
    pub interaction: Option<InteractionId>,
    /// When.
    pub at: Timestamp,
}

/// A contest as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestRow {
    /// Its number.
    pub contest: ContestId,
    /// On which server.
    pub server: ServerId,
    /// In which channel.
    pub channel: ChannelId,
    /// Who opened it.
    pub organiser: PersonId,
    /// How far it is.
    pub status: TableStatus,
    /// How often it was written.
    pub revision: Revision,
    /// All else of it.
    pub state: String,
}

from_row!(ContestRow: contest = "contest_id", server, channel, organiser, status, revision, state);

/// A change to a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestChange {
    /// Of which.
    pub contest: ContestId,
    /// The revision that whoever changes it has seen.
    pub seen: Revision,
    /// The press or command that brings it about, if any.
    pub interaction: Option<InteractionId>,
    /// How far it is afterwards.
    pub status: TableStatus,
    /// All else of it afterwards.
    pub state: String,
    /// When.
    pub at: Timestamp,
}

/// What became of the wish to open a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContestOpened {
    /// It stands.
    Contest(ContestId),
    /// The channel has one that is not over: nothing was written.
    Occupied,
    /// This very command was acted on before: nothing was written.
    Repeated,
}

/// A contest that is being tended: whatever happens to it meanwhile has another moment written there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tended {
    /// Which.
    pub contest: ContestId,
    /// Since when.
    pub since: Timestamp,
}

from_row!(Tended: contest = "contest_id", since = "look_at");

impl Store {
    /// Opens a contest, unless its channel has one that is not over.
    pub async fn open_contest(&self, new: &NewContest) -> Result<ContestOpened, StoreError> {
        let mut writing = self.writing().await?;
        if !spend(&mut writing, new.interaction, new.at).await? {
            return writing.leave(ContestOpened::Repeated).await;
        }
        writing.hold([NUMBERING]).await?;
        let sql =
            "insert into contest (contest_id, server, channel, organiser, status, state, opened_at, look_at)
             select coalesce(max(contest_id), 0) + 1, $1, $2, $3, 'open', $4, $5, $5 from contest where true
             on conflict do nothing returning contest_id";
        let opened: Option<ContestId> = found!(
            writing.on(),
            fetch_optional,
            sqlx::query_scalar(sql)
                .bind(new.server)
                .bind(new.channel)
                .bind(new.organiser)
                .bind(&new.state)
                .bind(new.at)
        );
        let Some(contest) = opened else { return writing.leave(ContestOpened::Occupied).await };
        writing.commit().await?;
        Ok(ContestOpened::Contest(contest))
    }

    /// A contest.
    pub async fn contest(&self, contest: ContestId) -> Result<Option<ContestRow>, StoreError> {
        let sql = "select contest_id, server, channel, organiser, status, revision, state from contest where contest_id = $1";
        Ok(found!(&self.readers, fetch_optional, sqlx::query_as(sql).bind(contest)))
    }

    /// The contest of a channel: the one that is not over, else the last one that was.
    pub async fn contest_in(&self, channel: ChannelId) -> Result<Option<ContestRow>, StoreError> {
        let sql = "select contest_id, server, channel, organiser, status, revision, state from contest
             where channel = $1 order by status = 'over', contest_id desc limit 1";
        Ok(found!(&self.readers, fetch_optional, sqlx::query_as(sql).bind(channel)))
    }

    /// The contests of a channel that came after one.
    pub async fn contests_after(
        &self,
        channel: ChannelId,
        contest: ContestId,
    ) -> Result<Vec<ContestRow>, StoreError> {
        let sql = "select contest_id, server, channel, organiser, status, revision, state from contest
             where channel = $1 and contest_id > $2 order by contest_id";
        Ok(found!(&self.readers, fetch_all, sqlx::query_as(sql).bind(channel).bind(contest)))
    }

    /// How many contests that are not over somebody has opened.
    pub async fn contests_of(&self, organiser: PersonId) -> Result<i64, StoreError> {
        let sql = "select count(*) from contest where organiser = $1 and status <> 'over'";
        Ok(found!(&self.readers, fetch_one, sqlx::query_scalar(sql).bind(organiser)))
    }

    /// Writes a change if nobody was faster and its press was not acted on before; the contest is tended at once.
    pub async fn write_contest(&self, change: &ContestChange) -> Result<Written, StoreError> {
        let mut writing = self.writing().await?;
        if !spend(&mut writing, change.interaction, change.at).await? {
            return writing.leave(Written::Repeated).await;
        }
        let sql = "update contest set status = $1, state = $2, look_at = 0, revision = revision + 1
             where contest_id = $3 and revision = $4 returning revision";
        let written: Option<Revision> = found!(
            writing.on(),
            fetch_optional,
            sqlx::query_scalar(sql)
                .bind(change.status)
                .bind(&change.state)
                .bind(change.contest)
                .bind(change.seen)
        );
        let Some(revision) = written else { return writing.leave(Written::Stale).await };
        writing.commit().await?;
        Ok(Written::Done { revision })
    }

    /// A contest that is due and that no other process tends, for whoever asks: it is theirs until it was tended.
    pub async fn take_contest(&self, now: Timestamp) -> Result<Option<Tended>, StoreError> {
        let sql = "update contest set look_at = $2 where contest_id = $1 and look_at <= $2 returning contest_id, look_at";
        while let Some(contest) = self.claim_contest(now).await? {
            let mut writing = self.writing().await?;
            let taken = found!(writing.on(), fetch_optional, sqlx::query_as(sql).bind(contest).bind(now));
            writing.commit().await?;
            if taken.is_some() {
                return Ok(taken);
            }
            // Somebody else has tended it a moment ago.
            self.release(Claim::Contest(contest)).await?;
        }
        Ok(None)
    }

    /// A contest that was tended is due again then; at once, if something happened meanwhile.
    pub async fn tended(&self, tended: Tended, next: Option<Timestamp>) -> Result<(), StoreError> {
        let sql = "update contest set look_at = $3 where contest_id = $1 and look_at = $2";
        write_one!(self, sqlx::query(sql).bind(tended.contest).bind(tended.since).bind(next));
        self.release(Claim::Contest(tended.contest)).await
    }
}
