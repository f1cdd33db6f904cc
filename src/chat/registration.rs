//! Registration: what the chat shows of our commands, with names and explanations in every language. Commands are sent
//! only when they changed; nothing is ever taken away or done elsewhere because a list came back empty.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::House;
use super::commands::{self, Command};
use super::refusals::name_of;
use super::requests::Requested as _;
use crate::rules::chance::hex;
use crate::tables::Claim;
use crate::words::{Dictionary, Words};

/// The locales that the chat has words for: what is said in any other is refused, and some are more narrow than a language.
const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr",
    "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk",
    "vi", "zh-CN", "zh-TW",
];

/// Under which name the digest of what was registered is remembered.
const REMEMBERED: &str = "commands";

/// All commands, with their words.
pub(super) fn commands(dictionary: &Dictionary) -> Vec<Command> {
    let mut commands = commands::all();
    for command in &mut commands {
        word(dictionary, command, "cmd");
    }
    commands
}

/// All commands as they are sent to be registered.
pub fn commands_as_json(dictionary: &Dictionary) -> Value {
    as_built(&commands(dictionary))
}

/// Commands as they are sent.
pub(super) fn as_built(commands: &[Command]) -> Value {
    let built = poise::builtins::create_application_commands(commands);
    serde_json::to_value(built).unwrap_or_default()
}

/// Registers the commands if they are not what was registered last; of several processes one does.
pub(super) async fn register(http: &serenity::all::Http, house: &House, json: &Value, bot: u64) {
    let digest = hex(&Sha256::digest(json.to_string()));
    let digest = format!("{bot} {digest}");
    loop {
        if house.tables.remembered(REMEMBERED).await.is_ok_and(|known| known.as_deref() == Some(&digest)) {
            return;
        }
        if house.process.claims(Claim::Commands).await.unwrap_or(false) {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    for pause in [0, 1, 5, 30] {
        tokio::time::sleep(Duration::from_secs(pause)).await;
        match http.create_global_commands(json).counted("PUT /applications/{application}/commands").await {
            Ok(_) => {
                if let Err(trouble) = house.tables.remember(REMEMBERED, &digest).await {
                    tracing::error!(%trouble, "what was registered could not be remembered");
                }
                tracing::info!("commands registered");
                break;
            }
            Err(error) => tracing::error!(error = name_of(&error), "commands could not be registered"),
        }
    }
    house.process.releases(Claim::Commands).await;
}

/// Gives a command, its options and its parts their words.
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

/// A text in all languages but English, which is what is shown where nothing is translated.
fn translations(
    dictionary: &Dictionary,
    key: &str,
) -> Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]> {
    let known = LOCALES.iter().map(|locale| (*locale, dictionary.of(locale)));
    let others = known.filter(|(_, words)| words.tag() != dictionary.english().tag());
    others.map(|(locale, words)| ((*locale).into(), text(words, key))).collect()
}
