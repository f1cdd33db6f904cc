//! A small value network that maps the features of a position to a seat's expected outcome.
//!
//! It has one hidden layer. It uses only sums, products, quotients and square roots, so that
//! results are the same on every machine, to the last bit.

use std::ops::{AddAssign, Div, Range, Sub};

use serde::{Deserialize, Serialize};

use lanai_rules::chance::Dice;

const HIDDEN_SIZE: usize = 128;
/// The slope of the hidden layer's activation function below zero.
const LEAK: f32 = 0.05;
/// The typical sum of squared inputs; a higher sum shortens the training steps.
const TYPICAL_INPUT_STRENGTH: f32 = 60.0;
/// The bound to which a training step clamps its error.
const MAX_STEP_ERROR: f32 = 1.0;

/// The worth of a hundred points relative to a sure win.
///
/// With a weight of one, the planner wins Haleakala less often: players score few points there, and
/// preventing the opponent's points is equally good.
const POINTS_WEIGHT: f32 = 0.5;

/// The number of inputs that are compared in one block.
const BLOCK_LEN: usize = 8;

type Layer = [f32; HIDDEN_SIZE];

/// The expected outcome of the game for a seat.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ExpectedOutcome {
    /// Points in hundreds. From the network, only the points still to come.
    pub points: f32,
    /// The chance to win; a shared win counts in part.
    pub win: f32,
}

impl ExpectedOutcome {
    pub fn whole_points(self) -> u16 {
        round_hundredths(self.points)
    }

    /// Returns the chance to win in percent.
    pub fn percent(self) -> u16 {
        round_hundredths(self.win)
    }

    /// Returns the chance to win in percent while the game runs. It is an estimate, so it is never
    /// told as a certainty.
    pub fn running_percent(self) -> u16 {
        self.percent().clamp(1, 99)
    }

    /// Divides the chance to win by the sum over all seats, which discounting can make less than
    /// one.
    pub(super) fn scaled_to(self, chances: f32) -> ExpectedOutcome {
        ExpectedOutcome {
            win: (self.win / chances.max(f32::EPSILON)).min(1.0),
            ..self
        }
    }

    /// Returns the value that planners maximize. Including points makes a losing player still play
    /// for points.
    pub(super) fn utility(self) -> f32 {
        self.win + POINTS_WEIGHT * self.points
    }
}

/// Multiplies by 100, rounds and clamps to a whole number that is not negative.
fn round_hundredths(hundreds: f32) -> u16 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is cut to what fits"
    )]
    let whole = (100.0 * hundreds).round().clamp(0.0, 60_000.0) as u16;
    whole
}

impl AddAssign for ExpectedOutcome {
    fn add_assign(&mut self, other: ExpectedOutcome) {
        self.points += other.points;
        self.win += other.win;
    }
}

impl Sub for ExpectedOutcome {
    type Output = ExpectedOutcome;

    fn sub(self, other: ExpectedOutcome) -> ExpectedOutcome {
        ExpectedOutcome {
            points: self.points - other.points,
            win: self.win - other.win,
        }
    }
}

impl Div<f32> for ExpectedOutcome {
    type Output = ExpectedOutcome;

