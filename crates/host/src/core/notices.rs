//! Builds notices: news with their destinations, ready to be written with a change.

use serde::{Deserialize, Serialize};

use crate::model::failure::json;
use crate::model::news::{MessageUpdate, News};
use crate::{Destination, InternalError, PersonId, Revision, Table, Timestamp, Watch};
use lanai_store::{Notice, Store};

/// The delay of updates to watching channels, so that a busy table updates them once a minute.
const WATCHERS_WAIT_SECS: i64 = 60;

/// News as stored, with the revision of the change that they tell of.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredNews {
    pub(crate) revision: Revision,
    /// When a turn could first be announced, to measure the lag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) since: Option<Timestamp>,
    pub(crate) news: News,
}

/// Serializes news as a notice.
pub(crate) fn notice(
    to: Vec<Destination>,
    revision: Revision,
    news: News,
    due_at: Timestamp,
) -> Result<Notice, InternalError> {
    let chore = if let News::MessageUpdate(chore) = &news {
        Some(chore.name())
    } else {
        None
    };
    let body = json(
        "news",
        &StoredNews {
            revision,
            since: None,
            news,
        },
    )?;
    Ok(Notice {
        to,
        chore,
        body,
        due_at,
    })
}

impl Table {
    /// Returns a notice about the next change.
    pub(crate) fn notice(&self, news: News) -> Result<Notice, InternalError> {
        notice(self.places(), self.revision.next(), news, Timestamp::FIRST)
    }

    /// Returns the notice of a turn that is over at `at`, delayed by `waits` seconds.
    pub(crate) fn turn(
        &self,
        news: News,
        at: Timestamp,
        waits: i64,
    ) -> Result<Notice, InternalError> {
        let since = at + waits;
        let body = json(
            "news",
            &StoredNews {
                revision: self.revision.next(),
                since: Some(since),
                news,
            },
        )?;
        // Without a delay, the order of the queue counts and not the clock, which may be set back.
        let due_at = if waits > 0 { since } else { Timestamp::FIRST };
        Ok(Notice {
            to: self.places(),
            chore: None,
            body,
            due_at,
        })
    }

    /// Returns a notice that comes with no change of the game.
    pub(crate) fn word(&self, news: News) -> Result<Notice, InternalError> {
        notice(self.places(), self.revision, news, Timestamp::FIRST)
    }

    pub(crate) fn to_person(&self, person: PersonId, news: News) -> Result<Notice, InternalError> {
        notice(
            vec![Destination::Person(person)],
            self.revision,
            news,
            Timestamp::FIRST,
        )
    }

    /// Returns a notice that updates an older message.
    pub(crate) fn chore(
        &self,
        at: Destination,
        chore: MessageUpdate,
    ) -> Result<Notice, InternalError> {
        notice(
            vec![at],
            self.revision,
            News::MessageUpdate(chore),
            Timestamp::FIRST,
        )
    }
}

/// Returns a notice of a table that is about to be created.
pub(crate) fn of_new_table(to: Destination, news: News) -> Result<Notice, InternalError> {
    notice(vec![to], Revision(0), news, Timestamp::FIRST)
}

/// Addresses notices to the channels that watch a table.
pub(crate) struct WatcherNotices {
    pub(crate) store: Store,
}

impl WatcherNotices {
    /// Returns updates for the watching channels, with the usual delay.
    pub(crate) async fn for_watchers_later(
        &self,
        table: &Table,
        revision: Revision,
        at: Timestamp,
    ) -> Result<Vec<Notice>, InternalError> {
        self.for_all_watchers(table, revision, at + WATCHERS_WAIT_SECS)
            .await
    }

    /// Returns updates for the watching channels that are due at once.
    pub(crate) async fn for_watchers_at_once(
        &self,
        table: &Table,
    ) -> Result<Vec<Notice>, InternalError> {
        self.for_all_watchers(table, table.revision.next(), Timestamp::FIRST)
            .await
    }

    /// Returns updates for the watching channels that are due at a time.
    pub(crate) async fn for_all_watchers(
        &self,
        table: &Table,
        revision: Revision,
        due_at: Timestamp,
    ) -> Result<Vec<Notice>, InternalError> {
        let watches = self
            .store
            .channels()
            .list_watches(table.game)
            .await?
            .into_iter();
        let told = |Watch {
                        channel, language, ..
                    }: Watch| {
            notice(
                vec![Destination::Channel(channel)],
                revision,
                News::MessageUpdate(MessageUpdate::Watch { language }),
                due_at,
            )
        };
        watches.map(told).collect()
    }
}
