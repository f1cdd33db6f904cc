//! What is kept of a contest: who takes part, who sits at which table, how each came out, and what was put right by hand.

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
    /// How far it is: open as long as people sign up.
    pub status: TableStatus,
    /// How often it was written.
    pub revision: Revision,
    pub state: ContestState,
    /// The tables of its heats, by the number of the heat, as far as they are open.
    pub games: BTreeMap<i64, TableId>,
}

/// What is kept of it as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ContestState {
    /// What was agreed on before anybody signed up.
    pub terms: ContestTerms,
    /// Whoever takes part, or did, in the order in which they signed up.
    pub entrants: Vec<Entrant>,
    /// Who sits, or sat, at which table.
    pub heats: Vec<Heat>,
    /// What happened beside the tables, for everybody to read.
    pub log: Vec<LogEntry>,
    /// The message that shows how it stands.
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
    /// How many sit at a table, if it comes out even.
    pub chairs: u8,
    pub system: System,
    /// In a league, how many tables everybody plays, or how often everybody meets everybody where two play; in a Swiss
    /// tournament, how many rounds there are.
    pub rounds: u32,
    /// How long a turn may take.
    pub pace: TimeControl,
    /// In which language it is told of.
    pub language: String,
    /// What its organiser is called.
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
    /// Whoever stands alike meets, and nobody is out.
    Swiss,
    /// The better half of each table goes on.
    Knockout,
}

/// Somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    pub person: PersonId,
    /// What they were called when they signed up.
    pub name: String,
    /// In which division, counted from 1; 0 as long as they have none.
    pub division: u32,
    /// Their number in the division: whoever replaces somebody takes theirs.
    pub slot: u32,
    /// What was drawn for them: it decides where nothing else does.
    pub lot: u32,
    pub part: Part,
    /// How many points the organiser gave or took, all together.
    pub corrected: i64,
}

/// Whether somebody plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    Plays,
    /// They would, if somebody dropped out.
    Reserve,
    /// They have dropped out, and nobody plays in their place yet.
    Out,
    /// They have dropped out, and somebody plays in their place.
    Replaced,
    /// Whoever runs the contest took them out: they do not come back.
    Removed,
}

/// A table of a contest; or somebody who has nobody to play with in a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heat {
    /// Its number in the contest, counted from 1.
    pub number: i64,
    /// In which round of its division, counted from 1.
    pub round: u32,
    pub division: u32,
    /// Who sits there, by seat: numbers among the entrants.
    pub seats: Vec<usize>,
    /// How it came out, if it is over.
    pub outcome: Option<HeatResult>,
    /// Whether it does not count: its organiser annulled it.
    pub annulled: bool,
}

/// How a heat came out, by seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeatResult {
    pub points: Vec<i64>,
    /// The part of all points of the game that each made, in thousandths.
    pub shares: Vec<i64>,
}

/// Something that happened beside the tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    pub at: Timestamp,
    /// Who brought it about, if it was no table: what they are called.
    pub by: Option<String>,
    /// The same by their number; entries of before it was kept have none.
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
    /// Somebody does not play on.
    Left {
        who: String,
    },
    /// The computer had to play for somebody up to the end of a table, and they play on no more.
    Silent {
        who: String,
    },
    /// Nobody came back to a table: it is played no more, and brings nothing.
    Abandoned {
        heat: i64,
    },
    /// Somebody who had left plays again.
    Returned {
        who: String,
    },
    /// Somebody plays in the place of somebody else.
    Replaced {
        who: String,
        by: String,
    },
    /// The organiser gave or took points.
    Corrected {
        who: String,
        points: i64,
        reason: String,
    },
    /// The organiser took somebody out.
    Removed {
        who: String,
        reason: String,
    },
    /// The organiser had a heat played anew.
    Annulled {
        heat: i64,
        reason: String,
    },
    /// The organiser ended it before its end.
    Ended {
        reason: String,
    },
    Finished,
    /// Its channel is gone, and with it the contest.
    Homeless,
}

/// The message that shows how a contest stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ContestCard {
    pub message: MessageId,
    /// What it shows: whether people sign up, play, or have played.
    pub shows: CardStage,
}

/// How far a contest is, as its message shows.
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
    /// What is kept of a contest.
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

    /// The heats that still have to be opened.
    pub fn unopened(&self) -> impl Iterator<Item = &Heat> {
        self.state
            .heats
            .iter()
            .filter(|heat| heat.is_open() && !self.games.contains_key(&heat.number))
    }

    /// A heat of which the table is still to be opened.
    pub fn awaiting(&self, heat: i64) -> Option<&Heat> {
        self.unopened()
            .find(|unopened| unopened.number == heat && self.status == TableStatus::Running)
    }

    /// Whether a person may put it right: whoever opened it may.
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

    /// Where somebody who takes part stands among the entrants; whoever came again counts by their last time.
    pub fn entrant(&self, person: PersonId) -> Option<usize> {
        self.entrants
            .iter()
            .rposition(|entrant| entrant.person == person)
    }

    /// Those who play, by their numbers.
    pub fn playing(&self) -> impl Iterator<Item = usize> {
        self.entrants
            .iter()
            .enumerate()
            .filter(|(_, entrant)| entrant.part == Part::Plays)
            .map(|(number, _)| number)
    }

    /// The heats of a division that count.
    pub(crate) fn heats_of(&self, division: u32) -> impl Iterator<Item = &Heat> {
        self.heats
            .iter()
            .filter(move |heat| heat.division == division && !heat.annulled)
    }

    /// How many divisions there are; one in a tournament, none before it begins.
    pub fn divisions(&self) -> u32 {
        self.entrants
            .iter()
            .map(|entrant| entrant.division)
            .max()
            .unwrap_or_default()
    }

    /// The round that a division plays, or played last; 0 if it has not begun.
    pub fn round(&self, division: u32) -> u32 {
        self.heats_of(division)
            .map(|heat| heat.round)
            .max()
            .unwrap_or_default()
    }

    pub(crate) fn note(&mut self, at: Timestamp, by: Option<&Actor>, what: Logged) {
        self.log.push(LogEntry::of(at, by, what));
    }

    /// What an entrant is called.
    pub fn name(&self, entrant: usize) -> &str {
        self.entrants
            .get(entrant)
            .map_or("", |entrant| &entrant.name)
    }
}

impl LogEntry {
    /// Something that happened now, and who brought it about.
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
    /// Whether it is still to be played.
    pub fn is_open(&self) -> bool {
        self.outcome.is_none() && !self.annulled
    }

    /// Whether somebody has nobody to play with.
    pub fn is_bye(&self) -> bool {
        self.seats.len() == 1
    }

    /// Where an entrant sits.
    pub(crate) fn seat_of(&self, entrant: usize) -> Option<usize> {
        self.seats.iter().position(|seated| *seated == entrant)
    }

    /// The points of an entrant, if it is over and counts.
    pub(crate) fn points_of(&self, entrant: usize) -> Option<i64> {
        let outcome = self.outcome.as_ref().filter(|_| !self.annulled)?;
        outcome.points.get(self.seat_of(entrant)?).copied()
    }

    pub(crate) fn share_of(&self, entrant: usize) -> Option<i64> {
        let outcome = self.outcome.as_ref().filter(|_| !self.annulled)?;
        outcome.shares.get(self.seat_of(entrant)?).copied()
    }
}
