//! The island: ten places in their rows above the beach, the sea below, what is asked of the round at the left, and the
//! scoring track around it all. The places carry the names that commands take.

use super::{
    super::{
        Canvas, Ink, Studio,
        pen::{Pen, Point},
    },
    marks::Marks,
};
use crate::{
    rules::hawaii::{
        island::{Chieftain, Place},
        view::View,
    },
    words::hawaii::Teller,
};

/// The picture.
pub(super) const WIDTH: u16 = 1600;
pub(super) const HEIGHT: u16 = 1200;
/// Where the rows of places begin, how wide half a place is, and how high a row is.
const LEFT: f32 = 404.0;
const TOP: f32 = 72.0;
pub(super) const HALF: f32 = 188.0;
pub(super) const ROW: f32 = 188.0;
/// Where the beach lies.
pub(super) const BEACH: f32 = 862.0;

/// The island, as one viewer may know it.
pub fn island(studio: &Studio, teller: &Teller<'_>, view: &View, marks: &Marks) -> Canvas {
    let backdrop = studio.kept_backdrop("island", (WIDTH.into(), HEIGHT.into()), Ink::Sea, backdrop);
    let mut pen = Pen { studio, canvas: backdrop };
    pen.ways(view);
    pen.track(view);
    pen.side(teller, view);
    pen.sea(teller, view, marks);
    for place in &view.places {
        pen.place(teller, view, place, marks);
    }
    pen.walkers(view, marks);
    pen.canvas
}

/// The upper left corner of a place.
pub(super) fn corner(view: &View, place: Place) -> Point {
    let found = view.place(place).map(|place| view.printed.ways.position(place.spot));
    let (row, halves) = found.unwrap_or_default();
    let rows = view.places.iter().map(|it| view.printed.ways.position(it.spot).0).max().unwrap_or(0);
    (LEFT + f32::from(halves) * HALF, TOP + f32::from(rows - row.min(rows)) * ROW)
}

/// The middle of wherever a chieftain can stand.
pub(super) fn middle(view: &View, chieftain: Chieftain) -> Point {
    match chieftain {
        Chieftain::Place(place) => {
            let (x, y) = corner(view, place);
            (x + HALF, y + ROW / 2.0)
        }
        Chieftain::Beach => (980.0, BEACH),
        Chieftain::Cove => super::sea::COVE,
        Chieftain::Dock(dock) => super::sea::dock(dock),
        Chieftain::Left(space) => super::side::space(space),
    }
}

/// Sea, shoal, beach and land.
fn backdrop() -> String {
    let wave = |x: u32, y: u32| {
        format!(
            "<path d='M{x} {y}q14 -14 28 0q14 -14 28 0' fill='none' stroke='#74c6d6' stroke-width='5' stroke-linecap='round'/>"
        )
    };
    let waves: String = [
        (500, 940),
        (730, 1118),
        (910, 938),
        (1130, 1124),
        (1330, 940),
        (420, 1118),
        (1470, 1118),
        (1290, 1122),
    ]
    .map(|(x, y)| wave(x, y))
    .concat();
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1600 1200'>\
         <rect width='1600' height='1200' fill='#3a9cc0'/>\
         <path d='M384 54V846C384 912 470 934 640 922C820 908 930 946 1100 930C1280 914 1470 946 1546 906V54Z' fill='#74c6d6'/>\
         <path d='M384 54V826C400 900 500 912 640 900C820 884 930 924 1100 908C1280 892 1460 922 1546 880V54Z' fill='#f2dda4'/>\
         <path d='M384 54V800C470 838 560 826 660 818C830 806 930 836 1090 826C1280 812 1440 838 1546 804V54Z' fill='#8cc26a'/>\
         <path d='M384 54V560C520 600 610 566 720 590C880 622 1010 560 1150 590C1310 622 1430 566 1546 596V54Z' fill='#6aa553'/>\
         <path d='M384 54V200C500 250 640 190 760 226C900 268 1040 196 1180 230C1330 262 1440 206 1546 240V54Z' fill='#3f7f4f'/>\
         {waves}</svg>"
    )
}

impl Pen<'_> {
    /// Which places touch: a step on foot.
    fn ways(&mut self, view: &View) {
        let middle = |place: Place| middle(view, Chieftain::Place(place));
        for (at, one) in view.places.iter().enumerate() {
            for other in &view.places[at + 1..] {
                if view.printed.ways.steps(one.spot, other.spot) == 1 {
                    self.canvas.dashes(middle(one.place), middle(other.place), 9.0, (12.0, 16.0), Ink::Sand);
                }
            }
            if view.printed.ways.from_beach(one.spot) == 1 {
                let from = middle(one.place);
                self.canvas.dashes(from, (from.0, BEACH), 9.0, (12.0, 16.0), Ink::Sand);
            }
        }
    }

    /// Where the last walks went, and the chieftains.
    fn walkers(&mut self, view: &View, marks: &Marks) {
        let beach: Vec<_> = view
            .realms
            .iter()
            .filter(|realm| realm.chieftain == Chieftain::Beach)
            .map(|realm| realm.seat)
            .collect();
        for (seat, number) in beach.iter().zip(0_u8..) {
            let at = (470.0 + 76.0 * f32::from(number), BEACH - 4.0);
            self.chieftain(*seat, at, 88);
        }
        for (_, from, to) in &marks.walks {
            let (from, to) = (middle(view, *from), middle(view, *to));
            self.trail(from, to);
        }
    }

    /// A trail of steps that ends in an arrow.
    fn trail(&mut self, from: Point, to: Point) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length < 60.0 {
            return;
        }
        let along = |part: f32| (from.0 + dx * part, from.1 + dy * part);
        let end = along(1.0 - 40.0 / length);
        for (thick, colour) in [(13.0, Ink::Ink), (7.0, Ink::White)] {
            self.canvas.line(from, end, thick, colour);
            let (back, side) =
                ((dx / length * 26.0, dy / length * 26.0), (-dy / length * 18.0, dx / length * 18.0));
            for turn in [1.0, -1.0] {
                let wing = (end.0 - back.0 + turn * side.0, end.1 - back.1 + turn * side.1);
                self.canvas.line(end, wing, thick, colour);
            }
        }
    }
}
