//! How ratings moved: a line for each kind of table, dashed as long as it says little, with its badge at the end.

use super::{LEFT, StatsDrawing, badge_of};
use crate::{Colour, Ink, Point, SMALLEST, Tone, Weight, real};

/// Where lines are drawn: left, top, right and bottom; and how far apart badges stand behind them.
const FROM: f32 = 150.0;
const TOP: f32 = 176.0;
const TO: f32 = 940.0;
const BOTTOM: f32 = 476.0;
const APART: f32 = 60.0;
/// The widths of a line: its rim, then the line itself.
const THICK: [f32; 2] = [13.0, 8.0];
const DASHES: Point = Point(4.0, 22.0);
/// The possible distances of the ticks, and the largest number of ticks.
const STEPS: [i64; 6] = [50, 100, 200, 500, 1000, 2000];
const NUMBERS: i64 = 5;

/// The course of a rating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Curve {
    pub row: usize,
    /// Oldest first.
    pub marks: Vec<Mark>,
}

/// A rating after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Seconds since 1970.
    pub at: i64,
    pub points: i64,
    /// Whether there were too few games for a reliable rating.
    pub provisional: bool,
}

/// The ranges of time and points.
struct Axes {
    from: i64,
    to: i64,
    low: i64,
    high: i64,
    step: i64,
}

impl Axes {
    /// Returns the ranges of all curves, or `None` without any point.
    fn from_curves(curves: &[Curve]) -> Option<Axes> {
        let marks = || curves.iter().flat_map(|curve| &curve.marks);
        let from = marks().map(|mark| mark.at).min()?;
        let to = marks().map(|mark| mark.at).max()?;
        let low = marks().map(|mark| mark.points).min()?;
        let high = marks().map(|mark| mark.points).max()?;
        let step = STEPS
            .into_iter()
            .find(|step| (high - low) / step < NUMBERS - 1)
            .unwrap_or(4000);
        let low = low.div_euclid(step) * step;
        let high = (high.div_euclid(step) + 1) * step;
        Some(Axes {
            from,
            to,
            low,
            high,
            step,
        })
    }

    fn position(&self, mark: &Mark) -> Point {
        let along = if self.to == self.from {
            1.0
        } else {
            real(mark.at - self.from) / real(self.to - self.from)
        };
        Point(
            FROM + 12.0 + (TO - FROM - 24.0) * along,
            self.y_of(mark.points),
        )
    }

    fn y_of(&self, points: i64) -> f32 {
        BOTTOM - (BOTTOM - TOP) * real(points - self.low) / real(self.high - self.low)
    }
}

impl StatsDrawing<'_> {
    /// Draws all curves, with ticks at the side and the dates below.
    pub(super) fn draw_curves(&mut self, curves: &[Curve], days: &[String; 2]) {
        let left = LEFT.0.0 + super::INSET;
        self.draw_heading("draw-stats-rating", Point(left, 124.0), LEFT.1.0 - 70.0);
        let Some(axes) = Axes::from_curves(curves) else {
            let middle = Point(LEFT.0.0 + LEFT.1.0 / 2.0, f32::midpoint(TOP, BOTTOM));
            return self.draw_placeholder("draw-stats-unrated", middle, LEFT.1.0 - 160.0);
        };
        let mut points = axes.low;
        while points <= axes.high {
            let y = axes.y_of(points);
            self.pen
                .canvas
                .line(&[Point(FROM, y), Point(TO, y)], 2.0, Ink::SandDark);
            let style = Weight::Bold.at(SMALLEST);
            self.pen.draw_text_right(
                &points.to_string(),
                Point(FROM - 14.0, y),
                100.0,
                style,
                Ink::InkSoft,
            );
            points += axes.step;
        }
        for curve in curves {
            self.draw_curve(&axes, curve);
        }
        self.draw_curve_ends(&axes, curves);
        self.draw_time_axis(&axes, curves, days);
    }

    fn draw_curve(&mut self, axes: &Axes, curve: &Curve) {
        let Some(badge) = badge_of(curve.row) else {
            return;
        };
        let points: Vec<Point> = curve.marks.iter().map(|mark| axes.position(mark)).collect();
        // A line is solid from the first reliable rating on.
        let sure = curve
            .marks
            .iter()
            .position(|mark| !mark.provisional)
            .unwrap_or(points.len());
        for (thick, colour) in THICK
            .into_iter()
            .zip([Ink::Ink.into(), Colour::of(badge, Tone::Main)])
        {
            let unsure = &points[..points.len().min(sure + 1)];
            if unsure.len() > 1 {
                self.pen.canvas.dashes(unsure, thick, DASHES, colour);
            }
            if points.len() > sure + 1 {
                self.pen.canvas.line(&points[sure..], thick, colour);
            }
        }
    }

    /// Draws the badges at the ends of the lines without overlap.
    fn draw_curve_ends(&mut self, axes: &Axes, curves: &[Curve]) {
        let end = |curve: &Curve| Some((axes.position(curve.marks.last()?), badge_of(curve.row)?));
        let mut ends: Vec<_> = curves.iter().filter_map(end).collect();
        ends.sort_by(|(one, _), (other, _)| one.1.total_cmp(&other.1));
        let mut free = TOP - APART;
        for (place, (end, badge)) in ends.iter().enumerate() {
            let below = real(ends.len() - 1 - place) * APART;
            free = end.1.min(BOTTOM - below).max(free + APART);
            self.pen
                .canvas
                .line(&[*end, Point(TO + 40.0, free)], 3.0, Ink::InkSoft);
            self.pen.canvas.circle(*end, 9.0, Ink::Ink);
            self.pen
                .canvas
                .circle(*end, 6.0, Colour::of(*badge, Tone::Main));
            self.pen.draw_badge(*badge, Point(TO + 68.0, free), 56);
        }
    }

    /// Draws the dates, and what dashes mean if there are any.
    fn draw_time_axis(&mut self, axes: &Axes, curves: &[Curve], [from, to]: &[String; 2]) {
        let style = Weight::Bold.at(SMALLEST);
        let y = BOTTOM + 46.0;
        if axes.from != axes.to {
            self.pen
                .draw_text(from, Point(FROM, y), 200.0, style, Ink::InkSoft);
        }
        self.pen
            .draw_text_right(to, Point(TO, y), 200.0, style, Ink::InkSoft);
        if curves
            .iter()
            .flat_map(|curve| &curve.marks)
            .any(|mark| mark.provisional)
        {
            let text = self.words.say("draw-stats-provisional", &[]);
            let middle = f32::midpoint(FROM, TO);
            self.pen.draw_text_centred_within(
                &text,
                Point(middle, y),
                TO - FROM - 420.0,
                style,
                Ink::InkSoft,
            );
        }
    }
}
