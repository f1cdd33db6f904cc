//! Pictures of choices: the island, a part of it or the villages of a realm, with a label at each
//! choice, and the player's goods below.

use super::super::choice_labels::{Label, choices_scale, crop_with_room, paste_below};
use super::super::{
    Canvas, Ink, LabelledAction, PHONE_WIDTH, Pen, Point, Size, Theme, Weight, smallest_font_size,
    to_f32,
};
use super::island::{self, BEACH_NAME, place_corner};
use super::marks::Marks;
use super::measures::{ISLAND_FONT_SIZE, LAND_SIZE};
use super::places::{PLACE_HEIGHT, TILE_SIDE, tile_position, tiles_for_sale};
use super::realm::{self, RowLabel};
use super::{cards, sea};
use crate::choice_labels::draw_labels;
use crate::hawaii::cards::{draw_goods, draw_space, draw_token_sum};
use crate::hawaii::island::draw_land_and_sea;
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::island::Place;
use lanai_rules::hawaii::pieces::Tile;
use lanai_rules::hawaii::view::{PlaceView, RealmView, View};
use lanai_rules::{Seat, Viewer};
use lanai_text::hawaii::Phrasebook;

// The size of the visible part around a place, and the height of the strip below.
const CLOSE_SIZE: Size = Size {
    width: 704,
    height: 164,
};
const STRIP_HEIGHT: u16 = 90;
// On the strip: the distance between goods, the left edge of the sum, and the width of a space of
// the turn order.
const GOODS_GAP: f32 = 34.0;
const SUM_LEFT: f32 = 440.0;
const SPACE_WIDTH: f32 = 112.0;

/// The actions that a player may choose, each with the label drawn at its place.
type ActionLabels = [LabelledAction<Action>];

/// Draws the part of the board that the choices concern, with their labels, and the player's goods
/// below. A purchase is shown with the villages in which its tile may be built.
pub(super) fn render_close(
    theme: &Theme,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
    action_labels: &ActionLabels,
) -> Canvas {
    let view = with_labelled_actions(view, action_labels);
    let rows: Vec<RowLabel<'_>> = action_labels.iter().filter_map(row_label).collect();
    let own = choosing_realm(&view);
    let place = place_of_purchase(&view, marks);
    let (corner, land_size) = match place {
        Some(place) => part_around(place_corner(&view, place)),
        None => (Point(0.0, 0.0), LAND_SIZE),
    };
    let width = land_size.width;
    let villages = own
        .filter(|_| place.is_some() || !rows.is_empty())
        .map(|own| realm::render_villages(theme, phrasebook, &view, own, width, &rows, marks));
    let villages_height = match villages {
        Some(_) => realm::villages_height(width),
        None => 0,
    };
    let (canvas, height) = match villages {
        // A tile that is no purchase goes into a village; the island says nothing about it.
        Some(villages) if place.is_none() => {
            let size = Size {
                width,
                height: villages_height,
            };
            let corner = Point(0.0, 0.0);
            (
                crop_with_room(&villages, corner, size, STRIP_HEIGHT),
                villages_height,
            )
        }
        villages => {
            let land = render_land(theme, phrasebook, &view, marks, action_labels, width);
            let room = villages_height + STRIP_HEIGHT;
            let mut canvas = crop_with_room(&land, corner, land_size, room);
            if let Some(villages) = villages {
                paste_below(&mut canvas, land_size.height, &villages);
            }
            (canvas, land_size.height + villages_height)
        }
    };
    let mut pen = Pen::for_players(theme, canvas, phrasebook.names);
    draw_strip(&mut pen, phrasebook, &view, width, height, action_labels);
    pen.canvas
}

/// Draws land and sea in the size of a close picture of this width, with labels.
fn render_land(
    theme: &Theme,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
    action_labels: &ActionLabels,
    width: u16,
) -> Canvas {
    let mut pen = island::static_island(theme, phrasebook, view, choices_scale(width));
    draw_land_and_sea(&mut pen, phrasebook, view, marks);
    let labels: Vec<Label<'_>> = action_labels
        .iter()
        .flat_map(|labelled| labels_of_action(view, labelled))
        .collect();
    draw_labels(
        &mut pen,
        &labels,
        smallest_font_size(width, PHONE_WIDTH).max(26),
    );
    pen.canvas
}

