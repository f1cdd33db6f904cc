//! Past positions and turns of a game.
//!
//! An unfinished turn is only shown to its player, because it may still be taken back.

use crate::core::games::GameLoader;
use crate::core::play;
use crate::model::failure::Result;
use crate::{PersonId, Table, Turn};
use lanai_ai::Evaluate;
use lanai_rules::{Rules, Seat, Status};
use lanai_store::{LogEntry, MessageId, MessageRole, Store};
use std::sync::Arc;

/// A turn that was played, and its events.
#[derive(Clone)]
pub struct PlayedTurn<G: Rules> {
    pub seat: Seat,
    pub actions: Vec<G::Action>,
    pub events: Vec<G::Event>,
    /// Whether the computer played it for a person, as all turns that a lesson skips.
    pub(crate) is_for_person: bool,
}

/// A game as it was after one of its turns.
pub struct Position<G: Rules> {
    pub game: G,
    /// The number of the turn, counted from 1; 0 is the set-up.
    pub number: usize,
    pub turn_count: usize,
    pub turn: Option<PlayedTurn<G>>,
}

/// The public part of a log, cut into turns.
struct TurnLog {
    entries: Vec<LogEntry>,
    /// The number of entries up to the set-up and up to each turn.
    turn_ends: Vec<usize>,
}

impl TurnLog {
    fn entries_of_turn(&self, number: usize) -> &[LogEntry] {
        let Some(before) = number.checked_sub(1) else {
            return &[];
        };
        match (self.turn_ends.get(before), self.turn_ends.get(number)) {
            (Some(start), Some(end)) => self.entries.get(*start..*end).unwrap_or_default(),
            _ => &[],
        }
    }

    fn turn_count(&self) -> usize {
        self.turn_ends.len().saturating_sub(1)
    }

    /// Decodes the turns from this number on.
    fn decode_turns<G: Rules>(&self, table: &Table, from: usize) -> Result<Vec<PlayedTurn<G>>> {
        let mut turns = Vec::new();
        for number in from..=self.turn_count() {
            turns.extend(decode_turn::<G>(table, self.entries_of_turn(number))?);
        }
        Ok(turns)
    }
}

pub struct Lookback {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
}

impl Lookback {
    /// Returns the newest board message in the place where this player reads the table.
    pub async fn find_newest_board(
        &self,
        table: &Table,
        person: PersonId,
    ) -> Result<Option<MessageId>> {
        let board = self
            .store
            .channels()
            .find_standing_message(table.id, table.destination_for(person), MessageRole::Board)
            .await?;
        Ok(board.map(|(message, _)| message))
    }

    /// Loads the public part of a log and calls `visit` after the set-up and after each turn.
    async fn load_turn_log<G: Rules>(
        &self,
        table: &Table,
        mut visit: impl FnMut(&G, &[LogEntry]) + Send,
    ) -> Result<TurnLog> {
        let mut entries = self.store.tables().load_log(table.id, 0).await?;
        entries.retain(|entry| entry.number < table.announced_until.max(1));
        let mut turn_ends = Vec::new();
        let mut seen = 0;
        let game = self
            .games
            .replay::<G>(table, &entries, |game, _| {
                seen += 1;
                if game.begins_turn() || matches!(game.status(), Status::Over(_)) {
                    visit(
                        game,
                        &entries[turn_ends.last().copied().unwrap_or(seen)..seen],
                    );
                    turn_ends.push(seen);
                }
            })
            .await?;
        // The game may be waiting for a decision in the middle of another player's turn.
        let last = turn_ends.last().copied().unwrap_or_default();
        if last != entries.len() {
            visit(&game, &entries[last..]);
            turn_ends.push(entries.len());
        }
        Ok(TurnLog { entries, turn_ends })
    }

