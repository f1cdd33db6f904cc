//! The ground: sea, coast and slopes, as an SVG in the inks of the calm look. Each terrain is a step higher than the one
//! around it, and throws its edge to the lower right.

use std::{f32::consts::FRAC_PI_3, fmt::Write as _};

use super::{
    layout::{
        self, BEACH, CRATER, FOREST, GRASSLAND, HEIGHT, MIDDLE, MOUNTAIN, SHALLOWS, SHEETS, WIDTH, angle,
        height, polar,
    },
};
use crate::{
    drawing::{Ink, Look, colour::to_hex, numbers::real, pen::Point},
    rules::haleakala::{
        board::{Segment, Shaman, Site},
        pieces::Terrain,
    },
};

/// How many corners a coast has: so many that it is round.
const CORNERS: i32 = 240;

/// How far an edge is seen.
const EDGE: f32 = 7.0;

/// The island with a jetty at this segment.
pub(super) fn svg(jetty: Segment) -> String {
    let mut svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">"#);
    sea(&mut svg);
    step(&mut svg, BEACH, 0.9, Ink::SandDark, Ink::Sand);
    ridges(&mut svg, GRASSLAND, BEACH - 6.0, Ink::SandDark);
    planks(&mut svg, jetty);
    step(&mut svg, GRASSLAND, 2.1, Ink::GrassDark, Ink::Grass);
    ridges(&mut svg, FOREST, GRASSLAND - 5.0, Ink::GrassDark);
    step(&mut svg, FOREST, 3.6, Ink::ForestDark, Ink::Forest);
    ridges(&mut svg, MOUNTAIN, FOREST - 5.0, Ink::ForestDark);
    step(&mut svg, MOUNTAIN, 5.2, Ink::MountainDark, Ink::Mountain);
    ridges(&mut svg, CRATER, MOUNTAIN - 4.0, Ink::MountainDark);
    for segment in Segment::all() {
        sites(&mut svg, segment);
    }
    for ridge in 0..6 {
        wilderness(&mut svg, angle(Segment::default()) + FRAC_PI_3 * (real(ridge) + 0.5));
    }
    crater(&mut svg);
    svg.push_str("</svg>");
    svg
}

fn hex(ink: Ink) -> String {
    to_hex(ink.rgb(Look::Calm))
}

/// Adds a shape. Writing to a text cannot fail.
fn add(svg: &mut String, shape: std::fmt::Arguments<'_>) {
    let _ = svg.write_fmt(shape);
}

