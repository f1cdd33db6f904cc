//! A pen draws pieces, text and marks of both games on a canvas. Functions that only one picture
//! needs are in that picture's module.

use std::{f32::consts::TAU, fmt::Display};

use super::colour::readable_ink;
use super::numbers::{round_to_i32, to_px};
use super::{
    Art, Canvas, Colour, Fonts, Ink, Outline, Point, Size, Style, Theme, Tone, Weight, to_f32,
};
use lanai_rules::{MAX_SEATS, Seat};

// The size of a whole picture in pixels, three times as large as Discord shows it on a desktop.
pub(super) const WIDTH: u16 = 3 * DESKTOP_SIZE.width;
pub(super) const HEIGHT: u16 = 3 * DESKTOP_SIZE.height;

pub(super) const PICTURE_SIZE: Size = Size {
    width: WIDTH,
    height: HEIGHT,
};

// The largest size at which Discord shows a picture of a message on a desktop, and its width on a
// phone.
const DESKTOP_SIZE: Size = Size {
    width: 550,
    height: 350,
};
pub(super) const PHONE_WIDTH: u16 = 360;

/// The smallest font size that is still readable, in pixels as shown by Discord.
const MIN_SHOWN_FONT_SIZE: u16 = 11;

/// Returns the smallest readable font size in a picture that is `width` wide and is shown `shown`
/// wide.
pub(super) const fn smallest_font_size(width: u16, shown: u16) -> u16 {
    (width * MIN_SHOWN_FONT_SIZE).div_ceil(shown)
}

/// The smallest readable font size in a whole picture, as shown on a desktop.
pub(super) const MIN_FONT_SIZE: u16 = smallest_font_size(WIDTH, DESKTOP_SIZE.width);

/// The colour of marks; no seat has this colour.
pub(super) const MARK_INK: Ink = Ink::Hibiscus;

/// The widths and inks of a dashed mark: a rim that contrasts with every ground, then the mark.
const DASHED_LAYERS: [(f32, Ink); 2] = [(11.0, Ink::White), (6.0, MARK_INK)];

/// The width of the outlines of letters.
pub(super) const OUTLINE_WIDTH: u8 = 4;

pub(super) const TURN_NUMBER_RADIUS: f32 = 26.0;

pub(super) struct Pen<'a> {
    pub(super) theme: &'a Theme,
    pub(super) canvas: Canvas,
    /// The letter on the badge of each seat.
    letters: SeatLetters,
}

/// The letter of each seat.
pub(crate) type SeatLetters = [char; MAX_SEATS];

const DEFAULT_SEAT_LETTERS: SeatLetters = ['A', 'B', 'C', 'D', 'E'];

