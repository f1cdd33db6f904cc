//! Which table plays which heat of a contest: none is opened twice, and the end of one wakes whoever tends the contest.

use super::{ContestId, GameId, Revision, Store, StoreError, transaction::Writing};

impl Store {
    /// Which tables play the heats of a contest, by the number of the heat.
    pub async fn heats_of(&self, contest: ContestId) -> Result<Vec<(i64, GameId)>, StoreError> {
        let sql = "select number, game_id from heat where contest_id = $1 order by number";
        Ok(found!(&self.readers, fetch_all, sqlx::query_as(sql).bind(contest)))
    }
}

/// A table plays a heat; false if another does already, or if the contest is not what it was: somebody may have left it, or be
/// forgotten. It is a change of the contest, so whoever changes it at the same time looks again and sees the table.
pub(super) async fn plays_heat(
    writing: &mut Writing<'_>,
    game: GameId,
    (contest, number, seen): (ContestId, i64, Revision),
) -> Result<bool, StoreError> {
    let sql = "update contest set revision = revision + 1
         where contest_id = $1 and revision = $2 and status = 'running'";
    if changed!(writing.on(), sqlx::query(sql).bind(contest).bind(seen)) != 1 {
        return Ok(false);
    }
    let sql = "insert into heat (contest_id, number, game_id) values ($1, $2, $3) on conflict do nothing";
    Ok(changed!(writing.on(), sqlx::query(sql).bind(contest).bind(number).bind(game)) == 1)
}

/// A table is over: the contest that it is part of, if it is, is tended.
pub(super) async fn wake_contest(writing: &mut Writing<'_>, game: GameId) -> Result<(), StoreError> {
    let sql = "update contest set look_at = 0
         where contest_id = (select contest_id from heat where game_id = $1) and status = 'running'";
    changed!(writing.on(), sqlx::query(sql).bind(game));
    Ok(())
}
