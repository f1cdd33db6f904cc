//! Moves ahead: somebody who waits decides what they will do when it is their turn. It is kept with whom the table waits for,
//! and nobody else sees it. What they do is judged by the rules' own list at the moment at which they would do it; as soon
//! as something happens that they did not allow for, it is off, and they are told.

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
    AnswerAhead, DueAhead, Premove, PremoveCondition, Premoves, WHAT, WayAhead, read, read_all,
};
use crate::{
    Actor, Called, Chair, Clock, Declined, Failure, InternalError, News, PersonId, Table, Turn, Why,
};
use lanai_ai::Appraise;
use lanai_rules::{Rules, Seat};
use lanai_store::Notice;

/// So many ways in which a turn may be done are kept, one in case that those before cannot be.
pub const MOST_WAYS: usize = 4;
/// So many answers of one person are kept.
pub const MOST_ANSWERS: usize = 8;

impl<G: Rules> Turn<G> {
    /// Takes the turn in the first way that is possible, if there is one and its condition holds.
    fn carry_out(&self, ahead: &Premove) -> Result<Option<Turn<G>>, InternalError> {
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
                .all(|action| tried.plays_ahead(ahead.seat, action));
            if possible
                && (ahead.proviso != PremoveCondition::Same || foreseen(&tried)? == way.foreseen)
            {
                return Ok(Some(tried));
            }
        }
        Ok(None)
    }

    /// Does one thing of what was decided ahead; false if that cannot be done.
    fn plays_ahead(&mut self, seat: Seat, action: G::Action) -> bool {
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

    /// What becomes of what was decided ahead, now that this was done. Those are returned whose turn is off with it.
    pub(crate) fn heed_ahead(&mut self) -> Result<Vec<PersonId>, InternalError> {
        let mut said = std::mem::take(&mut self.table.waiting.ahead);
        let acted = self.steps.first().map(|step| step.seat);
        let turn_is_done = said.due.take() == Some(DueAhead::Turn);
        let acts = self.to_act();
        said.turns
            .retain(|turn| !(turn_is_done && acted == Some(turn.seat)));
        let sits = |seat: Seat| self.table.chair(seat).and_then(Chair::acts);
        said.turns
            .retain(|turn| acts.is_some() && sits(turn.seat) == Some(turn.person));
        said.answers
            .retain(|answer| acts.is_some() && sits(answer.seat) == Some(answer.person));
        said.dropped
            .retain(|person| acted.and_then(sits) != Some(*person));
        let mut dropped = Vec::new();
        for turn in &said.turns {
            if !self.leaves_possible(turn)? {
                dropped.push(turn.person);
            }
        }
        said.turns.retain(|turn| !dropped.contains(&turn.person));
        said.dropped.extend(&dropped);
        self.table.waiting.ahead = said;
        self.table.waiting.ahead.due = self.due_ahead()?;
        Ok(dropped)
    }

    /// Whether a turn can still be done as was decided. In the middle of another turn that is not yet known.
    fn leaves_possible(&self, ahead: &Premove) -> Result<bool, InternalError> {
        if !self.game.begins_turn() {
            return Ok(true);
        }
        if self.to_act() == Some(ahead.seat) {
            return Ok(self.carry_out(ahead)?.is_some());
        }
        // Whatever happens may yet make it possible again.
        let game = self
            .game
            .as_if_on_turn(ahead.seat)
            .filter(|_| ahead.proviso != PremoveCondition::Whatever);
        game.map_or(Ok(true), |game| {
            Ok(Turn {
                game,
                ..self.clone()
            }
            .carry_out(ahead)?
            .is_some())
        })
    }

    /// What is to be done now of what was decided ahead.
    fn due_ahead(&self) -> Result<Option<DueAhead>, InternalError> {
        let said = &self.table.waiting.ahead;
        let acts = self.to_act();
        if self.game.begins_turn() {
            let waits = said.turns.iter().any(|turn| acts == Some(turn.seat));
            return Ok(waits.then_some(DueAhead::Turn));
        }
        Ok(self.answer()?.map(|_| DueAhead::Answer))
    }

    /// How whoever is to act always answers what is asked now.
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

    /// The same turn with what was decided ahead, if that can be done.
    fn as_decided(&self) -> Result<Option<Turn<G>>, InternalError> {
        let (said, Some(seat)) = (&self.table.waiting.ahead, self.to_act()) else {
            return Ok(None);
        };
        if said.due == Some(DueAhead::Turn) {
            let turn = said.turns.iter().find(|turn| turn.seat == seat);
            return turn.map_or(Ok(None), |turn| self.carry_out(turn));
        }
        let mut turn = self.clone();
        while turn.to_act() == Some(seat)
            && !turn.game.begins_turn()
            && let Some(answer) = turn.answer()?
        {
            turn.plays_ahead(seat, answer);
        }
        Ok((!turn.steps.is_empty()).then_some(turn))
    }
}

