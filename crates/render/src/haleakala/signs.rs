//! The signs of the volcano's picture, each with a point at which a number hides none of it.

use super::layout::{
    SHEETS_LEFT, boat_position, card_position, lava_position, number_position, shaman_position,
    statue_position, sum_position,
};
use super::market::{DISPLAY_TOP, LAVA_STOCK, PILES_CORNER, ROUND_CORNER};
use super::sheets::FIRST_TOP;
use crate::{BoardSign, Point};
use lanai_rules::haleakala::board::{Site, Terrain};
use lanai_rules::haleakala::view::{PlayerView, SegmentView, View};

/// How far a number is from the middle of a piece.
const ASIDE: f32 = 40.0;

pub(super) fn board_signs(view: &View) -> Vec<BoardSign> {
    let mut signs = vec![
        sign("round", ROUND_CORNER),
        sign("piles", PILES_CORNER),
        above("boat", boat_position(view.boat)),
        above("segment", number_position(view.boat)),
        above("cards", card_position(view.boat, 0)),
    ];
    let with_sum = view.segments.iter().find_map(|segment| {
        let has_sum = |player: &&PlayerView| view.sum(player.seat, segment.segment) > 0;
        let player = view.players.iter().find(has_sum)?;
        Some((player.seat, segment.segment))
    });
    if let Some((seat, segment)) = with_sum {
        signs.push(above("sum", sum_position(seat, segment)));
    }
    if let Some(player) = view.players.first() {
        signs.push(above("shaman", shaman_position(player.shaman)));
    }
    if let Some(site) = view.segments.iter().find_map(first_statue) {
        signs.push(above("statue", statue_position(site)));
    }
    if let Some(segment) = view.segments.iter().find(|segment| segment.lava > 0) {
        signs.push(above("lava", lava_position(segment.segment)));
    }
    signs.push(sign("stock", LAVA_STOCK));
    signs.push(sign("player", Point(SHEETS_LEFT, FIRST_TOP)));
    signs.push(sign("display", Point(SHEETS_LEFT, DISPLAY_TOP)));
    signs
}

fn sign(name: &'static str, at: Point) -> BoardSign {
    BoardSign { name, at }
}

fn above(name: &'static str, Point(x, y): Point) -> BoardSign {
    sign(name, Point(x - ASIDE, y - ASIDE))
}

fn first_statue(segment: &SegmentView) -> Option<Site> {
    let mut statues = Terrain::ALL.into_iter().zip(segment.statues);
    let (terrain, _) = statues.find(|(_, owner)| owner.is_some())?;
    Some(Site {
        segment: segment.segment,
        terrain,
    })
}
