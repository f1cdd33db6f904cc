//! Measures that several parts of the picture of the island share.

use super::super::{PHONE, WIDTH, smallest};

/// Where the land and its sea begin, and how large they are: so much is a picture of its own, on a phone.
pub(super) const SHORE: u16 = 474;
pub(super) const SIZE: (u16, u16) = (WIDTH - SHORE, 790);

/// How large letters are: they are read there.
pub(super) const LETTERS: u16 = smallest(SIZE.0, PHONE);
