//! The signs of the volcano's picture, each with a point at which a number hides none of it.

use super::layout::{
    SHEETS_LEFT, boat_position, card_position, lava_position, number_position, shaman_position,
    statue_position, sum_position,
};
use super::market::{DISPLAY_TOP, LAVA_STOCK, PILES_CORNER, ROUND_CORNER};
use super::sheets::FIRST_TOP;
use crate::key;
use crate::{BoardSign, Point};
use lanai_rules::haleakala::board::{Site, Terrain};
use lanai_rules::haleakala::view::{PlayerView, SegmentView, View};
use lanai_text::Key;

/// How far a number is from the middle of a piece.
const ASIDE: f32 = 40.0;

pub(super) fn board_signs(view: &View) -> Vec<BoardSign> {
    let mut signs = vec![
        sign(key::SIGN_HALEAKALA_ROUND, ROUND_CORNER),
        sign(key::SIGN_HALEAKALA_PILES, PILES_CORNER),
        above(key::SIGN_HALEAKALA_BOAT, boat_position(view.boat)),
        above(key::SIGN_HALEAKALA_SEGMENT, number_position(view.boat)),
        above(key::SIGN_HALEAKALA_CARDS, card_position(view.boat, 0)),
    ];
    let with_sum = view.segments.iter().find_map(|segment| {
        let has_sum = |player: &&PlayerView| view.sum(player.seat, segment.segment) > 0;
        let player = view.players.iter().find(has_sum)?;
        Some((player.seat, segment.segment))
    });
    if let Some((seat, segment)) = with_sum {
        signs.push(above(key::SIGN_HALEAKALA_SUM, sum_position(seat, segment)));
    }
    if let Some(player) = view.players.first() {
        signs.push(above(
            key::SIGN_HALEAKALA_SHAMAN,
            shaman_position(player.shaman),
        ));
    }
    if let Some(site) = view.segments.iter().find_map(first_statue) {
        signs.push(above(key::SIGN_HALEAKALA_STATUE, statue_position(site)));
    }
    if let Some(segment) = view.segments.iter().find(|segment| segment.lava > 0) {
        signs.push(above(
            key::SIGN_HALEAKALA_LAVA,
            lava_position(segment.segment),
        ));
    }
    signs.push(sign(key::SIGN_HALEAKALA_STOCK, LAVA_STOCK));
    signs.push(sign(
        key::SIGN_HALEAKALA_PLAYER,
        Point(SHEETS_LEFT, FIRST_TOP),
    ));
    signs.push(sign(
        key::SIGN_HALEAKALA_DISPLAY,
        Point(SHEETS_LEFT, DISPLAY_TOP),
    ));
    signs
}

fn sign(key: Key, at: Point) -> BoardSign {
    BoardSign { key, at }
}

fn above(key: Key, Point(x, y): Point) -> BoardSign {
    sign(key, Point(x - ASIDE, y - ASIDE))
}

fn first_statue(segment: &SegmentView) -> Option<Site> {
    let mut statues = Terrain::ALL.into_iter().zip(segment.statues);
    let (terrain, _) = statues.find(|(_, owner)| owner.is_some())?;
    Some(Site {
        segment: segment.segment,
        terrain,
    })
}
