//! Shelves: what the world keeps of one sort, by id. A shelf remembers what was touched since it was last asked, so that
//! whoever changes something need not think of the file in which it is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use serde::{Serialize, Serializer};

use crate::ids::Id;

/// Things of one sort, by id. Reading is as with any map.
pub(crate) struct TrackedMap<T> {
    things: BTreeMap<Id, T>,
    touched: BTreeSet<Id>,
}

impl<T> Default for TrackedMap<T> {
    fn default() -> Self {
        TrackedMap { things: BTreeMap::new(), touched: BTreeSet::new() }
    }
}

impl<T> Deref for TrackedMap<T> {
    type Target = BTreeMap<Id, T>;

    fn deref(&self) -> &Self::Target {
        &self.things
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as with any map")]
impl<T> TrackedMap<T> {
    pub(crate) fn get_mut(&mut self, id: &Id) -> Option<&mut T> {
        let found = self.things.get_mut(id)?;
        self.touched.insert(*id);
        Some(found)
    }

    /// Changes something, if it is there.
    pub(crate) fn change(&mut self, id: &Id, work: impl FnOnce(&mut T)) {
        if let Some(found) = self.get_mut(id) {
            work(found);
        }
    }

    pub(crate) fn insert(&mut self, id: Id, thing: T) -> Option<T> {
        self.touched.insert(id);
        self.things.insert(id, thing)
    }

    pub(crate) fn remove(&mut self, id: &Id) -> Option<T> {
        let removed = self.things.remove(id)?;
        self.touched.insert(*id);
        Some(removed)
    }

    /// Takes the oldest away.
    pub(crate) fn pop_first(&mut self) -> Option<(Id, T)> {
        let (id, thing) = self.things.pop_first()?;
        self.touched.insert(id);
        Some((id, thing))
    }

    pub(crate) fn retain(&mut self, mut stays: impl FnMut(&Id, &T) -> bool) {
        let touched = &mut self.touched;
        self.things.retain(|id, thing| {
            let stays = stays(id, thing);
            if !stays {
                touched.insert(*id);
            }
            stays
        });
    }

    /// All of them, to be changed.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.touched.extend(self.things.keys());
        self.things.values_mut()
    }

    /// What came, changed or went since this was last forgotten.
    pub(crate) fn touched(&self) -> &BTreeSet<Id> {
        &self.touched
    }

    /// All of that is kept now.
    pub(crate) fn forget_touched(&mut self) {
        self.touched.clear();
    }

    /// What changed, for the file; or the whole of it, for a file that begins anew.
    pub(crate) fn changes(&self, whole: bool) -> Changes<'_, T> {
        Changes { shelf: self, whole }
    }

    /// Does again what a file tells: something came or changed, or it went.
    pub(crate) fn replay(&mut self, told: BTreeMap<Id, Option<T>>) {
        for (id, thing) in told {
            match thing {
                Some(thing) => self.things.insert(id, thing),
                None => self.things.remove(&id),
            };
        }
    }

    /// Everything as it comes out of a file, to be completed: nothing is touched by this.
    pub(crate) fn restored(&mut self) -> impl Iterator<Item = (&Id, &mut T)> {
        self.things.iter_mut()
    }
}

/// Things by their ids, and nothing for what went.
pub(crate) struct Changes<'a, T> {
    shelf: &'a TrackedMap<T>,
    whole: bool,
}

impl<T> Changes<'_, T> {
    pub(crate) fn is_empty(&self) -> bool {
        if self.whole { self.shelf.things.is_empty() } else { self.shelf.touched.is_empty() }
    }
}

impl<T: Serialize> Serialize for Changes<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.whole {
            return serializer.collect_map(&self.shelf.things);
        }
        serializer.collect_map(self.shelf.touched.iter().map(|id| (id, self.shelf.things.get(id))))
    }
}
