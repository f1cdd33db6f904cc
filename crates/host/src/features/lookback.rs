//! Looking back: what happened since somebody acted last, and how the game stood after each turn of it. What somebody has
//! begun and not finished is nobody's to see but theirs: they may still take it back.

use crate::core::games::GameLoader;
use crate::core::play;
use crate::model::failure::Result;
use crate::{PersonId, Table, Turn};
use lanai_ai::Appraise;
use lanai_rules::{Rules, Seat, Status};
use lanai_store::{Entry, MessageId, Role, Store};
use std::sync::Arc;

/// A turn that was played: who acted, and what came of it.
#[derive(Clone)]
pub struct PlayedTurn<G: Rules> {
    pub seat: Seat,
    pub events: Vec<G::Event>,
}

/// How a game stood after a turn.
pub struct Position<G: Rules> {
    pub game: G,
    /// Which turn it was, counted from 1; 0 is the set-up.
    pub number: usize,
    /// How many turns there are.
    pub of: usize,
    pub turn: Option<PlayedTurn<G>>,
}

/// A log, with what was told of it cut into turns.
struct Course {
    entries: Vec<Entry>,
    /// How many entries there are after the set-up and after each turn.
    ends: Vec<usize>,
}

impl Course {
    /// The entries of a turn, counted from 1.
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

/// Positions and turns of the past of a game.
pub struct Lookback {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
}

impl Lookback {
    /// The message with the newest board of a table, where a person sees it who plays.
    pub async fn newest_board(&self, table: &Table, person: PersonId) -> Result<Option<MessageId>> {
        let board = self
            .store
            .channels()
            .standing_message(table.game, table.place_for(person), Role::Board)
            .await?;
        Ok(board.map(|(message, _)| message))
    }

    /// What everybody has heard of a game, turn by turn, showing how it stood after the set-up and after each turn, and the
    /// entries of that turn. Where a turn ends is for the game to say.
    async fn course<G: Rules>(
        &self,
        table: &Table,
        mut watch: impl FnMut(&G, &[Entry]) + Send,
    ) -> Result<Course> {
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
        // Whoever has to decide something in another's turn is in the middle of it.
        let last = ends.last().copied().unwrap_or_default();
        if last != entries.len() {
            watch(&game, &entries[last..]);
            ends.push(entries.len());
        }
        Ok(Course { entries, ends })
    }

    /// What others did since a person acted last; since the beginning if they never did, or do not sit here.
    pub async fn since_last<G: Rules>(
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

    /// All turns of a game as far as they were told, the first one first.
    pub(crate) async fn played<G: Rules>(&self, table: &Table) -> Result<Vec<PlayedTurn<G>>> {
        let course = self.course::<G>(table, |_, _| ()).await?;
        let turns = (1..=course.turns()).map(|number| played::<G>(table, course.turn(number)));
        Ok(turns
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect())
    }

    /// The game of a table as far as everybody has heard of it.
    pub async fn load_public<G: Appraise>(&self, table: Table) -> Result<Turn<G>> {
        let kept = self.store.tables().log_from(table.game, table.told).await?;
        // Mostly all of it was told, and nothing has to be played again.
        let is_all_told = kept == Some((table.revision, 0));
        let turn = self.games.load::<G>(table).await?;
        if is_all_told {
            return Ok(turn);
        }
        let game = self.load_position::<G>(&turn.table, usize::MAX).await?.game;
        Ok(Turn { game, ..turn })
    }

    /// How a game stood after a turn: the last there is, if there are not so many.
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

    /// The whole game, turn by turn: how it stood after the set-up and after each turn, and what happened in it.
    pub async fn load_all_positions<G: Rules>(
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

/// The turn that entries are; none if there are none.
fn played<G: Rules>(table: &Table, entries: &[Entry]) -> Result<Option<PlayedTurn<G>>> {
    let Some(seat) = entries.first().and_then(play::entry_seat) else {
        return Ok(None);
    };
    Ok(Some(PlayedTurn {
        seat,
        events: play::events_of::<G>(table, entries)?,
    }))
}
