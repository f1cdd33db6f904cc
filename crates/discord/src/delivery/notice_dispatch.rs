//! The notice dispatcher decides what becomes of notices that could not be sent.
//!
//! A failed notice is tried again, after moments or for weeks, is sent another way, or is dropped.
//! A failing edit never holds up new messages of its channel.

mod outbox;
mod standing_messages;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::cards::composer::Composer;
use crate::delivery::panel_follower::PanelFollower;
use crate::wire::port::Poster;
use crate::wire::port::{DiscordPort, Port};
use crate::wire::port_error::{
    ARCHIVED_THREAD, LOCKED_THREAD, NO_DIRECT_MESSAGES, PortError, UNKNOWN_CHANNEL, describe_error,
    is_forbidden, is_transient,
};
use crate::wire::post_rate::PostLimiter;
use lanai_host::{
    ChannelId, Destination, DueNotice, Failure, Host, NoticeId, Outbox, PersonId, Process, Receipt,
};

/// How often the outbox is read even if no process announced a notice.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_secs(1);
const MAX_RETRY_DELAY_SECS: i64 = 3600;
/// How many times a message is tried that Discord refuses for a permanent reason.
const MAX_MESSAGE_ATTEMPTS: i64 = 8;
/// How many times a failing edit is tried: the next turn edits the message again anyway.
const MAX_EDIT_ATTEMPTS: i64 = 6;
/// How many times a message is tried where the bot may not write, which takes some weeks.
const MAX_UNWRITABLE_ATTEMPTS: i64 = 400;

/// Sends notices to channels and people, and edits standing messages.
pub struct NoticeDispatcher {
    pub(crate) host: Arc<Host>,
    pub(crate) outbox: Outbox,
    pub(crate) composer: Arc<Composer>,
    pub(crate) port: Arc<dyn Port>,
    pub(crate) rate: Arc<PostLimiter>,
    /// The panels that follow their boards; `None` in processes without panels.
    pub(crate) panels: Option<Arc<PanelFollower>>,
    pub(crate) process: Arc<Process>,
    /// Notices whose outcome could not be stored: the outcome, or `None` if it is unknown.
    ///
    /// Their channels get no other messages until the outcome is stored.
    pub(crate) unrecorded: Mutex<HashMap<NoticeId, Option<Receipt>>>,
    direct_channels: Mutex<HashMap<PersonId, ChannelId>>,
}

/// The outcome of an attempt to send a notice.
pub(crate) enum Delivery {
    /// The notice was posted, or its edit was made.
    Sent(Receipt),
    /// The notice is dropped, because it no longer matters or has failed too often.
    Pointless,
    /// A reminder that is late, or would disturb now, and is rescheduled.
    Rescheduled,
    /// The notice is tried again after this many seconds.
    RetryAfter(i64),
    /// Discord's rate limit refused the notice, so it was certainly not sent. It is tried again
    /// after this many seconds.
    RateLimited(i64),
    /// The channel refuses messages. The notice is tried again after this many seconds.
    Unwritable(i64),
    ChannelGone,
    /// This person accepts no direct messages.
    RefusedByPerson(PersonId),
}

impl Delivery {
    /// Returns the label in the metrics.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Delivery::Sent(_) => "sent",
            Delivery::Pointless => "pointless",
            Delivery::Rescheduled => "missed",
            Delivery::RetryAfter(_) => "later",
            Delivery::RateLimited(_) => "limited",
            Delivery::Unwritable(_) => "shut",
            Delivery::ChannelGone => "gone",
            Delivery::RefusedByPerson(_) => "refused",
        }
    }
}

impl NoticeDispatcher {
    /// Returns a dispatcher that posts through a port, at most `per_second` messages.
    pub fn with_port(
        port: Arc<dyn Port>,
        composer: Arc<Composer>,
        process: Arc<Process>,
        per_second: u32,
    ) -> NoticeDispatcher {
        let rate = Arc::new(PostLimiter::new(per_second, u32::MAX));
        NoticeDispatcher::with_rate(port, composer, process, rate)
    }

    /// Returns a dispatcher that posts to Discord through the poster.
    pub(crate) fn new(
        composer: Arc<Composer>,
        process: Arc<Process>,
        poster: &Arc<Poster>,
        follower: &Arc<PanelFollower>,
        me: PersonId,
    ) -> NoticeDispatcher {
        let port = Arc::new(DiscordPort {
            poster: Arc::clone(poster),
            me,
        });
        NoticeDispatcher {
            panels: Some(Arc::clone(follower)),
            ..NoticeDispatcher::with_rate(port, composer, process, Arc::clone(&poster.rate))
        }
    }

    fn with_rate(
        port: Arc<dyn Port>,
        composer: Arc<Composer>,
        process: Arc<Process>,
        rate: Arc<PostLimiter>,
    ) -> NoticeDispatcher {
        NoticeDispatcher {
            outbox: Outbox::new(&composer.host),
            host: Arc::clone(&composer.host),
            composer,
            port,
            rate,
            panels: None,
            process,
            unrecorded: Mutex::default(),
            direct_channels: Mutex::default(),
        }
    }

    /// Joins turns of one channel that waited together.
    ///
    /// Notices whose outcome could not be stored stay alone, because the database does not know
    /// that they may have been sent.
    pub async fn join_turns(&self, news: Vec<DueNotice>) -> Result<Vec<DueNotice>, Failure> {
        let unrecorded: Vec<NoticeId> = self.unrecorded().keys().copied().collect();
        self.outbox.merge_turns(news, &unrecorded).await
    }