/// Draws the whole island with the labels of `render_close`.
pub(super) fn render_whole_picture(
    theme: &Theme,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
    action_labels: &ActionLabels,
) -> Canvas {
    let view = with_labelled_actions(view, action_labels);
    let canvas = island::render_island(theme, phrasebook, &view, marks);
    let mut pen = Pen::for_players(theme, canvas, phrasebook.names);
    let labels = action_labels
        .iter()
        .flat_map(|labelled| labels_of_action(&view, labelled));
    draw_labels(
        &mut pen,
        &labels
            .chain(action_labels.iter().filter_map(turn_order_label))
            .collect::<Vec<_>>(),
        ISLAND_FONT_SIZE,
    );
    pen.canvas
}

/// Returns the label of a pass, placed on the turn order beside the island. The close picture shows
/// passes on its strip instead.
fn turn_order_label(labelled: &LabelledAction<Action>) -> Option<Label<'_>> {
    let Action::Pass(space) = labelled.action else {
        return None;
    };
    let Point(x, y) = cards::space_position(space);
    Some(Label {
        at: Point(x + 30.0, y + 26.0),
        text: &labelled.label,
        is_possible: labelled.is_possible,
    })
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

/// Returns the village row in which a build action builds, with the action's label.
fn row_label(labelled: &LabelledAction<Action>) -> Option<RowLabel<'_>> {
    let Action::Build(row) = labelled.action else {
        return None;
    };
    Some(RowLabel {
        row,
        text: &labelled.label,
    })
}

fn choosing_seat(view: &View) -> Option<Seat> {
    match view.viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Table => view.to_act,
    }
}

fn choosing_realm(view: &View) -> Option<&RealmView> {
    choosing_seat(view).and_then(|seat| view.realm(seat))
}

/// Returns the place at which all labelled tiles are sold or, if no tile is labelled, the place at
/// which the player has just bought one.
fn place_of_purchase(view: &View, marks: &Marks) -> Option<Place> {
    let mut places = view
        .legal
        .iter()
        .filter_map(|action| selling_place(view, *action));
    match places.next() {
        Some(first) => {
            let elsewhere = view.legal.iter().any(|action| {
                selling_place(view, *action).is_none_or(|other| other.place != first.place)
                    && !is_detail(*action)
            });
            (!elsewhere).then_some(first.place)
        }
        None if view.legal.iter().all(|action| is_detail(*action)) => {
            marks.last_purchase(choosing_seat(view)?)
        }
        None => None,
    }
}

/// Returns whether an action only decides a detail of a purchase.
fn is_detail(action: Action) -> bool {
    matches!(
        action,
        Action::Build(_) | Action::Pay(_) | Action::Launch(_)
    )
}

/// Returns the corner and the size of the part of the island that is shown around a place.
fn part_around(Point(x, y): Point) -> (Point, Size) {
    let left = x + island::HALF_PLACE - to_f32(CLOSE_SIZE.width) / 2.0;
    let left = left.clamp(0.0, to_f32(LAND_SIZE.width - CLOSE_SIZE.width));
    let top = (y + PLACE_HEIGHT / 2.0 - to_f32(CLOSE_SIZE.height) / 2.0)
        .clamp(0.0, to_f32(LAND_SIZE.height - CLOSE_SIZE.height));
    (Point(left, top), CLOSE_SIZE)
}

/// Returns the place from which an action takes a tile.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else takes any")]
pub(super) fn selling_place(view: &View, action: Action) -> Option<&PlaceView> {
    let tile = match action {
        Action::Buy { tile, .. } => tile,
        Action::Pick(fruit) => Tile::fruit(fruit),
        Action::TakeFrom(stack) => Tile::god(view.god_stacks.get(stack.index())?.top?),
        _ => return None,
    };
    view.places.iter().find(|place| {
        tiles_for_sale(view, place)
            .iter()
            .any(|(ware, _)| *ware == tile)
    })
}

