//! Commits turns: log entries, snapshot, next player and announcements in one write.
//!
//! `take_back` takes steps back, and `announcement` decides when a change is announced. Entry
//! points: [`Turn`] and [`Play::commit_turn`].

use std::sync::Arc;

use crate::core::announcement::{Announcement, Cause, ExtraNews, NoticeDelay, TurnFacts};
use crate::core::game_summary::GameSummaries;
use crate::core::games::GameLoader;
use crate::core::notices::WatcherNotices;
use crate::core::person_notices::PersonNotices;
use crate::core::premoves::{dropped_premove_notices, update_premoves};
use crate::core::results::game_result;
use crate::core::settings::Settings;
use crate::core::tables::Tables;
use crate::model::failure::{Result, json};
use crate::model::notices::{StoredNews, turn_notice};
use crate::model::table::player_seat;
use crate::model::waiting::{NextPlayer, TurnEnd};
use crate::{
    Actor, Clock, InternalError, News, NewsStep, PersonId, Refusal, Revision, Table, TableStatus,
    TimeControl, Timestamp, Waiting,
};
use lanai_ai::Evaluate;
use lanai_rules::{Rules, Seat, by_title};
use lanai_store::{LogEntry, NoticeId, Store, TableChange, Wait};

/// A game with the steps of a turn in progress, which are written when the turn is committed.
#[derive(Clone)]
pub struct Turn<G: Rules> {
    pub table: Table,
    pub printed: Arc<G::Printed>,
    /// The game, with all steps of this turn done.
    pub game: G,
    pub steps: Vec<Step<G>>,
}

/// A step of a turn.
#[derive(Clone)]
pub struct Step<G: Rules> {
    pub seat: Seat,
    pub action: G::Action,
    pub events: Vec<G::Event>,
    /// Whether it was a premove.
    pub is_premove: bool,
}

/// The longest time that the turns of computers are held back to be announced together.
const MAX_HOLD_SECS: i64 = 10;
/// The time that a turn's notice waits for the answer to be written, beyond the apparent thinking
/// time.
const REPLY_WAIT_SECS: i64 = 2;

/// The table and the game after a commit, with the steps that were committed.
///
/// There are no steps after a take-back, or if only seats changed. A turn that is not over may be
/// committed in parts.
pub struct CommittedTurn<G: Rules> {
    pub table: Table,
    pub printed: Arc<G::Printed>,
    pub game: G,
    pub steps: Vec<Step<G>>,
    /// Whether the steps cannot be taken back, because they revealed something hidden.
    pub is_final: bool,
}

impl<G: Rules> Turn<G> {
    pub(crate) fn new(table: Table, printed: Arc<G::Printed>, game: G) -> Turn<G> {
        Turn {
            table,
            printed,
            game,
            steps: Vec::new(),
        }
    }

    /// Returns the seat that decides next.
    pub fn to_act(&self) -> Option<Seat> {
        self.game.status().to_act()
    }

    pub fn legal(&self) -> Vec<G::Action> {
        self.game.legal_actions()
    }

    /// Adds one step to the turn.
    pub fn play(&mut self, action: G::Action) -> Result<(), G::Refusal> {
        let to_act = self.to_act();
        let mut events = Vec::new();
        self.game.play(action, &mut events)?;
        self.steps.extend(to_act.map(|seat| Step {
            seat,
            action,
            events,
            is_premove: false,
        }));
        Ok(())
    }

    /// Returns the events that the player could foresee.
    pub fn foreseeable_events(&self) -> Vec<G::Event> {
        let events: Vec<G::Event> = self
            .steps
            .iter()
            .flat_map(|step| step.events.clone())
            .collect();
        G::foreseeable_events(&events).to_vec()
    }

    /// Returns whether a seat has nothing left to choose.
    ///
    /// That is so if the turn passed on, if something hidden was revealed, or if the same player's
    /// next turn begins because all others have left the round.
    pub fn is_complete(&self, seat: Seat) -> bool {
        self.reveals_hidden()
            || self.to_act() != Some(seat)
            || !self.steps.is_empty() && self.game.begins_turn()
    }

