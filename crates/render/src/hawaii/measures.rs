//! Measures that several parts of the picture of the island share.

use super::super::{PHONE_WIDTH, Size, smallest_font_size};

/// The size of land and sea, which are the upper part of the picture.
pub(super) const LAND_SIZE: Size = Size {
    width: 1176,
    height: 790,
};

/// The font size at which a picture of this width is readable on a phone.
pub(super) const ISLAND_FONT_SIZE: u16 = smallest_font_size(LAND_SIZE.width, PHONE_WIDTH);

/// The free room at both sides of the cards.
pub(super) const MARGIN: f32 = 16.0;
