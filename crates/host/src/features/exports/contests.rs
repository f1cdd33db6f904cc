//! Exports the contests of a person: those they entered or opened, their results, and what they
//! did.

use crate::{PersonId, TableStatus};
use serde::Serialize;

use super::{format_time, to_raw_json};
use crate::model::failure::Result;
use lanai_store::Store;

use crate::model::contests::{Contest, Participation};
use serde_json::value::RawValue;

#[derive(Serialize)]
pub(super) struct ExportedContest {
    contest: i64,
    name: String,
    game: &'static str,
    guild: String,
    channel: String,
    status: &'static str,
    you_opened_it: bool,
    your_entries: Vec<ExportedEntry>,
    what_you_did: Vec<ExportedLogEntry>,
}

#[derive(Serialize)]
struct ExportedEntry {
    name: String,
    division: u32,
    part: &'static str,
    points_corrected: i64,
    place: Option<usize>,
    points: Option<i64>,
    tables: Vec<i64>,
}

#[derive(Serialize)]
struct ExportedLogEntry {
    at: String,
    what: Box<RawValue>,
}

fn export_entries(contest: &Contest, person: PersonId) -> Vec<ExportedEntry> {
    let standings = contest.state.standings();
    let mut entries = Vec::new();
    for (number, entrant) in contest.state.entrants.iter().enumerate() {
        if entrant.person != person {
            continue;
        }
        let line = standings.iter().find(|line| line.entrant == number);
        let heats = contest
            .state
            .heats
            .iter()
            .filter(|heat| heat.seats.contains(&number));
        entries.push(ExportedEntry {
            name: entrant.name.clone(),
            division: entrant.division,
            part: match entrant.part {
                Participation::Plays => "plays",
                Participation::Reserve => "reserve",
                Participation::Out => "out",
                Participation::Replaced => "replaced",
                Participation::Removed => "removed",
            },
            points_corrected: entrant.corrected,
            place: line.map(|line| line.place),
            points: line.map(|line| line.points),
            tables: heats
                .filter_map(|heat| contest.games.get(&heat.number))
                .map(|game| game.0)
                .collect(),
        });
    }
    entries
}

pub(super) async fn export_contests(
    store: &Store,
    person: PersonId,
) -> Result<Vec<ExportedContest>> {
    let mut exported = Vec::new();
    for row in store.exports().list_contests_mentioning(person).await? {
        let heats = store.contests().list_heats(row.contest_id).await?;
        let contest = Contest::from_row(&row, &heats)?;
        let mut actions = Vec::new();
        for entry in &contest.state.log {
            if entry.person == Some(person) {
                actions.push(ExportedLogEntry {
                    at: format_time(entry.at),
                    what: to_raw_json("a contest", &entry.event)?,
                });
            }
        }
        let entries = export_entries(&contest, person);
        let opened = contest.organiser == person;
        if !opened && entries.is_empty() && actions.is_empty() {
            continue;
        }
        exported.push(ExportedContest {
            contest: contest.id.0,
            game: contest.state.terms.title.name(),
            guild: contest.guild.0.to_string(),
            channel: contest.channel.0.to_string(),
            status: match contest.status {
                TableStatus::Open => "open",
                TableStatus::Running => "running",
                TableStatus::Over => "over",
            },
            you_opened_it: opened,
            your_entries: entries,
            what_you_did: actions,
            name: contest.state.terms.name,
        });
    }
    Ok(exported)
}