impl<'a> Pen<'a> {
    pub(super) fn new(theme: &'a Theme, canvas: Canvas) -> Pen<'a> {
        Pen {
            theme,
            canvas,
            letters: DEFAULT_SEAT_LETTERS,
        }
    }

    /// Returns a pen that draws players with the first letters of their names.
    pub(super) fn for_players(theme: &'a Theme, canvas: Canvas, names: &[String]) -> Pen<'a> {
        Pen {
            letters: seat_letters(theme.fonts(), names),
            ..Pen::new(theme, canvas)
        }
    }
}

impl Pen<'_> {
    pub(super) fn draw_piece(&mut self, art: Art, middle: Point, height: u16, seat: Option<Seat>) {
        let piece = self
            .theme
            .piece(art, to_px(self.canvas.to_pixels(height.into())), seat);
        let Point(x, y) = self.canvas.scale_point(middle);
        piece.draw_centred(&mut self.canvas, round_to_i32(x), round_to_i32(y));
    }

    pub(super) fn draw_text_centred(&mut self, text: &str, at: Point, style: Style, ink: Ink) {
        self.theme
            .fonts()
            .draw_centred(&mut self.canvas, text, at, style, ink);
    }

    /// Draws text centred at a point, smaller or shortened if it is wider than `max_width`.
    pub(super) fn draw_text_centred_within(
        &mut self,
        text: &str,
        at: Point,
        max_width: f32,
        style: Style,
        ink: Ink,
    ) {
        let (text, style) = self.fit_text(text, max_width, style);
        self.draw_text_centred(&text, at, style, ink);
    }

    /// Draws text to the right of a point, vertically centred. Returns the x coordinate of its
    /// right end.
    pub(super) fn draw_text(
        &mut self,
        text: &str,
        at: Point,
        max_width: f32,
        style: Style,
        ink: Ink,
    ) -> f32 {
        let (text, style) = self.fit_text(text, max_width, style);
        let at = Point(at.0, at.1 + style.capital_height() / 2.0);
        self.theme
            .fonts()
            .draw_text(&mut self.canvas, &text, at, style, ink)
    }

    /// Like [`Pen::draw_text`], with an outline.
    pub(super) fn draw_text_outlined(
        &mut self,
        text: &str,
        at: Point,
        max_width: f32,
        style: Style,
        ink: Ink,
        outline: Outline,
    ) {
        let (text, style) = self.fit_text(text, max_width, style);
        let fonts = self.theme.fonts();
        let at = Point(at.0 + fonts.text_width(&text, style) / 2.0, at.1);
        fonts.draw_outlined(&mut self.canvas, &text, at, style, ink, outline);
    }

    /// Draws text that ends at a point, vertically centred.
    pub(super) fn draw_text_right(
        &mut self,
        text: &str,
        at: Point,
        max_width: f32,
        style: Style,
        ink: Ink,
    ) {
        let (text, style) = self.fit_text(text, max_width, style);
        let at = Point(at.0, at.1 + style.capital_height() / 2.0);
        self.theme
            .fonts()
            .draw_right_aligned(&mut self.canvas, &text, at, style, ink);
    }

    /// Draws a white number with a dark outline, which is readable on every ground.
    pub(super) fn draw_outlined_number(&mut self, text: &str, at: Point, size: u16) {
        let style = Weight::Heavy.px(size);
        self.theme.fonts().draw_outlined(
            &mut self.canvas,
            text,
            at,
            style,
            Ink::White,
            Outline {
                ink: Ink::Ink,
                width: OUTLINE_WIDTH,
            },
        );
    }

    fn fit_text(&self, text: &str, max_width: f32, style: Style) -> (String, Style) {
        self.theme
            .fonts()
            .fit_text(text, max_width, style, style.size.min(MIN_FONT_SIZE))
    }

    /// Draws a number on a small white plate, centred at a point.
    pub(super) fn draw_count(&mut self, number: impl Display, Point(x, y): Point, size: u16) {
        let text = number.to_string();
        let style = Weight::Heavy.px(size);
        let height = f32::from(size) * 1.32;
        let width = height.max(self.theme.fonts().text_width(&text, style) + height * 0.5);
        let corner = Point(x - width / 2.0, y - height / 2.0);
        self.draw_nested_rects(
            corner,
            Point(width, height),
            height / 2.0,
            [(0.0, Ink::Ink), (3.0, Ink::White)],
        );
        self.draw_text_centred(&text, Point(x, y), style, Ink::Ink);
    }

    /// Draws rounded rectangles inside each other, given the inset and the colour of each.
    pub(super) fn draw_nested_rects<C: Into<Colour>>(
        &mut self,
        Point(x, y): Point,
        Point(width, height): Point,
        radius: f32,
        layers: impl IntoIterator<Item = (f32, C)>,
    ) {
        for (inset, colour) in layers {
            let size = Point(width - 2.0 * inset, height - 2.0 * inset);
            self.canvas.fill_rounded_rect(
                Point(x + inset, y + inset),
                size,
                radius - inset,
                colour,
            );
        }
    }

    /// Draws circles with the same centre over each other, given the radius and the colour of each.
    pub(super) fn draw_nested_circles<C: Into<Colour>>(
        &mut self,
        at: Point,
        layers: impl IntoIterator<Item = (f32, C)>,
    ) {
        for (radius, colour) in layers {
            self.canvas.fill_circle(at, radius, colour);
        }
    }

    /// Draws a piece with a number beside it. Returns the x coordinate of the number's right end.
    pub(super) fn draw_amount(
        &mut self,
        art: Art,
        number: impl Display,
        at: Point,
        height: u16,
        ink: Ink,
    ) -> f32 {
        let width = to_f32(self.theme.piece(art, height, None).width());
        self.draw_piece(art, Point(at.0 + width / 2.0, at.1), height, None);
        self.draw_text(
            &number.to_string(),
            Point(at.0 + width + 6.0, at.1),
            200.0,
            amount_style(height),
            ink,
        )
    }

    /// Returns a player's name without the characters that the fonts lack, or the letter of the
    /// seat if no letter or digit is left.
    pub(super) fn display_name(&self, name: &str, seat: Seat) -> String {
        self.printable_name(name, &self.letters[seat.index()].to_string())
    }

    /// Returns a name without the characters that the fonts lack, or the alternative if no letter
    /// or digit is left.
    pub(super) fn printable_name(&self, name: &str, otherwise: &str) -> String {
        let fonts = self.theme.fonts();
        let printable: String = name
            .chars()
            .filter(|letter| letter.is_whitespace() || fonts.has_glyph(*letter))
            .collect();
        if printable.chars().any(char::is_alphanumeric) {
            printable.trim().to_owned()
        } else {
            otherwise.to_owned()
        }
    }

    /// Draws a card: a rounded rectangle with a border and a shadow below.
    pub(super) fn draw_card(&mut self, Point(x, y): Point, size: Point, ground: impl Into<Colour>) {
        self.canvas
            .fill_rounded_rect(Point(x, y + 5.0), size, 16.0, Ink::Ink);
        self.canvas
            .fill_rounded_rect(Point(x, y), size, 16.0, ground);
        self.canvas
            .draw_frame(Point(x, y), size, 16.0, 3.0, Ink::Ink);
    }
}

/// The text that lists show instead of a name of which no letter or digit can be drawn.
pub(super) const NAME_PLACEHOLDER: &str = "–";

/// Returns the style of the number beside a piece of this height.
fn amount_style(height: u16) -> Style {
    Weight::Heavy.px((height * 80 / 100).max(MIN_FONT_SIZE))
}

/// Draws players, each of whom has a colour, a shape and a letter.
impl Pen<'_> {
    pub(super) fn draw_badge(&mut self, seat: Seat, Point(x, y): Point, height: u16) {
        let badges = [
            Art::Badge1,
            Art::Badge2,
            Art::Badge3,
            Art::Badge4,
            Art::Badge5,
        ];
        self.draw_piece(badges[seat.index()], Point(x, y), height, Some(seat));
        // The third badge is a triangle, which is wider at the bottom, so its letter is lower.
        let drop = if seat.number() == 3 { 0.1 } else { 0.0 };
        self.draw_seat_letter(
            seat,
            Point(x, y + f32::from(height) * drop),
            height * 45 / 100,
        );
    }

