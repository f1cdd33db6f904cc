//! Anti-aliased shapes on a canvas: rounded rectangles, circles, rings, lines and dashes. Each is a
//! path of `tiny-skia`.

use image::GenericImageView as _;
use resvg::tiny_skia::{IntRect, LineCap, LineJoin, Path, PathBuilder, Rect, Stroke, StrokeDash};

use super::canvas::{Canvas, cut};
use super::colour::{Colour, Ink};
use super::mask::{Mask, More};
use super::numbers::{Point, floor, pixels, real, round, sixteenths};
use super::stencils::{Trace, is_small, moved, stencil};

/// The distance of the control points of a Bézier curve for a quarter circle, as a part of the
/// radius.
const PULL: f32 = 0.552_285;

/// The precision of the curved border of a stroke, in parts of a pixel.
const FINE: f32 = 8.0;

fn rounded(Point(x, y): Point, Point(width, height): Point, radius: f32) -> Option<Path> {
    let sides = Rect::from_xywh(x, y, width, height)?;
    let left = sides.left();
    let top = sides.top();
    let right = sides.right();
    let bottom = sides.bottom();
    let radius = radius.min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        return Some(PathBuilder::from_rect(sides));
    }
    let near = radius * (1.0 - PULL);
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.cubic_to(right - near, top, right, top + near, right, top + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(
        right,
        bottom - near,
        right - near,
        bottom,
        right - radius,
        bottom,
    );
    path.line_to(left + radius, bottom);
    path.cubic_to(
        left + near,
        bottom,
        left,
        bottom - near,
        left,
        bottom - radius,
    );
    path.line_to(left, top + radius);
    path.cubic_to(left, top + near, left + near, top, left + radius, top);
    path.close();
    path.finish()
}

/// Returns the outline of a stroked path with round ends and joins.
pub(super) fn stroked(path: &Path, width: f32) -> Option<Path> {
    let line_cap = LineCap::Round;
    let line_join = LineJoin::Round;
    path.stroke(
        &Stroke {
            width,
            line_cap,
            line_join,
            ..Stroke::default()
        },
        FINE,
    )
}

/// Returns the border of a rounded rectangle, inside of it.
pub(super) fn framed(
    Point(x, y): Point,
    Point(width, height): Point,
    radius: f32,
    thick: f32,
) -> Option<Path> {
    let corner = Point(x + thick / 2.0, y + thick / 2.0);
    let size = Point(width - thick, height - thick);
    let stroke = Stroke {
        width: thick,
        ..Stroke::default()
    };
    rounded(corner, size, radius - thick / 2.0)?.stroke(&stroke, FINE)
}

/// Moves a path by whole pixels to the origin. Also returns the offset.
fn in_corner(path: &Path) -> Option<((i32, i32), Path)> {
    let by = (floor(path.bounds().left()), floor(path.bounds().top()));
    Some((
        by,
        moved(path, |Point(x, y)| Point(x - real(by.0), y - real(by.1)))?,
    ))
}

/// No column or row is repeated.
const NOTHING: [More; 2] = [(0, 0); 2];

impl Canvas {
    /// Fills a rectangle with round corners.
    pub fn rounded(&mut self, corner: Point, size: Point, radius: f32, colour: impl Into<Colour>) {
        let corner = self.scale_point(corner);
        let size = self.scale_point(size);
        let radius = self.to_pixels(radius);
        self.cornered(
            rounded(corner, size, radius),
            corner,
            size,
            radius,
            colour.into(),
        );
    }

    /// Draws the border of a rectangle with round corners; it lies inside of the rectangle.
    pub fn frame(
        &mut self,
        corner: Point,
        size: Point,
        radius: f32,
        thick: f32,
        colour: impl Into<Colour>,
    ) {
        let corner = self.scale_point(corner);
        let size = self.scale_point(size);
        let radius = self.to_pixels(radius);
        let thick = self.to_pixels(thick);
        let border = framed(corner, size, radius, thick);
        self.cornered(border, corner, size, radius.max(thick), colour.into());
    }

    /// Fills a circle.
    pub fn circle(&mut self, middle: Point, radius: f32, colour: impl Into<Colour>) {
        let Point(x, y) = self.scale_point(middle);
        self.again(
            PathBuilder::from_circle(x, y, self.to_pixels(radius)),
            Point(x, y),
            NOTHING,
            colour.into(),
        );
    }

    /// Draws a ring; it lies inside of the circle.
    pub fn ring(&mut self, Point(x, y): Point, radius: f32, thick: f32, colour: impl Into<Colour>) {
        self.frame(
            Point(x - radius, y - radius),
            Point(2.0 * radius, 2.0 * radius),
            radius,
            thick,
            colour,
        );
    }

    /// Draws a line with round ends through all these points.
    pub fn line(&mut self, points: &[Point], thick: f32, colour: impl Into<Colour>) {
        if let Some(line) = self
            .along(points)
            .and_then(|path| stroked(&path, self.to_pixels(thick)))
        {
            self.fill(&line, colour.into());
        }
    }

