//! The rules of Hawaii as pictures: what stands on the sheet, and which pieces each topic shows.

use super::super::primer::{Sample, piece, sheet, shelf};
use super::super::{Art, Canvas, DrawRules, Ink, MARK, Pen, Point, Studio, pixels};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::island::Island;
use lanai_rules::hawaii::options::Options;
use lanai_rules::hawaii::pieces::{Fruit, God, Good, Goods, Hut, Level, Price, Tile, VillageTile};
use lanai_text::TellRules;
use lanai_text::hawaii::Teller;

impl DrawRules for Hawaii {
    fn sheet(studio: &Studio, teller: &Teller<'_>, options: &Options) -> Canvas {
        // In the order of the lines.
        let samples = [
            vec![piece(Art::Chief1), price(3, false), piece(Art::Fish3), piece(Art::Islet), price(4, true)],
            vec![price(5, false), piece(Art::Crown), piece(Art::Shell), piece(Art::Sun)],
            vec![
                tile(Tile::Tiki, Level::One),
                tile(Tile::Kahuna, Level::One),
                tile(VillageTile::Hula.into(), Level::One),
                tile(VillageTile::Irrigation.into(), Level::One),
                tile(Tile::god(God::Laka), Level::One),
            ],
        ];
        sheet(studio, teller.sheet(options), samples)
    }

    fn topic(studio: &Studio, teller: &Teller<'_>, topic: &str) -> Option<(Canvas, String)> {
        let shown = shown(teller, topic);
        (!shown.is_empty()).then(|| shelf(studio, teller.words, &shown))
    }
}

fn shown(teller: &Teller<'_>, topic: &str) -> Vec<(Sample, String)> {
    let both = |kind: Tile| Vec::from(Level::ALL.map(|level| named(teller, kind, level)));
    let goods = |good, art: Art| (piece(art), teller.goods(Goods::of(good, 1)));
    let huts = || [Hut::Shell, Hut::Foot, Hut::Spear, Hut::Exchange, Hut::Long].map(Tile::hut);
    match topic {
        "walk" => vec![
            (piece(Art::Chief1), teller.words.say("topic-hawaii-chieftain", &[])),
            goods(Good::Foot, Art::Foot),
        ],
        "buy" => vec![
            (price(3, false), teller.price(Price { worth: 3, spears: false })),
            (price(4, true), teller.words.say("sheet-spears", &[])),
            goods(Good::Shell, Art::Shell),
        ],
        "sides" => [both(Tile::hut(Hut::Shell)), both(Tile::god(God::Ku))].into_iter().flatten().collect(),
        "payment" => {
            vec![goods(Good::Shell, Art::Shell), goods(Good::Foot, Art::Foot), goods(Good::Fruit, Art::Fruit)]
        }
        "fish" => [Art::Fish1, Art::Fish2, Art::Fish3]
            .map(piece)
            .into_iter()
            .zip(Hawaii::list(teller, topic))
            .collect(),
        "islands" => gifts(teller),
        "people" => {
            [both(VillageTile::Surfer.into()), both(Tile::god(God::Lono))].into_iter().flatten().collect()
        }
        "villages" => huts().map(|hut| named(teller, hut, Level::One)).into(),
        "end" => vec![
            named(teller, Tile::Kahuna, Level::One),
            named(teller, VillageTile::Hula.into(), Level::One),
            named(teller, VillageTile::Irrigation.into(), Level::One),
            named(teller, Tile::hut(Hut::Long), Level::Two),
            named(teller, Tile::Tiki, Level::One),
        ],
        "signs" => signs(teller),
        "fruit-tiles" => Fruit::ALL.map(|fruit| named(teller, Tile::fruit(fruit), Level::Two)).into(),
        "boat" => vec![
            (piece(Art::FishingBoat), teller.words.say("boat-fishing", &[])),
            (piece(Art::OneBoat), teller.tile_at(Tile::Boat, Level::One)),
            (piece(Art::TwoBoat), teller.tile_at(Tile::Boat, Level::Two)),
        ],
        "kahuna" => vec![named(teller, Tile::Kahuna, Level::One)],
        "tiki" => vec![named(teller, Tile::Tiki, Level::One)],
        _ => Tile::all().find(|tile| tile.name() == topic).map(both).unwrap_or_default(),
    }
}

/// What islands give, each once.
fn gifts(teller: &Teller<'_>) -> Vec<(Sample, String)> {
    let mut gifts = Vec::new();
    for island in Island::all() {
        let gift = teller.printed.gift(island);
        if !gifts.contains(&gift) {
            gifts.push(gift);
        }
    }
    let shown = |gift| -> (Sample, String) {
        (Box::new(move |pen: &mut Pen<'_>, at, high| pen.gift(gift, at, high * 0.8)), teller.gift(gift))
    };
    gifts.into_iter().map(shown).collect()
}

/// The marks on pictures.
fn signs(teller: &Teller<'_>) -> Vec<(Sample, String)> {
    let say = |name: &str| teller.words.say(name, &[]);
    vec![
        (tile(Tile::god(God::Pele), Level::Two), teller.tile_at(Tile::god(God::Pele), Level::Two)),
        (price(3, true), teller.words.say("sheet-spears", &[])),
        (
            Box::new(|pen: &mut Pen<'_>, Point(x, y): Point, _| {
                pen.way(&[Point(x - 70.0, y), Point(x + 70.0, y)], Ink::Stone);
            }),
            say("draw-legend-way"),
        ),
        (
            Box::new(|pen: &mut Pen<'_>, Point(x, y): Point, _| {
                let layers = [(0.0, Ink::White), (3.0, MARK), (9.0, Ink::Glow)];
                pen.nested(Point(x - 60.0, y - 40.0), Point(120.0, 80.0), 14.0, layers);
            }),
            say("draw-legend-done"),
        ),
        (
            Box::new(|pen: &mut Pen<'_>, Point(x, y): Point, _| {
                pen.dash_framed(Point(x - 60.0, y - 40.0), Point(120.0, 80.0));
            }),
            say("draw-legend-choice"),
        ),
        (
            Box::new(|pen: &mut Pen<'_>, at: Point, _| pen.numbered(1, None, at, 40.0)),
            say("draw-legend-turn"),
        ),
    ]
}

fn named(teller: &Teller<'_>, kind: Tile, level: Level) -> (Sample, String) {
    (tile(kind, level), teller.tile_at(kind, level))
}

fn tile(kind: Tile, level: Level) -> Sample {
    Box::new(move |pen, at, high| pen.tile(kind, level, at, high * 0.94))
}

fn price(worth: u8, spears: bool) -> Sample {
    Box::new(move |pen, at, high| pen.price(Price { worth, spears }, at, pixels(high * 0.8)))
}
