//! Draws the statistics of a person or of a guild as one picture. Each kind of table is a row of
//! the lower card and has the same badge in every part of the picture.

mod curves;

use super::pen::NAME_PLACEHOLDER;
use super::{Art, Canvas, HEIGHT, Ink, MIN_FONT_SIZE, Pen, Point, Theme, WIDTH, Weight, to_f32};
use crate::key;
use curves::draw_curves;
pub use curves::{RatingCurve, RatingPoint};
use lanai_rules::Seat;
use lanai_text::{Key, Words};

/// The maximum number of rows: each has the badge of a seat, and there are only five.
pub const MAX_ROWS: usize = lanai_rules::MAX_SEATS;

// The corners and sizes of the three cards.
const LEFT_CARD: (Point, Point) = (Point(16.0, 16.0), Point(1046.0, 540.0));
const RIGHT_CARD: (Point, Point) = (Point(1078.0, 16.0), Point(556.0, 540.0));
const LOWER_CARD: (Point, Point) = (Point(16.0, 572.0), Point(1618.0, 456.0));

/// The left margin within a card.
const CARD_INSET: f32 = 34.0;
// The top and the height of the rows in the lower card.
const ROWS_TOP: f32 = 674.0;
const ROW_HEIGHT: f32 = 68.0;
// The x coordinates of the columns: badges, names, games, points and wins by seat.
const BADGE_X: f32 = 62.0;
const NAME_X: f32 = 104.0;
const GAMES_X: f32 = 590.0;
const POINTS_X: f32 = 632.0;
const NUMBERS_X: f32 = 1026.0;
const WINS_X: f32 = 1064.0;
// The widths of the longest bar of points, and of a column of wins.
const MAX_BAR_WIDTH: f32 = 206.0;
const SEAT_COLUMN_WIDTH: f32 = 112.0;

/// The content of a picture of statistics.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StatsSheet {
    pub title: String,
    /// The results, one row for each kind of table, at most [`MAX_ROWS`].
    pub rows: Vec<StatsRow>,
    pub cards: StatsCards,
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
    /// The percentage of wins for each starting place; `None` if the place was never taken.
    pub wins: Vec<Option<i64>>,
}

/// The favourite pieces of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct FavouritePieces {
    pub kind: String,
    /// Most often chosen first.
    pub pieces: Vec<Art>,
}

