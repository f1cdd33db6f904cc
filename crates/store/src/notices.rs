//! The outbox: what still has to be said, and what became of it.

use super::query::{query, query_as, query_scalar};
use super::standing::DELETE_STANDING_MESSAGE;
use super::transaction::WriteTransaction;
use super::{
    ChannelId, Destination, MessageId, Notice, NoticeId, Revision, Role, Store, StoreError,
    TableId, Timestamp, writing,
};

/// A notice that is due.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct Due {
    #[sqlx(rename = "notice_id")]
    pub notice: NoticeId,
    #[sqlx(rename = "table_id")]
    pub game: TableId,
    #[sqlx(flatten)]
    pub to: Destination,
    pub body: String,
    /// How often it was tried.
    pub attempts: i64,
    /// Whether somebody who is gone may have sent it already.
    #[sqlx(rename = "maybe_sent")]
    pub doubtful: bool,
}

/// What became of a notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sent {
    pub notice: NoticeId,
    pub game: TableId,
    pub to: Destination,
    /// What it said. A chore that says something else by now still waits.
    pub body: String,
    /// The message that it became; none if there was nothing to say any more.
    pub message: Option<MessageId>,
    /// What this message stands for from now on.
    pub role: Option<Role>,
    /// The turn to which the person who is to act was called by it.
    pub calls_to: Option<Revision>,
    /// An older message that stands for nothing any more.
    pub fallen: Option<MessageId>,
    /// What has to be said or done after it.
    pub then: Vec<Notice>,
}

/// What makes a notice due at the time `$1`. Nothing that came later in a channel is due sooner, save chores, which hold
/// nobody back: see [`after_older`].
macro_rules! due {
    () => {
        "status = 'waiting' and due_at <= $1"
    };
}

/// What a [`Due`] is read from.
macro_rules! notices_from {
    () => {
        "select notice_id, table_id, channel, person, body, attempts, maybe_sent from "
    };
}

/// The notices that are due then.
macro_rules! due_notices {
    () => {
        concat!(notices_from!(), "notice where ", due!())
    };
}

/// At most so many rows. SQLite plans a statement anew each time a bare number is bound here, which takes it longer than finding
/// what is due.
macro_rules! at_most {
    ($number:literal) => {
        concat!("limit ", $number, " + 0")
    };
}

/// When something is due that is to be said in a channel at a time: not before what came to wait there last.
macro_rules! after_older {
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

/// What is to be said, without what only somebody would hear who does not sit there any more: they may be forgotten by now.
async fn retain_seated_recipients(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
    notices: &[Notice],
) -> Result<Vec<Notice>, StoreError> {
    let mut heard = notices.to_vec();
    for said in heard.iter_mut().filter(|notice| notice.chore.is_none()) {
        for person in said.to.clone().into_iter().filter_map(Destination::person) {
            let sql = "select exists (select 1 from seat where table_id = $1 and person = $2)";
            let sits: bool = query_scalar(sql)
                .bind(game)
                .bind(person)
                .fetch_one(writing.on())
                .await?;
            if !sits {
                said.to.retain(|to| *to != Destination::Person(person));
            }
        }
    }
    Ok(heard)
}

pub(super) fn sort_by_id(mut due: Vec<Due>) -> Vec<Due> {
    due.sort_by_key(|due| due.notice);
    due
}

/// The outbox.
#[derive(Clone, Copy, Debug)]
pub struct NoticeRepository<'a> {
    pub(crate) store: &'a Store,
}

