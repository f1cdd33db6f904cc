//! Registration of commands, with names and descriptions in every language.
//!
//! At each start they are compared with those that Discord has, and sent only if they differ.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Value};
use serenity::all::{Http, HttpError, InstallationContext, LightMethod, Request, Route};

use crate::handlers::commands::{self, Command};
use crate::wire::refusals::name_of;
use crate::wire::requests::Requested as _;
use lanai_host::{Claim, Process};
use lanai_text::{Dictionary, Words};

/// Discord's locales: any other is refused, and some are narrower than a language.
const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he",
    "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE",
    "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];

/// The command type of an Activity's entry point.
const ENTRY_POINT: u64 = 4;

/// Fields of commands and options that a program can set, apart from names, descriptions and types.
const SETTABLE: [&str; 16] = [
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
pub(crate) fn commands(dictionary: &Dictionary) -> Vec<Command> {
    let mut commands = commands::all();
    for command in &mut commands {
        word(dictionary, command, "cmd");
        // Without it, Discord uses the application's setting, which includes user installs by
        // default.
        command
            .install_context
            .get_or_insert_with(|| vec![InstallationContext::Guild]);
    }
    commands
}

/// Returns all commands as they are sent to be registered.
pub fn commands_as_json(dictionary: &Dictionary) -> Value {
    as_built(&commands(dictionary))
}

pub(crate) fn as_built(commands: &[Command]) -> Value {
    let built = poise::builtins::create_application_commands(commands);
    serde_json::to_value(built).unwrap_or_default()
}

/// Registers the commands unless Discord has them already. One process does it at a time.
pub(crate) async fn register(http: &Http, process: &Process, wanted: &Value) {
    while !process.claims(Claim::Commands).await.unwrap_or(false) {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    for pause in [0, 1, 5, 30] {
        tokio::time::sleep(Duration::from_secs(pause)).await;
        match synchronize(http, wanted).await {
            Ok(()) => break,
            Err(error) => {
                tracing::error!(error = name_of(&error), "commands could not be registered");
            }
        }
    }
    process.releases(Claim::Commands).await;
}

/// Reads the registered commands, and overwrites all if they differ.
async fn synchronize(http: &Http, wanted: &Value) -> serenity::Result<()> {
    let application_id = http
        .application_id()
        .ok_or(HttpError::ApplicationIdMissing)?;
    // Read as JSON: the library's type lacks fields that an Entry Point command has to keep.
    let asked = Request::new(Route::Commands { application_id }, LightMethod::Get)
        .params(Some(vec![("with_localizations", true.to_string())]));
    let found: Vec<Value> = http
        .fire(asked)
        .counted("GET /applications/{application}/commands")
        .await?;
    let wanted = wanted.as_array().map(Vec::as_slice).unwrap_or_default();
    if differences(wanted, &found).is_empty() {
        return Ok(());
    }
    // Discord adds an Entry Point command to applications with Activities, and refuses an overwrite
    // without it.
    let entry_points = found
        .iter()
        .filter(|command| command["type"] == ENTRY_POINT);
    let all: Vec<&Value> = wanted.iter().chain(entry_points).collect();
    http.create_global_commands(&all)
        .counted("PUT /applications/{application}/commands")
        .await?;
    tracing::info!("commands registered");
    Ok(())
}

/// Returns the names of the commands that are missing, registered differently, or not ours.
pub(crate) fn differences(wanted: &[Value], found: &[Value]) -> Vec<String> {
    let is_registered = |command: &&Value| found.iter().any(|other| is_same(command, other));
    let is_foreign = |other: &&Value| {
        other["type"] != ENTRY_POINT
            && wanted
                .iter()
                .all(|command| command["name"] != other["name"])
    };
    let missing = wanted.iter().filter(|command| !is_registered(command));
    let foreign = found.iter().filter(is_foreign);
    let name = |command: &Value| command["name"].as_str().unwrap_or_default().to_owned();
    missing.chain(foreign).map(name).collect()
}

/// Returns whether a command, or a part of one, is registered as it is sent.
fn is_same(sent: &Value, found: &Value) -> bool {
    match (sent, found) {
        (Value::Object(sent), Value::Object(found)) => {
            // Discord adds ids, versions and defaults of its own: only what a program can set is
            // compared.
            let added = found
                .keys()
                .filter(|name| SETTABLE.contains(&name.as_str()));
            sent.keys().chain(added).all(|name| {
                let value = |of: &Map<String, Value>| of.get(name).cloned().unwrap_or_default();
                let sent = value(sent);
                let found = value(found);
                is_unset(&sent) && is_unset(&found) || is_same(&sent, &found)
            })
        }
        (Value::Array(sent), Value::Array(found)) => {
            sent.len() == found.len()
                && sent
                    .iter()
                    .zip(found)
                    .all(|(sent, found)| is_same(sent, found))
        }
        // Discord writes 1 where 1.0 was sent, and readers of decimals differ in the last bit.
        (Value::Number(sent), Value::Number(found)) => {
            let both = sent.as_f64().zip(found.as_f64());
            both.is_some_and(|(sent, found)| (sent - found).abs() <= f64::EPSILON * sent.abs())
        }
        _ => sent == found,
    }
}

fn is_unset(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// Sets the words of a command, its options and its subcommands.
fn word(dictionary: &Dictionary, command: &mut Command, above: &str) {
    let key = format!("{above}-{}", command.name);
    command.description = Some(text(dictionary.english(), &key));
    command.description_localizations = translations(dictionary, &key);
    command.name_localizations = translations(dictionary, &format!("{key}-name"));
    for parameter in &mut command.parameters {
        let key = format!("{key}-{}", parameter.name);
        parameter.description = Some(text(dictionary.english(), &key));
        parameter.description_localizations = translations(dictionary, &key);
        parameter.name_localizations = translations(dictionary, &format!("{key}-name"));
        for choice in parameter.choices.to_mut() {
            let key = format!("{key}-{}", choice.name.to_lowercase());
            choice.name = text(dictionary.english(), &key);
            choice.localizations = translations(dictionary, &key);
        }
    }
    for part in &mut command.subcommands {
        word(dictionary, part, &key);
    }
}

fn text(words: &Words, key: &str) -> Cow<'static, str> {
    words.say(key, &[]).into()
}

/// Returns a text in all languages but English, which is the fallback.
fn translations(
    dictionary: &Dictionary,
    key: &str,
) -> Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]> {
    let known = LOCALES
        .iter()
        .map(|locale| (*locale, dictionary.of(locale)));
    let others = known.filter(|(_, words)| words.tag() != dictionary.english().tag());
    others
        .map(|(locale, words)| ((*locale).into(), text(words, key)))
        .collect()
}
