//! The compressor of pictures: DEFLATE (RFC 1951) as zlib wraps it (RFC 1950), for rows of palette numbers.
//!
//! It looks in three places for what comes next: in the pixel before, in the row above, and where the same seven bytes were
//! last seen. The best of these copies is taken, unless the next byte begins a better one. Compressors that are made for
//! everything do not know how long a row is, and so search longer and find less.

#![expect(clippy::cast_possible_truncation, reason = "a place in a picture, and a part of a hash")]

mod block;
mod codes;

use std::mem::replace;

use block::{LONGEST, Writer};
use simd_adler32::adler32;

/// What the data is, and that it was quick work.
const HEADER: [u8; 2] = [0x78, 0x01];

/// As far back a copy may reach.
const WINDOW: usize = 1 << 15;

/// What a copy spares with each byte, and what it costs: from the pixel before, from the row above, from elsewhere. That is
/// roughly in bits; with somewhat other figures, pictures of both games are hardly smaller or larger.
const BYTE: usize = 4;
const BEFORE: usize = 8;
const ABOVE: usize = 14;
const ELSEWHERE: usize = 20;

/// A copy that is so long is taken without a look at the next byte.
const LONG: usize = 64;

/// How many places are remembered, as a power of two: all of them are near at hand for a processor.
const PLACES: u32 = 14;

/// Bytes that were there before: how many, how far back, and what is spared by them.
#[derive(Clone, Copy, Default)]
struct Copy {
    length: usize,
    distance: usize,
    gain: usize,
}

/// How many bytes are the same, at least, where they were last seen.
const ALIKE: usize = 7;

/// Looks for copies.
struct Finder<'a> {
    data: &'a [u8],
    row: usize,
    /// By a hash of so many bytes, where they were last seen.
    seen: Vec<u32>,
}

/// Compresses rows of so many bytes.
pub(super) fn zlib(data: &[u8], row: usize) -> Vec<u8> {
    let mut finder = Finder { data, row: row.min(WINDOW), seen: vec![0; 1 << PLACES] };
    let mut file = Vec::with_capacity(data.len() / 8);
    file.extend(HEADER);
    let mut writer = Writer::after(file);
    // There is nothing yet of which the first byte could be a copy.
    data.iter().take(1).for_each(|first| writer.byte(*first));
    let mut at = 1;
    while at < data.len() {
        let Some(mut copy) = finder.copy(at) else {
            writer.byte(data[at]);
            at += 1;
            continue;
        };
        while copy.length < LONG
            && let Some(better) = finder.copy(at + 1).filter(|next| next.gain > copy.gain)
        {
            writer.byte(data[at]);
            (at, copy) = (at + 1, better);
        }
        writer.copy(copy.length, copy.distance);
        at += copy.length;
        // What lies within a copy is found where that came from; what reaches beyond its end was not there.
        for within in 1..ALIKE.min(copy.length) {
            finder.last_seen(at - within);
        }
    }
    let mut file = writer.finish();
    file.extend(adler32(&data).to_be_bytes());
    file
}

impl Finder<'_> {
    /// The best copy for what begins at a place; nothing if none is worth it. No place is asked for twice.
    fn copy(&mut self, at: usize) -> Option<Copy> {
        let (seen, ahead) = self.last_seen(at)?;
        let elsewhere = (at - seen).min(WINDOW);
        let best = self.better(Copy::default(), (at, ahead), 1, BEFORE);
        let best = self.better(best, (at, ahead), self.row, ABOVE);
        let best = self.better(best, (at, ahead), elsewhere, ELSEWHERE);
        (best.gain > 0).then_some(best)
    }

    /// Where what begins at a place was last seen, which is here from now on, and the eight bytes there.
    #[inline]
    fn last_seen(&mut self, at: usize) -> Option<(usize, u64)> {
        let ahead = u64::from_le_bytes(*self.data.get(at..)?.first_chunk()?);
        let hash = (ahead << (64 - 8 * ALIKE)).wrapping_mul(0x9e37_79b1_85eb_ca87) >> (64 - PLACES);
        Some((replace(&mut self.seen[hash as usize], at as u32) as usize, ahead))
    }

    /// A copy from so far back, or the best until now. The eight bytes ahead mostly decide.
    #[inline]
    fn better(&self, best: Copy, (at, ahead): (usize, u64), distance: usize, price: usize) -> Copy {
        let Some(behind) = self.data.get(at.wrapping_sub(distance)..) else { return best };
        let Some(eight) = behind.first_chunk() else { return best };
        let length = match u64::from_le_bytes(*eight) ^ ahead {
            0 => common(behind, &self.data[at..]),
            differs => (differs.trailing_zeros() / 8) as usize,
        };
        let gain = (BYTE * length).saturating_sub(price);
        if gain > best.gain { Copy { length, distance, gain } } else { best }
    }
}

/// How many bytes two places have in common, as far as a copy may go: looked at by 32, by 8, and by one. It is kept apart
/// from what decides most places, which takes a tenth longer otherwise.
#[inline(never)]
fn common(one: &[u8], other: &[u8]) -> usize {
    let most = other.len().min(LONGEST);
    let (one, other) = (&one[..most], &other[..most]);
    let chunks = one.as_chunks::<32>().0.iter().zip(other.as_chunks::<32>().0);
    let mut alike = 32 * chunks.take_while(|(one, other)| one == other).count();
    for (one, other) in one[alike..].as_chunks().0.iter().zip(other[alike..].as_chunks().0) {
        match u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other) {
            0 => alike += 8,
            differs => return alike + (differs.trailing_zeros() / 8) as usize,
        }
    }
    alike + one[alike..].iter().zip(&other[alike..]).take_while(|(one, other)| one == other).count()
}
