//! The state of a contest: entrants, heats with their results, and corrections by the organiser.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::failure::json;
use crate::{
    Actor, ChannelId, ContestId, GuildId, InternalError, MessageId, PersonId, Revision, TableId,
    TableStatus, TimeControl, Timestamp,
};
use lanai_rules::Title;
use lanai_store::ContestRow;

/// A contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    pub id: ContestId,
    pub guild: GuildId,
    pub channel: ChannelId,
    pub organiser: PersonId,
    /// Open as long as people sign up.
    pub status: TableStatus,
    /// How often it was written.
    pub revision: Revision,
    pub state: ContestState,
    /// The tables of its heats, by the number of the heat, as far as they are open.
    pub games: BTreeMap<i64, TableId>,
}

/// The part of a contest that is stored as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ContestState {
    pub terms: ContestTerms,
    /// All who take part or did, in the order in which they signed up.
    pub entrants: Vec<Entrant>,
    pub heats: Vec<Heat>,
    /// The public log of what happened beside the tables.
    pub log: Vec<LogEntry>,
    /// The message that shows the standings.
    pub card: Option<ContestCard>,
    /// Whether the channel was told that a table cannot be opened.
    pub is_stuck: bool,
}

/// What a contest is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ContestTerms {
    pub name: String,
    pub title: Title,
    /// The rules to play by, as people write them.
    pub options: String,
    /// The usual number of players at a table.
    pub chairs: u8,
    pub system: System,
    /// In a league, how many tables everybody plays, or how often everybody meets everybody where
    /// two play; in a Swiss tournament, how many rounds there are.
    pub rounds: u32,
    /// How long a turn may take.
    pub pace: TimeControl,
    /// The language of its messages.
    pub language: String,
    /// The organiser's name.
    pub organiser: String,
    /// The season before this one.
    pub follows: Option<ContestId>,
}

/// How people meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum System {
    /// In divisions, everybody with everybody; the best goes up, the last goes down.
    League,
    /// Entrants with similar points meet, and all play every round.
    Swiss,
    /// The better half of each table goes on.
    Knockout,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    pub person: PersonId,
    /// Their name when they signed up.
    pub name: String,
    /// Their division, counted from 1; 0 before the draw.
    pub division: u32,
    /// Their number in the division, which a replacement inherits.
    pub slot: u32,
    /// A random number that breaks ties.
    pub lot: u32,
    pub part: Part,
    /// The sum of the organiser's corrections, in points.
    pub corrected: i64,
}

/// Whether an entrant plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    Plays,
    /// Waits for an entrant to drop out.
    Reserve,
    /// Dropped out, and not replaced yet.
    Out,
    /// Dropped out and replaced.
    Replaced,
    /// Removed by the organiser, for good.
    Removed,
}

/// A table of a contest, or a bye if it has one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heat {
    /// Its number in the contest, counted from 1.
    pub number: i64,
    /// In which round of its division, counted from 1.
    pub round: u32,
    pub division: u32,
    /// The entrants by seat, as indices.
    pub seats: Vec<usize>,
    pub outcome: Option<HeatResult>,
    /// Whether the organiser annulled it.
    pub annulled: bool,
}

/// The result of a heat, by seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeatResult {
    pub points: Vec<i64>,
    /// Each player's share of all points of the game, in thousandths.
    pub shares: Vec<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    pub at: Timestamp,
    /// The name of the person who did it, if any.
    pub by: Option<String>,
    /// The ID of that person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    pub what: Logged,
}

/// What is logged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Logged {
    Opened,
    Began {
        entrants: usize,
    },
    /// A round of a division was paired.
    Round {
        round: u32,
        division: u32,
        tables: usize,
    },
    Left {
        who: String,
    },
    /// The computer played for the entrant up to the end of a table, so they are dropped.
    Silent {
        who: String,
    },
    /// All players left a table. It ends without points.
    Abandoned {
        heat: i64,
    },
    Returned {
        who: String,
    },
    Replaced {
        who: String,
        by: String,
    },
    Corrected {
        who: String,
        points: i64,
        reason: String,
    },
    Removed {
        who: String,
        reason: String,
    },
    /// The organiser had a heat replayed.
    Annulled {
        heat: i64,
        reason: String,
    },
    /// The organiser ended it before its end.
    Ended {
        reason: String,
    },
    Finished,
    /// Its channel was deleted, which ends the contest.
    Homeless,
}

/// The message that shows the standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ContestCard {
    pub message: MessageId,
    pub shows: CardStage,
}

/// The stage of a contest that its message shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardStage {
    Open,
    Running,
    Over,
}

impl From<TableStatus> for CardStage {
    fn from(status: TableStatus) -> CardStage {
        match status {
            TableStatus::Open => CardStage::Open,
            TableStatus::Running => CardStage::Running,
            TableStatus::Over => CardStage::Over,
        }
    }
}

