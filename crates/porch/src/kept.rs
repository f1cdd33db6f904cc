//! A world that is kept in a folder, from which it comes back as it was, after a good night as after a `kill -9`: the file
//! `world`, which is replaced as a whole before a change is acknowledged; the files of messages by their ids under `files`;
//! and a lock by which another porch sees that the folder is in use. All of it is readable by its owner alone.
//!
//! Not kept are gateway sessions (a bot that comes back begins a new one), the log of requests, rate limits, troubles and
//! watchers. Time goes on while the porch is closed: threads are archived and tokens expire.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use serde::{Deserialize, Serialize};

use super::{ids::Id, settings::Settings, world::World};

/// Why a porch cannot keep its world, or find it again. Whatever is there is left as it is.
#[derive(thiserror::Error, Debug)]
pub enum CannotKeep {
    /// The disk or the rights do not allow it.
    #[error("the porch cannot keep its world in {0}: {1}")]
    Reach(PathBuf, #[source] io::Error),
    #[error(
        "another porch is open on the world in {0}: close that one, or let this one keep its tables elsewhere"
    )]
    Taken(PathBuf),
    /// It is something else, from another version, or damaged.
    #[error(
        "{0} is not the world of such a porch, or is damaged, and was left as it is: put a copy back, or move it \
         away to begin a new world"
    )]
    Foreign(PathBuf),
}

const LOCK: &str = "lock";
const WORLD: &str = "world";
const FRESH: &str = "world.new";
const FILES: &str = "files";

/// What the file says.
#[derive(Serialize, Deserialize)]
struct Saved<W> {
    lanai_porch: u32,
    world: W,
}

const FORMAT: u32 = 2;

/// Keeps a world in a folder, which no other porch can open meanwhile.
pub(crate) struct Keeper {
    path: PathBuf,
    _lock: File,
    /// The files of messages that lie in the folder.
    files: BTreeSet<Id>,
    /// The changes of the world that are saved.
    pub(crate) saved: u64,
    pub(crate) has_failed: bool,
}

impl Keeper {
    /// Opens a folder, which is made if there is none, and reads its world or makes a new one.
    pub(crate) fn open(path: &Path, settings: &Settings) -> Result<(Keeper, World), CannotKeep> {
        let failed = |error| CannotKeep::Reach(path.to_owned(), error);
        let foreign = || CannotKeep::Foreign(path.to_owned());
        if path.exists() && !path.is_dir() {
            return Err(foreign());
        }
        make_folder(path).map_err(failed)?;
        if !path.join(WORLD).exists() && has_other_files(path).map_err(failed)? {
            return Err(foreign());
        }
        let lock = private()
            .create(true)
            .append(true)
            .open(path.join(LOCK))
            .map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(CannotKeep::Taken(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        make_folder(&path.join(FILES)).map_err(failed)?;
        let world = match fs::read(path.join(WORLD)) {
            Ok(bytes) => {
                let saved: Saved<World> = serde_json::from_slice(&bytes)
                    .ok()
                    .filter(|saved: &Saved<World>| saved.lanai_porch == FORMAT)
                    .ok_or_else(|| CannotKeep::Foreign(path.join(WORLD)))?;
                let mut world = saved.world;
                read_files(&path.join(FILES), &mut world).map_err(failed)?;
                world.restore(settings);
                world
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => World::new(settings),
            Err(error) => return Err(failed(error)),
        };
        let files = world.files.kept.keys().copied().collect();
        let mut keeper = Keeper {
            path: path.to_owned(),
            _lock: lock,
            files,
            saved: 0,
            has_failed: false,
        };
        keeper
            .write(&to_bytes(&world).map_err(failed)?, &world.files.all())
            .map_err(failed)?;
        Ok((keeper, world))
    }

    /// Writes the world and the files that came with it; files that are gone from it are removed.
    pub(crate) fn write(&mut self, world: &[u8], files: &BTreeMap<Id, Bytes>) -> io::Result<()> {
        let folder = self.path.join(FILES);
        for (id, bytes) in files.iter().filter(|(id, _)| !self.files.contains(id)) {
            write_whole(&folder.join(id.to_string()), bytes)?;
        }
        let fresh = self.path.join(FRESH);
        write_whole(&fresh, world)?;
        fs::rename(&fresh, self.path.join(WORLD))?;
        for id in self.files.iter().filter(|id| !files.contains_key(id)) {
            // What stays behind is removed when the folder is next opened.
            let _ = fs::remove_file(folder.join(id.to_string()));
        }
        self.files = files.keys().copied().collect();
        Ok(())
    }
}

pub(crate) fn to_bytes(world: &World) -> io::Result<Vec<u8>> {
    Ok(serde_json::to_vec(&Saved {
        lanai_porch: FORMAT,
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

/// Returns whether more lies in a folder than a porch leaves that was killed in its first moment.
fn has_other_files(path: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_empty_folder =
            || fs::read_dir(entry.path()).is_ok_and(|mut files| files.next().is_none());
        if name != LOCK && name != FRESH && !(name == FILES && is_empty_folder()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads the files of messages. A message whose file was deleted goes on without it; a file that no message has, because the
/// porch was killed before the message was saved, is removed.
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

/// How files are opened: what is made is for its owner alone, whatever the umask is.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = private()
        .create(true)
        .truncate(true)
        .write(true)
        .open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
