//! Draws the course of ratings: a line for each kind of table, dashed while the rating is
//! unreliable, with the badge of the table's row at its end.

use super::{LEFT_CARD, StatsDrawing, badge_of};
use crate::key;
use crate::{Colour, Ink, MIN_FONT_SIZE, Point, Tone, Weight, to_f32};

// The edges of the area of the lines, and the vertical distance of the badges at their ends.
const AXIS_LEFT: f32 = 150.0;
const AXIS_TOP: f32 = 176.0;
const AXIS_RIGHT: f32 = 940.0;
const AXIS_BOTTOM: f32 = 476.0;
const BADGE_DISTANCE: f32 = 60.0;
/// The widths of the rim of a line, then of the line itself.
const LINE_WIDTHS: [f32; 2] = [13.0, 8.0];
const DASH_AND_GAP: Point = Point(4.0, 22.0);
// The possible distances of the ticks, and the largest number of ticks.
const TICK_STEPS: [i64; 6] = [50, 100, 200, 500, 1000, 2000];
const MAX_TICKS: i64 = 5;

/// The course of a person's rating in one kind of table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingCurve {
    pub row: usize,
    /// The ratings after each game, oldest first.
    pub points: Vec<RatingPoint>,
}

/// A rating after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingPoint {
    /// Seconds since 1970.
    pub at: i64,
    pub points: i64,
    /// Whether there were too few games for a reliable rating.
    pub provisional: bool,
}

/// The ranges of time (in seconds) and points that the axes show.
struct Axes {
    from: i64,
    to: i64,
    low: i64,
    height: i64,
    step: i64,
}

impl Axes {
    /// Returns the ranges that contain all curves, or `None` if no curve has a point.
    fn from_curves(curves: &[RatingCurve]) -> Option<Axes> {
        let marks = curves.iter().flat_map(|curve| &curve.points);
        let from = marks.clone().map(|mark| mark.at).min()?;
        let to = marks.clone().map(|mark| mark.at).max()?;
        let low = marks.clone().map(|mark| mark.points).min()?;
        let height = marks.map(|mark| mark.points).max()?;
        let step = TICK_STEPS
            .into_iter()
            .find(|step| (height - low) / step < MAX_TICKS - 1)
            .unwrap_or(4000);
        let low = low.div_euclid(step) * step;
        let height = (height.div_euclid(step) + 1) * step;
        Some(Axes {
            from,
            to,
            low,
            height,
            step,
        })
    }

    fn position(&self, mark: &RatingPoint) -> Point {
        let along = if self.to == self.from {
            1.0
        } else {
            to_f32(mark.at - self.from) / to_f32(self.to - self.from)
        };
        Point(
            AXIS_LEFT + 12.0 + (AXIS_RIGHT - AXIS_LEFT - 24.0) * along,
            self.y_of(mark.points),
        )
    }

    fn y_of(&self, points: i64) -> f32 {
        AXIS_BOTTOM
            - (AXIS_BOTTOM - AXIS_TOP) * to_f32(points - self.low) / to_f32(self.height - self.low)
    }
}

/// Draws all curves, with ticks at the side and the dates below.
pub(super) fn draw_curves(
    drawing: &mut StatsDrawing<'_>,
    curves: &[RatingCurve],
    dates: &[String; 2],
) {
    let left = LEFT_CARD.0.0 + super::CARD_INSET;
    drawing.draw_heading(
        key::DRAW_STATS_RATING,
        Point(left, 124.0),
        LEFT_CARD.1.0 - 70.0,
    );
    let Some(axes) = Axes::from_curves(curves) else {
        let middle = Point(
            LEFT_CARD.0.0 + LEFT_CARD.1.0 / 2.0,
            f32::midpoint(AXIS_TOP, AXIS_BOTTOM),
        );
        return drawing.draw_placeholder(key::DRAW_STATS_UNRATED, middle, LEFT_CARD.1.0 - 160.0);
    };
    let mut points = axes.low;
    while points <= axes.height {
        let y = axes.y_of(points);
        drawing.pen.canvas.draw_line(
            &[Point(AXIS_LEFT, y), Point(AXIS_RIGHT, y)],
            2.0,
            Ink::SandDark,
        );
        let style = Weight::Bold.px(MIN_FONT_SIZE);
        drawing.pen.draw_text_right(
            &points.to_string(),
            Point(AXIS_LEFT - 14.0, y),
            100.0,
            style,
            Ink::InkSoft,
        );
        points += axes.step;
    }
    for curve in curves {
        draw_curve(drawing, &axes, curve);
    }
    draw_curve_ends(drawing, &axes, curves);
    draw_time_axis(drawing, &axes, curves, dates);
}

