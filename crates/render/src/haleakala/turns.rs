//! The numbers of several turns, each beside what the turn began with, where it hides nothing else.

use crate::haleakala::shore::discs_on_beach;
use crate::haleakala::traces::event_circle;
use std::f32::consts::TAU;

use super::drawing::BoardDrawing;
use super::layout::{self, SHEETS};
use super::marks::Marks;
use crate::{HEIGHT, Ink, MARK, NUMBERED, Point, arc_points, real};
use lanai_rules::Seat;
use lanai_rules::haleakala::board::{Segment, Site, Terrain};

/// The centre and the radius of something round.
type Thing = (Point, f32);

/// The number and the length of the steps in which a number is moved away from its thing.
const STEPS: i32 = 10;
const STEP: f32 = 8.0;

/// Draws the number of each turn beside its first visible event.
pub(super) fn draw_turn_numbers(drawing: &mut BoardDrawing<'_>, marks: &Marks) {
    let mut things = obstacles(drawing);
    for (turn, seat) in (1..).zip(&marks.turns) {
        let mut own = marks.events.iter().filter(|(other, _)| *other == turn);
        let Some((middle, radius)) = own.find_map(|(_, event)| event_circle(drawing, event)) else {
            continue;
        };
        let at = find_free_spot((middle, radius), &things);
        // A tail connects the number with its thing.
        let far = (at.0 - middle.0).hypot(at.1 - middle.1).max(1.0);
        let tip = Point(
            middle.0 + (at.0 - middle.0) * radius / far,
            middle.1 + (at.1 - middle.1) * radius / far,
        );
        for (thick, ink) in [(14.0, Ink::White), (8.0, MARK)] {
            drawing.pen.canvas.line(&[at, tip], thick, ink);
        }
        drawing.pen.draw_turn_number(turn, *seat, at, NUMBERED);
        things.push((at, NUMBERED));
    }
}

/// Returns everything that a number should not hide.
fn obstacles(drawing: &BoardDrawing<'_>) -> Vec<Thing> {
    let view = drawing.view;
    let mut things = vec![(layout::boat_position(view.boat), 44.0)];
    for it in &view.segments {
        things.extend([
            (layout::number_position(it.segment), 37.0),
            (layout::lava_position(it.segment), 26.0),
        ]);
        for slot in (0..it.cards.len()).filter(|slot| it.cards[*slot].is_some()) {
            let Point(x, y) = layout::card_position(it.segment, slot);
            things.extend([-18.0, 0.0, 18.0].map(|down| (Point(x, y + down), 34.0)));
        }
        for (terrain, _) in Terrain::ALL
            .into_iter()
            .zip(it.statues)
            .filter(|(_, owner)| owner.is_some())
        {
            things.push((
                layout::statue_position(Site {
                    segment: it.segment,
                    terrain,
                }),
                38.0,
            ));
        }
    }
    for (player, hut) in view.players.iter().zip(view.printed.huts) {
        things.extend([
            (layout::shaman_position(player.shaman), 38.0),
            (layout::hut_position(hut), 42.0),
        ]);
        things.extend(
            Segment::all().flat_map(|segment| beach_obstacles(drawing, player.seat, segment)),
        );
    }
    things
}

/// The discs of a colour on a beach, and their sum.
fn beach_obstacles(drawing: &BoardDrawing<'_>, seat: Seat, at: Segment) -> Vec<Thing> {
    let mut things: Vec<Thing> = discs_on_beach(drawing, seat, at)
        .into_iter()
        .map(|(_, spot)| (spot, 32.0))
        .collect();
    if !things.is_empty() {
        let Point(x, y) = layout::sum_position(seat, at);
        things.extend([-24.0, 0.0, 24.0].map(|right| (Point(x + right, y), 27.0)));
    }
    things
}

/// Returns the nearest position beside a thing at which a number hides no other.
fn find_free_spot((middle, radius): Thing, things: &[Thing]) -> Point {
    let circles = (0..STEPS).map(|step| radius + NUMBERED - 6.0 + STEP * real(step));
    let spots = circles.flat_map(|out| {
        let around = arc_points(middle, out, Point(-TAU / 8.0, TAU * 7.0 / 8.0));
        around.into_iter().map(move |spot| (spot, out))
    });
    let cost = |(Point(x, y), out): (Point, f32)| {
        let near = |(Point(other_x, other_y), other): &Thing| {
            (other + NUMBERED + 2.0 - (x - other_x).hypot(y - other_y)).max(0.0)
        };
        let outside = [
            NUMBERED - x,
            x + NUMBERED - SHEETS,
            NUMBERED - y,
            y + NUMBERED - real(HEIGHT),
        ];
        let hidden: f32 = things
            .iter()
            .filter(|(at, _)| *at != middle)
            .map(near)
            .sum();
        20.0 * (hidden + outside.into_iter().map(|over| over.max(0.0)).sum::<f32>()) + out
    };
    let costs = spots.map(|spot| (cost(spot), spot.0));
    costs
        .min_by(|(one, _), (other, _)| one.total_cmp(other))
        .map_or(middle, |(_, spot)| spot)
}
