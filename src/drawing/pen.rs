//! A pen: a canvas and the studio whose pieces and letters go on it, with what all pictures do over and over.

use super::{
    Art, Canvas, Colour, Ink, Studio, Style, Tone, Weight,
    colour::letter_on,
    numbers::{real, round},
};
use crate::rules::Seat;

/// A point, or a size.
pub(super) type Point = (f32, f32);

/// The smallest letters of a picture 1600 wide: on a phone they are still read.
pub(super) const SMALLEST: u16 = 28;

/// The colour of what happened and of what may: no player's.
pub(super) const MARK: Ink = Ink::Hibiscus;

/// How thick a mark is drawn: its rims, which are seen on any ground, and then itself.
const RIMS: [(f32, Ink); 2] = [(18.0, Ink::Ink), (14.0, Ink::White)];
const MARKED: f32 = 8.0;

/// Half the height of the number of a turn.
pub(super) const NUMBERED: f32 = 26.0;

/// What a picture is drawn with.
pub(super) struct Pen<'a> {
    pub(super) studio: &'a Studio,
    pub(super) canvas: Canvas,
}

/// Words and pieces.
impl Pen<'_> {
    /// A piece with its middle at a point.
    pub(super) fn piece(&mut self, art: Art, (x, y): Point, height: u16, seat: Option<Seat>) {
        let piece = self.studio.piece(art, height, seat);
        self.canvas.stamp_at(&piece, (round(x), round(y)));
    }

    /// Words with their middle at a point.
    pub(super) fn centred(&mut self, text: &str, at: Point, style: Style, colour: impl Into<Colour>) {
        self.studio.letters().centred(&mut self.canvas, text, at, style, colour);
    }

    /// Words with their middle at a point, smaller or shortened if they are wider than this.
    pub(super) fn middle(
        &mut self,
        text: &str,
        at: Point,
        most: f32,
        style: Style,
        colour: impl Into<Colour>,
    ) {
        let (text, style) = self.fitting(text, most, style);
        self.centred(&text, at, style, colour);
    }

    /// Words that begin at a point: its height is that of their middle. Tells where they end.
    pub(super) fn begin_at(
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

    /// Words that begin at a point and are read whatever lies under them: an ink, and that of the ground.
    pub(super) fn begin_over(
        &mut self,
        text: &str,
        (x, y): Point,
        most: f32,
        style: Style,
        (ink, ground): (Ink, Ink),
    ) {
        let (text, style) = self.fitting(text, most, style);
        let letters = self.studio.letters();
        let at = (x + letters.width(&text, style) / 2.0, y);
        letters.haloed(&mut self.canvas, &text, at, style, ink, (ground, 4));
    }

    /// Words that end at a point: its height is that of their middle.
    pub(super) fn end_at(
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

    /// A figure that is read on any ground.
    pub(super) fn figure(&mut self, text: &str, at: Point, size: u16) {
        let style = Weight::Heavy.at(size);
        self.studio.letters().haloed(&mut self.canvas, text, at, style, Ink::White, (Ink::Ink, 4));
    }

    fn fitting(&self, text: &str, most: f32, style: Style) -> (String, Style) {
        self.studio.letters().fit(text, most, style, style.size.min(SMALLEST))
    }

    /// A number on a small white plate, as on a stack.
    pub(super) fn count(&mut self, number: impl std::fmt::Display, (x, y): Point, size: u16) {
        let (text, style) = (number.to_string(), Weight::Heavy.at(size));
        let high = f32::from(size) * 1.32;
        let wide = high.max(self.studio.letters().width(&text, style) + high * 0.5);
        self.canvas.rounded(x - wide / 2.0, y - high / 2.0, wide, high, high / 2.0, Ink::Ink);
        let (inner, low) = (wide - 6.0, high - 6.0);
        self.canvas.rounded(x - inner / 2.0, y - low / 2.0, inner, low, low / 2.0, Ink::White);
        self.centred(&text, (x, y), style, Ink::Ink);
    }

    /// So many of something: a picture and a number beside it. Tells where it ends.
    pub(super) fn amount(
        &mut self,
        art: Art,
        number: impl std::fmt::Display,
        at: Point,
        height: u16,
        ink: Ink,
    ) -> f32 {
        let wide = real(self.studio.piece(art, height, None).width());
        self.piece(art, (at.0 + wide / 2.0, at.1), height, None);
        let style = Weight::Heavy.at((height * 80 / 100).max(SMALLEST));
        self.begin_at(&number.to_string(), (at.0 + wide + 6.0, at.1), 200.0, style, ink)
    }

    /// The name of a seat's player without the characters that would only be boxes; if that is all of it, the seat's letter.
    pub(super) fn readable(&self, name: &str, seat: Seat) -> String {
        let letters = self.studio.letters();
        let kept: String = name.chars().filter(|it| it.is_whitespace() || letters.has(*it)).collect();
        if kept.chars().any(char::is_alphanumeric) { kept.trim().to_owned() } else { letter(seat).to_owned() }
    }

    /// A card: a sheet with round corners, a border and an edge below, as if it lay on the table.
    pub(super) fn card(&mut self, (x, y): Point, (width, height): Point, ground: impl Into<Colour>) {
        self.canvas.rounded(x, y + 5.0, width, height, 16.0, Ink::Ink);
        self.canvas.rounded(x, y, width, height, 16.0, ground);
        self.canvas.frame(x, y, width, height, 16.0, 3.0, Ink::Ink);
    }
}

/// Players: each is a colour, a shape and a letter.
impl Pen<'_> {
    /// The badge of a seat.
    pub(super) fn badge(&mut self, seat: Seat, (x, y): Point, height: u16) {
        let badges = [Art::Badge1, Art::Badge2, Art::Badge3, Art::Badge4, Art::Badge5];
        self.piece(of_seat(badges, seat), (x, y), height, Some(seat));
        // In a triangle there is more room below.
        let drop = if seat.number() == 3 { 0.1 } else { 0.0 };
        self.letter(seat, (x, y + f32::from(height) * drop), height * 45 / 100);
    }

    /// The chieftain of a seat.
    pub(super) fn chieftain(&mut self, seat: Seat, (x, y): Point, height: u16) {
        let chieftains = [Art::Chief1, Art::Chief2, Art::Chief3, Art::Chief4, Art::Chief5];
        self.piece(of_seat(chieftains, seat), (x, y), height, Some(seat));
        let drop = if seat.number() == 3 { 0.22 } else { 0.16 };
        self.letter(seat, (x, y + f32::from(height) * drop), height * 34 / 100);
    }

    /// The number of a turn, half as high as this, in the colour of the seat that acted; white if that is not known. Its
    /// rim is that of marks: it shall not look like a piece.
    pub(super) fn numbered(&mut self, number: usize, seat: Option<Seat>, (x, y): Point, high: f32) {
        let (text, style) = (number.to_string(), Weight::Heavy.at(SMALLEST));
        let wide = self.studio.letters().width(&text, style) + 12.0;
        let (ground, ink) = seat.map_or((Ink::White.into(), Ink::Ink), |seat| {
            (Colour::of(seat, Tone::Main), self.letter_on(seat))
        });
        let (pale, rim) = (high * 0.08, high * 0.25);
        for (radius, colour) in [(high, Ink::White.into()), (high - pale, MARK.into()), (high - rim, ground)]
        {
            let half = radius.max(wide / 2.0 + radius - high + rim);
            self.canvas.rounded(x - half, y - radius, 2.0 * half, 2.0 * radius, radius, colour);
        }
        self.centred(&text, (x, y), style, ink);
    }

    fn letter(&mut self, seat: Seat, at: Point, size: u16) {
        self.centred(letter(seat), at, Weight::Heavy.at(size), self.letter_on(seat));
    }

    /// The ink that is read on a seat's colour.
    pub(super) fn letter_on(&self, seat: Seat) -> Ink {
        let look = self.studio.palette().look();
        letter_on(Tone::Main.rgb(seat, look), look)
    }
}

