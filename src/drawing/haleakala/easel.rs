//! The easel: the canvas with all that is needed to draw on it, and the few strokes that the whole picture is made of.

use crate::{
    drawing::{
        Art, Canvas, Colour, Ink, Studio, Style, Tone, Weight,
        colour::letter_on,
        numbers::{real, round},
    },
    rules::{Seat, haleakala::view::View},
    words::haleakala::Teller,
};

/// A place on the picture.
pub(super) type Spot = (f32, f32);

/// The smallest letters: on a phone they are still read.
pub(super) const SMALLEST: u16 = 28;

/// The colour of what happened and of what may: no player's.
pub(super) const MARK: Ink = Ink::Hibiscus;

/// A picture in the making.
pub(super) struct Easel<'a> {
    pub(super) studio: &'a Studio,
    pub(super) teller: &'a Teller<'a>,
    pub(super) view: &'a View,
    pub(super) canvas: Canvas,
}

impl Easel<'_> {
    /// A piece with its middle at a spot.
    pub(super) fn stamp(&mut self, art: Art, height: u16, seat: Option<Seat>, (x, y): Spot) {
        let piece = self.studio.piece(art, height, seat);
        self.canvas.stamp_at(&piece, (round(x), round(y)));
    }

    /// The badge of a seat: its colour and its shape.
    pub(super) fn badge(&mut self, seat: Seat, height: u16, at: Spot) {
        self.stamp(badge(seat), height, Some(seat), at);
    }

    /// A text with its middle at a spot.
    pub(super) fn centred(&mut self, text: &str, at: Spot, style: Style, ink: Ink) {
        self.studio.letters().centred(&mut self.canvas, text, at, style, ink);
    }

    /// A figure that is read on any ground.
    pub(super) fn figure(&mut self, text: &str, at: Spot, size: u16) {
        let style = Weight::Heavy.at(size);
        self.studio.letters().haloed(&mut self.canvas, text, at, style, Ink::White, (Ink::Ink, 4));
    }

    /// The ink that is read on a seat's colour.
    pub(super) fn letter(&self, seat: Seat) -> Ink {
        let look = self.studio.palette().look();
        letter_on(Tone::Main.rgb(seat, look), look)
    }

    /// A number disc.
    pub(super) fn disc(&mut self, seat: Seat, number: u8, height: u16, at: Spot) {
        self.stamp(Art::Disc, height, Some(seat), at);
        self.centred(&number.to_string(), at, Weight::Heavy.at(height * 62 / 100), Ink::Ink);
    }

    /// A sheet of paper with an edge below, as if it lay on the table.
    pub(super) fn sheet(&mut self, (x, y): Spot, (width, height): (f32, f32), ground: impl Into<Colour>) {
        self.canvas.rounded(x, y + 6.0, width, height, 22.0, Ink::Ink);
        self.canvas.rounded(x, y, width, height, 22.0, ground);
    }

    /// A ring of dashes: what may be chosen.
    pub(super) fn dashed(&mut self, at: Spot, radius: f32) {
        let dashes = round(radius / 3.4).max(6);
        let arc = std::f32::consts::TAU / real(dashes);
        for (thick, ink) in [(11.0, Ink::White), (6.0, MARK)] {
            for dash in 0..dashes {
                let begin = arc * real(dash);
                self.arc(at, radius, (begin, begin + arc * 0.52), thick, ink);
            }
        }
    }

    /// A ring: where something happened.
    pub(super) fn ringed(&mut self, (x, y): Spot, radius: f32) {
        self.canvas.ring(x, y, radius + 3.0, 12.0, Ink::White);
        self.canvas.ring(x, y, radius, 6.0, MARK);
    }

    /// A part of a circle, between two angles.
    pub(super) fn arc(
        &mut self,
        middle: Spot,
        radius: f32,
        (from, to): (f32, f32),
        thick: f32,
        ink: impl Into<Colour>,
    ) {
        let colour = ink.into();
        let steps = round((to - from).abs() * radius / 9.0).max(2);
        let point = |step: i32| {
            let (sine, cosine) = (from + (to - from) * real(step) / real(steps)).sin_cos();
            (middle.0 + radius * cosine, middle.1 + radius * sine)
        };
        for step in 0..steps {
            self.canvas.line(point(step), point(step + 1), thick, colour);
        }
    }
}

/// The badge of a seat.
fn badge(seat: Seat) -> Art {
    match seat.number() {
        1 => Art::Badge1,
        2 => Art::Badge2,
        3 => Art::Badge3,
        4 => Art::Badge4,
        _ => Art::Badge5,
    }
}
