//! The settings with which a porch is opened.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use super::events::{GUILD_MEMBERS, GUILD_PRESENCES, MESSAGE_CONTENT};
use super::token::{CLIENT_SECRET, TOKEN};
use super::{clock::Clock, permissions, world::Limits};

/// A gateway intent that must be enabled for the application before its bot may use it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrivilegedIntent {
    Members,
    Presences,
    MessageContent,
}

impl PrivilegedIntent {
    pub const ALL: [PrivilegedIntent; 3] = [
        PrivilegedIntent::Members,
        PrivilegedIntent::Presences,
        PrivilegedIntent::MessageContent,
    ];

    pub fn name(self) -> &'static str {
        match self {
            PrivilegedIntent::Members => "members",
            PrivilegedIntent::Presences => "presences",
            PrivilegedIntent::MessageContent => "message-content",
        }
    }

    /// Returns the bit of this intent in an IDENTIFY.
    pub(crate) fn bit(self) -> u64 {
        match self {
            PrivilegedIntent::Members => GUILD_MEMBERS,
            PrivilegedIntent::Presences => GUILD_PRESENCES,
            PrivilegedIntent::MessageContent => MESSAGE_CONTENT,
        }
    }

    /// Returns the flag of the application that shows this intent as enabled for a bot in few
    /// guilds.
    pub(crate) fn application_flag(self) -> u64 {
        match self {
            PrivilegedIntent::Members => 1 << 15,
            PrivilegedIntent::Presences => 1 << 13,
            PrivilegedIntent::MessageContent => 1 << 19,
        }
    }
}

/// A URL mapping of the Activity, as in Discord's developer portal: requests whose path begins with
/// `prefix` go to `target`, and their paths lose the prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UrlMapping {
    /// The beginning of the path, such as `/` or `/api`.
    pub prefix: String,
    /// The URL of a server on this machine, such as `http://127.0.0.1:8080`.
    pub target: String,
}

impl UrlMapping {
    /// Returns the mapping of all requests to one server.
    pub fn root(target: &str) -> UrlMapping {
        UrlMapping {
            prefix: "/".to_owned(),
            target: target.to_owned(),
        }
    }
}

/// The settings of a porch. The defaults are those of Discord, except for the identify interval.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The loopback address on which the porch listens; with port 0, a free port is chosen.
    pub address: SocketAddr,
    /// The bot's token. If it has Discord's format, it determines the bot's id.
    pub token: String,
    /// The name of the bot.
    pub bot: String,
    /// The name of the first guild.
    pub guild: String,
    /// The locale of the first guild.
    pub locale: String,
    /// Names and locales of the first persons. The first one owns all guilds.
    pub persons: Vec<(String, String)>,
    pub channels: Vec<String>,
    /// How long the bot may take for the first response to an interaction, by the machine's clock.
    pub answer_timeout: Duration,
    /// How long the bot may send follow-ups to an interaction.
    pub interaction_token_lifetime: Duration,
    /// How long a person's request waits for the final response if it asks to wait for that.
    pub settle_timeout: Duration,
    pub heartbeat: Duration,
    /// How long a disconnected gateway session can be resumed.
    pub session_lifetime: Duration,
    /// The recommended number of shards. New guilds are spread over them.
    pub shards: u64,
    /// The number of sessions that may start within a day, by the porch's clock.
    pub session_starts: u32,
    /// The number of buckets into which shards fall; [`Settings::identify_interval`] applies to
    /// each.
    pub max_concurrency: u64,
    /// The minimum time between session starts in a bucket. Zero by default, unlike on Discord,
    /// because a bot in development restarts often.
    pub identify_interval: Duration,
    /// How long a nonce is remembered to detect duplicates of messages with `enforce_nonce`.
    pub nonce_lifetime: Duration,
    pub limits: Limits,
    /// The permission bits of the bot's role, as in its invite link.
    pub permissions: u64,
    /// The privileged intents that are enabled for the application.
    pub intents: Vec<PrivilegedIntent>,
    /// Whether users can install the application to their own account.
    pub user_install: bool,
    /// Whether Activities are enabled, which adds an Entry Point command.
    pub activities: bool,
    /// Where the requests of the Activity go. The longest prefix that fits counts.
    pub url_mappings: Vec<UrlMapping>,
    /// The client secret of the application, with which codes of `OAuth2` are exchanged.
    pub client_secret: String,
    /// The URL of the bot's privacy policy.
    pub policy: Option<String>,
    /// The clock that determines rate limits, archiving, and the lifetimes of tokens and nonces.
    pub clock: Clock,
    /// The folder in which the world is saved. A saved world overrides persons, guilds and
    /// channels.
    pub persist_in: Option<PathBuf>,
    /// A folder with additional Fluent files for the page.
    pub words: Option<PathBuf>,
}

impl Settings {
    /// Discord's minimum time between session starts in a bucket.
    pub const DISCORD_IDENTIFY_INTERVAL: Duration = Duration::from_secs(5);

    /// Returns the settings of the porch that the program opens for its own bot.
    ///
    /// They have a person for every supported language, two channels, and the permission for
    /// private threads.
    pub fn for_lanai() -> Settings {
        let usual = Settings::default();
        let more = [("Greta", "de"), ("Jana", "cs")]
            .map(|(name, locale)| (name.to_owned(), locale.to_owned()));
        Settings {
            persons: usual.persons.iter().cloned().chain(more).collect(),
            channels: vec!["lanai".to_owned(), "garden".to_owned()],
            permissions: usual.permissions | permissions::CREATE_PRIVATE_THREADS,
            ..usual
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        let persons = [
            ("Ana", "en-US"),
            ("Ben", "en-GB"),
            ("Chloé", "fr"),
            ("Dan", "en-US"),
        ];
        Settings {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            token: TOKEN.to_owned(),
            bot: "Lanai".to_owned(),
            guild: "The porch".to_owned(),
            locale: "en-US".to_owned(),
            persons: persons
                .map(|(name, locale)| (name.to_owned(), locale.to_owned()))
                .to_vec(),
            channels: vec!["porch".to_owned()],
            answer_timeout: Duration::from_secs(3),
            interaction_token_lifetime: Duration::from_mins(15),
            settle_timeout: Duration::from_secs(15),
            heartbeat: Duration::from_millis(41_250),
            session_lifetime: Duration::from_secs(90),
            shards: 1,
            session_starts: 1_000,
            max_concurrency: 1,
            identify_interval: Duration::ZERO,
            nonce_lifetime: Duration::from_mins(5),
            limits: Limits::default(),
            permissions: permissions::INVITED_BOT,
            intents: Vec::new(),
            user_install: true,
            activities: false,
            url_mappings: Vec::new(),
            client_secret: CLIENT_SECRET.to_owned(),
            policy: None,
            clock: Clock::system(),
            persist_in: None,
            words: None,
        }
    }
}
