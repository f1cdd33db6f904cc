//! Pictures of choices: the volcano, a part of it or the display, with a label at each choice, and
//! the player's stock at the right.

use super::drawing::BoardDrawing;
use super::layout::{self, CRATER, GRASSLAND, MIDDLE, SHEET, SHEETS};
use super::market;
use super::marks::Marks;
use crate::haleakala::draw_volcano;
use crate::haleakala::shore::disc_spot;
use crate::haleakala::traces::card_corner;
use crate::pointers::draw_labels;
use crate::pointers::{Label, part, scale};
use crate::{
    Art, Canvas, HEIGHT, Ink, PHONE, Pen, Point, SMALLEST, Studio, Weight, pixels, real, smallest,
};
use lanai_rules::haleakala::action::Action;
use lanai_rules::haleakala::board::{Direction, Segment, Shaman};
use lanai_rules::haleakala::pieces::{Disc, Lies};
use lanai_rules::haleakala::view::{PlayerView, View};
use lanai_rules::{Seat, Viewer};
use lanai_text::haleakala::Phrasebook;

/// The labels of actions.
type Pointers = [(Action, String)];

/// The sizes of the visible parts around the crater and around the boat.
const SLOPES: u16 = 630;
const SHORE: u16 = 570;

/// The column at the right of the whole volcano: how wide it is, and from one line to the next.
const COLUMN: u16 = HEIGHT / 3;
const LINE: f32 = 100.0;

/// Draws the part of the board that the choices are about.
pub(super) fn render_close(
    studio: &Studio,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
    pointers: &Pointers,
) -> Canvas {
    let view = &with_labelled_actions(view, pointers);
    let (corner, size) = visible_part(view);
    let wide = size.0 / 3;
    let mut drawing = super::still_board(studio, phrasebook, view, scale(size.0 + wide));
    draw_volcano(&mut drawing, marks);
    draw_choice_labels(&mut drawing, pointers, smallest(size.0 + wide, PHONE));
    let canvas = part(&drawing.pen.canvas, corner, size, (wide, 0));
    let mut drawing = BoardDrawing {
        pen: Pen { studio, canvas },
        phrasebook,
        view,
    };
    if let Some(own) = choosing_seat(view).and_then(|seat| view.player(seat)) {
        draw_column(&mut drawing, own, size);
    }
    drawing.pen.canvas
}

/// Draws the whole volcano with the same labels.
pub(super) fn render_whole(
    studio: &Studio,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
    pointers: &Pointers,
) -> Canvas {
    let view = &with_labelled_actions(view, pointers);
    let mut drawing = BoardDrawing {
        pen: Pen {
            studio,
            canvas: super::render_volcano(studio, phrasebook, view, marks),
        },
        phrasebook,
        view,
    };
    draw_choice_labels(&mut drawing, pointers, SMALLEST);
    drawing.pen.canvas
}

/// Returns a view in which only labelled actions are legal, so that no other is marked.
fn with_labelled_actions(view: &View, pointers: &Pointers) -> View {
    View {
        legal: pointers.iter().map(|(action, _)| *action).collect(),
        ..view.clone()
    }
}

fn choosing_seat(view: &View) -> Option<Seat> {
    match view.viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Table => view.to_act,
    }
}

/// Returns the corner and the size of the visible part of the picture.
fn visible_part(view: &View) -> (Point, (u16, u16)) {
    let all = |kind: fn(&Action) -> bool| !view.legal.is_empty() && view.legal.iter().all(kind);
    if all(|action| matches!(action, Action::Buy(_) | Action::BuyNothing)) {
        return (
            Point(SHEETS - 6.0, market::TOP - 6.0),
            (pixels(SHEET + 12.0), pixels(market::HIGH + 14.0)),
        );
    }
    let slopes = all(|action| {
        matches!(
            action,
            Action::Walk(_) | Action::Stay | Action::Lava { .. } | Action::LeaveLava
        )
    });
    let (middle, size) = if slopes {
        (MIDDLE, SLOPES)
    } else if all(|action| matches!(action, Action::Choose(_))) {
        (
            layout::polar_to_point(layout::segment_angle(view.boat), GRASSLAND),
            SHORE,
        )
    } else {
        (MIDDLE, HEIGHT)
    };
    let half = real(size) / 2.0;
    let most = (SHEETS - real(size), real(HEIGHT - size));
    let corner = Point(
        (middle.0 - half).clamp(0.0, most.0),
        (middle.1 - half).clamp(0.0, most.1),
    );
    (corner, (size, size))
}

