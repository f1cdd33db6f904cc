//! Limits how fast the bot posts, below Discord's own limits, and pauses after rate limits.
//!
//! The library's rate limiter knows which channel a limit concerns. Without it, the pause falls on
//! the channel that got as much as Discord accepts, or else on everything.

use std::collections::{HashMap, VecDeque};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::wire::port_error::{PortError, counts_as_invalid_request, may_refuse_files};
use lanai_host::{Destination, ProcessState};

/// How many messages, and how many edits, Discord accepts in one channel per window.
const MAX_POSTS_PER_CHANNEL: usize = 5;
/// The length of the window of [`MAX_POSTS_PER_CHANNEL`].
const CHANNEL_WINDOW: Duration = Duration::from_secs(5);
/// How much longer than the window an edit waits, because requests take different times to arrive.
const WINDOW_MARGIN: Duration = Duration::from_millis(250);

/// The window of Discord's limit on invalid requests.
const INVALID_REQUEST_WINDOW: Duration = Duration::from_mins(10);
/// How long nothing is posted after too many invalid requests.
const INVALID_REQUEST_PAUSE: Duration = Duration::from_mins(1);

/// The bounds of how many channels are posted to at once.
const CONCURRENT_CHANNELS: RangeInclusive<u32> = 8..=64;
/// About how many answers the average answer time covers.
const AVERAGED_ANSWERS: u32 = 16;

/// A kind of request in a channel. Discord limits each kind separately.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChannelAction {
    Post,
    Edit,
    Delete,
}

/// The rate limiter of all posts.
pub struct PostLimiter {
    /// The limit of all processes together.
    per_second: u32,
    processes: AtomicU32,
    next_post_at: Mutex<Instant>,
    /// The limit on invalid requests of all processes, because they may share an IP address.
    max_invalid_requests: u32,
    /// The times of this process's invalid requests within the window.
    invalid_requests: Mutex<VecDeque<Instant>>,
    average_answer_time: Mutex<Duration>,
    /// The times at which the last requests to each channel were sent.
    sent: Mutex<HashMap<(Destination, ChannelAction), VecDeque<Instant>>>,
}

impl PostLimiter {
    pub fn new(per_second: u32, max_invalid_requests: u32) -> PostLimiter {
        PostLimiter {
            per_second: per_second.max(1),
            processes: AtomicU32::new(1),
            next_post_at: Mutex::new(Instant::now()),
            max_invalid_requests,
            invalid_requests: Mutex::default(),
            average_answer_time: Mutex::default(),
            sent: Mutex::default(),
        }
    }

    /// Returns the time between two posts of this process, which gets its share of the limit.
    ///
    /// Several processes leave a tenth of the limit to processes that are just starting, because
    /// the first requests of a process do not wait.
    fn interval(&self) -> Duration {
        let processes = self.processes.load(Ordering::Relaxed);
        let part = Duration::from_secs(1) * processes / self.per_second;
        if processes > 1 { part * 10 / 9 } else { part }
    }

    /// Records how long Discord took to answer a post.
    pub fn record_answer_time(&self, answer_time: Duration) {
        let mut average = self
            .average_answer_time
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *average = (*average * (AVERAGED_ANSWERS - 1) + answer_time) / AVERAGED_ANSWERS;
    }

    /// Returns how many channels should be posted to at once to reach the limit.
    ///
    /// The number is how many posts may begin while one is answered, and half as many more, because
    /// answers come unevenly.
    pub fn concurrent_channels(&self) -> usize {
        let average = *self
            .average_answer_time
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let posts = (average * 3 / 2).as_micros() / self.interval().as_micros().max(1);
        let channels = u32::try_from(posts)
            .unwrap_or(u32::MAX)
            .clamp(*CONCURRENT_CHANNELS.start(), *CONCURRENT_CHANNELS.end());
        usize::try_from(channels).unwrap_or(usize::MAX)
    }

    /// Adopts the number of processes and their pauses, until the sender of the state is dropped.
    pub(crate) async fn follow_process_state(
        self: Arc<Self>,
        mut state: watch::Receiver<ProcessState>,
    ) {
        loop {
            let known = *state.borrow_and_update();
            let others = u32::try_from(known.overview.others).unwrap_or(u32::MAX);
            self.processes
                .store(others.saturating_add(1), Ordering::Relaxed);
            if let Some(until) = known.paused_until {
                self.pause(until.saturating_duration_since(Instant::now()));
            }
            if state.changed().await.is_err() {
                return;
            }
        }
    }

