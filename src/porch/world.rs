//! The world of a porch: servers, channels, persons, messages, and the bot. It only remembers; what may be done with it
//! stands in the rooms beside it.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    net::SocketAddr,
    time::Instant,
};

use serde_json::{Value, json};
use tokio::sync::{broadcast, oneshot, watch};

use super::{
    Settings,
    gateway::Session,
    ids::{Ids, millis},
    payload,
    refusal::Refusal,
    trouble::Trouble,
};

/// How many requests are remembered.
const REQUESTS: usize = 100_000;
/// The intent to hear of messages on servers.
const MESSAGES: u64 = 1 << 9;
/// How many changes a watcher may lag behind.
const CHANGES: usize = 1024;

/// Somebody at the porch.
#[derive(Clone, Debug)]
pub(super) struct Person {
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) locale: String,
}

/// A server.
#[derive(Clone, Debug)]
pub(super) struct Server {
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) locale: String,
}

/// What a channel is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Thread,
    Direct,
}

/// A channel, or a thread.
pub(super) struct Channel {
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) server: Option<u64>,
    pub(super) parent: Option<u64>,
    pub(super) archived: bool,
    pub(super) locked: bool,
    pub(super) auto_archive: u64,
    /// Rights that the bot lacks here.
    pub(super) denied: u64,
    pub(super) messages: BTreeMap<u64, Message>,
}

/// A file on a message.
#[derive(Clone, Debug)]
pub(super) struct Attachment {
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) kind: String,
    pub(super) size: usize,
}

/// A message of the bot: people at the porch say commands only.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) id: u64,
    pub(super) channel: u64,
    pub(super) content: String,
    pub(super) embeds: Value,
    pub(super) components: Value,
    pub(super) attachments: Vec<Attachment>,
    pub(super) flags: u64,
    pub(super) nonce: Option<Value>,
    /// Who was really called.
    pub(super) mentions: Vec<u64>,
    pub(super) edited: Option<u64>,
    /// The one person who sees it, if it is private.
    pub(super) only_for: Option<u64>,
    /// The interaction that it answers.
    pub(super) answers: Option<u64>,
    /// Whether the answer is still to come.
    pub(super) loading: bool,
}

/// What somebody did to which the bot has to answer.
pub(super) struct Interaction {
    pub(super) id: u64,
    pub(super) token: String,
    /// 2 a command, 3 a press or choice, 4 typing a command, 5 a modal.
    pub(super) kind: u8,
    pub(super) person: u64,
    pub(super) channel: u64,
    /// The message whose button was pressed.
    pub(super) source: Option<u64>,
    /// What the command is called.
    pub(super) name: String,
    pub(super) made: Instant,
    pub(super) answered: bool,
    /// The message that is the first answer.
    pub(super) original: Option<u64>,
    /// The modal that it opened.
    pub(super) modal: Option<Value>,
    /// Whoever waits for the first answer, and for the answer that was promised.
    pub(super) waiting: Option<oneshot::Sender<Outcome>>,
    pub(super) settling: Option<oneshot::Sender<()>>,
}

/// The bot's first answer.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    Message(u64),
    Deferred(u64),
    Updated(u64),
    DeferredUpdate,
    Modal(Value),
    Choices(Value),
}

/// A request of the bot.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) number: u64,
    pub(super) at: u64,
    pub(super) method: String,
    pub(super) path: String,
    pub(super) content_type: String,
    pub(super) body: Value,
    pub(super) files: Vec<(String, usize)>,
    pub(super) status: u16,
}

/// A change that somebody may see.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) kind: &'static str,
    pub(super) channel: u64,
    pub(super) message: Option<u64>,
    pub(super) only_for: Option<u64>,
}

/// All of it.
pub(super) struct World {
    pub(super) settings: Settings,
    pub(super) address: SocketAddr,
    pub(super) closed: watch::Receiver<bool>,
    pub(super) ids: Ids,
    pub(super) bot: u64,
    pub(super) bot_name: String,
    pub(super) servers: Vec<Server>,
    pub(super) persons: BTreeMap<u64, Person>,
    pub(super) channels: BTreeMap<u64, Channel>,
    /// In which channel a message is.
    pub(super) places: HashMap<u64, u64>,
    pub(super) files: HashMap<u64, Vec<u8>>,
    pub(super) nonces: HashMap<(u64, String), (u64, Instant)>,
    pub(super) commands: Vec<Value>,
    pub(super) server_commands: HashMap<u64, Vec<Value>>,
    pub(super) interactions: BTreeMap<u64, Interaction>,
    pub(super) tokens: HashMap<String, u64>,
    pub(super) sessions: HashMap<String, Session>,
    pub(super) identified: u64,
    pub(super) resumed: u64,
    pub(super) troubles: Vec<Trouble>,
    pub(super) requests: VecDeque<Request>,
    pub(super) counted: u64,
    pub(super) changes: broadcast::Sender<Change>,
}

