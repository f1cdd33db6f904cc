//! Colours: the inks of the house, the colours of the five seats, and how well one is read on another.
//!
//! There are two looks. The calm one is everybody's; in the one of contrast lines are darker, grounds paler, and seats
//! further apart, for eyes or screens that need it. A piece is drawn once: its colours are exchanged when it is read.

use super::numbers::mix;
use crate::rules::{MOST_SEATS, Seat};

/// Red, green and blue, as screens count them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    /// From six hexadecimal digits, as in `22303c`. Whatever else it is given, it is black.
    pub const fn hex(digits: &str) -> Rgb {
        match Rgb::from_hex(digits.as_bytes()) {
            Some(colour) => colour,
            None => Rgb([0, 0, 0]),
        }
    }

    /// From six hexadecimal digits, if they are that.
    pub const fn from_hex(digits: &[u8]) -> Option<Rgb> {
        let &[r, red, g, green, b, blue] = digits else { return None };
        match (byte(r, red), byte(g, green), byte(b, blue)) {
            (Some(red), Some(green), Some(blue)) => Some(Rgb([red, green, blue])),
            _ => None,
        }
    }

    /// This colour with so many 255ths of another.
    pub fn toward(self, other: Rgb, share: u8) -> Rgb {
        let ([r, g, b], [other_r, other_g, other_b]) = (self.0, other.0);
        Rgb([mix(r, other_r, share), mix(g, other_g, share), mix(b, other_b, share)])
    }

    /// How far apart two colours are, squared. Eyes see green best and blue least.
    pub(super) fn distance(self, other: Rgb) -> u32 {
        let part = |at: usize| u32::from(self.0[at].abs_diff(other.0[at]));
        let (r, g, b) = (part(0), part(1), part(2));
        2 * r * r + 4 * g * g + 3 * b * b
    }

    /// How bright it is to the eye, from 0 to 1.
    pub fn luminance(self) -> f32 {
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

const fn byte(high: u8, low: u8) -> Option<u8> {
    match (digit(high), digit(low)) {
        (Some(high), Some(low)) => Some(high * 16 + low),
        _ => None,
    }
}

const fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        b'A'..=b'F' => Some(letter - b'A' + 10),
        _ => None,
    }
}

/// The light behind a part of a colour.
fn linear(part: u8) -> f32 {
    let part = f32::from(part) / 255.0;
    if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

/// How well one colour is read on another: 1 for not at all, 21 for black on white. Text wants 4.5, a shape 3.
pub fn contrast(one: Rgb, other: Rgb) -> f32 {
    let (one, other) = (one.luminance(), other.luminance());
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
    /// Both.
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
            pub const fn rgb(self, look: Look) -> Rgb {
                // The last is the one of contrast, if there are two.
                let values: &[&str] = match self {
                    $(Ink::$name => &[$calm, $($bold)?],)+
                };
                match look {
                    Look::Calm => Rgb::hex(values[0]),
                    Look::Contrast => Rgb::hex(values[values.len() - 1]),
                }
            }
        }
    };
}

