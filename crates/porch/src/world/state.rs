//! Everything that there is, and who and what is in it.

use std::{collections::BTreeMap, time::Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::mpsc;

use super::channel::{Channel, ChannelKind};
use super::files::{Emoji, Files, Uploads};
use super::interaction::Interaction;
use super::limits::{Buckets, Refusals};
use super::message::Message;
use super::requests::Requests;
use super::session::Sessions;
use super::starts::SessionStarts;
use super::trouble::Troubles;
use crate::ids::{Id, Ids, Seal};
use crate::permissions::{self, Permissions};
use crate::settings::Settings;
use crate::token;

#[derive(Serialize, Deserialize)]
pub(crate) struct Server {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) locale: String,
    pub(crate) has_bot: bool,
    pub(crate) bot_role: Id,
    /// The roles of persons: those who may do the same have the same one.
    pub(crate) roles: BTreeMap<Permissions, Id>,
    pub(crate) denied: Permissions,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) locale: String,
    pub(crate) permissions: Permissions,
    /// The servers that they are on, and since when, in milliseconds since 1970.
    pub(crate) servers: BTreeMap<Id, u64>,
    /// They have the application for themselves, wherever they are.
    pub(crate) installed: bool,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct RegisteredCommand {
    pub(crate) id: Id,
    pub(crate) server: Option<Id>,
    pub(crate) body: Value,
}

impl RegisteredCommand {
    pub(crate) fn name(&self) -> &str {
        self.body["name"].as_str().unwrap_or_default()
    }

    /// 1 is a slash command.
    pub(crate) fn kind(&self) -> u64 {
        self.body["type"].as_u64().unwrap_or(1)
    }

    /// Whether it is there for those who let the application in this way: 0 on a server, 1 for themselves.
    pub(crate) fn suits(&self, integration: u64) -> bool {
        self.body["integration_types"]
            .as_array()
            .is_some_and(|types| types.iter().any(|it| it.as_u64() == Some(integration)))
    }
}

pub(crate) struct Watcher {
    pub(crate) person: Id,
    pub(crate) tell: mpsc::Sender<String>,
}

/// Everything that there is. What is skipped is not kept.
#[derive(Serialize, Deserialize)]
pub(crate) struct World {
    /// Grows whenever something may have changed.
    #[serde(skip)]
    pub(crate) changes: u64,
    #[serde(skip)]
    pub(crate) settings: Settings,
    #[serde(skip, default = "Instant::now")]
    pub(crate) started: Instant,
    pub(crate) ids: Ids,
    pub(crate) seal: Seal,
    /// The bot, its user and its application: one id, as for every bot of today.
    pub(crate) bot: Id,
    #[serde(skip)]
    pub(crate) bot_came: bool,
    pub(crate) servers: BTreeMap<Id, Server>,
    pub(crate) persons: BTreeMap<Id, Person>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    pub(crate) messages: BTreeMap<Id, Message>,
    pub(crate) files: Files,
    #[serde(skip)]
    pub(crate) uploads: Uploads,
    pub(crate) commands: BTreeMap<Id, RegisteredCommand>,
    pub(crate) emojis: BTreeMap<Id, Emoji>,
    pub(crate) interactions: BTreeMap<Id, Interaction>,
    #[serde(skip)]
    pub(crate) sessions: Sessions,
    #[serde(skip)]
    pub(crate) starts: SessionStarts,
    #[serde(skip)]
    pub(crate) watchers: Vec<Watcher>,
    #[serde(skip)]
    pub(crate) requests: Requests,
    #[serde(skip)]
    pub(crate) buckets: Buckets,
    #[serde(skip)]
    pub(crate) refusals: Refusals,
    #[serde(skip)]
    pub(crate) troubles: Troubles,
}

