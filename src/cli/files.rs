//! Files of the command line, which are written whole or not at all; and text of strangers, as it may stand on a terminal.

use std::{ffi::OsString, fs, io, path::Path};

use super::CliError;

/// The text of a file.
pub(super) fn read(path: &Path) -> Result<String, CliError> {
    fs::read_to_string(path).map_err(|error| trouble(path, error))
}

/// Writes a file. What stood there before stands there until all of it is written.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    // A link leads to what it names; and a pipe or a device is no file that could be put in the place of another.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let is_other = target.metadata().is_ok_and(|there| !there.is_file());
    let written = if is_other {
        fs::write(&target, bytes)
    } else {
        replace(&target, bytes)
    };
    written.map_err(|error| trouble(path, error))
}

fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = OsString::from(".");
    part.push(target.file_name().ok_or(io::ErrorKind::IsADirectory)?);
    part.push(format!(".{}.part", std::process::id()));
    let part = target.with_file_name(part);
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, target));
    if written.is_err() {
        // Perhaps it was never made.
        let _ = fs::remove_file(&part);
    }
    written
}

/// Fails if a file stands where a game is to be kept: somebody may have played it for hours.
pub(super) fn unless_there(path: &Path) -> Result<(), CliError> {
    let is_file = path.metadata().is_ok_and(|there| there.is_file());
    if is_file {
        Err(CliError::Exists(path.display().to_string()))
    } else {
        Ok(())
    }
}

/// Fails if what is made of a record would be written over it.
pub(super) fn unless_same(input: &Path, output: &Path) -> Result<(), CliError> {
    let same = input
        .canonicalize()
        .ok()
        .is_some_and(|input| output.canonicalize().ok() == Some(input));
    if same {
        Err(CliError::Same(output.display().to_string()))
    } else {
        Ok(())
    }
}

fn trouble(path: &Path, error: io::Error) -> CliError {
    CliError::File {
        file: path.display().to_string(),
        error,
    }
}

/// Text in which nothing steers the terminal: what is not seen, or turns the direction of what follows, is shown as a
/// mark. Lines stay lines.
pub(super) fn defused(text: &str) -> String {
    text.chars()
        .map(|letter| if letter == '\n' { letter } else { seen(letter) })
        .collect()
}

/// The same in one line: a name or a word.
pub fn in_line(text: &str) -> String {
    text.chars().map(seen).collect()
}

fn seen(letter: char) -> char {
    let steers = letter.is_control()
        || matches!(letter, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if steers {
        char::REPLACEMENT_CHARACTER
    } else {
        letter
    }
}
