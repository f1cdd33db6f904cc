//! The outbox: queued notices and their outcomes.

use super::channel_messages::DELETE_STANDING_MESSAGE;
use super::store::NoticeRepository;
use super::transaction::WriteTransaction;
use super::{
    ChannelId, Destination, MessageId, MessageRole, Notice, NoticeId, Revision, StoreError,
    TableId, Timestamp, table_writer,
};

/// A notice in the queue.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct NoticeRow {
    pub notice_id: NoticeId,
    pub table_id: TableId,
    #[sqlx(flatten)]
    pub to: Destination,
    pub body: String,
    pub attempts: i64,
    /// Whether a process that crashed may have sent the notice already.
    pub maybe_sent: bool,
}

/// The outcome of a notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentNotice {
    pub notice_id: NoticeId,
    pub table_id: TableId,
    pub to: Destination,
    /// The text that was sent. If the notice has been replaced by another text, it still waits.
    pub body: String,
    /// The message that was sent. `None` if there was nothing to send.
    pub message: Option<MessageId>,
    /// The role that the message has from now on.
    pub role: Option<MessageRole>,
    /// The turn for which the notice pinged the player.
    pub pings_revision: Option<Revision>,
    /// An older message that loses its role.
    pub superseded_message: Option<MessageId>,
    /// Notices to insert in the same transaction.
    pub follow_ups: Vec<Notice>,
}

/// The condition for notices that are due at `$1`. Notices of a channel become due in the order of
/// their ids, except notices with a replace key, which delay no others: see
/// [`after_earlier_notices`].
macro_rules! is_due {
    () => {
        "status = 'waiting' and due_at <= $1"
    };
}

/// Selects the columns of a [`NoticeRow`].
macro_rules! select_notices_from {
    () => {
        "select notice_id, table_id, channel, person, body, attempts, maybe_sent from "
    };
}

/// Selects notices that are due at `$1`.
macro_rules! select_due_notices {
    () => {
        concat!(select_notices_from!(), "notice where ", is_due!())
    };
}

/// Limits the number of rows. The `+ 0` is there because SQLite prepares a statement again for each
/// value of a bare parameter in `limit`, which takes longer than the query itself.
macro_rules! limit_clause {
    ($number:literal) => {
        concat!("limit ", $number, " + 0")
    };
}

/// The due time of a notice in a channel: not before the last waiting notice there is due.
macro_rules! after_earlier_notices {
    ($channel:literal, $at:literal) => {
        concat!(
            "coalesce((select case when older.due_at > ",
            $at,
            " then older.due_at else ",
            $at,
            " end from notice as older where older.channel = ",
            $channel,
            " and older.status = 'waiting' and older.replace_key is null order by older.notice_id desc limit 1), ",
            $at,
            ")"
        )
    };
}

/// Removes recipients who left the table: they may have been erased.
async fn retain_seated_recipients(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
    notices: &[Notice],
) -> Result<Vec<Notice>, StoreError> {
    let mut retained = notices.to_vec();
    for notice in retained
        .iter_mut()
        .filter(|notice| notice.replace_key.is_none())
    {
        for person in notice
            .to
            .clone()
            .into_iter()
            .filter_map(Destination::person)
        {
            let sql = "select exists (select 1 from seat where table_id = $1 and person = $2)";
            let sits: bool = transaction.fetch_scalar(sql, (table_id, person)).await?;
            if !sits {
                notice.to.retain(|to| *to != Destination::Person(person));
            }
        }
    }
    Ok(retained)
}

pub(super) fn sort_by_id(mut due: Vec<NoticeRow>) -> Vec<NoticeRow> {
    due.sort_by_key(|due| due.notice_id);
    due
}

