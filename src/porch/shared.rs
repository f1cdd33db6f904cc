//! What every part of the porch shares: the world, held by one at a time.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::{kept::KeptWorld, settings::Settings, world::World};

/// How often the porch looks at its clock by itself.
const LOOKS_EVERY: Duration = Duration::from_secs(1);

/// What every room of the porch shares.
pub(crate) struct Shared {
    pub(crate) world: Mutex<KeptWorld>,
    pub(crate) settings: Settings,
    /// The script with the words of the page.
    pub(crate) said: String,
    pub(crate) closing: watch::Sender<bool>,
}

impl Shared {
    /// The world, for a moment: never across an await. What time has done to it since is done before anybody looks.
    pub(crate) fn world(&self) -> WorldGuard<'_> {
        let mut world = WorldGuard(self.world.lock().unwrap_or_else(PoisonError::into_inner));
        world.archive_silent();
        world
    }

    /// Lets time pass, also when nobody asks for anything.
    pub(crate) async fn keep_time(&self) {
        loop {
            let turned = self.settings.clock.turned();
            drop(self.world());
            // An error means that nobody turned the clock: it is looked at anyway.
            let _ = tokio::time::timeout(LOOKS_EVERY, turned).await;
        }
    }
}

/// The world, for a moment: never across an await. When it is let go, what was changed is kept, before anybody else sees it
/// and before whoever changed it can say so.
pub(crate) struct WorldGuard<'a>(MutexGuard<'a, KeptWorld>);

impl WorldGuard<'_> {
    /// The world, and how it is kept.
    pub(crate) fn kept(&mut self) -> &mut KeptWorld {
        &mut self.0
    }
}

impl Deref for WorldGuard<'_> {
    type Target = World;

    fn deref(&self) -> &World {
        &self.0.world
    }
}

impl DerefMut for WorldGuard<'_> {
    fn deref_mut(&mut self) -> &mut World {
        &mut self.0.world
    }
}

impl Drop for WorldGuard<'_> {
    fn drop(&mut self) {
        self.0.keep();
    }
}
