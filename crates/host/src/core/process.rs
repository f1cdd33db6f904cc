//! This process among those that serve the same tables. It says every moment that it is there,
//! hears how many others are, and goes by the clock that they share. If it was away for too long,
//! others do its work: then it begins anew.

use crate::core::database::{DatabaseAccess, STARTUP_GRACE_UNTIL};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use tokio::sync::watch;

use crate::model::notify::{LocalNotify, Notifiers};
use crate::model::waiting::STARTUP_GRACE_SECS;
use crate::{Clock, GuildId, InteractionId, InternalError};
use lanai_store::{Claim, LEASE, Presence, Ring, ShardId, Store, StoreError};

/// How often a process says that it is there.
const BEAT: Duration = Duration::from_secs(2);
/// So long before others may do its work it stops.
const MARGIN: Duration = Duration::from_secs(1);
/// How long the others are not rung for again: many moves are one ring.
const GAP: Duration = Duration::from_millis(20);
/// How long it may take to ask the others whether a press is theirs: whoever pressed waits for an
/// answer.
const HEARS_WITHIN: Duration = Duration::from_millis(500);
/// After how long the bell is listened for again when the line to it broke.
const AGAIN: Duration = Duration::from_secs(1);

/// What a process knows of itself and the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProcessState {
    /// How things stand among them.
    pub presence: Presence,
    /// Until when nothing is posted.
    pub paused_until: Option<Instant>,
    /// Until when it holds what it holds; for ever where there are no others.
    holds_until: Option<Instant>,
    /// Whether it was given up.
    pub lost: bool,
}

/// This process.
pub struct Process {
    store: Store,
    clock: Clock,
    notify: Arc<Notifiers>,
    database: Arc<DatabaseAccess>,
    known: watch::Sender<ProcessState>,
    /// How many shards it would have all make together.
    wants: AtomicI64,
    /// The shards on which the chat speaks to it.
    hears: Mutex<BTreeSet<ShardId>>,
}

