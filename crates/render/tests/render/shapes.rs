//! Shapes with soft edges. The reference samples many points of each pixel.

use lanai_render::{Canvas, Ink, Look, Point};

use super::{palette, pixels_of};

const SIZE: u32 = 48;
/// The number of samples of a pixel in each direction.
const POINTS: u8 = 16;

type Draw = fn(&mut Canvas);
type Inside = fn(f32, f32) -> bool;

fn outside_of_a_box(
    x: f32,
    y: f32,
    Point(left, top): Point,
    Point(right, bottom): Point,
    radius: f32,
) -> bool {
    let x = (left + radius - x).max(x - right + radius).max(0.0);
    let y = (top + radius - y).max(y - bottom + radius).max(0.0);
    (x * x + y * y).sqrt() > radius
}

fn from_line(x: f32, y: f32, Point(ax, ay): Point, Point(bx, by): Point) -> f32 {
    let (wx, wy) = (bx - ax, by - ay);
    let along = (((x - ax) * wx + (y - ay) * wy) / (wx * wx + wy * wy).max(1e-9)).clamp(0.0, 1.0);
    ((x - ax - along * wx).powi(2) + (y - ay - along * wy).powi(2)).sqrt()
}

const SHAPES: [(&str, Draw, Inside); 13] = [
    (
        "a circle",
        |c| c.fill_circle(Point(20.0, 21.5), 13.25, Ink::Ink),
        |x, y| from_line(x, y, Point(20.0, 21.5), Point(20.0, 21.5)) < 13.25,
    ),
    (
        "a circle over a corner",
        |c| c.fill_circle(Point(2.0, 1.0), 9.0, Ink::Ink),
        |x, y| from_line(x, y, Point(2.0, 1.0), Point(2.0, 1.0)) < 9.0,
    ),
    (
        "a small circle",
        |c| c.fill_circle(Point(20.3, 20.6), 2.2, Ink::Ink),
        |x, y| from_line(x, y, Point(20.3, 20.6), Point(20.3, 20.6)) < 2.2,
    ),
    (
        "a ring",
        |c| c.draw_ring(Point(24.0, 24.0), 20.0, 4.5, Ink::Ink),
        |x, y| (15.5..20.0).contains(&from_line(x, y, Point(24.0, 24.0), Point(24.0, 24.0))),
    ),
    (
        "a ring over the right border",
        |c| c.draw_ring(Point(44.0, 40.0), 12.0, 3.0, Ink::Ink),
        |x, y| (9.0..12.0).contains(&from_line(x, y, Point(44.0, 40.0), Point(44.0, 40.0))),
    ),
    (
        "a box",
        |c| c.fill_rounded_rect(Point(5.0, 6.0), Point(30.0, 20.0), 0.0, Ink::Ink),
        |x, y| (5.0..35.0).contains(&x) && (6.0..26.0).contains(&y),
    ),
    (
        "a box between pixels",
        |c| c.fill_rounded_rect(Point(5.25, 6.5), Point(30.0, 20.25), 0.0, Ink::Ink),
        |x, y| (5.25..35.25).contains(&x) && (6.5..26.75).contains(&y),
    ),
    (
        "a rounded box",
        |c| c.fill_rounded_rect(Point(4.0, 5.0), Point(40.0, 30.0), 8.0, Ink::Ink),
        |x, y| !outside_of_a_box(x, y, Point(4.0, 5.0), Point(44.0, 35.0), 8.0),
    ),
    (
        "a rounded box over all borders",
        |c| c.fill_rounded_rect(Point(-4.0, -5.0), Point(56.0, 58.0), 14.0, Ink::Ink),
        |x, y| !outside_of_a_box(x, y, Point(-4.0, -5.0), Point(52.0, 53.0), 14.0),
    ),
    (
        "a frame",
        |c| c.draw_frame(Point(4.0, 5.0), Point(40.0, 30.0), 8.0, 3.0, Ink::Ink),
        |x, y| {
            !outside_of_a_box(x, y, Point(4.0, 5.0), Point(44.0, 35.0), 8.0)
                && outside_of_a_box(x, y, Point(7.0, 8.0), Point(41.0, 32.0), 5.0)
        },
    ),
    (
        "a line",
        |c| c.draw_line(&[Point(8.0, 40.0), Point(41.0, 9.0)], 5.0, Ink::Ink),
        |x, y| from_line(x, y, Point(8.0, 40.0), Point(41.0, 9.0)) < 2.5,
    ),
    (
        "a flat line over both sides",
        |c| c.draw_line(&[Point(-9.0, 20.0), Point(60.0, 20.5)], 4.0, Ink::Ink),
        |x, y| from_line(x, y, Point(-9.0, 20.0), Point(60.0, 20.5)) < 2.0,
    ),
    (
        "a steep line over top and bottom",
        |c| c.draw_line(&[Point(20.0, -9.0), Point(31.0, 70.0)], 6.0, Ink::Ink),
        |x, y| from_line(x, y, Point(20.0, -9.0), Point(31.0, 70.0)) < 3.0,
    ),
];

/// Returns the share of a pixel that is inside.
fn share(inside: Inside, x: i32, y: i32) -> f32 {
    let mut count = 0_u16;
    for down in 0..POINTS {
        for right in 0..POINTS {
            let x = x as f32 + (f32::from(right) + 0.5) / f32::from(POINTS);
            let y = y as f32 + (f32::from(down) + 0.5) / f32::from(POINTS);
            count += u16::from(inside(x, y));
        }
    }
    f32::from(count) / f32::from(POINTS).powi(2)
}

#[test]
fn shapes_cover_what_they_should() {
    let palette = palette(Look::Calm);
    let (ink, paper) = (Ink::Ink.rgb(Look::Calm), Ink::White.rgb(Look::Calm));
    for (name, draw, inside) in SHAPES {
        let mut canvas = Canvas::new(palette, SIZE, SIZE, Ink::White);
        draw(&mut canvas);
        let mut drawn = 0;
        for (at, is) in pixels_of(&canvas) {
            let share = share(inside, at.0, at.1);
            drawn += usize::from(is == ink);
            if share <= 0.0 {
                assert_eq!(is, paper, "{name} at {at:?}");
            } else if share >= 1.0 {
                assert_eq!(is, ink, "{name} at {at:?}");
            } else {
                let part = 255.0 - share * (255.0 - f32::from(ink.0[1]));
                let off = (f32::from(is.0[1]) - part).abs();
                assert!(off < 40.0, "{name} at {at:?}: {share} covered, but {is:?}");
            }
        }
        assert!(drawn > 0, "{name}");
    }
}

#[test]
fn what_makes_no_sense_draws_nothing_and_ends() {
    let mut canvas = Canvas::new(palette(Look::Calm), 20, 20, Ink::White);
    let before = canvas.numbers().clone();
    for (from, to) in [
        (Point(f32::NAN, 0.0), Point(9.0, 9.0)),
        (Point(1e9, 1e9), Point(2e9, 2e9)),
        (Point(5.0, -1e9), Point(f32::INFINITY, -1e9)),
    ] {
        canvas.draw_line(&[from, to], 2.0, Ink::Ink);
        canvas.draw_dashes(&[from, to], 2.0, Point(0.0, 0.0), Ink::Ink);
    }
    canvas.fill_circle(Point(-100.0, 5.0), 20.0, Ink::Ink);
    canvas.fill_rounded_rect(Point(5.0, 5.0), Point(f32::NAN, 9.0), 2.0, Ink::Ink);
    assert_eq!(canvas.numbers(), &before);
}
