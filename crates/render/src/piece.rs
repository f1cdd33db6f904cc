//! A piece: a drawing of `assets/art`, rendered in one size and colour, as two planes: palette
//! numbers and coverage.

use image::{DynamicImage, GrayImage, Luma, Rgb, RgbaImage, imageops::index_colors};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::canvas::Canvas;
use super::colour::{from_hex, to_hex};
use super::numbers::{
    COVERAGE_ALPHAS, PixelOffset, to_f32, to_i32, to_index, to_px, to_quarter_steps,
};
use super::palette::Palette;

#[derive(Default)]
pub struct Piece {
    numbers: GrayImage,
    coverage: GrayImage,
}

/// An SVG that cannot be rendered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SvgError {
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    #[error("it cannot be {0} pixels wide and {1} high")]
    Size(u32, u32),
}

/// Renders an SVG on a background colour. Without a width, the aspect ratio of the SVG is kept.
pub(super) fn render_svg(
    svg: &str,
    width: Option<u32>,
    height: u32,
    ground: Color,
) -> Result<RgbaImage, SvgError> {
    let tree = Tree::from_str(svg, &Options::default());
    let tree = tree.map_err(|error| SvgError::Unreadable(error.to_string()))?;
    let size = tree.size();
    let width = width.unwrap_or(to_px(size.width() * (to_f32(height) / size.height())).into());
    let size_error = SvgError::Size(width, height);
    let mut drawing = Pixmap::new(width, height).ok_or_else(|| size_error.clone())?;
    drawing.fill(ground);
    let scale = Transform::from_scale(to_f32(width) / size.width(), to_f32(height) / size.height());
    resvg::render(&tree, scale, &mut drawing.as_mut());
    RgbaImage::from_raw(width, height, drawing.take_demultiplied()).ok_or(size_error)
}

pub(super) fn to_palette_numbers(drawing: RgbaImage, palette: &Palette) -> GrayImage {
    index_colors(&DynamicImage::from(drawing).into_rgb8(), palette)
}

/// Replaces every `#rrggbb` in an SVG for which `other` returns a colour by that colour.
pub(super) fn replace_colours(svg: &str, other: impl Fn(Rgb<u8>) -> Option<Rgb<u8>>) -> String {
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
        let coverage = drawing
            .pixels()
            .map(|pixel| to_quarter_steps(pixel.0[3]))
            .collect();
        let coverage =
            GrayImage::from_raw(drawing.width(), drawing.height(), coverage).unwrap_or_default();
        Piece {
            numbers: to_palette_numbers(drawing, palette),
            coverage,
        }
    }

    pub fn width(&self) -> u32 {
        self.coverage.width()
    }

    pub fn height(&self) -> u32 {
        self.coverage.height()
    }

    pub fn bytes(&self) -> usize {
        size_of::<Piece>() + self.numbers.len() + self.coverage.len()
    }

    /// Returns the palette number of a pixel and its coverage in 255ths.
    pub fn pixel(&self, x: u32, y: u32) -> Option<(u8, u8)> {
        let Luma([number]) = *self.numbers.get_pixel_checked(x, y)?;
        let Luma([covered]) = *self.coverage.get_pixel_checked(x, y)?;
        Some((number, COVERAGE_ALPHAS[usize::from(covered)]))
    }

    /// Draws the piece with its upper left corner at a point.
    pub fn draw(&self, canvas: &mut Canvas, x: i32, y: i32) {
        let width = to_index(to_i32(self.width()));
        canvas.draw_numbers(PixelOffset { x, y }, &self.coverage, |row| {
            &self.numbers.as_raw()[row * width..]
        });
    }

    /// Draws the piece with its centre at a point.
    pub fn draw_centred(&self, canvas: &mut Canvas, x: i32, y: i32) {
        self.draw(
            canvas,
            x.saturating_sub(to_i32(self.width()) / 2),
            y.saturating_sub(to_i32(self.height()) / 2),
        );
    }
}
