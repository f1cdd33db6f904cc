//! Colours: the inks of all art, the colours of the five seats, and contrast. There are two looks:
//! calm is the default, and contrast has darker lines, paler grounds and more distant seat colours.
//! Each piece is one SVG, whose colours are replaced when it is read.

#![expect(
    clippy::unreadable_literal,
    reason = "colours are written as the web writes them"
)]

use image::{Pixel as _, Rgb};

use super::numbers::mix_channels;
use lanai_rules::{MAX_SEATS, Seat};

const fn rgb(digits: u32) -> Rgb<u8> {
    let [_, red, green, blue] = digits.to_be_bytes();
    Rgb([red, green, blue])
}

/// Parses six hexadecimal digits, as in `22303c`.
pub fn from_hex(digits: &str) -> Option<Rgb<u8>> {
    let plain = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    plain
        .then(|| u32::from_str_radix(digits, 16).ok())?
        .map(rgb)
}

/// Formats a colour as CSS does, as in `#22303c`.
pub fn to_hex(colour: Rgb<u8>) -> String {
    let [red, green, blue] = colour.0;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Mixes a colour with `share` 255ths of another.
pub fn mix_toward(colour: Rgb<u8>, other: Rgb<u8>, share: u8) -> Rgb<u8> {
    colour.map2(&other, |part, other| mix_channels(part, other, share))
}

/// Returns the relative luminance of WCAG, from 0 to 1.
fn luminance(colour: Rgb<u8>) -> f32 {
    let [red, green, blue] = colour.0.map(to_linear_light);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Converts an sRGB channel to linear light.
fn to_linear_light(part: u8) -> f32 {
    let part = f32::from(part) / 255.0;
    if part <= 0.040_45 {
        part / 12.92
    } else {
        ((part + 0.055) / 1.055).powf(2.4)
    }
}

/// Returns the contrast ratio of WCAG: 1 for equal colours, 21 for black on white. Text needs 4.5,
/// a shape 3.
pub fn contrast_ratio(one: Rgb<u8>, other: Rgb<u8>) -> f32 {
    let one = luminance(one);
    let other = luminance(other);
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Look {
    #[default]
    Calm,
    /// Darker lines, paler grounds, and seat colours that differ more.
    Contrast,
}

impl Look {
    pub const ALL: [Look; 2] = [Look::Calm, Look::Contrast];
}

/// Defines an ink in each line: its value in the calm look, and in the look of contrast if it
/// differs.
macro_rules! inks {
    ($($(#[$about:meta])* $name:ident: $calm:literal $(or $contrast:literal)?),+ $(,)?) => {
        /// A named colour. Art uses no colours but these and the tones of a seat.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Ink {
            $($(#[$about])* $name,)+
        }

        impl Ink {
            /// Every ink, in the order of the palette.
            pub const ALL: &[Ink] = &[$(Ink::$name),+];

            pub const fn rgb(self, look: Look) -> Rgb<u8> {
                // The second value, if there is one, is for the contrast look.
                let values: &[u32] = match self {
                    $(Ink::$name => &[$calm, $($contrast)?],)+
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
    /// Secondary text.
    InkSoft: 0x4a5a66 or 0x22303c,
    White: 0xffffff,
    /// The background of sheets and cards.
    Paper: 0xfbf5e6 or 0xffffff,
    PaperShade: 0xefe3c8 or 0xece6d6,
    Sand: 0xf2dda4 or 0xfbeebf,
    SandDark: 0xdfc27e or 0xc9a040,
    Deep: 0x1f6f94 or 0x0b4566,
    Sea: 0x3a9cc0 or 0x6fc0e0,
    Shallow: 0x74c6d6 or 0xb4e6f0,
    Foam: 0xd6f1f2 or 0xeefafb,
    Grass: 0x8cc26a or 0xb5e08f,
    GrassDark: 0x6aa553 or 0x5c9a3c,
    Forest: 0x3f7f4f or 0x2f7a46,
    ForestDark: 0x2c5f40 or 0x0f4426,
    Mountain: 0xa08c7a or 0xc9b8a8,
    MountainDark: 0x7b6a5c or 0x5e4c3f,
    Lava: 0xe2502f or 0xd8320c,
    LavaBright: 0xff8a3c,
    Glow: 0xffd166,
    Crater: 0x4b3a3a,
    Wood: 0xa8703f,
    WoodDark: 0x7a4d2a,
    WoodLight: 0xcf9a62,
    Thatch: 0xd9b25f,
    ThatchDark: 0xb38a3d,
    Red: 0xcf3f3a,
    RedDark: 0x9c2b2b,
    Yellow: 0xf6c945,
    Pink: 0xf08a94,
    Hibiscus: 0xd94f7a,
    Purple: 0x7d5ba6,
    Lilac: 0xb79bd6,
    Skin: 0xc98a5b,
    SkinDark: 0x9a6238,
    Shell: 0xf7d9c4,
    ShellDark: 0xd9a588,
    Stone: 0xb9b4aa,
    StoneDark: 0x8b867d,
    Gold: 0xe8b23a,
    /// Unavailable choices.
    Grey: 0xcfd4d6 or 0xe3e7e8,
    Night: 0x2b2f4a,
}

/// One of the three colours of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tone {
    Main,
    Dark,
    Light,
}

impl Tone {
    pub const ALL: [Tone; 3] = [Tone::Main, Tone::Dark, Tone::Light];
    /// Returns the colour that stands for this tone in the SVG files.
    pub const fn placeholder(self) -> Rgb<u8> {
        match self {
            Tone::Main => rgb(0xff00aa),
            Tone::Dark => rgb(0xaa0077),
            Tone::Light => rgb(0xff88cc),
        }
    }

    pub fn rgb(self, seat: Seat, look: Look) -> Rgb<u8> {
        let seats = match look {
            Look::Calm => &CALM_SEATS,
            Look::Contrast => &CONTRAST_SEATS,
        };
        let main = seats[seat.index()];
        match self {
            Tone::Main => main,
            Tone::Dark => mix_toward(main, rgb(0), 90),
            Tone::Light => mix_toward(main, Ink::White.rgb(look), 110),
        }
    }
}

/// The main colours of the seats in the calm look, found by a search: by CIEDE2000 any two differ
/// by at least 30, also for three kinds of colour blindness. A letter is readable on each, and none
/// is grey. Tests measure all of this.
const CALM_SEATS: [Rgb<u8>; MAX_SEATS] = [
    rgb(0xd89021),
    rgb(0x78f1d8),
    rgb(0x85006e),
    rgb(0x9f80ff),
    rgb(0x3a4f09),
];

const CONTRAST_SEATS: [Rgb<u8>; MAX_SEATS] = [
    rgb(0xeff000),
    rgb(0x99f8f3),
    rgb(0x46166e),
    rgb(0xa465ff),
    rgb(0x008364),
];

/// An ink or a tone of a seat, by its palette number, which is the same in every palette.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colour(pub(super) u8);

impl Colour {
    pub const COUNT: usize = Ink::ALL.len() + MAX_SEATS * Tone::ALL.len();

    pub fn for_seat(seat: Seat, tone: Tone) -> Colour {
        let before = Ink::ALL.len() + seat.index() * Tone::ALL.len() + tone as usize;
        Colour(u8::try_from(before).unwrap_or(u8::MAX))
    }

    /// Returns every colour with its value in a look, in the order of the palette.
    pub fn all_with_rgb(look: Look) -> impl Iterator<Item = (Colour, Rgb<u8>)> {
        let inks = Ink::ALL
            .iter()
            .map(move |ink| (Colour::from(*ink), ink.rgb(look)));
        let seats = (1..=5).filter_map(Seat::from_number);
        let tones = seats.flat_map(move |seat| Tone::ALL.map(move |tone| (seat, tone)));
        inks.chain(
            tones.map(move |(seat, tone)| (Colour::for_seat(seat, tone), tone.rgb(seat, look))),
        )
    }
}

impl From<Ink> for Colour {
    fn from(ink: Ink) -> Colour {
        Colour(ink as u8)
    }
}

/// Returns the ink for text on a ground: dark or white, whichever has more contrast.
pub fn readable_ink(ground: Rgb<u8>, look: Look) -> Ink {
    if contrast_ratio(ground, Ink::Ink.rgb(look)) >= contrast_ratio(ground, Ink::White.rgb(look)) {
        Ink::Ink
    } else {
        Ink::White
    }
}
