//! Parses a typed command against the registered commands, as Discord's client would.
//!
//! It guesses nothing: whatever is unknown is reported in a sentence.

use serde_json::{Value, json};

use super::payload::{EntityResolver, Location};
use super::request::{Result, invalid, invalid_if};
use crate::objects::put;
use crate::permissions::{ADMINISTRATOR, USE_APPLICATION_COMMANDS};
use crate::world::{Owners, RegisteredCommand, World};

const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

pub(crate) struct ParsedCommand {
    pub(crate) data: Value,
    pub(crate) command: String,
    pub(crate) owners: Owners,
    /// The type of the option that is being typed.
    pub(crate) focused: Option<u64>,
}

/// Parses a line. During autocomplete, `focused` is the name of the option being typed.
pub(crate) fn read(
    world: &World,
    location: Location,
    text: &str,
    focused: Option<&str>,
) -> Result<ParsedCommand> {
    let Some(line) = text.trim().strip_prefix('/') else {
        return invalid("a command begins with /");
    };
    let (name, mut rest) = first_word(line);
    let (command, owners) = find(world, location, 1, name)?;
    let mut options = list(&command.body["options"]);
    let mut path = vec![name.to_owned()];
    let mut parents = Vec::new();
    while options.iter().any(is_branch) {
        let (segment, after) = first_word(rest);
        let Some(chosen_option) = options.iter().find(|option| option["name"] == segment) else {
            return invalid(format!(
                "/{} is followed by one of: {}",
                path.join(" "),
                names(options)
            ));
        };
        path.push(segment.to_owned());
        parents.push((chosen_option["name"].clone(), chosen_option["type"].clone()));
        options = list(&chosen_option["options"]);
        rest = after;
    }
    let mut parser = OptionsParser {
        named: EntityResolver::new(world, location),
        path: path.join(" "),
        options,
        focused,
    };
    let mut values = parser.values(rest)?;
    for (name, kind) in parents.into_iter().rev() {
        values = vec![json!({ "name": name, "type": kind, "options": values })];
    }
    let mut data = json!({ "id": command.id, "name": name, "type": 1, "options": values });
    put(&mut data, "guild_id", command.guild);
    put(&mut data, "resolved", parser.named.resolved());
    let focused = options
        .iter()
        .find(|option| focused.is_some() && option["name"].as_str() == focused);
    let focused = focused.and_then(|option| option["type"].as_u64());
    Ok(ParsedCommand {
        data,
        command: parser.path,
        owners,
        focused,
    })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn name_of(option: &Value) -> &str {
    option["name"].as_str().unwrap_or_default()
}

fn names(options: &[Value]) -> String {
    options.iter().map(name_of).collect::<Vec<_>>().join(", ")
}

fn is_branch(option: &Value) -> bool {
    matches!(option["type"].as_u64(), Some(1 | 2))
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// Returns by whose installation the person may use a command here, if by any.
fn owners(world: &World, location: Location, command: &RegisteredCommand) -> Option<Owners> {
    let is_let_in = match location.guild {
        Some(guild) => world.has_bot(guild),
        None => world.shares_guild_with_bot(location.person),
    };
    let owners = Owners {
        place: is_let_in && (command.suits(0) || command.guild.is_some()),
        user: (command.suits(1) && world.has_installed(location.person)).then_some(location.person),
    };
    (owners.place || owners.user.is_some()).then_some(owners)
}

/// Finds a command that the person may use here. Commands of the guild override global ones.
pub(crate) fn find<'a>(
    world: &'a World,
    location: Location,
    kind: u64,
    name: &str,
) -> Result<(&'a RegisteredCommand, Owners)> {
    let called = world
        .commands
        .values()
        .filter(|item| item.kind() == kind && item.name() == name);
    let here = called.filter(|item| item.guild.is_none() || item.guild == location.guild);
    let usable = here.filter_map(|item| Some((item, owners(world, location, item)?)));
    let Some((command, owners)) = usable.min_by_key(|(item, _)| item.guild.is_none()) else {
        return invalid(match kind {
            1 => format!("there is no command /{name}"),
            2 => format!("there is no command \"{name}\" for users"),
            _ => format!("there is no command \"{name}\" for messages"),
        });
    };
    let context = u64::from(location.guild.is_none());
    let here = match command.body["contexts"].as_array() {
        Some(contexts) => contexts.iter().any(|item| item.as_u64() == Some(context)),
        None => context == 0 || command.body["dm_permission"] != false,
    };
    invalid_if(!here, format!("/{name} cannot be used here"))?;
    let Some(channel) = world
        .channels
        .get(&location.channel)
        .filter(|channel| channel.guild.is_some())
    else {
        return Ok((command, owners));
    };
    let may = world.permissions_of(location.person, channel);
    invalid_if(
        may & USE_APPLICATION_COMMANDS == 0,
        "this person may not use commands here",
    )?;
    let wanted = command.body["default_member_permissions"]
        .as_str()
        .and_then(|wanted| wanted.parse().ok());
    // Zero means: administrators only.
    let wanted = match wanted {
        Some(0) => ADMINISTRATOR,
        Some(wanted) => wanted,
        None => 0,
    };
    let sentence = format!("/{name} needs permissions that this person does not have");
    invalid_if(may & wanted != wanted, sentence)?;
    Ok((command, owners))
}

struct OptionsParser<'a> {
    named: EntityResolver<'a>,
    path: String,
    options: &'a [Value],
    focused: Option<&'a str>,
}

