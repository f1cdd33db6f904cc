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
use crate::model::table::player_seat;
use crate::{
    Clock, DueAction, Failure, Host, News, PersonSettings, PingReason, Plan, Refusal, Table,
    TableId, TableStatus, TimeoutPolicy, Timestamp, Waiting,
};
use lanai_ai::Evaluate;
use lanai_rules::{Seat, by_title};
use lanai_store::{Claim, Notice, Store, Wait, WaitKind};

/// The number of tables that are leased together.
const LEASE_BATCH_SIZE: u32 = 20;
/// The longest sleep, because the machine's clock may be changed meanwhile.
const MAX_SLEEP_SECS: i64 = 60;
/// How long a table is left alone after an error.
const RETRY_AFTER_SECS: i64 = 60 * 60;
/// The interval between deletions of old rows, and between closings of abandoned lobbies.
const CLEANUP_INTERVAL_SECS: i64 = 24 * 60 * 60;
/// Notices that were sent or given up are kept if their id is among this many newest ids.
const MAX_SENT_NOTICES: i64 = 100_000;
/// The largest number of actions that follow from one check: for example, a pause ends, then time
/// is up.
const MAX_ACTIONS_PER_CHECK: usize = 4;

/// Carries out what is due at tables.
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
    /// The time before which no deadline fires.
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
    pub async fn run_forever(mut self) {
        self.startup_grace = self.load_startup_grace().await;
        let mut next_cleanup = Timestamp::FIRST;
        loop {
            if self.clock.now() >= next_cleanup {
                next_cleanup = self.clock.now() + CLEANUP_INTERVAL_SECS;
                if let Err(error) =
                    lanai_store::delete_expired(&self.store, self.clock.now(), MAX_SENT_NOTICES)
                        .await
                {
                    tracing::error!(%error, "old rows cannot be deleted");
                }
                if let Err(error) = self.lobby.close_lapsed().await {
                    tracing::error!(%error, "abandoned lobbies cannot be closed");
                }
            }
            let next = match self.run_due().await {
                Ok(next) => next,
                Err(failure) => {
                    tracing::error!(%failure, "due tables cannot be handled");
                    None
                }
            };
            let pause = next.map_or(MAX_SLEEP_SECS, |next| {
                (next - self.clock.now()).clamp(1, MAX_SLEEP_SECS)
            });
            let pause = Duration::from_secs(pause.unsigned_abs());
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = self.notify.wait_changes.notified() => {}
                () = self.clock.next_advance() => {}
            }
        }
    }

    /// Loads the end of the grace period, and retries until the database answers.
    async fn load_startup_grace(&self) -> Timestamp {
        loop {
            match self.database.load_startup_grace().await {
                Ok(grace) => return grace,
                Err(error) => {
                    tracing::error!(%error, "the end of the grace period cannot be read");
                }
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Handles all due tables that wait for people. Returns when the next table is due.
    pub async fn run_due(&self) -> Result<Option<Timestamp>> {
        loop {
            let due = self
                .store
                .leases()
                .claim_due_tables(WaitKind::People, self.clock.now(), &[], LEASE_BATCH_SIZE)
                .await?;
            if due.is_empty() {
                return Ok(self.store.waits().next_check_at().await?);
            }
            for game in due {
                // An error or panic at one table must not stop the others.
                let span = tracing::error_span!("scheduler", table = game.0);
                let outcome = AssertUnwindSafe(self.run(game))
                    .catch_unwind()
                    .instrument(span)
                    .await;
                let failure = match outcome {
                    Ok(Ok(())) => None,
                    Ok(Err(failure)) => Some(failure.to_string()),
                    Err(_) => Some("it panicked".to_owned()),
                };
                if let Some(failure) = failure {
                    tracing::error!(
                        failure,
                        table = game.0,
                        "what is due at a table cannot be carried out"
                    );
                    let now = self.clock.now();
                    self.store
                        .waits()
                        .postpone_check(game, now, Some(now + RETRY_AFTER_SECS))
                        .await?;
                }
                self.store.leases().release(Claim::Table(game)).await?;
            }
        }
    }

    /// Carries out what is due at a table, except computer turns.
    pub(crate) async fn run(&self, game: TableId) -> Result<()> {
        for _ in 0..MAX_ACTIONS_PER_CHECK {
            let table = self.tables.find(game).await?;
            let (Some(_), TableStatus::Running) = (table.wait_version, table.status) else {
                return Ok(self
                    .store
                    .waits()
                    .postpone_check(game, self.clock.now(), None)
                    .await?);
            };
            let waiting = table.waiting.clone();
            let now = self.clock.now();
            if waiting.revision != table.revision {
                // The game was changed without a wait for its new revision, so it gets one now.
                let fresh = by_title!(table.title, G => self.new_wait::<G>(&table, now).await?);
                self.amendments
                    .write_wait_update(&table, fresh, Vec::new(), now)
                    .await?;
                continue;
            }
            if table.is_computers_turn() {
                let due = table.check_at.is_some_and(|at| at <= now);
                return if due {
                    Ok(())
                } else {
                    self.amendments
                        .schedule_check(&table, &waiting, Some(now), now)
                        .await
                };
            }
            if waiting.premoves.due.is_some() && waiting.person.is_some() && waiting.pause.is_none()
            {
                return by_title!(table.title, G => Box::pin(self.premoves.play_due::<G>(table)).await);
            }
            let personal = match waiting.person {
                Some(person) => self.settings.settings_at_table(&table, person).await?,
                None => PersonSettings::default(),
            };
            let interval = self
                .settings
                .reminder_interval_secs(&table, &personal)
                .await?;
            match waiting.plan(
                &table.settings,
                &personal,
                interval,
                self.startup_grace,
                now,
            ) {
                Plan::Now(action) => {
                    self.carry_out(&table, waiting, &personal, action, now)
                        .await?;
                }
                Plan::At(at) => {
                    return self
                        .amendments
                        .schedule_check(&table, &waiting, Some(at), now)
                        .await;
                }
                Plan::Never => {
                    return self
                        .amendments
                        .schedule_check(&table, &waiting, None, now)
                        .await;
                }
            }
        }
        Ok(())
    }

    async fn new_wait<G: Evaluate>(&self, table: &Table, now: Timestamp) -> Result<Wait> {
        let turn = self.games.load::<G>(table.clone()).await?;
        let seat = turn.to_act();
        let person = seat.and_then(|seat| table.seated_player(seat)?.active_person());
        let turn = table.revision;
        let revision = table.revision;
        // The turn may have lasted for weeks, so the first reminder comes after a full interval.
        let fresh = Waiting {
            person,
            since: table.waiting.since,
            seat,
            turn,
            revision,
            reminded_at: Some(now),
            ..Waiting::default()
        };
        Ok(fresh.to_row(table.wait_version(), Some(now))?)
    }

    async fn carry_out(
        &self,
        table: &Table,
        mut waiting: Waiting,
        personal: &PersonSettings,
        action: DueAction,
        now: Timestamp,
    ) -> Result<()> {
        let (Some(seat), Some(person)) = (waiting.seat, waiting.person) else {
            // While a computer is to act, nothing but the end of a pause is due here.
            return self.end_pause(table, waiting, now).await;
        };
        let mut notices = Vec::new();
        match action {
            DueAction::Resume => return self.end_pause(table, waiting, now).await,
            DueAction::Nudge => {
                (waiting.nudged, waiting.reminded_at) = (true, Some(now));
                notices.push(
                    self.person_notices
                        .ping_notice(table, personal, &waiting, person, PingReason::Nudge)
                        .await?,
                );
            }
            DueAction::Remind => {
                waiting.reminders += 1;
                waiting.reminded_at = Some(now);
                notices.push(
                    self.person_notices
                        .ping_notice(table, personal, &waiting, person, PingReason::Reminder)
                        .await?,
                );
            }
            DueAction::Warn => {
                waiting.reminders += 1;
                (waiting.warned_at, waiting.reminded_at) = (Some(now), Some(now));
                notices.push(
                    self.person_notices
                        .ping_notice(table, personal, &waiting, person, PingReason::Warning)
                        .await?,
                );
            }
            DueAction::GiveUp => {
                waiting.reminders += 1;
                notices.push(table.notice_without_change(News::Silent { seat })?);
            }
            DueAction::Overdue => match table.settings.timeout_policy {
                TimeoutPolicy::Announce => {
                    waiting.timeout_announced = true;
                    notices.push(table.notice_without_change(News::TimedOut {
                        seat,
                        timeout_policy: TimeoutPolicy::Announce,
                        steps: Vec::new(),
                    })?);
                }
                TimeoutPolicy::PlayTurn => {
                    (waiting.person, waiting.taken_over_at) = (None, Some(now));
                    return self
                        .amendments
                        .schedule_check(table, &waiting, Some(now), now)
                        .await;
                }
                TimeoutPolicy::PlaySeat => {
                    return by_title!(table.title, G => self.hand_over_seat::<G>(table, seat).await);
                }
            },
        }
        self.write_with_notices(table, &waiting, notices, now).await
    }

    async fn end_pause(&self, table: &Table, mut waiting: Waiting, now: Timestamp) -> Result<()> {
        waiting.resume(now);
        let notices = vec![table.notice_without_change(News::Resumed)?];
        self.write_with_notices(table, &waiting, notices, now).await
    }

    async fn write_with_notices(
        &self,
        table: &Table,
        waiting: &Waiting,
        mut notices: Vec<Notice>,
        now: Timestamp,
    ) -> Result<()> {
        notices.extend(
            self.watcher_notices
                .for_watchers_later(table, table.revision, now)
                .await?,
        );
        let wait = waiting.to_row(table.wait_version(), Some(now))?;
        self.amendments
            .write_wait_update(table, wait, notices, now)
            .await
    }

    /// Hands the seat to the computer until its player comes back.
    async fn hand_over_seat<G: Evaluate>(&self, table: &Table, seat: Seat) -> Result<()> {
        let mut change = table.new_change(None, self.clock.now())?;
        let turn = self.games.load::<G>(table.clone()).await?;
        let mut seats = table.seats.clone();
        for player in seats
            .iter_mut()
            .filter(|player| player_seat(player) == Some(seat))
        {
            player.stands_in = true;
        }
        change.seats = Some(seats);
        let news = News::TimedOut {
            seat,
            timeout_policy: TimeoutPolicy::PlaySeat,
            steps: Vec::new(),
        };
        match Box::pin(self.play.try_commit(turn, change, Some(news))).await {
            // The player acted or a pause began in the meantime, so the table is checked again.
            Ok(_) | Err(Failure::Refusal(Refusal::Stale)) => Ok(()),
            Err(failure) => Err(failure),
        }
    }
}
