//! Takes back the last turn of a player, with what computers and premoves answered to it.

use crate::core::games::GameLoader;
use crate::core::notices::WatcherNotices;
use crate::core::play;
use crate::core::premoves::dropped_premove_notices;
use crate::core::tables::Tables;
use crate::model::failure::{Result, json};
use crate::{Actor, Clock, CommittedTurn, News, PersonId, Refusal, Revision, Table};
use lanai_ai::Evaluate;
use lanai_rules::Seat;
use lanai_store::{LogEntry, Store};
use std::sync::Arc;

pub struct TakeBack {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl TakeBack {
    /// Takes back a player's last steps, with what computers and premoves answered to them.
    ///
    /// Refuses if the steps revealed something hidden or another player acted after them. In a
    /// rated game, answers of computers and premoves prevent a take-back, too. The computers will
    /// play their turns again.
    pub async fn take_back<G: Evaluate>(
        &self,
        table: Table,
        actor: &Actor,
    ) -> Result<CommittedTurn<G>> {
        let seen = table.revision;
        let attempt = |table: Table| async move {
            // After turns of computers and premoves, the request still means the same. After any
            // other change it is stale.
            if !self.is_unchanged_by_people(&table, seen).await? {
                return Ok(None);
            }
            self.try_take_back::<G>(table, actor).await.map(Some)
        };
        self.tables
            .retry(table, attempt)
            .await?
            .ok_or(Refusal::Stale.into())
    }

