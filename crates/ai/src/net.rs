//! A small net: what a position looks like to a seat goes in, one layer is between, and what the seat may expect comes out.
//! Only sums, products and square roots: the same everywhere, to the last bit.

use std::ops::{AddAssign, Div, Range, Sub};

use serde::{Deserialize, Serialize};

use lanai_rules::chance::Dice;

/// How many numbers the layer between has.
const HIDDEN: usize = 128;
/// How much of a sum below nought goes through.
const LEAK: f32 = 0.05;
/// About so many inputs differ from nought: where there are more, steps are shorter.
const USUAL: f32 = 60.0;
/// How far what was expected may be off for one step.
const MOST_OFF: f32 = 1.0;

/// What a hundred points are worth beside a sure win. Where they are worth as much, Haleakala is won less often: people make
/// few points there, and it is no less good to keep the other from them.
const POINTS_COUNT: f32 = 0.5;

/// So many inputs are compared at once.
const PART: usize = 8;

type Layer = [f32; HIDDEN];

/// What a seat may expect.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Expected {
    /// Points that are still to come, in hundreds.
    pub points: f32,
    /// The chance to be first at the end.
    pub win: f32,
}

impl Expected {
    /// The points, in whole ones.
    pub fn in_points(self) -> u16 {
        whole(self.points)
    }

    /// The chance to win, of a hundred.
    pub fn percent(self) -> u16 {
        whole(self.win)
    }

    /// The same where the chances of all seats come to so much, which is less than one where a game can be drawn out.
    pub(super) fn of_all(self, chances: f32) -> Expected {
        Expected {
            win: (self.win / chances.max(f32::EPSILON)).min(1.0),
            ..self
        }
    }

    /// How good that is: whoever can win does, and whoever cannot still plays for points.
    pub(super) fn worth(self) -> f32 {
        self.win + POINTS_COUNT * self.points
    }
}

/// So many hundredths, none below nought.
fn whole(hundreds: f32) -> u16 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is cut to what fits"
    )]
    let whole = (100.0 * hundreds).round().clamp(0.0, 60_000.0) as u16;
    whole
}

impl AddAssign for Expected {
    fn add_assign(&mut self, more: Expected) {
        self.points += more.points;
        self.win += more.win;
    }
}

impl Sub for Expected {
    type Output = Expected;

    fn sub(self, less: Expected) -> Expected {
        Expected {
            points: self.points - less.points,
            win: self.win - less.win,
        }
    }
}

impl Div<f32> for Expected {
    type Output = Expected;

    fn div(self, by: f32) -> Expected {
        Expected {
            points: self.points / by,
            win: self.win / by,
        }
    }
}

/// The numbers of a net.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueNetwork {
    /// What each input adds to the layer between.
    first: Vec<Layer>,
    /// What the layer between begins with.
    begins: Layer,
    /// What the layer between adds to the points and to the chance.
    second: [Layer; 2],
    bias: [f32; 2],
}

/// A position to which others are compared that differ from it in little.
pub(super) struct Ground {
    inputs: Vec<f32>,
    /// What the layer between comes to, before what is below nought is held back.
    sums: Layer,
}

/// What a net makes of an input, and by which sums.
struct Thought {
    hidden: Layer,
    expected: Expected,
}

impl Ground {
    /// Nothing is compared to it yet.
    pub(super) const fn new() -> Ground {
        Ground {
            inputs: Vec::new(),
            sums: [0.0; HIDDEN],
        }
    }
}

impl ValueNetwork {
    /// A net that knows nothing.
    pub fn new(inputs: usize, dice: &mut Dice) -> ValueNetwork {
        let wide = (2.0 / USUAL).sqrt();
        let narrow = 0.125;
        let mut any = |scale: f32| -> Layer { std::array::from_fn(|_| scale * any_number(dice)) };
        let first = (0..inputs).map(|_| any(wide)).collect();
        let second = [any(narrow), any(narrow)];
        ValueNetwork {
            first,
            begins: [0.0; HIDDEN],
            second,
            bias: [0.0; 2],
        }
    }

    /// A net whose numbers were written down, if there are as many as it has.
    pub fn read(inputs: usize, bytes: &[u8]) -> Option<ValueNetwork> {
        let mut numbers = bytes
            .chunks_exact(4)
            .map(|four| four.try_into().map_or(0.0, f32::from_le_bytes));
        if bytes.len() != 4 * (inputs * HIDDEN + 3 * HIDDEN + 2) {
            return None;
        }
        let mut layer = || -> Layer { std::array::from_fn(|_| numbers.next().unwrap_or_default()) };
        let first = (0..inputs).map(|_| layer()).collect();
        let begins = layer();
        let second = [layer(), layer()];
        let bias = std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let net = ValueNetwork {
            first,
            begins,
            second,
            bias,
        };
        let whole = net.numbers().all(f32::is_finite);
        whole.then_some(net)
    }

    /// Its numbers, to be written down.
    pub fn bytes(&self) -> Vec<u8> {
        self.numbers().flat_map(f32::to_le_bytes).collect()
    }