impl<'a> OptionsParser<'a> {
    fn values(&mut self, text: &str) -> Result<Vec<Value>> {
        let mut values: Vec<Value> = Vec::new();
        for (option, text, quoted) in self.split(text)? {
            let name = name_of(option);
            let kind = &option["type"];
            let is_given = values.iter().any(|value| value["name"] == name);
            invalid_if(is_given, format!("the option {name} is given twice"))?;
            if self.focused == Some(name) {
                let is_silent = option["autocomplete"] != true;
                invalid_if(
                    is_silent,
                    format!("the option {name} offers nothing while it is typed"),
                )?;
                values.push(json!({ "name": name, "type": kind, "value": text, "focused": true }));
                continue;
            }
            match self.value(option, &text, quoted) {
                Ok(value) => values.push(json!({ "name": name, "type": kind, "value": value })),
                // During autocomplete, the other options may still be incomplete.
                Err(_) if self.focused.is_some() => {}
                Err(cannot) => return Err(cannot),
            }
        }
        self.complete(&mut values)?;
        Ok(values)
    }

    /// Checks that required options are present or, during autocomplete, that the focused one is.
    fn complete(&self, values: &mut Vec<Value>) -> Result<()> {
        let Some(focused) = self.focused else {
            let is_given =
                |option: &Value| values.iter().any(|value| value["name"] == option["name"]);
            let mut required = self
                .options
                .iter()
                .filter(|option| option["required"] == true);
            return match required.find(|option| !is_given(option)) {
                Some(option) => invalid(format!(
                    "/{} needs the option {}",
                    self.path,
                    name_of(option)
                )),
                None => Ok(()),
            };
        };
        if values.iter().any(|value| value["focused"] == true) {
            return Ok(());
        }
        let mut offering = self
            .options
            .iter()
            .filter(|option| option["autocomplete"] == true);
        let Some(option) = offering.find(|option| option["name"] == focused) else {
            return invalid(format!(
                "/{} has no option {focused} that offers anything",
                self.path
            ));
        };
        values
            .push(json!({ "name": focused, "type": option["type"], "value": "", "focused": true }));
        Ok(())
    }

    /// Splits the text where known options begin, outside of quotes.
    fn split(&self, text: &str) -> Result<Vec<(&'a Value, String, bool)>> {
        let mut rest = text.trim();
        let mut found = Vec::new();
        while !rest.is_empty() {
            let Some((option, after)) = self.option_at(rest) else {
                let (word, _) = first_word(rest);
                return match word.split_once(':') {
                    Some((name, _)) => invalid(format!("/{} has no option {name}", self.path)),
                    None => invalid(format!(
                        "/{} does not understand \"{word}\": say option:value",
                        self.path
                    )),
                };
            };
            let after = after.trim_start();
            if let Some((value, next)) = after
                .strip_prefix('"')
                .and_then(|inside| inside.split_once('"'))
            {
                found.push((option, value.to_owned(), true));
                rest = next.trim_start();
                continue;
            }
            let end = self.next_option(after).unwrap_or(after.len());
            let value = after[..end].trim().to_owned();
            self.check_no_stray_option(&value)?;
            found.push((option, value, false));
            rest = after[end..].trim_start();
        }
        Ok(found)
    }

