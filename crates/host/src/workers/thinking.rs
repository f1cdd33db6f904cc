//! Plays the turns of computers, each in a write of its own, so that no player waits for them.
//!
//! Each turn is stored together with the fact that a computer is next. A restart therefore goes on
//! where the program stopped, and any process with a free core takes the next turn. A turn is
//! computed on a copy of the game, and written only if the table has not changed meanwhile. The
//! next turn of the same table comes after those of all waiting tables, so that no table holds up
//! another.

use std::collections::HashMap;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use tokio::task::{Id, JoinSet};
use tracing::Instrument as _;

use crate::core::games::GameLoader;
use crate::core::play::Play;
use crate::core::tables::Tables;
use crate::core::thoughts::{Thought, Thoughts};
use crate::features::hints::Hints;
use crate::model::failure::Result;
use crate::model::notify::Notifiers;
use crate::model::table::policy_of;
use crate::{
    Clock, Failure, Host, InternalError, News, Refusal, Revision, Scheduler, Table, TableId,
    Thinking, TimeoutPolicy, Turn,
};
use lanai_ai::{Budget, Evaluate, Observation, PolicyKind};
use lanai_rules::by_title;
use lanai_store::{Claim, Store, WaitKind};

/// The polling interval, in case a notification was missed or another process left a turn behind.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// How often the database is asked whether another process wrote to the table.
const REVISION_CHECK_INTERVAL: Duration = Duration::from_millis(250);
/// How often a turn that waits for its shortest time checks whether it was cancelled.
const CANCEL_CHECK_INTERVAL: Duration = Duration::from_millis(2);
/// The time after which a table whose computer failed is checked again.
const RETRY_AFTER_SECS: i64 = 60 * 60;

/// Plays the turns of computers.
pub struct Thinker {
    store: Store,
    clock: Clock,
    notify: Arc<Notifiers>,
    thinking: Thinking,
    thoughts: Arc<Thoughts>,
    games: Arc<GameLoader>,
    hints: Arc<Hints>,
    play: Arc<Play>,
    tables: Arc<Tables>,
    /// Handles tables without a player to act that are due for another reason.
    scheduler: Scheduler,
}

/// The computer turns in progress.
#[derive(Default)]
struct RunningTurns {
    tasks: JoinSet<()>,
    tables: HashMap<Id, TableId>,
    /// Tables whose turn is running, or ran while other tables waited. Those other tables come
    /// first.
    served: Vec<TableId>,
}

impl RunningTurns {
    fn spawn(&mut self, table: TableId, work: impl Future<Output = ()> + Send + 'static) {
        let id = self.tasks.spawn(work).id();
        self.tables.insert(id, table);
        self.served.push(table);
    }

    /// Removes the tables whose turn has ended from `served`. Returns `false` if there are none.
    fn forget_served(&mut self) -> bool {
        let before = self.served.len();
        self.served
            .retain(|table| self.tables.values().any(|busy| busy == table));
        self.served.len() < before
    }

    /// Waits until one turn has ended, even by a panic.
    async fn wait_for_next(&mut self) {
        let id = match self.tasks.join_next_with_id().await {
            Some(Ok((id, ()))) => id,
            Some(Err(error)) => error.id(),
            None => return self.tables.clear(),
        };
        self.tables.remove(&id);
    }
}

impl Thinker {
    pub fn new(host: &Host) -> Thinker {
        Thinker {
            store: host.store.clone(),
            clock: host.clock.clone(),
            notify: Arc::clone(&host.notify),
            thinking: host.thinking,
            thoughts: Arc::clone(&host.thoughts),
            games: host.games.clone(),
            hints: host.hints.clone(),
            play: host.play.clone(),
            tables: host.tables.clone(),
            scheduler: Scheduler::new(host),
        }
    }

