//! The rules of Hawaii as pictures: what stands on the sheet, and which pieces each topic shows.

use super::super::primer::{Sample, piece_sample, render_sheet, render_shelf};
use super::super::{Art, Canvas, DrawRules, Ink, MARK, Pen, Point, Studio, pixels};
use crate::hawaii::tiles::{draw_gift, draw_price, draw_tile};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::island::Island;
use lanai_rules::hawaii::options::Options;
use lanai_rules::hawaii::pieces::{Fruit, God, Good, Goods, Hut, Level, Price, Tile, VillageTile};
use lanai_text::TellRules;
use lanai_text::hawaii::Phrasebook;

impl DrawRules for Hawaii {
    fn draw_sheet(studio: &Studio, phrasebook: &Phrasebook<'_>, options: &Options) -> Canvas {
        // In the order of the lines.
        let samples = [
            vec![
                piece_sample(Art::Chief1),
                price_sample(3, false),
                piece_sample(Art::Fish3),
                piece_sample(Art::Islet),
                price_sample(4, true),
            ],
            vec![
                price_sample(5, false),
                piece_sample(Art::Crown),
                piece_sample(Art::Shell),
                piece_sample(Art::Sun),
            ],
            vec![
                tile_sample(Tile::Tiki, Level::One),
                tile_sample(Tile::Kahuna, Level::One),
                tile_sample(VillageTile::Hula.into(), Level::One),
                tile_sample(VillageTile::Irrigation.into(), Level::One),
                tile_sample(Tile::god(God::Laka), Level::One),
            ],
        ];
        render_sheet(studio, phrasebook.sheet(options), samples)
    }

    fn draw_topic(
        studio: &Studio,
        phrasebook: &Phrasebook<'_>,
        topic: &str,
    ) -> Option<(Canvas, String)> {
        let shown = topic_samples(phrasebook, topic);
        (!shown.is_empty()).then(|| render_shelf(studio, phrasebook.words, &shown))
    }
}

fn topic_samples(phrasebook: &Phrasebook<'_>, topic: &str) -> Vec<(Sample, String)> {
    let both = |kind: Tile| {
        Vec::from(Level::ALL.map(|level| tile_sample_with_name(phrasebook, kind, level)))
    };
    let goods = |good, art: Art| (piece_sample(art), phrasebook.goods(Goods::of(good, 1)));
    let huts = || [Hut::Shell, Hut::Foot, Hut::Spear, Hut::Exchange, Hut::Long].map(Tile::hut);
    match topic {
        "walk" => vec![
            (
                piece_sample(Art::Chief1),
                phrasebook.words.say("topic-hawaii-chieftain", &[]),
            ),
            goods(Good::Foot, Art::Foot),
        ],
        "buy" => vec![
            (
                price_sample(3, false),
                phrasebook.price(Price {
                    worth: 3,
                    spears: false,
                }),
            ),
            (
                price_sample(4, true),
                phrasebook.words.say("sheet-spears", &[]),
            ),
            goods(Good::Shell, Art::Shell),
        ],
        "sides" => [both(Tile::hut(Hut::Shell)), both(Tile::god(God::Ku))]
            .into_iter()
            .flatten()
            .collect(),
        "payment" => {
            vec![
                goods(Good::Shell, Art::Shell),
                goods(Good::Foot, Art::Foot),
                goods(Good::Fruit, Art::Fruit),
            ]
        }
        "fish" => [Art::Fish1, Art::Fish2, Art::Fish3]
            .map(piece_sample)
            .into_iter()
            .zip(Hawaii::list(phrasebook, topic))
            .collect(),
        "islands" => gift_samples(phrasebook),
        "people" => [both(VillageTile::Surfer.into()), both(Tile::god(God::Lono))]
            .into_iter()
            .flatten()
            .collect(),
        "villages" => huts()
            .map(|hut| tile_sample_with_name(phrasebook, hut, Level::One))
            .into(),
        "end" => vec![
            tile_sample_with_name(phrasebook, Tile::Kahuna, Level::One),
            tile_sample_with_name(phrasebook, VillageTile::Hula.into(), Level::One),
            tile_sample_with_name(phrasebook, VillageTile::Irrigation.into(), Level::One),
            tile_sample_with_name(phrasebook, Tile::hut(Hut::Long), Level::Two),
            tile_sample_with_name(phrasebook, Tile::Tiki, Level::One),
        ],
        "signs" => mark_samples(phrasebook),
        "fruit-tiles" => Fruit::ALL
            .map(|fruit| tile_sample_with_name(phrasebook, Tile::fruit(fruit), Level::Two))
            .into(),
        "boat" => vec![
            (
                piece_sample(Art::FishingBoat),
                phrasebook.words.say("boat-fishing", &[]),
            ),
            (
                piece_sample(Art::OneBoat),
                phrasebook.tile_at(Tile::Boat, Level::One),
            ),
            (
                piece_sample(Art::TwoBoat),
                phrasebook.tile_at(Tile::Boat, Level::Two),
            ),
        ],
        "kahuna" => vec![tile_sample_with_name(phrasebook, Tile::Kahuna, Level::One)],
        "tiki" => vec![tile_sample_with_name(phrasebook, Tile::Tiki, Level::One)],
        _ => Tile::all()
            .find(|tile| tile.name() == topic)
            .map(both)
            .unwrap_or_default(),
    }
}

