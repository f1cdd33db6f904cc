//! Draws a place of the island: its name, its tiles with their numbers, its purchase circles, and
//! marks of what was bought.

use super::super::{Art, Ink, OUTLINE_WIDTH, Outline, Pen, Point, Weight, to_f32};
use super::island::{HALF_PLACE, place_corner};
use super::marks::Marks;
use super::measures::ISLAND_FONT_SIZE;
use crate::hawaii::tiles::{draw_price, draw_tile};
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::pieces::{Level, Tile, VillageTile};
use lanai_rules::hawaii::view::{PlaceView, View};
use lanai_text::hawaii::Phrasebook;

// The size of a card, and the positions of its name, tiles and circles.
pub(super) const PLACE_WIDTH: f32 = 2.0 * HALF_PLACE - 14.0;
pub(super) const PLACE_HEIGHT: f32 = 130.0;
const NAME_Y: f32 = 26.0;
pub(super) const TILE_SIDE: f32 = 80.0;
const TILES_Y: f32 = 85.0;
// The distance of tiles, the position of the last circle, and the distance of circles.
const TILE_DISTANCE: f32 = TILE_SIDE + 6.0;
const LAST_CIRCLE_X: f32 = PLACE_WIDTH - 36.0;
const CIRCLE_HEIGHT: u16 = 60;
const CIRCLE_DISTANCE: f32 = 61.0;

pub(super) fn draw_place(
    pen: &mut Pen<'_>,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    place: &PlaceView,
    marks: &Marks,
) {
    let Point(x, y) = place_corner(view, place.place);
    if marks.took_token_at(place.place) && !marks.has_several_turns() {
        draw_place_card(pen, Point(x, y), Ink::Glow);
    }
    if view.legal.contains(&Action::Move(place.place)) {
        pen.draw_dashed_frame(Point(x, y), Point(PLACE_WIDTH, PLACE_HEIGHT));
    }
    let name = &phrasebook.place(place.place);
    let at = Point(x + 12.0, y + NAME_Y);
    let style = Weight::Bold.px(ISLAND_FONT_SIZE);
    if marks.walks().next().is_some() {
        // An arrow may pass beneath the name, so the name gets an outline.
        let ground = if marks.took_token_at(place.place) {
            Ink::Glow
        } else {
            Ink::Paper
        };
        let outline = Outline {
            ink: ground,
            width: OUTLINE_WIDTH,
        };
        pen.draw_text_outlined(name, at, PLACE_WIDTH - 20.0, style, Ink::Ink, outline);
    } else {
        pen.draw_text(name, at, PLACE_WIDTH - 20.0, style, Ink::Ink);
    }
    draw_wares(pen, place, Point(x, y), view, marks);
    draw_purchase_circles(pen, place, Point(x, y));
}

pub(super) fn draw_place_card(pen: &mut Pen<'_>, corner: Point, ground: Ink) {
    pen.draw_card(corner, Point(PLACE_WIDTH, PLACE_HEIGHT), ground);
}

fn draw_wares(pen: &mut Pen<'_>, place: &PlaceView, corner: Point, view: &View, marks: &Marks) {
    for (number, (tile, left)) in tiles_for_sale(view, place).iter().enumerate() {
        let at = tile_position(corner, number);
        draw_tile(pen, *tile, Level::One, at, TILE_SIDE);
        let corner = Point(at.0 - TILE_SIDE / 2.0, at.1 - TILE_SIDE / 2.0);
        if *left == 0 {
            pen.canvas
                .blend_rect(corner, Point(TILE_SIDE, TILE_SIDE), Ink::Paper, 170);
        } else if marks.was_bought_at(*tile, place.place) {
            pen.draw_marked_frame(corner, Point(TILE_SIDE, TILE_SIDE), 14.0);
        }
        if view.legal.iter().any(|action| takes_tile(*action, *tile)) {
            pen.draw_dashed_frame(corner, Point(TILE_SIDE, TILE_SIDE));
        }
        pen.draw_count(
            left,
            Point(at.0 + TILE_SIDE / 2.0 - 14.0, at.1 + TILE_SIDE / 2.0 - 18.0),
            ISLAND_FONT_SIZE,
        );
    }
}

/// Draws the purchase circles. The number printed in a circle is left out, because it only limits
/// which price token is put there.
fn draw_purchase_circles(pen: &mut Pen<'_>, place: &PlaceView, corner: Point) {
    for (number, circle) in place.circles.iter().enumerate() {
        let at = circle_position(corner, place, number);
        match circle.price {
            Some(price) => draw_price(pen, price, at, CIRCLE_HEIGHT),
            None => pen.draw_piece(Art::Circle, at, CIRCLE_HEIGHT - 16, None),
        }
    }
}

/// Returns the tiles for sale at a place, each with the number left. For gods, these are the top
/// tiles of both stacks.
pub(super) fn tiles_for_sale(view: &View, place: &PlaceView) -> Vec<(Tile, u8)> {
    let sells_gods = place
        .wares
        .iter()
        .any(|(tile, _)| matches!(tile, Tile::Village(VillageTile::God(_))));
    if !sells_gods {
        return place.wares.clone();
    }
    let stacks = view.god_stacks.iter().filter_map(|stack| {
        let left = u8::try_from(stack.left).unwrap_or(u8::MAX);
        Some((Tile::god(stack.top?), left))
    });
    stacks.collect()
}

pub(super) fn tile_position(Point(x, y): Point, number: usize) -> Point {
    Point(
        x + 10.0 + TILE_SIDE / 2.0 + TILE_DISTANCE * to_f32(number),
        y + TILES_Y,
    )
}

pub(super) fn circle_position(Point(x, y): Point, place: &PlaceView, number: usize) -> Point {
    Point(
        x + LAST_CIRCLE_X
            - CIRCLE_DISTANCE * to_f32(place.circles.len().saturating_sub(number + 1)),
        y + TILES_Y,
    )
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else takes any")]
fn takes_tile(action: Action, tile: Tile) -> bool {
    match action {
        Action::Buy { tile: bought, .. } => bought == tile,
        Action::Pick(fruit) => Tile::fruit(fruit) == tile,
        _ => false,
    }
}
