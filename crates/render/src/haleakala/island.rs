//! The ground: sea, coast and slopes, as an SVG in the inks of the calm look. Each terrain is a step higher than the one
//! around it, and throws its edge to the lower right.

use std::f32::consts::{FRAC_PI_3, TAU};

use super::layout::{
    self, BEACH, CRATER, FOREST, GRASSLAND, MIDDLE, MOUNTAIN, SHALLOWS, SHEETS, angle, height,
    polar,
};
use crate::colour::to_hex;
use crate::{HEIGHT, Ink, Look, Point, WIDTH, real};
use lanai_rules::haleakala::board::{Segment, Shaman, Site, Terrain};

/// How many corners a coast has: so many that it is round.
const CORNERS: i32 = 240;

/// How far an edge is seen.
const EDGE: f32 = 7.0;

/// The island with a jetty at this segment.
pub(super) fn svg(jetty: Segment) -> String {
    let wilds =
        |ridge: i32| wilderness(angle(Segment::default()) + FRAC_PI_3 * (real(ridge) + 0.5));
    let parts = [
        sea(),
        step(BEACH, 0.9, Ink::SandDark, Ink::Sand),
        ridges(GRASSLAND, BEACH - 6.0, Ink::SandDark),
        planks(jetty),
        step(GRASSLAND, 2.1, Ink::GrassDark, Ink::Grass),
        ridges(FOREST, GRASSLAND - 5.0, Ink::GrassDark),
        step(FOREST, 3.6, Ink::ForestDark, Ink::Forest),
        ridges(MOUNTAIN, FOREST - 5.0, Ink::ForestDark),
        step(MOUNTAIN, 5.2, Ink::MountainDark, Ink::Mountain),
        ridges(CRATER, MOUNTAIN - 4.0, Ink::MountainDark),
        Segment::all().map(sites).collect(),
        (0..6).map(wilds).collect(),
        crater(),
    ];
    let parts = parts.concat();
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{parts}</svg>"#
    )
}

fn hex(ink: Ink) -> String {
    to_hex(ink.rgb(Look::Calm))
}

fn circle(Point(x, y): Point, radius: f32, ink: Ink) -> String {
    format!(
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{}"/>"#,
        hex(ink)
    )
}

fn line(path: &str, thick: f32, ink: Ink) -> String {
    let round = r#"fill="none" stroke-linecap="round" stroke-linejoin="round""#;
    format!(
        r#"<path d="{path}" {round} stroke="{}" stroke-width="{thick}"/>"#,
        hex(ink)
    )
}

