//! Draws the standings of a contest as a picture: by division, each player with their place, tables
//! played and points. Short lists have one column, which is readable on a phone; long ones have
//! several.

use super::pen::NAME_PLACEHOLDER;
use super::{
    Canvas, Ink, MIN_FONT_SIZE, PHONE_WIDTH, Pen, Point, Theme, Weight, smallest_font_size, to_f32,
    to_px,
};

const COLUMN_WIDTH: u16 = 1080;
const HEAD_HEIGHT: f32 = 168.0;
const ROW_HEIGHT: f32 = 60.0;
/// The maximum number of rows in a column before another column begins.
const ROWS_PER_COLUMN: usize = 26;
// The x coordinates of the parts of a row, from the left of its column.
const PLACE_X: f32 = 92.0;
const NAME_X: f32 = 124.0;
const PLAYED_X: f32 = 836.0;
const POINTS_X: f32 = 1036.0;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StandingsSheet {
    pub title: String,
    pub subtitle: String,
    /// The headings of two columns: the tables played and the points.
    pub headings: [String; 2],
    /// The name of each division (shown if there are several) and its rows in order of rank.
    pub divisions: Vec<(String, Vec<StandingsRow>)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingsRow {
    pub place: usize,
    pub name: String,
    pub tables_played: usize,
    pub points: i64,
    /// Whether the player has left the contest.
    pub has_left: bool,
    /// Whether the player changes the division after the season; `None` if they stay.
    pub division_move: Option<DivisionMove>,
}

/// Promotion or relegation after a season.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DivisionMove {
    Up,
    Down,
}

enum ColumnLine<'a> {
    Division(&'a str),
    Row(&'a StandingsRow),
}

/// Draws the standings of a contest.
pub fn render_standings(theme: &Theme, sheet: &StandingsSheet) -> Canvas {
    let columns = split_into_columns(sheet);
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let width = f32::from(COLUMN_WIDTH) * to_f32(columns.len().max(1));
    let height = HEAD_HEIGHT + ROW_HEIGHT * to_f32(rows) + 40.0;
    let mut pen = draw_titled_card(theme, &sheet.title, Point(width, height));
    let style = Weight::Bold.px(smallest_font_size(COLUMN_WIDTH, PHONE_WIDTH));
    pen.draw_text(
        &sheet.subtitle,
        Point(42.0, 126.0),
        PLAYED_X - 200.0,
        style,
        Ink::InkSoft,
    );
    for (column, lines) in columns.iter().enumerate() {
        let left = f32::from(COLUMN_WIDTH) * to_f32(column);
        for (head, at) in sheet.headings.iter().zip([PLAYED_X, POINTS_X]) {
            pen.draw_text_right(head, Point(left + at, 126.0), 190.0, style, Ink::InkSoft);
        }
        for (number, line) in lines.iter().enumerate() {
            let at = Point(left, HEAD_HEIGHT + ROW_HEIGHT * (to_f32(number) + 0.5));
            match line {
                ColumnLine::Division(name) => {
                    pen.draw_text(
                        name,
                        Point(left + 42.0, at.1),
                        700.0,
                        Weight::Heavy.px(MIN_FONT_SIZE + 3),
                        Ink::Deep,
                    );
                }
                ColumnLine::Row(row) => draw_row(&mut pen, row, at, number % 2 == 0),
            }
        }
    }
    pen.canvas
}

/// Draws the ground of a contest's picture, with its title.
pub(super) fn draw_titled_card<'a>(
    theme: &'a Theme,
    title: &str,
    Point(width, height): Point,
) -> Pen<'a> {
    let canvas = theme.canvas(to_px(width).into(), to_px(height).into(), Ink::Sea);
    let mut pen = Pen::new(theme, canvas);
    pen.draw_card(
        Point(12.0, 12.0),
        Point(width - 24.0, height - 24.0),
        Ink::Paper,
    );
    let title = pen.printable_name(title, NAME_PLACEHOLDER);
    pen.draw_text(
        &title,
        Point(42.0, 64.0),
        width - 84.0,
        Weight::Heavy.px(MIN_FONT_SIZE + 13),
        Ink::Ink,
    );
    pen
}

fn draw_row(pen: &mut Pen<'_>, row: &StandingsRow, Point(left, y): Point, shaded: bool) {
    if shaded {
        let size = Point(f32::from(COLUMN_WIDTH) - 52.0, ROW_HEIGHT);
        pen.canvas.fill_rounded_rect(
            Point(left + 26.0, y - ROW_HEIGHT / 2.0),
            size,
            8.0,
            Ink::PaperShade,
        );
    }
    let ink = if row.has_left { Ink::InkSoft } else { Ink::Ink };
    let style = Weight::Heavy.px(MIN_FONT_SIZE + 1);
    pen.draw_text_right(
        &row.place.to_string(),
        Point(left + PLACE_X, y),
        56.0,
        style,
        Ink::InkSoft,
    );
    let name = pen.printable_name(&row.name, NAME_PLACEHOLDER);
    let style = Weight::Bold.px(smallest_font_size(COLUMN_WIDTH, PHONE_WIDTH));
    let end = pen.draw_text(
        &name,
        Point(left + NAME_X, y),
        PLAYED_X - NAME_X - 190.0,
        style,
        ink,
    );
    if let Some(division_move) = row.division_move {
        let (tip, ink) = match division_move {
            DivisionMove::Up => (-9.0, Ink::Deep),
            DivisionMove::Down => (9.0, Ink::RedDark),
        };
        let middle = end + 32.0;
        let foot = y - tip;
        pen.canvas.draw_line(
            &[
                Point(middle - 14.0, foot),
                Point(middle, y + tip),
                Point(middle + 14.0, foot),
            ],
            7.0,
            ink,
        );
    }
    let style = Weight::Heavy.px(smallest_font_size(COLUMN_WIDTH, PHONE_WIDTH));
    pen.draw_text_right(
        &row.tables_played.to_string(),
        Point(left + PLAYED_X, y),
        120.0,
        style,
        Ink::InkSoft,
    );
    pen.draw_text_right(
        &row.points.to_string(),
        Point(left + POINTS_X, y),
        160.0,
        style,
        ink,
    );
}

/// Splits the lines into columns; a division is kept in one column if possible.
fn split_into_columns(sheet: &StandingsSheet) -> Vec<Vec<ColumnLine<'_>>> {
    let named = sheet.divisions.len() > 1;
    let mut columns: Vec<Vec<ColumnLine<'_>>> = vec![Vec::new()];
    for (name, rows) in &sheet.divisions {
        let lines = rows.len() + usize::from(named);
        if columns
            .last()
            .is_some_and(|column| !column.is_empty() && column.len() + lines > ROWS_PER_COLUMN)
        {
            columns.push(Vec::new());
        }
        let heading = named.then_some(ColumnLine::Division(name));
        for line in heading.into_iter().chain(rows.iter().map(ColumnLine::Row)) {
            if columns
                .last()
                .is_some_and(|column| column.len() >= ROWS_PER_COLUMN)
            {
                columns.push(Vec::new());
            }
            if let Some(column) = columns.last_mut() {
                column.push(line);
            }
        }
    }
    columns
}
