//! Encodes pictures as PNG files with the crate `png`. The encoder of `image` has no palette, with
//! which a board takes a third of the bytes.

use std::io;

use image::GenericImageView as _;
use png::{BitDepth, ColorType, Compression, DeflateCompression, Encoder, EncodingError, Filter};

use super::canvas::Canvas;

/// Keeps every board below 8 ms. Level 3 saves 4 to 6 % of the bytes and takes 1.35 times as long.
const COMPRESSION_LEVEL: u8 = 2;

/// Encodes a canvas as an indexed PNG.
pub fn encode(canvas: &Canvas) -> Vec<u8> {
    let mut file = Vec::with_capacity(canvas.numbers().len() / 8);
    // Writing to memory does not fail, and a canvas has as many pixels as its size says.
    let _ = write_indexed(&mut file, canvas);
    file
}

fn write_indexed(file: &mut Vec<u8>, canvas: &Canvas) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(file, canvas.width(), canvas.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(canvas.palette().to_bytes());
    encoder.set_deflate_compression(DeflateCompression::Level(COMPRESSION_LEVEL));
    // Filters predict shades from their neighbours; numbers of a palette are no shades.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(canvas.numbers())?;
    writer.finish()
}

/// Encodes pixels in red, green, blue and alpha, as small as possible: for what is drawn once.
pub(super) fn encode_rgba(pixels: &[u8], width: u32, height: u32) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(file)
}
