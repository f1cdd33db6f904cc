//! Tables with their seats and logs, for reading.

use std::collections::BTreeMap;

use serde::Deserialize;
use sqlx::AssertSqlSafe;
use sqlx::types::Json;

use super::query::Database;
use super::store::TableRepository;
use super::{
    ChannelId, Destination, GameResult, GuildId, InteractionId, NewAct, NewHeat, NoticeId,
    OptionalWait, Participant, PersonId, Revision, StoreError, TableId, TableLimits, Timestamp,
    Wait,
};

/// The status of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableStatus {
    Open,
    Running,
    /// The game is finished or was abandoned.
    Over,
}

text_enum!(TableStatus: Open = "open", Running = "running", Over = "over");

/// A table to be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    pub title: String,
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The parent of `channel`, if that is a thread.
    pub parent_channel: Option<ChannelId>,
    pub owner: PersonId,
    /// The language of public messages.
    pub language: String,
    pub seat_count: i64,
    pub options: String,
    /// The secret that the host mixes into the seed.
    pub secret: String,
    /// The players who sit at the table from the start.
    pub seats: Vec<SeatedPlayer>,
    /// JSON, opaque to the store.
    pub settings: String,
    /// The previous game of the same players.
    pub rematch_of: Option<TableId>,
    /// The heat of a contest that it plays.
    pub heat: Option<NewHeat>,
    pub notices: Vec<Notice>,
    pub limits: TableLimits,
    pub interaction: Option<InteractionId>,
    pub at: Timestamp,
}

/// A seat of a table and its player.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct SeatedPlayer {
    /// The number of the seat, counted from 1.
    pub seat: i64,
    /// The player. `None` for a computer.
    pub person: Option<PersonId>,
    pub name: String,
    pub policy: Option<String>,
    /// The word that the player mixes into the seed.
    pub word: String,
    /// Whether a computer plays for the absent person.
    pub stands_in: bool,
}

impl SeatedPlayer {
    /// Returns the person who acts, or `None` if a computer does.
    pub fn active_person(&self) -> Option<PersonId> {
        self.person.filter(|_| !self.stands_in)
    }
}

/// A row of the table `game_table`, with seats and wait.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct TableRow {
    pub table_id: TableId,
    pub title: String,
    pub guild: GuildId,
    pub channel: ChannelId,
    pub owner: PersonId,
    pub status: TableStatus,
    pub revision: Revision,
    /// The language of public messages.
    pub language: String,
    pub seat_count: i64,
    pub options: String,
    /// The secret that the host mixes into the seed.
    pub secret: String,
    /// The digest of the printed figures with which the game is played.
    pub figures: Option<String>,
    /// Log entries with smaller numbers were announced.
    pub announced_entries: i64,
    /// The state of the game. `None` if the game never began.
    pub snapshot: Option<String>,
    /// The action of the first log entry.
    pub set_up: Option<String>,
    /// JSON, opaque to the store.
    pub settings: String,
    /// JSON that is kept until the message that begins the game is sent, opaque to the store.
    pub starting: Option<String>,
    #[sqlx(flatten)]
    pub wait: OptionalWait,
    #[sqlx(json)]
    pub seats: Vec<SeatedPlayer>,
    /// The seats of the previous game. Empty if this is no rematch.
    #[sqlx(json)]
    pub seats_before: Vec<SeatedPlayer>,
}

/// An entry of a table's log.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct LogEntry {
    /// The number of the entry in the log. 0 is the set-up.
    pub number: i64,
    pub seat: Option<i64>,
    pub action: String,
    pub events: String,
    /// The revision that inserted the entry.
    pub revision: Revision,
    pub at: Timestamp,
    /// Whether a computer acted for an absent person.
    pub for_person: bool,
    pub premove: bool,
}

/// A notice to insert in the transaction of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Each destination gets a notice of its own.
    pub to: Vec<Destination>,
    /// A notice with a key replaces the waiting one with the same key, table and destination. It
    /// delays no others.
    pub replace_key: Option<String>,
    /// JSON, opaque to the store.
    pub body: String,
    pub due_at: Timestamp,
}

/// What the owner of a table may change before the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSetUp {
    pub seat_count: i64,
    /// JSON, opaque to the store.
    pub options: String,
    /// JSON, opaque to the store.
    pub settings: String,
    /// The settings on which the change is based, which do not change the revision.
    pub expected_settings: String,
}

