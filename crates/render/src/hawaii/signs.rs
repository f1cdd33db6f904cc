//! The signs of the island's picture, each with a point at which a number hides none of it.

use super::cards::{CORNER_CARD_SIZE, ORDER_TOP, PLAYERS_TOP, POINTS_CORNER, ROUND_CORNER};
use super::island::{HALF_PLACE, chieftain_positions, place_corner};
use super::measures::MARGIN;
use super::places::{TILE_SIDE, circle_position, tile_position};
use super::sea::{COVE, above_panel, dock_position};
use crate::{BoardSign, Point};
use lanai_rules::hawaii::view::{CircleView, PlaceView, View};

/// How far above the middle of a purchase circle its number is.
const ABOVE_CIRCLE: f32 = 34.0;

pub(super) fn board_signs(view: &View) -> Vec<BoardSign> {
    let corner_middle = CORNER_CARD_SIZE.1 / 2.0;
    let mut signs = vec![
        sign("sum", ROUND_CORNER.0 + 10.0, ROUND_CORNER.1 + 116.0),
        sign(
            "income",
            ROUND_CORNER.0 + CORNER_CARD_SIZE.0 - 6.0,
            ROUND_CORNER.1 + corner_middle,
        ),
        sign(
            "points",
            POINTS_CORNER.0 + 2.0,
            POINTS_CORNER.1 + corner_middle,
        ),
    ];
    if let Some(place) = view.places.first() {
        let corner = place_corner(view, place.place);
        let Point(x, y) = tile_position(corner, 0);
        signs.push(sign("tile", x - TILE_SIDE / 2.0, y + TILE_SIDE / 2.0));
        signs.push(sign("path", corner.0 + HALF_PLACE, corner.1 + 140.0));
    }
    signs.extend(circle_sign(view, "price", Some(false)));
    signs.extend(circle_sign(view, "spears", Some(true)));
    signs.extend(circle_sign(view, "empty", None));
    if let Some((_, _, Point(x, y))) = chieftain_positions(view).first() {
        signs.push(sign("chieftain", x - 34.0, y - 30.0));
    }
    let Point(x, y) = above_panel(COVE, 0.0);
    signs.push(sign("cove", x, y));
    if let Some(dock) = view.docks.first() {
        let Point(x, y) = above_panel(dock_position(dock.dock), 0.0);
        signs.push(sign("dock", x, y));
    }
    signs.push(sign("order", 470.0, ORDER_TOP + 37.0));
    signs.push(sign("player", MARGIN, f32::from(PLAYERS_TOP)));
    signs
}

fn sign(name: &'static str, x: f32, y: f32) -> BoardSign {
    BoardSign {
        name,
        at: Point(x, y),
    }
}

/// Returns the sign of the first purchase circle that is empty, or that has a price token with or
/// without crossed spears.
fn circle_sign(view: &View, name: &'static str, spears: Option<bool>) -> Option<BoardSign> {
    let find = |place: &PlaceView| {
        let has_spears = |circle: &CircleView| circle.price.map(|price| price.spears);
        let mut circles = place.circles.iter();
        let number = circles.position(|circle| has_spears(circle) == spears)?;
        let corner = place_corner(view, place.place);
        let Point(x, y) = circle_position(corner, place, number);
        Some(sign(name, x, y - ABOVE_CIRCLE))
    };
    view.places.iter().find_map(find)
}
