//! Draws marks over the volcano: where something happened, and what the viewer may choose.

use crate::haleakala::shore::find_disc_on_beach;
use std::f32::consts::{PI, TAU};

use super::{drawing::BoardDrawing, layout, marks::Marks};
use crate::{MARK_INK, Point, arc_points, to_f32};
use lanai_rules::Seat;
use lanai_rules::haleakala::action::{Action, Event};
use lanai_rules::haleakala::board::{Segment, Shaman};
use lanai_rules::haleakala::pieces::{Card, Disc};
use lanai_rules::haleakala::view::View;

// The number of line segments of which the path of a walk consists, and the gap at its ends.
const WALK_STEPS: i32 = 48;
const WALK_GAP: f32 = 30.0;

/// The size of the box around a card on the board.
pub(super) const CARD_SIZE: Point = Point(74.0, 102.0);

/// Draws a mark for each event that left a visible trace on the board.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "much of what happens leaves no trace on the volcano"
)]
pub(super) fn draw_traces(drawing: &mut BoardDrawing<'_>, marks: &Marks) {
    for (_, event) in &marks.events {
        if let Some((at, radius)) = event_circle(drawing, event)
            .filter(|_| is_ringed(drawing, event, marks.has_several_turns()))
        {
            drawing.pen.draw_marked_ring(at, radius - 3.0);
        }
        match *event {
            Event::Walked { from, to, .. } => {
                draw_walk(
                    drawing,
                    layout::shaman_position(from),
                    layout::shaman_position(Shaman::At(to)),
                );
            }
            Event::Sailed { from, to } => draw_voyage(drawing, from, to),
            Event::Laid { card, at } => {
                if let Some(corner) = card_corner(drawing.view, card, at) {
                    drawing.pen.draw_marked_frame(corner, CARD_SIZE, 15.0);
                }
            }
            Event::Destroyed { site, .. } => drawing.pen.draw_cross(layout::statue_position(site)),
            Event::LavaMoved { from, to, .. } => {
                drawing.pen.draw_arrow(
                    &[
                        layout::crater_rim_position(from),
                        layout::crater_rim_position(to),
                    ],
                    MARK_INK,
                );
            }
            _ => {}
        }
    }
}

/// Returns the centre and the radius of the piece or place that an event concerns.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "much of what happens leaves no trace on the volcano"
)]
pub(super) fn event_circle(drawing: &BoardDrawing<'_>, event: &Event) -> Option<(Point, f32)> {
    Some(match *event {
        Event::Placed { seat, disc, at } => {
            let disc = find_disc_on_beach(drawing.view, seat, disc, at).map(|spot| (spot, 36.0));
            disc.unwrap_or((layout::number_position(at), 39.0))
        }
        Event::TookBack { from: at, .. } | Event::DiscsBack { at } => {
            (layout::number_position(at), 39.0)
        }
        Event::Walked { to, .. } => (layout::shaman_position(Shaman::At(to)), 38.0),
        Event::Sailed { to, .. } => (layout::boat_position(to), 48.0),
        Event::Built { site, .. } | Event::Destroyed { site, .. } => {
            (layout::statue_position(site), 43.0)
        }
        Event::LavaMoved { to: at, .. } | Event::LavaRose { at, .. } => {
            (layout::lava_position(at), 33.0)
        }
        Event::Bought { ware, .. } => (drawing.display.ware_position(ware), 71.0),
        _ => return None,
    })
}

/// Returns whether an event is marked with a ring. After later turns, its piece may be gone.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "much of what happens leaves no trace on the volcano"
)]
pub(super) fn is_ringed(drawing: &BoardDrawing<'_>, event: &Event, has_later_turns: bool) -> bool {
    let segments = &drawing.view.segments;
    match *event {
        Event::Placed { seat, disc, at } => {
            find_disc_on_beach(drawing.view, seat, disc, at).is_some()
        }
        Event::Built { site, .. } => {
            !has_later_turns
                || segments[site.segment.index()].statues[site.terrain.index()].is_some()
        }
        Event::LavaRose { at, .. } => !has_later_turns || segments[at.index()].lava > 0,
        Event::TookBack { .. }
        | Event::DiscsBack { .. }
        | Event::LavaMoved { .. }
        | Event::Bought { .. } => true,
        _ => false,
    }
}

