//! The file in which a world is kept: lines of JSON, each with its checksum before it, and each what changed in one
//! moment. The last line may be torn by a kill, and is cut off then: nobody was told of it. Anything else that is not as
//! it was written is damage. A file that has grown too long is replaced by a short one, at once or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::{CannotKeep, shown};

/// How much a file may grow, beyond twice of what it was, until it is written anew.
const GROWTH: u64 = 4 << 20;
/// The digits of a checksum, and the blank after them.
const BEFORE: usize = 9;

/// A file that is written to.
pub(crate) struct Journal {
    path: PathBuf,
    file: Option<File>,
    /// How much of it is whole lines.
    length: u64,
    /// How long it was when it was last written anew.
    begun: u64,
    /// Something stands at its end that is no whole line, and could not be cut off.
    torn: bool,
}

/// What a file tells.
pub(crate) struct Found {
    bytes: Vec<u8>,
    lines: Vec<Range<usize>>,
}

impl Found {
    /// What its lines say, with their numbers.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let said = |range: &Range<usize>| self.bytes.get(range.clone()).unwrap_or_default();
        (1..).zip(self.lines.iter().map(said))
    }
}

impl Journal {
    /// Reads a file, if it is there, and mends its end if that is torn.
    pub(crate) fn open(path: PathBuf) -> Result<(Journal, Option<Found>), CannotKeep> {
        if !path.exists() {
            return Ok((Journal { path, file: None, length: 0, begun: 0, torn: false }, None));
        }
        let failed = |error| CannotKeep::Reach(shown(&path), error);
        let bytes = fs::read(&path).map_err(failed)?;
        let (lines, whole) = split(&bytes, &path)?;
        let file = private().append(true).open(&path).map_err(failed)?;
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(failed)?;
            let cut = bytes.len() - whole;
            tracing::warn!(
                cut,
                "the porch was ended while it wrote: its file lost the bytes of a line that nobody had heard of"
            );
        }
        // It began with a head, and with all that there was then.
        let begun = lines.get(1).map_or(0, |line| line.end) as u64;
        let journal = Journal { path, file: Some(file), length: whole as u64, begun, torn: false };
        Ok((journal, Some(Found { bytes, lines })))
    }

    /// Whether it should be written anew: it is not there, or broken, or much of it is about what is gone.
    pub(crate) fn is_long(&self) -> bool {
        self.file.is_none() || self.torn || self.length > 2 * self.begun + GROWTH
    }

    /// Whether no line can be added to it.
    pub(crate) fn is_torn(&self) -> bool {
        self.file.is_none() || self.torn
    }

    /// Adds a line, or leaves the file as it was.
    pub(crate) fn append(&mut self, said: &[u8]) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Err(io::ErrorKind::NotFound.into()) };
        let line = framed(said);
        if let Err(error) = file.write_all(&line) {
            self.torn = file.set_len(self.length).is_err();
            return Err(error);
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Writes a file anew. It takes the place of the old one when all of it is on the disk.
    pub(crate) fn rewrite(&mut self, lines: &[Vec<u8>]) -> io::Result<()> {
        // Whatever comes of it: not with the next line again.
        self.begun = self.length;
        let beside = self.path.with_extension("new");
        let length = write(&beside, lines).inspect_err(|_| {
            // Where there is no room for it, half of it shall not take what is left.
            let _ = fs::remove_file(&beside);
        })?;
        fs::rename(&beside, &self.path)?;
        self.file = Some(private().append(true).open(&self.path)?);
        (self.length, self.begun, self.torn) = (length, length, false);
        Ok(())
    }

    /// Waits until the disk has everything.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.as_ref().map_or(Ok(()), File::sync_all)
    }
}

/// How files are opened: what is made is for its owner alone, whatever the shell thinks of it.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Writes a whole file to the disk, and tells how long it is.
fn write(path: &Path, lines: &[Vec<u8>]) -> io::Result<u64> {
    let mut file = private().create(true).truncate(true).write(true).open(path)?;
    let mut length = 0;
    for line in lines.iter().map(|said| framed(said)) {
        file.write_all(&line)?;
        length += line.len() as u64;
    }
    file.sync_all()?;
    Ok(length)
}

/// A line as it stands in the file.
fn framed(said: &[u8]) -> Vec<u8> {
    let mut line = format!("{:08x} ", crc32fast::hash(said)).into_bytes();
    line.extend_from_slice(said);
    line.push(b'\n');
    line
}

/// Where the lines are that a file says, and where the last of them ends.
fn split(bytes: &[u8], path: &Path) -> Result<(Vec<Range<usize>>, usize), CannotKeep> {
    let (mut lines, mut from) = (Vec::new(), 0);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let Some(whole) = line.strip_suffix(b"\n") else { break };
        let number = lines.len() + 1;
        let damaged = || match number {
            // What does not even begin as ours is not ours.
            1 => CannotKeep::Foreign(shown(path)),
            number => CannotKeep::Damaged(shown(path), number),
        };
        let (sum, said) = whole.split_at_checked(BEFORE).ok_or_else(damaged)?;
        if sum != format!("{:08x} ", crc32fast::hash(said)).as_bytes() {
            return Err(damaged());
        }
        lines.push(from + BEFORE..from + whole.len());
        from += line.len();
    }
    // The first line is written together with the file.
    if lines.is_empty() { Err(CannotKeep::Foreign(shown(path))) } else { Ok((lines, from)) }
}
