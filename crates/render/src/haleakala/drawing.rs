//! A drawing in progress: a pen with the view to draw, and strokes that only Haleakala needs.

use super::market::Display;
use crate::{Art, Colour, HEIGHT, Ink, PHONE_WIDTH, Pen, Point, Weight, smallest_font_size};
use lanai_rules::Seat;
use lanai_rules::haleakala::view::View;
use lanai_text::haleakala::Phrasebook;

/// The font size on the volcano, which a phone shows large enough even in a picture that is a third
/// wider because of its extra column.
pub(super) const BOARD_FONT_SIZE: u16 = smallest_font_size(HEIGHT / 3 * 4, PHONE_WIDTH);

/// An unfinished picture of the board, with the view it shows.
pub(super) struct BoardDrawing<'a> {
    pub(super) pen: Pen<'a>,
    pub(super) phrasebook: &'a Phrasebook<'a>,
    pub(super) view: &'a View,
    pub(super) display: Display,
}

impl BoardDrawing<'_> {
    pub(super) fn draw_disc(&mut self, seat: Seat, number: u8, height: u16, at: Point) {
        self.pen.draw_piece(Art::Disc, at, height, Some(seat));
        self.pen.draw_text_centred(
            &number.to_string(),
            at,
            Weight::Heavy.px(height * 65 / 100),
            Ink::Ink,
        );
    }

    /// Draws the background of a sheet, a rounded rectangle, with a shadow below.
    pub(super) fn draw_sheet_background(
        &mut self,
        Point(x, y): Point,
        size: Point,
        ground: impl Into<Colour>,
    ) {
        self.pen
            .canvas
            .fill_rounded_rect(Point(x, y + 6.0), size, 22.0, Ink::Ink);
        self.pen
            .canvas
            .fill_rounded_rect(Point(x, y), size, 22.0, ground);
    }
}
