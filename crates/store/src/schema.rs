//! The tables that both databases have, their columns, and the personal data in them. Copies and
//! erasures follow this list, and a test compares it with both databases, so a new column must be
//! classified here.

/// A table and how it is copied and erased.
#[derive(Debug)]
pub struct CopiedTable {
    pub name: &'static str,
    /// The key columns come first, in the order of the key.
    pub columns: &'static [(&'static str, ColumnKind)],
    /// The number of key columns.
    pub key: usize,
    /// How many rows a copy handles at once. It is small for long rows.
    pub(super) batch_size: usize,
    /// Whether the database generates the key.
    pub numbered: bool,
    /// Whether its rows are deleted with their person. If not, they stay under a nameless id.
    pub private: bool,
}

/// What a column contains, for copies and erasures. Any column may be null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// A number other than the id of a person.
    Number,
    /// Text that contains no personal data.
    Text,
    /// A boolean, which SQLite stores as 0 or 1.
    Flag,
    /// The id of a person.
    Person,
    /// The id of a channel, or of a person for direct messages.
    ChannelOrPerson,
    /// A name or a text of the person to whom the row belongs.
    PersonText,
    /// Text that may mention people and that `TextRedactor` redacts.
    MentionsPersons,
}

use ColumnKind::{ChannelOrPerson, Flag, MentionsPersons, Number, Person, PersonText, Text};

impl ColumnKind {
    /// Returns the kind that is stored in the same way: number, text or flag.
    pub fn storage_kind(self) -> ColumnKind {
        match self {
            Number | Person | ChannelOrPerson => Number,
            Text | PersonText | MentionsPersons => Text,
            Flag => Flag,
        }
    }
}

impl CopiedTable {
    pub fn columns_of_kind(&self, kind: ColumnKind) -> impl Iterator<Item = &'static str> {
        self.columns
            .iter()
            .filter(move |(_, other)| *other == kind)
            .map(|(name, _)| *name)
    }
}

/// All copied tables, each after those it references.
pub const COPIED_TABLES: [CopiedTable; 27] = [
    CopiedTable {
        batch_size: 20,
        ..table("figures", 1, &[("digest", Text), ("json", Text)])
    },
    CopiedTable {
        batch_size: 100,
        numbered: true,
        ..table("game_table", 1, &GAME_TABLE)
    },
    table("seat", 2, &SEAT),
    table("log_entry", 2, &LOG_ENTRY),
    table(
        "interaction",
        1,
        &[("interaction_id", Number), ("at", Number)],
    ),
    table("wait", 1, &WAIT),
    private("person", 1, &[("person", Person), ("settings", PersonText)]),
    table(
        "guild",
        1,
        &[("guild", Number), ("settings", MentionsPersons)],
    ),
    CopiedTable {
        numbered: true,
        ..table("notice", 1, &NOTICE)
    },
    private("standing_message", 3, &STANDING_MESSAGE),
    private(
        "watch",
        2,
        &[
            ("table_id", Number),
            ("channel", Number),
            ("person", Person),
            ("language", Text),
        ],
    ),
    private(
        "unwritable_channel",
        1,
        &[("channel", ChannelOrPerson), ("since", Number)],
    ),
    table("result", 1, &RESULT),
    table("participant", 3, &PARTICIPANT),
    table("rating", 3, &RATING),
    table("rating_history", 2, &RATING_HISTORY),
    table(
        "guild_rated_person",
        4,
        &[
            ("guild", Number),
            ("title", Text),
            ("seats", Number),
            ("person", Person),
        ],
    ),
    table("seat_total", 5, &SEAT_TOTAL),
    table("member_total", 3, &MEMBER_TOTAL),
    private(
        "note",
        2,
        &[
            ("table_id", Number),
            ("person", Person),
            ("text", PersonText),
        ],
    ),
    CopiedTable {
        batch_size: 50,
        ..table("contest", 1, &CONTEST)
    },
    table(
        "heat",
        2,
        &[
            ("contest_id", Number),
            ("number", Number),
            ("table_id", Number),
        ],
    ),
    private("match_request", 1, &MATCH_REQUEST),
    private("private_channel", 2, &PRIVATE_CHANNEL),
    table("moderation_act", 2, &MODERATION_ACT),
    table("departure", 1, &[("guild", Number), ("since", Number)]),
    table("key_value", 1, &[("name", Text), ("value", Text)]),
];

/// Tables of running processes, which are not copied. A `thing` that is claimed may be the id of a
/// person while a notice is sent.
pub(super) const PROCESS_TABLES: [&str; 5] = ["process", "claim", "session", "gate", "heard"];

const GAME_TABLE: [(&str, ColumnKind); 21] = [
    ("table_id", Number),
    ("title", Text),
    ("guild", Number),
    ("channel", ChannelOrPerson),
    ("owner", Person),
    ("status", Text),
    ("revision", Number),
    ("language", Text),
    ("seat_count", Number),
    ("options", Text),
    ("secret", Text),
    ("figures", Text),
    ("announced_entries", Number),
    ("snapshot", Text),
    ("opened_at", Number),
    ("changed_at", Number),
    ("settings", Text),
    ("starting", Text),
    ("rematch_of", Number),
    ("audience_channel", Number),
    ("parent_channel", Number),
];

