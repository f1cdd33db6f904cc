//! A rating as people read it.

use serde::{Deserialize, Serialize};

use crate::{PersonId, Rating};

/// After so many games a rating says something.
pub const PROVISIONAL_GAMES: i64 = 10;

pub(crate) const MILLION: f64 = 1_000_000.0;
/// The middle of the scale, and what is shown for it.
pub(crate) const MEAN: f64 = 25.0;

pub(crate) const MIDDLE: f64 = 1500.0;

/// How many points of Elo's scale, by which 400 more win ten times as often, are one of ours where nothing is unsure: 400 by
/// the logarithm of ten, over `beta` times the root of two.
pub(crate) const POINTS: f64 = 29.48;

/// What a game did to the rating of somebody, in points as they are shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingChange {
    pub person: PersonId,
    pub name: String,
    /// Before it; nothing if this is the first game that counts.
    pub before: Option<i64>,
    pub after: i64,
    /// Whether it still says little.
    pub provisional: bool,
}

/// Returns a rating in points, as it is shown.
pub fn rating_points(rating: &Rating) -> i64 {
    rounded(MIDDLE + (on_scale(rating.mean) - MEAN) * POINTS)
}

/// Returns how far off a rating may be, in points: in 95 of a hundred cases no farther.
pub fn rating_margin(rating: &Rating) -> i64 {
    rounded(1.96 * on_scale(rating.spread) * POINTS)
}

/// Returns whether a rating still says little.
pub fn is_provisional(rating: &Rating) -> bool {
    rating.games < PROVISIONAL_GAMES
}

#[expect(
    clippy::cast_precision_loss,
    reason = "millionths of numbers below a hundred"
)]
pub(crate) fn on_scale(millionths: i64) -> f64 {
    millionths as f64 / MILLION
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "whole numbers far below the largest"
)]
pub(crate) fn rounded(number: f64) -> i64 {
    number.round() as i64
}
