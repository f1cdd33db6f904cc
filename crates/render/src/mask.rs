//! Masks: how much of each pixel a path covers, and how a canvas is painted through them.

use image::GrayImage;
use resvg::tiny_skia::{self, FillRule, IntRect, Path, Transform};

use super::canvas::{Canvas, colour_in, cut};
use super::colour::Colour;
use super::numbers::{WHOLE, place, real, signed};

/// The coverage of the pixels of a box, in sixteenths, and the position of the box.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Mask {
    left: i32,
    top: i32,
    cover: GrayImage,
}

impl Mask {
    /// Renders the part of a path within a box. `steps` converts 255ths to sixteenths.
    pub(super) fn within(bounds: IntRect, path: &Path, steps: fn(u8) -> u8) -> Option<Mask> {
        let left = bounds.left();
        let top = bounds.top();
        let mut mask = tiny_skia::Mask::new(bounds.width(), bounds.height())?;
        let to_corner = Transform::from_translate(-real(left), -real(top));
        mask.fill_path(path, FillRule::Winding, true, to_corner);
        let mut cover = GrayImage::from_raw(mask.width(), mask.height(), mask.take())?;
        cover
            .iter_mut()
            .for_each(|covered| *covered = steps(*covered));
        Some(Mask { left, top, cover })
    }

    /// Renders a whole path.
    pub(super) fn of(path: &Path, steps: fn(u8) -> u8) -> Option<Mask> {
        Mask::within(path.bounds().round_out()?, path, steps)
    }

    pub(super) fn bytes(&self) -> usize {
        self.cover.len()
    }
}

/// A column or row of a mask that is repeated, and how many times.
pub(super) type More = (i32, u16);

impl Canvas {
    /// Paints a colour through a mask, moved by an offset.
    pub(super) fn cover(&mut self, mask: &Mask, by: (i32, i32), colour: Colour) {
        self.stretch(mask, by, [(0, 0); 2], colour);
    }

    /// Like [`Canvas::cover`], with a column and a row of the mask repeated.
    pub(super) fn stretch(
        &mut self,
        mask: &Mask,
        (x, y): (i32, i32),
        more: [More; 2],
        colour: Colour,
    ) {
        let [(column, wider), (row, higher)] = more;
        let [column, row] = [place(column - mask.left), place(row - mask.top)];
        let width = place(signed(mask.cover.width())).max(1);
        let left = x.saturating_add(mask.left);
        let top = y.saturating_add(mask.top);
        let rows: Vec<&[u8]> = mask.cover.chunks_exact(width).collect();
        let (above, below) = rows.split_at(row.min(rows.len()));
        let between = below.first().into_iter().cycle().take(higher.into());
        for (number, cover) in above.iter().chain(between).chain(below).enumerate() {
            let Some((pixels, palette)) = self.row(top.saturating_add(signed(number))) else {
                continue;
            };
            let mut lay_part = |cover: &[u8], x: i32| {
                let (pixels, cut) = cut(pixels, x, cover.len());
                colour_in(pixels, &cover[cut..], colour, palette);
            };
            let (before, after) = cover.split_at(column.min(width));
            lay_part(before, left);
            lay_part(
                after,
                left.saturating_add(signed(column))
                    .saturating_add(wider.into()),
            );
            let (pixels, _) = cut(pixels, left.saturating_add(signed(column)), wider.into());
            match after.first() {
                Some(0) | None => {}
                Some(&WHOLE) => pixels.fill(colour.0),
                Some(covered) => {
                    let seen = &palette.over(colour.0)[usize::from(*covered)];
                    for pixel in pixels {
                        *pixel = seen[usize::from(*pixel)];
                    }
                }
            }
        }
    }
}
