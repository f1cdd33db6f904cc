//! The ranks of players in a finished game, and the player who represents each seat.
//!
//! A seat may have several players one after the other: the one who had it from the start, and
//! those who took it over from a player who resigned or was replaced. Two questions follow, and
//! each reader of a result asks one of them:
//!
//! - Ratings and contests judge the player who had the seat [from the start](starting_players). A
//!   player who left ranks behind everyone who stayed, whatever becomes of the seat, and whether or
//!   not they take over another one later.
//! - Messages and lists of games name the player who had the seat [at the end](last_players), and
//!   the [winners](winners) among these, even if ratings ignore them.
//!
//! A player for whom the computer stands in until they come back still has the seat. Ratings and
//! messages give them its result, but a contest counts them as having left, because its entrants
//! have to finish their tables themselves.

use lanai_store::{Ending, LeftBy, Participant, PastGame};

/// How a player finished a game; better ones are less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Finish {
    /// 1 is first, and equal players share a rank.
    Ranked(i64),
    /// Left before the end, which ranks behind all others.
    Left,
}

/// Returns whether a game ended with a result.
pub(crate) fn has_result(past: &PastGame) -> bool {
    match past.ending {
        Ending::Played | Ending::Resigned | Ending::AgreedResult | Ending::Decided => true,
        Ending::Agreed | Ending::Stopped => false,
    }
}

/// Returns how a player finished.
///
/// Returns `None` if the game has no result, or for a computer if people agreed on the result or a
/// moderator decided it.
pub(crate) fn find_finish(past: &PastGame, player: &Participant) -> Option<Finish> {
    if !has_result(past) {
        return None;
    }
    if player.left_by != LeftBy::Stayed {
        return Some(Finish::Left);
    }
    match player.rank {
        Some(rank) => Some(Finish::Ranked(rank)),
        // Players who stayed until the last person, or the only opponent, resigned have won.
        None if past.ending == Ending::Resigned => Some(Finish::Ranked(1)),
        None => None,
    }
}

/// Returns the players who had the seats from the start, whether or not they stayed.
pub(crate) fn starting_players(past: &PastGame) -> impl Iterator<Item = &Participant> {
    past.players.iter().filter(|player| {
        player.holder_number == 1 || player.holder_number == 0 && !was_taken_over(past, player.seat)
    })
}

/// Returns whether a seat had another player before its last one.
fn was_taken_over(past: &PastGame, seat: i64) -> bool {
    past.players
        .iter()
        .any(|player| player.seat == seat && player.holder_number > 0)
}

/// Returns the players who had the seats at the end, one for each seat.
///
/// They include a player who ended the game by resigning.
pub fn last_players(past: &PastGame) -> impl Iterator<Item = &Participant> {
    past.players
        .iter()
        .filter(|player| player.holder_number == 0)
}

/// Returns the winners among the players who had the seats at the end.
///
/// Returns none if the last person resigned against several computers: these have won against that
/// person, but not against each other.
pub fn winners(past: &PastGame) -> Vec<&Participant> {
    let mut winners: Vec<&Participant> = last_players(past)
        .filter(|player| find_finish(past, player) == Some(Finish::Ranked(1)))
        .collect();
    if past.ending == Ending::Resigned && winners.len() > 1 {
        winners.clear();
    }
    winners
}
