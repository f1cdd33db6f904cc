//! Pieces as emojis: each alone on nothing, as large as a square of 128 pixels has room for. They are drawn from the same
//! files as the boards, so that a shell in a sentence is the shell on the beach.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::art::Art;
use super::colour::Look;
use super::numbers::real;
use super::piece::NoPicture;
use super::png::encode_rgba;
use super::studio::painted;

/// How wide and high an emoji is: what Discord recommends.
pub const SIDE: u32 = 128;
/// So much is left free around a piece, so that two of them do not touch.
const MARGIN: f32 = 3.0;

/// How an emoji looks, in words that differ when it does: what it is drawn from, and by which version of this file.
pub fn look_of(art: Art) -> String {
    const VERSION: u8 = 1;
    format!(
        "{VERSION} {SIDE} {MARGIN} {}",
        painted(art, None, Look::Calm)
    )
}

/// A piece as a PNG with a transparent ground. What comes in the colours of the seats is of stone.
pub fn emoji(art: Art) -> Result<Vec<u8>, NoPicture> {
    let tree = Tree::from_str(&painted(art, None, Look::Calm), &Options::default());
    let tree = tree.map_err(|error| NoPicture::Unreadable(error.to_string()))?;
    let nothing = NoPicture::Size(SIDE, SIDE);
    let mut drawing = Pixmap::new(SIDE, SIDE).ok_or_else(|| nothing.clone())?;
    // A file leaves a margin of its own, which differs from piece to piece.
    let seen = tree.root().abs_stroke_bounding_box();
    let scale = (real(SIDE) - 2.0 * MARGIN) / seen.width().max(seen.height());
    let start = |from: f32, length: f32| (real(SIDE) - length * scale) / 2.0 - from * scale;
    let x = start(seen.x(), seen.width());
    let y = start(seen.y(), seen.height());
    let place = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
    resvg::render(&tree, place, &mut drawing.as_mut());
    encode_rgba(&drawing.take_demultiplied(), SIDE, SIDE).map_err(|_| nothing)
}