    /// Returns what becomes of a notice after a failed request.
    pub(crate) async fn delivery_after_error(
        &self,
        due: &DueNotice,
        error: &PortError,
    ) -> Delivery {
        tracing::warn!(
            error = describe_error(error),
            table = due.game.0,
            "news could not be posted"
        );
        if let PortError::Refused { status, code, .. } = *error {
            if self.rate.pause_if_often_refused(error) {
                tracing::error!(
                    "Discord refuses so much that it may hear nothing more from here: nothing is posted for a while"
                );
            }
            match (status, due.to.person()) {
                (429, _) => return self.delivery_after_rate_limit(due).await,
                // The token is invalid, which concerns all channels.
                (401, _) => return Delivery::RetryAfter(retry_delay_secs(due)),
                (_, Some(person)) if NO_DIRECT_MESSAGES.contains(&code) => {
                    return Delivery::RefusedByPerson(person);
                }
                (400 | 403 | 404, Some(_)) => return Delivery::Pointless,
                _ if code == UNKNOWN_CHANNEL => return Delivery::ChannelGone,
                _ if [ARCHIVED_THREAD, LOCKED_THREAD].contains(&code) => {
                    return self.delivery_to_closed_thread(due, code).await;
                }
                (403 | 404, None) if due.attempts >= MAX_UNWRITABLE_ATTEMPTS => {
                    return Delivery::ChannelGone;
                }
                (403 | 404, None) if !due.is_message_update() => {
                    return Delivery::Unwritable(retry_delay_secs(due));
                }
                _ => {}
            }
        }
        let max_attempts = if due.is_message_update() {
            MAX_EDIT_ATTEMPTS
        } else {
            MAX_MESSAGE_ATTEMPTS
        };
        // A standing message is not given up: it is updated once the bot may write there again.
        let waits_for_permission = due.news.role().is_some() && is_forbidden(error);
        if due.attempts >= max_attempts && !is_transient(error) && !waits_for_permission {
            Delivery::Pointless
        } else {
            Delivery::RetryAfter(retry_delay_secs(due))
        }
    }

    /// Handles a rate limit.
    ///
    /// The error does not say which limit was reached. If the channel has used up its own, only the
    /// channel waits. Otherwise all channels wait a little, unless the notice is only an edit.
    async fn delivery_after_rate_limit(&self, due: &DueNotice) -> Delivery {
        if let Some(full_for) = self.rate.channel_full_for(due.to) {
            return Delivery::RateLimited(next_whole_second(full_for));
        }
        if due.is_message_update() {
            return Delivery::RateLimited(retry_delay_secs(due));
        }
        self.rate.pause(POLL_INTERVAL);
        self.process.pause_posting(POLL_INTERVAL).await;
        Delivery::RateLimited(1)
    }

    /// Handles a closed thread.
    ///
    /// A locked thread counts as unwritable. An archived thread opens when a message is posted; an
    /// edit waits until the thread is open. Discord tells us when that happens; we also check from
    /// time to time in case we missed it.
    async fn delivery_to_closed_thread(&self, due: &DueNotice, code: isize) -> Delivery {
        if due.is_message_update() {
            // Standing messages are updated however late; other edits, such as removing a button,
            // are given up.
            return if due.news.role().is_none() && due.attempts >= MAX_UNWRITABLE_ATTEMPTS {
                Delivery::Pointless
            } else {
                Delivery::RetryAfter(MAX_RETRY_DELAY_SECS)
            };
        }
        if code == LOCKED_THREAD || code == ARCHIVED_THREAD && self.is_locked(due).await {
            return Delivery::Unwritable(MAX_RETRY_DELAY_SECS);
        }
        Delivery::RetryAfter(retry_delay_secs(due))
    }

    /// Returns the channel of a notice, which may be a person's direct messages.
    pub(crate) async fn channel_of(&self, due: &DueNotice) -> Result<ChannelId, PortError> {
        let person = match due.to {
            Destination::Channel(channel) => return Ok(channel),
            Destination::Person(person) => person,
        };
        let known = self
            .direct_channels
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&person)
            .copied();
        if let Some(known) = known {
            return Ok(known);
        }
        self.rate.wait().await;
        let opened = self.port.open_direct_channel(person).await?;
        self.direct_channels
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(person, opened);
        Ok(opened)
    }

    /// Returns whether the thread of a notice is known to be locked.
    async fn is_locked(&self, due: &DueNotice) -> bool {
        let Ok(channel) = self.channel_of(due).await else {
            return false;
        };
        self.rate.wait().await;
        self.port.is_locked(channel).await.unwrap_or(false)
    }
}

/// Returns the next larger number of whole seconds, so that a wait is never too short.
fn next_whole_second(duration: Duration) -> i64 {
    i64::try_from(duration.as_secs())
        .unwrap_or(i64::MAX)
        .saturating_add(1)
}

/// Returns the delay in seconds before a notice is tried again.
///
/// It doubles with each attempt, and differs a little between notices so that they spread.
pub(crate) fn retry_delay_secs(due: &DueNotice) -> i64 {
    let doubled = 1_i64 << due.attempts.clamp(0, 12);
    (doubled + due.notice.0 % 3).min(MAX_RETRY_DELAY_SECS)
}
