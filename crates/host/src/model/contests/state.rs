//! The state of a contest: entrants, heats with their results, and corrections by the organiser.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::divisions;
use super::points::{self, ContestPlace, HeatResult};
use crate::model::failure::{json, parse_json};
use crate::{
    Actor, ChannelId, ContestId, GuildId, InternalError, MessageId, PersonId, Revision, TableId,
    TableStatus, TimeControl, Timestamp,
};
use lanai_rules::Title;
use lanai_store::{ContestRow, HeatTable};

/// A contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    pub id: ContestId,
    pub guild: GuildId,
    pub channel: ChannelId,
    pub organiser: PersonId,
    /// The stage of the contest; open while people sign up.
    pub status: TableStatus,
    /// Counts the changes of the contest.
    pub revision: Revision,
    pub state: ContestState,
    /// The tables that were opened for its heats, by the number of the heat.
    pub games: BTreeMap<i64, TableId>,
}

/// The part of a contest that is stored as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ContestState {
    pub terms: ContestTerms,
    /// All current and former entrants, in the order in which they signed up.
    pub entrants: Vec<Entrant>,
    pub heats: Vec<Heat>,
    /// The public log of the contest's events.
    pub log: Vec<LogEntry>,
    /// The message of the contest in its channel.
    pub card: Option<ContestCard>,
    /// Whether it was announced that a table cannot be opened.
    pub is_stuck: bool,
}

/// The terms of a contest, which are fixed when it is opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ContestTerms {
    pub name: String,
    pub title: Title,
    /// The options of the game, as players type them.
    pub options: String,
    /// The usual number of players at a table.
    pub seat_count: u8,
    pub system: PairingSystem,
    /// The number of rounds. In a league of two-player games, how often each pair meets.
    pub rounds: u32,
    pub time_control: TimeControl,
    /// The language of its messages.
    pub language: String,
    pub organiser: String,
    /// The previous season.
    pub follows: Option<ContestId>,
}

/// How entrants are paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairingSystem {
    /// Everyone meets everyone in a division; the best is promoted, the last relegated.
    League,
    /// Entrants with similar points meet, and all play in every round.
    Swiss,
    /// The better half of each table advances.
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
    /// A random number that breaks ties. Entrants who sign up after the draw have the greatest.
    pub lot: u32,
    pub part: Participation,
    /// The sum of the organiser's corrections, in points.
    pub corrected: i64,
}

/// Whether an entrant plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Participation {
    Plays,
    /// Takes the place of an entrant who drops out.
    Reserve,
    /// Dropped out, and not replaced yet.
    Out,
    /// Dropped out and replaced, or withdrew as a reserve.
    Replaced,
    /// Removed by the organiser, for good.
    Removed,
}

/// A table of a contest, or a bye if it has one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heat {
    /// Counted from 1.
    pub number: i64,
    /// The round of its division, counted from 1.
    pub round: u32,
    pub division: u32,
    /// The entrants by seat, as indices.
    pub seats: Vec<usize>,
    pub outcome: Option<HeatResult>,
    /// Whether the organiser annulled the heat.
    pub annulled: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    pub at: Timestamp,
    /// The name of the person who caused the event.
    pub by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    pub event: ContestEvent,
}

/// An event in the public log of a contest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContestEvent {
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
    /// The computer played for the entrant until the end of a table, so the entrant is dropped.
    Silent {
        who: String,
    },
    /// All players left a table, which ends without points.
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
    /// The organiser ended the contest early.
    Ended {
        reason: String,
    },
    Finished,
    /// The channel was deleted, which ends the contest.
    #[serde(rename = "homeless")]
    ChannelDeleted,
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
    pub(crate) fn from_row(
        row: &ContestRow,
        heats: &[HeatTable],
    ) -> Result<Contest, InternalError> {
        Ok(Contest {
            id: row.contest_id,
            guild: row.guild,
            channel: row.channel,
            organiser: row.organiser,
            status: row.status,
            revision: row.revision,
            state: parse_json(format_args!("contest {}", row.contest_id.0), &row.state)?,
            games: heats
                .iter()
                .map(|heat| (heat.number, heat.table_id))
                .collect(),
        })
    }

    /// Returns the heats whose tables still have to be opened.
    pub fn unopened_heats(&self) -> impl Iterator<Item = &Heat> {
        self.state
            .heats
            .iter()
            .filter(|heat| heat.is_open() && !self.games.contains_key(&heat.number))
    }

    /// Finds a heat whose table still has to be opened, while the contest runs.
    pub fn find_unopened_heat(&self, heat: i64) -> Option<&Heat> {
        self.unopened_heats()
            .find(|unopened| unopened.number == heat && self.status == TableStatus::Running)
    }

    pub fn is_organised_by(&self, person: PersonId) -> bool {
        self.organiser == person
    }
}

