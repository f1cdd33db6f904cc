//! A piece: a drawing of `assets/art` at one size and in one colour, made ready to be put on a canvas. It is two planes:
//! palette numbers, and how much of each pixel they cover.

use image::{DynamicImage, GrayImage, Luma, Rgb, RgbaImage, imageops::index_colors};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::canvas::Canvas;
use super::colour::{from_hex, to_hex};
use super::numbers::{SHARES, pixels, place, quarters, real, signed};
use super::palette::Palette;

/// A drawing that is ready for a canvas.
#[derive(Default)]
pub struct Piece {
    numbers: GrayImage,
    cover: GrayImage,
}

/// A drawing that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPicture {
    /// It is no drawing.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// Nothing is seen at this size.
    #[error("it cannot be {0} pixels wide and {1} high")]
    Size(u32, u32),
}

/// Draws an SVG on a ground, as wide and high as asked for; if no width is, as wide as the height makes it.
pub(super) fn drawn(
    svg: &str,
    size: (Option<u32>, u32),
    ground: Color,
) -> Result<RgbaImage, NoPicture> {
    let (width, height) = size;
    let tree = Tree::from_str(svg, &Options::default());
    let tree = tree.map_err(|error| NoPicture::Unreadable(error.to_string()))?;
    let size = tree.size();
    let width = width.unwrap_or(pixels(size.width() * (real(height) / size.height())).into());
    let nothing = NoPicture::Size(width, height);
    let mut drawing = Pixmap::new(width, height).ok_or_else(|| nothing.clone())?;
    drawing.fill(ground);
    let scale = Transform::from_scale(real(width) / size.width(), real(height) / size.height());
    resvg::render(&tree, scale, &mut drawing.as_mut());
    RgbaImage::from_raw(width, height, drawing.take_demultiplied()).ok_or(nothing)
}

pub(super) fn numbered(drawing: RgbaImage, palette: &Palette) -> GrayImage {
    index_colors(&DynamicImage::from(drawing).into_rgb8(), palette)
}

/// A drawing with its colours exchanged: every `#rrggbb` of it becomes what is said for it.
pub(super) fn repainted(svg: &str, other: impl Fn(Rgb<u8>) -> Option<Rgb<u8>>) -> String {
    let mut parts = svg.split('#');
    let mut painted = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.get(..6).and_then(from_hex).and_then(&other) {
            Some(colour) => painted.extend([&to_hex(colour), &part[6..]]),
            None => painted.extend(["#", part]),
        }
    }
    painted
}

impl Piece {
    /// A drawing made ready for the canvases of a palette.
    pub(super) fn new(drawing: RgbaImage, palette: &Palette) -> Piece {
        let cover = drawing.pixels().map(|pixel| quarters(pixel.0[3])).collect();
        let cover =
            GrayImage::from_raw(drawing.width(), drawing.height(), cover).unwrap_or_default();
        Piece {
            numbers: numbered(drawing, palette),
            cover,
        }
    }

    /// How wide it is.
    pub fn width(&self) -> u32 {
        self.cover.width()
    }

    /// How high it is.
    pub fn height(&self) -> u32 {
        self.cover.height()
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Piece>() + self.numbers.len() + self.cover.len()
    }

    /// The palette number of a pixel, and how many 255ths of what is below it covers.
    pub fn pixel(&self, x: u32, y: u32) -> Option<(u8, u8)> {
        let Luma([number]) = *self.numbers.get_pixel_checked(x, y)?;
        let Luma([covered]) = *self.cover.get_pixel_checked(x, y)?;
        Some((number, SHARES[usize::from(covered)]))
    }
}

impl Canvas {
    /// Puts a piece on the canvas, its upper left corner at a point.
    pub fn stamp(&mut self, piece: &Piece, x: i32, y: i32) {
        let width = place(signed(piece.width()));
        self.lay((x, y), &piece.cover, |row| {
            &piece.numbers.as_raw()[row * width..]
        });
    }

    /// Puts a piece on the canvas with its middle at a point.
    pub fn stamp_at(&mut self, piece: &Piece, x: i32, y: i32) {
        let half = |length: u32| signed(length) / 2;
        self.stamp(
            piece,
            x.saturating_sub(half(piece.width())),
            y.saturating_sub(half(piece.height())),
        );
    }
}
