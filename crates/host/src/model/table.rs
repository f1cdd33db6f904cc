//! A table as read from its row in the store, always with all its fields.

use lanai_ai::PolicyKind;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::model::failure::json;
use crate::model::news::{MessageUpdate, News};
use crate::model::notices::new_notice;
use crate::{
    ChannelId, Destination, GuildId, InteractionId, InternalError, PersonId, Revision,
    SeatedPlayer, TableId, TableSettings, TableStatus, Terms, TimeControl, Timestamp, Waiting,
};
use lanai_rules::chance::Secret;
use lanai_rules::{Rules, Seat, Title, Viewer};
use lanai_store::{Notice, TableChange, TableRow, Wait};

/// A table: the people around one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub id: TableId,
    pub title: Title,
    pub guild: GuildId,
    pub channel: ChannelId,
    pub owner: PersonId,
    pub status: TableStatus,
    /// Counts the changes of the table.
    pub revision: Revision,
    /// The language of its public messages.
    pub language: String,
    pub seat_count: usize,
    /// The options of the game, as the game serializes them.
    pub options: String,
    pub secret: Secret,
    /// The digest of the printed figures with which the game is played.
    pub figures: Option<String>,
    /// Log entries with a number below this one have been announced.
    pub announced_until: i64,
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
    /// The version of the stored `waiting`. A write that expects another version fails.
    pub(crate) wait_version: Option<i64>,
    /// When the scheduler checks the table next.
    pub(crate) check_at: Option<Timestamp>,
    pub seats: Vec<SeatedPlayer>,
    /// The seats of the previous game, if this is a rematch.
    pub seats_before: Vec<SeatedPlayer>,
}

impl Table {
    pub fn from_row(row: TableRow) -> Result<Table, InternalError> {
        let id = row.table_id;
        let missing = |what| InternalError::Missing { table: id.0, what };
        let title = Title::from_name(&row.title);
        let table = Table {
            title: title.ok_or_else(|| missing("its game"))?,
            seat_count: usize::try_from(row.seat_count).map_err(|_| missing("its seats"))?,
            secret: Secret::try_from(row.secret.as_str()).map_err(|_| missing("its secret"))?,
            settings: parse_json(id, &row.settings, "its settings")?,
            settings_json: row.settings,
            starting: row
                .starting
                .map(|starting| parse_json(id, &starting, "how it starts"))
                .transpose()?,
            waiting: Waiting::default(),
            wait_version: None,
            check_at: None,
            id,
            guild: row.guild,
            channel: row.channel,
            owner: row.owner,
            status: row.status,
            revision: row.revision,
            language: row.language,
            options: row.options,
            figures: row.figures,
            announced_until: row.announced_entries,
            snapshot: row.snapshot,
            set_up: row.set_up,
            seats: row.seats,
            seats_before: row.seats_before,
        };
        table.with_wait(row.wait.0.as_ref())
    }

    /// Replaces `waiting` by a stored value.
    pub(crate) fn with_wait(self, wait: Option<&Wait>) -> Result<Table, InternalError> {
        let Some(Wait {
            person,
            since,
            check_at,
            version: wait_version,
            pinged_revision: pinged_turn,
            state,
        }) = wait
        else {
            return Ok(Table {
                waiting: Waiting::default(),
                wait_version: None,
                check_at: None,
                ..self
            });
        };
        let waiting: Waiting = self.parse_json(state, "whom it waits for")?;
        let waiting = Waiting {
            person: *person,
            since: *since,
            pinged_turn: *pinged_turn,
            ..waiting
        };
        Ok(Table {
            waiting,
            wait_version: Some(*wait_version),
            check_at: *check_at,
            ..self
        })
    }

