//! `/privacy`: shows what is stored about a user and why, exports it and erases it.
//!
//! Every answer is ephemeral, wherever the command is used.

use std::sync::Arc;

use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card, File, FilePlacement};
use crate::wire::press::{Press, PrivacyStep};
use crate::wire::request::Request;
use lanai_host::{DataExporter, Erasure, TableStatus, Tables};
use lanai_panel::format_duration;
use lanai_text::{Fill, Key, Words};

/// The privacy policy that applies unless the operator has linked another in Discord's portal.
const PRIVACY_POLICY: &str = include_str!("../../../../docs/privacy.md");

/// Facts about the policy that depend on the operator.
#[derive(Clone, Debug, Default)]
pub(crate) struct PrivacySettings {
    /// The address of the operator's own policy.
    pub(crate) policy_url: Option<String>,
    /// How long the data of a guild is kept after the guild removed the bot. `None` means forever.
    pub(crate) forget_after_secs: Option<i64>,
}

pub(crate) struct PrivacyHandler {
    pub(crate) privacy_settings: PrivacySettings,
    pub(crate) erasure: Arc<Erasure>,
    pub(crate) exports: Arc<DataExporter>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
}

impl PrivacyHandler {
    /// Shows what is stored, why, and for how long.
    pub(crate) fn show_policy(&self, request: &Request) -> Answer {
        let words = self.replies.words(request);
        let guild_line = match self.privacy_settings.forget_after_secs {
            Some(seconds) => words.say(
                key::CHAT_PRIVACY_SERVERS,
                &[("time", format_duration(words, seconds).into())],
            ),
            None => words.say(key::CHAT_PRIVACY_SERVERS_NEVER, &[]),
        };
        // Discord's portal accepts only an address, so the built-in policy is sent as a file.
        let linked = self.privacy_settings.policy_url.as_deref();
        let policy = match linked {
            Some(link) => words.say(key::CHAT_PRIVACY_POLICY, &[("link", link.into())]),
            None => words.say(key::CHAT_PRIVACY_POLICY_FILE, &[]),
        };
        let text = [words.say(key::CHAT_PRIVACY, &[]), guild_line, policy].join("\n");
        let mut files = Vec::new();
        if linked.is_none() {
            files.push(File {
                name: "privacy.md".to_owned(),
                bytes: PRIVACY_POLICY.as_bytes().to_vec(),
                description: None,
                placement: FilePlacement::WithText,
            });
        }
        let export = step_button(
            words,
            PrivacyStep::Export,
            key::CHAT_BUTTON_EXPORT,
            ButtonStyle::Secondary,
        );
        let erase = step_button(
            words,
            PrivacyStep::Forget,
            key::CHAT_BUTTON_FORGET,
            ButtonStyle::Secondary,
        );
        Answer::Private(
            Card {
                files,
                ..Card::words(text)
            }
            .buttons(&[export, erase]),
        )
    }

    /// Handles a button of `/privacy`.
    pub(crate) async fn handle_button(&self, request: &Request, step: PrivacyStep) -> Reply {
        match step {
            PrivacyStep::Export => self.export(request).await,
            PrivacyStep::Forget => self.confirm_erasure(request).await,
            PrivacyStep::Forgotten => self.erase(request).await,
        }
    }

    /// Sends all stored data about the user as a file.
    pub(crate) async fn export(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let actor = &request.actor;
        let about = words.say(key::CHAT_EXPORT_ABOUT, &[]);
        let exported = self
            .exports
            .export_person(actor.person, &actor.name, about)
            .await?;
        let name = "lanai-export.json".to_owned();
        let mut lines = vec![words.say(key::CHAT_EXPORT, &[("file", Fill::from(&name))])];
        if exported.without_moves > 0 {
            lines.push(words.say(
                key::CHAT_EXPORT_WITHOUT_MOVES,
                &[("n", exported.without_moves.into())],
            ));
        }
        if exported.left_out > 0 {
            lines.push(words.say(
                key::CHAT_EXPORT_LEFT_OUT,
                &[("n", exported.left_out.into())],
            ));
        }
        let files = vec![File {
            name,
            bytes: exported.text.into_bytes(),
            description: None,
            placement: FilePlacement::WithText,
        }];
        Ok(Answer::Private(Card {
            files,
            ..Card::words(lines.join("\n"))
        }))
    }

    /// Explains the consequences of erasure, and asks for confirmation.
    pub(crate) async fn confirm_erasure(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let tables = self
            .tables
            .list_unfinished_for_person(request.actor.person)
            .await?;
        let running = tables
            .iter()
            .filter(|table| table.status == TableStatus::Running)
            .count();
        let open = tables.len() - running;
        let mut lines = vec![words.say(key::CHAT_FORGET, &[])];
        for (name, n) in [
            (key::CHAT_FORGET_RUNNING, running),
            (key::CHAT_FORGET_OPEN, open),
        ] {
            if n > 0 {
                lines.push(words.say(name, &[("n", n.into())]));
            }
        }
        lines.push(words.say(key::CHAT_FORGET_MEANS, &[]));
        let confirm = step_button(
            words,
            PrivacyStep::Forgotten,
            key::CHAT_BUTTON_FORGET_YES,
            ButtonStyle::Primary,
        );
        let export = step_button(
            words,
            PrivacyStep::Export,
            key::CHAT_BUTTON_EXPORT,
            ButtonStyle::Secondary,
        );
        Ok(Answer::Private(
            Card::words(lines.join("\n")).buttons(&[confirm, export]),
        ))
    }

    async fn erase(&self, request: &Request) -> Reply {
        if let Some(interaction) = request.actor.interaction {
            self.tables.claim_interaction(interaction).await?;
        }
        self.erasure
            .erase_person(request.actor.person, &request.actor.name)
            .await?;
        Ok(self.replies.answer(request, key::CHAT_FORGOTTEN, &[]))
    }
}

fn step_button(words: &Words, step: PrivacyStep, key: Key, style: ButtonStyle) -> Button {
    Button::new(Press::Privacy(step).id(), words.say(key, &[]), style)
}
