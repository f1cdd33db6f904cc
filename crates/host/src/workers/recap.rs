//! Recaps: where a table went on while nobody could be told, as after an outage, the turns that
//! wait are told in one message, by the newest of them.

use std::collections::HashSet;

use crate::core::notices::StoredNews;
use crate::model::failure::json;
use crate::model::news::News;
use crate::{DueNotice, Failure, InternalError, NoticeId, Outbox};

/// From so many turns on, one reads what happened instead of each.
const MANY: usize = 3;

impl Outbox {
    /// The same news of one place in which all turns of a table that wait one behind the other are
    /// one, but for those that were told already.
    pub async fn joined(
        &self,
        news: Vec<DueNotice>,
        told_already: &[NoticeId],
    ) -> Result<Vec<DueNotice>, Failure> {
        let is_plain = |due: &DueNotice| {
            let may_be_told = due.doubtful || told_already.contains(&due.notice);
            matches!(due.news, News::Turn { .. }) && due.attempts == 0 && !may_be_told
        };
        // Chores hold nobody up, and wait for nobody.
        let (chores, mut told): (Vec<_>, Vec<_>) = news.into_iter().partition(DueNotice::is_chore);
        // Whoever is gone had told the first at most: others waited for it, and need not be looked
        // for. (What a table brings along from another channel may come before what was told here,
        // so each table has a first.)
        let mut begun = HashSet::new();
        for due in &mut told {
            due.doubtful &= begun.insert(due.game);
        }
        let mut joined = chores;
        for run in
            told.chunk_by(|one, next| one.game == next.game && is_plain(one) && is_plain(next))
        {
            match run {
                [earlier @ .., newest] if run.len() >= MANY => {
                    match self.join(earlier, newest).await? {
                        Some(recap) => joined.push(recap),
                        None => joined.extend_from_slice(run),
                    }
                }
                _ => joined.extend_from_slice(run),
            }
        }
        Ok(joined)
    }

    /// The newest of some turns with what happened in all of them; nothing if they are not as they
    /// were.
    async fn join(
        &self,
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
            since: newest.since,
            news: News::Turn { steps },
        };
        let body = json("news", &recap)?;
        let given_up: Vec<_> = earlier.iter().map(|due| due.notice).collect();
        let is_written = self
            .tables
            .store
            .notices()
            .mark_sent_together(newest.game, &given_up, newest.notice, &body)
            .await?;
        Ok(is_written.then(|| DueNotice {
            news: recap.news,
            body,
            ..newest.clone()
        }))
    }
}
