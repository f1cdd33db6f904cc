//! Describes the settings of a guild, and the refusals that follow from them.

use crate::cards::table::time_control_name;
use crate::wire::names::{format_reason, mention_or_anonymous, title_name};
use crate::wire::times::format_reminder_interval;
use lanai_host::{
    Authority, Bar, GuildRefusal, GuildSettings, MAX_BARRED, MAX_CHANNEL_RULES, Setting,
    ZonedQuietHours,
};
use lanai_panel::label_text;
use lanai_rules::Title;
use lanai_text::{Dictionary, Fill, Words};

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
            Setting::Moderators(settings.moderators),
            Setting::OnlyListedChannels(settings.only_listed_channels),
            Setting::NoThreads(settings.no_threads),
            Setting::MaxTablesPerPerson(settings.max_tables_per_person),
            Setting::MaxTablesPerChannel(settings.max_tables_per_channel),
            Setting::OpenerRole(settings.opener_role),
            Setting::TimeControl(settings.time_control),
            Setting::QuietHours(settings.quiet),
            Setting::Language(settings.language.clone()),
            Setting::ReminderInterval(settings.reminder_interval),
            Setting::CrossGuildPlay(settings.cross_guild_play),
        ];
        let mut lines = Vec::new();
        for setting in listed {
            lines.push(self.line(&setting, settings));
            let about = format!("chat-setting-{}-about", setting_key(&setting));
            lines.push(format!("-# {}", words.say(&about, &[])));
            if matches!(setting, Setting::OnlyListedChannels(_)) {
                lines.extend(self.channel_lines(settings));
            }
        }
        for title in Title::ALL {
            let options = settings.options.get(&title).cloned();
            let setting = Setting::Options(title, options);
            lines.push(setting_line(words, self.dictionary, &setting));
        }
        let about = words.say("chat-setting-options-about", &[]);
        lines.push(format!("-# {about}"));
        lines.push(self.barred_line(settings));
        let about = words.say("chat-setting-barred-about", &[]);
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
            let fill = [("language", default.say("language-name", &[]).into())];
            words.say("chat-language-usual-is", &fill)
        } else {
            setting_value(words, self.dictionary, setting)
        };
        let fill = [
            ("name", setting_name(words, setting).into()),
            ("value", value.into()),
        ];
        words.say("chat-setting-line", &fill)
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
            lines.push(self.words.say("chat-setting-channels-open", &fill));
        }
        if let Some(list) = join_limited(self.words, closed) {
            let fill = [("list", list.into())];
            lines.push(self.words.say("chat-setting-channels-closed", &fill));
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
            .unwrap_or_else(|| self.words.say("chat-setting-nobody", &[]));
        let fill = [
            ("name", self.words.say("chat-setting-barred", &[]).into()),
            ("value", list.into()),
        ];
        self.words.say("chat-setting-line", &fill)
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
        entries.push(words.say("chat-contest-more", &[("n", more.into())]));
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
    words.say("chat-setting-line", &fill)
}

/// Describes a setting in plain text, for places without formatting and mentions.
pub(crate) fn setting_label(words: &Words, dictionary: &Dictionary, setting: &Setting) -> String {
    let (name, value) = if let Setting::Channel(_, allowed) = setting {
        (
            words.say("chat-setting-channel-some", &[]),
            channel_rule(words, *allowed),
        )
    } else if let Setting::Barred(_, bar) = setting {
        let Some(Bar { reason }) = bar else {
            return words.say("chat-setting-unbarred-some", &[]);
        };
        (words.say("chat-setting-barred", &[]), reason.clone())
    } else if let Setting::OpenerRole(Some(_)) = setting {
        return words.say("chat-setting-openers", &[]);
    } else {
        (
            setting_name(words, setting),
            setting_value(words, dictionary, setting),
        )
    };
    label_text(words, &name, &value.replace('`', ""))
}

/// Returns the part of the message keys that names a setting.
fn setting_key(setting: &Setting) -> &'static str {
    match setting {
        Setting::ReminderInterval(_) => "every",
        Setting::CrossGuildPlay(_) => "elsewhere",
        Setting::Moderators(_) => "moderators",
        Setting::OnlyListedChannels(_) => "channels",
        Setting::Channel(..) => "channel",
        Setting::NoThreads(_) => "threads",
        Setting::MaxTablesPerPerson(_) => "per-person",
        Setting::MaxTablesPerChannel(_) => "per-channel",
        Setting::OpenerRole(_) => "openers",
        Setting::TimeControl(_) => "pace",
        Setting::Options(..) => "options",
        Setting::Barred(..) => "player",
        Setting::QuietHours(_) => "quiet",
        Setting::Zone(_) => "zone",
        Setting::Language(_) => "language",
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
    words.say(
        &format!("chat-setting-{}", setting_key(setting)),
        &[("about", about)],
    )
}

