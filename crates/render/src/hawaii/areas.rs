//! The part of a picture that each action concerns.

use super::cards::{picture_height, space_position};
use super::choices::{selling_place, tile_index};
use super::island::{BEACH_NAME, place_corner};
use super::measures::LAND_SIZE;
use super::places::{PLACE_HEIGHT, PLACE_WIDTH, TILE_SIDE, tile_position};
use super::{realm, sea};
use crate::{Area, Point, Size};
use lanai_rules::Seat;
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::pieces::Tile;
use lanai_rules::hawaii::view::View;

/// The sizes of the name of the beach and of a space of the turn order.
const BEACH_SIZE: Point = Point(128.0, 56.0);
const SPACE_SIDE: f32 = 74.0;

/// Returns the size of the island's picture.
pub(super) fn island_size(view: &View) -> Size {
    Size {
        height: picture_height(view.realms.len()),
        ..LAND_SIZE
    }
}

/// Returns the part of the island's picture that an action concerns.
pub(super) fn find_on_island(view: &View, action: Action) -> Option<Area> {
    let picture = island_size(view).into();
    match action {
        Action::Move(place) => {
            let size = Point(PLACE_WIDTH, PLACE_HEIGHT);
            Some(Area::of_rect(place_corner(view, place), size, picture))
        }
        Action::Fish(_) => Some(Area::of_rect(
            sea::panel_corner(sea::COVE, sea::COVE_SIZE),
            sea::COVE_SIZE,
            picture,
        )),
        Action::Sail(dock) => Some(Area::of_rect(
            sea::panel_corner(sea::dock_position(dock), sea::DOCK_SIZE),
            sea::DOCK_SIZE,
            picture,
        )),
        Action::Wait => {
            let Point(x, y) = BEACH_NAME;
            let corner = Point(x - BEACH_SIZE.0 / 2.0, y - BEACH_SIZE.1 / 2.0);
            Some(Area::of_rect(corner, BEACH_SIZE, picture))
        }
        Action::Pass(space) => Some(Area::around(space_position(space), SPACE_SIDE, picture)),
        Action::Buy { tile, .. } => find_tile(view, action, tile, 0, picture),
        Action::Pick(fruit) => find_tile(view, action, Tile::fruit(fruit), 0, picture),
        Action::TakeFrom(stack) => {
            let god = view.god_stacks.get(stack.index())?.top?;
            find_tile(view, action, Tile::god(god), stack.index(), picture)
        }
        Action::Pay(_)
        | Action::Launch(_)
        | Action::Build(_)
        | Action::Offer(_)
        | Action::Decline
        | Action::Harvest(_) => None,
    }
}

/// Returns the row of a realm's picture in which an action builds.
pub(super) fn find_in_realm(view: &View, action: Action, seat: Seat) -> Option<Area> {
    let Action::Build(row) = action else {
        return None;
    };
    view.realm(seat)?;
    Some(realm::row_area(row))
}

fn find_tile(
    view: &View,
    action: Action,
    tile: Tile,
    number: usize,
    picture: Point,
) -> Option<Area> {
    let place = selling_place(view, action)?;
    let index = tile_index(view, place, tile, number)?;
    let at = tile_position(place_corner(view, place.place), index);
    Some(Area::around(at, TILE_SIDE, picture))
}
