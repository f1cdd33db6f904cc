//! The rules of Hawaii as pictures: the pieces drawn on the rules sheet and for each topic.

use super::super::primer::{
    CaptionedSample, DrawSample, piece_sample, render_samples, render_sheet,
};
use super::super::{Art, Canvas, DrawRules, Ink, MARK_INK, Pen, Point, Theme, to_px};
use crate::hawaii::tiles::{draw_gift, draw_price, draw_tile, good_art};
use crate::key;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::island::Island;
use lanai_rules::hawaii::options::Options;
use lanai_rules::hawaii::pieces::{Fruit, God, Good, Goods, Hut, Level, Price, Tile, VillageTile};
use lanai_text::TellRules;
use lanai_text::hawaii::Phrasebook;

impl DrawRules for Hawaii {
    fn draw_sheet(theme: &Theme, phrasebook: &Phrasebook<'_>, options: &Options) -> Canvas {
        // In the order of the sheet's lines of text.
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
        render_sheet(theme, phrasebook.rules().sheet(options), samples)
    }

    fn draw_topic(
        theme: &Theme,
        phrasebook: &Phrasebook<'_>,
        topic: &str,
    ) -> Option<(Canvas, String)> {
        let samples = topic_samples(phrasebook, topic);
        (!samples.is_empty()).then(|| render_samples(theme, phrasebook.words, &samples))
    }
}

fn topic_samples(phrasebook: &Phrasebook<'_>, topic: &str) -> Vec<CaptionedSample> {
    match topic {
        "walk" => vec![
            CaptionedSample::new(
                piece_sample(Art::Chief1),
                phrasebook.words.say(key::DRAW_CHIEFTAIN, &[]),
            ),
            good_sample(phrasebook, Good::Foot),
        ],
        "buy" => vec![
            CaptionedSample::new(
                price_sample(3, false),
                phrasebook.price(Price {
                    worth: 3,
                    spears: false,
                }),
            ),
            CaptionedSample::new(
                price_sample(4, true),
                phrasebook.words.say(key::SHEET.member("spears"), &[]),
            ),
            good_sample(phrasebook, Good::Shell),
        ],
        "sides" => both_sides(phrasebook, &[Tile::hut(Hut::Shell), Tile::god(God::Ku)]),
        "payment" => [Good::Shell, Good::Foot, Good::Fruit]
            .map(|good| good_sample(phrasebook, good))
            .into(),
        "fish" => [Art::Fish1, Art::Fish2, Art::Fish3]
            .map(piece_sample)
            .into_iter()
            .zip(Hawaii::topic_lines(phrasebook, topic))
            .map(|(sample, line)| CaptionedSample::new(sample, line))
            .collect(),
        "islands" => gift_samples(phrasebook),
        "people" => both_sides(
            phrasebook,
            &[VillageTile::Surfer.into(), Tile::god(God::Lono)],
        ),
        "villages" => [Hut::Shell, Hut::Foot, Hut::Spear, Hut::Exchange, Hut::Long]
            .map(|hut| tile_sample_with_name(phrasebook, Tile::hut(hut), Level::One))
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
            CaptionedSample::new(
                piece_sample(Art::FishingBoat),
                phrasebook.words.say(key::BOAT_FISHING, &[]),
            ),
            CaptionedSample::new(
                piece_sample(Art::OneBoat),
                phrasebook.tile_with_side(Tile::Boat, Level::One),
            ),
            CaptionedSample::new(
                piece_sample(Art::TwoBoat),
                phrasebook.tile_with_side(Tile::Boat, Level::Two),
            ),
        ],
        "kahuna" => vec![tile_sample_with_name(phrasebook, Tile::Kahuna, Level::One)],
        "tiki" => vec![tile_sample_with_name(phrasebook, Tile::Tiki, Level::One)],
        _ => Tile::all()
            .find(|tile| tile.name() == topic)
            .map(|tile| both_sides(phrasebook, &[tile]))
            .unwrap_or_default(),
    }
}

