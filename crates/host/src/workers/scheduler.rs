//! The scheduler: carries out what is due at tables, such as reminders, deadlines and ends of
//! pauses.
//!
//! Each action is one guarded write with its notices. If a player acts meanwhile, nothing is
//! written, so that no reminder is late or sent twice.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use tracing::Instrument as _;

use crate::core::amendments::Amendments;
use crate::core::database::DatabaseAccess;
use crate::core::games::GameLoader;
use crate::core::notices::WatcherNotices;
use crate::core::person_notices::PersonNotices;
use crate::core::play::Play;
use crate::core::settings::Settings;
use crate::core::tables::Tables;
use crate::features::lobby::Lobby;
use crate::features::premoves::PremovePlanner;
use crate::model::failure::Result;
use crate::model::notify::Notifiers;
use crate::{
    Clock, DueAction, Failure, Host, News, PersonSettings, PingReason, Plan, Table, TableId,
    TableStatus, TimeoutPolicy, Timestamp, Waiting,
};
use lanai_ai::Appraise;
use lanai_rules::{Seat, by_title};
use lanai_store::{Claim, Looks, Store, Wait};

/// The number of tables that are leased together.
const BATCH: u32 = 20;
/// The longest sleep in seconds, because the machine's clock may be set.
const LONGEST_SLEEP: i64 = 60;
/// How long a table is left alone after an error, in seconds.
const AGAIN_AFTER: i64 = 60 * 60;
const DAY: i64 = 24 * 60 * 60;
/// The number of sent notices that are kept.
const NOTICES_KEPT: i64 = 100_000;
/// The number of actions that can follow from one check: a pause ends, time is up, the next one
/// acts.
const STEPS_AT_ONCE: usize = 4;

/// Does what is due at tables.
pub struct Scheduler {
    store: Store,
    clock: Clock,
    notify: Arc<Notifiers>,
    amendments: Arc<Amendments>,
    database: Arc<DatabaseAccess>,
    games: Arc<GameLoader>,
    lobby: Arc<Lobby>,
    person_notices: Arc<PersonNotices>,
    play: Arc<Play>,
    premoves: Arc<PremovePlanner>,
    settings: Arc<Settings>,
    tables: Arc<Tables>,
    watcher_notices: Arc<WatcherNotices>,
    /// No deadline fires before this.
    startup_grace: Timestamp,
}

impl Scheduler {
    /// Returns a scheduler without a grace period.
    pub fn new(host: &Host) -> Scheduler {
        Scheduler {
            store: host.store.clone(),
            clock: host.clock.clone(),
            notify: Arc::clone(&host.notify),
            amendments: host.amendments.clone(),
            database: host.database.clone(),
            games: host.games.clone(),
            lobby: host.lobby.clone(),
            person_notices: host.person_notices.clone(),
            play: host.play.clone(),
            premoves: host.premoves.clone(),
            settings: host.settings.clone(),
            tables: host.tables.clone(),
            watcher_notices: host.watcher_notices.clone(),
            startup_grace: Timestamp::FIRST,
        }
    }

