//! What a public message says of the turns that were played. It is short, so that a screen shows it together with the board:
//! the first turn stands with the words, what came after it beside the small picture below the board.

use super::composer::{Composer, Done, Step};
use super::game::AtTable;
use super::names::{names, plain_names, tame};
use super::table;
use crate::rules::{Status, Viewer};
use crate::tables::{Ending, Failure, PastGame, TableStatus, Turn};
use crate::words::{ScoreSheet, Teller, Words, width};

/// So many rows turns may take beside the small picture, of so many letters: with more, the message is higher than a screen.
/// In most games there is room for one turn of each of the others.
const ROWS: usize = 5;
const IN_A_ROW: usize = 57;
/// So many rows they may take in a message without a picture: it has room for two thousand letters, mentions and pieces among them.
const ROWS_ALONE: usize = 20;

/// Some turns, a line each, and the rounds that ended with them.
pub(super) struct Summary {
    turns: Vec<String>,
    rounds: Vec<String>,
}

impl Summary {
    /// In few words what was done, and of each step whether it had been decided ahead, as far as that is known.
    pub(super) fn of<G: AtTable>(words: &Words, turn: &Turn<G>, done: &Done<G>, ahead: &[bool]) -> Summary {
        let words = &words.with_pieces();
        let teller = Teller::<G> { words, printed: &turn.printed, names: &names(words, &turn.table) };
        let (mut turns, mut ahead) = (Vec::new(), ahead.iter());
        let same_turn =
            |one: &Step<G>, other: &Step<G>| one.0 == other.0 && !other.1.first().is_some_and(G::starts_turn);
        for steps in done.chunk_by(same_turn) {
            let events: Vec<G::Event> = steps.iter().flat_map(|(_, events)| events.clone()).collect();
            let told = steps.first().and_then(|(seat, _)| teller.turn_in_brief(*seat, &events));
            let decided = ahead.by_ref().take(steps.len()).filter(|step| **step).count() > 0;
            let marked = |told: String| words.say("brief-ahead", &[("turn", told.into())]);
            turns.extend(if decided { told.map(marked) } else { told });
        }
        let events: Vec<G::Event> = done.iter().flat_map(|(_, events)| events.clone()).collect();
        Summary { turns, rounds: G::round_ends(&teller, &events) }
    }

    /// The turn after which the message came: whoever is called reads it first.
    pub(super) fn first(&self) -> Option<String> {
        self.turns.first().cloned()
    }

    /// What came after it, and who has how many points then.
    pub(super) fn aside<G: AtTable>(&self, words: &Words, turn: &Turn<G>) -> String {
        let mut lines = last_of(words, self.turns.get(1..).unwrap_or_default(), ROWS);
        lines.extend(self.rounds.iter().cloned());
        // At the end the table of points has them all.
        lines.extend(turn.to_act().map(|_| points(words, turn)));
        lines.join("\n")
    }

    /// All of it in lines, as far as a message has room.
    pub(super) fn whole(self, words: &Words) -> Vec<String> {
        let mut lines = last_of(words, &self.turns, ROWS_ALONE);
        lines.extend(self.rounds);
        lines
    }
}

impl Composer {
    /// Whose turn it is, or how it ended, in a sentence.
    pub(super) async fn now<G: AtTable>(&self, words: &Words, turn: &Turn<G>) -> Result<String, Failure> {
        let broken_off = turn.table.status == TableStatus::Over && turn.to_act().is_some();
        let past = if broken_off { self.tables.ended_as(turn.table.game).await? } else { None };
        let awarded = past.as_ref().and_then(|past| awarded(words, past, ["chat-awarded", "chat-decided"]));
        Ok(awarded.unwrap_or_else(|| table::now(words, turn)))
    }

    /// Whose turn it is, or how it ended: who won, and how the points came about.
    pub(super) async fn outcome<G: AtTable>(&self, words: &Words, turn: &Turn<G>) -> Result<String, Failure> {
        let Status::Over(standings) = turn.game.status() else { return self.now(words, turn).await };
        let teller = Teller::<G> { words, printed: &turn.printed, names: &names(words, &turn.table) };
        let podium = teller.podium(&standings);
        let mut sheet = ScoreSheet::empty::<G>(teller.names.len());
        Ok(match self.tables.whole::<G>(&turn.table, |_, events| sheet.add::<G>(&events)).await {
            Ok(()) => {
                let table = teller.score_sheet(&standings, &sheet, &plain_names(words, &turn.table));
                let decided = teller.decided(&standings, &sheet);
                [podium].into_iter().chain(decided).chain([table]).collect::<Vec<_>>().join("\n")
            }
            Err(failure) => {
                tracing::error!(%failure, "how the points of a game came about cannot be told");
                podium
            }
        })
    }
}

/// On which result all agreed, or which a moderator decided, each by a sentence of which there is one for a draw and one for a winner;
/// nothing if none.
pub(super) fn awarded(words: &Words, past: &PastGame, [agreed, decided]: [&str; 2]) -> Option<String> {
    let name = match past.ending {
        Ending::Awarded => agreed,
        Ending::Decided => decided,
        Ending::Played | Ending::Resigned | Ending::Agreed | Ending::Stopped => return None,
    };
    let ranked = || past.players.iter().filter(|player| player.nth == 0 && player.rank.is_some());
    let mut first = ranked().filter(|player| player.rank == Some(1));
    match (first.next(), first.next()) {
        (Some(winner), None) => {
            Some(words.say(&format!("{name}-won"), &[("who", tame(words, &winner.name).into())]))
        }
        _ => Some(words.say(&format!("{name}-draw"), &[])),
    }
}

/// Who has how many points, as everybody may see it.
pub(super) fn points<G: AtTable>(words: &Words, turn: &Turn<G>) -> String {
    let points = G::tally(&turn.game.view(Viewer::Table)).points;
    let list: Vec<String> =
        names(words, &turn.table).iter().zip(points).map(|(who, points)| format!("{who} {points}")).collect();
    words.say("chat-status-points", &[("list", list.join(", ").into())])
}

/// The last of some turns that take so many rows at most, and how many there were before.
fn last_of(words: &Words, turns: &[String], most: usize) -> Vec<String> {
    let mut left_out = 0;
    // A line that says that some are left out takes room too.
    while left_out + 1 < turns.len() && rows(&turns[left_out..]) + left_out.min(1) > most {
        left_out += 1;
    }
    let earlier = (left_out > 0).then(|| words.say("brief-earlier", &[("n", left_out.into())]));
    earlier.into_iter().chain(turns[left_out..].iter().cloned()).collect()
}

/// How many rows lines take beside the small picture.
fn rows(lines: &[String]) -> usize {
    lines.iter().map(|line| width(line).div_ceil(IN_A_ROW)).sum()
}
