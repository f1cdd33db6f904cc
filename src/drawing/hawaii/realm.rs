//! A realm: its villages with the tikis above and the kahunas beside them, its boats, goods and tokens. One alone, or all
//! of a table on one sheet.

use super::{
    super::{
        Art, Canvas, Ink, Studio, Style, Weight,
        pen::{Pen, Point},
    },
    tiles::{good, pixels},
};
use crate::{
    rules::{
        Seat,
        hawaii::{
            pieces::Good,
            view::{RealmView, View, VillageView},
        },
    },
    words::hawaii::Teller,
};

/// How wide pictures are, and how large a realm is on a sheet of several.
const WIDTH: u16 = 1600;
const SIZE: Point = (784.0, 676.0);
const GAP: f32 = 10.0;
/// On a realm: where the villages begin, how far tiles and rows are apart, and how large a tile is.
const VILLAGES: Point = (112.0, 158.0);
const STEP: f32 = 82.0;
const ROW: f32 = 84.0;
const TILE: f32 = 78.0;
/// The lines below the villages.
const GOODS: f32 = 606.0;
const TOKENS: f32 = 650.0;

/// One realm in full width.
pub fn realm(studio: &Studio, teller: &Teller<'_>, view: &View, seat: Seat) -> Canvas {
    let scale = f32::from(WIDTH) / (SIZE.0 + 2.0 * GAP);
    let height = pixels((SIZE.1 + 2.0 * GAP) * scale);
    let mut sheet = Sheet::new(studio, teller, view, height, scale);
    if let Some(realm) = view.realm(seat) {
        sheet.realm(realm, (GAP, GAP));
    }
    sheet.pen.canvas
}

/// All realms of a table, two beside each other.
pub fn realms(studio: &Studio, teller: &Teller<'_>, view: &View) -> Canvas {
    let rows = u8::try_from(view.realms.len().div_ceil(2)).unwrap_or(u8::MAX);
    let height = pixels((SIZE.1 + GAP) * f32::from(rows) + GAP);
    let mut sheet = Sheet::new(studio, teller, view, height, 1.0);
    let last = view.realms.len() - 1;
    for (realm, at) in view.realms.iter().zip(0_u8..) {
        // The last of an odd number stands in the middle.
        let alone = usize::from(at) == last && at % 2 == 0;
        let column = if alone { 0.5 } else { f32::from(at % 2) };
        let x = GAP + column * (f32::from(WIDTH) - SIZE.0 - 2.0 * GAP);
        sheet.realm(realm, (x, GAP + f32::from(at / 2) * (SIZE.1 + GAP)));
    }
    sheet.pen.canvas
}

/// A sheet on which realms are drawn, enlarged or not.
struct Sheet<'a> {
    pen: Pen<'a>,
    teller: &'a Teller<'a>,
    view: &'a View,
    scale: f32,
    corner: Point,
}

