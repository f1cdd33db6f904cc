//! Premoves: a waiting player decides their next turn, or how to answer questions, ahead.
//!
//! Premoves are stored with the table's waiting state and shown to no one else. The rules judge
//! them at the moment at which they are played (see `core::premoves`). If the condition of a
//! premove no longer holds, it is dropped and its player is notified.

use std::sync::Arc;

use crate::core::amendments::{Amendment, Amendments};
use crate::core::games::GameLoader;
use crate::core::play;
use crate::core::play::{Play, check_not_paused};
use crate::core::premoves::{
    encode, encode_all, encode_foreseen, play_due_premove, seats_with_higher_sum,
};
use crate::core::tables::Tables;
use crate::features::lookback::Lookback;
use crate::model::failure::Result;
use crate::model::premoves::{
    Premove, PremoveAlternative, PremoveAnswer, PremoveCondition, Premoves, parse_value,
};
use crate::{Actor, Clock, Failure, InternalError, PersonId, Refusal, Table, Turn};
use lanai_ai::Evaluate;
use lanai_rules::Rules;

/// How many alternatives a premove may have; the first that is possible is played.
pub const MAX_ALTERNATIVES: usize = 4;
/// How many automatic answers one person may have.
pub const MAX_ANSWERS: usize = 8;

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
    pub async fn load_turn_ahead<G: Evaluate>(
        &self,
        table: Table,
        person: PersonId,
    ) -> Result<Turn<G>> {
        let seat = play::check_playing(&table, person)?;
        if table.waiting.person == Some(person) {
            check_not_paused(&table.waiting)?;
            return Err(Refusal::YourTurn.into());
        }
        let turn = self.lookback.load_public::<G>(table).await?;
        let game = turn
            .game
            .as_if_on_turn(seat)
            .ok_or(Refusal::CannotPremove)?;
        Ok(Turn { game, ..turn })
    }

    /// Loads the current turn of a person or, if the person decides ahead and is not to act, the turn
    /// ahead. Returns whether it is ahead.
    pub async fn load_chosen_turn<G: Evaluate>(
        &self,
        table: Table,
        person: PersonId,
        is_premove: bool,
    ) -> Result<(Turn<G>, bool)> {
        let is_ahead = is_premove && table.waiting.person != Some(person);
        let turn = if is_ahead {
            self.load_turn_ahead::<G>(table, person).await?
        } else {
            self.games.load_turn::<G>(table, person).await?
        };
        Ok((turn, is_ahead))
    }

    /// Stores alternatives for the next turn: after the earlier ones, or instead of them if
    /// `replaces`.
    pub async fn save_alternatives<G: Evaluate>(
        &self,
        table: Table,
        actor: &Actor,
        turns: &[Turn<G>],
        replaces: bool,
        condition: Option<PremoveCondition>,
    ) -> Result<Table> {
        let seat = table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
        let mut new = Premove {
            person: actor.person,
            seat,
            alternatives: Vec::new(),
            condition: PremoveCondition::Same,
            higher_at_decision: Vec::new(),
        };
        for turn in turns {
            new.alternatives.push(PremoveAlternative {
                actions: encode_all(turn.steps.iter().map(|step| &step.action))?,
                foreseeable_events: encode_foreseen(turn)?,
            });
        }
        if let Some(turn) = turns.first() {
            new.higher_at_decision = seats_with_higher_sum(&turn.game, seat);
        }
        let new = &new;
        let seen = table.revision;
        self.amend(table, actor, |table, premoves| {
            if table.revision != seen {
                return Err(Refusal::GameWentOn.into());
            }
            let mut premove = new.clone();
            if !replaces && let Some(earlier) = premoves.turn_of(actor.person) {
                premove = earlier.clone();
                premove
                    .alternatives
                    .extend(new.alternatives.iter().cloned());
            }
            premove.condition = condition.unwrap_or(premove.condition);
            if premove.alternatives.len() > MAX_ALTERNATIVES {
                return Err(Refusal::TooManyAlternatives.into());
            }
            premoves.remove_turn(actor.person);
            premoves.turns.push(premove);
            Ok(())
        })
        .await
    }

    /// Sets the condition on which a stored premove is played.
    pub async fn set_condition(
        &self,
        table: Table,
        actor: &Actor,
        condition: PremoveCondition,
    ) -> Result<Table> {
        self.amend(table, actor, |_, premoves| {
            let premove = premoves
                .turns
                .iter_mut()
                .find(|premove| premove.person == actor.person)
                .ok_or(Refusal::NoPremove)?;
            premove.condition = condition;
            Ok(())
        })
        .await
    }

    /// Adds an automatic answer.
    pub async fn add_answer<G: Evaluate>(
        &self,
        table: Table,
        actor: &Actor,
        action: G::Action,
    ) -> Result<Table> {
        let seat = table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
        let answer = PremoveAnswer {
            person: actor.person,
            seat,
            action: encode(&action)?,
        };
        let answer = &answer;
        // The interaction already counts for the action that the player chose to repeat.
        let actor = &Actor {
            interaction: None,
            ..actor.clone()
        };
        self.amend(table, actor, |_, premoves| {
            let answers = &mut premoves.answers;
            answers.retain(|other| other != answer);
            let count = answers
                .iter()
                .filter(|other| other.person == actor.person)
                .count();
            if count >= MAX_ANSWERS {
                return Err(Refusal::TooManyAnswers.into());
            }
            answers.push(answer.clone());
            Ok(())
        })
        .await
    }

    /// Deletes the premove and the automatic answers of a player.
    pub async fn delete_premoves(&self, table: Table, actor: &Actor) -> Result<Table> {
        self.amend(table, actor, |_, premoves| {
            premoves.remove_all(actor.person);
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
        let answers = table.waiting.premoves.answers.iter();
        answers
            .filter(|answer| answer.person == person)
            .map(|answer| parse_value(table.id, &answer.action))
            .collect()
    }

    /// Changes premoves without a trace for other players: no message is edited, and a computer
    /// that is thinking does not start again.
    async fn amend(
        &self,
        table: Table,
        actor: &Actor,
        edit: impl Fn(&Table, &mut Premoves) -> Result<()> + Send + Sync,
    ) -> Result<Table> {
        let game = table.id;
        self.amendments
            .amend(table, actor, false, |table, waiting, _| {
                table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
                // A premove that is due can no longer be changed: it is about to be played.
                if waiting.person == Some(actor.person) && waiting.premoves.due.is_some() {
                    return Err(Refusal::YourTurn.into());
                }
                edit(table, &mut waiting.premoves)?;
                Ok(Amendment::without_notices())
            })
            .await?;
        self.tables.find(game).await
    }

    /// Plays the premove that is due.
    pub(crate) async fn play_due<G: Evaluate>(&self, table: Table) -> Result<()> {
        let now = self.clock.now();
        let turn = self.games.load::<G>(table).await?;
        let Some(played) = play_due_premove(&turn)? else {
            // It was possible when it was stored as due. Now the player has to decide.
            let mut waiting = turn.table.waiting.clone();
            waiting.premoves.due = None;
            waiting
                .premoves
                .turns
                .retain(|other| Some(other.seat) != turn.to_act());
            return self
                .amendments
                .schedule_check(&turn.table, &waiting, Some(now), now)
                .await;
        };
        let change = played.table.new_change(None, now)?;
        match self.play.try_commit(played, change, None).await {
            Ok(_) | Err(Failure::Refusal(Refusal::Stale)) => Ok(()),
            Err(failure) => Err(failure),
        }
    }
}
