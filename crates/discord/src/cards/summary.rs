//! What a public message says of the turns that were played. It is short, so that a screen shows it together with the board:
//! the first turn stands with the words, what came after it beside the small picture below the board.

use crate::cards::composer::{Composer, Done, Step};
use crate::cards::game::AtTable;
use crate::cards::table;
use crate::wire::names::{names, plain_names, tame};
use lanai_host::{Ending, Failure, LeftBy, Participant, PastGame, TableStatus, Turn};
use lanai_rules::{Seat, Status, Viewer};
use lanai_text::{Phrasebook, ScoreSheet, Words, width};

/// So many rows turns may take beside the small picture, of so many letters: with more, the message is higher than a screen.
/// In most games there is room for one turn of each of the others.
const ROWS: usize = 5;
const IN_A_ROW: usize = 57;
/// So many rows they may take in a message without a picture: it has room for two thousand letters, mentions and pieces among them.
const ROWS_ALONE: usize = 20;

/// Some turns, in the order in which they were played.
pub(crate) struct Summary {
    turns: Vec<TurnSummary>,
}

/// A turn in a line, and the rounds that ended with it.
struct TurnSummary {
    turn: Option<String>,
    round_ends: Vec<String>,
}

impl Summary {
    /// In few words what was done, and of each step whether it had been decided ahead, as far as that is known.
    pub(crate) fn of<G: AtTable>(
        words: &Words,
        turn: &Turn<G>,
        done: &Done<G>,
        ahead: &[bool],
    ) -> Summary {
        let words = &words.with_pieces();
        let phrasebook = Phrasebook::<G> {
            words,
            printed: &turn.printed,
            names: &names(words, &turn.table),
        };
        let mut ahead = ahead.iter();
        let mut turns = Vec::new();
        let same_turn = |one: &Step<G>, other: &Step<G>| {
            one.0 == other.0 && !other.1.first().is_some_and(G::starts_turn)
        };
        let chunks: Vec<&[Step<G>]> = done.chunk_by(same_turn).collect();
        let events_of = |chunks: &[&[Step<G>]]| -> Vec<G::Event> {
            chunks
                .concat()
                .into_iter()
                .flat_map(|(_, events)| events)
                .collect()
        };
        for (at, steps) in chunks.iter().enumerate() {
            let events = events_of(&chunks[at..=at]);
            let told = steps
                .first()
                .and_then(|(seat, _)| phrasebook.turn_in_brief(*seat, &events));
            let decided = ahead
                .by_ref()
                .take(steps.len())
                .filter(|step| **step)
                .count()
                > 0;
            let marked = |told: String| words.say("brief-ahead", &[("turn", told.into())]);
            let turn = if decided { told.map(marked) } else { told };
            // What a round brings may be chosen after the turn that ended it: all that follows is read for its lines.
            let mut round_ends = G::round_ends(&phrasebook, &events_of(&chunks[at..]));
            let of_later_turns = G::round_ends(&phrasebook, &events_of(&chunks[at + 1..])).len();
            round_ends.truncate(round_ends.len().saturating_sub(of_later_turns));
            turns.push(TurnSummary { turn, round_ends });
        }
        Summary { turns }
    }

    /// Returns the turn that caused the message: the player who is pinged reads it first.
    pub(crate) fn first(&self) -> Option<String> {
        self.turns.first()?.turn.clone()
    }

    /// What came after it, and who has how many points then.
    pub(crate) fn aside<G: AtTable>(&self, words: &Words, turn: &Turn<G>) -> String {
        let (first, later) = self
            .turns
            .split_first()
            .map_or((None, [].as_slice()), |(first, later)| (Some(first), later));
        let mut lines: Vec<String> = first
            .map(|first| first.round_ends.clone())
            .unwrap_or_default();
        lines.extend(last_of(words, later, ROWS));
        // At the end the table of points has them all.
        lines.extend(turn.to_act().map(|_| points(words, turn)));
        lines.join("\n")
    }

    /// All of it in lines, as far as a message has room.
    pub(crate) fn whole(self, words: &Words) -> Vec<String> {
        last_of(words, &self.turns, ROWS_ALONE)
    }
}

/// How a game ended that was not played to its end.
async fn unfinished_line<G: AtTable>(
    composer: &Composer,
    turn: &Turn<G>,
) -> Result<Option<PastGame>, Failure> {
    let broken_off = turn.table.status == TableStatus::Over && turn.to_act().is_some();
    Ok(if broken_off {
        composer.host.history.try_find(turn.table.game).await?
    } else {
        None
    })
}

/// The seats that have won a game that was not played to its end.
pub(crate) async fn winner_seats<G: AtTable>(composer: &Composer, turn: &Turn<G>) -> Vec<Seat> {
    let past = unfinished_line(composer, turn)
        .await
        .unwrap_or_else(|failure| {
            tracing::error!(%failure, "the winner of a game cannot be shown");
            None
        });
    let Some(past) = past else { return Vec::new() };
    let ranked = past
        .players
        .iter()
        .filter(|player| player.nth == 0 && player.rank == Some(1));
    let winners = ranked.chain(winner_by_resignation(&past));
    winners
        .filter_map(|player| Seat::from_number(u8::try_from(player.seat).ok()?))
        .collect()
}

