//! Premoves: a waiting player decides their next turn, or how to answer questions, ahead.
//!
//! Premoves are stored with the table's waiting state and shown to no one else. The rules judge
//! them at the moment at which they are played. If the condition of a premove no longer holds, it is
//! dropped and its player is notified.

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
    DuePremove, PREMOVES, Premove, PremoveAlternative, PremoveAnswer, PremoveCondition, Premoves,
    parse_value, parse_values,
};
use crate::{
    Actor, Clock, Failure, InternalError, News, PersonId, Ping, PingReason, Refusal, SeatedPlayer,
    Table, Turn,
};
use lanai_ai::Evaluate;
use lanai_rules::{Rules, Seat};
use lanai_store::Notice;

/// How many alternatives a premove may have; the first that is possible is played.
pub const MAX_ALTERNATIVES: usize = 4;
/// How many automatic answers one person may have.
pub const MAX_ANSWERS: usize = 8;

impl<G: Rules> Turn<G> {
    /// Plays the first alternative that is possible, if the condition of the premove holds.
    fn try_premove(&self, premove: &Premove) -> Result<Option<Turn<G>>, InternalError> {
        if premove.condition == PremoveCondition::Unpassed
            && seats_ahead(&self.game, premove.seat)
                .iter()
                .any(|other| !premove.passed.contains(other))
        {
            return Ok(None);
        }
        for alternative in &premove.alternatives {
            let mut turn = Turn {
                steps: Vec::new(),
                ..self.clone()
            };
            let actions = parse_values::<G::Action>(self.table.id, &alternative.actions)?;
            let is_possible = actions
                .into_iter()
                .all(|action| turn.try_action(premove.seat, action));
            if is_possible
                && (premove.condition != PremoveCondition::Same
                    || encode_foreseen(&turn)? == alternative.foreseeable_events)
            {
                return Ok(Some(turn));
            }
        }
        Ok(None)
    }

    /// Plays one action of a premove. Returns false if it is not possible.
    fn try_action(&mut self, seat: Seat, action: G::Action) -> bool {
        let is_possible = self.to_act() == Some(seat) && self.legal().contains(&action);
        if !is_possible || self.play(action).is_err() {
            return false;
        }
        if let Some(step) = self.steps.last_mut() {
            step.is_premove = true;
        }
        true
    }

    /// Updates all premoves after a change of the game.
    ///
    /// Returns the people whose premove was dropped.
    pub(crate) fn update_premoves(&mut self) -> Result<Vec<PersonId>, InternalError> {
        let mut premoves = std::mem::take(&mut self.table.waiting.premoves);
        let acted = self.steps.first().map(|step| step.seat);
        let was_turn_played = premoves.due.take() == Some(DuePremove::Turn);
        let is_over = self.to_act().is_none();
        premoves.turns.retain(|premove| {
            !(is_over || was_turn_played && acted == Some(premove.seat))
                && self.player_at(premove.seat) == Some(premove.person)
        });
        premoves
            .answers
            .retain(|answer| !is_over && self.player_at(answer.seat) == Some(answer.person));
        if let Some(actor) = acted.and_then(|seat| self.player_at(seat)) {
            premoves.dropped.retain(|person| *person != actor);
        }
        let impossible = self.find_impossible_premoves(&premoves.turns)?;
        premoves
            .turns
            .retain(|premove| !impossible.contains(&premove.person));
        premoves.dropped.extend(&impossible);
        self.table.waiting.premoves = premoves;
        self.table.waiting.premoves.due = self.find_due_premove()?;
        Ok(impossible)
    }

    /// Returns the person who plays a seat; `None` if the computer does.
    fn player_at(&self, seat: Seat) -> Option<PersonId> {
        self.table
            .seated_player(seat)
            .and_then(SeatedPlayer::active_person)
    }

    /// Returns the people whose premove is no longer possible.
    ///
    /// In the middle of another player's turn this cannot be known yet, so the list is empty.
    fn find_impossible_premoves(
        &self,
        premoves: &[Premove],
    ) -> Result<Vec<PersonId>, InternalError> {
        let mut people = Vec::new();
        if !self.game.begins_turn() {
            return Ok(people);
        }
        for premove in premoves {
            let mut turn = self.clone();
            if self.to_act() != Some(premove.seat) {
                // Later turns may make it possible again.
                if premove.condition == PremoveCondition::Whatever {
                    continue;
                }
                let Some(game) = self.game.as_if_on_turn(premove.seat) else {
                    continue;
                };
                turn.game = game;
            }
            if turn.try_premove(premove)?.is_none() {
                people.push(premove.person);
            }
        }
        Ok(people)
    }

