//! What is drawn, and from which stream of the seed.

use crate::rules::chance::{Dice, Seed};

/// What is drawn, each from a stream of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Which place lies where.
    Places,
    /// The first turn order.
    Order,
    /// The stacks of gods.
    Gods,
    /// The stack of islands, shuffled so many times before.
    Islands {
        /// How many times.
        shuffles: u8,
    },
    /// The price tokens of a round.
    Tokens {
        /// Which.
        round: u8,
    },
    /// Stirring the cove of a round.
    Cove {
        /// Which.
        round: u8,
    },
}

impl Stream {
    /// The dice for this draw. The numbers are part of the edition: they never change.
    pub fn dice(self, seed: &Seed) -> Dice {
        let stream = match self {
            Stream::Places => 0,
            Stream::Order => 1,
            Stream::Gods => 2,
            Stream::Islands { shuffles } => 0x100 + u64::from(shuffles),
            Stream::Tokens { round } => 0x200 + u64::from(round),
            Stream::Cove { round } => 0x300 + u64::from(round),
        };
        Dice::new(seed, stream)
    }
}