fn good_sample(phrasebook: &Phrasebook<'_>, good: Good) -> CaptionedSample {
    CaptionedSample::new(
        piece_sample(good_art(good)),
        phrasebook.goods(Goods::of(good, 1)),
    )
}

/// Returns samples of both sides of these tiles.
fn both_sides(phrasebook: &Phrasebook<'_>, tiles: &[Tile]) -> Vec<CaptionedSample> {
    let mut samples = Vec::new();
    for tile in tiles {
        samples.extend(Level::ALL.map(|level| tile_sample_with_name(phrasebook, *tile, level)));
    }
    samples
}

/// Returns a sample of each kind of gift that islands give.
fn gift_samples(phrasebook: &Phrasebook<'_>) -> Vec<CaptionedSample> {
    let mut gifts = Vec::new();
    for island in Island::all() {
        let gift = phrasebook.printed.gift(island);
        if !gifts.contains(&gift) {
            gifts.push(gift);
        }
    }
    gifts
        .into_iter()
        .map(|gift| {
            CaptionedSample::new(
                Box::new(move |pen: &mut Pen<'_>, at, height| {
                    draw_gift(pen, gift, at, height * 0.8)
                }),
                phrasebook.gift(gift),
            )
        })
        .collect()
}

fn mark_samples(phrasebook: &Phrasebook<'_>) -> Vec<CaptionedSample> {
    vec![
        CaptionedSample::new(
            tile_sample(Tile::god(God::Pele), Level::Two),
            phrasebook.tile_with_side(Tile::god(God::Pele), Level::Two),
        ),
        CaptionedSample::new(
            price_sample(3, true),
            phrasebook.words.say(key::SHEET.member("spears"), &[]),
        ),
        CaptionedSample::new(
            Box::new(|pen: &mut Pen<'_>, Point(x, y): Point, _| {
                pen.draw_arrow(&[Point(x - 70.0, y), Point(x + 70.0, y)], Ink::Stone);
            }),
            phrasebook.words.say(key::DRAW_LEGEND_WAY, &[]),
        ),
        CaptionedSample::new(
            Box::new(|pen: &mut Pen<'_>, Point(x, y): Point, _| {
                let layers = [(0.0, Ink::White), (3.0, MARK_INK), (9.0, Ink::Glow)];
                pen.draw_nested_rects(Point(x - 60.0, y - 40.0), Point(120.0, 80.0), 14.0, layers);
            }),
            phrasebook.words.say(key::DRAW_LEGEND_DONE, &[]),
        ),
        CaptionedSample::new(
            Box::new(|pen: &mut Pen<'_>, Point(x, y): Point, _| {
                pen.draw_dashed_frame(Point(x - 60.0, y - 40.0), Point(120.0, 80.0));
            }),
            phrasebook.words.say(key::DRAW_LEGEND_CHOICE, &[]),
        ),
        CaptionedSample::new(
            Box::new(|pen: &mut Pen<'_>, at: Point, _| pen.draw_turn_number(1, None, at, 40.0)),
            phrasebook.words.say(key::DRAW_LEGEND_TURN, &[]),
        ),
    ]
}

fn tile_sample_with_name(phrasebook: &Phrasebook<'_>, tile: Tile, level: Level) -> CaptionedSample {
    CaptionedSample::new(
        tile_sample(tile, level),
        phrasebook.tile_with_side(tile, level),
    )
}

fn tile_sample(tile: Tile, level: Level) -> DrawSample {
    Box::new(move |pen, at, height| draw_tile(pen, tile, level, at, height * 0.94))
}

fn price_sample(worth: u8, spears: bool) -> DrawSample {
    Box::new(move |pen, at, height| {
        draw_price(pen, Price { worth, spears }, at, to_px(height * 0.8))
    })
}
