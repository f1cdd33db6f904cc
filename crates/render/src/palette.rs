//! The palette: the colours that all pictures of a look share.
//!
//! The named colours come first, always with the same numbers. The others are chosen for the soft
//! edges between named colours. 160 colours instead of 256 make files a tenth smaller without a
//! visible difference. Mixed colours are mapped to numbers by a table with 32 steps for each
//! channel.

use std::array::from_fn;
use std::collections::{HashMap, HashSet};

use image::{Pixel as _, Rgb, RgbaImage, imageops::ColorMap};

use super::colour::{Colour, Ink, Look, mix_toward};
use super::numbers::{COVERAGE_ALPHAS, to_quarter_steps};

// The steps of the table for each channel, and the bits by which a channel is shortened for it.
const CHANNEL_STEPS: usize = 32;
const SHORTENED_BITS: u32 = 3;
const CELL_COUNT: usize = CHANNEL_STEPS * CHANNEL_STEPS * CHANNEL_STEPS;

/// How often the chosen colours are moved to the mean of the mixes that they represent.
const REFINEMENT_ROUNDS: usize = 4;

/// The colours of a look, with tables for the nearest colour and for blending.
pub struct Palette {
    look: Look,
    /// The colours by their numbers. No canvas contains numbers from [`Palette::SIZE`] on.
    colours: [Rgb<u8>; 256],
    nearest: Vec<u8>,
    /// The number of each colour; if several numbers have the same colour, the first.
    numbers_by_colour: HashMap<Rgb<u8>, u8>,
    /// The blend tables by the number of the upper colour.
    blend_tables: Vec<BlendTable>,
}

/// The results of drawing one colour over others, indexed by the coverage in sixteenths, then by
/// the palette number of the colour beneath.
pub(super) type BlendTable = [[u8; 256]; COVERAGE_ALPHAS.len()];

/// The mixed colours that pictures need, and how often. A palette's unnamed colours are chosen from
/// these mixes.
pub struct ColourDemand {
    frequencies: Vec<u32>,
}

fn cell_index(colour: Rgb<u8>) -> usize {
    let [r, g, b] = colour.0.map(|part| usize::from(part >> SHORTENED_BITS));
    (r * CHANNEL_STEPS + g) * CHANNEL_STEPS + b
}

/// Returns the colour of a cell of the table, stretched so that black and white are exact.
fn cell_colour(cell: usize) -> Rgb<u8> {
    Rgb(
        [CHANNEL_STEPS * CHANNEL_STEPS, CHANNEL_STEPS, 1].map(|steps| {
            let low =
                u8::try_from((cell / steps % CHANNEL_STEPS) << SHORTENED_BITS).unwrap_or(u8::MAX);
            low | low >> 5
        }),
    )
}

/// Returns the squared distance of two colours, weighted by how well the eye sees each channel.
fn colour_distance(one: Rgb<u8>, other: Rgb<u8>) -> u32 {
    let [r, g, b] = one.map2(&other, u8::abs_diff).0.map(u32::from);
    2 * r * r + 4 * g * g + 3 * b * b
}

