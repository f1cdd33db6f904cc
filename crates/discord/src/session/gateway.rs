//! The gateway: a session for each shard of this process.
//!
//! The processes agree which of them serves which shard, and share the limits for new sessions:
//! Discord lets one session begin every five seconds, and resets the token after a thousand a day.
//!
//! serenity's shard manager knows only one process and starts sessions by itself. Therefore each
//! session has its own runner, with a manager that starts nothing, and [`Gateway`] starts the next
//! session.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serenity::all::{
    BotGateway, Cache, ConnectionStage, Context, Event, Framework, GatewayError, GatewayEvent,
    GatewayIntents, Http, RawEventHandler, SessionStartLimit, Shard, ShardId as SerenityShardId,
    ShardInfo, ShardManager, ShardManagerOptions, ShardMessenger, ShardRunner, ShardRunnerInfo,
    ShardRunnerMessage, ShardRunnerOptions,
};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::wire::port_error::describe_error;
use crate::wire::request_metrics::RecordRequest as _;
use lanai_host::{Process, ShardId};

const INTENTS: GatewayIntents = GatewayIntents::GUILDS;
/// The interval between new sessions in one slot: Discord's five seconds and a margin.
const SESSION_INTERVAL: Duration = Duration::from_millis(5250);
/// One in this many sessions of a day is kept in reserve, because Discord resets the token of a bot
/// that exceeds the limit.
const SESSION_RESERVE_FRACTION: u64 = 20;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);
const SHARD_POLL_INTERVAL: Duration = Duration::from_secs(1);
const LIMIT_POLL_INTERVAL: Duration = Duration::from_secs(5);
const MAX_SESSION_WAIT: Duration = Duration::from_hours(1);

/// How many sessions may still begin today, according to Discord's last answer.
struct SessionLimit {
    remaining: u64,
    total: u64,
    resets_at: Instant,
}

/// The sessions of this process.
pub(crate) struct Gateway {
    process: Arc<Process>,
    http: Arc<Http>,
    cache: Arc<Cache>,
    url: Arc<tokio::sync::Mutex<String>>,
    /// How many sessions may begin at once (`max_concurrency`).
    identify_slots: AtomicI64,
    session_limit: Mutex<SessionLimit>,
    /// The minimum number of shards.
    min_shards: i64,
    dispatch: Arc<dyn Framework>,
    /// The running sessions, with the managers that know whether each session is connected.
    sessions: Mutex<HashMap<ShardId, Arc<ShardManager>>>,
}

/// Shards with a running session, and the switches that end them.
type StopSwitches = HashMap<ShardId, watch::Sender<bool>>;

impl Gateway {
    pub(crate) fn new(
        process: &Arc<Process>,
        http: &Arc<Http>,
        cache: &Arc<Cache>,
        gateway_info: &BotGateway,
        min_shards: i64,
        dispatch: Arc<dyn Framework>,
    ) -> Gateway {
        let gateway = Gateway {
            process: Arc::clone(process),
            http: Arc::clone(http),
            cache: Arc::clone(cache),
            url: Arc::new(tokio::sync::Mutex::new(gateway_info.url.clone())),
            identify_slots: AtomicI64::new(1),
            session_limit: Mutex::new(SessionLimit {
                remaining: 0,
                total: 0,
                resets_at: Instant::now(),
            }),
            min_shards,
            dispatch,
            sessions: Mutex::default(),
        };
        gateway.update_limits(gateway_info);
        gateway
    }

    fn update_limits(&self, gateway_info: &BotGateway) {
        let identify_slots =
            i64::try_from(gateway_info.session_start_limit.max_concurrency).unwrap_or(i64::MAX);
        self.identify_slots
            .store(identify_slots.max(1), Ordering::SeqCst);
        let SessionStartLimit {
            remaining,
            total,
            reset_after,
            ..
        } = gateway_info.session_start_limit;
        let resets_at = Instant::now() + Duration::from_millis(reset_after);
        *self.session_limit() = SessionLimit {
            remaining,
            total,
            resets_at,
        };
        self.process
            .request_shards(self.min_shards.max(i64::from(gateway_info.shards)));
    }