/// A player and their number of games.
#[derive(Clone, PartialEq, Debug)]
pub struct ActivePlayer {
    pub name: String,
    pub games: i64,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StatsCards {
    /// For a person: the course of their ratings, their favourite pieces, and lines of text below.
    Person {
        /// One curve for each rated row.
        curves: Vec<RatingCurve>,
        /// The dates of the first and the last point of all curves.
        dates: [String; 2],
        favourites: Vec<FavouritePieces>,
        lines: Vec<String>,
    },
    /// For a guild: the most active players.
    Guild { active: Vec<ActivePlayer> },
}

impl Default for StatsCards {
    fn default() -> StatsCards {
        StatsCards::Guild { active: Vec::new() }
    }
}

/// Returns the seat whose badge (colour, shape and letter) identifies the row with this index.
fn badge_of(row: usize) -> Option<Seat> {
    Seat::from_number(u8::try_from(row + 1).ok()?)
}

/// Draws the statistics of a sheet, with labels in the language of `words`.
pub fn render_stats(theme: &Theme, words: &Words, sheet: &StatsSheet) -> Canvas {
    let canvas = theme.canvas(WIDTH.into(), HEIGHT.into(), Ink::Sea);
    let mut drawn = StatsDrawing {
        pen: Pen::new(theme, canvas),
        words,
        sheet,
    };
    for (corner, size) in [LEFT_CARD, RIGHT_CARD, LOWER_CARD] {
        drawn.pen.draw_card(corner, size, Ink::Paper);
    }
    let title = drawn.pen.printable_name(&sheet.title, NAME_PLACEHOLDER);
    drawn.pen.draw_text(
        &title,
        Point(LEFT_CARD.0.0 + CARD_INSET, 64.0),
        LEFT_CARD.1.0 - 70.0,
        Weight::Heavy.px(52),
        Ink::Ink,
    );
    match &sheet.cards {
        StatsCards::Person {
            curves,
            dates,
            favourites,
            lines,
        } => {
            draw_curves(&mut drawn, curves, dates);
            drawn.draw_favourites(favourites, lines);
        }
        StatsCards::Guild { active } => {
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
    fn draw_heading(&mut self, key: Key, Point(x, y): Point, max_value: f32) {
        let text = self.words.say(key, &[]);
        self.pen.draw_text(
            &text,
            Point(x, y),
            max_value,
            Weight::Bold.px(MIN_FONT_SIZE + 3),
            Ink::InkSoft,
        );
    }

    fn draw_rows(&mut self) {
        let top = LOWER_CARD.0.1 + 36.0;
        let games = self.words.say(key::DRAW_STATS_GAMES, &[]);
        self.pen.draw_text_right(
            &games,
            Point(GAMES_X, top),
            190.0,
            Weight::Bold.px(MIN_FONT_SIZE + 3),
            Ink::InkSoft,
        );
        self.draw_heading(
            key::DRAW_STATS_POINTS,
            Point(POINTS_X, top),
            NUMBERS_X - POINTS_X,
        );
        self.draw_heading(
            key::DRAW_STATS_WINS,
            Point(WINS_X, top),
            LOWER_CARD.1.0 - WINS_X,
        );
        let seats = self
            .sheet
            .rows
            .iter()
            .map(|row| row.wins.len())
            .max()
            .unwrap_or(0);
        for seat in 0..seats {
            let at = Point(
                WINS_X + SEAT_COLUMN_WIDTH * (to_f32(seat) + 0.5) - 4.0,
                top + 42.0,
            );
            self.pen.draw_text_centred(
                &(seat + 1).to_string(),
                at,
                Weight::Heavy.px(MIN_FONT_SIZE),
                Ink::InkSoft,
            );
        }
        let max_value = self
            .sheet
            .rows
            .iter()
            .map(|row| row.best)
            .max()
            .unwrap_or(0)
            .max(1);
        for (number, row) in self.sheet.rows.iter().take(MAX_ROWS).enumerate() {
            self.draw_row(number, row, max_value);
        }
        if self.sheet.rows.is_empty() {
            self.draw_placeholder(
                key::DRAW_STATS_NONE,
                Point(LOWER_CARD.0.0 + LOWER_CARD.1.0 / 2.0, ROWS_TOP + 150.0),
                LOWER_CARD.1.0 - 80.0,
            );
        }
    }

    fn draw_row(&mut self, number: usize, row: &StatsRow, max_value: i64) {
        let y = ROWS_TOP + ROW_HEIGHT * (to_f32(number) + 0.5);
        self.draw_row_name(number, &row.name, y, 340.0);
        let style = Weight::Heavy.px(MIN_FONT_SIZE + 3);
        self.pen.draw_text_right(
            &row.games.to_string(),
            Point(GAMES_X, y),
            130.0,
            style,
            Ink::Ink,
        );
        for (points, ink) in [(row.best, Ink::SandDark), (row.average, Ink::Deep)] {
            let width = MAX_BAR_WIDTH * (to_f32(points.max(0)) / to_f32(max_value)).min(1.0);
            self.pen.canvas.fill_rounded_rect(
                Point(POINTS_X, y - 17.0),
                Point(width.max(4.0), 34.0),
                6.0,
                ink,
            );
        }
        let points = format!("{} · {}", row.average, row.best);
        self.pen.draw_text_right(
            &points,
            Point(NUMBERS_X, y),
            NUMBERS_X - POINTS_X - MAX_BAR_WIDTH - 10.0,
            style,
            Ink::Ink,
        );
        for (seat, won) in row.wins.iter().enumerate() {
            self.draw_wins(*won, Point(WINS_X + SEAT_COLUMN_WIDTH * to_f32(seat), y));
        }
    }

    /// Draws the percentage of wins from a starting place as a filled column.
    fn draw_wins(&mut self, won: Option<i64>, Point(x, y): Point) {
        let width = SEAT_COLUMN_WIDTH - 8.0;
        let height = ROW_HEIGHT - 10.0;
        let left = x;
        let top = y - height / 2.0;
        self.pen.canvas.fill_rounded_rect(
            Point(left, top),
            Point(width, height),
            8.0,
            Ink::PaperShade,
        );
        let Some(won) = won else {
            self.pen.draw_text_centred(
                "–",
                Point(x + width / 2.0, y),
                Weight::Bold.px(MIN_FONT_SIZE),
                Ink::InkSoft,
            );
            return;
        };
        let filled = height * to_f32(won.clamp(0, 100)) / 100.0;
        self.pen.canvas.fill_rounded_rect(
            Point(left, top + height - filled),
            Point(width, filled),
            8.0,
            Ink::Grass,
        );
        let text = format!("{won} %");
        self.pen.draw_text_centred(
            &text,
            Point(x + width / 2.0, y),
            Weight::Heavy.px(MIN_FONT_SIZE),
            Ink::Ink,
        );
    }

    fn draw_row_name(&mut self, number: usize, name: &str, y: f32, max_value: f32) {
        if let Some(badge) = badge_of(number) {
            self.pen.draw_badge(badge, Point(BADGE_X, y), 52);
        }
        self.pen.draw_text(
            name,
            Point(NAME_X, y),
            max_value,
            Weight::Bold.px(MIN_FONT_SIZE + 3),
            Ink::Ink,
        );
    }

    fn draw_placeholder(&mut self, key: Key, Point(x, y): Point, width: f32) {
        let style = Weight::Bold.px(MIN_FONT_SIZE + 3);
        let lines = self
            .pen
            .theme
            .fonts()
            .wrap_text(&self.words.say(key, &[]), width, style);
        for (number, line) in lines.iter().enumerate() {
            let y = y + style.line_height() * (to_f32(number) - to_f32(lines.len() - 1) / 2.0);
            self.pen
                .draw_text_centred(line, Point(x, y), style, Ink::InkSoft);
        }
    }

    /// Draws the favourite pieces of a person, and below them the given lines of text.
    fn draw_favourites(&mut self, favourites: &[FavouritePieces], lines: &[String]) {
        const HIGH: f32 = 74.0;
        let left = RIGHT_CARD.0.0 + 24.0;
        self.draw_heading(
            key::DRAW_STATS_FAVOURITES,
            Point(left, 60.0),
            RIGHT_CARD.1.0 - 48.0,
        );
        let mut y = 104.0;
        if favourites.is_empty() {
            self.draw_placeholder(
                key::DRAW_STATS_NO_FAVOURITES,
                Point(RIGHT_CARD.0.0 + RIGHT_CARD.1.0 / 2.0, y + 80.0),
                RIGHT_CARD.1.0 - 60.0,
            );
            y += 160.0;
        }
        for favourite in favourites {
            let middle = y + HIGH / 2.0;
            self.pen.draw_text(
                &favourite.kind,
                Point(left, middle),
                250.0,
                Weight::Bold.px(MIN_FONT_SIZE),
                Ink::Ink,
            );
            for (place, art) in favourite.pieces.iter().enumerate() {
                let at = Point(left + 310.0 + 88.0 * to_f32(place), middle);
                self.pen.draw_piece(*art, at, 66, None);
            }
            y += HIGH;
        }
        let style = Weight::Bold.px(MIN_FONT_SIZE);
        y += 30.0;
        for line in lines {
            for text in self
                .pen
                .theme
                .fonts()
                .wrap_text(line, RIGHT_CARD.1.0 - 48.0, style)
            {
                self.pen.draw_text(
                    &text,
                    Point(left, y),
                    RIGHT_CARD.1.0 - 48.0,
                    style,
                    Ink::Ink,
                );
                y += style.line_height();
            }
        }
    }

    fn draw_most_active(&mut self, active: &[ActivePlayer]) {
        let left = RIGHT_CARD.0.0 + 24.0;
        let right = RIGHT_CARD.0.0 + RIGHT_CARD.1.0 - 24.0;
        self.draw_heading(
            key::DRAW_STATS_ACTIVE,
            Point(left, 60.0),
            RIGHT_CARD.1.0 - 48.0,
        );
        if active.is_empty() {
            self.draw_placeholder(
                key::DRAW_STATS_NOBODY,
                Point(f32::midpoint(left, right), 260.0),
                RIGHT_CARD.1.0 - 60.0,
            );
        }
        for (place, player) in active.iter().enumerate() {
            let y = 118.0 + 50.0 * to_f32(place);
            let style = Weight::Bold.px(MIN_FONT_SIZE + 1);
            let name = self.pen.printable_name(&player.name, NAME_PLACEHOLDER);
            self.pen
                .draw_text(&name, Point(left, y), right - left - 130.0, style, Ink::Ink);
            self.pen.draw_text_right(
                &player.games.to_string(),
                Point(right, y),
                120.0,
                Weight::Heavy.px(MIN_FONT_SIZE + 1),
                Ink::Ink,
            );
        }
    }

    fn draw_game_counts(&mut self) {
        self.draw_heading(
            key::DRAW_STATS_OFTEN,
            Point(LEFT_CARD.0.0 + CARD_INSET, 124.0),
            LEFT_CARD.1.0 - 70.0,
        );
        let max_value = self
            .sheet
            .rows
            .iter()
            .map(|row| row.games)
            .max()
            .unwrap_or(0)
            .max(1);
        for (number, row) in self.sheet.rows.iter().take(MAX_ROWS).enumerate() {
            let y = 200.0 + 72.0 * to_f32(number);
            self.draw_row_name(number, &row.name, y, 360.0);
            let width = 400.0 * to_f32(row.games) / to_f32(max_value);
            self.pen.canvas.fill_rounded_rect(
                Point(490.0, y - 20.0),
                Point(width.max(4.0), 40.0),
                6.0,
                Ink::Deep,
            );
            let at = Point(490.0 + width + 16.0, y);
            self.pen.draw_text(
                &row.games.to_string(),
                at,
                140.0,
                Weight::Heavy.px(MIN_FONT_SIZE + 3),
                Ink::Ink,
            );
        }
    }
}
