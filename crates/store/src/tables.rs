//! What is kept of a table: its row, its seats, its log; and how they are read.

use serde::Deserialize;
use sqlx::AssertSqlSafe;
use sqlx::types::Json;

use super::query::{Database, Query, query_as, query_scalar};
use super::{
    Awaited, ChannelId, ContestId, Destination, GameResult, GuildId, InteractionId, NewAct,
    NoticeId, Participant, PersonId, Revision, Store, StoreError, TableId, TableLimits, Timestamp,
    Wait,
};

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableStatus {
    Open,
    Running,
    /// The game is over, or was given up.
    Over,
}

text_enum!(TableStatus: Open = "open", Running = "running", Over = "over");

/// A table that is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    pub title: String,
    pub guild: GuildId,
    /// In which channel or thread.
    pub channel: ChannelId,
    /// The channel of the thread, if it is one.
    pub above: Option<ChannelId>,
    pub owner: PersonId,
    /// In which language it is told of in public.
    pub language: String,
    /// How many sit at it.
    pub chairs: i64,
    pub options: String,
    /// What the host drew for its chance.
    pub secret: String,
    /// Who sits there from the start.
    pub seats: Vec<Chair>,
    /// What the table chose for its days.
    pub manners: String,
    /// The game that the same people have played before, if they play again.
    pub follows: Option<TableId>,
    /// The heat of a contest that it plays, if it does, and the revision in which that was seen.
    pub heat: Option<(ContestId, i64, Revision)>,
    /// What has to be said.
    pub notices: Vec<Notice>,
    pub limits: TableLimits,
    /// The command that opens it.
    pub interaction: Option<InteractionId>,
    pub at: Timestamp,
}

/// Who sits on a chair.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Chair {
    /// Which chair, counted from 1.
    pub seat: i64,
    /// Who; nobody where the computer sits.
    pub person: Option<PersonId>,
    pub name: String,
    pub mind: Option<String>,
    /// The word that this person mixes into the seed.
    pub word: String,
    /// Whether the computer plays for this person until they come back.
    pub stands_in: bool,
}

impl Chair {
    /// The person who acts here; nobody where the computer does.
    pub fn acts(&self) -> Option<PersonId> {
        self.person.filter(|_| !self.stands_in)
    }
}

/// A table as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct TableRow {
    #[sqlx(rename = "table_id")]
    pub game: TableId,
    pub title: String,
    pub guild: GuildId,
    /// In which channel or thread.
    pub channel: ChannelId,
    pub owner: PersonId,
    pub status: TableStatus,
    /// How often it was written.
    pub revision: Revision,
    /// In which language it is told of in public.
    pub language: String,
    /// How many sit at it.
    #[sqlx(rename = "seat_count")]
    pub chairs: i64,
    pub options: String,
    /// What the host drew for its chance.
    pub secret: String,
    /// The digest of the printed figures in force.
    pub figures: Option<String>,
    /// Entries below this number have been told in public.
    #[sqlx(rename = "announced_entries")]
    pub told: i64,
    /// Where the game stands, once it runs.
    pub snapshot: Option<String>,
    /// The first entry of its log: how the game was set up.
    pub set_up: Option<String>,
    /// What the table chose for its days.
    #[sqlx(rename = "settings")]
    pub manners: String,
    /// What is kept between the press that begins the game and the message that says so.
    pub starting: Option<String>,
    /// Whom it waits for, while it runs.
    #[sqlx(flatten)]
    pub wait: Awaited,
    #[sqlx(json)]
    pub seats: Vec<Chair>,
    /// Who sat where in the game that it follows; nobody if it follows none.
    #[sqlx(json)]
    pub seats_before: Vec<Chair>,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct Entry {
    /// Its place in the log; 0 is the set-up.
    pub number: i64,
    pub seat: Option<i64>,
    pub action: String,
    pub events: String,
    /// The revision that wrote it.
    pub revision: Revision,
    pub at: Timestamp,
    /// Whether the computer did it for a person who was not there.
    pub for_person: bool,
    /// Whether whoever sits there had decided it ahead.
    #[sqlx(rename = "premove")]
    pub ahead: bool,
}

/// Something that has to be said once the change is committed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Where: in each of these places it is a notice of its own.
    pub to: Vec<Destination>,
    /// The name of a chore: one that waits already is replaced, and no news wait for it.
    pub chore: Option<String>,
    /// What, for the room that says it.
    pub body: String,
    pub due_at: Timestamp,
}

