//! Draws the walks of several turns, with the turn's number where each walk ended. Numbers are
//! drawn where there is no text and no chieftain: at the upper left of places and panels, on the
//! beach, and beside the turn order.

use super::super::{Ink, Pen, Point, to_f32};
use super::island::{CHIEFTAIN_DISTANCE, HALF_PLACE, chieftain_anchor, place_corner, walk_start};
use super::marks::Marks;
use crate::hawaii::island::draw_walk;
use crate::hawaii::places::draw_place_card;
use lanai_rules::Seat;
use lanai_rules::hawaii::island::Chieftain;
use lanai_rules::hawaii::view::View;

// The largest and the smallest distance between numbers, and the distance between the dots at which
// walks start.
const MAX_NUMBER_DISTANCE: f32 = 60.0;
const MIN_NUMBER_DISTANCE: f32 = 30.0;
const DOT_DISTANCE: f32 = 34.0;
/// Half the height of a number, smaller than in Haleakala because there is little room.
const NUMBER_HALF_HEIGHT: f32 = 22.0;

/// The number of a turn, the seat that acted, and where the number is drawn.
struct TurnNumber {
    turn: usize,
    seat: Seat,
    at: Point,
}

/// Returns the numbers of all turns that moved a chieftain. Numbers at the same place are side by
/// side, in order.
fn turn_numbers(view: &View, marks: &Marks) -> Vec<TurnNumber> {
    let ends = marks.turn_ends();
    let mut numbers = Vec::new();
    for (turn, seat, spot) in &ends {
        let same_spot: Vec<usize> = ends
            .iter()
            .filter(|(.., end)| end == spot)
            .map(|(turn, ..)| *turn)
            .collect();
        let before = same_spot.iter().take_while(|other| *other != turn).count();
        let (Point(x, y), room) = first_number_position(view, *spot);
        let step = (room / to_f32(same_spot.len() - 1).max(1.0))
            .clamp(MIN_NUMBER_DISTANCE, MAX_NUMBER_DISTANCE);
        numbers.push(TurnNumber {
            turn: *turn,
            seat: *seat,
            at: Point(x + step * to_f32(before), y),
        });
    }
    numbers
}

/// Returns the position of the first number at a spot, and the room for more to the right of it.
fn first_number_position(view: &View, spot: Chieftain) -> (Point, f32) {
    let standing = view
        .realms
        .iter()
        .filter(|realm| realm.chieftain == spot)
        .count();
    let taken = CHIEFTAIN_DISTANCE * to_f32(standing);
    let (right, down, room) = match spot {
        // The room ends at the chieftains, which stand at the right of the place.
        Chieftain::Place(_) => (NUMBER_HALF_HEIGHT, -10.0, 2.0 * HALF_PLACE - 80.0 - taken),
        Chieftain::Beach => (586.0, 8.0, 350.0),
        Chieftain::Cove => (-98.0, -82.0, 180.0 - taken),
        Chieftain::Dock(_) => (-82.0, -82.0, 150.0 - taken),
        Chieftain::Left(_) => (50.0, 14.0, 0.0),
    };
    let Point(x, y) = chieftain_anchor(view, spot);
    (Point(x + right, y + down), room)
}

/// Draws the walks of several turns, each from a dot to the number of its turn.
pub(super) fn draw_numbered_walks(pen: &mut Pen<'_>, view: &View, marks: &Marks) {
    // The glow of a purchase is drawn before the arrows, so that it hides none of them.
    for place in view
        .places
        .iter()
        .filter(|place| marks.took_token_at(place.place))
    {
        draw_place_card(pen, place_corner(view, place.place), Ink::Glow);
    }
    let numbers = turn_numbers(view, marks);
    for (place, walk) in marks.walks().enumerate() {
        let end = numbers.iter().find(|number| number.turn == walk.turn);
        let Some(TurnNumber { at: end, .. }) = end else {
            continue;
        };
        let Point(x, y) = walk_start(view, walk.from, walk.seat);
        let before = marks.walks().take(place).filter(|other| {
            (other.from, walk_start(view, other.from, other.seat)) == (walk.from, Point(x, y))
        });
        draw_walk(
            pen,
            Point(x - DOT_DISTANCE * to_f32(before.count()), y),
            *end,
            walk.seat,
        );
    }
}

pub(super) fn draw_turn_numbers(pen: &mut Pen<'_>, view: &View, marks: &Marks) {
    if marks.has_several_turns() {
        for TurnNumber { turn, seat, at } in turn_numbers(view, marks) {
            pen.draw_turn_number(turn, Some(seat), at, NUMBER_HALF_HEIGHT);
        }
    }
}
