//! What people report of their games, and how games between computer players compare.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Calibrate;
use lanai_rules::Title;

/// Finished games, by number of players.
pub type Games = BTreeMap<u8, Vec<Ended>>;

/// A report about games between people.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    pub players: u8,
    pub of: Statistic,
    /// The lower bound.
    pub from: Option<f64>,
    /// The upper bound.
    pub to: Option<f64>,
    /// The distance outside the bounds that counts as one.
    pub tolerance: f64,
    /// Whether the report is not searched by, and only checked afterwards.
    pub held_out: bool,
    pub source: String,
}

/// A statistic of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// The points of any player.
    Anybody,
    /// The points of the winner.
    Winner,
    /// The points of players who are neither first nor last.
    Middle,
    /// The points of the last player.
    Last,
    /// What the last scoring brought to the winner.
    WinnersEnd,
    /// What the last scoring brought to the winner, less the most points that any player had before
    /// it.
    EndOverLead,
    /// The most points of all games.
    Best,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// The winner's points first.
    pub points: Vec<u16>,
    /// What the last scoring brought to the winner.
    pub end: u16,
    /// The most points that any player had before the last scoring.
    pub lead: u16,
}

impl Ended {
    /// Returns how a game ended, or `None` if it has not.
    pub fn of<G: Calibrate>(game: &G) -> Option<Ended> {
        let standings = game.status().standings()?;
        let ranked = standings.ranked();
        let before = |seat| standings.points[seat].saturating_sub(game.at_the_end(seat));
        Some(Ended {
            points: ranked.iter().map(|seat| standings.points[*seat]).collect(),
            end: ranked.first().map_or(0, |seat| game.at_the_end(*seat)),
            lead: ranked
                .iter()
                .map(|seat| before(*seat))
                .max()
                .unwrap_or_default(),
        })
    }

    fn says(&self, of: Statistic) -> f64 {
        let points = &self.points;
        let all: Vec<f64> = match of {
            Statistic::Anybody => points.iter().copied().map(f64::from).collect(),
            Statistic::Winner | Statistic::Best => {
                points.first().copied().map(f64::from).into_iter().collect()
            }
            Statistic::Middle => points
                .iter()
                .skip(1)
                .rev()
                .skip(1)
                .copied()
                .map(f64::from)
                .collect(),
            Statistic::Last => points.last().copied().map(f64::from).into_iter().collect(),
            Statistic::WinnersEnd => vec![self.end.into()],
            Statistic::EndOverLead => vec![f64::from(self.end) - f64::from(self.lead)],
        };
        mean(&all)
    }
}

/// A measured statistic.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measure {
    pub value: f64,
    /// The standard error.
    pub error: f64,
}

impl Report {
    /// Fails if no games could answer the report.
    pub(super) fn check(&self, title: Title) -> Result<(), String> {
        let seats = title.seats();
        let Report {
            players,
            from,
            to,
            tolerance,
            ..
        } = *self;
        let need = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        need(
            seats.contains(&players),
            &format!("{} is not for {players} players", title.name()),
        )?;
        need(
            self.of != Statistic::Middle || players > 2,
            "of two players nobody is in the middle",
        )?;
        need(
            from.is_some() || to.is_some(),
            "it needs a `from` or a `to`",
        )?;
        need(
            from.zip(to).is_none_or(|(from, to)| from <= to),
            "`from` is above `to`",
        )?;
        need(tolerance > 0.0, "`tolerance` must be above 0")
    }

    /// Measures the statistic in games with the right number of players.
    pub fn asks(&self, games: &Games) -> Option<Measure> {
        let values: Vec<f64> = games
            .get(&self.players)?
            .iter()
            .map(|game| game.says(self.of))
            .collect();
        if self.of == Statistic::Best {
            return Some(Measure {
                value: values.into_iter().reduce(f64::max)?,
                error: 0.0,
            });
        }
        let value = mean(&values);
        let number = number(values.len());
        let squares: f64 = values.iter().map(|one| (one - value).powi(2)).sum();
        // A single game has no standard error.
        Some(Measure {
            value,
            error: (squares / (number - 1.0).max(1.0) / number.max(1.0)).sqrt(),
        })
    }

    /// Returns the distance from the reported range, in tolerances.
    pub fn off(&self, value: f64) -> f64 {
        let below = self.from.map_or(0.0, |from| from - value);
        let above = self.to.map_or(0.0, |to| value - to);
        below.max(above).max(0.0) / self.tolerance
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / number(values.len()).max(1.0)
}

fn number(of: usize) -> f64 {
    u32::try_from(of).map_or(f64::MAX, f64::from)
}
