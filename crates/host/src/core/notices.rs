//! News on their way into the store, with the change that brings them about: what is kept of them, and when they are due.

use serde::{Deserialize, Serialize};

use crate::model::failure::json;
use crate::model::news::{MessageUpdate, News};
use crate::{Destination, InternalError, PersonId, Revision, Table, Timestamp, Watch};
use lanai_store::{Notice, Store};

/// How long after a change a channel is told that follows the table from elsewhere: it hears of a busy table once a minute.
const WATCHERS_WAIT_SECS: i64 = 60;

/// News as they are kept: with the revision of the change that they tell of.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredNews {
    pub(crate) revision: Revision,
    /// Since when a turn could be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) since: Option<Timestamp>,
    pub(crate) news: News,
}

/// News as the store keeps them.
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
    /// News of the change that follows this revision.
    pub(crate) fn notice(&self, news: News) -> Result<Notice, InternalError> {
        notice(self.places(), self.revision.next(), news, Timestamp::FIRST)
    }

    /// News of a turn that is done at this time, to be told so many seconds later.
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
        // Those that are due at once are due in the order in which they came to be, whatever the clock says.
        let due_at = if waits > 0 { since } else { Timestamp::FIRST };
        Ok(Notice {
            to: self.places(),
            chore: None,
            body,
            due_at,
        })
    }

    /// News of something that is no change of the game.
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

    /// Something that stands somewhere will be changed.
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

/// News of a table that does not stand yet.
pub(crate) fn of_new_table(to: Destination, news: News) -> Result<Notice, InternalError> {
    notice(vec![to], Revision(0), news, Timestamp::FIRST)
}

/// Addresses notices to the channels that watch a table.
pub(crate) struct WatcherNotices {
    pub(crate) store: Store,
}

impl WatcherNotices {
    /// Everybody who looks on from elsewhere will be told, a little later.
    pub(crate) async fn for_watchers_later(
        &self,
        table: &Table,
        revision: Revision,
        at: Timestamp,
    ) -> Result<Vec<Notice>, InternalError> {
        self.for_all_watchers(table, revision, at + WATCHERS_WAIT_SECS)
            .await
    }

    /// With the next change of a table, everybody who looks on from elsewhere is told.
    pub(crate) async fn for_watchers_at_once(
        &self,
        table: &Table,
    ) -> Result<Vec<Notice>, InternalError> {
        self.for_all_watchers(table, table.revision.next(), Timestamp::FIRST)
            .await
    }

    /// Everybody who looks on from elsewhere will be told, once it is due.
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
