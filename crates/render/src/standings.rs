//! The standings of a contest as a picture: by division, each player with their place, tables
//! played and points. Short lists have one column, which is readable on a phone; long ones have
//! several.

use super::pen::NAMELESS;
use super::{Canvas, Ink, PHONE, Pen, Point, SMALLEST, Studio, Weight, pixels, real, smallest};

const COLUMN: u16 = 1080;
const HEAD: f32 = 168.0;
const ROW: f32 = 60.0;
/// The rows of a column before another begins.
const ROWS: usize = 26;
/// The x coordinates of the parts of a row, from the left of its column.
const PLACE: f32 = 92.0;
const NAME: f32 = 124.0;
const PLAYED: f32 = 836.0;
const POINTS: f32 = 1036.0;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StandingsSheet {
    pub title: String,
    pub about: String,
    /// The headings of the tables played and of the points.
    pub heads: [String; 2],
    /// The name of each division (shown if there are several) and its rows in order of rank.
    pub divisions: Vec<(String, Vec<StandingsRow>)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingsRow {
    pub place: usize,
    pub name: String,
    /// The number of tables played.
    pub played: usize,
    pub points: i64,
    /// Whether the player has left the contest.
    pub out: bool,
    /// The change of division after the season.
    pub moves: Option<Moves>,
}

/// Promotion or relegation after a season.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    Up,
    Down,
}

enum ColumnLine<'a> {
    Division(&'a str),
    Row(&'a StandingsRow),
}

/// Draws the standings of a contest.
pub fn standings(studio: &Studio, sheet: &StandingsSheet) -> Canvas {
    let columns = split_into_columns(sheet);
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let wide = f32::from(COLUMN) * real(columns.len().max(1));
    let high = HEAD + ROW * real(rows) + 40.0;
    let canvas = studio.canvas(pixels(wide).into(), pixels(high).into(), Ink::Sea);
    let mut pen = Pen { studio, canvas };
    pen.draw_card(
        Point(12.0, 12.0),
        Point(wide - 24.0, high - 24.0),
        Ink::Paper,
    );
    let title = pen.printable_name(&sheet.title, NAMELESS);
    pen.draw_text(
        &title,
        Point(42.0, 64.0),
        wide - 84.0,
        Weight::Heavy.at(SMALLEST + 13),
        Ink::Ink,
    );
    let style = Weight::Bold.at(smallest(COLUMN, PHONE));
    pen.draw_text(
        &sheet.about,
        Point(42.0, 126.0),
        PLAYED - 200.0,
        style,
        Ink::InkSoft,
    );
    for (column, lines) in columns.iter().enumerate() {
        let left = f32::from(COLUMN) * real(column);
        for (head, at) in sheet.heads.iter().zip([PLAYED, POINTS]) {
            pen.draw_text_right(head, Point(left + at, 126.0), 190.0, style, Ink::InkSoft);
        }
        for (number, line) in lines.iter().enumerate() {
            let at = Point(left, HEAD + ROW * (real(number) + 0.5));
            match line {
                ColumnLine::Division(name) => {
                    pen.draw_text(
                        name,
                        Point(left + 42.0, at.1),
                        700.0,
                        Weight::Heavy.at(SMALLEST + 3),
                        Ink::Deep,
                    );
                }
                ColumnLine::Row(row) => draw_row(&mut pen, row, at, number % 2 == 0),
            }
        }
    }
    pen.canvas
}

fn draw_row(pen: &mut Pen<'_>, row: &StandingsRow, Point(left, y): Point, shaded: bool) {
    if shaded {
        let size = Point(f32::from(COLUMN) - 52.0, ROW);
        pen.canvas.rounded(
            Point(left + 26.0, y - ROW / 2.0),
            size,
            8.0,
            Ink::PaperShade,
        );
    }
    let ink = if row.out { Ink::InkSoft } else { Ink::Ink };
    let style = Weight::Heavy.at(SMALLEST + 1);
    pen.draw_text_right(
        &row.place.to_string(),
        Point(left + PLACE, y),
        56.0,
        style,
        Ink::InkSoft,
    );
    let name = pen.printable_name(&row.name, NAMELESS);
    let style = Weight::Bold.at(smallest(COLUMN, PHONE));
    let end = pen.draw_text(
        &name,
        Point(left + NAME, y),
        PLAYED - NAME - 190.0,
        style,
        ink,
    );
    if let Some(moves) = row.moves {
        let (tip, ink) = match moves {
            Moves::Up => (-9.0, Ink::Deep),
            Moves::Down => (9.0, Ink::RedDark),
        };
        let middle = end + 32.0;
        let foot = y - tip;
        pen.canvas.line(
            &[
                Point(middle - 14.0, foot),
                Point(middle, y + tip),
                Point(middle + 14.0, foot),
            ],
            7.0,
            ink,
        );
    }
    let style = Weight::Heavy.at(smallest(COLUMN, PHONE));
    pen.draw_text_right(
        &row.played.to_string(),
        Point(left + PLAYED, y),
        120.0,
        style,
        Ink::InkSoft,
    );
    pen.draw_text_right(
        &row.points.to_string(),
        Point(left + POINTS, y),
        160.0,
        style,
        ink,
    );
}

/// Splits the lines into columns, and keeps a division together if possible.
fn split_into_columns(sheet: &StandingsSheet) -> Vec<Vec<ColumnLine<'_>>> {
    let named = sheet.divisions.len() > 1;
    let mut columns: Vec<Vec<ColumnLine<'_>>> = vec![Vec::new()];
    for (name, rows) in &sheet.divisions {
        let lines = rows.len() + usize::from(named);
        if columns
            .last()
            .is_some_and(|column| !column.is_empty() && column.len() + lines > ROWS)
        {
            columns.push(Vec::new());
        }
        let heading = named.then_some(ColumnLine::Division(name));
        for line in heading.into_iter().chain(rows.iter().map(ColumnLine::Row)) {
            if columns.last().is_some_and(|column| column.len() >= ROWS) {
                columns.push(Vec::new());
            }
            if let Some(column) = columns.last_mut() {
                column.push(line);
            }
        }
    }
    columns
}
