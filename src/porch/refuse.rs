//! A refusal, if there is a reason for it.

/// Fails with this if it is so.
pub(crate) fn refuse_if<E>(is_so: bool, refusal: E) -> Result<(), E> {
    if is_so { Err(refusal) } else { Ok(()) }
}
