//! A typed line, read as Discord's client would: against the commands that the bot registered. It guesses nothing;
//! what it does not know it says in a sentence.

use serde_json::{Value, json};

use super::payload::{Mentioned, Whereabouts};
use super::request::{Result, wrong, wrong_if};
use crate::permissions::{ADMINISTRATOR, USE_APPLICATION_COMMANDS};
use crate::shapes::put;
use crate::world::{Owners, RegisteredCommand, World};

const MOST_INTEGER: u64 = (1 << 53) - 1;

pub(crate) struct ParsedCommand {
    pub(crate) data: Value,
    pub(crate) command: String,
    pub(crate) owners: Owners,
    /// Of what type the option is that is being typed.
    pub(crate) focused: Option<u64>,
}

/// Reads a line. While an option is still being typed, `focused` is its name.
pub(crate) fn read(
    world: &World,
    place: Whereabouts,
    text: &str,
    focused: Option<&str>,
) -> Result<ParsedCommand> {
    let Some(line) = text.trim().strip_prefix('/') else {
        return wrong("a command begins with /");
    };
    let (name, mut rest) = first_word(line);
    let (command, owners) = find(world, place, 1, name)?;
    let mut options = list(&command.body["options"]);
    let mut path = vec![name.to_owned()];
    let mut above = Vec::new();
    while options.iter().any(is_branch) {
        let (step, after) = first_word(rest);
        let Some(chosen) = options.iter().find(|option| option["name"] == step) else {
            return wrong(format!(
                "/{} is followed by one of: {}",
                path.join(" "),
                names(options)
            ));
        };
        path.push(step.to_owned());
        above.push((chosen["name"].clone(), chosen["type"].clone()));
        options = list(&chosen["options"]);
        rest = after;
    }
    let mut parser = OptionsParser {
        named: Mentioned::by(world, place),
        path: path.join(" "),
        options,
        focused,
    };
    let mut values = parser.values(rest)?;
    for (name, kind) in above.into_iter().rev() {
        values = vec![json!({ "name": name, "type": kind, "options": values })];
    }
    let mut data = json!({ "id": command.id, "name": name, "type": 1, "options": values });
    put(&mut data, "guild_id", command.server);
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

/// By whose leave a command is there: the server let the application in, or the person did, for themselves.
fn owners(world: &World, place: Whereabouts, command: &RegisteredCommand) -> Option<Owners> {
    let is_let_in = match place.server {
        Some(server) => world.has_bot(server),
        None => world.meets(place.person),
    };
    let owners = Owners {
        place: is_let_in && (command.suits(0) || command.server.is_some()),
        user: (command.suits(1) && world.has_installed(place.person)).then_some(place.person),
    };
    (owners.place || owners.user.is_some()).then_some(owners)
}

/// The command of that kind and name which this person may use here. A server's own comes before one for all.
pub(crate) fn find<'a>(
    world: &'a World,
    place: Whereabouts,
    kind: u64,
    name: &str,
) -> Result<(&'a RegisteredCommand, Owners)> {
    let called = world
        .commands
        .values()
        .filter(|it| it.kind() == kind && it.name() == name);
    let here = called.filter(|it| it.server.is_none() || it.server == place.server);
    let usable = here.filter_map(|it| Some((it, owners(world, place, it)?)));
    let Some((command, owners)) = usable.min_by_key(|(it, _)| it.server.is_none()) else {
        return wrong(match kind {
            1 => format!("there is no command /{name}"),
            2 => format!("there is no command \"{name}\" for users"),
            _ => format!("there is no command \"{name}\" for messages"),
        });
    };
    let context = u64::from(place.server.is_none());
    let here = match command.body["contexts"].as_array() {
        Some(contexts) => contexts.iter().any(|it| it.as_u64() == Some(context)),
        None => context == 0 || command.body["dm_permission"] != false,
    };
    wrong_if(!here, format!("/{name} cannot be used here"))?;
    let Some(channel) = world
        .channels
        .get(&place.channel)
        .filter(|channel| channel.server.is_some())
    else {
        return Ok((command, owners));
    };
    let may = world.may(place.person, channel);
    wrong_if(
        may & USE_APPLICATION_COMMANDS == 0,
        "this person may not use commands here",
    )?;
    let wanted = command.body["default_member_permissions"]
        .as_str()
        .and_then(|wanted| wanted.parse().ok());
    // None of them is what nobody has but those who have all.
    let wanted = match wanted {
        Some(0) => ADMINISTRATOR,
        Some(wanted) => wanted,
        None => 0,
    };
    let sentence = format!("/{name} needs permissions that this person does not have");
    wrong_if(may & wanted != wanted, sentence)?;
    Ok((command, owners))
}

