//! What a server chose, what its moderators did, and why something was not done for that, in words.

use crate::wire::names::{because, game, mention_if_known};
use crate::wire::times::{every_in_words, stretch};
use lanai_host::{
    Authority, Bar, GuildRefusal, GuildSettings, MAX_BARRED, MAX_CHANNEL_RULES, Setting,
    TimeControl, ZonedQuietHours,
};
use lanai_rules::Title;
use lanai_text::{Dictionary, Fill, Words};

/// So many channels or people are named in a line.
const NAMED: usize = 20;

/// The page that tells what a server chose.
pub(crate) struct Page<'a> {
    pub(crate) words: &'a Words,
    pub(crate) dictionary: &'a Dictionary,
    /// The language of the server in the chat.
    pub(crate) public: &'a str,
}

impl Page<'_> {
    /// All of it, a line for each thing, with what it means and how it is changed.
    pub(crate) fn of(&self, chosen: &GuildSettings) -> String {
        let settings = [
            Setting::Moderators(chosen.moderators),
            Setting::OnlyNamed(chosen.only_named),
            Setting::NoThreads(chosen.no_threads),
            Setting::PerPerson(chosen.per_person),
            Setting::PerChannel(chosen.per_channel),
            Setting::OpenerRole(chosen.openers),
            Setting::TimeControl(chosen.pace),
            Setting::QuietHours(chosen.quiet),
            Setting::Language(chosen.language.clone()),
            Setting::ReminderInterval(chosen.every),
            Setting::CrossGuildPlay(chosen.elsewhere),
        ];
        let mut lines = Vec::new();
        for setting in settings {
            let line = self.line(&setting, chosen);
            let about = self
                .words
                .say(&format!("chat-setting-{}-about", key(&setting)), &[]);
            lines.push(format!("{line}\n-# {about}"));
            lines.extend(
                matches!(setting, Setting::OnlyNamed(_))
                    .then(|| self.channels(chosen))
                    .flatten(),
            );
        }
        for title in Title::ALL {
            let options = chosen.options.get(&title).cloned();
            lines.push(setting_line(
                self.words,
                self.dictionary,
                &Setting::Options(title, options),
            ));
        }
        lines.push(format!(
            "-# {}",
            self.words.say("chat-setting-options-about", &[])
        ));
        lines.push(self.barred(chosen));
        lines.join("\n")
    }

    fn line(&self, setting: &Setting, chosen: &GuildSettings) -> String {
        let name = name(self.words, setting);
        let words = self.words;
        let value = if matches!(setting, Setting::QuietHours(_)) {
            // The hours of a server say by which clock they go.
            hours(words, chosen.hours())
        } else if matches!(setting, Setting::Language(None)) {
            let own = self.dictionary.of(self.public).say("language-name", &[]);
            words.say("chat-language-usual-is", &[("language", own.into())])
        } else {
            value(words, self.dictionary, setting)
        };
        words.say(
            "chat-setting-line",
            &[("name", name.into()), ("value", value.into())],
        )
    }

    /// Of which channels something was said.
    fn channels(&self, chosen: &GuildSettings) -> Option<String> {
        let named = |open: bool| {
            let all = chosen.channels.iter().filter(move |(_, is)| **is == open);
            list_some(
                self.words,
                all.map(|(channel, _)| format!("<#{}>", channel.0))
                    .collect(),
            )
        };
        let line = |open: bool, name: &str| {
            named(open).map(|list| self.words.say(name, &[("list", list.into())]))
        };
        let lines = [
            line(true, "chat-setting-channels-open"),
            line(false, "chat-setting-channels-closed"),
        ];
        let lines: Vec<String> = lines.into_iter().flatten().collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    fn barred(&self, chosen: &GuildSettings) -> String {
        let people = chosen
            .barred
            .keys()
            .map(|person| format!("<@{}>", person.0))
            .collect();
        let name = self.words.say("chat-setting-barred", &[]);
        let value = list_some(self.words, people)
            .unwrap_or_else(|| self.words.say("chat-setting-nobody", &[]));
        let line = self.words.say(
            "chat-setting-line",
            &[("name", name.into()), ("value", value.into())],
        );
        format!(
            "{line}\n-# {}",
            self.words.say("chat-setting-barred-about", &[])
        )
    }
}

