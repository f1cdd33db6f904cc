//! Draws the bracket of a knock-out as a picture: a column for each round, a box for each table, and
//! a line from each player who goes on to the next table.

use super::pen::NAME_PLACEHOLDER;
use super::standings::draw_titled_card;
use super::{
    Canvas, Ink, PHONE_WIDTH, Pen, Point, Theme, Weight, smallest_font_size, to_f32, to_px,
};

const COLUMN_WIDTH: f32 = 420.0;
/// The room between two columns, where the lines are.
const COLUMN_GAP: f32 = 56.0;
const MARGIN: f32 = 42.0;
const HEAD_HEIGHT: f32 = 168.0;
const ROW_HEIGHT: f32 = 60.0;
const TABLE_GAP: f32 = 28.0;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BracketSheet {
    pub title: String,
    /// The rounds in their order.
    pub rounds: Vec<BracketRound>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BracketRound {
    pub name: String,
    pub tables: Vec<Vec<BracketPlayer>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BracketPlayer {
    /// Tells players of the same name apart.
    pub entrant: usize,
    pub name: String,
    /// Whether the player has won the table: goes on to the next round, or has won the final.
    pub is_through: bool,
}

/// A table with the y coordinate of its top.
struct PlacedTable<'a> {
    top: f32,
    players: &'a [BracketPlayer],
}

impl PlacedTable<'_> {
    fn bottom(&self) -> f32 {
        self.top + ROW_HEIGHT * to_f32(self.players.len())
    }

    /// Returns the y coordinate of a player's row, if the player sits here.
    fn row_of(&self, entrant: usize) -> Option<f32> {
        let row = self.players.iter().position(|it| it.entrant == entrant)?;
        Some(self.top + ROW_HEIGHT * (to_f32(row) + 0.5))
    }
}

/// Draws the bracket of a knock-out.
pub fn render_bracket(theme: &Theme, sheet: &BracketSheet) -> Canvas {
    let columns = place_tables(&sheet.rounds);
    let count = to_f32(columns.len().max(1));
    let width = 2.0 * MARGIN + count * COLUMN_WIDTH + (count - 1.0) * COLUMN_GAP;
    let bottoms = columns.iter().flatten().map(PlacedTable::bottom);
    let height = bottoms.fold(HEAD_HEIGHT, f32::max) + MARGIN;
    let mut pen = draw_titled_card(theme, &sheet.title, Point(width, height));
    let font_size = smallest_font_size(to_px(width), PHONE_WIDTH);
    for (number, (round, tables)) in sheet.rounds.iter().zip(&columns).enumerate() {
        let left = MARGIN + (COLUMN_WIDTH + COLUMN_GAP) * to_f32(number);
        pen.draw_text(
            &round.name,
            Point(left, 130.0),
            COLUMN_WIDTH,
            Weight::Bold.px(font_size),
            Ink::InkSoft,
        );
        for table in tables {
            if let Some(next) = columns.get(number + 1) {
                draw_lines(&mut pen, table, next, left + COLUMN_WIDTH);
            }
            draw_table(&mut pen, table, left, font_size);
        }
    }
    pen.canvas
}

/// Places each table beside the tables from which its players come.
fn place_tables(rounds: &[BracketRound]) -> Vec<Vec<PlacedTable<'_>>> {
    let mut columns: Vec<Vec<PlacedTable<'_>>> = Vec::new();
    for round in rounds {
        let mut column: Vec<PlacedTable<'_>> = Vec::new();
        for players in &round.tables {
            let before = columns.last().map_or(&[][..], Vec::as_slice);
            let rows: Vec<f32> = before
                .iter()
                .flat_map(|table| players.iter().filter_map(|it| table.row_of(it.entrant)))
                .collect();
            let lowest = column
                .last()
                .map_or(HEAD_HEIGHT, |above| above.bottom() + TABLE_GAP);
            let height = ROW_HEIGHT * to_f32(players.len());
            let top = if rows.is_empty() {
                lowest
            } else {
                let middle = rows.iter().sum::<f32>() / to_f32(rows.len());
                lowest.max(middle - height / 2.0)
            };
            column.push(PlacedTable { top, players });
        }
        columns.push(column);
    }
    columns
}

/// Draws a line from each player who goes on to the table of the next round.
fn draw_lines(pen: &mut Pen<'_>, table: &PlacedTable<'_>, next: &[PlacedTable<'_>], right: f32) {
    for player in table.players.iter().filter(|player| player.is_through) {
        let start = table.row_of(player.entrant);
        let end = next.iter().find_map(|other| other.row_of(player.entrant));
        let (Some(start), Some(end)) = (start, end) else {
            continue;
        };
        let middle = right + COLUMN_GAP / 2.0;
        let points = [
            Point(right, start),
            Point(middle, start),
            Point(middle, end),
            Point(right + COLUMN_GAP, end),
        ];
        pen.canvas.draw_line(&points, 5.0, Ink::Deep);
    }
}

fn draw_table(pen: &mut Pen<'_>, table: &PlacedTable<'_>, left: f32, font_size: u16) {
    let size = Point(COLUMN_WIDTH, table.bottom() - table.top);
    let corner = Point(left, table.top);
    pen.canvas
        .fill_rounded_rect(corner, size, 10.0, Ink::PaperShade);
    for (row, player) in table.players.iter().enumerate() {
        let (weight, ink) = if player.is_through {
            (Weight::Heavy, Ink::Deep)
        } else {
            (Weight::Bold, Ink::Ink)
        };
        let y = table.top + ROW_HEIGHT * (to_f32(row) + 0.5);
        let name = pen.printable_name(&player.name, NAME_PLACEHOLDER);
        let style = weight.px(font_size);
        let end = pen.draw_text(
            &name,
            Point(left + 20.0, y),
            COLUMN_WIDTH - 80.0,
            style,
            ink,
        );
        if player.is_through {
            pen.draw_check_mark(Point(end + 14.0, y), f32::from(font_size));
        }
    }
}
