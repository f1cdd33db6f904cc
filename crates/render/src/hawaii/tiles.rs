//! Tiles, tokens and goods: the small things of which all pictures of Hawaii are made.

use super::super::{Art, Ink, Pen, Point, Weight, pixels};
use lanai_rules::hawaii::pieces::{Fruit, God, Good, Hut, Level, Price, Tile, VillageTile};
use lanai_rules::hawaii::printed::Gift;

/// What a tile shows.
pub fn emblem(tile: Tile) -> Art {
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
pub fn good(good: Good) -> Art {
    match good {
        Good::Shell => Art::Shell,
        Good::Foot => Art::Foot,
        Good::Fruit => Art::Fruit,
    }
}

impl Pen<'_> {
    /// A tile with its middle at a point; side II has a golden rim and its number.
    pub(super) fn tile(&mut self, tile: Tile, level: Level, Point(x, y): Point, side: f32) {
        let corner = Point(x - side / 2.0, y - side / 2.0);
        let radius = side * 0.14;
        let two = level == Level::Two;
        let (rim, thick) = if two {
            (Ink::Gold, 0.085)
        } else {
            (Ink::White, 0.06)
        };
        let layers = [
            (0.0, Ink::Ink),
            (2.0, rim),
            (2.0 + side * thick, ground(tile)),
        ];
        self.nested(corner, Point(side, side), radius, layers);
        self.piece(emblem(tile), Point(x, y), pixels(side * 0.76), None);
        if two {
            let wide = side * 0.36;
            let high = side * 0.34;
            let left = x + side / 2.0 - wide - 2.0;
            let top = y + side / 2.0 - high - 2.0;
            let layers = [(0.0, Ink::Ink), (2.0, Ink::Gold)];
            self.nested(
                Point(left, top),
                Point(wide + 2.0, high + 2.0),
                radius,
                layers,
            );
            let at = Point(left + wide / 2.0 + 1.0, top + high / 2.0 + 1.0);
            self.centred("II", at, Weight::Heavy.at(pixels(side * 0.3)), Ink::Ink);
        }
    }

    /// A price token.
    pub(super) fn price(&mut self, price: Price, at: Point, height: u16) {
        let art = if price.spears {
            Art::PriceSpears
        } else {
            Art::PricePlain
        };
        self.piece(art, at, height, None);
        let size = Weight::Heavy.at(height * 60 / 100);
        self.middle(
            &price.worth.to_string(),
            at,
            f32::from(height),
            size,
            Ink::Ink,
        );
    }

    /// What an island gives.
    pub(super) fn gift(&mut self, gift: Gift, at: Point, side: f32) {
        match gift {
            Gift::Points(points) => {
                self.piece(Art::GiftPoints, at, pixels(side * 1.1), None);
                self.middle(
                    &points.to_string(),
                    at,
                    side,
                    Weight::Heavy.at(pixels(side * 0.42)),
                    Ink::Ink,
                );
            }
            Gift::Fruits(number) => self.several(Art::Fruit, number, at, side),
            Gift::Kahunas(number) => self.several(Art::Kahuna, number, at, side),
            Gift::Tikis(number) => self.several(Art::Tiki, number, at, side),
            Gift::Hut(hut) => self.tile(Tile::hut(hut), Level::Two, at, side),
            Gift::Hula => self.tile(VillageTile::Hula.into(), Level::Two, at, side),
            Gift::Surfer => self.tile(VillageTile::Surfer.into(), Level::Two, at, side),
            Gift::FruitTile => {
                self.tile(Tile::fruit(Fruit::Banana), Level::Two, at, side);
                self.figure(
                    "?",
                    Point(at.0 - side * 0.3, at.1 + side * 0.3),
                    pixels(side * 0.44),
                );
            }
        }
    }

    fn several(&mut self, art: Art, number: impl std::fmt::Display, Point(x, y): Point, side: f32) {
        self.piece(art, Point(x - side * 0.12, y), pixels(side * 0.95), None);
        self.figure(
            &format!("×{number}"),
            Point(x + side * 0.3, y + side * 0.3),
            pixels(side * 0.46),
        );
    }
}
