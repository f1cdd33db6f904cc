//! What a player gained in the turns that a picture shows, drawn small in the player's card.

use super::super::{Art, Ink, MARK, Pen, Point, SMALLEST, Style, Weight, real};
use crate::hawaii::tiles::draw_tile;
use lanai_rules::Seat;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::pieces::{Level, Tile};

/// Something that a player gained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gain {
    Tile(Tile, Level),
    Pieces(Art, u8),
    Points(u16),
}

impl Gain {
    /// Returns what a player gained by an event.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "with most of what happens nothing comes"
    )]
    pub(super) fn from_event(event: &Event) -> Option<(Seat, Gain)> {
        Some(match event {
            Event::Built {
                seat, tile, level, ..
            } => (*seat, Gain::Tile((*tile).into(), *level)),
            Event::GotBoat { seat, level } => (*seat, Gain::Tile(Tile::Boat, *level)),
            Event::GotKahunas { seat, number } => (*seat, Gain::Pieces(Art::Kahuna, *number)),
            Event::GotTikis { seat, number } => (*seat, Gain::Pieces(Art::Tiki, *number)),
            Event::Fished { seat, catch } => (*seat, Gain::Pieces(Art::Fish, catch.total())),
            Event::Scored { seat, points, .. } => (*seat, Gain::Points(*points)),
            _ => return None,
        })
    }
}

/// How high the frame is, how wide its rim, and how high a piece in it.
const HIGH: f32 = 54.0;
const RIM: f32 = 12.0;
const PIECE: u16 = 38;
const GAP: f32 = 8.0;

/// Draws the gains in a frame, as many as there is room for.
pub(super) fn draw_gains(pen: &mut Pen<'_>, all: &[Gain], Point(x, y): Point, room: f32) {
    let mut end = x + RIM;
    let mut placed: Vec<(Gain, f32)> = Vec::new();
    for came in all {
        let wide = gain_width(pen, *came);
        if end + wide + RIM > x + room {
            break;
        }
        placed.push((*came, end));
        end += wide + GAP;
    }
    if placed.is_empty() {
        return;
    }
    let layers = [(0.0, Ink::White), (3.0, MARK), (9.0, Ink::Glow)];
    pen.draw_nested_rects(
        Point(x, y - HIGH / 2.0),
        Point(end - GAP + RIM - x, HIGH),
        12.0,
        layers,
    );
    for (came, left) in placed {
        draw_gain(pen, came, Point(left, y));
    }
}

fn draw_gain(pen: &mut Pen<'_>, came: Gain, Point(x, y): Point) {
    let side = f32::from(PIECE);
    match came {
        Gain::Tile(tile, level) => draw_tile(pen, tile, level, Point(x + side / 2.0, y), side),
        Gain::Pieces(art, number) => {
            pen.draw_amount(art, plus(number.into()), Point(x, y), PIECE, Ink::Ink);
        }
        Gain::Points(points) => {
            pen.draw_text(&plus(points), Point(x, y), 200.0, STYLE, Ink::ForestDark);
        }
    }
}

fn gain_width(pen: &Pen<'_>, came: Gain) -> f32 {
    let text = |number| pen.studio.letters().width(&plus(number), STYLE);
    match came {
        Gain::Tile(..) => PIECE.into(),
        Gain::Pieces(art, number) => {
            real(pen.studio.piece(art, PIECE, None).width()) + 6.0 + text(number.into())
        }
        Gain::Points(points) => text(points),
    }
}

const STYLE: Style = Weight::Heavy.at(SMALLEST);

fn plus(number: u16) -> String {
    format!("+{number}")
}
