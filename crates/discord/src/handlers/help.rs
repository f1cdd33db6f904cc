//! `/help`, a greeting, and `/check`, which lists missing permissions and their use.

use std::sync::Arc;

use crate::cards::newcomers::{for_newcomers, learn_button};
use crate::delivery::answer::Answer;
use crate::delivery::replies::Replies;
use crate::wire::card::{Button, Card, Row, Weight};
use crate::wire::permissions::{NEEDED, NeededPermission};
use crate::wire::press::{Page, Press};
use crate::wire::request::{NOWHERE, Request};
use lanai_host::Tables;
use lanai_rules::Title;
use lanai_text::Words;

pub(crate) struct HelpHandler {
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
}

impl HelpHandler {
    /// Lists the permissions that the bot has and lacks in the channel.
    pub(crate) fn check_rights(&self, request: &Request) -> Answer {
        let words = self.replies.words(request);
        let line = |(permission, name): &NeededPermission| {
            let mark = if request.rights.contains(*permission) {
                "✅"
            } else {
                "❌"
            };
            format!("{mark} {}", words.say(name, &[]))
        };
        let missing = NEEDED
            .iter()
            .filter(|(permission, _)| !request.rights.contains(*permission))
            .count();
        let verdict = if missing == 0 {
            "chat-check-fine"
        } else {
            "chat-check-missing"
        };
        let mut lines = vec![words.say(verdict, &[("n", missing.into())])];
        lines.extend(NEEDED.iter().map(line));
        Answer::words(lines.join("\n"))
    }

    pub(crate) async fn show_help(&self, request: &Request) -> Answer {
        let words = self.replies.words(request);
        let (about, rows) = match self.tables.find_in_channel(request.channel).await {
            Ok(table) => (
                words.say(&format!("chat-help-{}", table.title.name()), &[]),
                vec![Row::Buttons(for_newcomers(words, &table).to_vec())],
            ),
            Err(_) => (
                words.say("chat-help-no-table", &[]),
                play_buttons(words, request.guild != NOWHERE),
            ),
        };
        let help = [
            words.say("chat-help", &[]),
            words.say("chat-help-days", &[]),
            about,
        ]
        .join("\n\n");
        Answer::Tell(Card {
            rows,
            ..Card::words(help)
        })
    }
}

/// Greets users who have never played here.
pub(crate) fn welcome(words: &Words) -> Card {
    Card {
        rows: play_buttons(words, true),
        ..Card::words(words.say("chat-welcome", &[]))
    }
}

/// Returns buttons that start a lesson, a game against the computer, or the rules of each game.
fn play_buttons(words: &Words, guild: bool) -> Vec<Row> {
    let button = |press: Press, name: &str, title: Title, weight| {
        Button::new(
            press.id(),
            words.say(&format!("{name}-{}", title.name()), &[]),
            weight,
        )
    };
    let of = |title| {
        // In direct messages only lessons can be played.
        let play =
            guild.then(|| button(Press::Play(title), "chat-button-play", title, Weight::Main));
        let rules = button(
            Press::Rules(Page::first(title, None)),
            "chat-button-rules",
            title,
            Weight::Usual,
        );
        Row::Buttons(
            [learn_button(words, title)]
                .into_iter()
                .chain(play)
                .chain([rules])
                .collect(),
        )
    };
    Title::ALL.map(of).to_vec()
}
