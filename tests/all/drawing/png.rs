//! What is written can be read, by readers that are not ours: that of the crate `png`, and Python's zlib.

use std::io::Write as _;
use std::process::{Command, Stdio};

use image::{ExtendedColorType, GenericImageView as _, ImageEncoder as _, Rgb};
use lanai::drawing::{Canvas, Ink, Look, Palette, png};
use lanai::rules::chance::{Dice, Seed};

use super::{motley, palette};
use crate::outside::{extent, lacking};

/// The colours of a file, as the reader sees them.
fn read(file: &[u8]) -> (u32, u32, Vec<Rgb<u8>>) {
    let picture = image::load_from_memory_with_format(file, image::ImageFormat::Png).unwrap().into_rgb8();
    (picture.width(), picture.height(), picture.pixels().copied().collect())
}

/// Whether the file of a canvas shows exactly what is on it.
pub(crate) fn comes_back(canvas: &Canvas) -> bool {
    let colours = canvas.pixels().map(|(.., colour)| colour).collect();
    read(&png::encode(canvas)) == (canvas.width(), canvas.height(), colours)
}

/// Numbers as a file.
fn written(numbers: &[u8], (width, height): (u32, u32)) -> Vec<u8> {
    let mut file = Vec::new();
    let encoder = png::IndexedPng::new(&mut file, palette(Look::Calm));
    encoder.write_image(numbers, width, height, ExtendedColorType::L8).unwrap();
    file
}

/// Whether a file of these numbers shows their colours.
fn shows(file: &[u8], numbers: &[u8], (width, height): (u32, u32)) -> bool {
    let colours = numbers.iter().map(|number| palette(Look::Calm).colours()[usize::from(*number)]).collect();
    read(file) == (width, height, colours)
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
            canvas.veil((x.into(), at.into()), (1.0, 1.0), ink, at);
        }
    }
    assert!(comes_back(&canvas));
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

/// A picture of chance: noise, flat ground, stripes and copies of its own parts, in few colours or many, and of any size.
fn random(dice: &mut Dice) -> (Vec<u8>, (u32, u32)) {
    let most = [4, 40, 300][dice.below(3) as usize];
    let (width, height) = (dice.below(most) + 1, dice.below(most) + 1);
    let pixels = (width * height) as usize;
    let colours = [1, 2, 5, 30, u32::try_from(Palette::SIZE).unwrap()][dice.below(5) as usize];
    let colour = |dice: &mut Dice| u8::try_from(dice.below(colours)).unwrap();
    let mut numbers = Vec::new();
    while numbers.len() < pixels {
        let (many, from) = (dice.below(700) as usize, numbers.len());
        match dice.below(4) {
            0 => numbers.extend((0..many % 50).map(|_| colour(dice))),
            1 => numbers.resize(from + many, colour(dice)),
            2 => numbers.extend([colour(dice), colour(dice), colour(dice)].repeat(many / 3)),
            _ => {
                let back = from - dice.below(u32::try_from(from + 1).unwrap()) as usize;
                let end = (back + many).min(from);
                numbers.extend_from_within(back..end);
            }
        }
    }
    numbers.truncate(pixels);
    (numbers, (width, height))
}

#[test]
fn random_pictures_come_back_by_two_readers() {
    let mut dice = Dice::new(&Seed::from_number(22), 0);
    let mut told = Vec::new();
    let many = extent(300, 10_000);
    let python = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/drawing/read.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut python = python.inspect_err(|_| lacking("python", "pictures are read by one reader alone")).ok();
    for number in 0..many {
        let (numbers, (width, height)) = random(&mut dice);
        let file = written(&numbers, (width, height));
        assert!(shows(&file, &numbers, (width, height)), "picture {number}, {width} x {height}");
        let lengths =
            [u32::try_from(file.len()).unwrap(), width, height, u32::try_from(numbers.len()).unwrap()];
        told.clear();
        told.extend(lengths.iter().flat_map(|length| length.to_le_bytes()));
        told.extend(file);
        told.extend(numbers);
        if let Some(python) = &mut python {
            python.stdin.as_mut().unwrap().write_all(&told).unwrap();
        }
    }
    if let Some(python) = python {
        let said = python.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(said.stdout).unwrap().trim(), many.to_string());
    }
}

/// Pairs of numbers of which no three in a row come twice: there is nothing to copy, and each is a step by itself. With the byte
/// before the row, they fill a block to the last step, and then there is none left for the next.
#[test]
fn a_block_may_end_where_the_picture_does() {
    let size = u32::try_from(Palette::SIZE).unwrap();
    let pairs = (0..1 << 13).flat_map(|pair| [pair / size, pair % size]);
    let numbers: Vec<u8> = pairs.map(|number| u8::try_from(number).unwrap()).collect();
    for width in (1 << 14) - 3..1 << 14 {
        let file = written(&numbers[..width], (u32::try_from(width).unwrap(), 1));
        assert!(shows(&file, &numbers[..width], (u32::try_from(width).unwrap(), 1)), "{width}");
    }
}

/// How often numbers come follows Fibonacci: the best code for them has longer words than the format allows.
#[test]
fn codes_never_become_too_long() {
    let (mut often, mut next) = (1, 1);
    let mut numbers = Vec::new();
    for number in 0..20_u8 {
        numbers.resize(numbers.len() + often, number);
        (often, next) = (next, often + next);
    }
    Dice::new(&Seed::from_number(1), 0).shuffle(&mut numbers);
    let size = (u32::try_from(numbers.len()).unwrap(), 1);
    assert!(shows(&written(&numbers, size), &numbers, size));
}