/// A change to a table: all of it happens, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub game: TableId,
    /// The revision that whoever changes it has seen.
    pub seen: Revision,
    /// The press or command that brings it about, if any.
    pub interaction: Option<InteractionId>,
    /// How far the table is afterwards.
    pub status: TableStatus,
    /// Where the game stands afterwards.
    pub snapshot: Option<String>,
    /// What is kept until the game begins, if it is about to.
    pub starting: Option<String>,
    /// Entries below this number have been told in public, once the notices are sent.
    pub told: i64,
    /// The printed figures with which the game begins, by digest and in full.
    pub figures: Option<(String, String)>,
    /// Who sits where afterwards, if that changes.
    pub seats: Option<Vec<Chair>>,
    /// Whom the table waits for afterwards; nobody if it does not run.
    pub wait: Option<Wait>,
    /// The guard of whom it waited for, as whoever changes it has seen it, if it waited for anybody.
    pub guard: Option<i64>,
    /// The channel to which the table goes, if it does, and the channel of that if it is a thread. What waits to be said goes with
    /// it; what stands where it was stands for nothing any more.
    pub goes_to: Option<(ChannelId, Option<ChannelId>)>,
    /// Entries from this number on are taken out of the log, if any are taken back.
    pub take_back: Option<i64>,
    /// Entries that are new. Their revision is that of this change, whatever they say.
    pub entries: Vec<Entry>,
    /// What has to be said.
    pub notices: Vec<Notice>,
    /// How the game ended, if it did.
    pub result: Option<GameResult>,
    /// Who left the game before its end, if somebody did.
    pub leaves: Option<Participant>,
    /// What a moderator does with it, if one does.
    pub act: Option<NewAct>,
    /// Notices that nobody can be sending yet, because they are not due, and that are part of what has to be said now: they
    /// go.
    pub absorbs: Vec<NoticeId>,
    pub at: Timestamp,
}

/// What became of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// It is committed, and the table has this revision.
    Done { revision: Revision },
    /// Somebody was faster, or there is no such table: nothing was written.
    Stale,
    /// This very press or command was acted on before: nothing was written.
    Repeated,
    /// The channel to which the table would go has one that is not over: nothing was written.
    Occupied,
}

/// Tables, their seats and their logs, for reading.
#[derive(Clone, Copy, Debug)]
pub struct TableRepository<'a> {
    pub(crate) store: &'a Store,
}

