//! Loads games from their snapshots and logs.

use crate::core::play::{check_not_paused, check_playing};
use crate::{InternalError, PersonId, Refusal, Table, TableStatus, Turn};
use std::sync::Arc;

use crate::core::play;
use crate::core::printed_cache::PrintedCache;
use crate::core::set_up::SetUp;
use crate::model::failure::Result;
use lanai_ai::Evaluate;
use lanai_rules::record::{Detail, Record};
use lanai_rules::{Rules, Seats, by_title};
use lanai_store::{LogEntry, Store};

/// Loads games from their snapshots and logs.
pub struct GameLoader {
    pub(crate) printed: Arc<PrintedCache>,
    pub(crate) store: Store,
}

/// An action that was replayed from a log, and the events that it led to.
pub(crate) struct ReplayedStep<G: Rules> {
    pub(crate) action: G::Action,
    pub(crate) events: Vec<G::Event>,
}

impl GameLoader {
    /// Replays log entries. Calls `watch` after the set-up, without a step, and after each step.
    pub(crate) async fn replay<G: Rules>(
        &self,
        table: &Table,
        entries: &[LogEntry],
        mut watch: impl FnMut(&G, Option<ReplayedStep<G>>) + Send,
    ) -> Result<G> {
        let (set_up, rest) = split_set_up::<G>(table, entries)?;
        let printed = self.load_printed::<G>(table).await?;
        let seats = u8::try_from(set_up.names.len()).unwrap_or(u8::MAX);
        let seed = set_up.seed(&table.secret);
        let seats = Seats::of(G::TITLE, seats).map_err(|_| unusable_set_up(table))?;
        let mut game = G::setup(&printed, seats, table.parse_options::<G>()?, seed)
            .map_err(|_| unusable_set_up(table))?;
        watch(&game, None);
        for entry in rest {
            let action: G::Action = table.parse_json(&entry.action, "an entry")?;
            let mut events = Vec::new();
            game.play(action, &mut events)
                .map_err(|_| InternalError::Replay {
                    table: table.id.0,
                    entry: entry.number,
                })?;
            watch(&game, Some(ReplayedStep { action, events }));
        }
        Ok(game)
    }

    /// Replays a whole game. Calls `watch` after the set-up and after each step.
    pub async fn replay_all<G: Rules>(
        &self,
        table: &Table,
        mut watch: impl FnMut(&G) + Send,
    ) -> Result<()> {
        let entries = self.store.tables().load_log(table.id, 0).await?;
        self.replay::<G>(table, &entries, |game, _| watch(game))
            .await
            .map(|_| ())
    }

    /// Returns the events of the last turn: the last consecutive steps of one seat.
    pub async fn last_turn<G: Rules>(&self, table: &Table) -> Result<Vec<G::Event>> {
        let entries = self.store.tables().load_log(table.id, 0).await?;
        let seat = entries.last().and_then(play::entry_seat);
        let earlier = entries
            .iter()
            .rposition(|entry| play::entry_seat(entry) != seat)
            .map_or(0, |at| at + 1);
        Ok(if seat.is_some() {
            play::parse_events::<G>(table, &entries[earlier..])?
        } else {
            Vec::new()
        })
    }

    /// Returns the record of a finished game as the text of a file.
    pub async fn write_record(&self, table: &Table) -> Result<String> {
        if table.status != TableStatus::Over {
            return Err(Refusal::NotOver.into());
        }
        by_title!(table.title, G => self.write_record_of::<G>(table).await)
    }

    async fn write_record_of<G: Rules>(&self, table: &Table) -> Result<String> {
        let entries = self.store.tables().load_log(table.id, 0).await?;
        if entries.is_empty() {
            return Err(Refusal::NotBegun.into());
        }
        let (set_up, rest) = split_set_up::<G>(table, &entries)?;
        let printed = self.load_printed::<G>(table).await?;
        let origin = set_up.origin(&table.secret);
        let seed = set_up.seed(&table.secret);
        let options = table.parse_options::<G>()?;
        let (mut record, _) =
            Record::<G>::begin(&printed, set_up.names, options, seed, Detail::Digests)
                .map_err(|_| unusable_set_up(table))?;
        record.edition = set_up.edition;
        record.origin = origin;
        let mut seats = rest.iter().map(play::entry_seat);
        self.replay::<G>(table, &entries, |game, step| {
            if let Some(ReplayedStep { action, events }) = step
                && let Some(seat) = seats.next().flatten()
            {
                record.push_step(seat, action, events, game);
            }
        })
        .await?;
        Ok(serde_json::to_string_pretty(&record)
            .map_err(|error| play::unreadable_entry(table, &error))?)
    }

    /// Loads the game of a table from its snapshot.
    pub async fn load<G: Evaluate>(&self, table: Table) -> Result<Turn<G>> {
        let snapshot = table.snapshot.as_deref().ok_or(Refusal::NotBegun)?;
        let set_up = table
            .set_up
            .as_deref()
            .ok_or_else(|| table.missing_data("its set-up"))?;
        SetUp::parse::<G>(&table, set_up)?;
        let state = table.parse_json(snapshot, "its snapshot")?;
        let printed = self.load_printed::<G>(&table).await?;
        let game = G::restore(&printed, state).map_err(|broken| InternalError::Broken {
            table: table.id.0,
            broken,
        })?;
        Ok(Turn::new(table, printed, game))
    }

    /// Loads the printed figures with which the game began.
    pub async fn load_printed<G: Rules>(&self, table: &Table) -> Result<Arc<G::Printed>> {
        let digest = table
            .figures
            .as_deref()
            .ok_or_else(|| table.missing_data("its figures"))?;
        if let Some(printed) = self.printed.find::<G>(digest) {
            return Ok(printed);
        }
        let json = self
            .store
            .tables()
            .load_figures(digest)
            .await?
            .ok_or_else(|| table.missing_data("its figures"))?;
        let printed = Arc::new(table.parse_json(&json, "its figures")?);
        self.printed.insert::<G>(digest, &printed);
        Ok(printed)
    }

    /// Loads the game for the person whose turn it is, and refuses all others.
    pub async fn load_turn<G: Evaluate>(&self, table: Table, person: PersonId) -> Result<Turn<G>> {
        let seat = check_playing(&table, person)?;
        check_not_paused(&table.waiting)?;
        let turn = self.load::<G>(table).await?;
        match turn.to_act() {
            Some(to_act) if to_act == seat => Ok(turn),
            Some(to_act) => Err(Refusal::NotYourTurn(to_act).into()),
            None => Err(Refusal::Over.into()),
        }
    }
}

/// Splits a log into the set-up and the entries after it.
fn split_set_up<'a, G: Rules>(
    table: &Table,
    entries: &'a [LogEntry],
) -> Result<(SetUp, &'a [LogEntry])> {
    let (first, rest) = entries
        .split_first()
        .ok_or_else(|| table.missing_data("its log"))?;
    Ok((SetUp::parse::<G>(table, &first.action)?, rest))
}

/// Returns the error for a set-up that the rules reject, although the game began with it.
fn unusable_set_up(table: &Table) -> InternalError {
    table.missing_data("its set-up")
}