    /// Plays the turns of computers forever.
    pub async fn run_forever(self) {
        let this = Arc::new(self);
        let mut running = RunningTurns::default();
        while let Err(error) = this.store.waits().schedule_unattended().await {
            tracing::error!(%error, "the tables that wait for a computer cannot be scheduled");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        loop {
            if let Err(failure) = this.start_due(&mut running).await {
                tracing::error!(%failure, "computers cannot act");
            }
            tokio::select! {
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                () = this.notify.turns.notified() => {}
                () = this.clock.next_advance() => {}
                () = running.wait_for_next(), if !running.tables.is_empty() => {}
            }
        }
    }

    /// Plays the turns of computers until none is due.
    pub async fn run_due(self) -> Result<()> {
        let this = Arc::new(self);
        let mut running = RunningTurns::default();
        loop {
            this.start_due(&mut running).await?;
            if running.tables.is_empty() {
                return Ok(());
            }
            running.wait_for_next().await;
        }
    }

    /// Starts due turns on the free cores.
    async fn start_due(self: &Arc<Self>, running: &mut RunningTurns) -> Result<()> {
        loop {
            let room = self.thinking.cores.saturating_sub(running.tables.len());
            if room == 0 {
                return Ok(());
            }
            let now = self.clock.now();
            let room = u32::try_from(room).unwrap_or(u32::MAX);
            let due = self
                .store
                .leases()
                .claim_due_tables(WaitKind::Computers, now, &running.served, room)
                .await?;
            if due.is_empty() && !running.forget_served() {
                return Ok(());
            }
            for game in due {
                let span = tracing::error_span!("thinker", table = game.0);
                running.spawn(
                    game,
                    Arc::clone(self).play_and_release(game).instrument(span),
                );
            }
        }
    }

    /// Plays one turn of a table, and releases the table whatever the outcome.
    async fn play_and_release(self: Arc<Self>, game: TableId) {
        let outcome = Box::pin(AssertUnwindSafe(self.play_turn(game)).catch_unwind()).await;
        let (failure, is_temporary) = match outcome {
            Ok(Ok(()) | Err(Failure::Refusal(Refusal::Stale | Refusal::Paused(_)))) => (None, true),
            Ok(Err(failure)) => (
                Some(failure.to_string()),
                matches!(failure, Failure::InternalError(InternalError::Store(_))),
            ),
            Err(_) => (Some("it panicked".to_owned()), false),
        };
        if let Some(failure) = failure {
            tracing::error!(failure, table = game.0, "a computer cannot act");
            let now = self.clock.now();
            if !is_temporary
                && self
                    .store
                    .waits()
                    .postpone_check(game, now, Some(now + RETRY_AFTER_SECS))
                    .await
                    .is_err()
            {
                tracing::error!(table = game.0, "its next check cannot be postponed");
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        if let Err(error) = self.store.leases().release(Claim::Table(game)).await {
            tracing::error!(%error, table = game.0, "the lease of a table cannot be released");
        }
    }

    async fn play_turn(&self, game: TableId) -> Result<()> {
        // Registered before the table is loaded, so that any later change of the game cancels the
        // turn.
        let thought = self.thoughts.begin(game);
        let table = self.tables.find(game).await?;
        if !table.is_computers_turn() {
            return self.scheduler.run(game).await;
        }
        by_title!(table.title, G => Box::pin(self.play_computer::<G>(table, &thought)).await)
    }

    /// Computes a turn, and commits it unless the table changed meanwhile.
    async fn play_computer<G: Evaluate>(&self, table: Table, thought: &Thought<'_>) -> Result<()> {
        let is_timed_out = table.waiting.taken_over_at.is_some();
        let turn = self.games.load::<G>(table).await?;
        let Some(seat) = turn.to_act() else {
            return Err(turn.table.missing_data("who is to act").into());
        };
        let game = turn.table.id;
        let seen = turn.table.revision;
        let thinking = self.thinking;
        let cancelled = thought.cancelled_flag();
        let core = self.hints.acquire_core().await;
        let mut computation = tokio::task::spawn_blocking(move || {
            let _core = core;
            compute_turn(turn, is_timed_out, thinking, &cancelled)
        });
        let computed = tokio::select! {
            computed = &mut computation => computed,
            () = self.wait_for_write(game, seen) => {
                thought.cancel();
                computation.await
            }
        };
        // A panic of the policy must not affect other tables.
        let turn = computed.map_err(|_| InternalError::PolicyFailed { table: game.0 })??;
        if thought.is_cancelled() {
            return Ok(());
        }
        let change = turn.table.new_change(None, self.clock.now())?;
        if is_timed_out {
            // The commit is not retried: if a pause or a holiday began in the meantime, the time is
            // not up.
            let news = News::TimedOut {
                seat,
                timeout_policy: TimeoutPolicy::PlayTurn,
                steps: Vec::new(),
            };
            self.play.try_commit(turn, change, Some(news)).await?;
        } else {
            Box::pin(self.play.commit(turn, change, None)).await?;
        }
        Ok(())
    }

    /// Waits until any process has changed the revision of a table.
    async fn wait_for_write(&self, game: TableId, seen: Revision) {
        loop {
            tokio::time::sleep(REVISION_CHECK_INTERVAL).await;
            // After a read error, the commit detects whether the table has changed.
            if self
                .store
                .waits()
                .load_revision(game)
                .await
                .is_ok_and(|revision| revision != Some(seen))
            {
                return;
            }
        }
    }
}

/// Computes the turn of the seat to act, within the limits of time.
fn compute_turn<G: Evaluate>(
    turn: Turn<G>,
    is_timed_out: bool,
    thinking: Thinking,
    cancelled: &AtomicBool,
) -> Result<Turn<G>, InternalError> {
    let begun = Instant::now();
    let should_stop =
        || cancelled.load(Ordering::SeqCst) || begun.elapsed() >= thinking.max_turn_time;
    let computed = choose_actions(turn, is_timed_out, &mut Budget::until(&should_stop));
    while begun.elapsed() < thinking.min_turn_time && !cancelled.load(Ordering::SeqCst) {
        std::thread::sleep(CANCEL_CHECK_INTERVAL);
    }
    computed
}

/// Plays with the seat's policy until another seat is to act, or the seat's next turn begins.
///
/// The default policy plays for a person whose time is up.
fn choose_actions<G: Evaluate>(
    mut turn: Turn<G>,
    is_timed_out: bool,
    budget: &mut Budget<'_>,
) -> Result<Turn<G>, InternalError> {
    let Some(seat) = turn.to_act() else {
        return Ok(turn);
    };
    let table = turn.table.id.0;
    let kind = match turn.table.seated_player(seat) {
        Some(player) if !is_timed_out => policy_of(player),
        Some(_) | None => PolicyKind::default(),
    };
    // The policy's randomness comes from the table's secret, and differs from turn to turn.
    let purpose = if is_timed_out {
        "time is up"
    } else {
        "computer"
    };
    let seed = turn
        .table
        .secret
        .seed(&[purpose.to_owned(), turn.table.revision.0.to_string()]);
    let mut policy = kind.build::<G>(&seed, turn.game.seats(), seat)?;
    while turn.to_act() == Some(seat) && (turn.steps.is_empty() || !turn.game.begins_turn()) {
        let legal = turn.legal();
        let choice = policy.choose(&Observation::new(&turn.game, seat, &legal), budget);
        let action = legal
            .get(choice)
            .copied()
            .ok_or(InternalError::PolicyFailed { table })?;
        turn.play(action)
            .map_err(|_| InternalError::PolicyFailed { table })?;
    }
    Ok(turn)
}
