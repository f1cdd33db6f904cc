//! Statistics as one picture, of a person or of a guild. Each kind of table is a row of the lower
//! card and has the same badge in every part of the picture.

mod curves;

use super::pen::NAMELESS;
use super::{Art, Canvas, HEIGHT, Ink, Pen, Point, SMALLEST, Studio, WIDTH, Weight, real};
pub use curves::{Curve, Mark};
use lanai_rules::Seat;
use lanai_text::Words;

/// The number of rows is limited by the number of badges.
pub const ROWS: usize = lanai_rules::MOST_SEATS;

/// The corners and sizes of the three cards.
const LEFT: (Point, Point) = (Point(16.0, 16.0), Point(1046.0, 540.0));
const RIGHT: (Point, Point) = (Point(1078.0, 16.0), Point(556.0, 540.0));
const BELOW: (Point, Point) = (Point(16.0, 572.0), Point(1618.0, 456.0));

/// The left margin within a card.
const INSET: f32 = 34.0;
/// The top and the height of the rows in the lower card.
const FIRST: f32 = 674.0;
const ROW: f32 = 68.0;
/// The x coordinates of the columns: badges, names, games, points and wins by seat.
const BADGE: f32 = 62.0;
const NAME: f32 = 104.0;
const GAMES: f32 = 590.0;
const POINTS: f32 = 632.0;
const NUMBERS: f32 = 1026.0;
const WINS: f32 = 1064.0;
/// The widths of the longest bar of points, and of a column of wins.
const BAR: f32 = 206.0;
const SEAT: f32 = 112.0;

/// The statistics to draw.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StatsSheet {
    pub title: String,
    /// How games came out, one row for each kind of table, at most [`ROWS`].
    pub rows: Vec<StatsRow>,
    pub above: Above,
}

/// The results of one kind of table: a game with a number of seats.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StatsRow {
    /// The game and the number of seats.
    pub name: String,
    pub games: i64,
    pub average: i64,
    /// The most points in a single game.
    pub best: i64,
    /// The percentage of wins by starting place; `None` if the place was never taken.
    pub wins: Vec<Option<i64>>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Above {
    /// For a person: the course of their ratings, their favourite pieces, and further lines of
    /// text.
    Person {
        /// One curve for each rated row.
        curves: Vec<Curve>,
        /// The dates of the first and the last point of all curves.
        days: [String; 2],
        /// The kind of piece, and its pieces, most liked first.
        likes: Vec<(String, Vec<Art>)>,
        lines: Vec<String>,
    },
    /// For a guild: the most active players and their number of games.
    Server { active: Vec<(String, i64)> },
}

impl Default for Above {
    fn default() -> Above {
        Above::Server { active: Vec::new() }
    }
}

/// Returns the seat whose badge (colour, shape and letter) identifies a row.
fn badge_of(row: usize) -> Option<Seat> {
    Seat::from_number(u8::try_from(row + 1).ok()?)
}

/// Draws statistics.
pub fn stats(studio: &Studio, words: &Words, sheet: &StatsSheet) -> Canvas {
    let canvas = studio.canvas(WIDTH.into(), HEIGHT.into(), Ink::Sea);
    let mut drawn = StatsDrawing {
        pen: Pen { studio, canvas },
        words,
        sheet,
    };
    for (corner, size) in [LEFT, RIGHT, BELOW] {
        drawn.pen.draw_card(corner, size, Ink::Paper);
    }
    let title = drawn.pen.printable_name(&sheet.title, NAMELESS);
    drawn.pen.draw_text(
        &title,
        Point(LEFT.0.0 + INSET, 64.0),
        LEFT.1.0 - 70.0,
        Weight::Heavy.at(52),
        Ink::Ink,
    );
    match &sheet.above {
        Above::Person {
            curves,
            days,
            likes,
            lines,
        } => {
            drawn.draw_curves(curves, days);
            drawn.draw_favourites(likes, lines);
        }
        Above::Server { active } => {
            drawn.draw_game_counts();
            drawn.draw_most_active(active);
        }
    }
    drawn.draw_rows();
    drawn.pen.canvas
}

struct StatsDrawing<'a> {
    pen: Pen<'a>,
    words: &'a Words,
    sheet: &'a StatsSheet,
}