const SEAT: [(&str, ColumnKind); 7] = [
    ("table_id", Number),
    ("seat", Number),
    ("person", Person),
    ("name", PersonText),
    ("policy", Text),
    ("word", PersonText),
    ("stands_in", Flag),
];

const LOG_ENTRY: [(&str, ColumnKind); 9] = [
    ("table_id", Number),
    ("number", Number),
    ("seat", Number),
    ("action", MentionsPersons),
    ("events", Text),
    ("revision", Number),
    ("at", Number),
    ("for_person", Flag),
    ("premove", Flag),
];

const WAIT: [(&str, ColumnKind); 7] = [
    ("table_id", Number),
    ("person", Person),
    ("since", Number),
    ("check_at", Number),
    ("version", Number),
    ("pinged_revision", Number),
    ("state", MentionsPersons),
];

const NOTICE: [(&str, ColumnKind); 11] = [
    ("notice_id", Number),
    ("table_id", Number),
    ("channel", ChannelOrPerson),
    ("body", MentionsPersons),
    ("due_at", Number),
    ("attempts", Number),
    ("status", Text),
    ("message", Number),
    ("person", Person),
    ("replace_key", Text),
    ("maybe_sent", Flag),
];

const STANDING_MESSAGE: [(&str, ColumnKind); 6] = [
    ("table_id", Number),
    ("channel", ChannelOrPerson),
    ("role", Text),
    ("message", Number),
    ("pictures", Number),
    ("person", Person),
];

const RESULT: [(&str, ColumnKind); 11] = [
    ("table_id", Number),
    ("title", Text),
    ("guild", Number),
    ("seats", Number),
    ("ending", Text),
    ("ended_at", Number),
    ("closed", Flag),
    ("rated", Flag),
    ("rating_order", Number),
    ("player_set", MentionsPersons),
    ("audience_channel", Number),
];

const RATING: [(&str, ColumnKind); 6] = [
    ("title", Text),
    ("seats", Number),
    ("person", Person),
    ("mean", Number),
    ("spread", Number),
    ("games", Number),
];

const RATING_HISTORY: [(&str, ColumnKind); 5] = [
    ("table_id", Number),
    ("person", Person),
    ("mean", Number),
    ("spread", Number),
    ("games", Number),
];

const SEAT_TOTAL: [(&str, ColumnKind); 9] = [
    ("guild", Number),
    ("audience_channel", Number),
    ("title", Text),
    ("seats", Number),
    ("seat", Number),
    ("games", Number),
    ("won", Number),
    ("points", Number),
    ("best", Number),
];

const MEMBER_TOTAL: [(&str, ColumnKind); 5] = [
    ("guild", Number),
    ("audience_channel", Number),
    ("person", Person),
    ("games", Number),
    ("latest", Number),
];

const CONTEST: [(&str, ColumnKind); 9] = [
    ("contest_id", Number),
    ("guild", Number),
    ("channel", Number),
    ("organiser", Person),
    ("status", Text),
    ("revision", Number),
    ("state", MentionsPersons),
    ("opened_at", Number),
    ("check_at", Number),
];

const MATCH_REQUEST: [(&str, ColumnKind); 7] = [
    ("person", Person),
    ("guild", Number),
    ("title", Text),
    ("seats", Number),
    ("since", Number),
    ("body", PersonText),
    ("expiring_since", Number),
];

const PRIVATE_CHANNEL: [(&str, ColumnKind); 4] = [
    ("table_id", Number),
    ("person", Person),
    ("channel", Number),
    ("language", Text),
];

const MODERATION_ACT: [(&str, ColumnKind); 6] = [
    ("guild", Number),
    ("number", Number),
    ("at", Number),
    ("person", Person),
    ("body", MentionsPersons),
    ("undone_by", Number),
];

const PARTICIPANT: [(&str, ColumnKind); 12] = [
    ("table_id", Number),
    ("seat", Number),
    ("holder_number", Number),
    ("person", Person),
    ("name", PersonText),
    ("policy", Text),
    ("left_by", Text),
    ("points", Number),
    ("rank", Number),
    ("turns", Number),
    ("seconds", Number),
    ("taken", Text),
];

const fn table(
    name: &'static str,
    key: usize,
    columns: &'static [(&'static str, ColumnKind)],
) -> CopiedTable {
    CopiedTable {
        name,
        columns,
        key,
        batch_size: 500,
        numbered: false,
        private: false,
    }
}

/// Returns a table whose rows are deleted with their person.
const fn private(
    name: &'static str,
    key: usize,
    columns: &'static [(&'static str, ColumnKind)],
) -> CopiedTable {
    CopiedTable {
        private: true,
        ..table(name, key, columns)
    }
}
