//! `/help`, `/check` (the permissions that the bot lacks), and the greeting for new guilds.

use std::sync::Arc;

use crate::cards::newcomer_buttons::{learn_button, newcomer_buttons};
use crate::delivery::answer::Answer;
use crate::delivery::replies::Replies;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card, Row};
use crate::wire::permissions::NEEDED_PERMISSIONS;
use crate::wire::press::{Press, RulesPage};
use crate::wire::request::{DIRECT_MESSAGES, Request};
use lanai_host::Tables;
use lanai_rules::Title;
use lanai_text::Words;

pub(crate) struct HelpHandler {
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
}

impl HelpHandler {
    /// Lists the permissions that the bot has and lacks in the channel.
    pub(crate) fn show_permissions(&self, request: &Request) -> Answer {
        let words = self.replies.words(request);
        let mut missing = 0_usize;
        let mut lines = Vec::new();
        for (permission, key) in NEEDED_PERMISSIONS {
            let mark = if request.bot_permissions.contains(permission) {
                "✅"
            } else {
                missing += 1;
                "❌"
            };
            lines.push(format!("{mark} {}", words.say(key, &[])));
        }
        let summary_key = if missing == 0 {
            key::CHAT_CHECK_FINE
        } else {
            key::CHAT_CHECK_MISSING
        };
        lines.insert(0, words.say(summary_key, &[("n", missing.into())]));
        Answer::words(lines.join("\n"))
    }

    pub(crate) async fn show_help(&self, request: &Request) -> Answer {
        let words = self.replies.words(request);
        let (about, rows) = match self.tables.find_in_channel(request.channel).await {
            Ok(table) => (
                words.say(key::CHAT_HELP_GAME.member(table.title.name()), &[]),
                vec![Row::Buttons(newcomer_buttons(words, &table).to_vec())],
            ),
            Err(_) => (
                words.say(key::CHAT_HELP_NO_TABLE, &[]),
                play_buttons(words, request.guild != DIRECT_MESSAGES),
            ),
        };
        let help = [words.say(key::CHAT_HELP, &[]), about].join("\n\n");
        Answer::Private(Card {
            rows,
            ..Card::words(help)
        })
    }
}

/// Returns the greeting for a new guild.
pub(crate) fn welcome_card(words: &Words) -> Card {
    Card {
        rows: play_buttons(words, true),
        ..Card::words(words.say(key::CHAT_WELCOME, &[]))
    }
}

/// Returns a row of buttons for each game: a lesson, a game against the computer, and the rules.
fn play_buttons(words: &Words, in_guild: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for title in Title::ALL {
        let name = title.name();
        let mut buttons = vec![learn_button(words, title)];
        // In direct messages only lessons can be played.
        if in_guild {
            let label = words.say(key::CHAT_BUTTON_PLAY.member(name), &[]);
            buttons.push(Button::new(
                Press::Play(title).id(),
                label,
                ButtonStyle::Primary,
            ));
        }
        let label = words.say(key::CHAT_BUTTON_RULES_OF.member(name), &[]);
        let id = Press::Rules(RulesPage::first(title, None)).id();
        buttons.push(Button::new(id, label, ButtonStyle::Secondary));
        rows.push(Row::Buttons(buttons));
    }
    rows
}