/// A list of which not more than so many are named; nothing of none.
pub(crate) fn list_some(words: &Words, mut all: Vec<String>) -> Option<String> {
    let more = all.len().saturating_sub(NAMED);
    all.truncate(NAMED);
    all.extend((more > 0).then(|| words.say("chat-contest-more", &[("n", more.into())])));
    (!all.is_empty()).then(|| all.join(", "))
}

/// Describes a setting in one line.
pub(crate) fn setting_line(words: &Words, dictionary: &Dictionary, setting: &Setting) -> String {
    let fill = [
        ("name", name(words, setting).into()),
        ("value", Fill::from(value(words, dictionary, setting))),
    ];
    words.say("chat-setting-line", &fill)
}

/// Describes a setting where nothing is formatted and people cannot be mentioned.
pub(crate) fn label(words: &Words, dictionary: &Dictionary, setting: &Setting) -> String {
    let say = |name: &str| words.say(name, &[]);
    let (name, value) = if let Setting::Channel(_, allowed) = setting {
        (
            say("chat-setting-channel-some"),
            in_channel(words, *allowed),
        )
    } else if let Setting::Barred(_, bar) = setting {
        let Some(Bar { reason }) = bar else {
            return say("chat-setting-unbarred-some");
        };
        (say("chat-setting-barred"), reason.clone())
    } else if let Setting::OpenerRole(Some(_)) = setting {
        return say("chat-setting-openers");
    } else {
        (name(words, setting), value(words, dictionary, setting))
    };
    format!("{name}: {}", value.replace('`', ""))
}

/// By which name the files of words know it.
fn key(setting: &Setting) -> &'static str {
    match setting {
        Setting::ReminderInterval(_) => "every",
        Setting::CrossGuildPlay(_) => "elsewhere",
        Setting::Moderators(_) => "moderators",
        Setting::OnlyNamed(_) => "channels",
        Setting::Channel(..) => "channel",
        Setting::NoThreads(_) => "threads",
        Setting::PerPerson(_) => "per-person",
        Setting::PerChannel(_) => "per-channel",
        Setting::OpenerRole(_) => "openers",
        Setting::TimeControl(_) => "pace",
        Setting::Options(..) => "options",
        Setting::Barred(..) => "player",
        Setting::QuietHours(_) => "quiet",
        Setting::Zone(_) => "zone",
        Setting::Language(_) => "language",
    }
}

/// What it is that is chosen.
pub(crate) fn name(words: &Words, setting: &Setting) -> String {
    let about: Fill<'_> = if let Setting::Channel(channel, _) = setting {
        format!("<#{}>", channel.0).into()
    } else if let Setting::Options(title, _) = setting {
        game(words, *title).into()
    } else if let Setting::Barred(person, _) = setting {
        mention_if_known(words, *person)
    } else {
        "".into()
    };
    words.say(
        &format!("chat-setting-{}", key(setting)),
        &[("about", about)],
    )
}

pub(crate) fn value(words: &Words, dictionary: &Dictionary, setting: &Setting) -> String {
    let say = |name: &str| words.say(name, &[]);
    let yes = |is: bool| {
        say(if is {
            "chat-setting-yes"
        } else {
            "chat-setting-no"
        })
    };
    let most = |most: Option<u16>| {
        most.map_or_else(|| say("chat-setting-no-limit"), |most| most.to_string())
    };
    match setting {
        Setting::ReminderInterval(every) => every_in_words(words, *every),
        Setting::CrossGuildPlay(is) => yes(*is),
        Setting::Moderators(by) => permission_name(words, *by),
        Setting::OnlyNamed(only) => say(if *only {
            "chat-setting-channels-named"
        } else {
            "chat-setting-channels-all"
        }),
        Setting::Channel(_, allowed) => in_channel(words, *allowed),
        Setting::NoThreads(none) => yes(!none),
        Setting::PerPerson(limit) | Setting::PerChannel(limit) => most(*limit),
        Setting::OpenerRole(Some(role)) => format!("<@&{role}>"),
        Setting::OpenerRole(None) => say("chat-setting-everybody"),
        Setting::TimeControl(pace) => pace_in_words(words, *pace),
        Setting::Options(_, Some(options)) => format!("`{options}`"),
        Setting::Options(_, None) => say("chat-setting-options-none"),
        Setting::Barred(_, Some(Bar { reason })) => words.say(
            "chat-setting-player-barred",
            &[("reason", because(words, reason))],
        ),
        Setting::Barred(_, None) => say("chat-setting-player-free"),
        Setting::QuietHours(Some(quiet)) => quiet.write(),
        Setting::QuietHours(None) => say("chat-quiet-off"),
        Setting::Zone(zone) => zone.clone().unwrap_or_else(|| "UTC".to_owned()),
        Setting::Language(Some(tag)) => dictionary
            .named(tag)
            .map_or_else(|| tag.clone(), |words| words.say("language-name", &[])),
        Setting::Language(None) => say("chat-language-usual"),
    }
}

