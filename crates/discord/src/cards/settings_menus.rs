//! The menus below a person's reminders and below the settings of a guild.
//!
//! Each menu shows what is chosen now. What has no menu, such as time zones, is typed.

use crate::cards::set_up::time_options;
use crate::wire::card::{Menu, MenuOption, Row};
use crate::wire::press::{GuildMenu, Press, ReminderMenu};
use crate::wire::times::format_reminder_interval;
use lanai_host::{GuildSettings, Invitations, NEVER_KEYWORD, PersonSettings, QuietHours};
use lanai_panel::label_text;
use lanai_text::{Dictionary, Words};

const HOUR_SECS: i64 = 60 * 60;
const INTERVAL_HOURS: [i64; 7] = [4, 8, 12, 24, 48, 72, 0];
const QUIET_HOURS: [&str; 4] = ["20-8", "21-7", "22-8", "23-7"];

/// What players type to go back to a default.
pub(crate) const USUAL_KEYWORD: &str = "usual";

/// The key of the name of menus with switches.
const SWITCHES_NAME: &str = "chat-pick-switches";

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
        (DIRECT, settings.direct),
        (NEXT, settings.next),
        (TEXT, settings.text),
        (INVITATIONS, settings.invitations == Invitations::Welcome),
    ];
    let interval = interval_options(words, settings.reminder_interval);
    let quiet = quiet_options(words, settings.quiet);
    let switches = switch_options(words, "chat-remind-switch", &switches);
    let row = |menu, name, options| menu_row(words, &Press::Remind(menu), name, options);
    vec![
        row(Interval, "chat-setting-every", interval),
        row(Quiet, "chat-setting-quiet", quiet),
        row(Switches, SWITCHES_NAME, switches),
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
        (ALL_CHANNELS, !settings.only_listed_channels),
        (THREADS, !settings.no_threads),
        (ELSEWHERE, settings.cross_guild_play),
    ];
    let time = time_options(words, settings.time_control);
    let interval = interval_options(words, settings.reminder_interval);
    let quiet = quiet_options(words, settings.quiet);
    let language = language_options(words, dictionary, settings.language.as_deref());
    let switches = switch_options(words, "chat-setting-switch", &switches);
    let row = |menu, name, options| menu_row(words, &Press::GuildSetting(menu), name, options);
    vec![
        row(TimeControl, "chat-setting-pace", time),
        row(Interval, "chat-setting-every", interval),
        row(Quiet, "chat-setting-quiet", quiet),
        row(Language, "chat-setting-language", language),
        row(Switches, SWITCHES_NAME, switches),
    ]
}

/// Returns a menu. Only among switches can several options be selected.
fn menu_row(words: &Words, press: &Press, name: &str, options: Vec<MenuOption>) -> Row {
    Row::Menu(Menu {
        id: press.id(),
        placeholder: words.say(name, &[]),
        options,
        is_multiple: name == SWITCHES_NAME,
    })
}

fn switch_options(words: &Words, key_prefix: &str, switches: &[(&str, bool)]) -> Vec<MenuOption> {
    let switches = switches.iter().map(|(name, is_on)| {
        let label = words.say(&format!("{key_prefix}-{name}"), &[]);
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
    let heading = words.say("chat-setting-every", &[]);
    let usual = words.say("chat-every-usual", &[]);
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
    let heading = words.say("chat-setting-quiet", &[]);
    let off = words.say("chat-quiet-off", &[]);
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
    let heading = words.say("chat-setting-language", &[]);
    let usual = words.say("chat-language-usual", &[]);
    let usual = label_text(words, &heading, &usual);
    let mut options = vec![option(USUAL_KEYWORD, usual, current.is_none())];
    for language in dictionary.languages() {
        let label = language.say("language-name", &[]);
        let label = label_text(words, &heading, &label);
        options.push(option(
            language.tag(),
            label,
            current == Some(language.tag()),
        ));
    }
    options
}
