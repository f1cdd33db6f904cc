//! The tables that both databases have, their columns, and the personal data in them. Copies and
//! erasures follow this list, and a test compares it with both databases, so a new column must be
//! classified here.

/// A table and how it is copied and erased.
#[derive(Debug)]
pub struct CopiedTable {
    pub name: &'static str,
    /// The key columns come first, in the order of the key.
    pub columns: &'static [Column],
    /// The number of key columns.
    pub key_column_count: usize,
    /// How many rows a copy handles at once. It is small for long rows.
    pub(super) batch_size: usize,
    /// Whether the database generates the key.
    pub has_generated_key: bool,
    /// Whether its rows are deleted with their person. If not, they stay under an anonymous id.
    pub private: bool,
}

/// A column of a copied table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    pub name: &'static str,
    pub kind: ColumnKind,
}

/// What a column contains, for copies and erasures. All but flags may be null.
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
            .filter(move |column| column.kind == kind)
            .map(|column| column.name)
    }
}

/// All copied tables, each after those it references.
pub const COPIED_TABLES: [CopiedTable; 28] = [
    CopiedTable {
        batch_size: 20,
        ..table(
            "figures",
            1,
            &[column("digest", Text), column("json", Text)],
        )
    },
    CopiedTable {
        batch_size: 100,
        has_generated_key: true,
        ..table("game_table", 1, &GAME_TABLE)
    },
    table("seat", 2, &SEAT),
    table("log_entry", 2, &LOG_ENTRY),
    table(
        "interaction",
        1,
        &[column("interaction_id", Number), column("at", Number)],
    ),
    table("wait", 1, &WAIT),
    private(
        "person",
        1,
        &[column("person", Person), column("settings", PersonText)],
    ),
    table(
        "guild",
        1,
        &[column("guild", Number), column("settings", MentionsPersons)],
    ),
    CopiedTable {
        has_generated_key: true,
        ..table("notice", 1, &NOTICE)
    },
    private("standing_message", 3, &STANDING_MESSAGE),
    private(
        "watch",
        2,
        &[
            column("table_id", Number),
            column("channel", Number),
            column("person", Person),
            column("language", Text),
        ],
    ),
    private(
        "unwritable_channel",
        1,
        &[column("channel", ChannelOrPerson), column("since", Number)],
    ),
    table("result", 1, &RESULT),
    table("participant", 3, &PARTICIPANT),
    table("rating", 3, &RATING),
    table("rating_history", 2, &RATING_HISTORY),
    table(
        "guild_rated_person",
        4,
        &[
            column("guild", Number),
            column("title", Text),
            column("seats", Number),
            column("person", Person),
        ],
    ),
    table("seat_total", 5, &SEAT_TOTAL),
    table("member_total", 3, &MEMBER_TOTAL),
    private(
        "note",
        2,
        &[
            column("table_id", Number),
            column("person", Person),
            column("text", PersonText),
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
            column("contest_id", Number),
            column("number", Number),
            column("table_id", Number),
        ],
    ),
    private("match_request", 1, &MATCH_REQUEST),
    private("private_channel", 2, &PRIVATE_CHANNEL),
    private(
        "board_token",
        1,
        &[
            column("digest", Text),
            column("kind", Text),
            column("table_id", Number),
            column("person", Person),
            column("language", Text),
            column("expires_at", Number),
        ],
    ),
    table("moderation_act", 2, &MODERATION_ACT),
    table(
        "departure",
        1,
        &[column("guild", Number), column("since", Number)],
    ),
    table(
        "key_value",
        1,
        &[column("name", Text), column("value", Text)],
    ),
];

/// Tables of running processes, which are not copied. A `thing` that is claimed may be the id of a
/// person while a notice is sent.
pub(super) const PROCESS_TABLES: [&str; 5] = ["process", "claim", "session", "gate", "heard"];

const GAME_TABLE: [Column; 21] = [
    column("table_id", Number),
    column("title", Text),
    column("guild", Number),
    column("channel", ChannelOrPerson),
    column("owner", Person),
    column("status", Text),
    column("revision", Number),
    column("language", Text),
    column("seat_count", Number),
    column("options", Text),
    column("secret", Text),
    column("figures", Text),
    column("announced_entries", Number),
    column("snapshot", Text),
    column("opened_at", Number),
    column("changed_at", Number),
    column("settings", Text),
    column("starting", Text),
    column("rematch_of", Number),
    column("audience_channel", Number),
    column("parent_channel", Number),
];

