//! Registration of commands, with names and descriptions in every language.
//!
//! At each start the commands are compared with those registered at Discord, and are sent only if
//! they differ.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::Value;

use crate::handlers::commands::{self, Command};
use crate::key;
use crate::wire::discord::{Http, InstallationContext};
use crate::wire::port::{load_commands, overwrite_commands};
use crate::wire::port_error::{PortError, describe_error};
use lanai_host::{Claim, Process};
use lanai_text::{Dictionary, Key, Words};

/// The locales that Discord accepts. Some, such as `es-419`, are narrower than a language.
const DISCORD_LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he",
    "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE",
    "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];

/// The command type of a command on a person.
const USER_COMMAND_TYPE: u64 = 2;
/// The command type of an Activity's entry point.
const ENTRY_POINT_TYPE: u64 = 4;

/// Fields of commands and options that a program can set, apart from names, descriptions and types.
const SETTABLE_FIELDS: [&str; 16] = [
    "autocomplete",
    "channel_types",
    "choices",
    "contexts",
    "default_member_permissions",
    "description_localizations",
    "integration_types",
    "max_length",
    "max_value",
    "min_length",
    "min_value",
    "name_localizations",
    "nsfw",
    "options",
    "required",
    "value",
];

/// Returns all commands with their localized words.
pub(crate) fn localized_commands(dictionary: &Dictionary) -> Vec<Command> {
    let mut commands = commands::build_commands();
    for command in &mut commands {
        set_words(dictionary, command, "");
        // Without an install context, Discord uses the application's setting, which includes user
        // installs by default.
        command
            .install_context
            .get_or_insert_with(|| vec![InstallationContext::Guild]);
    }
    commands
}

/// Returns all commands in the form in which they are registered.
pub fn commands_as_json(dictionary: &Dictionary) -> Value {
    serialize_commands(&localized_commands(dictionary))
}

pub(crate) fn serialize_commands(commands: &[Command]) -> Value {
    let built = poise::builtins::create_application_commands(commands);
    let mut built = serde_json::to_value(built).unwrap_or_default();
    // The library does not translate the names of commands on a person.
    for sent in built.as_array_mut().into_iter().flatten() {
        let on_person = commands
            .iter()
            .find(|command| sent["name"].as_str() == command.context_menu_name.as_deref());
        if let Some(command) = on_person.filter(|_| sent["type"] == USER_COMMAND_TYPE) {
            let names = command.name_localizations.iter();
            sent["name_localizations"] = names
                .map(|(locale, name)| (locale.to_string(), Value::from(name.to_string())))
                .collect();
        }
    }
    built
}

