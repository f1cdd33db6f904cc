//! Lessons: games against the computer, with a fixed shuffle, that start at once.
//!
//! A lesson has two parts, each with a table of its own. The second part starts late in a game: the
//! turns before it are written with the set-up. The progress of a lesson follows from the log, so it
//! survives any pause or restart.

use crate::core::tables::Tables;
use crate::features::game_start::{GameStart, build_set_up};
use crate::features::hints::Hints;
use crate::features::lobby::Lobby;
use crate::features::lookback::Lookback;
use crate::features::resignations::Resignations;
use crate::model::failure::Result;
use crate::{Actor, InternalError, NewGame, PersonId, Table, TableStatus, Turn};
use lanai_ai::{Advice, Evaluate, LessonStep, Teach, play_until_part};
use lanai_rules::{Seat, Title, by_title};
use lanai_store::Store;
use std::sync::Arc;

/// The progress of a lesson.
pub enum LessonProgress<G: Evaluate> {
    /// The lesson is at one of its steps.
    InProgress {
        step: LessonStep,
        step_count: usize,
        advice: Option<Advice<G>>,
    },
    /// The lesson has just been completed.
    Completed,
    /// The lesson was completed earlier, and the game continues like any other.
    Over,
}

/// How many of a beginner's turns get extra guidance.
pub const BEGINNER_TURNS: usize = 3;

pub struct Lessons {
    pub(crate) store: Store,
    pub(crate) hints: Arc<Hints>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) lookback: Arc<Lookback>,
    pub(crate) resignations: Arc<Resignations>,
    pub(crate) starts: Arc<GameStart>,
    pub(crate) tables: Arc<Tables>,
}

impl Lessons {
    /// Returns the unfinished lesson of a person for a title, if there is one.
    pub async fn resume_lesson(&self, person: PersonId, title: Title) -> Result<Option<Table>> {
        for table in self.tables.list_unfinished_for_person(person).await? {
            if table.title == title && table.settings.lesson.is_some() {
                // A crash may have come between opening and starting.
                return Ok(Some(self.ensure_lesson_begun(table).await?));
            }
        }
        Ok(None)
    }

    /// Opens a table for a part of a lesson and starts its game.
    pub async fn open_lesson(&self, new: &NewGame, actor: &Actor) -> Result<Table> {
        let table = self.lobby.open(new, actor).await?;
        self.ensure_lesson_begun(table).await
    }

    /// Ends a lesson, of which the learner wants to play the other part.
    pub async fn leave_lesson(&self, table: Table, actor: &Actor) -> Result<()> {
        self.resignations.resign(table, actor).await?;
        Ok(())
    }

    /// Starts the game of a lesson unless it has started; concurrent calls are harmless.
    async fn ensure_lesson_begun(&self, table: Table) -> Result<Table> {
        let game = table.id;
        self.tables
            .retry(table, |table| self.try_begin_lesson(table))
            .await?;
        self.tables.find(game).await
    }

    async fn try_begin_lesson(&self, table: Table) -> Result<()> {
        if table.status == TableStatus::Open {
            by_title!(table.title, G => self.begin_lesson::<G>(table).await?);
        }
        Ok(())
    }

    async fn begin_lesson<G: Teach>(&self, table: Table) -> Result<()> {
        let part = table.settings.lesson.unwrap_or_default();
        let (mut turn, set_up) = build_set_up::<G>(&table, None)?;
        let skipped = play_until_part(turn.game.clone(), part).map_err(InternalError::Flaw)?;
        for action in skipped {
            turn.play(action)
                .map_err(|_| table.missing_data("the turns that its lesson skips"))?;
        }
        self.starts.begin_game(turn, set_up).await
    }

    /// Returns the progress of the lesson in which it is this seat's turn.
    pub async fn load_progress<G: Teach>(
        &self,
        turn: &Turn<G>,
        seat: Seat,
    ) -> Result<LessonProgress<G>> {
        let part = turn.table.settings.lesson.unwrap_or_default();
        let mut played = self.lookback.load_turns::<G>(&turn.table).await?;
        played.retain(|turn| !turn.is_for_person);
        let mut is_completed = false;
        for earlier in &played {
            if is_completed && earlier.seat == seat {
                return Ok(LessonProgress::Over);
            }
            is_completed = is_completed || G::completes_part(part, seat, &earlier.events);
        }
        if is_completed {
            return Ok(LessonProgress::Completed);
        }
        let turns: Vec<Vec<G::Event>> = played.into_iter().map(|turn| turn.events).collect();
        let (step, advice) = self
            .hints
            .ask_adviser(turn, seat, "lesson", move |adviser, game| {
                adviser.next_lesson(game, part, &turns)
            })
            .await?;
        Ok(LessonProgress::InProgress {
            step,
            step_count: G::steps(part).len(),
            advice,
        })
    }

    /// Returns the number of a beginner's current turn, counted from 1, or `None` for anyone else.
    ///
    /// A beginner plays this title for the first time and has taken few turns; they get extra
    /// guidance.
    pub async fn find_beginner_turn_number<G: Evaluate>(
        &self,
        turn: &Turn<G>,
        person: PersonId,
    ) -> Result<Option<usize>> {
        /// After this many log entries every player is past their first turns.
        const MAX_BEGINNER_ENTRIES: i64 = 100;
        let table = &turn.table;
        let Some(seat) = table.seat_of(person) else {
            return Ok(None);
        };
        if table.announced_until >= MAX_BEGINNER_ENTRIES
            || self
                .store
                .tables()
                .has_played_before(person, table.title.name(), table.id)
                .await?
        {
            return Ok(None);
        }
        let played = self.lookback.load_turns::<G>(table).await?;
        let taken = played.iter().filter(|turn| turn.seat == seat).count();
        Ok((taken < BEGINNER_TURNS).then_some(taken + 1))
    }
}
