//! What is drawn: what nobody knows, lots, and numbers that are nobody's. All of it comes from the operating system.

use rand::{TryRng, rngs::SysRng};

use super::Trouble;
use crate::rules::chance::{Secret, Seed};

/// What nobody knows.
pub(super) fn secret() -> Result<Secret, Trouble> {
    Ok(Secret::new([bytes()?, bytes()?]))
}

/// For lots.
pub(super) fn seed() -> Result<Seed, Trouble> {
    Ok(Seed::new(bytes()?))
}

/// A number far below zero, where nothing is counted. It tells nothing of whoever has it from now on.
pub(super) fn nameless() -> Result<i64, Trouble> {
    let number = i64::from_be_bytes(bytes()?) & (i64::MAX >> 1);
    Ok(number | i64::MIN)
}

fn bytes<const N: usize>() -> Result<[u8; N], Trouble> {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).map_err(|_| Trouble::NoChance)?;
    Ok(bytes)
}
