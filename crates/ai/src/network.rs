//! A small net: what a position looks like to a seat goes in, one layer is between, and what the seat may expect comes out.
//! Only sums, products and square roots: the same everywhere, to the last bit.

use std::ops::{AddAssign, Div, Range, Sub};

use serde::{Deserialize, Serialize};

use lanai_rules::chance::Dice;

/// How many numbers the layer between has.
const HIDDEN_SIZE: usize = 128;
/// How much of a sum below nought goes through.
const LEAK: f32 = 0.05;
/// About so many inputs differ from nought: where there are more, steps are shorter.
const TYPICAL_INPUT_STRENGTH: f32 = 60.0;
/// How far what was expected may be off for one step.
const MAX_STEP_ERROR: f32 = 1.0;

/// What a hundred points are worth beside a sure win. Where they are worth as much, Haleakala is won less often: people make
/// few points there, and it is no less good to keep the other from them.
const POINTS_WEIGHT: f32 = 0.5;

/// So many inputs are compared at once.
const PART_SIZE: usize = 8;

type Layer = [f32; HIDDEN_SIZE];

/// What a seat may expect.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ExpectedOutcome {
    /// Points that are still to come, in hundreds.
    pub points: f32,
    /// The chance to be first at the end.
    pub win: f32,
}

impl ExpectedOutcome {
    /// The points, in whole ones.
    pub fn whole_points(self) -> u16 {
        whole(self.points)
    }

    /// The chance to win, of a hundred.
    pub fn percent(self) -> u16 {
        whole(self.win)
    }

    /// The same where the chances of all seats come to so much, which is less than one where a game can be drawn out.
    pub(super) fn scaled_to(self, chances: f32) -> ExpectedOutcome {
        ExpectedOutcome {
            win: (self.win / chances.max(f32::EPSILON)).min(1.0),
            ..self
        }
    }

    /// How good that is: whoever can win does, and whoever cannot still plays for points.
    pub(super) fn utility(self) -> f32 {
        self.win + POINTS_WEIGHT * self.points
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

impl AddAssign for ExpectedOutcome {
    fn add_assign(&mut self, more: ExpectedOutcome) {
        self.points += more.points;
        self.win += more.win;
    }
}

impl Sub for ExpectedOutcome {
    type Output = ExpectedOutcome;

    fn sub(self, less: ExpectedOutcome) -> ExpectedOutcome {
        ExpectedOutcome {
            points: self.points - less.points,
            win: self.win - less.win,
        }
    }
}

impl Div<f32> for ExpectedOutcome {
    type Output = ExpectedOutcome;

    fn div(self, by: f32) -> ExpectedOutcome {
        ExpectedOutcome {
            points: self.points / by,
            win: self.win / by,
        }
    }
}

/// The numbers of a net.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueNetwork {
    /// What each input adds to the layer between.
    input_weights: Vec<Layer>,
    /// What the layer between begins with.
    hidden_bias: Layer,
    /// What the layer between adds to the points and to the chance.
    output_weights: [Layer; 2],
    output_bias: [f32; 2],
}

/// A position to which others are compared that differ from it in little.
pub(super) struct BasePosition {
    inputs: Vec<f32>,
    /// What the layer between comes to, before what is below nought is held back.
    sums: Layer,
}

/// What a net makes of an input, and by which sums.
struct ForwardPass {
    hidden: Layer,
    expected: ExpectedOutcome,
}

impl BasePosition {
    /// Nothing is compared to it yet.
    pub(super) const fn new() -> BasePosition {
        BasePosition {
            inputs: Vec::new(),
            sums: [0.0; HIDDEN_SIZE],
        }
    }
}

impl ValueNetwork {
    /// A net that knows nothing.
    pub fn new(inputs: usize, dice: &mut Dice) -> ValueNetwork {
        let wide = (2.0 / TYPICAL_INPUT_STRENGTH).sqrt();
        let narrow = 0.125;
        let mut any =
            |scale: f32| -> Layer { std::array::from_fn(|_| scale * random_weight(dice)) };
        let input_weights = (0..inputs).map(|_| any(wide)).collect();
        let output_weights = [any(narrow), any(narrow)];
        ValueNetwork {
            input_weights,
            hidden_bias: [0.0; HIDDEN_SIZE],
            output_weights,
            output_bias: [0.0; 2],
        }
    }

    /// A net whose numbers were written down, if there are as many as it has.
    pub fn from_bytes(inputs: usize, bytes: &[u8]) -> Option<ValueNetwork> {
        let mut numbers = bytes
            .chunks_exact(4)
            .map(|four| four.try_into().map_or(0.0, f32::from_le_bytes));
        if bytes.len() != 4 * (inputs * HIDDEN_SIZE + 3 * HIDDEN_SIZE + 2) {
            return None;
        }
        let mut layer = || -> Layer { std::array::from_fn(|_| numbers.next().unwrap_or_default()) };
        let input_weights = (0..inputs).map(|_| layer()).collect();
        let hidden_bias = layer();
        let output_weights = [layer(), layer()];
        let output_bias = std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let net = ValueNetwork {
            input_weights,
            hidden_bias,
            output_weights,
            output_bias,
        };
        let whole = net.parameters().all(f32::is_finite);
        whole.then_some(net)
    }

