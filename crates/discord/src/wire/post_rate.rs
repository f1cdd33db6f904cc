//! How fast we post: a cap below the chat's own, and a pause when the chat says that it is too much: of the channel that
//! got as much as it takes, or else of everything. Our library's limiter knows which; without it, we tell by what we sent.

use std::collections::{HashMap, VecDeque};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serenity::all::{ChannelId, Http};
use tokio::sync::watch;

use crate::wire::refusals::{PortError, is_refusal, refuses_files};
use crate::wire::requests::Requested as _;
use lanai_host::{Destination, PersonId, ProcessState};

/// What the chat takes in one channel: so many messages in so long, and as many changes of messages.
const IN_A_CHANNEL: usize = 5;
const CHANNEL_WINDOW: Duration = Duration::from_secs(5);
/// How much longer we wait with a change: requests are not all under way for the same time.
const WINDOW_MARGIN: Duration = Duration::from_millis(250);

/// How long the chat remembers what it refused, and how long nothing is posted after too much of that.
const REFUSALS_WINDOW: Duration = Duration::from_mins(10);
const RESTS: Duration = Duration::from_mins(1);

/// To so many channels is posted at once: as many as it takes to post as fast as we may, and between these bounds.
const AT_ONCE: RangeInclusive<u32> = 8..=64;
/// Of how many answers the time is remembered that the chat takes for one, about.
const ANSWERS: u32 = 16;

/// What is done in a channel. Each is counted for itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// Something is posted.
    Post,
    /// What stands there is changed.
    Change,
    /// What stands there is taken away.
    Removal,
}

/// Sends messages that no user waits for, at the allowed rate.
pub(crate) struct Poster {
    /// The line by which threads are made and news are posted: it obeys the chat's limits.
    pub(crate) http: Http,
    /// The client for edits. It has no rate limiter, because that would delay new messages in a
    /// channel while an old message cannot be edited; edits can wait.
    pub(crate) changing: Arc<Http>,
    pub(crate) rate: Arc<PostRate>,
}

impl Poster {
    /// The channel between a person and us.
    pub(crate) async fn own_channel(&self, person: PersonId) -> serenity::Result<ChannelId> {
        let body = serde_json::json!({ "recipient_id": person.0.to_string() });
        Ok(self
            .http
            .create_private_channel(&body)
            .counted("POST /users/@me/channels")
            .await?
            .id)
    }
}

/// A rhythm that all posting keeps.
pub struct PostRate {
    /// How many a second all processes may post together, and how many processes there are.
    per_second: u32,
    processes: AtomicU32,
    /// When the next may be sent.
    next: Mutex<Instant>,
    /// The most requests that this process may have refused within the window, and when its own
    /// were.
    ///
    /// Processes may share an address, so each gets a part of the limit.
    most_refused: u32,
    refused: Mutex<VecDeque<Instant>>,
    /// How long the chat takes to answer, lately.
    answers_in: Mutex<Duration>,
    /// When the last things were sent to each channel.
    sent: Mutex<HashMap<(Destination, Sort), VecDeque<Instant>>>,
}

impl PostRate {
    /// So many posts a second.
    pub fn new(per_second: u32, most_refused: u32) -> PostRate {
        PostRate {
            per_second: per_second.max(1),
            processes: AtomicU32::new(1),
            next: Mutex::new(Instant::now()),
            most_refused,
            refused: Mutex::default(),
            answers_in: Mutex::default(),
            sent: Mutex::default(),
        }
    }

    /// Between two posts of this process: each has its part of what is allowed to all. Where there are several, a tenth is
    /// left to those that begin: what a process asks at its start waits for no turn.
    fn step(&self) -> Duration {
        let processes = self.processes.load(Ordering::Relaxed);
        let part = Duration::from_secs(1) * processes / self.per_second;
        if processes > 1 { part * 10 / 9 } else { part }
    }

    /// The chat took so long to answer a post.
    pub fn answered_in(&self, took: Duration) {
        let mut usual = self
            .answers_in
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *usual = (*usual * (ANSWERS - 1) + took) / ANSWERS;
    }

