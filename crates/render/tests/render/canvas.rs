//! Rectangles and veils at every border, and a canvas as an image of the crate `image`.

use image::{GenericImageView as _, Rgb, RgbImage, imageops};
use lanai_render::{Canvas, Ink, Look};

use super::{motley, palette};

/// Cropping and resizing with `image` gives what was drawn.
#[test]
fn a_canvas_is_a_picture_to_the_operations_of_image() {
    let canvas = motley(32, 24);
    let whole = RgbImage::from_fn(32, 24, |x, y| {
        let number = canvas.numbers().get_pixel(x, y).0[0];
        canvas.palette().colours()[usize::from(number)]
    });
    assert_eq!(canvas.dimensions(), (32, 24));
    assert!(!canvas.in_bounds(32, 0) && !canvas.in_bounds(0, 24) && canvas.in_bounds(31, 23));
    let [one, other] = [
        imageops::crop_imm(&canvas, 5, 4, 10, 7).to_image(),
        whole.view(5, 4, 10, 7).to_image(),
    ];
    assert_eq!(one, other);
    assert_eq!(
        imageops::thumbnail(&canvas, 8, 6),
        imageops::thumbnail(&whole, 8, 6)
    );
    let flat = Canvas::new(palette(Look::Calm), 9, 9, Ink::Lava);
    assert!(
        imageops::thumbnail(&flat, 3, 3)
            .pixels()
            .all(|pixel: &Rgb<u8>| *pixel == Ink::Lava.rgb(Look::Calm))
    );
}
