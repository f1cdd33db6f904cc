//! Shapes on a canvas: rounded rectangles, circles, rings, lines and dashes with soft edges. Each is a path of
//! `tiny-skia`.

use image::GenericImageView as _;
use resvg::tiny_skia::{IntRect, LineCap, LineJoin, Path, PathBuilder, Rect, Stroke, StrokeDash};

use super::canvas::Canvas;
use super::colour::{Colour, Ink};
use super::mask::Mask;
use super::numbers::Point;

/// How far the ends of a curve pull its middle toward the corner, for a quarter of a circle: as part of the radius.
const PULL: f32 = 0.552_285;

/// How many parts of a pixel are told apart where the border of a stroke is a curve.
const FINE: f32 = 8.0;

/// A rectangle with round corners.
fn rounded((x, y): Point, (width, height): Point, radius: f32) -> Option<Path> {
    let sides = Rect::from_xywh(x, y, width, height)?;
    let (left, top, right, bottom) = (sides.left(), sides.top(), sides.right(), sides.bottom());
    let radius = radius.min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        return Some(PathBuilder::from_rect(sides));
    }
    let (near, mut path) = (radius * (1.0 - PULL), PathBuilder::new());
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.cubic_to(right - near, top, right, top + near, right, top + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - near, right - near, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.cubic_to(left + near, bottom, left, bottom - near, left, bottom - radius);
    path.line_to(left, top + radius);
    path.cubic_to(left, top + near, left + near, top, left + radius, top);
    path.close();
    path.finish()
}

/// A line from point to point.
fn along(points: &[Point]) -> Option<Path> {
    let ((x, y), rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(*x, *y);
    for (x, y) in rest {
        path.line_to(*x, *y);
    }
    path.finish()
}

/// What a pen covers that is so thick and follows a path: ends and bends are round.
pub(super) fn stroked(path: &Path, width: f32) -> Option<Path> {
    let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
    path.stroke(&Stroke { width, line_cap, line_join, ..Stroke::default() }, FINE)
}

/// The border of a rectangle with round corners; it lies inside of the rectangle.
pub(super) fn framed((x, y): Point, (width, height): Point, radius: f32, thick: f32) -> Option<Path> {
    let (corner, size) = ((x + thick / 2.0, y + thick / 2.0), (width - thick, height - thick));
    let stroke = Stroke { width: thick, ..Stroke::default() };
    rounded(corner, size, radius - thick / 2.0)?.stroke(&stroke, FINE)
}

/// Dashes along a path, so thick, of this length and this far apart: it begins with a dash.
fn dashed(path: &Path, thick: f32, (dash, gap): Point) -> Option<Path> {
    stroked(&path.dash(&StrokeDash::new(vec![dash, gap], 0.0)?, FINE)?, thick)
}

impl Canvas {
    /// Fills a rectangle with round corners.
    pub fn rounded(&mut self, corner: Point, size: Point, radius: f32, colour: impl Into<Colour>) {
        self.fill(rounded(corner, size, radius), colour);
    }

    /// Draws the border of a rectangle with round corners; it lies inside of the rectangle.
    pub fn frame(&mut self, corner: Point, size: Point, radius: f32, thick: f32, colour: impl Into<Colour>) {
        self.fill(framed(corner, size, radius, thick), colour);
    }

    /// Fills a circle.
    pub fn circle(&mut self, (x, y): Point, radius: f32, colour: impl Into<Colour>) {
        self.fill(PathBuilder::from_circle(x, y, radius), colour);
    }

    /// Draws a ring; it lies inside of the circle.
    pub fn ring(&mut self, (x, y): Point, radius: f32, thick: f32, colour: impl Into<Colour>) {
        self.frame((x - radius, y - radius), (2.0 * radius, 2.0 * radius), radius, thick, colour);
    }

    /// Draws a line with round ends through all these points.
    pub fn line(&mut self, points: &[Point], thick: f32, colour: impl Into<Colour>) {
        self.fill(along(points).and_then(|path| stroked(&path, thick)), colour);
    }

    /// Draws dashes with round ends through all these points, of this length and this far apart.
    pub fn dashes(&mut self, points: &[Point], thick: f32, dashes: Point, colour: impl Into<Colour>) {
        self.fill(along(points).and_then(|path| dashed(&path, thick, dashes)), colour);
    }

    /// Draws dashes around a circle, of this length and this far apart.
    pub fn dashed_ring(&mut self, (x, y): Point, radius: f32, thick: f32, dashes: Point, ink: Ink) {
        let circle = PathBuilder::from_circle(x, y, radius);
        self.fill(circle.and_then(|circle| dashed(&circle, thick, dashes)), ink);
    }

    /// Lays a colour thinly on a rectangle, with so many 255ths: to dim what cannot be had.
    pub fn veil(&mut self, (x, y): Point, size: Point, colour: impl Into<Colour>, alpha: u8) {
        let path = rounded((x.round(), y.round()), (size.0.round(), size.1.round()), 0.0);
        if let Some(mask) = self.covered(path) {
            self.cover(&mask.thinned(alpha), (0, 0), colour.into());
        }
    }

    fn fill(&mut self, path: Option<Path>, colour: impl Into<Colour>) {
        if let Some(mask) = self.covered(path) {
            self.cover(&mask, (0, 0), colour.into());
        }
    }

    /// What a path covers of the canvas; nothing if there is no path, as where a measure is no number.
    fn covered(&self, path: Option<Path>) -> Option<Mask> {
        let path = path?;
        let whole = IntRect::from_xywh(0, 0, self.width(), self.height())?;
        Mask::within(path.bounds().round_out()?.intersect(&whole)?, &path)
    }
}
