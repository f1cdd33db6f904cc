//! The file of an open database. A system lets go of a deleted file only when nobody has it open, so moves would go on
//! being written to something that is gone with the program.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;
use lanai_metrics::Disk;

/// As many links as Linux follows.
const MAX_LINKS: usize = 40;

/// The file of an open database, as it was found.
#[derive(Clone, Debug)]
pub(super) struct File {
    path: PathBuf,
    identity: Identity,
}

impl File {
    pub(super) fn at(path: &Path) -> io::Result<File> {
        Ok(File {
            path: path.to_owned(),
            identity: identity(path)?,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is still this file that its name stands for, and its log of changes still lies beside it.
    pub(super) fn is_there(&self) -> Result<(), StoreError> {
        if identity(&self.path).is_ok_and(|found| found == self.identity) && self.wal().exists() {
            return Ok(());
        }
        Err(StoreError::Gone {
            file: self.path.display().to_string(),
        })
    }

    /// Returns how much room is left beside it, and how much its write-ahead log takes up.
    pub(super) fn disk(&self) -> io::Result<Disk> {
        let free_bytes = fs4::available_space(folder_of(&self.path))?;
        Ok(Disk {
            free_bytes,
            wal_bytes: std::fs::metadata(self.wal())?.len(),
        })
    }

    fn wal(&self) -> PathBuf {
        [self.path.as_os_str(), "-wal".as_ref()]
            .into_iter()
            .collect::<OsString>()
            .into()
    }
}

/// Returns where a file really is, or will be: SQLite puts its own files beside that, and there the database is held.
pub(super) fn real(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = path.read_link() else { break };
        path = folder_of(&path).join(target);
    }
    path
}

/// Checks that this user may write a database here, and that the lock beside it guards it.
pub fn check_file(database: &Path) -> Result<(), StoreError> {
    let file = || database.display().to_string();
    if let Some(why) = access_problem(database) {
        return Err(StoreError::Open {
            file: file(),
            error: why.into(),
        });
    }
    if has_other_names(database) {
        return Err(StoreError::HardLinked { file: file() });
    }
    Ok(())
}

/// Returns why this user may not write a database here, with the owner and the mode that forbid it. `None` if it may, or if
/// there is another reason.
pub(super) fn access_problem(database: &Path) -> Option<String> {
    let file = real(database);
    for suffix in ["", "-wal", "-shm", ".lock"] {
        let path: OsString = [file.as_os_str(), suffix.as_ref()].into_iter().collect();
        if let Err(error) = OpenOptions::new().read(true).write(true).open(&path)
            && is_denied(&error)
            && Path::new(&path).exists()
        {
            return Some(denial(Path::new(&path), &error));
        }
    }
    // Most systems make it without a name.
    let folder = folder_of(&file);
    let denied = tempfile::tempfile_in(folder).err().filter(is_denied);
    denied.map(|error| denial(folder, &error))
}

fn is_denied(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
    )
}

#[cfg(unix)]
fn denial(path: &Path, error: &io::Error) -> String {
    use std::os::unix::fs::MetadataExt as _;
    let owner = std::fs::metadata(path).map_or_else(
        |_| String::new(),
        |it| {
            format!(
                ", user {} owns it, mode {:04o}",
                it.uid(),
                it.mode() & 0o7777
            )
        },
    );
    format!("{} may not be written ({error}{owner})", path.display())
}

#[cfg(not(unix))]
fn denial(path: &Path, error: &io::Error) -> String {
    format!("{} may not be written ({error})", path.display())
}

/// Whether a file has another name that is no link to this one: the lock beside this name does not guard it.
#[cfg(unix)]
fn has_other_names(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(path).is_ok_and(|found| found.nlink() > 1)
}

#[cfg(not(unix))]
fn has_other_names(_: &Path) -> bool {
    false
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
