//! Emojis of the application: pictures that the bot may use in words and on components wherever it speaks. They are kept
//! as they came, in the letters of base64.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};

use super::files::picture_type;
use crate::ids::Id;

/// What Discord takes as the picture of an emoji.
const KINDS: [&str; 5] = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];

/// An emoji.
#[derive(Serialize, Deserialize)]
pub(crate) struct Emoji {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) picture: EmojiPicture,
}

/// What an emoji looks like.
#[derive(Serialize, Deserialize)]
pub(crate) struct EmojiPicture {
    pub(crate) kind: String,
    base64: String,
}

impl EmojiPicture {
    /// Reads `data:image/png;base64,…`.
    pub(crate) fn read(said: &str) -> Option<EmojiPicture> {
        let (kind, base64) = said.strip_prefix("data:")?.split_once(";base64,")?;
        let picture = EmojiPicture { kind: kind.to_owned(), base64: base64.to_owned() };
        let bytes = picture.bytes();
        // Discord looks for itself what it is.
        let kind = picture_type(&bytes).unwrap_or(picture.kind);
        (KINDS.contains(&kind.as_str()) && !bytes.is_empty()).then_some(EmojiPicture { kind, ..picture })
    }

    /// The file; nothing if it is no base64.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        STANDARD.decode(&self.base64).unwrap_or_default()
    }

    pub(crate) fn is_animated(&self) -> bool {
        self.kind == "image/gif"
    }
}
