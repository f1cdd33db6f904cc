//! What a person does on the page: playing a turn, taking it back, and what the game's menu offers.
//!
//! Every request names the revision that the person saw. Turns, undo and hints are for that revision
//! alone; on another, the answer is the state as it is now. The rest means the same on any revision.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::{HostResult, RequestError, Result, respond};
use crate::key;
use crate::server::Board;
use crate::session::Visitor;
use crate::state::describe_new_state;
use crate::texts::plain_text;
use lanai_host::{Agreement, Consent, Failure, Refusal, Revision, Terms};
use lanai_panel::{
    PanelGame, PanelPath, describe_briefly, explain_advice, follow_advice, follow_path,
    plain_player_names,
};
use lanai_rules::by_title;
use lanai_text::{Key, Phrasebook, Words};

/// How long a pause is that is proposed on the page.
const PAUSE_SECS: i64 = 7 * 24 * 60 * 60;

#[derive(Deserialize)]
pub(crate) struct Seen {
    revision: Revision,
}

/// The proposal that the person answers.
#[derive(Deserialize)]
pub(crate) struct SeenProposal {
    number: i64,
}

#[derive(Deserialize)]
pub(crate) struct ChosenTurn {
    revision: Revision,
    picks: Vec<String>,
    #[serde(default)]
    ahead: bool,
}

/// Plays the chosen turn, or stores it as a premove.
pub(crate) async fn play(
    State(board): State<Board>,
    visitor: Visitor,
    Json(chosen): Json<ChosenTurn>,
) -> Result<Json<Value>> {
    let played = if chosen.revision == visitor.table.revision {
        by_title!(visitor.table.title, G => Box::pin(play_turn::<G>(&board, &visitor, &chosen)).await)
    } else {
        Err(Refusal::Stale.into())
    };
    answer(&board, visitor, played.map(|()| None)).await
}

async fn play_turn<G: PanelGame>(
    board: &Board,
    visitor: &Visitor,
    chosen: &ChosenTurn,
) -> HostResult<()> {
    let table = visitor.table.clone();
    let host = &board.host;
    let (turn, is_premove) = host
        .premoves
        .load_chosen_turn::<G>(table.clone(), visitor.person, chosen.ahead)
        .await?;
    // A turn that was decided ahead is not played because it has become the person's turn.
    if is_premove != chosen.ahead {
        return Err(Refusal::Stale.into());
    }
    let seat = turn.to_act().ok_or(Refusal::Over)?;
    let path = PanelPath {
        table: table.id,
        revision: chosen.revision,
        pick_keys: chosen.picks.clone(),
        is_premove,
    };
    let preview = follow_path(turn, seat, &path);
    if !preview.is_fully_legal() || !preview.turn.is_complete(seat) {
        return Err(Refusal::Stale.into());
    }
    let actor = visitor.actor();
    if is_premove {
        let turns = [preview.turn];
        host.premoves
            .save_alternatives(table, &actor, &turns, true, None)
            .await?;
    } else {
        host.play.commit_turn(preview.turn, &actor).await?;
    }
    Ok(())
}

/// Takes back the person's last turn, unless another person acted since.
pub(crate) async fn undo(
    State(board): State<Board>,
    visitor: Visitor,
    Json(seen): Json<Seen>,
) -> Result<Json<Value>> {
    let take_back = &board.host.take_back;
    let table = &visitor.table;
    let undone = async {
        if !take_back
            .is_unchanged_by_people(table, seen.revision)
            .await?
        {
            return Err(Refusal::Stale.into());
        }
        by_title!(table.title, G => {
            take_back.take_back::<G>(table.clone(), &visitor.actor()).await.map(drop)
        })
    };
    let notice = undone.await.map(|()| Some(key::CHAT_UNDONE));
    answer(&board, visitor, notice).await
}

/// Suggests the best turns, as the hint in the chat does.
pub(crate) async fn suggest_turns(
    State(board): State<Board>,
    visitor: Visitor,
    Json(seen): Json<Seen>,
) -> Result<Json<Value>> {
    if seen.revision != visitor.table.revision {
        return answer(&board, visitor, Err(Refusal::Stale.into())).await;
    }
    let suggestions = by_title!(visitor.table.title, G => Box::pin(list_suggestions::<G>(&board, &visitor)).await);
    respond(&visitor.words, suggestions)
}

