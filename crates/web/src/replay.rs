//! Looks back: the list of turns, and the position after each.

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use crate::error::{HostResult, Result, respond};
use crate::key;
use crate::server::Board;
use crate::session::Visitor;
use crate::state::{picture_data, realm_data};
use crate::texts::{plain_text, tell_turn};
use lanai_panel::{PanelGame, plain_player_names};
use lanai_rules::by_title;
use lanai_text::{Phrasebook, Scene};

pub(crate) async fn list_turns(
    State(board): State<Board>,
    visitor: Visitor,
) -> Result<Json<Value>> {
    let turns = by_title!(visitor.table.title, G => list::<G>(&board, &visitor).await);
    respond(&visitor.words, turns)
}

async fn list<G: PanelGame>(board: &Board, visitor: &Visitor) -> HostResult<Value> {
    let printed = board.host.games.load_printed::<G>(&visitor.table).await?;
    let names = plain_player_names(&visitor.words, &visitor.table);
    let phrasebook = Phrasebook::<G> {
        words: &visitor.words,
        printed: &printed,
        names: &names,
    };
    let turns = board.host.lookback.load_turns::<G>(&visitor.table).await?;
    let told: Vec<Value> = turns
        .iter()
        .zip(1_usize..)
        .map(|(turn, number)| {
            let text = tell_turn(&phrasebook, turn);
            json!({ "number": number, "seat": turn.seat.index(), "text": text })
        })
        .collect();
    Ok(json!({ "count": told.len(), "turns": told }))
}

pub(crate) async fn show_turn(
    State(board): State<Board>,
    visitor: Visitor,
    Path((_, number)): Path<(i64, usize)>,
) -> Result<Json<Value>> {
    let position =
        by_title!(visitor.table.title, G => describe::<G>(&board, &visitor, number).await);
    respond(&visitor.words, position)
}

async fn describe<G: PanelGame>(
    board: &Board,
    visitor: &Visitor,
    number: usize,
) -> HostResult<Value> {
    let Visitor { table, words, .. } = visitor;
    let position = board
        .host
        .lookback
        .load_position::<G>(table, number)
        .await?;
    let printed = board.host.games.load_printed::<G>(table).await?;
    let names = plain_player_names(words, table);
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &printed,
        names: &names,
    };
    let view = position.game.view(visitor.viewer());
    let text = position.turn.map(|turn| tell_turn(&phrasebook, &turn));
    let query = format!("revision={}&turn={}", table.revision.0, position.number);
    let src = format!("pictures/board?{query}");
    Ok(json!({
        "number": position.number,
        "count": position.turn_count,
        "text": text.unwrap_or_else(|| plain_text(&words.say(key::CHAT_REPLAY_START, &[]))),
        "board": picture_data(&phrasebook, &view, Scene::Board, src),
        "realms": realm_data(&phrasebook, &view, position.game.seats(), &query),
    }))
}
