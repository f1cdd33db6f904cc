//! The canvas: a picture of palette numbers, and how other pictures come onto it. Nothing that lies outside is an error:
//! whatever reaches over the border is cut.

use std::sync::Arc;

use image::{GenericImageView, GrayImage, Luma, Rgb};

use super::colour::Colour;
use super::numbers::{Point, WHOLE, place, signed};
use super::palette::Palette;

/// So many pixels are looked at together: most of a picture covers all of them, or none.
const STRIDE: usize = 16;
const NONE: &[u8] = &[0; STRIDE];
const ALL: &[u8] = &[WHOLE; STRIDE];

/// A picture. To the operations of `image` it is one in red, green and blue.
#[derive(Clone)]
pub struct Canvas {
    numbers: GrayImage,
    palette: Arc<Palette>,
    /// How long on it is what measures 1: whatever is drawn on a smaller canvas becomes smaller.
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
    /// A picture of one colour.
    pub fn new(
        palette: &Arc<Palette>,
        width: u32,
        height: u32,
        ground: impl Into<Colour>,
    ) -> Canvas {
        let numbers = GrayImage::from_pixel(width, height, Luma([ground.into().0]));
        Canvas::from_numbers(palette, numbers)
    }

    /// A picture of these numbers.
    pub(super) fn from_numbers(palette: &Arc<Palette>, numbers: GrayImage) -> Canvas {
        Canvas {
            numbers,
            palette: Arc::clone(palette),
            scale: 1.0,
        }
    }

    /// The same, on which all measures from now on are so many times as long.
    pub(super) fn with_scale(self, scale: f32) -> Canvas {
        Canvas { scale, ..self }
    }

    /// A measure in pixels of this canvas.
    pub(super) fn to_pixels(&self, measure: f32) -> f32 {
        measure * self.scale
    }

    /// A point, or a size, in pixels of this canvas.
    pub(super) fn scale_point(&self, Point(x, y): Point) -> Point {
        Point(self.to_pixels(x), self.to_pixels(y))
    }

    /// The numbers of all pixels.
    pub fn numbers(&self) -> &GrayImage {
        &self.numbers
    }

    pub(super) fn numbers_mut(&mut self) -> &mut GrayImage {
        &mut self.numbers
    }

    /// The palette that its numbers are of.
    pub fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    /// Lays numbers on the canvas, its upper left corner at a point, as far as each of its pixels is covered. A row of
    /// numbers is told for each row that is covered.
    pub(super) fn lay<'a>(
        &mut self,
        at: (i32, i32),
        cover: &GrayImage,
        numbers: impl Fn(usize) -> &'a [u8],
    ) {
        let width = place(signed(cover.width())).max(1);
        for (number, cover) in cover.chunks_exact(width).enumerate() {
            if let Some((row, palette)) = self.row(at.1.saturating_add(signed(number))) {
                let (pixels, cut) = cut(row, at.0, width);
                lay(pixels, &cover[cut..], &numbers(number)[cut..], palette);
            }
        }
    }

    /// A row, if it is on the canvas, and the palette.
    pub(super) fn row(&mut self, y: i32) -> Option<(&mut [u8], &Palette)> {
        let width = place(signed(self.width())).max(1);
        let row = usize::try_from(y)
            .ok()
            .and_then(|y| self.numbers.chunks_exact_mut(width).nth(y));
        row.map(|row| (row, &*self.palette))
    }
}

/// A part of a row, as far as it is on the canvas, and how many of its pixels are cut off on the left.
pub(super) fn cut(row: &mut [u8], x: i32, length: usize) -> (&mut [u8], usize) {
    let cut = place(x.saturating_neg()).min(length);
    let begin = place(x).min(row.len());
    let end = (begin + length - cut).min(row.len());
    (&mut row[begin..end], cut)
}

/// Lays numbers on pixels, as far as each is covered. There are as many as pixels, or more.
fn lay(pixels: &mut [u8], cover: &[u8], above: &[u8], palette: &Palette) {
    let cover = &cover[..pixels.len()];
    let above = &above[..pixels.len()];
    let strides = pixels
        .chunks_mut(STRIDE)
        .zip(cover.chunks(STRIDE))
        .zip(above.chunks(STRIDE));
    for ((pixels, cover), above) in strides.filter(|((_, cover), _)| *cover != NONE) {
        if cover == ALL {
            pixels.copy_from_slice(above);
            continue;
        }
        for ((pixel, covered), above) in pixels.iter_mut().zip(cover).zip(above) {
            *pixel = palette.over(*above)[usize::from(*covered)][usize::from(*pixel)];
        }
    }
}

/// Colours pixels, as far as each is covered.
pub(super) fn colour_in(pixels: &mut [u8], cover: &[u8], Colour(above): Colour, palette: &Palette) {
    let over = palette.over(above);
    let cover = &cover[..pixels.len()];
    for (pixels, cover) in pixels.chunks_mut(STRIDE).zip(cover.chunks(STRIDE)) {
        if cover == ALL {
            pixels.fill(above);
        } else if cover != NONE {
            for (pixel, covered) in pixels.iter_mut().zip(cover) {
                *pixel = over[usize::from(*covered)][usize::from(*pixel)];
            }
        }
    }
}
