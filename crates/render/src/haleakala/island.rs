//! The ground: sea, coast and slopes, as an SVG in the inks of the calm look. Each terrain is drawn
//! a step higher than the one around it, with a dark edge at its lower right.

use std::f32::consts::{FRAC_PI_3, TAU};

use super::layout::{
    self, BEACH_RADIUS, CRATER_RADIUS, FOREST_RADIUS, GRASSLAND_RADIUS, MIDDLE, MOUNTAIN_RADIUS,
    SHALLOWS_RADIUS, SHEETS_LEFT, polar_to_point, segment_angle, terrain_radius,
};
use crate::colour::to_hex;
use crate::{HEIGHT, Ink, Look, Point, WIDTH, to_f32};
use lanai_rules::haleakala::board::{Segment, Shaman, Site, Terrain};

/// The number of points of a coastline, enough for a smooth curve.
const COAST_POINTS: i32 = 240;

/// How far the dark edge of a terrain is shifted downward; it is shifted half as far to the right.
const EDGE_OFFSET: f32 = 7.0;

/// Returns the SVG of the island with a jetty at this segment.
pub(super) fn island_svg(jetty: Segment) -> String {
    let first = segment_angle(Segment::default());
    let wildernesses =
        (0..6).map(|ridge| svg_wilderness(first + FRAC_PI_3 * (to_f32(ridge) + 0.5)));
    let parts = [
        svg_sea(),
        svg_terrain(BEACH_RADIUS, 0.9, Ink::SandDark, Ink::Sand),
        svg_borders(GRASSLAND_RADIUS, BEACH_RADIUS - 6.0, Ink::SandDark),
        svg_jetty(jetty),
        svg_terrain(GRASSLAND_RADIUS, 2.1, Ink::GrassDark, Ink::Grass),
        svg_borders(FOREST_RADIUS, GRASSLAND_RADIUS - 5.0, Ink::GrassDark),
        svg_terrain(FOREST_RADIUS, 3.6, Ink::ForestDark, Ink::Forest),
        svg_borders(MOUNTAIN_RADIUS, FOREST_RADIUS - 5.0, Ink::ForestDark),
        svg_terrain(MOUNTAIN_RADIUS, 5.2, Ink::MountainDark, Ink::Mountain),
        svg_borders(CRATER_RADIUS, MOUNTAIN_RADIUS - 4.0, Ink::MountainDark),
        Segment::all().map(svg_sites).collect(),
        wildernesses.collect(),
        svg_crater(),
    ];
    let parts = parts.concat();
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{parts}</svg>"#
    )
}

fn svg_colour(ink: Ink) -> String {
    to_hex(ink.rgb(Look::Calm))
}

fn svg_circle(Point(x, y): Point, radius: f32, ink: Ink) -> String {
    format!(
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{}"/>"#,
        svg_colour(ink)
    )
}

fn svg_line(path: &str, width: f32, ink: Ink) -> String {
    let round_style = r#"fill="none" stroke-linecap="round" stroke-linejoin="round""#;
    format!(
        r#"<path d="{path}" {round_style} stroke="{}" stroke-width="{width}"/>"#,
        svg_colour(ink)
    )
}

