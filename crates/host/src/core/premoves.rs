//! Judges premoves: which is due after a change of the game, which has become impossible, and what
//! the game is after one was played.
//!
//! Players make and change premoves in `features::premoves`. Entry points: [`update_premoves`],
//! which every committed turn calls, and [`play_due_premove`].

use serde::Serialize;
use serde_json::Value;

use crate::model::premoves::{
    DuePremove, PREMOVES, Premove, PremoveCondition, parse_value, parse_values,
};
use crate::{InternalError, News, PersonId, Ping, PingReason, SeatedPlayer, Table, Turn};
use lanai_rules::{Rules, Seat};
use lanai_store::Notice;

/// Updates all premoves after a change of the game.
///
/// Returns the people whose premove was dropped.
pub(crate) fn update_premoves<G: Rules>(
    turn: &mut Turn<G>,
) -> Result<Vec<PersonId>, InternalError> {
    let mut premoves = std::mem::take(&mut turn.table.waiting.premoves);
    let acted = turn.steps.first().map(|step| step.seat);
    let was_turn_played = premoves.due.take() == Some(DuePremove::Turn);
    let is_over = turn.to_act().is_none();
    premoves.turns.retain(|premove| {
        !(is_over || was_turn_played && acted == Some(premove.seat))
            && player_at(turn, premove.seat) == Some(premove.person)
    });
    premoves
        .answers
        .retain(|answer| !is_over && player_at(turn, answer.seat) == Some(answer.person));
    if let Some(actor) = acted.and_then(|seat| player_at(turn, seat)) {
        premoves.dropped.retain(|person| *person != actor);
    }
    let impossible = find_impossible_premoves(turn, &premoves.turns)?;
    premoves
        .turns
        .retain(|premove| !impossible.contains(&premove.person));
    premoves.dropped.extend(&impossible);
    turn.table.waiting.premoves = premoves;
    turn.table.waiting.premoves.due = find_due_premove(turn)?;
    Ok(impossible)
}

/// Plays the due premove on a copy of the turn. Returns `None` if it cannot be played.
pub(crate) fn play_due_premove<G: Rules>(turn: &Turn<G>) -> Result<Option<Turn<G>>, InternalError> {
    let Some(seat) = turn.to_act() else {
        return Ok(None);
    };
    let premoves = &turn.table.waiting.premoves;
    if premoves.due == Some(DuePremove::Turn) {
        return match premoves.turns.iter().find(|premove| premove.seat == seat) {
            Some(premove) => try_premove(turn, premove),
            None => Ok(None),
        };
    }
    let mut played = turn.clone();
    while played.to_act() == Some(seat)
        && !played.game.begins_turn()
        && let Some(answer) = find_answer(&played)?
    {
        try_action(&mut played, seat, answer);
    }
    Ok((!played.steps.is_empty()).then_some(played))
}

/// Returns the notices to players whose premove was dropped.
///
/// They are direct messages, because no one else may learn of a premove.
pub(crate) fn dropped_premove_notices(
    table: &Table,
    people: &[PersonId],
) -> Result<Vec<Notice>, InternalError> {
    let mut notices = Vec::new();
    for person in people {
        let ping = Ping {
            person: *person,
            turn: table.waiting.turn,
            reminders: 0,
            why: PingReason::Dropped,
        };
        notices.push(table.notice_to_person(*person, News::Ping(ping))?);
    }
    Ok(notices)
}

/// Plays the first alternative that is possible, if the condition of the premove holds.
fn try_premove<G: Rules>(
    turn: &Turn<G>,
    premove: &Premove,
) -> Result<Option<Turn<G>>, InternalError> {
    if premove.condition == PremoveCondition::NotOvertaken
        && seats_with_higher_sum(&turn.game, premove.seat)
            .iter()
            .any(|other| !premove.higher_at_decision.contains(other))
    {
        return Ok(None);
    }
    for alternative in &premove.alternatives {
        let mut played = Turn {
            steps: Vec::new(),
            ..turn.clone()
        };
        let actions = parse_values::<G::Action>(turn.table.id, &alternative.actions)?;
        let is_possible = actions
            .into_iter()
            .all(|action| try_action(&mut played, premove.seat, action));
        if is_possible
            && (premove.condition != PremoveCondition::Same
                || encode_foreseen(&played)? == alternative.foreseeable_events)
        {
            return Ok(Some(played));
        }
    }
    Ok(None)
}