impl NoticeRepository<'_> {
    /// Returns the notices that have been due longest, in the order of their ids.
    pub async fn list_due(self, now: Timestamp, limit: u32) -> Result<Vec<NoticeRow>, StoreError> {
        let sql = concat!(
            select_due_notices!(),
            " order by due_at, notice_id ",
            limit_clause!("$2")
        );
        let due = self.store.fetch_all(sql, (now, i64::from(limit))).await?;
        Ok(sort_by_id(due))
    }

    /// Returns the newest notice of a table for a destination, if it is not due yet and was never
    /// tried.
    pub async fn find_pending(
        self,
        table_id: TableId,
        to: Destination,
        now: Timestamp,
    ) -> Result<Option<NoticeRow>, StoreError> {
        let sql = concat!(
            select_notices_from!(),
            "notice
             where attempts = 0 and due_at > $3
               and notice_id = (select max(newest.notice_id) from notice as newest
                                where newest.table_id = $1 and newest.channel = $2
                                  and newest.status = 'waiting' and newest.replace_key is null)"
        );
        let pending = self
            .store
            .fetch_optional(sql, (table_id, to.number(), now))
            .await?;
        Ok(pending)
    }

    /// Records the outcome of a notice and inserts its follow-ups. Returns false, and inserts none,
    /// if it was sent before or has another text by now.
    pub async fn mark_sent(self, sent: &SentNotice) -> Result<bool, StoreError> {
        let mut transaction = self.store.begin_for_table(sent.table_id).await?;
        if let (Some(message), Some(role)) = (sent.message, sent.role) {
            // If the table moved meanwhile, so did the notice, and its message gets no role.
            let upsert =
                "insert into standing_message (table_id, channel, role, message, person) select $1, $2, $3, $4, $6
                 where exists (select 1 from notice where notice_id = $5 and channel = $2)
                 on conflict (table_id, channel, role) do update set message = $4, pictures = null";
            let args = (
                sent.table_id,
                sent.to.number(),
                role,
                message,
                sent.notice_id,
                sent.to.person(),
            );
            transaction.execute(upsert, args).await?;
        }
        if let Some(superseded) = sent.superseded_message {
            let args = (sent.table_id, sent.to.number(), superseded);
            transaction.execute(DELETE_STANDING_MESSAGE, args).await?;
        }
        if sent.message.is_some() {
            let clear_mark = "delete from unwritable_channel where channel = $1";
            transaction.execute(clear_mark, (sent.to.number(),)).await?;
        }
        let mark_sent = "update notice set status = 'sent', message = $1, body = ''
             where notice_id = $2 and status = 'waiting' and (replace_key is null or body = $3)";
        let done = transaction
            .execute_counted(mark_sent, (sent.message, sent.notice_id, &sent.body))
            .await?
            == 1;
        if done {
            if let Some(pinged_revision) = sent.pings_revision {
                let sql = "update wait set pinged_revision = $1 where table_id = $2";
                transaction
                    .execute(sql, (pinged_revision, sent.table_id))
                    .await?;
            }
            let follow_ups =
                retain_seated_recipients(&mut transaction, sent.table_id, &sent.follow_ups).await?;
            table_writer::insert_notices(&mut transaction, sent.table_id, &follow_ups).await?;
        }
        transaction.commit().await?;
        Ok(done)
    }

    /// Replaces several notices by the newest of them, with a text that covers all. Returns false,
    /// and writes nothing, if one of them was tried or is gone.
    pub async fn merge_into_newest(
        self,
        table_id: TableId,
        earlier: &[NoticeId],
        newest: NoticeId,
        body: &str,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.store.begin_for_table(table_id).await?;
        let give_up = "update notice set status = 'given_up', body = ''
             where notice_id = $1 and status = 'waiting' and attempts = 0";
        for notice in earlier {
            let changed = transaction.execute_counted(give_up, (notice,)).await?;
            if changed != 1 {
                return transaction.rollback(false).await;
            }
        }
        let set_body = "update notice set body = $2 where notice_id = $1 and status = 'waiting' and attempts = 0";
        let changed = transaction
            .execute_counted(set_body, (newest, body))
            .await?;
        if changed != 1 {
            return transaction.rollback(false).await;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Returns whether this message was posted for another notice.
    pub async fn belongs_to_other_notice(
        self,
        message: MessageId,
        notice: NoticeId,
    ) -> Result<bool, StoreError> {
        let sql = "select notice_id from notice where message = $1 and notice_id <> $2 limit 1";
        let row: Option<NoticeId> = self
            .store
            .fetch_optional_scalar(sql, (message, notice))
            .await?;
        Ok(row.is_some())
    }

    /// Inserts notices that belong to no change of a table.
    pub async fn enqueue(self, table_id: TableId, notices: &[Notice]) -> Result<(), StoreError> {
        let mut transaction = self.store.begin_for_table(table_id).await?;
        table_writer::insert_notices(&mut transaction, table_id, notices).await?;
        transaction.commit().await
    }

    /// Schedules a failed notice again. Other notices of its destination wait as well, so that
    /// their order stays, unless the failed notice has a replace key.
    pub async fn postpone(
        self,
        notice: NoticeId,
        at: Destination,
        until: Timestamp,
        attempts: i64,
    ) -> Result<(), StoreError> {
        let sql = "update notice set attempts = case when notice_id = $1 then $4 else attempts end,
                               due_at = case when due_at > $2 then due_at else $2 end
             where status = 'waiting' and channel = $3
               and (notice_id = $1
                    or exists (select 1 from notice as failed
                               where failed.notice_id = $1 and failed.channel = $3 and failed.replace_key is null))";
        self.store
            .execute(sql, (notice, until, at.number(), attempts))
            .await
    }

    /// Makes the waiting notices of a channel due, because it is writable again. Notices with a
    /// replace key that were never tried keep their time.
    pub async fn retry_waiting_notices(self, channel: ChannelId) -> Result<(), StoreError> {
        let sql = "update notice set due_at = 0
             where channel = $1 and status = 'waiting' and (replace_key is null or attempts > 0)";
        self.store.execute(sql, (channel,)).await
    }

    /// Gives up the waiting notices of a destination that can no longer be reached.
    pub async fn give_up_waiting_notices(self, at: Destination) -> Result<(), StoreError> {
        let sql = "update notice set status = 'given_up', body = '' where channel = $1 and status = 'waiting'";
        self.store.execute(sql, (at.number(),)).await
    }
}
