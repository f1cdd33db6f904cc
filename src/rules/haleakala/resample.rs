//! Another game that looks the same: the piles are shuffled anew, as is all chance to come.

use super::Haleakala;
use crate::rules::chance::Dice;

impl Haleakala {
    /// See [`crate::rules::Rules::resample`]. Both players and the table know the same.
    pub(super) fn resampled(&self, dice: &mut Dice) -> Haleakala {
        let mut other = self.clone();
        other.state.seed = dice.seed();
        for pile in &mut other.state.piles {
            dice.shuffle(pile);
        }
        other
    }
}
