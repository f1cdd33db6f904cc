//! Pictures of choices: the volcano with a label at each choice, and at its right the player's stock
//! and the display. Every step of a turn has the same picture.

use super::drawing::BoardDrawing;
use super::layout::{self, CRATER_RADIUS, GRASSLAND_RADIUS, MIDDLE};
use super::market::Display;
use super::marks::Marks;
use crate::choice_labels::draw_labels;
use crate::choice_labels::{Label, choices_scale, crop_with_room};
use crate::haleakala::draw_volcano;
use crate::haleakala::traces::{card_corner, find_disc};
use crate::{
    Art, Canvas, HEIGHT, Ink, LabelledAction, MIN_FONT_SIZE, PHONE_WIDTH, Point, Size, Theme,
    Weight, smallest_font_size, to_f32,
};
use lanai_rules::haleakala::action::Action;
use lanai_rules::haleakala::board::{Direction, Segment, Shaman};
use lanai_rules::haleakala::pieces::DiscLocation;
use lanai_rules::haleakala::view::{PlayerView, View};
use lanai_rules::{Seat, Viewer};
use lanai_text::haleakala::Phrasebook;

/// The actions that a player may choose, each with the label drawn at its place.
type ActionLabels = [LabelledAction<Action>];

// The left edges of the picture, whose square part has the volcano in its middle, and of the column.
const CLOSE_LEFT: f32 = MIDDLE.0 - MIDDLE.1;
const COLUMN_LEFT: f32 = MIDDLE.0 + MIDDLE.1;
// The width and the middle of the column, and the distances of its lines and of the discs in hand.
const COLUMN_WIDTH: u16 = HEIGHT / 3;
const COLUMN_MIDDLE: f32 = COLUMN_LEFT + 175.0;
const LINE_HEIGHT: f32 = 96.0;
const DISC_DISTANCE: f32 = 100.0;
const DISCS_PER_ROW: usize = 3;

/// The size of the picture of a step: the square of the volcano, and the column.
const CLOSE_SIZE: Size = Size {
    width: HEIGHT + COLUMN_WIDTH,
    height: HEIGHT,
};

/// Draws the volcano with the labels of choices, and the column.
pub(super) fn render_close(
    theme: &Theme,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
    action_labels: &ActionLabels,
) -> Canvas {
    let view = &with_labelled_actions(view, action_labels);
    let scale = choices_scale(CLOSE_SIZE.width);
    let mut drawing = super::static_board(theme, phrasebook, view, scale);
    drawing.display = Display {
        left: COLUMN_LEFT + 12.0,
        width: f32::from(COLUMN_WIDTH) - 24.0,
    };
    draw_column(&mut drawing);
    draw_volcano(&mut drawing, marks);
    draw_choice_labels(
        &mut drawing,
        action_labels,
        smallest_font_size(CLOSE_SIZE.width, PHONE_WIDTH),
    );
    crop_with_room(&drawing.pen.canvas, Point(CLOSE_LEFT, 0.0), CLOSE_SIZE, 0)
}

/// Draws the whole volcano with the labels of `render_close`.
pub(super) fn render_whole_picture(
    theme: &Theme,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
    action_labels: &ActionLabels,
) -> Canvas {
    let view = &with_labelled_actions(view, action_labels);
    let mut drawing = super::draw_whole_board(theme, phrasebook, view, marks);
    draw_choice_labels(&mut drawing, action_labels, MIN_FONT_SIZE);
    drawing.pen.canvas
}

/// Returns a view in which only labelled actions that are possible are legal, so that only their
/// places are marked.
fn with_labelled_actions(view: &View, action_labels: &ActionLabels) -> View {
    View {
        legal: action_labels
            .iter()
            .filter(|labelled| labelled.is_possible)
            .map(|labelled| labelled.action)
            .collect(),
        ..view.clone()
    }
}

pub(super) fn choosing_seat(view: &View) -> Option<Seat> {
    match view.viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Table => view.to_act,
    }
}

fn draw_choice_labels(drawing: &mut BoardDrawing<'_>, action_labels: &ActionLabels, size: u16) {
    let labels = action_labels.iter().filter_map(|labelled| {
        Some(Label {
            at: label_spot(drawing, labelled.action)?,
            text: &labelled.label,
            is_possible: labelled.is_possible,
        })
    });
    let labels: Vec<Label<'_>> = labels.collect();
    draw_labels(&mut drawing.pen, &labels, size);
}