fn letter(seat: Seat) -> &'static str {
    of_seat(["A", "B", "C", "D", "E"], seat)
}

fn of_seat<T: Copy>(list: [T; 5], seat: Seat) -> T {
    list[usize::from(seat.number().saturating_sub(1)).min(4)]
}

/// Marks: what happened and what may be chosen.
impl Pen<'_> {
    /// A ring of dashes: what may be chosen.
    pub(super) fn dashed(&mut self, at: Point, radius: f32) {
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
    pub(super) fn ringed(&mut self, (x, y): Point, radius: f32) {
        self.canvas.ring(x, y, radius + 3.0, 12.0, Ink::White);
        self.canvas.ring(x, y, radius, 6.0, MARK);
    }

    /// A frame around a box: what happened there.
    pub(super) fn framed(&mut self, (x, y): Point, (width, height): Point, radius: f32) {
        self.canvas.frame(x - 3.0, y - 3.0, width + 6.0, height + 6.0, radius + 3.0, 12.0, Ink::White);
        self.canvas.frame(x, y, width, height, radius, 6.0, MARK);
    }

    /// A frame of dashes around a box: what may be chosen.
    pub(super) fn dash_framed(&mut self, (x, y): Point, (width, height): Point) {
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        for (thick, ink) in [(11.0, Ink::White), (6.0, MARK)] {
            for (corner, next) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                self.canvas.dashes(*corner, *next, thick, (12.0, 14.0), ink);
            }
        }
    }

    /// The way of somebody or something: a line through all these points with an arrow at its end.
    pub(super) fn way(&mut self, points: &[Point], colour: impl Into<Colour>) {
        let ([first, .., last], [.., before, _]) = (points, points) else { return };
        let (right, down) = (last.0 - before.0, last.1 - before.1);
        let length = right.hypot(down).max(0.01);
        for (thick, ink) in marking(colour) {
            self.canvas.line(*first, *first, thick, ink);
            for pair in points.windows(2) {
                self.canvas.line(pair[0], pair[1], thick, ink);
            }
            self.arrowhead(*last, (right / length, down / length), thick, ink);
        }
    }

    /// A cross: what was here is gone.
    pub(super) fn crossed(&mut self, (x, y): Point) {
        for (thick, ink) in marking(MARK) {
            self.canvas.line((x - 22.0, y - 22.0), (x + 22.0, y + 22.0), thick, ink);
            self.canvas.line((x + 22.0, y - 22.0), (x - 22.0, y + 22.0), thick, ink);
        }
    }

    fn arrowhead(&mut self, (x, y): Point, (right, down): Point, thick: f32, ink: Colour) {
        for side in [-1.0, 1.0] {
            let wing = (x - 18.0 * right - side * 14.0 * down, y - 18.0 * down + side * 14.0 * right);
            self.canvas.line((x, y), wing, thick, ink);
        }
    }

    /// A part of a circle, between two angles.
    fn arc(&mut self, middle: Point, radius: f32, (from, to): Point, thick: f32, ink: Ink) {
        let points = on_arc(middle, radius, (from, to));
        for pair in points.windows(2) {
            self.canvas.line(pair[0], pair[1], thick, ink);
        }
    }
}

fn marking(colour: impl Into<Colour>) -> [(f32, Colour); 3] {
    let [(widest, dark), (wide, pale)] = RIMS;
    [(widest, dark.into()), (wide, pale.into()), (MARKED, colour.into())]
}

/// Points on a part of a circle, so near to each other that it looks round.
pub(super) fn on_arc(middle: Point, radius: f32, (from, to): Point) -> Vec<Point> {
    let steps = round((to - from).abs() * radius / 9.0).max(2);
    let point = |step: i32| {
        let (sine, cosine) = (from + (to - from) * real(step) / real(steps)).sin_cos();
        (middle.0 + radius * cosine, middle.1 + radius * sine)
    };
    (0..=steps).map(point).collect()
}