    /// Returns whether a step revealed something hidden.
    pub fn reveals_hidden(&self) -> bool {
        self.steps.iter().any(Step::reveals_hidden)
    }

    fn record_metrics(&self) {
        let Some(first) = self.steps.first() else {
            return;
        };
        let author = if self.table.is_played_by_computer(first.seat) {
            "computer"
        } else if first.is_premove {
            "ahead"
        } else {
            "person"
        };
        lanai_metrics::record_turn(self.table.title.name(), author);
    }
}

impl<G: Rules> Step<G> {
    /// Returns whether the step revealed something hidden.
    pub fn reveals_hidden(&self) -> bool {
        self.events.iter().any(G::reveals_hidden)
    }
}

/// Commits turns.
pub struct Play {
    pub(crate) apparent_thinking_secs: i64,
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) person_notices: Arc<PersonNotices>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) summaries: Arc<GameSummaries>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl Play {
    /// Returns the wait of a table after a change, or `None` if the game is over.
    pub(crate) async fn next_wait<G: Evaluate>(
        &self,
        turn: &Turn<G>,
        change: &TableChange,
        people_before: &[PersonId],
    ) -> Result<Option<Wait>> {
        if change.status == TableStatus::Over {
            return Ok(None);
        }
        let at = change.at;
        let time_control = turn.table.settings.time_control;
        let table = &turn.table;
        let mut waiting = table.waiting_for_person();
        let seat = turn.to_act();
        let person = seat.and_then(|seat| table.seated_player(seat)?.active_person());
        let is_same_turn = seat == waiting.seat
            && person == waiting.person
            && (turn.steps.is_empty() || !turn.game.begins_turn());
        if !is_same_turn {
            let holidays = match (time_control, waiting.person) {
                (TimeControl::Bank { .. }, Some(person)) => {
                    self.settings.person_settings(person).await?.holidays
                }
                _ => Vec::new(),
            };
            let turn_end = TurnEnd {
                time_control,
                holidays: &holidays,
                at,
            };
            waiting.begin_turn(
                seat.map(|seat| NextPlayer { seat, person }),
                change.expected_revision.next(),
                &turn_end,
            );
        } else if !turn.steps.is_empty() {
            (waiting.begun_at, waiting.nudged) = (Some(at), false);
        }
        if !turn.steps.is_empty() || change.seats.is_some() {
            waiting.withdraw_award();
        }
        // A player who took a seat over, or came back, gets time to look around.
        for player in table.seats.iter().filter(|player| {
            player
                .active_person()
                .is_some_and(|new| !people_before.contains(&new))
        }) {
            if let Some(seat) = player_seat(player) {
                waiting.set_bank(seat, time_control.bank_on_return(waiting.bank(seat)));
            }
        }
        table.record_computers(&mut waiting);
        waiting.revision = change.expected_revision.next();
        let is_premove_due = waiting.premoves.due.is_some() && waiting.pause.is_none();
        let is_computer_next = seat.is_some_and(|seat| table.is_played_by_computer(seat));
        let check_at = if is_computer_next || is_premove_due {
            Some(at)
        } else {
            waiting.first_check(time_control, at)
        };
        // A check that comes too early only schedules the next one, which costs less than writing a
        // new time with each move.
        let scheduled_check = table
            .check_at
            .filter(|_| person.is_some() && person == table.waiting.person);
        let check_at = check_at
            .map(|at| scheduled_check.map_or(at, |scheduled_check| scheduled_check.min(at)));
        Ok(Some(waiting.to_row(table.next_wait_version(), check_at)?))
    }

    /// Commits a turn. A computer that is next plays later, in a write of its own.
    pub async fn commit_turn<G: Evaluate>(
        &self,
        turn: Turn<G>,
        actor: &Actor,
    ) -> Result<CommittedTurn<G>> {
        let change = turn.table.new_change(actor.interaction, self.clock.now())?;
        Box::pin(self.commit(turn, change, None)).await
    }

    /// Commits a turn with its news. Retries if only changes between moves were written meanwhile:
    /// reminders and pauses must not refuse a move.
    pub(crate) async fn commit<G: Evaluate>(
        &self,
        turn: Turn<G>,
        change: TableChange,
        news: Option<News>,
    ) -> Result<CommittedTurn<G>> {
        let revision = turn.table.revision;
        let has_not_moved = |fresh: &Table| fresh.revision == revision;
        let attempt = |fresh: Table| {
            let mut turn = turn.clone();
            let mut change = change.clone();
            let news = news.clone();
            change.expected_wait_version = fresh.wait_version;
            turn.table.adopt_wait_of(fresh);
            self.try_commit(turn, change, news)
        };
        self.tables
            .retry_while(has_not_moved, turn.table.clone(), attempt)
            .await
    }

    /// Commits a change of seats without a step.
    pub(crate) async fn commit_change(
        &self,
        table: Table,
        change: TableChange,
        news: News,
    ) -> Result<Table> {
        by_title!(table.title, G => {
            let turn = self.games.load::<G>(table).await?;
            Ok(Box::pin(self.commit(turn, change, Some(news))).await?.table)
        })
    }

    /// Commits a turn. Fails with [`Refusal::Stale`] if anything was written meanwhile.
    pub(crate) async fn try_commit<G: Evaluate>(
        &self,
        mut turn: Turn<G>,
        mut change: TableChange,
        news: Option<News>,
    ) -> Result<CommittedTurn<G>> {
        // A pause may have begun since the turn was loaded. Only changes of seats are still possible.
        if !turn.steps.is_empty() {
            check_not_paused(&turn.table.waiting)?;
        }
        let unannounced = self
            .store
            .tables()
            .load_log(turn.table.id, turn.table.announced_until)
            .await?;
        let set_up = i64::try_from(change.entries.len()).unwrap_or(0);
        let first = unannounced
            .last()
            .map_or(turn.table.announced_until, |entry| entry.number + 1)
            .max(set_up);
        let people_before = turn.table.people();
        if let Some(seats) = &change.seats {
            turn.table.seats.clone_from(seats);
        }
        let is_timed_out = matches!(news, Some(News::TimedOut { .. }));
        // The second part of a lesson starts late in a game.
        let is_skipped_by_lesson = matches!(news, Some(News::Begins { .. }));
        for (step, number) in turn.steps.iter().zip(first..) {
            let stands_in = turn
                .table
                .seated_player(step.seat)
                .is_some_and(|player| player.stands_in);
            let for_person = stands_in || is_timed_out || is_skipped_by_lesson;
            change.entries.push(LogEntry {
                for_person,
                ..new_entry(step, number, change.at)?
            });
        }
        if turn.to_act().is_none() {
            change.status = TableStatus::Over;
        }
        let dropped = update_premoves(&mut turn)?;
        change
            .notices
            .extend(dropped_premove_notices(&turn.table, &dropped)?);
        self.add_news(&turn, &mut change, news, &people_before, &unannounced)
            .await?;
        if change.status == TableStatus::Over {
            change.notices.push(turn.table.change_notice(News::Film)?);
            let play_stats = self
                .summaries
                .summarize::<G>(&turn.table, &change.entries)
                .await;
            change.result = Some(game_result(&turn.table, &turn.game, change.at, play_stats));
        }
        change.wait = self.next_wait(&turn, &change, &people_before).await?;
        change.snapshot = Some(json("its snapshot", turn.game.state())?);
        let table = self.tables.write(turn.table, change).await?;
        let turn = Turn { table, ..turn };
        turn.record_metrics();
        Ok(CommittedTurn {
            is_final: turn.reveals_hidden(),
            table: turn.table,
            printed: turn.printed,
            game: turn.game,
            steps: turn.steps,
        })
    }

    /// Adds the notices of a change that is about to be written, with the steps not announced
    /// before.
    ///
    /// [`TurnFacts::decide`] says what is added. Steps of another player's unfinished turn are not
    /// announced, and a step within a turn that brings no other news adds nothing.
    async fn add_news<G: Evaluate>(
        &self,
        turn: &Turn<G>,
        change: &mut TableChange,
        news: Option<News>,
        people_before: &[PersonId],
        unannounced: &[LogEntry],
    ) -> Result<()> {
        let facts = turn_facts(turn, change, news.as_ref(), unannounced);
        let Announcement::Now {
            includes_steps,
            merges_held_notice,
            delay,
        } = facts.decide()
        else {
            return Ok(());
        };
        let mut steps = if includes_steps {
            steps_to_announce(turn, unannounced)?
        } else {
            Vec::new()
        };
        if merges_held_notice
            && let Some((notices, held_steps)) = self.find_held_news(&turn.table, change.at).await?
        {
            change.withdrawn_notices = notices;
            steps.splice(..0, held_steps);
        }
        let news = match (news, turn.table.unannounced_start()) {
            (None, None) => News::Turn { steps: Vec::new() },
            (None, Some(begins)) => begins,
            (Some(news), None) => news,
            (Some(news), Some(begins)) => {
                change.notices.push(turn.table.change_notice(begins)?);
                news
            }
        };
        let news = news.with_steps(steps);
        change
            .notices
            .extend(if change.status == TableStatus::Over {
                self.watcher_notices
                    .for_watchers_at_once(&turn.table)
                    .await?
            } else {
                self.watcher_notices
                    .for_watchers_later(&turn.table, turn.table.revision.next(), change.at)
                    .await?
            });
        let timed_out = if let News::TimedOut { seat, .. } = &news {
            Some(*seat)
        } else {
            None
        };
        let delay_secs = self.delay_secs(delay);
        change
            .notices
            .push(turn_notice(&turn.table, news, change.at, delay_secs)?);
        change.notices.extend(
            self.person_notices
                .replacement_notices(&turn.table, people_before, timed_out)
                .await?,
        );
        if includes_steps {
            let last = change.entries.last().or(unannounced.last());
            change.announced_entries =
                last.map_or(turn.table.announced_until, |entry| entry.number + 1);
        }
        Ok(())
    }

    fn delay_secs(&self, delay: NoticeDelay) -> i64 {
        match delay {
            NoticeDelay::Reply => REPLY_WAIT_SECS,
            NoticeDelay::Thinking => self.apparent_thinking_secs.max(0),
            NoticeDelay::ThinkingAndReply if self.apparent_thinking_secs > 0 => {
                self.apparent_thinking_secs + REPLY_WAIT_SECS
            }
            NoticeDelay::None | NoticeDelay::ThinkingAndReply => 0,
        }
    }

    /// Finds the notices of a turn that are queued and not due yet, with their steps.
    async fn find_held_news(
        &self,
        table: &Table,
        now: Timestamp,
    ) -> Result<Option<(Vec<NoticeId>, Vec<NewsStep>)>, InternalError> {
        let mut notices = Vec::new();
        let mut held_steps = Vec::new();
        for place in table.news_destinations() {
            let Some(held) = self
                .store
                .notices()
                .find_pending(table.id, place, now)
                .await?
            else {
                return Ok(None);
            };
            let StoredNews { news, .. } = table.parse_json(&held.body, "a notice")?;
            let News::Turn { steps } = news else {
                return Ok(None);
            };
            notices.push(held.notice_id);
            // The steps are the same in each channel.
            held_steps = steps;
        }
        Ok((!notices.is_empty()).then_some((notices, held_steps)))
    }
}

