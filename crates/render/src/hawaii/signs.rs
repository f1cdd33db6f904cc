//! The signs of the island's picture, each with a point at which a number hides none of it.

use super::cards::{CORNER_CARD_SIZE, ORDER_TOP, PLAYERS_TOP, POINTS_CORNER, ROUND_CORNER};
use super::island::{HALF_PLACE, chieftain_positions, place_corner};
use super::measures::MARGIN;
use super::places::{TILE_SIDE, circle_position, tile_position};
use super::sea::{COVE, above_panel, dock_position};
use crate::key;
use crate::{BoardSign, Point};
use lanai_rules::hawaii::view::{CircleView, PlaceView, View};
use lanai_text::Key;

/// How far above the middle of a purchase circle its number is.
const ABOVE_CIRCLE: f32 = 34.0;

pub(super) fn board_signs(view: &View) -> Vec<BoardSign> {
    let corner_middle = CORNER_CARD_SIZE.1 / 2.0;
    let mut signs = vec![
        sign(
            key::SIGN_HAWAII_SUM,
            ROUND_CORNER.0 + 10.0,
            ROUND_CORNER.1 + 116.0,
        ),
        sign(
            key::SIGN_HAWAII_INCOME,
            ROUND_CORNER.0 + CORNER_CARD_SIZE.0 - 6.0,
            ROUND_CORNER.1 + corner_middle,
        ),
        sign(
            key::SIGN_HAWAII_POINTS,
            POINTS_CORNER.0 + 2.0,
            POINTS_CORNER.1 + corner_middle,
        ),
    ];
    if let Some(place) = view.places.first() {
        let corner = place_corner(view, place.place);
        let Point(x, y) = tile_position(corner, 0);
        signs.push(sign(
            key::SIGN_HAWAII_TILE,
            x - TILE_SIDE / 2.0,
            y + TILE_SIDE / 2.0,
        ));
        signs.push(sign(
            key::SIGN_HAWAII_PATH,
            corner.0 + HALF_PLACE,
            corner.1 + 140.0,
        ));
    }
    signs.extend(circle_sign(view, key::SIGN_HAWAII_PRICE, Some(false)));
    signs.extend(circle_sign(view, key::SIGN_HAWAII_SPEARS, Some(true)));
    signs.extend(circle_sign(view, key::SIGN_HAWAII_EMPTY, None));
    if let Some((_, _, Point(x, y))) = chieftain_positions(view).first() {
        signs.push(sign(key::SIGN_HAWAII_CHIEFTAIN, x - 34.0, y - 30.0));
    }
    let Point(x, y) = above_panel(COVE, 0.0);
    signs.push(sign(key::SIGN_HAWAII_COVE, x, y));
    if let Some(dock) = view.docks.first() {
        let Point(x, y) = above_panel(dock_position(dock.dock), 0.0);
        signs.push(sign(key::SIGN_HAWAII_DOCK, x, y));
    }
    signs.push(sign(key::SIGN_HAWAII_ORDER, 470.0, ORDER_TOP + 37.0));
    signs.push(sign(
        key::SIGN_HAWAII_PLAYER,
        MARGIN,
        f32::from(PLAYERS_TOP),
    ));
    signs
}

fn sign(key: Key, x: f32, y: f32) -> BoardSign {
    BoardSign {
        key,
        at: Point(x, y),
    }
}

/// Returns the sign of the first purchase circle that is empty, or that has a price token with or
/// without crossed spears.
fn circle_sign(view: &View, key: Key, spears: Option<bool>) -> Option<BoardSign> {
    let find = |place: &PlaceView| {
        let has_spears = |circle: &CircleView| circle.price.map(|price| price.spears);
        let mut circles = place.circles.iter();
        let number = circles.position(|circle| has_spears(circle) == spears)?;
        let corner = place_corner(view, place.place);
        let Point(x, y) = circle_position(corner, place, number);
        Some(sign(key, x, y - ABOVE_CIRCLE))
    };
    view.places.iter().find_map(find)
}
