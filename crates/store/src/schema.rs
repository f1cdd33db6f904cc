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

/// Defines tables as rows of `name(key columns, fields that differ): column kind, …;`.
macro_rules! copied_tables {
    ($($name:ident($keys:literal $(, $field:ident: $value:literal)*):
        $($column:ident $kind:ident),+;)*) => {
        [$(CopiedTable {
            $($field: $value,)*
            ..table(
                stringify!($name),
                $keys,
                &[$(Column { name: stringify!($column), kind: $kind }),+],
            )
        }),*]
    };
}

/// All copied tables, each after those it references.
pub const COPIED_TABLES: [CopiedTable; 28] = copied_tables! {
    figures(1, batch_size: 20): digest Text, json Text;
    game_table(1, batch_size: 100, has_generated_key: true):
        table_id Number, title Text, guild Number, channel ChannelOrPerson, owner Person,
        status Text, revision Number, language Text, seat_count Number, options Text, secret Text,
        figures Text, announced_entries Number, snapshot Text, opened_at Number, changed_at Number,
        settings Text, starting Text, rematch_of Number, audience_channel Number,
        parent_channel Number;
    seat(2):
        table_id Number, seat Number, person Person, name PersonText, policy Text, word PersonText,
        stands_in Flag;
    log_entry(2):
        table_id Number, number Number, seat Number, action MentionsPersons, events Text,
        revision Number, at Number, for_person Flag, premove Flag;
    interaction(1): interaction_id Number, at Number;
    wait(1):
        table_id Number, person Person, since Number, check_at Number, version Number,
        pinged_revision Number, state MentionsPersons;
    person(1, private: true): person Person, settings PersonText;
    guild(1): guild Number, settings MentionsPersons;
    notice(1, has_generated_key: true):
        notice_id Number, table_id Number, channel ChannelOrPerson, body MentionsPersons,
        due_at Number, attempts Number, status Text, message Number, person Person,
        replace_key Text, maybe_sent Flag;
    standing_message(3, private: true):
        table_id Number, channel ChannelOrPerson, role Text, message Number, pictures Number,
        person Person;
    watch(2, private: true): table_id Number, channel Number, person Person, language Text;
    unwritable_channel(1, private: true): channel ChannelOrPerson, since Number;
    result(1):
        table_id Number, title Text, guild Number, seats Number, ending Text, ended_at Number,
        players_only Flag, rated Flag, rating_order Number, player_set MentionsPersons,
        audience_channel Number;
    participant(3):
        table_id Number, seat Number, holder_number Number, person Person, name PersonText,
        policy Text, left_by Text, points Number, rank Number, turns Number, seconds Number,
        taken Text;
    rating(3): title Text, seats Number, person Person, mean Number, spread Number, games Number;
    rating_history(2): table_id Number, person Person, mean Number, spread Number, games Number;
    guild_rated_person(4): guild Number, title Text, seats Number, person Person;
    seat_total(5):
        guild Number, audience_channel Number, title Text, seats Number, seat Number, games Number,
        won Number, points Number, best Number;
    member_total(3):
        guild Number, audience_channel Number, person Person, games Number, latest Number;
    note(2, private: true): table_id Number, person Person, text PersonText;
    contest(1, batch_size: 50):
        contest_id Number, guild Number, channel Number, organiser Person, status Text,
        revision Number, state MentionsPersons, opened_at Number, check_at Number;
    heat(2): contest_id Number, number Number, table_id Number;
    match_request(1, private: true):
        person Person, guild Number, title Text, seats Number, since Number, body PersonText,
        expiring_since Number;
    private_channel(2, private: true):
        table_id Number, person Person, channel Number, language Text;
    board_token(1, private: true):
        digest Text, kind Text, table_id Number, person Person, language Text, expires_at Number;
    moderation_act(2):
        guild Number, number Number, at Number, person Person, body MentionsPersons,
        undone_by Number;
    departure(1): guild Number, since Number;
    key_value(1): name Text, value Text;
};

/// Tables of running processes, which are not copied. A `thing` that is claimed may be the id of a
/// person while a notice is sent.
pub(super) const PROCESS_TABLES: [&str; 5] = ["process", "claim", "session", "gate", "heard"];

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
