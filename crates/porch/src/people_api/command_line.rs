//! Parses a typed command according to the registered commands, as Discord's client would.
//!
//! The parser never guesses: it reports anything that is unknown in a sentence.

use serde_json::{Value, json};

use super::payload::{EntityResolver, Location};
use super::request::{Result, invalid, invalid_if};
use crate::objects::set_if_some;
use crate::permissions::{ADMINISTRATOR, USE_APPLICATION_COMMANDS};
use crate::world::{DISCORD_LAUNCH_ACTIVITY, ENTRY_POINT, Installations, RegisteredCommand, World};

const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

pub(crate) struct ParsedCommand {
    pub(crate) data: Value,
    pub(crate) command: String,
    pub(crate) installations: Installations,
    /// The type of the option that the person is typing; `None` unless this is an autocomplete.
    pub(crate) focused: Option<u64>,
}

/// Parses a line with a command. During autocomplete, `focused` is the name of the option being
/// typed.
pub(crate) fn parse_command_line(
    world: &World,
    location: Location,
    text: &str,
    focused: Option<&str>,
) -> Result<ParsedCommand> {
    let Some(line) = text.trim().strip_prefix('/') else {
        return invalid("a command begins with /");
    };
    let (name, mut rest) = first_word(line);
    let (command, installations) = find_command(world, location, 1, name)?;
    let mut options = as_list(&command.body["options"]);
    let mut path = vec![name.to_owned()];
    let mut parents = Vec::new();
    while options.iter().any(is_branch) {
        let (segment, after) = first_word(rest);
        let Some(chosen_option) = options.iter().find(|option| option["name"] == segment) else {
            return invalid(format!(
                "/{} is followed by one of: {}",
                path.join(" "),
                option_names(options)
            ));
        };
        path.push(segment.to_owned());
        parents.push((chosen_option["name"].clone(), chosen_option["type"].clone()));
        options = as_list(&chosen_option["options"]);
        rest = after;
    }
    let mut parser = OptionsParser {
        resolver: EntityResolver::new(world, location),
        path: path.join(" "),
        options,
        focused,
    };
    let mut values = parser.parse_values(rest)?;
    for (name, kind) in parents.into_iter().rev() {
        values = vec![json!({ "name": name, "type": kind, "options": values })];
    }
    let mut data = json!({ "id": command.id, "name": name, "type": 1, "options": values });
    set_if_some(&mut data, "guild_id", command.guild);
    set_if_some(&mut data, "resolved", parser.resolver.to_resolved());
    let focused = options
        .iter()
        .find(|option| focused.is_some() && option["name"].as_str() == focused);
    let focused = focused.and_then(|option| option["type"].as_u64());
    Ok(ParsedCommand {
        data,
        command: parser.path,
        installations,
        focused,
    })
}

/// An Entry Point command that a person used.
pub(crate) struct EntryPoint {
    pub(crate) data: Value,
    pub(crate) name: String,
    pub(crate) installations: Installations,
    /// Whether Discord opens the Activity without asking the bot.
    pub(crate) launches_at_once: bool,
}

/// Returns the Entry Point command with which a line begins, or `None` for any other command.
pub(crate) fn find_entry_point(
    world: &World,
    location: Location,
    text: &str,
) -> Result<Option<EntryPoint>> {
    let (name, rest) = first_word(text.trim().trim_start_matches('/'));
    let is_entry_point = world
        .commands
        .values()
        .any(|command| command.kind() == ENTRY_POINT && command.name() == name);
    if !is_entry_point || !world.settings.activities {
        return Ok(None);
    }
    let (command, installations) = find_command(world, location, ENTRY_POINT, name)?;
    invalid_if(!rest.is_empty(), format!("/{name} has no options"))?;
    Ok(Some(EntryPoint {
        data: json!({ "id": command.id, "name": name, "type": ENTRY_POINT }),
        name: name.to_owned(),
        installations,
        launches_at_once: command.body["handler"].as_u64() == Some(DISCORD_LAUNCH_ACTIVITY),
    }))
}

fn as_list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn name_of(option: &Value) -> &str {
    option["name"].as_str().unwrap_or_default()
}

fn option_names(options: &[Value]) -> String {
    options.iter().map(name_of).collect::<Vec<_>>().join(", ")
}