    /// Returns the option with which the text begins, and the text after its colon.
    fn option_at<'t>(&self, text: &'t str) -> Option<(&'a Value, &'t str)> {
        let (name, after) = text.split_once(':')?;
        Some((
            self.options.iter().find(|option| option["name"] == name)?,
            after,
        ))
    }

    fn next_option(&self, text: &str) -> Option<usize> {
        // Names contain no spaces, so each word is looked at once.
        let mut word = None;
        for (at, letter) in text.char_indices() {
            if letter.is_whitespace() {
                word = Some(at + letter.len_utf8());
            } else if letter == ':'
                && let Some(start) = word.take()
                && let Some(name) = text.get(start..at)
                && self.options.iter().any(|option| option["name"] == name)
            {
                return Some(start);
            }
        }
        None
    }

    /// Rejects what looks like an unknown option: it is more likely a typo than part of a value.
    fn check_no_stray_option(&self, value: &str) -> Result<()> {
        let looks = |name: &str| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|item| item.is_lowercase() || item == '_' || item == '-')
        };
        for word in value.split_whitespace().skip(1) {
            if let Some((name, after)) = word.split_once(':')
                && looks(name)
                && !after.is_empty()
            {
                let path = &self.path;
                return invalid(format!(
                    "/{path} has no option {name}; a text with a colon needs quotes"
                ));
            }
        }
        Ok(())
    }

    fn value(&mut self, option: &Value, text: &str, quoted: bool) -> Result {
        let name = name_of(option);
        invalid_if(
            text.is_empty() && !quoted,
            format!("the option {name} needs a value"),
        )?;
        if !list(&option["choices"]).is_empty() {
            return chosen_option(list(&option["choices"]), name, text);
        }
        match option["type"].as_u64() {
            Some(3) => text_value(option, name, text),
            Some(4) => match text.parse::<i64>() {
                Ok(value) if value.unsigned_abs() <= MAX_SAFE_INTEGER => {
                    bounded(option, name, json!(value))
                }
                _ => invalid(format!("{name} is a whole number, not \"{text}\"")),
            },
            Some(5) => match text.to_lowercase().parse::<bool>() {
                Ok(value) => Ok(json!(value)),
                Err(_) => invalid(format!("{name} is true or false, not \"{text}\"")),
            },
            Some(10) => match text.parse::<f64>() {
                Ok(value) if value.is_finite() => bounded(option, name, json!(value)),
                _ => invalid(format!("{name} is a number, not \"{text}\"")),
            },
            Some(11) => match self.named.file(text) {
                Some(file) => Ok(json!(file)),
                None => invalid(format!(
                    "{name} is a file, and this person has no {text} at hand"
                )),
            },
            kind => Ok(json!(self.named.entity(
                kind,
                name,
                text,
                &option["channel_types"]
            )?)),
        }
    }
}

/// Finds a choice by name or value, or by a prefix that only one name has, as the client completes
/// it.
fn chosen_option(choices: &[Value], name: &str, text: &str) -> Result {
    let typed = text.to_lowercase();
    let is_called = |choice: &&Value| name_of(choice).to_lowercase() == typed;
    let begins =
        |choice: &&Value| !typed.is_empty() && name_of(choice).to_lowercase().starts_with(&typed);
    let only = || {
        choices
            .iter()
            .find(begins)
            .filter(|_| choices.iter().filter(begins).count() == 1)
    };
    let is_value = |choice: &&Value| match &choice["value"] {
        Value::String(value) => value == text,
        Value::Number(value) => value.to_string() == text,
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => false,
    };
    match choices
        .iter()
        .find(is_called)
        .or_else(|| choices.iter().find(is_value))
        .or_else(only)
    {
        Some(choice) => Ok(choice["value"].clone()),
        None => invalid(format!("{name} is one of: {}", names(choices))),
    }
}

fn text_value(option: &Value, name: &str, text: &str) -> Result {
    let length = text.chars().count() as u64;
    let least = option["min_length"].as_u64().unwrap_or(0);
    let most = option["max_length"].as_u64().unwrap_or(6_000);
    let fits = (least..=most).contains(&length);
    if fits {
        Ok(json!(text))
    } else {
        invalid(format!("{name} has {least} to {most} characters"))
    }
}

fn bounded(option: &Value, name: &str, value: Value) -> Result {
    let number = value.as_f64().unwrap_or_default();
    if let Some(least) = option["min_value"].as_f64().filter(|least| number < *least) {
        return invalid(format!("{name} is at least {least}"));
    }
    if let Some(most) = option["max_value"].as_f64().filter(|most| number > *most) {
        return invalid(format!("{name} is at most {most}"));
    }
    Ok(value)
}