impl NoticeRepository<'_> {
    /// Notices that are due and not sent: those that have been so longest, in the order in which they came to be.
    pub async fn due(self, now: Timestamp, most: u32) -> Result<Vec<Due>, StoreError> {
        let sql = concat!(
            due_notices!(),
            " order by due_at, notice_id ",
            at_most!("$2")
        );
        let due = query_as(sql)
            .bind(now)
            .bind(i64::from(most))
            .fetch_all(self.store.readers())
            .await?;
        Ok(sort_by_id(due))
    }

    /// The newest notice of a table for a place, if it is not due yet and nobody can have tried to send it.
    pub async fn held(
        self,
        game: TableId,
        to: Destination,
        now: Timestamp,
    ) -> Result<Option<Due>, StoreError> {
        let sql = concat!(
            notices_from!(),
            "notice
             where attempts = 0 and due_at > $3
               and notice_id = (select max(newest.notice_id) from notice as newest
                                where newest.table_id = $1 and newest.channel = $2
                                  and newest.status = 'waiting' and newest.replace_key is null)"
        );
        let held = query_as(sql)
            .bind(game)
            .bind(to.number())
            .bind(now)
            .fetch_optional(self.store.readers())
            .await?;
        Ok(held)
    }

    /// A notice was sent, or need not be: what it said stands there and need not be kept, what comes after it is written
    /// with that. False if it was sent before, or says something else by now.
    pub async fn mark_sent(self, sent: &Sent) -> Result<bool, StoreError> {
        let mut writing = self.store.writing_to(sent.game).await?;
        if let (Some(message), Some(role)) = (sent.message, sent.role) {
            // A table that went elsewhere meanwhile took the notice with it: this message stands for nothing.
            let stands =
                "insert into standing_message (table_id, channel, role, message, person) select $1, $2, $3, $4, $6
                 where exists (select 1 from notice where notice_id = $5 and channel = $2)
                 on conflict (table_id, channel, role) do update set message = $4, pictures = null";
            query(stands)
                .bind(sent.game)
                .bind(sent.to.number())
                .bind(role)
                .bind(message)
                .bind(sent.notice)
                .bind(sent.to.person())
                .execute(writing.on())
                .await?;
        }
        if let Some(fallen) = sent.fallen {
            query(DELETE_STANDING_MESSAGE)
                .bind(sent.game)
                .bind(sent.to.number())
                .bind(fallen)
                .execute(writing.on())
                .await?;
        }
        if sent.message.is_some() {
            let open = "delete from unwritable_channel where channel = $1";
            query(open)
                .bind(sent.to.number())
                .execute(writing.on())
                .await?;
        }
        let done = "update notice set status = 'sent', message = $1, body = ''
             where notice_id = $2 and status = 'waiting' and (replace_key is null or body = $3)";
        let done = query(done)
            .bind(sent.message)
            .bind(sent.notice)
            .bind(&sent.body)
            .execute(writing.on())
            .await?
            == 1;
        if done {
            if let Some(called) = sent.calls_to {
                let sql = "update wait set pinged_revision = $1 where table_id = $2";
                query(sql)
                    .bind(called)
                    .bind(sent.game)
                    .execute(writing.on())
                    .await?;
            }
            let then = retain_seated_recipients(&mut writing, sent.game, &sent.then).await?;
            writing::write_notices(&mut writing, sent.game, &then).await?;
        }
        writing.commit().await?;
        Ok(done)
    }

    /// The newest of some notices of a table says what all of them say; false if one of them may have been tried, or is none any
    /// more: nothing was written.
    pub async fn mark_sent_together(
        self,
        game: TableId,
        earlier: &[NoticeId],
        newest: NoticeId,
        body: &str,
    ) -> Result<bool, StoreError> {
        let mut writing = self.store.writing_to(game).await?;
        let given_up = "update notice set status = 'given_up', body = ''
             where notice_id = $1 and status = 'waiting' and attempts = 0";
        for notice in earlier {
            if query(given_up).bind(*notice).execute(writing.on()).await? != 1 {
                return writing.rollback(false).await;
            }
        }
        let says = "update notice set body = $2 where notice_id = $1 and status = 'waiting' and attempts = 0";
        if query(says)
            .bind(newest)
            .bind(body)
            .execute(writing.on())
            .await?
            != 1
        {
            return writing.rollback(false).await;
        }
        writing.commit().await?;
        Ok(true)
    }

    /// Whether a message is known to be another notice's.
    pub async fn is_sent(self, message: MessageId, notice: NoticeId) -> Result<bool, StoreError> {
        let sql = "select notice_id from notice where message = $1 and notice_id <> $2 limit 1";
        let row: Option<NoticeId> = query_scalar(sql)
            .bind(message)
            .bind(notice)
            .fetch_optional(self.store.readers())
            .await?;
        Ok(row.is_some())
    }

    /// Something has to be said that no change of a table brings about.
    pub async fn enqueue(self, game: TableId, notices: &[Notice]) -> Result<(), StoreError> {
        let mut writing = self.store.writing_to(game).await?;
        writing::write_notices(&mut writing, game, notices).await?;
        writing.commit().await
    }

    /// A notice could not be sent there, after so many attempts: nothing is sent there before this time, so that the order
    /// stays. A chore waits by itself, and what goes elsewhere by now does not wait.
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
            .write_one(
                query(sql)
                    .bind(notice)
                    .bind(until)
                    .bind(at.number())
                    .bind(attempts),
            )
            .await
            .map(drop)
    }

    /// A channel is open again: the news that wait for it are tried at once, and so are chores that failed there.
    pub async fn retry_at_once(self, channel: ChannelId) -> Result<(), StoreError> {
        let sql = "update notice set due_at = 0
             where channel = $1 and status = 'waiting' and (replace_key is null or attempts > 0)";
        self.store
            .write_one(query(sql).bind(channel))
            .await
            .map(drop)
    }

    /// Nobody can hear what is said there any more: what waits for it is not said.
    pub async fn give_up(self, at: Destination) -> Result<(), StoreError> {
        let sql = "update notice set status = 'given_up', body = '' where channel = $1 and status = 'waiting'";
        self.store
            .write_one(query(sql).bind(at.number()))
            .await
            .map(drop)
    }
}
