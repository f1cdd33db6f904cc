//! The sea: the cove with its fish, and the docks with the cost, the points and the gift of each
//! voyage.

use super::super::{Art, Ink, Pen, Point, Weight};
use super::marks::Marks;
use super::measures::ISLAND_FONT_SIZE;
use super::tiles::good_art;
use crate::hawaii::tiles::draw_gift;
use crate::key;
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::island::Dock;
use lanai_rules::hawaii::pieces::Good;
use lanai_rules::hawaii::view::{DockView, View};
use lanai_text::hawaii::Phrasebook;

// The centres and sizes of the cove and of the docks, and the distance of the docks.
pub(super) const COVE: Point = Point(138.0, 717.0);
pub(super) const COVE_SIZE: Point = Point(244.0, 134.0);
const FIRST_DOCK: Point = Point(377.0, COVE.1);
const DOCK_DISTANCE: f32 = 224.0;
pub(super) const DOCK_SIZE: Point = Point(214.0, COVE_SIZE.1);

pub(super) fn dock_position(dock: Dock) -> Point {
    Point(
        FIRST_DOCK.0 + DOCK_DISTANCE * f32::from(dock.number().saturating_sub(1)),
        FIRST_DOCK.1,
    )
}

/// Returns a point above a panel of the sea, left of its centre.
pub(super) fn above_panel(Point(x, y): Point, left: f32) -> Point {
    Point(x - left, y - COVE_SIZE.1 / 2.0 - 13.0)
}

pub(super) fn panel_corner(middle: Point, size: Point) -> Point {
    Point(middle.0 - size.0 / 2.0, middle.1 - size.1 / 2.0)
}

pub(super) fn draw_cove_and_docks(
    pen: &mut Pen<'_>,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
) {
    draw_cove(pen, phrasebook, view, marks);
    for dock in &view.docks {
        draw_dock(pen, phrasebook, view, dock, marks);
    }
}

pub(super) fn draw_sea_panels(pen: &mut Pen<'_>, view: &View) {
    let docks = view
        .docks
        .iter()
        .map(|card| (dock_position(card.dock), DOCK_SIZE));
    for (at, size) in docks.chain([(COVE, COVE_SIZE)]) {
        pen.canvas
            .fill_rounded_rect(panel_corner(at, size), size, 18.0, Ink::Deep);
        pen.canvas
            .draw_frame(panel_corner(at, size), size, 18.0, 3.0, Ink::Foam);
    }
}

fn draw_panel_heading(
    pen: &mut Pen<'_>,
    name: &str,
    at: Point,
    size: Point,
    marked: bool,
    is_choice: bool,
) -> Point {
    let Point(x, y) = panel_corner(at, size);
    if marked {
        pen.draw_marked_frame(Point(x, y), size, 18.0);
    }
    if is_choice {
        pen.draw_dashed_frame(Point(x, y), size);
    }
    pen.draw_text(
        name,
        Point(x + 14.0, y + 26.0),
        size.0 - 78.0,
        Weight::Bold.px(ISLAND_FONT_SIZE),
        Ink::White,
    );
    Point(x, y)
}

fn draw_cove(pen: &mut Pen<'_>, phrasebook: &Phrasebook<'_>, view: &View, marks: &Marks) {
    let name = phrasebook.words.say(key::DRAW_COVE, &[]);
    let is_choice = view
        .legal
        .iter()
        .any(|action| matches!(action, Action::Fish(_)));
    let Point(x, y) =
        draw_panel_heading(pen, &name, COVE, COVE_SIZE, marks.was_fished(), is_choice);
    let fish = [Art::Fish1, Art::Fish2, Art::Fish3];
    for ((art, number), place) in fish.into_iter().zip(view.cove.0).zip(0_u8..) {
        let at = Point(x + 48.0 + 78.0 * f32::from(place), y + 86.0);
        pen.draw_piece(art, at, 74, None);
        if number == 0 {
            pen.canvas.blend_rect(
                Point(at.0 - 39.0, at.1 - 39.0),
                Point(78.0, 78.0),
                Ink::Deep,
                190,
            );
        }
        pen.draw_count(number, Point(at.0 + 24.0, at.1 + 26.0), ISLAND_FONT_SIZE);
    }
}

fn draw_dock(
    pen: &mut Pen<'_>,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    card: &DockView,
    marks: &Marks,
) {
    let name = phrasebook
        .words
        .say(key::DRAW_DOCK, &[("dock", card.dock.number().into())]);
    let is_choice = view.legal.contains(&Action::Sail(card.dock));
    let marked = marks.was_visited(card.dock);
    let Point(x, y) = draw_panel_heading(
        pen,
        &name,
        dock_position(card.dock),
        DOCK_SIZE,
        marked,
        is_choice,
    );
    match card.gift {
        Some(gift) => {
            draw_gift(pen, gift, Point(x + 156.0, y + 88.0), 78.0);
        }
        None => pen.draw_piece(Art::IsletGone, Point(x + 156.0, y + 88.0), 78, None),
    }
    pen.draw_amount(
        good_art(Good::Foot),
        card.feet,
        Point(x + 14.0, y + 90.0),
        ISLAND_FONT_SIZE * 5 / 4,
        Ink::White,
    );
    let points = phrasebook
        .words
        .say(key::DRAW_PLUS, &[("points", card.points.into())]);
    let at = Point(x + DOCK_SIZE.0 - 14.0, y + 26.0);
    pen.draw_text_right(
        &points,
        at,
        100.0,
        Weight::Heavy.px(ISLAND_FONT_SIZE),
        Ink::Glow,
    );
}
