//! Secrets, seeds and placeholder ids, drawn from the operating system.
//!
//! A simulation draws from a seed instead, so that it can be repeated.

use std::sync::{Mutex, PoisonError};

use rand::{TryRng, rngs::SysRng};

use crate::InternalError;
use lanai_rules::chance::{Dice, Secret, Seed, hex};

/// The source of randomness.
#[derive(Default)]
pub struct Randomness(Option<Mutex<Dice>>);

impl Randomness {
    /// Returns a reproducible source, for simulations.
    pub fn from_seed(seed: &Seed) -> Randomness {
        Randomness(Some(Mutex::new(Dice::new(seed, 0))))
    }

    pub(crate) fn draw_secret(&self) -> Result<Secret, InternalError> {
        Ok(Secret::new([self.draw_bytes()?, self.draw_bytes()?]))
    }

    pub(crate) fn draw_seed(&self) -> Result<Seed, InternalError> {
        Ok(Seed::new(self.draw_bytes()?))
    }

    /// Returns a token that cannot be guessed, in hexadecimal.
    pub(crate) fn draw_token(&self) -> Result<String, InternalError> {
        Ok(hex(&self.draw_bytes::<32>()?))
    }

    /// Returns a random negative id for a forgotten person or guild, whatever the old id. With 62
    /// random bits, no id is drawn twice in practice.
    pub(crate) fn draw_anonymous_id(&self) -> Result<i64, InternalError> {
        let number = i64::from_be_bytes(self.draw_bytes()?) & (i64::MAX >> 1);
        Ok(number | i64::MIN)
    }

    fn draw_bytes<const N: usize>(&self) -> Result<[u8; N], InternalError> {
        let mut bytes = [0; N];
        match &self.0 {
            None => SysRng
                .try_fill_bytes(&mut bytes)
                .map_err(|_| InternalError::NoRandomness)?,
            Some(dice) => {
                let mut dice = dice.lock().unwrap_or_else(PoisonError::into_inner);
                bytes.fill_with(|| u8::try_from(dice.below(256)).unwrap_or_default());
            }
        }
        Ok(bytes)
    }
}