/// Returns a label for each position that the action concerns, placed so that it hides no text.
fn labels_of_action<'a>(view: &View, labelled: &'a LabelledAction<Action>) -> Vec<Label<'a>> {
    let action = labelled.action;
    let spots = match action {
        Action::Move(place) => {
            let Point(x, y) = place_corner(view, place);
            vec![Point(x + 8.0, y - 8.0)]
        }
        Action::Fish(_) => vec![sea::above_panel(sea::COVE, 98.0)],
        Action::Sail(dock) => vec![sea::above_panel(sea::dock_position(dock), 94.0)],
        Action::Wait => vec![Point(BEACH_NAME.0 + 70.0, BEACH_NAME.1 - 14.0)],
        Action::Buy { tile, .. } => tile_corner_spots(view, action, tile, 0),
        Action::Pick(fruit) => tile_corner_spots(view, action, Tile::fruit(fruit), 0),
        Action::TakeFrom(stack) => {
            let top = view
                .god_stacks
                .get(stack.index())
                .and_then(|stack| stack.top);
            top.map_or_else(Vec::new, |god| {
                tile_corner_spots(view, action, Tile::god(god), stack.index())
            })
        }
        Action::Pass(_)
        | Action::Pay(_)
        | Action::Launch(_)
        | Action::Build(_)
        | Action::Offer(_)
        | Action::Decline
        | Action::Harvest(_) => Vec::new(),
    };
    let label = |at| Label {
        at,
        text: &labelled.label,
        is_possible: labelled.is_possible,
    };
    spots.into_iter().map(label).collect()
}

/// Returns the corner of the tile that an action takes, or nothing if it takes none.
///
/// If several tiles match, it is the one with index `number` or else the first.
fn tile_corner_spots(view: &View, action: Action, tile: Tile, number: usize) -> Vec<Point> {
    let Some(place) = selling_place(view, action) else {
        return Vec::new();
    };
    let corner = place_corner(view, place.place);
    let right = 12.0 - TILE_SIDE / 2.0;
    let down = 16.0 - TILE_SIDE / 2.0;
    tile_index(view, place, tile, number)
        .map(|at| tile_position(corner, at))
        .map(|Point(x, y)| Point(x + right, y + down))
        .into_iter()
        .collect()
}

/// Returns the position of a tile among those for sale at a place. If several match, it is the one
/// with index `number` or else the first.
pub(super) fn tile_index(
    view: &View,
    place: &PlaceView,
    tile: Tile,
    number: usize,
) -> Option<usize> {
    let wares = tiles_for_sale(view, place);
    let matching = wares
        .iter()
        .enumerate()
        .filter(|(_, (ware, _))| *ware == tile)
        .map(|(at, _)| at);
    matching
        .clone()
        .find(|at| *at == number)
        .or_else(|| matching.clone().next())
}

/// Draws the goods of the choosing player, and the spaces of the turn order if passing is a choice.
fn draw_strip(
    pen: &mut Pen<'_>,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    width: u16,
    top: u16,
    action_labels: &ActionLabels,
) {
    let width = to_f32(width);
    let y = to_f32(top) + to_f32(STRIP_HEIGHT) / 2.0;
    pen.canvas.fill_rounded_rect(
        Point(0.0, to_f32(top)),
        Point(width, to_f32(STRIP_HEIGHT)),
        0.0,
        Ink::Paper,
    );
    pen.canvas
        .fill_rounded_rect(Point(0.0, to_f32(top)), Point(width, 4.0), 0.0, Ink::Ink);
    if let Some(realm) = choosing_realm(view) {
        pen.draw_badge(realm.seat, Point(46.0, y + 2.0), 68);
        draw_goods(pen, realm, Point(98.0, y + 2.0), GOODS_GAP);
        draw_token_sum(
            pen,
            phrasebook,
            realm,
            Point(SUM_LEFT, y + 2.0),
            180.0,
            Weight::Bold.px(ISLAND_FONT_SIZE),
        );
    }
    let order: Vec<&LabelledAction<Action>> = action_labels
        .iter()
        .filter(|labelled| matches!(labelled.action, Action::Pass(_)))
        .collect();
    if order.is_empty() {
        return;
    }
    let mut x = width - SPACE_WIDTH * to_f32(view.spaces.len());
    for card in &view.spaces {
        draw_space(pen, view, card, Point(x + 28.0, y + 2.0), 62);
        let own = order
            .iter()
            .find(|labelled| labelled.action == Action::Pass(card.space));
        if let Some(own) = own {
            let label = Label {
                at: Point(x + 80.0, y + 14.0),
                text: &own.label,
                is_possible: own.is_possible,
            };
            draw_labels(pen, &[label], ISLAND_FONT_SIZE);
        }
        x += SPACE_WIDTH;
    }
}
