//! Describes the settings of a guild, and the refusals that follow from them.

use crate::cards::table::time_control_name;
use crate::key;
use crate::wire::names::{format_reason, mention_or_anonymous, title_name};
use crate::wire::times::format_reminder_interval;
use lanai_host::{
    Authority, Bar, GuildRefusal, GuildSettings, MAX_BARRED, MAX_CHANNEL_RULES, Setting,
    ZonedQuietHours,
};
use lanai_panel::label_text;
use lanai_rules::Title;
use lanai_text::{Dictionary, Fill, Key, Words};

/// How many channels or people a line names; it only counts the others.
const MAX_LISTED_NAMES: usize = 20;

/// The page that shows a guild's settings.
pub(crate) struct GuildSettingsPage<'a> {
    pub(crate) words: &'a Words,
    pub(crate) dictionary: &'a Dictionary,
    pub(crate) guild_locale: &'a str,
}

impl GuildSettingsPage<'_> {
    /// Renders all settings, each with an explanation.
    pub(crate) fn render(&self, settings: &GuildSettings) -> String {
        let words = self.words;
        let listed = [
            (
                Setting::Moderators(settings.moderators),
                key::CHAT_SETTING_MODERATORS_ABOUT,
            ),
            (
                Setting::OnlyListedChannels(settings.only_listed_channels),
                key::CHAT_SETTING_CHANNELS_ABOUT,
            ),
            (
                Setting::NoThreads(settings.no_threads),
                key::CHAT_SETTING_THREADS_ABOUT,
            ),
            (
                Setting::MaxTablesPerPerson(settings.max_tables_per_person),
                key::CHAT_SETTING_PER_PERSON_ABOUT,
            ),
            (
                Setting::MaxTablesPerChannel(settings.max_tables_per_channel),
                key::CHAT_SETTING_PER_CHANNEL_ABOUT,
            ),
            (
                Setting::OpenerRole(settings.opener_role),
                key::CHAT_SETTING_OPENERS_ABOUT,
            ),
            (
                Setting::TimeControl(settings.time_control),
                key::CHAT_SETTING_PACE_ABOUT,
            ),
            (
                Setting::QuietHours(settings.quiet),
                key::CHAT_SETTING_QUIET_ABOUT,
            ),
            (
                Setting::Language(settings.language.clone()),
                key::CHAT_SETTING_LANGUAGE_ABOUT,
            ),
            (
                Setting::ReminderInterval(settings.reminder_interval),
                key::CHAT_SETTING_EVERY_ABOUT,
            ),
            (
                Setting::CrossGuildPlay(settings.cross_guild_play),
                key::CHAT_SETTING_ELSEWHERE_ABOUT,
            ),
        ];
        let mut lines = Vec::new();
        for (setting, about) in listed {
            lines.push(self.line(&setting, settings));
            lines.push(format!("-# {}", words.say(about, &[])));
            if matches!(setting, Setting::OnlyListedChannels(_)) {
                lines.extend(self.channel_lines(settings));
            }
        }
        for title in Title::ALL {
            let options = settings.options.get(&title).cloned();
            let setting = Setting::Options(title, options);
            lines.push(setting_line(words, self.dictionary, &setting));
        }
        let about = words.say(key::CHAT_SETTING_OPTIONS_ABOUT, &[]);
        lines.push(format!("-# {about}"));
        lines.push(self.barred_line(settings));
        let about = words.say(key::CHAT_SETTING_BARRED_ABOUT, &[]);
        lines.push(format!("-# {about}"));
        lines.join("\n")
    }

    fn line(&self, setting: &Setting, settings: &GuildSettings) -> String {
        let words = self.words;
        let value = if matches!(setting, Setting::QuietHours(_)) {
            // The page adds the time zone, which is a separate setting, to the quiet hours.
            format_quiet_hours(words, settings.zoned_quiet_hours())
        } else if matches!(setting, Setting::Language(None)) {
            let default = self.dictionary.for_locale(self.guild_locale);
            let fill = [("language", default.say(key::LANGUAGE_NAME, &[]).into())];
            words.say(key::CHAT_LANGUAGE_USUAL_IS, &fill)
        } else {
            setting_value(words, self.dictionary, setting)
        };
        let fill = [
            ("name", setting_name(words, setting).into()),
            ("value", value.into()),
        ];
        words.say(key::CHAT_SETTING_LINE, &fill)
    }

    /// Lists the channels that were opened or closed.
    fn channel_lines(&self, settings: &GuildSettings) -> Vec<String> {
        let mut open = Vec::new();
        let mut closed = Vec::new();
        for (channel, is_open) in &settings.channels {
            let link = format!("<#{}>", channel.0);
            if *is_open {
                open.push(link);
            } else {
                closed.push(link);
            }
        }
        let mut lines = Vec::new();
        if let Some(list) = join_limited(self.words, open) {
            let fill = [("list", list.into())];
            lines.push(self.words.say(key::CHAT_SETTING_CHANNELS_OPEN, &fill));
        }
        if let Some(list) = join_limited(self.words, closed) {
            let fill = [("list", list.into())];
            lines.push(self.words.say(key::CHAT_SETTING_CHANNELS_CLOSED, &fill));
        }
        lines
    }

    fn barred_line(&self, settings: &GuildSettings) -> String {
        let people = settings
            .barred
            .keys()
            .map(|person| format!("<@{}>", person.0))
            .collect();
        let list = join_limited(self.words, people)
            .unwrap_or_else(|| self.words.say(key::CHAT_SETTING_NOBODY, &[]));
        let fill = [
            ("name", self.words.say(key::CHAT_SETTING_BARRED, &[]).into()),
            ("value", list.into()),
        ];
        self.words.say(key::CHAT_SETTING_LINE, &fill)
    }
}

