//! Text: its width, its drawing, and what happens if it does not fit.

use image::GenericImageView as _;
use lanai_render::{Canvas, Fonts, Ink, Look, Outline, Point, Style, Weight};
use lanai_rules::Rules as _;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::island::Place;
use lanai_text::{Dictionary, Phrasebook};
use proptest::prelude::*;

use super::{palette, pixels_of, theme};

const STYLE: Style = Weight::Bold.px(32);

fn letters() -> &'static Fonts {
    theme(Look::Calm).fonts()
}

fn sheet() -> Canvas {
    Canvas::new(palette(Look::Calm), 200, 60, Ink::White)
}

/// Returns the bounds of what was drawn: left, top, right and bottom, the last two exclusive.
fn drawn_bounds(canvas: &Canvas) -> Option<(i32, i32, i32, i32)> {
    let white = Ink::White.rgb(Look::Calm);
    let dark: Vec<_> = pixels_of(canvas)
        .into_iter()
        .filter(|(_, is)| *is != white)
        .map(|(at, _)| at)
        .collect();
    let range = |of: fn(&(i32, i32)) -> i32| {
        Some((dark.iter().map(of).min()?, dark.iter().map(of).max()? + 1))
    };
    let ((left, right), (top, bottom)) = (range(|at| at.0)?, range(|at| at.1)?);
    Some((left, top, right, bottom))
}

fn written(text: &str) -> Canvas {
    let mut canvas = sheet();
    letters().draw_text(&mut canvas, text, Point(10.0, 40.0), STYLE, Ink::Ink);
    canvas
}

#[test]
fn what_players_read_is_in_the_family() {
    let needed = "ABCXYZabcxyz0123456789 ’‘ʻ“”„«»…–—×÷−+=·•→←↑↓✓°%&@#!?¡¿\
        āēīōūĀĒĪŌŪ áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ äöüßÄÖÜ ñÑ łŁąę";
    let lacking: String = needed
        .chars()
        .filter(|letter| !letters().has_glyph(*letter))
        .collect();
    assert_eq!(lacking, "");
    for assets in ["en", "fr"] {
        let path = format!(
            "{}/../../assets/words/{assets}.ftl",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = std::fs::read_to_string(path).unwrap();
        // Crossed spears appear only in boards as text; pictures have a piece for them.
        let is_drawable = |it: &char| {
            it.is_control() || it.is_whitespace() || *it == '⚔' || letters().has_glyph(*it)
        };
        let lacking: String = text.chars().filter(|it| !is_drawable(it)).collect();
        assert_eq!(lacking, "", "{assets}");
    }
}

#[test]
fn what_the_family_lacks_is_a_box() {
    let boxed = written("漢");
    let (left, top, right, bottom) = drawn_bounds(&boxed).unwrap();
    assert!(
        right - left >= 12 && bottom - top >= 16,
        "{left} {top} {right} {bottom}"
    );
    let at = |x: i32, y: i32| boxed.get_pixel(u32::try_from(x).unwrap(), u32::try_from(y).unwrap());
    let middle = at(i32::midpoint(left, right), i32::midpoint(top, bottom));
    assert_eq!(middle, Ink::White.rgb(Look::Calm), "a box is empty");
    assert!(
        at(left, top) == Ink::Ink.rgb(Look::Calm),
        "and has a border"
    );
    assert_eq!(
        written("漢").numbers(),
        written("\u{1f34d}").numbers(),
        "whatever it is"
    );
    assert!(letters().text_width("漢漢", STYLE) > 1.9 * letters().text_width("漢", STYLE));
}

#[test]
fn marks_that_turn_or_hide_are_left_out() {
    let plain = written("Ana Ben");
    for hidden in [
        "\u{202e}Ana Ben",
        "Ana\u{200d} Ben\u{7}",
        "\u{2066}Ana Ben\u{2069}",
        "A\u{ad}na Ben\u{fe0f}",
    ] {
        assert_eq!(written(hidden).numbers(), plain.numbers(), "{hidden:?}");
    }
    assert_eq!(written("Ana\tBen").numbers(), plain.numbers());
    assert_eq!(written("Ana\u{a0}Ben").numbers(), plain.numbers());
    assert!(letters().text_width("\u{202e}\u{0}", STYLE).abs() < 1e-6);
}

#[test]
fn text_fits_by_being_smaller_and_then_shorter() {
    let fit = |text: &str, most: f32| letters().fit_text(text, most, STYLE, 20);
    assert_eq!(fit("Kailani", 500.0), ("Kailani".to_owned(), STYLE));
    let (text, style) = fit("Kailani", letters().text_width("Kailani", STYLE) * 0.8);
    assert_eq!(text, "Kailani");
    assert!((20..32).contains(&style.size), "{style:?}");
    let (text, style) = fit("Kailani of the long name", 100.0);
    assert!(
        text.starts_with("Kail") && text.ends_with('…') && style.size == 20,
        "{text} {style:?}"
    );
    assert!(letters().text_width(&text, style) <= 100.0);
    assert_eq!(fit("Kailani", 1.0).0, "", "nothing fits into a pixel");
}

#[test]
fn long_text_goes_on_more_lines() {
    let text = "walk to a place and buy one tile there";
    let lines = letters().wrap_text(text, 200.0, STYLE);
    assert!(lines.len() >= 3);
    assert_eq!(lines.join(" "), text);
    assert!(
        lines
            .iter()
            .all(|line| letters().text_width(line, STYLE) <= 200.0),
        "{lines:?}"
    );
    let broken = letters().wrap_text("Humuhumunukunukuapuaʻa!", 120.0, STYLE);
    assert_eq!(broken.concat(), "Humuhumunukunukuapuaʻa!");
    assert!(
        broken.len() > 2
            && broken
                .iter()
                .all(|line| letters().text_width(line, STYLE) <= 120.0),
        "{broken:?}"
    );
    assert!(letters().wrap_text(" \n ", 120.0, STYLE).is_empty());
}

proptest! {
    #[test]
    fn any_text_is_drawn_anywhere(text in ".{0,12}", x in -300.0..300.0_f32, y in -100.0..160.0_f32, size in 0..90_u16) {
        let mut canvas = sheet();
        let style = Weight::Heavy.px(size);
        letters().draw_outlined(&mut canvas, &text, Point(x, y), style, Ink::Ink, Outline { ink: Ink::White, width: 2 });
        let fitting = letters().fit_text(&text, 80.0, style, 10);
        prop_assert!(letters().text_width(&fitting.0, fitting.1) <= 80.0);
    }
}

/// A shortened name would differ from menus and sentences. A card has 346 pixels for it.
#[test]
fn names_of_places_fit_on_their_cards() {
    let printed = Hawaii::printed().unwrap();
    for words in Dictionary::open().unwrap().languages() {
        let phrasebook = Phrasebook::<Hawaii> {
            words,
            printed: &printed,
            names: &[],
        };
        for place in Place::all() {
            let name = phrasebook.place(place);
            let wide = letters().text_width(&name, Weight::Bold.px(33));
            assert!(wide <= 346.0, "{name} is {wide} wide");
        }
    }
}
