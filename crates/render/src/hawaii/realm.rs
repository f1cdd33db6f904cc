//! Realms: villages with tikis above and kahunas beside them, boats, goods and tokens. A picture
//! shows one realm, or all of a table.

use super::super::choice_labels::{Label, choices_scale};
use super::super::{
    Art, Canvas, Ink, PHONE_WIDTH, Pen, Point, Size, Style, Theme, WIDTH, Weight,
    smallest_font_size, to_f32, to_px,
};
use super::cards;
use super::marks::Marks;
use super::tiles::good_art;
use crate::Area;
use crate::choice_labels::draw_labels;
use crate::hawaii::tiles::{draw_price, draw_tile};
use crate::key;
use lanai_rules::Seat;
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::island::Row;
use lanai_rules::hawaii::pieces::Good;
use lanai_rules::hawaii::view::{RealmView, View, VillageView};
use lanai_text::hawaii::Phrasebook;

// The size of a realm, without and with its margin.
const REALM_SIZE: Point = Point(805.0, 536.0);
const CELL_SIZE: Point = Point(825.0, 556.0);
const REALM_GAP: f32 = 10.0;
/// How many realms of a table are side by side.
const COLUMNS: usize = 2;
// The corner of the villages, the distances of columns and rows, and the side of a tile.
const VILLAGES_CORNER: Point = Point(150.0, 124.0);
const COLUMN_STEP: f32 = 80.0;
const ROW_HEIGHT: f32 = 58.0;
const TILE_SIDE: f32 = 54.0;
const ROW_SIZE: Point = Point(REALM_SIZE.0 - VILLAGES_CORNER.0 - 4.0, ROW_HEIGHT - 4.0);
/// The height of the head; a picture of the villages alone begins below it.
const HEAD_HEIGHT: f32 = 62.0;
/// Where a picture of the villages alone ends.
const VILLAGES_BOTTOM: f32 = 416.0;
// The y coordinates of the lines below the villages.
const GOODS_Y: f32 = 446.0;
const TOKENS_Y: f32 = 504.0;
/// The size of names, points and sums, readable on a phone even if two realms are side by side.
const LINE_FONT_SIZE: f32 = 46.0;
/// The width of a name, beside which there is room for a sign and the points.
const NAME_WIDTH: f32 = 400.0;
/// The height of a piece beside its number in the lines below the villages.
const LINE_PIECE_HEIGHT: f32 = 52.0;
/// The left edge of the boats (x) and the largest distance between them (y).
const BOATS_LEFT_AND_STEP: Point = Point(440.0, 62.0);

/// Draws one realm in full width.
pub(super) fn render_realm(
    theme: &Theme,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    realm: &RealmView,
) -> Canvas {
    let scale = f32::from(WIDTH) / CELL_SIZE.0;
    let mut sheet = RealmSheet::new(
        theme,
        phrasebook,
        view,
        realm_size(),
        scale,
        1.0,
        &[Point(REALM_GAP, REALM_GAP)],
    );
    sheet.draw_realm(realm, Point(REALM_GAP, REALM_GAP));
    sheet.pen.canvas
}

/// Returns the area of a row of villages in the picture of a realm.
pub(super) fn row_area(row: Row) -> Area {
    let Point(x, y) = RealmSheet::row_corner(row.number() - 1);
    let corner = Point(REALM_GAP + x, REALM_GAP + y);
    Area::of_rect(corner, ROW_SIZE, CELL_SIZE)
}

/// Returns the size of the picture of one realm.
pub(super) fn realm_size() -> Size {
    let scale = f32::from(WIDTH) / CELL_SIZE.0;
    Size {
        width: WIDTH,
        height: to_px(CELL_SIZE.1 * scale),
    }
}

/// Returns the size of the picture of all realms.
pub(super) fn realms_size(view: &View) -> Size {
    let scale = f32::from(WIDTH) / (CELL_SIZE.0 * to_f32(COLUMNS));
    let rows = view.realms.len().div_ceil(COLUMNS);
    Size {
        width: WIDTH,
        height: to_px(CELL_SIZE.1 * to_f32(rows) * scale),
    }
}

