//! Rectangles and veils at every border, and a canvas as a picture of `image`.

use image::{GenericImageView as _, Rgb, RgbImage, imageops};
use lanai::drawing::{Canvas, Ink, Look};

use super::{PLACES, motley, palette, pixels};

fn inside((left, top, width, height): (i32, i32, i32, i32), (x, y): (i32, i32)) -> bool {
    let within = |at: i32, from: i32, size: i32| {
        (i64::from(from)..i64::from(from) + i64::from(size)).contains(&i64::from(at))
    };
    within(x, left, width) && within(y, top, height)
}

fn measures((left, top, width, height): (i32, i32, i32, i32)) -> ((f32, f32), (f32, f32)) {
    ((left as f32, top as f32), (width as f32, height as f32))
}

#[test]
fn a_rectangle_fills_what_lies_on_the_canvas_and_nothing_else() {
    for place in PLACES {
        let before = motley(32, 24);
        let mut after = before.clone();
        let (corner, size) = measures(place);
        after.rounded(corner, size, 0.0, Ink::Lava);
        for ((at, was), (_, is)) in pixels(&before).into_iter().zip(pixels(&after)) {
            let expected = if inside(place, at) { Ink::Lava.rgb(Look::Calm) } else { was };
            assert_eq!(is, expected, "{place:?} at {at:?}");
        }
    }
}

#[test]
fn a_veil_mixes_with_what_lies_below() {
    let palette = palette(Look::Calm);
    for place in PLACES {
        let before = motley(32, 24);
        let mut after = before.clone();
        let (corner, size) = measures(place);
        after.veil(corner, size, Ink::White, 100);
        for (((at, was), (_, is)), number) in
            pixels(&before).into_iter().zip(pixels(&after)).zip(before.numbers().iter())
        {
            let veiled = palette.blend(*number, Ink::White.rgb(Look::Calm), 100);
            let expected = if inside(place, at) { palette.colours()[usize::from(veiled)] } else { was };
            assert_eq!(is, expected, "{place:?} at {at:?}");
        }
    }
}

/// What `image` sees, crops and makes smaller is what was drawn.
#[test]
fn a_canvas_is_a_picture_to_the_operations_of_image() {
    let canvas = motley(32, 24);
    let whole = RgbImage::from_fn(32, 24, |x, y| {
        let number = canvas.numbers().get_pixel(x, y).0[0];
        canvas.palette().colours()[usize::from(number)]
    });
    assert_eq!(canvas.dimensions(), (32, 24));
    assert!(!canvas.in_bounds(32, 0) && !canvas.in_bounds(0, 24) && canvas.in_bounds(31, 23));
    let [one, other] =
        [imageops::crop_imm(&canvas, 5, 4, 10, 7).to_image(), whole.view(5, 4, 10, 7).to_image()];
    assert_eq!(one, other);
    assert_eq!(imageops::thumbnail(&canvas, 8, 6), imageops::thumbnail(&whole, 8, 6));
    let flat = Canvas::new(palette(Look::Calm), 9, 9, Ink::Lava);
    assert!(
        imageops::thumbnail(&flat, 3, 3).pixels().all(|pixel: &Rgb<u8>| *pixel == Ink::Lava.rgb(Look::Calm))
    );
}