fn in_channel(words: &Words, allowed: Option<bool>) -> String {
    words.say(
        match allowed {
            Some(true) => "chat-setting-channel-open",
            Some(false) => "chat-setting-channel-closed",
            None => "chat-setting-channel-usual",
        },
        &[],
    )
}

fn hours(words: &Words, hours: Option<ZonedQuietHours>) -> String {
    match hours {
        Some(ZonedQuietHours { quiet, zone }) => {
            let zone = zone.unwrap_or_else(|| "UTC".to_owned());
            words.say(
                "chat-setting-hours",
                &[("hours", quiet.write().into()), ("zone", zone.into())],
            )
        }
        None => words.say("chat-quiet-off", &[]),
    }
}

/// A pace as it is offered.
pub(crate) fn pace_in_words(words: &Words, pace: TimeControl) -> String {
    match pace {
        TimeControl::None => words.say("chat-pace-none", &[]),
        TimeControl::Turn(seconds) => words.say(
            "chat-pace-turn",
            &[("time", stretch(words, seconds).into())],
        ),
        TimeControl::Bank { start, more } => {
            let fill = [
                ("start", stretch(words, start).into()),
                ("more", stretch(words, more).into()),
            ];
            words.say("chat-pace-bank", &fill)
        }
    }
}

/// What the chat calls a permission.
fn permission_name(words: &Words, authority: Authority) -> String {
    let name = match authority {
        Authority::Server => "server",
        Authority::Channels => "channels",
        Authority::Messages => "messages",
        Authority::Members => "members",
    };
    words.say(&format!("cmd-admin-settings-moderators-{name}"), &[])
}

// --- Why something was not done ---

/// Explains to the user why the guild refused.
pub(crate) fn guild_refusal(words: &Words, refusal: GuildRefusal) -> String {
    let say = |name: &str| words.say(name, &[]);
    let count = |name: &str, n: Fill<'_>| words.say(name, &[("n", n)]);
    match refusal {
        GuildRefusal::NotModerator(authority) => words.say(
            "chat-admin-not-you",
            &[("permission", permission_name(words, authority).into())],
        ),
        GuildRefusal::NotAppointing => {
            let name = permission_name(words, Authority::Server);
            words.say("chat-admin-not-appointing", &[("permission", name.into())])
        }
        GuildRefusal::Barred => say("chat-barred"),
        GuildRefusal::BarredThere => say("chat-barred-there"),
        GuildRefusal::Channel => say("chat-channel-closed"),
        GuildRefusal::PerPerson(n) => count("chat-per-person", n.into()),
        GuildRefusal::PerChannel(n) => count("chat-per-channel", n.into()),
        GuildRefusal::Openers(role) => {
            words.say("chat-openers", &[("role", format!("<@&{role}>").into())])
        }
        GuildRefusal::NoThreads => say("chat-threads-off"),
        GuildRefusal::NoAct => say("chat-act-none"),
        GuildRefusal::Undone(by) => count("chat-act-undone-already", by.to_string().into()),
        GuildRefusal::Final => say("chat-act-final"),
        GuildRefusal::Since(by) => count("chat-act-since", by.to_string().into()),
        GuildRefusal::Enough => {
            let fill = [
                ("people", MAX_BARRED.into()),
                ("channels", Fill::from(MAX_CHANNEL_RULES)),
            ];
            words.say("chat-admin-enough", &fill)
        }
        GuildRefusal::Plays => say("chat-close-plays"),
        GuildRefusal::OfContest(heat) => count("chat-close-contest", heat.to_string().into()),
    }
}