fn draw_choice_labels(drawing: &mut BoardDrawing<'_>, pointers: &Pointers, size: u16) {
    let labels = pointers
        .iter()
        .filter_map(|(action, label)| Some((label_spot(drawing, *action)?, label.as_str())));
    let labels: Vec<Label<'_>> = labels.collect();
    draw_labels(&mut drawing.pen, &labels, size);
}

/// Returns the position of the label of an action, where it hides no text.
fn label_spot(drawing: &BoardDrawing<'_>, action: Action) -> Option<Point> {
    let view = drawing.view;
    let beside = |Point(x, y): Point, by: f32| Some(Point(x - by, y - by));
    match action {
        Action::Place { at, .. } => Some(spot_beside_number(drawing, at)),
        Action::Invoke { .. } => beside(layout::boat_position(view.boat), 30.0),
        Action::Take { disc } => {
            let Point(angle, out) = layout::point_to_polar(find_own_disc(drawing, disc)?);
            Some(layout::polar_to_point(angle, out - 44.0))
        }
        Action::Boat => beside(layout::boat_position(view.boat.clockwise(1)), 0.0),
        Action::Walk(site) => beside(layout::shaman_position(Shaman::At(site)), 0.0),
        Action::Choose(card) => card_corner(drawing, card, view.boat),
        Action::Lava { from, direction } => {
            let aside = if direction == Direction::Clockwise {
                0.27
            } else {
                -0.27
            };
            Some(layout::polar_to_point(
                layout::segment_angle(from) + aside,
                CRATER + 12.0,
            ))
        }
        Action::Buy(ware) => beside(market::ware_position(ware), 44.0),
        Action::Stay | Action::LeaveLava | Action::BuyNothing => None,
    }
}

/// Beside the number of a beach: on the water, unless the boat or an arrow is there.
fn spot_beside_number(drawing: &BoardDrawing<'_>, at: Segment) -> Point {
    let hut = drawing.view.printed.huts.contains(&at);
    let out = match (at == drawing.view.boat, hut) {
        (false, _) => layout::BOAT - 14.0,
        (true, false) => GRASSLAND + 34.0,
        (true, true) => GRASSLAND - 14.0,
    };
    layout::spot_on_segment(at, out, 0.0)
}

fn find_own_disc(drawing: &BoardDrawing<'_>, disc: Disc) -> Option<Point> {
    let seat = choosing_seat(drawing.view)?;
    Segment::all().find_map(|at| disc_spot(drawing, seat, disc, at))
}

/// Draws a player's stock at the right of a picture, with the number discs in hand if there is
/// room.
fn draw_column(drawing: &mut BoardDrawing<'_>, own: &PlayerView, (left, high): (u16, u16)) {
    let unit = real(left / 3) / real(COLUMN);
    let middle = real(left) + real(left / 3) / 2.0;
    let left = real(left);
    drawing
        .pen
        .canvas
        .rounded(Point(left, 0.0), Point(4.0, real(high)), 0.0, Ink::Ink);
    let tall = |height: f32| pixels(height * unit);
    drawing
        .pen
        .draw_badge(own.seat, Point(middle, 70.0 * unit), tall(100.0));
    let stocks = [
        (Art::Shell, u16::from(own.shells)),
        (Art::Statue, own.statues_left),
        (Art::Fish, own.baskets()),
    ];
    let mut y = 176.0 * unit;
    for (art, many) in stocks {
        drawing.pen.draw_piece(
            art,
            Point(middle - 56.0 * unit, y),
            tall(84.0),
            Some(own.seat),
        );
        let text = many.to_string();
        let style = Weight::Heavy.at(tall(64.0));
        drawing.pen.draw_text(
            &text,
            Point(middle + 6.0 * unit, y),
            160.0 * unit,
            style,
            Ink::Ink,
        );
        y += LINE * unit;
    }
    if y + 3.0 * LINE * unit > real(high) {
        return;
    }
    drawing.pen.canvas.rounded(
        Point(left + 20.0 * unit, y - 40.0 * unit),
        Point(300.0 * unit, 4.0),
        0.0,
        Ink::SandDark,
    );
    let in_hand = own.discs.iter().filter(|(_, lies)| *lies == Lies::InHand);
    for (place, (disc, _)) in in_hand.enumerate() {
        let right = real(place % 2) - 0.5;
        let down = real(place / 2);
        let at = Point(
            middle + 120.0 * unit * right,
            y + (24.0 + LINE * down) * unit,
        );
        drawing.draw_disc(own.seat, disc.number(), tall(92.0), at);
    }
    if own.invocation == Some(Lies::InHand) {
        let at = Point(middle, y + (24.0 + 3.0 * LINE) * unit);
        drawing
            .pen
            .draw_piece(Art::DiscInvocation, at, tall(92.0), Some(own.seat));
    }
}
