//! The instances of the application's Activity, and the frames in which people have them open.
//!
//! A channel has at most one instance. It is created when the first person opens the Activity there,
//! and ends when the last frame is closed. This module announces nothing, see
//! [`mutations`](super::mutations).

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::Id;

/// The people of one channel who use the Activity together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ActivityInstance {
    pub(crate) launch: Id,
    pub(crate) channel: Id,
    pub(crate) guild: Option<Id>,
    /// The persons by the ids of their frames, which are in the order of time.
    frames: BTreeMap<Id, Id>,
}

impl ActivityInstance {
    /// Returns the id of the instance in Discord's format.
    pub(crate) fn id(&self) -> String {
        format!("i-{}-{}", self.launch, self.location_id())
    }

    pub(crate) fn location_id(&self) -> String {
        match self.guild {
            Some(guild) => format!("gc-{guild}-{}", self.channel),
            None => format!("pc-{}", self.channel),
        }
    }

    /// Returns the persons who have the Activity open, in the order in which they opened it.
    pub(crate) fn users(&self) -> Vec<Id> {
        let mut seen = BTreeSet::new();
        let persons = self.frames.values().copied();
        persons.filter(|person| seen.insert(*person)).collect()
    }

    pub(crate) fn person_of(&self, frame: Id) -> Option<Id> {
        self.frames.get(&frame).copied()
    }
}

/// A frame that a person opens in a channel.
pub(crate) struct NewFrame {
    pub(crate) id: Id,
    pub(crate) person: Id,
    pub(crate) channel: Id,
    pub(crate) guild: Option<Id>,
}

/// All instances by their channels.
#[derive(Default)]
pub(crate) struct Activities(BTreeMap<Id, ActivityInstance>);

impl Activities {
    /// Opens a frame in the instance of its channel. If there is none, an instance with this launch
    /// id is created.
    pub(crate) fn open(&mut self, frame: &NewFrame, launch: Id) {
        let instances = self.0.entry(frame.channel);
        let instance = instances.or_insert_with(|| ActivityInstance {
            launch,
            channel: frame.channel,
            guild: frame.guild,
            frames: BTreeMap::new(),
        });
        instance.frames.insert(frame.id, frame.person);
    }

    pub(crate) fn find(&self, id: &str) -> Option<&ActivityInstance> {
        self.0.values().find(|instance| instance.id() == id)
    }

    pub(crate) fn find_by_frame(&self, frame: Id) -> Option<&ActivityInstance> {
        self.0
            .values()
            .find(|instance| instance.frames.contains_key(&frame))
    }

    /// Closes the frames for which `closes` returns `true` when given channel, frame and person.
    ///
    /// Returns the instances that changed, each with its former users.
    pub(crate) fn close_frames(
        &mut self,
        closes: impl Fn(&ActivityInstance, Id, Id) -> bool,
    ) -> Vec<(ActivityInstance, Vec<Id>)> {
        let mut changed = Vec::new();
        for instance in self.0.values_mut() {
            let before = instance.clone();
            instance
                .frames
                .retain(|frame, person| !closes(&before, *frame, *person));
            if *instance != before {
                changed.push((instance.clone(), before.users()));
            }
        }
        self.0.retain(|_, instance| !instance.frames.is_empty());
        changed
    }
}
