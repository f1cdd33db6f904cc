//! The rules of Haleakala as pictures: what stands on the sheet, and which pieces each topic shows.

use super::shore::card_art;
use super::{Haleakala, ware_art};
use crate::primer::{Sample, piece_sample, render_sheet, render_shelf};
use crate::{Art, Canvas, DrawRules, Ink, MARK, Pen, Point, Studio, Weight, pixels};
use lanai_rules::Seat;
use lanai_rules::haleakala::options::Options;
use lanai_rules::haleakala::pieces::{Card, Keepsake, Ware};
use lanai_text::haleakala::Phrasebook;

impl DrawRules for Haleakala {
    fn draw_sheet(studio: &Studio, phrasebook: &Phrasebook<'_>, options: &Options) -> Canvas {
        // In the order of the lines.
        let samples = [
            vec![
                disc_sample(3),
                piece_sample(Art::Fisher),
                piece_sample(Art::Shaman),
                disc_sample(5),
            ],
            vec![
                card_sample(Card::Shell),
                piece_sample(Art::Statue),
                piece_sample(Art::ScoreForest),
                piece_sample(Art::LavaDisc),
                piece_sample(Art::Sun),
            ],
            vec![
                piece_sample(Art::Statue),
                card_sample(Card::Kept(Keepsake::Fish3)),
                card_sample(Card::Kept(Keepsake::WhitePearl)),
                piece_sample(Art::ScoreButterflies),
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
    let named = |kind: Card| (card_sample(kind), phrasebook.card(kind));
    let kept = |kept: &[Keepsake]| kept.iter().map(|kept| named(Card::Kept(*kept))).collect();
    let called = |sample: Sample, name: &str| (sample, phrasebook.words.say(name, &[]));
    let numbered = |number: u8| {
        (
            disc_sample(number),
            phrasebook
                .words
                .say("chat-disc", &[("disc", number.into())]),
        )
    };
    let boat = || called(piece_sample(Art::Fisher), "hal-board-boat");
    let shaman = || called(piece_sample(Art::Shaman), "topic-haleakala-shaman");
    let statue = || called(piece_sample(Art::Statue), "hal-card-statue");
    let lava = || called(piece_sample(Art::LavaDisc), "topic-haleakala-lava");
    match topic {
        "discs" => (1..=5).map(numbered).collect(),
        "boat" => vec![boat(), numbered(3)],
        "cards" => vec![named(Card::Statue), named(Card::Kept(Keepsake::Fish2))],
        "shaman" => vec![shaman(), statue()],
        "lava" => vec![lava(), named(Card::Lava), named(Card::Priestess)],
        "shells" => {
            let wares = Ware::ALL.map(|ware| (piece_sample(ware_art(ware)), phrasebook.ware(ware)));
            [named(Card::Shell)].into_iter().chain(wares).collect()
        }
        "tactical" => vec![
            called(piece_sample(Art::DiscInvocation), "hal-alt-invocation"),
            lava(),
        ],
        "signs" => mark_samples(phrasebook),
        "statue" => vec![named(Card::Statue), statue()],
        "lava-priestess" => vec![named(Card::Priestess), lava()],
        "shell" => vec![named(Card::Shell)],
        "fish" => kept(&Keepsake::ALL[..5]),
        "pearls" => kept(&[Keepsake::WhitePearl, Keepsake::BlackPearl]),
        "nautilus" => kept(&[Keepsake::Nautilus]),
        _ => {
            let ware = Ware::ALL.into_iter().filter(|ware| ware.name() == topic);
            ware.map(|ware| (piece_sample(ware_art(ware)), phrasebook.ware(ware)))
                .collect()
        }
    }
}

fn mark_samples(phrasebook: &Phrasebook<'_>) -> Vec<(Sample, String)> {
    let say = |name: &str| phrasebook.words.say(name, &[]);
    vec![
        (
            Box::new(|pen: &mut Pen<'_>, at: Point, _| pen.draw_dashed_ring(at, 52.0)),
            say("draw-hal-legend-choice"),
        ),
        (
            Box::new(|pen: &mut Pen<'_>, Point(x, y): Point, _| {
                pen.draw_arrow(&[Point(x - 70.0, y), Point(x + 70.0, y)], MARK);
            }),
            say("draw-hal-legend-way"),
        ),
        (
            Box::new(|pen: &mut Pen<'_>, at: Point, _| pen.draw_marked_ring(at, 48.0)),
            say("draw-hal-legend-done"),
        ),
        (
            Box::new(|pen: &mut Pen<'_>, at: Point, _| pen.draw_cross(at)),
            say("draw-hal-legend-gone"),
        ),
        (
            Box::new(|pen: &mut Pen<'_>, at: Point, _| pen.draw_turn_number(1, None, at, 40.0)),
            say("draw-hal-legend-turn"),
        ),
    ]
}

fn card_sample(card: Card) -> Sample {
    piece_sample(card_art(card))
}

/// A number disc of the first seat.
fn disc_sample(number: u8) -> Sample {
    Box::new(move |pen, at, high| {
        let high = pixels(high * 0.9);
        pen.draw_piece(Art::Disc, at, high, Some(Seat::default()));
        pen.draw_text_centred(
            &number.to_string(),
            at,
            Weight::Heavy.at(high * 65 / 100),
            Ink::Ink,
        );
    })
}