impl World {
    pub(super) fn new(settings: Settings, address: SocketAddr, closed: watch::Receiver<bool>) -> World {
        let mut ids = Ids::default();
        let bot = ids.next();
        let mut world = World {
            address,
            closed,
            bot,
            bot_name: "Lanai".to_owned(),
            ids,
            servers: Vec::new(),
            persons: BTreeMap::new(),
            channels: BTreeMap::new(),
            places: HashMap::new(),
            files: HashMap::new(),
            nonces: HashMap::new(),
            commands: Vec::new(),
            server_commands: HashMap::new(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            sessions: HashMap::new(),
            identified: 0,
            resumed: 0,
            troubles: Vec::new(),
            requests: VecDeque::new(),
            counted: 0,
            changes: broadcast::channel(CHANGES).0,
            settings: settings.clone(),
        };
        let server = world.found(settings.server, settings.locale);
        for channel in settings.channels {
            world.dig(server, channel);
        }
        for (name, locale) in settings.persons {
            world.come(name, locale);
        }
        world
    }

    /// A new server.
    pub(super) fn found(&mut self, name: String, locale: String) -> u64 {
        let id = self.ids.next();
        self.servers.push(Server { id, name, locale });
        let event = payload::server(self, id);
        self.emit("GUILD_CREATE", &event);
        id
    }

    /// A new channel.
    pub(super) fn dig(&mut self, server: u64, name: String) -> u64 {
        let id = self.add_channel(name, Kind::Text, Some(server), None);
        let event = self.channels.get(&id).map(payload::channel);
        self.emit("CHANNEL_CREATE", &event.unwrap_or_default());
        id
    }

    pub(super) fn add_channel(
        &mut self,
        name: String,
        kind: Kind,
        server: Option<u64>,
        parent: Option<u64>,
    ) -> u64 {
        let id = self.ids.next();
        let denied = parent.and_then(|parent| self.channels.get(&parent)).map_or(0, |parent| parent.denied);
        let (archived, locked, auto_archive) = (false, false, 10_080);
        let messages = BTreeMap::new();
        let channel =
            Channel { id, name, kind, server, parent, archived, locked, auto_archive, denied, messages };
        self.channels.insert(id, channel);
        self.changed("channel", id, None, None);
        id
    }

    /// Somebody new.
    pub(super) fn come(&mut self, name: String, locale: String) -> u64 {
        let id = self.ids.next();
        self.persons.insert(id, Person { id, name, locale });
        id
    }

    // --- Finding ---

    pub(super) fn channel(&self, id: u64) -> Result<&Channel, Refusal> {
        self.channels.get(&id).ok_or_else(Refusal::unknown_channel)
    }

    pub(super) fn channel_mut(&mut self, id: u64) -> Result<&mut Channel, Refusal> {
        self.channels.get_mut(&id).ok_or_else(Refusal::unknown_channel)
    }

    pub(super) fn message(&self, id: u64) -> Option<&Message> {
        self.channels.get(self.places.get(&id)?)?.messages.get(&id)
    }

    pub(super) fn message_mut(&mut self, id: u64) -> Option<&mut Message> {
        self.channels.get_mut(self.places.get(&id)?)?.messages.get_mut(&id)
    }

    pub(super) fn server_of(&self, channel: u64) -> Option<&Server> {
        let server = self.channels.get(&channel)?.server?;
        self.servers.iter().find(|known| known.id == server)
    }

    // --- Telling ---

    /// An event for every session of the bot; it is kept until the session is gone, so that it can be resumed.
    pub(super) fn emit(&mut self, name: &str, data: &Value) {
        self.emit_to(0, name, data);
    }

    /// An event for sessions that asked to hear of its kind.
    pub(super) fn emit_to(&mut self, intent: u64, name: &str, data: &Value) {
        for session in self.sessions.values_mut().filter(|session| session.wants(intent)) {
            session.dispatch(name, data);
        }
    }

    /// A message came, changed or went, as a bot hears of it that asked to; of a private one only its person hears.
    pub(super) fn message_event(&mut self, name: &str, id: u64) {
        let wanted = self.sessions.values().any(|session| session.wants(MESSAGES));
        let Some(message) = self.message(id).filter(|message| wanted && message.only_for.is_none()) else {
            return;
        };
        let event = payload::message(self, message);
        self.emit_to(MESSAGES, name, &event);
    }

    /// People who watch hear of it.
    pub(super) fn changed(
        &self,
        kind: &'static str,
        channel: u64,
        message: Option<u64>,
        only_for: Option<u64>,
    ) {
        // Nobody may be watching.
        let _ = self.changes.send(Change { kind, channel, message, only_for });
    }

    /// Remembers a request.
    pub(super) fn note(&mut self, mut request: Request) {
        self.counted += 1;
        request.number = self.counted;
        request.at = millis();
        self.requests.push_back(request);
        if self.requests.len() > REQUESTS {
            self.requests.pop_front();
        }
    }

    /// Puts a message into its channel.
    pub(super) fn put(&mut self, message: Message) -> Result<(), Refusal> {
        let (id, place, only_for) = (message.id, message.channel, message.only_for);
        let channel = self.channel_mut(place)?;
        channel.archived = false;
        channel.messages.insert(id, message);
        self.places.insert(id, place);
        self.message_event("MESSAGE_CREATE", id);
        self.changed("message", place, Some(id), only_for);
        Ok(())
    }

    /// Takes a message away.
    pub(super) fn take_away(&mut self, id: u64) -> Option<Message> {
        self.message_event("MESSAGE_DELETE", id);
        let place = self.places.remove(&id)?;
        let message = self.channels.get_mut(&place)?.messages.remove(&id)?;
        for file in &message.attachments {
            self.files.remove(&file.id);
        }
        self.changed("gone", place, Some(id), message.only_for);
        Some(message)
    }

    /// Interactions of which nobody can speak any more are forgotten.
    pub(super) fn forget_old_interactions(&mut self) {
        let life = self.settings.token_life * 2;
        while let Some(first) = self.interactions.first_entry() {
            if first.get().made.elapsed() < life {
                break;
            }
            let old = first.remove();
            self.tokens.remove(&old.token);
        }
    }

    /// Where a file can be had.
    pub(super) fn link(&self, file: &Attachment) -> String {
        format!("http://{}/files/{}/{}", self.address, file.id, file.name)
    }
}

/// A list without anything in it.
pub(super) fn nothing() -> Value {
    json!([])
}
