//! Where things lie. The island is measured from its middle: how far out, and how far along the shore from the middle of
//! the segment.

use crate::{Point, real};
use lanai_rules::Seat;
use lanai_rules::haleakala::board::{Segment, Shaman, Site, Terrain};

/// The middle of the crater. The sea around it reaches as far to the left and to the right as up and down.
pub(super) const MIDDLE: Point = Point(550.0, 525.0);

/// Where crater, mountain, forest, grassland, beach and the shallow water end.
pub(super) const CRATER: f32 = 66.0;
pub(super) const MOUNTAIN: f32 = 148.0;
pub(super) const FOREST: f32 = 226.0;
pub(super) const GRASSLAND: f32 = 302.0;
pub(super) const BEACH: f32 = 408.0;
pub(super) const SHALLOWS: f32 = 440.0;

/// The radius of the boat's way, and of the arrow that shows how it sailed.
pub(super) const BOAT: f32 = 476.0;
pub(super) const WAKE: f32 = 500.0;

/// The number of a segment, on the coast.
const NUMBER: f32 = 400.0;
/// Lava discs in the crater.
const LAVA: f32 = 42.0;
/// The radius of the middle of a beach.
const HUT: f32 = 336.0;
/// The cards of a segment: how far out, and how far from its middle.
const CARDS: (f32, f32) = (458.0, 176.0);
/// The sums of both colours on a beach.
const SUMS: (f32, f32) = (452.0, 84.0);
/// How far statue and shaman stand from the middle of their site, on grassland, forest and mountain.
const ASIDE: [f32; 3] = [34.0, 32.0, 27.0];

/// The two rows of number discs on a beach: how far out, where the first lies, how many there are, and how much room
/// they have.
const ROWS: [(f32, f32, usize, f32); 2] = [(384.0, 66.0, 3, 104.0), (330.0, 68.0, 2, 60.0)];

/// The sheets beside the island: where they begin, and how wide they are.
pub(super) const SHEETS: f32 = 1112.0;
pub(super) const SHEET: f32 = 522.0;

/// The angle of a segment: the first is at the top, and they go around like the hours.
pub(super) fn segment_angle(segment: Segment) -> f32 {
    (f32::from(segment.number()) - 1.0) * std::f32::consts::FRAC_PI_3 - std::f32::consts::FRAC_PI_2
}

/// Returns the point at a radius and a distance along the arc, clockwise.
pub(super) fn spot_on_segment(segment: Segment, out: f32, along: f32) -> Point {
    polar_to_point(segment_angle(segment) + along / out, out)
}

/// Returns the point at an angle and a radius.
pub(super) fn polar_to_point(angle: f32, out: f32) -> Point {
    Point(MIDDLE.0 + out * angle.cos(), MIDDLE.1 + out * angle.sin())
}

/// Returns the direction of the first seat in a segment (left, or up): 1 for clockwise, -1
/// otherwise. So the first seat is always read first.
fn first_seat_direction(segment: Segment) -> f32 {
    match segment.number() {
        1..=3 => -1.0,
        _ => 1.0,
    }
}

fn seat_direction(seat: Seat, segment: Segment) -> f32 {
    if seat.number() == 1 {
        first_seat_direction(segment)
    } else {
        -first_seat_direction(segment)
    }
}

/// Returns the angle and the radius of a point.
pub(super) fn point_to_polar(Point(x, y): Point) -> Point {
    let right = x - MIDDLE.0;
    let down = y - MIDDLE.1;
    Point(down.atan2(right), right.hypot(down))
}

pub(super) fn boat_position(segment: Segment) -> Point {
    spot_on_segment(segment, BOAT, 0.0)
}

pub(super) fn number_position(segment: Segment) -> Point {
    spot_on_segment(segment, NUMBER, 0.0)
}

pub(super) fn card_position(segment: Segment, slot: usize) -> Point {
    let side = if slot == 0 {
        first_seat_direction(segment)
    } else {
        -first_seat_direction(segment)
    };
    spot_on_segment(segment, CARDS.0, side * CARDS.1)
}

pub(super) fn sum_position(seat: Seat, segment: Segment) -> Point {
    spot_on_segment(segment, SUMS.0, seat_direction(seat, segment) * SUMS.1)
}

pub(super) fn hut_position(segment: Segment) -> Point {
    spot_on_segment(segment, HUT, 0.0)
}

/// Returns the position of one of `of` discs of a seat on a beach.
pub(super) fn disc_position(seat: Seat, segment: Segment, place: usize, of: usize) -> Point {
    let outer = ROWS[0].2;
    let ((out, first, _, room), place, of) = if place < outer {
        (ROWS[0], place, of.min(outer))
    } else {
        (ROWS[1], place - outer, of - outer)
    };
    let step = (room / real(of.saturating_sub(1).max(1))).min(58.0);
    let along = first + step * real(place);
    spot_on_segment(segment, out, seat_direction(seat, segment) * along)
}

/// Returns the radius of the middle of a terrain.
pub(super) fn terrain_radius(terrain: Terrain) -> f32 {
    match terrain {
        Terrain::Grassland => f32::midpoint(FOREST, GRASSLAND),
        Terrain::Forest => f32::midpoint(MOUNTAIN, FOREST),
        Terrain::Mountain => f32::midpoint(CRATER, MOUNTAIN),
    }
}

pub(super) fn statue_position(site: Site) -> Point {
    position_beside(site, first_seat_direction(site.segment))
}

pub(super) fn shaman_position(shaman: Shaman) -> Point {
    match shaman {
        Shaman::Hut(segment) => {
            let Point(x, y) = hut_position(segment);
            Point(x + 24.0, y + 8.0)
        }
        Shaman::At(site) => position_beside(site, -first_seat_direction(site.segment)),
    }
}

fn position_beside(site: Site, toward: f32) -> Point {
    spot_on_segment(
        site.segment,
        terrain_radius(site.terrain),
        toward * ASIDE[site.terrain.index()],
    )
}

pub(super) fn lava_position(segment: Segment) -> Point {
    spot_on_segment(segment, LAVA, 0.0)
}

/// Returns the end of the arrow of a lava flow: on the rim, where it hides no disc.
pub(super) fn crater_rim_position(segment: Segment) -> Point {
    spot_on_segment(segment, CRATER + 12.0, 0.0)
}