/// The label of a row of villages.
pub(super) struct RowLabel<'a> {
    pub(super) row: Row,
    pub(super) text: &'a str,
}

/// Returns the height of a picture of villages that is this wide.
pub(super) fn villages_height(width: u16) -> u16 {
    to_px((VILLAGES_BOTTOM - HEAD_HEIGHT) * f32::from(width) / REALM_SIZE.0)
}

/// Draws the villages of one realm, with a label at each row that may be chosen and a frame around
/// each new tile.
pub(super) fn render_villages(
    theme: &Theme,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    realm: &RealmView,
    width: u16,
    rows: &[RowLabel<'_>],
    marks: &Marks,
) -> Canvas {
    let size = Size {
        width,
        height: villages_height(width),
    };
    let picture_scale = choices_scale(width);
    let scale = f32::from(size.width) / REALM_SIZE.0;
    // The picture is as high as the villages, so what is above and below them is clipped.
    let mut sheet = RealmSheet::new(
        theme,
        phrasebook,
        view,
        size,
        scale,
        picture_scale,
        &[Point(0.0, -HEAD_HEIGHT)],
    );
    sheet.draw_realm(realm, Point(0.0, -HEAD_HEIGHT));
    for village in &realm.villages {
        if marks.was_built_in(realm.seat, village.row) {
            sheet.draw_frame_around_last_tile(village);
        }
    }
    let labels = rows.iter().map(|label| {
        let corner = RealmSheet::row_corner(label.row.number() - 1);
        Label {
            at: sheet.to_sheet(corner),
            text: label.text,
            is_possible: true,
        }
    });
    let labels: Vec<Label<'_>> = labels.collect();
    draw_labels(
        &mut sheet.pen,
        &labels,
        smallest_font_size(width, PHONE_WIDTH),
    );
    sheet.pen.canvas
}

/// Draws all realms of a table in two columns.
pub(super) fn render_realms(theme: &Theme, phrasebook: &Phrasebook<'_>, view: &View) -> Canvas {
    let count = view.realms.len();
    let scale = f32::from(WIDTH) / (CELL_SIZE.0 * to_f32(COLUMNS));
    let cells: Vec<Point> = (0..count).map(cell_corner).collect();
    let size = realms_size(view);
    let mut sheet = RealmSheet::new(theme, phrasebook, view, size, scale, 1.0, &cells);
    for (realm, cell) in view.realms.iter().zip(cells) {
        sheet.draw_realm(realm, cell);
    }
    if !count.is_multiple_of(COLUMNS) {
        sheet.corner = cell_corner(count);
        sheet.draw_round();
    }
    sheet.pen.canvas
}

fn cell_corner(number: usize) -> Point {
    Point(
        REALM_GAP + CELL_SIZE.0 * to_f32(number % COLUMNS),
        REALM_GAP + CELL_SIZE.1 * to_f32(number / COLUMNS),
    )
}

/// A sheet of realms. Its methods take coordinates relative to the current realm and scale them.
struct RealmSheet<'a> {
    pen: Pen<'a>,
    phrasebook: &'a Phrasebook<'a>,
    view: &'a View,
    scale: f32,
    corner: Point,
    seat: Seat,
}

