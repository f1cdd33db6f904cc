//! What need not be kept any longer goes, beside play: old notices, the ids of old presses, channels that took nothing from us
//! and for which nothing waits, old copies beside the database.

use std::time::{Duration, SystemTime};

use super::query::{Database, query, soon};
use super::{Store, StoreError, Timestamp, before};

/// How long the id of a press is kept: chats deliver a second time within minutes, not days.
const INTERACTIONS_KEPT: i64 = 24 * 60 * 60;
/// After so many seconds it does not matter any more that a channel took nothing from us: it would be tried again anyway.
const SHUT_KEPT: i64 = 7 * 24 * 60 * 60;

/// Forgets all that is of no use any more, and what a file still holds of it. Of notices that were sent so many are kept: the
/// newest stay, so that no number comes twice, for it is a nonce.
pub async fn tidy(store: &Store, now: Timestamp, notices_kept: i64) -> Result<(), StoreError> {
    let sql = "delete from notice
         where status <> 'waiting' and notice_id < (select max(notice_id) from notice) - $1";
    store.write_one(query(sql).bind(notices_kept)).await?;
    let sql = "delete from interaction where at < $1";
    store
        .write_one(query(sql).bind(now - INTERACTIONS_KEPT))
        .await?;
    let sql = "delete from unwritable_channel where since < $1 and not exists (
         select 1 from notice where notice.channel = unwritable_channel.channel and notice.status = 'waiting')";
    store.write_one(query(sql).bind(now - SHUT_KEPT)).await?;
    if let Some((pool, _)) = store.shared() {
        let sql = "delete from heard where at < clock_timestamp() - interval '1 hour'";
        soon(sqlx::query(sql).execute(pool)).await?;
    }
    if let Database::Sqlite((_, file)) = &store.door {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(now.0.unsigned_abs());
        if let Err(error) = before::remove_expired(file.path(), now) {
            tracing::warn!(%error, "old copies beside the database cannot be removed");
        }
    }
    store.erasure().scrub().await
}
