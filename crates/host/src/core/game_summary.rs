//! Summarizes how each seat of a game was played: turns, their duration and the pieces taken.
//!
//! The summary is computed from the log when the game ends, and stored with the result. Computing
//! it again gives the same summary.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::core::games::GameLoader;
use crate::core::play;
use crate::core::tables::Tables;
use crate::model::failure::{Result, json};
use crate::model::table::player_seat;
use crate::{Table, TableId, Timestamp};
use lanai_rules::{Rules, Seat, Status, by_title};
use lanai_store::{LogEntry, PlayStats, Store};

/// The number of times that each piece was taken, by kind and piece.
pub(crate) type PieceCounts = BTreeMap<String, BTreeMap<String, u64>>;

#[derive(Default)]
struct SeatSummary {
    turns: i64,
    seconds: i64,
    taken: PieceCounts,
}

/// Summarizes how each seat of a game was played.
pub struct GameSummaries {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) tables: Arc<Tables>,
}

impl GameSummaries {
    /// Summarizes a game to whose log `new_entries` are about to be written.
    ///
    /// Returns nothing if the log cannot be read, so that the game can end nevertheless.
    pub(crate) async fn summarize<G: Rules>(
        &self,
        table: &Table,
        new_entries: &[LogEntry],
    ) -> Vec<PlayStats> {
        self.try_summarize::<G>(table, new_entries)
            .await
            .unwrap_or_else(|failure| {
                tracing::error!(%failure, table = table.id.0, "a game cannot be summarized");
                Vec::new()
            })
    }

    /// Summarizes a finished game again from its log.
    ///
    /// Tests compare it with what was stored as the game ended.
    pub async fn replay_summary(&self, game: TableId) -> Result<Vec<PlayStats>> {
        let table = self.tables.find(game).await?;
        by_title!(table.title, G => self.try_summarize::<G>(&table, &[]).await)
    }

    async fn try_summarize<G: Rules>(
        &self,
        table: &Table,
        new_entries: &[LogEntry],
    ) -> Result<Vec<PlayStats>> {
        let mut entries = self.store.tables().load_log(table.id, 0).await?;
        entries.extend_from_slice(new_entries);
        let mut summaries = BTreeMap::<Seat, SeatSummary>::new();
        let mut number = 0;
        let mut turn_start = 1;
        self.games
            .replay::<G>(table, &entries, |game, step| {
                let Some(step) = step else { return };
                number += 1;
                let Some(entry) = entries.get(number) else {
                    return;
                };
                // Choices of a computer do not count as favourites of the player.
                let played_for = entry.for_person.then(|| play::entry_seat(entry)).flatten();
                for taken in step
                    .events
                    .iter()
                    .filter_map(G::taken_piece)
                    .filter(|taken| Some(taken.seat) != played_for)
                {
                    let kind = summaries
                        .entry(taken.seat)
                        .or_default()
                        .taken
                        .entry(taken.kind.to_owned());
                    *kind.or_default().entry(taken.piece.to_owned()).or_default() += 1;
                }
                if game.begins_turn() || matches!(game.status(), Status::Over(_)) {
                    count_turn(
                        &mut summaries,
                        &entries[turn_start..=number],
                        entries[turn_start - 1].at,
                    );
                    turn_start = number + 1;
                }
            })
            .await?;
        let mut play_stats = Vec::new();
        for player in &table.seats {
            let summary = player_seat(player)
                .and_then(|seat| summaries.remove(&seat))
                .unwrap_or_default();
            play_stats.push(PlayStats {
                seat: player.seat,
                turns: summary.turns,
                seconds: summary.seconds,
                taken: json("the pieces taken", &summary.taken)?,
            });
        }
        Ok(play_stats)
    }
}

/// Counts a finished turn for the seat of its first step, unless a computer played for the person.
fn count_turn(summaries: &mut BTreeMap<Seat, SeatSummary>, turn: &[LogEntry], began: Timestamp) {
    let (Some(first), Some(last)) = (turn.first(), turn.last()) else {
        return;
    };
    let Some(seat) = play::entry_seat(first) else {
        return;
    };
    if turn.iter().any(|entry| entry.for_person) {
        return;
    }
    let summary = summaries.entry(seat).or_default();
    summary.turns += 1;
    summary.seconds += (last.at - began).max(0);
}
