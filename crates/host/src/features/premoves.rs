//! Premoves: a waiting player decides their next turn, or how to answer questions, ahead.
//!
//! Premoves are stored with the table's waiting state and shown to no one else. They are judged by
//! the rules at the moment at which they are played. When something happens that the player did not
//! allow for, the premove is dropped and they are told.

use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

use crate::core::amendments::Amendments;
use crate::core::games::GameLoader;
use crate::core::play;
use crate::core::play::Play;
use crate::core::tables::Tables;
use crate::features::lookback::Lookback;
use crate::model::failure::Result;
use crate::model::premoves::{
    DuePremove, Premove, PremoveAlternative, PremoveAnswer, PremoveCondition, Premoves, WHAT, read,
    read_all,
};
use crate::{
    Actor, Chair, Clock, Declined, Failure, InternalError, News, PersonId, Ping, PingReason, Table,
    Turn,
};
use lanai_ai::Appraise;
use lanai_rules::{Rules, Seat};
use lanai_store::Notice;

/// How many alternatives a premove may have; the first that is possible is played.
pub const MAX_ALTERNATIVES: usize = 4;
/// How many automatic answers one person may have.
pub const MAX_ANSWERS: usize = 8;

impl<G: Rules> Turn<G> {
    /// Plays the first alternative that is possible, if the condition of the premove holds.
    fn try_premove(&self, ahead: &Premove) -> Result<Option<Turn<G>>, InternalError> {
        let passes = |other: &Seat| !ahead.passed.contains(other);
        if ahead.proviso == PremoveCondition::Unpassed
            && ahead_of(&self.game, ahead.seat).iter().any(passes)
        {
            return Ok(None);
        }
        for way in &ahead.ways {
            let mut tried = Turn {
                steps: Vec::new(),
                ..self.clone()
            };
            let actions = read_all::<G::Action>(self.table.game, &way.actions)?;
            let possible = actions
                .into_iter()
                .all(|action| tried.try_action(ahead.seat, action));
            if possible
                && (ahead.proviso != PremoveCondition::Same || foreseen(&tried)? == way.foreseen)
            {
                return Ok(Some(tried));
            }
        }
        Ok(None)
    }

    /// Plays one action of a premove. Returns false if it is not possible.
    fn try_action(&mut self, seat: Seat, action: G::Action) -> bool {
        let possible = self.to_act() == Some(seat) && self.legal().contains(&action);
        if !possible || self.play(action).is_err() {
            return false;
        }
        self.steps
            .last_mut()
            .into_iter()
            .for_each(|step| step.ahead = true);
        true
    }

    /// Updates all premoves after a change of the game. Returns the people whose premove was
    /// dropped.
    pub(crate) fn update_premoves(&mut self) -> Result<Vec<PersonId>, InternalError> {
        let mut said = std::mem::take(&mut self.table.waiting.ahead);
        let acted = self.steps.first().map(|step| step.seat);
        let turn_is_done = said.due.take() == Some(DuePremove::Turn);
        let acts = self.to_act();
        said.turns
            .retain(|turn| !(turn_is_done && acted == Some(turn.seat)));
        let entrant_seat = |seat: Seat| self.table.chair(seat).and_then(Chair::acts);
        said.turns
            .retain(|turn| acts.is_some() && entrant_seat(turn.seat) == Some(turn.person));
        said.answers
            .retain(|answer| acts.is_some() && entrant_seat(answer.seat) == Some(answer.person));
        said.dropped
            .retain(|person| acted.and_then(entrant_seat) != Some(*person));
        let mut dropped = Vec::new();
        for turn in &said.turns {
            if !self.is_still_possible(turn)? {
                dropped.push(turn.person);
            }
        }
        said.turns.retain(|turn| !dropped.contains(&turn.person));
        said.dropped.extend(&dropped);
        self.table.waiting.ahead = said;
        self.table.waiting.ahead.due = self.find_due_premove()?;
        Ok(dropped)
    }

    /// Returns whether a premove is still possible. In the middle of another turn that is not yet
    /// known.
    fn is_still_possible(&self, ahead: &Premove) -> Result<bool, InternalError> {
        if !self.game.begins_turn() {
            return Ok(true);
        }
        if self.to_act() == Some(ahead.seat) {
            return Ok(self.try_premove(ahead)?.is_some());
        }
        // Later turns may make it possible again.
        let game = self
            .game
            .as_if_on_turn(ahead.seat)
            .filter(|_| ahead.proviso != PremoveCondition::Whatever);
        game.map_or(Ok(true), |game| {
            Ok(Turn {
                game,
                ..self.clone()
            }
            .try_premove(ahead)?
            .is_some())
        })
    }

