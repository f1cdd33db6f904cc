//! The chart of a finished game: the points of all players, step by step, with the rounds below,
//! and their chances to win if known.

use super::{Canvas, Colour, HEIGHT, Ink, Pen, Point, SMALLEST, Studio, Tone, WIDTH, Weight, real};
use lanai_rules::{Rules, Seat};
use lanai_text::{Phrasebook, Tally};

/// The edges of the area of the lines.
const LEFT: f32 = 136.0;
const TOP: f32 = 140.0;
const RIGHT: f32 = 1210.0;
const BOTTOM: f32 = 930.0;
/// The bottom of the points if chances are drawn below them, and the edges of those.
const MIDDLE: f32 = 610.0;
const CHANCES: f32 = 762.0;
const END: f32 = 985.0;
const LAST: f32 = 110.0;
/// The distance between the labels at the ends of the lines.
const APART: f32 = 96.0;
/// The approximate number of ticks at the side.
const NUMBERS: u16 = 6;

/// Draws the chart of a game; `course` has a tally for each step.
pub fn scores<G: Rules>(
    studio: &Studio,
    phrasebook: &Phrasebook<'_, G>,
    course: &[Tally],
) -> Canvas {
    let canvas = studio.canvas(WIDTH.into(), HEIGHT.into(), Ink::Sea);
    let known = course.iter().any(|tally| !tally.chances.is_empty());
    let bottom = if known { MIDDLE } else { BOTTOM };
    let mut chart = Chart {
        pen: Pen { studio, canvas },
        course,
        most: highest_tick(course),
        bottom,
    };
    chart.pen.draw_card(
        Point(16.0, 16.0),
        Point(f32::from(WIDTH) - 32.0, f32::from(HEIGHT) - 36.0),
        Ink::Paper,
    );
    let title = phrasebook.words.say("draw-scores", &[]);
    chart.pen.draw_text(
        &title,
        Point(50.0, 74.0),
        1000.0,
        Weight::Heavy.at(52),
        Ink::Ink,
    );
    chart.draw_rounds(phrasebook);
    chart.draw_numbers();
    let seats = || {
        (1..)
            .map_while(Seat::from_number)
            .take(phrasebook.names.len())
            .enumerate()
    };
    for (at, seat) in seats() {
        chart.draw_line(at, seat);
    }
    chart.draw_ends(phrasebook, seats());
    if known {
        chart.draw_chances(phrasebook, seats());
    }
    chart.pen.canvas
}

/// Returns the highest tick: the most points, rounded up.
fn highest_tick(course: &[Tally]) -> u16 {
    let most = course
        .iter()
        .flat_map(|tally| &tally.points)
        .copied()
        .max()
        .unwrap_or(0)
        .max(1);
    let step = tick_step(most);
    most.div_ceil(step) * step
}

/// Returns the distance of the ticks, a round number.
fn tick_step(most: u16) -> u16 {
    let rough = most.div_ceil(NUMBERS);
    [1, 2, 5, 10, 20, 25, 50, 100, 200, 500]
        .into_iter()
        .find(|step| *step >= rough)
        .unwrap_or(1000)
}

struct Chart<'a> {
    pen: Pen<'a>,
    course: &'a [Tally],
    most: u16,
    bottom: f32,
}

