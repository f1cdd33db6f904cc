//! Conversions between integers and `f32` coordinates. Pictures are a few thousand pixels wide, so
//! no conversion loses digits; NaN becomes 0.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "pictures are small, and a cast from a float stops at the ends of the type"
)]

/// A point, a size or an offset: x to the right, y downward.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point(pub f32, pub f32);

pub(super) fn floor_to_i32(measure: f32) -> i32 {
    measure.floor() as i32
}

pub(super) fn round_to_i32(measure: f32) -> i32 {
    measure.round() as i32
}

/// Rounds a length to whole pixels, at least 1.
pub(super) fn to_px(length: f32) -> u16 {
    length.round().max(1.0) as u16
}

/// The size of a picture or of a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    pub width: u16,
    pub height: u16,
}

impl Size {
    /// Returns the size in whole pixels after multiplication by a scale.
    pub(super) fn scaled(self, scale: f32) -> Size {
        Size {
            width: to_px(f32::from(self.width) * scale),
            height: to_px(f32::from(self.height) * scale),
        }
    }
}

/// The position of a pixel on a canvas; it may lie outside of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PixelOffset {
    pub(super) x: i32,
    pub(super) y: i32,
}

pub(super) fn to_f32(whole: impl TryInto<i32>) -> f32 {
    to_i32(whole) as f32
}

pub(super) fn to_i32(length: impl TryInto<i32>) -> i32 {
    length.try_into().unwrap_or(i32::MAX)
}

/// Converts a number to an index; negative numbers become 0.
pub(super) fn to_index(whole: i32) -> usize {
    usize::try_from(whole).unwrap_or(0)
}

/// Converts coverage from 255ths to sixteenths, the precision at which `tiny_skia` samples it.
pub(super) fn to_sixteenths(covered: u8) -> u8 {
    ((u16::from(covered) + 8) / 16) as u8
}

/// Like [`to_sixteenths`], but with only four steps: files are smaller, and edges look as soft.
pub(super) fn to_quarter_steps(covered: u8) -> u8 {
    ((u16::from(covered) + 32) / 64 * 4) as u8
}

/// The alpha value (0 to 255) of each coverage in sixteenths, from 0 to 16.
pub(super) const COVERAGE_ALPHAS: [u8; 17] = [
    0, 16, 32, 48, 64, 80, 96, 112, 128, 143, 159, 175, 191, 207, 223, 239, 255,
];

/// The coverage of a full pixel, in sixteenths.
pub(super) const FULL_COVERAGE: u8 = 16;

/// Mixes two colour channels: `alpha` 255ths of the upper one with the lower one.
pub(super) fn mix_channels(below: u8, above: u8, alpha: u8) -> u8 {
    let below = u32::from(below);
    let above = u32::from(above);
    let alpha = u32::from(alpha);
    let sum = below * (255 - alpha) + above * alpha + 127;
    // For every possible sum, this equals a division by 255.
    (((sum + 1) * 257) >> 16) as u8
}
