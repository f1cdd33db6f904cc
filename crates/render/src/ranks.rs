//! A list of ratings as a picture: each on one scale, with its uncertainty. It is readable on a
//! phone.

use super::pen::NAMELESS;
use super::{Canvas, Ink, PHONE, Pen, SMALLEST, Studio, Weight, pixels, real, smallest};
use crate::numbers::Point;

const WIDE: u16 = 1080;
const HEAD: f32 = 116.0;
const ROW: f32 = 60.0;
/// The x coordinates of names, of the scale, and of the right edge of the numbers.
const NAME: f32 = 102.0;
const SCALE: (f32, f32) = (496.0, 780.0);
const END: f32 = 1044.0;
/// The scale begins and ends at a multiple of this.
const STEP: i64 = 100;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rank {
    /// The rank, or another text before the name.
    pub place: String,
    pub name: String,
    pub points: i64,
    /// The uncertainty, in points.
    pub within: i64,
    /// Whether there are too few games for a reliable rating.
    pub provisional: bool,
}

impl Rank {
    fn low(&self) -> i64 {
        self.points - self.within
    }

    fn high(&self) -> i64 {
        self.points + self.within
    }
}

/// Draws a list of ratings.
pub fn ranks(studio: &Studio, title: &str, list: &[Rank]) -> Canvas {
    let style = Weight::Bold.at(smallest(WIDE, PHONE));
    let high = HEAD + ROW * real(list.len()) + 48.0;
    let canvas = studio.canvas(WIDE.into(), pixels(high).into(), Ink::Sea);
    let mut pen = Pen { studio, canvas };
    pen.draw_card(
        Point(12.0, 12.0),
        Point(f32::from(WIDE) - 24.0, high - 32.0),
        Ink::Paper,
    );
    pen.draw_text(
        title,
        Point(42.0, 68.0),
        f32::from(WIDE) - 84.0,
        Weight::Heavy.at(SMALLEST + 13),
        Ink::Ink,
    );
    let low = list
        .iter()
        .map(Rank::low)
        .min()
        .unwrap_or_default()
        .div_euclid(STEP)
        * STEP;
    let top = (list
        .iter()
        .map(Rank::high)
        .max()
        .unwrap_or_default()
        .div_euclid(STEP)
        + 1)
        * STEP;
    let across = |points: i64| SCALE.0 + (SCALE.1 - SCALE.0) * real(points - low) / real(top - low);
    for (row, rank) in list.iter().enumerate() {
        let y = HEAD + ROW * (real(row) + 0.5);
        if row % 2 == 0 {
            pen.canvas.rounded(
                Point(26.0, y - ROW / 2.0),
                Point(f32::from(WIDE) - 52.0, ROW),
                8.0,
                Ink::PaperShade,
            );
        }
        let ink = if rank.provisional {
            Ink::StoneDark
        } else {
            Ink::Deep
        };
        let ends = [Point(across(rank.low()), y), Point(across(rank.high()), y)];
        if rank.provisional {
            pen.canvas.dashes(&ends, 6.0, Point(8.0, 14.0), ink);
        } else {
            pen.canvas.line(&ends, 6.0, ink);
        }
        pen.canvas
            .circle(Point(across(rank.points), y), 15.0, Ink::Ink);
        pen.canvas.circle(
            Point(across(rank.points), y),
            11.0,
            if rank.provisional {
                Ink::Paper
            } else {
                Ink::Glow
            },
        );
        pen.draw_text_right(
            &rank.place,
            Point(86.0, y),
            52.0,
            Weight::Heavy.at(SMALLEST),
            Ink::InkSoft,
        );
        let name = pen.printable_name(&rank.name, NAMELESS);
        pen.draw_text(
            &name,
            Point(NAME, y),
            SCALE.0 - NAME - 20.0,
            style,
            Ink::Ink,
        );
        let sure = if rank.provisional { "?" } else { "" };
        let shown = format!("{}{sure} ± {}", rank.points, rank.within);
        pen.draw_text_right(
            &shown,
            Point(END, y),
            END - SCALE.1 - 16.0,
            Weight::Heavy.at(SMALLEST),
            Ink::Ink,
        );
    }
    pen.canvas
}
