//! The canvas: a picture of palette numbers. Drawing outside of the canvas is no error: shapes are
//! clipped at its border.

pub(super) mod shapes;

use std::sync::Arc;

use image::{GenericImageView, GrayImage, Luma, Rgb};

use super::colour::Colour;
use super::numbers::{FULL_COVERAGE, PixelOffset, Point, to_i32, to_index};
use super::palette::Palette;

/// The number of pixels that are compared at once: most strides are covered fully or not at all.
const STRIDE: usize = 16;
const UNCOVERED: &[u8] = &[0; STRIDE];
const COVERED: &[u8] = &[FULL_COVERAGE; STRIDE];

/// A picture of palette numbers, which the operations of `image` read as RGB.
#[derive(Clone)]
pub struct Canvas {
    numbers: GrayImage,
    palette: Arc<Palette>,
    /// The number of pixels of a length of 1, by which all coordinates are multiplied.
    scale: f32,
}

impl GenericImageView for Canvas {
    type Pixel = Rgb<u8>;

    fn dimensions(&self) -> (u32, u32) {
        self.numbers.dimensions()
    }

    fn get_pixel(&self, x: u32, y: u32) -> Rgb<u8> {
        self.palette.colour(self.numbers.get_pixel(x, y).0[0])
    }
}

impl Canvas {
    pub fn new(
        palette: &Arc<Palette>,
        width: u32,
        height: u32,
        ground: impl Into<Colour>,
    ) -> Canvas {
        let numbers = GrayImage::from_pixel(width, height, Luma([ground.into().0]));
        Canvas::from_numbers(palette, numbers)
    }

    pub(super) fn from_numbers(palette: &Arc<Palette>, numbers: GrayImage) -> Canvas {
        Canvas {
            numbers,
            palette: Arc::clone(palette),
            scale: 1.0,
        }
    }

    pub(super) fn with_scale(self, scale: f32) -> Canvas {
        Canvas { scale, ..self }
    }

    pub(super) fn to_pixels(&self, measure: f32) -> f32 {
        measure * self.scale
    }

    pub(super) fn scale_point(&self, Point(x, y): Point) -> Point {
        Point(self.to_pixels(x), self.to_pixels(y))
    }

    /// Returns the palette numbers of all pixels.
    pub fn numbers(&self) -> &GrayImage {
        &self.numbers
    }

    pub(super) fn numbers_mut(&mut self) -> &mut GrayImage {
        &mut self.numbers
    }

    pub fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    /// Blends rows of palette numbers into the canvas by their coverage, the upper left corner at
    /// `at`.
    ///
    /// `numbers` returns the palette numbers of a row, by its index.
    pub(super) fn draw_numbers<'a>(
        &mut self,
        at: PixelOffset,
        coverage: &GrayImage,
        numbers: impl Fn(usize) -> &'a [u8],
    ) {
        let width = to_index(to_i32(coverage.width())).max(1);
        for (number, coverage) in coverage.chunks_exact(width).enumerate() {
            if let Some((row, palette)) = self.row_mut(at.y.saturating_add(to_i32(number))) {
                let (pixels, cut) = clip_span(row, at.x, width);
                blend_numbers(pixels, &coverage[cut..], &numbers(number)[cut..], palette);
            }
        }
    }

    pub(super) fn row_mut(&mut self, y: i32) -> Option<(&mut [u8], &Palette)> {
        let width = to_index(to_i32(self.width())).max(1);
        let row = usize::try_from(y)
            .ok()
            .and_then(|y| self.numbers.chunks_exact_mut(width).nth(y));
        row.map(|row| (row, &*self.palette))
    }
}

/// Clips a span of a row to the canvas. Also returns how many pixels are cut off on the left.
pub(super) fn clip_span(row: &mut [u8], x: i32, length: usize) -> (&mut [u8], usize) {
    let cut = to_index(x.saturating_neg()).min(length);
    let begin = to_index(x).min(row.len());
    let end = (begin + length - cut).min(row.len());
    (&mut row[begin..end], cut)
}

/// Blends the palette numbers `above` over the pixels, each by its coverage.
fn blend_numbers(pixels: &mut [u8], coverage: &[u8], above: &[u8], palette: &Palette) {
    let coverage = &coverage[..pixels.len()];
    let above = &above[..pixels.len()];
    let strides = pixels
        .chunks_mut(STRIDE)
        .zip(coverage.chunks(STRIDE))
        .zip(above.chunks(STRIDE));
    for ((pixels, coverage), above) in strides.filter(|((_, coverage), _)| *coverage != UNCOVERED) {
        if coverage == COVERED {
            pixels.copy_from_slice(above);
            continue;
        }
        for ((pixel, covered), above) in pixels.iter_mut().zip(coverage).zip(above) {
            *pixel = palette.blend_table(*above)[usize::from(*covered)][usize::from(*pixel)];
        }
    }
}

/// Blends one colour over the pixels, each by its coverage.
pub(super) fn fill_covered(
    pixels: &mut [u8],
    coverage: &[u8],
    Colour(above): Colour,
    palette: &Palette,
) {
    let over = palette.blend_table(above);
    let coverage = &coverage[..pixels.len()];
    for (pixels, coverage) in pixels.chunks_mut(STRIDE).zip(coverage.chunks(STRIDE)) {
        if coverage == COVERED {
            pixels.fill(above);
        } else if coverage != UNCOVERED {
            for (pixel, covered) in pixels.iter_mut().zip(coverage) {
                *pixel = over[usize::from(*covered)][usize::from(*pixel)];
            }
        }
    }
}
