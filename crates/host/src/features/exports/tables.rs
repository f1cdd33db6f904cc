//! A table at which somebody sits and that is not over: what was chosen, who sits there, and how the game stands for their seat.
//! What another has begun and not finished is no part of it.

use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;

use super::{moment, raw};
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
    /// Whether the computer plays for them until they are back.
    computer_plays_for_you: bool,
    /// Whether the table waits for them, and since when.
    waiting_for_you_since: Option<String>,
    reminders_of_this_turn: u16,
    /// Whether they agreed to what is asked of all.
    you_agreed: bool,
    decided_ahead: Option<Raw>,
    answered_ahead: Vec<Raw>,
    /// How the game stands, as far as they may know.
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

/// The tables of a person, for export.
pub(crate) struct TableExports {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) lookback: Arc<Lookback>,
}

impl TableExports {
    /// A table as somebody may know it who sits there.
    pub(super) async fn exported_table(
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
            options: by_title!(table.title, G => raw("its options", &table.chosen::<G>()?)?),
            settings: raw("its settings", &table.settings)?,
            players: table.seats.iter().map(exported_chair).collect(),
            your_seat: own.seat,
            your_word: own.word.clone(),
            computer_plays_for_you: own.stands_in,
            waiting_for_you_since: waits.then(|| moment(waiting.since)),
            reminders_of_this_turn: if waits { waiting.reminders } else { 0 },
            you_agreed: waiting
                .asks
                .as_ref()
                .is_some_and(|asks| asks.agreed.contains(&person)),
            decided_ahead,
            answered_ahead,
            your_view,
            your_moves: self.moves_of(&table, &own).await?,
        })
    }

    /// How the game stands for a seat; nothing if it has not begun.
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
        Ok(Some(raw(
            "a view",
            &Rules::view(&game, Viewer::Seat(seat)),
        )?))
    }

    /// What they did, or somebody who sat there before them.
    async fn moves_of(&self, table: &Table, own: &Chair) -> Result<Vec<ExportedMove>> {
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
                at: moment(entry.at),
                action,
            });
        }
        Ok(moves)
    }
}

fn exported_chair(chair: &Chair) -> ExportedChair {
    let computer = chair.mind.clone().filter(|_| chair.person.is_none());
    ExportedChair {
        seat: chair.seat,
        name: chair.name.clone(),
        computer,
    }
}

/// What they decided ahead, and how they always answer.
fn ahead_of(said: &Premoves, person: PersonId) -> Result<(Option<Raw>, Vec<Raw>), InternalError> {
    let turn = said
        .turn_of(person)
        .map(|turn| raw("what was decided ahead", turn))
        .transpose()?;
    let answers = said.answers.iter().filter(|answer| answer.person == person);
    let answers = answers.map(|answer| raw("what was decided ahead", answer));
    Ok((turn, answers.collect::<Result<Vec<_>, _>>()?))
}
