//! Permissions: one bit each, with Discord's names. It never says who has which.

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

/// The names of all permissions by their bits, from the lowest; a bit that means nothing has none. By hand: those crates
/// that know Discord's names are libraries for bots, and the porch shall judge them, not believe them.
const NAMES: &str = "\
    CREATE_INSTANT_INVITE KICK_MEMBERS BAN_MEMBERS ADMINISTRATOR MANAGE_CHANNELS MANAGE_GUILD \
    ADD_REACTIONS VIEW_AUDIT_LOG PRIORITY_SPEAKER STREAM VIEW_CHANNEL SEND_MESSAGES \
    SEND_TTS_MESSAGES MANAGE_MESSAGES EMBED_LINKS ATTACH_FILES READ_MESSAGE_HISTORY MENTION_EVERYONE \
    USE_EXTERNAL_EMOJIS VIEW_GUILD_INSIGHTS CONNECT SPEAK MUTE_MEMBERS DEAFEN_MEMBERS MOVE_MEMBERS \
    USE_VAD CHANGE_NICKNAME MANAGE_NICKNAMES MANAGE_ROLES MANAGE_WEBHOOKS MANAGE_GUILD_EXPRESSIONS \
    USE_APPLICATION_COMMANDS REQUEST_TO_SPEAK MANAGE_EVENTS MANAGE_THREADS CREATE_PUBLIC_THREADS \
    CREATE_PRIVATE_THREADS USE_EXTERNAL_STICKERS SEND_MESSAGES_IN_THREADS USE_EMBEDDED_ACTIVITIES \
    MODERATE_MEMBERS - - - - - - - - SEND_POLLS USE_EXTERNAL_APPS PIN_MESSAGES BYPASS_SLOWMODE";

fn each() -> impl Iterator<Item = (Permissions, &'static str)> {
    (0..)
        .map(|bit| 1 << bit)
        .zip(NAMES.split_whitespace())
        .filter(|(_, name)| *name != "-")
}

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

pub(crate) fn named(name: &str) -> Option<Permissions> {
    each()
        .find(|(_, known)| *known == name)
        .map(|(permission, _)| permission)
}

pub(crate) fn role_name(permissions: Permissions) -> String {
    let more = each().filter(|(permission, _)| permissions & !EVERYBODY & permission != 0);
    let more: Vec<&str> = more.map(|(_, name)| name).collect();
    if more.is_empty() {
        "Members".to_owned()
    } else {
        more.join(", ")
    }
}

pub(crate) fn all() -> Permissions {
    each().fold(0, |all, (permission, _)| all | permission)
}