impl TableRepository<'_> {
    /// Returns a table with its seats.
    pub async fn find(self, game: TableId) -> Result<Option<TableRow>, StoreError> {
        self.select_tables("table_id = $1")
            .bind(game)
            .fetch_optional(self.store.readers())
            .await
    }

    /// Returns several tables, in whatever order.
    pub async fn find_all(self, games: &[TableId]) -> Result<Vec<TableRow>, StoreError> {
        let condition = match self.store.readers {
            Database::Sqlite(_) => "table_id in (select value from json_each($1))",
            Database::Postgres(_) => {
                "table_id in (select value::bigint from jsonb_array_elements_text($1))"
            }
        };
        let games = Json(games.iter().map(|game| game.0).collect::<Vec<i64>>());
        self.select_tables(condition)
            .bind(games)
            .fetch_all(self.store.readers())
            .await
    }

    /// Returns the table of a channel: the newest that is not over, else the last one that was. A person's direct messages
    /// have those of which they are told there.
    pub async fn find_in_channel(self, channel: ChannelId) -> Result<Option<TableRow>, StoreError> {
        let condition = "table_id = coalesce(
            (select max(table_id) from (select table_id from game_table where channel = $1 and status < 'over'
                 union all select table_id from game_table where channel = $1 and status > 'over' union all select table_id
                 from private_channel join game_table using (table_id) where private_channel.channel = $1 and status <> 'over') as stands),
            (select max(table_id) from (select max(table_id) as table_id from game_table where channel = $1 and status = 'over'
                 union all select max(table_id) from private_channel where channel = $1) as stood))";
        self.select_tables(condition)
            .bind(channel)
            .fetch_optional(self.store.readers())
            .await
    }

    /// Reads tables, their seats and their set-ups by one statement: two would let a write slip in between.
    fn select_tables(self, condition: &'static str) -> Query<TableRow> {
        let seats = match self.store.readers {
            Database::Sqlite(_) => {
                "select json_group_array(json_object('seat', seat, 'person', person, 'name', name, 'mind', policy,
                     'word', word, 'stands_in', json(iif(stands_in, 'true', 'false'))) order by seat)"
            }
            Database::Postgres(_) => {
                "select coalesce(json_agg(json_build_object('seat', seat, 'person', person, 'name', name,
                     'mind', policy, 'word', word, 'stands_in', stands_in) order by seat), '[]')"
            }
        };
        query_as(AssertSqlSafe(format!(
            "select game_table.*, wait.person as awaited, since, check_at, version, pinged_revision, state,
                    (select action from log_entry where log_entry.table_id = game_table.table_id and number = 0) as set_up,
                    ({seats} from seat where seat.table_id = game_table.table_id) as seats,
                    ({seats} from seat where seat.table_id = game_table.rematch_of) as seats_before
             from game_table left join wait using (table_id) where {condition}"
        )))
    }

    /// The tables at which a person sits and that are not over, the oldest first.
    pub async fn list_of_person(self, person: PersonId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from game_table join seat using (table_id)
             where person = $1 and status <> 'over' order by table_id";
        query_scalar(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// Tables at which people still sit down, other than first games, and at which nobody came or went since a moment.
    pub async fn open_and_still(self, since: Timestamp) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from game_table
             where status <> 'over' and status = 'open' and starting is null and (guild <> 0 or channel = 0)
               and changed_at < $1 order by table_id";
        query_scalar(sql)
            .bind(since)
            .fetch_all(self.store.readers())
            .await
    }

    /// Whether a person sat at an earlier table at which a game of this title began.
    pub async fn has_played_before(
        self,
        person: PersonId,
        title: &str,
        game: TableId,
    ) -> Result<bool, StoreError> {
        let sql = "select exists (select 1 from game_table join seat using (table_id)
             where person = $1 and title = $2 and table_id < $3 and snapshot is not null)";
        query_scalar(sql)
            .bind(person)
            .bind(title)
            .bind(game)
            .fetch_one(self.store.readers())
            .await
    }

    /// The number that the next table will have, unless another is opened before it.
    pub async fn next_number(self) -> Result<TableId, StoreError> {
        let sql = "select coalesce(max(table_id), 0) + 1 from game_table";
        query_scalar(sql).fetch_one(self.store.readers()).await
    }

    /// The table that follows a game. One that everybody left before it began does not count.
    pub async fn follower(self, game: TableId) -> Result<Option<TableId>, StoreError> {
        let sql = "select table_id from game_table where rematch_of = $1 and (status <> 'over' or snapshot is not null)";
        query_scalar(sql)
            .bind(game)
            .fetch_optional(self.store.readers())
            .await
    }

    /// The tables of a server, those that are not over first, then the newest.
    pub async fn list_in_guild(
        self,
        guild: GuildId,
        most: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from game_table where guild = $1 order by status = 'over', table_id desc limit $2";
        query_scalar(sql)
            .bind(guild)
            .bind(i64::from(most))
            .fetch_all(self.store.readers())
            .await
    }

    /// All tables that were ever opened, or those that are so far, the oldest first.
    pub async fn list_all(self, status: Option<TableStatus>) -> Result<Vec<TableId>, StoreError> {
        let sql =
            "select table_id from game_table where $1 is null or status = $1 order by table_id";
        query_scalar(sql)
            .bind(status)
            .fetch_all(self.store.readers())
            .await
    }

    /// The log of a table from an entry on.
    pub async fn entries(self, game: TableId, from: i64) -> Result<Vec<Entry>, StoreError> {
        let sql =
            "select number, seat, action, events, revision, at, for_person, premove from log_entry
             where table_id = $1 and number >= $2 order by number";
        query_as(sql)
            .bind(game)
            .bind(from)
            .fetch_all(self.store.readers())
            .await
    }

    /// When a table was written last.
    pub async fn changed_at(self, game: TableId) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select changed_at from game_table where table_id = $1";
        query_scalar(sql)
            .bind(game)
            .fetch_optional(self.store.readers())
            .await
    }

    /// How often a table was written, and how many entries its log has from this number on.
    pub async fn log_from(
        self,
        game: TableId,
        number: i64,
    ) -> Result<Option<(Revision, i64)>, StoreError> {
        let sql = "select revision, (select count(*) from log_entry where log_entry.table_id = game_table.table_id and number >= $2)
             from game_table where table_id = $1";
        query_as(sql)
            .bind(game)
            .bind(number)
            .fetch_optional(self.store.readers())
            .await
    }

    /// The printed figures of this digest.
    pub async fn figures(self, digest: &str) -> Result<Option<String>, StoreError> {
        let sql = "select json from figures where digest = $1";
        query_scalar(sql)
            .bind(digest)
            .fetch_optional(self.store.readers())
            .await
    }
}
