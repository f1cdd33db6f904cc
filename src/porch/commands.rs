//! Commands of the bot, for all servers or for one: registered, changed, taken away.

use serde_json::{Value, json};

use super::{check, refusal::Refusal, world::World};

type Answer = Result<Value, Refusal>;

impl World {
    /// The commands that somebody on a server can say.
    pub(super) fn commands_on(&self, server: Option<u64>) -> impl Iterator<Item = &Value> {
        let own = server.and_then(|server| self.server_commands.get(&server));
        own.into_iter().flatten().chain(&self.commands)
    }

    fn list(&mut self, server: Option<u64>) -> &mut Vec<Value> {
        match server {
            Some(server) => self.server_commands.entry(server).or_default(),
            None => &mut self.commands,
        }
    }

    /// All commands at once, in place of those that were.
    pub(super) fn register_all(&mut self, server: Option<u64>, body: &Value) -> Answer {
        let Some(given) = body.as_array() else {
            return Err(Refusal::form("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"));
        };
        check::commands(given)?;
        let before = std::mem::take(self.list(server));
        let same = |it: &Value, other: &Value| it["name"] == other["name"] && kind(it) == kind(other);
        let registered: Vec<Value> = given
            .iter()
            .map(|command| {
                let known = before.iter().find(|it| same(it, command)).map(|it| it["id"].clone());
                self.registered(server, command, known)
            })
            .collect();
        self.list(server).clone_from(&registered);
        Ok(registered.into())
    }

    /// One command more, or another one in its place.
    pub(super) fn register(&mut self, server: Option<u64>, body: &Value) -> Answer {
        check::command("", body)?;
        let same = |it: &Value| it["name"] == body["name"] && kind(it) == kind(body);
        let known = self.list(server).iter().position(same);
        let id = known.map(|at| self.list(server).remove(at)["id"].clone());
        let command = self.registered(server, body, id);
        let mut all = self.list(server).clone();
        all.push(command.clone());
        check::commands(&all)?;
        *self.list(server) = all;
        Ok(command)
    }

    /// A part of a command changes.
    pub(super) fn change_command(&mut self, server: Option<u64>, id: u64, body: &Value) -> Answer {
        let mut changed = self.command(server, id)?;
        for (name, value) in body.as_object().into_iter().flatten() {
            changed[name] = value.clone();
        }
        check::command("", &changed)?;
        changed["version"] = self.ids.next().to_string().into();
        let wanted = id.to_string();
        for command in self.list(server).iter_mut().filter(|it| it["id"] == wanted.as_str()) {
            *command = changed.clone();
        }
        Ok(changed)
    }

    /// One command.
    pub(super) fn command(&mut self, server: Option<u64>, id: u64) -> Answer {
        let wanted = id.to_string();
        let found = self.list(server).iter().find(|it| it["id"] == wanted.as_str());
        found.cloned().ok_or_else(Refusal::unknown_command)
    }

    /// A command is taken away.
    pub(super) fn unregister(&mut self, server: Option<u64>, id: u64) -> Answer {
        self.command(server, id)?;
        let wanted = id.to_string();
        self.list(server).retain(|it| it["id"] != wanted.as_str());
        Ok(Value::Null)
    }

    /// A command as Discord tells it back.
    fn registered(&mut self, server: Option<u64>, command: &Value, id: Option<Value>) -> Value {
        let mut told = json!({
            "id": id.unwrap_or_else(|| self.ids.next().to_string().into()),
            "application_id": self.bot.to_string(), "version": self.ids.next().to_string(), "type": 1,
            "description": "", "default_member_permissions": null, "dm_permission": true, "nsfw": false,
            "options": [], "name_localizations": null, "description_localizations": null,
            "integration_types": [0], "contexts": null,
        });
        if let Some(server) = server {
            told["guild_id"] = server.to_string().into();
        }
        for (name, value) in command.as_object().into_iter().flatten() {
            told[name] = value.clone();
        }
        told
    }
}

fn kind(command: &Value) -> u64 {
    command["type"].as_u64().unwrap_or(1)
}