fn is_branch(option: &Value) -> bool {
    matches!(option["type"].as_u64(), Some(1 | 2))
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// Returns which installations (the guild's, the person's) let the person use a command here, or
/// `None` if neither does.
fn usable_installations(
    world: &World,
    location: Location,
    command: &RegisteredCommand,
) -> Option<Installations> {
    let is_let_in = match location.guild {
        Some(guild) => world.has_bot(guild),
        None => world.shares_guild_with_bot(location.person),
    };
    let installations = Installations {
        is_guild_install: is_let_in
            && (command.supports_installation(0) || command.guild.is_some()),
        installing_user: (command.supports_installation(1) && world.has_installed(location.person))
            .then_some(location.person),
    };
    (installations.is_guild_install || installations.installing_user.is_some())
        .then_some(installations)
}

/// Finds a command by type and name that the person may use here. Commands of the guild override
/// global ones.
pub(crate) fn find_command<'a>(
    world: &'a World,
    location: Location,
    kind: u64,
    name: &str,
) -> Result<(&'a RegisteredCommand, Installations)> {
    let same_name = world
        .commands
        .values()
        .filter(|item| item.kind() == kind && item.name() == name);
    let in_scope = same_name.filter(|item| item.guild.is_none() || item.guild == location.guild);
    let usable =
        in_scope.filter_map(|item| Some((item, usable_installations(world, location, item)?)));
    let Some((command, installations)) = usable.min_by_key(|(item, _)| item.guild.is_none()) else {
        return invalid(match kind {
            1 | ENTRY_POINT => format!("there is no command /{name}"),
            2 => format!("there is no command \"{name}\" for users"),
            _ => format!("there is no command \"{name}\" for messages"),
        });
    };
    let context = u64::from(location.guild.is_none());
    let is_usable_here = match command.body["contexts"].as_array() {
        Some(contexts) => contexts.iter().any(|item| item.as_u64() == Some(context)),
        None => context == 0 || command.body["dm_permission"] != false,
    };
    invalid_if(!is_usable_here, format!("/{name} cannot be used here"))?;
    let Some(channel) = world
        .channels
        .get(&location.channel)
        .filter(|channel| channel.guild.is_some())
    else {
        return Ok((command, installations));
    };
    let granted = world.permissions_of(location.person, channel);
    invalid_if(
        granted & USE_APPLICATION_COMMANDS == 0,
        "this person may not use commands here",
    )?;
    let wanted = command.body["default_member_permissions"]
        .as_str()
        .and_then(|wanted| wanted.parse().ok());
    // Zero means that only administrators may use the command.
    let wanted = match wanted {
        Some(0) => ADMINISTRATOR,
        Some(wanted) => wanted,
        None => 0,
    };
    let sentence = format!("/{name} needs permissions that this person does not have");
    invalid_if(granted & wanted != wanted, sentence)?;
    Ok((command, installations))
}

struct OptionsParser<'a> {
    resolver: EntityResolver<'a>,
    path: String,
    options: &'a [Value],
    focused: Option<&'a str>,
}

impl<'a> OptionsParser<'a> {
    fn parse_values(&mut self, text: &str) -> Result<Vec<Value>> {
        let mut values: Vec<Value> = Vec::new();
        for (option, text, quoted) in self.split_options(text)? {
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
            match self.parse_value(option, &text, quoted) {
                Ok(value) => values.push(json!({ "name": name, "type": kind, "value": value })),
                // During autocomplete, the other options may still be incomplete.
                Err(_) if self.focused.is_some() => {}
                Err(cannot) => return Err(cannot),
            }
        }
        self.check_complete(&mut values)?;
        Ok(values)
    }