    /// Waits until a request may be sent.
    pub(crate) async fn wait(&self) {
        let at = {
            let mut next = self
                .next_post_at
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let at = (*next).max(Instant::now());
            *next = at + self.interval();
            at
        };
        tokio::time::sleep_until(at.into()).await;
    }

    /// Waits until a request to this channel may be sent, and records it.
    ///
    /// An edit also waits until the channel accepts it, because its client has no limiter.
    pub async fn wait_for_channel(&self, channel: Destination, action: ChannelAction) {
        if action == ChannelAction::Edit {
            while let Some(delay) = self.edit_delay(channel) {
                tokio::time::sleep(delay).await;
            }
        }
        self.wait().await;
        let now = Instant::now();
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.retain(|_, times| {
            times
                .back()
                .is_some_and(|last| now - *last < CHANNEL_WINDOW + WINDOW_MARGIN)
        });
        let times = sent.entry((channel, action)).or_default();
        times.push_back(now);
        if times.len() > MAX_POSTS_PER_CHANNEL + 1 {
            times.pop_front();
        }
    }

    /// Returns how long the next edit in this channel has to wait, if at all.
    fn edit_delay(&self, channel: Destination) -> Option<Duration> {
        let now = Instant::now();
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let edits = sent.get(&(channel, ChannelAction::Edit))?;
        let fifth_last = edits.iter().nth_back(MAX_POSTS_PER_CHANNEL - 1)?;
        let free_at = *fifth_last + CHANNEL_WINDOW + WINDOW_MARGIN;
        (free_at > now).then(|| free_at - now)
    }

    /// Returns how long a channel that refused a request is full: until its oldest recent request
    /// leaves the window. `None` if the channel cannot be full.
    pub fn channel_full_for(&self, channel: Destination) -> Option<Duration> {
        let now = Instant::now();
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let mut latest_start = None;
        for action in [
            ChannelAction::Post,
            ChannelAction::Edit,
            ChannelAction::Delete,
        ] {
            let Some(times) = sent.get(&(channel, action)) else {
                continue;
            };
            let recent = times.iter().filter(|at| now - **at < CHANNEL_WINDOW);
            // The last of the recent requests is the refused one.
            if recent.clone().count() > MAX_POSTS_PER_CHANNEL {
                latest_start = latest_start.max(recent.min().copied());
            }
        }
        latest_start.map(|start| CHANNEL_WINDOW.saturating_sub(now - start))
    }

    /// Returns whether a channel that refused a message may accept it in a simpler form.
    ///
    /// If so, the refusal is counted as an invalid request.
    pub(crate) fn may_accept_simplified<T, E>(&self, sent: &Result<T, E>) -> bool
    where
        for<'a> &'a E: Into<PortError>,
    {
        let Err(error) = sent else { return false };
        let may_accept = may_refuse_files(error);
        if may_accept {
            self.pause_if_often_refused(error);
        }
        may_accept
    }

    /// Counts an invalid request. Returns whether there were so many that all posting pauses.
    pub(crate) fn pause_if_often_refused(&self, error: impl Into<PortError>) -> bool {
        if !counts_as_invalid_request(error) {
            return false;
        }
        let now = Instant::now();
        let mut recent = self
            .invalid_requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        recent.push_back(now);
        while recent
            .front()
            .is_some_and(|at| now - *at > INVALID_REQUEST_WINDOW)
        {
            recent.pop_front();
        }
        let limit = self.max_invalid_requests / self.processes.load(Ordering::Relaxed);
        let is_exceeded = recent.len() > usize::try_from(limit).unwrap_or(usize::MAX);
        if is_exceeded {
            self.pause(INVALID_REQUEST_PAUSE);
        }
        is_exceeded
    }

    /// Pauses all posts of this process for at least this long.
    pub(crate) fn pause(&self, duration: Duration) {
        let mut next = self
            .next_post_at
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *next = (*next).max(Instant::now() + duration);
    }
}
