//! Help, in the language of whoever asks: what commands and options mean stands among the words, under their names.

use clap::{Arg, ArgAction, Command};

use super::play::read_name;
use super::read_seed;
use crate::config::Config;
use lanai_text::Words;

/// What `lanai --help` lists, in this order. What machines and translators call is on the pages that tell of it.
const LISTED: [&str; 16] = [
    "play", "serve", "doctor", "backup", "verify", "restore", "store", "away", "porch", "rules",
    "rulings", "record", "replay", "review", "show", "draw",
];

/// The command line as it is read, with help in these words.
pub(super) fn in_words(command: Command, words: &Words) -> Command {
    let version = flag("version", 'V', ArgAction::Version);
    let command = command.disable_version_flag(true).arg(version);
    let after = words.say("cli-after", &[]);
    let command = command
        .after_long_help(format!("{after}\n\n{}", settings(words)))
        .after_help(after);
    let mut command = told(command, words, "cli");
    for name in names_below(&command) {
        let place = LISTED.iter().position(|listed| *listed == name);
        command = command.mut_subcommand(&name, |below| {
            below
                .hide(place.is_none())
                .display_order(place.unwrap_or_default())
        });
    }
    command.build();
    with_help_hidden(command)
}

/// Lists the settings, each with what it means and its default.
fn settings(words: &Words) -> String {
    let setting = |(name, default): (String, Option<String>)| {
        let default = default.map(|default| words.say("cli-default", &[("value", default.into())]));
        let sentences = [words.say(&key_of_setting(&name), &[])]
            .into_iter()
            .chain(default);
        format!(
            "\n  {name}\n          {}",
            sentences.collect::<Vec<_>>().join(" ")
        )
    };
    let list: String = Config::defaults().into_iter().map(setting).collect();
    format!("{}:{list}", words.say("cli-settings", &[]))
}

/// Returns under which name the meaning of a setting stands among the words.
pub fn key_of_setting(name: &str) -> String {
    format!("setting-{}", name.to_lowercase().replace('_', "-"))
}

/// `lanai help COMMAND` works, and is no command to choose.
fn with_help_hidden(mut command: Command) -> Command {
    for name in names_below(&command) {
        command = command.mut_subcommand(&name, |below| match name.as_str() {
            "help" => below.hide(true),
            _ => with_help_hidden(below),
        });
    }
    command
}

fn names_below(command: &Command) -> Vec<String> {
    command
        .get_subcommands()
        .map(|below| below.get_name().to_owned())
        .collect()
}

/// How help is laid out, under headings in these words.
fn laid_out(command: Command, words: &Words) -> Command {
    let usage = words.say("cli-usage", &[]);
    command
        .help_template(format!(
            "{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}"
        ))
        .subcommand_help_heading(words.say("cli-commands", &[]))
}

/// A command, those below it, and their options.
fn told(command: Command, words: &Words, name: &str) -> Command {
    let about = words.say(if name == "cli" { "cli-about" } else { name }, &[]);
    let more = format!("{name}-more");
    let whole = words
        .knows(&more)
        .then(|| format!("{about}\n\n{}", words.say(&more, &[])));
    let mut command = laid_out(command, words)
        .long_about(whole.unwrap_or_else(|| about.clone()))
        .about(about)
        .disable_help_flag(true)
        .arg(flag("help", 'h', ArgAction::Help));
    let ids: Vec<String> = command
        .get_arguments()
        .map(|arg| arg.get_id().to_string())
        .collect();
    for id in ids {
        command = command.mut_arg(&id, |arg| meant(arg, words, name, &id));
    }
    for sub in names_below(&command) {
        command =
            command.mut_subcommand(&sub, |below| told(below, words, &format!("{name}-{sub}")));
    }
    command
}

fn flag(id: &'static str, letter: char, action: ArgAction) -> Arg {
    Arg::new(id).long(id).short(letter).action(action)
}

/// An option and what it means: by the name of its command, or as several commands have it.
fn meant(arg: Arg, words: &Words, command: &str, id: &str) -> Arg {
    let id = id.replace('_', "-");
    let own = format!("{command}-{id}");
    let name = if words.knows(&own) {
        own
    } else {
        format!("cli-arg-{id}")
    };
    let mut help = words.say(&name, &[]);
    let usual: Vec<_> = arg
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy())
        .collect();
    let usual = usual.join(", ");
    if !usual.is_empty() {
        help = format!(
            "{help} {}",
            words.say("cli-default", &[("value", usual.into())])
        );
    }
    let heading = if arg.is_positional() {
        "cli-arguments"
    } else {
        "cli-options"
    };
    let takes_value = arg.get_action().takes_values();
    let arg = arg.help(help).help_heading(words.say(heading, &[]));
    if !takes_value {
        return arg;
    }
    read_in(
        arg.hide_default_value(true).hide_possible_values(true),
        words.clone(),
        command,
        &id,
    )
}

/// The same, refused in these words.
fn read_in(arg: Arg, words: Words, command: &str, id: &str) -> Arg {
    match (command, id) {
        (_, "seed") => arg.value_parser(move |text: &str| read_seed(&words, text)),
        ("cli-play", "name") => arg.value_parser(move |text: &str| read_name(&words, text)),
        _ => arg,
    }
}
