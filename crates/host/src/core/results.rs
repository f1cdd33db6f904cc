//! What remains of a game when it is over: how it ended, who played it, and how it came out for
//! each of them. It is written with the end, and looked up by person, by pair and by server.

use crate::core::games::GameLoader;
use crate::core::tables::Tables;
use crate::model::failure::Result;
use crate::model::table;
use crate::{Award, Chair, Declined, PersonId, Table, TableId, Timestamp};
use lanai_rules::{Rules, Status, by_title};
use lanai_store::{Ending, GameResult, LeftBy, Participant, PastGame, PastOf, Playing, Store};
use std::sync::Arc;

/// No game ended after this moment.
const LATEST: (Timestamp, TableId) = (Timestamp(i64::MAX), TableId(i64::MAX));

/// Looks up games that are over.
pub struct History {
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) tables: Arc<Tables>,
}

impl History {
    /// Games that are over, the newest first: so many, from those on that are older than this one,
    /// if one is named.
    pub async fn list(
        &self,
        of: PastOf,
        before: Option<(Timestamp, TableId)>,
        most: u32,
    ) -> Result<Vec<PastGame>> {
        Ok(self
            .store
            .results()
            .list(of, before.unwrap_or(LATEST), most)
            .await?)
    }

    /// What remains of a game that is over.
    pub async fn find(&self, game: TableId) -> Result<PastGame> {
        Ok(self
            .store
            .results()
            .find(game)
            .await?
            .ok_or(Declined::NotOver)?)
    }

    /// The same, if it was written.
    pub async fn try_find(&self, game: TableId) -> Result<Option<PastGame>> {
        Ok(self.store.results().find(game).await?)
    }

    /// What remains of a game that is over, as its log says now: who left it before its end, and on
    /// what all agreed, is in no log.
    pub async fn result_by_log(&self, game: TableId) -> Result<GameResult> {
        let table = self.tables.find(game).await?;
        let at = self
            .store
            .tables()
            .changed_at(game)
            .await?
            .ok_or_else(|| table.missing("when it ended"))?;
        let entries = self.store.tables().entries(game, 0).await?;
        Ok(by_title!(table.title, G => {
            let game = self.games.replay::<G>(&table, &entries, |_, _| ()).await?;
            ended(&table, &game, at, Vec::new())
        }))
    }
}

/// How a game ended: as the rules have it, or given up.
pub(crate) fn ended<G: Rules>(
    table: &Table,
    game: &G,
    at: Timestamp,
    playing: Vec<Playing>,
) -> GameResult {
    let Status::Over(standings) = game.status() else {
        return broken_off(table, Ending::Resigned, at);
    };
    let scored = |chair: &Chair| {
        let seat = table::seat(chair);
        let rank = seat.and_then(|seat| i64::try_from(standings.rank(seat)).ok());
        Participant {
            points: seat.map(|seat| standings.points[seat].into()),
            rank,
            ..participant(chair)
        }
    };
    GameResult {
        ending: Ending::Played,
        at,
        closed: is_closed(table),
        rated: counts(table),
        players: table.seats.iter().map(scored).collect(),
        playing,
    }
}

/// How a game ended that was not played to the end.
pub(crate) fn broken_off(table: &Table, ending: Ending, at: Timestamp) -> GameResult {
    GameResult {
        ending,
        at,
        closed: is_closed(table),
        rated: counts(table),
        players: table.seats.iter().map(participant).collect(),
        playing: Vec::new(),
    }
}

/// How a game ended on whose result all agreed. Computers agree on nothing, and have no rank.
pub(crate) fn awarded(table: &Table, award: Award, at: Timestamp) -> GameResult {
    ranked(broken_off(table, Ending::Awarded, at), award)
}

/// How a game ended of which a moderator said how. Computers have no rank here either.
pub(crate) fn decided(table: &Table, award: Award, at: Timestamp) -> GameResult {
    ranked(broken_off(table, Ending::Decided, at), award)
}

fn ranked(mut result: GameResult, award: Award) -> GameResult {
    for player in &mut result.players {
        player.rank = player.person.map(|person| award.rank(person));
    }
    result
}

/// Somebody gave a game up that is over with it.
pub(crate) fn given_up(table: &Table, by: PersonId, at: Timestamp) -> GameResult {
    let mut result = broken_off(table, Ending::Resigned, at);
    for player in result
        .players
        .iter_mut()
        .filter(|player| player.person == Some(by))
    {
        player.left_by = LeftBy::Resigned;
    }
    result
}

/// Whether what remains of it is for those alone who played: others were not to look on, or it was
/// a first game.
fn is_closed(table: &Table) -> bool {
    table.settings.closed || table.settings.lesson.is_some()
}

/// Whether it counts. What is for those alone who played moves no ratings that others can see.
fn counts(table: &Table) -> bool {
    table.settings.rated && !is_closed(table)
}

/// Whoever leaves a game that goes on.
pub(crate) fn leaving(chair: &Chair, left_by: LeftBy) -> Participant {
    Participant {
        left_by,
        ..participant(chair)
    }
}

fn participant(chair: &Chair) -> Participant {
    Participant {
        seat: chair.seat,
        nth: 0,
        person: chair.person,
        name: chair.name.clone(),
        mind: chair.mind.clone(),
        left_by: LeftBy::Stayed,
        points: None,
        rank: None,
    }
}
