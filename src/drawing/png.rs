//! The writer of PNG, for pictures of palette numbers. The encoder of `image` has no palette, so this is one of ours, over
//! the crate `png`. No filter makes palette numbers smaller: the rows go to the compressor unchanged. That is libdeflate, which
//! the bench shows to be several times as fast as what `png` has.

use std::io::{self, Write};

use image::error::{UnsupportedError, UnsupportedErrorKind};
use image::{ExtendedColorType, GenericImageView as _, ImageEncoder, ImageError, ImageFormat, ImageResult};
use libdeflater::{CompressionLvl, Compressor};
use png::{BitDepth, ColorType, Compression, Encoder, chunk};

use super::{canvas::Canvas, palette::Palette};

/// How hard the data is compressed.
const LEVEL: i32 = 1;

/// A canvas as a file.
pub fn encode(canvas: &Canvas) -> Vec<u8> {
    encode_at(canvas, LEVEL)
}

/// The same, compressed as hard as asked for, from 1 to 12: for whoever wants to compare.
pub fn encode_at(canvas: &Canvas, level: i32) -> Vec<u8> {
    let mut file = Vec::with_capacity(canvas.numbers().len() / 4 + 4096);
    let encoder = IndexedPng { level, ..IndexedPng::new(&mut file, canvas.palette()) };
    // Writing to memory does not fail.
    let _ = encoder.write_image(canvas.numbers(), canvas.width(), canvas.height(), ExtendedColorType::L8);
    file
}

/// Pixels in red, green, blue and cover as a file, as small as it gets: for what is drawn once.
pub(super) fn encode_rgba(pixels: &[u8], (width, height): (u32, u32)) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(file)
}

/// An encoder for grey pictures whose greys are numbers of a palette.
pub struct IndexedPng<'a, W> {
    file: W,
    palette: &'a Palette,
    level: i32,
}

impl<'a, W: Write> IndexedPng<'a, W> {
    /// An encoder that writes to a file.
    pub fn new(file: W, palette: &'a Palette) -> IndexedPng<'a, W> {
        IndexedPng { file, palette, level: LEVEL }
    }
}

impl<W: Write> ImageEncoder for IndexedPng<'_, W> {
    fn write_image(
        self,
        numbers: &[u8],
        width: u32,
        height: u32,
        color_type: ExtendedColorType,
    ) -> ImageResult<()> {
        if color_type != ExtendedColorType::L8 {
            let kind = UnsupportedErrorKind::Color(color_type);
            let refused = UnsupportedError::from_format_and_kind(ImageFormat::Png.into(), kind);
            return Err(ImageError::Unsupported(refused));
        }
        let mut file = Encoder::new(self.file, width, height);
        file.set_color(ColorType::Indexed);
        file.set_depth(BitDepth::Eight);
        file.set_palette(self.palette.bytes());
        let mut file = file.write_header().map_err(io::Error::from)?;
        let data = compressed(numbers, width, self.level)?;
        file.write_chunk(chunk::IDAT, &data).and_then(|()| file.finish()).map_err(io::Error::from)?;
        Ok(())
    }
}

/// The rows, each after a byte that says that it is not filtered, compressed.
fn compressed(numbers: &[u8], width: u32, level: i32) -> io::Result<Vec<u8>> {
    let width = usize::try_from(width).unwrap_or(usize::MAX).max(1);
    let mut rows = Vec::with_capacity(numbers.len() + numbers.len() / width);
    for row in numbers.chunks_exact(width) {
        rows.push(0);
        rows.extend_from_slice(row);
    }
    let mut compressor = Compressor::new(CompressionLvl::new(level).unwrap_or_default());
    let mut data = vec![0; compressor.zlib_compress_bound(rows.len())];
    let length = compressor.zlib_compress(&rows, &mut data).map_err(io::Error::other)?;
    data.truncate(length);
    Ok(data)
}