impl<'a> Sheet<'a> {
    fn new(studio: &'a Studio, teller: &'a Teller<'a>, view: &'a View, height: u16, scale: f32) -> Sheet<'a> {
        let canvas = studio.canvas(WIDTH.into(), height.into(), Ink::Sea);
        Sheet { pen: Pen { studio, canvas }, teller, view, scale, corner: (0.0, 0.0) }
    }

    // --- From a realm's own measures to those of the sheet ---

    fn at(&self, (x, y): Point) -> Point {
        ((self.corner.0 + x) * self.scale, (self.corner.1 + y) * self.scale)
    }

    fn piece(&mut self, art: Art, at: Point, height: f32) {
        let (at, height) = (self.at(at), pixels(height * self.scale));
        self.pen.piece(art, at, height, None);
    }

    fn style(&self, weight: Weight, size: f32) -> Style {
        weight.at(pixels(size * self.scale))
    }

    fn words(&mut self, text: &str, at: Point, most: f32, style: Style, colour: Ink) -> f32 {
        let (at, most) = (self.at(at), most * self.scale);
        self.pen.from_left(text, at, most, style, colour) / self.scale - self.corner.0
    }

    fn middle(&mut self, text: &str, at: Point, style: Style, colour: Ink) {
        let at = self.at(at);
        self.pen.middle(text, at, 400.0 * self.scale, style, colour);
    }

    fn sheet(&mut self, at: Point, (width, height): Point, radius: f32, colour: Ink) {
        let ((x, y), s) = (self.at(at), self.scale);
        self.pen.canvas.rounded(x, y, width * s, height * s, radius * s, colour);
    }

    fn amount(&mut self, art: Art, number: impl std::fmt::Display, at: Point, height: f32) -> f32 {
        let (at, height) = (self.at(at), pixels(height * self.scale));
        self.pen.amount(art, number, at, height) / self.scale - self.corner.0
    }

    // --- The realm ---

    fn realm(&mut self, realm: &RealmView, corner: Point) {
        self.corner = corner;
        let ((x, y), s) = (self.at((0.0, 0.0)), self.scale);
        self.pen.card((x, y), (SIZE.0 * s, SIZE.1 * s), Ink::Paper);
        self.head(realm);
        for village in &realm.villages {
            self.village(village);
        }
        self.kahunas(realm);
        self.tikis(realm);
        self.goods(realm);
        self.tokens(realm);
    }

    fn head(&mut self, realm: &RealmView) {
        let at = self.at((44.0, 42.0));
        self.pen.badge(realm.seat, at, pixels(64.0 * self.scale));
        let name = self.teller.who(realm.seat).to_owned();
        let style = self.style(Weight::Bold, 36.0);
        let end = self.words(&name, (88.0, 42.0), 420.0, style, Ink::Ink);
        if self.view.to_act == Some(realm.seat) {
            self.piece(Art::Hourglass, (end + 30.0, 42.0), 44.0);
        }
        let points = self.teller.points(realm.points);
        let (style, at) = (self.style(Weight::Heavy, 36.0), self.at((SIZE.0 - 22.0, 42.0)));
        let most = 240.0 * self.scale;
        self.pen.to_right(&points, at, most, style, Ink::Ink);
    }

    fn line(row: u8) -> f32 {
        VILLAGES.1 + ROW * f32::from(row) + ROW / 2.0
    }

    fn village(&mut self, village: &VillageView) {
        let row = village.row.number() - 1;
        let y = Sheet::line(row);
        let ground = if village.scored { Ink::Glow } else { Ink::PaperShade };
        self.sheet(
            (VILLAGES.0 - 6.0, y - ROW / 2.0 + 2.0),
            (SIZE.0 - VILLAGES.0 - 4.0, ROW - 4.0),
            12.0,
            ground,
        );
        let printed = village.length - village.tiles.len();
        let several = f32::from(u8::try_from(village.length.max(2) - 1).unwrap_or(u8::MAX));
        let step = STEP.min((SIZE.0 - VILLAGES.0 - 14.0 - TILE) / several);
        let x = |column: usize| {
            VILLAGES.0 + TILE / 2.0 + 1.0 + step * f32::from(u8::try_from(column).unwrap_or(u8::MAX))
        };
        for column in 0..printed {
            self.piece(Art::StartHut, (x(column), y), TILE);
        }
        for (building, column) in village.tiles.iter().zip(printed..) {
            let (at, side) = (self.at((x(column), y)), TILE * self.scale);
            self.pen.tile(building.tile.into(), building.level, at, side);
        }
    }

    fn kahunas(&mut self, realm: &RealmView) {
        let sheet = &self.view.printed.sheet.realm;
        let spaces = sheet.kahunas.points.iter().zip(&sheet.kahuna_shells.shells);
        let spaces: Vec<_> =
            spaces.map(|(points, shells)| (u16::from(*points), u16::from(*shells))).collect();
        for ((points, shells), row) in spaces.into_iter().zip(0_u8..) {
            let y = Sheet::line(row);
            self.sheet((14.0, y - 38.0), (84.0, 76.0), 38.0, Ink::Sand);
            if realm.kahunas > row {
                self.piece(Art::Kahuna, (56.0, y), 74.0);
                continue;
            }
            let style = self.style(Weight::Heavy, 30.0);
            if shells > 0 {
                self.middle(&format!("+{points}"), (56.0, y - 16.0), style, Ink::InkSoft);
                self.amount(good(Good::Shell), shells, (32.0, y + 18.0), 28.0);
            } else {
                self.middle(&format!("+{points}"), (56.0, y), style, Ink::InkSoft);
            }
        }
    }

    fn tikis(&mut self, realm: &RealmView) {
        let sheet = &self.view.printed.sheet.realm;
        let spaces: Vec<_> =
            sheet.tikis.columns.iter().copied().zip(sheet.tiki_feet.feet.iter().copied()).collect();
        for ((column, feet), space) in spaces.into_iter().zip(0_u8..) {
            let x = VILLAGES.0 + TILE / 2.0 + 1.0 + STEP * (f32::from(column) - 1.0);
            self.sheet((x - 36.0, 80.0), (72.0, 72.0), 36.0, Ink::Sand);
            if realm.tikis > space {
                self.piece(Art::Tiki, (x, 116.0), 74.0);
            } else if feet > 0 {
                self.amount(good(Good::Foot), feet, (x - 28.0, 116.0), 34.0);
            } else {
                let style = self.style(Weight::Bold, 28.0);
                self.middle(&(space + 1).to_string(), (x, 116.0), style, Ink::SandDark);
            }
        }
    }

    fn goods(&mut self, realm: &RealmView) {
        let mut x = 22.0;
        match realm.goods {
            Some(goods) => {
                for kind in Good::ALL {
                    x = self.amount(good(kind), goods[kind], (x, GOODS), 44.0) + 20.0;
                }
            }
            None => self.piece(Art::Purse, (x + 26.0, GOODS), 48.0),
        }
        let boats = [
            (Art::FishingBoat, realm.ashore.fishing, realm.launched.fishing),
            (Art::OneBoat, realm.ashore.one, realm.launched.one),
            (Art::TwoBoat, realm.ashore.two, realm.launched.two),
        ];
        let mut x = 400.0;
        for (art, ashore, launched) in boats {
            if ashore + launched == 0 {
                continue;
            }
            let shown =
                if launched == 0 { ashore.to_string() } else { format!("{ashore}/{}", ashore + launched) };
            x = self.amount(art, shown, (x, GOODS), 50.0) + 22.0;
        }
    }

    fn tokens(&mut self, realm: &RealmView) {
        let sum = [("sum", realm.open_sum().into()), ("needed", realm.needed.into())];
        let sum = self.teller.words.say("draw-sum", &sum);
        let pleased = realm.open_sum() >= realm.needed;
        let style = self.style(Weight::Heavy, 32.0);
        let end =
            self.words(&sum, (22.0, TOKENS), 140.0, style, if pleased { Ink::ForestDark } else { Ink::Ink });
        let mut x = (end + 36.0).max(150.0);
        for price in &realm.prices {
            let (at, height) = (self.at((x, TOKENS - 2.0)), pixels(42.0 * self.scale));
            self.pen.price(*price, at, height);
            x += 44.0;
        }
        let fish = realm.fish.total();
        if fish > 0 {
            self.amount(Art::Fish, fish, (x.max(590.0), TOKENS), 38.0);
        }
    }
}
