//! Pieces as emojis of 128 × 128 pixels, drawn from the same SVG files as the boards.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::art::Art;
use super::colour::Look;
use super::numbers::real;
use super::piece::NoPicture;
use super::png::encode_rgba;
use super::studio::painted;

/// The width and height of an emoji that Discord recommends.
pub const SIDE: u32 = 128;
/// The margin around a piece, so that two emojis do not touch.
const MARGIN: f32 = 3.0;

/// Returns a fingerprint of an emoji, which changes with its SVG and with `VERSION`.
pub fn look_of(art: Art) -> String {
    const VERSION: u8 = 1;
    format!(
        "{VERSION} {SIDE} {MARGIN} {}",
        painted(art, None, Look::Calm)
    )
}

/// Encodes a piece as a PNG with a transparent ground. Tinted pieces are stone grey.
pub fn emoji(art: Art) -> Result<Vec<u8>, NoPicture> {
    let tree = Tree::from_str(&painted(art, None, Look::Calm), &Options::default());
    let tree = tree.map_err(|error| NoPicture::Unreadable(error.to_string()))?;
    let nothing = NoPicture::Size(SIDE, SIDE);
    let mut drawing = Pixmap::new(SIDE, SIDE).ok_or_else(|| nothing.clone())?;
    // Each SVG has a margin of its own, so the piece is scaled by what is visible.
    let seen = tree.root().abs_stroke_bounding_box();
    let scale = (real(SIDE) - 2.0 * MARGIN) / seen.width().max(seen.height());
    let start = |from: f32, length: f32| (real(SIDE) - length * scale) / 2.0 - from * scale;
    let x = start(seen.x(), seen.width());
    let y = start(seen.y(), seen.height());
    let place = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
    resvg::render(&tree, place, &mut drawing.as_mut());
    encode_rgba(&drawing.take_demultiplied(), SIDE, SIDE).map_err(|_| nothing)
}
