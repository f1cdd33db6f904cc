//! Names of people, tables, games and channels as messages show them.
//!
//! People choose their names. This module makes the names harmless: no name pings, formats a text
//! or turns the direction of writing.

use crate::key;
use lanai_host::{ChannelId, PersonId, Table, TableId};
use lanai_panel::{MAX_NAME_CHARS, visible_chars};
pub(crate) use lanai_panel::{plain_name, plain_player_names, title_name};
use lanai_rules::Title;
use lanai_text::{Fill, Words};

/// Returns the names of a table's players for a message.
pub(crate) fn player_names(words: &Words, table: &Table) -> Vec<String> {
    table
        .seats
        .iter()
        .map(|player| escape_name(words, &player.name))
        .collect()
}

pub(crate) fn table_title(words: &Words, table: &Table) -> String {
    title_name(words, table.title)
}

pub(crate) fn numbered_table(words: &Words, table: &Table) -> String {
    numbered_title(words, table.title, table.id)
}

fn numbered_title(words: &Words, title: Title, table: TableId) -> String {
    let fill = [
        ("game", title_name(words, title).into()),
        ("number", table.0.to_string().into()),
    ];
    words.say(key::CHAT_TABLE_NUMBER, &fill)
}

/// Returns a table's game, number and people, for places without formatting.
pub(crate) fn table_label(words: &Words, table: &Table) -> String {
    let people: Vec<String> = table
        .seats
        .iter()
        .filter(|player| player.person.is_some())
        .map(|player| plain_name(words, &player.name))
        .collect();
    format_table_label(words, table.title, table.id, &people)
}

/// Formats the label of a table that is not loaded, or does not exist yet.
pub(crate) fn format_table_label(
    words: &Words,
    title: Title,
    table: TableId,
    people: &[String],
) -> String {
    let fill = [
        ("table", Fill::from(numbered_title(words, title, table))),
        ("players", people.join(", ").into()),
    ];
    words.say(key::CHAT_TABLE_LABEL, &fill)
}

pub(crate) fn mention(person: PersonId) -> Fill<'static> {
    format!("<@{}>", person.0).into()
}

/// Mentions a person. An erased person, whose id is negative, is named as unknown instead.
pub(crate) fn mention_or_anonymous(words: &Words, person: PersonId) -> Fill<'static> {
    if person.0 < 0 {
        words.unknown_person().into()
    } else {
        mention(person)
    }
}

/// Formats the reason of a moderator, which may be empty.
pub(crate) fn format_reason(words: &Words, reason: &str) -> Fill<'static> {
    let reason = if reason.is_empty() {
        words.say(key::CHAT_CONTEST_NO_REASON, &[])
    } else {
        escape_text(reason)
    };
    reason.into()
}

pub(crate) fn channel_link(channel: ChannelId) -> Fill<'static> {
    format!("<#{}>", channel.0).into()
}

/// Returns a link to a table's channel, or words for lessons and for tables between guilds, which
/// have no channel that everyone can open.
pub(crate) fn table_link(words: &Words, table: &Table) -> String {
    if table.settings.lesson.is_some() {
        words.say(key::LEARN_PLACE, &[])
    } else if table.settings.is_between_guilds() {
        words.say(key::CHAT_DIRECT_MESSAGES, &[])
    } else {
        format!("<#{}>", table.channel.0)
    }
}

/// Escapes a name for a message. An erased person has an empty name, and is named as unknown.
pub(crate) fn escape_name(words: &Words, name: &str) -> String {
    if name.is_empty() {
        words.unknown_person()
    } else {
        escape(name, MAX_NAME_CHARS)
    }
}

/// Escapes a short text typed by a user, or a chosen name, for a message.
pub(crate) fn escape_typed(text: &str) -> String {
    escape(text, MAX_NAME_CHARS)
}

/// Escapes a whole text by a user, such as a note, for a message.
pub(crate) fn escape_text(text: &str) -> String {
    escape(text, usize::MAX)
}

fn escape(text: &str, max_chars: usize) -> String {
    let mut escaped = String::new();
    for letter in visible_chars(text, max_chars).chars() {
        if r"\*_~`|>#<[]()@:-".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    // Addresses and invitations do not become links, because both need an intact slash.
    let escaped = escaped.replace('/', "\u{2060}/");
    if escaped.is_empty() {
        "?".to_owned()
    } else {
        escaped
    }
}
