//! Mangles inputs: flips bits, deletes, repeats and moves parts, and inserts edge-case numbers and
//! known words. The result follows from the seed and the number of the try.

use lanai_rules::chance::{Dice, Seed};

const MAX_INPUT_BYTES: usize = 1 << 16;

/// Figures at the edges of what numbers can be.
const FIGURES: [&str; 16] = [
    "0",
    "-1",
    "1",
    "2",
    "7",
    "99",
    "100",
    "255",
    "256",
    "65535",
    "65536",
    "4294967295",
    "9223372036854775807",
    "18446744073709551616",
    "1e9",
    "0.5",
];

/// Unusual letters: long, wide, invisible and right-to-left ones, and invalid bytes.
const LETTERS: [&[u8]; 16] = [
    b"\0",
    b"\n",
    b"\r\n",
    b"\t",
    b" ",
    b"\"",
    b"\\",
    b"'",
    "\u{202e}".as_bytes(),
    "\u{200b}".as_bytes(),
    "\u{2028}".as_bytes(),
    "İ".as_bytes(),
    "ß".as_bytes(),
    "🌋".as_bytes(),
    b"\xff",
    b"\xed\xa0\x80",
];

pub(super) struct Engine {
    inputs: Vec<Vec<u8>>,
    words: &'static [&'static str],
}

impl Engine {
    pub(super) fn new(inputs: Vec<Vec<u8>>, words: &'static [&'static str]) -> Engine {
        assert!(!inputs.is_empty() && !words.is_empty());
        Engine { inputs, words }
    }

    /// Returns a mangled input.
    pub(super) fn mangled_input(&self, seed: u64, number: u64) -> Vec<u8> {
        let mut dice = Dice::new(&Seed::from_number(seed), number);
        let mut input = pick(&mut dice, &self.inputs).clone();
        for _ in 0..=dice.below(6) {
            self.mangle(&mut dice, &mut input);
        }
        input.truncate(MAX_INPUT_BYTES);
        input
    }

    fn mangle(&self, dice: &mut Dice, input: &mut Vec<u8>) {
        let part = pick_range(dice, input.len());
        match dice.below(10) {
            0 if !input.is_empty() => {
                let at = pick_index(dice, input.len() - 1);
                input[at] ^= 1 << dice.below(8);
            }
            1 if !input.is_empty() => {
                let at = pick_index(dice, input.len() - 1);
                input[at] = u8::try_from(dice.below(256)).unwrap();
            }
            2 => drop(input.drain(part)),
            3 => {
                let twice: Vec<u8> = input[part.clone()].repeat(1 + pick_index(dice, 3));
                input.splice(part.end..part.end, twice);
            }
            4 => {
                let other = pick(dice, &self.inputs);
                let taken = self::pick_range(dice, other.len());
                input.splice(part, other[taken].iter().copied());
            }
            5 => change_number(dice, input),
            6 => drop(input.splice(part, pick(dice, &LETTERS).iter().copied())),
            7 => {
                let word = pick(dice, self.words).as_bytes();
                input.splice(part.start..part.start, word.iter().copied());
            }
            8 if dice.below(20) == 0 => {
                let many = pick(dice, self.words).repeat(pick_index(dice, 2_000));
                input.splice(part, many.bytes());
            }
            _ => drop(input.splice(part, pick(dice, self.words).bytes())),
        }
    }
}

/// Replaces a decimal number by another one.
fn change_number(dice: &mut Dice, input: &mut Vec<u8>) {
    let from = pick_index(dice, input.len());
    let Some(begin) = input[from..]
        .iter()
        .position(u8::is_ascii_digit)
        .map(|at| from + at)
    else {
        return;
    };
    let digits = input[begin..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    input.splice(begin..begin + digits, pick(dice, &FIGURES).bytes());
}

/// Chooses a range, more often a short one.
fn pick_range(dice: &mut Dice, length: usize) -> std::ops::Range<usize> {
    let begin = pick_index(dice, length);
    let most = if dice.below(4) == 0 { length } else { 12 };
    begin..length.min(begin + pick_index(dice, most))
}

/// A number up to this one.
fn pick_index(dice: &mut Dice, most: usize) -> usize {
    dice.below(u32::try_from(most).unwrap() + 1) as usize
}

fn pick<'a, T>(dice: &mut Dice, list: &'a [T]) -> &'a T {
    &list[pick_index(dice, list.len() - 1)]
}

#[test]
fn fuzzing_is_reproducible() {
    let engine = Engine::new(vec![b"move gods 12".to_vec(), Vec::new()], &["pay", "3"]);
    let made: Vec<_> = (0..200)
        .map(|number| engine.mangled_input(7, number))
        .collect();
    assert_eq!(
        made,
        (0..200)
            .map(|number| engine.mangled_input(7, number))
            .collect::<Vec<_>>()
    );
    let different: std::collections::BTreeSet<_> = made.iter().collect();
    assert!(different.len() > 120, "{}", different.len());
}
