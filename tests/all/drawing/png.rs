//! What is written can be read, by a reader that is not ours.

use image::{ExtendedColorType, ImageEncoder as _, Rgb};
use lanai::drawing::{Canvas, Ink, Look, png};

use super::{motley, palette, pixels};

/// The colours of a file, as the reader sees them.
fn read(file: &[u8]) -> (u32, u32, Vec<Rgb<u8>>) {
    let picture = image::load_from_memory_with_format(file, image::ImageFormat::Png).unwrap().into_rgb8();
    (picture.width(), picture.height(), picture.pixels().copied().collect())
}

#[test]
fn a_file_shows_exactly_what_is_on_the_canvas() {
    for (width, height) in [(1, 1), (3, 2), (64, 48), (257, 3), (2, 300)] {
        let canvas = motley(width, height);
        let colours: Vec<Rgb<u8>> = pixels(&canvas).into_iter().map(|(_, colour)| colour).collect();
        assert_eq!(read(&png::encode(&canvas)), (width, height, colours));
    }
}

#[test]
fn all_numbers_come_back() {
    let mut canvas = Canvas::new(palette(Look::Contrast), 256, 256, Ink::White);
    for at in 0..=255_u8 {
        for x in 0..=255_u8 {
            let ink = Ink::ALL[usize::from(x) % Ink::ALL.len()];
            canvas.veil((x.into(), at.into()), (1.0, 1.0), ink, at);
        }
    }
    let colours: Vec<Rgb<u8>> = pixels(&canvas).into_iter().map(|(_, colour)| colour).collect();
    for level in [1, 6, 12] {
        assert_eq!(read(&png::encode_at(&canvas, level)), (256, 256, colours.clone()));
    }
}

#[test]
fn a_flat_picture_is_a_small_file() {
    let file = png::encode(&Canvas::new(palette(Look::Calm), 1600, 1200, Ink::Sea));
    assert!(file.len() < 12_000, "{}", file.len());
}

/// A picture in colours has no numbers: it is refused, and not written as something else.
#[test]
fn only_numbers_are_written() {
    let mut file = Vec::new();
    let encoder = png::IndexedPng::new(&mut file, palette(Look::Calm));
    assert!(encoder.write_image(&[0; 12], 2, 2, ExtendedColorType::Rgb8).is_err());
    assert!(file.is_empty());
}
