//! Labels of choices, and the view of a seat.

use crate::key;
use lanai_host::Turn;
use lanai_rules::{Rules, Seat, Viewer};
use lanai_text::Words;

/// Joins a label and its text by a colon, as the language punctuates it.
pub fn label_text(words: &Words, label: &str, text: &str) -> String {
    words.say(
        key::PANEL_LABELLED,
        &[("label", label.into()), ("text", text.into())],
    )
}

/// Strips the command before the colon from a listed choice.
pub fn without_command(listed: &str) -> String {
    listed
        .split_once(':')
        .map_or(listed, |(_, meaning)| meaning)
        .trim()
        .to_owned()
}

/// Returns the letter that a spot keeps for the whole game, if it has one.
pub fn spot_letter(lettered_spots: &[String], spot: &str) -> Option<char> {
    let position = lettered_spots.iter().position(|other| other == spot)?;
    ('A'..='Z').nth(position)
}

/// Returns the game as a seat sees it.
pub fn seat_view<G: Rules>(turn: &Turn<G>, seat: Seat) -> G::View {
    turn.game.view(Viewer::Seat(seat))
}
