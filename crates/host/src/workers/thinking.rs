//! The computer's turns. Each is a write of its own: nobody who acts waits for what a computer
//! thinks.
//!
//! A table at which a computer is to act waits for nobody and is to be looked at at once. That is
//! written with the turn before, so a restart goes on where it was, and of several processes
//! whichever has a core free takes the next. A computer thinks about one whole turn of one seat, on
//! a copy of the game, and what it did is written only if the table is as it was. The next turn, of
//! the same table too, comes after all others that wait: no table holds another up.

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
use crate::model::table::kind_of;
use crate::{
    Clock, Declined, Failure, Host, InternalError, News, Revision, Scheduler, Table, TableId,
    Thinking, TimeoutPolicy, Turn,
};
use lanai_ai::{Appraise, Budget, Observation, PolicyKind};
use lanai_rules::by_title;
use lanai_store::{Claim, Looks, Store};

/// How long to wait before looking anyway: another process may have left a turn, or not been heard.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often it is asked whether another process wrote to a table that is thought about.
const ASKS: Duration = Duration::from_millis(250);
/// How often it is looked whether a turn is wanted that takes longer than its thoughts.
const BLINK: Duration = Duration::from_millis(2);
/// When a table is looked at again whose computer cannot act, in seconds.
const AGAIN_AFTER: i64 = 60 * 60;

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
    /// Tables that wait for nobody may have other reasons to be looked at.
    scheduler: Scheduler,
}

/// What is in hand.
#[derive(Default)]
struct Hands {
    running: JoinSet<()>,
    games: HashMap<Id, TableId>,
    /// Tables that have a turn, or had one while others waited: they come after those.
    served: Vec<TableId>,
}

impl Hands {
    fn begin(&mut self, game: TableId, work: impl Future<Output = ()> + Send + 'static) {
        let id = self.running.spawn(work).id();
        self.games.insert(id, game);
        self.served.push(game);
    }

    /// No others wait: whoever had a turn is among those who wait again. False if nobody is.
    fn forget_served(&mut self) -> bool {
        let before = self.served.len();
        self.served
            .retain(|game| self.games.values().any(|busy| busy == game));
        self.served.len() < before
    }

    /// Waits until one is done, however it ended.
    async fn one_is_done(&mut self) {
        let id = match self.running.join_next_with_id().await {
            Some(Ok((id, ()))) => id,
            Some(Err(error)) => error.id(),
            None => return self.games.clear(),
        };
        self.games.remove(&id);
    }
}

impl Thinker {
    /// Whoever lets computers act at these tables.
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

    /// Lets computers act where they are to, for ever.
    pub async fn keep_thinking(self) {
        let this = Arc::new(self);
        let mut hands = Hands::default();
        while let Err(error) = this.store.waits().look_at_all_that_wait_for_nobody().await {
            tracing::error!(%error, "where a computer is to act cannot be read");
            tokio::time::sleep(PATIENCE).await;
        }
        loop {
            if let Err(failure) = this.begin_due(&mut hands).await {
                tracing::error!(%failure, "computers cannot act");
            }
            tokio::select! {
                () = tokio::time::sleep(PATIENCE) => {}
                () = this.notify.turns.notified() => {}
                () = this.clock.turned() => {}
                () = hands.one_is_done(), if !hands.games.is_empty() => {}
            }
        }
    }

    /// Lets computers act until none is to.
    pub async fn run_due(self) -> Result<()> {
        let this = Arc::new(self);
        let mut hands = Hands::default();
        loop {
            this.begin_due(&mut hands).await?;
            if hands.games.is_empty() {
                return Ok(());
            }
            hands.one_is_done().await;
        }
    }

    /// Begins as many turns as there are cores free.
    async fn begin_due(self: &Arc<Self>, hands: &mut Hands) -> Result<()> {
        loop {
            let room = self.thinking.cores.saturating_sub(hands.games.len());
            if room == 0 {
                return Ok(());
            }
            let now = self.clock.now();
            let room = u32::try_from(room).unwrap_or(u32::MAX);
            let due = self
                .store
                .leases()
                .take_due_tables(Looks::Computers, now, &hands.served, room)
                .await?;
            if due.is_empty() && !hands.forget_served() {
                return Ok(());
            }
            for game in due {
                let span = tracing::error_span!("thinker", table = game.0);
                hands.begin(game, Arc::clone(self).tend(game).instrument(span));
            }
        }
    }

