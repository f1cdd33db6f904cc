//! The part of the picture that each action concerns.

use super::choices::choosing_seat;
use super::layout::{self, SHEET_WIDTH, SHEETS_LEFT};
use super::market::Display;
use super::sheets::disc_in_hand;
use super::traces::{CARD_SIZE, card_corner, find_disc};
use crate::{Area, PICTURE_SIZE};
use lanai_rules::haleakala::action::Action;
use lanai_rules::haleakala::board::{Direction, Shaman};
use lanai_rules::haleakala::view::View;

// The sides of the squares around the numbers of beaches, discs, sites, the boat and wares.
const BEACH_SIDE: f32 = 80.0;
const DISC_SIDE: f32 = 66.0;
const SITE_SIDE: f32 = 64.0;
const BOAT_SIDE: f32 = 92.0;
const WARE_SIDE: f32 = 110.0;
/// How far the areas of both directions of a lava flow are from the middle of the segment, as an
/// angle, and from the middle of the crater.
const LAVA_ASIDE: f32 = 0.3;
const LAVA_RADIUS: f32 = layout::CRATER_RADIUS + 40.0;

/// Returns the part of the volcano's picture that stands for the first choice of a turn: a disc in
/// hand, whatever its beach.
pub(super) fn find_start(view: &View, action: Action) -> Option<Area> {
    let Action::Place { disc, .. } = action else {
        return find_on_volcano(view, action);
    };
    let at = disc_in_hand(view, choosing_seat(view)?, disc)?;
    Some(Area::around(at, DISC_SIDE, PICTURE_SIZE.into()))
}

/// Returns the part of the volcano's picture that an action concerns.
pub(super) fn find_on_volcano(view: &View, action: Action) -> Option<Area> {
    let around = |at, side| Some(Area::around(at, side, PICTURE_SIZE.into()));
    match action {
        Action::Place { at, .. } => around(layout::number_position(at), BEACH_SIDE),
        Action::Invoke { .. } => around(layout::boat_position(view.boat), BOAT_SIDE),
        Action::Take { disc } => around(find_disc(view, choosing_seat(view)?, disc)?, DISC_SIDE),
        Action::Boat => around(layout::boat_position(view.boat.clockwise(1)), BOAT_SIDE),
        Action::Walk(site) => around(layout::shaman_position(Shaman::At(site)), SITE_SIDE),
        Action::Choose(card) => {
            let corner = card_corner(view, card, view.boat)?;
            Some(Area::of_rect(corner, CARD_SIZE, PICTURE_SIZE.into()))
        }
        Action::Lava { from, direction } => {
            let aside = match direction {
                Direction::Clockwise => LAVA_ASIDE,
                Direction::Counterclockwise => -LAVA_ASIDE,
            };
            let angle = layout::segment_angle(from) + aside;
            around(layout::polar_to_point(angle, LAVA_RADIUS), SITE_SIDE)
        }
        Action::Buy(ware) => {
            let display = Display {
                left: SHEETS_LEFT,
                width: SHEET_WIDTH,
            };
            around(display.ware_position(ware), WARE_SIDE)
        }
        Action::Stay | Action::LeaveLava | Action::BuyNothing => None,
    }
}
