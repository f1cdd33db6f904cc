//! What becomes of news that could not be told: they wait, for moments or for weeks; they go another way; or there is no
//! point in telling them any more. What is changed in a channel is never a reason to hold up what is said there.

use crate::wire::post_rate::{PostRate, Poster};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::UserId;

use crate::cards::composer::Composer;
use crate::delivery::panels::Follower;
use crate::wire::port::{Port, ToDiscord};
use crate::wire::refusals::{
    ARCHIVED, LOCKED, NO_DIRECT_MESSAGES, PortError, UNKNOWN_CHANNEL, is_forbidden, may_pass,
    name_of,
};
use lanai_host::{
    ChannelId, Destination, DueNotice, Failure, Host, NoticeId, Outbox, PersonId, Process, Receipt,
};

/// How long to wait for news before looking anyway.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);
/// The longest pause before a channel that failed is tried again, in seconds.
const LONGEST_PAUSE: i64 = 3600;
/// How often a notice is tried that the chat does not take as it is.
const MOST_ATTEMPTS: i64 = 8;
/// How often a failing message update is tried: the next turn edits the message again anyway.
const MOST_CHORE_ATTEMPTS: i64 = 6;
/// How often something is tried where we may not write: for some weeks.
const MOST_KNOCKS: i64 = 400;

/// Sends notices to channels and people, and edits standing messages.
pub struct NoticeDispatcher {
    pub(crate) host: Arc<Host>,
    pub(crate) outbox: Outbox,
    pub(crate) composer: Arc<Composer>,
    pub(crate) port: Arc<dyn Port>,
    pub(crate) rate: Arc<PostRate>,
    /// The panels that follow their boards; `None` in processes without panels.
    pub(crate) panels: Option<Arc<Follower>>,
    pub(crate) process: Arc<Process>,
    /// Notices whose outcome could not be stored: the outcome, or `None` if it is unknown.
    ///
    /// Their channels get no other message meanwhile.
    pub(crate) unkept: Mutex<HashMap<NoticeId, Option<Receipt>>>,
    /// The channels between persons and us, by person: asked for once.
    direct: Mutex<HashMap<PersonId, ChannelId>>,
}

/// What became of a notice.
pub(crate) enum Delivery {
    /// It became a message, or is done.
    Sent(Receipt),
    /// There is nothing to say any more.
    Pointless,
    /// The reminder is late, or would disturb now: reschedule it.
    Missed,
    /// It may work later, after so many seconds.
    Later(i64),
    /// It was too much for the chat, and certainly not done: it is sent after so many seconds.
    Limited(i64),
    /// The channel takes nothing from us. It may again, one day.
    Shut(i64),
    /// The channel is no more.
    Gone,
    /// This person takes no direct messages.
    Refused(PersonId),
}

impl Delivery {
    /// As it is counted.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Delivery::Sent(_) => "sent",
            Delivery::Pointless => "pointless",
            Delivery::Missed => "missed",
            Delivery::Later(_) => "later",
            Delivery::Limited(_) => "limited",
            Delivery::Shut(_) => "shut",
            Delivery::Gone => "gone",
            Delivery::Refused(_) => "refused",
        }
    }
}

impl NoticeDispatcher {
    /// Whoever brings the news of these tables through a port, so many a second at most.
    pub fn through(
        port: Arc<dyn Port>,
        composer: Arc<Composer>,
        process: Arc<Process>,
        per_second: u32,
    ) -> NoticeDispatcher {
        let rate = Arc::new(PostRate::new(per_second, u32::MAX));
        NoticeDispatcher::paced(port, composer, process, rate)
    }

    /// Returns a dispatcher that posts as this user.
    pub(crate) fn new(
        composer: Arc<Composer>,
        process: Arc<Process>,
        poster: &Arc<Poster>,
        follower: &Arc<Follower>,
        me: UserId,
    ) -> NoticeDispatcher {
        let port = ToDiscord {
            poster: Arc::clone(poster),
            me,
        };
        let dispatcher =
            NoticeDispatcher::paced(Arc::new(port), composer, process, Arc::clone(&poster.rate));
        NoticeDispatcher {
            panels: Some(Arc::clone(follower)),
            ..dispatcher
        }
    }

    fn paced(
        port: Arc<dyn Port>,
        composer: Arc<Composer>,
        process: Arc<Process>,
        rate: Arc<PostRate>,
    ) -> NoticeDispatcher {
        NoticeDispatcher {
            outbox: Outbox::new(&composer.host),
            host: Arc::clone(&composer.host),
            composer,
            port,
            rate,
            panels: None,
            process,
            unkept: Mutex::default(),
            direct: Mutex::default(),
        }
    }

