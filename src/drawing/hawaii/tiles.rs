//! Tiles, tokens and goods: the small things of which all pictures of Hawaii are made.

use super::super::{
    Art, Ink, Weight,
    pen::{Pen, Point},
};
use crate::rules::hawaii::{
    pieces::{Fruit, God, Good, Hut, Level, Price, Tile, VillageTile},
    printed::Gift,
};

/// What a tile shows.
pub(super) fn emblem(tile: Tile) -> Art {
    match tile {
        Tile::Village(VillageTile::Hut(hut)) => match hut {
            Hut::Shell => Art::ShellHut,
            Hut::Foot => Art::FootHut,
            Hut::Spear => Art::SpearHut,
            Hut::Exchange => Art::ExchangeHut,
            Hut::Long => Art::LongHut,
        },
        Tile::Village(VillageTile::Fruit(fruit)) => match fruit {
            Fruit::Breadfruit => Art::Breadfruit,
            Fruit::Taro => Art::Taro,
            Fruit::Coconut => Art::Coconut,
            Fruit::Banana => Art::Banana,
        },
        Tile::Village(VillageTile::Irrigation) => Art::Irrigation,
        Tile::Village(VillageTile::Surfer) => Art::Surfer,
        Tile::Village(VillageTile::Hula) => Art::Hula,
        Tile::Village(VillageTile::God(god)) => match god {
            God::Ku => Art::Ku,
            God::Kane => Art::Kane,
            God::Pele => Art::Pele,
            God::Lono => Art::Lono,
            God::Laka => Art::Laka,
            God::Kanaloa => Art::Kanaloa,
        },
        Tile::Boat => Art::Boat,
        Tile::Kahuna => Art::Kahuna,
        Tile::Tiki => Art::Tiki,
    }
}

/// The ground of a tile, by its kind.
fn ground(tile: Tile) -> Ink {
    match tile {
        Tile::Village(VillageTile::Hut(_)) => Ink::PaperShade,
        Tile::Village(VillageTile::Fruit(_) | VillageTile::Irrigation) => Ink::Foam,
        Tile::Village(VillageTile::Surfer | VillageTile::Hula) => Ink::Shell,
        Tile::Village(VillageTile::God(_)) => Ink::Lilac,
        Tile::Boat => Ink::Shallow,
        Tile::Kahuna | Tile::Tiki => Ink::Sand,
    }
}

/// What a good looks like.
pub(super) fn good(good: Good) -> Art {
    match good {
        Good::Shell => Art::Shell,
        Good::Foot => Art::Foot,
        Good::Fruit => Art::Fruit,
    }
}

impl Pen<'_> {
    /// A tile with its middle at a point; side II has a golden rim and two pips.
    pub(super) fn tile(&mut self, tile: Tile, level: Level, (x, y): Point, side: f32) {
        let (left, top, corner) = (x - side / 2.0, y - side / 2.0, side * 0.14);
        let rim = if level == Level::Two { Ink::Gold } else { Ink::White };
        let thick = side * 0.07;
        self.canvas.rounded(left, top, side, side, corner, Ink::Ink);
        self.canvas.rounded(left + 2.0, top + 2.0, side - 4.0, side - 4.0, corner - 1.5, rim);
        let inner = side - 4.0 - 2.0 * thick;
        self.canvas.rounded(
            left + 2.0 + thick,
            top + 2.0 + thick,
            inner,
            inner,
            corner - thick,
            ground(tile),
        );
        self.piece(emblem(tile), (x, y), pixels(side * 0.76), None);
        if level == Level::Two {
            let (plate, below) = (side * 0.34, y + side / 2.0);
            self.canvas.rounded(x - plate / 2.0, below - plate * 0.78, plate, plate * 0.78, 6.0, Ink::Ink);
            let at = (x, below - plate * 0.39);
            self.middle("II", at, plate, Weight::Heavy.at(pixels(side * 0.24)), Ink::Glow);
        }
    }

    /// A price token.
    pub(super) fn price(&mut self, price: Price, at: Point, height: u16) {
        let art = if price.spears { Art::PriceSpears } else { Art::PricePlain };
        self.piece(art, at, height, None);
        let size = Weight::Heavy.at(height * 52 / 100);
        self.middle(&price.worth.to_string(), at, f32::from(height), size, Ink::Ink);
    }

    /// So many of something, as a picture and a number beside it. Tells where it ends.
    pub(super) fn amount(&mut self, art: Art, number: impl std::fmt::Display, at: Point, height: u16) -> f32 {
        let wide = super::super::numbers::real(self.studio.piece(art, height, None).width());
        self.piece(art, (at.0 + wide / 2.0, at.1), height, None);
        let style = Weight::Heavy.at(height * 80 / 100);
        self.from_left(&number.to_string(), (at.0 + wide + 6.0, at.1), 200.0, style, Ink::Ink)
    }

    /// What an island gives.
    pub(super) fn gift(&mut self, gift: Gift, at: Point, side: f32) {
        match gift {
            Gift::Points(points) => {
                self.piece(Art::GiftPoints, at, pixels(side * 1.1), None);
                self.middle(&points.to_string(), at, side, Weight::Heavy.at(pixels(side * 0.42)), Ink::Ink);
            }
            Gift::Fruits(number) => self.several(Art::Fruit, number, at, side),
            Gift::Kahunas(number) => self.several(Art::Kahuna, number, at, side),
            Gift::Tikis(number) => self.several(Art::Tiki, number, at, side),
            Gift::Hut(hut) => self.tile(Tile::hut(hut), Level::Two, at, side),
            Gift::Hula => self.tile(VillageTile::Hula.into(), Level::Two, at, side),
            Gift::Surfer => self.tile(VillageTile::Surfer.into(), Level::Two, at, side),
            Gift::FruitTile => {
                self.tile(Tile::fruit(Fruit::Banana), Level::Two, at, side);
                self.rimmed(
                    "?",
                    (at.0 + side * 0.3, at.1 - side * 0.26),
                    Weight::Heavy.at(pixels(side * 0.4)),
                    Ink::Ink,
                    Ink::White,
                );
            }
        }
    }

    fn several(&mut self, art: Art, number: impl std::fmt::Display, (x, y): Point, side: f32) {
        self.piece(art, (x - side * 0.12, y), pixels(side * 0.95), None);
        let size = Weight::Heavy.at(pixels(side * 0.42));
        self.rimmed(&format!("×{number}"), (x + side * 0.32, y + side * 0.3), size, Ink::Ink, Ink::White);
    }
}

/// A length in whole pixels.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lengths on a picture are small")]
pub(super) fn pixels(length: f32) -> u16 {
    length.round().max(1.0) as u16
}