    /// Draws dashes with round ends through all these points, of this length and this far apart.
    pub fn dashes(
        &mut self,
        points: &[Point],
        thick: f32,
        dashes: Point,
        colour: impl Into<Colour>,
    ) {
        self.dashed(self.along(points), thick, dashes, colour.into());
    }

    /// Draws dashes around a circle, of this length and this far apart.
    pub fn dashed_ring(&mut self, middle: Point, radius: f32, thick: f32, dashes: Point, ink: Ink) {
        let Point(x, y) = self.scale_point(middle);
        self.dashed(
            PathBuilder::from_circle(x, y, self.to_pixels(radius)),
            thick,
            dashes,
            ink.into(),
        );
    }

    /// Blends a colour over a rectangle with `alpha` 255ths, to dim what is unavailable.
    pub fn veil(&mut self, corner: Point, size: Point, colour: impl Into<Colour>, alpha: u8) {
        let (Point(x, y), size) = (self.scale_point(corner), self.scale_point(size));
        if size.0 < 0.5 || size.1 < 0.5 {
            return;
        }
        let Colour(above) = colour.into();
        for down in 0..pixels(size.1) {
            let Some((row, palette)) = self.row(round(y).saturating_add(down.into())) else {
                continue;
            };
            let (row, _) = cut(row, round(x), pixels(size.0).into());
            for pixel in row {
                *pixel = palette.blend(*pixel, palette.colour(above), alpha);
            }
        }
    }

    fn along(&self, points: &[Point]) -> Option<Path> {
        let mut points = points.iter().map(|point| self.scale_point(*point));
        let (Point(x, y), mut path) = (points.next()?, PathBuilder::new());
        path.move_to(x, y);
        points.for_each(|Point(x, y)| path.line_to(x, y));
        path.finish()
    }

    /// Draws dashes along a path, beginning with a dash. Small paths use a cached stencil.
    fn dashed(&mut self, path: Option<Path>, thick: f32, dashes: Point, colour: Colour) {
        let (thick, Point(dash, gap)) = (self.to_pixels(thick), self.scale_point(dashes));
        let shape = |path: &Path| {
            let dashes = path.dash(&StrokeDash::new(vec![dash, gap], 0.0)?, FINE)?;
            stroked(&dashes, thick)
        };
        let Some((by, small)) = path.as_ref().and_then(in_corner) else {
            return;
        };
        if is_small(&small) {
            let mask = stencil(small, [thick, dash, gap], |path| {
                Mask::of(&shape(path)?, sixteenths)
            });
            self.cover(&mask, by, colour);
        } else if let Some(dashes) = path.and_then(|path| shape(&path)) {
            self.fill(&dashes, colour);
        }
    }

    /// Fills a shape whose corners have this reach, and which is uniform between them.
    fn cornered(
        &mut self,
        path: Option<Path>,
        corner: Point,
        size: Point,
        reach: f32,
        colour: Colour,
    ) {
        let between = |begin: f32, length: f32| {
            // The pixels beside a corner are not uniform yet.
            let more = pixels(length - 2.0 * reach.max(0.0) - 4.0) - 1;
            (floor(begin + reach.max(0.0) + 1.0), more)
        };
        let middle = Point(corner.0 + size.0 / 2.0, corner.1 + size.1 / 2.0);
        self.again(
            path,
            middle,
            [between(corner.0, size.0), between(corner.1, size.1)],
            colour,
        );
    }

    /// Fills a shape through a cached stencil in which a column and a row are repeated.
    fn again(
        &mut self,
        path: Option<Path>,
        middle: Point,
        [column, row]: [More; 2],
        colour: Colour,
    ) {
        let Some(path) = path else { return };
        let by = (floor(path.bounds().left()), floor(path.bounds().top()));
        let less = |at: f32, middle: f32, more: u16| {
            if at > middle {
                at - f32::from(more)
            } else {
                at
            }
        };
        let small = moved(&path, |Point(x, y)| {
            Point(
                less(x, middle.0, column.1) - real(by.0),
                less(y, middle.1, row.1) - real(by.1),
            )
        });
        match small.filter(is_small) {
            Some(small) => {
                let more = [
                    (column.0.saturating_sub(by.0), column.1),
                    (row.0.saturating_sub(by.1), row.1),
                ];
                let mask = stencil(small, Trace::default(), |path| Mask::of(path, sixteenths));
                self.stretch(&mask, by, more, colour);
            }
            None => self.fill(&path, colour),
        }
    }

    fn fill(&mut self, path: &Path, colour: Colour) {
        if let Some(mask) = self.covered(path) {
            self.cover(&mask, (0, 0), colour);
        }
    }

    fn covered(&self, path: &Path) -> Option<Mask> {
        let whole = IntRect::from_xywh(0, 0, self.width(), self.height())?;
        Mask::within(
            path.bounds().round_out()?.intersect(&whole)?,
            path,
            sixteenths,
        )
    }
}
