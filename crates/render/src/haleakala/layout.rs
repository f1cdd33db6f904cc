//! Positions on the board. On the island, a position is a distance from the crater (a radius) and a
//! distance along the shore from the middle of a segment.

use crate::{Point, to_f32};
use lanai_rules::Seat;
use lanai_rules::haleakala::board::{Segment, Shaman, Site, Terrain};

/// The middle of the crater, halfway between the top and the bottom of the picture.
pub(super) const MIDDLE: Point = Point(550.0, 525.0);

// The outer radii of crater, mountain, forest, grassland, beach and shallow water.
pub(super) const CRATER_RADIUS: f32 = 66.0;
pub(super) const MOUNTAIN_RADIUS: f32 = 148.0;
pub(super) const FOREST_RADIUS: f32 = 226.0;
pub(super) const GRASSLAND_RADIUS: f32 = 302.0;
pub(super) const BEACH_RADIUS: f32 = 408.0;
pub(super) const SHALLOWS_RADIUS: f32 = 440.0;

// The radii of the boat's course, and of the arrow that shows its last voyage.
pub(super) const BOAT_RADIUS: f32 = 476.0;
pub(super) const WAKE_RADIUS: f32 = 500.0;

/// The radius of the circle on which the numbers of the segments are drawn, on the coast.
const NUMBER_RADIUS: f32 = 400.0;
/// The radius of the circle on which the lava discs lie in the crater.
const LAVA_RADIUS: f32 = 42.0;
/// The radius of the huts, in the middle of the beaches.
const HUT_RADIUS: f32 = 336.0;
/// The radius of the cards, and their distance from the middle of the segment.
const CARD_OFFSET: (f32, f32) = (458.0, 176.0);
/// The radius of the sums of both seats, and their distance from the middle of the segment.
const SUM_OFFSET: (f32, f32) = (452.0, 84.0);
/// The distances of statue and shaman from the middle of their site, by terrain.
const SITE_OFFSETS: [f32; 3] = [34.0, 32.0, 27.0];

/// The two rows of number discs on a beach, the outer one first.
const DISC_ROWS: [DiscRow; 2] = [
    DiscRow {
        radius: 384.0,
        first_offset: 66.0,
        capacity: 3,
        length: 104.0,
    },
    DiscRow {
        radius: 330.0,
        first_offset: 68.0,
        capacity: 2,
        length: 60.0,
    },
];

/// A row of number discs on a beach; `first_offset` is the distance of its first disc from the
/// middle of the segment.
struct DiscRow {
    radius: f32,
    first_offset: f32,
    capacity: usize,
    length: f32,
}

// The left edge and the width of the sheets beside the island.
pub(super) const SHEETS_LEFT: f32 = 1112.0;
pub(super) const SHEET_WIDTH: f32 = 522.0;

/// Returns the angle of the middle of a segment in radians: the first is at the top, and the others
/// follow clockwise.
pub(super) fn segment_angle(segment: Segment) -> f32 {
    (f32::from(segment.number()) - 1.0) * std::f32::consts::FRAC_PI_3 - std::f32::consts::FRAC_PI_2
}

/// Returns the point of a segment at a radius, `along` pixels clockwise from the segment's middle.
pub(super) fn spot_on_segment(segment: Segment, radius: f32, along: f32) -> Point {
    polar_to_point(segment_angle(segment) + along / radius, radius)
}

/// Returns the point at an angle around the crater and a distance from it.
pub(super) fn polar_to_point(angle: f32, radius: f32) -> Point {
    Point(
        MIDDLE.0 + radius * angle.cos(),
        MIDDLE.1 + radius * angle.sin(),
    )
}

/// Returns the side of a segment where the first seat's pieces are: 1 for clockwise, -1 otherwise.
///
/// It is always the left or the upper side, so that the first seat is read first.
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

/// Returns the angle and the radius of a point, as the x and y of a `Point`.
pub(super) fn point_to_polar(Point(x, y): Point) -> Point {
    let right = x - MIDDLE.0;
    let down = y - MIDDLE.1;
    Point(down.atan2(right), right.hypot(down))
}

pub(super) fn boat_position(segment: Segment) -> Point {
    spot_on_segment(segment, BOAT_RADIUS, 0.0)
}

pub(super) fn number_position(segment: Segment) -> Point {
    spot_on_segment(segment, NUMBER_RADIUS, 0.0)
}

pub(super) fn card_position(segment: Segment, slot: usize) -> Point {
    let side = if slot == 0 {
        first_seat_direction(segment)
    } else {
        -first_seat_direction(segment)
    };
    spot_on_segment(segment, CARD_OFFSET.0, side * CARD_OFFSET.1)
}

pub(super) fn sum_position(seat: Seat, segment: Segment) -> Point {
    spot_on_segment(
        segment,
        SUM_OFFSET.0,
        seat_direction(seat, segment) * SUM_OFFSET.1,
    )
}

pub(super) fn hut_position(segment: Segment) -> Point {
    spot_on_segment(segment, HUT_RADIUS, 0.0)
}

/// Returns the position of the disc with index `place` among `count` discs of a seat on a beach.
pub(super) fn disc_position(seat: Seat, segment: Segment, place: usize, count: usize) -> Point {
    let outer = DISC_ROWS[0].capacity;
    let (row, place, count) = if place < outer {
        (&DISC_ROWS[0], place, count.min(outer))
    } else {
        (&DISC_ROWS[1], place - outer, count - outer)
    };
    let step = (row.length / to_f32(count.saturating_sub(1).max(1))).min(58.0);
    let along = row.first_offset + step * to_f32(place);
    spot_on_segment(segment, row.radius, seat_direction(seat, segment) * along)
}

/// Returns the radius halfway between the inner and the outer edge of a terrain.
pub(super) fn terrain_radius(terrain: Terrain) -> f32 {
    match terrain {
        Terrain::Grassland => f32::midpoint(FOREST_RADIUS, GRASSLAND_RADIUS),
        Terrain::Forest => f32::midpoint(MOUNTAIN_RADIUS, FOREST_RADIUS),
        Terrain::Mountain => f32::midpoint(CRATER_RADIUS, MOUNTAIN_RADIUS),
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
        toward * SITE_OFFSETS[site.terrain.index()],
    )
}

pub(super) fn lava_position(segment: Segment) -> Point {
    spot_on_segment(segment, LAVA_RADIUS, 0.0)
}

/// Returns the end of the arrow of a lava flow: on the rim of the crater, where it hides no disc.
pub(super) fn crater_rim_position(segment: Segment) -> Point {
    spot_on_segment(segment, CRATER_RADIUS + 12.0, 0.0)
}
