//! News of a table: to the channel, to one person, or as an update of an older message.
//!
//! `model::notices` puts news into notices, and `workers::outbox` hands them out for delivery.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    ChannelId, MessageId, PersonId, RatingChange, Revision, Terms, TimeoutPolicy, Timestamp,
};
use lanai_rules::{Rules, Seat};
use lanai_store::MessageRole;

/// The outcome of a delivered notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Receipt {
    /// The message that was posted; `None` if an existing message was edited, or the notice dropped.
    pub message: Option<MessageId>,
    /// An older message whose role this delivery ended.
    pub lost_message: Option<MessageId>,
    /// The turn that the news announces.
    pub turn: Revision,
    /// The player whom the message itself pinged.
    pub pinged: Option<PersonId>,
    /// The player to ping in a direct message as well.
    pub direct_ping: Option<PersonId>,
    /// The player to notify that their turn is next.
    pub next_player: Option<PersonId>,
    /// The digest of the message's pictures, if it is stored.
    pub pictures: Option<i64>,
}

/// What a notice announces about a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// The table was opened, or its seats changed.
    Lobby,
    /// A table was opened for a rematch. Its players are pinged.
    Rematch,
    /// A player at an open table invites others.
    Invited {
        by: String,
        whom: Invitee,
    },
    /// The lobby was closed because it did not change for long.
    Lapsed,
    /// The seats and the players' words are fixed. The ID of the message becomes part of the seed.
    SeatsFixed,
    /// The message that starts the game could not be posted, so that the lobby is open again.
    StartFailed,
    /// The table was closed before the game began.
    Closed,
    /// The game began. Computers may have acted already.
    Begins {
        steps: Vec<NewsStep>,
    },
    /// One or more turns were completed.
    Turn {
        steps: Vec<NewsStep>,
    },
    /// Steps that had been announced were taken back.
    TakenBack {
        seat: Seat,
        /// Whether steps of computers were taken back too.
        #[serde(default)]
        computers: bool,
        /// Whether premoves of other players were taken back too.
        #[serde(default)]
        premoves: bool,
    },
    /// A moderator closed the table.
    Stopped {
        reason: String,
    },
    /// All players agreed to end the game without a result.
    Ended,
    /// All players agreed to end the game with a result on which they agreed too.
    Awarded,
    /// A player resigned.
    Resigned {
        name: String,
        /// Whether the resignation ended the game. If not, the computer plays for the player.
        over: bool,
        /// The steps that were not announced before.
        steps: Vec<NewsStep>,
    },
    /// Another person plays a seat from now on, or the computer until its player is back.
    Replaced {
        name: String,
        /// The name of the new player. `None` for the computer.
        successor: Option<String>,
        steps: Vec<NewsStep>,
    },
    TimedOut {
        seat: Seat,
        timeout_policy: TimeoutPolicy,
        steps: Vec<NewsStep>,
    },
    /// A player for whom the computer played is back.
    Back {
        seat: Seat,
        steps: Vec<NewsStep>,
    },
    /// The table moved to the channel in which the news is posted.
    Moved,
    Ping(Ping),
    /// A player did not react to any reminder.
    Silent {
        seat: Seat,
    },
    Snoozed {
        seat: Seat,
        until: Timestamp,
    },
    /// A player asks all others to agree.
    Proposed {
        seat: Seat,
        terms: Terms,
        /// The number by which the buttons refer to the proposal.
        number: i64,
    },
    /// A player did not agree to the proposal, which is withdrawn.
    Declined {
        seat: Seat,
    },
    Paused {
        until: Timestamp,
    },
    Resumed,
    /// The bot cannot write in the table's channel. The table's owner is notified.
    ChannelUnwritable {
        channel: ChannelId,
        /// Whether the channel was deleted.
        gone: bool,
    },
    Rated {
        changes: Vec<RatingChange>,
    },
    /// An animation of the whole game, once it is over.
    Film,
    /// An older message is changed.
    MessageUpdate(MessageUpdate),
}

/// Who is invited to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invitee {
    /// The person is pinged.
    Person(PersonId),
    /// The role is named and not pinged.
    Role(i64),
}

/// A message to one player about a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ping {
    pub person: PersonId,
    pub turn: Revision,
    /// The number of reminders when the ping was queued. If it has changed, a reminder or warning
    /// is not sent.
    pub reminders: u16,
    pub why: PingReason,
}

