//! Lessons: a first game against the computer, with a fixed shuffle, that starts at once.
//!
//! The progress of a lesson follows from the log, so it survives any pause or restart.

use crate::core::tables::Tables;
use crate::features::game_start::GameStart;
use crate::features::hints::Hints;
use crate::features::lobby::Lobby;
use crate::features::lookback::Lookback;
use crate::model::failure::Result;
use crate::{Actor, Declined, NewGame, PersonId, RetryPolicy, Table, TableStatus, Turn};
use lanai_ai::{Advice, Appraise, Teach};
use lanai_rules::{Seat, Title, by_title};
use lanai_store::Store;
use std::sync::Arc;

/// The progress of a lesson.
pub enum LessonStep<G: Appraise> {
    /// In progress, at a step counted from 1.
    At {
        /// The key of the step's words.
        name: &'static str,
        number: usize,
        of: usize,
        advice: Option<Advice<G>>,
    },
    /// Just completed.
    Completed,
    /// Completed earlier: the game continues as any other.
    Over,
}

/// Opens and follows lessons.
pub struct Lessons {
    pub(crate) store: Store,
    pub(crate) hints: Arc<Hints>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) lookback: Arc<Lookback>,
    pub(crate) starts: Arc<GameStart>,
    pub(crate) tables: Arc<Tables>,
}

impl Lessons {
    /// Returns the unfinished lesson of a person for a title, if there is one.
    pub async fn resume_lesson(&self, person: PersonId, title: Title) -> Result<Option<Table>> {
        let theirs = self.tables.list_of_person(person).await?.into_iter();
        let mut learning =
            theirs.filter(|table| table.title == title && table.settings.lesson.is_some());
        let Some(table) = learning.next() else {
            return Ok(None);
        };
        // A crash may have come between opening and starting.
        Ok(Some(self.ensure_lesson_begun(table).await?))
    }

    /// Opens a table for a lesson and starts its game.
    pub async fn open_lesson(&self, new: &NewGame, actor: &Actor) -> Result<Table> {
        let table = self.lobby.open(new, actor).await?;
        self.ensure_lesson_begun(table).await
    }

    /// Starts the game of a lesson unless it has started; concurrent calls are harmless.
    async fn ensure_lesson_begun(&self, table: Table) -> Result<Table> {
        let game = table.game;
        let upon = |table: Table| async move {
            if table.status == TableStatus::Open {
                by_title!(table.title, G => self.starts.begin::<G>(table, None).await?);
            }
            Ok(())
        };
        self.tables
            .retry(RetryPolicy::UntilDone, table, upon)
            .await?;
        self.tables.find(game).await
    }

    /// Returns the progress of the lesson in which it is this seat's turn.
    pub async fn load_step<G: Teach>(&self, turn: &Turn<G>, seat: Seat) -> Result<LessonStep<G>> {
        let played = self.lookback.played::<G>(&turn.table).await?;
        let completes = played
            .iter()
            .position(|turn| G::completes_lesson(seat, &turn.events));
        if let Some(last) = completes {
            let goes_on = played[last + 1..].iter().any(|turn| turn.seat == seat);
            return Ok(if goes_on {
                LessonStep::Over
            } else {
                LessonStep::Completed
            });
        }
        let turns: Vec<Vec<G::Event>> = played.into_iter().map(|turn| turn.events).collect();
        let lesson = self
            .hints
            .ask_adviser(turn, seat, "lesson", move |adviser, game| {
                adviser.next_lesson(game, &turns)
            });
        let (number, advice) = lesson.await?;
        let name = G::STEPS.get(number).copied().ok_or(Declined::Over)?;
        Ok(LessonStep::At {
            name,
            number: number + 1,
            of: G::STEPS.len(),
            advice,
        })
    }

    /// Returns the number of a beginner's current turn, counted from 1, or `None` for anyone else.
    ///
    /// A beginner plays this title for the first time and has taken few turns; they get extra
    /// guidance.
    pub async fn count_beginner_turns<G: Appraise>(
        &self,
        turn: &Turn<G>,
        person: PersonId,
    ) -> Result<Option<usize>> {
        /// No player is at their first turns after this many log entries.
        const MAX_BEGINNER_ENTRIES: i64 = 100;
        /// How many turns get extra guidance.
        const BEGINNER_TURNS: usize = 3;
        let table = &turn.table;
        let Some(seat) = table
            .seat_of(person)
            .filter(|_| table.told < MAX_BEGINNER_ENTRIES)
        else {
            return Ok(None);
        };
        if self
            .store
            .tables()
            .has_played_before(person, table.title.name(), table.game)
            .await?
        {
            return Ok(None);
        }
        let taken = self
            .lookback
            .played::<G>(table)
            .await?
            .iter()
            .filter(|turn| turn.seat == seat)
            .count();
        Ok((taken < BEGINNER_TURNS).then_some(taken + 1))
    }
}
