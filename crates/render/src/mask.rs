//! Masks: how much of each pixel a path covers, and how a canvas is painted through them.

use image::GrayImage;
use resvg::tiny_skia::{self, FillRule, IntRect, Path, Transform};

use super::canvas::{Canvas, clip_span, fill_covered};
use super::colour::Colour;
use super::numbers::{FULL_COVERAGE, PixelOffset, to_f32, to_i32, to_index};

/// The coverage of the pixels of a rectangle, in sixteenths, and the position of the rectangle.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Mask {
    left: i32,
    top: i32,
    coverage: GrayImage,
}

impl Mask {
    /// Renders the part of a path within a rectangle.
    ///
    /// `to_steps` maps coverage from 0 to 255 onto 0 to 16.
    pub(super) fn render_within(
        bounds: IntRect,
        path: &Path,
        to_steps: fn(u8) -> u8,
    ) -> Option<Mask> {
        let left = bounds.left();
        let top = bounds.top();
        let mut mask = tiny_skia::Mask::new(bounds.width(), bounds.height())?;
        let to_corner = Transform::from_translate(-to_f32(left), -to_f32(top));
        mask.fill_path(path, FillRule::Winding, true, to_corner);
        let mut coverage = GrayImage::from_raw(mask.width(), mask.height(), mask.take())?;
        coverage
            .iter_mut()
            .for_each(|covered| *covered = to_steps(*covered));
        Some(Mask {
            left,
            top,
            coverage,
        })
    }

    /// Renders a whole path; `to_steps` is that of [`Mask::render_within`].
    pub(super) fn render(path: &Path, to_steps: fn(u8) -> u8) -> Option<Mask> {
        Mask::render_within(path.bounds().round_out()?, path, to_steps)
    }

    pub(super) fn byte_len(&self) -> usize {
        self.coverage.len()
    }
}

/// The index of a mask's column or row that is repeated, and how many times.
#[derive(Clone, Copy, Default)]
pub(super) struct Repetition {
    pub(super) at: i32,
    pub(super) times: u16,
}

/// How a mask is stretched; by default, no column and no row is repeated.
#[derive(Clone, Copy, Default)]
pub(super) struct Stretch {
    pub(super) column: Repetition,
    pub(super) row: Repetition,
}

impl Mask {
    /// Paints a colour through the mask, which is moved by an offset.
    pub(super) fn paint(&self, canvas: &mut Canvas, offset: PixelOffset, colour: Colour) {
        self.paint_stretched(canvas, offset, Stretch::default(), colour);
    }

    /// Like [`Mask::paint`], with a column and a row of the mask repeated.
    pub(super) fn paint_stretched(
        &self,
        canvas: &mut Canvas,
        offset: PixelOffset,
        stretch: Stretch,
        colour: Colour,
    ) {
        let column = to_index(stretch.column.at - self.left);
        let extra_columns = stretch.column.times;
        let row = to_index(stretch.row.at - self.top);
        let width = to_index(to_i32(self.coverage.width())).max(1);
        let left = offset.x.saturating_add(self.left);
        let top = offset.y.saturating_add(self.top);
        let rows: Vec<&[u8]> = self.coverage.chunks_exact(width).collect();
        let (above, below) = rows.split_at(row.min(rows.len()));
        let between = below
            .first()
            .into_iter()
            .cycle()
            .take(stretch.row.times.into());
        for (number, coverage) in above.iter().chain(between).chain(below).enumerate() {
            let Some((pixels, palette)) = canvas.row_mut(top.saturating_add(to_i32(number))) else {
                continue;
            };
            let (before, after) = coverage.split_at(column.min(width));
            let seam = left.saturating_add(to_i32(column));
            for (coverage, x) in [
                (before, left),
                (after, seam.saturating_add(extra_columns.into())),
            ] {
                let (pixels, cut) = clip_span(pixels, x, coverage.len());
                fill_covered(pixels, &coverage[cut..], colour, palette);
            }
            let (pixels, _) = clip_span(pixels, seam, extra_columns.into());
            match after.first() {
                Some(0) | None => {}
                Some(&FULL_COVERAGE) => pixels.fill(colour.0),
                Some(covered) => {
                    let blended = &palette.blend_table(colour.0)[usize::from(*covered)];
                    for pixel in pixels {
                        *pixel = blended[usize::from(*pixel)];
                    }
                }
            }
        }
    }
}