    /// To how many channels should be posted at once: while one is answered, this many may begin. A half more, because answers
    /// come unevenly.
    pub fn at_once(&self) -> usize {
        let usual = *self
            .answers_in
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let begin = (usual * 3 / 2).as_micros() / self.step().as_micros().max(1);
        let begin = u32::try_from(begin)
            .unwrap_or(u32::MAX)
            .clamp(*AT_ONCE.start(), *AT_ONCE.end());
        usize::try_from(begin).unwrap_or(usize::MAX)
    }

    /// Goes by what is known of the others, for ever.
    pub(crate) async fn goes_by(self: Arc<Self>, mut news: watch::Receiver<ProcessState>) {
        loop {
            let known = *news.borrow_and_update();
            let others = u32::try_from(known.presence.others).unwrap_or(u32::MAX);
            self.processes
                .store(others.saturating_add(1), Ordering::Relaxed);
            if let Some(until) = known.paused_until {
                self.pause(until.saturating_duration_since(Instant::now()));
            }
            if news.changed().await.is_err() {
                return;
            }
        }
    }

    /// Waits until it is this post's turn.
    pub(crate) async fn wait(&self) {
        let at = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let at = (*next).max(Instant::now());
            *next = at + self.step();
            at
        };
        tokio::time::sleep_until(at.into()).await;
    }

    /// Waits until it is this one's turn, and remembers that something is sent to this channel. A change also waits until the
    /// channel takes it: no limiter of our library does that for us.
    pub async fn wait_in(&self, place: Destination, sort: Sort) {
        while let Some(wait) = self.change_waits(place).filter(|_| sort == Sort::Change) {
            tokio::time::sleep(wait).await;
        }
        self.wait().await;
        let now = Instant::now();
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.retain(|_, times| {
            times
                .back()
                .is_some_and(|last| now - *last < CHANNEL_WINDOW + WINDOW_MARGIN)
        });
        let times = sent.entry((place, sort)).or_default();
        times.push_back(now);
        if times.len() > IN_A_CHANNEL + 1 {
            times.pop_front();
        }
    }

    /// How long the next change in this channel has to wait; nothing if there is room for it.
    fn change_waits(&self, place: Destination) -> Option<Duration> {
        let now = Instant::now();
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let fifth_last = sent
            .get(&(place, Sort::Change))?
            .iter()
            .nth_back(IN_A_CHANNEL - 1)?;
        let free = *fifth_last + CHANNEL_WINDOW + WINDOW_MARGIN;
        (free > now).then(|| free - now)
    }

    /// How long this channel has to wait that took no more: until the first of what was sent to it lately is forgotten.
    /// Nothing, if that cannot be the reason.
    pub fn full_for(&self, place: Destination) -> Option<Duration> {
        let now = Instant::now();
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let full = [Sort::Post, Sort::Change, Sort::Removal]
            .into_iter()
            .filter_map(|sort| {
                let times = sent.get(&(place, sort))?;
                let lately = times.iter().filter(|at| now - **at < CHANNEL_WINDOW);
                // The last of them is the one that was refused.
                (lately.clone().count() > IN_A_CHANNEL).then(|| lately.min().copied())?
            });
        full.max()
            .map(|first| CHANNEL_WINDOW.saturating_sub(now - first))
    }

    /// Whether a channel may take a message that has less in it. That it refused this one counts.
    pub(crate) fn may_take_less<T, E>(&self, sent: &Result<T, E>) -> bool
    where
        for<'a> &'a E: Into<PortError>,
    {
        let Err(error) = sent else { return false };
        refuses_files(error) && {
            self.rests_after(error);
            true
        }
    }

    /// The chat refused something. Whether it was so much lately that nothing is posted for a while.
    pub(crate) fn rests_after(&self, error: impl Into<PortError>) -> bool {
        if !is_refusal(error) {
            return false;
        }
        let now = Instant::now();
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.push_back(now);
        while refused
            .front()
            .is_some_and(|at| now - *at > REFUSALS_WINDOW)
        {
            refused.pop_front();
        }
        let most = self.most_refused / self.processes.load(Ordering::Relaxed);
        let rests = refused.len() > usize::try_from(most).unwrap_or(usize::MAX);
        if rests {
            self.pause(RESTS);
        }
        rests
    }

    /// Nothing is posted for so long.
    pub(crate) fn pause(&self, pause: Duration) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = (*next).max(Instant::now() + pause);
    }
}
