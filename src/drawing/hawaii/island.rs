//! The island: ten places in their rows above the beach, the sea below, what is asked of the round at the left, and the
//! scoring track around it all. The places carry the names that commands take.

use super::super::colour::to_hex;
use super::super::{Art, Canvas, Colour, Ink, Look, Pen, Point, Studio, Tone, real};
use super::marks::{Marks, Walk};
use crate::rules::Seat;
use crate::rules::hawaii::island::{Chieftain, Place};
use crate::rules::hawaii::view::View;
use crate::words::hawaii::Teller;

/// The picture.
pub(super) const WIDTH: u16 = 1600;
pub(super) const HEIGHT: u16 = 1200;
/// Where the rows of places begin, how wide half a place is, and how high a row is.
const LEFT: f32 = 404.0;
const TOP: f32 = 112.0;
pub(super) const HALF: f32 = 188.0;
pub(super) const ROW: f32 = 194.0;
/// Where the beach lies.
pub(super) const BEACH: f32 = 884.0;

/// How high a chieftain is, how far from it the way of a walk begins and ends, and in how many steps it is drawn.
const CHIEFTAIN: u16 = 58;
const AWAY: f32 = 38.0;
const STEPS: u8 = 24;

/// The island, as one viewer may know it.
pub(super) fn island(studio: &Studio, teller: &Teller<'_>, view: &View, marks: &Marks) -> Canvas {
    let ways = ways(view);
    let key = format!("island of {}: {ways:?}", view.realms.len());
    let canvas = studio.kept_canvas(&key, || still(studio, view, &ways));
    let mut pen = Pen { studio, canvas };
    pen.scores(view);
    // What has to be read stands over the ways.
    pen.walks(view, marks);
    pen.side(teller, view);
    pen.sea(teller, view, marks);
    for place in &view.places {
        pen.place(teller, view, place, marks);
    }
    pen.chieftains(view);
    pen.numbers(view, marks);
    pen.canvas
}

/// All that does not change while the game goes on.
fn still(studio: &Studio, view: &View, ways: &[(Point, Point)]) -> Canvas {
    let canvas = studio.ground(&backdrop(), (WIDTH.into(), HEIGHT.into()), Ink::Sea);
    let mut pen = Pen { studio, canvas };
    for (from, to) in ways {
        pen.canvas.dashes(&[*from, *to], 9.0, (2.0, 18.0), Ink::Sand);
    }
    pen.nature();
    pen.fields();
    pen.side_cards(view.realms.len());
    pen.panels(view);
    for place in &view.places {
        pen.place_card(corner(view, place.place), Ink::Paper);
    }
    pen.canvas
}

/// Which places touch, and which touch the beach: a step on foot.
fn ways(view: &View) -> Vec<(Point, Point)> {
    let middle = |place: Place| {
        let (x, y) = corner(view, place);
        (x + HALF, y + ROW / 2.0)
    };
    let mut ways = Vec::new();
    for (at, one) in view.places.iter().enumerate() {
        let from = middle(one.place);
        let near = view.places[at + 1..].iter();
        let near = near.filter(|other| view.printed.ways.steps(one.spot, other.spot) == 1);
        ways.extend(near.map(|other| (from, middle(other.place))));
        if view.printed.ways.from_beach(one.spot) == 1 {
            ways.push((from, (from.0, BEACH - 30.0)));
        }
    }
    ways
}

/// The upper left corner of a place.
pub(super) fn corner(view: &View, place: Place) -> Point {
    let found = view.place(place).map(|place| view.printed.ways.position(place.spot));
    let (row, halves) = found.unwrap_or_default();
    let rows = view.places.iter().map(|it| view.printed.ways.position(it.spot).0).max().unwrap_or(0);
    (LEFT + f32::from(halves) * HALF, TOP + f32::from(rows - row.min(rows)) * ROW)
}

/// Who stands where.
fn stands(view: &View) -> Vec<(Seat, Chieftain, Point)> {
    let mut stands: Vec<(Seat, Chieftain, Point)> = Vec::new();
    for realm in &view.realms {
        let here = realm.chieftain;
        let before = stands.iter().filter(|(_, at, _)| *at == here).count();
        stands.push((realm.seat, here, stand(view, here, real(before))));
    }
    stands
}

/// From where all is measured that is at a spot of chieftains.
pub(super) fn anchor(view: &View, chieftain: Chieftain) -> Point {
    match chieftain {
        Chieftain::Place(place) => corner(view, place),
        Chieftain::Beach => (0.0, BEACH),
        Chieftain::Cove => super::sea::COVE,
        Chieftain::Dock(dock) => super::sea::dock(dock),
        Chieftain::Left(space) => super::side::space(space),
    }
}

/// Where a way begins: where nobody stands, so that it is nobody else's.
pub(super) fn origin(view: &View, chieftain: Chieftain, seat: Seat) -> Point {
    let (right, down) = match chieftain {
        Chieftain::Place(_) => (2.0 * HALF - 40.0, ROW - 40.0),
        Chieftain::Beach => (500.0 + 76.0 * f32::from(seat.number()), 36.0),
        Chieftain::Cove => (60.0, -90.0),
        Chieftain::Dock(_) => (0.0, -90.0),
        Chieftain::Left(_) => (0.0, 0.0),
    };
    let (x, y) = anchor(view, chieftain);
    (x + right, y + down)
}

