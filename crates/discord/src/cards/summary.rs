//! Summarizes the turns that were played, for public messages.
//!
//! A summary is short, so that a screen shows it together with the board: the first turn is in the
//! text, later turns are beside the small picture below the board.

use crate::cards::composer::SeatEvents;
use crate::cards::table;
use crate::key;
use crate::wire::names::{escape_name, plain_player_names, player_names};
use lanai_host::{Ending, Failure, History, Host, PastGame, TableStatus, Turn, winners};
use lanai_panel::PanelGame;
use lanai_rules::{Seat, Status, Viewer};
use lanai_text::{
    Key, Phrasebook, ScoreSheet, Words, describe_podium, describe_turn_briefly, display_width,
};

const SUMMARY_AWARDS: AwardKeys = AwardKeys {
    agreed: [key::CHAT_AWARDED_WON, key::CHAT_AWARDED_DRAW],
    decided: [key::CHAT_DECIDED_WON, key::CHAT_DECIDED_DRAW],
};

/// How many rows of text turns may take beside the small picture: with more rows, the message would
/// be higher than a screen. In most games there is room for one turn of each other player.
const MAX_SIDE_ROWS: usize = 5;
const CHARS_PER_SIDE_ROW: usize = 57;
/// How many rows turns may take in a message without a picture, so that with mentions and pieces
/// the message stays below two thousand characters.
const MAX_TEXT_ROWS: usize = 20;

/// Turns in the order in which they were played.
pub(crate) struct Summary {
    turns: Vec<TurnSummary>,
}

/// A turn in one line, and the lines about rounds that ended with it.
struct TurnSummary {
    turn: Option<String>,
    round_ends: Vec<String>,
}

impl Summary {
    /// Summarizes steps. `premoves` tells for each step whether it was a premove, if that is known.
    pub(crate) fn new<G: PanelGame>(
        words: &Words,
        turn: &Turn<G>,
        steps: &[SeatEvents<G>],
        premoves: &[bool],
    ) -> Summary {
        let words = &words.with_piece_marks();
        let phrasebook = Phrasebook::<G> {
            words,
            printed: &turn.printed,
            names: &player_names(words, &turn.table),
        };
        let mut turns = Vec::new();
        let mut position = 0;
        for steps_of_turn in steps.chunk_by(is_same_turn::<G>) {
            let end = position + steps_of_turn.len();
            let mut line = steps_of_turn.first().and_then(|(seat, _)| {
                describe_turn_briefly(&phrasebook, *seat, &concat_events::<G>(steps_of_turn))
            });
            let mut premoves = premoves.iter().take(end).skip(position);
            if premoves.any(|is_premove| *is_premove) {
                line = line.map(|line| words.say(key::BRIEF_AHEAD, &[("turn", line.into())]));
            }
            // The yields of a round may be chosen after the turn that ended the round, so the lines
            // about the round are read from all later events.
            let later_steps = &steps[position..];
            let mut round_ends = G::round_end_lines(&phrasebook, &concat_events::<G>(later_steps));
            let of_later_turns =
                G::round_end_lines(&phrasebook, &concat_events::<G>(&steps[end..]));
            round_ends.truncate(round_ends.len().saturating_sub(of_later_turns.len()));
            turns.push(TurnSummary {
                turn: line,
                round_ends,
            });
            position = end;
        }
        Summary { turns }
    }

    /// Returns the turn that caused the message, which the pinged player reads first.
    pub(crate) fn first_turn(&self) -> Option<String> {
        self.turns.first()?.turn.clone()
    }

    /// Returns the later turns and the points, to be shown beside the small picture.
    pub(crate) fn side_text<G: PanelGame>(&self, words: &Words, turn: &Turn<G>) -> String {
        let mut lines = Vec::new();
        if let Some((first, later)) = self.turns.split_first() {
            lines.extend_from_slice(&first.round_ends);
            lines.extend(last_lines(words, turn, later, MAX_SIDE_ROWS));
        }
        // At the end, the score sheet has the points.
        if turn.to_act().is_some() {
            lines.push(points_line(words, turn));
        }
        lines.join("\n")
    }

    /// Returns as many of the turns as a message without a picture has room for.
    pub(crate) fn text_lines<G: PanelGame>(self, words: &Words, turn: &Turn<G>) -> Vec<String> {
        last_lines(words, turn, &self.turns, MAX_TEXT_ROWS)
    }
}

/// Returns whether two neighbouring steps belong to the same turn.
fn is_same_turn<G: PanelGame>(first: &SeatEvents<G>, second: &SeatEvents<G>) -> bool {
    first.0 == second.0 && !second.1.first().is_some_and(G::starts_turn)
}

fn concat_events<G: PanelGame>(steps: &[SeatEvents<G>]) -> Vec<G::Event> {
    let mut all = Vec::new();
    for (_, events) in steps {
        all.extend_from_slice(events);
    }
    all
}

/// Returns the result of a game that was not played to its end.
async fn find_unfinished_game<G: PanelGame>(
    history: &History,
    turn: &Turn<G>,
) -> Result<Option<PastGame>, Failure> {
    if turn.table.status == TableStatus::Over && turn.to_act().is_some() {
        history.try_find(turn.table.id).await
    } else {
        Ok(None)
    }
}

