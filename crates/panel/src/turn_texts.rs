//! Describes turns, and the state of a game, in a line or a few.

use lanai_host::{TableStatus, Turn};
use lanai_rules::{Seat, Status};
use lanai_text::{Fill, Phrasebook, describe_turn_briefly};

use crate::game::PanelGame;
use crate::key;

/// Whether a description of a turn names its player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TurnAuthor {
    Named,
    /// The reader took the turn.
    Reader,
}

/// Describes a turn in a line, and a round that ended with it in further lines. A step that has
/// neither is told in sentences.
pub fn describe_turn<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    author: TurnAuthor,
    seat: Seat,
    events: &[G::Event],
) -> String {
    let line = match author {
        TurnAuthor::Named => describe_turn_briefly(phrasebook, seat, events),
        TurnAuthor::Reader => Some(G::turn_parts(phrasebook, seat, events).join(" · ")),
    };
    let mut lines: Vec<String> = line.filter(|line| !line.is_empty()).into_iter().collect();
    lines.extend(G::round_end_lines(phrasebook, events));
    if lines.is_empty() {
        phrasebook.tell_events(events)
    } else {
        lines.join("\n")
    }
}

/// Describes a turn in short parts, or in sentences if it has no short parts.
pub fn describe_briefly<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    seat: Seat,
    events: &[G::Event],
) -> String {
    let parts = G::turn_parts(phrasebook, seat, events);
    if parts.is_empty() {
        phrasebook.tell_events(events)
    } else {
        parts.join(" · ")
    }
}

/// Explains why a turn is advised, if there is anything to say.
pub fn explain_advice<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    reasons: &[G::Reason],
) -> Option<String> {
    let fill = [("reasons", phrasebook.join_reasons(reasons)?.into())];
    Some(phrasebook.words.say(key::PANEL_HINT_WHY, &fill))
}

/// Says whose turn it is, or how the game ended.
pub fn describe_status<G: PanelGame>(phrasebook: &Phrasebook<'_, G>, turn: &Turn<G>) -> String {
    match turn.game.status() {
        Status::Over(standings) => phrasebook.standings(&standings),
        Status::ToAct(_) if turn.table.status == TableStatus::Over => {
            phrasebook.words.say(key::PANEL_GIVEN_UP, &[])
        }
        Status::ToAct(seat) => {
            let fill = [("who", Fill::from(phrasebook.player_name(seat)))];
            phrasebook.words.say(key::CHAT_TURN_OF, &fill)
        }
    }
}
