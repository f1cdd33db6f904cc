//! Past positions and turns of a game.
//!
//! An unfinished turn is only shown to its player, because it may still be taken back.

use crate::core::games::GameLoader;
use crate::core::play;
use crate::model::failure::Result;
use crate::{PersonId, Table, Turn};
use lanai_ai::Appraise;
use lanai_rules::{Rules, Seat, Status};
use lanai_store::{Entry, MessageId, Role, Store};
use std::sync::Arc;

/// A turn that was played, and its events.
#[derive(Clone)]
pub struct PlayedTurn<G: Rules> {
    pub seat: Seat,
    pub events: Vec<G::Event>,
}

/// A game as it was after one of its turns.
pub struct Position<G: Rules> {
    pub game: G,
    /// The number of the turn, counted from 1; 0 is the set-up.
    pub number: usize,
    pub of: usize,
    pub turn: Option<PlayedTurn<G>>,
}

/// The public part of a log, cut into turns.
struct TurnLog {
    entries: Vec<Entry>,
    /// The number of entries up to the set-up and up to each turn.
    ends: Vec<usize>,
}

impl TurnLog {
    fn turn(&self, number: usize) -> &[Entry] {
        let end = |number: usize| self.ends.get(number).copied().unwrap_or_default();
        number
            .checked_sub(1)
            .and_then(|before| self.entries.get(end(before)..end(number)))
            .unwrap_or_default()
    }

    fn turns(&self) -> usize {
        self.ends.len().saturating_sub(1)
    }
}

/// Loads past positions and turns.
pub struct Lookback {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
}

impl Lookback {
    /// Returns the newest board message where this player sees it.
    pub async fn find_newest_board(
        &self,
        table: &Table,
        person: PersonId,
    ) -> Result<Option<MessageId>> {
        let board = self
            .store
            .channels()
            .standing_message(table.game, table.destination_for(person), Role::Board)
            .await?;
        Ok(board.map(|(message, _)| message))
    }

    /// Loads the public part of a log and calls `watch` after the set-up and after each turn.
    async fn course<G: Rules>(
        &self,
        table: &Table,
        mut watch: impl FnMut(&G, &[Entry]) + Send,
    ) -> Result<TurnLog> {
        let mut entries = self.store.tables().entries(table.game, 0).await?;
        entries.retain(|entry| entry.number < table.told.max(1));
        let mut ends = Vec::new();
        let mut seen = 0;
        let look = |game: &G, _| {
            seen += 1;
            if game.begins_turn() || matches!(game.status(), Status::Over(_)) {
                watch(game, &entries[ends.last().copied().unwrap_or(seen)..seen]);
                ends.push(seen);
            }
        };
        let game = self.games.replay::<G>(table, &entries, look).await?;
        // The game may be waiting for a decision in the middle of another player's turn.
        let last = ends.last().copied().unwrap_or_default();
        if last != entries.len() {
            watch(&game, &entries[last..]);
            ends.push(entries.len());
        }
        Ok(TurnLog { entries, ends })
    }

    /// Returns the turns since a person acted last, or all turns if they never did.
    pub async fn list_turns_since_last<G: Rules>(
        &self,
        table: &Table,
        person: PersonId,
    ) -> Result<Vec<PlayedTurn<G>>> {
        let course = self.course::<G>(table, |_, _| ()).await?;
        let mine = table.seat_of(person);
        let is_mine = |number: &usize| {
            let turn = course.turn(*number);
            let acted = |entry: &Entry| {
                mine.is_some()
                    && play::entry_seat(entry) == mine
                    && !entry.for_person
                    && !entry.ahead
            };
            turn.first().is_some_and(acted)
        };
        let last = (1..=course.turns()).rfind(is_mine).unwrap_or(0);
        let since =
            (last + 1..=course.turns()).map(|number| played::<G>(table, course.turn(number)));
        Ok(since
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect())
    }

    /// Returns all public turns, oldest first.
    pub(crate) async fn played<G: Rules>(&self, table: &Table) -> Result<Vec<PlayedTurn<G>>> {
        let course = self.course::<G>(table, |_, _| ()).await?;
        let turns = (1..=course.turns()).map(|number| played::<G>(table, course.turn(number)));
        Ok(turns
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect())
    }

    /// Loads the game as far as it is public.
    pub async fn load_public<G: Appraise>(&self, table: Table) -> Result<Turn<G>> {
        let kept = self.store.tables().log_from(table.game, table.told).await?;
        // Usually everything is public and the snapshot can be used.
        let is_all_told = kept == Some((table.revision, 0));
        let turn = self.games.load::<G>(table).await?;
        if is_all_told {
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
        let mut stood = None;
        let mut seen = 0;
        let look = |game: &G, _: &[Entry]| {
            if seen <= number {
                stood = Some((game.clone(), seen));
            }
            seen += 1;
        };
        let course = self.course::<G>(table, look).await?;
        let (game, number) = stood.ok_or_else(|| table.missing("its log"))?;
        Ok(Position {
            game,
            number,
            of: course.turns(),
            turn: played(table, course.turn(number))?,
        })
    }

    /// Calls `watch` with the position after the set-up and after each turn, and with the events of
    /// the turn.
    pub async fn visit_positions<G: Rules>(
        &self,
        table: &Table,
        mut watch: impl FnMut(&G, Vec<G::Event>) + Send,
    ) -> Result<()> {
        let mut read = Ok(());
        let look = |game: &G, turn: &[Entry]| match played::<G>(table, turn) {
            Ok(turn) => watch(game, turn.map(|turn| turn.events).unwrap_or_default()),
            Err(failure) => read = Err(failure),
        };
        self.course::<G>(table, look).await?;
        read
    }
}

/// Reads a turn from its entries; `None` if there are none.
fn played<G: Rules>(table: &Table, entries: &[Entry]) -> Result<Option<PlayedTurn<G>>> {
    let Some(seat) = entries.first().and_then(play::entry_seat) else {
        return Ok(None);
    };
    Ok(Some(PlayedTurn {
        seat,
        events: play::events_of::<G>(table, entries)?,
    }))
}
