//! The review of a finished game: how accurate each player was, and the costliest turns.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::error::{HostResult, Result, respond};
use crate::key;
use crate::server::Board;
use crate::session::Visitor;
use crate::texts::plain_text;
use lanai_host::{Refusal, Review, ReviewedTurn, costliest_turns};
use lanai_panel::{
    PanelGame, describe_review, describe_reviewed_turn, describe_turn_cost, plain_player_names,
};
use lanai_rules::by_title;
use lanai_text::Phrasebook;

const REVIEWED_TURNS_PER_SEAT: usize = 3;
/// How long an answer waits for the review before it reports the progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// Sends the review, or its progress if it takes longer. The page asks again.
pub(crate) async fn show_review(
    State(board): State<Board>,
    visitor: Visitor,
) -> Result<Json<Value>> {
    let review =
        by_title!(visitor.table.title, G => Box::pin(describe::<G>(&board, &visitor)).await);
    respond(&visitor.words, review)
}

async fn describe<G: PanelGame>(board: &Board, visitor: &Visitor) -> HostResult<Value> {
    let Visitor { table, words, .. } = visitor;
    let mut review = board.host.reviews.follow_review::<G>(table).await?;
    let ready = review.wait_for(|review| !review.is_in_progress());
    let _ = tokio::time::timeout(PROGRESS_INTERVAL, ready).await;
    let progress = review.borrow().clone();
    let reviewed = match progress {
        Review::Done(reviewed) => reviewed,
        Review::Failed => return Err(Refusal::NotReviewable.into()),
        Review::InProgress(done, of) => {
            let fill = [("n", done.into()), ("of", of.into())];
            return Ok(json!({ "progress": words.say(key::CHAT_REVIEW_GOING, &fill) }));
        }
    };
    let turn = board.host.games.load::<G>(table.clone()).await?;
    let names = plain_player_names(words, table);
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &names,
    };
    let seats = turn.game.seats();
    let turns: Vec<Value> = costliest_turns(&reviewed, seats, REVIEWED_TURNS_PER_SEAT)
        .into_iter()
        .map(|reviewed| describe_turn(&phrasebook, reviewed))
        .collect();
    let lines = describe_review(&phrasebook, seats, &reviewed);
    let lines: Vec<String> = lines.iter().map(|line| plain_text(line)).collect();
    Ok(json!({ "lines": lines, "turns": turns }))
}

fn describe_turn<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    reviewed: &ReviewedTurn<G>,
) -> Value {
    // The first line repeats the number and the player.
    let lines = describe_reviewed_turn(phrasebook, reviewed).lines;
    let lines: Vec<String> = lines.iter().skip(1).map(|line| plain_text(line)).collect();
    json!({
        "number": reviewed.turn.number,
        "seat": reviewed.turn.seat.index(),
        "cost": describe_turn_cost(phrasebook, reviewed),
        "lines": lines,
    })
}