fn area(path: &str, ink: Ink) -> String {
    format!(r#"<path d="{path}" fill="{}"/>"#, hex(ink))
}

/// A path through these points.
fn through(points: &[Point]) -> String {
    let point = |(at, Point(x, y)): (usize, &Point)| {
        format!("{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' })
    };
    points.iter().enumerate().map(point).collect()
}

/// A coast: a circle that nature made.
fn coast(radius: f32, phase: f32, Point(right, down): Point) -> String {
    let corner = |corner: i32| {
        let angle = TAU * real(corner) / real(CORNERS);
        let rough = 2.6 * (5.0 * angle + phase).sin()
            + 1.8 * (9.0 * angle + 2.0 * phase).sin()
            + (17.0 * angle).sin();
        let Point(x, y) = polar(angle, radius + rough);
        Point(x + right, y + down)
    };
    through(&(0..CORNERS).map(corner).collect::<Vec<_>>()) + "Z"
}

fn step(radius: f32, phase: f32, dark: Ink, pale: Ink) -> String {
    area(&coast(radius, phase, Point(EDGE * 0.5, EDGE)), dark)
        + &area(&coast(radius, phase, Point(0.0, 0.0)), pale)
}

/// The border of a segment, clockwise from it.
fn ridge(segment: Segment) -> f32 {
    angle(segment) + FRAC_PI_3 / 2.0
}

/// The borders of the segments on a terrain.
fn ridges(from: f32, to: f32, ink: Ink) -> String {
    let ridge = |segment| {
        line(
            &through(&[from, to].map(|out| polar(ridge(segment), out))),
            5.0,
            ink,
        )
    };
    Segment::all().map(ridge).collect()
}

fn sea() -> String {
    let waves = [
        Point(60.0, 220.0),
        Point(50.0, 846.0),
        Point(1040.0, 220.0),
        Point(1050.0, 846.0),
    ];
    let parts = [
        area(&format!("M{SHEETS} 0H{WIDTH}V{HEIGHT}H{SHEETS}Z"), Ink::Sea),
        area(&coast(SHALLOWS + 8.0, 0.2, Point(0.0, 0.0)), Ink::Foam),
        area(&coast(SHALLOWS, 0.2, Point(0.0, 0.0)), Ink::Shallow),
        area(&coast(BEACH + 13.0, 0.9, Point(2.0, 4.0)), Ink::Foam),
        waves.map(wave).concat(),
        Segment::all()
            .map(|segment| border(ridge(segment)))
            .collect(),
    ];
    parts.concat()
}

fn wave(Point(x, y): Point) -> String {
    let crests = "q9 -13 18 0q9 13 18 0q9 -13 18 0";
    line(
        &format!("M{:.1} {y:.1}{crests}", x - 27.0),
        5.0,
        Ink::Shallow,
    ) + &line(
        &format!("M{:.1} {:.1}{crests}", x - 9.0, y + 20.0),
        5.0,
        Ink::Shallow,
    )
}

/// A jetty from the beach to the boat.
fn planks(segment: Segment) -> String {
    let (turn, Point(x, y), ink) = (angle(segment).to_degrees(), MIDDLE, hex(Ink::Ink));
    let beam =
        |along: i32| format!(r#"<rect x="350" y="{along}" width="84" height="7" fill="{ink}"/>"#);
    let plank = |plank: i32| {
        let out = 354 + plank * 13;
        let along = -36 - plank % 3;
        let wood = hex(if plank % 2 == 0 {
            Ink::WoodLight
        } else {
            Ink::Wood
        });
        format!(
            r#"<rect x="{out}" y="{along}" width="12" height="72" rx="3" fill="{wood}" stroke="{ink}" stroke-width="3"/>"#
        )
    };
    let parts: String = [-30, 24]
        .into_iter()
        .map(beam)
        .chain((0..6).map(plank))
        .collect();
    format!(r#"<g transform="translate({x} {y}) rotate({turn:.2})">{parts}</g>"#)
}

/// Where statues and shamans may stand: a terrace.
fn sites(segment: Segment) -> String {
    let inks = Terrain::ALL
        .into_iter()
        .zip([Ink::GrassDark, Ink::ForestDark, Ink::MountainDark]);
    let terrace = |(terrain, ink)| {
        let site = Site { segment, terrain };
        line(
            &through(&[layout::statue(site), layout::shaman(Shaman::At(site))]),
            46.0,
            ink,
        )
    };
    inks.map(terrace).collect()
}

/// The border of two segments on the water, and the way of the boat.
fn border(angle: f32) -> String {
    let buoy = |out| circle(polar(angle, out), 4.0, Ink::Foam);
    let arrow = |ahead: f32| {
        let tips = [(-0.025, 454.0), (0.0, 472.0), (-0.025, 490.0)];
        line(
            &through(&tips.map(|(turn, out)| polar(angle + ahead + turn, out))),
            7.0,
            Ink::Foam,
        )
    };
    [BEACH + 20.0, 508.0, 524.0, 540.0].map(buoy).concat() + &[-0.02, 0.02].map(arrow).concat()
}

/// What grows and lies along a border, where no piece stands.
fn wilderness(border: f32) -> String {
    let grass = height(Terrain::Grassland);
    let forest = height(Terrain::Forest);
    let tufts = [
        (-0.10, grass - 16.0),
        (0.09, grass + 8.0),
        (-0.07, grass + 20.0),
        (0.16, grass - 10.0),
    ];
    let tufts = tufts.map(|(turn, out)| tuft(polar(border + turn, out)));
    let mut trees = [
        (-0.15, 12.0),
        (-0.05, -16.0),
        (0.03, 17.0),
        (0.13, -10.0),
        (0.21, 18.0),
    ]
    .map(|(turn, out)| polar(border + turn, forest + out));
    trees.sort_by(|one, other| one.1.total_cmp(&other.1));
    let Point(x, y) = polar(border, GRASSLAND + 30.0);
    let stone = [
        area(
            &format!("M{:.1} {:.1}q4 -18 18 -16q16 2 16 16z", x - 17.0, y + 8.0),
            Ink::StoneDark,
        ),
        area(
            &format!("M{:.1} {:.1}q3 -12 12 -12q9 1 11 12z", x - 14.0, y + 5.0),
            Ink::Stone,
        ),
    ];
    let rock = rock(polar(border, height(Terrain::Mountain) + 18.0));
    [
        tufts.concat(),
        trees.map(tree).concat(),
        rock,
        stone.concat(),
    ]
    .concat()
}

fn tuft(Point(x, y): Point) -> String {
    let at = format!("M{x:.1} {y:.1}");
    line(
        &format!("{at}q-2 -9 -9 -12{at}v-16{at}q2 -9 9 -12"),
        4.0,
        Ink::GrassDark,
    )
}

fn tree(Point(x, y): Point) -> String {
    let crowns = [
        (Point(x, y + 3.0), 16.0, Ink::Ink),
        (Point(x, y), 15.0, Ink::ForestDark),
        (Point(x, y), 13.0, Ink::GrassDark),
        (Point(x - 3.0, y - 4.0), 7.0, Ink::Grass),
    ];
    crowns
        .map(|(at, radius, ink)| circle(at, radius, ink))
        .concat()
}

fn rock(Point(x, y): Point) -> String {
    let parts = [
        area(
            &format!("M{:.1} {:.1}l20 -36l20 36z", x - 20.0, y + 16.0),
            Ink::Crater,
        ),
        area(
            &format!("M{:.1} {:.1}l16 -30v30z", x - 16.0, y + 14.0),
            Ink::Stone,
        ),
        area(
            &format!("M{x:.1} {:.1}v30h16z", y - 16.0),
            Ink::MountainDark,
        ),
        area(
            &format!("M{x:.1} {:.1}l-8 15l5 -2l3 5l3 -5l5 2z", y - 16.0),
            Ink::White,
        ),
    ];
    parts.concat()
}

/// The crater: a rim, the dark, and fire in the middle.
fn crater() -> String {
    let vent = |segment| {
        circle(layout::lava(segment), 20.0, Ink::Ink)
            + &circle(layout::lava(segment), 17.0, Ink::Crater)
    };
    let parts = [
        circle(
            Point(MIDDLE.0 + 2.0, MIDDLE.1 + 4.0),
            CRATER + 4.0,
            Ink::Ink,
        ),
        circle(MIDDLE, CRATER + 2.0, Ink::MountainDark),
        circle(MIDDLE, CRATER - 6.0, Ink::Crater),
        Segment::all().map(vent).collect(),
        circle(MIDDLE, 20.0, Ink::Lava),
        circle(MIDDLE, 14.0, Ink::LavaBright),
        circle(MIDDLE, 7.0, Ink::Glow),
    ];
    parts.concat()
}