impl Contest {
    /// Reads a contest from its row.
    pub(crate) fn read(
        row: ContestRow,
        games: Vec<(i64, TableId)>,
    ) -> Result<Contest, InternalError> {
        let ContestRow {
            contest: id,
            guild,
            channel,
            organiser,
            status,
            revision,
            state,
        } = row;
        let state = serde_json::from_str(&state).map_err(|error| InternalError::Contest {
            contest: id.0,
            line: error.line(),
            column: error.column(),
        })?;
        Ok(Contest {
            id,
            guild,
            channel,
            organiser,
            status,
            revision,
            state,
            games: games.into_iter().collect(),
        })
    }

    /// Returns the heats whose tables still have to be opened.
    pub fn unopened(&self) -> impl Iterator<Item = &Heat> {
        self.state
            .heats
            .iter()
            .filter(|heat| heat.is_open() && !self.games.contains_key(&heat.number))
    }

    /// Finds a heat whose table still has to be opened.
    pub fn awaiting(&self, heat: i64) -> Option<&Heat> {
        self.unopened()
            .find(|unopened| unopened.number == heat && self.status == TableStatus::Running)
    }

    pub fn is_organised_by(&self, person: PersonId) -> bool {
        self.organiser == person
    }
}

impl ContestState {
    /// Takes an entrant out of the contest. Returns `None` if they did not play any more.
    pub(crate) fn drop_out(&mut self, number: usize, status: TableStatus) -> Option<()> {
        let entrant = self.entrants.get_mut(number)?;
        match (status, entrant.part) {
            // No table is seated yet, so the numbers may change.
            (TableStatus::Open, _) => drop(self.entrants.remove(number)),
            (_, Part::Plays) => entrant.part = Part::Out,
            (_, Part::Reserve) => entrant.part = Part::Replaced,
            (_, Part::Out | Part::Replaced | Part::Removed) => return None,
        }
        Some(())
    }

    pub(crate) fn kept(&self) -> Result<String, InternalError> {
        json("a contest", self)
    }

    /// Returns the index of a person among the entrants; the last one if they signed up again.
    pub fn entrant(&self, person: PersonId) -> Option<usize> {
        self.entrants
            .iter()
            .rposition(|entrant| entrant.person == person)
    }

    /// Returns the indices of the entrants who play.
    pub fn playing(&self) -> impl Iterator<Item = usize> {
        self.entrants
            .iter()
            .enumerate()
            .filter(|(_, entrant)| entrant.part == Part::Plays)
            .map(|(number, _)| number)
    }

    /// Returns the heats of a division that were not annulled.
    pub(crate) fn heats_of(&self, division: u32) -> impl Iterator<Item = &Heat> {
        self.heats
            .iter()
            .filter(move |heat| heat.division == division && !heat.annulled)
    }

    /// Returns the number of divisions: one in a tournament, none before the start.
    pub fn divisions(&self) -> u32 {
        self.entrants
            .iter()
            .map(|entrant| entrant.division)
            .max()
            .unwrap_or_default()
    }

    /// Returns the current or last round of a division; 0 before the start.
    pub fn round(&self, division: u32) -> u32 {
        self.heats_of(division)
            .map(|heat| heat.round)
            .max()
            .unwrap_or_default()
    }

    pub(crate) fn note(&mut self, at: Timestamp, by: Option<&Actor>, what: Logged) {
        self.log.push(LogEntry::of(at, by, what));
    }

    pub fn name(&self, entrant: usize) -> &str {
        self.entrants
            .get(entrant)
            .map_or("", |entrant| &entrant.name)
    }
}

impl LogEntry {
    pub(crate) fn of(at: Timestamp, by: Option<&Actor>, what: Logged) -> LogEntry {
        LogEntry {
            at,
            by: by.map(|by| by.name.clone()),
            person: by.map(|by| by.person),
            what,
        }
    }
}

impl Heat {
    /// Returns whether it still has to be played.
    pub fn is_open(&self) -> bool {
        self.outcome.is_none() && !self.annulled
    }

    /// Returns whether this is a bye.
    pub fn is_bye(&self) -> bool {
        self.seats.len() == 1
    }

    pub(crate) fn seat_of(&self, entrant: usize) -> Option<usize> {
        self.seats.iter().position(|seated| *seated == entrant)
    }

    /// Returns the points of an entrant, if the heat is over and counts.
    pub(crate) fn points_of(&self, entrant: usize) -> Option<i64> {
        let outcome = self.outcome.as_ref().filter(|_| !self.annulled)?;
        outcome.points.get(self.seat_of(entrant)?).copied()
    }

    pub(crate) fn share_of(&self, entrant: usize) -> Option<i64> {
        let outcome = self.outcome.as_ref().filter(|_| !self.annulled)?;
        outcome.shares.get(self.seat_of(entrant)?).copied()
    }
}
