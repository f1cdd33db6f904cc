//! How a game changed the ratings.

use crate::cards::composer::Composer;
use crate::wire::names::tame;
use lanai_host::{Failure, RatingChange};
use lanai_text::Words;

/// Describes the rating changes of a game, without those of unlisted people.
pub(crate) async fn rating_change_lines(
    composer: &Composer,
    words: &Words,
    changes: &[RatingChange],
) -> Result<Option<String>, Failure> {
    let mut list = Vec::new();
    for change in changes {
        if !composer.host.settings.is_unlisted(change.person).await? {
            list.push(change_in_words(words, change));
        }
    }
    Ok((!list.is_empty()).then(|| words.say("chat-rated", &[("list", list.join(", ").into())])))
}

pub(crate) fn change_in_words(words: &Words, change: &RatingChange) -> String {
    let points = if change.provisional {
        format!("{}?", change.after)
    } else {
        change.after.to_string()
    };
    let by = change.before.map(|before| change.after - before);
    let by = by.map(|by| {
        if by < 0 {
            format!(" (−{})", -by)
        } else {
            format!(" (+{by})")
        }
    });
    format!(
        "{} {points}{}",
        tame(words, &change.name),
        by.unwrap_or_default()
    )
}
