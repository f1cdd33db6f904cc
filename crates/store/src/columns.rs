//! What is kept: every table that both homes have, with its columns, and which of them hold a person or what a person wrote.
//! By this list a bot is copied, and a person forgotten. A test compares it with both homes: whoever adds a column says
//! here whose it is.

/// A table.
#[derive(Debug)]
pub struct CopiedTable {
    pub name: &'static str,
    /// Its columns, those of its key first and in their order.
    pub columns: &'static [(&'static str, ColumnKind)],
    /// How many columns its key has.
    pub key: usize,
    /// How many rows are copied at once: few where they are long.
    pub(super) rows: usize,
    /// Whether the database gives a new row its number, which is its key.
    pub numbered: bool,
    /// Whether its rows are somebody's alone, and go when they are forgotten; others stay, under a nameless number.
    pub private: bool,
}

/// What stands in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// A number that is no person's, or nothing.
    Number,
    /// Text in which no person is, and which no person wrote; or nothing.
    Text,
    /// Yes or no: SQLite says 1 or 0.
    Flag,
    /// The number of a person, or nothing.
    Person,
    /// The number of a channel, or of a person who alone is told something there.
    Place,
    /// What the person of the row is called, or wrote; or nothing.
    Name,
    /// Text in which people may be; or nothing. Where, is for those to know who read it: each has its own way of forgetting.
    Persons,
}

use ColumnKind::{Flag, Name, Number, Person, Persons, Place, Text};

impl ColumnKind {
    /// What it is to a database, whosever it is.
    pub fn stored(self) -> ColumnKind {
        match self {
            Number | Person | Place => Number,
            Text | Name | Persons => Text,
            Flag => Flag,
        }
    }
}

impl CopiedTable {
    pub fn of_kind(&self, kind: ColumnKind) -> impl Iterator<Item = &'static str> {
        self.columns
            .iter()
            .filter(move |(_, other)| *other == kind)
            .map(|(name, _)| *name)
    }
}

/// All of them, each after those that its rows refer to.
pub const COPIED: [CopiedTable; 27] = [
    CopiedTable {
        rows: 20,
        ..table("figures", 1, &[("digest", Text), ("json", Text)])
    },
    CopiedTable {
        rows: 100,
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
    private("person", 1, &[("person", Person), ("settings", Name)]),
    table("guild", 1, &[("guild", Number), ("settings", Persons)]),
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
        &[("channel", Place), ("since", Number)],
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
        &[("table_id", Number), ("person", Person), ("text", Name)],
    ),
    CopiedTable {
        rows: 50,
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

/// What is of the moment: the processes that serve a database, and what they do. While something is said to a person, their
/// number is a `thing` that is claimed.
pub(super) const PROCESS_TABLES: [&str; 5] = ["process", "claim", "session", "gate", "heard"];

const GAME_TABLE: [(&str, ColumnKind); 21] = [
    ("table_id", Number),
    ("title", Text),
    ("guild", Number),
    ("channel", Place),
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
    ("name", Name),
    ("policy", Text),
    ("word", Name),
    ("stands_in", Flag),
];

const LOG_ENTRY: [(&str, ColumnKind); 9] = [
    ("table_id", Number),
    ("number", Number),
    ("seat", Number),
    ("action", Persons),
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
    ("state", Persons),
];

const NOTICE: [(&str, ColumnKind); 11] = [
    ("notice_id", Number),
    ("table_id", Number),
    ("channel", Place),
    ("body", Persons),
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
    ("channel", Place),
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
    ("player_set", Persons),
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
    ("state", Persons),
    ("opened_at", Number),
    ("check_at", Number),
];

const MATCH_REQUEST: [(&str, ColumnKind); 7] = [
    ("person", Person),
    ("guild", Number),
    ("title", Text),
    ("seats", Number),
    ("since", Number),
    ("body", Name),
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
    ("body", Persons),
    ("undone_by", Number),
];

const PARTICIPANT: [(&str, ColumnKind); 12] = [
    ("table_id", Number),
    ("seat", Number),
    ("holder_number", Number),
    ("person", Person),
    ("name", Name),
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
        rows: 500,
        numbered: false,
        private: false,
    }
}

/// One whose rows are somebody's alone.
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