    /// Its numbers, to be written down.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.parameters().flat_map(f32::to_le_bytes).collect()
    }

    fn parameters(&self) -> impl Iterator<Item = f32> + '_ {
        let layers = self
            .input_weights
            .iter()
            .chain([&self.hidden_bias])
            .chain(&self.output_weights);
        layers.flatten().chain(&self.output_bias).copied()
    }

    /// What is to be expected where it looks so.
    pub fn evaluate(&self, inputs: &[f32]) -> ExpectedOutcome {
        self.forward(inputs).expected
    }

    /// Positions are compared to the one that looks so.
    pub(super) fn set_base(&self, base: &mut BasePosition, inputs: &[f32]) {
        base.inputs.clear();
        base.inputs.extend_from_slice(inputs);
        base.sums = self.hidden_sums(inputs);
    }

    /// The same as `expects`, but for rounding: only what differs is reckoned.
    pub(super) fn evaluate_from(&self, base: &BasePosition, inputs: &[f32]) -> ExpectedOutcome {
        let mut sums = base.sums;
        for part in differing_parts(inputs, &base.inputs) {
            for at in part {
                let more = inputs[at] - base.inputs[at];
                if more != 0.0 {
                    add_scaled(&mut sums, more, &self.input_weights[at]);
                }
            }
        }
        self.output(sums).expected
    }

    fn forward(&self, inputs: &[f32]) -> ForwardPass {
        self.output(self.hidden_sums(inputs))
    }

    fn hidden_sums(&self, inputs: &[f32]) -> Layer {
        let mut sums = self.hidden_bias;
        for (input, adds) in inputs.iter().zip(&self.input_weights) {
            if *input != 0.0 {
                add_scaled(&mut sums, *input, adds);
            }
        }
        sums
    }

    fn output(&self, mut hidden: Layer) -> ForwardPass {
        for sum in &mut hidden {
            *sum = if *sum > 0.0 { *sum } else { LEAK * *sum };
        }
        let [points, win] =
            [0, 1].map(|out| self.output_bias[out] + dot(&hidden, &self.output_weights[out]));
        ForwardPass {
            hidden,
            expected: ExpectedOutcome {
                points,
                win: squash(win),
            },
        }
    }

    /// A step towards what came of it. Returns by how much the points were off.
    pub fn train_step(&mut self, inputs: &[f32], target: ExpectedOutcome, rate: f32) -> f32 {
        let ForwardPass { hidden, expected } = self.forward(inputs);
        let strength: f32 = inputs.iter().map(|input| input * input).sum();
        let rate = rate * (TYPICAL_INPUT_STRENGTH / (TYPICAL_INPUT_STRENGTH + strength)) * 2.0;
        // For the chance this is the slope of the loss that fits its curve.
        let off = [expected.points - target.points, expected.win - target.win];
        let mut back = [0.0; HIDDEN_SIZE];
        for ((off, layer), bias) in off
            .iter()
            .zip(&mut self.output_weights)
            .zip(&mut self.output_bias)
        {
            let step = rate * off.clamp(-MAX_STEP_ERROR, MAX_STEP_ERROR);
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
            .zip(&mut self.input_weights)
            .chain([(&1.0, &mut self.hidden_bias)])
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
fn differing_parts<'a>(now: &'a [f32], then: &'a [f32]) -> impl Iterator<Item = Range<usize>> + 'a {
    let (parts, rest) = now.as_chunks::<PART_SIZE>();
    let end = now.len() - rest.len()..now.len();
    parts
        .iter()
        .zip(then.as_chunks::<PART_SIZE>().0)
        .enumerate()
        .filter(|(_, (now, then))| differ(now, then))
        .map(|(part, _)| PART_SIZE * part..PART_SIZE * (part + 1))
        .chain([end])
}

/// Compares bit by bit and without a branch for each number, which is several times faster.
fn differ(now: &[f32; PART_SIZE], then: &[f32; PART_SIZE]) -> bool {
    let mut bits = 0;
    for (now, then) in now.iter().zip(then) {
        bits |= now.to_bits() ^ then.to_bits();
    }
    bits != 0
}

fn add_scaled(sums: &mut Layer, input: f32, adds: &Layer) {
    sums.iter_mut()
        .zip(adds)
        .for_each(|(sum, add)| *sum += input * add);
}

/// From nought to one, half at nought.
fn squash(sum: f32) -> f32 {
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
fn random_weight(dice: &mut Dice) -> f32 {
    let number = u16::try_from(dice.below(1 << 16)).unwrap_or_default();
    f32::from(number) / 32_768.0 - 1.0
}
