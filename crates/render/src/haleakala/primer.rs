//! The rules of Haleakala as pictures: the pieces drawn on the rules sheet and for each topic.

use super::shore::card_art;
use super::{Haleakala, ware_art};
use crate::key;
use crate::primer::{CaptionedSample, DrawSample, piece_sample, render_samples, render_sheet};
use crate::{Art, Canvas, DrawRules, Ink, MARK_INK, Pen, Point, Theme, Weight, to_px};
use lanai_rules::Seat;
use lanai_rules::haleakala::options::Options;
use lanai_rules::haleakala::pieces::{Card, Keepsake, Ware};
use lanai_text::Key;
use lanai_text::haleakala::Phrasebook;

impl DrawRules for Haleakala {
    fn draw_sheet(theme: &Theme, phrasebook: &Phrasebook<'_>, options: &Options) -> Canvas {
        // In the order of the sheet's lines of text.
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
    let boat = NamedSample::Piece(Art::Fisher, key::HAL_BOARD_BOAT);
    let shaman = NamedSample::Piece(Art::Shaman, key::TOPIC.member("haleakala-shaman"));
    let statue = NamedSample::Piece(Art::Statue, key::HAL_CARD.member("statue"));
    let lava = NamedSample::Piece(Art::LavaDisc, key::TOPIC.member("haleakala-lava"));
    let samples = match topic {
        "discs" => (1..=5).map(NamedSample::Disc).collect(),
        "boat" => vec![boat, NamedSample::Disc(3)],
        "cards" => [Card::Statue, Card::Kept(Keepsake::Fish2)]
            .map(NamedSample::Card)
            .to_vec(),
        "shaman" => vec![shaman, statue],
        "lava" => vec![
            lava,
            NamedSample::Card(Card::Lava),
            NamedSample::Card(Card::Priestess),
        ],
        "shells" => std::iter::once(NamedSample::Card(Card::Shell))
            .chain(Ware::ALL.map(NamedSample::Ware))
            .collect(),
        "tactical" => vec![
            NamedSample::Piece(Art::DiscInvocation, key::HAL_ALT_INVOCATION),
            lava,
        ],
        "signs" => return mark_samples(phrasebook),
        "statue" => vec![NamedSample::Card(Card::Statue), statue],
        "lava-priestess" => vec![NamedSample::Card(Card::Priestess), lava],
        "shell" => vec![NamedSample::Card(Card::Shell)],
        "fish" => keepsake_samples(&Keepsake::ALL[..5]),
        "pearls" => keepsake_samples(&[Keepsake::WhitePearl, Keepsake::BlackPearl]),
        "nautilus" => keepsake_samples(&[Keepsake::Nautilus]),
        _ => Ware::ALL
            .into_iter()
            .filter(|ware| ware.name() == topic)
            .map(NamedSample::Ware)
            .collect(),
    };
    samples
        .into_iter()
        .map(|sample| sample.with_caption(phrasebook))
        .collect()
}

/// A sample whose caption is its name.
#[derive(Clone, Copy)]
enum NamedSample {
    Card(Card),
    Disc(u8),
    Ware(Ware),
    /// A piece, and the key of its name in the dictionary.
    Piece(Art, Key),
}

impl NamedSample {
    fn with_caption(self, phrasebook: &Phrasebook<'_>) -> CaptionedSample {
        match self {
            NamedSample::Card(card) => {
                CaptionedSample::new(card_sample(card), phrasebook.card(card))
            }
            NamedSample::Ware(ware) => {
                CaptionedSample::new(piece_sample(ware_art(ware)), phrasebook.ware(ware))
            }
            NamedSample::Piece(art, key) => {
                CaptionedSample::new(piece_sample(art), phrasebook.words.say(key, &[]))
            }
            NamedSample::Disc(number) => {
                let fill = [("disc", number.into())];
                CaptionedSample::new(
                    disc_sample(number),
                    phrasebook.words.say(key::CHAT_DISC, &fill),
                )
            }
        }
    }
}

fn keepsake_samples(keepsakes: &[Keepsake]) -> Vec<NamedSample> {
    let cards = keepsakes.iter().map(|keepsake| Card::Kept(*keepsake));
    cards.map(NamedSample::Card).collect()
}

fn mark_samples(phrasebook: &Phrasebook<'_>) -> Vec<CaptionedSample> {
    vec![
        CaptionedSample::new(
            Box::new(|pen: &mut Pen<'_>, at: Point, _| pen.draw_dashed_ring(at, 52.0)),
            phrasebook.words.say(key::DRAW_HAL_LEGEND_CHOICE, &[]),
        ),
        CaptionedSample::new(
            Box::new(|pen: &mut Pen<'_>, Point(x, y): Point, _| {
                pen.draw_arrow(&[Point(x - 70.0, y), Point(x + 70.0, y)], MARK_INK);
            }),
            phrasebook.words.say(key::DRAW_HAL_LEGEND_WAY, &[]),
        ),
        CaptionedSample::new(
            Box::new(|pen: &mut Pen<'_>, at: Point, _| pen.draw_marked_ring(at, 48.0)),
            phrasebook.words.say(key::DRAW_HAL_LEGEND_DONE, &[]),
        ),
        CaptionedSample::new(
            Box::new(|pen: &mut Pen<'_>, at: Point, _| pen.draw_cross(at)),
            phrasebook.words.say(key::DRAW_HAL_LEGEND_GONE, &[]),
        ),
        CaptionedSample::new(
            Box::new(|pen: &mut Pen<'_>, at: Point, _| pen.draw_turn_number(1, None, at, 40.0)),
            phrasebook.words.say(key::DRAW_HAL_LEGEND_TURN, &[]),
        ),
    ]
}

fn card_sample(card: Card) -> DrawSample {
    piece_sample(card_art(card))
}

/// Returns a sample: a number disc in the colour of the first seat.
fn disc_sample(number: u8) -> DrawSample {
    Box::new(move |pen, at, height| {
        let height = to_px(height * 0.9);
        pen.draw_piece(Art::Disc, at, height, Some(Seat::default()));
        pen.draw_text_centred(
            &number.to_string(),
            at,
            Weight::Heavy.px(height * 65 / 100),
            Ink::Ink,
        );
    })
}
