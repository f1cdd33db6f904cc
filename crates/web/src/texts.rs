//! Texts for the page, which shows them as they are: without the marks of messages.

use lanai_host::PlayedTurn;
use lanai_panel::{PanelGame, label_text};
use lanai_text::Phrasebook;

/// Describes a turn and its player in a line, and a round that ended with it in further lines.
pub(crate) fn tell_turn<G: PanelGame>(
    phrasebook: &Phrasebook<'_, G>,
    turn: &PlayedTurn<G>,
) -> String {
    let parts = G::turn_parts(phrasebook, turn.seat, &turn.events);
    let mut lines = Vec::new();
    if !parts.is_empty() {
        let name = phrasebook.player_name(turn.seat);
        lines.push(label_text(phrasebook.words, name, &parts.join(" · ")));
    }
    for line in G::round_end_lines(phrasebook, &turn.events) {
        lines.push(plain_text(&line));
    }
    if lines.is_empty() {
        phrasebook.tell_events(&turn.events)
    } else {
        lines.join("\n")
    }
}

/// Removes the marks with which messages are formatted.
pub(crate) fn plain_text(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(plain_line).collect();
    lines.join("\n")
}

fn plain_line(line: &str) -> String {
    let line = line.trim_start();
    let line = ["-# ", "- "]
        .iter()
        .find_map(|mark| line.strip_prefix(mark))
        .unwrap_or(line);
    let line = line
        .strip_prefix('_')
        .and_then(|rest| rest.strip_suffix('_'))
        .unwrap_or(line);
    line.replace("**", "").replace('`', "")
}
