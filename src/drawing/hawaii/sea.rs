//! The sea: the cove with its fish, and the docks with what the way costs and brings, and what the island gives.

use super::super::{Art, Ink, Pen, Point, SMALLEST, Weight};
use super::marks::Marks;
use super::tiles::good;
use crate::rules::hawaii::action::Action;
use crate::rules::hawaii::island::Dock;
use crate::rules::hawaii::pieces::Good;
use crate::rules::hawaii::view::{DockView, View};
use crate::words::hawaii::Teller;

/// The middle of the cove, and of the first dock; from one dock to the next; and how large they are.
pub(super) const COVE: Point = (516.0, 1050.0);
const COVE_SIZE: Point = (248.0, 180.0);
const FIRST_DOCK: Point = (748.0, 1050.0);
const STEP: f32 = 202.0;
const DOCK_SIZE: Point = (192.0, 180.0);
/// Where the islands lie that nobody has seen.
const HIDDEN: Point = (1496.0, 1046.0);

/// The middle of a dock.
pub(super) fn dock(dock: Dock) -> Point {
    (FIRST_DOCK.0 + STEP * f32::from(dock.number().saturating_sub(1)), FIRST_DOCK.1)
}

fn corner(middle: Point, size: Point) -> Point {
    (middle.0 - size.0 / 2.0, middle.1 - size.1 / 2.0)
}

impl Pen<'_> {
    /// Cove and docks, and the islands that are face down.
    pub(super) fn sea(&mut self, teller: &Teller<'_>, view: &View, marks: &Marks) {
        self.cove(teller, view, marks);
        for dock in &view.docks {
            self.dock(teller, view, dock, marks);
        }
        let left = u8::try_from(view.islands_hidden).unwrap_or(u8::MAX);
        self.piece(if left > 0 { Art::Islet } else { Art::IsletGone }, HIDDEN, 84, None);
        self.figure("?", (HIDDEN.0, HIDDEN.1 - 4.0), 60);
        self.count(left, (HIDDEN.0 + 28.0, HIDDEN.1 + 44.0), SMALLEST);
    }

    /// The panels of cove and docks.
    pub(super) fn panels(&mut self, view: &View) {
        let docks = view.docks.iter().map(|card| (dock(card.dock), DOCK_SIZE));
        for (at, size) in docks.chain([(COVE, COVE_SIZE)]) {
            self.canvas.rounded(corner(at, size), size, 18.0, Ink::Deep);
            self.canvas.frame(corner(at, size), size, 18.0, 3.0, Ink::Foam);
        }
    }

    /// The name of a panel, and marks around it.
    fn panel(&mut self, name: &str, at: Point, size: Point, marked: bool, goal: bool) -> Point {
        let (x, y) = corner(at, size);
        if marked {
            self.framed((x, y), size, 18.0);
        }
        if goal {
            self.dash_framed((x, y), size);
        }
        self.begin_at(name, (x + 14.0, y + 25.0), size.0 - 28.0, Weight::Bold.at(30), Ink::White);
        (x, y)
    }

    fn cove(&mut self, teller: &Teller<'_>, view: &View, marks: &Marks) {
        let name = teller.words.say("draw-cove", &[]);
        let goal = view.legal.iter().any(|action| matches!(action, Action::Fish(_)));
        let (x, y) = self.panel(&name, COVE, COVE_SIZE, marks.fished(), goal);
        let fish = [Art::Fish1, Art::Fish2, Art::Fish3];
        for ((art, number), place) in fish.into_iter().zip(view.cove.0).zip(0_u8..) {
            let at = (x + 46.0 + 78.0 * f32::from(place), y + 98.0);
            self.piece(art, at, 76, None);
            if number == 0 {
                self.canvas.veil((at.0 - 39.0, at.1 - 39.0), (78.0, 78.0), Ink::Deep, 190);
            }
            self.count(number, (at.0 + 18.0, at.1 + 42.0), SMALLEST);
        }
    }

    fn dock(&mut self, teller: &Teller<'_>, view: &View, card: &DockView, marks: &Marks) {
        let name = teller.words.say("draw-dock", &[("dock", card.dock.number().into())]);
        let goal = view.legal.contains(&Action::Sail(card.dock));
        let marked = marks.visited(card.dock);
        let (x, y) = self.panel(&name, dock(card.dock), DOCK_SIZE, marked, goal);
        match card.gift {
            Some(gift) => {
                self.piece(Art::Islet, (x + 56.0, y + 88.0), 88, None);
                self.gift(gift, (x + 136.0, y + 86.0), 82.0);
            }
            None => self.piece(Art::IsletGone, (x + 96.0, y + 88.0), 88, None),
        }
        self.amount(good(Good::Foot), card.feet, (x + 14.0, y + 152.0), 42, Ink::White);
        let points = teller.words.say("draw-plus", &[("points", card.points.into())]);
        self.end_at(&points, (x + 178.0, y + 153.0), 100.0, Weight::Heavy.at(34), Ink::Glow);
    }
}
