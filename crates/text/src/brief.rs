//! Few words: a turn in one line, the end of a round as a few figures, the end of the game as a podium and a table of all
//! points. A message that shows the board as well has no room for more; the whole story is told by [`TellEvents`].

use super::{Fill, Phrasebook, TellEvents};
use lanai_rules::{Seat, Standings};

/// What can be told of a game in few words.
pub trait TellBriefly: TellEvents {
    /// Everything that points are for, in the order of a table of points; each has its words, as in `sheet-dock`.
    const POINTS_FOR: &'static [&'static str];

    /// Whether a turn begins with this event, even if the same seat has acted before it.
    fn starts_turn(event: &Self::Event) -> bool;

    /// What happened in one turn of a seat, in parts that a line has room for. What a table of the round tells is left out.
    fn parts(phrasebook: &Phrasebook<'_, Self>, seat: Seat, events: &[Self::Event]) -> Vec<String>;

    /// How rounds ended among these events: a heading, and a line for each seat.
    fn round_ends(phrasebook: &Phrasebook<'_, Self>, events: &[Self::Event]) -> Vec<String>;

    /// The points that an event brought: so many, to whom, and for what.
    fn scored(event: &Self::Event) -> Vec<(Seat, &'static str, u16)>;
}

/// All points of a game, by what they were for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreSheet {
    /// For each kind what each seat has of it.
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

    /// With the points that these events brought.
    pub fn add<G: TellBriefly>(&mut self, events: &[G::Event]) {
        for (seat, kind, points) in events.iter().flat_map(G::scored) {
            let row = self.rows.iter_mut().find(|(known, _)| *known == kind);
            if let Some(cell) = row.and_then(|(_, row)| row.get_mut(seat.index())) {
                *cell += points;
            }
        }
    }

    /// All points of a seat.
    pub fn total(&self, seat: Seat) -> u16 {
        self.rows
            .iter()
            .filter_map(|(_, row)| row.get(seat.index()))
            .sum()
    }
}

impl ScoreSheet {
    /// For what the winner has most more than who came second: the name of its words, and the points of both.
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

/// How many letters of a name stand above a column: all columns fit a telephone.
const HEAD: usize = 6;
const HEAD_OF_MANY: usize = 4;
/// From so many columns on they are narrow.
const MANY: usize = 4;

/// For the first three: in every language the same, and never in a picture.
const MEDALS: [&str; 3] = ["🥇", "🥈", "🥉"];

impl<G: TellBriefly> Phrasebook<'_, G> {
    /// One turn in a line; nothing if there is nothing to say of it.
    pub fn turn_in_brief(&self, seat: Seat, events: &[G::Event]) -> Option<String> {
        let parts = G::parts(self, seat, events);
        let fill = [
            ("who", Fill::from(self.who(seat))),
            ("what", parts.join(" · ").into()),
        ];
        (!parts.is_empty()).then(|| self.say("brief-turn", &fill))
    }

    /// Who won, and below that everybody, the best first.
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

    /// What decided a game, in a line; nothing if nobody won alone.
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

    /// How the points came about: a row for each kind that anybody has, a column for each seat, the best first. The names
    /// above the columns are as they stand where nothing is formatted.
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

/// The first letters of a name. Nothing ends the frame in which it stands.
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

/// As wide as a figure, and kept where blanks at an edge are not.
const BLANK: &str = "\u{2007}";

/// A figure that is as wide as others below and above it.
pub(super) fn figure(figure: &str, wide: usize) -> String {
    let missing = wide.saturating_sub(figure.chars().count());
    format!("{}{figure}", BLANK.repeat(missing))
}

/// So many points as a figure with a sign; a dash for none.
pub(super) fn plus(points: u16) -> String {
    if points == 0 {
        figure("–", 3)
    } else {
        figure(&format!("+{points}"), 3)
    }
}
