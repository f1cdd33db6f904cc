//! The palette: named colours exactly, others by the nearest one.

use image::{Rgb, imageops::ColorMap as _};
use lanai_render::{Colour, Look, Palette, Theme, colour::mix_toward};
use proptest::prelude::*;

use super::palette;

/// The weighted distance of colours, implemented a second time.
fn far(one: Rgb<u8>, other: Rgb<u8>) -> i64 {
    let [r, g, b] = [0, 1, 2].map(|part| i64::from(one.0[part]) - i64::from(other.0[part]));
    2 * r.pow(2) + 4 * g.pow(2) + 3 * b.pow(2)
}

fn least(palette: &Palette, colour: Rgb<u8>) -> i64 {
    palette
        .colours()
        .iter()
        .map(|other| far(colour, *other))
        .min()
        .unwrap()
}

/// Returns the centre of the colours that the table treats as one.
fn table(colour: Rgb<u8>) -> Rgb<u8> {
    Rgb(colour
        .0
        .map(|part| (part & 0xf8) | (part >> 7 << 2) | (part >> 6 & 1) << 1 | (part >> 5 & 1)))
}

#[test]
fn every_named_colour_is_there_exactly() {
    for look in Look::ALL {
        for (colour, rgb) in Colour::all_with_rgb(look) {
            assert_eq!(palette(look).rgb(colour), rgb);
            assert_eq!(
                palette(look).colours()[usize::from(palette(look).find_nearest(rgb))],
                rgb
            );
            assert_eq!(
                palette(look).lookup(palette(look).index_of(&rgb)),
                Some(rgb)
            );
        }
    }
}

#[test]
fn the_same_demand_gives_the_same_palette() {
    let again = Theme::open(Look::Calm).unwrap();
    assert_eq!(again.palette().colours(), palette(Look::Calm).colours());
}

proptest! {
    #[test]
    fn what_is_found_is_nearest(parts in any::<[u8; 3]>()) {
        let (palette, colour) = (palette(Look::Calm), Rgb(parts));
        let found = palette.colours()[usize::from(palette.find_nearest(colour))];
        prop_assert_eq!(far(colour, found), least(palette, colour));
        let found = palette.colours()[usize::from(palette.find_near(colour))];
        prop_assert_eq!(far(table(colour), found), least(palette, table(colour)));
    }

    #[test]
    fn a_blend_is_the_nearest_colour_to_the_mix(below in 0..160_u8, above in any::<[u8; 3]>(), alpha: u8) {
        let palette = palette(Look::Contrast);
        let under = palette.colours()[usize::from(below)];
        let share = f64::from(alpha) / 255.0;
        let mix: Vec<f64> = (0..3)
            .map(|at| (f64::from(under.0[at]) * (1.0 - share) + f64::from(above[at]) * share).round())
            .collect();
                let mix = Rgb([0, 1, 2].map(|at| (0..=255_u8).find(|part| f64::from(*part) >= mix[at]).unwrap()));
        prop_assert_eq!(mix_toward(under, Rgb(above), alpha), mix);
        let seen = palette.colours()[usize::from(palette.blend(below, Rgb(above), alpha))];
        prop_assert_eq!(far(table(mix), seen), least(palette, table(mix)));
    }
}