    fn numbers(&self) -> impl Iterator<Item = f32> + '_ {
        let layers = self.first.iter().chain([&self.begins]).chain(&self.second);
        layers.flatten().chain(&self.bias).copied()
    }

    /// What is to be expected where it looks so.
    pub fn expects(&self, inputs: &[f32]) -> Expected {
        self.think(inputs).expected
    }

    /// Positions are compared to the one that looks so.
    pub(super) fn stand_on(&self, ground: &mut Ground, inputs: &[f32]) {
        ground.inputs.clear();
        ground.inputs.extend_from_slice(inputs);
        ground.sums = self.sums(inputs);
    }

    /// The same as `expects`, but for rounding: only what differs is reckoned.
    pub(super) fn expects_from(&self, ground: &Ground, inputs: &[f32]) -> Expected {
        let mut sums = ground.sums;
        for part in differing(inputs, &ground.inputs) {
            for at in part {
                let more = inputs[at] - ground.inputs[at];
                if more != 0.0 {
                    add(&mut sums, more, &self.first[at]);
                }
            }
        }
        self.conclude(sums).expected
    }

    fn think(&self, inputs: &[f32]) -> Thought {
        self.conclude(self.sums(inputs))
    }

    fn sums(&self, inputs: &[f32]) -> Layer {
        let mut sums = self.begins;
        for (input, adds) in inputs.iter().zip(&self.first) {
            if *input != 0.0 {
                add(&mut sums, *input, adds);
            }
        }
        sums
    }

    fn conclude(&self, mut hidden: Layer) -> Thought {
        for sum in &mut hidden {
            *sum = if *sum > 0.0 { *sum } else { LEAK * *sum };
        }
        let [points, win] = [0, 1].map(|out| self.bias[out] + dot(&hidden, &self.second[out]));
        Thought {
            hidden,
            expected: Expected {
                points,
                win: chance(win),
            },
        }
    }

    /// A step towards what came of it. Returns by how much the points were off.
    pub fn learn(&mut self, inputs: &[f32], came: Expected, rate: f32) -> f32 {
        let Thought { hidden, expected } = self.think(inputs);
        let strength: f32 = inputs.iter().map(|input| input * input).sum();
        let rate = rate * (USUAL / (USUAL + strength)) * 2.0;
        // For the chance this is the slope of the loss that fits its curve.
        let off = [expected.points - came.points, expected.win - came.win];
        let mut back = [0.0; HIDDEN];
        for ((off, layer), bias) in off.iter().zip(&mut self.second).zip(&mut self.bias) {
            let step = rate * off.clamp(-MOST_OFF, MOST_OFF);
            for ((back, weight), hidden) in back.iter_mut().zip(layer).zip(&hidden) {
                *back += step * *weight;
                *weight -= step * hidden;
            }
            *bias -= step;
        }
        back.iter_mut()
            .zip(&hidden)
            .for_each(|(back, hidden)| *back *= if *hidden > 0.0 { 1.0 } else { LEAK });
        for (input, layer) in inputs
            .iter()
            .zip(&mut self.first)
            .chain([(&1.0, &mut self.begins)])
        {
            if *input != 0.0 {
                layer
                    .iter_mut()
                    .zip(&back)
                    .for_each(|(weight, back)| *weight -= input * back);
            }
        }
        off[0]
    }
}

/// Where two descriptions differ, part by part. Within a part nothing is left out, so that it is compared in a few steps.
fn differing<'a>(now: &'a [f32], then: &'a [f32]) -> impl Iterator<Item = Range<usize>> + 'a {
    let (parts, rest) = now.as_chunks::<PART>();
    let differ = |now: &[f32; PART], then: &[f32; PART]| {
        let mut all = 0;
        for (now, then) in now.iter().zip(then) {
            all |= now.to_bits() ^ then.to_bits();
        }
        all != 0
    };
    let both = parts.iter().zip(then.as_chunks::<PART>().0).enumerate();
    let parts = both.filter(move |(_, (now, then))| differ(now, then));
    let end = now.len() - rest.len()..now.len();
    parts.map(|(at, _)| PART * at..PART * (at + 1)).chain([end])
}

fn add(sums: &mut Layer, input: f32, adds: &Layer) {
    sums.iter_mut()
        .zip(adds)
        .for_each(|(sum, add)| *sum += input * add);
}

/// From nought to one, half at nought.
fn chance(sum: f32) -> f32 {
    0.5 + 0.5 * sum / (1.0 + sum * sum).sqrt()
}

/// Eight sums side by side, as a processor does them.
fn dot(one: &Layer, other: &Layer) -> f32 {
    let mut sums = [0.0; 8];
    for (one, other) in one.chunks_exact(8).zip(other.chunks_exact(8)) {
        sums.iter_mut()
            .zip(one.iter().zip(other))
            .for_each(|(sum, (one, other))| *sum += one * other);
    }
    sums.iter().sum()
}

/// From minus one to one.
fn any_number(dice: &mut Dice) -> f32 {
    let number = u16::try_from(dice.below(1 << 16)).unwrap_or_default();
    f32::from(number) / 32_768.0 - 1.0
}
