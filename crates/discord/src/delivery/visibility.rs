//! Decides which channels of a guild a user can see, from the guilds that the gateway sent.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::wire::discord::{Cache, ChannelType, Guild, Permissions};
use crate::wire::port::{Poster, channel_id, guild_id};
use crate::wire::port_error::{UNKNOWN_CHANNEL, has_code};
use crate::wire::request::Request;
use lanai_host::ChannelId;

const MAX_REMEMBERED_THREADS: usize = 10_000;

/// Knows which channels a user can see.
pub(crate) struct ChannelVisibility {
    cache: Arc<Cache>,
    poster: Arc<Poster>,
    archived_threads: ArchivedThreads,
}

impl ChannelVisibility {
    pub(crate) fn new(cache: Arc<Cache>, poster: Arc<Poster>) -> ChannelVisibility {
        ChannelVisibility {
            cache,
            poster,
            archived_threads: ArchivedThreads::default(),
        }
    }

    /// Returns whether the user can see a channel of their guild. Unknown channels count as hidden.
    pub(crate) async fn can_see(&self, request: &Request, channel: ChannelId) -> bool {
        let Some(member) = &request.member else {
            return false;
        };
        let guild = guild_id(request.guild);
        let cached = match self.cache.guild(guild) {
            Some(guild) => visible_channel(&guild, channel),
            None => return false,
        };
        let visible = match cached {
            Some(visible) => visible,
            // The gateway does not send archived threads.
            None => match self.archived_threads.parent(&self.poster, channel).await {
                Some(parent) => parent,
                None => return false,
            },
        };
        let Some(guild) = self.cache.guild(guild) else {
            return false;
        };
        guild
            .channels
            .get(&channel_id(visible))
            .is_some_and(|channel| {
                guild
                    .user_permissions_in(channel, member)
                    .contains(Permissions::VIEW_CHANNEL)
            })
    }
}

/// Returns the channel whose permissions apply: a public thread is as visible as its parent.
fn visible_channel(guild: &Guild, channel: ChannelId) -> Option<ChannelId> {
    let id = channel_id(channel);
    if guild.channels.contains_key(&id) {
        return Some(channel);
    }
    let thread = guild.threads.iter().find(|thread| thread.id == id)?;
    if is_private_thread(thread.kind) {
        return None;
    }
    thread.parent_id.map(|parent| ChannelId(parent.into()))
}

/// The parent channels of archived threads; `None` for threads that are private or deleted.
#[derive(Default)]
struct ArchivedThreads(Mutex<ParentsByThread>);

type ParentsByThread = HashMap<ChannelId, Option<ChannelId>>;

impl ArchivedThreads {
    async fn parent(&self, poster: &Poster, thread: ChannelId) -> Option<ChannelId> {
        if let Some(parent) = self.lock().get(&thread) {
            return *parent;
        }
        poster.rate.wait().await;
        let parent = match poster.load_channel(thread).await {
            Ok(channel) => channel
                .filter(|channel| !is_private_thread(channel.kind))
                .and_then(|channel| channel.parent_id)
                .map(|parent| ChannelId(parent.into())),
            Err(error) if has_code(&error, UNKNOWN_CHANNEL) => None,
            Err(_) => return None,
        };
        let mut known = self.lock();
        if known.len() >= MAX_REMEMBERED_THREADS {
            known.clear();
        }
        known.insert(thread, parent);
        parent
    }

    fn lock(&self) -> MutexGuard<'_, ParentsByThread> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether a channel is a private thread, which counts as hidden: its members are unknown.
fn is_private_thread(kind: ChannelType) -> bool {
    kind == ChannelType::PrivateThread
}
