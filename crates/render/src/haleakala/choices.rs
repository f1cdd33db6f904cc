//! Pictures of choices: the volcano, a part of it or the display, with a label at each choice, and
//! the player's stock at the right.

use super::drawing::BoardDrawing;
use super::layout::{self, CRATER_RADIUS, GRASSLAND_RADIUS, MIDDLE, SHEET_WIDTH, SHEETS_LEFT};
use super::market;
use super::marks::Marks;
use crate::choice_labels::draw_labels;
use crate::choice_labels::{Label, choices_scale, crop_with_room};
use crate::haleakala::draw_volcano;
use crate::haleakala::traces::{card_corner, find_disc};
use crate::{
    Art, Canvas, HEIGHT, Ink, LabelledAction, MIN_FONT_SIZE, PHONE_WIDTH, Pen, Point, Size, Theme,
    Weight, smallest_font_size, to_f32, to_px,
};
use lanai_rules::haleakala::action::Action;
use lanai_rules::haleakala::board::{Direction, Segment, Shaman};
use lanai_rules::haleakala::pieces::DiscLocation;
use lanai_rules::haleakala::view::{PlayerView, View};
use lanai_rules::{Seat, Viewer};
use lanai_text::haleakala::Phrasebook;

/// The actions that a player may choose, each with the label drawn at its place.
type ActionLabels = [LabelledAction<Action>];

// The sizes of the visible parts: around the crater, and around the boat.
const SLOPES_SIZE: u16 = 630;
const SHORE_SIZE: u16 = 570;

// The column at the right of the whole volcano: its width, and the distance between its lines.
const COLUMN_WIDTH: u16 = HEIGHT / 3;
const LINE_HEIGHT: f32 = 100.0;

/// Draws the part of the board that the choices concern, with their labels.
pub(super) fn render_close(
    theme: &Theme,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
    action_labels: &ActionLabels,
) -> Canvas {
    let view = &with_labelled_actions(view, action_labels);
    let (corner, size) = visible_part(view);
    let width = size.width / 3;
    let mut drawing =
        super::static_board(theme, phrasebook, view, choices_scale(size.width + width));
    draw_volcano(&mut drawing, marks);
    draw_choice_labels(
        &mut drawing,
        action_labels,
        smallest_font_size(size.width + width, PHONE_WIDTH),
    );
    let canvas = crop_with_room(&drawing.pen.canvas, corner, size, Size { width, height: 0 });
    let mut drawing = BoardDrawing {
        pen: Pen::for_players(theme, canvas, phrasebook.names),
        phrasebook,
        view,
    };
    if let Some(player) = choosing_seat(view).and_then(|seat| view.player(seat)) {
        draw_column(&mut drawing, player, size);
    }
    drawing.pen.canvas
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
    let canvas = super::render_volcano(theme, phrasebook, view, marks);
    let mut drawing = BoardDrawing {
        pen: Pen::for_players(theme, canvas, phrasebook.names),
        phrasebook,
        view,
    };
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

fn choosing_seat(view: &View) -> Option<Seat> {
    match view.viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Table => view.to_act,
    }
}

/// Returns the corner and the size of the part of the board that the close picture shows.
fn visible_part(view: &View) -> (Point, Size) {
    if are_all(&view.legal, |action| {
        matches!(action, Action::Buy(_) | Action::BuyNothing)
    }) {
        return (
            Point(SHEETS_LEFT - 6.0, market::DISPLAY_TOP - 6.0),
            Size {
                width: to_px(SHEET_WIDTH + 12.0),
                height: to_px(market::DISPLAY_HEIGHT + 14.0),
            },
        );
    }
    let are_on_slopes = are_all(&view.legal, |action| {
        matches!(
            action,
            Action::Walk(_) | Action::Stay | Action::Lava { .. } | Action::LeaveLava
        )
    });
    let (middle, side) = if are_on_slopes {
        (MIDDLE, SLOPES_SIZE)
    } else if are_all(&view.legal, |action| matches!(action, Action::Choose(_))) {
        (
            layout::polar_to_point(layout::segment_angle(view.boat), GRASSLAND_RADIUS),
            SHORE_SIZE,
        )
    } else {
        (MIDDLE, HEIGHT)
    };
    let half = to_f32(side) / 2.0;
    let max_corner = Point(SHEETS_LEFT - to_f32(side), to_f32(HEIGHT - side));
    let corner = Point(
        (middle.0 - half).clamp(0.0, max_corner.0),
        (middle.1 - half).clamp(0.0, max_corner.1),
    );
    let square = Size {
        width: side,
        height: side,
    };
    (corner, square)
}

