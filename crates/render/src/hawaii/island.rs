//! The island: ten places in rows above the beach, and the sea. The round is in its upper corners,
//! and below it are the turn order and the players. Places carry the names that commands accept.

use super::super::colour::to_hex;
use super::super::{Art, Canvas, Colour, Ink, Look, Pen, Point, Size, Theme, Tone, Weight, to_f32};
use super::marks::{Marks, Walk};
use super::measures::{ISLAND_FONT_SIZE, LAND_SIZE, MARGIN};
use crate::hawaii::cards::{draw_cards, draw_empty_cards, draw_round, picture_height};
use crate::hawaii::legend::draw_legend;
use crate::hawaii::places::{draw_place, draw_place_card};
use crate::hawaii::sea::{draw_cove_and_docks, draw_sea_panels};
use crate::hawaii::turns::{draw_numbered_walks, draw_turn_numbers};
use crate::key;
use lanai_rules::Seat;
use lanai_rules::hawaii::action::Action;
use lanai_rules::hawaii::island::{Chieftain, Place};
use lanai_rules::hawaii::view::{RealmView, View};
use lanai_text::hawaii::Phrasebook;

// The top of the rows of places, half the width of a place, and the height of a row.
pub(super) const PLACES_TOP: f32 = 34.0;
pub(super) const HALF_PLACE: f32 = 190.0;
pub(super) const ROW_HEIGHT: f32 = 152.0;
// The y coordinate of the beach, and the position of its name.
pub(super) const BEACH_Y: f32 = 628.0;
pub(super) const BEACH_NAME: Point = Point(1024.0, 604.0);

// The height of a chieftain, and the largest distance between two.
const CHIEFTAIN_HEIGHT: u16 = 60;
pub(super) const CHIEFTAIN_DISTANCE: f32 = 58.0;
/// How many chieftains stand side by side on the beach, which is left of the lowest places.
const CHIEFTAINS_PER_BEACH_ROW: usize = 3;

// The gap at the ends of a walk, and the number of its line segments.
const WALK_GAP: f32 = 38.0;
const WALK_STEPS: u8 = 24;

/// Draws the island as one viewer may know it.
pub(super) fn render_island(
    theme: &Theme,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
) -> Canvas {
    let mut pen = static_island(theme, phrasebook, view, 1.0);
    draw_land_and_sea(&mut pen, phrasebook, view, marks);
    draw_cards(&mut pen, phrasebook, view, marks);
    draw_legend(&mut pen, phrasebook, view, marks);
    pen.canvas
}

/// Returns the parts of the island that do not change during a game, from the cache of the theme.
pub(super) fn static_island<'a>(
    theme: &'a Theme,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    scale: f32,
) -> Pen<'a> {
    let ways = land_ways(view);
    let key = format!("island of {} at {scale}: {ways:?}", view.realms.len());
    let canvas = theme.cached_canvas(&key, || render_static_island(theme, view, &ways, scale));
    Pen::for_players(theme, canvas, phrasebook.names)
}

fn render_static_island(theme: &Theme, view: &View, ways: &[LandWay], scale: f32) -> Canvas {
    let size = Size {
        height: picture_height(view.realms.len()),
        ..LAND_SIZE
    };
    let canvas = theme.ground_canvas(&backdrop_svg(size), size, scale, Ink::Sea);
    let mut pen = Pen::new(theme, canvas);
    for way in ways {
        pen.canvas
            .draw_dashes(&[way.from, way.to], 9.0, Point(2.0, 18.0), Ink::Sand);
    }
    draw_plants(&mut pen);
    draw_empty_cards(&mut pen, view.realms.len());
    draw_sea_panels(&mut pen, view);
    for place in &view.places {
        draw_place_card(&mut pen, place_corner(view, place.place), Ink::Paper);
    }
    pen.canvas
}

/// A path between two places, or from a place to the beach.
#[derive(Debug)]
struct LandWay {
    from: Point,
    to: Point,
}

/// Returns the paths that cost one step: between adjacent places, and from places to the beach.
fn land_ways(view: &View) -> Vec<LandWay> {
    let mut ways = Vec::new();
    for (at, one) in view.places.iter().enumerate() {
        let from = place_middle(view, one.place);
        let near = view.places[at + 1..].iter();
        let near = near.filter(|other| view.printed.ways.steps(one.spot, other.spot) == 1);
        ways.extend(near.map(|other| LandWay {
            from,
            to: place_middle(view, other.place),
        }));
        if view.printed.ways.from_beach(one.spot) == 1 {
            ways.push(LandWay {
                from,
                to: Point(from.0, BEACH_Y),
            });
        }
    }
    ways
}