pub(crate) fn setting_value(words: &Words, dictionary: &Dictionary, setting: &Setting) -> String {
    match setting {
        Setting::ReminderInterval(seconds) => format_reminder_interval(words, *seconds),
        Setting::CrossGuildPlay(is_allowed) => yes_or_no(words, *is_allowed),
        Setting::Moderators(authority) => permission_name(words, *authority),
        Setting::OnlyListedChannels(true) => words.say("chat-setting-channels-named", &[]),
        Setting::OnlyListedChannels(false) => words.say("chat-setting-channels-all", &[]),
        Setting::Channel(_, allowed) => channel_rule(words, *allowed),
        Setting::NoThreads(no_threads) => yes_or_no(words, !no_threads),
        Setting::MaxTablesPerPerson(limit) | Setting::MaxTablesPerChannel(limit) => match limit {
            Some(limit) => limit.to_string(),
            None => words.say("chat-setting-no-limit", &[]),
        },
        Setting::OpenerRole(Some(role)) => format!("<@&{role}>"),
        Setting::OpenerRole(None) => words.say("chat-setting-everybody", &[]),
        Setting::TimeControl(time_control) => time_control_name(words, *time_control),
        Setting::Options(_, Some(options)) => format!("`{options}`"),
        Setting::Options(_, None) => words.say("chat-setting-options-none", &[]),
        Setting::Barred(_, Some(Bar { reason })) => {
            let fill = [("reason", format_reason(words, reason))];
            words.say("chat-setting-player-barred", &fill)
        }
        Setting::Barred(_, None) => words.say("chat-setting-player-free", &[]),
        Setting::QuietHours(Some(hours)) => hours.format(),
        Setting::QuietHours(None) => words.say("chat-quiet-off", &[]),
        Setting::Zone(zone) => zone.clone().unwrap_or_else(|| "UTC".to_owned()),
        Setting::Language(Some(tag)) => match dictionary.find(tag) {
            Some(language) => language.say("language-name", &[]),
            None => tag.clone(),
        },
        Setting::Language(None) => words.say("chat-language-usual", &[]),
    }
}

fn yes_or_no(words: &Words, is_yes: bool) -> String {
    let name = if is_yes {
        "chat-setting-yes"
    } else {
        "chat-setting-no"
    };
    words.say(name, &[])
}

fn channel_rule(words: &Words, allowed: Option<bool>) -> String {
    let name = match allowed {
        Some(true) => "chat-setting-channel-open",
        Some(false) => "chat-setting-channel-closed",
        None => "chat-setting-channel-usual",
    };
    words.say(name, &[])
}

fn format_quiet_hours(words: &Words, hours: Option<ZonedQuietHours>) -> String {
    let Some(ZonedQuietHours { quiet, zone }) = hours else {
        return words.say("chat-quiet-off", &[]);
    };
    let zone = zone.unwrap_or_else(|| "UTC".to_owned());
    let fill = [("hours", quiet.format().into()), ("zone", zone.into())];
    words.say("chat-setting-hours", &fill)
}

/// Returns Discord's name of a permission.
fn permission_name(words: &Words, authority: Authority) -> String {
    let name = match authority {
        Authority::Server => "server",
        Authority::Channels => "channels",
        Authority::Messages => "messages",
        Authority::Members => "members",
    };
    words.say(&format!("cmd-admin-settings-moderators-{name}"), &[])
}

// --- Refusals ---

pub(crate) fn explain_guild_refusal(words: &Words, refusal: GuildRefusal) -> String {
    let name = match refusal {
        GuildRefusal::ModeratorsOnly(authority) => {
            let fill = [("permission", permission_name(words, authority).into())];
            return words.say("chat-admin-not-you", &fill);
        }
        GuildRefusal::ManagersOnly => {
            let name = permission_name(words, Authority::Server);
            return words.say("chat-admin-not-appointing", &[("permission", name.into())]);
        }
        GuildRefusal::TooManyTablesOfPerson(limit) => {
            return words.say("chat-per-person", &[("n", limit.into())]);
        }
        GuildRefusal::TooManyTablesInChannel(limit) => {
            return words.say("chat-per-channel", &[("n", limit.into())]);
        }
        GuildRefusal::OpenerRoleNeeded(role) => {
            let role = format!("<@&{role}>");
            return words.say("chat-openers", &[("role", role.into())]);
        }
        GuildRefusal::AlreadyUndone(act) => {
            return words.say("chat-act-undone-already", &[("n", act.to_string().into())]);
        }
        GuildRefusal::ChangedSince(act) => {
            return words.say("chat-act-since", &[("n", act.to_string().into())]);
        }
        GuildRefusal::ListFull => {
            let fill = [
                ("people", MAX_BARRED.into()),
                ("channels", Fill::from(MAX_CHANNEL_RULES)),
            ];
            return words.say("chat-admin-enough", &fill);
        }
        GuildRefusal::ContestTable(heat) => {
            return words.say("chat-close-contest", &[("n", heat.to_string().into())]);
        }
        GuildRefusal::Barred => "chat-barred",
        GuildRefusal::OtherBarred => "chat-barred-there",
        GuildRefusal::ChannelForbidden => "chat-channel-closed",
        GuildRefusal::NoThreads => "chat-threads-off",
        GuildRefusal::NoAct => "chat-act-none",
        GuildRefusal::NotUndoable => "chat-act-final",
        GuildRefusal::PlaysAtTable => "chat-close-plays",
    };
    words.say(name, &[])
}
