//! The writer of PNG, for pictures of palette numbers: header, palette, pixels as they are, end. No filter makes palette
//! numbers smaller, so the rows go to the squeezer unchanged.

use libdeflater::{CompressionLvl, Compressor};

use super::canvas::Canvas;

/// How hard is squeezed.
const LEVEL: i32 = 1;

/// The bytes by which a file says that it is a PNG.
const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

/// A canvas as a file.
pub fn encode(canvas: &Canvas) -> Vec<u8> {
    encode_at(canvas, LEVEL)
}

/// The same, squeezed as hard as asked for, from 1 to 12: for whoever wants to compare.
pub fn encode_at(canvas: &Canvas, level: i32) -> Vec<u8> {
    let mut file = Vec::with_capacity(canvas.pixels().len() / 4 + 4096);
    file.extend(SIGNATURE);
    let mut header = Vec::with_capacity(13);
    header.extend(canvas.width().to_be_bytes());
    header.extend(canvas.height().to_be_bytes());
    // Eight bits for each pixel, of a palette; the only ways to squeeze and filter that there are; not interlaced.
    header.extend([8, 3, 0, 0, 0]);
    chunk(&mut file, *b"IHDR", &header);
    let colours: Vec<u8> = canvas.palette().colours().iter().flat_map(|colour| colour.0).collect();
    chunk(&mut file, *b"PLTE", &colours);
    chunk(&mut file, *b"IDAT", &squeeze(&rows(canvas), level));
    chunk(&mut file, *b"IEND", &[]);
    file
}

/// The rows, each with the byte before it that says that it is not filtered.
fn rows(canvas: &Canvas) -> Vec<u8> {
    let width = usize::try_from(canvas.width()).unwrap_or(usize::MAX).max(1);
    let mut rows = Vec::with_capacity(canvas.pixels().len() / width * (width + 1));
    for row in canvas.pixels().chunks_exact(width) {
        rows.push(0);
        rows.extend(row);
    }
    rows
}

fn squeeze(bytes: &[u8], level: i32) -> Vec<u8> {
    let level = CompressionLvl::new(level).unwrap_or_default();
    let mut compressor = Compressor::new(level);
    let mut squeezed = vec![0; compressor.zlib_compress_bound(bytes.len())];
    // It can only fail for want of room, and there is room for the worst.
    let length = compressor.zlib_compress(bytes, &mut squeezed).unwrap_or(0);
    squeezed.truncate(length);
    squeezed
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    file.extend(u32::try_from(content.len()).unwrap_or(u32::MAX).to_be_bytes());
    let begin = file.len();
    file.extend(name);
    file.extend(content);
    let sum = crc32fast::hash(&file[begin..]);
    file.extend(sum.to_be_bytes());
}