/// Returns the position of the label of an action, where it hides no text.
fn label_spot(drawing: &BoardDrawing<'_>, action: Action) -> Option<Point> {
    let view = drawing.view;
    match action {
        Action::Place { at, .. } => Some(spot_beside_number(drawing, at)),
        Action::Invoke { .. } => {
            let Point(x, y) = layout::boat_position(view.boat);
            Some(Point(x - 30.0, y - 30.0))
        }
        Action::Take { disc } => {
            let Point(angle, out) =
                layout::point_to_polar(find_disc(view, choosing_seat(view)?, disc)?);
            Some(layout::polar_to_point(angle, out - 44.0))
        }
        Action::Boat => Some(layout::boat_position(view.boat.clockwise(1))),
        Action::Walk(site) => Some(layout::shaman_position(Shaman::At(site))),
        Action::Choose(card) => card_corner(view, card, view.boat),
        Action::Lava { from, direction } => {
            // Beside the border to the other segment, the labels of both directions hide neither
            // each other nor a mountain site.
            let (aside, radius) = match direction {
                Direction::Clockwise => (0.44, CRATER_RADIUS + 20.0),
                Direction::Counterclockwise => (-0.44, CRATER_RADIUS + 76.0),
            };
            let angle = layout::segment_angle(from) + aside;
            Some(layout::polar_to_point(angle, radius))
        }
        Action::Buy(ware) => {
            let Point(x, y) = drawing.display.ware_position(ware);
            Some(Point(x - 44.0, y - 44.0))
        }
        Action::Stay | Action::LeaveLava | Action::BuyNothing => None,
    }
}

/// Returns a point beside the number of a beach: on the water, or on land if the boat is there.
fn spot_beside_number(drawing: &BoardDrawing<'_>, at: Segment) -> Point {
    let hut = drawing.view.printed.huts.contains(&at);
    let out = match (at == drawing.view.boat, hut) {
        (false, _) => layout::BOAT_RADIUS - 14.0,
        (true, false) => GRASSLAND_RADIUS + 34.0,
        (true, true) => GRASSLAND_RADIUS - 14.0,
    };
    layout::spot_on_segment(at, out, 0.0)
}

/// Draws the background of the column, and the stock and the discs in hand of the choosing player.
fn draw_column(drawing: &mut BoardDrawing<'_>) {
    let height = f32::from(HEIGHT);
    let size = Point(f32::from(COLUMN_WIDTH), height);
    let canvas = &mut drawing.pen.canvas;
    canvas.fill_rounded_rect(Point(COLUMN_LEFT, 0.0), size, 0.0, Ink::Paper);
    canvas.fill_rounded_rect(Point(COLUMN_LEFT, 0.0), Point(4.0, height), 0.0, Ink::Ink);
    if let Some(player) = choosing_seat(drawing.view).and_then(|seat| drawing.view.player(seat)) {
        draw_stock(drawing, player);
        draw_discs_in_hand(drawing, player);
    }
}

fn draw_stock(drawing: &mut BoardDrawing<'_>, player: &PlayerView) {
    drawing
        .pen
        .draw_badge(player.seat, Point(COLUMN_MIDDLE, 70.0), 100);
    let stocks = [
        (Art::Shell, u16::from(player.shells)),
        (Art::Statue, player.statues_left),
        (Art::Fish, player.baskets()),
    ];
    for ((art, many), line) in stocks.into_iter().zip(0_u8..) {
        let y = 176.0 + LINE_HEIGHT * f32::from(line);
        let at = Point(COLUMN_MIDDLE - 56.0, y);
        drawing.pen.draw_piece(art, at, 84, Some(player.seat));
        drawing.pen.draw_text(
            &many.to_string(),
            Point(COLUMN_MIDDLE + 6.0, y),
            160.0,
            Weight::Heavy.px(64),
            Ink::Ink,
        );
    }
}

fn draw_discs_in_hand(drawing: &mut BoardDrawing<'_>, player: &PlayerView) {
    let position = |place: usize| {
        Point(
            COLUMN_MIDDLE + DISC_DISTANCE * (to_f32(place % DISCS_PER_ROW) - 1.0),
            530.0 + DISC_DISTANCE * to_f32(place / DISCS_PER_ROW),
        )
    };
    let mut count = 0;
    for (disc, location) in &player.discs {
        if *location == DiscLocation::InHand {
            drawing.draw_disc(player.seat, disc.number(), 88, position(count));
            count += 1;
        }
    }
    if player.invocation == Some(DiscLocation::InHand) {
        let seat = Some(player.seat);
        drawing
            .pen
            .draw_piece(Art::DiscInvocation, position(count), 88, seat);
    }
}
