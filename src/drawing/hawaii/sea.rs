//! The sea: the cove with its fish, and the docks with what the way costs and brings, and what the island gives.

use super::{
    super::{
        Art, Ink, Weight,
        numbers::round,
        pen::{Pen, Point},
    },
    marks::Marks,
};
use crate::{
    rules::hawaii::{
        action::Action,
        island::{Chieftain, Dock},
        pieces::Good,
        view::{DockView, View},
    },
    words::hawaii::Teller,
};

/// The middle of the cove, and of the first dock; from one dock to the next; and how large they are.
pub(super) const COVE: Point = (534.0, 1034.0);
const COVE_SIZE: Point = (256.0, 196.0);
const FIRST_DOCK: Point = (768.0, 1034.0);
const STEP: f32 = 212.0;
const DOCK_SIZE: Point = (200.0, 196.0);

/// The middle of a dock.
pub(super) fn dock(dock: Dock) -> Point {
    (FIRST_DOCK.0 + STEP * f32::from(dock.number().saturating_sub(1)), FIRST_DOCK.1)
}

impl Pen<'_> {
    /// Cove and docks.
    pub(super) fn sea(&mut self, teller: &Teller<'_>, view: &View, marks: &Marks) {
        self.cove(teller, view, marks);
        for dock in &view.docks {
            self.dock(teller, view, dock, marks);
        }
        let hidden = teller.words.say("draw-islands", &[("n", view.islands_hidden.into())]);
        self.rimmed(&hidden, (1092.0, 1128.0), Weight::Bold.at(26), Ink::White, Ink::Deep);
    }

    fn panel(&mut self, at: Point, size: Point, marked: bool) -> Point {
        let corner = (at.0 - size.0 / 2.0, at.1 - size.1 / 2.0);
        self.canvas.rounded(corner.0, corner.1, size.0, size.1, 18.0, Ink::Deep);
        let rim = if marked { Ink::Glow } else { Ink::Foam };
        self.canvas.frame(corner.0, corner.1, size.0, size.1, 18.0, if marked { 8.0 } else { 3.0 }, rim);
        corner
    }

    fn cove(&mut self, teller: &Teller<'_>, view: &View, marks: &Marks) {
        let (x, y) = self.panel(COVE, COVE_SIZE, marks.fished);
        let name = teller.words.say("draw-cove", &[]);
        self.from_left(&name, (x + 16.0, y + 28.0), 190.0, Weight::Bold.at(30), Ink::White);
        let fish = [Art::Fish1, Art::Fish2, Art::Fish3];
        for ((art, number), place) in fish.into_iter().zip(view.cove.0).zip(0_u8..) {
            let at = (x + 48.0 + 80.0 * f32::from(place), y + 94.0);
            self.piece(art, at, 74, None);
            self.count(number, (at.0 + 24.0, at.1 + 36.0), 26);
            if number == 0 {
                self.canvas.veil(round(at.0 - 38.0), round(at.1 - 38.0), 76, 76, Ink::Deep, 190);
            }
        }
        self.standing(view, Chieftain::Cove, (x + 60.0, y + 176.0));
    }

    fn dock(&mut self, teller: &Teller<'_>, view: &View, card: &DockView, marks: &Marks) {
        let middle = dock(card.dock);
        let (x, y) = self.panel(middle, DOCK_SIZE, marks.docks.contains(&card.dock));
        let goal = |action: &Action| *action == Action::Sail(card.dock);
        if view.legal.iter().any(goal) {
            self.canvas.frame(
                x - 5.0,
                y - 5.0,
                DOCK_SIZE.0 + 10.0,
                DOCK_SIZE.1 + 10.0,
                22.0,
                8.0,
                Ink::Yellow,
            );
        }
        let name = teller.words.say("draw-dock", &[("dock", card.dock.number().into())]);
        self.from_left(&name, (x + 14.0, y + 26.0), 120.0, Weight::Bold.at(28), Ink::White);
        match card.gift {
            Some(gift) => {
                self.piece(Art::Islet, (x + 62.0, y + 96.0), 96, None);
                self.gift(gift, (x + 140.0, y + 92.0), 88.0);
            }
            None => self.piece(Art::IsletGone, (x + 100.0, y + 96.0), 96, None),
        }
        self.piece(super::tiles::good(Good::Foot), (x + 32.0, y + 166.0), 42, None);
        self.from_left(&card.feet.to_string(), (x + 54.0, y + 167.0), 60.0, Weight::Heavy.at(34), Ink::White);
        let points = teller.words.say("draw-plus", &[("points", card.points.into())]);
        self.to_right(&points, (x + 186.0, y + 167.0), 100.0, Weight::Heavy.at(34), Ink::Glow);
        self.standing(view, Chieftain::Dock(card.dock), (x + 150.0, y + 10.0));
    }

    /// Whoever stands here, side by side.
    fn standing(&mut self, view: &View, here: Chieftain, (x, y): Point) {
        let seats = view.realms.iter().filter(|realm| realm.chieftain == here).map(|realm| realm.seat);
        for (seat, number) in seats.zip(0_u8..) {
            self.chieftain(seat, (x + 40.0 * f32::from(number), y), 74);
        }
    }
}
