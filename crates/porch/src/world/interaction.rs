//! Interactions: what a person did, what the bot answered, and who waits for it. Those whose token ran out are
//! forgotten.

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

/// Who let the application in, as far as it counts for what a person did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Owners {
    /// The server on which it happens, or the bot's own channel with the person.
    pub(crate) place: bool,
    pub(crate) user: Option<Id>,
}

impl Owners {
    pub(crate) const PLACE: Owners = Owners {
        place: true,
        user: None,
    };
}

/// The first answer of the bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Callback {
    Message(Id),
    Deferred(Id),
    Updated,
    DeferredUpdate,
    Choices(Value),
    Modal(Value),
}

/// Something that a person did and that the bot shall answer.
#[derive(Serialize, Deserialize)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) deed: InteractionKind,
    pub(crate) person: Id,
    pub(crate) channel: Id,
    pub(crate) owners: Owners,
    pub(crate) command: Option<String>,
    /// The message on which the component sat that was used, or from which the form came.
    pub(crate) source: Option<Id>,
    /// Of what type the option is that is being typed.
    pub(crate) focused: Option<u64>,
    /// Since when a bot has been thinking about it, which takes time on this machine. How old it is, its id tells.
    #[serde(skip, default = "Instant::now")]
    pub(crate) made: Instant,
    pub(crate) answer: Option<Callback>,
    /// Something was said or edited after the first answer.
    pub(crate) followed_up: bool,
    /// Messages that followed the first answer.
    pub(crate) follow_ups: u32,
    pub(crate) original: Option<Id>,
    /// No bot was there, and none that could come back.
    pub(crate) lonely: bool,
    /// Rings whenever something happens to it.
    #[serde(skip)]
    pub(crate) news: watch::Sender<()>,
}

impl Interaction {
    pub(crate) fn new(
        id: Id,
        deed: InteractionKind,
        person: Id,
        channel: Id,
        owners: Owners,
    ) -> Self {
        Interaction {
            id,
            deed,
            person,
            channel,
            owners,
            command: None,
            source: None,
            focused: None,
            made: Instant::now(),
            answer: None,
            followed_up: false,
            follow_ups: 0,
            original: None,
            lonely: false,
            news: watch::Sender::new(()),
        }
    }
}
