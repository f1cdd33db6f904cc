//! Builds notices: news with their destinations, to be stored with a change.

use serde::{Deserialize, Serialize};

use crate::model::failure::json;
use crate::model::news::News;
use crate::{Destination, InternalError, Revision, Table, Timestamp};
use lanai_store::Notice;

/// News as stored, with the revision of the change that they announce.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredNews {
    pub(crate) revision: Revision,
    /// The earliest time at which a turn could be announced, to measure the lag of its delivery.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) announceable_at: Option<Timestamp>,
    pub(crate) news: News,
}

/// Returns a notice that is due at once.
pub(crate) fn new_notice(
    to: Vec<Destination>,
    revision: Revision,
    news: News,
) -> Result<Notice, InternalError> {
    let chore = if let News::MessageUpdate(update) = &news {
        Some(update.key())
    } else {
        None
    };
    let stored = StoredNews {
        revision,
        announceable_at: None,
        news,
    };
    Ok(Notice {
        to,
        replace_key: chore,
        body: json("news", &stored)?,
        due_at: Timestamp::FIRST,
    })
}

/// Returns the notice of a turn that is over at `at`, delayed by `delay_secs`.
pub(crate) fn turn_notice(
    table: &Table,
    news: News,
    at: Timestamp,
    delay_secs: i64,
) -> Result<Notice, InternalError> {
    let announceable_at = at + delay_secs;
    let stored = StoredNews {
        revision: table.revision.next(),
        announceable_at: Some(announceable_at),
        news,
    };
    // Notices without a delay are sent in the order of the queue, because the clock may be set
    // back.
    let due_at = if delay_secs > 0 {
        announceable_at
    } else {
        Timestamp::FIRST
    };
    Ok(Notice {
        to: table.news_destinations(),
        replace_key: None,
        body: json("news", &stored)?,
        due_at,
    })
}

/// Returns a notice of a table that is about to be created.
pub(crate) fn new_table_notice(to: Destination, news: News) -> Result<Notice, InternalError> {
    new_notice(vec![to], Revision(0), news)
}