    /// Returns whether only computers and premoves changed the table since a revision.
    pub async fn is_unchanged_by_people(&self, table: &Table, seen: Revision) -> Result<bool> {
        if seen >= table.revision {
            return Ok(seen == table.revision);
        }
        let entries = self.store.tables().load_log(table.id, 0).await?;
        for revision in (seen.0 + 1..=table.revision.0).map(Revision) {
            let mut turn = entries
                .iter()
                .filter(|entry| entry.revision == revision)
                .peekable();
            // A change without an entry was made by a person.
            if turn.peek().is_none()
                || !turn.all(|entry| is_by_computer(table, entry) || entry.premove)
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn try_take_back<G: Evaluate>(
        &self,
        table: Table,
        actor: &Actor,
    ) -> Result<CommittedTurn<G>> {
        play::check_running(&table)?;
        let seat = table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
        let entries = self.store.tables().load_log(table.id, 0).await?;
        if table
            .seated_player(seat)
            .is_some_and(|chair| chair.stands_in)
        {
            return Err(Refusal::ComputerPlays.into());
        }
        play::check_not_paused(&table.waiting)?;
        // The table was read before its log, and another write came between.
        if entries
            .last()
            .is_some_and(|entry| entry.revision > table.revision)
        {
            return Err(Refusal::Stale.into());
        }
        let (remaining, removed) = split_before_last_turn(&table, &entries, seat);
        let effects = check_removable::<G>(&table, removed, seat)?;
        let first_number = removed.first().map_or(0, |entry| entry.number);
        if removed.iter().any(|entry| entry.for_person) {
            return Err(Refusal::TimeWasUp.into());
        }
        let game = self.games.replay::<G>(&table, remaining, |_, _| ()).await?;
        let mut change = table.new_change(actor.interaction, self.clock.now())?;
        change.take_back_from = Some(first_number);
        change.snapshot = Some(json("its snapshot", game.state())?);
        if first_number < table.announced_until {
            change.announced_entries = first_number;
            change.notices.push(table.change_notice(News::TakenBack {
                seat,
                computers: effects.computers,
                premoves: effects.premoves,
            })?);
            change.notices.extend(
                self.watcher_notices
                    .for_watchers_later(&table, table.revision.next(), change.at)
                    .await?,
            );
        }
        // An unfinished turn stays the current one. A finished turn becomes the current one again.
        let is_over = self
            .games
            .load::<G>(table.clone())
            .await?
            .game
            .begins_turn();
        let restores_turn =
            is_over || effects.computers || effects.premoves || table.waiting.seat != Some(seat);
        change.notices.extend(dropped_premove_notices(
            &table,
            &owners_of_dropped_premoves(&table, removed, actor.person),
        )?);
        let begun_at = (!game.begins_turn()).then_some(change.at);
        let mut waiting = table.waiting_for_person();
        waiting.withdraw_award();
        if restores_turn {
            waiting.restore_turn(seat, Some(actor.person), table.revision.next(), change.at);
        }
        waiting.begun_at = begun_at;
        waiting.nudged = false;
        waiting.revision = table.revision.next();
        let first_check = waiting.first_check(table.settings.time_control, change.at);
        change.wait = Some(waiting.to_row(table.next_wait_version(), first_check)?);
        let table = self.tables.write(table, change).await?;
        Ok(CommittedTurn {
            printed: self.games.load_printed::<G>(&table).await?,
            table,
            game,
            steps: Vec::new(),
            is_final: false,
        })
    }
}

/// What a take-back removes beside the player's own steps.
#[derive(Default)]
struct RemovedSteps {
    computers: bool,
    premoves: bool,
}

/// Checks that a player may take back these entries.
fn check_removable<G: Evaluate>(
    table: &Table,
    removed: &[LogEntry],
    seat: Seat,
) -> Result<RemovedSteps> {
    let mut steps = RemovedSteps::default();
    for entry in removed {
        match play::entry_seat(entry) {
            Some(other) if other == seat => {}
            // In a rated game these answers stay, because a player could repeat this until they
            // suit.
            Some(other)
                if begins_with_seat(removed, seat)
                    && (table.is_computer(other) || entry.premove)
                    && !table.settings.rated =>
            {
                steps.computers |= table.is_computer(other);
                steps.premoves |= entry.premove;
            }
            Some(other) => return Err(Refusal::ActedSince(other).into()),
            None => return Err(Refusal::NothingToTakeBack.into()),
        }
        let events: Vec<G::Event> = table.parse_json(&entry.events, "an entry")?;
        if events.iter().any(G::reveals_hidden) {
            return Err(Refusal::HiddenRevealed.into());
        }
    }
    Ok(steps)
}

/// Returns whether the entries begin with a step of this seat. Computers may have acted after it.
fn begins_with_seat(entries: &[LogEntry], seat: Seat) -> bool {
    entries.first().and_then(play::entry_seat) == Some(seat)
}

/// Returns whether a computer played this entry on a seat of its own.
fn is_by_computer(table: &Table, entry: &LogEntry) -> bool {
    let Some(seat) = play::entry_seat(entry).filter(|_| !entry.for_person) else {
        return false;
    };
    let since = table
        .waiting
        .computers
        .iter()
        .find(|(known, _)| *known == seat);
    table.is_computer(seat) && since.is_some_and(|(_, since)| entry.revision > *since)
}

/// Returns whether an entry is an automatic answer to a seat: of a computer, or another's premove.
fn is_automatic_answer(table: &Table, entry: &LogEntry, seat: Seat) -> bool {
    is_by_computer(table, entry) || entry.premove && play::entry_seat(entry) != Some(seat)
}

/// Returns the other players whose premoves, played or planned, are dropped by a take-back.
fn owners_of_dropped_premoves(
    table: &Table,
    removed: &[LogEntry],
    person: PersonId,
) -> Vec<PersonId> {
    let played = removed
        .iter()
        .filter(|entry| entry.premove)
        .filter_map(play::entry_seat)
        .filter_map(|seat| table.seated_player(seat)?.active_person());
    let mut people: Vec<PersonId> = table
        .waiting
        .premoves
        .turns
        .iter()
        .map(|turn| turn.person)
        .chain(played)
        .collect();
    people.sort_unstable();
    people.dedup();
    people.retain(|other| *other != person);
    people
}

/// Splits the log before the last steps of a seat. Only automatic answers follow those steps.
fn split_before_last_turn<'a>(
    table: &Table,
    entries: &'a [LogEntry],
    seat: Seat,
) -> (&'a [LogEntry], &'a [LogEntry]) {
    let mut from = entries.len();
    while let Some(last) = from.checked_sub(1).map(|last| entries[last].revision) {
        let end = from;
        from = entries
            .iter()
            .position(|entry| entry.revision == last)
            .unwrap_or(0);
        if !entries[from..end]
            .iter()
            .all(|entry| is_automatic_answer(table, entry, seat))
        {
            break;
        }
    }
    entries.split_at(from)
}