impl StatsDrawing<'_> {
    fn draw_heading(&mut self, name: &str, Point(x, y): Point, most: f32) {
        let text = self.words.say(name, &[]);
        self.pen.draw_text(
            &text,
            Point(x, y),
            most,
            Weight::Bold.at(SMALLEST + 3),
            Ink::InkSoft,
        );
    }

    fn draw_rows(&mut self) {
        let top = BELOW.0.1 + 36.0;
        let games = self.words.say("draw-stats-games", &[]);
        self.pen.draw_text_right(
            &games,
            Point(GAMES, top),
            190.0,
            Weight::Bold.at(SMALLEST + 3),
            Ink::InkSoft,
        );
        self.draw_heading("draw-stats-points", Point(POINTS, top), NUMBERS - POINTS);
        self.draw_heading("draw-stats-wins", Point(WINS, top), BELOW.1.0 - WINS);
        let seats = self
            .sheet
            .rows
            .iter()
            .map(|row| row.wins.len())
            .max()
            .unwrap_or(0);
        for seat in 0..seats {
            let at = Point(WINS + SEAT * (real(seat) + 0.5) - 4.0, top + 42.0);
            self.pen.draw_text_centred(
                &(seat + 1).to_string(),
                at,
                Weight::Heavy.at(SMALLEST),
                Ink::InkSoft,
            );
        }
        let most = self
            .sheet
            .rows
            .iter()
            .map(|row| row.best)
            .max()
            .unwrap_or(0)
            .max(1);
        for (number, row) in self.sheet.rows.iter().take(ROWS).enumerate() {
            self.draw_row(number, row, most);
        }
        if self.sheet.rows.is_empty() {
            self.draw_placeholder(
                "draw-stats-none",
                Point(BELOW.0.0 + BELOW.1.0 / 2.0, FIRST + 150.0),
                BELOW.1.0 - 80.0,
            );
        }
    }

    fn draw_row(&mut self, number: usize, row: &StatsRow, most: i64) {
        let y = FIRST + ROW * (real(number) + 0.5);
        self.draw_row_name(number, &row.name, y, 340.0);
        let style = Weight::Heavy.at(SMALLEST + 3);
        self.pen.draw_text_right(
            &row.games.to_string(),
            Point(GAMES, y),
            130.0,
            style,
            Ink::Ink,
        );
        for (points, ink) in [(row.best, Ink::SandDark), (row.average, Ink::Deep)] {
            let wide = BAR * (real(points.max(0)) / real(most)).min(1.0);
            self.pen.canvas.rounded(
                Point(POINTS, y - 17.0),
                Point(wide.max(4.0), 34.0),
                6.0,
                ink,
            );
        }
        let points = format!("{} · {}", row.average, row.best);
        self.pen.draw_text_right(
            &points,
            Point(NUMBERS, y),
            NUMBERS - POINTS - BAR - 10.0,
            style,
            Ink::Ink,
        );
        for (seat, won) in row.wins.iter().enumerate() {
            self.draw_wins(*won, Point(WINS + SEAT * real(seat), y));
        }
    }

    /// Draws the percentage of wins from a starting place as a filled column.
    fn draw_wins(&mut self, won: Option<i64>, Point(x, y): Point) {
        let wide = SEAT - 8.0;
        let high = ROW - 10.0;
        let left = x;
        let top = y - high / 2.0;
        self.pen
            .canvas
            .rounded(Point(left, top), Point(wide, high), 8.0, Ink::PaperShade);
        let Some(won) = won else {
            self.pen.draw_text_centred(
                "–",
                Point(x + wide / 2.0, y),
                Weight::Bold.at(SMALLEST),
                Ink::InkSoft,
            );
            return;
        };
        let filled = high * real(won.clamp(0, 100)) / 100.0;
        self.pen.canvas.rounded(
            Point(left, top + high - filled),
            Point(wide, filled),
            8.0,
            Ink::Grass,
        );
        let text = format!("{won} %");
        self.pen.draw_text_centred(
            &text,
            Point(x + wide / 2.0, y),
            Weight::Heavy.at(SMALLEST),
            Ink::Ink,
        );
    }

    fn draw_row_name(&mut self, number: usize, name: &str, y: f32, most: f32) {
        if let Some(badge) = badge_of(number) {
            self.pen.draw_badge(badge, Point(BADGE, y), 52);
        }
        self.pen.draw_text(
            name,
            Point(NAME, y),
            most,
            Weight::Bold.at(SMALLEST + 3),
            Ink::Ink,
        );
    }

    fn draw_placeholder(&mut self, name: &str, Point(x, y): Point, wide: f32) {
        let style = Weight::Bold.at(SMALLEST + 3);
        let lines = self
            .pen
            .studio
            .letters()
            .wrap(&self.words.say(name, &[]), wide, style);
        for (number, line) in lines.iter().enumerate() {
            let y = y + style.leading() * (real(number) - real(lines.len() - 1) / 2.0);
            self.pen
                .draw_text_centred(line, Point(x, y), style, Ink::InkSoft);
        }
    }

    /// Draws the favourite pieces of a person and the further lines.
    fn draw_favourites(&mut self, kinds: &[(String, Vec<Art>)], lines: &[String]) {
        const HIGH: f32 = 74.0;
        let left = RIGHT.0.0 + 24.0;
        self.draw_heading("draw-stats-favourites", Point(left, 60.0), RIGHT.1.0 - 48.0);
        let mut y = 104.0;
        if kinds.is_empty() {
            self.draw_placeholder(
                "draw-stats-no-favourites",
                Point(RIGHT.0.0 + RIGHT.1.0 / 2.0, y + 80.0),
                RIGHT.1.0 - 60.0,
            );
            y += 160.0;
        }
        for (label, pieces) in kinds {
            let middle = y + HIGH / 2.0;
            self.pen.draw_text(
                label,
                Point(left, middle),
                250.0,
                Weight::Bold.at(SMALLEST),
                Ink::Ink,
            );
            for (place, art) in pieces.iter().enumerate() {
                let at = Point(left + 310.0 + 88.0 * real(place), middle);
                self.pen.draw_piece(*art, at, 66, None);
            }
            y += HIGH;
        }
        let style = Weight::Bold.at(SMALLEST);
        y += 30.0;
        for line in lines {
            for text in self
                .pen
                .studio
                .letters()
                .wrap(line, RIGHT.1.0 - 48.0, style)
            {
                self.pen
                    .draw_text(&text, Point(left, y), RIGHT.1.0 - 48.0, style, Ink::Ink);
                y += style.leading();
            }
        }
    }

    fn draw_most_active(&mut self, active: &[(String, i64)]) {
        let left = RIGHT.0.0 + 24.0;
        let right = RIGHT.0.0 + RIGHT.1.0 - 24.0;
        self.draw_heading("draw-stats-active", Point(left, 60.0), RIGHT.1.0 - 48.0);
        if active.is_empty() {
            self.draw_placeholder(
                "draw-stats-nobody",
                Point(f32::midpoint(left, right), 260.0),
                RIGHT.1.0 - 60.0,
            );
        }
        for (place, (name, games)) in active.iter().enumerate() {
            let y = 118.0 + 50.0 * real(place);
            let style = Weight::Bold.at(SMALLEST + 1);
            let name = self.pen.printable_name(name, NAMELESS);
            self.pen
                .draw_text(&name, Point(left, y), right - left - 130.0, style, Ink::Ink);
            self.pen.draw_text_right(
                &games.to_string(),
                Point(right, y),
                120.0,
                Weight::Heavy.at(SMALLEST + 1),
                Ink::Ink,
            );
        }
    }

    fn draw_game_counts(&mut self) {
        self.draw_heading(
            "draw-stats-often",
            Point(LEFT.0.0 + INSET, 124.0),
            LEFT.1.0 - 70.0,
        );
        let most = self
            .sheet
            .rows
            .iter()
            .map(|row| row.games)
            .max()
            .unwrap_or(0)
            .max(1);
        for (number, row) in self.sheet.rows.iter().take(ROWS).enumerate() {
            let y = 200.0 + 72.0 * real(number);
            self.draw_row_name(number, &row.name, y, 360.0);
            let wide = 400.0 * real(row.games) / real(most);
            self.pen.canvas.rounded(
                Point(490.0, y - 20.0),
                Point(wide.max(4.0), 40.0),
                6.0,
                Ink::Deep,
            );
            let at = Point(490.0 + wide + 16.0, y);
            self.pen.draw_text(
                &row.games.to_string(),
                at,
                140.0,
                Weight::Heavy.at(SMALLEST + 3),
                Ink::Ink,
            );
        }
    }
}
