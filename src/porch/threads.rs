//! Channels and threads: looked at, made, changed.

use serde_json::{Value, json};

use super::{
    payload,
    refusal::Refusal,
    rights::{right, rights_in},
    world::{Kind, World},
};

type Answer = Result<Value, Refusal>;

impl World {
    /// A channel as it stands.
    pub(super) fn read_channel(&self, id: u64) -> Answer {
        let channel = self.channel(id)?;
        if rights_in(channel) & right("VIEW_CHANNEL") == 0 {
            return Err(Refusal::missing_access());
        }
        Ok(payload::channel(channel))
    }

    /// Makes a thread in a channel, from a message or from nothing.
    pub(super) fn make_thread(&mut self, parent: u64, message: Option<u64>, body: &Value) -> Answer {
        let channel = self.channel(parent)?;
        if channel.kind != Kind::Text {
            return Err(Refusal::form("type", "BASE_TYPE_CHOICES", "No thread begins here"));
        }
        let rights = rights_in(channel);
        if rights & right("VIEW_CHANNEL") == 0 {
            return Err(Refusal::missing_access());
        }
        if rights & right("CREATE_PUBLIC_THREADS") == 0 {
            return Err(Refusal::missing_permissions());
        }
        if message.is_some_and(|id| !channel.messages.contains_key(&id)) {
            return Err(Refusal::unknown_message());
        }
        let name = body["name"].as_str().unwrap_or_default().to_owned();
        if !(1..=100).contains(&name.chars().count()) {
            let message = "Must be between 1 and 100 in length.";
            return Err(Refusal::form("name", "BASE_TYPE_BAD_LENGTH", message));
        }
        let auto_archive = body["auto_archive_duration"].as_u64().unwrap_or(4320);
        if ![60, 1440, 4320, 10_080].contains(&auto_archive) {
            let message = "Value must be one of {60, 1440, 4320, 10080}.";
            return Err(Refusal::form("auto_archive_duration", "BASE_TYPE_CHOICES", message));
        }
        let server = channel.server;
        let id = self.add_channel(name, Kind::Thread, server, Some(parent));
        let thread = self.channel_mut(id)?;
        thread.auto_archive = auto_archive;
        let mut told = payload::channel(thread);
        told["owner_id"] = self.bot.to_string().into();
        let mut event = told.clone();
        event["newly_created"] = true.into();
        self.emit("THREAD_CREATE", &event);
        Ok(told)
    }

    /// Changes the name of a channel, or opens and closes a thread.
    pub(super) fn change_channel(&mut self, id: u64, body: &Value) -> Answer {
        let channel = self.channel_mut(id)?;
        let own_thread = channel.kind == Kind::Thread;
        if !own_thread && rights_in(channel) & right("MANAGE_CHANNELS") == 0 {
            return Err(Refusal::missing_permissions());
        }
        if let Some(name) = body["name"].as_str() {
            name.clone_into(&mut channel.name);
        }
        if let Some(archived) = body["archived"].as_bool() {
            channel.archived = archived;
        }
        if let Some(locked) = body["locked"].as_bool() {
            channel.locked = locked;
        }
        let told = payload::channel(channel);
        self.emit(if own_thread { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" }, &told);
        self.changed("channel", id, None, None);
        Ok(told)
    }

    /// A channel is gone, and its threads with it.
    pub(super) fn fill_in(&mut self, id: u64) -> Answer {
        let channel = self.channels.remove(&id).ok_or_else(Refusal::unknown_channel)?;
        for message in channel.messages.keys() {
            self.places.remove(message);
        }
        let name = if channel.kind == Kind::Thread { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        let told = payload::channel(&channel);
        self.emit(name, &told);
        self.changed("channel", id, None, None);
        let threads: Vec<u64> =
            self.channels.values().filter(|it| it.parent == Some(id)).map(|it| it.id).collect();
        for thread in threads {
            self.fill_in(thread)?;
        }
        Ok(told)
    }

    /// A channel between the bot and one person.
    pub(super) fn direct(&mut self, person: u64) -> Answer {
        let name = self.persons.get(&person).ok_or_else(Refusal::unknown_user)?.name.clone();
        let known = self.channels.values().find(|it| it.kind == Kind::Direct && it.parent == Some(person));
        let id = match known.map(|it| it.id) {
            Some(id) => id,
            None => self.add_channel(name, Kind::Direct, None, Some(person)),
        };
        let mut told = payload::channel(self.channel(id)?);
        told["recipients"] = json!([self.persons.get(&person).map(payload::user)]);
        Ok(told)
    }
}
