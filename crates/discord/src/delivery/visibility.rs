//! Which channels of a server a user can see, from what the gateway told about the server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serenity::all::{Cache, ChannelType, Guild, Permissions};

use crate::wire::ids::number;
use crate::wire::post_rate::Poster;
use crate::wire::refusals::{UNKNOWN_CHANNEL, is};
use crate::wire::request::Request;
use crate::wire::requests::Requested as _;
use lanai_host::ChannelId;

/// How many archived threads are remembered.
const THREADS_KNOWN: usize = 10_000;
/// Knows which channels a user can see.
pub(crate) struct ChannelVisibility {
    cache: Arc<Cache>,
    poster: Arc<Poster>,
    old_threads: OldThreads,
}

impl ChannelVisibility {
    pub(crate) fn new(cache: Arc<Cache>, poster: Arc<Poster>) -> ChannelVisibility {
        ChannelVisibility {
            cache,
            poster,
            old_threads: OldThreads::default(),
        }
    }

    /// Whether the user who asks can see a channel of their server. An unknown channel counts as hidden.
    pub(crate) async fn can_see(&self, request: &Request, channel: ChannelId) -> bool {
        let Some(member) = &request.member else {
            return false;
        };
        let guild = serenity::all::GuildId::new(number(request.guild.0));
        let channel = serenity::all::ChannelId::new(number(channel.0));
        // A thread is as visible as its channel. The gateway does not tell about archived threads.
        let thread = |guild: &Guild| {
            guild
                .threads
                .iter()
                .find(|it| it.id == channel && public(it.kind))?
                .parent_id
        };
        let at_hand = self.cache.guild(guild).map(|guild| {
            guild
                .channels
                .get(&channel)
                .map(|_| channel)
                .or_else(|| thread(&guild))
        });
        let place = match at_hand {
            None => return false,
            Some(Some(place)) => place,
            Some(None) => {
                let Some(parent) = self.old_threads.parent(&self.poster, channel).await else {
                    return false;
                };
                parent
            }
        };
        self.cache.guild(guild).is_some_and(|guild| {
            let place = guild.channels.get(&place);
            place.is_some_and(|place| {
                guild
                    .user_permissions_in(place, member)
                    .contains(Permissions::VIEW_CHANNEL)
            })
        })
    }
}

/// The channels of archived threads, by thread, each requested once. `None` for a thread that is private or deleted.
#[derive(Default)]
struct OldThreads(Mutex<HashMap<serenity::all::ChannelId, Option<serenity::all::ChannelId>>>);

impl OldThreads {
    async fn parent(
        &self,
        poster: &Poster,
        thread: serenity::all::ChannelId,
    ) -> Option<serenity::all::ChannelId> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(parent) = known().get(&thread) {
            return *parent;
        }
        poster.rate.wait().await;
        let parent = match thread
            .to_channel(&poster.http)
            .counted("GET /channels/{channel}")
            .await
        {
            Ok(shown) => shown
                .guild()
                .filter(|shown| public(shown.kind))
                .and_then(|shown| shown.parent_id),
            Err(error) if is(&error, UNKNOWN_CHANNEL) => None,
            Err(_) => return None,
        };
        let mut known = known();
        if known.len() >= THREADS_KNOWN {
            known.clear();
        }
        known.insert(thread, parent);
        parent
    }
}

/// Private threads count as hidden: their members are not known.
fn public(kind: ChannelType) -> bool {
    kind != ChannelType::PrivateThread
}