    /// Adopts settings and `waiting` of a newer reading of the same table.
    pub(crate) fn adopt_wait_of(&mut self, fresh: Table) {
        self.settings = fresh.settings;
        self.settings_json = fresh.settings_json;
        self.waiting = fresh.waiting;
        self.wait_version = fresh.wait_version;
        self.check_at = fresh.check_at;
    }

    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        player_seat(
            self.seats
                .iter()
                .find(|player| player.person == Some(person))?,
        )
    }

    /// Returns how a person sees the game: from their seat, or as the public.
    pub fn viewer(&self, person: PersonId) -> Viewer {
        self.seat_of(person).map_or(Viewer::Table, Viewer::Seat)
    }

    /// Returns whether a seat belongs to the computer, not to a person for whom it stands in.
    pub fn is_computer(&self, seat: Seat) -> bool {
        self.seated_player(seat)
            .is_some_and(|player| player.person.is_none())
    }

    pub fn seated_player(&self, wanted: Seat) -> Option<&SeatedPlayer> {
        self.seats
            .iter()
            .find(|player| player_seat(player) == Some(wanted))
    }

    /// Returns the names of the players, by seat.
    pub fn player_names(&self) -> Vec<String> {
        self.seats
            .iter()
            .map(|player| player.name.clone())
            .collect()
    }

    /// Returns the people who act themselves, without those for whom the computer stands in.
    pub fn people(&self) -> Vec<PersonId> {
        self.seats
            .iter()
            .filter_map(SeatedPlayer::active_person)
            .collect()
    }

    /// Returns the players of the previous game who have not joined the rematch, as far as seats
    /// are free.
    pub fn awaited_players(&self) -> impl Iterator<Item = (PersonId, &SeatedPlayer)> {
        let free = self.seat_count.saturating_sub(self.seats.len());
        let before = self
            .seats_before
            .iter()
            .filter_map(|player| Some((player.person?, player)));
        before
            .filter(|(person, _)| !person.is_erased() && self.seat_of(*person).is_none())
            .take(free)
    }

    /// Returns the time banks of the players who are not to act.
    pub fn idle_time_banks(&self) -> Vec<(Seat, i64)> {
        let TimeControl::Bank { start, .. } = self.settings.time_control else {
            return Vec::new();
        };
        let active = self
            .seats
            .iter()
            .filter(|player| player.active_person().is_some());
        active
            .filter_map(player_seat)
            .filter(|seat| self.waiting.seat != Some(*seat))
            .map(|seat| (seat, self.waiting.bank(seat).unwrap_or(start)))
            .collect()
    }

    /// Returns whether the computer is to act, on its own seat or for a player.
    ///
    /// If all players are away, the game waits for one of them. During a pause computers wait too.
    pub fn is_computers_turn(&self) -> bool {
        let waiting = &self.waiting;
        self.status == TableStatus::Running
            && waiting.pause.is_none()
            && waiting.revision == self.revision
            && (waiting.taken_over_at.is_some()
                || waiting
                    .seat
                    .is_some_and(|seat| self.is_played_by_computer(seat)))
    }

    /// Returns whether the computer plays a seat, while at least one person plays.
    pub(crate) fn is_played_by_computer(&self, seat: Seat) -> bool {
        self.seated_player(seat)
            .is_some_and(|player| player.active_person().is_none())
            && !self.people().is_empty()
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
    pub fn parse_options<G: Rules>(&self) -> Result<G::Options, InternalError> {
        self.parse_json(&self.options, "its options")
    }

    /// Parses JSON that was stored for this table.
    pub(crate) fn parse_json<T: DeserializeOwned>(
        &self,
        json: &str,
        what: &'static str,
    ) -> Result<T, InternalError> {
        parse_json(self.id, json, what)
    }

    pub(crate) fn wait_version(&self) -> i64 {
        self.wait_version.unwrap_or(0)
    }

    /// Returns the version that `waiting` has after the next change.
    pub(crate) fn next_wait_version(&self) -> i64 {
        self.wait_version.map_or(0, |wait_version| wait_version + 1)
    }

    /// Returns `waiting`, with a turn that the computer took over given back to its player.
    pub(crate) fn waiting_for_person(&self) -> Waiting {
        let mut waiting = self.waiting.clone();
        waiting.give_back(
            waiting
                .seat
                .and_then(|seat| self.seated_player(seat)?.active_person()),
        );
        waiting
    }

    /// Records in `waiting` which seats are the computer's, and since when.
    pub(crate) fn record_computers(&self, waiting: &mut Waiting) {
        waiting
            .computers
            .retain(|(seat, _)| self.is_computer(*seat));
        for seat in self.seats.iter().filter_map(player_seat) {
            let is_recorded = waiting.computers.iter().any(|(known, _)| *known == seat);
            if self.is_computer(seat) && !is_recorded {
                waiting.computers.push((seat, self.revision));
            }
        }
    }

    /// Returns the row of `waiting` after a change that does not affect the game.
    pub(crate) fn unchanged_wait(&self) -> Result<Option<Wait>, InternalError> {
        if self.wait_version.is_none() {
            return Ok(None);
        }
        let waiting = Waiting {
            revision: self.revision.next(),
            ..self.waiting.clone()
        };
        Ok(Some(
            waiting.to_row(self.next_wait_version(), self.check_at)?,
        ))
    }

    /// Returns the news of the start if it was held back, because computers had the first turns.
    pub(crate) fn unannounced_start(&self) -> Option<News> {
        (self.status == TableStatus::Running && self.announced_until == 0)
            .then(|| News::Begins { steps: Vec::new() })
    }

    /// Returns the players who have to agree to a proposal.
    ///
    /// To end a rated game, players for whom the computer stands in have to agree too.
    pub fn people_to_ask(&self, terms: Terms) -> Vec<PersonId> {
        if terms.ends_the_game() && self.settings.rated {
            self.seats
                .iter()
                .filter_map(|player| player.person)
                .collect()
        } else {
            self.people()
        }
    }

    /// Returns where the news of the table are posted: in its channel, or to each player if it is
    /// between guilds.
    pub(crate) fn news_destinations(&self) -> Vec<Destination> {
        if !self.settings.is_between_guilds() {
            return vec![Destination::Channel(self.channel)];
        }
        self.seats
            .iter()
            .filter_map(|seat| seat.person)
            .filter(|person| !person.is_erased())
            .map(Destination::Person)
            .collect()
    }

    /// Returns the only reader of a destination, for a table between guilds.
    pub fn only_reader(&self, to: Destination) -> Option<PersonId> {
        to.person().filter(|_| self.settings.is_between_guilds())
    }

    /// Returns where this player reads the news of the table.
    pub fn destination_for(&self, person: PersonId) -> Destination {
        if self.settings.is_between_guilds() {
            Destination::Person(person)
        } else {
            Destination::Channel(self.channel)
        }
    }

    /// Returns a notice about the next change of the game.
    pub(crate) fn change_notice(&self, news: News) -> Result<Notice, InternalError> {
        new_notice(self.news_destinations(), self.revision.next(), news)
    }

    /// Returns a notice that comes with no change of the game.
    pub(crate) fn notice_without_change(&self, news: News) -> Result<Notice, InternalError> {
        new_notice(self.news_destinations(), self.revision, news)
    }

    pub(crate) fn notice_to_person(
        &self,
        person: PersonId,
        news: News,
    ) -> Result<Notice, InternalError> {
        new_notice(vec![Destination::Person(person)], self.revision, news)
    }

    /// Returns a notice that updates an older message.
    pub(crate) fn message_update_notice(
        &self,
        at: Destination,
        update: MessageUpdate,
    ) -> Result<Notice, InternalError> {
        new_notice(vec![at], self.revision, News::MessageUpdate(update))
    }

    pub(crate) fn missing_data(&self, what: &'static str) -> InternalError {
        InternalError::Missing {
            table: self.id.0,
            what,
        }
    }

    /// Returns the table as a written change left it. The caller has already changed what its owner
    /// sets up.
    pub(crate) fn after(
        self,
        change: TableChange,
        revision: Revision,
    ) -> Result<Table, InternalError> {
        let set_up = change
            .entries
            .into_iter()
            .find(|entry| entry.number == 0)
            .map(|entry| entry.action);
        let table = Table {
            channel: change.move_to.map_or(self.channel, |(channel, _)| channel),
            status: change.status,
            revision,
            figures: change.figures.map(|(digest, _)| digest).or(self.figures),
            announced_until: change.announced_entries,
            snapshot: change.snapshot,
            set_up: set_up.or(self.set_up),
            starting: self.starting.filter(|_| change.starting.is_some()),
            seats: change.seats.unwrap_or(self.seats),
            ..self
        };
        table.with_wait(change.wait.as_ref())
    }

    /// Returns a change without any effect, into which the caller fills what changes.
    pub(crate) fn new_change(
        &self,
        interaction: Option<InteractionId>,
        at: Timestamp,
    ) -> Result<TableChange, InternalError> {
        let starting = self
            .starting
            .map(|starting| json("how it starts", &starting))
            .transpose()?;
        let wait = self
            .wait_version
            .map(|wait_version| self.waiting.to_row(wait_version, self.check_at))
            .transpose()?;
        Ok(TableChange {
            table_id: self.id,
            expected_revision: self.revision,
            interaction,
            status: self.status,
            snapshot: self.snapshot.clone(),
            starting,
            announced_entries: self.announced_until,
            figures: None,
            seats: None,
            set_up: None,
            wait,
            expected_wait_version: self.wait_version,
            move_to: None,
            take_back_from: None,
            entries: Vec::new(),
            notices: Vec::new(),
            result: None,
            departed: None,
            act: None,
            withdrawn_notices: Vec::new(),
            at,
        })
    }
}

fn parse_json<T: DeserializeOwned>(
    table: TableId,
    json: &str,
    what: &'static str,
) -> Result<T, InternalError> {
    serde_json::from_str(json).map_err(|error| InternalError::unreadable(table, what, &error))
}

pub(crate) fn player_seat(player: &SeatedPlayer) -> Option<Seat> {
    Seat::from_number(u8::try_from(player.seat).ok()?)
}

/// Returns the policy of a computer player. An unknown one plays as the default, so that no game
/// stops.
pub fn policy_of(player: &SeatedPlayer) -> PolicyKind {
    player
        .policy
        .as_deref()
        .and_then(PolicyKind::from_name)
        .unwrap_or_default()
}

/// What is stored while the message that starts a game is being posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Starting {
    /// When the seats and the players' words became final.
    pub(crate) settled_at: Timestamp,
}
