//! Checks that the file of an open database is still there. A deleted file exists as long as it is
//! open, so without the check moves would be written to a file that vanishes when the program ends.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;
use lanai_metrics::Disk;

/// The largest number of symbolic links that are followed, as on Linux.
const MAX_LINKS: usize = 40;

/// The file of an open database, identified by device and inode.
#[derive(Clone, Debug)]
pub(super) struct DatabaseFile {
    path: PathBuf,
    identity: FileIdentity,
}

impl DatabaseFile {
    pub(super) fn open(path: &Path) -> io::Result<DatabaseFile> {
        Ok(DatabaseFile {
            path: path.to_owned(),
            identity: file_identity(path)?,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns an error if the path names another file by now, or the write-ahead log is gone.
    pub(super) fn check_present(&self) -> Result<(), StoreError> {
        if file_identity(&self.path).is_ok_and(|found| found == self.identity)
            && self.wal_path().exists()
        {
            return Ok(());
        }
        Err(StoreError::FileMissing {
            file: self.path.display().to_string(),
        })
    }

    /// Returns the free space of the disk and the size of the write-ahead log.
    pub(super) fn disk_space(&self) -> io::Result<Disk> {
        let free_bytes = fs4::available_space(folder_of(&self.path))?;
        Ok(Disk {
            free_bytes,
            wal_bytes: std::fs::metadata(self.wal_path())?.len(),
        })
    }

    fn wal_path(&self) -> PathBuf {
        [self.path.as_os_str(), "-wal".as_ref()]
            .into_iter()
            .collect::<OsString>()
            .into()
    }
}

/// Follows symbolic links, even to a file that does not exist yet: SQLite puts its side files
/// beside the target, and the lock file has to be there too.
pub(super) fn resolve_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = path.read_link() else { break };
        path = folder_of(&path).join(target);
    }
    path
}

/// Checks that this user may write the database, and that no hard link evades its lock.
pub fn check_file(database: &Path) -> Result<(), StoreError> {
    if let Some(problem) = access_problem(database) {
        return Err(StoreError::open(database.display(), problem));
    }
    if has_other_names(database) {
        return Err(StoreError::HardLinked {
            file: database.display().to_string(),
        });
    }
    Ok(())
}

/// Describes the file or folder that this user may not write, with its owner and mode. Returns
/// `None` if access is not the problem.
pub(super) fn access_problem(database: &Path) -> Option<String> {
    let file = resolve_links(database);
    for suffix in ["", "-wal", "-shm", ".lock"] {
        let path: OsString = [file.as_os_str(), suffix.as_ref()].into_iter().collect();
        if let Err(error) = OpenOptions::new().read(true).write(true).open(&path)
            && is_denied(&error)
            && Path::new(&path).exists()
        {
            return Some(describe_denial(Path::new(&path), &error));
        }
    }
    // On most systems the temporary file has no name, so it leaves nothing behind.
    let folder = folder_of(&file);
    let denied = tempfile::tempfile_in(folder).err().filter(is_denied);
    denied.map(|error| describe_denial(folder, &error))
}

fn is_denied(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
    )
}

#[cfg(unix)]
fn describe_denial(path: &Path, error: &io::Error) -> String {
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
fn describe_denial(path: &Path, error: &io::Error) -> String {
    format!("{} may not be written ({error})", path.display())
}

/// Returns whether a file has a hard link, which the lock beside this name would not cover.
#[cfg(unix)]
fn has_other_names(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(path).is_ok_and(|found| found.nlink() > 1)
}

#[cfg(not(unix))]
fn has_other_names(_: &Path) -> bool {
    false
}

/// Creates a database file that only its owner can read, whatever the umask. SQLite gives its side
/// files the same mode. An existing file stays as it is, and an error is left to SQLite to report.
pub(super) fn create_private_file(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(path);
}

/// The device and inode of a file, which identify it whatever its name.
#[cfg(unix)]
type FileIdentity = (u64, u64);

#[cfg(unix)]
fn file_identity(path: &Path) -> io::Result<FileIdentity> {
    use std::os::unix::fs::MetadataExt as _;
    let found = std::fs::metadata(path)?;
    Ok((found.dev(), found.ino()))
}

/// Nothing to compare: other systems do not let an open file be deleted.
#[cfg(not(unix))]
type FileIdentity = ();

#[cfg(not(unix))]
fn file_identity(path: &Path) -> io::Result<FileIdentity> {
    std::fs::metadata(path).map(drop)
}

/// Returns the folder of a file, which need not exist.
pub fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
