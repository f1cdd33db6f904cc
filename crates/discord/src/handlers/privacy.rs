//! `/privacy`: what is stored about a user and why, its export, and its erasure.
//!
//! Every answer is private, wherever it is asked.

use std::sync::Arc;

use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::wire::card::{Button, Card, File, Place, Weight};
use crate::wire::press::{Press, PrivacyStep};
use crate::wire::request::Request;
use crate::wire::times::stretch;
use lanai_host::{DataExporter, Erasure, TableStatus, Tables};
use lanai_text::{Fill, Words};

/// The privacy policy, unless the operator names one in Discord's developer portal.
const POLICY: &str = include_str!("../../../../docs/privacy.md");

/// What the answer says about the policy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Privacy {
    /// The address of the operator's own policy.
    pub(crate) policy: Option<String>,
    /// Seconds until the data of a guild that removed the bot is erased; never if `None`.
    pub(crate) forget_after: Option<i64>,
}

pub(crate) struct PrivacyHandler {
    pub(crate) privacy_settings: Privacy,
    pub(crate) erasure: Arc<Erasure>,
    pub(crate) exports: Arc<DataExporter>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
}

impl PrivacyHandler {
    /// Shows what is stored, why, and for how long.
    pub(crate) fn show_policy(&self, request: &Request) -> Answer {
        let words = self.replies.words(request);
        let guilds = match self.privacy_settings.forget_after {
            Some(seconds) => words.say(
                "chat-privacy-servers",
                &[("time", stretch(words, seconds).into())],
            ),
            None => words.say("chat-privacy-servers-never", &[]),
        };
        // Discord's portal accepts only an address here.
        let linked = self.privacy_settings.policy.as_deref();
        let policy = match linked {
            Some(link) => words.say("chat-privacy-policy", &[("link", link.into())]),
            None => words.say("chat-privacy-policy-file", &[]),
        };
        let text = [words.say("chat-privacy", &[]), guilds, policy].join("\n");
        let file = File {
            name: "privacy.md".to_owned(),
            bytes: POLICY.as_bytes().to_vec(),
            description: None,
            place: Place::Beside,
        };
        let files = if linked.is_some() {
            Vec::new()
        } else {
            vec![file]
        };
        let export = button(
            words,
            PrivacyStep::Export,
            "chat-button-export",
            Weight::Usual,
        );
        let forget = button(
            words,
            PrivacyStep::Forget,
            "chat-button-forget",
            Weight::Usual,
        );
        Answer::Tell(
            Card {
                files,
                ..Card::words(text)
            }
            .buttons(&[export, forget]),
        )
    }

    /// Handles a button of `/privacy`.
    pub(crate) async fn take_step(&self, request: &Request, step: PrivacyStep) -> Reply {
        match step {
            PrivacyStep::Export => self.export(request).await,
            PrivacyStep::Forget => self.ask_to_forget(request).await,
            PrivacyStep::Forgotten => self.forget(request).await,
        }
    }

    /// Sends all that is stored about the user as a private file.
    pub(crate) async fn export(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let actor = &request.actor;
        let about = words.say("chat-export-about", &[]);
        let exported = self
            .exports
            .export(actor.person, &actor.name, about)
            .await?;
        let name = "lanai-export.json".to_owned();
        let mut lines = vec![words.say("chat-export", &[("file", Fill::from(&name))])];
        if exported.without_moves > 0 {
            lines.push(words.say(
                "chat-export-without-moves",
                &[("n", exported.without_moves.into())],
            ));
        }
        if exported.left_out > 0 {
            lines.push(words.say("chat-export-left-out", &[("n", exported.left_out.into())]));
        }
        let bytes = exported.text.into_bytes();
        let files = vec![File {
            name,
            bytes,
            description: None,
            place: Place::Beside,
        }];
        Ok(Answer::Tell(Card {
            files,
            ..Card::words(lines.join("\n"))
        }))
    }

    /// Explains what erasure means, and asks for confirmation.
    pub(crate) async fn ask_to_forget(&self, request: &Request) -> Reply {
        let words = self.replies.words(request);
        let tables = self.tables.list_of_person(request.actor.person).await?;
        let running = tables
            .iter()
            .filter(|table| table.status == TableStatus::Running)
            .count();
        let open = tables.len() - running;
        let mut lines = vec![words.say("chat-forget", &[])];
        for (name, n) in [("chat-forget-running", running), ("chat-forget-open", open)] {
            lines.extend((n > 0).then(|| words.say(name, &[("n", n.into())])));
        }
        lines.push(words.say("chat-forget-means", &[]));
        let yes = button(
            words,
            PrivacyStep::Forgotten,
            "chat-button-forget-yes",
            Weight::Main,
        );
        let export = button(
            words,
            PrivacyStep::Export,
            "chat-button-export",
            Weight::Usual,
        );
        Ok(Answer::Tell(
            Card::words(lines.join("\n")).buttons(&[yes, export]),
        ))
    }

    async fn forget(&self, request: &Request) -> Reply {
        if let Some(interaction) = request.actor.interaction {
            self.tables.spend_interaction(interaction).await?;
        }
        self.erasure
            .forget(request.actor.person, &request.actor.name)
            .await?;
        Ok(self.replies.answer(request, "chat-forgotten", &[]))
    }
}

fn button(words: &Words, asking: PrivacyStep, name: &str, weight: Weight) -> Button {
    Button::new(Press::Privacy(asking).id(), words.say(name, &[]), weight)
}