fn svg_area(path: &str, ink: Ink) -> String {
    format!(r#"<path d="{path}" fill="{}"/>"#, svg_colour(ink))
}

fn svg_path(points: &[Point]) -> String {
    let commands = points.iter().enumerate().map(|(index, Point(x, y))| {
        let command = if index == 0 { 'M' } else { 'L' };
        format!("{command}{x:.1} {y:.1}")
    });
    commands.collect()
}

/// Returns an irregular circle as SVG path data, shifted by the given point.
fn coast_path(radius: f32, phase: f32, Point(right, down): Point) -> String {
    let corners = (0..COAST_POINTS).map(|corner| {
        let angle = TAU * to_f32(corner) / to_f32(COAST_POINTS);
        let rough = 2.6 * (5.0 * angle + phase).sin()
            + 1.8 * (9.0 * angle + 2.0 * phase).sin()
            + (17.0 * angle).sin();
        let Point(x, y) = polar_to_point(angle, radius + rough);
        Point(x + right, y + down)
    });
    svg_path(&corners.collect::<Vec<_>>()) + "Z"
}

fn svg_terrain(radius: f32, phase: f32, dark: Ink, pale: Ink) -> String {
    svg_area(
        &coast_path(radius, phase, Point(EDGE_OFFSET * 0.5, EDGE_OFFSET)),
        dark,
    ) + &svg_area(&coast_path(radius, phase, Point(0.0, 0.0)), pale)
}

/// Returns the angle of the border between a segment and the next one clockwise.
fn segment_border(segment: Segment) -> f32 {
    segment_angle(segment) + FRAC_PI_3 / 2.0
}

/// Returns lines along the borders of all segments, between two radii.
fn svg_borders(from: f32, to: f32, ink: Ink) -> String {
    Segment::all()
        .map(|segment| {
            let ends = [from, to].map(|radius| polar_to_point(segment_border(segment), radius));
            svg_line(&svg_path(&ends), 5.0, ink)
        })
        .collect()
}

fn svg_sea() -> String {
    let waves = [
        Point(60.0, 220.0),
        Point(50.0, 846.0),
        Point(1040.0, 220.0),
        Point(1050.0, 846.0),
    ];
    let parts = [
        svg_area(
            &format!("M{SHEETS_LEFT} 0H{WIDTH}V{HEIGHT}H{SHEETS_LEFT}Z"),
            Ink::Sea,
        ),
        svg_area(
            &coast_path(SHALLOWS_RADIUS + 8.0, 0.2, Point(0.0, 0.0)),
            Ink::Foam,
        ),
        svg_area(
            &coast_path(SHALLOWS_RADIUS, 0.2, Point(0.0, 0.0)),
            Ink::Shallow,
        ),
        svg_area(
            &coast_path(BEACH_RADIUS + 13.0, 0.9, Point(2.0, 4.0)),
            Ink::Foam,
        ),
        waves.map(svg_wave).concat(),
        Segment::all()
            .map(|segment| svg_buoys(segment_border(segment)))
            .collect(),
    ];
    parts.concat()
}

fn svg_wave(Point(x, y): Point) -> String {
    let crests = "q9 -13 18 0q9 13 18 0q9 -13 18 0";
    svg_line(
        &format!("M{:.1} {y:.1}{crests}", x - 27.0),
        5.0,
        Ink::Shallow,
    ) + &svg_line(
        &format!("M{:.1} {:.1}{crests}", x - 9.0, y + 20.0),
        5.0,
        Ink::Shallow,
    )
}

/// Returns the SVG of the jetty, which leads from the beach to the boat.
fn svg_jetty(segment: Segment) -> String {
    let turn = segment_angle(segment).to_degrees();
    let Point(x, y) = MIDDLE;
    let ink = svg_colour(Ink::Ink);
    let mut parts = Vec::new();
    for along in [-30, 24] {
        parts.push(format!(
            r#"<rect x="350" y="{along}" width="84" height="7" fill="{ink}"/>"#
        ));
    }
    for plank in 0..6 {
        let out = 354 + plank * 13;
        let along = -36 - plank % 3;
        let wood = if plank % 2 == 0 {
            Ink::WoodLight
        } else {
            Ink::Wood
        };
        parts.push(format!(
            r#"<rect x="{out}" y="{along}" width="12" height="72" rx="3" fill="{}" stroke="{ink}" stroke-width="3"/>"#,
            svg_colour(wood)
        ));
    }
    let parts = parts.concat();
    format!(r#"<g transform="translate({x} {y}) rotate({turn:.2})">{parts}</g>"#)
}

/// Returns the SVG of the terraces of a segment, on which statues and shamans stand.
fn svg_sites(segment: Segment) -> String {
    let inks = [Ink::GrassDark, Ink::ForestDark, Ink::MountainDark];
    let mut terraces = String::new();
    for (terrain, ink) in Terrain::ALL.into_iter().zip(inks) {
        let site = Site { segment, terrain };
        let ends = [
            layout::statue_position(site),
            layout::shaman_position(Shaman::At(site)),
        ];
        terraces += &svg_line(&svg_path(&ends), 46.0, ink);
    }
    terraces
}

/// Returns the SVG of buoys along the border of two segments, and of arrows in the direction of the
/// boat.
fn svg_buoys(angle: f32) -> String {
    let mut parts = String::new();
    for radius in [BEACH_RADIUS + 20.0, 508.0, 524.0, 540.0] {
        parts += &svg_circle(polar_to_point(angle, radius), 4.0, Ink::Foam);
    }
    for turn in [-0.02, 0.02] {
        let tip = [(-0.025, 454.0), (0.0, 472.0), (-0.025, 490.0)]
            .map(|(back, radius)| polar_to_point(angle + turn + back, radius));
        parts += &svg_line(&svg_path(&tip), 7.0, Ink::Foam);
    }
    parts
}

/// Returns the SVG of plants and rocks along a border, where no piece can be.
fn svg_wilderness(border: f32) -> String {
    let grass = terrain_radius(Terrain::Grassland);
    let forest = terrain_radius(Terrain::Forest);
    let tufts = [
        (-0.10, grass - 16.0),
        (0.09, grass + 8.0),
        (-0.07, grass + 20.0),
        (0.16, grass - 10.0),
    ];
    let tufts = tufts.map(|(turn, out)| svg_tuft(polar_to_point(border + turn, out)));
    let mut trees = [
        (-0.15, 12.0),
        (-0.05, -16.0),
        (0.03, 17.0),
        (0.13, -10.0),
        (0.21, 18.0),
    ]
    .map(|(turn, out)| polar_to_point(border + turn, forest + out));
    trees.sort_by(|one, other| one.1.total_cmp(&other.1));
    let Point(x, y) = polar_to_point(border, GRASSLAND_RADIUS + 30.0);
    let stone = [
        svg_area(
            &format!("M{:.1} {:.1}q4 -18 18 -16q16 2 16 16z", x - 17.0, y + 8.0),
            Ink::StoneDark,
        ),
        svg_area(
            &format!("M{:.1} {:.1}q3 -12 12 -12q9 1 11 12z", x - 14.0, y + 5.0),
            Ink::Stone,
        ),
    ];
    let rock = svg_rock(polar_to_point(
        border,
        terrain_radius(Terrain::Mountain) + 18.0,
    ));
    [
        tufts.concat(),
        trees.map(svg_tree).concat(),
        rock,
        stone.concat(),
    ]
    .concat()
}

fn svg_tuft(Point(x, y): Point) -> String {
    let at = format!("M{x:.1} {y:.1}");
    svg_line(
        &format!("{at}q-2 -9 -9 -12{at}v-16{at}q2 -9 9 -12"),
        4.0,
        Ink::GrassDark,
    )
}

fn svg_tree(Point(x, y): Point) -> String {
    let crowns = [
        (Point(x, y + 3.0), 16.0, Ink::Ink),
        (Point(x, y), 15.0, Ink::ForestDark),
        (Point(x, y), 13.0, Ink::GrassDark),
        (Point(x - 3.0, y - 4.0), 7.0, Ink::Grass),
    ];
    crowns
        .map(|(at, radius, ink)| svg_circle(at, radius, ink))
        .concat()
}

fn svg_rock(Point(x, y): Point) -> String {
    let parts = [
        svg_area(
            &format!("M{:.1} {:.1}l20 -36l20 36z", x - 20.0, y + 16.0),
            Ink::Crater,
        ),
        svg_area(
            &format!("M{:.1} {:.1}l16 -30v30z", x - 16.0, y + 14.0),
            Ink::Stone,
        ),
        svg_area(
            &format!("M{x:.1} {:.1}v30h16z", y - 16.0),
            Ink::MountainDark,
        ),
        svg_area(
            &format!("M{x:.1} {:.1}l-8 15l5 -2l3 5l3 -5l5 2z", y - 16.0),
            Ink::White,
        ),
    ];
    parts.concat()
}

/// Returns the SVG of the crater: its rim, its dark inside, and the fire in the middle.
fn svg_crater() -> String {
    let mut vents = String::new();
    for segment in Segment::all() {
        vents += &svg_circle(layout::lava_position(segment), 20.0, Ink::Ink);
        vents += &svg_circle(layout::lava_position(segment), 17.0, Ink::Crater);
    }
    let parts = [
        svg_circle(
            Point(MIDDLE.0 + 2.0, MIDDLE.1 + 4.0),
            CRATER_RADIUS + 4.0,
            Ink::Ink,
        ),
        svg_circle(MIDDLE, CRATER_RADIUS + 2.0, Ink::MountainDark),
        svg_circle(MIDDLE, CRATER_RADIUS - 6.0, Ink::Crater),
        vents,
        svg_circle(MIDDLE, 20.0, Ink::Lava),
        svg_circle(MIDDLE, 14.0, Ink::LavaBright),
        svg_circle(MIDDLE, 7.0, Ink::Glow),
    ];
    parts.concat()
}
