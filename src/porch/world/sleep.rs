//! Threads go to sleep: where nothing was said for as long as a thread stays open, it is archived. Discord counts from
//! the last message, from when it was fetched back, and from when that time was changed.

use super::{channel::Channel, state::World};
use crate::porch::ids::Id;

const MINUTE_MS: u64 = 60_000;

impl Channel {
    /// When it is archived if nothing happens there, of a thread that is open.
    fn sleeps_at_ms(&self) -> Option<u64> {
        let thread = self.thread().filter(|thread| !thread.archived)?;
        let last = self.last_message.map_or(0, Id::made_ms).max(thread.archive_ms);
        Some(last.saturating_add(thread.auto_archive.saturating_mul(MINUTE_MS)))
    }
}

impl World {
    /// Archives the threads that have been silent for long enough, and tells of it.
    pub(crate) fn archive_silent(&mut self) {
        let now_ms = self.now_ms();
        let silent = self.channels.values().filter_map(|channel| {
            let at_ms = channel.sleeps_at_ms()?;
            (at_ms <= now_ms).then_some((channel.id, at_ms))
        });
        for (id, at_ms) in silent.collect::<Vec<_>>() {
            if let Some(thread) = self.channels.get_mut(&id).and_then(Channel::thread_mut) {
                (thread.archived, thread.archive_ms) = (true, at_ms);
            }
            self.channel_happened("UPDATE", "changed", id);
        }
    }
}
