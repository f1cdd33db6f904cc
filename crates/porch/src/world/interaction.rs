//! Interactions: what a person did, how the bot responded, and who waits for the response.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use crate::ids::Id;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum InteractionKind {
    Command,
    Autocomplete,
    Component,
    Modal,
}

impl InteractionKind {
    pub(crate) fn number(self) -> u64 {
        match self {
            InteractionKind::Command => 2,
            InteractionKind::Component => 3,
            InteractionKind::Autocomplete => 4,
            InteractionKind::Modal => 5,
        }
    }
}

/// The installations of the application that allow an interaction: the guild's and the user's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Installations {
    /// Whether the application is installed in the guild, or the interaction is in the DM with the
    /// bot.
    #[serde(rename = "place")]
    pub(crate) is_guild_install: bool,
    /// The user who installed the application, if that allows the interaction.
    #[serde(rename = "user")]
    pub(crate) installing_user: Option<Id>,
}

impl Installations {
    pub(crate) const GUILD_ONLY: Installations = Installations {
        is_guild_install: true,
        installing_user: None,
    };
}

/// The first response of the bot to an interaction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Callback {
    Message(Id),
    Deferred(Id),
    Updated,
    DeferredUpdate,
    Choices(Value),
    Modal(Value),
    /// The Activity was opened in this frame.
    Activity(Id),
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) kind: InteractionKind,
    pub(crate) person: Id,
    pub(crate) channel: Id,
    #[serde(rename = "owners")]
    pub(crate) installations: Installations,
    pub(crate) command: Option<String>,
    /// The message whose component was used or from which a modal was opened.
    pub(crate) source: Option<Id>,
    /// The type of the option that the person is typing; `None` unless this is an autocomplete.
    pub(crate) focused: Option<u64>,
    /// When the interaction was created, by the machine's clock, which limits the response time.
    #[serde(skip, default = "Instant::now")]
    pub(crate) created_at: Instant,
    pub(crate) answer: Option<Callback>,
    pub(crate) followed_up: bool,
    pub(crate) follow_ups: u32,
    pub(crate) original: Option<Id>,
    /// Whether the bot did not receive the interaction, because it had no live or resumable
    /// session.
    pub(crate) undelivered: bool,
    /// Notifies waiting persons of each change of the interaction.
    #[serde(skip)]
    pub(crate) updates: watch::Sender<()>,
}

impl Interaction {
    pub(crate) fn new(
        id: Id,
        kind: InteractionKind,
        person: Id,
        channel: Id,
        installations: Installations,
    ) -> Self {
        Interaction {
            id,
            kind,
            person,
            channel,
            installations,
            command: None,
            source: None,
            focused: None,
            created_at: Instant::now(),
            answer: None,
            followed_up: false,
            follow_ups: 0,
            original: None,
            undelivered: false,
            updates: watch::Sender::new(()),
        }
    }
}
