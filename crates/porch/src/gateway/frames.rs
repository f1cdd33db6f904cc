//! How frames travel: as text, or in the `zlib-stream` that some libraries insist on. By hand, because the crates that write
//! such streams bring their compressors along, and nothing is compressed here.

use std::mem;

use axum::extract::ws::Message;

/// The most that a stored block of deflate can hold.
const BLOCK: usize = 0xffff;

pub(crate) enum Frames {
    Text,
    /// In one zlib stream. Its blocks are stored, not squeezed: on loopback that is faster than squeezing.
    Zlib {
        begun: bool,
    },
}

impl Frames {
    pub(crate) fn new(compress: Option<&str>) -> Self {
        match compress {
            Some("zlib-stream") => Frames::Zlib { begun: false },
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
                text.as_bytes()
                    .chunks(BLOCK)
                    .for_each(|chunk| store(chunk, &mut packed));
                // An empty block is the mark by which a bot knows that the frame is complete.
                store(&[], &mut packed);
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
