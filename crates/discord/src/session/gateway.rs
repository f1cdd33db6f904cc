//! The gateway: a session for each shard of this process.
//!
//! All processes agree on who has which shard, and pass the same gates: Discord lets one session
//! begin every five seconds, and resets the token after a thousand a day.
//!
//! serenity's shard manager knows only one process and starts sessions by itself. So each session
//! has a runner of its own with a manager that starts nothing, and [`Gateway`] starts the next one.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serenity::all::{
    BotGateway, Cache, ConnectionStage, Context, Event, Framework, GatewayError, GatewayEvent,
    GatewayIntents, Http, RawEventHandler, SessionStartLimit, Shard, ShardId as Number, ShardInfo,
    ShardManager, ShardManagerOptions, ShardMessenger, ShardRunner, ShardRunnerInfo,
    ShardRunnerMessage, ShardRunnerOptions,
};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::wire::refusals::name_of;
use crate::wire::requests::Requested as _;
use lanai_host::{Process, ShardId};

/// Events that the bot receives.
const INTENTS: GatewayIntents = GatewayIntents::GUILDS;
/// The interval between sessions at a gate: Discord's five seconds, and a margin for the network.
const EVERY: Duration = Duration::from_millis(5250);
/// This fraction of a day's sessions is kept in reserve, because exceeding the limit costs the
/// token.
const RESERVE: u64 = 20;
/// Timeouts for connecting and for closing a session.
const CONNECTS_WITHIN: Duration = Duration::from_secs(20);
const CLOSES_WITHIN: Duration = Duration::from_secs(3);
/// Intervals for taking shards, and for asking whether a session may begin.
const LOOKS_EVERY: Duration = Duration::from_secs(1);
const ASKS_AGAIN: Duration = Duration::from_secs(5);
const LONGEST_WAIT: Duration = Duration::from_hours(1);

/// How many sessions may still begin, as Discord said last.
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
    gates: AtomicI64,
    session_limit: Mutex<SessionLimit>,
    /// The minimum number of shards.
    least: i64,
    /// Receives the events.
    dispatch: Arc<dyn Framework>,
    /// The running sessions, with the managers that know their stage.
    sessions: Mutex<HashMap<ShardId, Arc<ShardManager>>>,
}

/// Shards with a running session, and the switches that end them.
type Held = HashMap<ShardId, watch::Sender<bool>>;

impl Gateway {
    pub(crate) fn at(
        process: &Arc<Process>,
        http: &Arc<Http>,
        cache: &Arc<Cache>,
        told: &BotGateway,
        least: i64,
        dispatch: Arc<dyn Framework>,
    ) -> Gateway {
        let gateway = Gateway {
            process: Arc::clone(process),
            http: Arc::clone(http),
            cache: Arc::clone(cache),
            url: Arc::new(tokio::sync::Mutex::new(told.url.clone())),
            gates: AtomicI64::new(1),
            session_limit: Mutex::new(SessionLimit {
                remaining: 0,
                total: 0,
                resets_at: Instant::now(),
            }),
            least,
            dispatch,
            sessions: Mutex::default(),
        };
        gateway.learn(told);
        gateway
    }

    fn learn(&self, told: &BotGateway) {
        let gates = i64::try_from(told.session_start_limit.max_concurrency).unwrap_or(i64::MAX);
        self.gates.store(gates.max(1), Ordering::SeqCst);
        let SessionStartLimit {
            remaining,
            total,
            reset_after,
            ..
        } = told.session_start_limit;
        let resets_at = Instant::now() + Duration::from_millis(reset_after);
        *self.session_limit() = SessionLimit {
            remaining,
            total,
            resets_at,
        };
        self.process
            .wants_shards(self.least.max(i64::from(told.shards)));
    }

    fn session_limit(&self) -> MutexGuard<'_, SessionLimit> {
        self.session_limit
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many sessions may still begin today, without those that other processes began
    /// since this one asked.
    pub(crate) fn sessions_left(&self) -> u64 {
        let limit = self.session_limit();
        if Instant::now() < limit.resets_at {
            limit.remaining
        } else {
            limit.total
        }
    }

    fn gates(&self) -> i64 {
        self.gates.load(Ordering::SeqCst)
    }

