//! Exports an unfinished table of a person: its settings and players, and the game as their seat
//! sees it.
//!
//! The unfinished turn of another player is not included.

use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;

use super::{format_time, to_raw_json};
use crate::core::games::GameLoader;
use crate::core::play;
use crate::features::lookback::Lookback;
use crate::model::failure::Result;
use crate::model::premoves::Premoves;
use crate::model::table;
use crate::{Chair, Declined, InternalError, PersonId, Table, TableStatus};
use lanai_ai::Appraise;
use lanai_rules::{Rules, Viewer, by_title};
use lanai_store::Store;

type Raw = Box<RawValue>;

#[derive(Serialize)]
pub(super) struct ExportedTable {
    table: i64,
    game: &'static str,
    guild: String,
    channel: String,
    status: &'static str,
    language: String,
    options: Raw,
    settings: Raw,
    players: Vec<ExportedChair>,
    your_seat: i64,
    your_word: String,
    /// Whether the computer plays for the person until they return.
    computer_plays_for_you: bool,
    /// Since when the table has been waiting for the person.
    waiting_for_you_since: Option<String>,
    reminders_of_this_turn: u16,
    /// Whether the person agreed to the open proposal.
    you_agreed: bool,
    decided_ahead: Option<Raw>,
    answered_ahead: Vec<Raw>,
    your_view: Option<Raw>,
    your_moves: Vec<ExportedMove>,
}

#[derive(Serialize)]
struct ExportedChair {
    seat: i64,
    name: String,
    computer: Option<String>,
}

#[derive(Serialize)]
struct ExportedMove {
    number: i64,
    at: String,
    action: Raw,
}

pub(crate) struct TableExports {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) lookback: Arc<Lookback>,
}

impl TableExports {
    /// Exports a table as this player may know it.
    pub(super) async fn export_table(
        &self,
        table: Table,
        person: PersonId,
    ) -> Result<ExportedTable> {
        let own = table
            .seats
            .iter()
            .find(|chair| chair.person == Some(person));
        let own = own.ok_or(Declined::NotSeated)?.clone();
        let said = &table.waiting.ahead;
        let waiting = &table.waiting;
        let waits = waiting.person == Some(person);
        let your_view = by_title!(table.title, G => self.seen_by::<G>(&table, &own).await?);
        let (decided_ahead, answered_ahead) = ahead_of(said, person)?;
        Ok(ExportedTable {
            table: table.game.0,
            game: table.title.name(),
            guild: table.guild.0.to_string(),
            channel: table.channel.0.to_string(),
            status: if table.status == TableStatus::Open {
                "open"
            } else {
                "running"
            },
            language: table.language.clone(),
            options: by_title!(table.title, G => to_raw_json("its options", &table.chosen::<G>()?)?),
            settings: to_raw_json("its settings", &table.settings)?,
            players: table.seats.iter().map(export_seat).collect(),
            your_seat: own.seat,
            your_word: own.word.clone(),
            computer_plays_for_you: own.stands_in,
            waiting_for_you_since: waits.then(|| format_time(waiting.since)),
            reminders_of_this_turn: if waits { waiting.reminders } else { 0 },
            you_agreed: waiting
                .asks
                .as_ref()
                .is_some_and(|asks| asks.agreed.contains(&person)),
            decided_ahead,
            answered_ahead,
            your_view,
            your_moves: self.list_moves(&table, &own).await?,
        })
    }

    /// Returns the view of a seat, or `None` before the game.
    async fn seen_by<G: Appraise>(&self, table: &Table, own: &Chair) -> Result<Option<Raw>> {
        let Some(seat) = table::seat(own).filter(|_| table.snapshot.is_some()) else {
            return Ok(None);
        };
        let turn = self.games.load::<G>(table.clone()).await?;
        let mine = turn.to_act() == Some(seat);
        let game = if mine {
            turn.game
        } else {
            self.lookback.load_public::<G>(turn.table).await?.game
        };
        Ok(Some(to_raw_json(
            "a view",
            &Rules::view(&game, Viewer::Seat(seat)),
        )?))
    }

    /// Lists the moves of a seat, those of earlier players on it included.
    async fn list_moves(&self, table: &Table, own: &Chair) -> Result<Vec<ExportedMove>> {
        let entries = self.store.tables().entries(table.game, 1).await?;
        let mut moves = Vec::new();
        for entry in entries
            .into_iter()
            .filter(|entry| entry.seat == Some(own.seat))
        {
            let action = RawValue::from_string(entry.action);
            let action = action.map_err(|error| play::unreadable(table, &error))?;
            moves.push(ExportedMove {
                number: entry.number,
                at: format_time(entry.at),
                action,
            });
        }
        Ok(moves)
    }
}

fn export_seat(chair: &Chair) -> ExportedChair {
    let computer = chair.mind.clone().filter(|_| chair.person.is_none());
    ExportedChair {
        seat: chair.seat,
        name: chair.name.clone(),
        computer,
    }
}

/// Returns the premove and the automatic answers of a person.
fn ahead_of(said: &Premoves, person: PersonId) -> Result<(Option<Raw>, Vec<Raw>), InternalError> {
    let turn = said
        .turn_of(person)
        .map(|turn| to_raw_json("what was decided ahead", turn))
        .transpose()?;
    let answers = said.answers.iter().filter(|answer| answer.person == person);
    let answers = answers.map(|answer| to_raw_json("what was decided ahead", answer));
    Ok((turn, answers.collect::<Result<Vec<_>, _>>()?))
}
