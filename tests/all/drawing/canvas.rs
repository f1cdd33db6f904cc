//! Rectangles, veils and canvases on canvases, at every border.

use lanai::drawing::{Canvas, Ink, Look};

use super::{PLACES, motley, palette, pixels};

fn inside((left, top, width, height): (i32, i32, i32, i32), (x, y): (i32, i32)) -> bool {
    let within = |at: i32, from: i32, size: i32| {
        (i64::from(from)..i64::from(from) + i64::from(size)).contains(&i64::from(at))
    };
    within(x, left, width) && within(y, top, height)
}

#[test]
fn a_rectangle_fills_what_lies_on_the_canvas_and_nothing_else() {
    for place in PLACES {
        let before = motley(32, 24);
        let mut after = before.clone();
        after.rect(place.0, place.1, place.2, place.3, Ink::Lava);
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
        after.veil(place.0, place.1, place.2, place.3, Ink::White, 100);
        for (((at, was), (_, is)), number) in
            pixels(&before).into_iter().zip(pixels(&after)).zip(before.pixels())
        {
            let veiled = palette.blend(*number, Ink::White.rgb(Look::Calm), 100);
            let expected = if inside(place, at) { palette.colours()[usize::from(veiled)] } else { was };
            assert_eq!(is, expected, "{place:?} at {at:?}");
        }
    }
}

#[test]
fn a_canvas_on_a_canvas_is_cut_at_every_border() {
    for (left, top, width, height) in PLACES {
        let mut upper = motley(u32::try_from(width).unwrap(), u32::try_from(height).unwrap());
        upper.rect(1, 1, 3, 2, Ink::White);
        let before = Canvas::new(palette(Look::Calm), 32, 24, Ink::Night);
        let mut after = before.clone();
        after.paste(&upper, left, top);
        for ((x, y), is) in pixels(&after) {
            let above = inside((left, top, width, height), (x, y)).then(|| upper.pixel(x - left, y - top));
            let expected = above.flatten().unwrap_or(Ink::Night.rgb(Look::Calm));
            assert_eq!(is, expected, "at {x}, {y}");
        }
    }
}

#[test]
fn outside_of_the_canvas_there_is_no_pixel() {
    let canvas = motley(3, 2);
    for (x, y) in [(-1, 0), (0, -1), (3, 0), (0, 2), (i32::MAX, i32::MAX), (i32::MIN, i32::MIN)] {
        assert_eq!(canvas.pixel(x, y), None);
    }
    assert!(canvas.pixel(2, 1).is_some());
}