/// Returns a sample of each different gift of the islands.
fn gift_samples(phrasebook: &Phrasebook<'_>) -> Vec<(Sample, String)> {
    let mut gifts = Vec::new();
    for island in Island::all() {
        let gift = phrasebook.printed.gift(island);
        if !gifts.contains(&gift) {
            gifts.push(gift);
        }
    }
    gifts
        .into_iter()
        .map(|gift| -> (Sample, String) {
            (
                Box::new(move |pen: &mut Pen<'_>, at, high| draw_gift(pen, gift, at, high * 0.8)),
                phrasebook.gift(gift),
            )
        })
        .collect()
}

fn mark_samples(phrasebook: &Phrasebook<'_>) -> Vec<(Sample, String)> {
    let say = |name: &str| phrasebook.words.say(name, &[]);
    vec![
        (
            tile_sample(Tile::god(God::Pele), Level::Two),
            phrasebook.tile_at(Tile::god(God::Pele), Level::Two),
        ),
        (
            price_sample(3, true),
            phrasebook.words.say("sheet-spears", &[]),
        ),
        (
            Box::new(|pen: &mut Pen<'_>, Point(x, y): Point, _| {
                pen.draw_arrow(&[Point(x - 70.0, y), Point(x + 70.0, y)], Ink::Stone);
            }),
            say("draw-legend-way"),
        ),
        (
            Box::new(|pen: &mut Pen<'_>, Point(x, y): Point, _| {
                let layers = [(0.0, Ink::White), (3.0, MARK), (9.0, Ink::Glow)];
                pen.draw_nested_rects(Point(x - 60.0, y - 40.0), Point(120.0, 80.0), 14.0, layers);
            }),
            say("draw-legend-done"),
        ),
        (
            Box::new(|pen: &mut Pen<'_>, Point(x, y): Point, _| {
                pen.draw_dashed_frame(Point(x - 60.0, y - 40.0), Point(120.0, 80.0));
            }),
            say("draw-legend-choice"),
        ),
        (
            Box::new(|pen: &mut Pen<'_>, at: Point, _| pen.draw_turn_number(1, None, at, 40.0)),
            say("draw-legend-turn"),
        ),
    ]
}

fn tile_sample_with_name(
    phrasebook: &Phrasebook<'_>,
    kind: Tile,
    level: Level,
) -> (Sample, String) {
    (tile_sample(kind, level), phrasebook.tile_at(kind, level))
}

fn tile_sample(kind: Tile, level: Level) -> Sample {
    Box::new(move |pen, at, high| draw_tile(pen, kind, level, at, high * 0.94))
}

fn price_sample(worth: u8, spears: bool) -> Sample {
    Box::new(move |pen, at, high| draw_price(pen, Price { worth, spears }, at, pixels(high * 0.8)))
}
