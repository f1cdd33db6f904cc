//! Short texts: a turn in one line, the end of a round as a few figures, the end of the game as a
//! podium and a table of points. They are used in messages that also show the board; the full story
//! is told by [`TellEvents`].

use super::{Fill, Phrasebook, TellEvents};
use crate::key;
use lanai_rules::{Seat, Standings};

/// A game whose turns, rounds and results can be summarized in short texts.
pub trait TellBriefly: TellEvents {
    /// All sources of points, in the order of the score sheet. The name of each is a sentence with
    /// the prefix `sheet-`, as in `sheet-dock`.
    const POINT_SOURCES: &'static [&'static str];

    /// Returns whether a turn begins with this event, even if the same seat has acted before it.
    fn starts_turn(event: &Self::Event) -> bool;

    /// Returns what happened in one turn of a seat, in short parts, without what the lines of
    /// `round_end_lines` show.
    fn turn_parts(
        phrasebook: &Phrasebook<'_, Self>,
        seat: Seat,
        events: &[Self::Event],
    ) -> Vec<String>;

    /// Returns a heading and a line for each seat, for every round that ended among these events.
    fn round_end_lines(phrasebook: &Phrasebook<'_, Self>, events: &[Self::Event]) -> Vec<String>;

    /// Returns the points that an event brought: the seat, the source, and the number of points.
    fn scored_points(event: &Self::Event) -> Vec<(Seat, &'static str, u16)>;
}

/// All points of a game, by their sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreSheet {
    /// For each source of points, the points of each seat.
    rows: Vec<(&'static str, Vec<u16>)>,
}

impl ScoreSheet {
    pub fn empty<G: TellBriefly>(seats: usize) -> ScoreSheet {
        ScoreSheet {
            rows: G::POINT_SOURCES
                .iter()
                .map(|source| (*source, vec![0; seats]))
                .collect(),
        }
    }

    /// Adds the points that these events brought, each to its source and seat.
    pub fn add<G: TellBriefly>(&mut self, events: &[G::Event]) {
        for (seat, source, points) in events.iter().flat_map(G::scored_points) {
            let row = self.rows.iter_mut().find(|(known, _)| *known == source);
            if let Some(cell) = row.and_then(|(_, row)| row.get_mut(seat.index())) {
                *cell += points;
            }
        }
    }

    /// Returns the sum of the points of a seat.
    pub fn total(&self, seat: Seat) -> u16 {
        self.rows
            .iter()
            .filter_map(|(_, row)| row.get(seat.index()))
            .sum()
    }
}

impl ScoreSheet {
    /// Returns a sentence about what decided the game.
    ///
    /// Returns `None` if no player won alone or the winner is ahead in no source of points.
    pub fn deciding_factor<G: TellBriefly>(
        &self,
        phrasebook: &Phrasebook<'_, G>,
        standings: &Standings,
    ) -> Option<String> {
        let (source, more, less) = self.greatest_advantage(standings)?;
        let advantage = phrasebook.say(key::SHEET.member(source), &[]);
        Some(phrasebook.say(
            key::DECIDED,
            &[
                ("what", advantage.into()),
                ("more", more.into()),
                ("less", less.into()),
            ],
        ))
    }

    /// Returns a table of points: a row for each source, a column for each seat, the best seat
    /// first.
    ///
    /// Sources that gave no points are left out. The names are plain text, because nothing is
    /// formatted in a code block.
    pub fn format_table<G: TellBriefly>(
        &self,
        phrasebook: &Phrasebook<'_, G>,
        standings: &Standings,
        names: &[String],
    ) -> String {
        let seats = standings.ranked();
        let max_letters = if seats.len() < NARROW_FROM_COLUMNS {
            HEADING_LETTERS
        } else {
            NARROW_HEADING_LETTERS
        };
        let headings: Vec<String> = seats
            .iter()
            .map(|seat| column_heading(names.get(seat.index()), max_letters))
            .collect();
        let widths: Vec<usize> = headings
            .iter()
            .map(|head| head.chars().count().max(3) + 1)
            .collect();
        let rows_with_points = self
            .rows
            .iter()
            .filter(|(_, row)| row.iter().any(|points| *points > 0));
        let mut rows: Vec<(String, Vec<u16>)> = Vec::new();
        for (source, row) in rows_with_points {
            let cells = seats
                .iter()
                .filter_map(|seat| row.get(seat.index()).copied())
                .collect();
            rows.push((phrasebook.say(key::SHEET.member(source), &[]), cells));
        }
        let totals = seats.iter().map(|seat| self.total(*seat)).collect();
        rows.push((phrasebook.say(key::SHEET_TOTAL, &[]), totals));
        let label = rows
            .iter()
            .map(|(label, _)| label.chars().count())
            .max()
            .unwrap_or_default();
        let mut lines = vec![format_row("", label, headings, &widths)];
        for (source, cells) in rows {
            let cells = cells.into_iter().map(|points| match points {
                0 => "·".to_owned(),
                points => points.to_string(),
            });
            lines.push(format_row(&source, label, cells, &widths));
        }
        format!("```\n{}\n```", lines.join("\n"))
    }

    /// Returns the source in which the winner is farthest ahead of the second, with the points of
    /// both. Returns `None` if there is no sole winner or the winner is ahead in no source.
    fn greatest_advantage(&self, standings: &Standings) -> Option<(&'static str, u16, u16)> {
        let [winner, second, ..] = standings.ranked()[..] else {
            return None;
        };
        let rows = self.rows.iter().map(|(source, row)| {
            let [more, less] = [winner, second].map(|seat| row.get(seat.index()).copied());
            (*source, more.unwrap_or_default(), less.unwrap_or_default())
        });
        // Of equal advantages, the first row counts, because rows are in order of importance.
        let best = rows
            .rev()
            .max_by_key(|(_, more, less)| more.saturating_sub(*less))?;
        (standings.rank(second) > 1 && best.1 > best.2).then_some(best)
    }
}

// How many letters of a name head its column, so that all columns fit on a phone.
const HEADING_LETTERS: usize = 6;
const NARROW_HEADING_LETTERS: usize = 4;
/// The number of columns from which on headings are shortened to `NARROW_HEADING_LETTERS`.
const NARROW_FROM_COLUMNS: usize = 4;

/// The medals of the first three ranks, the same in every language.
const MEDALS: [&str; 3] = ["🥇", "🥈", "🥉"];

/// Returns a turn in one line, or `None` if nothing in it is worth telling.
pub fn describe_turn_briefly<G: TellBriefly>(
    phrasebook: &Phrasebook<'_, G>,
    seat: Seat,
    events: &[G::Event],
) -> Option<String> {
    let parts = G::turn_parts(phrasebook, seat, events);
    let fill = [
        ("who", Fill::from(phrasebook.player_name(seat))),
        ("what", parts.join(" · ").into()),
    ];
    (!parts.is_empty()).then(|| phrasebook.say(key::BRIEF_TURN, &fill))
}

/// Returns a line that names the winner, and below it all players by rank.
pub fn describe_podium<G: TellBriefly>(
    phrasebook: &Phrasebook<'_, G>,
    standings: &Standings,
) -> String {
    let winner = [("winner", phrasebook.winner(standings).into())];
    let mut lines = vec![phrasebook.say(key::PODIUM_TITLE, &winner)];
    for seat in standings.ranked() {
        let rank = standings.rank(seat);
        let medal = rank.checked_sub(1).and_then(|at| MEDALS.get(at));
        let rank = medal.map_or_else(|| format!("{rank}."), |medal| (*medal).to_owned());
        let fill = [
            ("rank", rank.into()),
            ("who", phrasebook.player_name(seat).into()),
            ("points", phrasebook.points(standings.points[seat]).into()),
        ];
        lines.push(phrasebook.say(key::PODIUM_LINE, &fill));
    }
    lines.join("\n")
}

/// Returns the first letters of a name, without backticks, which would end the code block.
fn column_heading(name: Option<&String>, max_letters: usize) -> String {
    name.map(|name| name.replace('`', "'").chars().take(max_letters).collect())
        .unwrap_or_default()
}

/// Formats a row of a table: its label, padded on the right, and its cells, padded on the left.
fn format_row(
    label: &str,
    label_width: usize,
    cells: impl IntoIterator<Item = String>,
    widths: &[usize],
) -> String {
    let cells = cells.into_iter().zip(widths);
    let cells: Vec<String> = cells
        .map(|(cell, width)| format!("{cell:>width$}"))
        .collect();
    format!("{label:<label_width$}{}", cells.concat())
}

/// A space as wide as a digit. Discord does not trim it at the edge of a line, as it does ordinary
/// spaces.
const FIGURE_SPACE: &str = "\u{2007}";

/// Pads a number on its left to a width in characters.
pub(super) fn pad_number(figure: &str, width: usize) -> String {
    let missing = width.saturating_sub(figure.chars().count());
    format!("{}{figure}", FIGURE_SPACE.repeat(missing))
}

/// Formats points with a plus sign, or as a dash if there are none.
pub(super) fn format_gained_points(points: u16) -> String {
    if points == 0 {
        pad_number("–", 3)
    } else {
        pad_number(&format!("+{points}"), 3)
    }
}
