//! A piece: a drawing of `assets/art`, rendered in one size and colour. It has two planes: palette
//! numbers and coverage.

use image::{DynamicImage, GrayImage, Luma, Rgb, RgbaImage, imageops::index_colors};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::canvas::Canvas;
use super::colour::{from_hex, to_hex};
use super::numbers::{SHARES, pixels, place, quarters, real, signed};
use super::palette::Palette;

#[derive(Default)]
pub struct Piece {
    numbers: GrayImage,
    cover: GrayImage,
}

/// An SVG that cannot be rendered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPicture {
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    #[error("it cannot be {0} pixels wide and {1} high")]
    Size(u32, u32),
}

/// Renders an SVG on a ground. Without a width, the ratio of the SVG is kept.
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

/// Replaces every `#rrggbb` of an SVG for which `other` returns a colour.
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
    pub(super) fn new(drawing: RgbaImage, palette: &Palette) -> Piece {
        let cover = drawing.pixels().map(|pixel| quarters(pixel.0[3])).collect();
        let cover =
            GrayImage::from_raw(drawing.width(), drawing.height(), cover).unwrap_or_default();
        Piece {
            numbers: numbered(drawing, palette),
            cover,
        }
    }

    pub fn width(&self) -> u32 {
        self.cover.width()
    }

    pub fn height(&self) -> u32 {
        self.cover.height()
    }

    pub fn bytes(&self) -> usize {
        size_of::<Piece>() + self.numbers.len() + self.cover.len()
    }

    /// Returns the palette number of a pixel and its coverage in 255ths.
    pub fn pixel(&self, x: u32, y: u32) -> Option<(u8, u8)> {
        let Luma([number]) = *self.numbers.get_pixel_checked(x, y)?;
        let Luma([covered]) = *self.cover.get_pixel_checked(x, y)?;
        Some((number, SHARES[usize::from(covered)]))
    }
}

impl Canvas {
    /// Draws a piece with its upper left corner at a point.
    pub fn stamp(&mut self, piece: &Piece, x: i32, y: i32) {
        let width = place(signed(piece.width()));
        self.lay((x, y), &piece.cover, |row| {
            &piece.numbers.as_raw()[row * width..]
        });
    }

    /// Draws a piece with its centre at a point.
    pub fn stamp_at(&mut self, piece: &Piece, x: i32, y: i32) {
        let half = |length: u32| signed(length) / 2;
        self.stamp(
            piece,
            x.saturating_sub(half(piece.width())),
            y.saturating_sub(half(piece.height())),
        );
    }
}