/// Why a player is pinged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PingReason {
    /// Their turn has begun.
    Call,
    /// Their turn has lasted for a while.
    Reminder,
    /// Their time will soon be up.
    Warning,
    /// The computer played their turn, or plays until they come back.
    StoodIn,
    /// They have begun their turn and not finished it.
    Nudge,
    Next,
    /// Their premove was dropped.
    Dropped,
}

/// A change of an older message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageUpdate {
    /// The status message in a channel that watches the table is brought up to date.
    Watch { language: String },
    /// The message of the lobby is brought up to date.
    Lobby,
    /// The buttons of a lobby are removed, because its game has begun.
    Strip { message: MessageId },
    /// An old message is removed.
    Remove { message: MessageId },
}

impl News {
    /// Sets the steps, if this kind of news has any.
    pub(crate) fn with_steps(mut self, new_steps: Vec<NewsStep>) -> News {
        if let News::Begins { steps }
        | News::Turn { steps }
        | News::Resigned { steps, .. }
        | News::Replaced { steps, .. }
        | News::TimedOut { steps, .. }
        | News::Back { steps, .. } = &mut self
        {
            *steps = new_steps;
        }
        self
    }

    pub fn steps(&self) -> &[NewsStep] {
        if let News::Begins { steps }
        | News::Turn { steps }
        | News::Resigned { steps, .. }
        | News::Replaced { steps, .. }
        | News::TimedOut { steps, .. }
        | News::Back { steps, .. } = self
        {
            steps
        } else {
            &[]
        }
    }

    /// Returns the role that the message of this news takes, if any.
    pub fn role(&self) -> Option<MessageRole> {
        match self {
            News::Lobby | News::MessageUpdate(MessageUpdate::Lobby) => Some(MessageRole::Lobby),
            News::Begins { .. }
            | News::Turn { .. }
            | News::Moved
            | News::Stopped { .. }
            | News::Ended
            | News::Awarded
            | News::TakenBack { .. }
            | News::Resigned { .. }
            | News::Replaced { .. }
            | News::Back { .. } => Some(MessageRole::Board),
            // A timeout that is only announced does not change the board.
            News::TimedOut { timeout_policy, .. } => (*timeout_policy != TimeoutPolicy::Announce).then_some(MessageRole::Board),
            News::Ping(ping) => match ping.why {
                PingReason::Reminder | PingReason::Warning | PingReason::Nudge => Some(MessageRole::Reminder),
                PingReason::Call | PingReason::Next | PingReason::StoodIn | PingReason::Dropped => None,
            },
            News::MessageUpdate(MessageUpdate::Watch { .. }) => Some(MessageRole::Watch),
            News::MessageUpdate(MessageUpdate::Strip { .. } | MessageUpdate::Remove { .. })
            // Messages without a role stay as they were posted.
            | News::Rematch
            | News::Invited { .. }
            | News::Proposed { .. }
            | News::Declined { .. }
            | News::Paused { .. }
            | News::Resumed
            | News::Lapsed
            | News::SeatsFixed
            | News::StartFailed
            | News::Closed
            | News::Silent { .. }
            | News::Snoozed { .. }
            | News::ChannelUnwritable { .. }
            | News::Rated { .. }
            | News::Film => None,
        }
    }
}

impl MessageUpdate {
    /// Returns the key of the update. A newer update with the same key replaces one that waits for
    /// the same table and channel.
    pub(crate) fn key(&self) -> String {
        match self {
            MessageUpdate::Watch { .. } => "watch".to_owned(),
            MessageUpdate::Lobby => "lobby".to_owned(),
            MessageUpdate::Strip { message } => format!("strip {}", message.0),
            MessageUpdate::Remove { message } => format!("remove {}", message.0),
        }
    }
}

/// A step of a player, as it is announced.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewsStep {
    pub seat: Seat,
    /// Whether it was a premove.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_premove: bool,
    /// The events, as the game serializes them.
    pub events: Box<RawValue>,
}

impl NewsStep {
    pub fn events<G: Rules>(&self) -> Result<Vec<G::Event>, serde_json::Error> {
        serde_json::from_str(self.events.get())
    }
}
