//! What a server chose for its tables, setting by setting. To choose one gives back what stood there before, so that it can be put
//! back by the same way.

use std::collections::BTreeMap;
use std::mem::{discriminant, replace};

use serde::{Deserialize, Serialize};

use crate::model::local_hours::ZonedQuietHours;
use crate::{ChannelId, PersonId, QuietHours, TimeControl};
use lanai_rules::Title;

/// So many people are kept out of one server by us: who is a burden for good, a server can ban.
pub const MAX_BARRED: usize = 250;
/// So many channels have a word of their own on whether tables are opened there.
pub const MAX_CHANNEL_RULES: usize = 250;

/// What a server chose.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GuildSettings {
    /// How many seconds lie between reminders.
    pub every: Option<i64>,
    /// Whether people here may look for people of other servers, and be found by them.
    pub elsewhere: bool,
    pub moderators: Authority,
    /// Whether tables are opened in no channel but those that were named.
    pub only_named: bool,
    /// Channels of which it was said whether tables are opened there.
    pub channels: BTreeMap<ChannelId, bool>,
    /// Whether tables have no threads of their own.
    pub no_threads: bool,
    /// How many tables that are not over one person may have opened here.
    pub per_person: Option<u16>,
    /// How many a channel may have, with its threads.
    pub per_channel: Option<u16>,
    /// The role that people need who open tables.
    pub openers: Option<i64>,
    /// How long a turn may take where nobody says.
    pub pace: TimeControl,
    /// The rules to play by where nobody says, as people write them.
    pub options: BTreeMap<Title, String>,
    pub barred: BTreeMap<PersonId, Bar>,
    /// When nobody here is to be disturbed.
    pub quiet: Option<QuietHours>,
    /// By which time zone, as IANA names it.
    pub zone: Option<String>,
    /// In which language tables are told of; that of the server in the chat, if left out.
    pub language: Option<String>,
}

/// A permission of the chat by which people look after a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Authority {
    #[default]
    Server,
    Channels,
    Messages,
    /// To send members out for a while.
    Members,
}

/// Somebody is kept out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bar {
    pub reason: String,
}

/// One thing that a server can choose, and what it chooses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    /// How many seconds lie between reminders.
    ReminderInterval(Option<i64>),
    /// Whether people play with people of other servers.
    CrossGuildPlay(bool),
    Moderators(Authority),
    /// Whether tables are opened in no channel but those that were named.
    OnlyNamed(bool),
    /// Whether tables are opened in this channel; as in others, if nothing is said.
    Channel(ChannelId, Option<bool>),
    /// Whether tables have no threads.
    NoThreads(bool),
    /// How many tables one person may have opened.
    PerPerson(Option<u16>),
    PerChannel(Option<u16>),
    /// The role that people need who open tables.
    OpenerRole(Option<i64>),
    /// How long a turn may take where nobody says.
    TimeControl(TimeControl),
    /// The rules of a game where nobody says.
    Options(Title, Option<String>),
    /// Whether this person is kept out.
    Barred(PersonId, Option<Bar>),
    /// When nobody is to be disturbed.
    QuietHours(Option<QuietHours>),
    Zone(Option<String>),
    /// In which language tables are told of.
    Language(Option<String>),
}

impl Setting {
    /// Whether it is the same thing that is chosen, whatever is chosen for it.
    pub fn is_about(&self, other: &Setting) -> bool {
        match (self, other) {
            (Setting::Channel(one, _), Setting::Channel(other, _)) => one == other,
            (Setting::Options(one, _), Setting::Options(other, _)) => one == other,
            (Setting::Barred(one, _), Setting::Barred(other, _)) => one == other,
            (one, other) => discriminant(one) == discriminant(other),
        }
    }
}

impl GuildSettings {
    /// Chooses something; what stood there before would undo it.
    pub fn set(&mut self, setting: Setting) -> Setting {
        match setting {
            Setting::ReminderInterval(every) => {
                Setting::ReminderInterval(replace(&mut self.every, every))
            }
            Setting::CrossGuildPlay(is) => {
                Setting::CrossGuildPlay(replace(&mut self.elsewhere, is))
            }
            Setting::Moderators(by) => Setting::Moderators(replace(&mut self.moderators, by)),
            Setting::OnlyNamed(is) => Setting::OnlyNamed(replace(&mut self.only_named, is)),
            Setting::Channel(channel, is) => {
                Setting::Channel(channel, exchanged(&mut self.channels, channel, is))
            }
            Setting::NoThreads(is) => Setting::NoThreads(replace(&mut self.no_threads, is)),
            Setting::PerPerson(most) => Setting::PerPerson(replace(&mut self.per_person, most)),
            Setting::PerChannel(most) => Setting::PerChannel(replace(&mut self.per_channel, most)),
            Setting::OpenerRole(role) => Setting::OpenerRole(replace(&mut self.openers, role)),
            Setting::TimeControl(pace) => Setting::TimeControl(replace(&mut self.pace, pace)),
            Setting::Options(title, words) => {
                Setting::Options(title, exchanged(&mut self.options, title, words))
            }
            Setting::Barred(person, bar) => {
                Setting::Barred(person, exchanged(&mut self.barred, person, bar))
            }
            Setting::QuietHours(hours) => Setting::QuietHours(replace(&mut self.quiet, hours)),
            Setting::Zone(zone) => Setting::Zone(replace(&mut self.zone, zone)),
            Setting::Language(tag) => Setting::Language(replace(&mut self.language, tag)),
        }
    }

    /// What stands where this would be chosen.
    pub fn standing(&self, setting: &Setting) -> Setting {
        self.clone().set(setting.clone())
    }

    /// Whether tables may be opened in a channel, or in a thread of one: a word on the thread itself counts first.
    pub fn allows(&self, channel: ChannelId, above: Option<ChannelId>) -> bool {
        let mut named = [Some(channel), above].into_iter().flatten();
        named
            .find_map(|channel| self.channels.get(&channel).copied())
            .unwrap_or(!self.only_named)
    }

    /// Whether somebody is kept out.
    pub fn bars(&self, person: PersonId) -> bool {
        self.barred.contains_key(&person)
    }

    /// The rules of a game where nobody says, as people write them.
    pub fn options_of(&self, title: Title) -> &str {
        self.options.get(&title).map_or("", String::as_str)
    }

    /// When nobody here is to be disturbed.
    pub fn hours(&self) -> Option<ZonedQuietHours> {
        Some(ZonedQuietHours {
            quiet: self.quiet?,
            zone: self.zone.clone(),
        })
    }
}

/// Puts something in its place, or nothing; and what was there.
fn exchanged<K: Ord, V>(all: &mut BTreeMap<K, V>, key: K, value: Option<V>) -> Option<V> {
    match value {
        Some(value) => all.insert(key, value),
        None => all.remove(&key),
    }
}
