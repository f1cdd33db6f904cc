//! Colours: the inks of the house, the colours of the five seats, and how well one is read on another.
//!
//! There are two looks. The calm one is everybody's; in the one of contrast lines are darker, grounds paler, and seats
//! further apart, for eyes or screens that need it. A piece is drawn once: its colours are exchanged when it is read.

#![expect(
    clippy::unreadable_literal,
    reason = "colours are written as the web writes them"
)]

use image::{Pixel as _, Rgb};

use super::numbers::mix;
use lanai_rules::{MOST_SEATS, Seat};

/// A colour as the web writes it: red, green and blue, two hexadecimal digits for each.
const fn rgb(digits: u32) -> Rgb<u8> {
    let [_, red, green, blue] = digits.to_be_bytes();
    Rgb([red, green, blue])
}

/// From six hexadecimal digits, as in `22303c`, if they are that.
pub fn from_hex(digits: &str) -> Option<Rgb<u8>> {
    let plain = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    plain
        .then(|| u32::from_str_radix(digits, 16).ok())?
        .map(rgb)
}

/// As in `#22303c`.
pub fn to_hex(colour: Rgb<u8>) -> String {
    let [red, green, blue] = colour.0;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A colour with so many 255ths of another.
pub fn toward(colour: Rgb<u8>, other: Rgb<u8>, share: u8) -> Rgb<u8> {
    colour.map2(&other, |part, other| mix(part, other, share))
}

/// How bright a colour is to the eye, from 0 to 1.
fn luminance(colour: Rgb<u8>) -> f32 {
    let [red, green, blue] = colour.0.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The light behind a part of a colour.
fn linear(part: u8) -> f32 {
    let part = f32::from(part) / 255.0;
    if part <= 0.040_45 {
        part / 12.92
    } else {
        ((part + 0.055) / 1.055).powf(2.4)
    }
}

/// How well one colour is read on another: 1 for not at all, 21 for black on white. Text wants 4.5, a shape 3.
pub fn contrast(one: Rgb<u8>, other: Rgb<u8>) -> f32 {
    let one = luminance(one);
    let other = luminance(other);
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// How pictures look.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Look {
    /// As the art was drawn.
    #[default]
    Calm,
    /// Darker lines, paler grounds, seats further apart.
    Contrast,
}

impl Look {
    pub const ALL: [Look; 2] = [Look::Calm, Look::Contrast];
}

/// An ink is a line here: its value in the calm look, and the one in the look of contrast if that is another.
macro_rules! inks {
    ($($(#[$about:meta])* $name:ident: $calm:literal $(or $bold:literal)?),+ $(,)?) => {
        /// A colour of the house. Art uses no others.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Ink {
            $($(#[$about])* $name,)+
        }

        impl Ink {
            /// All of them, in the order of the palette.
            pub const ALL: &[Ink] = &[$(Ink::$name),+];

            /// Its value in a look.
            pub const fn rgb(self, look: Look) -> Rgb<u8> {
                // The last is the one of contrast, if there are two.
                let values: &[u32] = match self {
                    $(Ink::$name => &[$calm, $($bold)?],)+
                };
                match look {
                    Look::Calm => rgb(values[0]),
                    Look::Contrast => rgb(values[values.len() - 1]),
                }
            }
        }
    };
}

inks! {
    /// Outlines, and most letters.
    Ink: 0x22303c or 0x0b1116,
    /// Letters that matter less.
    InkSoft: 0x4a5a66 or 0x22303c,
    White: 0xffffff,
    /// The ground of sheets and cards.
    Paper: 0xfbf5e6 or 0xffffff,
    PaperShade: 0xefe3c8 or 0xece6d6,
    Sand: 0xf2dda4 or 0xfbeebf,
    /// A beach in the shade.
    SandDark: 0xdfc27e or 0xc9a040,
    Deep: 0x1f6f94 or 0x0b4566,
    Sea: 0x3a9cc0 or 0x6fc0e0,
    Shallow: 0x74c6d6 or 0xb4e6f0,
    Foam: 0xd6f1f2 or 0xeefafb,
    Grass: 0x8cc26a or 0xb5e08f,
    /// Grassland in the shade.
    GrassDark: 0x6aa553 or 0x5c9a3c,
    Forest: 0x3f7f4f or 0x2f7a46,
    /// Forest in the shade.
    ForestDark: 0x2c5f40 or 0x0f4426,
    Mountain: 0xa08c7a or 0xc9b8a8,
    /// A mountain in the shade.
    MountainDark: 0x7b6a5c or 0x5e4c3f,
    Lava: 0xe2502f or 0xd8320c,
    /// Lava where it is hottest.
    LavaBright: 0xff8a3c,
    Glow: 0xffd166,
    /// The inside of a crater.
    Crater: 0x4b3a3a,
    Wood: 0xa8703f,
    /// Wood in the shade.
    WoodDark: 0x7a4d2a,
    /// Wood in the sun.
    WoodLight: 0xcf9a62,
    /// A thatched roof.
    Thatch: 0xd9b25f,
    /// A thatched roof in the shade.
    ThatchDark: 0xb38a3d,
    Red: 0xcf3f3a,
    /// Red in the shade.
    RedDark: 0x9c2b2b,
    Yellow: 0xf6c945,
    Pink: 0xf08a94,
    /// The red of the flower.
    Hibiscus: 0xd94f7a,
    Purple: 0x7d5ba6,
    Lilac: 0xb79bd6,
    Skin: 0xc98a5b,
    /// Skin in the shade.
    SkinDark: 0x9a6238,
    Shell: 0xf7d9c4,
    /// A shell in the shade.
    ShellDark: 0xd9a588,
    Stone: 0xb9b4aa,
    /// Stone in the shade.
    StoneDark: 0x8b867d,
    Gold: 0xe8b23a,
    /// What cannot be had now.
    Grey: 0xcfd4d6 or 0xe3e7e8,
    /// The sky at night.
    Night: 0x2b2f4a,
}

/// Which of a seat's three colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tone {
    /// The one by which it is known.
    Main,
    /// In the shade.
    Dark,
    /// In the sun.
    Light,
}

impl Tone {
    /// All of them, in the order of the palette.
    pub const ALL: [Tone; 3] = [Tone::Main, Tone::Dark, Tone::Light];

    /// What stands for it in the art.
    pub const fn placeholder(self) -> Rgb<u8> {
        match self {
            Tone::Main => rgb(0xff00aa),
            Tone::Dark => rgb(0xaa0077),
            Tone::Light => rgb(0xff88cc),
        }
    }

    /// Its value for a seat.
    pub fn rgb(self, seat: Seat, look: Look) -> Rgb<u8> {
        let seats = match look {
            Look::Calm => &CALM_SEATS,
            Look::Contrast => &CONTRAST_SEATS,
        };
        let main = seats[seat.index()];
        match self {
            Tone::Main => main,
            Tone::Dark => toward(main, rgb(0), 90),
            Tone::Light => toward(main, Ink::White.rgb(look), 110),
        }
    }
}

/// The colours of the seats, found by a long search: the smallest distance between two of them, by CIEDE2000 and for four
/// kinds of eyes, is 30, where each shall carry a letter and none shall be grey. The tests measure it.
const CALM_SEATS: [Rgb<u8>; MOST_SEATS] = [
    rgb(0xd89021),
    rgb(0x78f1d8),
    rgb(0x85006e),
    rgb(0x9f80ff),
    rgb(0x3a4f09),
];

const CONTRAST_SEATS: [Rgb<u8>; MOST_SEATS] = [
    rgb(0xeff000),
    rgb(0x99f8f3),
    rgb(0x46166e),
    rgb(0xa465ff),
    rgb(0x008364),
];

/// A colour that can be drawn with: an ink, or one of a seat. It is the same number in every palette.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colour(pub(super) u8);

impl Colour {
    pub const COUNT: usize = Ink::ALL.len() + MOST_SEATS * Tone::ALL.len();

    pub fn of(seat: Seat, tone: Tone) -> Colour {
        let before = Ink::ALL.len() + seat.index() * Tone::ALL.len() + tone as usize;
        Colour(u8::try_from(before).unwrap_or(u8::MAX))
    }

    /// Every colour with its value in a look, in the order of the palette.
    pub fn all(look: Look) -> impl Iterator<Item = (Colour, Rgb<u8>)> {
        let inks = Ink::ALL
            .iter()
            .map(move |ink| (Colour::from(*ink), ink.rgb(look)));
        let seats = (1..=5).filter_map(Seat::from_number);
        let tones = seats.flat_map(move |seat| Tone::ALL.map(move |tone| (seat, tone)));
        inks.chain(tones.map(move |(seat, tone)| (Colour::of(seat, tone), tone.rgb(seat, look))))
    }
}

impl From<Ink> for Colour {
    fn from(ink: Ink) -> Colour {
        Colour(ink as u8)
    }
}

/// The ink for a letter on a ground: black or white, whichever is read better.
pub fn letter_on(ground: Rgb<u8>, look: Look) -> Ink {
    let reads = |ink: Ink| contrast(ground, ink.rgb(look));
    if reads(Ink::Ink) >= reads(Ink::White) {
        Ink::Ink
    } else {
        Ink::White
    }
}
