//! The settings of a guild. Setting one returns its previous value, with which the change can be
//! undone.

use std::collections::BTreeMap;
use std::mem::{discriminant, replace};

use serde::{Deserialize, Serialize};

use crate::model::local_hours::ZonedQuietHours;
use crate::{ChannelId, PersonId, QuietHours, TimeControl};
use lanai_rules::Title;

/// The largest number of people whom a guild can bar. To exclude more, use Discord's bans.
pub const MAX_BARRED: usize = 250;
/// The largest number of channels with a rule of their own on opening tables.
pub const MAX_CHANNEL_RULES: usize = 250;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GuildSettings {
    /// The interval of reminders in seconds. `None` for the default.
    pub reminder_interval: Option<i64>,
    pub cross_guild_play: bool,
    pub moderators: Authority,
    /// Whether tables are opened only in channels with a rule that allows it.
    pub only_listed_channels: bool,
    /// Channels with a rule of their own on whether tables are opened there.
    pub channels: BTreeMap<ChannelId, bool>,
    pub no_threads: bool,
    /// The largest number of unfinished tables that one person may have opened.
    pub max_tables_per_person: Option<u16>,
    /// The largest number of unfinished tables in one channel with its threads.
    pub max_tables_per_channel: Option<u16>,
    /// The role that is needed to open tables.
    pub opener_role: Option<i64>,
    /// The time control of new tables.
    pub time_control: TimeControl,
    /// The default options of each game, as players type them.
    pub options: BTreeMap<Title, String>,
    pub barred: BTreeMap<PersonId, Bar>,
    /// The hours without pings in the guild's channels.
    pub quiet: Option<QuietHours>,
    /// The IANA name of the time zone of `quiet`. `None` means UTC.
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
    /// The permission to time members out.
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
    /// The interval of reminders in seconds. `None` for the default.
    ReminderInterval(Option<i64>),
    CrossGuildPlay(bool),
    Moderators(Authority),
    #[serde(rename = "only_named")]
    OnlyListedChannels(bool),
    /// Whether tables are opened in this channel. `None` removes the rule.
    Channel(ChannelId, Option<bool>),
    NoThreads(bool),
    #[serde(rename = "per_person")]
    MaxTablesPerPerson(Option<u16>),
    #[serde(rename = "per_channel")]
    MaxTablesPerChannel(Option<u16>),
    OpenerRole(Option<i64>),
    TimeControl(TimeControl),
    Options(Title, Option<String>),
    Barred(PersonId, Option<Bar>),
    QuietHours(Option<QuietHours>),
    Zone(Option<String>),
    Language(Option<String>),
}

impl Setting {
    /// Returns whether `self` and `other` are values of the same setting, such as one channel's
    /// rule.
    pub fn is_about(&self, other: &Setting) -> bool {
        match (self, other) {
            (Setting::Channel(channel, _), Setting::Channel(other, _)) => channel == other,
            (Setting::Options(title, _), Setting::Options(other, _)) => title == other,
            (Setting::Barred(person, _), Setting::Barred(other, _)) => person == other,
            _ => discriminant(self) == discriminant(other),
        }
    }

    /// Returns why a person is barred, if this setting bars one.
    pub(crate) fn bar_reason(&self) -> Option<&str> {
        if let Setting::Barred(_, Some(bar)) = self {
            Some(&bar.reason)
        } else {
            None
        }
    }

    pub(crate) fn bar_reason_mut(&mut self) -> Option<&mut String> {
        if let Setting::Barred(_, Some(bar)) = self {
            Some(&mut bar.reason)
        } else {
            None
        }
    }
}

impl GuildSettings {
    /// Sets a value. Returns the previous one, which undoes the change.
    pub fn set(&mut self, setting: Setting) -> Setting {
        match setting {
            Setting::ReminderInterval(interval) => {
                Setting::ReminderInterval(replace(&mut self.reminder_interval, interval))
            }
            Setting::CrossGuildPlay(value) => {
                Setting::CrossGuildPlay(replace(&mut self.cross_guild_play, value))
            }
            Setting::Moderators(authority) => {
                Setting::Moderators(replace(&mut self.moderators, authority))
            }
            Setting::OnlyListedChannels(value) => {
                Setting::OnlyListedChannels(replace(&mut self.only_listed_channels, value))
            }
            Setting::Channel(channel, rule) => {
                Setting::Channel(channel, replace_entry(&mut self.channels, channel, rule))
            }
            Setting::NoThreads(value) => Setting::NoThreads(replace(&mut self.no_threads, value)),
            Setting::MaxTablesPerPerson(limit) => {
                Setting::MaxTablesPerPerson(replace(&mut self.max_tables_per_person, limit))
            }
            Setting::MaxTablesPerChannel(limit) => {
                Setting::MaxTablesPerChannel(replace(&mut self.max_tables_per_channel, limit))
            }
            Setting::OpenerRole(role) => Setting::OpenerRole(replace(&mut self.opener_role, role)),
            Setting::TimeControl(time_control) => {
                Setting::TimeControl(replace(&mut self.time_control, time_control))
            }
            Setting::Options(title, options) => {
                Setting::Options(title, replace_entry(&mut self.options, title, options))
            }
            Setting::Barred(person, bar) => {
                Setting::Barred(person, replace_entry(&mut self.barred, person, bar))
            }
            Setting::QuietHours(hours) => Setting::QuietHours(replace(&mut self.quiet, hours)),
            Setting::Zone(zone) => Setting::Zone(replace(&mut self.zone, zone)),
            Setting::Language(tag) => Setting::Language(replace(&mut self.language, tag)),
        }
    }

    /// Returns the current value of the setting that `setting` would change.
    pub fn current_value(&self, setting: &Setting) -> Setting {
        self.clone().set(setting.clone())
    }

    /// Returns whether tables may be opened in a channel. A rule for a thread precedes that of its
    /// channel.
    pub fn allows_tables_in(&self, channel: ChannelId, parent_channel: Option<ChannelId>) -> bool {
        [Some(channel), parent_channel]
            .into_iter()
            .flatten()
            .find_map(|channel| self.channels.get(&channel).copied())
            .unwrap_or(!self.only_listed_channels)
    }

    pub fn is_barred(&self, person: PersonId) -> bool {
        self.barred.contains_key(&person)
    }

    /// Returns the default options of a game, as players type them.
    pub fn default_options(&self, title: Title) -> &str {
        self.options.get(&title).map_or("", String::as_str)
    }

    /// Returns the quiet hours with their time zone.
    pub fn zoned_quiet_hours(&self) -> Option<ZonedQuietHours> {
        Some(ZonedQuietHours {
            quiet: self.quiet?,
            zone: self.zone.clone(),
        })
    }
}

/// Inserts or removes a value. Returns the previous one.
fn replace_entry<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: Option<V>) -> Option<V> {
    match value {
        Some(value) => map.insert(key, value),
        None => map.remove(&key),
    }
}
