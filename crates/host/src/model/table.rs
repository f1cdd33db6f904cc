//! A table as the host knows it. What is kept of it is read here, once: whoever has a table has all of it.

use lanai_ai::PolicyKind;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::model::failure::json;
use crate::{
    Chair, ChannelId, GuildId, InteractionId, InternalError, PersonId, Revision, TableId,
    TableSettings, TableStatus, TimeControl, Timestamp, Waiting,
};
use lanai_rules::chance::Secret;
use lanai_rules::{Rules, Seat, Title, Viewer};
use lanai_store::{Change, TableRow, Wait};

/// A table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub game: TableId,
    pub title: Title,
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
    pub chairs: usize,
    /// The rules by which it plays, as the game writes them.
    pub options: String,
    /// What was drawn for its chance.
    pub secret: Secret,
    /// The digest of the printed figures in force.
    pub figures: Option<String>,
    /// Entries below this number have been told in public.
    pub told: i64,
    /// Where the game stands, once it runs.
    pub snapshot: Option<String>,
    /// How the game was set up, once it runs.
    pub(crate) set_up: Option<String>,
    /// What it chose for its days.
    pub settings: TableSettings,
    /// The same, as it is kept.
    pub(crate) settings_json: String,
    /// What is kept between the press that begins the game and the message that says so.
    pub(crate) starting: Option<Starting>,
    /// Whom it waits for; nobody, unless it runs.
    pub waiting: Waiting,
    /// How often it was written whom it waits for, if it was.
    pub(crate) guard: Option<i64>,
    /// When it will be looked at again.
    pub(crate) look_at: Option<Timestamp>,
    pub seats: Vec<Chair>,
    /// Who sat where in the game that the same people have played before; nobody if this is their first.
    pub seats_before: Vec<Chair>,
}

impl Table {
    /// What is kept of a table.
    pub fn read(row: TableRow) -> Result<Table, InternalError> {
        let missing = |what| InternalError::Missing {
            table: row.game.0,
            what,
        };
        let read = Reading(row.game);
        let title = Title::named(&row.title);
        let table = Table {
            title: title.ok_or_else(|| missing("its game"))?,
            chairs: usize::try_from(row.chairs).map_err(|_| missing("its chairs"))?,
            secret: Secret::try_from(row.secret.as_str()).map_err(|_| missing("its secret"))?,
            settings: read.json(&row.manners, "its settings")?,
            settings_json: row.manners,
            starting: row
                .starting
                .map(|starting| read.json(&starting, "how it starts"))
                .transpose()?,
            waiting: Waiting::default(),
            guard: None,
            look_at: None,
            game: row.game,
            guild: row.guild,
            channel: row.channel,
            owner: row.owner,
            status: row.status,
            revision: row.revision,
            language: row.language,
            options: row.options,
            figures: row.figures,
            told: row.told,
            snapshot: row.snapshot,
            set_up: row.set_up,
            seats: row.seats,
            seats_before: row.seats_before,
        };
        table.waits(row.wait.0.as_ref())
    }

    /// The same table, for which it was written whom it waits for.
    pub(crate) fn waits(self, wait: Option<&Wait>) -> Result<Table, InternalError> {
        let Some(Wait {
            person,
            since,
            look_at,
            guard,
            called,
            state,
        }) = wait
        else {
            return Ok(Table {
                waiting: Waiting::default(),
                guard: None,
                look_at: None,
                ..self
            });
        };
        let waiting: Waiting = self.json(state, "whom it waits for")?;
        let waiting = Waiting {
            person: *person,
            since: *since,
            called: *called,
            ..waiting
        };
        Ok(Table {
            waiting,
            guard: Some(*guard),
            look_at: *look_at,
            ..self
        })
    }

    /// It waits as that other reading of it does, and has chosen the same.
    pub(crate) fn waits_like(&mut self, fresh: Table) {
        (self.settings, self.settings_json) = (fresh.settings, fresh.settings_json);
        (self.waiting, self.guard, self.look_at) = (fresh.waiting, fresh.guard, fresh.look_at);
    }

    // --- Who sits there ---

