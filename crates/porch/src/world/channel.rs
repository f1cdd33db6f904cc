//! Channels, threads and direct messages. This module does not check permissions.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{ids::Id, permissions::Permissions};

const MINUTE_MS: u64 = 60_000;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) enum ChannelKind {
    #[default]
    Text,
    Announcement,
    Thread(Thread),
    Dm(Id),
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each of them is a word of Discord's about threads"
)]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub(crate) parent: Id,
    pub(crate) owner: Id,
    pub(crate) private: bool,
    pub(crate) announces: bool,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) auto_archive: u64,
    /// When the thread was last created, archived or unarchived, or its auto-archive duration
    /// changed.
    pub(crate) archive_ms: u64,
    pub(crate) members: BTreeSet<Id>,
}

impl Thread {
    pub(crate) fn new(parent: Id, owner: Id, auto_archive: u64, now_ms: u64) -> Self {
        let members = BTreeSet::from([owner]);
        Thread {
            parent,
            owner,
            auto_archive,
            archive_ms: now_ms,
            members,
            ..Thread::default()
        }
    }
}

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    pub(crate) guild: Option<Id>,
    pub(crate) name: String,
    pub(crate) slow_mode: u64,
    pub(crate) kind: ChannelKind,
    pub(crate) denied: BTreeMap<Id, Permissions>,
    /// The ids of the messages, oldest first. They are not saved but collected when a world is
    /// loaded.
    #[serde(skip)]
    pub(crate) messages: BTreeSet<Id>,
    pub(crate) last_message: Option<Id>,
    pub(crate) total_messages: u64,
}

impl Channel {
    pub(crate) fn new(id: Id, guild: Option<Id>, name: &str, kind: ChannelKind) -> Self {
        Channel {
            id,
            guild,
            name: name.to_owned(),
            kind,
            ..Channel::default()
        }
    }

    pub(crate) fn thread(&self) -> Option<&Thread> {
        if let ChannelKind::Thread(thread) = &self.kind {
            Some(thread)
        } else {
            None
        }
    }

    pub(crate) fn thread_mut(&mut self) -> Option<&mut Thread> {
        if let ChannelKind::Thread(thread) = &mut self.kind {
            Some(thread)
        } else {
            None
        }
    }

    /// Returns when an open thread will be archived, in milliseconds since 1970. As on Discord, the
    /// duration counts from the last message, from unarchiving, or from a change of the duration.
    pub(crate) fn archives_at_ms(&self) -> Option<u64> {
        let thread = self.thread().filter(|thread| !thread.archived)?;
        let last = self
            .last_message
            .map_or(0, Id::created_ms)
            .max(thread.archive_ms);
        Some(last.saturating_add(thread.auto_archive.saturating_mul(MINUTE_MS)))
    }

    pub(crate) fn parent(&self) -> Option<Id> {
        self.thread().map(|thread| thread.parent)
    }

    pub(crate) fn denied_to(&self, user: Id) -> Permissions {
        self.denied.get(&user).copied().unwrap_or(0)
    }

    /// Denies these permissions to a user in this channel; zero removes the overwrite.
    pub(crate) fn deny(&mut self, user: Id, permissions: Permissions) {
        if permissions == 0 {
            self.denied.remove(&user);
        } else {
            self.denied.insert(user, permissions);
        }
    }

    /// Returns the number of the channel's type in Discord's API.
    pub(crate) fn kind_number(&self) -> u64 {
        match &self.kind {
            ChannelKind::Text => 0,
            ChannelKind::Dm(_) => 1,
            ChannelKind::Announcement => 5,
            ChannelKind::Thread(thread) if thread.announces => 10,
            ChannelKind::Thread(thread) if thread.private => 12,
            ChannelKind::Thread(_) => 11,
        }
    }
}
