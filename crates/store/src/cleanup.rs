//! Deletes what is no longer needed: old notices, ids of old interactions, expired tokens, marks of
//! unwritable channels, and old copies beside the database.

use std::time::{Duration, SystemTime};

use super::query::Database;
use super::{Store, StoreError, Timestamp, pre_migration};

/// How long ids of interactions are kept. Discord repeats a delivery within minutes, not days.
const INTERACTION_RETENTION_SECS: i64 = 24 * 60 * 60;
/// How long a channel stays marked as unwritable. After that, the next notice is tried as usual.
const UNWRITABLE_RETENTION_SECS: i64 = 7 * 24 * 60 * 60;

/// Deletes expired rows and files. Keeps notices that still wait, and those among the newest
/// `notices_kept` ids: the greatest id must stay, because an id serves as the nonce of a message
/// and may not be used twice.
pub async fn delete_expired(
    store: &Store,
    now: Timestamp,
    notices_kept: i64,
) -> Result<(), StoreError> {
    let sql = "delete from notice
         where status <> 'waiting' and notice_id < (select max(notice_id) from notice) - $1";
    store.execute(sql, (notices_kept,)).await?;
    let sql = "delete from interaction where at < $1";
    store
        .execute(sql, (now - INTERACTION_RETENTION_SECS,))
        .await?;
    let sql = "delete from board_token where expires_at < $1";
    store.execute(sql, (now,)).await?;
    let sql = "delete from unwritable_channel where since < $1 and not exists (
         select 1 from notice where notice.channel = unwritable_channel.channel and notice.status = 'waiting')";
    store
        .execute(sql, (now - UNWRITABLE_RETENTION_SECS,))
        .await?;
    let sql = "delete from heard where at < clock_timestamp() - interval '1 hour'";
    store.execute_shared(sql, ()).await?;
    if let Database::Sqlite((_, file)) = &store.writers {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(now.0.unsigned_abs());
        if let Err(error) = pre_migration::remove_expired(file.path(), now) {
            tracing::warn!(%error, "old copies beside the database cannot be removed");
        }
    }
    store.erasure().truncate_wal().await
}