    fn div(self, divisor: f32) -> ExpectedOutcome {
        ExpectedOutcome {
            points: self.points / divisor,
            win: self.win / divisor,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct ValueNetwork {
    /// The weights from each input to the hidden layer.
    input_weights: Vec<Layer>,
    hidden_bias: Layer,
    /// The weights from the hidden layer to points and chance.
    output_weights: [Layer; 2],
    output_bias: [f32; 2],
}

/// A reference position, from which similar positions are evaluated by their differences.
pub(super) struct BasePosition {
    inputs: Vec<f32>,
    /// The sums of the hidden layer before the activation.
    sums: Layer,
}

struct ForwardPass {
    hidden: Layer,
    expected: ExpectedOutcome,
}

impl BasePosition {
    pub(super) const fn new() -> BasePosition {
        BasePosition {
            inputs: Vec::new(),
            sums: [0.0; HIDDEN_SIZE],
        }
    }
}

impl ValueNetwork {
    /// Creates a network with random weights.
    pub fn new(inputs: usize, dice: &mut Dice) -> ValueNetwork {
        let input_scale = (2.0 / TYPICAL_INPUT_STRENGTH).sqrt();
        let output_scale = 0.125;
        let input_weights = (0..inputs)
            .map(|_| random_layer(input_scale, dice))
            .collect();
        let output_weights = [
            random_layer(output_scale, dice),
            random_layer(output_scale, dice),
        ];
        ValueNetwork {
            input_weights,
            hidden_bias: [0.0; HIDDEN_SIZE],
            output_weights,
            output_bias: [0.0; 2],
        }
    }

    /// Decodes a network; returns `None` if the length is wrong or a parameter is not finite.
    pub fn from_bytes(inputs: usize, bytes: &[u8]) -> Option<ValueNetwork> {
        let mut numbers = bytes
            .chunks_exact(4)
            .map(|four| four.try_into().map_or(0.0, f32::from_le_bytes));
        if bytes.len() != 4 * (inputs * HIDDEN_SIZE + 3 * HIDDEN_SIZE + 2) {
            return None;
        }
        let input_weights = (0..inputs).map(|_| take_array(&mut numbers)).collect();
        let hidden_bias = take_array(&mut numbers);
        let output_weights = [take_array(&mut numbers), take_array(&mut numbers)];
        let output_bias = take_array(&mut numbers);
        let net = ValueNetwork {
            input_weights,
            hidden_bias,
            output_weights,
            output_bias,
        };
        let whole = net.parameters().all(f32::is_finite);
        whole.then_some(net)
    }

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

    pub fn evaluate(&self, inputs: &[f32]) -> ExpectedOutcome {
        self.forward(inputs).expected
    }

    pub(super) fn set_base(&self, base: &mut BasePosition, inputs: &[f32]) {
        base.inputs.clear();
        base.inputs.extend_from_slice(inputs);
        base.sums = self.hidden_sums(inputs);
    }

    /// Evaluates a position that differs little from the base. Only differing inputs are added, so
    /// the result equals that of `evaluate` except for rounding.
    pub(super) fn evaluate_from(&self, base: &BasePosition, inputs: &[f32]) -> ExpectedOutcome {
        let mut sums = base.sums;
        for part in differing_blocks(inputs, &base.inputs) {
            for at in part {
                let more = inputs[at] - base.inputs[at];
                if more != 0.0 {
                    add_scaled(&mut sums, more, &self.input_weights[at]);
                }
            }
        }
        self.compute_output(sums).expected
    }

    fn forward(&self, inputs: &[f32]) -> ForwardPass {
        self.compute_output(self.hidden_sums(inputs))
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

    fn compute_output(&self, mut hidden: Layer) -> ForwardPass {
        for sum in &mut hidden {
            *sum = if *sum > 0.0 { *sum } else { LEAK * *sum };
        }
        let [points, win] = [0, 1]
            .map(|out| self.output_bias[out] + dot_product(&hidden, &self.output_weights[out]));
        ForwardPass {
            hidden,
            expected: ExpectedOutcome {
                points,
                win: to_chance(win),
            },
        }
    }

    /// Takes one step of gradient descent towards the target. Returns the error of the points, in
    /// hundreds.
    pub fn train_step(&mut self, inputs: &[f32], target: ExpectedOutcome, rate: f32) -> f32 {
        let ForwardPass { hidden, expected } = self.forward(inputs);
        let strength: f32 = inputs.iter().map(|input| input * input).sum();
        let rate = rate * (TYPICAL_INPUT_STRENGTH / (TYPICAL_INPUT_STRENGTH + strength)) * 2.0;
        // For `win` (sigmoid), this is the gradient of the cross-entropy loss.
        let errors = [expected.points - target.points, expected.win - target.win];
        let mut back = [0.0; HIDDEN_SIZE];
        for ((error, layer), bias) in errors
            .iter()
            .zip(&mut self.output_weights)
            .zip(&mut self.output_bias)
        {
            let step = rate * error.clamp(-MAX_STEP_ERROR, MAX_STEP_ERROR);
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
        errors[0]
    }
}

/// Returns the blocks in which two inputs differ, and the incomplete last block.
fn differing_blocks<'a>(
    inputs: &'a [f32],
    base: &'a [f32],
) -> impl Iterator<Item = Range<usize>> + 'a {
    let (parts, rest) = inputs.as_chunks::<BLOCK_LEN>();
    let end = inputs.len() - rest.len()..inputs.len();
    parts
        .iter()
        .zip(base.as_chunks::<BLOCK_LEN>().0)
        .enumerate()
        .filter(|(_, (inputs, base))| has_difference(inputs, base))
        .map(|(part, _)| BLOCK_LEN * part..BLOCK_LEN * (part + 1))
        .chain([end])
}

/// Returns whether two blocks differ. Combining the bits without a branch is several times faster.
fn has_difference(inputs: &[f32; BLOCK_LEN], base: &[f32; BLOCK_LEN]) -> bool {
    let mut bits = 0;
    for (inputs, base) in inputs.iter().zip(base) {
        bits |= inputs.to_bits() ^ base.to_bits();
    }
    bits != 0
}

fn take_array<const N: usize>(numbers: &mut impl Iterator<Item = f32>) -> [f32; N] {
    std::array::from_fn(|_| numbers.next().unwrap_or_default())
}

fn add_scaled(sums: &mut Layer, input: f32, adds: &Layer) {
    sums.iter_mut()
        .zip(adds)
        .for_each(|(sum, add)| *sum += input * add);
}

/// Maps any sum to a chance between zero and one (an algebraic sigmoid).
fn to_chance(sum: f32) -> f32 {
    0.5 + 0.5 * sum / (1.0 + sum * sum).sqrt()
}

/// Returns the dot product. Eight separate sums let the compiler use vector instructions.
fn dot_product(one: &Layer, other: &Layer) -> f32 {
    let mut sums = [0.0; 8];
    for (one, other) in one.chunks_exact(8).zip(other.chunks_exact(8)) {
        sums.iter_mut()
            .zip(one.iter().zip(other))
            .for_each(|(sum, (one, other))| *sum += one * other);
    }
    sums.iter().sum()
}

fn random_layer(scale: f32, dice: &mut Dice) -> Layer {
    std::array::from_fn(|_| scale * random_weight(dice))
}

/// Returns a number between minus one and one.
fn random_weight(dice: &mut Dice) -> f32 {
    let number = u16::try_from(dice.below(1 << 16)).unwrap_or_default();
    f32::from(number) / 32_768.0 - 1.0
}