/// Plays one action of a premove. Returns false if it is not possible.
fn try_action<G: Rules>(turn: &mut Turn<G>, seat: Seat, action: G::Action) -> bool {
    let is_possible = turn.to_act() == Some(seat) && turn.legal().contains(&action);
    if !is_possible || turn.play(action).is_err() {
        return false;
    }
    if let Some(step) = turn.steps.last_mut() {
        step.is_premove = true;
    }
    true
}

/// Returns the person who plays a seat; `None` if the computer does.
fn player_at<G: Rules>(turn: &Turn<G>, seat: Seat) -> Option<PersonId> {
    turn.table
        .seated_player(seat)
        .and_then(SeatedPlayer::active_person)
}

/// Returns the people whose premove is no longer possible.
///
/// In the middle of another turn that is not yet known, so the list is empty.
fn find_impossible_premoves<G: Rules>(
    turn: &Turn<G>,
    premoves: &[Premove],
) -> Result<Vec<PersonId>, InternalError> {
    let mut people = Vec::new();
    if !turn.game.begins_turn() {
        return Ok(people);
    }
    for premove in premoves {
        let mut own_turn = turn.clone();
        if turn.to_act() != Some(premove.seat) {
            // Later turns may make it possible again.
            if premove.condition == PremoveCondition::Whatever {
                continue;
            }
            let Some(game) = turn.game.as_if_on_turn(premove.seat) else {
                continue;
            };
            own_turn.game = game;
        }
        if try_premove(&own_turn, premove)?.is_none() {
            people.push(premove.person);
        }
    }
    Ok(people)
}

/// Returns which kind of premove is due now.
fn find_due_premove<G: Rules>(turn: &Turn<G>) -> Result<Option<DuePremove>, InternalError> {
    if turn.game.begins_turn() {
        let to_act = turn.to_act();
        let premoves = &turn.table.waiting.premoves.turns;
        let is_due = premoves.iter().any(|premove| to_act == Some(premove.seat));
        return Ok(is_due.then_some(DuePremove::Turn));
    }
    Ok(find_answer(turn)?.map(|_| DuePremove::Answer))
}

/// Returns the automatic answer to the current question.
fn find_answer<G: Rules>(turn: &Turn<G>) -> Result<Option<G::Action>, InternalError> {
    let to_act = turn.to_act();
    let legal = turn.legal();
    for answer in &turn.table.waiting.premoves.answers {
        if to_act != Some(answer.seat) {
            continue;
        }
        let action = parse_value(turn.table.id, &answer.action)?;
        if legal.contains(&action) {
            return Ok(Some(action));
        }
    }
    Ok(None)
}

/// Lists the seats that are ahead of a seat in the sums that the end of the round compares.
pub(crate) fn seats_with_higher_sum<G: Rules>(game: &G, seat: Seat) -> Vec<Seat> {
    let Some(public_sums) = game.public_sums() else {
        return Vec::new();
    };
    game.seats()
        .iter()
        .filter(|other| public_sums[*other] > public_sums[seat])
        .collect()
}

/// Encodes the outcome of a turn as far as its player can foresee it.
pub(crate) fn encode_foreseen<G: Rules>(turn: &Turn<G>) -> Result<Vec<Value>, InternalError> {
    encode_all(&turn.foreseeable_events())
}

pub(crate) fn encode_all<'a, T: Serialize + 'a>(
    values: impl IntoIterator<Item = &'a T>,
) -> Result<Vec<Value>, InternalError> {
    values.into_iter().map(encode).collect()
}

pub(crate) fn encode<T: Serialize>(value: &T) -> Result<Value, InternalError> {
    serde_json::to_value(value).map_err(|error| InternalError::Unwritable {
        what: PREMOVES,
        error,
    })
}
