//! Ratings on the scale that players see.

use serde::{Deserialize, Serialize};

use crate::{PersonId, Rating};

/// A rating is provisional until this many rated games.
pub const PROVISIONAL_GAMES: i64 = 10;

pub(crate) const MILLIONTHS_PER_UNIT: f64 = 1_000_000.0;
/// The mean of the internal scale, shown as [`MEAN_POINTS`].
pub(crate) const INTERNAL_MEAN: f64 = 25.0;

pub(crate) const MEAN_POINTS: f64 = 1500.0;

/// Elo points for one unit of the internal scale: 400 / (ln 10 · beta · √2).
pub(crate) const POINTS_PER_UNIT: f64 = 29.48;

/// The change of a player's rating by a game, in the points that players see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingChange {
    pub person: PersonId,
    pub name: String,
    /// The points before the game. `None` if it is the player's first rated game.
    pub before: Option<i64>,
    pub after: i64,
    pub provisional: bool,
}

/// Returns a rating in the points that players see.
pub fn rating_points(rating: &Rating) -> i64 {
    round(MEAN_POINTS + (to_internal_scale(rating.mean) - INTERNAL_MEAN) * POINTS_PER_UNIT)
}

/// Returns half the width of the 95 % confidence interval, in points.
pub fn rating_margin(rating: &Rating) -> i64 {
    round(1.96 * to_internal_scale(rating.spread) * POINTS_PER_UNIT)
}

/// Returns whether a rating rests on few games.
pub fn is_provisional(rating: &Rating) -> bool {
    rating.games < PROVISIONAL_GAMES
}

#[expect(
    clippy::cast_precision_loss,
    reason = "millionths of numbers below a hundred"
)]
pub(crate) fn to_internal_scale(millionths: i64) -> f64 {
    millionths as f64 / MILLIONTHS_PER_UNIT
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "whole numbers far below the largest"
)]
pub(crate) fn round(number: f64) -> i64 {
    number.round() as i64
}
