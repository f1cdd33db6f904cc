//! The rules of the table's game in short: a summary, the options of the table, and the topics.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::error::{HostResult, Result, respond};
use crate::key;
use crate::server::Board;
use crate::session::Visitor;
use crate::texts::plain_text;
use lanai_panel::{PanelGame, plain_player_names};
use lanai_rules::by_title;
use lanai_text::{Phrasebook, RulesText};

pub(crate) async fn show_rules(
    State(board): State<Board>,
    visitor: Visitor,
) -> Result<Json<Value>> {
    let rules = by_title!(visitor.table.title, G => describe::<G>(&board, &visitor).await);
    respond(&visitor.words, rules)
}

/// Describes the rules as parts with a title and lines.
async fn describe<G: PanelGame>(board: &Board, visitor: &Visitor) -> HostResult<Value> {
    let Visitor { table, words, .. } = visitor;
    let printed = board.host.games.load_printed::<G>(table).await?;
    let options = table.parse_options::<G>()?;
    let names = plain_player_names(words, table);
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &printed,
        names: &names,
    };
    let rules = phrasebook.rules();
    let mut summary: Vec<Value> = Vec::new();
    for part in rules.sheet(&options) {
        summary.push(describe_part(&part.title, &part.lines));
    }
    let changes = rules.list_option_changes(&options);
    if !changes.is_empty() {
        summary.push(describe_part(
            &words.say(key::CHAT_RULES_TABLE, &[]),
            &changes,
        ));
    }
    let topics: Vec<Value> = RulesText::<G>::topics()
        .map(|topic| {
            let text = rules.topic_text(&options, topic);
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            describe_part(&rules.topic_title(topic), &lines)
        })
        .collect();
    Ok(json!({ "summary": summary, "topics": topics }))
}

fn describe_part(title: &str, lines: &[String]) -> Value {
    let lines: Vec<String> = lines.iter().map(|line| plain_text(line)).collect();
    json!({ "title": plain_text(title), "lines": lines })
}