/// Gathers the facts on which the announcement of a turn depends.
fn turn_facts<G: Evaluate>(
    turn: &Turn<G>,
    change: &TableChange,
    news: Option<&News>,
    unannounced: &[LogEntry],
) -> TurnFacts {
    let table = &turn.table;
    let first = turn.steps.first();
    let actor = first.map(|step| step.seat);
    let cause = if news.is_none() && actor.is_some_and(|seat| table.is_played_by_computer(seat)) {
        Cause::Computer
    } else if first.is_some_and(|step| step.is_premove) {
        Cause::Premove
    } else {
        Cause::Person
    };
    TurnFacts {
        news: match news {
            None => ExtraNews::None,
            Some(News::Begins { .. }) => ExtraNews::GameStart,
            Some(_) => ExtraNews::Other,
        },
        cause,
        is_turn_over: turn.to_act() != actor || turn.game.begins_turn(),
        is_computer_next: turn
            .to_act()
            .is_some_and(|seat| table.is_played_by_computer(seat)),
        is_premove_due: table.waiting.premoves.due.is_some(),
        can_hold: unannounced
            .first()
            .is_none_or(|entry| change.at - entry.at < MAX_HOLD_SECS),
        interrupts_turn: first.is_none() && !turn.game.begins_turn() && !unannounced.is_empty(),
    }
}

