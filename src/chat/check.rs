//! `/check`: which permission is missing here, and what it is for; `/help`, and a greeting.

use serenity::all::Permissions;

use super::answer::Answer;
use super::card::{Button, Card, Weight};
use super::press::Press;
use super::{House, Request};
use crate::{rules::Title, words::Words};

/// What the bot needs, and the name of the sentence that says what for. Nothing else is asked for.
pub(super) const NEEDED: [(Permissions, &str); 7] = [
    (Permissions::VIEW_CHANNEL, "chat-right-view"),
    (Permissions::SEND_MESSAGES, "chat-right-send"),
    (Permissions::EMBED_LINKS, "chat-right-embed"),
    (Permissions::ATTACH_FILES, "chat-right-files"),
    (Permissions::READ_MESSAGE_HISTORY, "chat-right-history"),
    (Permissions::CREATE_PUBLIC_THREADS, "chat-right-threads"),
    (Permissions::SEND_MESSAGES_IN_THREADS, "chat-right-in-threads"),
];

impl House {
    /// Which rights there are here, and which are missing.
    pub(super) fn check(&self, request: &Request) -> Answer {
        let words = self.words(request);
        let line = |(right, name): &(Permissions, &str)| {
            let mark = if request.rights.contains(*right) { "✅" } else { "❌" };
            format!("{mark} {}", words.say(name, &[]))
        };
        let missing = NEEDED.iter().filter(|(right, _)| !request.rights.contains(*right)).count();
        let verdict = if missing == 0 { "chat-check-fine" } else { "chat-check-missing" };
        let mut lines = vec![words.say(verdict, &[("n", missing.into())])];
        lines.extend(NEEDED.iter().map(line));
        Answer::words(lines.join("\n"))
    }

    /// `/help`.
    pub(super) async fn help(&self, request: &Request) -> Answer {
        let words = self.words(request);
        let (about, buttons) = match self.tables.in_channel(request.channel).await {
            Ok(table) => (words.say(&format!("chat-help-{}", table.title.name()), &[]), Vec::new()),
            Err(_) => (words.say("chat-help-no-table", &[]), play_buttons(words)),
        };
        let help = [words.say("chat-help", &[]), words.say("chat-help-days", &[]), about].join("\n\n");
        Answer::Tell(Card::words(help).buttons(&buttons))
    }
}

/// A greeting for those who have never played here.
pub(super) fn welcome(words: &Words) -> Card {
    Card::words(words.say("chat-welcome", &[])).buttons(&play_buttons(words))
}

/// One press, and one plays against the computer.
fn play_buttons(words: &Words) -> Vec<Button> {
    let button = |title: Title| {
        let label = words.say(&format!("chat-button-play-{}", title.name()), &[]);
        Button::new(Press::Play(title).id(), label, Weight::Main)
    };
    Title::ALL.map(button).to_vec()
}
