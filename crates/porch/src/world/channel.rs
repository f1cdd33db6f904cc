//! Channels: text channels, threads, and channels between one person and the bot. Permissions are checked elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{ids::Id, permissions::Permissions};

const MINUTE_MS: u64 = 60_000;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) enum ChannelKind {
    #[default]
    Text,
    /// A channel for announcements: its threads are public.
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
    /// When it was made, last archived or fetched back, or when that number of minutes was last changed.
    pub(crate) archive_ms: u64,
    pub(crate) members: BTreeSet<Id>,
}

impl Thread {
    /// A thread that begins now, in milliseconds since 1970.
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
    pub(crate) server: Option<Id>,
    pub(crate) name: String,
    pub(crate) slow_mode: u64,
    pub(crate) kind: ChannelKind,
    pub(crate) denied: BTreeMap<Id, Permissions>,
    /// The messages, oldest first. They tell themselves where they are.
    #[serde(skip)]
    pub(crate) messages: BTreeSet<Id>,
    pub(crate) last_message: Option<Id>,
    pub(crate) total_messages: u64,
}

impl Channel {
    pub(crate) fn new(id: Id, server: Option<Id>, name: &str, kind: ChannelKind) -> Self {
        Channel {
            id,
            server,
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

    /// When it is archived if nothing happens there, of a thread that is open. Discord counts from the last message, from
    /// when it was fetched back, and from when that time was changed.
    pub(crate) fn sleeps_at_ms(&self) -> Option<u64> {
        let thread = self.thread().filter(|thread| !thread.archived)?;
        let last = self
            .last_message
            .map_or(0, Id::made_ms)
            .max(thread.archive_ms);
        Some(last.saturating_add(thread.auto_archive.saturating_mul(MINUTE_MS)))
    }

    pub(crate) fn parent(&self) -> Option<Id> {
        self.thread().map(|thread| thread.parent)
    }

    pub(crate) fn denied_to(&self, user: Id) -> Permissions {
        self.denied.get(&user).copied().unwrap_or(0)
    }

    /// Takes from somebody; taking nothing gives all back.
    pub(crate) fn deny(&mut self, user: Id, permissions: Permissions) {
        if permissions == 0 {
            self.denied.remove(&user);
        } else {
            self.denied.insert(user, permissions);
        }
    }

    /// The number by which Discord calls this sort of channel.
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
