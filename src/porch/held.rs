//! The world while somebody holds it. When it is let go, what was changed is kept, before anybody else sees it and
//! before whoever changed it can say so.

use std::{
    ops::{Deref, DerefMut},
    sync::MutexGuard,
};

use super::world::World;

/// The world, for a moment: never across an await.
pub(crate) struct Held<'a>(pub(crate) MutexGuard<'a, World>);

impl Deref for Held<'_> {
    type Target = World;

    fn deref(&self) -> &World {
        &self.0
    }
}

impl DerefMut for Held<'_> {
    fn deref_mut(&mut self) -> &mut World {
        &mut self.0
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.keep();
    }
}
