//! Draws anti-aliased shapes on a canvas: rounded rectangles, circles, rings, lines and dashes.
//! Each shape is a path of `tiny-skia`.

use image::GenericImageView as _;
use resvg::tiny_skia::{IntRect, LineCap, LineJoin, Path, PathBuilder, Rect, Stroke, StrokeDash};

use super::{Canvas, clip_span};
use crate::colour::{Colour, Ink};
use crate::mask::{Mask, Repetition, Stretch};
use crate::numbers::{
    PixelOffset, Point, floor_to_i32, round_to_i32, to_f32, to_px, to_sixteenths,
};
use crate::stencils::{StrokeStyle, cached_stencil, is_small, map_points};

/// How far the control points of a Bézier quarter circle lie from its ends, as a fraction of the
/// radius.
const QUARTER_CIRCLE_CONTROL: f32 = 0.552_285;

/// The precision of the curved border of a stroke, in parts of a pixel.
const STROKE_PRECISION: f32 = 8.0;

fn rounded_rect_path(Point(x, y): Point, Point(width, height): Point, radius: f32) -> Option<Path> {
    let sides = Rect::from_xywh(x, y, width, height)?;
    let left = sides.left();
    let top = sides.top();
    let right = sides.right();
    let bottom = sides.bottom();
    let radius = radius.min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        return Some(PathBuilder::from_rect(sides));
    }
    let near = radius * (1.0 - QUARTER_CIRCLE_CONTROL);
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
pub(crate) fn stroke_outline(path: &Path, width: f32) -> Option<Path> {
    let line_cap = LineCap::Round;
    let line_join = LineJoin::Round;
    path.stroke(
        &Stroke {
            width,
            line_cap,
            line_join,
            ..Stroke::default()
        },
        STROKE_PRECISION,
    )
}

/// Returns the outline of a rounded rectangle's border, which lies inside the rectangle.
pub(crate) fn frame_outline(
    Point(x, y): Point,
    Point(width, height): Point,
    radius: f32,
    thickness: f32,
) -> Option<Path> {
    let corner = Point(x + thickness / 2.0, y + thickness / 2.0);
    let size = Point(width - thickness, height - thickness);
    let stroke = Stroke {
        width: thickness,
        ..Stroke::default()
    };
    rounded_rect_path(corner, size, radius - thickness / 2.0)?.stroke(&stroke, STROKE_PRECISION)
}

/// Returns the outline of dashes along a path, given the length of a dash and of a gap.
fn dash_outline(path: &Path, thickness: f32, Point(dash, gap): Point) -> Option<Path> {
    let dashes = path.dash(&StrokeDash::new(vec![dash, gap], 0.0)?, STROKE_PRECISION)?;
    stroke_outline(&dashes, thickness)
}

/// Moves a path by whole pixels to the origin. Also returns the distance by which it was moved.
fn move_to_origin(path: &Path) -> Option<(PixelOffset, Path)> {
    let offset = whole_pixel_corner(path);
    let moved = map_points(path, |Point(x, y)| {
        Point(x - to_f32(offset.x), y - to_f32(offset.y))
    });
    Some((offset, moved?))
}

/// Returns the pixel at the upper left corner of a path.
fn whole_pixel_corner(path: &Path) -> PixelOffset {
    PixelOffset {
        x: floor_to_i32(path.bounds().left()),
        y: floor_to_i32(path.bounds().top()),
    }
}

/// Returns the repetition along one side of a shape whose corners have this reach.
fn repetition_between_corners(begin: f32, length: f32, reach: f32) -> Repetition {
    Repetition {
        at: floor_to_i32(begin + reach.max(0.0) + 1.0),
        // Pixels next to a corner may still be affected by it, so 2 pixels on each side are not
        // repeated.
        times: to_px(length - 2.0 * reach.max(0.0) - 4.0) - 1,
    }
}

impl Canvas {
    /// Fills a rectangle with round corners.
    pub fn fill_rounded_rect(
        &mut self,
        corner: Point,
        size: Point,
        radius: f32,
        colour: impl Into<Colour>,
    ) {
        let corner = self.scale_point(corner);
        let size = self.scale_point(size);
        let radius = self.to_pixels(radius);
        self.fill_with_corners(
            rounded_rect_path(corner, size, radius),
            corner,
            size,
            radius,
            colour.into(),
        );
    }

    /// Draws the border of a rectangle with round corners; it lies inside of the rectangle.
    pub fn draw_frame(
        &mut self,
        corner: Point,
        size: Point,
        radius: f32,
        thickness: f32,
        colour: impl Into<Colour>,
    ) {
        let corner = self.scale_point(corner);
        let size = self.scale_point(size);
        let radius = self.to_pixels(radius);
        let thickness = self.to_pixels(thickness);
        let border = frame_outline(corner, size, radius, thickness);
        self.fill_with_corners(border, corner, size, radius.max(thickness), colour.into());
    }

    pub fn fill_circle(&mut self, middle: Point, radius: f32, colour: impl Into<Colour>) {
        let Point(x, y) = self.scale_point(middle);
        self.fill_by_stencil(
            PathBuilder::from_circle(x, y, self.to_pixels(radius)),
            Point(x, y),
            Stretch::default(),
            colour.into(),
        );
    }

    /// Draws a ring whose outer edge is the circle of this radius.
    pub fn draw_ring(
        &mut self,
        Point(x, y): Point,
        radius: f32,
        thickness: f32,
        colour: impl Into<Colour>,
    ) {
        self.draw_frame(
            Point(x - radius, y - radius),
            Point(2.0 * radius, 2.0 * radius),
            radius,
            thickness,
            colour,
        );
    }

