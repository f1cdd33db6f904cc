//! Represents this process among the processes that serve the same database.
//!
//! It renews its lease every few seconds, counts the other processes and adopts the clock of the
//! database. A process that was out of touch for too long has lost its leases and joins again.
//! Entry points: [`Process::join`] and [`Process::maintain_lease`].

use crate::core::database::{DatabaseAccess, STARTUP_GRACE_UNTIL};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use tokio::sync::watch;

use crate::model::notify::{LocalNotify, Notifiers};
use crate::model::waiting::STARTUP_GRACE_SECS;
use crate::{Clock, GuildId, InteractionId, InternalError};
use lanai_store::{
    Claim, Notification, PROCESS_LEASE, ProcessOverview, ShardId, Store, StoreError,
};

const RENEWAL_INTERVAL: Duration = Duration::from_secs(2);
/// The time before the end of its lease at which a process stops working.
const LEASE_MARGIN: Duration = Duration::from_secs(1);
/// The shortest time between two notifications, so that many moves cause only one.
const NOTIFICATION_GAP: Duration = Duration::from_millis(20);
/// The longest time for claiming an interaction, because its user waits for a response.
const CLAIM_TIMEOUT: Duration = Duration::from_millis(500);
/// The delay before something that failed is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The state of this process and of the others, as of the last renewal.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProcessState {
    pub overview: ProcessOverview,
    /// The time before which no process posts to Discord.
    pub paused_until: Option<Instant>,
    /// When this process has to stop its work, shortly before its lease ends. `None` if no other
    /// process can exist.
    lease_until: Option<Instant>,
    /// Whether the lease was lost, so that other processes took over.
    pub is_lease_lost: bool,
}

/// This process, with its lease and its shards.
pub struct Process {
    store: Store,
    clock: Clock,
    notify: Arc<Notifiers>,
    database: Arc<DatabaseAccess>,
    state: watch::Sender<ProcessState>,
    /// The number of shards, of all processes together, that this process asks for.
    requested_shards: AtomicI64,
    /// The shards on which Discord sends events to this process.
    ready_shards: Mutex<BTreeSet<ShardId>>,
}

impl Process {
    /// Creates a process that has not joined the others yet.
    pub(crate) fn new(
        store: Store,
        clock: Clock,
        notify: Arc<Notifiers>,
        database: Arc<DatabaseAccess>,
    ) -> Process {
        Process {
            store,
            clock,
            notify,
            database,
            state: watch::Sender::default(),
            requested_shards: AtomicI64::new(1),
            ready_shards: Mutex::default(),
        }
    }

    /// Sets the smallest number of shards, as Discord or the operator demands.
    pub fn request_shards(&self, shards: i64) {
        self.requested_shards.store(shards.max(1), Ordering::SeqCst);
    }

    /// Joins the processes that serve the database, and returns once all others know of it.
    pub async fn join(&self) -> Result<(), InternalError> {
        let is_alone = self
            .store
            .processes()
            .join(self.requested_shards.load(Ordering::SeqCst))
            .await?;
        self.state.send_replace(ProcessState::default());
        if is_alone {
            let until = self.clock.now() + STARTUP_GRACE_SECS;
            self.database
                .set(STARTUP_GRACE_UNTIL, &until.0.to_string())
                .await?;
        } else {
            self.notify.processes.notify();
            tokio::time::sleep(RENEWAL_INTERVAL + LEASE_MARGIN).await;
        }
        self.renew_lease().await?;
        Ok(())
    }

