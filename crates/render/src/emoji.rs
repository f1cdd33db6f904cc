//! Pieces as emojis of 128 × 128 pixels, drawn from the same SVG files as the boards.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::art::Art;
use super::colour::Look;
use super::numbers::to_f32;
use super::piece::SvgError;
use super::png::encode_rgba;
use super::theme::recoloured_svg;

/// The width and height of an emoji that Discord recommends.
pub const EMOJI_SIDE: u32 = 128;
/// The margin around a piece in pixels, so that two adjacent emojis do not touch.
const MARGIN: f32 = 3.0;

/// Returns a fingerprint of an emoji, which changes with its SVG and with `VERSION`.
pub fn emoji_fingerprint(art: Art) -> String {
    const VERSION: u8 = 1;
    format!(
        "{VERSION} {EMOJI_SIDE} {MARGIN} {}",
        recoloured_svg(art, None, Look::Calm)
    )
}

/// Encodes a piece as a PNG with a transparent background. Tinted pieces are stone grey.
pub fn encode_emoji(art: Art) -> Result<Vec<u8>, SvgError> {
    let tree = Tree::from_str(&recoloured_svg(art, None, Look::Calm), &Options::default());
    let tree = tree.map_err(|error| SvgError::Unreadable(error.to_string()))?;
    let size_error = SvgError::Size(EMOJI_SIDE, EMOJI_SIDE);
    let mut drawing = Pixmap::new(EMOJI_SIDE, EMOJI_SIDE).ok_or_else(|| size_error.clone())?;
    // Each SVG has a margin of its own, so the piece is scaled by what is visible.
    let visible = tree.root().abs_stroke_bounding_box();
    let scale = (to_f32(EMOJI_SIDE) - 2.0 * MARGIN) / visible.width().max(visible.height());
    let x = (to_f32(EMOJI_SIDE) - visible.width() * scale) / 2.0 - visible.x() * scale;
    let y = (to_f32(EMOJI_SIDE) - visible.height() * scale) / 2.0 - visible.y() * scale;
    let place = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
    resvg::render(&tree, place, &mut drawing.as_mut());
    encode_rgba(&drawing.take_demultiplied(), EMOJI_SIDE, EMOJI_SIDE).map_err(|_| size_error)
}