struct OptionsParser<'a> {
    named: Mentioned<'a>,
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
            wrong_if(is_given, format!("the option {name} is given twice"))?;
            if self.focused == Some(name) {
                let is_silent = option["autocomplete"] != true;
                wrong_if(
                    is_silent,
                    format!("the option {name} offers nothing while it is typed"),
                )?;
                values.push(json!({ "name": name, "type": kind, "value": text, "focused": true }));
                continue;
            }
            match self.value(option, &text, quoted) {
                Ok(value) => values.push(json!({ "name": name, "type": kind, "value": value })),
                // While somebody types, the rest need not make sense yet.
                Err(_) if self.focused.is_some() => {}
                Err(cannot) => return Err(cannot),
            }
        }
        self.complete(&mut values)?;
        Ok(values)
    }

    /// Nothing may be missing; but while somebody types, only what they type.
    fn complete(&self, values: &mut Vec<Value>) -> Result<()> {
        let Some(focused) = self.focused else {
            let is_given =
                |option: &Value| values.iter().any(|value| value["name"] == option["name"]);
            let mut required = self
                .options
                .iter()
                .filter(|option| option["required"] == true);
            return match required.find(|option| !is_given(option)) {
                Some(option) => wrong(format!(
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
            return wrong(format!(
                "/{} has no option {focused} that offers anything",
                self.path
            ));
        };
        values
            .push(json!({ "name": focused, "type": option["type"], "value": "", "focused": true }));
        Ok(())
    }

    /// Cuts the text where known options begin, outside of quotes.
    fn split(&self, text: &str) -> Result<Vec<(&'a Value, String, bool)>> {
        let mut rest = text.trim();
        let mut found = Vec::new();
        while !rest.is_empty() {
            let Some((option, after)) = self.option_at(rest) else {
                let (word, _) = first_word(rest);
                return match word.split_once(':') {
                    Some((name, _)) => wrong(format!("/{} has no option {name}", self.path)),
                    None => wrong(format!(
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
            self.refuse_unknown_within(&value)?;
            found.push((option, value, false));
            rest = after[end..].trim_start();
        }
        Ok(found)
    }

    /// The option with which the text begins, and what follows its colon.
    fn option_at<'t>(&self, text: &'t str) -> Option<(&'a Value, &'t str)> {
        let (name, after) = text.split_once(':')?;
        Some((
            self.options.iter().find(|option| option["name"] == name)?,
            after,
        ))
    }

    fn next_option(&self, text: &str) -> Option<usize> {
        // Names have no blanks, so each word is looked at once, however many there are.
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

    /// What looks like an option and is none is more likely a slip than a part of a value.
    fn refuse_unknown_within(&self, value: &str) -> Result<()> {
        let looks = |name: &str| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|it| it.is_lowercase() || it == '_' || it == '-')
        };
        for word in value.split_whitespace().skip(1) {
            if let Some((name, after)) = word.split_once(':')
                && looks(name)
                && !after.is_empty()
            {
                let path = &self.path;
                return wrong(format!(
                    "/{path} has no option {name}; a text with a colon needs quotes"
                ));
            }
        }
        Ok(())
    }

    fn value(&mut self, option: &Value, text: &str, quoted: bool) -> Result {
        let name = name_of(option);
        wrong_if(
            text.is_empty() && !quoted,
            format!("the option {name} needs a value"),
        )?;
        if !list(&option["choices"]).is_empty() {
            return chosen(list(&option["choices"]), name, text);
        }
        match option["type"].as_u64() {
            Some(3) => text_value(option, name, text),
            Some(4) => match text.parse::<i64>() {
                Ok(value) if value.unsigned_abs() <= MOST_INTEGER => {
                    bounded(option, name, json!(value))
                }
                _ => wrong(format!("{name} is a whole number, not \"{text}\"")),
            },
            Some(5) => match text.to_lowercase().parse::<bool>() {
                Ok(value) => Ok(json!(value)),
                Err(_) => wrong(format!("{name} is true or false, not \"{text}\"")),
            },
            Some(10) => match text.parse::<f64>() {
                Ok(value) if value.is_finite() => bounded(option, name, json!(value)),
                _ => wrong(format!("{name} is a number, not \"{text}\"")),
            },
            Some(11) => match self.named.file(text) {
                Some(file) => Ok(json!(file)),
                None => wrong(format!(
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

/// One of the choices that an option offers, by what it is called or by what it stands for; or the only one that is called
/// something which begins so, as nothing else would be left on the screen.
fn chosen(choices: &[Value], name: &str, text: &str) -> Result {
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
        None => wrong(format!("{name} is one of: {}", names(choices))),
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
        wrong(format!("{name} has {least} to {most} characters"))
    }
}

fn bounded(option: &Value, name: &str, value: Value) -> Result {
    let number = value.as_f64().unwrap_or_default();
    if let Some(least) = option["min_value"].as_f64().filter(|least| number < *least) {
        return wrong(format!("{name} is at least {least}"));
    }
    if let Some(most) = option["max_value"].as_f64().filter(|most| number > *most) {
        return wrong(format!("{name} is at most {most}"));
    }
    Ok(value)
}
