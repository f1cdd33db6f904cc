//! The drawing core: compared pixel by pixel with plain ways to draw the same.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]
#![expect(
    clippy::cast_precision_loss,
    reason = "pictures are small: places are exact as measures"
)]

mod canvas;
mod chart;
mod choices;
mod colours;
mod eyes;
mod film;
mod fonts;
mod games;
mod golden;
mod haleakala;
mod hawaii;
mod palette;
mod pieces;
mod png;
mod primer;
mod shapes;
mod standings;
mod stats;
mod turns;

use lanai_render::{Canvas, Ink, Look, Palette, Point, Theme};
use std::sync::{Arc, LazyLock};

use image::{GenericImageView as _, Rgb};

/// The assets of a look, opened once for all tests.
pub(crate) fn theme(look: Look) -> &'static Theme {
    static STUDIOS: LazyLock<[Theme; 2]> =
        LazyLock::new(|| Look::ALL.map(|look| Theme::open(look).unwrap()));
    &STUDIOS[look as usize]
}

/// The palette of a look.
pub(crate) fn palette(look: Look) -> &'static Arc<Palette> {
    theme(look).palette()
}

/// Returns a canvas on which no two neighbours are alike, so that misplaced pixels are noticed.
pub(crate) fn motley(width: u32, height: u32) -> Canvas {
    let mut canvas = Canvas::new(palette(Look::Calm), width, height, Ink::Paper);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let number = usize::try_from(x * 7 + y * 13).unwrap() % Ink::ALL.len();
        canvas.fill_rounded_rect(
            Point(x as f32, y as f32),
            Point(1.0, 1.0),
            0.0,
            Ink::ALL[number],
        );
    }
    canvas
}

/// Returns all pixels with their positions.
pub(crate) fn pixels_of(canvas: &Canvas) -> Vec<((i32, i32), Rgb<u8>)> {
    canvas
        .pixels()
        .map(|(x, y, colour)| {
            let place = (i32::try_from(x).unwrap(), i32::try_from(y).unwrap());
            (place, colour)
        })
        .collect()
}

/// Boxes inside, across each border and corner, covering everything, outside, and empty.
pub(crate) const PLACES: [(i32, i32, i32, i32); 14] = [
    (5, 4, 10, 7),
    (-4, 5, 9, 9),
    (25, 5, 20, 9),
    (6, -5, 9, 9),
    (6, 18, 9, 30),
    (-4, -4, 8, 8),
    (28, 20, 8, 8),
    (-10, -10, 100, 100),
    (-20, 3, 10, 10),
    (40, 3, 10, 10),
    (3, -20, 10, 10),
    (3, 40, 10, 10),
    (3, 3, 0, 5),
    (i32::MAX - 2, i32::MIN + 2, 9, 9),
];