impl Chart<'_> {
    fn position(&self, step: usize, points: u16) -> Point {
        Point(
            self.x_of_step(step),
            self.bottom - (self.bottom - TOP) * f32::from(points) / f32::from(self.most),
        )
    }

    fn x_of_step(&self, step: usize) -> f32 {
        // The last step is wider because the final scoring brings many points.
        let before = self.course.len().saturating_sub(2).max(1);
        let along = LEFT + (RIGHT - LAST - LEFT) * real(step) / real(before);
        if step > before { RIGHT } else { along }
    }

    fn draw_rounds<G: Rules>(&mut self, phrasebook: &Phrasebook<'_, G>) {
        let mut from = 0;
        for round in self.course.chunk_by(|one, other| one.round == other.round) {
            let to = (from + round.len()).min(self.course.len().saturating_sub(1));
            let (Point(left, bottom), Point(right, top)) =
                (self.position(from, 0), self.position(to, self.most));
            let ground = if round[0].round % 2 == 1 {
                Ink::PaperShade
            } else {
                Ink::Paper
            };
            self.pen.canvas.rounded(
                Point(left, top),
                Point(right - left, bottom - top),
                0.0,
                ground,
            );
            let label = phrasebook
                .words
                .say("draw-round", &[("round", round[0].round.into())]);
            let middle = Point(f32::midpoint(left, right), bottom + 36.0);
            self.pen.draw_text_centred_within(
                &label,
                middle,
                right - left - 8.0,
                Weight::Bold.at(SMALLEST),
                Ink::InkSoft,
            );
            from = to;
        }
    }

    fn draw_numbers(&mut self) {
        for points in (0..=self.most).step_by(tick_step(self.most).into()) {
            let Point(x, y) = self.position(0, points);
            self.pen
                .canvas
                .line(&[Point(x, y), Point(RIGHT, y)], 2.0, Ink::SandDark);
            let number = points.to_string();
            self.pen.draw_text_right(
                &number,
                Point(x - 16.0, y),
                90.0,
                Weight::Bold.at(SMALLEST),
                Ink::InkSoft,
            );
        }
    }

    /// Draws the chances to win, in percent.
    fn draw_chances<G: Rules>(
        &mut self,
        phrasebook: &Phrasebook<'_, G>,
        seats: impl Iterator<Item = (usize, Seat)>,
    ) {
        let at = |percent: u16| END - (END - CHANCES) * f32::from(percent) / 100.0;
        let title = phrasebook.words.say("draw-chances", &[]);
        self.pen.draw_text(
            &title,
            Point(50.0, CHANCES - 50.0),
            1000.0,
            Weight::Heavy.at(SMALLEST + 8),
            Ink::Ink,
        );
        for percent in [0, 50, 100] {
            let y = at(percent);
            self.pen
                .canvas
                .line(&[Point(LEFT, y), Point(RIGHT, y)], 2.0, Ink::SandDark);
            let number = format!("{percent} %");
            self.pen.draw_text_right(
                &number,
                Point(LEFT - 10.0, y),
                104.0,
                Weight::Bold.at(SMALLEST),
                Ink::InkSoft,
            );
        }
        for (number, seat) in seats {
            let points: Vec<Point> = (self.course.iter().enumerate())
                .filter_map(|(step, tally)| {
                    Some(Point(self.x_of_step(step), at(*tally.chances.get(number)?)))
                })
                .collect();
            self.pen.canvas.line(&points, 10.0, Ink::Ink);
            self.pen
                .canvas
                .line(&points, 6.0, Colour::of(seat, Tone::Main));
        }
    }

    fn draw_line(&mut self, number: usize, seat: Seat) {
        let points: Vec<Point> = (self.course.iter().enumerate())
            .filter_map(|(step, tally)| Some(self.position(step, *tally.points.get(number)?)))
            .collect();
        self.pen.canvas.line(&points, 13.0, Ink::Ink);
        self.pen
            .canvas
            .line(&points, 8.0, Colour::of(seat, Tone::Main));
    }

    /// Draws badge, name and points beside the end of each line, in order of rank.
    fn draw_ends<G: Rules>(
        &mut self,
        phrasebook: &Phrasebook<'_, G>,
        seats: impl Iterator<Item = (usize, Seat)>,
    ) {
        let Some(last) = self.course.last() else {
            return;
        };
        let mut ends: Vec<(u16, Seat)> = seats
            .filter_map(|(at, seat)| Some((*last.points.get(at)?, seat)))
            .collect();
        ends.sort_by_key(|(points, seat)| (std::cmp::Reverse(*points), seat.number()));
        let mut free = TOP - APART;
        for (place, (points, seat)) in ends.iter().enumerate() {
            let below = real(ends.len() - 1 - place) * APART;
            let end = self.position(self.course.len() - 1, *points);
            let y = end.1.min(self.bottom - below).max(free + APART);
            free = y;
            self.pen
                .canvas
                .line(&[end, Point(RIGHT + 40.0, y)], 3.0, Ink::InkSoft);
            self.pen.draw_badge(*seat, Point(RIGHT + 68.0, y), 60);
            let style = Weight::Heavy.at(46);
            let number = points.to_string();
            let right = f32::from(WIDTH) - 44.0;
            let wide = self.pen.studio.letters().width(&number, style);
            self.pen
                .draw_text_right(&number, Point(right, y), 120.0, style, Ink::Ink);
            let name = self.pen.display_name(phrasebook.who(*seat), *seat);
            let room = right - RIGHT - 130.0 - wide;
            self.pen.draw_text(
                &name,
                Point(RIGHT + 108.0, y),
                room,
                Weight::Bold.at(SMALLEST + 4),
                Ink::Ink,
            );
        }
    }
}