impl World {
    pub(crate) fn new(settings: &Settings) -> World {
        let mut ids = Ids::by(settings.clock.clone());
        let bot = token::owner(&settings.token).unwrap_or_else(|| ids.next());
        let mut world = World {
            changes: 0,
            settings: settings.clone(),
            started: Instant::now(),
            ids,
            seal: Seal::default(),
            bot,
            bot_came: false,
            servers: BTreeMap::new(),
            persons: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: Files::default(),
            uploads: Uploads::default(),
            commands: BTreeMap::new(),
            emojis: BTreeMap::new(),
            interactions: BTreeMap::new(),
            sessions: Sessions::default(),
            starts: SessionStarts::default(),
            watchers: Vec::new(),
            requests: Requests::default(),
            buckets: Buckets::default(),
            refusals: Refusals::default(),
            troubles: Troubles::default(),
        };
        for (name, locale) in &settings.persons {
            world.add_person(name, locale, 0);
        }
        let server = world.add_server(&settings.server, &settings.locale, true);
        for name in &settings.channels {
            let channel = Channel::new(world.ids.next(), Some(server), name, ChannelKind::Text);
            world.open_channel(channel);
        }
        world
    }

    pub(crate) fn restore(&mut self, settings: &Settings) {
        self.settings = settings.clone();
        self.ids.clock = settings.clock.clone();
        for message in self.messages.values() {
            if let Some(channel) = self.channels.get_mut(&message.channel) {
                channel.messages.insert(message.id);
            }
        }
        self.files.restore();
    }

    /// Adds an interaction, and forgets those whose token expired.
    pub(crate) fn add_interaction(&mut self, interaction: Interaction) {
        let life = self.settings.token_life;
        let now_ms = self.now_ms();
        self.interactions
            .retain(|id, _| !id.is_older_than(life, now_ms));
        self.interactions.insert(interaction.id, interaction);
    }

    /// What time it is, in milliseconds since 1970.
    pub(crate) fn now_ms(&self) -> u64 {
        self.settings.clock.now_ms()
    }

    pub(crate) fn add_person(&mut self, name: &str, locale: &str, more: Permissions) -> Id {
        let id = self.ids.next();
        let name = name.to_owned();
        let locale = locale.to_owned();
        let permissions = permissions::EVERYBODY | more;
        let servers = self
            .servers
            .keys()
            .map(|server| (*server, id.made_ms()))
            .collect();
        self.persons.insert(
            id,
            Person {
                id,
                name,
                locale,
                permissions,
                servers,
                installed: false,
            },
        );
        for server in self.servers.keys().copied().collect::<Vec<Id>>() {
            self.give_role(server, permissions);
        }
        id
    }

    /// A server, with everybody on it, and perhaps the bot. It belongs to the shard after that of the server before.
    pub(crate) fn add_server(&mut self, name: &str, locale: &str, has_bot: bool) -> Id {
        let before = self.servers.keys().next_back().copied();
        let id = self.ids.next_apart(before, self.settings.shards);
        let bot_role = self.ids.next();
        let name = name.to_owned();
        let locale = locale.to_owned();
        let roles = BTreeMap::new();
        self.servers.insert(
            id,
            Server {
                id,
                name,
                locale,
                has_bot,
                bot_role,
                roles,
                denied: 0,
            },
        );
        for person in self.persons.values_mut() {
            person.servers.insert(id, id.made_ms());
        }
        let kinds: Vec<Permissions> = self
            .persons
            .values()
            .map(|person| person.permissions)
            .collect();
        for permissions in kinds {
            self.give_role(id, permissions);
        }
        id
    }

    pub(crate) fn open_channel(&mut self, channel: Channel) -> Id {
        let id = channel.id;
        self.channels.insert(id, channel);
        self.channel_happened("CREATE", "created", id);
        id
    }

    /// A person's channel with the bot, which is made when it is first asked for.
    pub(crate) fn dm(&mut self, person: Id) -> Id {
        let kind = ChannelKind::Dm(person);
        if let Some(channel) = self.channels.values().find(|channel| channel.kind == kind) {
            return channel.id;
        }
        let channel = Channel::new(self.ids.next(), None, "", kind);
        self.open_channel(channel)
    }

    pub(crate) fn name_of(&self, user: Id) -> &str {
        match self.persons.get(&user) {
            Some(person) => &person.name,
            None => &self.settings.bot,
        }
    }
}