    /// Draws a line with round ends through all these points.
    pub fn draw_line(&mut self, points: &[Point], thickness: f32, colour: impl Into<Colour>) {
        if let Some(line) = self
            .path_through(points)
            .and_then(|path| stroke_outline(&path, self.to_pixels(thickness)))
        {
            self.fill_path(&line, colour.into());
        }
    }

    /// Draws a dashed line with round ends through all these points; `dashes` is dash length and
    /// gap.
    pub fn draw_dashes(
        &mut self,
        points: &[Point],
        thickness: f32,
        dashes: Point,
        colour: impl Into<Colour>,
    ) {
        self.draw_dashed_path(self.path_through(points), thickness, dashes, colour.into());
    }

    /// Draws a dashed circle; `dashes` is dash length and gap.
    pub fn draw_dashed_ring(
        &mut self,
        middle: Point,
        radius: f32,
        thickness: f32,
        dashes: Point,
        ink: Ink,
    ) {
        let Point(x, y) = self.scale_point(middle);
        self.draw_dashed_path(
            PathBuilder::from_circle(x, y, self.to_pixels(radius)),
            thickness,
            dashes,
            ink.into(),
        );
    }

    /// Blends a colour over a rectangle with `alpha` 255ths; it is used to dim what is unavailable.
    pub fn blend_rect(&mut self, corner: Point, size: Point, colour: impl Into<Colour>, alpha: u8) {
        let Point(x, y) = self.scale_point(corner);
        let size = self.scale_point(size);
        if size.0 < 0.5 || size.1 < 0.5 {
            return;
        }
        let Colour(above) = colour.into();
        for down in 0..to_px(size.1) {
            let Some((row, palette)) = self.row_mut(round_to_i32(y).saturating_add(down.into()))
            else {
                continue;
            };
            let (row, _) = clip_span(row, round_to_i32(x), to_px(size.0).into());
            for pixel in row {
                *pixel = palette.blend(*pixel, palette.colour(above), alpha);
            }
        }
    }

    fn path_through(&self, points: &[Point]) -> Option<Path> {
        let mut points = points.iter().map(|point| self.scale_point(*point));
        let Point(x, y) = points.next()?;
        let mut path = PathBuilder::new();
        path.move_to(x, y);
        points.for_each(|Point(x, y)| path.line_to(x, y));
        path.finish()
    }

    /// Draws dashes along a path, which begins with a dash. Small paths use a cached stencil.
    fn draw_dashed_path(
        &mut self,
        path: Option<Path>,
        thickness: f32,
        dashes: Point,
        colour: Colour,
    ) {
        let thickness = self.to_pixels(thickness);
        let dashes = self.scale_point(dashes);
        let Some(path) = path else { return };
        let Some((offset, small)) = move_to_origin(&path) else {
            return;
        };
        if is_small(&small) {
            let mask = cached_stencil(small, [thickness, dashes.0, dashes.1], |path| {
                Mask::render(&dash_outline(path, thickness, dashes)?, to_sixteenths)
            });
            mask.paint(self, offset, colour);
        } else if let Some(dashes) = dash_outline(&path, thickness, dashes) {
            self.fill_path(&dashes, colour);
        }
    }

    /// Fills a shape whose corners are `reach` wide and high, and which is uniform between them.
    fn fill_with_corners(
        &mut self,
        path: Option<Path>,
        corner: Point,
        size: Point,
        reach: f32,
        colour: Colour,
    ) {
        let middle = Point(corner.0 + size.0 / 2.0, corner.1 + size.1 / 2.0);
        let stretch = Stretch {
            column: repetition_between_corners(corner.0, size.0, reach),
            row: repetition_between_corners(corner.1, size.1, reach),
        };
        self.fill_by_stencil(path, middle, stretch, colour);
    }

    /// Fills a shape through a cached stencil in which a column and a row are repeated.
    fn fill_by_stencil(
        &mut self,
        path: Option<Path>,
        middle: Point,
        Stretch { column, row }: Stretch,
        colour: Colour,
    ) {
        let Some(path) = path else { return };
        let offset = whole_pixel_corner(&path);
        let small = map_points(&path, |Point(x, y)| {
            let left = if x > middle.0 {
                f32::from(column.times)
            } else {
                0.0
            };
            let up = if y > middle.1 {
                f32::from(row.times)
            } else {
                0.0
            };
            Point(x - left - to_f32(offset.x), y - up - to_f32(offset.y))
        });
        match small.filter(is_small) {
            Some(small) => {
                let stretch = Stretch {
                    column: Repetition {
                        at: column.at.saturating_sub(offset.x),
                        ..column
                    },
                    row: Repetition {
                        at: row.at.saturating_sub(offset.y),
                        ..row
                    },
                };
                let mask = cached_stencil(small, StrokeStyle::default(), |path| {
                    Mask::render(path, to_sixteenths)
                });
                mask.paint_stretched(self, offset, stretch, colour);
            }
            None => self.fill_path(&path, colour),
        }
    }

    fn fill_path(&mut self, path: &Path, colour: Colour) {
        if let Some(mask) = self.render_path_mask(path) {
            mask.paint(self, PixelOffset::default(), colour);
        }
    }

    fn render_path_mask(&self, path: &Path) -> Option<Mask> {
        let whole = IntRect::from_xywh(0, 0, self.width(), self.height())?;
        Mask::render_within(
            path.bounds().round_out()?.intersect(&whole)?,
            path,
            to_sixteenths,
        )
    }
}