/// A change of a table, written as a whole or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableChange {
    pub table_id: TableId,
    /// The revision on which the change is based.
    pub expected_revision: Revision,
    pub interaction: Option<InteractionId>,
    pub status: TableStatus,
    pub snapshot: Option<String>,
    /// JSON that is kept until the message that begins the game is sent, opaque to the store.
    pub starting: Option<String>,
    /// Log entries with smaller numbers are announced once the notices are sent.
    pub announced_entries: i64,
    /// The digest and the text of the printed figures of the game.
    pub figures: Option<(String, String)>,
    /// The new seats, if they change.
    pub seats: Option<Vec<SeatedPlayer>>,
    /// The new number of seats, options and settings, if the owner changes them before the start.
    pub set_up: Option<TableSetUp>,
    /// The new wait. `None` unless the game is running.
    pub wait: Option<Wait>,
    /// The version of the wait on which the change is based.
    pub expected_wait_version: Option<i64>,
    /// The new channel and its parent. Waiting notices move with the table, and its standing
    /// messages lose their roles.
    pub move_to: Option<(ChannelId, Option<ChannelId>)>,
    /// The number of the first log entry to delete, for a take-back.
    pub take_back_from: Option<i64>,
    /// New log entries. Their `revision` is ignored.
    pub entries: Vec<LogEntry>,
    pub notices: Vec<Notice>,
    pub result: Option<GameResult>,
    /// The player who left before the end.
    pub departed: Option<Participant>,
    pub act: Option<NewAct>,
    /// Notices that are not due yet and whose news the new notices contain. They are given up.
    pub withdrawn_notices: Vec<NoticeId>,
    pub at: Timestamp,
}

/// The outcome of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteOutcome {
    Done {
        revision: Revision,
    },
    /// The table, wait or contest changed meanwhile or does not exist. Nothing was written.
    Stale,
    /// The interaction was already handled. Nothing was written.
    Repeated,
    /// The new channel has an unfinished table. Nothing was written.
    Occupied,
}