fn circle(svg: &mut String, (x, y): Point, radius: f32, ink: Ink) {
    add(svg, format_args!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{}"/>"#, hex(ink)));
}

fn line(svg: &mut String, path: &str, thick: f32, ink: Ink) {
    add(
        svg,
        format_args!(
            r#"<path d="{path}" fill="none" stroke="{}" stroke-width="{thick}" stroke-linecap="round" stroke-linejoin="round"/>"#,
            hex(ink)
        ),
    );
}

fn area(svg: &mut String, path: &str, ink: Ink) {
    add(svg, format_args!(r#"<path d="{path}" fill="{}"/>"#, hex(ink)));
}

/// A coast: a circle that nature made.
fn coast(radius: f32, phase: f32, (right, down): Point) -> String {
    let mut path = String::new();
    for corner in 0..CORNERS {
        let angle = std::f32::consts::TAU * real(corner) / real(CORNERS);
        let rough = 2.6 * (5.0 * angle + phase).sin()
            + 1.8 * (9.0 * angle + 2.0 * phase).sin()
            + (17.0 * angle).sin();
        let (x, y) = polar(angle, radius + rough);
        add(
            &mut path,
            format_args!("{}{:.1} {:.1}", if corner == 0 { 'M' } else { 'L' }, x + right, y + down),
        );
    }
    path + "Z"
}

fn step(svg: &mut String, radius: f32, phase: f32, dark: Ink, pale: Ink) {
    area(svg, &coast(radius, phase, (EDGE * 0.5, EDGE)), dark);
    area(svg, &coast(radius, phase, (0.0, 0.0)), pale);
}

/// The borders of the segments on a terrain.
fn ridges(svg: &mut String, from: f32, to: f32, ink: Ink) {
    for segment in Segment::all() {
        let ridge = angle(segment) + FRAC_PI_3 / 2.0;
        let ((x, y), (to_x, to_y)) = (polar(ridge, from), polar(ridge, to));
        line(svg, &format!("M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}"), 5.0, ink);
    }
}

fn sea(svg: &mut String) {
    area(svg, &format!("M{SHEETS} 0H{WIDTH}V{HEIGHT}H{SHEETS}Z"), Ink::Sea);
    area(svg, &coast(SHALLOWS + 8.0, 0.2, (0.0, 0.0)), Ink::Foam);
    area(svg, &coast(SHALLOWS, 0.2, (0.0, 0.0)), Ink::Shallow);
    area(svg, &coast(BEACH + 13.0, 0.9, (2.0, 4.0)), Ink::Foam);
    for at in
        [(70.0, 250.0), (52.0, 990.0), (370.0, 1166.0), (1118.0, 236.0), (1128.0, 990.0), (818.0, 1166.0)]
    {
        wave(svg, at);
    }
    for segment in Segment::all() {
        border(svg, angle(segment) + FRAC_PI_3 / 2.0);
        // The way of the boat.
        let border = angle(segment) + FRAC_PI_3 / 2.0;
        for ahead in [-0.02, 0.02] {
            let tips = [
                polar(border + ahead - 0.022, 528.0),
                polar(border + ahead, 546.0),
                polar(border + ahead - 0.022, 564.0),
            ];
            let [one, tip, other] = tips.map(|(x, y)| format!("{x:.1} {y:.1}"));
            line(svg, &format!("M{one}L{tip}L{other}"), 7.0, Ink::Foam);
        }
    }
}

fn wave(svg: &mut String, (x, y): Point) {
    let crests = "q9 -13 18 0q9 13 18 0q9 -13 18 0";
    line(svg, &format!("M{:.1} {y:.1}{crests}", x - 27.0), 5.0, Ink::Shallow);
    line(svg, &format!("M{:.1} {:.1}{crests}", x - 9.0, y + 20.0), 5.0, Ink::Shallow);
}

/// A jetty from the beach to the boat.
fn planks(svg: &mut String, segment: Segment) {
    let turn = angle(segment).to_degrees();
    let (x, y) = MIDDLE;
    add(svg, format_args!(r#"<g transform="translate({x} {y}) rotate({turn:.2})">"#));
    for along in [-30, 24] {
        add(
            svg,
            format_args!(r#"<rect x="404" y="{along}" width="96" height="7" fill="{}"/>"#, hex(Ink::Ink)),
        );
    }
    for plank in 0..6 {
        let out = 408 + plank * 15;
        let ink = if plank % 2 == 0 { Ink::WoodLight } else { Ink::Wood };
        add(
            svg,
            format_args!(
                r#"<rect x="{out}" y="{}" width="13" height="78" rx="3" fill="{}" stroke="{}" stroke-width="3"/>"#,
                -39 - plank % 3,
                hex(ink),
                hex(Ink::Ink)
            ),
        );
    }
    svg.push_str("</g>");
}

/// Where statues and shamans may stand: a terrace.
fn sites(svg: &mut String, segment: Segment) {
    for (terrain, ink) in Terrain::ALL.into_iter().zip([Ink::GrassDark, Ink::ForestDark, Ink::MountainDark]) {
        let site = Site { segment, terrain };
        let ((x, y), (to_x, to_y)) = (layout::statue(site), layout::shaman(Shaman::At(site)));
        line(svg, &format!("M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}"), 50.0, ink);
    }
}

/// The border of two segments on the water.
fn border(svg: &mut String, angle: f32) {
    for out in [BEACH + 24.0, 584.0, 602.0, 620.0] {
        circle(svg, polar(angle, out), 4.0, Ink::Foam);
    }
}

/// What grows and lies along a border, where no piece stands.
fn wilderness(svg: &mut String, border: f32) {
    let grass = height(Terrain::Grassland);
    for (turn, out) in
        [(-0.10, grass - 18.0), (0.09, grass + 10.0), (-0.07, grass + 26.0), (0.16, grass - 12.0)]
    {
        tuft(svg, polar(border + turn, out));
    }
    let forest = height(Terrain::Forest);
    let mut trees: Vec<Point> = [(-0.16, 14.0), (-0.06, -20.0), (0.03, 20.0), (0.13, -12.0), (0.21, 22.0)]
        .into_iter()
        .map(|(turn, out)| polar(border + turn, forest + out))
        .collect();
    trees.sort_by(|one, other| one.1.total_cmp(&other.1));
    for at in trees {
        tree(svg, at);
    }
    let mountain = height(Terrain::Mountain);
    rock(svg, polar(border, mountain + 20.0));
    let (x, y) = polar(border, GRASSLAND + 30.0);
    area(svg, &format!("M{:.1} {:.1}q4 -18 18 -16q16 2 16 16z", x - 17.0, y + 8.0), Ink::StoneDark);
    area(svg, &format!("M{:.1} {:.1}q3 -12 12 -12q9 1 11 12z", x - 14.0, y + 5.0), Ink::Stone);
}

fn tuft(svg: &mut String, (x, y): Point) {
    line(
        svg,
        &format!("M{x:.1} {y:.1}q-2 -9 -9 -12M{x:.1} {y:.1}v-16M{x:.1} {y:.1}q2 -9 9 -12"),
        4.0,
        Ink::GrassDark,
    );
}

fn tree(svg: &mut String, (x, y): Point) {
    circle(svg, (x, y + 4.0), 19.0, Ink::Ink);
    circle(svg, (x, y), 18.0, Ink::ForestDark);
    circle(svg, (x, y), 15.5, Ink::GrassDark);
    circle(svg, (x - 4.0, y - 5.0), 8.0, Ink::Grass);
}

fn rock(svg: &mut String, (x, y): Point) {
    area(svg, &format!("M{:.1} {:.1}l20 -36l20 36z", x - 20.0, y + 16.0), Ink::Crater);
    area(svg, &format!("M{:.1} {:.1}l16 -30v30z", x - 16.0, y + 14.0), Ink::Stone);
    area(svg, &format!("M{x:.1} {:.1}v30h16z", y - 16.0), Ink::MountainDark);
    area(svg, &format!("M{x:.1} {:.1}l-8 15l5 -2l3 5l3 -5l5 2z", y - 16.0), Ink::White);
}

/// The crater: a rim, the dark, and fire in the middle.
fn crater(svg: &mut String) {
    circle(svg, (MIDDLE.0 + 2.0, MIDDLE.1 + 4.0), CRATER + 4.0, Ink::Ink);
    circle(svg, MIDDLE, CRATER + 2.0, Ink::MountainDark);
    circle(svg, MIDDLE, CRATER - 6.0, Ink::Crater);
    for segment in Segment::all() {
        circle(svg, layout::lava(segment), 23.0, Ink::Ink);
        circle(svg, layout::lava(segment), 20.0, Ink::Crater);
    }
    circle(svg, MIDDLE, 24.0, Ink::Lava);
    circle(svg, MIDDLE, 17.0, Ink::LavaBright);
    circle(svg, MIDDLE, 9.0, Ink::Glow);
}
