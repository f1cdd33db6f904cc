//! The folder of a world: the file `world`, the files of messages by their ids under `files`, and a lock by which another
//! porch sees that somebody is there. All of it is for its owner's eyes alone.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use axum::body::Bytes;

use super::journal::{Found, Journal, private};
use super::{CannotKeep, shown};
use crate::ids::Id;
use crate::world::{StoredFile, TrackedMap};

const LOCK: &str = "lock";
const WORLD: &str = "world";
const FILES: &str = "files";

/// An open folder. Nobody else opens it as long as this is there.
pub(crate) struct Folder {
    path: PathBuf,
    pub(crate) journal: Journal,
    _lock: File,
}

fn make(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        made => made,
    }
}

impl Folder {
    /// Opens a folder, which is made if there is none, and reads what its file says, if there is one.
    pub(crate) fn open(path: &Path) -> Result<(Folder, Option<Found>), CannotKeep> {
        let failed = |error| CannotKeep::Reach(shown(path), error);
        if path.exists() && !path.is_dir() {
            return Err(CannotKeep::Foreign(shown(path)));
        }
        make(path).map_err(failed)?;
        if !path.join(WORLD).exists() {
            refuse_others(path)?;
        }
        let lock = private().create(true).append(true).open(path.join(LOCK)).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(CannotKeep::Taken(shown(path))),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        make(&path.join(FILES)).map_err(failed)?;
        // Whoever had the lock a moment ago may have made it.
        let (journal, found) = Journal::open(path.join(WORLD))?;
        Ok((Folder { path: path.to_owned(), journal, _lock: lock }, found))
    }

    /// The file of the world, for a sentence.
    pub(crate) fn shown(&self) -> String {
        shown(&self.path.join(WORLD))
    }

    fn file(&self, id: Id) -> PathBuf {
        self.path.join(FILES).join(id.to_string())
    }

    /// Fetches the files of which the world tells, and clears away those of which it does not: they were written when
    /// the porch was killed. Whoever deletes a file goes on without it.
    pub(crate) fn fetch_files(&self, known: &mut TrackedMap<StoredFile>) -> Result<(), CannotKeep> {
        let mut gone = Vec::new();
        for (id, file) in known.restored() {
            let path = self.file(*id);
            match fs::read(&path) {
                Ok(bytes) if crc32fast::hash(&bytes) == file.checksum => file.bytes = Bytes::from(bytes),
                Ok(_) => return Err(CannotKeep::DamagedFile(shown(&path))),
                Err(error) if error.kind() == io::ErrorKind::NotFound => gone.push(*id),
                Err(error) => return Err(CannotKeep::Reach(shown(&path), error)),
            }
        }
        if !gone.is_empty() {
            tracing::warn!(files = gone.len(), "files of messages are gone from the folder of the porch");
        }
        for id in gone {
            known.remove(&id);
        }
        let failed = |error| CannotKeep::Reach(shown(&self.path), error);
        for entry in fs::read_dir(self.path.join(FILES)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let id = entry.file_name().to_str().and_then(|name| name.parse().ok());
            if id.is_some_and(|id| !known.contains_key(&id)) {
                fs::remove_file(entry.path()).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Writes the files that came.
    pub(crate) fn put_files(&self, known: &TrackedMap<StoredFile>) -> io::Result<()> {
        for id in known.touched() {
            if let Some(file) = known.get(id) {
                let mut made = private().create(true).truncate(true).write(true).open(self.file(*id))?;
                made.write_all(&file.bytes)?;
            }
        }
        Ok(())
    }

    /// Removes the files that went.
    pub(crate) fn drop_files(&self, known: &TrackedMap<StoredFile>) {
        for id in known.touched().iter().filter(|id| !known.contains_key(id)) {
            // What stays behind is cleared away when the folder is next opened.
            if let Err(error) = fs::remove_file(self.file(*id))
                && error.kind() != io::ErrorKind::NotFound
            {
                tracing::debug!(%error, "a file of the porch stays behind");
            }
        }
    }

    /// Waits until the disk has everything.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.journal.sync()
    }
}

/// Refuses a folder in which something else lies. What a porch leaves that is killed in its first moment is none of it.
fn refuse_others(path: &Path) -> Result<(), CannotKeep> {
    let failed = |error| CannotKeep::Reach(shown(path), error);
    for entry in fs::read_dir(path).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let ours = name == LOCK
            || name == Path::new(WORLD).with_extension("new").as_os_str()
            || name == FILES && fs::read_dir(entry.path()).is_ok_and(|mut files| files.next().is_none());
        if !ours {
            return Err(CannotKeep::Foreign(shown(path)));
        }
    }
    Ok(())
}
