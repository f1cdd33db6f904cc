//! Reports of games between people, and the comparison of computer players' games with them.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::CalibratedGame;
use lanai_rules::Title;

/// The results of finished games, by number of players.
pub type Games = BTreeMap<u8, Vec<GameResult>>;

/// A report about the scores of games between people.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    pub players: u8,
    #[serde(rename = "of")]
    pub statistic: Statistic,
    #[serde(rename = "from")]
    pub lower_bound: Option<f64>,
    #[serde(rename = "to")]
    pub upper_bound: Option<f64>,
    /// The distance from the bounds, in points, that counts as a deviation of one.
    pub tolerance: f64,
    /// Whether the search ignores the report, so that the result can be checked against it
    /// afterwards.
    pub held_out: bool,
    pub source: String,
}

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
    /// The points of the winner in the final scoring.
    WinnerFinalScoring,
    /// The points of the winner in the final scoring, minus the most points that any player had
    /// before it.
    FinalScoringOverLead,
    /// The most points of a player in any game.
    Best,
}

/// The result of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// The points of each player, in the order of the ranks, the winner first.
    pub ranked_points: Vec<u16>,
    /// The points of the winner in the final scoring.
    pub winner_final_scoring: u16,
    /// The most points that any player had before the final scoring.
    pub best_before_final_scoring: u16,
}

impl GameResult {
    /// Returns the result of a game, or `None` if it is not over.
    pub fn from_game<G: CalibratedGame>(game: &G) -> Option<GameResult> {
        let standings = game.status().standings()?;
        let ranked = standings.ranked();
        let best_before_final_scoring = ranked
            .iter()
            .map(|seat| standings.points[*seat].saturating_sub(game.final_scoring_points(*seat)))
            .max();
        Some(GameResult {
            ranked_points: ranked.iter().map(|seat| standings.points[*seat]).collect(),
            winner_final_scoring: ranked
                .first()
                .map_or(0, |seat| game.final_scoring_points(*seat)),
            best_before_final_scoring: best_before_final_scoring.unwrap_or_default(),
        })
    }

    /// Measures a statistic of this game: the mean over the players to whom it applies.
    fn measure(&self, statistic: Statistic) -> f64 {
        let points = self.ranked_points.as_slice();
        let measured = match statistic {
            Statistic::Anybody => points,
            Statistic::Winner | Statistic::Best => &points[..points.len().min(1)],
            Statistic::Middle => match points {
                [_, middle @ .., _] => middle,
                [] | [_] => &[],
            },
            Statistic::Last => &points[points.len().saturating_sub(1)..],
            Statistic::WinnerFinalScoring => return self.winner_final_scoring.into(),
            Statistic::FinalScoringOverLead => {
                return f64::from(self.winner_final_scoring)
                    - f64::from(self.best_before_final_scoring);
            }
        };
        mean(measured.iter().copied().map(f64::from))
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measurement {
    pub value: f64,
    pub standard_error: f64,
}

impl Report {
    /// Returns an error if no games could be compared with the report.
    pub(super) fn check(&self, title: Title) -> Result<(), String> {
        if !title.seats().contains(&self.players) {
            return Err(format!(
                "{} is not for {} players",
                title.name(),
                self.players
            ));
        }
        if self.statistic == Statistic::Middle && self.players == 2 {
            return Err("of two players nobody is in the middle".to_owned());
        }
        match (self.lower_bound, self.upper_bound) {
            (None, None) => return Err("it needs a `from` or a `to`".to_owned()),
            (Some(lower), Some(upper)) if lower > upper => {
                return Err("`from` is above `to`".to_owned());
            }
            _ => {}
        }
        if self.tolerance > 0.0 {
            Ok(())
        } else {
            Err("`tolerance` must be above 0".to_owned())
        }
    }

    /// Measures the report's statistic in the games with its number of players; `None` without
    /// games.
    pub fn measure(&self, games: &Games) -> Option<Measurement> {
        let values: Vec<f64> = games
            .get(&self.players)?
            .iter()
            .map(|game| game.measure(self.statistic))
            .collect();
        if self.statistic == Statistic::Best {
            return Some(Measurement {
                value: values.into_iter().reduce(f64::max)?,
                standard_error: 0.0,
            });
        }
        let value = mean(values.iter().copied());
        let count = to_f64(values.len());
        let squares: f64 = values.iter().map(|one| (one - value).powi(2)).sum();
        // The maximum avoids a division by zero: a single game has no standard error.
        let variance = squares / (count - 1.0).max(1.0);
        Some(Measurement {
            value,
            standard_error: (variance / count.max(1.0)).sqrt(),
        })
    }

    /// Returns the distance of a value from the reported range, in tolerances.
    pub fn deviation(&self, value: f64) -> f64 {
        let below = self.lower_bound.map_or(0.0, |lower| lower - value);
        let above = self.upper_bound.map_or(0.0, |upper| value - upper);
        below.max(above).max(0.0) / self.tolerance
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = to_f64(values.len());
    values.sum::<f64>() / count.max(1.0)
}

fn to_f64(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}
