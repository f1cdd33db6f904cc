//! Rights in a channel, and which of them the bot has.

use super::world::Channel;

/// Rights by their bits.
pub(super) const RIGHTS: &[(&str, u64)] = &[
    ("MANAGE_CHANNELS", 1 << 4),
    ("ADD_REACTIONS", 1 << 6),
    ("VIEW_CHANNEL", 1 << 10),
    ("SEND_MESSAGES", 1 << 11),
    ("MANAGE_MESSAGES", 1 << 13),
    ("EMBED_LINKS", 1 << 14),
    ("ATTACH_FILES", 1 << 15),
    ("READ_MESSAGE_HISTORY", 1 << 16),
    ("MENTION_EVERYONE", 1 << 17),
    ("USE_EXTERNAL_EMOJIS", 1 << 18),
    ("USE_APPLICATION_COMMANDS", 1 << 31),
    ("MANAGE_THREADS", 1 << 34),
    ("CREATE_PUBLIC_THREADS", 1 << 35),
    ("CREATE_PRIVATE_THREADS", 1 << 36),
    ("SEND_MESSAGES_IN_THREADS", 1 << 38),
];

/// The bits of a right.
pub(super) fn right(name: &str) -> u64 {
    RIGHTS.iter().find(|(known, _)| *known == name).map_or(0, |(_, bits)| *bits)
}

/// What the bot may do in a channel: what a careful server grants, less what was taken away there.
pub(super) fn rights_in(channel: &Channel) -> u64 {
    let granted = [
        "ADD_REACTIONS",
        "VIEW_CHANNEL",
        "SEND_MESSAGES",
        "EMBED_LINKS",
        "ATTACH_FILES",
        "READ_MESSAGE_HISTORY",
        "USE_EXTERNAL_EMOJIS",
        "USE_APPLICATION_COMMANDS",
        "CREATE_PUBLIC_THREADS",
        "SEND_MESSAGES_IN_THREADS",
    ];
    granted.into_iter().map(right).sum::<u64>() & !channel.denied
}
