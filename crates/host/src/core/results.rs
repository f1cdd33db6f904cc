//! Results of finished games: how they ended, who played, and the outcome for each player.
//!
//! A result is written together with the end of its game. Entry point: [`History`].

use crate::model::failure::Result;
use crate::model::table::player_seat;
use crate::{Award, PersonId, Refusal, SeatedPlayer, Table, TableId, Timestamp};
use lanai_rules::{Rules, Status};
use lanai_store::{
    Ending, GameResult, LeftBy, Participant, PastGame, PastGamePosition, PastGamesFilter,
    PlayStats, Store,
};

/// A position after every game.
const AFTER_ALL_GAMES: PastGamePosition = PastGamePosition {
    ended_at: Timestamp(i64::MAX),
    table_id: TableId(i64::MAX),
};

/// Looks up the results of finished games.
pub struct History {
    pub(crate) store: Store,
}

impl History {
    /// Lists finished games, the newest first, beginning after `before`.
    pub async fn list(
        &self,
        filter: PastGamesFilter,
        before: Option<PastGamePosition>,
        limit: u32,
    ) -> Result<Vec<PastGame>> {
        Ok(self
            .store
            .results()
            .list(filter, before.unwrap_or(AFTER_ALL_GAMES), limit)
            .await?)
    }

    /// Lists finished games and lessons of a person, the newest first, beginning after `before`.
    pub(crate) async fn list_with_lessons(
        &self,
        person: PersonId,
        before: Option<PastGamePosition>,
        limit: u32,
    ) -> Result<Vec<PastGame>> {
        Ok(self
            .store
            .results()
            .list_with_lessons(person, before.unwrap_or(AFTER_ALL_GAMES), limit)
            .await?)
    }

    pub async fn find(&self, game: TableId) -> Result<PastGame> {
        Ok(self
            .store
            .results()
            .find(game)
            .await?
            .ok_or(Refusal::NotOver)?)
    }

    pub async fn try_find(&self, game: TableId) -> Result<Option<PastGame>> {
        Ok(self.store.results().find(game).await?)
    }
}

/// Returns the result by the rules; if the game is unfinished, all players have left it.
pub(crate) fn game_result<G: Rules>(
    table: &Table,
    game: &G,
    at: Timestamp,
    play_stats: Vec<PlayStats>,
) -> GameResult {
    let Status::Over(standings) = game.status() else {
        return unfinished_result(table, Ending::Resigned, at);
    };
    let mut players = Vec::new();
    for player in &table.seats {
        let seat = player_seat(player);
        players.push(Participant {
            points: seat.map(|seat| standings.points[seat].into()),
            rank: seat.and_then(|seat| i64::try_from(standings.rank(seat)).ok()),
            ..participant(player)
        });
    }
    GameResult {
        ending: Ending::Played,
        ended_at: at,
        players_only: is_players_only(table),
        rated: is_rated(table),
        players,
        play_stats,
    }
}

/// Returns the result of a game that was not played to its end.
pub(crate) fn unfinished_result(table: &Table, ending: Ending, at: Timestamp) -> GameResult {
    GameResult {
        ending,
        ended_at: at,
        players_only: is_players_only(table),
        rated: is_rated(table),
        players: table.seats.iter().map(participant).collect(),
        play_stats: Vec::new(),
    }
}

/// Returns the result on which all players agreed. Computers have no rank.
pub(crate) fn awarded_result(table: &Table, award: Award, at: Timestamp) -> GameResult {
    with_ranks(unfinished_result(table, Ending::AgreedResult, at), award)
}

/// Returns the result that a moderator decided. Computers have no rank.
pub(crate) fn decided_result(table: &Table, award: Award, at: Timestamp) -> GameResult {
    with_ranks(unfinished_result(table, Ending::Decided, at), award)
}

fn with_ranks(mut result: GameResult, award: Award) -> GameResult {
    for player in &mut result.players {
        player.rank = player.person.map(|person| award.rank(person));
    }
    result
}

/// Returns the result of a game that ended because a player resigned.
pub(crate) fn resigned_result(table: &Table, person: PersonId, at: Timestamp) -> GameResult {
    let mut result = unfinished_result(table, Ending::Resigned, at);
    for player in result
        .players
        .iter_mut()
        .filter(|player| player.person == Some(person))
    {
        player.left_by = LeftBy::Resigned;
    }
    result
}

/// Returns whether only the players may look at the game: it could not be watched, or was a lesson.
fn is_players_only(table: &Table) -> bool {
    table.settings.players_only || table.settings.lesson.is_some()
}

/// Returns whether the result changes ratings. A game that others cannot see must not.
fn is_rated(table: &Table) -> bool {
    table.settings.rated && !is_players_only(table)
}

/// Returns the entry of a player who leaves a game that goes on.
pub(crate) fn leaving_participant(player: &SeatedPlayer, left_by: LeftBy) -> Participant {
    Participant {
        left_by,
        ..participant(player)
    }
}

fn participant(player: &SeatedPlayer) -> Participant {
    Participant {
        seat: player.seat,
        holder_number: 0,
        person: player.person,
        name: player.name.clone(),
        policy: player.policy.clone(),
        left_by: LeftBy::Stayed,
        points: None,
        rank: None,
    }
}