    /// Joins again after the lease was lost, and retries until that works.
    pub async fn rejoin(&self) {
        while let Err(error) = self.join().await {
            tracing::error!(%error, "this process cannot join the others again");
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    /// Renews the lease until it is lost, and removes processes that stopped renewing theirs.
    pub async fn maintain_lease(&self) {
        let mut in_touch_since = None;
        loop {
            let now = Instant::now();
            match self.renew_lease().await {
                Ok(state) if state.is_lease_lost => return,
                // Without a lease (SQLite) no other process can exist, so there is nothing to
                // renew.
                Ok(state) if state.lease_until.is_none() => std::future::pending().await,
                // A process that was itself out of touch cannot tell which other processes have
                // stopped.
                Ok(_) if now - *in_touch_since.get_or_insert(now) >= PROCESS_LEASE => {
                    if let Err(error) = self.store.processes().remove_expired_processes().await {
                        tracing::error!(%error, "silent processes cannot be removed");
                    }
                }
                Ok(_) => {}
                Err(error) => {
                    in_touch_since = None;
                    tracing::error!(%error, "the lease of this process cannot be renewed");
                }
            }
            let _ = tokio::time::timeout(RENEWAL_INTERVAL, self.notify.processes.notified()).await;
        }
    }

    /// Renews the lease once, and reads the state of the other processes.
    async fn renew_lease(&self) -> Result<ProcessState, StoreError> {
        let asked_at = Instant::now();
        let asked_at_wall_clock = SystemTime::now();
        let renewed = self
            .store
            .processes()
            .renew_lease(self.requested_shards.load(Ordering::SeqCst))
            .await?;
        let mut state = ProcessState {
            is_lease_lost: renewed.is_none(),
            ..ProcessState::default()
        };
        if let Some(overview) = renewed {
            state.overview = overview;
            if let Some(database_clock) = overview.clock_millis {
                state.lease_until = Some(asked_at + PROCESS_LEASE.saturating_sub(LEASE_MARGIN));
                // The database read its clock about halfway between question and answer.
                self.clock.sync_with_database(
                    database_clock,
                    asked_at_wall_clock + asked_at.elapsed() / 2,
                );
            }
            let pause = Duration::from_millis(overview.posts_paused_millis.unsigned_abs());
            if !pause.is_zero() {
                state.paused_until = Some(asked_at + pause);
            }
        }
        self.state.send_replace(state);
        Ok(state)
    }

    pub fn state(&self) -> ProcessState {
        *self.state.borrow()
    }

    /// Returns whether the lease is valid, so that no other process has taken over the work.
    pub fn has_valid_lease(&self) -> bool {
        let state = self.state();
        !state.is_lease_lost && state.lease_until.is_none_or(|until| Instant::now() < until)
    }

    /// Returns a receiver that sees each later state.
    pub fn subscribe(&self) -> watch::Receiver<ProcessState> {
        self.state.subscribe()
    }

    /// Waits until the other processes have taken over, before this process stops.
    ///
    /// Returns `false` if there are no other processes, or if they do not take over within
    /// `patience`.
    pub async fn hand_over(&self, patience: Duration) -> bool {
        tokio::time::timeout(patience, self.wait_for_successors())
            .await
            .unwrap_or(false)
    }

    async fn wait_for_successors(&self) -> bool {
        if self.store.processes().mark_leaving().await.is_err() || self.renew_lease().await.is_err()
        {
            return false;
        }
        self.notify.processes.notify();
        let mut states = self.subscribe();
        states
            .wait_for(|state| {
                state.overview.all_shards_ready
                    || state.overview.others_staying == 0
                    || state.is_lease_lost
            })
            .await
            .is_ok_and(|state| state.overview.all_shards_ready && !state.is_lease_lost)
    }

    /// Ends the lease, because the process stops.
    pub async fn leave(&self) {
        if let Err(error) = self.store.processes().leave().await {
            tracing::warn!(%error, "the others will notice only later that this process is gone");
        }
        // Sent directly, because `exchange_notifications` has ended by now.
        let _ = self
            .store
            .notify_channel()
            .send(Notification::Processes)
            .await;
    }

    /// Claims an interaction. Returns `false` if another process answers it.
    ///
    /// While one process takes over from another, both receive the interaction.
    pub async fn claim_interaction(&self, interaction: InteractionId) -> bool {
        if self.state().overview.others == 0 {
            return true;
        }
        // If the database does not answer in time, answering twice is better than never.
        let claimed = tokio::time::timeout(
            CLAIM_TIMEOUT,
            self.store.processes().register_interaction(interaction),
        )
        .await;
        matches!(claimed, Err(_) | Ok(Ok(true) | Err(_)))
    }

    /// Tries to acquire a lease on work that only one process may do.
    pub async fn try_claim(&self, claim: Claim) -> Result<bool, InternalError> {
        Ok(self.store.leases().try_acquire(claim).await?)
    }

    pub async fn release(&self, claim: Claim) {
        if let Err(error) = self.store.leases().release(claim).await {
            tracing::warn!(%error, "a claim cannot be released");
        }
    }

    /// Takes a shard that no process has, if it is this process's turn.
    ///
    /// `max_concurrency` is the number of sessions that Discord lets start at once.
    pub async fn take_shard(
        &self,
        max_concurrency: i64,
        held: &[ShardId],
    ) -> Result<Option<ShardId>, InternalError> {
        Ok(self
            .store
            .shards()
            .claim_next(self.state().overview.shard_total, max_concurrency, held)
            .await?)
    }

    /// Waits until Discord's rate limit lets the session of a shard start.
    pub async fn wait_for_session_start(
        &self,
        shard: ShardId,
        max_concurrency: i64,
        interval: Duration,
    ) {
        loop {
            let wait_result = self
                .store
                .shards()
                .try_pass_gate(shard, max_concurrency, interval)
                .await;
            let wait = match wait_result {
                Ok(None) => return,
                Ok(Some(wait)) => wait,
                Err(error) => {
                    tracing::error!(%error, "the rate limit of sessions cannot be checked");
                    RETRY_DELAY
                }
            };
            tokio::time::sleep(wait).await;
        }
    }

    /// Records that Discord sends the events of a shard to this process.
    pub async fn mark_shard_ready(&self, shard: ShardId) {
        self.ready_shards().insert(shard);
        while let Err(error) = self.store.shards().mark_ready(shard).await {
            tracing::error!(%error, "a shard cannot be marked as ready");
            tokio::time::sleep(RETRY_DELAY).await;
        }
        self.notify.processes.notify();
    }

    /// Records that Discord sends no more events of a shard to this process.
    pub fn mark_shard_silent(&self, shard: ShardId) {
        self.ready_shards().remove(&shard);
    }

    /// Returns whether this process receives the events of a guild.
    pub fn serves_guild(&self, guild: GuildId) -> bool {
        self.ready_shards()
            .iter()
            .any(|shard| shard.covers_guild(guild))
    }

    fn ready_shards(&self) -> MutexGuard<'_, BTreeSet<ShardId>> {
        self.ready_shards
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Releases a shard, so that another process can take it.
    pub async fn release_shard(&self, shard: ShardId) {
        if let Err(error) = self.store.shards().release(shard).await {
            tracing::warn!(%error, "a shard cannot be released");
        }
        self.notify.processes.notify();
    }

    /// Stops all posting to Discord for a while, in every process.
    pub async fn pause_posting(&self, pause: Duration) {
        if let Err(error) = self.store.shards().pause_posts(pause).await {
            tracing::warn!(%error, "the other processes cannot be told of a pause");
        }
        self.notify.processes.notify();
    }

    /// Sends notifications to the other processes and receives theirs, forever.
    pub async fn exchange_notifications(&self) {
        let Notifiers {
            news,
            wait_changes,
            turns,
            processes,
            ..
        } = &*self.notify;
        tokio::join!(
            self.forward_notifications(news, Notification::Notices),
            self.forward_notifications(wait_changes, Notification::Waits),
            self.forward_notifications(turns, Notification::Waits),
            self.forward_notifications(processes, Notification::Processes),
            self.receive_notifications()
        );
    }

    async fn forward_notifications(&self, notify: &LocalNotify, notification: Notification) {
        loop {
            notify.notified_for_others().await;
            // A process that misses a notification polls the database a little later.
            if let Err(error) = self.store.notify_channel().send(notification).await {
                tracing::debug!(%error, "the other processes were not notified");
            }
            tokio::time::sleep(NOTIFICATION_GAP).await;
        }
    }

    async fn receive_notifications(&self) {
        loop {
            if let Ok(mut listener) = self.store.notify_channel().listen().await {
                while let Ok(notification) = listener.recv().await {
                    match notification {
                        Notification::Notices => self.notify.news.notify_here(),
                        Notification::Waits => {
                            self.notify.wait_changes.notify_here();
                            self.notify.turns.notify_here();
                        }
                        Notification::Processes => self.notify.processes.notify_here(),
                    }
                }
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }
}
