//! Translates the help of the command line, using a description of each command and option.

use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command};

use super::parse_seed;
use super::play::parse_name;
use crate::config::Config;
use crate::key;
use lanai_text::{Key, Words};

/// The commands that `lanai --help` lists, in this order.
///
/// The commands for programs and translators are described in the documentation only.
const LISTED_COMMANDS: [&str; 16] = [
    "play", "serve", "doctor", "backup", "verify", "restore", "store", "away", "porch", "rules",
    "rulings", "record", "replay", "review", "show", "draw",
];

/// Returns the command line with translated help.
pub(super) fn localize(command: Command, words: &Words) -> Command {
    let version = flag("version", 'V', ArgAction::Version);
    let command = command.disable_version_flag(true).arg(version);
    let after_help = words.say(key::TERMINAL_AFTER, &[]);
    let command = command
        .after_long_help(format!("{after_help}\n\n{}", describe_settings(words)))
        .after_help(after_help);
    let mut command = localize_command(command, words, key::TERMINAL_ABOUT, "");
    for name in subcommand_names(&command) {
        let position = LISTED_COMMANDS.iter().position(|listed| *listed == name);
        command = command.mut_subcommand(&name, |subcommand| {
            subcommand
                .hide(position.is_none())
                .display_order(position.unwrap_or_default())
        });
    }
    command.build();
    hide_help_command(command)
}

/// Lists the settings with their descriptions and defaults.
fn describe_settings(words: &Words) -> String {
    let mut text = words.say(key::TERMINAL_SETTINGS, &[]);
    text.push(':');
    for (name, default) in Config::defaults() {
        let description = words.say(setting_key(&name), &[]);
        let _ = write!(text, "\n  {name}\n          {description}");
        if let Some(default) = default {
            let default = words.say(key::TERMINAL_DEFAULT, &[("value", default.into())]);
            let _ = write!(text, " {default}");
        }
    }
    text
}

/// Returns the translation key for the description of a setting.
pub fn setting_key(name: &str) -> Key {
    key::SETTING.member(&name.to_lowercase().replace('_', "-"))
}

/// Hides `help` from the lists of subcommands. `lanai help COMMAND` still works.
fn hide_help_command(mut command: Command) -> Command {
    for name in subcommand_names(&command) {
        command = command.mut_subcommand(&name, |subcommand| match name.as_str() {
            "help" => subcommand.hide(true),
            _ => hide_help_command(subcommand),
        });
    }
    command
}

fn subcommand_names(command: &Command) -> Vec<String> {
    command
        .get_subcommands()
        .map(|subcommand| subcommand.get_name().to_owned())
        .collect()
}

/// Sets the layout of help, with translated headings.
fn set_layout(command: Command, words: &Words) -> Command {
    let usage = words.say(key::TERMINAL_USAGE, &[]);
    command
        .help_template(format!(
            "{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}"
        ))
        .subcommand_help_heading(words.say(key::TERMINAL_COMMANDS, &[]))
}

/// Translates a command, its options and its subcommands. `prefix` is what the names of its options
/// begin with in the family `cli-`: `store-copy-` for `lanai store copy`, empty for `lanai`.
fn localize_command(command: Command, words: &Words, about: Key, prefix: &str) -> Command {
    let about = words.say(about, &[]);
    let long_about = match key::CLI.find(&format!("{prefix}more")) {
        Some(more) => format!("{about}\n\n{}", words.say(more, &[])),
        None => about.clone(),
    };
    let mut command = set_layout(command, words)
        .long_about(long_about)
        .about(about)
        .disable_help_flag(true)
        .arg(flag("help", 'h', ArgAction::Help));
    let ids: Vec<String> = command
        .get_arguments()
        .map(|arg| arg.get_id().to_string())
        .collect();
    for id in ids {
        command = command.mut_arg(&id, |arg| localize_arg(arg, words, prefix, &id));
    }
    for sub in subcommand_names(&command) {
        command = command.mut_subcommand(&sub, |subcommand| {
            let path = format!("{prefix}{sub}");
            localize_command(
                subcommand,
                words,
                key::CLI.member(&path),
                &format!("{path}-"),
            )
        });
    }
    command
}

fn flag(id: &'static str, short: char, action: ArgAction) -> Arg {
    Arg::new(id).long(id).short(short).action(action)
}

/// Translates an option, by a text of its command or by a text that several commands share.
fn localize_arg(arg: Arg, words: &Words, prefix: &str, id: &str) -> Arg {
    let id = id.replace('_', "-");
    let key = key::CLI
        .find(&format!("{prefix}{id}"))
        .unwrap_or_else(|| key::CLI.member(&format!("arg-{id}")));
    let mut help = words.say(key, &[]);
    let defaults: Vec<_> = arg
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy())
        .collect();
    let defaults = defaults.join(", ");
    if !defaults.is_empty() {
        help = format!(
            "{help} {}",
            words.say(key::TERMINAL_DEFAULT, &[("value", defaults.into())])
        );
    }
    let heading = if arg.is_positional() {
        key::TERMINAL_ARGUMENTS
    } else {
        key::TERMINAL_OPTIONS
    };
    let takes_value = arg.get_action().takes_values();
    let arg = arg.help(help).help_heading(words.say(heading, &[]));
    if !takes_value {
        return arg;
    }
    set_value_parser(
        arg.hide_default_value(true).hide_possible_values(true),
        words.clone(),
        prefix,
        &id,
    )
}

/// Sets a parser with translated errors where the default parser would report English errors.
fn set_value_parser(arg: Arg, words: Words, prefix: &str, id: &str) -> Arg {
    match (prefix, id) {
        (_, "seed") => arg.value_parser(move |text: &str| parse_seed(&words, text)),
        ("play-", "name") => arg.value_parser(move |text: &str| parse_name(&words, text)),
        _ => arg,
    }
}
