//! Canvases made smaller: each pixel is the mean of those in whose place it stands, as `imageops::thumbnail` has it. By hand, for
//! most of them are alike, and then there is nothing to mix.

use image::{GenericImageView as _, GrayImage, Rgb, imageops::ColorMap as _};

use super::canvas::Canvas;
use super::numbers::{floor, place, real, signed};
use super::palette::Palette;

/// So many pixels are looked at together: most of a picture is of one colour all around.
const STRIDE: usize = 16;

/// A canvas, made so wide and high.
pub(super) fn shrunk(canvas: &Canvas, (width, height): (u32, u32)) -> Canvas {
    let palette = canvas.palette();
    let (columns, rows) = (parts(canvas.width(), width), parts(canvas.height(), height));
    let long = place(signed(canvas.width())).max(1);
    let mut numbers = Vec::with_capacity(columns.len() * rows.len());
    for (top, bottom) in rows {
        let rows = &canvas.numbers().as_raw()[top * long..bottom * long];
        for stride in columns.chunks(STRIDE) {
            let number = rows[stride[0].0];
            if alike(rows, long, (stride[0].0, stride[stride.len() - 1].1)) {
                numbers.resize(numbers.len() + stride.len(), number);
            } else {
                numbers.extend(stride.iter().map(|part| seen(palette, rows, long, *part)));
            }
        }
    }
    Canvas::of(palette, GrayImage::from_raw(width, height, numbers).unwrap_or_default())
}

/// Whether a part of some rows, each so long, is of one number.
fn alike(rows: &[u8], long: usize, (left, right): (usize, usize)) -> bool {
    let one = |row: &[u8]| row[left] == rows[left] && row[left..right - 1] == row[left + 1..right];
    rows.chunks_exact(long).all(one)
}

/// The number of a part of some rows as it is seen from afar.
fn seen(palette: &Palette, rows: &[u8], long: usize, (left, right): (usize, usize)) -> u8 {
    let pixels = || rows.chunks_exact(long).flat_map(|row| &row[left..right]);
    if pixels().all(|number| *number == rows[left]) { rows[left] } else { mean(palette, pixels()) }
}

/// Into which parts a length is cut for a smaller one.
fn parts(length: u32, smaller: u32) -> Vec<(usize, usize)> {
    let step = real(length) / real(smaller);
    let cut =
        |number: u32, more: f32| place(-floor(-(real(number) * step + more))).min(place(signed(length)));
    (0..smaller).map(|number| (cut(number, 0.0), cut(number, step))).collect()
}

/// The colour of pixels seen from afar.
fn mean<'a>(palette: &Palette, pixels: impl Iterator<Item = &'a u8>) -> u8 {
    let (mut sums, mut many) = ([0_u32; 3], 0);
    for number in pixels {
        let parts = palette.colour(*number).0;
        sums = [0, 1, 2].map(|part| sums[part] + u32::from(parts[part]));
        many += 1;
    }
    let part = |sum: u32| u8::try_from((sum + many / 2) / many).unwrap_or(u8::MAX);
    u8::try_from(palette.index_of(&Rgb(sums.map(part)))).unwrap_or(u8::MAX)
}