/// Returns the seat of a person who plays in a running game.
pub(crate) fn check_playing(table: &Table, person: PersonId) -> Result<Seat, Refusal> {
    check_running(table)?;
    let seat = table.seat_of(person).ok_or(Refusal::NotSeated)?;
    let stands_in = table
        .seated_player(seat)
        .is_some_and(|player| player.stands_in);
    if stands_in {
        Err(Refusal::ComputerPlays)
    } else {
        Ok(seat)
    }
}

/// Checks that the game is not paused.
pub(crate) fn check_not_paused(waiting: &Waiting) -> Result<(), Refusal> {
    waiting
        .pause
        .map_or(Ok(()), |pause| Err(Refusal::Paused(pause.until)))
}

pub(crate) fn check_running(table: &Table) -> Result<(), Refusal> {
    match table.status {
        TableStatus::Open => Err(Refusal::NotBegun),
        TableStatus::Running => Ok(()),
        TableStatus::Over => Err(Refusal::Over),
    }
}

fn new_entry<G: Rules>(
    step: &Step<G>,
    number: i64,
    at: Timestamp,
) -> Result<LogEntry, InternalError> {
    Ok(LogEntry {
        number,
        seat: Some(step.seat.number().into()),
        action: json("a step", &step.action)?,
        events: json("the events of a step", &step.events)?,
        revision: Revision(0),
        at,
        for_person: false,
        premove: step.is_premove,
    })
}

