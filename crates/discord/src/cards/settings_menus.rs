//! The menus below a person's reminders and below the settings of a guild.
//!
//! Each menu shows what is chosen now. What has no menu, such as time zones, is typed.

use crate::cards::set_up::time_options;
use crate::key;
use crate::wire::card::{Menu, MenuOption, Row};
use crate::wire::press::{GuildMenu, Press, ReminderMenu};
use crate::wire::times::format_reminder_interval;
use lanai_host::{GuildSettings, Invitations, NEVER_KEYWORD, PersonSettings, QuietHours};
use lanai_panel::label_text;
use lanai_text::{Dictionary, Key, Words};

const HOUR_SECS: i64 = 60 * 60;
const INTERVAL_HOURS: [i64; 7] = [4, 8, 12, 24, 48, 72, 0];
const QUIET_HOURS: [&str; 4] = ["20-8", "21-7", "22-8", "23-7"];

/// What players type to go back to a default.
pub(crate) const USUAL_KEYWORD: &str = "usual";

/// The key of the name of menus with switches.
const SWITCHES_KEY: Key = key::CHAT_PICK_SWITCHES;

pub(crate) const DIRECT: &str = "direct";
pub(crate) const NEXT: &str = "next";
pub(crate) const TEXT: &str = "text";
pub(crate) const INVITATIONS: &str = "invitations";

pub(crate) const ALL_CHANNELS: &str = "channels";
pub(crate) const THREADS: &str = "threads";
pub(crate) const ELSEWHERE: &str = "elsewhere";

/// Returns the menus with which a person changes reminders and what the bot shows.
pub(crate) fn reminder_menus(words: &Words, settings: &PersonSettings) -> Vec<Row> {
    use ReminderMenu::{Interval, Quiet, Switches};
    let switches = [
        (DIRECT, key::CHAT_REMIND_SWITCH_DIRECT, settings.direct),
        (NEXT, key::CHAT_REMIND_SWITCH_NEXT, settings.next),
        (TEXT, key::CHAT_REMIND_SWITCH_TEXT, settings.text),
        (
            INVITATIONS,
            key::CHAT_REMIND_SWITCH_INVITATIONS,
            settings.invitations == Invitations::Welcome,
        ),
    ];
    let interval = interval_options(words, settings.reminder_interval);
    let quiet = quiet_options(words, settings.quiet);
    let switches = switch_options(words, &switches);
    let row = |menu, key, options| menu_row(words, &Press::Remind(menu), key, options);
    vec![
        row(Interval, key::CHAT_SETTING_EVERY, interval),
        row(Quiet, key::CHAT_SETTING_QUIET, quiet),
        row(Switches, SWITCHES_KEY, switches),
    ]
}

/// Returns the menus with which moderators change the settings of a guild.
pub(crate) fn guild_menus(
    words: &Words,
    dictionary: &Dictionary,
    settings: &GuildSettings,
) -> Vec<Row> {
    use GuildMenu::{Interval, Language, Quiet, Switches, TimeControl};
    let switches = [
        (
            ALL_CHANNELS,
            key::CHAT_SETTING_SWITCH_CHANNELS,
            !settings.only_listed_channels,
        ),
        (
            THREADS,
            key::CHAT_SETTING_SWITCH_THREADS,
            !settings.no_threads,
        ),
        (
            ELSEWHERE,
            key::CHAT_SETTING_SWITCH_ELSEWHERE,
            settings.cross_guild_play,
        ),
    ];
    let time = time_options(words, settings.time_control);
    let interval = interval_options(words, settings.reminder_interval);
    let quiet = quiet_options(words, settings.quiet);
    let language = language_options(words, dictionary, settings.language.as_deref());
    let switches = switch_options(words, &switches);
    let row = |menu, key, options| menu_row(words, &Press::GuildSetting(menu), key, options);
    vec![
        row(TimeControl, key::CHAT_SETTING_PACE, time),
        row(Interval, key::CHAT_SETTING_EVERY, interval),
        row(Quiet, key::CHAT_SETTING_QUIET, quiet),
        row(Language, key::CHAT_SETTING_LANGUAGE, language),
        row(Switches, SWITCHES_KEY, switches),
    ]
}

/// Returns a menu. Only among switches can several options be selected.
fn menu_row(words: &Words, press: &Press, key: Key, options: Vec<MenuOption>) -> Row {
    Row::Menu(Menu {
        id: press.id(),
        placeholder: words.say(key, &[]),
        options,
        is_multiple: key == SWITCHES_KEY,
    })
}

fn switch_options(words: &Words, switches: &[(&str, Key, bool)]) -> Vec<MenuOption> {
    let switches = switches.iter().map(|(name, key, is_on)| {
        let label = words.say(*key, &[]);
        option(name, label, *is_on)
    });
    switches.collect()
}

fn option(value: &str, label: String, is_selected: bool) -> MenuOption {
    MenuOption {
        value: value.to_owned(),
        label,
        is_selected,
        ..MenuOption::default()
    }
}

fn interval_options(words: &Words, current: Option<i64>) -> Vec<MenuOption> {
    let heading = words.say(key::CHAT_SETTING_EVERY, &[]);
    let usual = words.say(key::CHAT_EVERY_USUAL, &[]);
    let usual = label_text(words, &heading, &usual);
    let mut options = vec![option(USUAL_KEYWORD, usual, current.is_none())];
    let mut intervals = INTERVAL_HOURS.map(|hours| hours * HOUR_SECS).to_vec();
    if let Some(seconds) = current.filter(|seconds| !intervals.contains(seconds)) {
        intervals.insert(0, seconds);
    }
    for seconds in intervals {
        let value = match seconds {
            0 => NEVER_KEYWORD.to_owned(),
            _ => format!("{}m", seconds / 60),
        };
        let label = format_reminder_interval(words, Some(seconds));
        let label = label_text(words, &heading, &label);
        options.push(option(&value, label, current == Some(seconds)));
    }
    options
}

fn quiet_options(words: &Words, current: Option<QuietHours>) -> Vec<MenuOption> {
    let heading = words.say(key::CHAT_SETTING_QUIET, &[]);
    let off = words.say(key::CHAT_QUIET_OFF, &[]);
    let mut options = vec![option(NEVER_KEYWORD, off, current.is_none())];
    let mut hours: Vec<QuietHours> = QUIET_HOURS
        .into_iter()
        .filter_map(QuietHours::parse)
        .collect();
    if let Some(quiet) = current.filter(|quiet| !hours.contains(quiet)) {
        hours.insert(0, quiet);
    }
    for quiet in hours {
        let value = quiet.format();
        let label = label_text(words, &heading, &value);
        options.push(option(&value, label, current == Some(quiet)));
    }
    options
}

fn language_options(
    words: &Words,
    dictionary: &Dictionary,
    current: Option<&str>,
) -> Vec<MenuOption> {
    let heading = words.say(key::CHAT_SETTING_LANGUAGE, &[]);
    let usual = words.say(key::CHAT_LANGUAGE_USUAL, &[]);
    let usual = label_text(words, &heading, &usual);
    let mut options = vec![option(USUAL_KEYWORD, usual, current.is_none())];
    for language in dictionary.languages() {
        let label = language.say(key::LANGUAGE_NAME, &[]);
        let label = label_text(words, &heading, &label);
        options.push(option(
            language.tag(),
            label,
            current == Some(language.tag()),
        ));
    }
    options
}
