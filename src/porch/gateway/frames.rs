//! How frames travel: as text, or in the `zlib-stream` or `zstd-stream` that some libraries insist on. It never looks into a
//! frame. By hand, because the crates that write these streams bring their compressors along, and nothing is squeezed here.

use std::mem;

use axum::extract::ws::Message;

/// The most that a stored block of deflate can hold.
const BLOCK: usize = 0xffff;

/// The most that a raw block of zstd can hold, and how a stream of such blocks begins: the magic number, nothing that is told
/// of the whole, and a window as wide as a block.
const WIDE_BLOCK: usize = 128 << 10;
const ZSTD_BEGIN: [u8; 6] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3];

/// Packs the frames of one connection.
pub(crate) enum Frames {
    /// As they are.
    Text,
    /// In one zlib stream. Its blocks are stored, not squeezed: on loopback that is faster than squeezing.
    Zlib { begun: bool },
    /// In one zstd stream, raw for the same reason.
    Zstd { begun: bool },
}

impl Frames {
    pub(crate) fn new(compress: Option<&str>) -> Self {
        match compress {
            Some("zlib-stream") => Frames::Zlib { begun: false },
            Some("zstd-stream") => Frames::Zstd { begun: false },
            Some(_) | None => Frames::Text,
        }
    }

    pub(crate) fn pack(&mut self, text: String) -> Message {
        let mut packed = Vec::with_capacity(text.len() + 32);
        match self {
            Frames::Text => return Message::Text(text.into()),
            Frames::Zlib { begun } => {
                if !mem::replace(begun, true) {
                    packed.extend([0x78, 0x01]);
                }
                text.as_bytes().chunks(BLOCK).for_each(|chunk| store(chunk, &mut packed));
                // An empty block is the mark by which a bot knows that the frame is complete.
                store(&[], &mut packed);
            }
            Frames::Zstd { begun } => {
                if !mem::replace(begun, true) {
                    packed.extend(ZSTD_BEGIN);
                }
                for block in text.as_bytes().chunks(WIDE_BLOCK) {
                    // The size of the block, that it is raw, and that it is not the last: none ever is.
                    let header = u32::try_from(block.len() << 3).unwrap_or(0).to_le_bytes();
                    packed.extend(header.iter().take(3));
                    packed.extend(block);
                }
            }
        }
        Message::Binary(packed.into())
    }
}

fn store(chunk: &[u8], into: &mut Vec<u8>) {
    let length = u16::try_from(chunk.len()).unwrap_or(u16::MAX);
    into.push(0);
    into.extend(length.to_le_bytes());
    into.extend((!length).to_le_bytes());
    into.extend(chunk);
}

/// What Discord says when it closes with a code.
pub(crate) fn reason(code: u16) -> &'static str {
    match code {
        1001 => "The porch closes.",
        4001 => "Unknown opcode.",
        4002 => "Error while decoding payload.",
        4003 => "Not authenticated.",
        4004 => "Authentication failed.",
        4005 => "Already authenticated.",
        4007 => "Invalid seq.",
        4008 => "Rate limited.",
        4009 => "GatewaySession timed out.",
        4010 => "Invalid shard.",
        4011 => "Sharding required.",
        4012 => "Invalid API version.",
        4013 => "Invalid intent(s).",
        4014 => "Disallowed intent(s).",
        _ => "Unknown error.",
    }
}
