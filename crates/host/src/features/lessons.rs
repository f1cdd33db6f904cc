//! First games: a table against the computer at which somebody learns, alone with us. It is set up for that: always the same
//! shuffle, and it begins at once. How far a lesson is follows from the log, so it goes on after whatever pause.

use crate::core::tables::Tables;
use crate::features::game_start::GameStart;
use crate::features::hints::Hints;
use crate::features::lobby::Lobby;
use crate::features::lookback::Lookback;
use crate::model::failure::Result;
use crate::{Actor, Declined, NewGame, PersonId, Table, TableStatus, Turn, Until};
use lanai_ai::{Advice, Appraise, Teach};
use lanai_rules::{Seat, Title, by_title};
use lanai_store::Store;
use std::sync::Arc;

/// How far a lesson is.
pub enum LessonStep<G: Appraise> {
    /// At a step of so many, counted from 1; with a turn that shows it, if there is one.
    At {
        /// By the name of its words.
        name: &'static str,
        number: usize,
        of: usize,
        /// A turn that shows it.
        advice: Option<Advice<G>>,
    },
    /// It has just been completed.
    Completed,
    /// The game goes on as any other.
    Over,
}

/// First games with a tutor.
pub struct Lessons {
    pub(crate) store: Store,
    pub(crate) hints: Arc<Hints>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) lookback: Arc<Lookback>,
    pub(crate) starts: Arc<GameStart>,
    pub(crate) tables: Arc<Tables>,
}

impl Lessons {
    /// The first game that a person has begun and not finished, if there is one of this title.
    pub async fn lesson_of(&self, person: PersonId, title: Title) -> Result<Option<Table>> {
        let theirs = self.tables.list_of_person(person).await?.into_iter();
        let mut learning =
            theirs.filter(|table| table.title == title && table.settings.lesson.is_some());
        let Some(table) = learning.next() else {
            return Ok(None);
        };
        // It was opened, and something may have kept it from beginning.
        Ok(Some(self.lesson_begins(table).await?))
    }

    /// Opens a table at which somebody learns, and begins.
    pub async fn open_lesson(&self, new: &NewGame, actor: &Actor) -> Result<Table> {
        let table = self.lobby.open(new, actor).await?;
        self.lesson_begins(table).await
    }

    /// A first game begins, if it has not: of several presses at once, each finds it begun.
    async fn lesson_begins(&self, table: Table) -> Result<Table> {
        let game = table.game;
        let upon = |table: Table| async move {
            if table.status == TableStatus::Open {
                by_title!(table.title, G => self.starts.begin::<G>(table, None).await?);
            }
            Ok(())
        };
        self.tables.retry(Until::Done, table, upon).await?;
        self.tables.find(game).await
    }

    /// How far somebody is whose turn it is in a first game.
    pub async fn load_step<G: Teach>(&self, turn: &Turn<G>, seat: Seat) -> Result<LessonStep<G>> {
        let played = self.lookback.played::<G>(&turn.table).await?;
        let completes = played
            .iter()
            .position(|turn| G::completes(seat, &turn.events));
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
                adviser.lesson(game, &turns)
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

    /// The number of the turn of a person, counted from 1, if this is the first game of its kind that they play and they
    /// have hardly begun: they are told how to go on.
    pub async fn first_turns<G: Appraise>(
        &self,
        turn: &Turn<G>,
        person: PersonId,
    ) -> Result<Option<usize>> {
        /// After so many entries everybody has had their first turns.
        const MANY: i64 = 100;
        /// So many turns are somebody's first.
        const FIRST: usize = 3;
        let table = &turn.table;
        let Some(seat) = table.seat_of(person).filter(|_| table.told < MANY) else {
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
        Ok((taken < FIRST).then_some(taken + 1))
    }
}