    pub(super) fn draw_chieftain(&mut self, seat: Seat, Point(x, y): Point, height: u16) {
        let chieftains = [
            Art::Chief1,
            Art::Chief2,
            Art::Chief3,
            Art::Chief4,
            Art::Chief5,
        ];
        self.draw_piece(chieftains[seat.index()], Point(x, y), height, Some(seat));
        let drop = if seat.number() == 3 { 0.19 } else { 0.14 };
        self.draw_seat_letter(
            seat,
            Point(x, y + f32::from(height) * drop),
            height * 31 / 100,
        );
    }

    /// Draws the number of a turn in the colour of the seat that acted, or in white if it is
    /// unknown. A rim in the colour of marks distinguishes the number from a piece.
    pub(super) fn draw_turn_number(
        &mut self,
        number: usize,
        seat: Option<Seat>,
        Point(x, y): Point,
        half_height: f32,
    ) {
        let text = number.to_string();
        let style = Weight::Heavy.px(MIN_FONT_SIZE);
        let text_width = self.theme.fonts().text_width(&text, style) + 12.0;
        let (ground, ink) = seat.map_or((Ink::White.into(), Ink::Ink), |seat| {
            (Colour::for_seat(seat, Tone::Main), self.readable_ink(seat))
        });
        let white_rim = half_height * 0.08;
        let whole_rim = half_height * 0.25;
        for (radius, colour) in [
            (half_height, Ink::White.into()),
            (half_height - white_rim, MARK_INK.into()),
            (half_height - whole_rim, ground),
        ] {
            let half_width = radius.max(text_width / 2.0 + radius - half_height + whole_rim);
            self.canvas.fill_rounded_rect(
                Point(x - half_width, y - radius),
                Point(2.0 * half_width, 2.0 * radius),
                radius,
                colour,
            );
        }
        self.draw_text_centred(&text, Point(x, y), style, ink);
    }

    fn draw_seat_letter(&mut self, seat: Seat, at: Point, size: u16) {
        self.draw_text_centred(
            &self.letters[seat.index()].to_string(),
            at,
            Weight::Heavy.px(size),
            self.readable_ink(seat),
        );
    }

    /// Returns the more readable ink, dark or white, for text on the colour of a seat.
    pub(super) fn readable_ink(&self, seat: Seat) -> Ink {
        let look = self.theme.palette().look();
        readable_ink(Tone::Main.rgb(seat, look), look)
    }
}

/// Returns a different letter for each name: the first of its letters that is free and that the
/// fonts have, or else a free one.
pub(crate) fn seat_letters(fonts: &Fonts, names: &[String]) -> SeatLetters {
    let mut letters: Vec<char> = Vec::new();
    for name in names.iter().take(MAX_SEATS) {
        let own = name
            .chars()
            .filter(|letter| letter.is_alphanumeric() && fonts.has_glyph(*letter))
            .filter_map(|letter| letter.to_uppercase().next());
        let letter = own
            .chain('A'..='Z')
            .find(|letter| fonts.has_glyph(*letter) && !letters.contains(letter));
        letters.extend(letter);
    }
    let mut by_seat = DEFAULT_SEAT_LETTERS;
    by_seat
        .iter_mut()
        .zip(letters)
        .for_each(|(to, from)| *to = from);
    by_seat
}