    fn session_limit(&self) -> MutexGuard<'_, SessionLimit> {
        self.session_limit
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many sessions may still begin today.
    ///
    /// Sessions that other processes began since this process last asked Discord are not deducted.
    pub(crate) fn sessions_left(&self) -> u64 {
        let limit = self.session_limit();
        if Instant::now() < limit.resets_at {
            limit.remaining
        } else {
            limit.total
        }
    }

    fn identify_slots(&self) -> i64 {
        self.identify_slots.load(Ordering::SeqCst)
    }

    /// Claims this process's share of the shards, and serves them until `close_signal` is set.
    pub(crate) async fn run(
        self: Arc<Self>,
        mut close_signal: watch::Receiver<bool>,
    ) -> Result<(), GatewayError> {
        let mut switches = StopSwitches::new();
        let mut running = JoinSet::new();
        let mut news = self.process.subscribe();
        loop {
            let is_closing = *close_signal.borrow_and_update();
            let overview = news.borrow_and_update().overview;
            for (shard, stop) in &switches {
                // After resharding is complete, the old shards are not needed.
                if is_closing || overview.all_shards_ready && shard.total != overview.shard_total {
                    stop.send_replace(true);
                }
            }
            if is_closing && running.is_empty() {
                return Ok(());
            }
            while !is_closing && let Some(shard) = self.claim_next_shard(&switches).await {
                let (stop, stop_signal) = watch::channel(false);
                switches.insert(shard, stop);
                running.spawn(Arc::clone(&self).keep_connected(shard, stop_signal));
            }
            tokio::select! {
                Some(result) = running.join_next() => {
                    let Ok((shard, outcome)) = result else { continue };
                    switches.remove(&shard);
                    outcome?;
                }
                _ = close_signal.changed(), if !is_closing => {}
                _ = news.changed() => {}
                () = tokio::time::sleep(SHARD_POLL_INTERVAL) => {}
            }
        }
    }