/// Joins the first entries and the number of the others. Returns `None` for an empty list.
pub(crate) fn join_limited(words: &Words, mut entries: Vec<String>) -> Option<String> {
    if entries.is_empty() {
        return None;
    }
    let more = entries.len().saturating_sub(MAX_LISTED_NAMES);
    entries.truncate(MAX_LISTED_NAMES);
    if more > 0 {
        entries.push(words.say(key::CHAT_CONTEST_MORE, &[("n", more.into())]));
    }
    Some(entries.join(", "))
}

pub(crate) fn setting_line(words: &Words, dictionary: &Dictionary, setting: &Setting) -> String {
    let fill = [
        ("name", setting_name(words, setting).into()),
        (
            "value",
            Fill::from(setting_value(words, dictionary, setting)),
        ),
    ];
    words.say(key::CHAT_SETTING_LINE, &fill)
}

/// Describes a setting in plain text, for places without formatting and mentions.
pub(crate) fn setting_label(words: &Words, dictionary: &Dictionary, setting: &Setting) -> String {
    let (name, value) = if let Setting::Channel(_, allowed) = setting {
        (
            words.say(key::CHAT_SETTING_CHANNEL_SOME, &[]),
            channel_rule(words, *allowed),
        )
    } else if let Setting::Barred(_, bar) = setting {
        let Some(Bar { reason }) = bar else {
            return words.say(key::CHAT_SETTING_UNBARRED_SOME, &[]);
        };
        (words.say(key::CHAT_SETTING_BARRED, &[]), reason.clone())
    } else if let Setting::OpenerRole(Some(_)) = setting {
        return words.say(key::CHAT_SETTING_OPENERS, &[]);
    } else {
        (
            setting_name(words, setting),
            setting_value(words, dictionary, setting),
        )
    };
    label_text(words, &name, &value.replace('`', ""))
}

