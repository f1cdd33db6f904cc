//! Measures that several parts of the picture of the island share.

use super::super::{PHONE_WIDTH, Size, WIDTH, smallest_font_size};

// The left edge and the size of land and sea. On phones, this part is shown without the left side.
pub(super) const SHORE_LEFT: u16 = 474;
pub(super) const LAND_SIZE: Size = Size {
    width: WIDTH - SHORE_LEFT,
    height: 790,
};

/// The font size on land and sea that is readable on a phone.
pub(super) const ISLAND_FONT_SIZE: u16 = smallest_font_size(LAND_SIZE.width, PHONE_WIDTH);