/// Registers the commands unless Discord has them already. One process does this at a time.
pub(crate) async fn register_commands(http: &Http, process: &Process, expected: &Value) {
    while !process.try_claim(Claim::Commands).await.unwrap_or(false) {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    for pause in [0, 1, 5, 30] {
        tokio::time::sleep(Duration::from_secs(pause)).await;
        match synchronize_commands(http, expected).await {
            Ok(()) => break,
            Err(error) => {
                tracing::error!(
                    error = describe_error(&error),
                    "commands could not be registered"
                );
            }
        }
    }
    process.release(Claim::Commands).await;
}

/// Reads the registered commands, and overwrites all if they differ.
async fn synchronize_commands(http: &Http, expected: &Value) -> Result<(), PortError> {
    let registered = load_commands(http).await?;
    let expected = expected.as_array().map(Vec::as_slice).unwrap_or_default();
    if find_differences(expected, &registered).is_empty() {
        return Ok(());
    }
    // Discord adds an Entry Point command to applications with Activities, and refuses an overwrite
    // without it.
    let entry_points = registered
        .iter()
        .filter(|command| command["type"] == ENTRY_POINT_TYPE);
    let overwrite: Vec<&Value> = expected.iter().chain(entry_points).collect();
    overwrite_commands(http, &overwrite).await?;
    tracing::info!("commands registered");
    Ok(())
}

/// Returns the names of commands that are missing, registered differently, or not of this program.
pub(crate) fn find_differences(expected: &[Value], registered: &[Value]) -> Vec<String> {
    let missing = expected.iter().filter(|command| {
        !registered
            .iter()
            .any(|other| matches_registered(command, other))
    });
    let foreign = registered.iter().filter(|other| {
        other["type"] != ENTRY_POINT_TYPE
            && expected
                .iter()
                .all(|command| command["name"] != other["name"])
    });
    missing
        .chain(foreign)
        .map(|command| command["name"].as_str().unwrap_or_default().to_owned())
        .collect()
}

/// Returns whether a command, or a part of one, is registered as it is sent.
fn matches_registered(sent: &Value, registered: &Value) -> bool {
    match (sent, registered) {
        (Value::Object(sent), Value::Object(registered)) => {
            // Discord adds ids, versions and defaults of its own, so only fields that a program can
            // set are compared.
            let settable_fields = registered
                .keys()
                .filter(|name| SETTABLE_FIELDS.contains(&name.as_str()));
            sent.keys().chain(settable_fields).all(|name| {
                let sent = sent.get(name).unwrap_or(&Value::Null);
                let registered = registered.get(name).unwrap_or(&Value::Null);
                is_unset(sent) && is_unset(registered) || matches_registered(sent, registered)
            })
        }
        (Value::Array(sent), Value::Array(registered)) => {
            sent.len() == registered.len()
                && sent
                    .iter()
                    .zip(registered)
                    .all(|(sent, registered)| matches_registered(sent, registered))
        }
        // Discord returns 1 where 1.0 was sent, and decimals may differ in the last bit.
        (Value::Number(sent), Value::Number(registered)) => sent
            .as_f64()
            .zip(registered.as_f64())
            .is_some_and(|(sent, registered)| {
                (sent - registered).abs() <= f64::EPSILON * sent.abs()
            }),
        _ => sent == registered,
    }
}

fn is_unset(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::String(translate) => translate.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// Sets the words of a command, its options and its subcommands. `parent_path` is empty or ends with
/// a hyphen.
fn set_words(dictionary: &Dictionary, command: &mut Command, parent_path: &str) {
    if let Some(name) = &mut command.context_menu_name {
        let key = key::MENU.member(&command.name);
        *name = translate(dictionary.english(), key);
        command.name_localizations = translations(dictionary, key);
        return;
    }
    let path = format!("{parent_path}{}", command.name);
    let key = key::CMD.member(&path);
    command.description = Some(translate(dictionary.english(), key));
    command.description_localizations = translations(dictionary, key);
    let name_key = key::CMD.member(&format!("{path}-name"));
    command.name_localizations = translations(dictionary, name_key);
    for parameter in &mut command.parameters {
        let path = format!("{path}-{}", parameter.name);
        let key = key::CMD.member(&path);
        parameter.description = Some(translate(dictionary.english(), key));
        parameter.description_localizations = translations(dictionary, key);
        let name_key = key::CMD.member(&format!("{path}-name"));
        parameter.name_localizations = translations(dictionary, name_key);
        for choice in parameter.choices.to_mut() {
            let key = key::CMD.member(&format!("{path}-{}", choice.name.to_lowercase()));
            choice.name = translate(dictionary.english(), key);
            choice.localizations = translations(dictionary, key);
        }
    }
    for subcommand in &mut command.subcommands {
        set_words(dictionary, subcommand, &format!("{path}-"));
    }
}

fn translate(words: &Words, key: Key) -> Cow<'static, str> {
    words.say(key, &[]).into()
}

/// Returns a text in all languages but English, which is the fallback.
fn translations(
    dictionary: &Dictionary,
    key: Key,
) -> Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]> {
    DISCORD_LOCALES
        .iter()
        .map(|locale| (*locale, dictionary.for_locale(locale)))
        .filter(|(_, words)| words.tag() != dictionary.english().tag())
        .map(|(locale, words)| ((*locale).into(), translate(words, key)))
        .collect()
}
