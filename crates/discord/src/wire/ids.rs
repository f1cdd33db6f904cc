//! Converts stored numbers to Discord's ids, and to the counts that texts show.
//!
//! The conversion of a snowflake to a stored number needs no function: `PersonId(user.id.into())`.

/// Converts a stored number to a snowflake.
///
/// The library panics on 0, which becomes 1: a number that nothing on Discord has.
pub(crate) fn snowflake(stored: i64) -> u64 {
    stored.unsigned_abs().max(1)
}

pub(crate) fn to_usize(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}
