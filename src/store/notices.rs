//! The outbox: what still has to be said, and what became of it.

use sqlx::FromRow;

use super::{GameId, Notice, Store, StoreError, writing};

/// The number of a notice, which is the nonce of its message: a chat posts a nonce once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct NoticeId(pub i64);

/// A notice that is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// Which.
    pub notice: NoticeId,
    /// Of which table.
    pub game: GameId,
    /// Where to say it; if it goes to a person, that person's number.
    pub channel: i64,
    /// To whom, if not to a channel.
    pub person: Option<i64>,
    /// What to say.
    pub body: String,
    /// How often it was tried.
    pub attempts: i64,
}

/// What became of a notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sent {
    /// Which.
    pub notice: NoticeId,
    /// Of which table.
    pub game: GameId,
    /// Where.
    pub channel: i64,
    /// What it said. A chore that says something else by now still waits.
    pub body: String,
    /// The message that it became; none if there was nothing to say any more.
    pub message: Option<i64>,
    /// What this message stands for from now on.
    pub role: Option<&'static str>,
    /// The turn to which the person who is to act was called by it.
    pub calls_to: Option<i64>,
    /// What has to be said or done after it.
    pub then: Vec<Notice>,
}

#[derive(FromRow)]
struct Row {
    notice_id: i64,
    game_id: i64,
    channel: i64,
    person: Option<i64>,
    body: String,
    attempts: i64,
}

impl Store {
    /// Notices that are due and not sent, in the order in which they came to be. None overtakes an older one of its
    /// channel that was put off; chores do, and hold nobody back.
    pub async fn due(&self, now: i64, most: u32) -> Result<Vec<Due>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(
            "select notice_id, game_id, channel, person, body, attempts from notice
             where status = 'waiting' and due_at <= $1
               and (chore is not null or not exists (
                        select 1 from notice as older
                        where older.channel = notice.channel and older.status = 'waiting' and older.chore is null
                          and older.notice_id < notice.notice_id and older.due_at > $1))
             order by +notice_id limit $2",
        )
        .bind(now)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        let due = |row: Row| Due {
            notice: NoticeId(row.notice_id),
            game: GameId(row.game_id),
            channel: row.channel,
            person: row.person,
            body: row.body,
            attempts: row.attempts,
        };
        Ok(rows.into_iter().map(due).collect())
    }

    /// The newest notice that is not sent, whenever it is due.
    pub async fn newest_waiting(&self) -> Result<Option<NoticeId>, StoreError> {
        let found = sqlx::query_as("select max(notice_id) from notice where status = 'waiting'");
        let (newest,): (Option<i64>,) = found.fetch_one(&self.readers).await?;
        Ok(newest.map(NoticeId))
    }

    /// A notice was sent, or need not be: what it said stands there and need not be kept, what comes after it is written
    /// with that. False if it was sent before, or says something else by now.
    pub async fn sent(&self, sent: &Sent) -> Result<bool, StoreError> {
        let mut writing = self.writing().await?;
        if let (Some(message), Some(role)) = (sent.message, sent.role) {
            // A table that went elsewhere meanwhile took the notice with it: this message stands for nothing.
            let stands = sqlx::query(
                "insert into standing (game_id, channel, role, message) select $1, $2, $3, $4
                 where exists (select 1 from notice where notice_id = $5 and channel = $2)
                 on conflict (game_id, channel, role) do update set message = $4, pictures = null",
            );
            let stands = stands.bind(sent.game.0).bind(sent.channel).bind(role).bind(message);
            let stands = stands.bind(sent.notice.0);
            stands.execute(&mut *writing).await?;
        }
        if sent.message.is_some() {
            let open = sqlx::query("delete from shut where channel = $1").bind(sent.channel);
            open.execute(&mut *writing).await?;
        }
        let done = sqlx::query(
            "update notice set status = 'sent', message = $1, body = ''
             where notice_id = $2 and status = 'waiting' and (chore is null or body = $3)",
        );
        let done = done.bind(sent.message).bind(sent.notice.0).bind(&sent.body);
        let done = done.execute(&mut *writing).await?.rows_affected() == 1;
        if done {
            let called = sqlx::query("update wait set called = $1 where game_id = $2 and $1 is not null");
            called.bind(sent.calls_to).bind(sent.game.0).execute(&mut *writing).await?;
            writing::write_notices(&mut writing, sent.game.0, &sent.then).await?;
        }
        writing.commit().await?;
        Ok(done)
    }

    /// Whether a message is known to be another notice's.
    pub async fn is_told(&self, message: i64, notice: NoticeId) -> Result<bool, StoreError> {
        let found =
            sqlx::query_as("select notice_id from notice where message = $1 and notice_id <> $2 limit 1");
        let row: Option<(i64,)> = found.bind(message).bind(notice.0).fetch_optional(&self.readers).await?;
        Ok(row.is_some())
    }

    /// Forgets notices that were sent long ago. The newest stay, so that no number comes twice: it is a nonce.
    pub async fn forget_notices(&self, kept: i64) -> Result<(), StoreError> {
        let old = sqlx::query(
            "delete from notice where status <> 'waiting' and notice_id < (select max(notice_id) from notice) - $1",
        );
        self.write_one(old.bind(kept)).await?;
        Ok(())
    }

    /// Something has to be said that no change of a table brings about.
    pub async fn notify(&self, game: GameId, notices: &[Notice]) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        writing::write_notices(&mut writing, game.0, notices).await?;
        writing.commit().await
    }

    /// A notice could not be sent: nothing is sent to its channel before this time, so that the order stays. A chore waits
    /// by itself.
    pub async fn put_off(&self, notice: NoticeId, until: i64) -> Result<(), StoreError> {
        let later = sqlx::query(
            "update notice set attempts = attempts + (notice_id = $1), due_at = max(due_at, $2)
             where status = 'waiting'
               and (notice_id = $1
                    or channel = (select channel from notice where notice_id = $1 and chore is null))",
        );
        self.write_one(later.bind(notice.0).bind(until)).await?;
        Ok(())
    }

    /// A channel is open again: the news that wait for it are tried at once, and so are chores that failed there.
    pub async fn try_again(&self, channel: i64) -> Result<(), StoreError> {
        let due = sqlx::query(
            "update notice set due_at = 0
             where channel = $1 and status = 'waiting' and (chore is null or attempts > 0)",
        );
        self.write_one(due.bind(channel)).await?;
        Ok(())
    }

    /// Nobody can hear what is said in this channel any more: what waits for it is not said.
    pub async fn give_up(&self, channel: i64) -> Result<(), StoreError> {
        let up =
            sqlx::query("update notice set status = 'given_up' where channel = $1 and status = 'waiting'");
        self.write_one(up.bind(channel)).await?;
        Ok(())
    }

    /// What was kept under this name.
    pub async fn remembered(&self, name: &str) -> Result<Option<String>, StoreError> {
        let found = sqlx::query_as("select value from memory where name = $1").bind(name);
        let row: Option<(String,)> = found.fetch_optional(&self.readers).await?;
        Ok(row.map(|(value,)| value))
    }

    /// Keeps something under a name.
    pub async fn remember(&self, name: &str, value: &str) -> Result<(), StoreError> {
        let kept = sqlx::query(
            "insert into memory (name, value) values ($1, $2) on conflict (name) do update set value = $2",
        );
        self.write_one(kept.bind(name).bind(value)).await?;
        Ok(())
    }
}
