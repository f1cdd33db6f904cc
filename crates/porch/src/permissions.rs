//! Discord's permission bits, and the sets of permissions that the porch grants.

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
pub(crate) const USE_APPLICATION_COMMANDS: Permissions = 1 << 31;
pub(crate) const MANAGE_THREADS: Permissions = 1 << 34;
pub(crate) const CREATE_PUBLIC_THREADS: Permissions = 1 << 35;
pub(crate) const CREATE_PRIVATE_THREADS: Permissions = 1 << 36;
pub(crate) const SEND_MESSAGES_IN_THREADS: Permissions = 1 << 38;
pub(crate) const USE_EXTERNAL_APPS: Permissions = 1 << 50;
pub(crate) const PIN_MESSAGES: Permissions = 1 << 51;

/// The names of all permissions in the order of their bits, from the lowest; `-` is an unused bit.
///
/// The list is written by hand because the crates that have it are libraries for bots, which the
/// porch serves to test.
const PERMISSION_NAMES: &str = "\
    CREATE_INSTANT_INVITE KICK_MEMBERS BAN_MEMBERS ADMINISTRATOR MANAGE_CHANNELS MANAGE_GUILD \
    ADD_REACTIONS VIEW_AUDIT_LOG PRIORITY_SPEAKER STREAM VIEW_CHANNEL SEND_MESSAGES \
    SEND_TTS_MESSAGES MANAGE_MESSAGES EMBED_LINKS ATTACH_FILES READ_MESSAGE_HISTORY MENTION_EVERYONE \
    USE_EXTERNAL_EMOJIS VIEW_GUILD_INSIGHTS CONNECT SPEAK MUTE_MEMBERS DEAFEN_MEMBERS MOVE_MEMBERS \
    USE_VAD CHANGE_NICKNAME MANAGE_NICKNAMES MANAGE_ROLES MANAGE_WEBHOOKS MANAGE_GUILD_EXPRESSIONS \
    USE_APPLICATION_COMMANDS REQUEST_TO_SPEAK MANAGE_EVENTS MANAGE_THREADS CREATE_PUBLIC_THREADS \
    CREATE_PRIVATE_THREADS USE_EXTERNAL_STICKERS SEND_MESSAGES_IN_THREADS USE_EMBEDDED_ACTIVITIES \
    MODERATE_MEMBERS - - - - - - - - SEND_POLLS USE_EXTERNAL_APPS PIN_MESSAGES BYPASS_SLOWMODE";

fn named_permissions() -> impl Iterator<Item = (Permissions, &'static str)> {
    (0..)
        .map(|bit| 1 << bit)
        .zip(PERMISSION_NAMES.split_whitespace())
        .filter(|(_, name)| *name != "-")
}

/// The permissions of a person who has no additional ones. The @everyone role grants nothing, so
/// that the bot has exactly what its own role grants.
pub(crate) const DEFAULT_MEMBER: Permissions = ADD_REACTIONS
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

/// The default permissions of the bot's role: the least that a board game in channels and its own
/// threads needs.
pub(crate) const INVITED_BOT: Permissions = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// The bot's permissions in a DM, which do not depend on its roles.
pub(crate) const BOT_IN_A_DM: Permissions = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | MENTION_EVERYONE
    | USE_EXTERNAL_EMOJIS
    | PIN_MESSAGES;

/// The permissions that Discord reports to a user-installed application outside its guilds.
pub(crate) const APP_IN_A_DM: Permissions =
    ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE | USE_EXTERNAL_EMOJIS;

pub(crate) fn find_by_name(name: &str) -> Option<Permissions> {
    named_permissions()
        .find(|(_, known)| *known == name)
        .map(|(permission, _)| permission)
}

pub(crate) fn role_name(permissions: Permissions) -> String {
    let extra = named_permissions()
        .filter(|(permission, _)| permissions & !DEFAULT_MEMBER & permission != 0);
    let extra: Vec<&str> = extra.map(|(_, name)| name).collect();
    if extra.is_empty() {
        "Members".to_owned()
    } else {
        extra.join(", ")
    }
}

pub(crate) fn all_permissions() -> Permissions {
    named_permissions().fold(0, |all, (permission, _)| all | permission)
}