    /// The same news of one place, where turns that waited are told together. Of what was said, and could not be written down, the
    /// database knows nothing: it stays by itself.
    pub async fn joined(&self, news: Vec<DueNotice>) -> Result<Vec<DueNotice>, Failure> {
        let unkept: Vec<NoticeId> = self.unkept().keys().copied().collect();
        self.outbox.joined(news, &unkept).await
    }

    /// What to do after a failure.
    pub(crate) async fn failed(&self, due: &DueNotice, error: &PortError) -> Delivery {
        tracing::warn!(
            error = name_of(error),
            table = due.game.0,
            "news could not be posted"
        );
        if let PortError::Refused { status, code, .. } = *error {
            if self.rate.rests_after(error) {
                tracing::error!(
                    "Discord refuses so much that it may hear nothing more from here: nothing is posted for a while"
                );
            }
            match (status, due.to.person()) {
                (429, _) => return self.too_much(due).await,
                // The token is none any more: no channel can help that.
                (401, _) => return Delivery::Later(pause(due)),
                (_, Some(person)) if NO_DIRECT_MESSAGES.contains(&code) => {
                    return Delivery::Refused(person);
                }
                (400 | 403 | 404, Some(_)) => return Delivery::Pointless,
                _ if code == UNKNOWN_CHANNEL => return Delivery::Gone,
                _ if [ARCHIVED, LOCKED].contains(&code) => return self.closed(due, code).await,
                (403 | 404, None) if due.attempts >= MOST_KNOCKS => return Delivery::Gone,
                (403 | 404, None) if !due.is_chore() => return Delivery::Shut(pause(due)),
                _ => {}
            }
        }
        let most = if due.is_chore() {
            MOST_CHORE_ATTEMPTS
        } else {
            MOST_ATTEMPTS
        };
        let hopeless = due.attempts >= most && !may_pass(error);
        // Where we may not write now, standing messages are updated once we may again.
        let stays = due.news.role().is_some() && is_forbidden(error);
        let hopeless = hopeless && !stays;
        if hopeless {
            Delivery::Pointless
        } else {
            Delivery::Later(pause(due))
        }
    }

    /// Handles a rate limit.
    ///
    /// Without our own limiter Discord does not say whom it concerns: a channel that reached its
    /// limit is probably the cause. Otherwise all channels wait a little, unless this was only an
    /// edit.
    async fn too_much(&self, due: &DueNotice) -> Delivery {
        match self.rate.full_for(due.to) {
            Some(full) => Delivery::Limited(whole_seconds(full)),
            None if due.is_chore() => Delivery::Limited(pause(due)),
            None => {
                self.rate.pause(PATIENCE);
                self.process.pauses(PATIENCE).await;
                Delivery::Limited(1)
            }
        }
    }

    /// Handles a closed thread.
    ///
    /// A locked thread counts as unwritable. An archived one opens when a message is posted; an
    /// edit waits until it is open. Discord tells us when that happens; we also check from time to
    /// time in case we missed it.
    async fn closed(&self, due: &DueNotice, code: isize) -> Delivery {
        if due.is_chore() {
            // Standing messages are updated however late; other edits, such as removing a button,
            // are given up.
            let pointless = due.news.role().is_none() && due.attempts >= MOST_KNOCKS;
            return if pointless {
                Delivery::Pointless
            } else {
                Delivery::Later(LONGEST_PAUSE)
            };
        }
        if code == LOCKED || code == ARCHIVED && self.is_locked(due).await {
            return Delivery::Shut(LONGEST_PAUSE);
        }
        Delivery::Later(pause(due))
    }

    /// Where a notice is told: in a channel, or in a person's own with us.
    pub(crate) async fn channel_of(&self, due: &DueNotice) -> Result<ChannelId, PortError> {
        let person = match due.to {
            Destination::Channel(channel) => return Ok(channel),
            Destination::Person(person) => person,
        };
        let known = self
            .direct
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&person)
            .copied();
        if let Some(known) = known {
            return Ok(known);
        }
        self.rate.wait().await;
        let opened = self.port.own_channel(person).await?;
        self.direct
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(person, opened);
        Ok(opened)
    }

    /// Whether the thread in which this is told is locked; not, if that cannot be seen.
    async fn is_locked(&self, due: &DueNotice) -> bool {
        let Ok(channel) = self.channel_of(due).await else {
            return false;
        };
        self.rate.wait().await;
        self.port.is_locked(channel).await.unwrap_or(false)
    }
}

/// A stretch of time in seconds, and not less.
fn whole_seconds(time: Duration) -> i64 {
    i64::try_from(time.as_secs())
        .unwrap_or(i64::MAX)
        .saturating_add(1)
}

/// The pause before a notice is tried again: longer each time, and not the same for all.
pub(crate) fn pause(due: &DueNotice) -> i64 {
    let doubled = 1_i64 << due.attempts.clamp(0, 12);
    (doubled + due.notice.0 % 3).min(LONGEST_PAUSE)
}
