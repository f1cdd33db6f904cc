//! Interactions: what a person did, what the bot answered, and who waits for it. Those whose token ran out are
//! forgotten.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use super::tracked_map::TrackedMap;
use crate::ids::Id;

/// What a person did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum InteractionKind {
    /// Sent a command.
    Command,
    /// Is typing one.
    Autocomplete,
    /// Pressed a button or chose from a menu.
    Component,
    /// Sent a form.
    Modal,
}

impl InteractionKind {
    /// Discord's number for it.
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
    /// The person who has it for themselves.
    pub(crate) user: Option<Id>,
}

impl Owners {
    /// Where the bot speaks of its own accord.
    pub(crate) const PLACE: Owners = Owners { place: true, user: None };
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
    /// The message that `@original` means.
    pub(crate) original: Option<Id>,
    /// No bot was there, and none that could come back.
    pub(crate) lonely: bool,
    /// Rings whenever something happens to it.
    #[serde(skip)]
    pub(crate) news: watch::Sender<()>,
}

impl Interaction {
    pub(crate) fn new(id: Id, deed: InteractionKind, person: Id, channel: Id, owners: Owners) -> Self {
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

/// All interactions whose token still lives.
impl TrackedMap<Interaction> {
    pub(crate) fn add(&mut self, interaction: Interaction, life: Duration, now_ms: u64) {
        self.forget_old(life, now_ms);
        self.insert(interaction.id, interaction);
    }

    /// Forgets those whose token ran out.
    fn forget_old(&mut self, life: Duration, now_ms: u64) {
        while self.keys().next().is_some_and(|oldest| oldest.is_older_than(life, now_ms)) {
            self.pop_first();
        }
    }

    /// Completes what a kept world brought. While the porch was closed, time went on.
    pub(crate) fn restore(&mut self, life: Duration, now_ms: u64) {
        self.forget_old(life, now_ms);
        let now = Instant::now();
        for (id, interaction) in self.restored() {
            let age = Duration::from_millis(now_ms.saturating_sub(id.made_ms()));
            // A machine that started a minute ago knows no earlier moment.
            interaction.made = now.checked_sub(age).unwrap_or(now);
        }
    }
}
