//! Reads the file `.env` with the crate `dotenvy`, and describes its errors.
//!
//! An error names the line but never shows its text, which may be a token.

use std::{collections::HashMap, fs, io, path::Path};

/// Why a file of settings cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum EnvFileError {
    #[error("{0}")]
    Io(io::Error),
    #[error("it is a folder")]
    IsFolder,
    #[error("it is not UTF-8 but looks like UTF-16; save it as UTF-8")]
    Utf16,
    #[error("line {0} is not UTF-8; save the file as UTF-8")]
    NotUtf8(usize),
    #[error(
        "line {0} cannot be understood; write NAME=value, with quotes around a value that has spaces or a $"
    )]
    InvalidLine(usize),
    #[error("{0} is set twice")]
    SetTwice(String),
}

/// Returns the settings of a file; no settings if the file does not exist.
pub(super) fn read_env_file(file: &Path) -> Result<HashMap<String, String>, EnvFileError> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashMap::new()),
        Err(_) if file.is_dir() => return Err(EnvFileError::IsFolder),
        Err(error) => return Err(EnvFileError::Io(error)),
    };
    parse(decode_utf8(&bytes)?)
}

/// Decodes the text of a file; removes the byte order mark that some editors write.
fn decode_utf8(bytes: &[u8]) -> Result<&str, EnvFileError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) || bytes.contains(&0) {
        return Err(EnvFileError::Utf16);
    }
    let bytes = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(bytes);
    std::str::from_utf8(bytes)
        .map_err(|error| EnvFileError::NotUtf8(line_number(&bytes[..error.valid_up_to()])))
}

fn parse(text: &str) -> Result<HashMap<String, String>, EnvFileError> {
    let mut values = HashMap::new();
    for pair in dotenvy::from_read_iter(text.as_bytes()) {
        let (name, value) = pair.map_err(|error| parse_error(text, error))?;
        if values.insert(name.clone(), value).is_some() {
            return Err(EnvFileError::SetTwice(name));
        }
    }
    Ok(values)
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "dotenvy returns no other errors for text in memory"
)]
fn parse_error(text: &str, error: dotenvy::Error) -> EnvFileError {
    match error {
        dotenvy::Error::LineParse(line, _) => {
            let line_start = text.find(line.trim()).unwrap_or(text.len());
            EnvFileError::InvalidLine(line_number(&text.as_bytes()[..line_start]))
        }
        dotenvy::Error::Io(error) => EnvFileError::Io(error),
        _ => EnvFileError::InvalidLine(0),
    }
}

/// Returns the number of the line that follows these bytes.
fn line_number(preceding_bytes: &[u8]) -> usize {
    preceding_bytes.split(|byte| *byte == b'\n').count()
}
