//! Recaps: merges queued turns of a table into one message, for example after an outage of Discord.

use std::collections::HashSet;

use crate::model::failure::json;
use crate::model::news::News;
use crate::model::notices::StoredNews;
use crate::{DueNotice, Failure, InternalError, NoticeId};
use lanai_store::Store;

/// The smallest number of queued turns that are merged.
const MIN_MERGED_TURNS: usize = 3;

/// Merges successive turns of a table among the notices of one channel.
///
/// Turns that may have been posted already stay as they are. Updates of older messages come
/// first, because they neither delay other notices nor wait for them.
pub(super) async fn merge_turns(
    store: &Store,
    notices: Vec<DueNotice>,
    posted: &[NoticeId],
) -> Result<Vec<DueNotice>, Failure> {
    let (mut merged, mut messages): (Vec<_>, Vec<_>) =
        notices.into_iter().partition(DueNotice::is_message_update);
    // A process that stopped can have posted only its first notice of each table, because the
    // others waited for that. Only the first has to be searched for in the channel.
    let mut tables_seen = HashSet::new();
    for due in &mut messages {
        due.maybe_sent &= tables_seen.insert(due.game);
    }
    let runs = messages.chunk_by(|one, next| {
        one.game == next.game && is_mergeable(one, posted) && is_mergeable(next, posted)
    });
    for run in runs {
        let recap = match run {
            [earlier @ .., newest] if run.len() >= MIN_MERGED_TURNS => {
                merge(store, earlier, newest).await?
            }
            _ => None,
        };
        match recap {
            Some(recap) => merged.push(recap),
            None => merged.extend_from_slice(run),
        }
    }
    Ok(merged)
}

/// Merges turns into the newest. Returns `None` if one of them was changed meanwhile.
async fn merge(
    store: &Store,
    earlier: &[DueNotice],
    newest: &DueNotice,
) -> Result<Option<DueNotice>, InternalError> {
    let steps = earlier
        .iter()
        .chain([newest])
        .flat_map(|due| due.news.steps())
        .cloned()
        .collect();
    let recap = StoredNews {
        revision: newest.revision,
        announceable_at: newest.announceable_at,
        news: News::Turn { steps },
    };
    let body = json("news", &recap)?;
    let merged: Vec<_> = earlier.iter().map(|due| due.notice).collect();
    let is_written = store
        .notices()
        .merge_into_newest(newest.game, &merged, newest.notice, &body)
        .await?;
    Ok(is_written.then(|| DueNotice {
        news: recap.news,
        body,
        ..newest.clone()
    }))
}

/// Returns whether a notice is a turn that was certainly not posted yet.
fn is_mergeable(due: &DueNotice, posted: &[NoticeId]) -> bool {
    matches!(due.news, News::Turn { .. })
        && due.attempts == 0
        && !due.maybe_sent
        && !posted.contains(&due.notice)
}
