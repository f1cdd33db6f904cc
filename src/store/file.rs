//! The file of an open database. A system lets go of a deleted file only when nobody has it open, so moves would go on
//! being written to something that is gone with the program.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;

/// The file of an open database, as it was found.
#[derive(Clone, Debug)]
pub(super) struct File {
    path: PathBuf,
    identity: Identity,
}

impl File {
    /// The file at a path.
    pub(super) fn at(path: &Path) -> io::Result<File> {
        Ok(File { path: path.to_owned(), identity: identity(path)? })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is still this file that its name stands for, and its log of changes still lies beside it.
    pub(super) fn is_there(&self) -> Result<(), StoreError> {
        let log: OsString = [self.path.as_os_str(), "-wal".as_ref()].into_iter().collect();
        if identity(&self.path).is_ok_and(|found| found == self.identity) && Path::new(&log).exists() {
            return Ok(());
        }
        Err(StoreError::Gone { file: self.path.display().to_string() })
    }
}

/// Where a file really is: beside that SQLite puts its own, and beside that it is held.
pub(super) fn real(path: &Path) -> PathBuf {
    let is_link = path.is_symlink();
    is_link.then(|| path.canonicalize().ok()).flatten().unwrap_or_else(|| path.to_owned())
}

/// Makes a database that is not there yet for its owner's eyes alone, whatever the shell thinks of new files; what SQLite
/// puts beside it is as the file itself. One that is there stays as it is. Why it cannot be made, SQLite says itself.
pub(super) fn make_private(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(path);
}

/// By which a file is known, whatever its name.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let found = std::fs::metadata(path)?;
    Ok((found.dev(), found.ino()))
}

/// Other systems do not let an open file be deleted.
#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    std::fs::metadata(path).map(drop)
}

/// The folder in which a file is, or will be.
pub fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
