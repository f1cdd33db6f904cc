//! What every part of the porch shares: the world, held by one at a time, and where it is kept.

use std::io;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::{kept, kept::Keeper, settings::Settings, world::World};

/// How often the porch looks at its clock by itself.
const LOOKS_EVERY: Duration = Duration::from_secs(1);

pub(crate) struct Shared {
    pub(crate) world: Mutex<World>,
    /// Where the world is kept: nowhere, or no longer.
    pub(crate) keeper: Mutex<Option<Keeper>>,
    pub(crate) settings: Settings,
    pub(crate) said: String,
    pub(crate) closing: watch::Sender<bool>,
}

impl Shared {
    /// The world, for a moment: never across an await. What time has done to it since is done first.
    pub(crate) fn world(&self) -> WorldGuard<'_> {
        let mut world = WorldGuard(lock(&self.world));
        let silent = world.silent_threads();
        if !silent.is_empty() {
            world.archive(silent);
        }
        world
    }

    /// Lets time pass, also when there are no requests.
    pub(crate) async fn keep_time(&self) {
        loop {
            let turned = self.settings.clock.turned();
            drop(self.world());
            // A failure is logged, and tried again in a second.
            let _ = self.save();
            // An error means that the clock was not turned: it is looked at anyway.
            let _ = tokio::time::timeout(LOOKS_EVERY, turned).await;
        }
    }

    /// Saves the world where it is kept, unless it is saved as it is now: changes that came together are saved together.
    pub(crate) fn save(&self) -> io::Result<()> {
        let wanted = lock(&self.world).changes;
        match &mut *lock(&self.keeper) {
            Some(keeper) => self.save_with(keeper, wanted),
            None => Ok(()),
        }
    }

    fn save_with(&self, keeper: &mut Keeper, wanted: u64) -> io::Result<()> {
        if keeper.saved >= wanted {
            return Ok(());
        }
        let (changes, bytes, files) = {
            let world = lock(&self.world);
            (world.changes, kept::to_bytes(&world)?, world.files.all())
        };
        let written = keeper.write(&bytes, &files);
        let has_failed = written.is_err();
        match &written {
            Ok(()) => keeper.saved = changes,
            Err(error) if !keeper.has_failed => {
                tracing::error!(%error, "the porch cannot keep its world")
            }
            Err(_) => {}
        }
        keeper.has_failed = has_failed;
        written
    }

    /// Saves the world for the last time. From now on another porch may open its folder.
    pub(crate) fn close_keeper(&self) {
        // A failure is logged; it is too late for anything else.
        let _ = self.save();
        lock(&self.keeper).take();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The world, for a moment. Whoever may change it counts as having changed it.
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
