//! Tables, their seats and their logs.

use sqlx::{FromRow, Sqlite, Transaction};

use super::{Store, StoreError};

/// The number of a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct GameId(pub i64);

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// People still sit down.
    Open,
    /// The game runs.
    Running,
    /// The game is over, or was given up.
    Over,
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Running => "running",
            Status::Over => "over",
        }
    }

    /// The schema allows no other words.
    fn named(name: &str) -> Status {
        match name {
            "open" => Status::Open,
            "running" => Status::Running,
            _ => Status::Over,
        }
    }
}

/// A table that is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// Which game.
    pub title: String,
    /// On which server.
    pub server: i64,
    /// In which channel or thread.
    pub channel: i64,
    /// Who opens it.
    pub owner: i64,
    /// What the table chose.
    pub options: String,
    /// Who sits there from the start.
    pub seats: Vec<Seat>,
    /// When.
    pub at: i64,
}

/// Who sits on a chair.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct Seat {
    /// Which chair, counted from 1.
    pub seat: i64,
    /// Who; nobody where the computer sits.
    pub person: Option<i64>,
    /// What they are called.
    pub name: String,
    /// Which computer player.
    pub mind: Option<String>,
}

/// A table as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Its number.
    pub game: GameId,
    /// Which game.
    pub title: String,
    /// On which server.
    pub server: i64,
    /// In which channel or thread.
    pub channel: i64,
    /// Who opened it.
    pub owner: i64,
    /// How far it is.
    pub status: Status,
    /// How often it was written.
    pub revision: i64,
    /// What the table chose.
    pub options: String,
    /// Where the game stands, once it runs.
    pub snapshot: Option<String>,
    /// Who sits where.
    pub seats: Vec<Seat>,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct Entry {
    /// Its place in the log; 0 is the set-up.
    pub number: i64,
    /// Who acted.
    pub seat: Option<i64>,
    /// What.
    pub action: String,
    /// What came of it.
    pub events: String,
    /// When.
    pub at: i64,
}

/// Something that has to be said once the change is committed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Where.
    pub channel: i64,
    /// What, for the room that says it.
    pub body: String,
    /// Not before.
    pub due_at: i64,
}

/// A change to a table: all of it happens, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Of which table.
    pub game: GameId,
    /// The revision that whoever changes it has seen.
    pub seen: i64,
    /// The press or command that brings it about, if any.
    pub interaction: Option<i64>,
    /// How far the table is afterwards.
    pub status: Status,
    /// Where the game stands afterwards.
    pub snapshot: Option<String>,
    /// Who sits where afterwards, if that changes.
    pub seats: Option<Vec<Seat>>,
    /// Entries from this number on are taken out of the log, if any are taken back.
    pub take_back: Option<i64>,
    /// Entries that are new.
    pub entries: Vec<Entry>,
    /// What has to be said.
    pub notices: Vec<Notice>,
    /// When.
    pub at: i64,
}

/// What became of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is committed, and the table has this revision.
    Done {
        /// The new one.
        revision: i64,
    },
    /// Somebody was faster, or there is no such table: nothing was written.
    Stale,
    /// This very press or command was acted on before: nothing was written.
    Repeated,
}

#[derive(FromRow)]
struct Row {
    game_id: i64,
    title: String,
    server: i64,
    channel: i64,
    owner: i64,
    status: String,
    revision: i64,
    options: String,
    snapshot: Option<String>,
}

impl Store {
    // --- Reading ---

    /// A table with its seats.
    pub async fn table(&self, game: GameId) -> Result<Option<Table>, StoreError> {
        let found = sqlx::query_as("select * from game where game_id = $1").bind(game.0);
        let row: Option<Row> = found.fetch_optional(&self.readers).await?;
        self.with_seats(row).await
    }

    /// The table of a channel: the one that is not over, else the last one that was.
    pub async fn table_in(&self, channel: i64) -> Result<Option<Table>, StoreError> {
        let found = sqlx::query_as(
            "select * from game where channel = $1 order by status = 'over', game_id desc limit 1",
        );
        let row: Option<Row> = found.bind(channel).fetch_optional(&self.readers).await?;
        self.with_seats(row).await
    }

    /// The tables at which a person sits and that are not over, the oldest first.
    pub async fn tables_of(&self, person: i64) -> Result<Vec<GameId>, StoreError> {
        let found: Vec<(i64,)> = sqlx::query_as(
            "select game_id from game join seat using (game_id)
             where person = $1 and status <> 'over' order by game_id",
        )
        .bind(person)
        .fetch_all(&self.readers)
        .await?;
        Ok(found.into_iter().map(|(game,)| GameId(game)).collect())
    }

    /// The log of a table from an entry on.
    pub async fn entries(&self, game: GameId, from: i64) -> Result<Vec<Entry>, StoreError> {
        let found = sqlx::query_as(
            "select number, seat, action, events, at from entry
             where game_id = $1 and number >= $2 order by number",
        );
        Ok(found.bind(game.0).bind(from).fetch_all(&self.readers).await?)
    }