fn place_middle(view: &View, place: Place) -> Point {
    let Point(x, y) = place_corner(view, place);
    Point(x + HALF_PLACE, y + ROW_HEIGHT / 2.0)
}

pub(super) fn place_corner(view: &View, place: Place) -> Point {
    let found = view
        .place(place)
        .map(|place| view.printed.ways.position(place.spot));
    let (row, halves) = found.unwrap_or_default();
    let rows = view
        .places
        .iter()
        .map(|place| view.printed.ways.position(place.spot).0)
        .max()
        .unwrap_or(0);
    Point(
        MARGIN + f32::from(halves) * HALF_PLACE,
        PLACES_TOP + f32::from(rows - row.min(rows)) * ROW_HEIGHT,
    )
}

pub(super) fn chieftain_positions(view: &View) -> Vec<(Seat, Chieftain, Point)> {
    let realms = view.realms.iter().enumerate();
    let positions = realms.map(|(number, realm)| {
        let same_spot = |other: &&RealmView| other.chieftain == realm.chieftain;
        let before = view.realms[..number].iter().filter(same_spot).count();
        let count = view.realms.iter().filter(same_spot).count();
        let at = chieftain_position(view, realm.chieftain, before, count);
        (realm.seat, realm.chieftain, at)
    });
    positions.collect()
}

/// Returns the point from which everything at a chieftain's position is placed.
pub(super) fn chieftain_anchor(view: &View, chieftain: Chieftain) -> Point {
    match chieftain {
        Chieftain::Place(place) => place_corner(view, place),
        Chieftain::Beach => Point(0.0, BEACH_Y),
        Chieftain::Cove => super::sea::COVE,
        Chieftain::Dock(dock) => super::sea::dock_position(dock),
        Chieftain::Left(space) => super::cards::space_position(space),
    }
}

/// Returns the start of a walk's arrow, beside all chieftains, so that it seems to belong to none
/// of them.
pub(super) fn walk_start(view: &View, chieftain: Chieftain, seat: Seat) -> Point {
    let (right, down) = match chieftain {
        Chieftain::Place(_) => (2.0 * HALF_PLACE - 24.0, ROW_HEIGHT - 12.0),
        Chieftain::Beach => (246.0 + 80.0 * f32::from(seat.number()), 4.0),
        Chieftain::Cove => (40.0, -82.0),
        Chieftain::Dock(_) => (-40.0, -82.0),
        Chieftain::Left(_) => (0.0, 0.0),
    };
    let Point(x, y) = chieftain_anchor(view, chieftain);
    Point(x + right, y + down)
}

/// Returns the position of the chieftain with this number among `count` in the same spot.
///
/// The first is nearest to the right edge, and the room for all of them ends where the label of the
/// spot begins.
fn chieftain_position(view: &View, chieftain: Chieftain, number: usize, count: usize) -> Point {
    let Point(x, y) = chieftain_anchor(view, chieftain);
    let (right, down, room) = match chieftain {
        Chieftain::Place(_) => (2.0 * HALF_PLACE - 58.0, -10.0, 240.0),
        Chieftain::Beach => {
            let column = to_f32(number % CHIEFTAINS_PER_BEACH_ROW);
            let row = to_f32(number / CHIEFTAINS_PER_BEACH_ROW);
            return Point(
                x + 50.0 + CHIEFTAIN_DISTANCE * column,
                y - 44.0 - CHIEFTAIN_DISTANCE * row,
            );
        }
        Chieftain::Cove => (92.0, -80.0, 136.0),
        Chieftain::Dock(_) => (76.0, -80.0, 118.0),
        Chieftain::Left(_) => (0.0, 0.0, 0.0),
    };
    let step = (room / to_f32(count - 1).max(1.0)).min(CHIEFTAIN_DISTANCE);
    Point(x + right - step * to_f32(number), y + down)
}

/// Returns sea, shoal, beach and land as an SVG.
fn backdrop_svg(Size { width, height }: Size) -> String {
    let sea = to_hex(Ink::Sea.rgb(Look::Calm));
    let bands = [
        svg_band(Ink::Shallow, 662, 14),
        svg_band(Ink::Foam, 650, 14),
        svg_band(Ink::Sand, 640, 14),
        svg_band(Ink::Grass, 560, 18),
        svg_band(Ink::GrassDark, 400, 24),
        svg_band(Ink::Forest, 170, 26),
    ];
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'>\
         <rect width='{width}' height='{height}' fill='{sea}'/>{}</svg>",
        bands.concat()
    )
}