    /// Returns which kind of premove is due now.
    fn find_due_premove(&self) -> Result<Option<DuePremove>, InternalError> {
        let premoves = &self.table.waiting.premoves;
        let to_act = self.to_act();
        if self.game.begins_turn() {
            let is_due = premoves.turns.iter().any(|turn| to_act == Some(turn.seat));
            return Ok(is_due.then_some(DuePremove::Turn));
        }
        Ok(self.find_answer()?.map(|_| DuePremove::Answer))
    }

    /// Returns the automatic answer to the current question.
    fn find_answer(&self) -> Result<Option<G::Action>, InternalError> {
        let to_act = self.to_act();
        let legal = self.legal();
        for answer in &self.table.waiting.premoves.answers {
            if to_act != Some(answer.seat) {
                continue;
            }
            let action = parse_value(self.table.id, &answer.action)?;
            if legal.contains(&action) {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    /// Returns the turn after the premove that is due, if that is possible.
    fn play_due_premove(&self) -> Result<Option<Turn<G>>, InternalError> {
        let Some(seat) = self.to_act() else {
            return Ok(None);
        };
        let premoves = &self.table.waiting.premoves;
        if premoves.due == Some(DuePremove::Turn) {
            return match premoves.turns.iter().find(|turn| turn.seat == seat) {
                Some(premove) => self.try_premove(premove),
                None => Ok(None),
            };
        }
        let mut turn = self.clone();
        while turn.to_act() == Some(seat)
            && !turn.game.begins_turn()
            && let Some(answer) = turn.find_answer()?
        {
            turn.try_action(seat, answer);
        }
        Ok((!turn.steps.is_empty()).then_some(turn))
    }
}

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
            return Err(Refusal::YourTurn.into());
        }
        let turn = self.lookback.load_public::<G>(table).await?;
        let game = turn
            .game
            .as_if_on_turn(seat)
            .ok_or(Refusal::CannotPremove)?;
        Ok(Turn { game, ..turn })
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
            passed: Vec::new(),
        };
        for turn in turns {
            new.alternatives.push(PremoveAlternative {
                actions: encode_all(turn.steps.iter().map(|step| &step.action))?,
                foreseeable_events: encode_foreseen(turn)?,
            });
        }
        if let Some(turn) = turns.first() {
            new.passed = seats_ahead(&turn.game, seat);
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
                Ok((Vec::new(), ()))
            })
            .await?;
        self.tables.find(game).await
    }

    /// Plays the premove that is due.
    pub(crate) async fn play_due<G: Evaluate>(&self, table: Table) -> Result<()> {
        let now = self.clock.now();
        let turn = self.games.load::<G>(table).await?;
        let Some(played) = turn.play_due_premove()? else {
            // The premove was possible when it became due, but is not now: the player has to
            // decide.
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

impl Table {
    /// Returns the notices to players whose premove was dropped.
    ///
    /// They are direct messages, because no one else may learn of a premove.
    pub(crate) fn dropped_premove_notices(
        &self,
        people: &[PersonId],
    ) -> Result<Vec<Notice>, InternalError> {
        let mut notices = Vec::new();
        for person in people {
            let ping = Ping {
                person: *person,
                turn: self.waiting.turn,
                reminders: 0,
                why: PingReason::Dropped,
            };
            notices.push(self.notice_to_person(*person, News::Ping(ping))?);
        }
        Ok(notices)
    }
}

/// Lists the seats whose public sum is higher than this seat's, if the game has such sums.
fn seats_ahead<G: Rules>(game: &G, seat: Seat) -> Vec<Seat> {
    let Some(public_sums) = game.public_sums() else {
        return Vec::new();
    };
    game.seats()
        .iter()
        .filter(|other| public_sums[*other] > public_sums[seat])
        .collect()
}

/// Encodes the outcome of a turn as far as its player can foresee it.
fn encode_foreseen<G: Rules>(turn: &Turn<G>) -> Result<Vec<Value>, InternalError> {
    encode_all(&turn.foreseeable_events())
}

fn encode_all<'a, T: Serialize + 'a>(
    values: impl IntoIterator<Item = &'a T>,
) -> Result<Vec<Value>, InternalError> {
    values.into_iter().map(encode).collect()
}

fn encode<T: Serialize>(value: &T) -> Result<Value, InternalError> {
    serde_json::to_value(value).map_err(|error| InternalError::Unwritable {
        what: PREMOVES,
        error,
    })
}
