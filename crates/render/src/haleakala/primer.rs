//! The rules of Haleakala as pictures: what stands on the sheet, and which pieces each topic shows.

use super::shore::card_art;
use super::{Haleakala, ware_art};
use crate::primer::{Sample, piece, sheet, shelf};
use crate::{Art, Canvas, DrawRules, Ink, MARK, Pen, Point, Studio, Weight, pixels};
use lanai_rules::Seat;
use lanai_rules::haleakala::options::Options;
use lanai_rules::haleakala::pieces::{Card, Keepsake, Ware};
use lanai_text::haleakala::Phrasebook;

impl DrawRules for Haleakala {
    fn sheet(studio: &Studio, phrasebook: &Phrasebook<'_>, options: &Options) -> Canvas {
        // In the order of the lines.
        let samples = [
            vec![disc(3), piece(Art::Fisher), piece(Art::Shaman), disc(5)],
            vec![
                card(Card::Shell),
                piece(Art::Statue),
                piece(Art::ScoreForest),
                piece(Art::LavaDisc),
                piece(Art::Sun),
            ],
            vec![
                piece(Art::Statue),
                card(Card::Kept(Keepsake::Fish3)),
                card(Card::Kept(Keepsake::WhitePearl)),
                piece(Art::ScoreButterflies),
            ],
        ];
        sheet(studio, phrasebook.sheet(options), samples)
    }

    fn topic(
        studio: &Studio,
        phrasebook: &Phrasebook<'_>,
        topic: &str,
    ) -> Option<(Canvas, String)> {
        let shown = shown(phrasebook, topic);
        (!shown.is_empty()).then(|| shelf(studio, phrasebook.words, &shown))
    }
}

fn shown(phrasebook: &Phrasebook<'_>, topic: &str) -> Vec<(Sample, String)> {
    let named = |kind: Card| (card(kind), phrasebook.card(kind));
    let kept = |kept: &[Keepsake]| kept.iter().map(|kept| named(Card::Kept(*kept))).collect();
    let called = |sample: Sample, name: &str| (sample, phrasebook.words.say(name, &[]));
    let numbered = |number: u8| {
        (
            disc(number),
            phrasebook
                .words
                .say("chat-disc", &[("disc", number.into())]),
        )
    };
    let boat = || called(piece(Art::Fisher), "hal-board-boat");
    let shaman = || called(piece(Art::Shaman), "topic-haleakala-shaman");
    let statue = || called(piece(Art::Statue), "hal-card-statue");
    let lava = || called(piece(Art::LavaDisc), "topic-haleakala-lava");
    match topic {
        "discs" => (1..=5).map(numbered).collect(),
        "boat" => vec![boat(), numbered(3)],
        "cards" => vec![named(Card::Statue), named(Card::Kept(Keepsake::Fish2))],
        "shaman" => vec![shaman(), statue()],
        "lava" => vec![lava(), named(Card::Lava), named(Card::Priestess)],
        "shells" => {
            let wares = Ware::ALL.map(|ware| (piece(ware_art(ware)), phrasebook.ware(ware)));
            [named(Card::Shell)].into_iter().chain(wares).collect()
        }
        "tactical" => vec![
            called(piece(Art::DiscInvocation), "hal-alt-invocation"),
            lava(),
        ],
        "signs" => signs(phrasebook),
        "statue" => vec![named(Card::Statue), statue()],
        "lava-priestess" => vec![named(Card::Priestess), lava()],
        "shell" => vec![named(Card::Shell)],
        "fish" => kept(&Keepsake::ALL[..5]),
        "pearls" => kept(&[Keepsake::WhitePearl, Keepsake::BlackPearl]),
        "nautilus" => kept(&[Keepsake::Nautilus]),
        _ => {
            let ware = Ware::ALL.into_iter().filter(|ware| ware.name() == topic);
            ware.map(|ware| (piece(ware_art(ware)), phrasebook.ware(ware)))
                .collect()
        }
    }
}

/// The marks on the picture.
fn signs(phrasebook: &Phrasebook<'_>) -> Vec<(Sample, String)> {
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

fn card(card: Card) -> Sample {
    piece(card_art(card))
}

/// A number disc of the first seat.
fn disc(number: u8) -> Sample {
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
