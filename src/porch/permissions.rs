//! Permissions: one bit each, with Discord's names. It never says who has which.

/// What somebody may do.
pub(crate) type Permissions = u64;

pub(crate) const ADMINISTRATOR: Permissions = 1 << 3;
pub(crate) const MANAGE_CHANNELS: Permissions = 1 << 4;
pub(crate) const ADD_REACTIONS: Permissions = 1 << 6;
pub(crate) const VIEW_CHANNEL: Permissions = 1 << 10;
pub(crate) const SEND_MESSAGES: Permissions = 1 << 11;
pub(crate) const MANAGE_MESSAGES: Permissions = 1 << 13;
pub(crate) const EMBED_LINKS: Permissions = 1 << 14;
pub(crate) const ATTACH_FILES: Permissions = 1 << 15;
pub(crate) const READ_MESSAGE_HISTORY: Permissions = 1 << 16;
pub(crate) const MENTION_EVERYONE: Permissions = 1 << 17;
pub(crate) const USE_EXTERNAL_EMOJIS: Permissions = 1 << 18;
pub(crate) const MANAGE_WEBHOOKS: Permissions = 1 << 29;
pub(crate) const USE_APPLICATION_COMMANDS: Permissions = 1 << 31;
pub(crate) const MANAGE_THREADS: Permissions = 1 << 34;
pub(crate) const CREATE_PUBLIC_THREADS: Permissions = 1 << 35;
pub(crate) const CREATE_PRIVATE_THREADS: Permissions = 1 << 36;
pub(crate) const SEND_MESSAGES_IN_THREADS: Permissions = 1 << 38;
pub(crate) const USE_EXTERNAL_APPS: Permissions = 1 << 50;
pub(crate) const PIN_MESSAGES: Permissions = 1 << 51;
pub(crate) const BYPASS_SLOWMODE: Permissions = 1 << 52;

/// Each permission with its name. By hand: those crates that know Discord's names are libraries for bots, and the porch
/// shall judge them, not believe them.
const NAMES: &[(&str, u32)] = &[
    ("CREATE_INSTANT_INVITE", 0),
    ("KICK_MEMBERS", 1),
    ("BAN_MEMBERS", 2),
    ("ADMINISTRATOR", 3),
    ("MANAGE_CHANNELS", 4),
    ("MANAGE_GUILD", 5),
    ("ADD_REACTIONS", 6),
    ("VIEW_AUDIT_LOG", 7),
    ("PRIORITY_SPEAKER", 8),
    ("STREAM", 9),
    ("VIEW_CHANNEL", 10),
    ("SEND_MESSAGES", 11),
    ("SEND_TTS_MESSAGES", 12),
    ("MANAGE_MESSAGES", 13),
    ("EMBED_LINKS", 14),
    ("ATTACH_FILES", 15),
    ("READ_MESSAGE_HISTORY", 16),
    ("MENTION_EVERYONE", 17),
    ("USE_EXTERNAL_EMOJIS", 18),
    ("VIEW_GUILD_INSIGHTS", 19),
    ("CONNECT", 20),
    ("SPEAK", 21),
    ("MUTE_MEMBERS", 22),
    ("DEAFEN_MEMBERS", 23),
    ("MOVE_MEMBERS", 24),
    ("USE_VAD", 25),
    ("CHANGE_NICKNAME", 26),
    ("MANAGE_NICKNAMES", 27),
    ("MANAGE_ROLES", 28),
    ("MANAGE_WEBHOOKS", 29),
    ("MANAGE_GUILD_EXPRESSIONS", 30),
    ("USE_APPLICATION_COMMANDS", 31),
    ("REQUEST_TO_SPEAK", 32),
    ("MANAGE_EVENTS", 33),
    ("MANAGE_THREADS", 34),
    ("CREATE_PUBLIC_THREADS", 35),
    ("CREATE_PRIVATE_THREADS", 36),
    ("USE_EXTERNAL_STICKERS", 37),
    ("SEND_MESSAGES_IN_THREADS", 38),
    ("USE_EMBEDDED_ACTIVITIES", 39),
    ("MODERATE_MEMBERS", 40),
    ("SEND_POLLS", 49),
    ("USE_EXTERNAL_APPS", 50),
    ("PIN_MESSAGES", 51),
    ("BYPASS_SLOWMODE", 52),
];

/// What the role of a person allows who was given no more. The role that everybody has allows nothing here, so that the
/// bot has what its own role gives it, and not a bit beside.
pub(crate) const EVERYBODY: Permissions = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | 1 << 26
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS
    | USE_EXTERNAL_APPS;

/// What the bot's role allows, by the least that a board game needs: seeing, speaking and showing, in channels and in
/// threads of its own. It is the number of an invite link.
pub(crate) const INVITED_BOT: Permissions = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// What a bot may do in its channel with one person, whatever its roles elsewhere.
pub(crate) const BOT_IN_A_DM: Permissions = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | MENTION_EVERYONE
    | USE_EXTERNAL_EMOJIS
    | PIN_MESSAGES;

/// What Discord tells an application that it may do among persons who let it in for themselves.
pub(crate) const APP_IN_A_DM: Permissions =
    ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE | USE_EXTERNAL_EMOJIS;

/// The permission of that name.
pub(crate) fn named(name: &str) -> Option<Permissions> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, bit)| 1 << bit)
}

/// The name of a role that allows this.
pub(crate) fn role_name(permissions: Permissions) -> String {
    let more = NAMES.iter().filter(|(_, bit)| permissions & !EVERYBODY & 1 << bit != 0);
    let more: Vec<&str> = more.map(|(name, _)| *name).collect();
    if more.is_empty() { "Members".to_owned() } else { more.join(", ") }
}

/// All permissions, as an owner has them.
pub(crate) fn all() -> Permissions {
    NAMES.iter().fold(0, |all, (_, bit)| all | 1 << bit)
}
