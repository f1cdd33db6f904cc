//! A pen: a canvas and the studio whose pieces and letters go on it, with what all pictures do over and over.

use super::{Art, Canvas, Colour, Ink, Studio, Style, numbers::round};
use crate::rules::Seat;

/// A point.
pub(super) type Point = (f32, f32);

/// What a picture is drawn with.
pub(super) struct Pen<'a> {
    pub(super) studio: &'a Studio,
    pub(super) canvas: Canvas,
}

impl Pen<'_> {
    /// A piece with its middle at a point.
    pub(super) fn piece(&mut self, art: Art, (x, y): Point, height: u16, seat: Option<Seat>) {
        let piece = self.studio.piece(art, height, seat);
        self.canvas.stamp_at(&piece, (round(x), round(y)));
    }

    /// Words in the middle of a point, smaller or shortened if they are wider than this.
    pub(super) fn middle(
        &mut self,
        text: &str,
        at: Point,
        most: f32,
        style: Style,
        colour: impl Into<Colour>,
    ) {
        let (text, style) = self.fitting(text, most, style);
        self.studio.letters().centred(&mut self.canvas, &text, at, style, colour);
    }

    /// Words that begin at a point: its height is that of their middle. Tells where they end.
    pub(super) fn from_left(
        &mut self,
        text: &str,
        (x, y): Point,
        most: f32,
        style: Style,
        colour: impl Into<Colour>,
    ) -> f32 {
        let (text, style) = self.fitting(text, most, style);
        let at = (x, y + style.capitals() / 2.0);
        self.studio.letters().draw(&mut self.canvas, &text, at, style, colour)
    }

    /// Words that end at a point: its height is that of their middle.
    pub(super) fn to_right(
        &mut self,
        text: &str,
        (x, y): Point,
        most: f32,
        style: Style,
        colour: impl Into<Colour>,
    ) {
        let (text, style) = self.fitting(text, most, style);
        let at = (x, y + style.capitals() / 2.0);
        self.studio.letters().ending(&mut self.canvas, &text, at, style, colour);
    }

    /// Words in the middle of a point with a rim, to be read on any ground.
    pub(super) fn rimmed(&mut self, text: &str, at: Point, style: Style, colour: Ink, rim: Ink) {
        self.studio.letters().haloed(&mut self.canvas, text, at, style, colour, (rim, 3));
    }

    fn fitting(&self, text: &str, most: f32, style: Style) -> (String, Style) {
        let smallest = style.size.min(SMALLEST.max(style.size * 3 / 4));
        self.studio.letters().fit(text, most, style, smallest)
    }

    /// A card: a sheet with round corners, a border and a shadow.
    pub(super) fn card(&mut self, (x, y): Point, (width, height): Point, ground: impl Into<Colour>) {
        self.canvas.rounded(x + 3.0, y + 5.0, width, height, 16.0, Ink::InkSoft);
        self.canvas.rounded(x, y, width, height, 16.0, ground);
        self.canvas.frame(x, y, width, height, 16.0, 3.0, Ink::Ink);
    }

    /// A number in a small round plate, as on a stack.
    pub(super) fn count(&mut self, number: impl std::fmt::Display, at: Point, size: u16) {
        let radius = f32::from(size) * 0.66;
        self.canvas.circle(at.0, at.1, radius, Ink::Ink);
        self.canvas.circle(at.0, at.1, radius - 3.0, Ink::White);
        self.middle(&number.to_string(), at, radius * 1.8, super::Weight::Heavy.at(size), Ink::Ink);
    }
}

/// No label is smaller, in pixels of a picture 1600 wide.
pub(super) const SMALLEST: u16 = 22;

/// The piece of a seat's list of five, from the first seat on.
pub(super) fn of_seat(arts: [Art; 5], seat: Seat) -> Art {
    arts[usize::from(seat.number().saturating_sub(1)).min(4)]
}

/// The flat badge of a seat.
pub(super) fn badge(seat: Seat) -> Art {
    of_seat([Art::Badge1, Art::Badge2, Art::Badge3, Art::Badge4, Art::Badge5], seat)
}

/// The chieftain of a seat.
pub(super) fn chieftain(seat: Seat) -> Art {
    of_seat([Art::Chief1, Art::Chief2, Art::Chief3, Art::Chief4, Art::Chief5], seat)
}

/// The letter of a seat.
pub(super) fn letter(seat: Seat) -> &'static str {
    ["A", "B", "C", "D", "E"][usize::from(seat.number().saturating_sub(1)).min(4)]
}

impl Pen<'_> {
    /// The badge of a seat with its letter.
    pub(super) fn badge(&mut self, seat: Seat, (x, y): Point, height: u16) {
        self.piece(badge(seat), (x, y), height, Some(seat));
        // The letter stands lower in a triangle.
        let drop = if seat.number() == 3 { 0.1 } else { 0.0 };
        self.letter_of(seat, (x, y + f32::from(height) * drop), height * 45 / 100);
    }

    /// The chieftain of a seat with its letter.
    pub(super) fn chieftain(&mut self, seat: Seat, (x, y): Point, height: u16) {
        self.piece(chieftain(seat), (x, y), height, Some(seat));
        let drop = if seat.number() == 3 { 0.22 } else { 0.16 };
        self.letter_of(seat, (x, y + f32::from(height) * drop), height * 34 / 100);
    }

    fn letter_of(&mut self, seat: Seat, at: Point, size: u16) {
        let style = super::Weight::Heavy.at(size);
        let ground = super::Tone::Main.rgb(seat, self.studio.palette().look());
        let look = self.studio.palette().look();
        let dark = super::colour::contrast(ground, Ink::Ink.rgb(look));
        let light = super::colour::contrast(ground, Ink::White.rgb(look));
        let colour = if dark > light { Ink::Ink } else { Ink::White };
        self.studio.letters().centred(&mut self.canvas, letter(seat), at, style, colour);
    }
}