impl<'a> RealmSheet<'a> {
    /// Returns a sheet with empty realms at these corners.
    ///
    /// `scale` enlarges the realms within the picture, `picture_scale` the whole picture.
    fn new(
        theme: &'a Theme,
        phrasebook: &'a Phrasebook<'a>,
        view: &'a View,
        size: Size,
        scale: f32,
        picture_scale: f32,
        corners: &[Point],
    ) -> RealmSheet<'a> {
        let pixels = size.scaled(picture_scale);
        let canvas = theme
            .canvas(pixels.width.into(), pixels.height.into(), Ink::Sea)
            .with_scale(picture_scale);
        let mut sheet = RealmSheet {
            pen: Pen::for_players(theme, canvas, phrasebook.names),
            phrasebook,
            view,
            scale,
            corner: Point(0.0, 0.0),
            seat: Seat::default(),
        };
        let tikis = tiki_columns(view);
        let key = format!("realms {size:?} {picture_scale:?} {corners:?} {tikis:?}");
        let canvas = theme.cached_canvas(&key, || {
            for corner in corners {
                sheet.draw_empty_realm(*corner);
            }
            sheet.pen.canvas.clone()
        });
        sheet.pen.canvas = canvas;
        sheet
    }

    fn to_sheet(&self, Point(x, y): Point) -> Point {
        Point(
            (self.corner.0 + x) * self.scale,
            (self.corner.1 + y) * self.scale,
        )
    }

    fn draw_piece(&mut self, art: Art, at: Point, height: f32) {
        let at = self.to_sheet(at);
        let height = to_px(height * self.scale);
        self.pen.draw_piece(art, at, height, None);
    }

    fn scaled_style(&self, weight: Weight, size: f32) -> Style {
        weight.px(to_px(size * self.scale))
    }

    fn draw_text(
        &mut self,
        text: &str,
        at: Point,
        max_width: f32,
        weight: Weight,
        size: f32,
        ink: Ink,
    ) -> f32 {
        let at = self.to_sheet(at);
        let max_width = max_width * self.scale;
        let style = self.scaled_style(weight, size);
        self.pen.draw_text(text, at, max_width, style, ink) / self.scale - self.corner.0
    }

    fn draw_text_centred(&mut self, text: &str, at: Point, weight: Weight, size: f32, ink: Ink) {
        let at = self.to_sheet(at);
        let style = self.scaled_style(weight, size);
        self.pen
            .draw_text_centred_within(text, at, REALM_SIZE.0 * self.scale, style, ink);
    }

    fn scale_size(&self, Point(width, height): Point) -> Point {
        Point(width * self.scale, height * self.scale)
    }

    fn draw_rounded(&mut self, at: Point, size: Point, radius: f32, colour: Ink) {
        let corner = self.to_sheet(at);
        let size = self.scale_size(size);
        self.pen
            .canvas
            .fill_rounded_rect(corner, size, radius * self.scale, colour);
    }

    fn draw_amount(
        &mut self,
        art: Art,
        number: impl std::fmt::Display,
        at: Point,
        height: f32,
    ) -> f32 {
        let width = to_f32(
            self.pen
                .theme
                .piece(art, to_px(height * self.scale), None)
                .width(),
        ) / self.scale;
        self.draw_piece(art, Point(at.0 + width / 2.0, at.1), height);
        self.draw_text(
            &number.to_string(),
            Point(at.0 + width + 5.0, at.1),
            120.0,
            Weight::Heavy,
            height * 0.85,
            Ink::Ink,
        )
    }

    fn draw_realm(&mut self, realm: &RealmView, corner: Point) {
        (self.corner, self.seat) = (corner, realm.seat);
        self.draw_head(realm);
        for village in &realm.villages {
            self.draw_village(village);
        }
        self.draw_kahunas(realm);
        self.draw_tikis(realm);
        self.draw_goods(realm);
        self.draw_tokens(realm);
    }

    fn draw_empty_realm(&mut self, corner: Point) {
        self.corner = corner;
        let at = self.to_sheet(Point(0.0, 0.0));
        let size = self.scale_size(REALM_SIZE);
        self.pen.draw_card(at, size, Ink::Paper);
        for row in Row::all().map(|row| row.number() - 1) {
            self.draw_row(row, Ink::PaperShade, 0);
            self.draw_rounded(
                Point(14.0, RealmSheet::row_middle(row) - 26.0),
                Point(122.0, 52.0),
                26.0,
                Ink::Sand,
            );
        }
        for column in tiki_columns(self.view).to_vec() {
            self.draw_rounded(
                Point(RealmSheet::tiki_x(column) - 37.0, 65.0),
                Point(74.0, 56.0),
                28.0,
                Ink::Sand,
            );
        }
    }

    /// Draws the background of a village row, with empty spaces for tiles from column `length` on.
    fn draw_row(&mut self, row: u8, ground: Ink, length: usize) {
        let y = RealmSheet::row_middle(row);
        self.draw_rounded(RealmSheet::row_corner(row), ROW_SIZE, 12.0, ground);
        let columns = self.column_count();
        for column in length..columns {
            let at = Point(
                RealmSheet::column_x(column, columns) - TILE_SIDE / 2.0 + 5.0,
                y - TILE_SIDE / 2.0 + 5.0,
            );
            self.draw_rounded(
                at,
                Point(TILE_SIDE - 10.0, TILE_SIDE - 10.0),
                12.0,
                Ink::Paper,
            );
        }
    }

    /// Returns the number of village columns that are drawn: up to the last space for a tiki.
    fn column_count(&self) -> usize {
        self.view
            .printed
            .sheet
            .realm
            .tikis
            .columns
            .iter()
            .copied()
            .max()
            .unwrap_or(0)
            .into()
    }

    fn draw_head(&mut self, realm: &RealmView) {
        let at = self.to_sheet(Point(40.0, 33.0));
        self.pen
            .draw_badge(realm.seat, at, to_px(54.0 * self.scale));
        let name = self
            .pen
            .display_name(self.phrasebook.player_name(realm.seat), realm.seat);
        // A long name is shortened rather than made smaller, so that it stays readable.
        let style = self.scaled_style(Weight::Bold, LINE_FONT_SIZE);
        let fonts = self.pen.theme.fonts();
        let (name, _) = fonts.fit_text(&name, NAME_WIDTH * self.scale, style, style.size);
        let at = Point(78.0, 33.0);
        let end = self.draw_text(
            &name,
            at,
            REALM_SIZE.0,
            Weight::Bold,
            LINE_FONT_SIZE,
            Ink::Ink,
        );
        if let Some(sign) = cards::status_sign(self.view, realm.seat) {
            self.draw_piece(sign, Point(end + 34.0, 33.0), 44.0);
        }
        let points = self.phrasebook.points(realm.points);
        let style = self.scaled_style(Weight::Heavy, LINE_FONT_SIZE);
        let at = self.to_sheet(Point(REALM_SIZE.0 - 22.0, 33.0));
        let max_width = 240.0 * self.scale;
        self.pen
            .draw_text_right(&points, at, max_width, style, Ink::Ink);
    }

    fn row_middle(row: u8) -> f32 {
        VILLAGES_CORNER.1 + ROW_HEIGHT * f32::from(row) + ROW_HEIGHT / 2.0
    }

    fn row_corner(row: u8) -> Point {
        Point(
            VILLAGES_CORNER.0 - 6.0,
            RealmSheet::row_middle(row) - ROW_HEIGHT / 2.0 + 2.0,
        )
    }

    fn tiki_x(column: u8) -> f32 {
        RealmSheet::column_x(usize::from(column).saturating_sub(1), 2)
    }

    /// Returns the distance between the tiles of a village of this length; long ones are drawn
    /// closer.
    fn column_step(length: usize) -> f32 {
        COLUMN_STEP.min((REALM_SIZE.0 - VILLAGES_CORNER.0 - 10.0) / to_f32(length.max(1)))
    }

    /// Returns the centre of a column in a village of this length.
    fn column_x(column: usize, length: usize) -> f32 {
        VILLAGES_CORNER.0 + RealmSheet::column_step(length) * (to_f32(column) + 0.5) - 1.0
    }

    fn draw_village(&mut self, village: &VillageView) {
        let row = village.row.number() - 1;
        let y = RealmSheet::row_middle(row);
        let length = village.length;
        let columns = self.column_count();
        if village.scored || length > columns {
            self.draw_row(
                row,
                if village.scored {
                    Ink::Glow
                } else {
                    Ink::PaperShade
                },
                length,
            );
        }
        let printed = village.length - village.tiles.len();
        let side = TILE_SIDE.min(RealmSheet::column_step(length) - 4.0);
        for column in 0..printed {
            self.draw_piece(
                Art::StartHut,
                Point(RealmSheet::column_x(column, length), y),
                side,
            );
        }
        for (building, column) in village.tiles.iter().zip(printed..) {
            let at = self.to_sheet(Point(RealmSheet::column_x(column, length), y));
            let side = side * self.scale;
            draw_tile(
                &mut self.pen,
                building.tile.into(),
                building.level,
                at,
                side,
            );
        }
        if village.scored && length <= columns {
            self.draw_piece(Art::Tiki, Point(REALM_SIZE.0 - 40.0, y), 48.0);
        }
        if self.view.viewer.is(self.seat) && self.view.legal.contains(&Action::Build(village.row)) {
            let corner = self.to_sheet(RealmSheet::row_corner(row));
            let whole = self.scale_size(ROW_SIZE);
            self.pen.draw_dashed_frame(corner, whole);
        }
    }

    fn draw_frame_around_last_tile(&mut self, village: &VillageView) {
        let Some(column) = village.length.checked_sub(1) else {
            return;
        };
        let length = village.length;
        let side = TILE_SIDE.min(RealmSheet::column_step(length) - 4.0);
        let x = RealmSheet::column_x(column, length) - side / 2.0;
        let y = RealmSheet::row_middle(village.row.number() - 1) - side / 2.0;
        let corner = self.to_sheet(Point(x, y));
        let whole = self.scale_size(Point(side, side));
        self.pen.draw_marked_frame(corner, whole, 9.0);
    }

    /// Draws the kahunas. Free spaces show the points and shells that a kahuna would bring.
    fn draw_kahunas(&mut self, realm: &RealmView) {
        let printed = &self.view.printed.sheet.realm;
        let spaces = printed
            .kahunas
            .points
            .iter()
            .zip(&printed.kahuna_shells.shells);
        for ((&points, &shells), row) in spaces.zip(0_u8..) {
            let y = RealmSheet::row_middle(row);
            if realm.kahunas > row {
                self.draw_piece(Art::Kahuna, Point(75.0, y), 54.0);
                continue;
            }
            let x = if shells > 0 { 45.0 } else { 75.0 };
            self.draw_text_centred(
                &format!("+{points}"),
                Point(x, y),
                Weight::Heavy,
                32.0,
                Ink::InkSoft,
            );
            if shells > 0 {
                self.draw_amount(good_art(Good::Shell), shells, Point(78.0, y), 34.0);
            }
        }
    }

    /// Draws the tikis, each over the column that a village has to reach. Free spaces show the feet
    /// that a tiki would bring.
    fn draw_tikis(&mut self, realm: &RealmView) {
        let printed = &self.view.printed.sheet.realm;
        let spaces = tiki_columns(self.view).iter().zip(&printed.tiki_feet.feet);
        for ((&column, &feet), space) in spaces.zip(0_u8..) {
            let x = RealmSheet::tiki_x(column);
            if realm.tikis > space {
                self.draw_piece(Art::Tiki, Point(x, 93.0), 56.0);
            } else if feet > 0 {
                self.draw_amount(good_art(Good::Foot), feet, Point(x - 31.0, 93.0), 38.0);
            }
        }
    }

    fn draw_goods(&mut self, realm: &RealmView) {
        if let Some(goods) = realm.goods {
            let mut x = 22.0;
            for kind in Good::ALL {
                x = self.draw_amount(
                    good_art(kind),
                    goods[kind],
                    Point(x, GOODS_Y),
                    LINE_PIECE_HEIGHT,
                ) + 16.0;
            }
        } else {
            self.draw_piece(Art::Purse, Point(46.0, GOODS_Y), LINE_PIECE_HEIGHT);
            self.draw_text(
                "?",
                Point(84.0, GOODS_Y),
                40.0,
                Weight::Heavy,
                LINE_FONT_SIZE,
                Ink::InkSoft,
            );
        }
        let [ashore, launched] = [realm.ashore, realm.launched].map(|fleet| {
            let kinds = [
                (Art::FishingBoat, fleet.fishing),
                (Art::OneBoat, fleet.one),
                (Art::TwoBoat, fleet.two),
            ];
            kinds
                .into_iter()
                .flat_map(|(art, count)| std::iter::repeat_n(art, count.into()))
        });
        let boats: Vec<(Art, bool)> = ashore
            .map(|art| (art, true))
            .chain(launched.map(|art| (art, false)))
            .collect();
        let step = BOATS_LEFT_AND_STEP
            .1
            .min((REALM_SIZE.0 - 20.0 - BOATS_LEFT_AND_STEP.0) / to_f32(boats.len()));
        for (number, (art, ashore)) in boats.into_iter().enumerate() {
            let at = Point(
                BOATS_LEFT_AND_STEP.0 + step * (to_f32(number) + 0.5),
                GOODS_Y,
            );
            self.draw_piece(art, at, 46.0);
            if !ashore {
                // Launched boats are dimmed.
                let corner = self.to_sheet(Point(at.0 - 29.0, at.1 - 23.0));
                let size = self.scale_size(Point(58.0, 46.0));
                self.pen.canvas.blend_rect(corner, size, Ink::Paper, 165);
            }
        }
    }

    /// Draws the price tokens of this round, their sum, the number of fish tokens, and the points
    /// that a final scoring now would bring.
    fn draw_tokens(&mut self, realm: &RealmView) {
        let at = self.to_sheet(Point(22.0, TOKENS_Y));
        let style = self.scaled_style(Weight::Heavy, LINE_FONT_SIZE);
        let max_width = 210.0 * self.scale;
        let end =
            cards::draw_token_sum(&mut self.pen, self.phrasebook, realm, at, max_width, style);
        let end = end / self.scale - self.corner.0;
        let first = (end + 36.0).max(230.0);
        let last = 500.0;
        let step = ((last - first) / to_f32(realm.prices.len().max(2) - 1)).min(56.0);
        for (number, price) in realm.prices.iter().enumerate() {
            let at = self.to_sheet(Point(first + step * to_f32(number), TOKENS_Y - 1.0));
            draw_price(&mut self.pen, *price, at, to_px(52.0 * self.scale));
        }
        if realm.fish.total() > 0 {
            self.draw_amount(
                Art::Fish,
                realm.fish.total(),
                Point(540.0, TOKENS_Y),
                LINE_PIECE_HEIGHT,
            );
        }
        if self.view.standings.is_none() {
            let end = format!("+{}", realm.at_the_end.total());
            self.draw_amount(
                Art::GiftPoints,
                end,
                Point(650.0, TOKENS_Y),
                LINE_PIECE_HEIGHT,
            );
        }
    }

    /// Draws the round and the needed sum in the cell that an odd number of realms leaves free.
    fn draw_round(&mut self) {
        let middle = REALM_SIZE.0 / 2.0;
        let round = cards::round_title(self.phrasebook, self.view);
        self.draw_text_centred(&round, Point(middle, 80.0), Weight::Heavy, 84.0, Ink::White);
        for (art, at, height) in [
            (Art::Wave, Point(middle - 220.0, 330.0), 84.0),
            (Art::Wave, Point(middle + 226.0, 350.0), 84.0),
            (Art::Islet, Point(middle, 260.0), 220.0),
        ] {
            self.draw_piece(art, at, height);
        }
        let sum = self.view.printed.round(self.view.round).threshold.sum;
        let wanted = format!("{} {sum}", self.phrasebook.words.say(key::DRAW_WANTED, &[]));
        self.draw_text_centred(
            &wanted,
            Point(middle, 430.0),
            Weight::Bold,
            48.0,
            Ink::White,
        );
    }
}

/// Returns the village columns above which there is a space for a tiki with this table's options.
fn tiki_columns(view: &View) -> &[u8] {
    let columns = &view.printed.sheet.realm.tikis.columns;
    &columns[..columns.len().min(view.options.tikis.count().into())]
}