/// Draws marks of what happened and of what may be chosen.
impl Pen<'_> {
    /// Draws a dashed ring around a choice.
    pub(super) fn draw_dashed_ring(&mut self, at: Point, radius: f32) {
        let step = TAU * radius / (radius / 3.4).round().max(6.0);
        for (thickness, ink) in DASHED_LAYERS {
            self.canvas.draw_dashed_ring(
                at,
                radius,
                thickness,
                Point(0.52 * step, 0.48 * step),
                ink,
            );
        }
    }

    /// Draws a check mark to the right of a point, about as high as text of this size.
    pub(super) fn draw_check_mark(&mut self, Point(x, y): Point, size: f32) {
        let points = [(0.0, 0.02), (0.26, 0.3), (0.74, -0.34)]
            .map(|(right, down)| Point(x + right * size, y + down * size));
        self.canvas.draw_line(&points, 0.2 * size, Ink::ForestDark);
    }

    /// Draws a solid ring around the place of an event.
    pub(super) fn draw_marked_ring(&mut self, at: Point, radius: f32) {
        self.canvas.draw_ring(at, radius + 3.0, 12.0, Ink::White);
        self.canvas.draw_ring(at, radius, 6.0, MARK_INK);
    }

    /// Draws a solid frame around the rectangle of an event.
    pub(super) fn draw_marked_frame(
        &mut self,
        Point(x, y): Point,
        Point(width, height): Point,
        radius: f32,
    ) {
        let corner = Point(x - 3.0, y - 3.0);
        let size = Point(width + 6.0, height + 6.0);
        self.canvas
            .draw_frame(corner, size, radius + 3.0, 12.0, Ink::White);
        self.canvas
            .draw_frame(Point(x, y), Point(width, height), radius, 6.0, MARK_INK);
    }

    /// Draws a dashed frame around a choice.
    pub(super) fn draw_dashed_frame(&mut self, Point(x, y): Point, Point(width, height): Point) {
        let corners = [
            Point(x, y),
            Point(x + width, y),
            Point(x + width, y + height),
            Point(x, y + height),
            Point(x, y),
        ];
        for (thickness, ink) in DASHED_LAYERS {
            for side in corners.windows(2) {
                self.canvas
                    .draw_dashes(side, thickness, Point(12.0, 14.0), ink);
            }
        }
    }

    /// Draws a line through the points with an arrowhead at its end.
    pub(super) fn draw_arrow(&mut self, points: &[Point], colour: impl Into<Colour>) {
        let [.., before, Point(x, y)] = points else {
            return;
        };
        let right = x - before.0;
        let down = y - before.1;
        let length = right.hypot(down).max(0.01);
        let right = right / length;
        let down = down / length;
        let [left_wing, right_wing] = [-1.0, 1.0].map(|side| {
            Point(
                x - 18.0 * right - side * 14.0 * down,
                y - 18.0 * down + side * 14.0 * right,
            )
        });
        self.draw_rimmed_lines(&[points, &[left_wing, Point(*x, *y), right_wing]], colour);
    }

    /// Draws a cross where a piece was destroyed.
    pub(super) fn draw_cross(&mut self, Point(x, y): Point) {
        let left = x - 22.0;
        let top = y - 22.0;
        let right = x + 22.0;
        let bottom = y + 22.0;
        self.draw_rimmed_lines(
            &[
                &[Point(left, top), Point(right, bottom)],
                &[Point(right, top), Point(left, bottom)],
            ],
            MARK_INK,
        );
    }

    /// Draws lines with a dark and a white rim, so that they contrast with every ground.
    fn draw_rimmed_lines(&mut self, lines: &[&[Point]], colour: impl Into<Colour>) {
        for (thickness, colour) in [
            (18.0, Ink::Ink.into()),
            (14.0, Ink::White.into()),
            (8.0, colour.into()),
        ] {
            for line in lines {
                self.canvas.draw_line(line, thickness, colour);
            }
        }
    }
}

/// Returns points on an arc, close enough together to look round; the third argument is its start
/// and end angle.
pub(super) fn arc_points(middle: Point, radius: f32, Point(from, to): Point) -> Vec<Point> {
    let steps = round_to_i32((to - from).abs() * radius / 9.0).max(2);
    let points = (0..=steps).map(|step| {
        let (sine, cosine) = (from + (to - from) * to_f32(step) / to_f32(steps)).sin_cos();
        Point(middle.0 + radius * cosine, middle.1 + radius * sine)
    });
    points.collect()
}
