//! Masks: how much of each pixel a path covers, and how that comes onto a canvas.

use image::{GrayImage, Luma};
use resvg::tiny_skia::{self, FillRule, IntRect, Path, Transform};

use super::canvas::{Canvas, cut, lay};
use super::colour::Colour;
use super::numbers::{place, quarters, real, signed};

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

    /// A single pixel, of which so much is covered.
    pub(super) fn pixel(covered: u8) -> Mask {
        Mask { cover: GrayImage::from_pixel(1, 1, Luma([covered])), ..Mask::default() }
    }
}

/// Which column or row of a mask stands for others like it, and how many more.
pub(super) type More = (i32, u16);

impl Canvas {
    /// Colours what a mask covers, moved by so much.
    pub(super) fn cover(&mut self, mask: &Mask, by: (i32, i32), colour: Colour) {
        self.stretch(mask, by, [(0, 0); 2], colour);
    }

    /// The same with a mask that is stretched.
    pub(super) fn stretch(&mut self, mask: &Mask, (x, y): (i32, i32), more: [More; 2], colour: Colour) {
        let [(column, wider), (row, higher)] = more;
        let [column, row] = [place(column - mask.left), place(row - mask.top)];
        let width = place(signed(mask.cover.width())).max(1);
        let (left, top) = (x.saturating_add(mask.left), y.saturating_add(mask.top));
        let same = vec![colour.0; width];
        let rows: Vec<&[u8]> = mask.cover.chunks_exact(width).collect();
        let (above, below) = rows.split_at(row.min(rows.len()));
        let between = below.first().into_iter().cycle().take(higher.into());
        for (number, cover) in above.iter().chain(between).chain(below).enumerate() {
            let Some((pixels, palette)) = self.row(top.saturating_add(signed(number))) else { continue };
            let mut lay_part = |cover: &[u8], x: i32| {
                let (pixels, cut) = cut(pixels, x, cover.len());
                lay(pixels, &cover[cut..], &same, palette);
            };
            let (before, after) = cover.split_at(column.min(width));
            lay_part(before, left);
            lay_part(after, left.saturating_add(signed(column)).saturating_add(wider.into()));
            let (pixels, _) = cut(pixels, left.saturating_add(signed(column)), wider.into());
            match after.first() {
                Some(255) => pixels.fill(colour.0),
                Some(0) | None => {}
                Some(covered) => pixels.iter_mut().for_each(|pixel| {
                    *pixel = palette.blend(*pixel, palette.colour(colour.0), *covered);
                }),
            }
        }
    }
}