    /// Claims the next free shard, if this process should have one.
    async fn claim_next_shard(&self, switches: &StopSwitches) -> Option<ShardId> {
        let overview = self.process.state().overview;
        if overview.all_shards_ready {
            return None;
        }
        let held: Vec<ShardId> = switches.keys().copied().collect();
        let claimed = self.process.take_shard(self.identify_slots(), &held).await;
        claimed
            .inspect_err(|error| tracing::error!(%error, "no shard can be claimed"))
            .ok()
            .flatten()
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<ShardId, Arc<ShardManager>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many sessions of this process are connected.
    pub(crate) async fn count_connected_sessions(&self) -> usize {
        let managers: Vec<Arc<ShardManager>> = self.sessions().values().map(Arc::clone).collect();
        let mut connected = 0;
        for manager in managers {
            let runners = manager.runners.lock().await;
            connected += runners
                .values()
                .filter(|runner| runner.stage == ConnectionStage::Connected)
                .count();
        }
        connected
    }

    /// Returns whether all interactions are received, by this process or by all processes together.
    ///
    /// If there are several processes, this process cannot judge shards that no process has
    /// claimed yet.
    pub(crate) async fn is_fully_connected(&self) -> bool {
        let overview = self.process.state().overview;
        let connected = self.count_connected_sessions().await;
        let sessions = self.sessions().len();
        let are_own_connected = connected > 0 && connected == sessions;
        let are_all_connected =
            usize::try_from(overview.shard_total.max(1)).is_ok_and(|shards| connected >= shards);
        are_all_connected
            || are_own_connected && overview.others > 0
            || sessions == 0 && overview.all_shards_ready
    }

    /// Keeps a shard connected, one session after another, until it is stopped or fails for good.
    async fn keep_connected(
        self: Arc<Self>,
        shard: ShardId,
        mut stop_signal: watch::Receiver<bool>,
    ) -> (ShardId, Result<(), GatewayError>) {
        let mut memory = Arc::new(SessionMemory::default());
        let outcome = loop {
            // A broken session is resumed once, which neither waits nor counts against the limit.
            let ready = memory.take_ready();
            if ready.is_none() {
                memory = Arc::default();
                tokio::select! {
                    () = self.wait_for_session_slot(shard) => {}
                    () = wait_until_set(&mut stop_signal) => break Ok(()),
                }
            }
            let result = Box::pin(self.run_session(shard, &memory, ready, &mut stop_signal)).await;
            if !memory.can_resume() {
                self.process.mark_shard_silent(shard);
            }
            match result {
                Err(serenity::Error::Gateway(fatal)) if is_fatal(&fatal) => break Err(fatal),
                Err(error) => {
                    tracing::warn!(
                        error = describe_error(&error),
                        shard = shard.number,
                        "a session broke"
                    );
                }
                Ok(()) => {}
            }
            if *stop_signal.borrow() {
                break Ok(());
            }
            tracing::info!(shard = shard.number, "a session was lost");
        };
        self.process.mark_shard_silent(shard);
        self.process.release_shard(shard).await;
        (shard, outcome)
    }

    async fn wait_for_session_slot(&self, shard: ShardId) {
        loop {
            let wait = match self
                .http
                .get_bot_gateway()
                .record_request("GET /gateway/bot")
                .await
            {
                Ok(gateway_info) => {
                    self.update_limits(&gateway_info);
                    let limit = gateway_info.session_start_limit;
                    if limit.remaining > limit.total / SESSION_RESERVE_FRACTION {
                        break;
                    }
                    tracing::error!(
                        "too many sessions began today: the next one waits, because Discord resets the token of a bot that exceeds the limit"
                    );
                    Duration::from_millis(limit.reset_after)
                        .clamp(LIMIT_POLL_INTERVAL, MAX_SESSION_WAIT)
                }
                Err(error) => {
                    tracing::warn!(
                        error = describe_error(&error),
                        "the session limit cannot be loaded"
                    );
                    LIMIT_POLL_INTERVAL
                }
            };
            tokio::time::sleep(wait).await;
        }
        self.process
            .wait_for_session_start(shard, self.identify_slots(), SESSION_INTERVAL)
            .await;
    }

    /// Runs one session, which is new or resumed, to its end.
    ///
    /// serenity itself resumes a session whose connection the gateway closes regularly, and gives
    /// up a session whose heartbeats are not acknowledged.
    async fn run_session(
        &self,
        shard: ShardId,
        memory: &Arc<SessionMemory>,
        ready: Option<Event>,
        stop_signal: &mut watch::Receiver<bool>,
    ) -> serenity::Result<()> {
        let info = shard_info(shard);
        let connecting = Shard::new(
            Arc::clone(&self.url),
            self.http.token(),
            info,
            INTENTS,
            None,
        );
        let Ok(session) = tokio::time::timeout(CONNECT_TIMEOUT, connecting).await else {
            tracing::warn!(shard = shard.number, "the gateway does not answer");
            return Ok(());
        };
        let mut session = session?;
        let is_new = ready.is_none();
        if let Some(ready) = ready {
            // A shard with a session id answers the gateway's hello by resuming.
            session.handle_event(&Ok(GatewayEvent::Dispatch(memory.sequence(), ready)))?;
        }
        let manager = create_idle_manager(&self.http);
        let mut runner = ShardRunner::new(ShardRunnerOptions {
            data: Arc::default(),
            event_handlers: Vec::new(),
            raw_event_handlers: vec![Arc::<SessionMemory>::clone(memory)],
            framework: Some(Arc::clone(&self.dispatch)),
            manager: Arc::clone(&manager),
            shard: session,
            cache: Arc::clone(&self.cache),
            http: Arc::clone(&self.http),
        });
        let messenger = ShardMessenger::new(&runner);
        let runner_tx = messenger.clone();
        let runner_info = ShardRunnerInfo {
            latency: None,
            runner_tx,
            stage: ConnectionStage::Handshake,
        };
        manager.runners.lock().await.insert(info.id, runner_info);
        self.sessions().insert(shard, Arc::clone(&manager));
        if is_new {
            lanai_metrics::record_session_start();
            let mut limit = self.session_limit();
            limit.remaining = limit.remaining.saturating_sub(1);
        }
        // The shutdown is confirmed in advance, so that a runner that asks its manager for a
        // restart does not wait for an answer.
        manager.shutdown_finished(info.id);
        let result = {
            let mut running = pin!(runner.run());
            tokio::select! {
                result = &mut running => result,
                () = wait_until_set(stop_signal) => {
                    messenger.send_to_shard(ShardRunnerMessage::Shutdown(info.id, 1000));
                    tokio::time::timeout(CLOSE_TIMEOUT, running).await.unwrap_or(Ok(()))
                }
            }
        };
        self.sessions().remove(&shard);
        shut_down_manager(&manager, info.id, messenger).await;
        result
    }
}

/// The data for resuming a session: its `READY` event and the number of events since.
///
/// serenity does not reveal the last sequence number. Events that it could not parse are not
/// counted, so some events may arrive twice.
#[derive(Default)]
struct SessionMemory {
    ready: Mutex<Option<Event>>,
    events: AtomicU64,
    /// Whether the session was established, and no resume was tried since.
    is_live: AtomicBool,
}

impl SessionMemory {
    fn sequence(&self) -> u64 {
        self.events.load(Ordering::SeqCst)
    }

