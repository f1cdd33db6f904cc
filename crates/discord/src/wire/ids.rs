//! Numbers as the chat's library takes them. (It gives them as we keep them: `PersonId(user.id.into())`.)

/// A number that is kept. The library takes no 0, which is nobody's number: it becomes another that nobody has.
pub(crate) fn number(kept: i64) -> u64 {
    kept.unsigned_abs().max(1)
}

pub(crate) fn counted(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}
