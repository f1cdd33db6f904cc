//! The state that all handlers share: the world behind a lock, and its persistence.

use std::io;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::activity_proxy::ActivityProxy;
use super::world::mutations;
use super::{persistence, persistence::WorldFolder, settings::Settings, world::World};

/// How often the porch archives threads and saves the world while there are no requests.
const TICK_INTERVAL: Duration = Duration::from_secs(1);

pub(crate) struct Shared {
    pub(crate) world: Mutex<World>,
    /// The folder in which the world is saved; `None` without persistence or after closing.
    pub(crate) world_folder: Mutex<Option<WorldFolder>>,
    pub(crate) settings: Settings,
    pub(crate) page_script: String,
    /// The proxy of the Activity; `None` unless Activities are enabled.
    pub(crate) activity_proxy: Option<ActivityProxy>,
    pub(crate) closing: watch::Sender<bool>,
}

impl Shared {
    /// Locks the world, and archives the threads that are due. The guard must not be held across an
    /// await.
    pub(crate) fn world(&self) -> WorldGuard<'_> {
        let mut world = WorldGuard(lock(&self.world));
        let inactive = mutations::find_inactive_threads(&world);
        if !inactive.is_empty() {
            mutations::archive_threads(&mut world, inactive);
        }
        world
    }

    /// Archives threads that are due and saves the world even without requests, forever.
    pub(crate) async fn keep_time(&self) {
        loop {
            let advanced = self.settings.clock.wait_until_advanced();
            drop(self.world());
            // `save` logs a failure, and the next round tries again.
            let _ = self.save();
            // A timeout only means that the clock was not advanced; time may have passed
            // nevertheless.
            let _ = tokio::time::timeout(TICK_INTERVAL, advanced).await;
        }
    }

    /// Saves the world unless its current state is already saved, so that concurrent changes share
    /// a save.
    pub(crate) fn save(&self) -> io::Result<()> {
        let current_changes = lock(&self.world).changes;
        match &mut *lock(&self.world_folder) {
            Some(world_folder) => self.save_with(world_folder, current_changes),
            None => Ok(()),
        }
    }

    fn save_with(&self, world_folder: &mut WorldFolder, current_changes: u64) -> io::Result<()> {
        if world_folder.saved_changes >= current_changes {
            return Ok(());
        }
        let (changes, bytes, files) = {
            let world = lock(&self.world);
            (
                world.changes,
                persistence::to_bytes(&world)?,
                world.files.contents(),
            )
        };
        let written = world_folder.write(&bytes, &files);
        let has_failed = written.is_err();
        match &written {
            Ok(()) => world_folder.saved_changes = changes,
            Err(error) if !world_folder.has_failed => {
                tracing::error!(%error, "the porch cannot keep its world");
            }
            Err(_) => {}
        }
        world_folder.has_failed = has_failed;
        written
    }

    /// Saves the world for the last time and releases the folder.
    pub(crate) fn close_world_folder(&self) {
        // `save` logs a failure; nothing else can be done at this point.
        let _ = self.save();
        lock(&self.world_folder).take();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The locked world. Each mutable access counts as a change that must be saved.
pub(crate) struct WorldGuard<'a>(MutexGuard<'a, World>);

impl Deref for WorldGuard<'_> {
    type Target = World;

    fn deref(&self) -> &World {
        &self.0
    }
}

impl DerefMut for WorldGuard<'_> {
    fn deref_mut(&mut self) -> &mut World {
        self.0.changes += 1;
        &mut self.0
    }
}
