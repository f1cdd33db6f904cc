//! Masks: how much of each pixel a path covers, and how that comes onto a canvas.

use image::GrayImage;
use resvg::tiny_skia::{self, FillRule, IntRect, Path, Transform};

use super::canvas::Canvas;
use super::colour::Colour;
use super::numbers::{mix, place, quarters, real, signed};

/// How much of each pixel of a box is covered, and where the box lies.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Mask {
    left: i32,
    top: i32,
    cover: GrayImage,
}

impl Mask {
    /// What a path covers within a box.
    pub(super) fn within(bounds: IntRect, path: &Path) -> Option<Mask> {
        let (left, top) = (bounds.left(), bounds.top());
        let mut mask = tiny_skia::Mask::new(bounds.width(), bounds.height())?;
        let to_corner = Transform::from_translate(-real(left), -real(top));
        mask.fill_path(path, FillRule::Winding, true, to_corner);
        let cover = GrayImage::from_raw(mask.width(), mask.height(), mask.take())?;
        Some(Mask { left, top, cover })
    }

    /// All that a path covers.
    pub(super) fn of(path: &Path) -> Option<Mask> {
        Mask::within(path.bounds().round_out()?, path)
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.cover.len()
    }

    /// The same with soft edges in quarters.
    pub(super) fn in_quarters(mut self) -> Mask {
        self.cover.iter_mut().for_each(|covered| *covered = quarters(*covered));
        self
    }

    /// The same, but only so many 255ths of it.
    pub(super) fn thinned(mut self, alpha: u8) -> Mask {
        self.cover.iter_mut().for_each(|covered| *covered = mix(0, *covered, alpha));
        self
    }
}

impl Canvas {
    /// Colours what a mask covers, moved by so much.
    pub(super) fn cover(&mut self, mask: &Mask, (x, y): (i32, i32), colour: Colour) {
        let row = vec![colour.0; place(signed(mask.cover.width()))];
        let corner = (x.saturating_add(mask.left), y.saturating_add(mask.top));
        self.lay(corner, &mask.cover, |_| &row);
    }
}