const SEAT: [Column; 7] = [
    column("table_id", Number),
    column("seat", Number),
    column("person", Person),
    column("name", PersonText),
    column("policy", Text),
    column("word", PersonText),
    column("stands_in", Flag),
];

const LOG_ENTRY: [Column; 9] = [
    column("table_id", Number),
    column("number", Number),
    column("seat", Number),
    column("action", MentionsPersons),
    column("events", Text),
    column("revision", Number),
    column("at", Number),
    column("for_person", Flag),
    column("premove", Flag),
];

const WAIT: [Column; 7] = [
    column("table_id", Number),
    column("person", Person),
    column("since", Number),
    column("check_at", Number),
    column("version", Number),
    column("pinged_revision", Number),
    column("state", MentionsPersons),
];

const NOTICE: [Column; 11] = [
    column("notice_id", Number),
    column("table_id", Number),
    column("channel", ChannelOrPerson),
    column("body", MentionsPersons),
    column("due_at", Number),
    column("attempts", Number),
    column("status", Text),
    column("message", Number),
    column("person", Person),
    column("replace_key", Text),
    column("maybe_sent", Flag),
];

const STANDING_MESSAGE: [Column; 6] = [
    column("table_id", Number),
    column("channel", ChannelOrPerson),
    column("role", Text),
    column("message", Number),
    column("pictures", Number),
    column("person", Person),
];

const RESULT: [Column; 11] = [
    column("table_id", Number),
    column("title", Text),
    column("guild", Number),
    column("seats", Number),
    column("ending", Text),
    column("ended_at", Number),
    column("players_only", Flag),
    column("rated", Flag),
    column("rating_order", Number),
    column("player_set", MentionsPersons),
    column("audience_channel", Number),
];

const RATING: [Column; 6] = [
    column("title", Text),
    column("seats", Number),
    column("person", Person),
    column("mean", Number),
    column("spread", Number),
    column("games", Number),
];

const RATING_HISTORY: [Column; 5] = [
    column("table_id", Number),
    column("person", Person),
    column("mean", Number),
    column("spread", Number),
    column("games", Number),
];

const SEAT_TOTAL: [Column; 9] = [
    column("guild", Number),
    column("audience_channel", Number),
    column("title", Text),
    column("seats", Number),
    column("seat", Number),
    column("games", Number),
    column("won", Number),
    column("points", Number),
    column("best", Number),
];

const MEMBER_TOTAL: [Column; 5] = [
    column("guild", Number),
    column("audience_channel", Number),
    column("person", Person),
    column("games", Number),
    column("latest", Number),
];

const CONTEST: [Column; 9] = [
    column("contest_id", Number),
    column("guild", Number),
    column("channel", Number),
    column("organiser", Person),
    column("status", Text),
    column("revision", Number),
    column("state", MentionsPersons),
    column("opened_at", Number),
    column("check_at", Number),
];

const MATCH_REQUEST: [Column; 7] = [
    column("person", Person),
    column("guild", Number),
    column("title", Text),
    column("seats", Number),
    column("since", Number),
    column("body", PersonText),
    column("expiring_since", Number),
];

const PRIVATE_CHANNEL: [Column; 4] = [
    column("table_id", Number),
    column("person", Person),
    column("channel", Number),
    column("language", Text),
];

const MODERATION_ACT: [Column; 6] = [
    column("guild", Number),
    column("number", Number),
    column("at", Number),
    column("person", Person),
    column("body", MentionsPersons),
    column("undone_by", Number),
];

const PARTICIPANT: [Column; 12] = [
    column("table_id", Number),
    column("seat", Number),
    column("holder_number", Number),
    column("person", Person),
    column("name", PersonText),
    column("policy", Text),
    column("left_by", Text),
    column("points", Number),
    column("rank", Number),
    column("turns", Number),
    column("seconds", Number),
    column("taken", Text),
];

const fn column(name: &'static str, kind: ColumnKind) -> Column {
    Column { name, kind }
}

const fn table(
    name: &'static str,
    key_column_count: usize,
    columns: &'static [Column],
) -> CopiedTable {
    CopiedTable {
        name,
        columns,
        key_column_count,
        batch_size: 500,
        has_generated_key: false,
        private: false,
    }
}

/// A table whose rows are deleted with a person.
const fn private(name: &'static str, key: usize, columns: &'static [Column]) -> CopiedTable {
    CopiedTable {
        private: true,
        ..table(name, key, columns)
    }
}
