//! Exports the finished games of a person, newest first, with their records as long as there is
//! room.

use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;

use super::format_time;
use crate::core::games::GameLoader;
use crate::core::play;
use crate::core::results::History;
use crate::core::tables::Tables;
use crate::model::failure::Result;
use crate::{Ending, Failure, InternalError, LeftBy, Participant, PastGame, PersonId, TableId};
use lanai_store::Store;

const PAGE_SIZE: u32 = 50;
/// An upper estimate of the size of a game without its moves.
const MAX_BARE_GAME_BYTES: usize = 3_000;
/// An upper estimate of what indenting adds to a record.
const MAX_INDENT_BYTES: usize = 1_000;

#[derive(Serialize)]
pub(super) struct ExportedGame {
    table: i64,
    game: String,
    guild: String,
    channel: String,
    ended_at: String,
    ending: &'static str,
    players: Vec<ExportedPlayer>,
    your_turns: Option<i64>,
    your_thinking_seconds: Option<i64>,
    you_took: Option<Box<RawValue>>,
    record: Option<Box<RawValue>>,
}

#[derive(Serialize)]
struct ExportedPlayer {
    seat: i64,
    name: String,
    #[serde(rename = "computer")]
    computer_policy: Option<String>,
    you: bool,
    left: Option<&'static str>,
    points: Option<i64>,
    rank: Option<i64>,
}

#[derive(Default)]
pub(super) struct ExportedGames {
    pub(super) games: Vec<ExportedGame>,
    pub(super) without_moves: usize,
    pub(super) left_out: usize,
}

pub(crate) struct GameExports {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) history: Arc<History>,
    pub(crate) tables: Arc<Tables>,
}

impl GameExports {
    /// Collects the finished games of a person in at most `room` bytes.
    pub(super) async fn collect_games(
        &self,
        person: PersonId,
        mut room: usize,
    ) -> Result<ExportedGames> {
        let mut exported = ExportedGames::default();
        let mut before = None;
        let mut fits = true;
        loop {
            let page = self
                .history
                .list_with_lessons(person, before, PAGE_SIZE)
                .await?;
            let Some(last) = page.last() else {
                return Ok(exported);
            };
            before = Some(last.position());
            for past in page {
                if room < MAX_BARE_GAME_BYTES {
                    exported.left_out += 1;
                    continue;
                }
                room -= MAX_BARE_GAME_BYTES;
                let record = if fits {
                    self.load_record(past.table_id).await?
                } else {
                    None
                };
                // The newest games are complete. From the first that does not fit, all older games
                // are exported without moves.
                let length = record
                    .as_ref()
                    .map_or(0, |record| record.get().len() + MAX_INDENT_BYTES);
                fits = fits && length <= room;
                let record = record.filter(|_| fits);
                room -= if fits { length } else { 0 };
                exported.without_moves += usize::from(!fits);
                exported
                    .games
                    .push(self.export_game(past, person, record).await?);
            }
        }
    }

    /// Returns the record of a game. An unreadable record is logged and left out, so that all other
    /// games are exported.
    async fn load_record(&self, game: TableId) -> Result<Option<Box<RawValue>>> {
        let table = self.tables.find(game).await?;
        match self.games.write_record(&table).await {
            Ok(record) => RawValue::from_string(record)
                .map(Some)
                .map_err(|error| play::unreadable_entry(&table, &error).into()),
            Err(Failure::Refusal(_)) => Ok(None),
            Err(Failure::InternalError(trouble)) => {
                tracing::error!(%trouble, table = game.0, "a record is left out of what is told to somebody");
                Ok(None)
            }
        }
    }

    async fn export_game(
        &self,
        past: PastGame,
        person: PersonId,
        record: Option<Box<RawValue>>,
    ) -> Result<ExportedGame> {
        let played = self
            .store
            .exports()
            .find_played_game(past.table_id, person)
            .await?;
        let turns = played.as_ref().and_then(|played| played.turns);
        let seconds = played.as_ref().and_then(|played| played.seconds);
        let taken = played.and_then(|played| played.taken);
        let you_took = taken
            .map(RawValue::from_string)
            .transpose()
            .map_err(|error| {
                InternalError::unreadable(past.table_id, "how it was played", &error)
            })?;
        Ok(ExportedGame {
            table: past.table_id.0,
            game: past.title,
            guild: past.guild.0.to_string(),
            channel: past.channel.0.to_string(),
            ended_at: format_time(past.ended_at),
            ending: match past.ending {
                Ending::Played => "played",
                Ending::Resigned => "resigned",
                Ending::Agreed => "agreed",
                Ending::AgreedResult => "awarded",
                Ending::Stopped => "stopped",
                Ending::Decided => "decided",
            },
            players: past
                .players
                .into_iter()
                .map(|player| export_player(player, person))
                .collect(),
            your_turns: turns,
            your_thinking_seconds: seconds,
            you_took,
            record,
        })
    }
}

fn export_player(player: Participant, person: PersonId) -> ExportedPlayer {
    ExportedPlayer {
        seat: player.seat,
        computer_policy: player.policy.filter(|_| player.person.is_none()),
        you: player.person == Some(person),
        name: player.name,
        left: match player.left_by {
            LeftBy::Stayed => None,
            LeftBy::Resigned => Some("resigned"),
            LeftBy::Replaced => Some("replaced"),
        },
        points: player.points,
        rank: player.rank,
    }
}
