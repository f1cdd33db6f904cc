//! Reads and writes files, and makes text from files safe to print on a terminal.

use std::{ffi::OsString, fs, io, path::Path};

use super::CliError;

pub(super) fn read_text(path: &Path) -> Result<String, CliError> {
    fs::read_to_string(path).map_err(|error| file_error(path, error))
}

/// Writes a file completely or not at all; an old file stays until the new one is complete.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    // A link is followed. A pipe or device is written directly, because a file cannot replace it.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let is_special_file = target.metadata().is_ok_and(|metadata| !metadata.is_file());
    let result = if is_special_file {
        fs::write(&target, bytes)
    } else {
        replace_file(&target, bytes)
    };
    result.map_err(|error| file_error(path, error))
}

fn replace_file(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = OsString::from(".");
    name.push(target.file_name().ok_or(io::ErrorKind::IsADirectory)?);
    name.push(format!(".{}.part", std::process::id()));
    let temporary_file = target.with_file_name(name);
    let result =
        fs::write(&temporary_file, bytes).and_then(|()| fs::rename(&temporary_file, target));
    if result.is_err() {
        // The file may not exist, so an error is ignored.
        let _ = fs::remove_file(&temporary_file);
    }
    result
}

/// Fails if the file exists: it may be the record of a long game.
pub(super) fn check_absent(path: &Path) -> Result<(), CliError> {
    let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file());
    if is_file {
        Err(CliError::FileExists(path.display().to_string()))
    } else {
        Ok(())
    }
}

/// Fails if the output would overwrite the input.
pub(super) fn check_different(input: &Path, output: &Path) -> Result<(), CliError> {
    let is_same_file = input
        .canonicalize()
        .ok()
        .is_some_and(|input| output.canonicalize().ok() == Some(input));
    if is_same_file {
        Err(CliError::OutputIsInput(output.display().to_string()))
    } else {
        Ok(())
    }
}

fn file_error(path: &Path, error: io::Error) -> CliError {
    CliError::File {
        file: path.display().to_string(),
        error,
    }
}

/// Replaces characters that could control the terminal or change the direction of text.
///
/// Line breaks are kept.
pub(super) fn sanitize(text: &str) -> String {
    text.chars()
        .map(|character| {
            if character == '\n' {
                character
            } else {
                sanitize_char(character)
            }
        })
        .collect()
}

/// Replaces the characters that `sanitize` replaces and line breaks, for texts such as names.
pub fn sanitize_line(text: &str) -> String {
    text.chars().map(sanitize_char).collect()
}

fn sanitize_char(character: char) -> char {
    let is_unsafe = character.is_control()
        || matches!(character, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if is_unsafe {
        char::REPLACEMENT_CHARACTER
    } else {
        character
    }
}
