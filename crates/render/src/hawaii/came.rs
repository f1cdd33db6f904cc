//! What came to a realm in the turns that a picture shows: small, in the card of its player.

use super::super::{Art, Ink, MARK, Pen, Point, SMALLEST, Style, Weight, real};
use lanai_rules::Seat;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::pieces::{Level, Tile};

/// Something that came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Came {
    Tile(Tile, Level),
    Pieces(Art, u8),
    Points(u16),
}

impl Came {
    /// What came with an event, and to whom.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "with most of what happens nothing comes"
    )]
    pub(super) fn with(event: &Event) -> Option<(Seat, Came)> {
        Some(match event {
            Event::Built {
                seat, tile, level, ..
            } => (*seat, Came::Tile((*tile).into(), *level)),
            Event::GotBoat { seat, level } => (*seat, Came::Tile(Tile::Boat, *level)),
            Event::GotKahunas { seat, number } => (*seat, Came::Pieces(Art::Kahuna, *number)),
            Event::GotTikis { seat, number } => (*seat, Came::Pieces(Art::Tiki, *number)),
            Event::Fished { seat, catch } => (*seat, Came::Pieces(Art::Fish, catch.total())),
            Event::Scored { seat, points, .. } => (*seat, Came::Points(*points)),
            _ => return None,
        })
    }
}

/// How high the frame is, how wide its rim, and how high a piece in it.
const HIGH: f32 = 54.0;
const RIM: f32 = 12.0;
const PIECE: u16 = 38;
/// Between two things.
const GAP: f32 = 8.0;

impl Pen<'_> {
    /// Puts what came in a frame that begins here, as much as there is room for.
    pub(super) fn came(&mut self, all: &[Came], Point(x, y): Point, room: f32) {
        let mut end = x + RIM;
        let mut placed: Vec<(Came, f32)> = Vec::new();
        for came in all {
            let wide = self.width_of(*came);
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
        self.nested(
            Point(x, y - HIGH / 2.0),
            Point(end - GAP + RIM - x, HIGH),
            12.0,
            layers,
        );
        for (came, left) in placed {
            self.one_that_came(came, Point(left, y));
        }
    }

    fn one_that_came(&mut self, came: Came, Point(x, y): Point) {
        let side = f32::from(PIECE);
        match came {
            Came::Tile(tile, level) => self.tile(tile, level, Point(x + side / 2.0, y), side),
            Came::Pieces(art, number) => {
                self.amount(art, plus(number.into()), Point(x, y), PIECE, Ink::Ink);
            }
            Came::Points(points) => {
                self.begin_at(&plus(points), Point(x, y), 200.0, STYLE, Ink::ForestDark);
            }
        }
    }

    fn width_of(&self, came: Came) -> f32 {
        let text = |number| self.studio.letters().width(&plus(number), STYLE);
        match came {
            Came::Tile(..) => PIECE.into(),
            Came::Pieces(art, number) => {
                real(self.studio.piece(art, PIECE, None).width()) + 6.0 + text(number.into())
            }
            Came::Points(points) => text(points),
        }
    }
}

const STYLE: Style = Weight::Heavy.at(SMALLEST);

fn plus(number: u16) -> String {
    format!("+{number}")
}