fn setting_key(setting: &Setting) -> Key {
    match setting {
        Setting::ReminderInterval(_) => key::CHAT_SETTING_EVERY,
        Setting::CrossGuildPlay(_) => key::CHAT_SETTING_ELSEWHERE,
        Setting::Moderators(_) => key::CHAT_SETTING_MODERATORS,
        Setting::OnlyListedChannels(_) => key::CHAT_SETTING_CHANNELS,
        Setting::Channel(..) => key::CHAT_SETTING_CHANNEL,
        Setting::NoThreads(_) => key::CHAT_SETTING_THREADS,
        Setting::MaxTablesPerPerson(_) => key::CHAT_SETTING_PER_PERSON,
        Setting::MaxTablesPerChannel(_) => key::CHAT_SETTING_PER_CHANNEL,
        Setting::OpenerRole(_) => key::CHAT_SETTING_OPENERS,
        Setting::TimeControl(_) => key::CHAT_SETTING_PACE,
        Setting::Options(..) => key::CHAT_SETTING_OPTIONS,
        Setting::Barred(..) => key::CHAT_SETTING_PLAYER,
        Setting::QuietHours(_) => key::CHAT_SETTING_QUIET,
        Setting::Zone(_) => key::CHAT_SETTING_ZONE,
        Setting::Language(_) => key::CHAT_SETTING_LANGUAGE,
    }
}

/// Returns the name of a setting, with the channel, game or person to which it applies.
pub(crate) fn setting_name(words: &Words, setting: &Setting) -> String {
    let about: Fill<'_> = if let Setting::Channel(channel, _) = setting {
        format!("<#{}>", channel.0).into()
    } else if let Setting::Options(title, _) = setting {
        title_name(words, *title).into()
    } else if let Setting::Barred(person, _) = setting {
        mention_or_anonymous(words, *person)
    } else {
        "".into()
    };
    words.say(setting_key(setting), &[("about", about)])
}

pub(crate) fn setting_value(words: &Words, dictionary: &Dictionary, setting: &Setting) -> String {
    match setting {
        Setting::ReminderInterval(seconds) => format_reminder_interval(words, *seconds),
        Setting::CrossGuildPlay(is_allowed) => yes_or_no(words, *is_allowed),
        Setting::Moderators(authority) => permission_name(words, *authority),
        Setting::OnlyListedChannels(true) => words.say(key::CHAT_SETTING_CHANNELS_NAMED, &[]),
        Setting::OnlyListedChannels(false) => words.say(key::CHAT_SETTING_CHANNELS_ALL, &[]),
        Setting::Channel(_, allowed) => channel_rule(words, *allowed),
        Setting::NoThreads(no_threads) => yes_or_no(words, !no_threads),
        Setting::MaxTablesPerPerson(limit) | Setting::MaxTablesPerChannel(limit) => match limit {
            Some(limit) => limit.to_string(),
            None => words.say(key::CHAT_SETTING_NO_LIMIT, &[]),
        },
        Setting::OpenerRole(Some(role)) => format!("<@&{role}>"),
        Setting::OpenerRole(None) => words.say(key::CHAT_SETTING_EVERYBODY, &[]),
        Setting::TimeControl(time_control) => time_control_name(words, *time_control),
        Setting::Options(_, Some(options)) => format!("`{options}`"),
        Setting::Options(_, None) => words.say(key::CHAT_SETTING_OPTIONS_NONE, &[]),
        Setting::Barred(_, Some(Bar { reason })) => {
            let fill = [("reason", format_reason(words, reason))];
            words.say(key::CHAT_SETTING_PLAYER_BARRED, &fill)
        }
        Setting::Barred(_, None) => words.say(key::CHAT_SETTING_PLAYER_FREE, &[]),
        Setting::QuietHours(Some(hours)) => hours.format(),
        Setting::QuietHours(None) => words.say(key::CHAT_QUIET_OFF, &[]),
        Setting::Zone(zone) => zone.clone().unwrap_or_else(|| "UTC".to_owned()),
        Setting::Language(Some(tag)) => match dictionary.find(tag) {
            Some(language) => language.say(key::LANGUAGE_NAME, &[]),
            None => tag.clone(),
        },
        Setting::Language(None) => words.say(key::CHAT_LANGUAGE_USUAL, &[]),
    }
}

