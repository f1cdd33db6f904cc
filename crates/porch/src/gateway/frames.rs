//! Encodes gateway frames as text or as `zlib-stream`, which some libraries require.
//!
//! The zlib encoding is written by hand, without compression, because loopback does not need any.

use std::mem;

use axum::extract::ws::Message;

/// The maximum size of a stored (uncompressed) deflate block.
const MAX_BLOCK_BYTES: usize = 0xffff;

pub(crate) enum Frames {
    Text,
    /// All frames form one zlib stream of stored (uncompressed) blocks.
    Zlib {
        has_header: bool,
    },
}

impl Frames {
    pub(crate) fn new(compress: Option<&str>) -> Self {
        match compress {
            Some("zlib-stream") => Frames::Zlib { has_header: false },
            Some(_) | None => Frames::Text,
        }
    }

    pub(crate) fn encode_frame(&mut self, text: String) -> Message {
        let mut packed = Vec::with_capacity(text.len() + 32);
        match self {
            Frames::Text => return Message::Text(text.into()),
            Frames::Zlib { has_header } => {
                if !mem::replace(has_header, true) {
                    packed.extend([0x78, 0x01]);
                }
                text.as_bytes()
                    .chunks(MAX_BLOCK_BYTES)
                    .for_each(|chunk| push_stored_block(chunk, &mut packed));
                // The sync-flush marker, by which clients recognize the end of a frame.
                push_stored_block(&[], &mut packed);
            }
        }
        Message::Binary(packed.into())
    }
}

fn push_stored_block(chunk: &[u8], into: &mut Vec<u8>) {
    let length = u16::try_from(chunk.len()).unwrap_or(u16::MAX);
    into.push(0);
    into.extend(length.to_le_bytes());
    into.extend((!length).to_le_bytes());
    into.extend(chunk);
}

pub(crate) fn close_reason(code: u16) -> &'static str {
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