    fn can_resume(&self) -> bool {
        self.is_live.load(Ordering::SeqCst)
    }

    /// Returns the `READY` event if the session can be resumed.
    fn take_ready(&self) -> Option<Event> {
        let is_live = self.is_live.swap(false, Ordering::SeqCst);
        self.ready
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
            .filter(|_| is_live)
    }
}

#[serenity::async_trait]
impl RawEventHandler for SessionMemory {
    async fn raw_event(&self, ctx: Context, event: Event) {
        if matches!(event, Event::Resumed(_)) {
            tracing::info!(shard = ctx.shard_id.0, "a session that was lost is resumed");
        }
        self.events.fetch_add(1, Ordering::SeqCst);
        if matches!(event, Event::Ready(_) | Event::Resumed(_)) {
            self.is_live.store(true, Ordering::SeqCst);
        }
        if matches!(event, Event::Ready(_)) {
            *self.ready.lock().unwrap_or_else(PoisonError::into_inner) = Some(event);
        }
    }
}

/// Waits until the switch is set or its sender is dropped.
async fn wait_until_set(switch: &mut watch::Receiver<bool>) {
    // An error means that the sender is dropped.
    let _ = switch.wait_for(|set| *set).await;
}

/// Creates a manager that starts no session, because runners and poise require a manager.
pub(crate) fn create_idle_manager(http: &Arc<Http>) -> Arc<ShardManager> {
    let (manager, _) = ShardManager::new(ShardManagerOptions {
        data: Arc::default(),
        event_handlers: Vec::new(),
        raw_event_handlers: Vec::new(),
        framework: Arc::default(),
        shard_index: 0,
        shard_init: 0,
        shard_total: 0,
        ws_url: Arc::default(),
        cache: Arc::default(),
        http: Arc::clone(http),
        intents: INTENTS,
        presence: None,
    });
    manager
}

/// Shuts down a manager, which needs a registered shard for that.
async fn shut_down_manager(
    manager: &ShardManager,
    shard: SerenityShardId,
    runner_tx: ShardMessenger,
) {
    let disconnected = ShardRunnerInfo {
        latency: None,
        runner_tx,
        stage: ConnectionStage::Disconnected,
    };
    manager.runners.lock().await.insert(shard, disconnected);
    manager.shutdown_finished(shard);
    manager.shutdown_all().await;
}

/// Returns whether a new session would fail in the same way.
fn is_fatal(error: &GatewayError) -> bool {
    matches!(
        error,
        GatewayError::InvalidAuthentication
            | GatewayError::InvalidGatewayIntents
            | GatewayError::DisallowedGatewayIntents
    )
}

fn shard_info(shard: ShardId) -> ShardInfo {
    ShardInfo {
        id: SerenityShardId(u32::try_from(shard.number).unwrap_or(u32::MAX)),
        total: u32::try_from(shard.total).unwrap_or(u32::MAX),
    }
}

/// Returns the shard of a session; a session without shard information is the only one.
pub(crate) fn to_shard_id(info: Option<ShardInfo>) -> ShardId {
    match info {
        Some(info) => ShardId {
            number: i64::from(info.id.0),
            total: i64::from(info.total),
        },
        None => ShardId {
            number: 0,
            total: 1,
        },
    }
}