    /// Where a person sits.
    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        seat(
            self.seats
                .iter()
                .find(|chair| chair.person == Some(person))?,
        )
    }

    /// Through whose eyes a person sees the table: their seat's, or the public's.
    pub fn viewer(&self, person: PersonId) -> Viewer {
        self.seat_of(person).map_or(Viewer::Table, Viewer::Seat)
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

    /// The persons who act at it.
    pub fn people(&self) -> Vec<PersonId> {
        self.seats.iter().filter_map(Chair::acts).collect()
    }

    /// Those who played before and have not sat down again yet, as long as there is a chair for them.
    pub fn awaited(&self) -> impl Iterator<Item = (PersonId, &Chair)> {
        let free = self.chairs.saturating_sub(self.seats.len());
        let before = self
            .seats_before
            .iter()
            .filter_map(|chair| Some((chair.person?, chair)));
        before
            .filter(|(person, _)| !person.is_nameless() && self.seat_of(*person).is_none())
            .take(free)
    }

    /// Who has how many seconds left in a bank of time, of those who wait for others.
    pub fn banks(&self) -> Vec<(&Chair, i64)> {
        let TimeControl::Bank { start, .. } = self.settings.pace else {
            return Vec::new();
        };
        let wait = self
            .seats
            .iter()
            .filter(|chair| chair.acts().is_some() && seat(chair) != self.waiting.seat);
        wait.map(|chair| {
            (
                chair,
                seat(chair)
                    .and_then(|seat| self.waiting.bank(seat))
                    .unwrap_or(start),
            )
        })
        .collect()
    }

    /// Whether the computer is to act: on a seat of its own, or for somebody. Where all people are away it waits for one to
    /// come back.
    pub fn is_computers_turn(&self) -> bool {
        let waiting = &self.waiting;
        let runs = self.status == TableStatus::Running && waiting.revision == self.revision;
        let its = waiting.seat.is_some_and(|seat| self.is_for_computer(seat));
        runs && (its || waiting.taken_over_at.is_some())
    }

    /// Whether the computer acts on a seat when it is to act: if no person does, and there are people.
    pub(crate) fn is_for_computer(&self, seat: Seat) -> bool {
        self.chair(seat).is_some_and(|chair| chair.acts().is_none()) && !self.people().is_empty()
    }

    // --- What was chosen and drawn ---

    /// Whether the game is about to begin: words and seats are fixed.
    pub fn is_starting(&self) -> bool {
        self.starting.is_some()
    }

    /// What was published before anybody gave a word.
    pub fn commitment(&self) -> String {
        self.secret.commitment()
    }

    /// The rules by which it plays.
    pub fn chosen<G: Rules>(&self) -> Result<G::Options, InternalError> {
        self.json(&self.options, "its options")
    }

    // --- Reading and writing ---

    /// Something that is kept of it as JSON.
    pub(crate) fn json<T: DeserializeOwned>(
        &self,
        json: &str,
        what: &'static str,
    ) -> Result<T, InternalError> {
        Reading(self.game).json(json, what)
    }

    /// How often it was written whom it waits for.
    pub(crate) fn guard(&self) -> i64 {
        self.guard.unwrap_or(0)
    }

    pub(crate) fn missing(&self, what: &'static str) -> InternalError {
        InternalError::Missing {
            table: self.game.0,
            what,
        }
    }

    /// A change that changes nothing yet.
    pub(crate) fn change(
        &self,
        interaction: Option<InteractionId>,
        at: Timestamp,
    ) -> Result<Change, InternalError> {
        let starting = self
            .starting
            .map(|starting| json("how it starts", &starting))
            .transpose()?;
        let wait = self
            .guard
            .map(|guard| self.waiting.kept(guard, self.look_at))
            .transpose()?;
        Ok(Change {
            game: self.game,
            seen: self.revision,
            interaction,
            status: self.status,
            snapshot: self.snapshot.clone(),
            starting,
            told: self.told,
            figures: None,
            seats: None,
            wait,
            guard: self.guard,
            goes_to: None,
            take_back: None,
            entries: Vec::new(),
            notices: Vec::new(),
            result: None,
            leaves: None,
            act: None,
            absorbs: Vec::new(),
            at,
        })
    }
}

/// Of which table something is read.
struct Reading(TableId);

impl Reading {
    fn json<T: DeserializeOwned>(
        &self,
        json: &str,
        what: &'static str,
    ) -> Result<T, InternalError> {
        serde_json::from_str(json).map_err(|error| InternalError::unreadable(self.0, what, &error))
    }
}

pub(crate) fn seat(chair: &Chair) -> Option<Seat> {
    Seat::from_number(u8::try_from(chair.seat).ok()?)
}

/// Which computer player sits on a chair. A game does not stand still because one of another day is not among ours any
/// more.
pub fn kind_of(chair: &Chair) -> PolicyKind {
    chair
        .mind
        .as_deref()
        .and_then(PolicyKind::from_name)
        .unwrap_or_default()
}

/// What is kept between the press and the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Starting {
    /// When the last word was given, or the last seat taken.
    pub(crate) settled_at: Timestamp,
}
