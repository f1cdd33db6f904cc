//! A place: its name, its tiles and how many are left, its purchase circles, and who stands there.

use super::{
    super::{
        Art, Ink, Weight,
        numbers::round,
        pen::{Pen, Point},
    },
    island::{HALF, ROW, corner},
    marks::Marks,
};
use crate::{
    rules::hawaii::{
        action::Action,
        island::Chieftain,
        pieces::{Level, Tile},
        view::{PlaceView, View},
    },
    words::hawaii::Teller,
};

/// Of a card: its size, and that of its name.
const WIDE: f32 = 2.0 * HALF - 14.0;
const HIGH: f32 = ROW - 14.0;
const NAME: f32 = 44.0;
const TILE: f32 = 104.0;
const CIRCLE: u16 = 60;

impl Pen<'_> {
    /// A place with everything on it.
    pub(super) fn place(&mut self, teller: &Teller<'_>, view: &View, place: &PlaceView, marks: &Marks) {
        let (x, y) = corner(view, place.place);
        let marked = marks.bought_at.contains(&place.place);
        self.card((x, y), (WIDE, HIGH), if marked { Ink::Glow } else { Ink::Paper });
        if view.legal.contains(&Action::Move(place.place)) {
            self.canvas.frame(x - 5.0, y - 5.0, WIDE + 10.0, HIGH + 10.0, 20.0, 8.0, Ink::Yellow);
        }
        let here: Vec<_> =
            view.realms.iter().filter(|realm| realm.chieftain == Chieftain::Place(place.place)).collect();
        let room = WIDE - 32.0 - if here.is_empty() { 0.0 } else { 24.0 + 44.0 * real(here.len()) };
        let name = teller.place_name(place.place);
        self.from_left(name, (x + 16.0, y + 25.0), room, Weight::Bold.at(30), Ink::Ink);
        self.wares(place, (x, y), view, marks);
        self.circles(place, (x, y));
        for (realm, number) in here.iter().zip(0_u8..) {
            self.chieftain(realm.seat, (x + WIDE - 34.0 - 44.0 * f32::from(number), y + 8.0), 78);
        }
    }

    /// The tiles, and how many are left of each.
    fn wares(&mut self, place: &PlaceView, (x, y): Point, view: &View, marks: &Marks) {
        let middle = y + NAME + (HIGH - NAME) / 2.0 - 4.0;
        let gods = place.wares.iter().any(|(tile, _)| is_god(*tile));
        let stacks =
            view.god_stacks.iter().filter_map(|stack| Some((Tile::god(stack.top?), count(stack.left))));
        let wares: Vec<_> = if gods { stacks.collect() } else { place.wares.clone() };
        for ((tile, left), number) in wares.iter().zip(0_u8..) {
            let at = (x + 14.0 + TILE / 2.0 + (TILE + 8.0) * f32::from(number), middle);
            self.tile(*tile, Level::One, at, TILE);
            if *left == 0 {
                self.canvas.veil(
                    round(at.0 - TILE / 2.0),
                    round(at.1 - TILE / 2.0),
                    104,
                    104,
                    Ink::Paper,
                    170,
                );
            } else if marks.tiles.contains(tile) {
                self.canvas.frame(at.0 - TILE / 2.0, at.1 - TILE / 2.0, TILE, TILE, 14.0, 7.0, Ink::Hibiscus);
            }
            self.count(left, (at.0 + TILE / 2.0 - 14.0, at.1 + TILE / 2.0 - 14.0), 28);
        }
    }

    /// The purchase circles: the one with a number first.
    fn circles(&mut self, place: &PlaceView, (x, y): Point) {
        let spots: &[(f32, f32)] = match place.circles.len() {
            0 | 1 => &[(0.5, 0.5)],
            2 => &[(0.02, 0.5), (0.98, 0.5)],
            _ => &[(0.02, 0.03), (0.98, 0.03), (0.5, 0.97)],
        };
        let (left, top) = (x + WIDE - 112.0, y + NAME + 34.0);
        for (circle, (right, down)) in place.circles.iter().zip(spots) {
            let at = (left + right * 66.0, top + down * 60.0);
            match (circle.price, circle.number) {
                (Some(price), _) => self.price(price, at, CIRCLE),
                (None, Some(number)) => {
                    self.piece(Art::NumberCircle, at, CIRCLE, None);
                    self.middle(&number.to_string(), at, 60.0, Weight::Bold.at(26), Ink::InkSoft);
                }
                (None, None) => self.piece(Art::Circle, at, CIRCLE, None),
            }
        }
    }
}

fn is_god(tile: Tile) -> bool {
    use crate::rules::hawaii::pieces::VillageTile;
    matches!(tile, Tile::Village(VillageTile::God(_)))
}

fn count(left: usize) -> u8 {
    u8::try_from(left).unwrap_or(u8::MAX)
}

fn real(number: usize) -> f32 {
    f32::from(count(number))
}
