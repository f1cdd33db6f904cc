//! Encodes pictures as PNG files with the crate `png`. The encoder of the crate `image` does not
//! support palettes, which reduce a board to a third of the bytes.

use std::io;

use image::GenericImageView as _;
use png::{BitDepth, ColorType, Compression, DeflateCompression, Encoder, EncodingError, Filter};

use super::canvas::Canvas;

/// The DEFLATE level: with 2, every board is encoded within 8 ms. Level 3 saves 4 to 6 % of the
/// bytes but takes 1.35 times as long.
const COMPRESSION_LEVEL: u8 = 2;

/// The level for slow connections: a sixth fewer bytes than level 2.
const SMALL_COMPRESSION_LEVEL: u8 = 6;

/// Encodes a canvas as an indexed PNG.
pub fn encode(canvas: &Canvas) -> Vec<u8> {
    encode_at(COMPRESSION_LEVEL, canvas)
}

/// Encodes a canvas as a smaller indexed PNG, for pictures that are drawn once for many viewers.
pub fn encode_small(canvas: &Canvas) -> Vec<u8> {
    encode_at(SMALL_COMPRESSION_LEVEL, canvas)
}

fn encode_at(level: u8, canvas: &Canvas) -> Vec<u8> {
    let mut file = Vec::with_capacity(canvas.numbers().len() / 8);
    // Writing to memory does not fail, and a canvas has as many pixels as its size says.
    let _ = write_indexed(&mut file, canvas, level);
    file
}

fn write_indexed(file: &mut Vec<u8>, canvas: &Canvas, level: u8) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(file, canvas.width(), canvas.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(canvas.palette().to_bytes());
    encoder.set_deflate_compression(DeflateCompression::Level(level));
    // Filters predict a shade from neighbouring shades, but palette numbers are not shades.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(canvas.numbers())?;
    writer.finish()
}

/// Encodes RGBA pixels as small as possible, which is slow: for pictures that are encoded once.
pub(super) fn encode_rgba(pixels: &[u8], width: u32, height: u32) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(file)
}
