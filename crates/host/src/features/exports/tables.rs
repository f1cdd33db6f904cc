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
use crate::model::table;
use crate::{PersonId, Refusal, SeatedPlayer, Table, TableStatus};
use lanai_ai::Evaluate;
use lanai_rules::{Rules, Viewer, by_title};
use lanai_store::Store;

type RawJson = Box<RawValue>;

#[derive(Serialize)]
pub(super) struct ExportedTable {
    table: i64,
    game: &'static str,
    guild: String,
    channel: String,
    status: &'static str,
    language: String,
    options: RawJson,
    settings: RawJson,
    players: Vec<ExportedSeat>,
    your_seat: i64,
    your_word: String,
    /// Whether the computer plays for the person until they return.
    computer_plays_for_you: bool,
    /// Since when the table has been waiting for the person.
    waiting_for_you_since: Option<String>,
    reminders_of_this_turn: u16,
    /// Whether the person agreed to the open proposal.
    you_agreed: bool,
    decided_ahead: Option<RawJson>,
    answered_ahead: Vec<RawJson>,
    your_view: Option<RawJson>,
    your_moves: Vec<ExportedMove>,
}

#[derive(Serialize)]
struct ExportedSeat {
    seat: i64,
    name: String,
    computer: Option<String>,
}

#[derive(Serialize)]
struct ExportedMove {
    number: i64,
    at: String,
    action: RawJson,
}

pub(crate) struct TableExports {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) lookback: Arc<Lookback>,
}

impl TableExports {
    /// Exports a table as far as the person may know it.
    pub(super) async fn export_table(
        &self,
        table: Table,
        person: PersonId,
    ) -> Result<ExportedTable> {
        let own_seat = table
            .seats
            .iter()
            .find(|seat| seat.person == Some(person))
            .ok_or(Refusal::NotSeated)?
            .clone();
        let waiting = &table.waiting;
        let is_waited_for = waiting.person == Some(person);
        let your_view =
            by_title!(table.title, G => self.export_view::<G>(&table, &own_seat).await?);
        let premove = waiting.premoves.turn_of(person);
        let mut answers = Vec::new();
        for answer in &waiting.premoves.answers {
            if answer.person == person {
                answers.push(to_raw_json("what was decided ahead", answer)?);
            }
        }
        Ok(ExportedTable {
            table: table.id.0,
            game: table.title.name(),
            guild: table.guild.0.to_string(),
            channel: table.channel.0.to_string(),
            status: if table.status == TableStatus::Open {
                "open"
            } else {
                "running"
            },
            language: table.language.clone(),
            options: by_title!(table.title, G => to_raw_json("its options", &table.parse_options::<G>()?)?),
            settings: to_raw_json("its settings", &table.settings)?,
            players: table.seats.iter().map(export_seat).collect(),
            your_seat: own_seat.seat,
            your_word: own_seat.word.clone(),
            computer_plays_for_you: own_seat.stands_in,
            waiting_for_you_since: is_waited_for.then(|| format_time(waiting.since)),
            reminders_of_this_turn: if is_waited_for { waiting.reminders } else { 0 },
            you_agreed: waiting
                .proposal
                .as_ref()
                .is_some_and(|proposal| proposal.agreed.contains(&person)),
            decided_ahead: premove
                .map(|premove| to_raw_json("what was decided ahead", premove))
                .transpose()?,
            answered_ahead: answers,
            your_view,
            your_moves: self.list_moves(&table, &own_seat).await?,
        })
    }

    /// Returns the seat's view of the game, or `None` before the game has begun.
    async fn export_view<G: Evaluate>(
        &self,
        table: &Table,
        own_seat: &SeatedPlayer,
    ) -> Result<Option<RawJson>> {
        let Some(seat) = table::player_seat(own_seat).filter(|_| table.snapshot.is_some()) else {
            return Ok(None);
        };
        let turn = self.games.load::<G>(table.clone()).await?;
        let game = if turn.to_act() == Some(seat) {
            turn.game
        } else {
            self.lookback.load_public::<G>(turn.table).await?.game
        };
        Ok(Some(to_raw_json(
            "a view",
            &Rules::view(&game, Viewer::Seat(seat)),
        )?))
    }

    /// Lists the moves of a seat, including the moves of its earlier players.
    async fn list_moves(
        &self,
        table: &Table,
        own_seat: &SeatedPlayer,
    ) -> Result<Vec<ExportedMove>> {
        let entries = self.store.tables().load_log(table.id, 1).await?;
        let mut moves = Vec::new();
        for entry in entries
            .into_iter()
            .filter(|entry| entry.seat == Some(own_seat.seat))
        {
            moves.push(ExportedMove {
                number: entry.number,
                at: format_time(entry.at),
                action: RawValue::from_string(entry.action)
                    .map_err(|error| play::unreadable_entry(table, &error))?,
            });
        }
        Ok(moves)
    }
}

fn export_seat(seat: &SeatedPlayer) -> ExportedSeat {
    ExportedSeat {
        seat: seat.seat,
        name: seat.name.clone(),
        computer: seat.policy.clone().filter(|_| seat.person.is_none()),
    }
}
