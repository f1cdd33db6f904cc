//! The state of the world, with the memberships and permissions that follow from it.

use std::{collections::BTreeMap, time::Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::mpsc;

use super::activities::Activities;
use super::channel::{Channel, ChannelKind};
use super::faults::Faults;
use super::files::{Emoji, Files, Uploads};
use super::identify_limits::IdentifyLimiter;
use super::interaction::Interaction;
use super::message::Message;
use super::oauth2::Oauth2;
use super::rate_limits::{Buckets, RefusalCounts};
use super::request_log::RequestLog;
use super::session::Sessions;
use crate::events;
use crate::ids::{Id, IdGenerator, TokenSigner};
use crate::permissions::{self, ADMINISTRATOR, MANAGE_THREADS, Permissions, VIEW_CHANNEL};
use crate::settings::Settings;
use crate::token;

#[derive(Serialize, Deserialize)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) locale: String,
    pub(crate) has_bot: bool,
    pub(crate) bot_role: Id,
    /// The roles of persons by their permissions; persons with equal permissions share a role.
    pub(crate) roles: BTreeMap<Permissions, Id>,
    pub(crate) denied: Permissions,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) locale: String,
    pub(crate) permissions: Permissions,
    /// The guilds of the person, and when the person joined each, in milliseconds since 1970.
    pub(crate) guilds: BTreeMap<Id, u64>,
    /// Whether the person installed the application to their own account.
    pub(crate) installed: bool,
}

/// The type of the command that opens the Activity.
pub(crate) const ENTRY_POINT: u64 = 4;
/// The handler of an Entry Point command for which Discord opens the Activity without the bot.
pub(crate) const DISCORD_LAUNCH_ACTIVITY: u64 = 2;

#[derive(Serialize, Deserialize)]
pub(crate) struct RegisteredCommand {
    pub(crate) id: Id,
    pub(crate) guild: Option<Id>,
    pub(crate) body: Value,
}

impl RegisteredCommand {
    pub(crate) fn name(&self) -> &str {
        self.body["name"].as_str().unwrap_or_default()
    }

    /// Returns the type of the command; 1 is a slash command.
    pub(crate) fn kind(&self) -> u64 {
        self.body["type"].as_u64().unwrap_or(1)
    }

    /// Returns whether the command supports a type of installation: 0 for a guild, 1 for a user.
    pub(crate) fn supports_installation(&self, integration: u64) -> bool {
        self.body["integration_types"]
            .as_array()
            .is_some_and(|types| types.iter().any(|item| item.as_u64() == Some(integration)))
    }
}

pub(crate) struct Watcher {
    pub(crate) person: Id,
    pub(crate) sender: mpsc::Sender<String>,
}

/// The whole state of the porch. Fields with `serde(skip)` are not saved.
#[derive(Serialize, Deserialize)]
pub(crate) struct World {
    /// The number of changes so far; the world is saved only if it has grown.
    #[serde(skip)]
    pub(crate) changes: u64,
    #[serde(skip)]
    pub(crate) settings: Settings,
    #[serde(skip, default = "Instant::now")]
    pub(crate) started: Instant,
    pub(crate) ids: IdGenerator,
    pub(crate) token_signer: TokenSigner,
    /// The id of the bot's user and application.
    pub(crate) bot: Id,
    #[serde(skip)]
    pub(crate) bot_has_connected: bool,
    pub(crate) guilds: BTreeMap<Id, Guild>,
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
    pub(crate) identify_limiter: IdentifyLimiter,
    #[serde(skip)]
    pub(crate) watchers: Vec<Watcher>,
    #[serde(skip)]
    pub(crate) requests: RequestLog,
    #[serde(skip)]
    pub(crate) buckets: Buckets,
    #[serde(skip)]
    pub(crate) refusals: RefusalCounts,
    #[serde(skip)]
    pub(crate) faults: Faults,
    #[serde(skip)]
    pub(crate) activities: Activities,
    #[serde(skip)]
    pub(crate) oauth2: Oauth2,
}

