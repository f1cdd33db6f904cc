//! The file `.env`, read by a crate that knows its format. It adds what that crate leaves open: a file that is no text, or
//! a line that cannot be understood, is told in a sentence, and no sentence shows what stands there, for it may be a token.

use std::{collections::HashMap, fs, io, path::Path};

/// Why a file of settings cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// It is there, and cannot be opened.
    #[error("{0}")]
    Closed(io::Error),
    /// Something else has its name.
    #[error("it is a folder")]
    Folder,
    /// Another encoding.
    #[error("it is not UTF-8 but looks like UTF-16; save it as UTF-8")]
    Utf16,
    /// Another encoding, or no text at all.
    #[error("line {0} is not UTF-8; save the file as UTF-8")]
    NotUtf8(usize),
    /// A line that is no setting.
    #[error(
        "line {0} cannot be understood; write NAME=value, with quotes around a value that has spaces or a $"
    )]
    Line(usize),
    /// A setting that is said twice.
    #[error("{0} is set twice")]
    Twice(String),
}

/// What a file says; nothing if there is none.
pub(super) fn read(file: &Path) -> Result<HashMap<String, String>, Unreadable> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashMap::new()),
        Err(_) if file.is_dir() => return Err(Unreadable::Folder),
        Err(error) => return Err(Unreadable::Closed(error)),
    };
    parse(text_of(&bytes)?)
}

/// The text of a file; some editors put a mark before it.
fn text_of(bytes: &[u8]) -> Result<&str, Unreadable> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) || bytes.contains(&0) {
        return Err(Unreadable::Utf16);
    }
    let bytes = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(bytes);
    std::str::from_utf8(bytes)
        .map_err(|error| Unreadable::NotUtf8(line_at(&bytes[..error.valid_up_to()])))
}

fn parse(text: &str) -> Result<HashMap<String, String>, Unreadable> {
    let mut said = HashMap::new();
    for pair in dotenvy::from_read_iter(text.as_bytes()) {
        let (name, value) = pair.map_err(|error| not_understood(text, error))?;
        if said.insert(name.clone(), value).is_some() {
            return Err(Unreadable::Twice(name));
        }
    }
    Ok(said)
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "nothing else comes of text that lies in memory"
)]
fn not_understood(text: &str, error: dotenvy::Error) -> Unreadable {
    match error {
        dotenvy::Error::LineParse(line, _) => {
            let before = text.find(line.trim()).unwrap_or(text.len());
            Unreadable::Line(line_at(&text.as_bytes()[..before]))
        }
        dotenvy::Error::Io(error) => Unreadable::Closed(error),
        _ => Unreadable::Line(0),
    }
}

/// The number of the line that begins or goes on after these bytes.
fn line_at(before: &[u8]) -> usize {
    before.split(|byte| *byte == b'\n').count()
}
