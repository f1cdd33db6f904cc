//! Short texts: a turn in one line, the end of a round as a few figures, the end of the game as a
//! podium and a table of points. They stand in messages that also show the board; [`TellEvents`]
//! tells the whole story.

use super::{Fill, Phrasebook, TellEvents};
use lanai_rules::{Seat, Standings};

/// A game that can be told briefly.
pub trait TellBriefly: TellEvents {
    /// All sources of points, in the order of the score sheet; each has a sentence, as in
    /// `sheet-dock`.
    const POINTS_FOR: &'static [&'static str];

    /// Returns whether a turn begins with this event, even if the same seat has acted before it.
    fn starts_turn(event: &Self::Event) -> bool;

    /// Returns what happened in one turn of a seat, in short parts. What the table of a round shows
    /// is left out.
    fn parts(phrasebook: &Phrasebook<'_, Self>, seat: Seat, events: &[Self::Event]) -> Vec<String>;

    /// Returns how rounds ended among these events: a heading, and a line for each seat.
    fn round_ends(phrasebook: &Phrasebook<'_, Self>, events: &[Self::Event]) -> Vec<String>;

    /// Returns the points that an event brought: the seat, the source and the number.
    fn scored(event: &Self::Event) -> Vec<(Seat, &'static str, u16)>;
}

/// All points of a game, by what they were for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreSheet {
    /// For each source of points, the points of each seat.
    rows: Vec<(&'static str, Vec<u16>)>,
}

impl ScoreSheet {
    pub fn empty<G: TellBriefly>(seats: usize) -> ScoreSheet {
        ScoreSheet {
            rows: G::POINTS_FOR
                .iter()
                .map(|kind| (*kind, vec![0; seats]))
                .collect(),
        }
    }

    /// Adds the points that these events brought.
    pub fn add<G: TellBriefly>(&mut self, events: &[G::Event]) {
        for (seat, kind, points) in events.iter().flat_map(G::scored) {
            let row = self.rows.iter_mut().find(|(known, _)| *known == kind);
            if let Some(cell) = row.and_then(|(_, row)| row.get_mut(seat.index())) {
                *cell += points;
            }
        }
    }

    /// Returns all points of a seat.
    pub fn total(&self, seat: Seat) -> u16 {
        self.rows
            .iter()
            .filter_map(|(_, row)| row.get(seat.index()))
            .sum()
    }
}

impl ScoreSheet {
    /// Returns the source of the winner's greatest advantage over the second, with the points of
    /// both.
    fn difference(&self, standings: &Standings) -> Option<(&'static str, u16, u16)> {
        let [winner, second, ..] = standings.ranked()[..] else {
            return None;
        };
        let of = |row: &[u16], seat: Seat| row.get(seat.index()).copied().unwrap_or_default();
        let rows = self
            .rows
            .iter()
            .map(|(kind, row)| (*kind, of(row, winner), of(row, second)));
        // The first of equals: rows stand in the order of their weight.
        let best = rows
            .rev()
            .max_by_key(|(_, more, less)| more.saturating_sub(*less))?;
        (standings.rank(second) > 1 && best.1 > best.2).then_some(best)
    }
}

/// The letters of a name above a column, so that all columns fit on a phone.
const HEAD: usize = 6;
const HEAD_OF_MANY: usize = 4;
/// From this number of columns on, they are narrow.
const MANY: usize = 4;

/// For the first three ranks, in every language.
const MEDALS: [&str; 3] = ["🥇", "🥈", "🥉"];

impl<G: TellBriefly> Phrasebook<'_, G> {
    /// Returns a turn in one line, or `None` if there is nothing to tell.
    pub fn turn_in_brief(&self, seat: Seat, events: &[G::Event]) -> Option<String> {
        let parts = G::parts(self, seat, events);
        let fill = [
            ("who", Fill::from(self.who(seat))),
            ("what", parts.join(" · ").into()),
        ];
        (!parts.is_empty()).then(|| self.say("brief-turn", &fill))
    }

    /// Returns the winner, and below all players by rank.
    pub fn podium(&self, standings: &Standings) -> String {
        let line = |seat: &Seat| {
            let rank = standings.rank(*seat);
            let medal = rank.checked_sub(1).and_then(|at| MEDALS.get(at));
            let rank = medal.map_or_else(|| format!("{rank}."), |medal| (*medal).to_owned());
            let fill = [
                ("rank", rank.into()),
                ("who", self.who(*seat).into()),
                ("points", self.points(standings.points[*seat]).into()),
            ];
            self.say("podium-line", &fill)
        };
        let mut lines =
            vec![self.say("podium-title", &[("winner", self.winner(standings).into())])];
        lines.extend(standings.ranked().iter().map(line));
        lines.join("\n")
    }

    /// Returns what decided the game, or `None` if no player won alone.
    pub fn decided(&self, standings: &Standings, sheet: &ScoreSheet) -> Option<String> {
        let (kind, more, less) = sheet.difference(standings)?;
        let what = self.say(&format!("sheet-{kind}"), &[]);
        Some(self.say(
            "decided",
            &[
                ("what", what.into()),
                ("more", more.into()),
                ("less", less.into()),
            ],
        ))
    }

    /// Returns a table of points: a row for each source that gave any, a column for each seat, the
    /// best first. The names are plain text, because nothing is formatted in a code block.
    pub fn score_sheet(
        &self,
        standings: &Standings,
        sheet: &ScoreSheet,
        names: &[String],
    ) -> String {
        let seats = standings.ranked();
        let most = if seats.len() < MANY {
            HEAD
        } else {
            HEAD_OF_MANY
        };
        let heads: Vec<String> = seats
            .iter()
            .map(|seat| head(names.get(seat.index()), most))
            .collect();
        let widths: Vec<usize> = heads
            .iter()
            .map(|head| head.chars().count().max(3) + 1)
            .collect();
        let there = sheet
            .rows
            .iter()
            .filter(|(_, row)| row.iter().any(|points| *points > 0));
        let mut rows: Vec<(String, Vec<u16>)> = Vec::new();
        for (kind, row) in there {
            let cells = seats
                .iter()
                .filter_map(|seat| row.get(seat.index()).copied())
                .collect();
            rows.push((self.say(&format!("sheet-{kind}"), &[]), cells));
        }
        let totals = seats.iter().map(|seat| sheet.total(*seat)).collect();
        rows.push((self.say("sheet-total", &[]), totals));
        let label = rows
            .iter()
            .map(|(label, _)| label.chars().count())
            .max()
            .unwrap_or_default();
        let mut lines = vec![line_of("", label, heads.into_iter().zip(&widths))];
        for (kind, cells) in rows {
            let cell = |points: u16| {
                if points == 0 {
                    "·".to_owned()
                } else {
                    points.to_string()
                }
            };
            lines.push(line_of(
                &kind,
                label,
                cells.into_iter().map(cell).zip(&widths),
            ));
        }
        format!("```\n{}\n```", lines.join("\n"))
    }
}

/// Returns the first letters of a name, without backticks, which would end the code block.
fn head(name: Option<&String>, most: usize) -> String {
    name.map(|name| name.replace('`', "'").chars().take(most).collect())
        .unwrap_or_default()
}

fn line_of<'a>(
    label: &str,
    wide: usize,
    cells: impl Iterator<Item = (String, &'a usize)>,
) -> String {
    let cells: Vec<String> = cells.map(|(cell, wide)| format!("{cell:>wide$}")).collect();
    format!("{label:<wide$}{}", cells.concat())
}

/// As wide as a digit; unlike a space it is not trimmed at the edge of a line.
const BLANK: &str = "\u{2007}";

/// Pads a figure to a width.
pub(super) fn figure(figure: &str, wide: usize) -> String {
    let missing = wide.saturating_sub(figure.chars().count());
    format!("{}{figure}", BLANK.repeat(missing))
}

/// Formats points with a sign, or a dash for none.
pub(super) fn plus(points: u16) -> String {
    if points == 0 {
        figure("–", 3)
    } else {
        figure(&format!("+{points}"), 3)
    }
}