/// Returns the winners of a game that was not played to its end.
pub(crate) async fn winner_seats<G: PanelGame>(history: &History, turn: &Turn<G>) -> Vec<Seat> {
    let past = match find_unfinished_game(history, turn).await {
        Ok(Some(past)) => past,
        Ok(None) => return Vec::new(),
        Err(failure) => {
            tracing::error!(%failure, "the winner of a game cannot be shown");
            return Vec::new();
        }
    };
    winners(&past)
        .into_iter()
        .filter_map(|player| Seat::from_number(u8::try_from(player.seat).ok()?))
        .collect()
}

/// Says in a sentence whose turn it is, or how the game ended.
pub(crate) async fn current_state_line<G: PanelGame>(
    history: &History,
    words: &Words,
    turn: &Turn<G>,
) -> Result<String, Failure> {
    if let Some(past) = find_unfinished_game(history, turn).await? {
        if past.ending == Ending::Resigned
            && let [winner] = winners(&past).as_slice()
        {
            let name = escape_name(words, &winner.name);
            return Ok(words.say(key::CHAT_WON, &[("who", name.into())]));
        }
        if let Some(text) = describe_award(words, &past, &SUMMARY_AWARDS) {
            return Ok(text);
        }
    }
    Ok(table::status_line(words, turn))
}

/// Says whose turn it is, or how the game ended, with the score sheet.
pub(crate) async fn outcome_lines<G: PanelGame>(
    host: &Host,
    words: &Words,
    turn: &Turn<G>,
) -> Result<String, Failure> {
    let Status::Over(standings) = turn.game.status() else {
        return current_state_line(&host.history, words, turn).await;
    };
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &player_names(words, &turn.table),
    };
    let mut lines = vec![describe_podium(&phrasebook, &standings)];
    let mut sheet = ScoreSheet::empty::<G>(phrasebook.names.len());
    let visited = host
        .lookback
        .visit_positions::<G>(&turn.table, |_, events| sheet.add::<G>(&events))
        .await;
    match visited {
        Ok(()) => {
            let names = plain_player_names(words, &turn.table);
            lines.extend(sheet.deciding_factor(&phrasebook, &standings));
            lines.push(sheet.format_table(&phrasebook, &standings, &names));
        }
        Err(failure) => {
            tracing::error!(%failure, "how the points of a game came about cannot be told");
        }
    }
    Ok(lines.join("\n"))
}

/// The sentences about a win and about a draw.
pub(crate) struct AwardKeys {
    pub(crate) agreed: [Key; 2],
    pub(crate) decided: [Key; 2],
}

/// Describes a result on which all agreed, or which a moderator decided.
pub(crate) fn describe_award(words: &Words, past: &PastGame, keys: &AwardKeys) -> Option<String> {
    let [won, draw] = match past.ending {
        Ending::AgreedResult => keys.agreed,
        Ending::Decided => keys.decided,
        Ending::Played | Ending::Resigned | Ending::Agreed | Ending::Stopped => return None,
    };
    Some(match winners(past).as_slice() {
        [winner] => {
            let winner = escape_name(words, &winner.name);
            words.say(won, &[("who", winner.into())])
        }
        _ => words.say(draw, &[]),
    })
}

/// Returns the public points of all players.
pub(crate) fn points_line<G: PanelGame>(words: &Words, turn: &Turn<G>) -> String {
    let points = G::tally_points(&turn.game.view(Viewer::Table)).points;
    let list: Vec<String> = player_names(words, &turn.table)
        .iter()
        .zip(points)
        .map(|(name, points)| format!("{name} {points}"))
        .collect();
    words.say(key::CHAT_STATUS_POINTS, &[("list", list.join(", ").into())])
}

/// Returns the last turns that fit, the number of earlier ones, and the ends of all rounds.
fn last_lines<G: PanelGame>(
    words: &Words,
    turn: &Turn<G>,
    turns: &[TurnSummary],
    max_rows: usize,
) -> Vec<String> {
    let mut left_out = 0;
    // The line that counts earlier turns takes room too.
    while left_out + 1 < turns.len() && count_rows(&turns[left_out..]) + left_out.min(1) > max_rows
    {
        left_out += 1;
    }
    let (earlier, last) = turns.split_at(left_out);
    let mut lines = Vec::new();
    let unnamed = earlier.iter().filter(|turn| turn.turn.is_some()).count();
    if unnamed > 0 {
        // The result of a game has other buttons than the board of a running one.
        let button = match turn.table.status {
            TableStatus::Over => key::CHAT_BUTTON_REPLAY,
            TableStatus::Open | TableStatus::Running => key::CHAT_BUTTON_RECAP,
        };
        let fill = [
            ("n", unnamed.into()),
            ("button", words.say(button, &[]).into()),
        ];
        lines.push(words.say(key::BRIEF_EARLIER, &fill));
    }
    for turn in earlier {
        lines.extend_from_slice(&turn.round_ends);
    }
    for turn in last {
        lines.extend(turn.turn.clone());
        lines.extend_from_slice(&turn.round_ends);
    }
    lines
}

/// Returns how many rows turns take beside the small picture.
fn count_rows(turns: &[TurnSummary]) -> usize {
    let lines = turns.iter().filter_map(|turn| turn.turn.as_deref());
    lines
        .map(|line| display_width(line).div_ceil(CHARS_PER_SIDE_ROW))
        .sum()
}
