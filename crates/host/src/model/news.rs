//! What has to be said of a table: to everybody, to one person, or by changing what stands. How it is kept and told is in
//! `outbox`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    ChannelId, MessageId, PersonId, RatingChange, Revision, Table, TableStatus, Terms,
    TimeoutPolicy, Timestamp,
};
use lanai_rules::{Rules, Seat};
use lanai_store::Role;

/// What became of news.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Receipt {
    /// The message that they became; none if there was nothing to tell any more.
    pub message: Option<MessageId>,
    /// An older message that stands for nothing any more.
    pub fallen: Option<MessageId>,
    /// Which turn they tell of.
    pub turn: Revision,
    /// Who is called to it by the message itself.
    pub called: Option<PersonId>,
    /// Who is called to it in a direct message besides.
    pub calls: Option<PersonId>,
    /// Who is told that they are next.
    pub warns: Option<PersonId>,
    /// What the pictures of the message are known by, if that is kept.
    pub pictures: Option<i64>,
}

/// What is told of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// The table was opened, or somebody sat down or stood up: who sits there now.
    Lobby,
    /// A table was opened for those who have played before: they are called.
    Rematch,
    /// Somebody at an open table invites others.
    Invited {
        by: String,
        whom: Invitee,
    },
    /// The table was closed because nobody came or went for long.
    Lapsed,
    /// All words are fixed: the number of the message that says so is part of the chance of the game, which begins with it.
    SeatsFixed,
    /// That could not be said, and so the game has not begun: whoever sits there is told.
    StartFailed,
    /// The table was closed before the game began.
    Closed,
    /// The game begins; the computer may have acted already.
    Begins {
        steps: Vec<NewsStep>,
    },
    /// Somebody's turn is done, and perhaps others' after it: what happened.
    Turn {
        steps: Vec<NewsStep>,
    },
    /// Somebody took steps back that had been told.
    TakenBack {
        seat: Seat,
        /// Whether steps of computers went back with them.
        #[serde(default)]
        computers: bool,
        /// Whether turns that others had decided ahead did.
        #[serde(default)]
        ahead: bool,
    },
    /// A moderator closed the table.
    Stopped {
        reason: String,
    },
    /// All agreed to end the game, and nobody has won.
    Ended,
    /// All agreed to end the game, and on its result.
    Awarded,
    /// Somebody gave the game up.
    Resigned {
        name: String,
        /// Whether the game is over with that; else the computer plays on.
        over: bool,
        /// What was not told before, and what the computer did in that seat at once.
        steps: Vec<NewsStep>,
    },
    /// Another person plays a seat from now on, or the computer until its player is back.
    Replaced {
        name: String,
        /// By whom; the computer if by nobody.
        by: Option<String>,
        steps: Vec<NewsStep>,
    },
    TimedOut {
        seat: Seat,
        late: TimeoutPolicy,
        steps: Vec<NewsStep>,
    },
    /// Somebody for whom the computer played is back.
    Back {
        seat: Seat,
        /// What had not been told.
        steps: Vec<NewsStep>,
    },
    /// The table came here from another channel.
    Moved,
    /// One person is told something about a turn.
    Ping(Ping),
    /// Somebody was reminded often and did not come.
    Silent {
        seat: Seat,
    },
    Snoozed {
        seat: Seat,
        until: Timestamp,
    },
    /// Somebody asks all others to agree.
    Proposed {
        seat: Seat,
        wish: Terms,
        /// By which number the button knows it.
        number: i64,
    },
    Paused {
        until: Timestamp,
    },
    Resumed,
    /// A channel takes nothing from us: its table's owner is told.
    ChannelUnwritable {
        channel: ChannelId,
        /// Whether it is gone for good.
        gone: bool,
    },
    Rated {
        changes: Vec<RatingChange>,
    },
    /// The whole game as a film, once it is over.
    Film,
    /// Something that stands is changed.
    MessageUpdate(MessageUpdate),
}

/// Who is invited to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invitee {
    /// A person, who is called.
    Person(PersonId),
    /// All who have a role, who are not: it is only named.
    Role(i64),
}

/// What one person is told about a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ping {
    pub person: PersonId,
    pub turn: Revision,
    /// How often they were reminded of it then: an older reminder that could not be sent is none any more.
    pub reminders: u16,
    pub why: PingReason,
}

/// Why somebody is told about a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PingReason {
    /// It is theirs.
    Call,
    /// It has been theirs for a while.
    Reminder,
    /// Their time will be up.
    Warning,
    /// The computer played it for them, or plays until they come back.
    StoodIn,
    /// They have begun it and not finished it.
    Nudge,
    Next,
    /// What they had decided ahead is off.
    Dropped,
}

/// What is done to messages that stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageUpdate {
    /// The message in a channel from which the table is followed is brought up to date.
    Watch { language: String },
    /// The buttons of a lobby are removed, because its game has begun.
    Strip { message: MessageId },
    /// An old message is removed.
    Remove { message: MessageId },
}

impl Table {
    /// That the game has begun, if nobody has heard of it yet: it began with turns of computers.
    pub(crate) fn unannounced_start(&self) -> Option<News> {
        let untold = self.status == TableStatus::Running && self.told == 0;
        untold.then(|| News::Begins { steps: Vec::new() })
    }
}

impl News {
    /// With what happened besides, if they tell of a game.
    pub(crate) fn with(mut self, more: Vec<NewsStep>) -> News {
        if let News::Begins { steps }
        | News::Turn { steps }
        | News::Resigned { steps, .. }
        | News::Replaced { steps, .. }
        | News::TimedOut { steps, .. }
        | News::Back { steps, .. } = &mut self
        {
            *steps = more;
        }
        self
    }

    /// The steps that they tell of.
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

    /// What their message stands for.
    pub fn role(&self) -> Option<Role> {
        match self {
            News::Lobby => Some(Role::Lobby),
            News::Begins { .. }
            | News::Turn { .. }
            | News::Moved
            | News::Stopped { .. }
            | News::Ended
            | News::Awarded
            | News::TakenBack { .. }
            | News::Resigned { .. }
            | News::Replaced { .. }
            | News::Back { .. } => Some(Role::Board),
            // A word alone leaves the board as it is.
            News::TimedOut { late, .. } => (*late != TimeoutPolicy::Announce).then_some(Role::Board),
            News::Ping(called) => match called.why {
                PingReason::Reminder | PingReason::Warning | PingReason::Nudge => Some(Role::Reminder),
                PingReason::Call | PingReason::Next | PingReason::StoodIn | PingReason::Dropped => None,
            },
            News::MessageUpdate(MessageUpdate::Watch { .. }) => Some(Role::Watch),
            News::MessageUpdate(MessageUpdate::Strip { .. } | MessageUpdate::Remove { .. })
            // These stay as they were posted.
            | News::Rematch
            | News::Invited { .. }
            | News::Proposed { .. }
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
    /// By which name it waits once.
    pub(crate) fn name(&self) -> String {
        match self {
            MessageUpdate::Watch { .. } => "watch".to_owned(),
            MessageUpdate::Strip { message } => format!("strip {}", message.0),
            MessageUpdate::Remove { message } => format!("remove {}", message.0),
        }
    }
}

/// A step that is told: who acted, and what happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewsStep {
    pub seat: Seat,
    /// Whether they had decided it ahead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ahead: bool,
    /// The events, as the game writes them.
    pub events: Box<RawValue>,
}

impl NewsStep {
    /// The events, as the game knows them.
    pub fn events<G: Rules>(&self) -> Result<Vec<G::Event>, serde_json::Error> {
        serde_json::from_str(self.events.get())
    }
}
