//! The writer of PNG, for pictures of palette numbers. The encoder of `image` has no palette, so this is one of ours, over
//! the crate `png`. No filter makes palette numbers smaller: the rows go to the compressor unchanged.

use std::io::{self, Write};

use image::error::{UnsupportedError, UnsupportedErrorKind};
use image::{ExtendedColorType, GenericImageView as _, ImageEncoder, ImageError, ImageFormat, ImageResult};
use png::{BitDepth, ColorType, Compression, Encoder, chunk};

use super::{canvas::Canvas, deflate, palette::Palette};

/// A canvas as a file.
pub fn encode(canvas: &Canvas) -> Vec<u8> {
    let mut file = Vec::with_capacity(canvas.numbers().len() / 8);
    let encoder = IndexedPng::new(&mut file, canvas.palette());
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
}

impl<'a, W: Write> IndexedPng<'a, W> {
    /// An encoder that writes to a file.
    pub fn new(file: W, palette: &'a Palette) -> IndexedPng<'a, W> {
        IndexedPng { file, palette }
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
        file.write_chunk(chunk::IDAT, &compressed(numbers, width))
            .and_then(|()| file.finish())
            .map_err(io::Error::from)?;
        Ok(())
    }
}

/// The rows, each after a byte that says that it is not filtered, compressed.
fn compressed(numbers: &[u8], width: u32) -> Vec<u8> {
    let width = usize::try_from(width).unwrap_or(usize::MAX).max(1);
    let mut rows = Vec::with_capacity(numbers.len() + numbers.len() / width);
    for row in numbers.chunks_exact(width) {
        rows.push(0);
        rows.extend_from_slice(row);
    }
    deflate::zlib(&rows, width + 1)
}
