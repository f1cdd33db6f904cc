//! The chart of a finished game: the points of all players, step by step, with the rounds below,
//! and their chances to win if known.

use super::{
    Canvas, Colour, HEIGHT, Ink, MIN_FONT_SIZE, Pen, Point, Theme, Tone, WIDTH, Weight, to_f32,
};
use crate::key;
use lanai_rules::{Rules, Seat};
use lanai_text::{Phrasebook, Tally};

// The edges of the area in which the lines are drawn.
const LEFT: f32 = 136.0;
const TOP: f32 = 140.0;
const RIGHT: f32 = 1210.0;
const BOTTOM: f32 = 930.0;
// The bottom of the points if chances are drawn below them, and the top and bottom of the chances.
const POINTS_BOTTOM: f32 = 610.0;
const CHANCES_TOP: f32 = 762.0;
const CHANCES_BOTTOM: f32 = 985.0;
const LAST_STEP_WIDTH: f32 = 110.0;
/// The vertical distance between the labels at the ends of the lines.
const LABEL_DISTANCE: f32 = 96.0;
/// The approximate number of ticks on the axis of points.
const TICK_COUNT: u16 = 6;

/// Draws the chart of a game; `tallies` has one tally for each step of the game, in order.
pub fn render_chart<G: Rules>(
    theme: &Theme,
    phrasebook: &Phrasebook<'_, G>,
    tallies: &[Tally],
) -> Canvas {
    let canvas = theme.canvas(WIDTH.into(), HEIGHT.into(), Ink::Sea);
    let has_chances = tallies.iter().any(|tally| !tally.chances.is_empty());
    let bottom = if has_chances { POINTS_BOTTOM } else { BOTTOM };
    let mut chart = Chart {
        pen: Pen::for_players(theme, canvas, phrasebook.names),
        tallies,
        max_points: highest_tick(tallies),
        bottom,
    };
    chart.pen.draw_card(
        Point(16.0, 16.0),
        Point(f32::from(WIDTH) - 32.0, f32::from(HEIGHT) - 36.0),
        Ink::Paper,
    );
    let title = phrasebook.words.say(key::DRAW_SCORES, &[]);
    chart.pen.draw_text(
        &title,
        Point(50.0, 74.0),
        1000.0,
        Weight::Heavy.px(52),
        Ink::Ink,
    );
    chart.draw_rounds(phrasebook);
    chart.draw_point_ticks();
    let seats: Vec<Seat> = (1..)
        .map_while(Seat::from_number)
        .take(phrasebook.names.len())
        .collect();
    for (index, seat) in seats.iter().enumerate() {
        chart.draw_points_line(index, *seat);
    }
    chart.draw_line_labels(phrasebook, &seats);
    if has_chances {
        chart.draw_chances(phrasebook, &seats);
    }
    chart.pen.canvas
}

/// Returns the value of the highest tick: the most points of any player, rounded up to a tick.
fn highest_tick(tallies: &[Tally]) -> u16 {
    let max_points = tallies
        .iter()
        .flat_map(|tally| &tally.points)
        .copied()
        .max()
        .unwrap_or(0)
        .max(1);
    let step = tick_step(max_points);
    max_points.div_ceil(step) * step
}

/// Returns the distance between two ticks in points, a round number.
fn tick_step(max_points: u16) -> u16 {
    let rough = max_points.div_ceil(TICK_COUNT);
    [1, 2, 5, 10, 20, 25, 50, 100, 200, 500]
        .into_iter()
        .find(|step| *step >= rough)
        .unwrap_or(1000)
}

/// Returns the y coordinate at which a chance to win is drawn.
fn chance_y(percent: u16) -> f32 {
    CHANCES_BOTTOM - (CHANCES_BOTTOM - CHANCES_TOP) * f32::from(percent) / 100.0
}

struct Chart<'a> {
    pen: Pen<'a>,
    tallies: &'a [Tally],
    max_points: u16,
    bottom: f32,
}

