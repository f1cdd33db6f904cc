//! Derives all chance of a game from one 256-bit seed. Start at [`Seed`] and [`Dice`].
//!
//! ChaCha with twenty rounds turns the seed into numbers. Every purpose (the places, the gods, the
//! tokens of a round) has a stream of its own, so no action of a player changes a later shuffle,
//! and a game stores no position in a stream. [`Dice::below`] and [`Dice::shuffle`] are our own and
//! pinned by tests: no upgrade of a library changes an old game. This module has no source of
//! randomness: the host draws the seeds.

mod pledge;

pub use pledge::{Announced, Message, Origin, OriginMismatch, Secret};

use std::{fmt, str::FromStr};

use rand::{SeedableRng, rand_core::Rng, rngs::ChaCha20Rng};
use serde::{Deserialize, Serialize};

/// The 256 bits that decide all chance of one game, written as 64 hexadecimal digits.
///
/// The seed reveals every hidden card, so `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed([u8; 32]);

impl Seed {
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Makes a seed for simulations from a small number, which [`Seed::derive`] spreads over the
    /// bytes.
    pub fn from_number(number: u64) -> Seed {
        Seed([0; 32]).derive(number)
    }

    /// Parses a seed as people type it: a number, or 64 hexadecimal digits.
    pub fn read(text: &str) -> Result<Seed, NotASeed> {
        text.parse()
            .map(Seed::from_number)
            .or_else(|_| text.parse())
    }

    /// Derives the seed with this number; different numbers below 2^63 give independent seeds.
    pub fn derive(self, number: u64) -> Seed {
        let mut bytes = [0; 32];
        // Seeds use the upper half of the stream numbers; games and policies use the lower half.
        Dice::new(&self, (1 << 63) | number)
            .0
            .fill_bytes(&mut bytes);
        Seed(bytes)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(hidden)")
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        hex(&seed.0)
    }
}

impl TryFrom<String> for Seed {
    type Error = NotASeed;

    fn try_from(digits: String) -> Result<Seed, NotASeed> {
        digits.parse()
    }
}

impl FromStr for Seed {
    type Err = NotASeed;

    fn from_str(digits: &str) -> Result<Seed, NotASeed> {
        let mut bytes = [0; 32];
        if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(NotASeed);
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.as_bytes().chunks(2)) {
            let pair = str::from_utf8(pair).map_err(|_| NotASeed)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| NotASeed)?;
        }
        Ok(Seed(bytes))
    }
}

/// Formats bytes as lowercase hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)])
        .collect()
}

/// The text is not 64 hexadecimal digits, nor (for [`Seed::read`]) a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a seed is 64 hexadecimal digits")]
pub struct NotASeed;

/// A generator of the random numbers for one purpose: one stream of a seed.
pub struct Dice(ChaCha20Rng);

impl Dice {
    pub fn new(seed: &Seed, stream: u64) -> Dice {
        let mut numbers = ChaCha20Rng::from_seed(seed.0);
        numbers.set_stream(stream);
        Dice(numbers)
    }

    /// Returns a uniformly distributed number below the bound (Lemire's method); zero if the bound
    /// is zero.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let [high, low] = [product >> 32, product & u64::from(u32::MAX)];
            // Without this rejection some results would be more likely than others.
            if low >= u64::from(bound) || low >= u64::from(bound.wrapping_neg() % bound) {
                return u32::try_from(high).unwrap_or(0);
            }
        }
    }

    pub fn seed(&mut self) -> Seed {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        Seed(bytes)
    }

    /// Shuffles uniformly (Fisher–Yates from the last item to the first).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let bound = u32::try_from(last + 1).unwrap_or(u32::MAX);
            let other = usize::try_from(self.below(bound)).unwrap_or(0);
            items.swap(last, other);
        }
    }
}

/// Sorts and then shuffles uniformly, so that the result does not depend on the current order.
pub fn shuffle<T: Ord>(items: &mut [T], dice: &mut Dice) {
    items.sort_unstable();
    dice.shuffle(items);
}