    /// Checks that all required options are present or, during autocomplete, that the focused one
    /// is.
    fn check_complete(&self, values: &mut Vec<Value>) -> Result<()> {
        let Some(focused) = self.focused else {
            let missing = self.options.iter().find(|option| {
                option["required"] == true
                    && !values.iter().any(|value| value["name"] == option["name"])
            });
            return match missing {
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

    /// Splits the text before each name of a known option, except within quotes.
    fn split_options(&self, text: &str) -> Result<Vec<(&'a Value, String, bool)>> {
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
            let end = self.find_next_option(after).unwrap_or(after.len());
            let value = after[..end].trim().to_owned();
            self.check_no_stray_option(&value)?;
            found.push((option, value, false));
            rest = after[end..].trim_start();
        }
        Ok(found)
    }

    /// Returns the option whose name and colon begin the text, and the text after the colon.
    fn option_at<'t>(&self, text: &'t str) -> Option<(&'a Value, &'t str)> {
        let (name, after) = text.split_once(':')?;
        Some((
            self.options.iter().find(|option| option["name"] == name)?,
            after,
        ))
    }

    fn find_next_option(&self, text: &str) -> Option<usize> {
        // Names of options contain no spaces, so each word is checked only once.
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

    /// Rejects a value that contains what looks like an unknown option, which is more likely a typo
    /// than part of the value.
    fn check_no_stray_option(&self, value: &str) -> Result<()> {
        for word in value.split_whitespace().skip(1) {
            if let Some((name, after)) = word.split_once(':')
                && looks_like_option_name(name)
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

    fn parse_value(&mut self, option: &Value, text: &str, quoted: bool) -> Result {
        let name = name_of(option);
        invalid_if(
            text.is_empty() && !quoted,
            format!("the option {name} needs a value"),
        )?;
        if !as_list(&option["choices"]).is_empty() {
            return chosen_option(as_list(&option["choices"]), name, text);
        }
        match option["type"].as_u64() {
            Some(3) => check_text(option, name, text),
            Some(4) => match text.parse::<i64>() {
                Ok(value) if value.unsigned_abs() <= MAX_SAFE_INTEGER => {
                    check_bounds(option, name, json!(value))
                }
                _ => invalid(format!("{name} is a whole number, not \"{text}\"")),
            },
            Some(5) => match text.to_lowercase().parse::<bool>() {
                Ok(value) => Ok(json!(value)),
                Err(_) => invalid(format!("{name} is true or false, not \"{text}\"")),
            },
            Some(10) => match text.parse::<f64>() {
                Ok(value) if value.is_finite() => check_bounds(option, name, json!(value)),
                _ => invalid(format!("{name} is a number, not \"{text}\"")),
            },
            Some(11) => match self.resolver.resolve_file(text) {
                Some(file) => Ok(json!(file)),
                None => invalid(format!(
                    "{name} is a file, and this person has no {text} at hand"
                )),
            },
            kind => Ok(json!(self.resolver.resolve_entity(
                kind,
                name,
                text,
                &option["channel_types"]
            )?)),
        }
    }
}

fn looks_like_option_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|letter| letter.is_lowercase() || letter == '_' || letter == '-')
}

/// Returns the value of the choice with this name or value, or the only one whose name begins with
/// it, because the client would complete it.
fn chosen_option(choices: &[Value], name: &str, text: &str) -> Result {
    let typed = text.to_lowercase();
    let by_name = choices
        .iter()
        .find(|choice| name_of(choice).to_lowercase() == typed);
    let by_value = choices.iter().find(|choice| match &choice["value"] {
        Value::String(value) => value == text,
        Value::Number(value) => value.to_string() == text,
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => false,
    });
    let with_prefix: Vec<&Value> = choices
        .iter()
        .filter(|choice| !typed.is_empty() && name_of(choice).to_lowercase().starts_with(&typed))
        .collect();
    let by_prefix = match with_prefix[..] {
        [only] => Some(only),
        _ => None,
    };
    match by_name.or(by_value).or(by_prefix) {
        Some(choice) => Ok(choice["value"].clone()),
        None => invalid(format!("{name} is one of: {}", option_names(choices))),
    }
}

fn check_text(option: &Value, name: &str, text: &str) -> Result {
    let length = text.chars().count() as u64;
    let min = option["min_length"].as_u64().unwrap_or(0);
    let max = option["max_length"].as_u64().unwrap_or(6_000);
    let fits = (min..=max).contains(&length);
    if fits {
        Ok(json!(text))
    } else {
        invalid(format!("{name} has {min} to {max} characters"))
    }
}

fn check_bounds(option: &Value, name: &str, value: Value) -> Result {
    let number = value.as_f64().unwrap_or_default();
    if let Some(min) = option["min_value"].as_f64().filter(|min| number < *min) {
        return invalid(format!("{name} is at least {min}"));
    }
    if let Some(max) = option["max_value"].as_f64().filter(|max| number > *max) {
        return invalid(format!("{name} is at most {max}"));
    }
    Ok(value)
}
