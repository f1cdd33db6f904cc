//! The host: tables are opened, people sit down, games begin, go on, are taken back, given up and shown.
//!
//! It knows persons by their numbers and no chat: whoever talks to them hands in what they want ([`Asker`]) and says
//! what came of it. Every change is one guarded write, and what the public must hear of it is written with it as
//! [`News`]: nothing is told that did not happen, and nothing that happened goes untold. Nothing is kept in memory that a
//! restart would lose.

mod lobby;
mod log;
mod news;
mod play;
mod resign;
mod shelf;

pub use crate::store::{GameId, NoticeId, Opened, Outcome, Seat as Chair, Status as Stage, Table};
pub use lobby::NewGame;
pub use news::{Heard, News, Told};
pub use play::{Settled, Step, Turn};

use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;

use crate::{
    rules::{Broken, CannotSetUp, Rules, Seat, Title, chance::Secret, choices::NoSuchChoice, figures::Flaw},
    store::{Change, Store, StoreError},
};
use shelf::Shelf;

/// The seconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// All tables of the house.
pub struct Tables {
    store: Store,
    figures: Shelf,
    /// Rung whenever there is something new to say.
    news: Notify,
    /// How many seconds the computer seems to think: so much later is told what it did.
    thinks: i64,
}

/// Somebody who wants something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asker {
    /// Who.
    pub person: i64,
    /// What they are called.
    pub name: String,
    /// The press or command, which counts once.
    pub interaction: Option<i64>,
}

/// Why nothing was done. The person who asked can act on it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Declined {
    /// There is no table here.
    #[error("there is no table here")]
    NoTable,
    /// There is a table here that is not over.
    #[error("there is a table here already")]
    Occupied,
    /// This very press or command was acted on before: nothing more is to be said.
    #[error("this was acted on before")]
    Repeated,
    /// Somebody was faster.
    #[error("somebody was faster")]
    Stale,
    /// The game has begun.
    #[error("the game has begun")]
    Begun,
    /// The game has not begun.
    #[error("the game has not begun")]
    NotBegun,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// All chairs are taken.
    #[error("all chairs are taken")]
    Full,
    /// The person sits here already.
    #[error("you sit here already")]
    Seated,
    /// The person does not sit here.
    #[error("you do not sit here")]
    NotSeated,
    /// It is somebody else's turn.
    #[error("seat {0} is to act")]
    NotYourTurn(Seat),
    /// So many more must sit down.
    #[error("{0} more must sit down")]
    TooFew(u8),
    /// More computers than chairs beside the person who opens.
    #[error("too many computers")]
    TooManyComputers,
    /// No game of so many.
    #[error(transparent)]
    SetUp(#[from] CannotSetUp),
    /// Options that the game does not have.
    #[error(transparent)]
    Choice(#[from] NoSuchChoice),
    /// The last step showed something that was hidden.
    #[error("your last step showed something hidden")]
    Shown,
    /// Somebody else has acted since.
    #[error("seat {0} has acted since")]
    ActedSince(Seat),
    /// There is no step to take back.
    #[error("there is nothing to take back")]
    NothingYet,
}

/// What only the operator can act on.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The figures of a game cannot be read.
    #[error("the figures cannot be used: {0}")]
    Flaw(#[from] Flaw),
    /// What the store keeps of a table cannot be read.
    #[error("table {table}: {what} cannot be read at line {line}, column {column}")]
    Unreadable {
        /// Of which table.
        table: i64,
        /// What.
        what: &'static str,
        /// Where; what stands there may be secret.
        line: usize,
        /// Where.
        column: usize,
    },
    /// What the store keeps of a table is not there.
    #[error("table {table}: {what} is missing")]
    Missing {
        /// Of which table.
        table: i64,
        /// What.
        what: &'static str,
    },
    /// A snapshot breaks a law.
    #[error("table {table}: {broken}")]
    Broken {
        /// Of which table.
        table: i64,
        /// Which law.
        broken: Broken,
    },
    /// The log does not lead where it led before.
    #[error("table {table}: entry {entry} is refused by the rules")]
    Replay {
        /// Of which table.
        table: i64,
        /// Which entry. Why would tell what is in somebody's purse.
        entry: i64,
    },
    /// The machine gives no randomness.
    #[error("the operating system gives no randomness")]
    NoChance,
}

impl Trouble {
    /// Something of a table that cannot be read.
    pub fn unreadable(table: &Table, what: &'static str, error: &serde_json::Error) -> Trouble {
        Trouble::unreadable_at(table.game.0, what, error)
    }

    fn unreadable_at(table: i64, what: &'static str, error: &serde_json::Error) -> Trouble {
        Trouble::Unreadable { table, what, line: error.line(), column: error.column() }
    }
}

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// For the person who asked.
    #[error(transparent)]
    Declined(#[from] Declined),
    /// For the operator.
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Trouble(error.into())
    }
}

impl Tables {
    /// The tables that a store keeps.
    pub fn new(store: Store) -> Tables {
        Tables { store, figures: Shelf::default(), news: Notify::new(), thinks: 0 }
    }