fn yes_or_no(words: &Words, is_yes: bool) -> String {
    let name = if is_yes {
        key::CHAT_SETTING_YES
    } else {
        key::CHAT_SETTING_NO
    };
    words.say(name, &[])
}

fn channel_rule(words: &Words, allowed: Option<bool>) -> String {
    let name = match allowed {
        Some(true) => key::CHAT_SETTING_CHANNEL_OPEN,
        Some(false) => key::CHAT_SETTING_CHANNEL_CLOSED,
        None => key::CHAT_SETTING_CHANNEL_USUAL,
    };
    words.say(name, &[])
}

fn format_quiet_hours(words: &Words, hours: Option<ZonedQuietHours>) -> String {
    let Some(ZonedQuietHours { quiet, zone }) = hours else {
        return words.say(key::CHAT_QUIET_OFF, &[]);
    };
    let zone = zone.unwrap_or_else(|| "UTC".to_owned());
    let fill = [("hours", quiet.format().into()), ("zone", zone.into())];
    words.say(key::CHAT_SETTING_HOURS, &fill)
}

/// Returns Discord's name of a permission.
fn permission_name(words: &Words, authority: Authority) -> String {
    let name = match authority {
        Authority::Server => "server",
        Authority::Channels => "channels",
        Authority::Messages => "messages",
        Authority::Members => "members",
    };
    let key = key::CMD.member(&format!("admin-settings-moderators-{name}"));
    words.say(key, &[])
}

// --- Refusals ---

pub(crate) fn explain_guild_refusal(words: &Words, refusal: GuildRefusal) -> String {
    let name = match refusal {
        GuildRefusal::ModeratorsOnly(authority) => {
            let fill = [("permission", permission_name(words, authority).into())];
            return words.say(key::CHAT_ADMIN_NOT_YOU, &fill);
        }
        GuildRefusal::ManagersOnly => {
            let name = permission_name(words, Authority::Server);
            return words.say(
                key::CHAT_ADMIN_NOT_APPOINTING,
                &[("permission", name.into())],
            );
        }
        GuildRefusal::TooManyTablesOfPerson(limit) => {
            return words.say(key::CHAT_PER_PERSON, &[("n", limit.into())]);
        }
        GuildRefusal::TooManyTablesInChannel(limit) => {
            return words.say(key::CHAT_PER_CHANNEL, &[("n", limit.into())]);
        }
        GuildRefusal::OpenerRoleNeeded(role) => {
            let role = format!("<@&{role}>");
            return words.say(key::CHAT_OPENERS, &[("role", role.into())]);
        }
        GuildRefusal::AlreadyUndone(act) => {
            return words.say(
                key::CHAT_ACT_UNDONE_ALREADY,
                &[("n", act.to_string().into())],
            );
        }
        GuildRefusal::ChangedSince(act) => {
            return words.say(key::CHAT_ACT_SINCE, &[("n", act.to_string().into())]);
        }
        GuildRefusal::ListFull => {
            let fill = [
                ("people", MAX_BARRED.into()),
                ("channels", Fill::from(MAX_CHANNEL_RULES)),
            ];
            return words.say(key::CHAT_ADMIN_ENOUGH, &fill);
        }
        GuildRefusal::ContestTable(heat) => {
            return words.say(key::CHAT_CLOSE_CONTEST, &[("n", heat.to_string().into())]);
        }
        GuildRefusal::Barred => key::CHAT_BARRED,
        GuildRefusal::OtherBarred => key::CHAT_BARRED_THERE,
        GuildRefusal::ChannelForbidden => key::CHAT_CHANNEL_CLOSED,
        GuildRefusal::NoThreads => key::CHAT_THREADS_OFF,
        GuildRefusal::NoAct => key::CHAT_ACT_NONE,
        GuildRefusal::NotUndoable => key::CHAT_ACT_FINAL,
        GuildRefusal::PlaysAtTable => key::CHAT_CLOSE_PLAYS,
    };
    words.say(name, &[])
}