/// Returns the area above a wavy line at `y`, which bends up and down by `bend`.
fn svg_band(ink: Ink, y: u16, bend: u16) -> String {
    format!(
        "<path d='M-20 0V{y}C160 {down} 400 {up} 580 {y}C760 {down} 1000 {up} 1176 {y}V0Z' fill='{colour}'/>",
        up = y - bend,
        down = y + bend,
        colour = to_hex(ink.rgb(Look::Calm)),
    )
}

/// Draws land and sea with everything on them. The walks come first, so that text is over the
/// arrows.
pub(super) fn draw_land_and_sea(
    pen: &mut Pen<'_>,
    phrasebook: &Phrasebook<'_>,
    view: &View,
    marks: &Marks,
) {
    draw_round(pen, phrasebook, view);
    draw_last_walks(pen, view, marks);
    draw_cove_and_docks(pen, phrasebook, view, marks);
    draw_beach_name(pen, phrasebook, view);
    for place in &view.places {
        draw_place(pen, phrasebook, view, place, marks);
    }
    draw_chieftains(pen, view);
    draw_turn_numbers(pen, view, marks);
}

fn draw_beach_name(pen: &mut Pen<'_>, phrasebook: &Phrasebook<'_>, view: &View) {
    let name = phrasebook.words.say(key::DRAW_BEACH, &[]);
    let style = Weight::Bold.px(ISLAND_FONT_SIZE);
    pen.draw_text_centred_within(&name, BEACH_NAME, 116.0, style, Ink::Ink);
    if view.legal.contains(&Action::Wait) {
        pen.draw_dashed_frame(
            Point(BEACH_NAME.0 - 58.0, BEACH_NAME.1 - 22.0),
            Point(116.0, 44.0),
        );
    }
}

fn draw_plants(pen: &mut Pen<'_>) {
    for (art, at, height) in [
        (Art::Palm, Point(56.0, 520.0), 92),
        (Art::Palms, Point(144.0, 538.0), 92),
        (Art::Palms, Point(1026.0, 530.0), 96),
        (Art::Palm, Point(1122.0, 524.0), 92),
    ] {
        pen.draw_piece(art, at, height, None);
    }
}

/// Draws the walks of the last turn, each in the colour of its seat, from a dot to the chieftain.
fn draw_last_walks(pen: &mut Pen<'_>, view: &View, marks: &Marks) {
    if marks.has_several_turns() {
        return draw_numbered_walks(pen, view, marks);
    }
    let positions = chieftain_positions(view);
    for Walk { seat, from, to, .. } in marks.walks() {
        let end = positions
            .iter()
            .find(|(other, at, _)| *other == seat && *at == to);
        let Some((.., end)) = end else { continue };
        draw_walk(pen, walk_start(view, from, seat), *end, seat);
    }
}

pub(super) fn draw_walk(pen: &mut Pen<'_>, begin: Point, end: Point, seat: Seat) {
    let colour = Colour::for_seat(seat, Tone::Main);
    draw_curved_arrow(pen, begin, end, colour);
    pen.draw_nested_circles(
        begin,
        [
            (15.0, Ink::Ink.into()),
            (13.0, Ink::White.into()),
            (9.0, colour),
        ],
    );
}

fn draw_chieftains(pen: &mut Pen<'_>, view: &View) {
    for (seat, at, Point(x, y)) in chieftain_positions(view) {
        if !matches!(at, Chieftain::Left(_)) {
            pen.draw_chieftain(seat, Point(x, y), CHIEFTAIN_HEIGHT);
        }
    }
}

/// Draws a curved arrow with a gap at both ends.
fn draw_curved_arrow(pen: &mut Pen<'_>, from: Point, to: Point, colour: Colour) {
    let right = to.0 - from.0;
    let down = to.1 - from.1;
    let length = right.hypot(down);
    if length < 2.0 * WALK_GAP {
        return;
    }
    // The arrow bends upward, whether it leads to the left or to the right.
    let bow = (length * 0.12).min(60.0) * -right.signum();
    let points = (0..=WALK_STEPS).map(|step| {
        let share = WALK_GAP / length
            + (1.0 - 2.0 * WALK_GAP / length) * f32::from(step) / f32::from(WALK_STEPS);
        let aside = bow * 4.0 * share * (1.0 - share) / length;
        Point(
            from.0 + right * share - down * aside,
            from.1 + down * share + right * aside,
        )
    });
    pen.draw_arrow(&points.collect::<Vec<_>>(), colour);
}