    /// Runs the scheduler forever.
    pub async fn keep_time(mut self) {
        self.startup_grace = self.load_startup_grace().await;
        let mut forgets_at = Timestamp::FIRST;
        loop {
            if self.clock.now() >= forgets_at {
                forgets_at = self.clock.now() + DAY;
                if let Err(error) =
                    lanai_store::tidy(&self.store, self.clock.now(), NOTICES_KEPT).await
                {
                    tracing::error!(%error, "what is old cannot be forgotten");
                }
                if let Err(trouble) = self.lobby.close_lapsed().await {
                    tracing::error!(%trouble, "tables that nobody comes to cannot be closed");
                }
            }
            let next = match self.run_due().await {
                Ok(next) => next,
                Err(failure) => {
                    tracing::error!(%failure, "tables cannot be tended");
                    None
                }
            };
            let pause = next.map_or(LONGEST_SLEEP, |next| {
                (next - self.clock.now()).clamp(1, LONGEST_SLEEP)
            });
            let pause = Duration::from_secs(pause.unsigned_abs());
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = self.notify.waits.notified() => {}
                () = self.clock.turned() => {}
            }
        }
    }

    /// Loads the end of the grace period, and retries until the database answers.
    async fn load_startup_grace(&self) -> Timestamp {
        loop {
            match self.database.startup_grace().await {
                Ok(grace) => return grace,
                Err(trouble) => {
                    tracing::error!(%trouble, "when time may be up again cannot be read");
                }
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Runs all due tables that wait for people. Returns when the next one is due.
    pub async fn run_due(&self) -> Result<Option<Timestamp>> {
        loop {
            let due = self
                .store
                .leases()
                .take_due_tables(Looks::People, self.clock.now(), &[], BATCH)
                .await?;
            if due.is_empty() {
                return Ok(self.store.waits().next_look().await?);
            }
            for game in due {
                // An error or panic at one table must not stop the others.
                let span = tracing::error_span!("scheduler", table = game.0);
                let tended = AssertUnwindSafe(self.run(game))
                    .catch_unwind()
                    .instrument(span)
                    .await;
                let failure = match tended {
                    Ok(Ok(())) => None,
                    Ok(Err(failure)) => Some(failure.to_string()),
                    Err(_) => Some("it came to a sudden end".to_owned()),
                };
                if let Some(failure) = failure {
                    tracing::error!(failure, table = game.0, "a table cannot be tended");
                    let now = self.clock.now();
                    self.store
                        .waits()
                        .look_later(game, now, Some(now + AGAIN_AFTER))
                        .await?;
                }
                self.store.leases().release(Claim::Table(game)).await?;
            }
        }
    }

    /// Carries out what is due at a table, except computer turns.
    pub(crate) async fn run(&self, game: TableId) -> Result<()> {
        for _ in 0..STEPS_AT_ONCE {
            let table = self.tables.find(game).await?;
            let (Some(_), TableStatus::Running) = (table.guard, table.status) else {
                return Ok(self
                    .store
                    .waits()
                    .look_later(game, self.clock.now(), None)
                    .await?);
            };
            let waiting = table.waiting.clone();
            let now = self.clock.now();
            if waiting.revision != table.revision {
                // A game of before there were plans: it gets one now.
                let fresh = by_title!(table.title, G => self.first_plan::<G>(&table, now).await?);
                self.amendments
                    .write_between(&table, fresh, Vec::new(), now)
                    .await?;
                continue;
            }
            if table.is_computers_turn() {
                let due = table.look_at.is_some_and(|at| at <= now);
                return if due {
                    Ok(())
                } else {
                    self.amendments
                        .look_at(&table, &waiting, Some(now), now)
                        .await
                };
            }
            if waiting.ahead.due.is_some() && waiting.person.is_some() && waiting.pause.is_none() {
                return by_title!(table.title, G => Box::pin(self.premoves.play::<G>(table)).await);
            }
            let personal = match waiting.person {
                Some(person) => self.settings.settings_at(&table, person).await?,
                None => PersonSettings::default(),
            };
            let every = self.settings.every(&table, &personal).await?;
            match waiting.plan(&table.settings, &personal, every, self.startup_grace, now) {
                Plan::Now(deed) => {
                    self.carry_out(&table, waiting, &personal, deed, now)
                        .await?;
                }
                Plan::At(at) => {
                    return self
                        .amendments
                        .look_at(&table, &waiting, Some(at), now)
                        .await;
                }
                Plan::Never => return self.amendments.look_at(&table, &waiting, None, now).await,
            }
        }
        Ok(())
    }

    async fn first_plan<G: Appraise>(&self, table: &Table, now: Timestamp) -> Result<Wait> {
        let turn = self.games.load::<G>(table.clone()).await?;
        let seat = turn.to_act();
        let person = seat.and_then(|seat| table.chair(seat)?.acts());
        let turn = table.revision;
        let revision = table.revision;
        // No reminder at once of a turn that may have lasted for weeks.
        let fresh = Waiting {
            person,
            since: table.waiting.since,
            seat,
            turn,
            revision,
            reminded_at: Some(now),
            ..Waiting::default()
        };
        Ok(fresh.kept(table.guard(), Some(now))?)
    }

    async fn carry_out(
        &self,
        table: &Table,
        mut waiting: Waiting,
        personal: &PersonSettings,
        deed: DueAction,
        now: Timestamp,
    ) -> Result<()> {
        let (Some(seat), Some(person)) = (waiting.seat, waiting.person) else {
            waiting.resume(now);
            return self
                .amendments
                .look_at(table, &waiting, Some(now), now)
                .await;
        };
        let mut notices = Vec::new();
        match deed {
            DueAction::Resume => {
                waiting.resume(now);
                notices.push(table.word(News::Resumed)?);
            }
            DueAction::Nudge => {
                (waiting.nudged, waiting.reminded_at) = (true, Some(now));
                notices.push(
                    self.person_notices
                        .for_person(table, personal, &waiting, person, PingReason::Nudge)
                        .await?,
                );
            }
            DueAction::Remind => {
                waiting.reminders += 1;
                waiting.reminded_at = Some(now);
                notices.push(
                    self.person_notices
                        .for_person(table, personal, &waiting, person, PingReason::Reminder)
                        .await?,
                );
            }
            DueAction::Warn => {
                waiting.reminders += 1;
                (waiting.warned_at, waiting.reminded_at) = (Some(now), Some(now));
                notices.push(
                    self.person_notices
                        .for_person(table, personal, &waiting, person, PingReason::Warning)
                        .await?,
                );
            }
            DueAction::GiveUp => {
                waiting.reminders += 1;
                notices.push(table.word(News::Silent { seat })?);
            }
            DueAction::Overdue => match table.settings.late {
                TimeoutPolicy::Announce => {
                    waiting.late = true;
                    notices.push(table.word(News::TimedOut {
                        seat,
                        late: TimeoutPolicy::Announce,
                        steps: Vec::new(),
                    })?);
                }
                TimeoutPolicy::PlayTurn => {
                    (waiting.person, waiting.taken_over_at) = (None, Some(now));
                    return self
                        .amendments
                        .look_at(table, &waiting, Some(now), now)
                        .await;
                }
                TimeoutPolicy::PlaySeat => {
                    return by_title!(table.title, G => self.computer_helps::<G>(table, seat).await);
                }
            },
        }
        notices.extend(
            self.watcher_notices
                .for_watchers_later(table, table.revision, now)
                .await?,
        );
        let guard = table.guard();
        self.amendments
            .write_between(table, waiting.kept(guard, Some(now))?, notices, now)
            .await
    }

    /// Hands the seat to the computer until its player comes back.
    async fn computer_helps<G: Appraise>(&self, table: &Table, seat: Seat) -> Result<()> {
        let mut change = table.change(None, self.clock.now())?;
        let turn = self.games.load::<G>(table.clone()).await?;
        let mut seats = table.seats.clone();
        for chair in seats
            .iter_mut()
            .filter(|chair| crate::model::table::seat(chair) == Some(seat))
        {
            chair.stands_in = true;
        }
        change.seats = Some(seats);
        let news = News::TimedOut {
            seat,
            late: TimeoutPolicy::PlaySeat,
            steps: Vec::new(),
        };
        match self.play.try_commit(turn, change, Some(news)).await {
            // The player acted in the last moment, or a pause began: the table is checked again.
            Ok(_) | Err(Failure::Declined(crate::Declined::Stale)) => Ok(()),
            Err(failure) => Err(failure),
        }
    }
}