fn draw_curve(drawing: &mut StatsDrawing<'_>, axes: &Axes, curve: &RatingCurve) {
    let Some(badge) = badge_of(curve.row) else {
        return;
    };
    let points: Vec<Point> = curve
        .points
        .iter()
        .map(|mark| axes.position(mark))
        .collect();
    // A line is dashed until the first reliable rating, and solid after it.
    let sure = curve
        .points
        .iter()
        .position(|mark| !mark.provisional)
        .unwrap_or(points.len());
    for (thick, colour) in LINE_WIDTHS
        .into_iter()
        .zip([Ink::Ink.into(), Colour::for_seat(badge, Tone::Main)])
    {
        let unsure = &points[..points.len().min(sure + 1)];
        if unsure.len() > 1 {
            drawing
                .pen
                .canvas
                .draw_dashes(unsure, thick, DASH_AND_GAP, colour);
        }
        if points.len() > sure + 1 {
            drawing.pen.canvas.draw_line(&points[sure..], thick, colour);
        }
    }
}

/// Draws the badges at the ends of the lines without overlap.
fn draw_curve_ends(drawing: &mut StatsDrawing<'_>, axes: &Axes, curves: &[RatingCurve]) {
    let ends = curves
        .iter()
        .filter_map(|curve| Some((axes.position(curve.points.last()?), badge_of(curve.row)?)));
    let mut ends: Vec<_> = ends.collect();
    ends.sort_by(|(one, _), (other, _)| one.1.total_cmp(&other.1));
    let mut free = AXIS_TOP - BADGE_DISTANCE;
    for (place, (end, badge)) in ends.iter().enumerate() {
        let below = to_f32(ends.len() - 1 - place) * BADGE_DISTANCE;
        free = end.1.min(AXIS_BOTTOM - below).max(free + BADGE_DISTANCE);
        drawing
            .pen
            .canvas
            .draw_line(&[*end, Point(AXIS_RIGHT + 40.0, free)], 3.0, Ink::InkSoft);
        drawing.pen.canvas.fill_circle(*end, 9.0, Ink::Ink);
        drawing
            .pen
            .canvas
            .fill_circle(*end, 6.0, Colour::for_seat(*badge, Tone::Main));
        drawing
            .pen
            .draw_badge(*badge, Point(AXIS_RIGHT + 68.0, free), 56);
    }
}

/// Draws the dates below the lines, and explains dashes if there are any.
fn draw_time_axis(
    drawing: &mut StatsDrawing<'_>,
    axes: &Axes,
    curves: &[RatingCurve],
    [from, to]: &[String; 2],
) {
    let style = Weight::Bold.px(MIN_FONT_SIZE);
    let y = AXIS_BOTTOM + 46.0;
    if axes.from != axes.to {
        drawing
            .pen
            .draw_text(from, Point(AXIS_LEFT, y), 200.0, style, Ink::InkSoft);
    }
    drawing
        .pen
        .draw_text_right(to, Point(AXIS_RIGHT, y), 200.0, style, Ink::InkSoft);
    if curves
        .iter()
        .flat_map(|curve| &curve.points)
        .any(|mark| mark.provisional)
    {
        let text = drawing.words.say(key::DRAW_STATS_PROVISIONAL, &[]);
        let middle = f32::midpoint(AXIS_LEFT, AXIS_RIGHT);
        drawing.pen.draw_text_centred_within(
            &text,
            Point(middle, y),
            AXIS_RIGHT - AXIS_LEFT - 420.0,
            style,
            Ink::InkSoft,
        );
    }
}