/// The ground colours on which most soft edges lie.
const COMMON_GROUNDS: [Ink; 12] = [
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

impl ColourDemand {
    /// Returns the mixes that every picture needs: soft edges of outlines and letters, on all
    /// grounds.
    pub fn common(look: Look) -> ColourDemand {
        let mut demand = ColourDemand {
            frequencies: vec![0; CELL_COUNT],
        };
        for (_, ground) in Colour::all_with_rgb(look) {
            for (above, frequency) in [(Ink::Ink, 60), (Ink::White, 20)] {
                for share in [64, 128, 191] {
                    demand.add_mix(mix_toward(ground, above.rgb(look), share), frequency);
                }
            }
        }
        demand
    }

    /// Adds the colours of a drawing and of its soft edges.
    pub(super) fn add_drawing(&mut self, drawing: &RgbaImage, look: Look) {
        let named: HashSet<Rgb<u8>> = Colour::all_with_rgb(look)
            .map(|(_, colour)| colour)
            .collect();
        for pixel in drawing.pixels() {
            let [red, green, blue, alpha] = pixel.0;
            let colour = Rgb([red, green, blue]);
            match COVERAGE_ALPHAS[usize::from(to_quarter_steps(alpha))] {
                0 => {}
                255 if named.contains(&colour) => {}
                255 => self.add_mix(colour, 4),
                alpha => {
                    for ground in COMMON_GROUNDS {
                        self.add_mix(mix_toward(ground.rgb(look), colour, alpha), 1);
                    }
                }
            }
        }
    }

    fn add_mix(&mut self, mix: Rgb<u8>, frequency: u32) {
        let total = &mut self.frequencies[cell_index(mix)];
        *total = total.saturating_add(frequency);
    }

    fn wanted_mixes(&self) -> Vec<WantedMix> {
        let wanted = self
            .frequencies
            .iter()
            .enumerate()
            .filter(|(_, frequency)| **frequency > 0);
        wanted
            .map(|(cell, frequency)| WantedMix {
                mix: cell_colour(cell),
                frequency: *frequency,
                colour: 0,
                distance: u32::MAX,
            })
            .collect()
    }
}

/// A mixed colour, how often it is needed, and the nearest palette colour so far with its distance.
struct WantedMix {
    mix: Rgb<u8>,
    frequency: u32,
    colour: u8,
    distance: u32,
}

impl WantedMix {
    fn offer_colour(&mut self, number: u8, colour: Rgb<u8>) {
        let distance = colour_distance(self.mix, colour);
        if distance < self.distance {
            (self.colour, self.distance) = (number, distance);
        }
    }

    /// Returns the distance of this mix from its palette colour, times the root of its frequency.
    fn weighted_error(&self) -> u64 {
        u64::from(self.distance) * u64::from(self.frequency.isqrt())
    }
}

impl Palette {
    /// The number of colours in every palette.
    pub const SIZE: usize = 160;

    /// Creates the palette of a look. The result depends only on the look and the demand.
    pub fn new(look: Look, demand: &ColourDemand) -> Palette {
        let mut colours = [Rgb([0; 3]); 256];
        for (Colour(number), colour) in Colour::all_with_rgb(look) {
            colours[usize::from(number)] = colour;
        }
        choose_unnamed_colours(&mut colours, &mut demand.wanted_mixes());
        let numbered: Vec<(Rgb<u8>, u8)> = colours
            .into_iter()
            .zip(0..=255)
            .take(Palette::SIZE)
            .collect();
        let numbers_by_colour = numbered.into_iter().rev().collect();
        let mut palette = Palette {
            look,
            colours,
            nearest: Vec::new(),
            numbers_by_colour,
            blend_tables: Vec::new(),
        };
        palette.nearest = (0..CELL_COUNT)
            .map(|cell| palette.find_nearest(cell_colour(cell)))
            .collect();
        palette.blend_tables = palette.compute_blend_tables();
        palette
    }

    fn compute_blend_tables(&self) -> Vec<BlendTable> {
        let numbers: [u8; 256] = from_fn(|number| number.to_le_bytes()[0]);
        let tables = numbers.into_iter().take(Palette::SIZE).map(|above| {
            COVERAGE_ALPHAS.map(|share| {
                numbers.map(|below| match share {
                    0 => below,
                    255 => above,
                    _ => self.blend(below, self.colour(above), share),
                })
            })
        });
        tables.collect()
    }

    pub fn look(&self) -> Look {
        self.look
    }

    pub fn colours(&self) -> &[Rgb<u8>] {
        &self.colours[..Palette::SIZE]
    }

    /// Returns three bytes for each colour, the format of palettes in PNG and GIF files.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.colours().iter().flat_map(|colour| colour.0).collect()
    }

    #[inline]
    pub(super) fn colour(&self, number: u8) -> Rgb<u8> {
        self.colours[usize::from(number)]
    }

    pub fn rgb(&self, Colour(number): Colour) -> Rgb<u8> {
        self.colour(number)
    }

    /// Returns the number of the nearest colour by a slow but exact search.
    pub fn find_nearest(&self, colour: Rgb<u8>) -> u8 {
        let by_distance = self
            .colours()
            .iter()
            .zip(0_u8..)
            .map(|(own, number)| (colour_distance(colour, *own), number));
        by_distance.min().map_or(0, |(_, number)| number)
    }

    /// Returns the number of a nearby colour by a fast but approximate table.
    #[inline]
    pub fn find_near(&self, colour: Rgb<u8>) -> u8 {
        self.nearest[cell_index(colour)]
    }

    #[inline]
    pub(super) fn blend_table(&self, number: u8) -> &BlendTable {
        &self.blend_tables[usize::from(number)]
    }

    /// Returns the number of the colour that results if `above` is drawn with `alpha` 255ths.
    #[inline]
    pub fn blend(&self, below: u8, above: Rgb<u8>, alpha: u8) -> u8 {
        self.find_near(mix_toward(self.colour(below), above, alpha))
    }
}

/// Maps a colour of the palette to its own number, and any other colour to that of a nearby one.
impl ColorMap for Palette {
    type Color = Rgb<u8>;

    fn index_of(&self, colour: &Rgb<u8>) -> usize {
        let near = self.find_near(*colour);
        if self.colour(near) == *colour {
            near
        } else {
            self.numbers_by_colour.get(colour).copied().unwrap_or(near)
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

/// Chooses the unnamed colours: repeatedly picks the mix with the largest error, then moves each
/// colour to the mean of the mixes that it represents.
fn choose_unnamed_colours(colours: &mut [Rgb<u8>; 256], wanted: &mut [WantedMix]) {
    for (at, number) in (0..Palette::SIZE).zip(0_u8..) {
        if at >= Colour::COUNT {
            let worst = wanted.iter().max_by_key(|wanted| wanted.weighted_error());
            colours[at] = worst.map_or(Rgb([0; 3]), |worst| worst.mix);
        }
        for wanted in wanted.iter_mut() {
            wanted.offer_colour(number, colours[at]);
        }
    }
    for _ in 0..REFINEMENT_ROUNDS {
        move_to_means(colours, wanted);
        for wanted in wanted.iter_mut() {
            wanted.distance = u32::MAX;
            for (colour, number) in colours.iter().take(Palette::SIZE).zip(0_u8..) {
                wanted.offer_colour(number, *colour);
            }
        }
    }
}

fn move_to_means(colours: &mut [Rgb<u8>; 256], wanted: &[WantedMix]) {
    let mut sums = [[0_u64; 4]; 256];
    for WantedMix {
        mix,
        frequency,
        colour,
        ..
    } in wanted
    {
        let sum = &mut sums[usize::from(*colour)];
        let frequency = u64::from(*frequency);
        for (sum, part) in sum.iter_mut().zip(mix.0) {
            *sum += u64::from(part) * frequency;
        }
        sum[3] += frequency;
    }
    for (colour, [r, g, b, frequency]) in colours.iter_mut().zip(sums).skip(Colour::COUNT) {
        if frequency > 0 {
            *colour = Rgb([r, g, b].map(|sum| u8::try_from(sum / frequency).unwrap_or(u8::MAX)));
        }
    }
}
