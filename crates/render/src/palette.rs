//! The palette: the colours of every picture of a look.
//!
//! The named colours come first, always with the same numbers; the others are chosen for the soft
//! edges between them. 160 colours instead of 256 make files a tenth smaller without a visible
//! difference. Mixed colours are mapped to numbers by a table of 32 steps for each channel.

use std::array::from_fn;
use std::collections::{HashMap, HashSet};

use image::{Rgb, RgbaImage, imageops::ColorMap};

use super::colour::{Colour, Ink, Look, toward};
use super::numbers::{SHARES, quarters};

/// How many steps the table has in each part of a colour, and by how many bits a part is shortened for it.
const STEPS: usize = 32;
const SHORTENED: u32 = 3;
const CELLS: usize = STEPS * STEPS * STEPS;

/// How often the chosen colours are moved to the middle of what they stand for.
const ROUNDS: usize = 4;

/// The colours of a look, with tables for the nearest colour and for blending.
pub struct Palette {
    look: Look,
    /// By number. No canvas has numbers from [`Palette::SIZE`] on.
    colours: [Rgb<u8>; 256],
    nearest: Vec<u8>,
    /// The number of each colour, the first where there are several.
    known: HashMap<Rgb<u8>, u8>,
    /// By the number of the upper colour.
    over: Vec<Over>,
}

/// The result of drawing a colour over others: by coverage in sixteenths, and by the number below.
pub(super) type Over = [[u8; 256]; SHARES.len()];

/// The mixed colours that pictures need, and how often. A palette's unnamed colours are chosen from
/// them.
pub struct Demand {
    wanted: Vec<u32>,
}

fn cell(colour: Rgb<u8>) -> usize {
    let [r, g, b] = colour.0.map(|part| usize::from(part >> SHORTENED));
    (r * STEPS + g) * STEPS + b
}

/// Returns the colour of a cell, stretched so that black and white are exact.
fn middle(cell: usize) -> Rgb<u8> {
    let part = |steps: usize| u8::try_from((cell / steps % STEPS) << SHORTENED).unwrap_or(u8::MAX);
    Rgb([part(STEPS * STEPS), part(STEPS), part(1)].map(|low| low | low >> 5))
}

/// Returns the squared distance of two colours, weighted by how well the eye sees each channel.
fn distance(one: Rgb<u8>, other: Rgb<u8>) -> u32 {
    let part = |at: usize| u32::from(one.0[at].abs_diff(other.0[at]));
    let r = part(0);
    let g = part(1);
    let b = part(2);
    2 * r * r + 4 * g * g + 3 * b * b
}

/// The grounds on which most soft edges lie.
const GROUNDS: [Ink; 12] = [
    Ink::Sea,
    Ink::Shallow,
    Ink::Foam,
    Ink::Sand,
    Ink::Grass,
    Ink::GrassDark,
    Ink::Forest,
    Ink::Mountain,
    Ink::Paper,
    Ink::PaperShade,
    Ink::White,
    Ink::WoodLight,
];

impl Demand {
    /// Returns what every picture needs: soft edges of outlines and letters, on all grounds.
    pub fn common(look: Look) -> Demand {
        let mut demand = Demand {
            wanted: vec![0; CELLS],
        };
        for (_, ground) in Colour::all(look) {
            for (above, often) in [(Ink::Ink, 60), (Ink::White, 20)] {
                for share in [64, 128, 191] {
                    demand.want(toward(ground, above.rgb(look), share), often);
                }
            }
        }
        demand
    }

    /// Adds the colours of a drawing and of its soft edges.
    pub(super) fn draw(&mut self, drawing: &RgbaImage, look: Look) {
        let named: HashSet<Rgb<u8>> = Colour::all(look).map(|(_, colour)| colour).collect();
        for pixel in drawing.pixels() {
            let [red, green, blue, alpha] = pixel.0;
            let colour = Rgb([red, green, blue]);
            match SHARES[usize::from(quarters(alpha))] {
                0 => {}
                255 if named.contains(&colour) => {}
                255 => self.want(colour, 4),
                alpha => {
                    for ground in GROUNDS {
                        self.want(toward(ground.rgb(look), colour, alpha), 1);
                    }
                }
            }
        }
    }

    fn want(&mut self, mix: Rgb<u8>, often: u32) {
        let wanted = &mut self.wanted[cell(mix)];
        *wanted = wanted.saturating_add(often);
    }

    fn mixes(&self) -> Vec<Nearest> {
        let wanted = self
            .wanted
            .iter()
            .enumerate()
            .filter(|(_, often)| **often > 0);
        wanted
            .map(|(cell, often)| Nearest {
                mix: middle(cell),
                often: *often,
                colour: 0,
                far: u32::MAX,
            })
            .collect()
    }
}

/// A mixed colour, how often it is needed, and the nearest palette colour so far with its distance.
struct Nearest {
    mix: Rgb<u8>,
    often: u32,
    colour: u8,
    far: u32,
}

impl Nearest {
    fn offer(&mut self, number: u8, colour: Rgb<u8>) {
        let far = distance(self.mix, colour);
        if far < self.far {
            (self.colour, self.far) = (number, far);
        }
    }

    /// Returns the error of this mix, with its frequency damped by a square root.
    fn loss(&self) -> u64 {
        u64::from(self.far) * u64::from(self.often.isqrt())
    }
}

