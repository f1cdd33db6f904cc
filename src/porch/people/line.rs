//! A typed line, read as Discord's client would: against the commands that the bot registered. It guesses nothing;
//! what it does not know it says in a sentence.

use serde_json::{Value, json};

use super::{
    payload::{Mentioned, Whereabouts},
    request::{Result, wrong},
};
use crate::porch::{
    ids::Id,
    permissions::USE_APPLICATION_COMMANDS,
    shapes::{self, put},
    world::{ChannelKind, Owners, RegisteredCommand, World},
};

/// Discord sends no integers beyond these.
const MOST_INTEGER: u64 = (1 << 53) - 1;

/// A line that was understood.
pub(crate) struct ParsedCommand {
    /// What the bot gets as `data`.
    pub(crate) data: Value,
    /// The name of the command.
    pub(crate) command: String,
    /// By whose leave it is there.
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
    let Some(line) = text.trim().strip_prefix('/') else { return wrong("a command begins with /") };
    let (name, mut rest) = first_word(line);
    let (command, owners) = find(world, place, 1, name)?;
    let mut options = list(&command.body.get("options").cloned().unwrap_or_default());
    let mut path = vec![name.to_owned()];
    let mut above = Vec::new();
    while options.iter().any(is_branch) {
        let (step, after) = first_word(rest);
        let Some(chosen) = options.iter().find(|option| option["name"] == step) else {
            let known: Vec<&str> = options.iter().filter_map(|option| option["name"].as_str()).collect();
            return wrong(format!("/{} is followed by one of: {}", path.join(" "), known.join(", ")));
        };
        path.push(step.to_owned());
        above.push((chosen["name"].clone(), chosen["type"].clone()));
        options = list(&chosen["options"]);
        rest = after;
    }
    let reading = OptionsParser { world, place, path: path.join(" "), options: &options, focused };
    let mut named = Mentioned::default();
    let mut values = reading.values(rest, &mut named)?;
    for (name, kind) in above.into_iter().rev() {
        values = vec![json!({ "name": name, "type": kind, "options": values })];
    }
    let mut data = json!({ "id": command.id, "name": name, "type": 1, "options": values });
    put(&mut data, "guild_id", command.server);
    put(&mut data, "resolved", named.resolved(world, place));
    let focused = options.iter().find(|option| focused.is_some() && option["name"].as_str() == focused);
    let focused = focused.and_then(|option| option["type"].as_u64());
    Ok(ParsedCommand { data, command: path.join(" "), owners, focused })
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
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
    let mut found: Vec<(&RegisteredCommand, Owners)> = world
        .commands
        .values()
        .filter(|it| it.kind() == kind && it.name() == name)
        .filter(|it| it.server.is_none() || it.server == place.server)
        .filter_map(|it| Some((it, owners(world, place, it)?)))
        .collect();
    found.sort_by_key(|(it, _)| it.server.is_none());
    let Some((command, owners)) = found.first().copied() else {
        return match kind {
            1 => wrong(format!("there is no command /{name}")),
            2 => wrong(format!("there is no command \"{name}\" for users")),
            _ => wrong(format!("there is no command \"{name}\" for messages")),
        };
    };
    let context = u64::from(place.server.is_none());
    let contexts = command.body.get("contexts").and_then(Value::as_array);
    let here = match contexts {
        Some(contexts) => contexts.iter().any(|it| it.as_u64() == Some(context)),
        None => context == 0 || command.body.get("dm_permission") != Some(&Value::Bool(false)),
    };
    if !here {
        return wrong(format!("/{name} cannot be used here"));
    }
    let may = world.channels.get(&place.channel).map_or(0, |channel| world.may(place.person, channel));
    if place.server.is_some() && may & USE_APPLICATION_COMMANDS == 0 {
        return wrong("this person may not use commands here");
    }
    let wanted = command.body.get("default_member_permissions").and_then(Value::as_str);
    let wanted: u64 = wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or(0);
    if place.server.is_some() && may & wanted != wanted {
        return wrong(format!("/{name} needs permissions that this person does not have"));
    }
    Ok((command, owners))
}