/// Whose turn it is, or how it ended, in a sentence.
pub(crate) async fn current_state_line<G: AtTable>(
    composer: &Composer,
    words: &Words,
    turn: &Turn<G>,
) -> Result<String, Failure> {
    let past = unfinished_line(composer, turn).await?;
    if let Some(winner) = past.as_ref().and_then(winner_by_resignation) {
        return Ok(words.say("chat-won", &[("who", tame(words, &winner.name).into())]));
    }
    let awarded = past
        .as_ref()
        .and_then(|past| awarded(words, past, ["chat-awarded", "chat-decided"]));
    Ok(awarded.unwrap_or_else(|| table::now(words, turn)))
}

/// Whose turn it is, or how it ended: who won, and how the points came about.
pub(crate) async fn outcome_card<G: AtTable>(
    composer: &Composer,
    words: &Words,
    turn: &Turn<G>,
) -> Result<String, Failure> {
    let Status::Over(standings) = turn.game.status() else {
        return current_state_line(composer, words, turn).await;
    };
    let phrasebook = Phrasebook::<G> {
        words,
        printed: &turn.printed,
        names: &names(words, &turn.table),
    };
    let podium = phrasebook.podium(&standings);
    let mut sheet = ScoreSheet::empty::<G>(phrasebook.names.len());
    Ok(
        match composer
            .host
            .lookback
            .visit_positions::<G>(&turn.table, |_, events| sheet.add::<G>(&events))
            .await
        {
            Ok(()) => {
                let table =
                    phrasebook.score_sheet(&standings, &sheet, &plain_names(words, &turn.table));
                let decided = phrasebook.decided(&standings, &sheet);
                [podium]
                    .into_iter()
                    .chain(decided)
                    .chain([table])
                    .collect::<Vec<_>>()
                    .join("\n")
            }
            Err(failure) => {
                tracing::error!(%failure, "how the points of a game came about cannot be told");
                podium
            }
        },
    )
}

/// The player who has won because the only other one resigned; `None` if the game ended otherwise.
pub(crate) fn winner_by_resignation(past: &PastGame) -> Option<&Participant> {
    let at_the_end: Vec<&Participant> = past
        .players
        .iter()
        .filter(|player| player.nth == 0)
        .collect();
    let [one, other] = at_the_end.as_slice() else {
        return None;
    };
    match (one.left_by, other.left_by) {
        _ if past.ending != Ending::Resigned => None,
        (LeftBy::Resigned, LeftBy::Stayed) => Some(other),
        (LeftBy::Stayed, LeftBy::Resigned) => Some(one),
        _ => None,
    }
}

/// On which result all agreed, or which a moderator decided, each by a sentence of which there is one for a draw and one for a winner;
/// nothing if none.
pub(crate) fn awarded(
    words: &Words,
    past: &PastGame,
    [agreed, decided]: [&str; 2],
) -> Option<String> {
    let name = match past.ending {
        Ending::Awarded => agreed,
        Ending::Decided => decided,
        Ending::Played | Ending::Resigned | Ending::Agreed | Ending::Stopped => return None,
    };
    let ranked = || {
        past.players
            .iter()
            .filter(|player| player.nth == 0 && player.rank.is_some())
    };
    let mut first = ranked().filter(|player| player.rank == Some(1));
    match (first.next(), first.next()) {
        (Some(winner), None) => Some(words.say(
            &format!("{name}-won"),
            &[("who", tame(words, &winner.name).into())],
        )),
        _ => Some(words.say(&format!("{name}-draw"), &[])),
    }
}

/// Returns the public points of all players.
pub(crate) fn points<G: AtTable>(words: &Words, turn: &Turn<G>) -> String {
    let points = G::tally(&turn.game.view(Viewer::Table)).points;
    let list: Vec<String> = names(words, &turn.table)
        .iter()
        .zip(points)
        .map(|(who, points)| format!("{who} {points}"))
        .collect();
    words.say("chat-status-points", &[("list", list.join(", ").into())])
}

/// The last of some turns that take so many rows at most, and how many there were before; all rounds that ended.
fn last_of(words: &Words, turns: &[TurnSummary], most: usize) -> Vec<String> {
    let mut left_out = 0;
    // A line that says that some are left out takes room too.
    while left_out + 1 < turns.len() && rows(&turns[left_out..]) + left_out.min(1) > most {
        left_out += 1;
    }
    let (earlier, last) = turns.split_at(left_out);
    let unnamed = earlier.iter().filter(|it| it.turn.is_some()).count();
    let mut lines = Vec::new();
    lines.extend((unnamed > 0).then(|| words.say("brief-earlier", &[("n", unnamed.into())])));
    lines.extend(earlier.iter().flat_map(|it| it.round_ends.clone()));
    lines.extend(
        last.iter()
            .flat_map(|it| it.turn.iter().chain(&it.round_ends).cloned()),
    );
    lines
}

/// How many rows the lines of turns take beside the small picture.
fn rows(turns: &[TurnSummary]) -> usize {
    let lines = turns.iter().filter_map(|it| it.turn.as_deref());
    lines.map(|line| width(line).div_ceil(IN_A_ROW)).sum()
}
