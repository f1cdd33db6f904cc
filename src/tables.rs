//! The host: tables are opened, people sit down, games begin, go on, are taken back, given up and shown.
//!
//! It knows persons by their numbers and no chat: whoever talks to them hands in what they want ([`Actor`]) and says
//! what came of it. Every change is one guarded write, and what the public must hear of it is written with it as
//! [`News`]: nothing is told that did not happen, and nothing that happened goes untold. Nothing is kept in memory that a
//! restart would lose.

mod asking;
mod clock;
mod failure;
mod follow;
mod limits;
mod lobby;
mod log;
mod lookback;
mod moving;
mod news;
mod next;
mod outbox;
mod person_settings;
mod play;
mod replacing;
mod resign;
mod scheduler;
mod settings;
mod shelf;
mod starting;
mod table_settings;
mod waiting;

pub use crate::store::{Chair, GameId, NoticeId, Opened, Table, TableStatus, Watch, Written};
pub use asking::{Agreement, Consent};
pub use clock::Clock;
pub use failure::{Declined, Failure, Trouble};
pub use limits::MOST_OPENED;
pub use lobby::NewGame;
pub use lookback::{PlayedTurn, Position};
pub use news::{Called, Chore, News, NewsStep, Role, Why};
pub use outbox::{DueNotice, Receipt};
pub use person_settings::{Away, Moment, PersonSettings, Quiet, USUAL, zone_name, zones_like};
pub use play::{Settled, Step, Turn};
pub use table_settings::{Late, ServerSettings, TableSettings, TimeControl, span};
pub use waiting::{
    DueAction, MOST_REMINDERS, NUDGE_AFTER, Pause, Plan, PreviousTurn, Proposal, Terms, Waiting,
};

use std::sync::atomic::AtomicI64;

use tokio::sync::Notify;

use crate::{
    rules::{Rules, Seat, Title, chance::Secret},
    store::{Change, Store},
};
use shelf::Shelf;

/// All tables of the house.
pub struct Tables {
    store: Store,
    figures: Shelf,
    /// Rung whenever there is something new to say.
    news: Notify,
    /// Rung whenever a table waits for somebody else, or is to be looked at sooner.
    waits: Notify,
    clock: Clock,
    /// How many seconds the computer seems to think: so much later is told what it did.
    thinks: i64,
    /// Until when nobody's time is up, after a start.
    mercy: AtomicI64,
}

/// Somebody who wants something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    /// Who.
    pub person: i64,
    /// What they are called.
    pub name: String,
    /// The press or command, which counts once.
    pub interaction: Option<i64>,
}

impl Tables {
    /// The tables that a store keeps.
    pub fn new(store: Store) -> Tables {
        let (news, waits, clock) = (Notify::new(), Notify::new(), Clock::of_machine());
        let (figures, mercy) = (Shelf::default(), AtomicI64::new(0));
        Tables { store, figures, news, waits, clock, thinks: 0, mercy }
    }

    /// The same, by another clock.
    pub fn by_clock(self, clock: Clock) -> Tables {
        Tables { clock, ..self }
    }

    /// The seconds since 1970.
    pub fn now(&self) -> i64 {
        self.clock.now()
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
        if self.store.spend(interaction, self.now()).await? { Ok(()) } else { Err(Declined::Repeated.into()) }
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
            Written::Done { revision } => {
                if !change.notices.is_empty() {
                    self.news.notify_one();
                }
                Ok(revision)
            }
            Written::Stale => Err(Declined::Stale.into()),
            Written::Repeated => Err(Declined::Repeated.into()),
            Written::Occupied => Err(Declined::Occupied.into()),
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

    /// Whether the computer sits on a seat, and for nobody who may come back.
    pub fn is_computer(&self, seat: Seat) -> bool {
        self.chair(seat).is_some_and(|chair| chair.person.is_none())
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

    /// The persons who act at it.
    pub fn people(&self) -> Vec<i64> {
        self.seats.iter().filter_map(Chair::acts).collect()
    }

    /// How often it was written whom it waits for.
    fn guard(&self) -> i64 {
        self.wait.as_ref().map_or(0, |wait| wait.guard)
    }

    /// What it chose for its days.
    pub fn manners(&self) -> Result<TableSettings, Trouble> {
        self.read(&self.manners, "its manners")
    }

    /// Whom it waits for.
    pub fn waiting(&self) -> Result<Waiting, Trouble> {
        let Some(kept) = &self.wait else { return Ok(Waiting::default()) };
        let state: Waiting = self.read(&kept.state, "whom it waits for")?;
        Ok(Waiting { person: kept.person, since: kept.since, called: kept.called, ..state })
    }

    /// Who has how many seconds left in a bank of time, of those who wait for others.
    pub fn banks(&self) -> Result<Vec<(&Chair, i64)>, Trouble> {
        let (pace, waiting) = (self.manners()?.pace, self.waiting()?);
        let TimeControl::Bank { start, .. } = pace else { return Ok(Vec::new()) };
        let wait = self.seats.iter().filter(|chair| chair.acts().is_some() && seat(chair) != waiting.seat);
        let bank = |chair| waiting.bank(seat(chair)?);
        Ok(wait.map(|chair| (chair, bank(chair).unwrap_or(start))).collect())
    }

    /// A change that changes nothing yet.
    fn change(&self, actor: &Actor, at: i64) -> Change {
        Change {
            game: self.game,
            seen: self.revision,
            interaction: actor.interaction,
            status: self.status,
            snapshot: self.snapshot.clone(),
            starting: self.starting.clone(),
            told: self.told,
            figures: None,
            seats: None,
            wait: self.wait.clone(),
            guard: self.wait.as_ref().map(|wait| wait.guard),
            goes_to: None,
            take_back: None,
            entries: Vec::new(),
            notices: Vec::new(),
            at,
        }
    }
}

/// The seat of a chair.
fn seat(chair: &Chair) -> Option<Seat> {
    Seat::from_number(u8::try_from(chair.seat).ok()?)
}