/// Returns whether there are legal actions and all of them are of this kind.
fn are_all(legal: &[Action], is_kind: fn(&Action) -> bool) -> bool {
    !legal.is_empty() && legal.iter().all(is_kind)
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
                layout::point_to_polar(find_disc(drawing, choosing_seat(view)?, disc)?);
            Some(layout::polar_to_point(angle, out - 44.0))
        }
        Action::Boat => Some(layout::boat_position(view.boat.clockwise(1))),
        Action::Walk(site) => Some(layout::shaman_position(Shaman::At(site))),
        Action::Choose(card) => card_corner(drawing, card, view.boat),
        Action::Lava { from, direction } => {
            let aside = if direction == Direction::Clockwise {
                0.27
            } else {
                -0.27
            };
            Some(layout::polar_to_point(
                layout::segment_angle(from) + aside,
                CRATER_RADIUS + 12.0,
            ))
        }
        Action::Buy(ware) => {
            let Point(x, y) = market::ware_position(ware);
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

/// Draws a player's stock at the right of a picture, with the number discs in hand if there is
/// room.
fn draw_column(drawing: &mut BoardDrawing<'_>, player: &PlayerView, board: Size) {
    let unit = to_f32(board.width / 3) / to_f32(COLUMN_WIDTH);
    let left = to_f32(board.width);
    let height = to_f32(board.height);
    let middle = left + to_f32(board.width / 3) / 2.0;
    drawing
        .pen
        .canvas
        .fill_rounded_rect(Point(left, 0.0), Point(4.0, height), 0.0, Ink::Ink);
    drawing
        .pen
        .draw_badge(player.seat, Point(middle, 70.0 * unit), to_px(100.0 * unit));
    let stocks = [
        (Art::Shell, u16::from(player.shells)),
        (Art::Statue, player.statues_left),
        (Art::Fish, player.baskets()),
    ];
    let mut y = 176.0 * unit;
    for (art, many) in stocks {
        drawing.pen.draw_piece(
            art,
            Point(middle - 56.0 * unit, y),
            to_px(84.0 * unit),
            Some(player.seat),
        );
        let text = many.to_string();
        let style = Weight::Heavy.px(to_px(64.0 * unit));
        drawing.pen.draw_text(
            &text,
            Point(middle + 6.0 * unit, y),
            160.0 * unit,
            style,
            Ink::Ink,
        );
        y += LINE_HEIGHT * unit;
    }
    if y + 3.0 * LINE_HEIGHT * unit > height {
        return;
    }
    drawing.pen.canvas.fill_rounded_rect(
        Point(left + 20.0 * unit, y - 40.0 * unit),
        Point(300.0 * unit, 4.0),
        0.0,
        Ink::SandDark,
    );
    let in_hand = player
        .discs
        .iter()
        .filter(|(_, lies)| *lies == DiscLocation::InHand);
    for (place, (disc, _)) in in_hand.enumerate() {
        let right = to_f32(place % 2) - 0.5;
        let down = to_f32(place / 2);
        let at = Point(
            middle + 120.0 * unit * right,
            y + (24.0 + LINE_HEIGHT * down) * unit,
        );
        drawing.draw_disc(player.seat, disc.number(), to_px(92.0 * unit), at);
    }
    if player.invocation == Some(DiscLocation::InHand) {
        let at = Point(middle, y + (24.0 + 3.0 * LINE_HEIGHT) * unit);
        drawing.pen.draw_piece(
            Art::DiscInvocation,
            at,
            to_px(92.0 * unit),
            Some(player.seat),
        );
    }
}