async fn list_suggestions<G: PanelGame>(board: &Board, visitor: &Visitor) -> HostResult<Value> {
    let Visitor {
        person,
        table,
        words,
    } = visitor;
    let host = &board.host;
    let turn = host.games.load_turn::<G>(table.clone(), *person).await?;
    let seat = turn.to_act().ok_or(Refusal::Over)?;
    let advice = host.hints.suggest_turns(&turn, seat).await?;
    let names = plain_player_names(words, table);
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &names,
    };
    let start = PanelPath::start(table.id, table.revision);
    let mut suggestions = Vec::new();
    for advice in &advice {
        let (path, events) = follow_advice(&turn, &start, advice);
        let points = phrasebook.points(advice.expected.whole_points());
        let fill = [
            ("points", points.into()),
            ("chance", advice.expected.running_percent().into()),
        ];
        let mut why = vec![words.say(key::WEB_HINT_EXPECTED, &fill)];
        let reasons = explain_advice(&phrasebook, &advice.reasons);
        why.extend(reasons.map(|reasons| plain_text(&reasons)));
        suggestions.push(json!({
            "picks": path.pick_keys,
            "text": describe_briefly(&phrasebook, seat, &events),
            "why": why.join(" "),
        }));
    }
    Ok(json!({ "suggestions": suggestions }))
}

pub(crate) async fn resign(
    State(board): State<Board>,
    visitor: Visitor,
    Json(_): Json<Seen>,
) -> Result<Json<Value>> {
    let table = visitor.table.clone();
    let resigned = board
        .host
        .resignations
        .resign(table, &visitor.actor())
        .await;
    answer(&board, visitor, resigned.map(|_| None)).await
}

pub(crate) async fn propose_pause(
    State(board): State<Board>,
    visitor: Visitor,
    Json(_): Json<Seen>,
) -> Result<Json<Value>> {
    give_consent(&board, visitor, Consent::Ask(Terms::Pause(PAUSE_SECS))).await
}

pub(crate) async fn propose_resume(
    State(board): State<Board>,
    visitor: Visitor,
    Json(_): Json<Seen>,
) -> Result<Json<Value>> {
    give_consent(&board, visitor, Consent::Ask(Terms::Resume)).await
}

pub(crate) async fn agree(
    State(board): State<Board>,
    visitor: Visitor,
    Json(proposal): Json<SeenProposal>,
) -> Result<Json<Value>> {
    give_consent(&board, visitor, Consent::Agree(proposal.number)).await
}

/// Makes a proposal, or agrees to the open one.
async fn give_consent(board: &Board, visitor: Visitor, consent: Consent) -> Result<Json<Value>> {
    let table = visitor.table.clone();
    let agreement = board
        .host
        .agreements
        .agree(table, &visitor.actor(), consent)
        .await;
    let notice = agreement.map(|agreement| match agreement {
        Agreement::Done => Some(key::CHAT_AGREED),
        Agreement::Open(_) => Some(key::WEB_PROPOSED),
    });
    answer(board, visitor, notice).await
}

pub(crate) async fn decline(
    State(board): State<Board>,
    visitor: Visitor,
    Json(proposal): Json<SeenProposal>,
) -> Result<Json<Value>> {
    let table = visitor.table.clone();
    let declined = board
        .host
        .agreements
        .decline(table, &visitor.actor(), proposal.number)
        .await;
    let notice = declined.map(|()| Some(key::CHAT_YOU_DECLINED_PROPOSAL));
    answer(&board, visitor, notice).await
}

/// Forgets what the person decided ahead.
pub(crate) async fn forget_premoves(
    State(board): State<Board>,
    visitor: Visitor,
    Json(_): Json<Seen>,
) -> Result<Json<Value>> {
    let table = visitor.table.clone();
    let deleted = board
        .host
        .premoves
        .delete_premoves(table, &visitor.actor())
        .await;
    let notice = deleted.map(|_| Some(key::CHAT_AHEAD_FORGOTTEN));
    answer(&board, visitor, notice).await
}

/// Answers with the state as it is now, and with the sentence of this key.
async fn answer(
    board: &Board,
    visitor: Visitor,
    done: HostResult<Option<Key>>,
) -> Result<Json<Value>> {
    let words: Words = visitor.words.clone();
    match done {
        Ok(notice) => {
            let notice = notice.map(|key| words.say(key, &[]));
            let state = Box::pin(describe_new_state(board, visitor, notice)).await;
            respond(&words, state)
        }
        Err(Failure::Refusal(Refusal::Stale | Refusal::GameWentOn)) => {
            let state = Box::pin(describe_new_state(board, visitor, None)).await;
            let Json(state) = respond(&words, state)?;
            Err(RequestError::outdated(&words, state))
        }
        Err(failure) => Err(RequestError::explain(&words, &failure)),
    }
}
