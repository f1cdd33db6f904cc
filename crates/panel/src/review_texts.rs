//! The review of a finished game in words: how accurate each player was, and the costliest turns.

use lanai_host::{ExpectedOutcome, ReviewedTurn, accuracy, turn_count};
use lanai_rules::Seats;
use lanai_text::{Fill, Key, Phrasebook};

use crate::game::PanelGame;
use crate::key;
use crate::turn_texts::{describe_briefly, explain_advice};

/// A reviewed turn in words, and the events that a picture can mark.
pub struct ReviewedTurnText<G: PanelGame> {
    pub lines: Vec<String>,
    /// The events of the turn that was played, and of a better one if there is any.
    pub turns: Vec<Vec<G::Event>>,
}

/// Says how accurately each seat played.
pub fn describe_review<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    seats: Seats,
    reviewed: &[ReviewedTurn<G>],
) -> Vec<String> {
    let words = phrasebook.words;
    let mut lines = vec![words.say(key::PANEL_REVIEW, &[("n", turn_count(reviewed).into())])];
    for seat in seats.iter() {
        let Some(accuracy) = accuracy(reviewed, seat) else {
            continue;
        };
        let fill = [
            ("who", Fill::from(phrasebook.player_name(seat))),
            ("accuracy", format!("{accuracy:.0}").into()),
        ];
        lines.push(words.say(key::PANEL_REVIEW_SEAT, &fill));
    }
    lines.push(words.say(key::PANEL_REVIEW_HOW, &[]));
    lines
}

/// Describes a reviewed turn, with the events that a picture can mark.
pub fn describe_reviewed_turn<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    reviewed: &ReviewedTurn<G>,
) -> ReviewedTurnText<G> {
    let before = &reviewed.turn.before;
    let seat = reviewed.turn.seat;
    let taken = before.clone().play_on(&reviewed.turn.actions);
    let fill = [
        ("n", reviewed.turn.number.into()),
        ("who", phrasebook.player_name(seat).into()),
    ];
    let mut lines = vec![phrasebook.words.say(key::PANEL_REVIEW_TURN, &fill)];
    let Some(verdict) = &reviewed.verdict else {
        return ReviewedTurnText {
            lines,
            turns: Vec::new(),
        };
    };
    let story = describe_briefly(phrasebook, seat, &taken);
    lines.push(describe_outcome(
        phrasebook,
        key::PANEL_REVIEW_TAKEN,
        story,
        verdict.taken,
    ));
    let mut turns = vec![taken];
    if let Some(better) = &verdict.better {
        let events = G::foreseeable_events(&before.clone().play_on(&better.actions)).to_vec();
        let story = describe_briefly(phrasebook, seat, &events);
        lines.push(describe_outcome(
            phrasebook,
            key::PANEL_REVIEW_BETTER,
            story,
            better.expected,
        ));
        lines.extend(explain_advice(phrasebook, &better.reasons));
        turns.push(events);
    }
    ReviewedTurnText { lines, turns }
}

/// Says what a turn cost its player.
pub fn describe_turn_cost<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    reviewed: &ReviewedTurn<G>,
) -> String {
    let cost = reviewed.cost();
    let fill = [
        ("chance", Fill::from(cost.percent())),
        ("points", cost.whole_points().into()),
    ];
    phrasebook.words.say(key::CHAT_REVIEW_COST, &fill)
}

/// Describes a turn with its expected outcome.
fn describe_outcome<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    key: Key,
    story: String,
    expected: ExpectedOutcome,
) -> String {
    let fill = [
        ("turn", Fill::from(story)),
        ("points", phrasebook.points(expected.whole_points()).into()),
        ("chance", expected.running_percent().into()),
    ];
    phrasebook.words.say(key, &fill)
}
