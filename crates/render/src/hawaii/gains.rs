//! Draws what a player gained in the turns that a picture shows, as small signs in the player's
//! card.

use super::super::{Art, Ink, MARK_INK, MIN_FONT_SIZE, Pen, Point, Style, Weight, to_f32};
use crate::hawaii::tiles::draw_tile;
use lanai_rules::Seat;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::pieces::{Level, Tile};

/// A tile, pieces or points that a player gained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gain {
    Tile(Tile, Level),
    Pieces(Art, u8),
    Points(u16),
}

impl Gain {
    /// Returns the seat that gained something by an event, and its gain.
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

// The height and the rim of the frame, and the height and the gap of the pieces in it.
const FRAME_HEIGHT: f32 = 54.0;
const FRAME_RIM: f32 = 12.0;
const PIECE_HEIGHT: u16 = 38;
const PIECE_GAP: f32 = 8.0;

/// Draws the gains in a frame; gains for which there is no room are left out.
pub(super) fn draw_gains(pen: &mut Pen<'_>, gains: &[Gain], Point(x, y): Point, room: f32) {
    let mut end = x + FRAME_RIM;
    let mut placed: Vec<(Gain, f32)> = Vec::new();
    for gain in gains {
        let width = gain_width(pen, *gain);
        if end + width + FRAME_RIM > x + room {
            break;
        }
        placed.push((*gain, end));
        end += width + PIECE_GAP;
    }
    if placed.is_empty() {
        return;
    }
    let layers = [(0.0, Ink::White), (3.0, MARK_INK), (9.0, Ink::Glow)];
    pen.draw_nested_rects(
        Point(x, y - FRAME_HEIGHT / 2.0),
        Point(end - PIECE_GAP + FRAME_RIM - x, FRAME_HEIGHT),
        12.0,
        layers,
    );
    for (gain, left) in placed {
        draw_gain(pen, gain, Point(left, y));
    }
}

fn draw_gain(pen: &mut Pen<'_>, gain: Gain, Point(x, y): Point) {
    let side = f32::from(PIECE_HEIGHT);
    match gain {
        Gain::Tile(tile, level) => draw_tile(pen, tile, level, Point(x + side / 2.0, y), side),
        Gain::Pieces(art, number) => {
            pen.draw_amount(
                art,
                format_gain(number.into()),
                Point(x, y),
                PIECE_HEIGHT,
                Ink::Ink,
            );
        }
        Gain::Points(points) => {
            pen.draw_text(
                &format_gain(points),
                Point(x, y),
                200.0,
                GAIN_STYLE,
                Ink::ForestDark,
            );
        }
    }
}

fn gain_width(pen: &Pen<'_>, gain: Gain) -> f32 {
    let fonts = pen.theme.fonts();
    match gain {
        Gain::Tile(..) => PIECE_HEIGHT.into(),
        Gain::Pieces(art, number) => {
            let piece = to_f32(pen.theme.piece(art, PIECE_HEIGHT, None).width());
            piece + 6.0 + fonts.text_width(&format_gain(number.into()), GAIN_STYLE)
        }
        Gain::Points(points) => fonts.text_width(&format_gain(points), GAIN_STYLE),
    }
}

const GAIN_STYLE: Style = Weight::Heavy.px(MIN_FONT_SIZE);

fn format_gain(number: u16) -> String {
    format!("+{number}")
}
