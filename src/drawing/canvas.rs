//! The canvas: a picture of palette numbers, and how pieces and rows of pixels come onto it. Nothing that lies outside is
//! an error: whatever reaches over the border is cut.

use std::{ops::Range, sync::Arc};

use super::{
    colour::{Colour, Ink, Rgb},
    numbers::{place, signed},
    palette::Palette,
};

/// A picture.
#[derive(Clone)]
pub struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
    pub(super) palette: Arc<Palette>,
}

impl Canvas {
    /// A picture of one colour.
    pub fn new(palette: &Arc<Palette>, width: u32, height: u32, ground: impl Into<Colour>) -> Canvas {
        let pixels = vec![ground.into().0; place(signed(width)) * place(signed(height))];
        Canvas { width, height, pixels, palette: Arc::clone(palette) }
    }

    /// A picture of these pixels, row by row; what there is too much or too little of is cut or ink.
    pub(super) fn of(palette: &Arc<Palette>, width: u32, height: u32, mut pixels: Vec<u8>) -> Canvas {
        pixels.resize(place(signed(width)) * place(signed(height)), Colour::from(Ink::Ink).0);
        Canvas { width, height, pixels, palette: Arc::clone(palette) }
    }

    /// How wide it is.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How high it is.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The numbers of all pixels, row by row from the top.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// The palette that its numbers are of.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The colour of a pixel, if it is on the canvas.
    pub fn pixel(&self, x: i32, y: i32) -> Option<Rgb> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        let inside = x < self.width && y < self.height;
        let number =
            inside.then(|| self.pixels[place(signed(y)) * place(signed(self.width)) + place(signed(x))]);
        number.map(|number| self.palette.colours()[usize::from(number)])
    }

    /// Fills a rectangle.
    pub fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, colour: impl Into<Colour>) {
        let Colour(number) = colour.into();
        for row in self.rows(y, height) {
            self.row(row, x, width).0.fill(number);
        }
    }

    /// Lays a colour thinly on a rectangle, with so many 255ths: to dim what cannot be had, or to light up what can.
    pub fn veil(&mut self, x: i32, y: i32, width: i32, height: i32, colour: impl Into<Colour>, alpha: u8) {
        let above = self.palette.rgb(colour.into());
        let through: [u8; 256] = std::array::from_fn(|below| {
            self.palette.blend(u8::try_from(below).unwrap_or(u8::MAX), above, alpha)
        });
        for row in self.rows(y, height) {
            let (pixels, _) = self.row(row, x, width);
            for pixel in pixels {
                *pixel = through[usize::from(*pixel)];
            }
        }
    }

    /// Lays a smaller canvas of the same palette on this one.
    pub fn paste(&mut self, other: &Canvas, x: i32, y: i32) {
        let (width, height) = (signed(other.width), signed(other.height));
        for row in self.rows(y, height) {
            let from = place(row - y) * place(width);
            let (pixels, cut) = self.row(row, x, width);
            pixels.copy_from_slice(&other.pixels[from + cut..][..pixels.len()]);
        }
    }

    /// Those of some rows that are on the canvas.
    pub(super) fn rows(&self, y: i32, height: i32) -> Range<i32> {
        y.max(0)..y.saturating_add(height).min(signed(self.height))
    }

    /// The pixels of a part of a row of the canvas, and how many were cut off on the left.
    #[inline]
    pub(super) fn row(&mut self, row: i32, x: i32, width: i32) -> (&mut [u8], usize) {
        let own = place(signed(self.width));
        let from = place(x).min(own);
        let to = place(x.saturating_add(width)).min(own).max(from);
        let begin = place(row) * own;
        let cut = place(x.saturating_neg()).min(place(width));
        (&mut self.pixels[begin + from..begin + to], cut)
    }

    /// Mixes a colour into one pixel of the canvas, by how much of the pixel is covered.
    #[inline]
    pub(super) fn mix(palette: &Palette, pixel: &mut u8, above: (Colour, Rgb), covered: u8) {
        match covered {
            0 => {}
            255 => *pixel = above.0.0,
            _ => *pixel = palette.blend(*pixel, above.1, covered),
        }
    }
}