impl Process {
    /// This process, at these tables. It serves nobody yet.
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
            known: watch::Sender::default(),
            wants: AtomicI64::new(1),
            hears: Mutex::default(),
        }
    }

    /// How many shards there should be at least, as the chat or somebody says.
    pub fn wants_shards(&self, shards: i64) {
        self.wants.store(shards.max(1), Ordering::SeqCst);
    }

    /// It serves the tables from now on. It takes part in nothing before all others have heard of
    /// it.
    pub async fn joins(&self) -> Result<(), InternalError> {
        let alone = self
            .store
            .processes()
            .join(self.wants.load(Ordering::SeqCst))
            .await?;
        self.known.send_replace(ProcessState::default());
        if alone {
            let until = self.clock.now() + STARTUP_GRACE_SECS;
            self.database
                .set(STARTUP_GRACE_UNTIL, &until.0.to_string())
                .await?;
        } else {
            self.notify.processes.notify();
            tokio::time::sleep(BEAT + MARGIN).await;
        }
        self.beat().await?;
        Ok(())
    }

    /// The same after it was given up, as soon as that works.
    pub async fn joins_again(&self) {
        while let Err(trouble) = self.joins().await {
            tracing::error!(%trouble, "this process cannot begin anew");
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Says that it is there as long as it is, until it was given up.
    pub async fn keep(&self) {
        let mut in_touch = None;
        loop {
            let now = Instant::now();
            match self.beat().await {
                Ok(known) if known.lost => return,
                // Nobody else can be there.
                Ok(known) if known.holds_until.is_none() => std::future::pending().await,
                // Whoever was out of touch does not know who else was.
                Ok(_) if now - *in_touch.get_or_insert(now) >= LEASE => {
                    if let Err(error) = self.store.processes().remove_silent().await {
                        tracing::error!(%error, "processes that are gone cannot be given up");
                    }
                }
                Ok(_) => {}
                Err(trouble) => {
                    in_touch = None;
                    tracing::error!(%trouble, "the other processes cannot hear of this one");
                }
            }
            let _ = tokio::time::timeout(BEAT, self.notify.processes.notified()).await;
        }
    }

    /// Says once that it is there, and hears how things stand.
    async fn beat(&self) -> Result<ProcessState, StoreError> {
        let asked = (Instant::now(), SystemTime::now());
        let heard = self
            .store
            .processes()
            .renew(self.wants.load(Ordering::SeqCst))
            .await?;
        let mut known = ProcessState {
            lost: heard.is_none(),
            ..ProcessState::default()
        };
        if let Some(presence) = heard {
            known.presence = presence;
            if let Some(theirs) = presence.clock {
                known.holds_until = Some(asked.0 + LEASE.saturating_sub(MARGIN));
                self.clock
                    .agree_with(theirs, asked.1 + asked.0.elapsed() / 2);
            }
            let pause = Duration::from_millis(presence.paused.unsigned_abs());
            known.paused_until = Some(asked.0 + pause).filter(|_| !pause.is_zero());
        }
        self.known.send_replace(known);
        Ok(known)
    }

    pub fn known(&self) -> ProcessState {
        *self.known.borrow()
    }

    /// Whether what it holds is nobody else's.
    pub fn holds(&self) -> bool {
        let known = self.known();
        !known.lost && known.holds_until.is_none_or(|until| Instant::now() < until)
    }

    /// Hears of what it knows, whenever that is new.
    pub fn news(&self) -> watch::Receiver<ProcessState> {
        self.known.subscribe()
    }

    /// It is about to go: waits until others do what it did, if there are any, at most so long.
    /// Whether they do.
    pub async fn hands_over(&self, patience: Duration) -> bool {
        let over = async {
            if self.store.processes().mark_leaving().await.is_err() || self.beat().await.is_err() {
                return false;
            }
            self.notify.processes.notify();
            let mut news = self.news();
            let over = news.wait_for(|known| {
                known.presence.complete || known.presence.staying == 0 || known.lost
            });
            over.await
                .is_ok_and(|known| known.presence.complete && !known.lost)
        };
        tokio::time::timeout(patience, over).await.unwrap_or(false)
    }

    /// It is gone.
    pub async fn leaves(&self) {
        if let Err(error) = self.store.processes().leave().await {
            tracing::warn!(%error, "the others will hear only later that this process is gone");
        }
        // Nobody here passes that on any more.
        let _ = self.store.notify_channel().send(Ring::Processes).await;
    }

    /// Whether this press or command is not another process's: while one takes over from another,
    /// both hear of it.
    pub async fn hears(&self, interaction: InteractionId) -> bool {
        if self.known().presence.others == 0 {
            return true;
        }
        // Where it cannot be known soon, it is better to answer twice than never.
        let heard =
            tokio::time::timeout(HEARS_WITHIN, self.store.processes().mark_heard(interaction))
                .await;
        matches!(heard, Err(_) | Ok(Ok(true) | Err(_)))
    }

    /// Whether this is ours to do.
    pub async fn claims(&self, claim: Claim) -> Result<bool, InternalError> {
        Ok(self.store.leases().acquire(claim).await?)
    }

    pub async fn releases(&self, claim: Claim) {
        if let Err(error) = self.store.leases().release(claim).await {
            tracing::warn!(%error, "what was done cannot be let go of");
        }
    }

    /// A shard that nobody has, if it is this process's turn.
    pub async fn takes_shard(
        &self,
        gates: i64,
        held: &[ShardId],
    ) -> Result<Option<ShardId>, InternalError> {
        Ok(self
            .store
            .shards()
            .take(self.known().presence.shards, gates, held)
            .await?)
    }

    /// Waits before the gate of a shard's session until it opens.
    pub async fn passes_gate(&self, shard: ShardId, gates: i64, every: Duration) {
        loop {
            let wait = match self.store.shards().pass_gate(shard, gates, every).await {
                Ok(None) => return,
                Ok(Some(wait)) => wait,
                Err(error) => {
                    tracing::error!(%error, "whether a session may begin cannot be asked");
                    AGAIN
                }
            };
            tokio::time::sleep(wait).await;
        }
    }

    /// The chat speaks to this process on this shard.
    pub async fn is_ready(&self, shard: ShardId) {
        self.heard_shards().insert(shard);
        while let Err(error) = self.store.shards().mark_ready(shard).await {
            tracing::error!(%error, "the other processes cannot hear of a shard");
            tokio::time::sleep(AGAIN).await;
        }
        self.notify.processes.notify();
    }

    /// The chat does not speak to it any more on this shard.
    pub fn is_silent(&self, shard: ShardId) {
        self.heard_shards().remove(&shard);
    }

    /// Whether the chat would tell this process what happens on a server.
    pub fn hears_of(&self, guild: GuildId) -> bool {
        self.heard_shards().iter().any(|shard| shard.hears(guild))
    }

    fn heard_shards(&self) -> MutexGuard<'_, BTreeSet<ShardId>> {
        self.hears.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This process has this shard no more.
    pub async fn gives_back(&self, shard: ShardId) {
        if let Err(error) = self.store.shards().release(shard).await {
            tracing::warn!(%error, "a shard cannot be given back");
        }
        self.notify.processes.notify();
    }

    /// Nothing is posted for so long, in no process.
    pub async fn pauses(&self, pause: Duration) {
        if let Err(error) = self.store.shards().pause_posts(pause).await {
            tracing::warn!(%error, "the other processes cannot hear of a pause");
        }
        self.notify.processes.notify();
    }

    /// Passes on what is rung here, and hears what is rung elsewhere.
    pub async fn listens(&self) {
        let Notifiers {
            news,
            waits,
            turns,
            processes,
            ..
        } = &*self.notify;
        tokio::join!(
            self.pass_on(news, Ring::News),
            self.pass_on(waits, Ring::Waits),
            self.pass_on(turns, Ring::Waits),
            self.pass_on(processes, Ring::Processes),
            self.hear_others()
        );
    }

    async fn pass_on(&self, notify: &LocalNotify, ring: Ring) {
        loop {
            notify.notified_for_others().await;
            // Whoever does not hear it looks by themselves a little later.
            if let Err(error) = self.store.notify_channel().send(ring).await {
                tracing::debug!(%error, "the other processes were not rung for");
            }
            tokio::time::sleep(GAP).await;
        }
    }

    async fn hear_others(&self) {
        loop {
            if let Ok(mut bell) = self.store.notify_channel().listen().await {
                while let Ok(ring) = bell.rung().await {
                    match ring {
                        Ring::News => self.notify.news.notify_here(),
                        Ring::Waits => {
                            self.notify.waits.notify_here();
                            self.notify.turns.notify_here();
                        }
                        Ring::Processes => self.notify.processes.notify_here(),
                    }
                }
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}