/// Premoves: turns that are decided ahead.
pub struct PremovePlanner {
    pub(crate) clock: Clock,
    pub(crate) amendments: Arc<Amendments>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) lookback: Arc<Lookback>,
    pub(crate) play: Arc<Play>,
    pub(crate) tables: Arc<Tables>,
}

impl PremovePlanner {
    /// The game as it would be were it the turn of somebody who waits, as far as everybody has heard of it.
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

    /// Somebody decides to do this when it is their turn, in the first of some ways in which it can be done then. What they
    /// decided before comes first, unless these are to be instead of it.
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
            Ok::<_, InternalError>(WayAhead {
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
            if turn.ways.len() > MOST_WAYS {
                return Err(Declined::WaysEnough.into());
            }
            said.forget(person);
            said.turns.push(turn);
            Ok(())
        })
        .await
    }

    /// Somebody decides on what condition they do what they decided.
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

    /// Somebody will always answer like this; if it is no more than they may keep.
    pub async fn add_answer<G: Appraise>(
        &self,
        table: Table,
        actor: &Actor,
        action: G::Action,
    ) -> Result<Table> {
        let seat = table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
        let answer = AnswerAhead {
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
                >= MOST_ANSWERS
            {
                return Err(Declined::AnswersEnough.into());
            }
            said.answers.push(answer.clone());
            Ok(())
        })
        .await
    }

    /// Somebody does not want any more what they decided ahead, nor to answer anything without being asked.
    pub async fn forget(&self, table: Table, actor: &Actor) -> Result<Table> {
        self.amend(table, actor, |_, said| {
            said.forget_all(actor.person);
            Ok(())
        })
        .await
    }

    /// How somebody always answers.
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

    /// Changes what was decided ahead. Nobody sees that anything was: no message changes, and no computer begins anew.
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
                // What is done already cannot be decided otherwise.
                if waiting.person == Some(actor.person) && waiting.ahead.due.is_some() {
                    return Err(Declined::YourTurn.into());
                }
                change(table, &mut waiting.ahead)?;
                Ok((Vec::new(), ()))
            })
            .await?;
        self.tables.find(game).await
    }

    /// Does what whoever is to act has decided ahead.
    pub(crate) async fn play<G: Appraise>(&self, table: Table) -> Result<()> {
        let now = self.clock.now();
        let turn = self.games.load::<G>(table).await?;
        let Some(decided) = turn.as_decided()? else {
            // It was possible when it was written that it is due; then it is theirs to decide.
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
    /// Those hear of it whose turn is off: in a direct message, for that they had decided anything is theirs to know.
    pub(crate) fn dropped(&self, people: &[PersonId]) -> Result<Vec<Notice>, InternalError> {
        let told = |person: &PersonId| {
            let called = Called {
                person: *person,
                turn: self.waiting.turn,
                reminders: 0,
                why: Why::Dropped,
            };
            self.to_person(*person, News::Called(called))
        };
        people.iter().map(told).collect()
    }
}

/// Who is further than somebody in what is compared later.
fn ahead_of<G: Rules>(game: &G, seat: Seat) -> Vec<Seat> {
    let Some(race) = game.race() else {
        return Vec::new();
    };
    game.seats()
        .iter()
        .filter(|other| race[*other] > race[seat])
        .collect()
}

/// What comes of a turn as far as its player can know it beforehand.
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