impl TableRepository<'_> {
    pub async fn find(self, table_id: TableId) -> Result<Option<TableRow>, StoreError> {
        self.store
            .fetch_optional(self.select_tables("table_id = $1"), (table_id,))
            .await
    }

    /// Returns the tables with these ids, in any order.
    pub async fn find_many(self, table_ids: &[TableId]) -> Result<Vec<TableRow>, StoreError> {
        let condition = match self.store.readers {
            Database::Sqlite(_) => "table_id in (select value from json_each($1))",
            Database::Postgres(_) => {
                "table_id in (select value::bigint from jsonb_array_elements_text($1))"
            }
        };
        let table_ids: Vec<i64> = table_ids.iter().map(|id| id.0).collect();
        self.store
            .fetch_all(self.select_tables(condition), (Json(table_ids),))
            .await
    }

    /// Returns those of the tables that were written since. Each is given with its revision, and with
    /// the version of its wait if it has one.
    ///
    /// This is asked often, and mostly nothing has changed: unchanged tables are no rows.
    pub async fn find_changed(
        self,
        known: &[(TableId, Revision, Option<i64>)],
    ) -> Result<Vec<TableId>, StoreError> {
        let sql = match self.store.readers {
            Database::Sqlite(_) => {
                "select table_id from json_each($1)
                     join game_table on table_id = cast(key as integer) left join wait using (table_id)
                     where revision || ' ' || coalesce(version, '') <> value"
            }
            Database::Postgres(_) => {
                "select table_id from jsonb_each_text($1)
                     join game_table on table_id = key::bigint left join wait using (table_id)
                     where revision || ' ' || coalesce(version::text, '') <> value"
            }
        };
        let known: BTreeMap<i64, String> = known
            .iter()
            .map(|(table, revision, wait_version)| {
                let wait_version = wait_version.map(|version| version.to_string());
                let versions = format!("{} {}", revision.0, wait_version.unwrap_or_default());
                (table.0, versions)
            })
            .collect();
        self.store.fetch_scalars(sql, (Json(known),)).await
    }

    /// Returns the newest unfinished table of a channel, or else the latest one. In direct
    /// messages, the tables that the person follows there count as well.
    pub async fn find_in_channel(self, channel: ChannelId) -> Result<Option<TableRow>, StoreError> {
        let condition = "table_id = coalesce(
            (select max(table_id) from (select table_id from game_table where channel = $1 and status < 'over'
                 union all select table_id from game_table where channel = $1 and status > 'over' union all select table_id
                 from private_channel join game_table using (table_id) where private_channel.channel = $1 and status <> 'over') as stands),
            (select max(table_id) from (select max(table_id) as table_id from game_table where channel = $1 and status = 'over'
                 union all select max(table_id) from private_channel where channel = $1) as stood))";
        self.store
            .fetch_optional(self.select_tables(condition), (channel,))
            .await
    }

    /// Returns the one statement that reads tables with their seats and set-ups: between two
    /// statements, a write could slip in.
    fn select_tables(self, condition: &'static str) -> AssertSqlSafe<String> {
        let seats = match self.store.readers {
            Database::Sqlite(_) => {
                "select json_group_array(json_object('seat', seat, 'person', person, 'name', name, 'policy', policy,
                     'word', word, 'stands_in', json(iif(stands_in, 'true', 'false'))) order by seat)"
            }
            Database::Postgres(_) => {
                "select coalesce(json_agg(json_build_object('seat', seat, 'person', person, 'name', name,
                     'policy', policy, 'word', word, 'stands_in', stands_in) order by seat), '[]')"
            }
        };
        AssertSqlSafe(format!(
            "select game_table.*, wait.person, since, check_at, version, pinged_revision, state,
                    (select action from log_entry where log_entry.table_id = game_table.table_id and number = 0) as set_up,
                    ({seats} from seat where seat.table_id = game_table.table_id) as seats,
                    ({seats} from seat where seat.table_id = game_table.rematch_of) as seats_before
             from game_table left join wait using (table_id) where {condition}"
        ))
    }

    /// Returns the unfinished tables of a person, the oldest first.
    pub async fn list_unfinished_for_person(
        self,
        person: PersonId,
    ) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from game_table join seat using (table_id)
             where person = $1 and status <> 'over' order by table_id";
        self.store.fetch_scalars(sql, (person,)).await
    }

    /// Returns open tables that have not changed since this time. Lessons, and tables whose game is
    /// about to begin, are left out.
    pub async fn list_idle_open(self, since: Timestamp) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from game_table
             where status <> 'over' and status = 'open' and starting is null and (guild <> 0 or channel = 0)
               and changed_at < $1 order by table_id";
        self.store.fetch_scalars(sql, (since,)).await
    }

    /// Returns whether a person sat at an earlier table whose game of this title began.
    pub async fn has_played_before(
        self,
        person: PersonId,
        title: &str,
        table_id: TableId,
    ) -> Result<bool, StoreError> {
        let sql = "select exists (select 1 from game_table join seat using (table_id)
             where person = $1 and title = $2 and table_id < $3 and snapshot is not null)";
        self.store
            .fetch_scalar(sql, (person, title, table_id))
            .await
    }

    /// Returns the id of the next table, unless another process opens one first.
    pub async fn next_table_id(self) -> Result<TableId, StoreError> {
        let sql = "select coalesce(max(table_id), 0) + 1 from game_table";
        self.store.fetch_scalar(sql, ()).await
    }

    /// Returns the rematch of a game, unless it was abandoned before it began.
    pub async fn find_rematch(self, table_id: TableId) -> Result<Option<TableId>, StoreError> {
        let sql = "select table_id from game_table where rematch_of = $1 and (status <> 'over' or snapshot is not null)";
        self.store.fetch_optional_scalar(sql, (table_id,)).await
    }

    /// Returns tables of a guild, unfinished ones first, then the newest.
    pub async fn list_in_guild(
        self,
        guild: GuildId,
        limit: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from game_table where guild = $1 order by status = 'over', table_id desc limit $2";
        self.store
            .fetch_scalars(sql, (guild, i64::from(limit)))
            .await
    }

    /// Returns all tables, or the tables with a status, the oldest first.
    pub async fn list_by_status(
        self,
        status: Option<TableStatus>,
    ) -> Result<Vec<TableId>, StoreError> {
        let sql =
            "select table_id from game_table where $1 is null or status = $1 order by table_id";
        self.store.fetch_scalars(sql, (status,)).await
    }

    /// Returns the log of a table from the entry `from` on.
    pub async fn load_log(self, table_id: TableId, from: i64) -> Result<Vec<LogEntry>, StoreError> {
        let sql =
            "select number, seat, action, events, revision, at, for_person, premove from log_entry
             where table_id = $1 and number >= $2 order by number";
        self.store.fetch_all(sql, (table_id, from)).await
    }

    pub async fn load_changed_at(self, table_id: TableId) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select changed_at from game_table where table_id = $1";
        self.store.fetch_optional_scalar(sql, (table_id,)).await
    }

    /// Returns a table's revision, and the number of its log entries from `number` on.
    pub async fn count_log_entries_from(
        self,
        table_id: TableId,
        number: i64,
    ) -> Result<Option<(Revision, i64)>, StoreError> {
        let sql = "select revision, (select count(*) from log_entry where log_entry.table_id = game_table.table_id and number >= $2)
             from game_table where table_id = $1";
        self.store.fetch_optional(sql, (table_id, number)).await
    }

    /// Returns the printed figures with this digest.
    pub async fn load_figures(self, digest: &str) -> Result<Option<String>, StoreError> {
        let sql = "select json from figures where digest = $1";
        self.store.fetch_optional_scalar(sql, (digest,)).await
    }
}
