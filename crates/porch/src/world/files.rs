//! Stored files: attachments and uploads not yet sent, whose total size is limited by removing the
//! oldest, and emoji pictures.

use std::collections::{BTreeMap, VecDeque};

use axum::body::Bytes;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};

use crate::ids::Id;

pub(crate) struct Upload {
    /// The number n in the form field `files[n]` of this upload.
    pub(crate) number: u64,
    pub(crate) filename: String,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Bytes,
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Attachment {
    pub(crate) id: Id,
    pub(crate) filename: String,
    pub(crate) description: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) size: usize,
    pub(crate) pixels: Option<(u32, u32)>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredFile {
    pub(crate) content_type: Option<String>,
    /// The content, which is saved in a file of its own.
    #[serde(skip)]
    pub(crate) bytes: Bytes,
}

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Files {
    pub(crate) kept: BTreeMap<Id, StoredFile>,
    #[serde(skip)]
    bytes: usize,
    /// Files whose messages were removed recently, because a client that has just received such a
    /// message may still fetch its file.
    #[serde(skip)]
    recently_removed: VecDeque<(Id, StoredFile)>,
}

const MAX_BYTES: usize = 256 << 20;
const MAX_RECENTLY_REMOVED: usize = 32;

impl Files {
    /// Stores a file, and removes the oldest ones if the total size is exceeded.
    pub(crate) fn store(
        &mut self,
        id: Id,
        upload: Upload,
        description: Option<String>,
    ) -> Attachment {
        let Upload {
            number: _,
            filename,
            content_type,
            bytes,
        } = upload;
        let size = bytes.len();
        let pixels = png_size(&bytes).or_else(|| gif_size(&bytes));
        // Discord detects the type if the sender did not specify it.
        let is_generic = content_type
            .as_deref()
            .is_none_or(|kind| kind == "application/octet-stream");
        let content_type = if is_generic {
            picture_type(&bytes).or(content_type)
        } else {
            content_type
        };
        self.kept.insert(
            id,
            StoredFile {
                content_type: content_type.clone(),
                bytes,
            },
        );
        self.bytes += size;
        self.drop_oldest();
        Attachment {
            id,
            filename,
            description,
            content_type,
            size,
            pixels,
        }
    }

    fn drop_oldest(&mut self) {
        while self.bytes > MAX_BYTES
            && let Some((_, oldest)) = self.kept.pop_first()
        {
            self.bytes -= oldest.bytes.len();
        }
    }

    pub(crate) fn contents(&self) -> BTreeMap<Id, Bytes> {
        self.kept
            .iter()
            .map(|(id, file)| (*id, file.bytes.clone()))
            .collect()
    }

    pub(crate) fn recount_bytes(&mut self) {
        self.bytes = self.kept.values().map(|file| file.bytes.len()).sum();
        self.drop_oldest();
    }

    /// Removes a file that no message shows any more; it can still be fetched for a while.
    pub(crate) fn forget(&mut self, id: Id) {
        if let Some(file) = self.kept.remove(&id) {
            self.bytes -= file.bytes.len();
            self.recently_removed.push_back((id, file));
            self.recently_removed.drain(
                ..self
                    .recently_removed
                    .len()
                    .saturating_sub(MAX_RECENTLY_REMOVED),
            );
        }
    }

    pub(crate) fn find(&self, id: Id) -> Option<&StoredFile> {
        let mut removed = self.recently_removed.iter();
        self.kept.get(&id).or_else(|| {
            let (_, file) = removed.find(|(other, _)| *other == id)?;
            Some(file)
        })
    }
}

const MAX_UPLOADS: usize = 100;

/// The files that persons uploaded for command options and forms.
#[derive(Default)]
pub(crate) struct Uploads {
    known: BTreeMap<Id, (Id, Attachment)>,
}

impl Uploads {
    /// Finds a file of this person by its id, or the newest one with this name.
    pub(crate) fn find(&self, person: Id, named: &str) -> Option<&Attachment> {
        let mut own = self
            .known
            .values()
            .rev()
            .filter(|(owner, _)| *owner == person)
            .map(|(_, file)| file);
        own.find(|file| file.id.to_string() == named || file.filename == named)
    }

    pub(crate) fn add(&mut self, person: Id, file: Attachment) {
        self.known.insert(file.id, (person, file));
        while self.known.len() > MAX_UPLOADS {
            self.known.pop_first();
        }
    }

    pub(crate) fn get(&self, id: Id) -> Option<&Attachment> {
        self.known.get(&id).map(|(_, file)| file)
    }
}

/// Detects the media type of a picture. This is written by hand, because a crate would bring a
/// dozen more formats.
fn picture_type(bytes: &[u8]) -> Option<String> {
    let known: [(&[u8], &str); 4] = [
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"GIF87a", "image/gif"),
        (b"GIF89a", "image/gif"),
        (b"\xff\xd8\xff", "image/jpeg"),
    ];
    known
        .iter()
        .find(|(begin, _)| bytes.starts_with(begin))
        .map(|(_, kind)| (*kind).to_owned())
}

fn gif_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let (size, _) = bytes
        .strip_prefix(b"GIF8")?
        .get(2..)?
        .split_first_chunk::<4>()?;
    let [w0, w1, h0, h1] = *size;
    let width = u16::from_le_bytes([w0, w1]);
    let height = u16::from_le_bytes([h0, h1]);
    Some((width.into(), height.into()))
}

fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let (width, rest) = header.get(8..)?.split_first_chunk()?;
    let (height, _) = rest.split_first_chunk()?;
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

// --- Emojis of the application ---

const EMOJI_TYPES: [&str; 5] = [
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/avif",
];

#[derive(Serialize, Deserialize)]
pub(crate) struct Emoji {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) picture: EmojiPicture,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct EmojiPicture {
    pub(crate) kind: String,
    base64: String,
}

impl EmojiPicture {
    /// Parses a data URL such as `data:image/png;base64,…`.
    pub(crate) fn from_data_url(data_url: &str) -> Option<EmojiPicture> {
        let (kind, base64) = data_url.strip_prefix("data:")?.split_once(";base64,")?;
        let picture = EmojiPicture {
            kind: kind.to_owned(),
            base64: base64.to_owned(),
        };
        let bytes = picture.bytes();
        // Like Discord, this trusts the content more than the declared type.
        let kind = picture_type(&bytes).unwrap_or(picture.kind);
        (EMOJI_TYPES.contains(&kind.as_str()) && !bytes.is_empty())
            .then_some(EmojiPicture { kind, ..picture })
    }

    /// Returns the decoded picture; empty if the base64 is invalid.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        STANDARD.decode(&self.base64).unwrap_or_default()
    }

    pub(crate) fn is_animated(&self) -> bool {
        self.kind == "image/gif"
    }
}
