//! The drawing: a pen and what is to be drawn, with the strokes that only this picture has.

use crate::{Art, Colour, HEIGHT, Ink, PHONE, Pen, Point, Weight, smallest};
use lanai_rules::Seat;
use lanai_rules::haleakala::view::View;
use lanai_text::haleakala::Phrasebook;

/// How large letters are on the volcano: they are read on a phone that shows it with a third of its width beside it.
pub(super) const LETTERS: u16 = smallest(HEIGHT / 3 * 4, PHONE);

/// A picture of the board, with what is drawn on it.
pub(super) struct BoardDrawing<'a> {
    pub(super) pen: Pen<'a>,
    pub(super) phrasebook: &'a Phrasebook<'a>,
    pub(super) view: &'a View,
}

impl BoardDrawing<'_> {
    pub(super) fn draw_disc(&mut self, seat: Seat, number: u8, height: u16, at: Point) {
        self.pen.draw_piece(Art::Disc, at, height, Some(seat));
        self.pen.draw_text_centred(
            &number.to_string(),
            at,
            Weight::Heavy.at(height * 65 / 100),
            Ink::Ink,
        );
    }

    /// Draws a sheet of paper with a shadow below.
    pub(super) fn draw_sheet(
        &mut self,
        Point(x, y): Point,
        size: Point,
        ground: impl Into<Colour>,
    ) {
        self.pen
            .canvas
            .rounded(Point(x, y + 6.0), size, 22.0, Ink::Ink);
        self.pen.canvas.rounded(Point(x, y), size, 22.0, ground);
    }
}
