//! The settings of a guild. Setting one returns its previous value, with which the change can be
//! undone.

use std::collections::BTreeMap;
use std::mem::{discriminant, replace};

use serde::{Deserialize, Serialize};

use crate::model::local_hours::ZonedQuietHours;
use crate::{ChannelId, PersonId, QuietHours, TimeControl};
use lanai_rules::Title;

/// The largest number of people whom a guild can bar. Against more, a guild has Discord's bans.
pub const MAX_BARRED: usize = 250;
/// The largest number of channels with a rule of their own on opening tables.
pub const MAX_CHANNEL_RULES: usize = 250;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GuildSettings {
    /// The interval of reminders, in seconds.
    pub every: Option<i64>,
    /// Whether members may play with members of other guilds.
    pub elsewhere: bool,
    pub moderators: Authority,
    /// Whether tables are opened only in channels with a rule that allows it.
    pub only_named: bool,
    /// Channels with a rule of their own on whether tables are opened there.
    pub channels: BTreeMap<ChannelId, bool>,
    pub no_threads: bool,
    /// The largest number of unfinished tables that one person may have opened.
    pub per_person: Option<u16>,
    /// The largest number of unfinished tables in one channel with its threads.
    pub per_channel: Option<u16>,
    /// The role that is needed to open tables.
    pub openers: Option<i64>,
    /// The time control of new tables.
    pub pace: TimeControl,
    /// The default options of each game, as players type them.
    pub options: BTreeMap<Title, String>,
    pub barred: BTreeMap<PersonId, Bar>,
    /// The hours without pings in the guild's channels.
    pub quiet: Option<QuietHours>,
    /// The IANA name of the time zone of those hours.
    pub zone: Option<String>,
    /// The language of tables. `None` means the guild's locale on Discord.
    pub language: Option<String>,
}

/// The Discord permission that makes a member a moderator for the bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Authority {
    #[default]
    Server,
    Channels,
    Messages,
    /// To time members out.
    Members,
}

/// Why a person is barred.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bar {
    pub reason: String,
}

/// One setting of a guild and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    /// In seconds.
    ReminderInterval(Option<i64>),
    CrossGuildPlay(bool),
    Moderators(Authority),
    OnlyNamed(bool),
    /// Whether tables are opened in this channel. `None` removes the rule.
    Channel(ChannelId, Option<bool>),
    NoThreads(bool),
    PerPerson(Option<u16>),
    PerChannel(Option<u16>),
    OpenerRole(Option<i64>),
    TimeControl(TimeControl),
    Options(Title, Option<String>),
    Barred(PersonId, Option<Bar>),
    QuietHours(Option<QuietHours>),
    Zone(Option<String>),
    Language(Option<String>),
}

impl Setting {
    /// Returns whether both are values of the same setting.
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
    /// Sets a value. Returns the previous one, which undoes the change.
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

    /// Returns the current value of the same setting.
    pub fn standing(&self, setting: &Setting) -> Setting {
        self.clone().set(setting.clone())
    }

    /// Returns whether tables may be opened in a channel. A rule for a thread precedes that of its
    /// channel.
    pub fn allows(&self, channel: ChannelId, above: Option<ChannelId>) -> bool {
        let mut named = [Some(channel), above].into_iter().flatten();
        named
            .find_map(|channel| self.channels.get(&channel).copied())
            .unwrap_or(!self.only_named)
    }

    pub fn bars(&self, person: PersonId) -> bool {
        self.barred.contains_key(&person)
    }

    /// Returns the default options of a game, as players type them.
    pub fn options_of(&self, title: Title) -> &str {
        self.options.get(&title).map_or("", String::as_str)
    }

    /// Returns the quiet hours with their time zone.
    pub fn hours(&self) -> Option<ZonedQuietHours> {
        Some(ZonedQuietHours {
            quiet: self.quiet?,
            zone: self.zone.clone(),
        })
    }
}

/// Inserts or removes a value. Returns the previous one.
fn exchanged<K: Ord, V>(all: &mut BTreeMap<K, V>, key: K, value: Option<V>) -> Option<V> {
    match value {
        Some(value) => all.insert(key, value),
        None => all.remove(&key),
    }
}
