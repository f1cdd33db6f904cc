//! Inks and seats' colours.

use image::Rgb;
use lanai_render::colour::{contrast_ratio, from_hex, to_hex};
use lanai_render::{Ink, Look};

#[test]
fn colours_are_read_from_six_digits_and_from_nothing_else() {
    assert_eq!(from_hex("22303c"), Some(Rgb([0x22, 0x30, 0x3c])));
    assert_eq!(from_hex("FFaa00"), Some(Rgb([0xff, 0xaa, 0])));
    for wrong in [
        "", "22303", "22303cc", "22303g", "#22303", "+2303c", "é2303",
    ] {
        assert_eq!(from_hex(wrong), None, "{wrong}");
    }
    assert_eq!(to_hex(Rgb([0x22, 0x30, 0x3c])), "#22303c");
}

#[test]
fn contrast_is_that_of_the_guidelines_for_the_web() {
    let (black, white) = (Rgb([0; 3]), Rgb([255; 3]));
    let near =
        |got: f32, expected: f32| assert!((got - expected).abs() < 0.01, "{got}, not {expected}");
    near(contrast_ratio(black, white), 21.0);
    near(contrast_ratio(white, black), 21.0);
    near(contrast_ratio(white, white), 1.0);
    // Published examples: the palest grey that is readable on white, and pure red.
    near(contrast_ratio(Rgb([0x76; 3]), white), 4.54);
    near(contrast_ratio(Rgb([255, 0, 0]), white), 4.0);
}

#[test]
fn letters_are_read_on_every_sheet() {
    for look in Look::ALL {
        for ground in [
            Ink::Paper,
            Ink::PaperShade,
            Ink::White,
            Ink::Foam,
            Ink::Sand,
        ] {
            for ink in [Ink::Ink, Ink::InkSoft] {
                let reads = contrast_ratio(ink.rgb(look), ground.rgb(look));
                assert!(reads >= 4.5, "{ink:?} on {ground:?}: {reads}");
            }
        }
    }
}