inks! {
    /// Outlines, and most letters.
    Ink: "22303c" or "0b1116",
    /// Letters that matter less.
    InkSoft: "4a5a66" or "22303c",
    /// White.
    White: "ffffff",
    /// The ground of sheets and cards.
    Paper: "fbf5e6" or "ffffff",
    /// Paper in the shade.
    PaperShade: "efe3c8" or "ece6d6",
    /// A beach.
    Sand: "f2dda4" or "fbeebf",
    /// A beach in the shade.
    SandDark: "dfc27e" or "c9a040",
    /// Deep water.
    Deep: "1f6f94" or "0b4566",
    /// The sea.
    Sea: "3a9cc0" or "6fc0e0",
    /// Shallow water.
    Shallow: "74c6d6" or "b4e6f0",
    /// Foam.
    Foam: "d6f1f2" or "eefafb",
    /// Grassland.
    Grass: "8cc26a" or "b5e08f",
    /// Grassland in the shade.
    GrassDark: "6aa553" or "5c9a3c",
    /// Forest.
    Forest: "3f7f4f" or "2f7a46",
    /// Forest in the shade.
    ForestDark: "2c5f40" or "0f4426",
    /// A mountain.
    Mountain: "a08c7a" or "c9b8a8",
    /// A mountain in the shade.
    MountainDark: "7b6a5c" or "5e4c3f",
    /// Lava.
    Lava: "e2502f" or "d8320c",
    /// Lava where it is hottest.
    LavaBright: "ff8a3c",
    /// What glows.
    Glow: "ffd166",
    /// The inside of a crater.
    Crater: "4b3a3a",
    /// Wood.
    Wood: "a8703f",
    /// Wood in the shade.
    WoodDark: "7a4d2a",
    /// Wood in the sun.
    WoodLight: "cf9a62",
    /// A thatched roof.
    Thatch: "d9b25f",
    /// A thatched roof in the shade.
    ThatchDark: "b38a3d",
    /// Red.
    Red: "cf3f3a",
    /// Red in the shade.
    RedDark: "9c2b2b",
    /// Yellow.
    Yellow: "f6c945",
    /// Pink.
    Pink: "f08a94",
    /// The red of the flower.
    Hibiscus: "d94f7a",
    /// Purple.
    Purple: "7d5ba6",
    /// Pale purple.
    Lilac: "b79bd6",
    /// Skin.
    Skin: "c98a5b",
    /// Skin in the shade.
    SkinDark: "9a6238",
    /// A shell.
    Shell: "f7d9c4",
    /// A shell in the shade.
    ShellDark: "d9a588",
    /// Stone.
    Stone: "b9b4aa",
    /// Stone in the shade.
    StoneDark: "8b867d",
    /// Gold.
    Gold: "e8b23a",
    /// What cannot be had now.
    Grey: "cfd4d6" or "e3e7e8",
    /// The sky at night.
    Night: "2b2f4a",
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
    pub const fn placeholder(self) -> Rgb {
        match self {
            Tone::Main => Rgb::hex("ff00aa"),
            Tone::Dark => Rgb::hex("aa0077"),
            Tone::Light => Rgb::hex("ff88cc"),
        }
    }

    /// Its value for a seat.
    pub fn rgb(self, seat: Seat, look: Look) -> Rgb {
        let seats = match look {
            Look::Calm => &CALM_SEATS,
            Look::Contrast => &CONTRAST_SEATS,
        };
        let main = seats[usize::from(seat.number()) - 1];
        match self {
            Tone::Main => main,
            Tone::Dark => main.toward(Rgb::default(), 90),
            Tone::Light => main.toward(Ink::White.rgb(look), 110),
        }
    }
}

/// The colours of the seats, found by a long search: the smallest distance between two of them, by CIEDE2000 and for four
/// kinds of eyes, is 30, where each shall carry a letter and none shall be grey. The tests measure it.
const CALM_SEATS: [Rgb; MOST_SEATS] =
    [Rgb::hex("d89021"), Rgb::hex("78f1d8"), Rgb::hex("85006e"), Rgb::hex("9f80ff"), Rgb::hex("3a4f09")];

const CONTRAST_SEATS: [Rgb; MOST_SEATS] =
    [Rgb::hex("eff000"), Rgb::hex("99f8f3"), Rgb::hex("46166e"), Rgb::hex("a465ff"), Rgb::hex("008364")];

/// A colour that can be drawn with: an ink, or one of a seat. It is the same number in every palette.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colour(pub(super) u8);

impl Colour {
    /// How many there are.
    pub const COUNT: usize = Ink::ALL.len() + MOST_SEATS * Tone::ALL.len();

    /// A colour of a seat.
    pub fn of(seat: Seat, tone: Tone) -> Colour {
        let before = Ink::ALL.len() + (usize::from(seat.number()) - 1) * Tone::ALL.len() + tone as usize;
        Colour(u8::try_from(before).unwrap_or(u8::MAX))
    }

    /// Every colour with its value in a look, in the order of the palette.
    pub fn all(look: Look) -> impl Iterator<Item = (Colour, Rgb)> {
        let inks = Ink::ALL.iter().map(move |ink| (Colour::from(*ink), ink.rgb(look)));
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
pub fn letter_on(ground: Rgb, look: Look) -> Ink {
    let reads = |ink: Ink| contrast(ground, ink.rgb(look));
    if reads(Ink::Ink) >= reads(Ink::White) { Ink::Ink } else { Ink::White }
}