impl World {
    pub(crate) fn new(settings: &Settings) -> World {
        let mut ids = IdGenerator::new(settings.clock.clone());
        let bot = token::bot_id(&settings.token).unwrap_or_else(|| ids.next());
        let mut world = World {
            changes: 0,
            settings: settings.clone(),
            started: Instant::now(),
            ids,
            token_signer: TokenSigner::default(),
            bot,
            bot_has_connected: false,
            guilds: BTreeMap::new(),
            persons: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: Files::default(),
            uploads: Uploads::default(),
            commands: BTreeMap::new(),
            emojis: BTreeMap::new(),
            interactions: BTreeMap::new(),
            sessions: Sessions::default(),
            identify_limiter: IdentifyLimiter::default(),
            watchers: Vec::new(),
            requests: RequestLog::default(),
            buckets: Buckets::default(),
            refusals: RefusalCounts::default(),
            faults: Faults::default(),
            activities: Activities::default(),
            oauth2: Oauth2::default(),
        };
        for (name, locale) in &settings.persons {
            world.add_person(name, locale, 0);
        }
        let guild = world.add_guild(&settings.guild, &settings.locale, true);
        for name in &settings.channels {
            let channel = Channel::new(world.ids.next(), Some(guild), name, ChannelKind::Text);
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
        self.files.recount_bytes();
    }

    /// Adds an interaction, and removes interactions whose tokens have expired.
    pub(crate) fn add_interaction(&mut self, interaction: Interaction) {
        let life = self.settings.interaction_token_lifetime;
        let now_ms = self.now_ms();
        self.interactions
            .retain(|id, _| !id.is_older_than(life, now_ms));
        self.interactions.insert(interaction.id, interaction);
    }

    pub(crate) fn now_ms(&self) -> u64 {
        self.settings.clock.now_ms()
    }

    pub(crate) fn add_person(&mut self, name: &str, locale: &str, more: Permissions) -> Id {
        let id = self.ids.next();
        let name = name.to_owned();
        let locale = locale.to_owned();
        let permissions = permissions::DEFAULT_MEMBER | more;
        let guilds = self
            .guilds
            .keys()
            .map(|guild| (*guild, id.created_ms()))
            .collect();
        self.persons.insert(
            id,
            Person {
                id,
                name,
                locale,
                permissions,
                guilds,
                installed: false,
            },
        );
        for guild in self.guilds.keys().copied().collect::<Vec<Id>>() {
            self.give_role(guild, permissions);
        }
        id
    }

    /// Adds a guild that all persons join. Its id belongs to the shard after that of the previous
    /// guild.
    pub(crate) fn add_guild(&mut self, name: &str, locale: &str, has_bot: bool) -> Id {
        let before = self.guilds.keys().next_back().copied();
        let id = self.ids.next_for_next_shard(before, self.settings.shards);
        let bot_role = self.ids.next();
        let name = name.to_owned();
        let locale = locale.to_owned();
        let roles = BTreeMap::new();
        self.guilds.insert(
            id,
            Guild {
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
            person.guilds.insert(id, id.created_ms());
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
        events::announce_channel(self, "CREATE", "created", id);
        id
    }

    pub(crate) fn find_or_open_dm(&mut self, person: Id) -> Id {
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

// --- Membership and permissions ---

impl World {
    /// Returns the id of the owner of all guilds, which is the first person.
    pub(crate) fn owner(&self) -> Id {
        self.persons.keys().next().copied().unwrap_or(self.bot)
    }

    pub(crate) fn guild_of(&self, channel: Id) -> Option<Id> {
        self.channels.get(&channel)?.guild
    }

    /// Returns the channels and threads of a guild.
    pub(crate) fn channels_of(&self, guild: Id) -> impl Iterator<Item = &Channel> {
        self.channels
            .values()
            .filter(move |channel| channel.guild == Some(guild))
    }

    pub(crate) fn has_bot(&self, guild: Id) -> bool {
        self.guilds.get(&guild).is_some_and(|guild| guild.has_bot)
    }

    pub(crate) fn is_member(&self, guild: Id, user: Id) -> bool {
        match self.persons.get(&user) {
            Some(person) => person.guilds.contains_key(&guild),
            None => user == self.bot && self.has_bot(guild),
        }
    }

    pub(crate) fn members(&self, guild: Id) -> impl Iterator<Item = Id> {
        self.persons
            .keys()
            .copied()
            .chain([self.bot])
            .filter(move |user| self.is_member(guild, *user))
    }

    pub(crate) fn members_named(&self, guild: Id, query: &str) -> impl Iterator<Item = Id> {
        let query = query.to_lowercase();
        self.members(guild)
            .filter(move |id| self.name_of(*id).to_lowercase().starts_with(&query))
    }

    pub(crate) fn shares_guild_with_bot(&self, person: Id) -> bool {
        self.guilds
            .keys()
            .any(|guild| self.has_bot(*guild) && self.is_member(*guild, person))
    }

    pub(crate) fn has_installed(&self, person: Id) -> bool {
        self.persons
            .get(&person)
            .is_some_and(|person| person.installed)
    }

    /// Returns the role that a member of a guild has beside @everyone.
    pub(crate) fn role_of(&self, guild: Id, user: Id) -> Option<Id> {
        if !self.is_member(guild, user) {
            return None;
        }
        let guild = self.guilds.get(&guild)?;
        match self.persons.get(&user) {
            Some(person) => guild.roles.get(&person.permissions).copied(),
            None => Some(guild.bot_role),
        }
    }

    /// Creates the guild's role with exactly these permissions if there is none yet.
    pub(crate) fn give_role(&mut self, guild: Id, permissions: Permissions) {
        let id = self.ids.next();
        if let Some(guild) = self.guilds.get_mut(&guild) {
            guild.roles.entry(permissions).or_insert(id);
        }
    }

    /// Returns the permissions denied to a user in a channel; threads inherit those of their
    /// channel.
    fn denied_permissions(&self, channel: &Channel, user: Id) -> Permissions {
        let parent = channel
            .parent()
            .and_then(|parent| self.channels.get(&parent));
        channel.denied_to(user) | parent.map_or(0, |parent| parent.denied_to(user))
    }

    pub(crate) fn bot_role_permissions(&self, guild: &Guild) -> Permissions {
        let given = self.settings.permissions & !guild.denied;
        if given & ADMINISTRATOR == 0 {
            given
        } else {
            permissions::all_permissions()
        }
    }

    pub(crate) fn bot_permissions(&self, channel: &Channel) -> Permissions {
        let denied = self.denied_permissions(channel, self.bot);
        match channel.guild.and_then(|guild| self.guilds.get(&guild)) {
            None => permissions::BOT_IN_A_DM & !denied,
            Some(guild) if guild.has_bot => self.bot_role_permissions(guild) & !denied,
            Some(_) => 0,
        }
    }

    /// Returns the `app_permissions` of an interaction. In a guild without the bot, these are the
    /// permissions of an application in a DM as far as the user has them too.
    pub(crate) fn app_permissions(&self, channel: &Channel, person: Id) -> Permissions {
        match channel.guild {
            None => permissions::APP_IN_A_DM & !self.denied_permissions(channel, self.bot),
            Some(guild) if self.has_bot(guild) => self.bot_permissions(channel),
            Some(_) => permissions::APP_IN_A_DM & self.permissions_of(person, channel),
        }
    }

    pub(crate) fn permissions_of(&self, person: Id, channel: &Channel) -> Permissions {
        let Some(found) = self.persons.get(&person) else {
            return 0;
        };
        match channel.guild {
            None => found.permissions,
            Some(guild) if !self.is_member(guild, person) => 0,
            Some(_) if person == self.owner() || found.permissions & ADMINISTRATOR != 0 => {
                permissions::all_permissions()
            }
            Some(_) => found.permissions & !self.denied_permissions(channel, person),
        }
    }

    /// Returns whether a person may see a channel and its public messages.
    pub(crate) fn can_view(&self, person: Id, channel: &Channel) -> bool {
        let granted = self.permissions_of(person, channel);
        match &channel.kind {
            ChannelKind::Dm(recipient) => *recipient == person,
            ChannelKind::Text | ChannelKind::Announcement => granted & VIEW_CHANNEL != 0,
            ChannelKind::Thread(thread) => {
                let is_admitted = !thread.private
                    || thread.members.contains(&person)
                    || granted & MANAGE_THREADS != 0;
                granted & VIEW_CHANNEL != 0 && is_admitted
            }
        }
    }
}