impl Palette {
    /// The number of colours.
    pub const SIZE: usize = 160;

    /// The palette of a look for what is wanted. The same demand gives the same palette.
    pub fn new(look: Look, demand: &Demand) -> Palette {
        let mut colours = [Rgb([0; 3]); 256];
        for (Colour(number), colour) in Colour::all(look) {
            colours[usize::from(number)] = colour;
        }
        choose(&mut colours, &mut demand.mixes());
        let numbered: Vec<(Rgb<u8>, u8)> = colours
            .into_iter()
            .zip(0..=255)
            .take(Palette::SIZE)
            .collect();
        let known = numbered.into_iter().rev().collect();
        let mut palette = Palette {
            look,
            colours,
            nearest: Vec::new(),
            known,
            over: Vec::new(),
        };
        palette.nearest = (0..CELLS)
            .map(|cell| palette.search(middle(cell)))
            .collect();
        palette.over = palette.seen_over();
        palette
    }

    fn seen_over(&self) -> Vec<Over> {
        let all: [u8; 256] = from_fn(|number| number.to_le_bytes()[0]);
        let seen = |below: u8, above: u8, share: u8| match share {
            0 => below,
            255 => above,
            _ => self.blend(below, self.colour(above), share),
        };
        let over = |above: u8| SHARES.map(|share| all.map(|below| seen(below, above, share)));
        all.into_iter().take(Palette::SIZE).map(over).collect()
    }

    pub fn look(&self) -> Look {
        self.look
    }

    pub fn colours(&self) -> &[Rgb<u8>] {
        &self.colours[..Palette::SIZE]
    }

    /// Returns three bytes for each colour, as PNG and GIF files have it.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours().iter().flat_map(|colour| colour.0).collect()
    }

    #[inline]
    pub(super) fn colour(&self, number: u8) -> Rgb<u8> {
        self.colours[usize::from(number)]
    }

    pub fn rgb(&self, Colour(number): Colour) -> Rgb<u8> {
        self.colour(number)
    }

    /// Returns the number of the nearest colour: exact, but slow.
    pub fn search(&self, colour: Rgb<u8>) -> u8 {
        let by_distance = self
            .colours()
            .iter()
            .zip(0_u8..)
            .map(|(own, number)| (distance(colour, *own), number));
        by_distance.min().map_or(0, |(_, number)| number)
    }

    /// Returns the number of a very near colour, by a table.
    #[inline]
    pub fn near(&self, colour: Rgb<u8>) -> u8 {
        self.nearest[cell(colour)]
    }

    #[inline]
    pub(super) fn over(&self, number: u8) -> &Over {
        &self.over[usize::from(number)]
    }

    /// Returns the number of a colour drawn over another with `alpha` 255ths.
    #[inline]
    pub fn blend(&self, below: u8, above: Rgb<u8>, alpha: u8) -> u8 {
        self.near(toward(self.colour(below), above, alpha))
    }
}

/// A colour of the palette is found exactly, and for any other one that is very near.
impl ColorMap for Palette {
    type Color = Rgb<u8>;

    fn index_of(&self, colour: &Rgb<u8>) -> usize {
        let near = self.near(*colour);
        if self.colour(near) == *colour {
            near
        } else {
            self.known.get(colour).copied().unwrap_or(near)
        }
        .into()
    }

    fn lookup(&self, number: usize) -> Option<Rgb<u8>> {
        self.colours().get(number).copied()
    }

    fn map_color(&self, colour: &mut Rgb<u8>) {
        *colour = self.colours[self.index_of(colour)];
    }
}

/// Chooses the unnamed colours: repeatedly the mix with the largest error, then moves each to the
/// mean of the mixes it represents.
fn choose(colours: &mut [Rgb<u8>; 256], wanted: &mut [Nearest]) {
    for (at, number) in (0..Palette::SIZE).zip(0_u8..) {
        if at >= Colour::COUNT {
            let worst = wanted.iter().max_by_key(|wanted| wanted.loss());
            colours[at] = worst.map_or(Rgb([0; 3]), |worst| worst.mix);
        }
        for wanted in wanted.iter_mut() {
            wanted.offer(number, colours[at]);
        }
    }
    for _ in 0..ROUNDS {
        centre(colours, wanted);
        for wanted in wanted.iter_mut() {
            wanted.far = u32::MAX;
            for (colour, number) in colours.iter().take(Palette::SIZE).zip(0_u8..) {
                wanted.offer(number, *colour);
            }
        }
    }
}

fn centre(colours: &mut [Rgb<u8>; 256], wanted: &[Nearest]) {
    let mut sums = [[0_u64; 4]; 256];
    for Nearest {
        mix, often, colour, ..
    } in wanted
    {
        let sum = &mut sums[usize::from(*colour)];
        let often = u64::from(*often);
        for (sum, part) in sum.iter_mut().zip(mix.0) {
            *sum += u64::from(part) * often;
        }
        sum[3] += often;
    }
    for (colour, [r, g, b, often]) in colours.iter_mut().zip(sums).skip(Colour::COUNT) {
        if often > 0 {
            *colour = Rgb([r, g, b].map(|sum| u8::try_from(sum / often).unwrap_or(u8::MAX)));
        }
    }
}