    /// One turn of a table, whatever comes of it.
    async fn tend(self: Arc<Self>, game: TableId) {
        let done = Box::pin(AssertUnwindSafe(self.turn(game)).catch_unwind()).await;
        let (failure, passes) = match done {
            Ok(Ok(()) | Err(Failure::Declined(Declined::Stale))) => (None, true),
            Ok(Err(failure)) => (
                Some(failure.to_string()),
                matches!(failure, Failure::InternalError(InternalError::Store(_))),
            ),
            Err(_) => (Some("it came to a sudden end".to_owned()), false),
        };
        if let Some(failure) = failure {
            tracing::error!(failure, table = game.0, "a computer cannot act");
            let now = self.clock.now();
            if !passes
                && self
                    .store
                    .waits()
                    .look_later(game, now, Some(now + AGAIN_AFTER))
                    .await
                    .is_err()
            {
                tracing::error!(table = game.0, "nor can it be put off");
            }
            tokio::time::sleep(PATIENCE).await;
        }
        if let Err(error) = self.store.leases().release(Claim::Table(game)).await {
            tracing::error!(%error, table = game.0, "the other processes cannot look after a table");
        }
    }

    async fn turn(&self, game: TableId) -> Result<()> {
        // Whatever is written after this ends it.
        let thought = self.thoughts.begin(game);
        let table = self.tables.find(game).await?;
        if !table.is_computers_turn() {
            return self.scheduler.run(game).await;
        }
        by_title!(table.title, G => Box::pin(self.computer_plays::<G>(table, &thought)).await)
    }

    /// The computer plays a turn, and it is written unless something happened meanwhile.
    async fn computer_plays<G: Appraise>(&self, table: Table, thought: &Thought<'_>) -> Result<()> {
        let late = table.waiting.taken_over_at.is_some();
        let turn = self.games.load::<G>(table).await?;
        let Some(seat) = turn.to_act() else {
            return Err(turn.table.missing("who is to act").into());
        };
        let game = turn.table.game;
        let seen = turn.table.revision;
        let thinking = self.thinking;
        let unwanted = thought.unwanted();
        let core = self.hints.acquire_core().await;
        let mut played = tokio::task::spawn_blocking(move || {
            let _core = core;
            think(turn, late, thinking, &unwanted)
        });
        let played = tokio::select! {
            played = &mut played => played,
            () = self.was_written(game, seen) => {
                thought.ends();
                played.await
            }
        };
        // Whoever thinks may fail, as whoever writes may: that is one table's matter.
        let turn = played.map_err(|_| InternalError::Thoughtless { table: game.0 })??;
        if !thought.is_wanted() {
            return Ok(());
        }
        let change = turn.table.change(None, self.clock.now())?;
        if late {
            // A pause or a holiday may have begun in the last moment: then time is not up.
            let news = News::TimedOut {
                seat,
                late: TimeoutPolicy::PlayTurn,
                steps: Vec::new(),
            };
            self.play.try_commit(turn, change, Some(news)).await?;
        } else {
            Box::pin(self.play.commit(turn, change, None)).await?;
        }
        Ok(())
    }

    /// Waits until somebody, in whatever process, has written to a table.
    async fn was_written(&self, game: TableId, seen: Revision) {
        loop {
            tokio::time::sleep(ASKS).await;
            // Who cannot be asked now is asked when it is written.
            if self
                .store
                .waits()
                .revision(game)
                .await
                .is_ok_and(|revision| revision != Some(seen))
            {
                return;
            }
        }
    }
}

/// A turn of whoever is to act, to its end: until somebody else is, or the next one begins. `late`
/// if it is a person's whose time is up.
fn think<G: Appraise>(
    turn: Turn<G>,
    late: bool,
    thinking: Thinking,
    unwanted: &AtomicBool,
) -> Result<Turn<G>, InternalError> {
    let begun = Instant::now();
    let ends = || unwanted.load(Ordering::SeqCst);
    let stops = || ends() || begun.elapsed() >= thinking.most;
    let played = played(turn, late, &mut Budget::until(&stops));
    while begun.elapsed() < thinking.least && !ends() {
        std::thread::sleep(BLINK);
    }
    played
}

fn played<G: Appraise>(
    mut turn: Turn<G>,
    late: bool,
    budget: &mut Budget<'_>,
) -> Result<Turn<G>, InternalError> {
    let Some(seat) = turn.to_act() else {
        return Ok(turn);
    };
    let chair = turn.table.chair(seat);
    let table = turn.table.game.0;
    let kind = if late {
        PolicyKind::default()
    } else {
        chair.map(kind_of).unwrap_or_default()
    };
    // Chance of a mind comes from the secret, and differs from turn to turn.
    let purpose = if late { "time is up" } else { "computer" };
    let seed = turn
        .table
        .secret
        .seed(&[purpose.to_owned(), turn.table.revision.0.to_string()]);
    let mut mind = kind.build::<G>(&seed, turn.game.seats(), seat)?;
    while turn.to_act() == Some(seat) && (turn.steps.is_empty() || !turn.game.begins_turn()) {
        let legal = turn.legal();
        let choice = mind.choose(&Observation::new(&turn.game, seat, &legal), budget);
        let action = legal
            .get(choice)
            .copied()
            .ok_or(InternalError::Thoughtless { table })?;
        turn.play(action)
            .map_err(|_| InternalError::Thoughtless { table })?;
    }
    Ok(turn)
}
