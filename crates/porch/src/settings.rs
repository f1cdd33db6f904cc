//! How a porch is set up.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use super::events::{GUILD_MEMBERS, GUILD_PRESENCES, MESSAGE_CONTENT};
use super::{clock::Clock, permissions, token::TOKEN, world::Limits};

/// An intent that a bot may ask for only after it was switched on for the application.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrivilegedIntent {
    /// `GUILD_MEMBERS`
    Members,
    /// `GUILD_PRESENCES`
    Presences,
    /// `MESSAGE_CONTENT`
    MessageContent,
}

impl PrivilegedIntent {
    pub const ALL: [PrivilegedIntent; 3] = [
        PrivilegedIntent::Members,
        PrivilegedIntent::Presences,
        PrivilegedIntent::MessageContent,
    ];

    /// Returns its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            PrivilegedIntent::Members => "members",
            PrivilegedIntent::Presences => "presences",
            PrivilegedIntent::MessageContent => "message-content",
        }
    }

    /// Returns the bit by which a bot asks for it.
    pub(crate) fn bit(self) -> u64 {
        match self {
            PrivilegedIntent::Members => GUILD_MEMBERS,
            PrivilegedIntent::Presences => GUILD_PRESENCES,
            PrivilegedIntent::MessageContent => MESSAGE_CONTENT,
        }
    }

    /// Returns the flag by which an application in few guilds says that it is switched on.
    pub(crate) fn application_flag(self) -> u64 {
        match self {
            PrivilegedIntent::Members => 1 << 15,
            PrivilegedIntent::Presences => 1 << 13,
            PrivilegedIntent::MessageContent => 1 << 19,
        }
    }
}

/// How a porch is set up. The defaults are Discord's, save the pace of sessions, with four persons, one server and one
/// channel.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens: a loopback address. Port 0 takes any that is free.
    pub address: SocketAddr,
    /// The token by which the bot proves that it is the bot. In the shape of Discord's, it also says which id the bot has.
    pub token: String,
    /// The name of the bot.
    pub bot: String,
    /// The name of the first server.
    pub server: String,
    /// The language of the first server.
    pub locale: String,
    /// Names and languages of the first persons. The first owns the servers.
    pub persons: Vec<(String, String)>,
    /// Names of the first channels.
    pub channels: Vec<String>,
    /// How long Discord waits for the first answer to an interaction.
    pub patience: Duration,
    /// How long an interaction may be followed up.
    pub token_life: Duration,
    /// How long a person waits, when asked to, until a deferred answer is given.
    pub settle: Duration,
    /// How often a bot is asked to send a sign of life.
    pub heartbeat: Duration,
    /// How long a gateway session that lost its connection may be resumed.
    pub session_life: Duration,
    /// How many shards Discord asks for. It takes any number all the same. New servers are spread over so many.
    pub shards: u64,
    /// How many sessions may begin in a day, by the porch's clock.
    pub session_starts: u32,
    /// How many shards may begin their sessions at the same time: the buckets of [`Settings::identify_every`].
    pub max_concurrency: u64,
    /// How long after a session began the next one of its bucket may begin. Discord takes [`Settings::DISCORDS_PACE`]. Here
    /// nobody waits unless it is said, because a bot that is being built starts again every few moments.
    pub identify_every: Duration,
    /// How long a nonce is remembered.
    pub nonce_life: Duration,
    /// How often a bot may ask.
    pub limits: Limits,
    /// What the bot's role allows on each server: the number in its invite link.
    pub permissions: u64,
    /// The privileged intents that are switched on for the application: none, as for each new application.
    pub intents: Vec<PrivilegedIntent>,
    /// Whether people can have the application for themselves, as with every new one. Commands that do not say how they
    /// are installed follow it.
    pub user_install: bool,
    /// Whether Activities are switched on for the application: then it has an Entry Point command.
    pub activities: bool,
    /// Where the bot's privacy policy is, as its owner says in the developer portal.
    pub policy: Option<String>,
    /// The clock by which Discord measures minutes and days.
    pub clock: Clock,
    /// The folder in which the world is kept, so that it comes back as it was; otherwise it is forgotten with the porch.
    /// What the settings say about persons, servers and channels is for a new world.
    pub kept: Option<PathBuf>,
    /// A folder with further files of words, of which the page says its own.
    pub words: Option<PathBuf>,
}

impl Settings {
    /// What Discord lets pass between two sessions that begin in the same bucket.
    pub const DISCORDS_PACE: Duration = Duration::from_secs(5);

    /// The porch that the program opens for its own bot: people of every language that the program speaks, two channels, and
    /// the permission for private tables.
    pub fn of_own_bot() -> Settings {
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
            server: "The porch".to_owned(),
            locale: "en-US".to_owned(),
            persons: persons
                .map(|(name, locale)| (name.to_owned(), locale.to_owned()))
                .to_vec(),
            channels: vec!["porch".to_owned()],
            patience: Duration::from_secs(3),
            token_life: Duration::from_mins(15),
            settle: Duration::from_secs(15),
            heartbeat: Duration::from_millis(41_250),
            session_life: Duration::from_secs(90),
            shards: 1,
            session_starts: 1_000,
            max_concurrency: 1,
            identify_every: Duration::ZERO,
            nonce_life: Duration::from_mins(5),
            limits: Limits::default(),
            permissions: permissions::INVITED_BOT,
            intents: Vec::new(),
            user_install: true,
            activities: false,
            policy: None,
            clock: Clock::of_machine(),
            kept: None,
            words: None,
        }
    }
}
