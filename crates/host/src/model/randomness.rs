//! What is drawn: what nobody knows, lots, and numbers that are nobody's. All of it comes from the operating system; in a
//! simulation, from a seed, so that it can be told again.

use std::sync::{Mutex, PoisonError};

use rand::{TryRng, rngs::SysRng};

use crate::InternalError;
use lanai_rules::chance::{Dice, Secret, Seed};

/// Where lots come from.
#[derive(Default)]
pub struct Randomness(Option<Mutex<Dice>>);

impl Randomness {
    /// Lots that whoever knows this seed knows too.
    pub fn from_seed(seed: &Seed) -> Randomness {
        Randomness(Some(Mutex::new(Dice::new(seed, 0))))
    }

    pub(crate) fn secret(&self) -> Result<Secret, InternalError> {
        Ok(Secret::new([self.bytes()?, self.bytes()?]))
    }

    pub(crate) fn seed(&self) -> Result<Seed, InternalError> {
        Ok(Seed::new(self.bytes()?))
    }

    /// A number far below zero, where nothing is counted. It tells nothing of whoever has it from now on.
    pub(crate) fn nameless(&self) -> Result<i64, InternalError> {
        let number = i64::from_be_bytes(self.bytes()?) & (i64::MAX >> 1);
        Ok(number | i64::MIN)
    }

    fn bytes<const N: usize>(&self) -> Result<[u8; N], InternalError> {
        let mut bytes = [0; N];
        match &self.0 {
            None => SysRng
                .try_fill_bytes(&mut bytes)
                .map_err(|_| InternalError::NoChance)?,
            Some(dice) => {
                let mut dice = dice.lock().unwrap_or_else(PoisonError::into_inner);
                bytes.fill_with(|| u8::try_from(dice.below(256)).unwrap_or_default());
            }
        }
        Ok(bytes)
    }
}
