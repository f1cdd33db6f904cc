//! Numbers as the chat's library takes them. (It gives them as we keep them: `PersonId(user.id.into())`.)

/// Converts a stored number to a snowflake. serenity panics on 0, which becomes a number that no
/// one has.
pub(crate) fn number(kept: i64) -> u64 {
    kept.unsigned_abs().max(1)
}

pub(crate) fn counted(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}