    /// Takes shards when it is this process's turn, and serves them until told to close.
    pub(crate) async fn hear(
        self: Arc<Self>,
        mut closed: watch::Receiver<bool>,
    ) -> Result<(), GatewayError> {
        let mut held = Held::new();
        let mut running = JoinSet::new();
        let mut news = self.process.news();
        loop {
            let closing = *closed.borrow_and_update();
            let known = news.borrow_and_update().presence;
            for (shard, stop) in &held {
                // After resharding is complete, the old shards are not needed.
                if closing || known.complete && shard.of != known.shards {
                    stop.send_replace(true);
                }
            }
            if closing && running.is_empty() {
                return Ok(());
            }
            while !closing && let Some(shard) = self.next(&held).await {
                let (stop, stopped) = watch::channel(false);
                held.insert(shard, stop);
                running.spawn(Arc::clone(&self).keep(shard, stopped));
            }
            tokio::select! {
                Some(ended) = running.join_next() => {
                    let Ok((shard, outcome)) = ended else { continue };
                    held.remove(&shard);
                    outcome?;
                }
                _ = closed.changed(), if !closing => {}
                _ = news.changed() => {}
                () = tokio::time::sleep(LOOKS_EVERY) => {}
            }
        }
    }

    /// Claims the next free shard, if this process should have one.
    async fn next(&self, held: &Held) -> Option<ShardId> {
        let known = self.process.known().presence;
        if known.complete {
            return None;
        }
        let held: Vec<ShardId> = held.keys().copied().collect();
        let taken = self.process.takes_shard(self.gates(), &held).await;
        taken
            .inspect_err(|trouble| tracing::error!(%trouble, "no shard can be taken"))
            .ok()
            .flatten()
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<ShardId, Arc<ShardManager>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many sessions of this process are connected.
    pub(crate) async fn living(&self) -> usize {
        let managers: Vec<Arc<ShardManager>> = self.sessions().values().map(Arc::clone).collect();
        let mut living = 0;
        for manager in managers {
            let runners = manager.runners.lock().await;
            living += runners
                .values()
                .filter(|runner| runner.stage == ConnectionStage::Connected)
                .count();
        }
        living
    }

    /// Returns whether all interactions are received, by this process or all together.
    ///
    /// With several processes, this one cannot judge shards that are not taken yet.
    pub(crate) async fn is_heard(&self) -> bool {
        let known = self.process.known().presence;
        let living = self.living().await;
        let held = self.sessions().len();
        let ours = living > 0 && living == held;
        let all = usize::try_from(known.shards.max(1)).is_ok_and(|shards| living >= shards);
        all || ours && known.others > 0 || held == 0 && known.complete
    }

    /// Keeps a shard connected, one session after another, until told to stop or a fatal error.
    async fn keep(
        self: Arc<Self>,
        shard: ShardId,
        mut stopped: watch::Receiver<bool>,
    ) -> (ShardId, Result<(), GatewayError>) {
        let mut session = Arc::new(SessionMemory::default());
        let outcome = loop {
            // A broken session is resumed once, which neither waits nor counts against the limit.
            let last = session.take_ready();
            if last.is_none() {
                session = Arc::default();
                tokio::select! {
                    () = self.may_begin(shard) => {}
                    () = is_set(&mut stopped) => break Ok(()),
                }
            }
            let conversed = Box::pin(self.converse(shard, &session, last, &mut stopped)).await;
            if !session.can_resume() {
                self.process.is_silent(shard);
            }
            match conversed {
                Err(serenity::Error::Gateway(fatal)) if is_fatal(&fatal) => break Err(fatal),
                Err(error) => {
                    tracing::warn!(
                        error = name_of(&error),
                        shard = shard.number,
                        "a session broke"
                    );
                }
                Ok(()) => {}
            }
            if *stopped.borrow() {
                break Ok(());
            }
            tracing::info!(shard = shard.number, "a session was lost");
        };
        self.process.is_silent(shard);
        self.process.gives_back(shard).await;
        (shard, outcome)
    }

    async fn may_begin(&self, shard: ShardId) {
        loop {
            let wait = match self
                .http
                .get_bot_gateway()
                .counted("GET /gateway/bot")
                .await
            {
                Ok(told) => {
                    self.learn(&told);
                    let limit = told.session_start_limit;
                    if limit.remaining > limit.total / RESERVE {
                        break;
                    }
                    tracing::error!(
                        "too many sessions began today: the next waits, for too many cost the token"
                    );
                    Duration::from_millis(limit.reset_after).clamp(ASKS_AGAIN, LONGEST_WAIT)
                }
                Err(error) => {
                    tracing::warn!(
                        error = name_of(&error),
                        "whether a session may begin is not known"
                    );
                    ASKS_AGAIN
                }
            };
            tokio::time::sleep(wait).await;
        }
        self.process.passes_gate(shard, self.gates(), EVERY).await;
    }

    /// Runs one session to its end, new or resumed.
    ///
    /// serenity resumes it while the gateway closes connections regularly, and gives it up if
    /// heartbeats are not acknowledged.
    async fn converse(
        &self,
        shard: ShardId,
        memory: &Arc<SessionMemory>,
        last: Option<Event>,
        stopped: &mut watch::Receiver<bool>,
    ) -> serenity::Result<()> {
        let info = info(shard);
        let connecting = Shard::new(
            Arc::clone(&self.url),
            self.http.token(),
            info,
            INTENTS,
            None,
        );
        let Ok(session) = tokio::time::timeout(CONNECTS_WITHIN, connecting).await else {
            tracing::warn!(shard = shard.number, "the gateway does not answer");
            return Ok(());
        };
        let mut session = session?;
        let is_new = last.is_none();
        if let Some(ready) = last {
            // A shard with a session id answers the gateway's hello by resuming.
            session.handle_event(&Ok(GatewayEvent::Dispatch(memory.sequence(), ready)))?;
        }
        let manager = mute(&self.http);
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
        let begins = ShardRunnerInfo {
            latency: None,
            runner_tx,
            stage: ConnectionStage::Handshake,
        };
        manager.runners.lock().await.insert(info.id, begins);
        self.sessions().insert(shard, Arc::clone(&manager));
        if is_new {
            lanai_metrics::record_session_start();
            let mut limit = self.session_limit();
            limit.remaining = limit.remaining.saturating_sub(1);
        }
        // A runner that asks its manager for a restart must not wait for an answer.
        manager.shutdown_finished(info.id);
        let ended = {
            let mut running = pin!(runner.run());
            tokio::select! {
                ended = &mut running => ended,
                () = is_set(stopped) => {
                    messenger.send_to_shard(ShardRunnerMessage::Shutdown(info.id, 1000));
                    tokio::time::timeout(CLOSES_WITHIN, running).await.unwrap_or(Ok(()))
                }
            }
        };
        self.sessions().remove(&shard);
        dismiss(&manager, info.id, messenger).await;
        ended
    }
}

/// What is needed to resume a session: its `READY` event and the number of events since.
///
/// serenity does not reveal the last sequence number. Events that it could not parse are not
/// counted, so some may arrive twice.
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

/// Waits until the switch is set, or its owner is gone.
async fn is_set(it: &mut watch::Receiver<bool>) {
    // A closed channel counts as set.
    let _ = it.wait_for(|set| *set).await;
}

/// Creates a manager that starts no session, because runners and poise require one.
pub(crate) fn mute(http: &Arc<Http>) -> Arc<ShardManager> {
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

/// Ends a manager, which stops only if it believes that a shard was running.
async fn dismiss(manager: &ShardManager, shard: Number, runner_tx: ShardMessenger) {
    let ended = ShardRunnerInfo {
        latency: None,
        runner_tx,
        stage: ConnectionStage::Disconnected,
    };
    manager.runners.lock().await.insert(shard, ended);
    manager.shutdown_finished(shard);
    manager.shutdown_all().await;
}

/// Returns whether a retry is pointless.
fn is_fatal(error: &GatewayError) -> bool {
    matches!(
        error,
        GatewayError::InvalidAuthentication
            | GatewayError::InvalidGatewayIntents
            | GatewayError::DisallowedGatewayIntents
    )
}

fn info(shard: ShardId) -> ShardInfo {
    let number = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    ShardInfo {
        id: Number(number(shard.number)),
        total: number(shard.of),
    }
}

/// Returns the shard of a session; a session without one is alone.
pub(crate) fn shard_id(told: Option<ShardInfo>) -> ShardId {
    told.map_or(ShardId { number: 0, of: 1 }, |told| ShardId {
        number: i64::from(told.id.0),
        of: i64::from(told.total),
    })
}
