//! Huffman codes: the more often a symbol comes, the fewer bits it takes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Bits as they are written, the first at the right, and how many.
#[derive(Clone, Copy, Default)]
pub(super) struct Bits {
    pub(super) bits: u64,
    pub(super) count: u32,
}

impl Bits {
    pub(super) const fn new(bits: u64, count: u32) -> Bits {
        Bits { bits, count }
    }

    /// These, and then others.
    pub(super) fn then(self, other: Bits) -> Bits {
        Bits { bits: self.bits | other.bits << self.count, count: self.count + other.count }
    }
}

/// How many bits the code of each symbol has, by how often it comes; 0 if it never does. At least two do. No code is longer
/// than `most`.
pub(super) fn lengths<const N: usize>(mut often: [u32; N], most: u32) -> [u32; N] {
    loop {
        let lengths = of_any_length(&often);
        if lengths.iter().all(|length| *length <= most) {
            return lengths;
        }
        // With the seldom ones more like the others, the longest codes become shorter.
        often.iter_mut().filter(|often| **often > 0).for_each(|often| *often = *often / 2 + 1);
    }
}

/// The two that come least are put under a node, again and again, until there is one.
fn of_any_length<const N: usize>(often: &[u32; N]) -> [u32; N] {
    let mut nodes: BinaryHeap<Reverse<(u32, usize)>> = often
        .iter()
        .zip(0..)
        .filter(|(often, _)| **often > 0)
        .map(|(often, at)| Reverse((*often, at)))
        .collect();
    let mut above = vec![0; N];
    while let (Some(Reverse((few, one))), Some(Reverse((more, other)))) = (nodes.pop(), nodes.pop()) {
        let node = above.len();
        (above[one], above[other]) = (node, node);
        above.push(node);
        nodes.push(Reverse((few + more, node)));
    }
    let mut depths = vec![0; above.len()];
    for node in (0..above.len() - 1).rev().filter(|node| above[*node] > 0) {
        depths[node] = depths[above[node]] + 1;
    }
    std::array::from_fn(|at| depths[at])
}

/// The codes that have these lengths: among those of one length, a symbol that comes first has the smaller code.
pub(super) fn codes<const N: usize>(lengths: &[u32; N]) -> [Bits; N] {
    let (mut many, mut next) = ([0; 16], [0_u32; 16]);
    lengths.iter().filter(|length| **length > 0).for_each(|length| many[*length as usize] += 1);
    for length in 1..16 {
        next[length] = (next[length - 1] + many[length - 1]) << 1;
    }
    lengths.map(|length| {
        let code = next[length as usize];
        next[length as usize] += 1;
        // Codes are the only numbers whose highest bit is written first.
        Bits::new(u64::from(code.reverse_bits().checked_shr(32 - length).unwrap_or(0)), length)
    })
}
