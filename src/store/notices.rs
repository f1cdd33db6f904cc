//! The outbox: what still has to be said, and what became of it.

use sqlx::FromRow;

use super::{GameId, Store, StoreError};

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
    /// Where to say it.
    pub channel: i64,
    /// What to say.
    pub body: String,
    /// How often it was tried.
    pub attempts: i64,
}

#[derive(FromRow)]
struct Row {
    notice_id: i64,
    game_id: i64,
    channel: i64,
    body: String,
    attempts: i64,
}

impl Store {
    /// Notices that are due and not sent, in the order in which they came to be. None overtakes an older one of its
    /// channel that was put off.
    pub async fn due(&self, now: i64, most: u32) -> Result<Vec<Due>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(
            "select notice_id, game_id, channel, body, attempts from notice
             where status = 'waiting' and due_at <= $1
               and not exists (select 1 from notice as older
                               where older.channel = notice.channel and older.status = 'waiting'
                                 and older.notice_id < notice.notice_id and older.due_at > $1)
             order by notice_id limit $2",
        )
        .bind(now)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        let due = |row: Row| Due {
            notice: NoticeId(row.notice_id),
            game: GameId(row.game_id),
            channel: row.channel,
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

    /// A notice was sent and became this message: what it said stands there and need not be kept. False if it was sent
    /// before.
    pub async fn sent(&self, notice: NoticeId, message: i64) -> Result<bool, StoreError> {
        let sent = sqlx::query(
            "update notice set status = 'sent', message = $1, body = '' where notice_id = $2 and status = 'waiting'",
        );
        let sent = sent.bind(message).bind(notice.0).execute(&self.writer).await?;
        Ok(sent.rows_affected() == 1)
    }

    /// A notice could not be sent: nothing is sent to its channel before this time, so that the order stays.
    pub async fn put_off(&self, notice: NoticeId, until: i64) -> Result<(), StoreError> {
        sqlx::query(
            "update notice set attempts = attempts + (notice_id = $1), due_at = max(due_at, $2)
             where status = 'waiting' and channel = (select channel from notice where notice_id = $1)",
        )
        .bind(notice.0)
        .bind(until)
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    /// Nobody can hear what is said in this channel any more: what waits for it is not said.
    pub async fn give_up(&self, channel: i64) -> Result<(), StoreError> {
        let up =
            sqlx::query("update notice set status = 'given_up' where channel = $1 and status = 'waiting'");
        up.bind(channel).execute(&self.writer).await?;
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
        kept.bind(name).bind(value).execute(&self.writer).await?;
        Ok(())
    }
}