    /// Returns the turns since a person acted last, or all turns if they never did; without those
    /// that a lesson skips.
    pub async fn list_turns_since_last<G: Rules>(
        &self,
        table: &Table,
        person: PersonId,
    ) -> Result<Vec<PlayedTurn<G>>> {
        let log = self.load_turn_log::<G>(table, |_, _| ()).await?;
        let own_seat = table.seat_of(person);
        let mut first_new = 1;
        for number in 1..=log.turn_count() {
            // Turns that the computer or a premove played are news to the person.
            if let Some(entry) = log.entries_of_turn(number).first()
                && own_seat.is_some()
                && play::entry_seat(entry) == own_seat
                && !entry.for_person
                && !entry.premove
            {
                first_new = number + 1;
            }
        }
        let mut turns = log.decode_turns(table, first_new)?;
        if table.settings.lesson.is_some() {
            turns.retain(|turn| !turn.is_for_person);
        }
        Ok(turns)
    }

    /// Returns all public turns, oldest first.
    pub async fn load_turns<G: Rules>(&self, table: &Table) -> Result<Vec<PlayedTurn<G>>> {
        let log = self.load_turn_log::<G>(table, |_, _| ()).await?;
        log.decode_turns(table, 1)
    }

    /// Loads the game as far as it is public.
    pub async fn load_public<G: Evaluate>(&self, table: Table) -> Result<Turn<G>> {
        let unannounced = self
            .store
            .tables()
            .count_log_entries_from(table.id, table.announced_until)
            .await?;
        // Usually everything is public and the snapshot can be used.
        let is_all_public = unannounced == Some((table.revision, 0));
        let turn = self.games.load::<G>(table).await?;
        if is_all_public {
            return Ok(turn);
        }
        let game = self.load_position::<G>(&turn.table, usize::MAX).await?.game;
        Ok(Turn { game, ..turn })
    }

    /// Loads the position after a turn, or after the last one if there are fewer.
    pub async fn load_position<G: Rules>(
        &self,
        table: &Table,
        number: usize,
    ) -> Result<Position<G>> {
        let mut last = None;
        let mut seen = 0;
        let log = self
            .load_turn_log::<G>(table, |game, _| {
                if seen <= number {
                    last = Some((game.clone(), seen));
                }
                seen += 1;
            })
            .await?;
        let (game, number) = last.ok_or_else(|| table.missing_data("its log"))?;
        Ok(Position {
            game,
            number,
            turn_count: log.turn_count(),
            turn: decode_turn(table, log.entries_of_turn(number))?,
        })
    }

    /// Calls `visit` with the position after the set-up and after each turn, and with the events of
    /// the turn.
    pub async fn visit_positions<G: Rules>(
        &self,
        table: &Table,
        mut visit: impl FnMut(&G, Vec<G::Event>) + Send,
    ) -> Result<()> {
        let mut result = Ok(());
        self.load_turn_log::<G>(table, |game, entries| {
            match decode_turn::<G>(table, entries) {
                Ok(turn) => visit(game, turn.map(|turn| turn.events).unwrap_or_default()),
                Err(failure) => result = Err(failure),
            }
        })
        .await?;
        result
    }
}

/// Decodes a turn from its log entries; `None` if there are none.
fn decode_turn<G: Rules>(table: &Table, entries: &[LogEntry]) -> Result<Option<PlayedTurn<G>>> {
    let Some(seat) = entries.first().and_then(play::entry_seat) else {
        return Ok(None);
    };
    Ok(Some(PlayedTurn {
        seat,
        actions: parse_actions::<G>(table, entries)?,
        events: play::parse_events::<G>(table, entries)?,
        is_for_person: entries.iter().any(|entry| entry.for_person),
    }))
}

fn parse_actions<G: Rules>(table: &Table, entries: &[LogEntry]) -> Result<Vec<G::Action>> {
    let mut actions = Vec::new();
    for entry in entries {
        actions.push(table.parse_json(&entry.action, "an entry")?);
    }
    Ok(actions)
}
