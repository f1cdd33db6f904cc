//! Draws the numbers of several turns, each beside the first visible event of its turn, where it
//! hides nothing.

use crate::haleakala::shore::discs_on_beach;
use crate::haleakala::traces::event_circle;
use std::f32::consts::TAU;

use super::drawing::BoardDrawing;
use super::layout::{self, SHEETS_LEFT};
use super::marks::Marks;
use crate::{HEIGHT, Ink, MARK_INK, Point, TURN_NUMBER_RADIUS, arc_points, to_f32};
use lanai_rules::Seat;
use lanai_rules::haleakala::board::{Segment, Site, Terrain};

/// The centre and the radius of a piece or text that a turn number should not hide.
type Obstacle = (Point, f32);

// The number and the distance of the rings on which a free spot for a turn number is searched.
const RING_COUNT: i32 = 10;
const RING_DISTANCE: f32 = 8.0;

/// Draws the number of each turn beside its first visible event.
pub(super) fn draw_turn_numbers(drawing: &mut BoardDrawing<'_>, marks: &Marks) {
    let mut obstacles = obstacles(drawing);
    for (turn, seat) in (1..).zip(&marks.turns) {
        let mut own = marks.events.iter().filter(|(other, _)| *other == turn);
        let Some((middle, radius)) = own.find_map(|(_, event)| event_circle(drawing, event)) else {
            continue;
        };
        let at = find_free_spot((middle, radius), &obstacles);
        // A tail connects the number with the piece or place of the event.
        let distance = (at.0 - middle.0).hypot(at.1 - middle.1).max(1.0);
        let tip = Point(
            middle.0 + (at.0 - middle.0) * radius / distance,
            middle.1 + (at.1 - middle.1) * radius / distance,
        );
        for (thick, ink) in [(14.0, Ink::White), (8.0, MARK_INK)] {
            drawing.pen.canvas.draw_line(&[at, tip], thick, ink);
        }
        drawing
            .pen
            .draw_turn_number(turn, *seat, at, TURN_NUMBER_RADIUS);
        obstacles.push((at, TURN_NUMBER_RADIUS));
    }
}

/// Returns everything that a turn number should not hide.
fn obstacles(drawing: &BoardDrawing<'_>) -> Vec<Obstacle> {
    let view = drawing.view;
    let mut obstacles = vec![(layout::boat_position(view.boat), 44.0)];
    for segment_view in &view.segments {
        obstacles.extend([
            (layout::number_position(segment_view.segment), 37.0),
            (layout::lava_position(segment_view.segment), 26.0),
        ]);
        for slot in (0..segment_view.cards.len()).filter(|slot| segment_view.cards[*slot].is_some())
        {
            let Point(x, y) = layout::card_position(segment_view.segment, slot);
            obstacles.extend([-18.0, 0.0, 18.0].map(|down| (Point(x, y + down), 34.0)));
        }
        for (terrain, _) in Terrain::ALL
            .into_iter()
            .zip(segment_view.statues)
            .filter(|(_, owner)| owner.is_some())
        {
            obstacles.push((
                layout::statue_position(Site {
                    segment: segment_view.segment,
                    terrain,
                }),
                38.0,
            ));
        }
    }
    for (player, hut) in view.players.iter().zip(view.printed.huts) {
        obstacles.extend([
            (layout::shaman_position(player.shaman), 38.0),
            (layout::hut_position(hut), 42.0),
        ]);
        obstacles.extend(
            Segment::all().flat_map(|segment| beach_obstacles(drawing, player.seat, segment)),
        );
    }
    obstacles
}

/// Returns the obstacles of a seat on a beach: its discs and their sum.
fn beach_obstacles(drawing: &BoardDrawing<'_>, seat: Seat, at: Segment) -> Vec<Obstacle> {
    let mut obstacles: Vec<Obstacle> = discs_on_beach(drawing.view, seat, at)
        .into_iter()
        .map(|(_, spot)| (spot, 32.0))
        .collect();
    if !obstacles.is_empty() {
        let Point(x, y) = layout::sum_position(seat, at);
        obstacles.extend([-24.0, 0.0, 24.0].map(|right| (Point(x + right, y), 27.0)));
    }
    obstacles
}

/// Returns the position beside a piece where the turn number hides least; of equal ones, the
/// nearest.
fn find_free_spot((middle, radius): Obstacle, obstacles: &[Obstacle]) -> Point {
    let circles = (0..RING_COUNT)
        .map(|step| radius + TURN_NUMBER_RADIUS - 6.0 + RING_DISTANCE * to_f32(step));
    let spots = circles.flat_map(|out| {
        let around = arc_points(middle, out, Point(-TAU / 8.0, TAU * 7.0 / 8.0));
        around.into_iter().map(move |spot| (spot, out))
    });
    let costs = spots.map(|(spot, out)| {
        (
            20.0 * overlap_in_pixels(spot, middle, obstacles) + out,
            spot,
        )
    });
    costs
        .min_by(|(one, _), (other, _)| one.total_cmp(other))
        .map_or(middle, |(_, spot)| spot)
}

/// Returns by how many pixels a turn number would overlap obstacles and the edges of the board. The
/// obstacle at `own` does not count: it is the piece to which the number belongs.
fn overlap_in_pixels(Point(x, y): Point, own: Point, obstacles: &[Obstacle]) -> f32 {
    let hidden: f32 = obstacles
        .iter()
        .filter(|(at, _)| *at != own)
        .map(|(Point(other_x, other_y), radius)| {
            (radius + TURN_NUMBER_RADIUS + 2.0 - (x - other_x).hypot(y - other_y)).max(0.0)
        })
        .sum();
    let outside = [
        TURN_NUMBER_RADIUS - x,
        x + TURN_NUMBER_RADIUS - SHEETS_LEFT,
        TURN_NUMBER_RADIUS - y,
        y + TURN_NUMBER_RADIUS - to_f32(HEIGHT),
    ];
    hidden + outside.into_iter().map(|over| over.max(0.0)).sum::<f32>()
}
