//! A table, read from its row in the store. A `Table` is always complete.

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
    pub channel: ChannelId,
    pub owner: PersonId,
    pub status: TableStatus,
    /// Counts the changes of the table.
    pub revision: Revision,
    /// The language of its public messages.
    pub language: String,
    pub chairs: usize,
    /// The options of the game, as the game serializes them.
    pub options: String,
    pub secret: Secret,
    /// The digest of the printed figures in force.
    pub figures: Option<String>,
    /// The log entries below this number were announced.
    pub told: i64,
    /// The serialized state of the game, once it runs.
    pub snapshot: Option<String>,
    /// How the game was set up, once it runs.
    pub(crate) set_up: Option<String>,
    pub settings: TableSettings,
    /// The settings as stored, to detect concurrent changes.
    pub(crate) settings_json: String,
    /// Set while the message that starts the game is being posted.
    pub(crate) starting: Option<Starting>,
    pub waiting: Waiting,
    /// The revision of `waiting`, which guards its writes.
    pub(crate) guard: Option<i64>,
    /// When the scheduler checks it next.
    pub(crate) look_at: Option<Timestamp>,
    pub seats: Vec<Chair>,
    /// The seats of the previous game, if this is a rematch.
    pub seats_before: Vec<Chair>,
}

impl Table {
    /// Reads a table from its row.
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

    /// Replaces whom the table waits for by what was written.
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

    /// Adopts settings and `waiting` of a newer reading of the same table.
    pub(crate) fn waits_like(&mut self, fresh: Table) {
        (self.settings, self.settings_json) = (fresh.settings, fresh.settings_json);
        (self.waiting, self.guard, self.look_at) = (fresh.waiting, fresh.guard, fresh.look_at);
    }

    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        seat(
            self.seats
                .iter()
                .find(|chair| chair.person == Some(person))?,
        )
    }

    /// Returns how a person sees the game: from their seat, or as the public.
    pub fn viewer(&self, person: PersonId) -> Viewer {
        self.seat_of(person).map_or(Viewer::Table, Viewer::Seat)
    }

    /// Returns whether a seat is the computer's, and not a person's for whom it stands in.
    pub fn is_computer(&self, seat: Seat) -> bool {
        self.chair(seat).is_some_and(|chair| chair.person.is_none())
    }

    pub fn chair(&self, wanted: Seat) -> Option<&Chair> {
        self.seats.iter().find(|chair| seat(chair) == Some(wanted))
    }

    /// Returns the names of the players, by seat.
    pub fn names(&self) -> Vec<String> {
        self.seats.iter().map(|chair| chair.name.clone()).collect()
    }

    /// Returns the people who act themselves, without those for whom the computer stands in.
    pub fn people(&self) -> Vec<PersonId> {
        self.seats.iter().filter_map(Chair::acts).collect()
    }

    /// Returns the players of the previous game who have not joined the rematch, as far as seats
    /// are free.
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

    /// Returns the time banks of the players who are not to act.
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

    /// Returns whether the computer is to act, on its own seat or for a player.
    ///
    /// If all players are away, the game waits for one of them.
    pub fn is_computers_turn(&self) -> bool {
        let waiting = &self.waiting;
        let runs = self.status == TableStatus::Running && waiting.revision == self.revision;
        let its = waiting.seat.is_some_and(|seat| self.is_for_computer(seat));
        runs && (its || waiting.taken_over_at.is_some())
    }

    /// Returns whether the computer plays a seat, while at least one person plays.
    pub(crate) fn is_for_computer(&self, seat: Seat) -> bool {
        self.chair(seat).is_some_and(|chair| chair.acts().is_none()) && !self.people().is_empty()
    }

    /// Returns whether the game is about to begin, with words and seats fixed.
    pub fn is_starting(&self) -> bool {
        self.starting.is_some()
    }

    /// Returns the digest of the secret, which is published before players add their words.
    pub fn commitment(&self) -> String {
        self.secret.commitment()
    }

    /// Returns the options of the game.
    pub fn chosen<G: Rules>(&self) -> Result<G::Options, InternalError> {
        self.json(&self.options, "its options")
    }

    /// Parses JSON that was stored for this table.
    pub(crate) fn json<T: DeserializeOwned>(
        &self,
        json: &str,
        what: &'static str,
    ) -> Result<T, InternalError> {
        Reading(self.game).json(json, what)
    }

    pub(crate) fn guard(&self) -> i64 {
        self.guard.unwrap_or(0)
    }

    pub(crate) fn missing(&self, what: &'static str) -> InternalError {
        InternalError::Missing {
            table: self.game.0,
            what,
        }
    }

    /// Returns a change that keeps everything as it is, to be filled in.
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

/// Names the table in errors of parsing.
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

/// Returns the computer player of a seat. An unknown one plays as the default, so that no game
/// stops.
pub fn kind_of(chair: &Chair) -> PolicyKind {
    chair
        .mind
        .as_deref()
        .and_then(PolicyKind::from_name)
        .unwrap_or_default()
}

/// What is stored while the message that starts a game is being posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Starting {
    /// When words and seats became final.
    pub(crate) settled_at: Timestamp,
}