/// The values of a command's options, being read.
struct OptionsParser<'a> {
    world: &'a World,
    place: Whereabouts,
    path: String,
    options: &'a [Value],
    focused: Option<&'a str>,
}

impl OptionsParser<'_> {
    fn values(&self, text: &str, named: &mut Mentioned) -> Result<Vec<Value>> {
        let pairs = self.split(text)?;
        let mut values: Vec<Value> = Vec::new();
        for (option, text, quoted) in pairs {
            let name = option["name"].as_str().unwrap_or_default();
            if values.iter().any(|value| value["name"] == name) {
                return wrong(format!("the option {name} is given twice"));
            }
            let kind = &option["type"];
            if self.focused == Some(name) {
                if option["autocomplete"] != true {
                    return wrong(format!("the option {name} offers nothing while it is typed"));
                }
                values.push(json!({ "name": name, "type": kind, "value": text, "focused": true }));
                continue;
            }
            match self.value(option, &text, quoted, named) {
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
        if let Some(focused) = self.focused {
            if values.iter().any(|value| value["focused"] == true) {
                return Ok(());
            }
            let option = self.options.iter().find(|option| option["name"] == focused);
            let Some(option) = option.filter(|option| option["autocomplete"] == true) else {
                return wrong(format!("/{} has no option {focused} that offers anything", self.path));
            };
            values.push(json!({ "name": focused, "type": option["type"], "value": "", "focused": true }));
            return Ok(());
        }
        for option in self.options.iter().filter(|option| option["required"] == true) {
            if !values.iter().any(|value| value["name"] == option["name"]) {
                let name = option["name"].as_str().unwrap_or_default();
                return wrong(format!("/{} needs the option {name}", self.path));
            }
        }
        Ok(())
    }

    /// Cuts the text where known options begin, outside of quotes.
    fn split(&self, text: &str) -> Result<Vec<(&Value, String, bool)>> {
        let mut rest = text.trim();
        let mut found = Vec::new();
        while !rest.is_empty() {
            let Some((option, after)) = self.option_at(rest) else {
                let (word, _) = first_word(rest);
                return match word.split_once(':') {
                    Some((name, _)) => wrong(format!("/{} has no option {name}", self.path)),
                    None => wrong(format!("/{} does not understand \"{word}\": say option:value", self.path)),
                };
            };
            let after = after.trim_start();
            if let Some((value, next)) = after.strip_prefix('"').and_then(|inside| inside.split_once('"')) {
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
    fn option_at<'t>(&self, text: &'t str) -> Option<(&Value, &'t str)> {
        let (name, after) = text.split_once(':')?;
        Some((self.options.iter().find(|option| option["name"] == name)?, after))
    }

    /// Where the next known option begins.
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
            !name.is_empty() && name.chars().all(|it| it.is_lowercase() || it == '_' || it == '-')
        };
        for word in value.split_whitespace().skip(1) {
            if let Some((name, after)) = word.split_once(':')
                && looks(name)
                && !after.is_empty()
            {
                let path = &self.path;
                return wrong(format!("/{path} has no option {name}; a text with a colon needs quotes"));
            }
        }
        Ok(())
    }

    fn value(&self, option: &Value, text: &str, quoted: bool, named: &mut Mentioned) -> Result<Value> {
        let name = option["name"].as_str().unwrap_or_default();
        if text.is_empty() && !quoted {
            return wrong(format!("the option {name} needs a value"));
        }
        let choices = list(&option["choices"]);
        if !choices.is_empty() {
            let label = |choice: &Value| choice["name"].as_str().map(str::to_lowercase);
            let same = |choice: &&Value| match &choice["value"] {
                Value::String(value) => value == text,
                Value::Number(value) => value.to_string() == text,
                Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => false,
            };
            let wanted = Some(text.to_lowercase());
            let found = choices.iter().find(|it| label(it) == wanted).or_else(|| choices.iter().find(same));
            let known: Vec<&str> = choices.iter().filter_map(|choice| choice["name"].as_str()).collect();
            return match found {
                Some(choice) => Ok(choice["value"].clone()),
                None => wrong(format!("{name} is one of: {}", known.join(", "))),
            };
        }
        match option["type"].as_u64() {
            Some(3) => text_value(option, name, text),
            Some(4) => match text.parse::<i64>() {
                Ok(value) if value.unsigned_abs() <= MOST_INTEGER => bounded(option, name, json!(value)),
                _ => wrong(format!("{name} is a whole number, not \"{text}\"")),
            },
            Some(5) => match text.to_lowercase().as_str() {
                "true" => Ok(json!(true)),
                "false" => Ok(json!(false)),
                _ => wrong(format!("{name} is true or false, not \"{text}\"")),
            },
            Some(10) => match text.parse::<f64>() {
                Ok(value) if value.is_finite() => bounded(option, name, json!(value)),
                _ => wrong(format!("{name} is a number, not \"{text}\"")),
            },
            Some(11) => match self.world.uploads.find(self.place.person, text) {
                Some(file) => {
                    named.files.push(file.id);
                    Ok(json!(file.id))
                }
                None => wrong(format!("{name} is a file, and this person has no {text} at hand")),
            },
            kind => mention(self.world, self.place, kind, name, text, &option["channel_types"], named),
        }
    }
}

/// A user, a channel (of these types, where some are named) or a role, by name, by id or as Discord writes a mention.
pub(crate) fn mention(
    world: &World,
    place: Whereabouts,
    kind: Option<u64>,
    name: &str,
    text: &str,
    types: &Value,
    named: &mut Mentioned,
) -> Result<Value> {
    let bare = text.trim_matches(['<', '>']).trim_start_matches(['@', '#', '!', '&']);
    let is = |id: Id, other: &str| other.to_lowercase() == bare.to_lowercase() || id.to_string() == bare;
    if matches!(kind, Some(6 | 9)) {
        let is_here = |id: Id| place.server.is_none_or(|server| world.is_member(server, id));
        let mut users = world.persons.keys().chain([&world.bot]);
        // Whoever is not here is known by their id alone.
        if let Some(id) =
            users.find(|id| id.to_string() == bare || is_here(**id) && is(**id, world.name_of(**id)))
        {
            named.users.push(*id);
            return Ok(json!(id));
        }
    }
    if kind == Some(7) {
        let here = world.channels.values().filter(|it| it.server == place.server);
        let fits = |number: u64| types.as_array().is_none_or(|types| types.iter().any(|it| *it == number));
        let mut here = here.filter(|it| world.sees(place.person, it) && fits(it.kind_number()));
        if let Some(channel) = here.find(|it| is(it.id, &it.name) && !matches!(it.kind, ChannelKind::Dm(_))) {
            named.channels.push(channel.id);
            return Ok(json!(channel.id));
        }
    }
    if matches!(kind, Some(8 | 9))
        && let Some(server) = place.server.and_then(|server| world.servers.get(&server))
    {
        let roles = shapes::roles(world, server);
        let name = |role: &Value| role["name"].as_str().unwrap_or_default().replace('@', "");
        let id = |role: &Value| role["id"].as_str().and_then(|id| id.parse().ok());
        let roles = roles.as_array().into_iter().flatten();
        let mut roles = roles.filter_map(|role| Some((id(role)?, name(role))));
        if let Some((id, _)) = roles.find(|(id, role)| is(*id, role)) {
            named.roles.push(id);
            return Ok(json!(id));
        }
    }
    wrong(format!("{name} does not name anybody or anything here: \"{text}\""))
}

fn text_value(option: &Value, name: &str, text: &str) -> Result<Value> {
    let length = text.chars().count() as u64;
    let least = option["min_length"].as_u64().unwrap_or(0);
    let most = option["max_length"].as_u64().unwrap_or(6_000);
    if length < least || length > most {
        return wrong(format!("{name} has {least} to {most} letters"));
    }
    Ok(json!(text))
}

fn bounded(option: &Value, name: &str, value: Value) -> Result<Value> {
    let number = value.as_f64().unwrap_or_default();
    if let Some(least) = option["min_value"].as_f64().filter(|least| number < *least) {
        return wrong(format!("{name} is at least {least}"));
    }
    if let Some(most) = option["max_value"].as_f64().filter(|most| number > *most) {
        return wrong(format!("{name} is at most {most}"));
    }
    Ok(value)
}
