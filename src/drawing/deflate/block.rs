//! Blocks: bytes and copies as bits, in codes that are made for them.

#![expect(
    clippy::cast_possible_truncation,
    reason = "lengths, distances and symbols have sixteen bits at most"
)]

use std::array::from_fn;
use std::mem::take;

use super::codes::{Bits, codes, lengths};

/// So many steps share their codes: the upper half of a picture is not like the lower one.
const OF_A_BLOCK: usize = 1 << 14;

/// The longest copy that can be written; the shortest is of three bytes.
pub(super) const LONGEST: usize = 258;

/// Bytes, the end of a block and lengths share their codes, distances have others, and a third kind tells of both.
const SYMBOLS: usize = 286;
const DISTANCES: usize = 30;
const TOLD: usize = 19;
const END: usize = 256;

/// In which order the third kind is told.
const ORDER: [usize; TOLD] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// How the data goes on: with a byte, or with bytes that were there before. Both are written the same way, a byte as a copy
/// from nowhere: a processor cannot guess which of them comes next, and so need not.
#[derive(Clone, Copy)]
struct Step {
    /// A byte; from 256 on, how much longer a copy is than the shortest.
    what: u16,
    /// From how far back, as a symbol and the bits behind it.
    from: u8,
    rest: u16,
}

/// How many `what` and `from` there are: the last one is from nowhere.
const WHATS: usize = 512;
const FROMS: usize = DISTANCES + 1;

/// Takes bytes and copies, and writes them in blocks.
pub(super) struct Writer {
    file: Vec<u8>,
    /// What is not in the file yet: less than a byte.
    rest: Bits,
    steps: Vec<Step>,
    /// How often each of them is in the steps.
    whats: [u32; WHATS],
    froms: [u32; FROMS],
}

impl Writer {
    /// Goes on with a file.
    pub(super) fn after(file: Vec<u8>) -> Writer {
        let steps = Vec::with_capacity(OF_A_BLOCK);
        Writer { file, rest: Bits::default(), steps, whats: [0; WHATS], froms: [0; FROMS] }
    }

    /// A byte.
    pub(super) fn byte(&mut self, byte: u8) {
        self.step(Step { what: byte.into(), from: DISTANCES as u8, rest: 0 });
    }

    /// A copy of so many bytes from so far back.
    pub(super) fn copy(&mut self, length: usize, distance: usize) {
        let (from, rest) = split(distance as u32 - 1, 1);
        self.step(Step { what: 253 + length as u16, from: from as u8, rest: rest.bits as u16 });
    }

    fn step(&mut self, step: Step) {
        self.whats[usize::from(step.what)] += 1;
        self.froms[usize::from(step.from)] += 1;
        self.steps.push(step);
        if self.steps.len() == OF_A_BLOCK {
            self.block(false);
        }
    }

    /// The file, up to a whole byte.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.block(true);
        self.put(Bits::new(0, 7));
        self.file
    }

    /// Writes the steps, and begins anew.
    fn block(&mut self, last: bool) {
        // That codes follow which are made for it.
        self.put(Bits::new(u64::from(last) | 2 << 1, 3));
        let (symbols, distances) = self.agree();
        let whats: [Bits; WHATS] = from_fn(|what| {
            let (symbol, rest) = symbol(what);
            symbols[symbol].then(rest)
        });
        let froms: [Bits; FROMS] = from_fn(|from| distances.get(from).copied().unwrap_or_default());
        let behind: [u32; FROMS] =
            from_fn(|from| if from < DISTANCES { (from as u32 / 2).saturating_sub(1) } else { 0 });
        for Step { what, from, rest } in take(&mut self.steps) {
            let from = usize::from(from);
            let rest = Bits::new(rest.into(), behind[from]);
            self.put(whats[usize::from(what)].then(froms[from]).then(rest));
        }
        self.put(symbols[END]);
        *self = Writer { rest: self.rest, ..Writer::after(take(&mut self.file)) };
    }

    /// Chooses the codes of the steps and tells them.
    fn agree(&mut self) -> ([Bits; SYMBOLS], [Bits; DISTANCES]) {
        let (mut symbols, mut distances) = ([0; SYMBOLS], [0; DISTANCES]);
        self.whats.iter().enumerate().for_each(|(what, often)| symbols[symbol(what).0] += often);
        distances.copy_from_slice(&self.froms[..DISTANCES]);
        // With a single code of a kind not every reader gets along, so there are always two.
        (symbols[0], symbols[END]) = (symbols[0] + 1, 1);
        distances[..2].iter_mut().for_each(|often| *often += 1);
        let (symbols, distances) = (lengths(symbols, 15), lengths(distances, 15));
        self.tell(&symbols, &distances);
        (codes(&symbols), codes(&distances))
    }

    /// The lengths of all codes. Those that repeat are told together.
    fn tell(&mut self, symbols: &[u32; SYMBOLS], distances: &[u32; DISTANCES]) {
        let all: Vec<u32> = symbols.iter().chain(distances).copied().collect();
        let mut told: Vec<(usize, Bits)> = Vec::new();
        for same in all.chunk_by(|one, other| one == other) {
            let (length, mut left) = (same[0] as usize, same.len() as u64);
            if length > 0 {
                told.push((length, Bits::default()));
                left -= 1;
            }
            while left > 0 {
                let (symbol, least, most, count) = match (length, left) {
                    (_, ..3) => (length, 1, 1, 0),
                    (0, ..11) => (17, 3, 10, 3),
                    (0, _) => (18, 11, 138, 7),
                    _ => (16, 3, 6, 2),
                };
                let many = left.min(most);
                told.push((symbol, Bits::new(many - least, count)));
                left -= many;
            }
        }
        let mut often = [0; TOLD];
        for (symbol, _) in &told {
            often[*symbol] += 1;
        }
        let lengths = lengths(often, 7);
        let codes = codes(&lengths);
        for (number, least, count) in [(SYMBOLS, 257, 5), (DISTANCES, 1, 5), (TOLD, 4, 4)] {
            self.put(Bits::new((number - least) as u64, count));
        }
        for symbol in ORDER {
            self.put(Bits::new(lengths[symbol].into(), 3));
        }
        for (symbol, rest) in told {
            self.put(codes[symbol].then(rest));
        }
    }

    /// At most 56 bits, the first into the lowest of a byte.
    fn put(&mut self, bits: Bits) {
        let Bits { bits, count } = self.rest.then(bits);
        let whole = self.file.len() + count as usize / 8;
        self.file.extend_from_slice(&bits.to_le_bytes());
        self.file.truncate(whole);
        self.rest = Bits::new(bits >> (count / 8 * 8), count % 8);
    }
}

/// The symbol of a byte or of the length of a copy, and the bits behind it. The longest copy has one of its own.
fn symbol(what: usize) -> (usize, Bits) {
    match what {
        ..256 => (what, Bits::default()),
        511 => (SYMBOLS - 1, Bits::default()),
        _ => {
            let (symbol, rest) = split(what as u32 - 256, 2);
            (END + 1 + symbol, rest)
        }
    }
}

/// A number as a symbol and the bits behind it. The symbol tells which bit is the highest, and so many below it as are `fine`.
fn split(number: u32, fine: u32) -> (usize, Bits) {
    let count = (number | 1).ilog2().saturating_sub(fine);
    let symbol = (count << fine) + (number >> count);
    (symbol as usize, Bits::new(u64::from(number) & ((1 << count) - 1), count))
}
