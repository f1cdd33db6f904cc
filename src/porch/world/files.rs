//! Files that were attached to messages, and those that persons have at hand: brought to the porch, and not yet sent. It keeps as many bytes as the settings allow, the newest, and never looks
//! into a file further than its first line, which says whether it is a picture.

use std::collections::{BTreeMap, VecDeque};

use axum::body::Bytes;
use serde::{Deserialize, Serialize};

use super::tracked_map::TrackedMap;
use crate::ids::Id;

/// A file as it came with a request.
pub(crate) struct Upload {
    /// The number by which the form speaks of it: the n of `files[n]`.
    pub(crate) number: u64,
    pub(crate) filename: String,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Bytes,
}

/// What a message says about a file.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Attachment {
    pub(crate) id: Id,
    pub(crate) filename: String,
    pub(crate) description: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) size: usize,
    /// Width and height, of a picture.
    pub(crate) pixels: Option<(u32, u32)>,
}

/// A kept file.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredFile {
    pub(crate) content_type: Option<String>,
    /// By which it is known whether the bytes are still those.
    pub(crate) checksum: u32,
    /// Where a world is kept, they lie in a file of their own.
    #[serde(skip)]
    pub(crate) bytes: Bytes,
}

/// All files that are kept.
pub(crate) struct Files {
    pub(crate) kept: TrackedMap<StoredFile>,
    bytes: usize,
    most: usize,
    /// The last that went with their message: whoever just heard of one may be on their way to fetch it.
    fading: VecDeque<(Id, StoredFile)>,
}

/// How many of those can still be had.
const FADING: usize = 32;

impl Files {
    pub(crate) fn new(most: usize) -> Self {
        Files { kept: TrackedMap::default(), bytes: 0, most, fading: VecDeque::new() }
    }

    /// Keeps a file, and forgets the oldest when there is no more room.
    pub(crate) fn keep(&mut self, id: Id, upload: Upload, description: Option<String>) -> Attachment {
        let Upload { number: _, filename, content_type, bytes } = upload;
        let (size, pixels) = (bytes.len(), png_size(&bytes).or_else(|| gif_size(&bytes)));
        // Discord looks for itself where the sender did not say what it is.
        let vague = content_type.as_deref().is_none_or(|kind| kind == "application/octet-stream");
        let content_type = if vague { picture_type(&bytes).or(content_type) } else { content_type };
        let checksum = crc32fast::hash(&bytes);
        self.kept.insert(id, StoredFile { content_type: content_type.clone(), checksum, bytes });
        self.bytes += size;
        self.make_room();
        Attachment { id, filename, description, content_type, size, pixels }
    }

    fn make_room(&mut self) {
        while self.bytes > self.most
            && let Some((_, oldest)) = self.kept.pop_first()
        {
            self.bytes -= oldest.bytes.len();
        }
    }

    /// Counts anew what a kept world brought.
    pub(crate) fn restore(&mut self) {
        self.bytes = self.kept.values().map(|file| file.bytes.len()).sum();
        self.make_room();
    }

    /// Forgets a file that no message shows any more, in a while.
    pub(crate) fn forget(&mut self, id: Id) {
        if let Some(file) = self.kept.remove(&id) {
            self.bytes -= file.bytes.len();
            self.fading.push_back((id, file));
            self.fading.drain(..self.fading.len().saturating_sub(FADING));
        }
    }

    /// A file, if it can be had.
    pub(crate) fn find(&self, id: Id) -> Option<&StoredFile> {
        let fading = || self.fading.iter().find(|(other, _)| *other == id).map(|(_, file)| file);
        self.kept.get(&id).or_else(fading)
    }
}

/// How many files are at hand at once.
const MOST_UPLOADS: usize = 100;

/// Files at hand, each with its person. One that was sent with a message is kept with that.
#[derive(Default)]
pub(crate) struct Uploads {
    known: BTreeMap<Id, (Id, Attachment)>,
}

impl Uploads {
    /// A file of this person, by its id or else the newest of that name.
    pub(crate) fn find(&self, person: Id, named: &str) -> Option<&Attachment> {
        let mut own = self.known.values().rev().filter(|(whose, _)| *whose == person).map(|(_, file)| file);
        own.find(|file| file.id.to_string() == named || file.filename == named)
    }

    /// Takes a file of this person out of their hands: it goes with a message, and is gone when that is.
    pub(crate) fn take(&mut self, person: Id, named: &str) -> Option<Attachment> {
        let id = self.find(person, named)?.id;
        self.known.remove(&id).map(|(_, file)| file)
    }

    /// Somebody brings a file.
    pub(crate) fn bring(&mut self, person: Id, file: Attachment) {
        self.known.insert(file.id, (person, file));
        while self.known.len() > MOST_UPLOADS {
            self.known.pop_first();
        }
    }

    pub(crate) fn get(&self, id: Id) -> Option<&Attachment> {
        self.known.get(&id).map(|(_, file)| file)
    }
}

/// What sort of picture it is, by its first bytes. By hand, as the sizes are: these are the kinds that Discord tells apart
/// here, and a crate would bring a dozen more.
pub(super) fn picture_type(bytes: &[u8]) -> Option<String> {
    let known: [(&[u8], &str); 4] = [
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"GIF87a", "image/gif"),
        (b"GIF89a", "image/gif"),
        (b"\xff\xd8\xff", "image/jpeg"),
    ];
    known.iter().find(|(begin, _)| bytes.starts_with(begin)).map(|(_, kind)| (*kind).to_owned())
}

/// Width and height, if it is a GIF.
fn gif_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |from: usize| bytes.get(from..from + 2)?.try_into().ok().map(u16::from_le_bytes);
    bytes.starts_with(b"GIF8").then(|| Some((number(6)?.into(), number(8)?.into())))?
}

/// Width and height, if it is a PNG.
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |from: usize| bytes.get(from..from + 4)?.try_into().ok().map(u32::from_be_bytes);
    bytes.starts_with(b"\x89PNG\r\n\x1a\n").then(|| Some((number(16)?, number(20)?)))?
}