pub(crate) fn entry_seat(entry: &LogEntry) -> Option<Seat> {
    Seat::from_number(u8::try_from(entry.seat?).ok()?)
}

/// Returns the events of some entries, in order.
pub(crate) fn parse_events<G: Rules>(
    table: &Table,
    entries: &[LogEntry],
) -> Result<Vec<G::Event>, InternalError> {
    let mut events = Vec::new();
    for entry in entries {
        events.extend(table.parse_json::<Vec<G::Event>>(&entry.events, "an entry")?);
    }
    Ok(events)
}

/// Returns the steps to announce: entries that were held back, then the steps of this turn.
fn steps_to_announce<G: Rules>(
    turn: &Turn<G>,
    unannounced: &[LogEntry],
) -> Result<Vec<NewsStep>, InternalError> {
    let mut steps = news_steps(&turn.table, unannounced)?;
    for step in &turn.steps {
        let events = serde_json::value::to_raw_value(&step.events);
        steps.push(NewsStep {
            seat: step.seat,
            is_premove: step.is_premove,
            events: events.map_err(|error| unreadable_entry(&turn.table, &error))?,
        });
    }
    Ok(steps)
}

/// Converts log entries to the steps of an announcement.
pub(crate) fn news_steps(
    table: &Table,
    entries: &[LogEntry],
) -> Result<Vec<NewsStep>, InternalError> {
    let mut steps = Vec::new();
    for entry in entries {
        let Some(seat) = entry_seat(entry) else {
            continue;
        };
        let events = serde_json::value::RawValue::from_string(entry.events.clone());
        let events = events.map_err(|error| unreadable_entry(table, &error))?;
        steps.push(NewsStep {
            seat,
            is_premove: entry.premove,
            events,
        });
    }
    Ok(steps)
}

pub(crate) fn unreadable_entry(table: &Table, error: &serde_json::Error) -> InternalError {
    InternalError::unreadable(table.id, "an entry", error)
}
