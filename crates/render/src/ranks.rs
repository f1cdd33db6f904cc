//! Draws a list of ratings as a picture: all on the same scale, each with its uncertainty. The
//! picture is readable on a phone.

use super::pen::NAME_PLACEHOLDER;
use super::{
    Canvas, Ink, MIN_FONT_SIZE, PHONE_WIDTH, Pen, Theme, Weight, smallest_font_size, to_f32, to_px,
};
use crate::numbers::Point;

const PICTURE_WIDTH: u16 = 1080;
const HEAD_HEIGHT: f32 = 116.0;
const ROW_HEIGHT: f32 = 60.0;
// The x coordinates of names, of the scale, and of the right edge of the numbers.
const NAME_X: f32 = 102.0;
const SCALE_X: (f32, f32) = (496.0, 780.0);
const RIGHT_X: f32 = 1044.0;
/// The scale begins and ends at a multiple of this number of points.
const SCALE_STEP: i64 = 100;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rank {
    /// The rank as text, or another text to show before the name.
    pub rank: String,
    pub name: String,
    pub points: i64,
    /// The uncertainty: the rating may be this many points lower or higher.
    pub uncertainty: i64,
    /// Whether there are too few games for a reliable rating.
    pub provisional: bool,
}

impl Rank {
    fn lower_bound(&self) -> i64 {
        self.points - self.uncertainty
    }

    fn upper_bound(&self) -> i64 {
        self.points + self.uncertainty
    }
}

/// Draws a list of ratings with a title, in the given order.
pub fn render_ranks(theme: &Theme, title: &str, list: &[Rank]) -> Canvas {
    let style = Weight::Bold.px(smallest_font_size(PICTURE_WIDTH, PHONE_WIDTH));
    let height = HEAD_HEIGHT + ROW_HEIGHT * to_f32(list.len()) + 48.0;
    let canvas = theme.canvas(PICTURE_WIDTH.into(), to_px(height).into(), Ink::Sea);
    let mut pen = Pen::new(theme, canvas);
    pen.draw_card(
        Point(12.0, 12.0),
        Point(f32::from(PICTURE_WIDTH) - 24.0, height - 32.0),
        Ink::Paper,
    );
    pen.draw_text(
        title,
        Point(42.0, 68.0),
        f32::from(PICTURE_WIDTH) - 84.0,
        Weight::Heavy.px(MIN_FONT_SIZE + 13),
        Ink::Ink,
    );
    let low = list
        .iter()
        .map(Rank::lower_bound)
        .min()
        .unwrap_or_default()
        .div_euclid(SCALE_STEP)
        * SCALE_STEP;
    let top = (list
        .iter()
        .map(Rank::upper_bound)
        .max()
        .unwrap_or_default()
        .div_euclid(SCALE_STEP)
        + 1)
        * SCALE_STEP;
    let rating_x = |points: i64| {
        SCALE_X.0 + (SCALE_X.1 - SCALE_X.0) * to_f32(points - low) / to_f32(top - low)
    };
    for (row, rank) in list.iter().enumerate() {
        let y = HEAD_HEIGHT + ROW_HEIGHT * (to_f32(row) + 0.5);
        if row % 2 == 0 {
            pen.canvas.fill_rounded_rect(
                Point(26.0, y - ROW_HEIGHT / 2.0),
                Point(f32::from(PICTURE_WIDTH) - 52.0, ROW_HEIGHT),
                8.0,
                Ink::PaperShade,
            );
        }
        let ink = if rank.provisional {
            Ink::StoneDark
        } else {
            Ink::Deep
        };
        let ends = [
            Point(rating_x(rank.lower_bound()), y),
            Point(rating_x(rank.upper_bound()), y),
        ];
        if rank.provisional {
            pen.canvas.draw_dashes(&ends, 6.0, Point(8.0, 14.0), ink);
        } else {
            pen.canvas.draw_line(&ends, 6.0, ink);
        }
        pen.canvas
            .fill_circle(Point(rating_x(rank.points), y), 15.0, Ink::Ink);
        pen.canvas.fill_circle(
            Point(rating_x(rank.points), y),
            11.0,
            if rank.provisional {
                Ink::Paper
            } else {
                Ink::Glow
            },
        );
        pen.draw_text_right(
            &rank.rank,
            Point(86.0, y),
            52.0,
            Weight::Heavy.px(MIN_FONT_SIZE),
            Ink::InkSoft,
        );
        let name = pen.printable_name(&rank.name, NAME_PLACEHOLDER);
        pen.draw_text(
            &name,
            Point(NAME_X, y),
            SCALE_X.0 - NAME_X - 20.0,
            style,
            Ink::Ink,
        );
        let mark = if rank.provisional { "?" } else { "" };
        let shown = format!("{}{mark} ± {}", rank.points, rank.uncertainty);
        pen.draw_text_right(
            &shown,
            Point(RIGHT_X, y),
            RIGHT_X - SCALE_X.1 - 16.0,
            Weight::Heavy.px(MIN_FONT_SIZE),
            Ink::Ink,
        );
    }
    pen.canvas
}