impl Chart<'_> {
    fn position(&self, step: usize, points: u16) -> Point {
        Point(
            self.x_of_step(step),
            self.bottom - (self.bottom - TOP) * f32::from(points) / f32::from(self.max_points),
        )
    }

    fn x_of_step(&self, step: usize) -> f32 {
        // The last step is wider because the final scoring brings many points.
        let before = self.tallies.len().saturating_sub(2).max(1);
        let along = LEFT + (RIGHT - LAST_STEP_WIDTH - LEFT) * to_f32(step) / to_f32(before);
        if step > before { RIGHT } else { along }
    }

    fn draw_rounds<G: Rules>(&mut self, phrasebook: &Phrasebook<'_, G>) {
        let mut from = 0;
        for round in self.tallies.chunk_by(|one, other| one.round == other.round) {
            let to = (from + round.len()).min(self.tallies.len().saturating_sub(1));
            let (Point(left, bottom), Point(right, top)) =
                (self.position(from, 0), self.position(to, self.max_points));
            let ground = if round[0].round % 2 == 1 {
                Ink::PaperShade
            } else {
                Ink::Paper
            };
            self.pen.canvas.fill_rounded_rect(
                Point(left, top),
                Point(right - left, bottom - top),
                0.0,
                ground,
            );
            let label = phrasebook
                .words
                .say(key::DRAW_ROUND, &[("round", round[0].round.into())]);
            let middle = Point(f32::midpoint(left, right), bottom + 36.0);
            self.pen.draw_text_centred_within(
                &label,
                middle,
                right - left - 8.0,
                Weight::Bold.px(MIN_FONT_SIZE),
                Ink::InkSoft,
            );
            from = to;
        }
    }

    fn draw_point_ticks(&mut self) {
        for points in (0..=self.max_points).step_by(tick_step(self.max_points).into()) {
            let Point(x, y) = self.position(0, points);
            self.draw_tick(x, y, &points.to_string(), Point(16.0, 90.0));
        }
    }

    /// Draws a horizontal line with a label on its left, `distance` from `left` and at most `width`
    /// wide.
    fn draw_tick(&mut self, left: f32, y: f32, label: &str, Point(distance, width): Point) {
        self.pen
            .canvas
            .draw_line(&[Point(left, y), Point(RIGHT, y)], 2.0, Ink::SandDark);
        self.pen.draw_text_right(
            label,
            Point(left - distance, y),
            width,
            Weight::Bold.px(MIN_FONT_SIZE),
            Ink::InkSoft,
        );
    }

    /// Draws the chances to win as lines below the points, with ticks in percent.
    fn draw_chances<G: Rules>(&mut self, phrasebook: &Phrasebook<'_, G>, seats: &[Seat]) {
        let title = phrasebook.words.say(key::DRAW_CHANCES, &[]);
        self.pen.draw_text(
            &title,
            Point(50.0, CHANCES_TOP - 50.0),
            1000.0,
            Weight::Heavy.px(MIN_FONT_SIZE + 8),
            Ink::Ink,
        );
        for percent in [0, 50, 100] {
            let y = chance_y(percent);
            self.draw_tick(LEFT, y, &format!("{percent} %"), Point(10.0, 104.0));
        }
        for (index, seat) in seats.iter().enumerate() {
            let points: Vec<Point> = (self.tallies.iter().enumerate())
                .filter_map(|(step, tally)| {
                    let percent = *tally.chances.get(index)?;
                    Some(Point(self.x_of_step(step), chance_y(percent)))
                })
                .collect();
            self.pen.canvas.draw_line(&points, 10.0, Ink::Ink);
            self.pen
                .canvas
                .draw_line(&points, 6.0, Colour::for_seat(*seat, Tone::Main));
        }
    }

    fn draw_points_line(&mut self, number: usize, seat: Seat) {
        let points: Vec<Point> = (self.tallies.iter().enumerate())
            .filter_map(|(step, tally)| Some(self.position(step, *tally.points.get(number)?)))
            .collect();
        self.pen.canvas.draw_line(&points, 13.0, Ink::Ink);
        self.pen
            .canvas
            .draw_line(&points, 8.0, Colour::for_seat(seat, Tone::Main));
    }

    /// Draws badge, name and points beside the end of each line, in order of rank.
    fn draw_line_labels<G: Rules>(&mut self, phrasebook: &Phrasebook<'_, G>, seats: &[Seat]) {
        let Some(last) = self.tallies.last() else {
            return;
        };
        let mut ends: Vec<(u16, Seat)> = last
            .points
            .iter()
            .copied()
            .zip(seats.iter().copied())
            .collect();
        ends.sort_by_key(|(points, seat)| (std::cmp::Reverse(*points), seat.number()));
        let mut next_free = TOP - LABEL_DISTANCE;
        for (place, (points, seat)) in ends.iter().enumerate() {
            let below = to_f32(ends.len() - 1 - place) * LABEL_DISTANCE;
            let end = self.position(self.tallies.len() - 1, *points);
            let y = end
                .1
                .min(self.bottom - below)
                .max(next_free + LABEL_DISTANCE);
            next_free = y;
            self.pen
                .canvas
                .draw_line(&[end, Point(RIGHT + 40.0, y)], 3.0, Ink::InkSoft);
            self.pen.draw_badge(*seat, Point(RIGHT + 68.0, y), 60);
            let style = Weight::Heavy.px(46);
            let number = points.to_string();
            let right = f32::from(WIDTH) - 44.0;
            let number_width = self.pen.theme.fonts().text_width(&number, style);
            self.pen
                .draw_text_right(&number, Point(right, y), 120.0, style, Ink::Ink);
            let name = self.pen.display_name(phrasebook.player_name(*seat), *seat);
            let room = right - RIGHT - 130.0 - number_width;
            self.pen.draw_text(
                &name,
                Point(RIGHT + 108.0, y),
                room,
                Weight::Bold.px(MIN_FONT_SIZE + 4),
                Ink::Ink,
            );
        }
    }
}
