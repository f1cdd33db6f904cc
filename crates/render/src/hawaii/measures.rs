//! Measures that several parts of the picture of the island share.

use super::super::{PHONE, WIDTH, smallest};

/// The left edge and the size of land and sea, which are also drawn alone for a phone.
pub(super) const SHORE: u16 = 474;
pub(super) const SIZE: (u16, u16) = (WIDTH - SHORE, 790);

/// The font size that is readable there.
pub(super) const LETTERS: u16 = smallest(SIZE.0, PHONE);
