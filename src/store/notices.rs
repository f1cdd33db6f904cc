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
    /// Notices that are due and not sent, in the order in which they came to be.
    pub async fn due(&self, now: i64, most: u32) -> Result<Vec<Due>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(
            "select notice_id, game_id, channel, body, attempts from notice
             where message is null and due_at <= $1 order by notice_id limit $2",
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

    /// A notice was sent and became this message. False if it was sent before.
    pub async fn sent(&self, notice: NoticeId, message: i64) -> Result<bool, StoreError> {
        let sent = sqlx::query("update notice set message = $1 where notice_id = $2 and message is null");
        let sent = sent.bind(message).bind(notice.0).execute(&self.writer).await?;
        Ok(sent.rows_affected() == 1)
    }

    /// A notice could not be sent: it is tried again, not before this time.
    pub async fn put_off(&self, notice: NoticeId, until: i64) -> Result<(), StoreError> {
        sqlx::query(
            "update notice set attempts = attempts + 1, due_at = $1 where notice_id = $2 and message is null",
        )
        .bind(until)
        .bind(notice.0)
        .execute(&self.writer)
        .await?;
        Ok(())
    }
}
