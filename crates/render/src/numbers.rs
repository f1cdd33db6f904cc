//! From whole numbers to measures and back. Pictures are a few thousand pixels wide: nothing here is ever cut off, and
//! what is no number at all becomes 0.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "pictures are small, and a cast from a float stops at the ends of the type"
)]

/// A place on a canvas, from its left and from its top.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point(pub f32, pub f32);

/// The whole number below.
pub(super) fn floor(measure: f32) -> i32 {
    measure.floor() as i32
}

/// The nearest whole number.
pub(super) fn round(measure: f32) -> i32 {
    measure.round() as i32
}

/// A length in whole pixels.
pub(super) fn pixels(length: f32) -> u16 {
    length.round().max(1.0) as u16
}

/// How many pixels wide and high a picture is at a scale.
pub(super) fn scaled_pixels((width, height): (u16, u16), scale: f32) -> (u32, u32) {
    let shown = |length: u16| pixels(f32::from(length) * scale).into();
    (shown(width), shown(height))
}

/// A whole number as a measure.
pub(super) fn real(whole: impl TryInto<i32>) -> f32 {
    signed(whole) as f32
}

/// A length or a count as a number that can be negative.
pub(super) fn signed(length: impl TryInto<i32>) -> i32 {
    length.try_into().unwrap_or(i32::MAX)
}

/// A place in a list; what is negative is the first.
pub(super) fn place(whole: i32) -> usize {
    usize::try_from(whole).unwrap_or(0)
}

/// How much of a pixel is covered, from 255ths to sixteenths: `tiny_skia` looks at so many points of each.
pub(super) fn sixteenths(covered: u8) -> u8 {
    ((u16::from(covered) + 8) / 16) as u8
}

/// The same, but quarter by quarter: soft edges with fewer steps make smaller files, and are as soft to the eye.
pub(super) fn quarters(covered: u8) -> u8 {
    ((u16::from(covered) + 32) / 64 * 4) as u8
}

/// So many sixteenths in 255ths.
pub(super) const SHARES: [u8; 17] = [
    0, 16, 32, 48, 64, 80, 96, 112, 128, 143, 159, 175, 191, 207, 223, 239, 255,
];

/// All of a pixel, in sixteenths.
pub(super) const WHOLE: u8 = 16;

/// The mean of two parts of a colour, with so many 255ths of the upper one.
pub(super) fn mix(below: u8, above: u8, alpha: u8) -> u8 {
    let below = u32::from(below);
    let above = u32::from(above);
    let alpha = u32::from(alpha);
    let sum = below * (255 - alpha) + above * alpha + 127;
    // Exactly a division by 255, for all that the line above can give.
    (((sum + 1) * 257) >> 16) as u8
}
