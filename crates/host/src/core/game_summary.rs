//! How each seat of a game was played: turns, the time they took, and the pieces that were taken.
//! It is read out of the log once, when the game is over, and kept beside the result; whoever reads
//! the log again gets the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::core::games::GameLoader;
use crate::core::play;
use crate::core::tables::Tables;
use crate::model::failure::{Result, json};
use crate::{Table, TableId, Timestamp};
use lanai_rules::{Rules, Seat, Status, by_title};
use lanai_store::{Entry, Playing, Store};

/// How often each piece of each kind was taken.
pub(crate) type Pieces = BTreeMap<String, BTreeMap<String, u64>>;

/// What is known of one seat.
#[derive(Default)]
struct Tale {
    turns: i64,
    seconds: i64,
    taken: Pieces,
}

/// Summarizes how each seat of a game was played.
pub struct GameSummaries {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) tables: Arc<Tables>,
}

impl GameSummaries {
    /// How the seats of a game that is about to be over were played; nothing if its log cannot be
    /// read, for no game waits for that.
    pub(crate) async fn summarize<G: Rules>(&self, table: &Table, last: &[Entry]) -> Vec<Playing> {
        self.try_summarize::<G>(table, last).await.unwrap_or_else(|failure| {
            tracing::error!(%failure, table = table.game.0, "how a game was played cannot be told");
            Vec::new()
        })
    }

    /// The same of a game by its number, as its log says now.
    pub async fn summarize_again(&self, game: TableId) -> Result<Vec<Playing>> {
        let table = self.tables.find(game).await?;
        by_title!(table.title, G => self.try_summarize::<G>(&table, &[]).await)
    }

    async fn try_summarize<G: Rules>(&self, table: &Table, last: &[Entry]) -> Result<Vec<Playing>> {
        let mut entries = self.store.tables().entries(table.game, 0).await?;
        entries.extend_from_slice(last);
        let mut tales = BTreeMap::<Seat, Tale>::new();
        let mut seen = 0;
        let mut begun = 1;
        let watch = |game: &G, step: Option<(G::Action, Vec<G::Event>)>| {
            let Some((_, events)) = step else { return };
            seen += 1;
            let Some(entry) = entries.get(seen) else {
                return;
            };
            // What a computer did for somebody is nothing that they like.
            let by_other = entry.for_person.then(|| play::entry_seat(entry)).flatten();
            for taken in events
                .iter()
                .filter_map(G::taken)
                .filter(|taken| Some(taken.seat) != by_other)
            {
                let kind = tales
                    .entry(taken.seat)
                    .or_default()
                    .taken
                    .entry(taken.kind.to_owned());
                *kind.or_default().entry(taken.piece.to_owned()).or_default() += 1;
            }
            if game.begins_turn() || matches!(game.status(), Status::Over(_)) {
                turn_over(&mut tales, &entries[begun..=seen], entries[begun - 1].at);
                begun = seen + 1;
            }
        };
        self.games.replay::<G>(table, &entries, watch).await?;
        let mut playing = Vec::new();
        for chair in &table.seats {
            let told = crate::model::table::seat(chair)
                .and_then(|seat| tales.remove(&seat))
                .unwrap_or_default();
            playing.push(Playing {
                seat: chair.seat,
                turns: told.turns,
                seconds: told.seconds,
                taken: json("what was taken", &told.taken)?,
            });
        }
        Ok(playing)
    }
}

/// A turn is over that began at a moment: it is that of whoever acted first in it, unless a
/// computer did so for them.
fn turn_over(tales: &mut BTreeMap<Seat, Tale>, turn: &[Entry], began: Timestamp) {
    let (Some(first), Some(last)) = (turn.first(), turn.last()) else {
        return;
    };
    let Some(seat) = play::entry_seat(first) else {
        return;
    };
    if turn.iter().any(|entry| entry.for_person) {
        return;
    }
    let tale = tales.entry(seat).or_default();
    tale.turns += 1;
    tale.seconds += (last.at - began).max(0);
}