impl ContestState {
    /// Returns the order in which this season's active players enter the next season.
    pub(crate) fn ladder(&self) -> Vec<PersonId> {
        divisions::divisions_after_promotion(self)
            .into_iter()
            .flatten()
            .map(|number| self.entrants[number].person)
            .collect()
    }

    /// Returns the division of each active entrant after promotion and relegation.
    pub fn next_season_divisions(&self) -> HashMap<usize, u32> {
        let mut divisions = HashMap::new();
        for (entrants, division) in divisions::divisions_after_promotion(self)
            .into_iter()
            .zip(1..)
        {
            divisions.extend(entrants.into_iter().map(|number| (number, division)));
        }
        divisions
    }

    /// Returns the standings by division, including entrants who dropped out.
    pub fn standings(&self) -> Vec<ContestPlace> {
        points::standings(self)
    }

    /// Returns the active entrants of a division, the best first.
    pub(crate) fn ranking(&self, division: u32) -> Vec<usize> {
        self.standings()
            .into_iter()
            .filter(|place| place.division == division)
            .map(|place| place.entrant)
            .filter(|number| self.entrants[*number].part == Participation::Plays)
            .collect()
    }

    /// Takes an entrant out of the contest. Returns `None` if they had left it already.
    pub(crate) fn drop_out(&mut self, number: usize, status: TableStatus) -> Option<()> {
        let entrant = self.entrants.get_mut(number)?;
        match (status, entrant.part) {
            // No table has been seated yet, so the entrants' indices may change.
            (TableStatus::Open, _) => drop(self.entrants.remove(number)),
            (_, Participation::Plays) => entrant.part = Participation::Out,
            (_, Participation::Reserve) => entrant.part = Participation::Replaced,
            (_, Participation::Out | Participation::Replaced | Participation::Removed) => {
                return None;
            }
        }
        Some(())
    }

    pub(crate) fn to_json(&self) -> Result<String, InternalError> {
        json("a contest", self)
    }

    /// Returns the index of a person among the entrants; the last one if they signed up again.
    pub fn entrant(&self, person: PersonId) -> Option<usize> {
        self.entrants
            .iter()
            .rposition(|entrant| entrant.person == person)
    }

    /// Returns the indices of the entrants who play.
    pub fn active_entrants(&self) -> impl Iterator<Item = usize> {
        self.entrants
            .iter()
            .enumerate()
            .filter(|(_, entrant)| entrant.part == Participation::Plays)
            .map(|(number, _)| number)
    }

    /// Returns the heats of a division that were not annulled.
    /// Returns the heats of a division that count.
    pub fn heats_of(&self, division: u32) -> impl Iterator<Item = &Heat> {
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

    pub(crate) fn add_log_entry(&mut self, at: Timestamp, by: Option<&Actor>, event: ContestEvent) {
        self.log.push(LogEntry::new(at, by, event));
    }

    pub fn name(&self, entrant: usize) -> &str {
        self.entrants
            .get(entrant)
            .map_or("", |entrant| &entrant.name)
    }
}

impl LogEntry {
    pub(crate) fn new(at: Timestamp, by: Option<&Actor>, event: ContestEvent) -> LogEntry {
        LogEntry {
            at,
            by: by.map(|by| by.name.clone()),
            person: by.map(|by| by.person),
            event,
        }
    }
}

impl Heat {
    /// Returns whether the heat still has to be played.
    pub fn is_open(&self) -> bool {
        self.outcome.is_none() && !self.annulled
    }

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