/// Returns the upper left corner of the box around a card at a segment, or `None` if the card is
/// not there.
pub(super) fn card_corner(view: &View, card: Card, at: Segment) -> Option<Point> {
    let slot = view.segments[at.index()]
        .cards
        .iter()
        .position(|other| *other == Some(card))?;
    let Point(x, y) = layout::card_position(at, slot);
    Some(Point(x - CARD_SIZE.0 / 2.0, y - CARD_SIZE.1 / 2.0))
}

/// Draws the path of a shaman, which bends around the crater.
fn draw_walk(drawing: &mut BoardDrawing<'_>, from: Point, to: Point) {
    let [Point(begin, begin_out), Point(end, end_out)] =
        [layout::point_to_polar(from), layout::point_to_polar(to)];
    let turn = (end - begin + PI).rem_euclid(TAU) - PI;
    let points: Vec<Point> = (0..=WALK_STEPS)
        .map(|step| to_f32(step) / to_f32(WALK_STEPS))
        .map(|share| {
            layout::polar_to_point(
                begin + turn * share,
                begin_out + (end_out - begin_out) * share,
            )
        })
        .filter(|Point(x, y)| {
            [from, to]
                .iter()
                .all(|end| (x - end.0).hypot(y - end.1) > WALK_GAP)
        })
        .collect();
    drawing.pen.draw_arrow(&points, MARK_INK);
}

/// Draws the boat's voyage as an arrow, farther out than the boat.
fn draw_voyage(drawing: &mut BoardDrawing<'_>, from: Segment, to: Segment) {
    let begin = layout::segment_angle(from);
    let turn = (layout::segment_angle(to) - begin).rem_euclid(TAU);
    drawing.pen.draw_arrow(
        &arc_points(
            layout::MIDDLE,
            layout::WAKE_RADIUS,
            Point(begin, begin + turn - 0.04),
        ),
        MARK_INK,
    );
}

/// Returns the position of a seat's disc on any beach, or `None` if it is on none.
pub(super) fn find_disc(view: &View, seat: Seat, disc: Disc) -> Option<Point> {
    Segment::all().find_map(|at| find_disc_on_beach(view, seat, disc, at))
}

/// Draws rings around what the viewer may choose.
pub(super) fn draw_choices(drawing: &mut BoardDrawing<'_>) {
    let view = drawing.view;
    let mut beaches = Vec::new();
    for action in &view.legal {
        match *action {
            Action::Place { at, .. } if !beaches.contains(&at) => {
                beaches.push(at);
                drawing
                    .pen
                    .draw_dashed_ring(layout::number_position(at), 36.0);
            }
            Action::Walk(site) => drawing
                .pen
                .draw_dashed_ring(layout::shaman_position(Shaman::At(site)), 34.0),
            Action::Choose(card) => {
                if let Some(corner) = card_corner(view, card, view.boat) {
                    drawing.pen.draw_dashed_frame(corner, CARD_SIZE);
                }
            }
            Action::Lava { from, .. } => drawing
                .pen
                .draw_dashed_ring(layout::lava_position(from), 30.0),
            Action::Buy(ware) => {
                let Point(x, y) = drawing.display.ware_position(ware);
                drawing
                    .pen
                    .draw_dashed_frame(Point(x - 52.0, y - 52.0), Point(104.0, 104.0));
            }
            Action::Boat => drawing
                .pen
                .draw_dashed_ring(layout::boat_position(view.boat.clockwise(1)), 44.0),
            Action::Take { disc, .. } => {
                if let Some(spot) = view.to_act.and_then(|seat| find_disc(view, seat, disc)) {
                    drawing.pen.draw_dashed_ring(spot, 33.0);
                }
            }
            Action::Place { .. }
            | Action::Invoke { .. }
            | Action::Stay
            | Action::LeaveLava
            | Action::BuyNothing => {}
        }
    }
}
