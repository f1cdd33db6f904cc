//! Saves the world in a folder, so that it survives even `kill -9`.
//!
//! The file `world` is replaced atomically before a change is acknowledged. Attachments are stored
//! by id under `files`. A lock file keeps other porches out. All files are readable by their owner
//! only.
//!
//! Gateway sessions, the request log, rate limits, faults and watchers are not saved. Time passes
//! while the porch is closed: threads are archived and tokens expire when it opens again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use serde::{Deserialize, Serialize};

use super::{ids::Id, settings::Settings, world::World};

/// The reason why a world cannot be saved or loaded. Existing files are left unchanged.
#[derive(thiserror::Error, Debug)]
pub enum PersistError {
    #[error("the porch cannot keep its world in {0}: {1}")]
    Io(PathBuf, #[source] io::Error),
    #[error(
        "another porch is open on the world in {0}: close that one, or let this one keep its tables elsewhere"
    )]
    InUse(PathBuf),
    /// The folder contains other files, a world of another version, or damaged files.
    #[error(
        "{0} is not the world of such a porch, or is damaged, and was left as it is: put a copy back, or move it \
         away to begin a new world"
    )]
    NotAWorld(PathBuf),
}

const LOCK_FILE: &str = "lock";
const WORLD_FILE: &str = "world";
const NEW_WORLD_FILE: &str = "world.new";
const FILES_FOLDER: &str = "files";

#[derive(Serialize, Deserialize)]
struct SavedWorld<W> {
    lanai_porch: u32,
    world: W,
}

const SAVE_FORMAT: u32 = 2;

/// A folder with a saved world, locked against other porches.
pub(crate) struct WorldFolder {
    path: PathBuf,
    _lock: File,
    /// The ids of the attachments that are stored in the folder.
    files: BTreeSet<Id>,
    /// The change counter of the world when it was last saved.
    pub(crate) saved_changes: u64,
    pub(crate) has_failed: bool,
}

impl WorldFolder {
    /// Opens or creates the folder, and loads the world in it or creates a new one.
    pub(crate) fn open(
        path: &Path,
        settings: &Settings,
    ) -> Result<(WorldFolder, World), PersistError> {
        let failed = |error| PersistError::Io(path.to_owned(), error);
        if path.exists() && !path.is_dir() {
            return Err(PersistError::NotAWorld(path.to_owned()));
        }
        make_folder(path).map_err(failed)?;
        if !path.join(WORLD_FILE).exists() && has_other_files(path).map_err(failed)? {
            return Err(PersistError::NotAWorld(path.to_owned()));
        }
        let lock = private_file_options()
            .create(true)
            .append(true)
            .open(path.join(LOCK_FILE))
            .map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(PersistError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        make_folder(&path.join(FILES_FOLDER)).map_err(failed)?;
        let world = match fs::read(path.join(WORLD_FILE)) {
            Ok(bytes) => {
                let saved: SavedWorld<World> = serde_json::from_slice(&bytes)
                    .ok()
                    .filter(|saved: &SavedWorld<World>| saved.lanai_porch == SAVE_FORMAT)
                    .ok_or_else(|| PersistError::NotAWorld(path.join(WORLD_FILE)))?;
                let mut world = saved.world;
                read_files(&path.join(FILES_FOLDER), &mut world).map_err(failed)?;
                world.restore(settings);
                world
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => World::new(settings),
            Err(error) => return Err(failed(error)),
        };
        let files = world.files.kept.keys().copied().collect();
        let mut world_folder = WorldFolder {
            path: path.to_owned(),
            _lock: lock,
            files,
            saved_changes: 0,
            has_failed: false,
        };
        world_folder
            .write(&to_bytes(&world).map_err(failed)?, &world.files.contents())
            .map_err(failed)?;
        Ok((world_folder, world))
    }

    /// Saves the world and its new attachments, and removes the files of deleted attachments.
    pub(crate) fn write(&mut self, world: &[u8], files: &BTreeMap<Id, Bytes>) -> io::Result<()> {
        let folder = self.path.join(FILES_FOLDER);
        for (id, bytes) in files.iter().filter(|(id, _)| !self.files.contains(id)) {
            write_whole(&folder.join(id.to_string()), bytes)?;
        }
        let fresh = self.path.join(NEW_WORLD_FILE);
        write_whole(&fresh, world)?;
        fs::rename(&fresh, self.path.join(WORLD_FILE))?;
        for id in self.files.iter().filter(|id| !files.contains_key(id)) {
            // If removing a file fails, it is removed when the folder is next opened.
            let _ = fs::remove_file(folder.join(id.to_string()));
        }
        self.files = files.keys().copied().collect();
        Ok(())
    }
}

pub(crate) fn to_bytes(world: &World) -> io::Result<Vec<u8>> {
    Ok(serde_json::to_vec(&SavedWorld {
        lanai_porch: SAVE_FORMAT,
        world,
    })?)
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        made => made,
    }
}

/// Returns whether a folder contains files that a porch cannot have left during its first save.
///
/// A porch that is killed during that save leaves no world file.
fn has_other_files(path: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_empty_folder = name == FILES_FOLDER
            && fs::read_dir(entry.path()).is_ok_and(|mut files| files.next().is_none());
        if name != LOCK_FILE && name != NEW_WORLD_FILE && !is_empty_folder {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Loads the attachments. Attachments whose files are missing are removed from the world.
///
/// Files that belong to no message are deleted: the porch was killed before it saved their message.
fn read_files(folder: &Path, world: &mut World) -> io::Result<()> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(id) = path
            .file_name()
            .and_then(|name| name.to_str()?.parse::<Id>().ok())
        {
            found.insert(id, path);
        }
    }
    world.files.kept.retain(|id, _| found.contains_key(id));
    for (id, path) in found {
        match world.files.kept.get_mut(&id) {
            Some(file) => file.bytes = fs::read(path)?.into(),
            None => fs::remove_file(path)?,
        }
    }
    Ok(())
}

/// Returns options for files that only their owner can read, whatever the umask is.
fn private_file_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = private_file_options()
        .create(true)
        .truncate(true)
        .write(true)
        .open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