    async fn with_seats(&self, row: Option<Row>) -> Result<Option<Table>, StoreError> {
        let Some(row) = row else { return Ok(None) };
        let seats =
            sqlx::query_as("select seat, person, name, mind from seat where game_id = $1 order by seat");
        let seats = seats.bind(row.game_id).fetch_all(&self.readers).await?;
        Ok(Some(Table {
            game: GameId(row.game_id),
            title: row.title,
            server: row.server,
            channel: row.channel,
            owner: row.owner,
            status: Status::named(&row.status),
            revision: row.revision,
            options: row.options,
            snapshot: row.snapshot,
            seats,
        }))
    }

    // --- Writing ---

    /// Opens a table; nothing happens if the channel has one that is not over.
    pub async fn open_table(&self, new: &NewTable) -> Result<Option<GameId>, StoreError> {
        let mut transaction = self.writer.begin_with("begin immediate").await?;
        let opened: Option<(i64,)> = sqlx::query_as(
            "insert into game (title, server, channel, owner, status, options, opened_at, changed_at)
             values ($1, $2, $3, $4, 'open', $5, $6, $6)
             on conflict do nothing returning game_id",
        )
        .bind(&new.title)
        .bind(new.server)
        .bind(new.channel)
        .bind(new.owner)
        .bind(&new.options)
        .bind(new.at)
        .fetch_optional(&mut *transaction)
        .await?;
        let Some((game,)) = opened else { return Ok(None) };
        write_seats(&mut transaction, game, &new.seats).await?;
        transaction.commit().await?;
        Ok(Some(GameId(game)))
    }

    /// Writes a change if nobody was faster and its press was not acted on before.
    pub async fn write(&self, change: &Change) -> Result<Outcome, StoreError> {
        let mut transaction = self.writer.begin_with("begin immediate").await?;
        if spent(&mut transaction, change).await? {
            return Ok(Outcome::Repeated);
        }
        let written: Option<(i64,)> = sqlx::query_as(
            "update game set status = $1, snapshot = $2, changed_at = $3, revision = revision + 1
             where game_id = $4 and revision = $5 returning revision",
        )
        .bind(change.status.name())
        .bind(&change.snapshot)
        .bind(change.at)
        .bind(change.game.0)
        .bind(change.seen)
        .fetch_optional(&mut *transaction)
        .await?;
        // Nothing of an unfinished transaction stays.
        let Some((revision,)) = written else { return Ok(Outcome::Stale) };
        write_details(&mut transaction, change).await?;
        transaction.commit().await?;
        Ok(Outcome::Done { revision })
    }
}

/// Spends the press or command of a change; true if it was spent before.
async fn spent(transaction: &mut Transaction<'_, Sqlite>, change: &Change) -> Result<bool, StoreError> {
    let Some(interaction) = change.interaction else { return Ok(false) };
    let known: Option<(i64,)> = sqlx::query_as("select game_id from interaction where interaction_id = $1")
        .bind(interaction)
        .fetch_optional(&mut **transaction)
        .await?;
    if known.is_some() {
        return Ok(true);
    }
    let exists: Option<(i64,)> = sqlx::query_as("select game_id from game where game_id = $1")
        .bind(change.game.0)
        .fetch_optional(&mut **transaction)
        .await?;
    if exists.is_some() {
        sqlx::query("insert into interaction (interaction_id, game_id, at) values ($1, $2, $3)")
            .bind(interaction)
            .bind(change.game.0)
            .bind(change.at)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(false)
}

async fn write_details(transaction: &mut Transaction<'_, Sqlite>, change: &Change) -> Result<(), StoreError> {
    if let Some(seats) = &change.seats {
        sqlx::query("delete from seat where game_id = $1")
            .bind(change.game.0)
            .execute(&mut **transaction)
            .await?;
        write_seats(transaction, change.game.0, seats).await?;
    }
    if let Some(from) = change.take_back {
        let out = sqlx::query("delete from entry where game_id = $1 and number >= $2");
        out.bind(change.game.0).bind(from).execute(&mut **transaction).await?;
    }
    for entry in &change.entries {
        sqlx::query(
            "insert into entry (game_id, number, seat, action, events, at) values ($1, $2, $3, $4, $5, $6)",
        )
        .bind(change.game.0)
        .bind(entry.number)
        .bind(entry.seat)
        .bind(&entry.action)
        .bind(&entry.events)
        .bind(entry.at)
        .execute(&mut **transaction)
        .await?;
    }
    for notice in &change.notices {
        sqlx::query("insert into notice (game_id, channel, body, due_at) values ($1, $2, $3, $4)")
            .bind(change.game.0)
            .bind(notice.channel)
            .bind(&notice.body)
            .bind(notice.due_at)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}

async fn write_seats(
    transaction: &mut Transaction<'_, Sqlite>,
    game: i64,
    seats: &[Seat],
) -> Result<(), StoreError> {
    for seat in seats {
        sqlx::query("insert into seat (game_id, seat, person, name, mind) values ($1, $2, $3, $4, $5)")
            .bind(game)
            .bind(seat.seat)
            .bind(seat.person)
            .bind(&seat.name)
            .bind(&seat.mind)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}
