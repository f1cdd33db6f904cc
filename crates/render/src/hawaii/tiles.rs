//! Draws tiles, price tokens and goods, which all pictures of Hawaii use.

use super::super::{Art, Ink, Pen, Point, Weight, to_px};
use lanai_rules::hawaii::pieces::{Fruit, God, Good, Hut, Level, Price, Tile, VillageTile};
use lanai_rules::hawaii::printed::Gift;

/// Returns the piece that shows a tile; both sides of the tile have the same.
pub fn tile_art(tile: Tile) -> Art {
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

fn tile_ground(tile: Tile) -> Ink {
    match tile {
        Tile::Village(VillageTile::Hut(_)) => Ink::PaperShade,
        Tile::Village(VillageTile::Fruit(_) | VillageTile::Irrigation) => Ink::Foam,
        Tile::Village(VillageTile::Surfer | VillageTile::Hula) => Ink::Shell,
        Tile::Village(VillageTile::God(_)) => Ink::Lilac,
        Tile::Boat => Ink::Shallow,
        Tile::Kahuna | Tile::Tiki => Ink::Sand,
    }
}

/// Returns the piece that shows one unit of a good.
pub fn good_art(good: Good) -> Art {
    match good {
        Good::Shell => Art::Shell,
        Good::Foot => Art::Foot,
        Good::Fruit => Art::Fruit,
    }
}

/// Draws a tile centred at a point. Side II has a golden rim and the number II.
pub(super) fn draw_tile(
    pen: &mut Pen<'_>,
    tile: Tile,
    level: Level,
    Point(x, y): Point,
    side: f32,
) {
    let corner = Point(x - side / 2.0, y - side / 2.0);
    let radius = side * 0.14;
    let is_second_side = level == Level::Two;
    let (rim, rim_share) = if is_second_side {
        (Ink::Gold, 0.085)
    } else {
        (Ink::White, 0.06)
    };
    let layers = [
        (0.0, Ink::Ink),
        (2.0, rim),
        (2.0 + side * rim_share, tile_ground(tile)),
    ];
    pen.draw_nested_rects(corner, Point(side, side), radius, layers);
    pen.draw_piece(tile_art(tile), Point(x, y), to_px(side * 0.76), None);
    if is_second_side {
        let width = side * 0.36;
        let height = side * 0.34;
        let left = x + side / 2.0 - width - 2.0;
        let top = y + side / 2.0 - height - 2.0;
        let layers = [(0.0, Ink::Ink), (2.0, Ink::Gold)];
        pen.draw_nested_rects(
            Point(left, top),
            Point(width + 2.0, height + 2.0),
            radius,
            layers,
        );
        let at = Point(left + width / 2.0 + 1.0, top + height / 2.0 + 1.0);
        pen.draw_text_centred("II", at, Weight::Heavy.px(to_px(side * 0.3)), Ink::Ink);
    }
}

pub(super) fn draw_price(pen: &mut Pen<'_>, price: Price, at: Point, height: u16) {
    let art = if price.spears {
        Art::PriceSpears
    } else {
        Art::PricePlain
    };
    pen.draw_piece(art, at, height, None);
    let size = Weight::Heavy.px(height * 60 / 100);
    pen.draw_text_centred_within(
        &price.worth.to_string(),
        at,
        f32::from(height),
        size,
        Ink::Ink,
    );
}

pub(super) fn draw_gift(pen: &mut Pen<'_>, gift: Gift, at: Point, side: f32) {
    match gift {
        Gift::Points(points) => {
            pen.draw_piece(Art::GiftPoints, at, to_px(side * 1.1), None);
            pen.draw_text_centred_within(
                &points.to_string(),
                at,
                side,
                Weight::Heavy.px(to_px(side * 0.42)),
                Ink::Ink,
            );
        }
        Gift::Fruits(number) => draw_multiple(pen, Art::Fruit, number, at, side),
        Gift::Kahunas(number) => draw_multiple(pen, Art::Kahuna, number, at, side),
        Gift::Tikis(number) => draw_multiple(pen, Art::Tiki, number, at, side),
        Gift::Hut(hut) => draw_tile(pen, Tile::hut(hut), Level::Two, at, side),
        Gift::Hula => draw_tile(pen, VillageTile::Hula.into(), Level::Two, at, side),
        Gift::Surfer => draw_tile(pen, VillageTile::Surfer.into(), Level::Two, at, side),
        Gift::FruitTile => {
            draw_tile(pen, Tile::fruit(Fruit::Banana), Level::Two, at, side);
            pen.draw_outlined_number(
                "?",
                Point(at.0 - side * 0.3, at.1 + side * 0.3),
                to_px(side * 0.44),
            );
        }
    }
}

fn draw_multiple(
    pen: &mut Pen<'_>,
    art: Art,
    number: impl std::fmt::Display,
    Point(x, y): Point,
    side: f32,
) {
    pen.draw_piece(art, Point(x - side * 0.12, y), to_px(side * 0.95), None);
    pen.draw_outlined_number(
        &format!("×{number}"),
        Point(x + side * 0.3, y + side * 0.3),
        to_px(side * 0.46),
    );
}
