//! A file shows exactly what is on the canvas, in other decoders.

use image::{GenericImageView as _, Rgb};
use lanai_render::{Canvas, Ink, Look, Point, png};

use super::{motley, palette};

/// Returns the colours of a file as the decoder sees them.
fn read(file: &[u8]) -> (u32, u32, Vec<Rgb<u8>>) {
    let picture = image::load_from_memory_with_format(file, image::ImageFormat::Png)
        .unwrap()
        .into_rgb8();
    (
        picture.width(),
        picture.height(),
        picture.pixels().copied().collect(),
    )
}

/// Returns whether the file of a canvas shows exactly what is on it.
pub(crate) fn comes_back(canvas: &Canvas) -> bool {
    let colours = canvas.pixels().map(|(.., colour)| colour).collect();
    let expected = (canvas.width(), canvas.height(), colours);
    read(&png::encode(canvas)) == expected && read(&png::encode_small(canvas)) == expected
}

#[test]
fn a_file_shows_exactly_what_is_on_the_canvas() {
    for (width, height) in [(1, 1), (3, 2), (64, 48), (257, 3), (2, 300)] {
        assert!(comes_back(&motley(width, height)), "{width} x {height}");
    }
}

#[test]
fn all_numbers_come_back() {
    let mut canvas = Canvas::new(palette(Look::Contrast), 256, 256, Ink::White);
    for at in 0..=255_u8 {
        for x in 0..=255_u8 {
            let ink = Ink::ALL[usize::from(x) % Ink::ALL.len()];
            canvas.blend_rect(Point(x.into(), at.into()), Point(1.0, 1.0), ink, at);
        }
    }
    assert!(comes_back(&canvas));
}

#[test]
fn a_flat_picture_is_a_small_file() {
    let file = png::encode(&Canvas::new(palette(Look::Calm), 1600, 1200, Ink::Sea));
    assert!(file.len() < 12_000, "{}", file.len());
}
