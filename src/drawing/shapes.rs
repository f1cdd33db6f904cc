//! Shapes on a canvas: rounded rectangles, circles, rings and lines with soft edges.
//!
//! Each shape says how far a point lies outside of it (less than nothing: inside). A pixel whose middle is half a pixel
//! inside is covered, one half a pixel outside is not, and between them it is covered by a share. Only near the border is
//! that asked for each pixel; what lies inside is filled row by row.

use super::{
    canvas::Canvas,
    colour::{Colour, Rgb},
    numbers::{ceil, coverage, floor, real},
};

/// No line has more dashes, however far away it ends.
const MOST_DASHES: i32 = 4096;

/// A box with round corners: where its middle is, half its width and height, and the radius of its corners.
#[derive(Clone, Copy)]
struct Rounded {
    middle: (f32, f32),
    half: (f32, f32),
    radius: f32,
}

impl Rounded {
    fn new(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Rounded {
        let half = (width.max(0.0) / 2.0, height.max(0.0) / 2.0);
        let radius = radius.clamp(0.0, half.0.min(half.1));
        Rounded { middle: (x + half.0, y + half.1), half, radius }
    }

    /// How far a point lies outside.
    fn outside(&self, x: f32, y: f32) -> f32 {
        let x = (x - self.middle.0).abs() - self.half.0 + self.radius;
        let y = (y - self.middle.1).abs() - self.half.1 + self.radius;
        x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0) - self.radius
    }

    /// How much of the pixel around a point is covered.
    fn covered(&self, x: f32, y: f32) -> f32 {
        if self.radius > 0.5 {
            return 0.5 - self.outside(x, y);
        }
        // A sharp corner is covered as much as both its sides say.
        let side = |at: f32, middle: f32, half: f32| (0.5 + half - (at - middle).abs()).clamp(0.0, 1.0);
        side(x, self.middle.0, self.half.0) * side(y, self.middle.1, self.half.1)
    }

    /// The same, without a border of this width all around.
    fn smaller(&self, by: f32) -> Rounded {
        let half = (self.half.0 - by, self.half.1 - by);
        Rounded { middle: self.middle, half, radius: (self.radius - by).max(0.0) }
    }

    /// From where to where the pixels of a row differ by nothing, because all of them are far from the left and right.
    fn even(&self) -> (i32, i32) {
        let reach = self.half.0 - self.radius;
        (ceil(self.middle.0 - reach + 1.0), floor(self.middle.0 + reach - 1.0))
    }
}

/// A line with round ends: where it begins, where it ends, and half its width.
#[derive(Clone, Copy)]
struct Stroke {
    from: (f32, f32),
    way: (f32, f32),
    half: f32,
}

impl Stroke {
    fn outside(&self, x: f32, y: f32) -> f32 {
        let (x, y) = (x - self.from.0, y - self.from.1);
        let length = self.way.0 * self.way.0 + self.way.1 * self.way.1;
        let along =
            if length > 0.0 { ((x * self.way.0 + y * self.way.1) / length).clamp(0.0, 1.0) } else { 0.0 };
        (x - along * self.way.0).hypot(y - along * self.way.1) - self.half
    }

    /// Between which measures the line can touch a row.
    fn reach(&self, y: f32) -> (f32, f32) {
        let margin = self.half + 1.0;
        let (begin, end) = (self.from.0, self.from.0 + self.way.0);
        let (left, right) = (begin.min(end) - margin, begin.max(end) + margin);
        if self.way.1.abs() < 1.0 {
            return (left, right);
        }
        let at = begin + (y - self.from.1) / self.way.1 * self.way.0;
        let wide = margin * self.way.0.hypot(self.way.1) / self.way.1.abs();
        (left.max(at - wide), right.min(at + wide))
    }
}

impl Canvas {
    /// Fills a rectangle with round corners.
    pub fn rounded(
        &mut self,
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        radius: f32,
        colour: impl Into<Colour>,
    ) {
        self.fill(Rounded::new(x, y, width, height, radius), colour.into());
    }