/// Where a chieftain stands, one of several at the same spot: the first is nearest to the edge.
fn stand(view: &View, chieftain: Chieftain, step: f32) -> Point {
    let (right, down) = match chieftain {
        Chieftain::Place(_) => (2.0 * HALF - 46.0 - 48.0 * step, -18.0),
        Chieftain::Beach => (476.0 + 70.0 * step, 0.0),
        Chieftain::Cove => (98.0 - 46.0 * step, -98.0),
        Chieftain::Dock(_) => (66.0 - 38.0 * step, -98.0),
        Chieftain::Left(_) => (0.0, 0.0),
    };
    let (x, y) = anchor(view, chieftain);
    (x + right, y + down)
}

/// Sea, shoal, beach and land, as an SVG.
fn backdrop() -> String {
    let hex = |ink: Ink| to_hex(ink.rgb(Look::Calm));
    let (sea, shallow, foam, sand) = (hex(Ink::Sea), hex(Ink::Shallow), hex(Ink::Foam), hex(Ink::Sand));
    let (grass, meadow, forest) = (hex(Ink::Grass), hex(Ink::GrassDark), hex(Ink::Forest));
    let waves: String = [(96, 1122), (300, 1122), (190, 1060)]
        .map(|(x, y)| {
            format!(
                "<path d='M{x} {y}q14 -14 28 0q14 -14 28 0' fill='none' stroke='{shallow}' stroke-width='6' stroke-linecap='round'/>"
            )
        })
        .concat();
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}'>\
         <rect width='{WIDTH}' height='{HEIGHT}' fill='{sea}'/>\
         <path d='M384 54V876C384 942 470 956 640 946C820 934 930 962 1100 952C1280 942 1470 962 1546 932V54Z' fill='{shallow}'/>\
         <path d='M384 54V866C392 930 500 946 640 934C820 920 930 952 1100 940C1280 928 1460 952 1546 918V54Z' fill='{foam}'/>\
         <path d='M384 54V858C400 920 500 936 640 924C820 910 930 942 1100 930C1280 918 1460 942 1546 908V54Z' fill='{sand}'/>\
         <path d='M384 54V826C470 864 560 852 660 844C830 832 930 862 1090 852C1280 838 1440 864 1546 830V54Z' fill='{grass}'/>\
         <path d='M384 54V590C520 630 610 596 720 620C880 652 1010 590 1150 620C1310 652 1430 596 1546 626V54Z' fill='{meadow}'/>\
         <path d='M384 54V230C500 280 640 220 760 256C900 298 1040 226 1180 260C1330 292 1440 236 1546 270V54Z' fill='{forest}'/>\
         {waves}</svg>"
    )
}

impl Pen<'_> {
    /// What grows and lies where no piece stands.
    fn nature(&mut self) {
        for (art, at, height) in [
            (Art::Palm, (440.0, 130.0), 96),
            (Art::Palms, (512.0, 196.0), 112),
            (Art::Palm, (1420.0, 122.0), 92),
            (Art::Palms, (1486.0, 188.0), 120),
            (Art::Palm, (440.0, 706.0), 104),
            (Art::Palms, (508.0, 770.0), 104),
            (Art::Palms, (1412.0, 752.0), 112),
            (Art::Palm, (1490.0, 700.0), 108),
        ] {
            self.piece(art, at, height, None);
        }
    }

    /// The ways of the last turn, each in the colour of its seat, from a dot to the chieftain.
    fn walks(&mut self, view: &View, marks: &Marks) {
        if marks.numbered() {
            return self.numbered_walks(view, marks);
        }
        let stands = stands(view);
        for Walk { seat, from, to, .. } in marks.walks() {
            let end = stands.iter().find(|(who, at, _)| *who == seat && *at == to);
            let Some((.., end)) = end else { continue };
            self.walk_from(origin(view, from, seat), *end, seat);
        }
    }

    /// A way in the colour of a seat, from a dot.
    pub(super) fn walk_from(&mut self, begin: Point, end: Point, seat: Seat) {
        let colour = Colour::of(seat, Tone::Main);
        self.walk(begin, end, colour);
        self.discs(begin, [(15.0, Ink::Ink.into()), (13.0, Ink::White.into()), (9.0, colour)]);
    }

    fn chieftains(&mut self, view: &View) {
        for (seat, at, (x, y)) in stands(view) {
            if !matches!(at, Chieftain::Left(_)) {
                self.chieftain(seat, (x, y), CHIEFTAIN);
            }
        }
    }

    /// A bow from here to there that ends before it reaches.
    fn walk(&mut self, from: Point, to: Point, colour: Colour) {
        let (right, down) = (to.0 - from.0, to.1 - from.1);
        let length = right.hypot(down);
        if length < 2.0 * AWAY {
            return;
        }
        // It bows upward.
        let bow = (length * 0.12).min(60.0) * -right.signum();
        let point = |step: u8| {
            let share = AWAY / length + (1.0 - 2.0 * AWAY / length) * f32::from(step) / f32::from(STEPS);
            let aside = bow * 4.0 * share * (1.0 - share) / length;
            (from.0 + right * share - down * aside, from.1 + down * share + right * aside)
        };
        let points: Vec<Point> = (0..=STEPS).map(point).collect();
        self.way(&points, colour);
    }
}