    /// Returns which kind of premove is due now.
    fn find_due_premove(&self) -> Result<Option<DuePremove>, InternalError> {
        let said = &self.table.waiting.ahead;
        let acts = self.to_act();
        if self.game.begins_turn() {
            let waits = said.turns.iter().any(|turn| acts == Some(turn.seat));
            return Ok(waits.then_some(DuePremove::Turn));
        }
        Ok(self.answer()?.map(|_| DuePremove::Answer))
    }

    /// Returns the automatic answer to what is asked now.
    fn answer(&self) -> Result<Option<G::Action>, InternalError> {
        let acts = self.to_act();
        let legal = self.legal();
        for answer in self
            .table
            .waiting
            .ahead
            .answers
            .iter()
            .filter(|answer| acts == Some(answer.seat))
        {
            let action = read(self.table.game, &answer.action)?;
            if legal.contains(&action) {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    /// Returns the turn after the premove that is due, if that is possible.
    fn play_due_premove(&self) -> Result<Option<Turn<G>>, InternalError> {
        let (said, Some(seat)) = (&self.table.waiting.ahead, self.to_act()) else {
            return Ok(None);
        };
        if said.due == Some(DuePremove::Turn) {
            let turn = said.turns.iter().find(|turn| turn.seat == seat);
            return turn.map_or(Ok(None), |turn| self.try_premove(turn));
        }
        let mut turn = self.clone();
        while turn.to_act() == Some(seat)
            && !turn.game.begins_turn()
            && let Some(answer) = turn.answer()?
        {
            turn.try_action(seat, answer);
        }
        Ok((!turn.steps.is_empty()).then_some(turn))
    }
}

/// Stores and plays premoves.
pub struct PremovePlanner {
    pub(crate) clock: Clock,
    pub(crate) amendments: Arc<Amendments>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) lookback: Arc<Lookback>,
    pub(crate) play: Arc<Play>,
    pub(crate) tables: Arc<Tables>,
}

impl PremovePlanner {
    /// Loads the public game as if it were the turn of a waiting player.
    pub async fn load_turn_ahead<G: Appraise>(
        &self,
        table: Table,
        person: PersonId,
    ) -> Result<Turn<G>> {
        let seat = play::playing(&table, person)?;
        if table.waiting.person == Some(person) {
            return Err(Declined::YourTurn.into());
        }
        let turn = self.lookback.load_public::<G>(table).await?;
        let game = turn.game.as_if_on_turn(seat).ok_or(Declined::NotAhead)?;
        Ok(Turn { game, ..turn })
    }

    /// Stores alternatives for the next turn, after the earlier ones or instead of them.
    pub async fn decide<G: Appraise>(
        &self,
        table: Table,
        actor: &Actor,
        (turns, instead): (&[Turn<G>], bool),
        proviso: Option<PremoveCondition>,
    ) -> Result<Table> {
        let seat = table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
        let way = |turn: &Turn<G>| {
            let actions = written(turn.steps.iter().map(|step| &step.action))?;
            Ok::<_, InternalError>(PremoveAlternative {
                actions,
                foreseen: foreseen(turn)?,
            })
        };
        let ways = turns.iter().map(way).collect::<Result<Vec<_>, _>>()?;
        let passed = turns
            .first()
            .map_or(Vec::new(), |turn| ahead_of(&turn.game, seat));
        let seen = table.revision;
        let ways = &ways;
        let passed = &passed;
        let person = actor.person;
        self.amend(table, actor, |table, said| {
            if table.revision != seen {
                return Err(Declined::Moved.into());
            }
            let before = said.turn_of(person).filter(|_| !instead).cloned();
            let passed = passed.clone();
            let usual = PremoveCondition::Same;
            let nothing = Premove {
                person,
                seat,
                ways: Vec::new(),
                proviso: usual,
                passed,
            };
            let mut turn = before.unwrap_or(nothing);
            turn.ways.extend(ways.iter().cloned());
            turn.proviso = proviso.unwrap_or(turn.proviso);
            if turn.ways.len() > MAX_ALTERNATIVES {
                return Err(Declined::WaysEnough.into());
            }
            said.forget(person);
            said.turns.push(turn);
            Ok(())
        })
        .await
    }

    /// Sets the condition on which a stored premove is played.
    pub async fn set_condition(
        &self,
        table: Table,
        actor: &Actor,
        proviso: PremoveCondition,
    ) -> Result<Table> {
        self.amend(table, actor, |_, said| {
            let mine = said
                .turns
                .iter_mut()
                .find(|turn| turn.person == actor.person);
            mine.ok_or(Declined::NothingAhead)?.proviso = proviso;
            Ok(())
        })
        .await
    }

    /// Adds an automatic answer.
    pub async fn add_answer<G: Appraise>(
        &self,
        table: Table,
        actor: &Actor,
        action: G::Action,
    ) -> Result<Table> {
        let seat = table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
        let answer = PremoveAnswer {
            person: actor.person,
            seat,
            action: one(&action)?,
        };
        let answer = &answer;
        let actor = &Actor {
            interaction: None,
            ..actor.clone()
        };
        self.amend(table, actor, |_, said| {
            said.answers.retain(|other| other != answer);
            if said
                .answers
                .iter()
                .filter(|other| other.person == actor.person)
                .count()
                >= MAX_ANSWERS
            {
                return Err(Declined::AnswersEnough.into());
            }
            said.answers.push(answer.clone());
            Ok(())
        })
        .await
    }

    /// Deletes the premove and the automatic answers of a player.
    pub async fn forget(&self, table: Table, actor: &Actor) -> Result<Table> {
        self.amend(table, actor, |_, said| {
            said.forget_all(actor.person);
            Ok(())
        })
        .await
    }

    /// Lists the automatic answers of a person.
    pub fn list_answers<G: Rules>(
        &self,
        table: &Table,
        person: PersonId,
    ) -> Result<Vec<G::Action>, InternalError> {
        let mine = table
            .waiting
            .ahead
            .answers
            .iter()
            .filter(|answer| answer.person == person);
        mine.map(|answer| read(table.game, &answer.action))
            .collect()
    }

    /// Changes premoves without a trace for others: no message is edited and no computer starts
    /// again.
    async fn amend(
        &self,
        table: Table,
        actor: &Actor,
        change: impl Fn(&Table, &mut Premoves) -> Result<()> + Send + Sync,
    ) -> Result<Table> {
        let game = table.game;
        self.amendments
            .amend(table, actor, false, |table, waiting, _| {
                table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
                // A premove that is due is as good as played.
                if waiting.person == Some(actor.person) && waiting.ahead.due.is_some() {
                    return Err(Declined::YourTurn.into());
                }
                change(table, &mut waiting.ahead)?;
                Ok((Vec::new(), ()))
            })
            .await?;
        self.tables.find(game).await
    }

    /// Plays the premove that is due.
    pub(crate) async fn play<G: Appraise>(&self, table: Table) -> Result<()> {
        let now = self.clock.now();
        let turn = self.games.load::<G>(table).await?;
        let Some(decided) = turn.play_due_premove()? else {
            // It was possible when it was stored as due. Now the player has to decide.
            let mut waiting = turn.table.waiting.clone();
            waiting.ahead.due = None;
            waiting
                .ahead
                .turns
                .retain(|other| Some(other.seat) != turn.to_act());
            return self
                .amendments
                .look_at(&turn.table, &waiting, Some(now), now)
                .await;
        };
        let change = decided.table.change(None, now)?;
        match self.play.try_commit(decided, change, None).await {
            Ok(_) | Err(Failure::Declined(Declined::Stale)) => Ok(()),
            Err(failure) => Err(failure),
        }
    }
}

impl Table {
    /// Returns the direct messages to players whose premove was dropped; that they had one is
    /// private.
    pub(crate) fn dropped(&self, people: &[PersonId]) -> Result<Vec<Notice>, InternalError> {
        let told = |person: &PersonId| {
            let called = Ping {
                person: *person,
                turn: self.waiting.turn,
                reminders: 0,
                why: PingReason::Dropped,
            };
            self.to_person(*person, News::Ping(called))
        };
        people.iter().map(told).collect()
    }
}

/// Lists the seats ahead of a seat in what the rules will compare later.
fn ahead_of<G: Rules>(game: &G, seat: Seat) -> Vec<Seat> {
    let Some(race) = game.race() else {
        return Vec::new();
    };
    game.seats()
        .iter()
        .filter(|other| race[*other] > race[seat])
        .collect()
}

/// Encodes the outcome of a turn as far as its player can foresee it.
fn foreseen<G: Rules>(turn: &Turn<G>) -> Result<Vec<Value>, InternalError> {
    written(&turn.foreseen())
}

fn written<'a, T: Serialize + 'a>(
    all: impl IntoIterator<Item = &'a T>,
) -> Result<Vec<Value>, InternalError> {
    all.into_iter().map(one).collect()
}

fn one<T: Serialize>(it: &T) -> Result<Value, InternalError> {
    serde_json::to_value(it).map_err(|error| InternalError::Unwritable { what: WHAT, error })
}