    /// The same, but the computer seems to think for so many seconds: what it does at once is told a little later.
    pub fn thoughtful(self, thinks: i64) -> Tables {
        Tables { thinks, ..self }
    }

    // --- Finding ---

    /// The table of a channel: the one that is not over, else the last one that was.
    pub async fn in_channel(&self, channel: i64) -> Result<Table, Failure> {
        Ok(self.store.table_in(channel).await?.ok_or(Declined::NoTable)?)
    }

    /// A table by its number.
    pub async fn numbered(&self, game: GameId) -> Result<Table, Failure> {
        Ok(self.store.table(game).await?.ok_or(Declined::NoTable)?)
    }

    /// Tables of a server, those that are not over first, then the newest.
    pub async fn on_server(&self, server: i64, most: u32) -> Result<Vec<Table>, Failure> {
        self.all(self.store.tables_on(server, most).await?).await
    }

    /// Tables at which a person sits and that are not over, the oldest first.
    pub async fn of_person(&self, person: i64) -> Result<Vec<Table>, Failure> {
        self.all(self.store.tables_of(person).await?).await
    }

    async fn all(&self, games: Vec<GameId>) -> Result<Vec<Table>, Failure> {
        let mut tables = Vec::with_capacity(games.len());
        for game in games {
            tables.extend(self.store.table(game).await?);
        }
        Ok(tables)
    }

    // --- What has to be remembered ---

    /// Whether this press or command comes for the first time: it is spent with that. For what is done before there
    /// is a table; else a change spends it.
    pub async fn first_time(&self, interaction: i64) -> Result<(), Failure> {
        if self.store.spend(interaction, now()).await? { Ok(()) } else { Err(Declined::Repeated.into()) }
    }
    /// What was kept under this name.
    pub async fn remembered(&self, name: &str) -> Result<Option<String>, Trouble> {
        Ok(self.store.remembered(name).await?)
    }

    /// Keeps something under a name.
    pub async fn remember(&self, name: &str, value: &str) -> Result<(), Trouble> {
        Ok(self.store.remember(name, value).await?)
    }

    /// Closes the store, once it is idle.
    pub async fn close(&self) {
        self.store.close().await;
    }

    /// Writes a change to a table, and rings if there is something to say.
    async fn write(&self, change: &Change) -> Result<i64, Failure> {
        match self.store.write(change).await? {
            Outcome::Done { revision } => {
                if !change.notices.is_empty() {
                    self.news.notify_one();
                }
                Ok(revision)
            }
            Outcome::Stale => Err(Declined::Stale.into()),
            Outcome::Repeated => Err(Declined::Repeated.into()),
        }
    }
}

impl Table {
    /// Which game it is.
    pub fn title(&self) -> Result<Title, Trouble> {
        let known = Title::ALL.into_iter().find(|title| title.name() == self.title);
        known.ok_or(Trouble::Missing { table: self.game.0, what: "its game" })
    }

    /// Where a person sits.
    pub fn seat_of(&self, person: i64) -> Option<Seat> {
        let chair = self.seats.iter().find(|chair| chair.person == Some(person))?;
        seat(chair)
    }

    /// Who sits on a seat.
    pub fn chair(&self, wanted: Seat) -> Option<&Chair> {
        self.seats.iter().find(|chair| seat(chair) == Some(wanted))
    }

    /// What the players are called, by seat.
    pub fn names(&self) -> Vec<String> {
        self.seats.iter().map(|chair| chair.name.clone()).collect()
    }

    /// What was published before anybody gave a word.
    pub fn commitment(&self) -> Result<String, Trouble> {
        Ok(self.drawn()?.commitment())
    }

    /// What the table chose.
    pub fn chosen<G: Rules>(&self) -> Result<G::Options, Trouble> {
        self.read(&self.options, "its options")
    }

    /// What was drawn for its chance.
    fn drawn(&self) -> Result<Secret, Trouble> {
        Secret::try_from(self.secret.as_str())
            .map_err(|_| Trouble::Missing { table: self.game.0, what: "its secret" })
    }

    fn read<T: serde::de::DeserializeOwned>(&self, json: &str, what: &'static str) -> Result<T, Trouble> {
        serde_json::from_str(json).map_err(|error| Trouble::unreadable(self, what, &error))
    }

    fn missing(&self, what: &'static str) -> Trouble {
        Trouble::Missing { table: self.game.0, what }
    }

    /// A change that changes nothing yet.
    fn change(&self, asker: &Asker) -> Change {
        Change {
            game: self.game,
            seen: self.revision,
            interaction: asker.interaction,
            status: self.status,
            snapshot: self.snapshot.clone(),
            told: self.told,
            figures: None,
            seats: None,
            take_back: None,
            entries: Vec::new(),
            notices: Vec::new(),
            at: now(),
        }
    }
}

/// The seat of a chair.
fn seat(chair: &Chair) -> Option<Seat> {
    Seat::from_number(u8::try_from(chair.seat).ok()?)
}