    /// Draws the border of a rectangle with round corners; it lies inside of the rectangle.
    #[expect(
        clippy::too_many_arguments,
        reason = "a place, a size and a way to draw: a type would only rename them"
    )]
    pub fn frame(
        &mut self,
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        radius: f32,
        thick: f32,
        colour: impl Into<Colour>,
    ) {
        self.outline(Rounded::new(x, y, width, height, radius), thick, colour.into());
    }

    /// Fills a circle.
    pub fn circle(&mut self, x: f32, y: f32, radius: f32, colour: impl Into<Colour>) {
        self.rounded(x - radius, y - radius, 2.0 * radius, 2.0 * radius, radius, colour);
    }

    /// Draws a ring; it lies inside of the circle.
    pub fn ring(&mut self, x: f32, y: f32, radius: f32, thick: f32, colour: impl Into<Colour>) {
        self.frame(x - radius, y - radius, 2.0 * radius, 2.0 * radius, radius, thick, colour);
    }

    /// Draws a line with round ends.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), thick: f32, colour: impl Into<Colour>) {
        let stroke = Stroke { from, way: (to.0 - from.0, to.1 - from.1), half: thick / 2.0 };
        let top = floor(from.1.min(to.1) - stroke.half - 1.0);
        let bottom = ceil(from.1.max(to.1) + stroke.half + 1.0);
        let colour = colour.into();
        for row in self.rows(top, bottom - top) {
            let y = real(row) + 0.5;
            let (left, right) = stroke.reach(y);
            self.soft(row, floor(left), ceil(right), colour, |x| 0.5 - stroke.outside(x, y));
        }
    }

    /// Draws a line of dashes with round ends, beginning with a dash.
    pub fn dashes(
        &mut self,
        from: (f32, f32),
        to: (f32, f32),
        thick: f32,
        (dash, gap): (f32, f32),
        colour: impl Into<Colour>,
    ) {
        let colour = colour.into();
        let way = (to.0 - from.0, to.1 - from.1);
        let length = way.0.hypot(way.1);
        let step = (dash + gap).max(1.0);
        let point = |along: f32| (from.0 + way.0 * along / length, from.1 + way.1 * along / length);
        for along in (0..MOST_DASHES).map(|number| real(number) * step).take_while(|along| *along < length) {
            self.line(point(along), point((along + dash).min(length)), thick, colour);
        }
    }

    fn fill(&mut self, shape: Rounded, colour: Colour) {
        let (top, bottom) = (floor(shape.middle.1 - shape.half.1), ceil(shape.middle.1 + shape.half.1));
        let (left, right) = (floor(shape.middle.0 - shape.half.0), ceil(shape.middle.0 + shape.half.0));
        let (begin, end) = shape.even();
        for row in self.rows(top, bottom - top) {
            let y = real(row) + 0.5;
            let covered = |x: f32| shape.covered(x, y);
            if begin >= end {
                self.soft(row, left, right, colour, covered);
                continue;
            }
            self.soft(row, left, begin, colour, covered);
            self.even(row, begin, end, colour, covered(shape.middle.0));
            self.soft(row, end, right, colour, covered);
        }
    }

    fn outline(&mut self, shape: Rounded, thick: f32, colour: Colour) {
        let (top, bottom) = (floor(shape.middle.1 - shape.half.1), ceil(shape.middle.1 + shape.half.1));
        let (left, right) = (floor(shape.middle.0 - shape.half.0), ceil(shape.middle.0 + shape.half.0));
        // Inside of the border nothing is drawn: pixels there are only looked at in the rows of the corners.
        let side = ceil(shape.radius.max(thick) + 1.0);
        let inner = shape.smaller(thick);
        for row in self.rows(top, bottom - top) {
            let y = real(row) + 0.5;
            let covered = |x: f32| shape.covered(x, y).clamp(0.0, 1.0) - inner.covered(x, y).clamp(0.0, 1.0);
            let (begin, end) = (left + side, right - side);
            if begin >= end {
                self.soft(row, left, right, colour, covered);
                continue;
            }
            self.soft(row, left, begin, colour, covered);
            self.even(row, begin, end, colour, covered(shape.middle.0));
            self.soft(row, end, right, colour, covered);
        }
    }

    /// Draws a part of a row, each pixel by how much of it is covered.
    fn soft(&mut self, row: i32, from: i32, to: i32, colour: Colour, covered: impl Fn(f32) -> f32) {
        let above = self.above(colour);
        let palette = std::sync::Arc::clone(&self.palette);
        let (pixels, cut) = self.row(row, from, to.saturating_sub(from));
        let mut x = real(from.saturating_add(i32::try_from(cut).unwrap_or(i32::MAX))) + 0.5;
        for pixel in pixels {
            Canvas::mix(&palette, pixel, above, coverage(covered(x).clamp(0.0, 1.0)));
            x += 1.0;
        }
    }

    /// Draws a part of a row of which every pixel is covered alike.
    fn even(&mut self, row: i32, from: i32, to: i32, colour: Colour, covered: f32) {
        let above = self.above(colour);
        let covered = coverage(covered.clamp(0.0, 1.0));
        let palette = std::sync::Arc::clone(&self.palette);
        let (pixels, _) = self.row(row, from, to.saturating_sub(from));
        match covered {
            0 => {}
            255 => pixels.fill(colour.0),
            _ => pixels.iter_mut().for_each(|pixel| Canvas::mix(&palette, pixel, above, covered)),
        }
    }

    fn above(&self, colour: Colour) -> (Colour, Rgb) {
        (colour, self.palette.rgb(colour))
    }
}
