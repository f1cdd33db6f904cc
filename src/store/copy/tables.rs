//! What is copied: every table that both homes have, with its columns. A test compares this list with both.

/// A table.
#[derive(Debug)]
pub struct CopiedTable {
    /// Its name.
    pub name: &'static str,
    /// Its columns, those of its key first and in their order.
    pub columns: &'static [(&'static str, ColumnKind)],
    /// How many columns its key has.
    pub key: usize,
    /// How many rows are copied at once: few where they are long.
    pub(in super::super) rows: usize,
    /// Whether the database gives a new row its number, which is its key.
    pub numbered: bool,
}

/// What stands in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// A number, or nothing.
    Number,
    /// Text, or nothing.
    Text,
    /// Yes or no: SQLite says 1 or 0.
    Flag,
}

use ColumnKind::{Flag, Number, Text};

/// All of them, each after those that its rows refer to.
pub const COPIED: [CopiedTable; 26] = [
    CopiedTable { rows: 20, ..table("figures", 1, &[("digest", Text), ("json", Text)]) },
    CopiedTable { rows: 100, numbered: true, ..table("game", 1, &GAME) },
    table("seat", 2, &SEAT),
    table("entry", 2, &ENTRY),
    table("interaction", 1, &[("interaction_id", Number), ("at", Number)]),
    table("wait", 1, &WAIT),
    table("person", 1, &[("person", Number), ("settings", Text)]),
    table("server", 1, &[("server", Number), ("settings", Text)]),
    CopiedTable { numbered: true, ..table("notice", 1, &NOTICE) },
    table("standing", 3, &STANDING),
    table("watch", 2, &[("game_id", Number), ("channel", Number), ("person", Number), ("language", Text)]),
    table("shut", 1, &[("channel", Number), ("since", Number)]),
    table("result", 1, &RESULT),
    table("participant", 3, &PARTICIPANT),
    table("rating", 3, &RATING),
    table("rating_after", 2, &RATING_AFTER),
    table("rated_on", 4, &[("server", Number), ("title", Text), ("seats", Number), ("person", Number)]),
    table("placed_in", 5, &PLACED_IN),
    table("played_in", 3, &PLAYED_IN),
    table("note", 2, &[("game_id", Number), ("person", Number), ("text", Text)]),
    CopiedTable { rows: 50, ..table("contest", 1, &CONTEST) },
    table("heat", 2, &[("contest_id", Number), ("number", Number), ("game_id", Number)]),
    table("wish", 1, &WISH),
    table("own_channel", 2, &OWN_CHANNEL),
    table("act", 2, &ACT),
    table("memory", 1, &[("name", Text), ("value", Text)]),
];

/// What is of the moment: the processes that serve a database, and what they do.
pub(super) const OF_THE_MOMENT: [&str; 5] = ["process", "claim", "session", "gate", "heard"];

const GAME: [(&str, ColumnKind); 21] = [
    ("game_id", Number),
    ("title", Text),
    ("server", Number),
    ("channel", Number),
    ("owner", Number),
    ("status", Text),
    ("revision", Number),
    ("language", Text),
    ("chairs", Number),
    ("options", Text),
    ("secret", Text),
    ("figures", Text),
    ("told", Number),
    ("snapshot", Text),
    ("opened_at", Number),
    ("changed_at", Number),
    ("manners", Text),
    ("starting", Text),
    ("follows", Number),
    ("hall", Number),
    ("above", Number),
];

const SEAT: [(&str, ColumnKind); 7] = [
    ("game_id", Number),
    ("seat", Number),
    ("person", Number),
    ("name", Text),
    ("mind", Text),
    ("word", Text),
    ("stands_in", Flag),
];

const ENTRY: [(&str, ColumnKind); 9] = [
    ("game_id", Number),
    ("number", Number),
    ("seat", Number),
    ("action", Text),
    ("events", Text),
    ("revision", Number),
    ("at", Number),
    ("for_person", Flag),
    ("ahead", Flag),
];

const WAIT: [(&str, ColumnKind); 7] = [
    ("game_id", Number),
    ("person", Number),
    ("since", Number),
    ("look_at", Number),
    ("guard", Number),
    ("called", Number),
    ("state", Text),
];

const NOTICE: [(&str, ColumnKind); 11] = [
    ("notice_id", Number),
    ("game_id", Number),
    ("channel", Number),
    ("body", Text),
    ("due_at", Number),
    ("attempts", Number),
    ("status", Text),
    ("message", Number),
    ("person", Number),
    ("chore", Text),
    ("doubtful", Flag),
];

const STANDING: [(&str, ColumnKind); 6] = [
    ("game_id", Number),
    ("channel", Number),
    ("role", Text),
    ("message", Number),
    ("pictures", Number),
    ("person", Number),
];

const RESULT: [(&str, ColumnKind); 12] = [
    ("game_id", Number),
    ("title", Text),
    ("server", Number),
    ("seats", Number),
    ("ending", Text),
    ("ended_at", Number),
    ("closed", Flag),
    ("rated", Flag),
    ("counted", Number),
    ("circle", Text),
    ("hall", Number),
    ("struck", Flag),
];

const RATING: [(&str, ColumnKind); 6] = [
    ("title", Text),
    ("seats", Number),
    ("person", Number),
    ("mean", Number),
    ("spread", Number),
    ("games", Number),
];

const RATING_AFTER: [(&str, ColumnKind); 5] =
    [("game_id", Number), ("person", Number), ("mean", Number), ("spread", Number), ("games", Number)];

const PLACED_IN: [(&str, ColumnKind); 9] = [
    ("server", Number),
    ("hall", Number),
    ("title", Text),
    ("seats", Number),
    ("seat", Number),
    ("games", Number),
    ("won", Number),
    ("points", Number),
    ("best", Number),
];

const PLAYED_IN: [(&str, ColumnKind); 5] =
    [("server", Number), ("hall", Number), ("person", Number), ("games", Number), ("latest", Number)];

const CONTEST: [(&str, ColumnKind); 9] = [
    ("contest_id", Number),
    ("server", Number),
    ("channel", Number),
    ("organiser", Number),
    ("status", Text),
    ("revision", Number),
    ("state", Text),
    ("opened_at", Number),
    ("look_at", Number),
];

const WISH: [(&str, ColumnKind); 7] = [
    ("person", Number),
    ("server", Number),
    ("title", Text),
    ("seats", Number),
    ("since", Number),
    ("body", Text),
    ("lapsing", Number),
];

const OWN_CHANNEL: [(&str, ColumnKind); 4] =
    [("game_id", Number), ("person", Number), ("channel", Number), ("language", Text)];

const ACT: [(&str, ColumnKind); 6] = [
    ("server", Number),
    ("number", Number),
    ("at", Number),
    ("person", Number),
    ("body", Text),
    ("undone_by", Number),
];

const PARTICIPANT: [(&str, ColumnKind); 12] = [
    ("game_id", Number),
    ("seat", Number),
    ("nth", Number),
    ("person", Number),
    ("name", Text),
    ("mind", Text),
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
    CopiedTable { name, columns, key, rows: 500, numbered: false }
}
