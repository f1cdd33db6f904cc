//! A place: its name, its tiles and how many are left, its purchase circles, and what was bought.

use super::super::{Art, Ink, Pen, Point, SMALLEST, Weight, real};
use super::island::{HALF, ROW, corner};
use super::marks::Marks;
use crate::rules::hawaii::action::Action;
use crate::rules::hawaii::pieces::{Level, Tile, VillageTile};
use crate::rules::hawaii::view::{PlaceView, View};
use crate::words::hawaii::Teller;

/// Of a card: its size, the height of its name, and its tiles and circles.
const WIDE: f32 = 2.0 * HALF - 14.0;
const HIGH: f32 = ROW - 38.0;
const NAME: f32 = 22.0;
const TILE: f32 = 98.0;
const TILES: f32 = 96.0;
const CIRCLE: u16 = 56;
/// Where circles are, by how many there are.
const CIRCLES: [&[Point]; 3] =
    [&[(286.0, 96.0)], &[(256.0, 96.0), (318.0, 96.0)], &[(256.0, 70.0), (318.0, 70.0), (287.0, 122.0)]];

impl Pen<'_> {
    /// A place with everything on it.
    pub(super) fn place(&mut self, teller: &Teller<'_>, view: &View, place: &PlaceView, marks: &Marks) {
        let (x, y) = corner(view, place.place);
        if marks.paid_at(place.place) && !marks.numbered() {
            self.place_card((x, y), Ink::Glow);
        }
        if view.legal.contains(&Action::Move(place.place)) {
            self.dash_framed((x, y), (WIDE, HIGH));
        }
        let (name, at, style) = (teller.place_name(place.place), (x + 14.0, y + NAME), Weight::Bold.at(30));
        if marks.numbered() {
            // The ways of several turns may lie under it.
            let ground = if marks.paid_at(place.place) { Ink::Glow } else { Ink::Paper };
            self.begin_over(name, at, WIDE - 28.0, style, (Ink::Ink, ground));
        } else {
            self.begin_at(name, at, WIDE - 28.0, style, Ink::Ink);
        }
        self.wares(place, (x, y), view, marks);
        self.circles(place, (x, y));
    }

    /// The card of a place.
    pub(super) fn place_card(&mut self, corner: Point, ground: Ink) {
        self.card(corner, (WIDE, HIGH), ground);
    }

    /// The tiles, and how many are left of each.
    fn wares(&mut self, place: &PlaceView, (x, y): Point, view: &View, marks: &Marks) {
        let gods = place.wares.iter().any(|(tile, _)| is_god(*tile));
        let left = |left: usize| u8::try_from(left).unwrap_or(u8::MAX);
        let stacks =
            view.god_stacks.iter().filter_map(|stack| Some((Tile::god(stack.top?), left(stack.left))));
        let wares: Vec<_> = if gods { stacks.collect() } else { place.wares.clone() };
        for (number, (tile, left)) in wares.iter().enumerate() {
            let at = (x + 12.0 + TILE / 2.0 + (TILE + 8.0) * real(number), y + TILES);
            self.tile(*tile, Level::One, at, TILE);
            let corner = (at.0 - TILE / 2.0, at.1 - TILE / 2.0);
            if *left == 0 {
                self.canvas.veil(corner, (TILE, TILE), Ink::Paper, 170);
            } else if marks.bought(*tile, place.place) {
                self.framed(corner, (TILE, TILE), 14.0);
            }
            if view.legal.iter().any(|action| takes(*action, *tile)) {
                self.dash_framed(corner, (TILE, TILE));
            }
            self.count(left, (at.0 + TILE / 2.0 - 12.0, at.1 + TILE / 2.0 - 10.0), SMALLEST);
        }
    }

    /// The purchase circles: the one with a number first.
    fn circles(&mut self, place: &PlaceView, (x, y): Point) {
        let spots = CIRCLES[place.circles.len().clamp(1, CIRCLES.len()) - 1];
        for (circle, (right, down)) in place.circles.iter().zip(spots) {
            let at = (x + right, y + down);
            match (circle.price, circle.number) {
                (Some(price), _) => self.price(price, at, CIRCLE),
                // Its number only limits which token is put there: it shall not look like a price.
                (None, number) => {
                    self.piece(Art::Circle, at, CIRCLE, None);
                    let number = number.map(|number| number.to_string()).unwrap_or_default();
                    self.centred(&number, at, Weight::Text.at(SMALLEST), Ink::SandDark);
                }
            }
        }
    }
}

/// Whether an action takes such a tile.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else takes any")]
fn takes(action: Action, tile: Tile) -> bool {
    match action {
        Action::Buy { tile: bought, .. } => bought == tile,
        Action::Pick(fruit) => Tile::fruit(fruit) == tile,
        _ => false,
    }
}

fn is_god(tile: Tile) -> bool {
    matches!(tile, Tile::Village(VillageTile::God(_)))
}
