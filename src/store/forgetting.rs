//! Forgetting a person: their number gives way to one that is nobody's, in every column that holds one ([`COPIED`] says which
//! do), and what was theirs alone goes. Nothing is kept that leads back. It is one transaction: all of it happens, or nothing.
//!
//! Whoever asks for it has made them leave everything that goes on. If they sit somewhere again by then, nothing is written.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{AssertSqlSafe, Connection as _};

use super::columns::{COPIED, ColumnKind, CopiedTable};
use super::home::{Home, soon};
use super::transaction::Writing;
use super::{
    ChannelId, ContestId, GameId, NoticeId, PersonId, Revision, ServerId, Store, StoreError, TableStatus,
};

/// The texts in which people are, for whoever knows what they say. Each is given as it is kept, and nothing comes back for one
/// that says nothing of the person.
pub trait Texts: Sync {
    /// Why a text cannot be read or written.
    type Error: From<StoreError> + Send;

    /// The set-up of a game that they began on these seats, and what was drawn for its chance: what both are from now on.
    fn set_up(
        &self,
        game: GameId,
        kept: (&str, &str),
        seats: &[i64],
    ) -> Result<(String, String), Self::Error>;

    /// Whom a table waits for.
    fn waiting(&self, game: GameId, state: &str) -> Result<Option<String>, Self::Error>;

    /// What is still to be said; an empty text if it is not said any more.
    fn news(&self, game: GameId, body: &str) -> Result<Option<String>, Self::Error>;

    /// What moderators did on a server: the number of each act, whether it was they, and what it says. Those that say something
    /// else from now on.
    fn acts(&self, server: ServerId, acts: &[(i64, bool, String)])
    -> Result<Vec<(i64, String)>, Self::Error>;

    /// A contest, and whether they opened it.
    fn contest(
        &self,
        contest: ContestId,
        state: &str,
        status: TableStatus,
        opened: bool,
    ) -> Result<Option<String>, Self::Error>;
}

/// What became of the wish to be forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forgotten {
    /// It is done.
    Done,
    /// They sit at a table that is not over, or somebody was faster, or a game of theirs is still to be counted: nothing was
    /// written.
    NotYet,
}

/// What no column with their number tells of the person `$1`, who is `$2` from now on: what was told to them alone, or is to be;
/// the names under which computers play on in the seats that they left; and where they learned alone.
const BESIDE: [&str; 7] = [
    "update notice set status = case when status = 'waiting' then 'given_up' else status end, body = '', message = null
     where person = $1",
    "update seat set name = '' where person is null and exists (
         select 1 from participant as gone
         where gone.game_id = seat.game_id and gone.seat = seat.seat and gone.name = seat.name
           and gone.person = $1 and gone.nth > 0)",
    "update participant set name = '' where person is null and exists (
         select 1 from participant as gone
         where gone.game_id = participant.game_id and gone.seat = participant.seat and gone.name = participant.name
           and gone.person = $1 and gone.nth > 0)",
    "delete from shut where channel in (select channel from game where owner = $1 and server = 0 and channel <> 0)",
    "delete from standing where game_id in (select game_id from game where owner = $1 and server = 0 and channel <> 0)",
    "update notice set channel = $2, status = case when status = 'waiting' then 'given_up' else status end, body = '',
         message = null
     where game_id in (select game_id from game where owner = $1 and server = 0 and channel <> 0)",
    "update game set channel = $2 where owner = $1 and server = 0 and channel <> 0",
];

impl Store {
    /// What somebody is called, and was, wherever they played.
    pub async fn names_of(&self, person: PersonId) -> Result<Vec<String>, StoreError> {
        let sql =
            "select name from seat where person = $1 union select name from participant where person = $1";
        Ok(found!(&self.readers, fetch_all, sqlx::query_scalar(sql).bind(person)))
    }

    /// Games that go on without somebody who gave them up.
    pub async fn left_by(&self, person: PersonId) -> Result<Vec<GameId>, StoreError> {
        let sql = "select distinct game_id from participant join game using (game_id)
             where person = $1 and status <> 'over' order by game_id";
        Ok(found!(&self.readers, fetch_all, sqlx::query_scalar(sql).bind(person)))
    }

    /// Where somebody follows tables, and which.
    pub async fn watches_of(&self, person: PersonId) -> Result<Vec<(GameId, ChannelId)>, StoreError> {
        let sql = "select game_id, channel from watch where person = $1 order by game_id, channel";
        Ok(found!(&self.readers, fetch_all, sqlx::query_as(sql).bind(person)))
    }

    /// Where the number of somebody stands: table and column.
    pub async fn where_known(
        &self,
        person: PersonId,
    ) -> Result<Vec<(&'static str, &'static str)>, StoreError> {
        let mut known = Vec::new();
        for table in &COPIED {
            for column in table.of_kind(ColumnKind::Person).chain(table.of_kind(ColumnKind::Place)) {
                let sql = format!("select exists (select 1 from {} where {column} = $1)", table.name);
                let there: bool = found!(
                    &self.readers,
                    fetch_one,
                    sqlx::query_scalar(AssertSqlSafe(sql.as_str())).bind(person)
                );
                known.extend(there.then_some((table.name, column)));
            }
        }
        Ok(known)
    }

    /// Forgets somebody, who is this nameless number from now on.
    pub async fn forget_person<T: Texts>(
        &self,
        person: PersonId,
        nameless: PersonId,
        texts: &T,
    ) -> Result<Forgotten, T::Error> {
        let mut writing = self.writing().await?;
        // In the order in which everybody does: the tables first, then what is said to somebody.
        hold_games(&mut writing, person).await?;
        writing.hold([person.0]).await?;
        if is_busy(&mut writing, person).await? {
            return Ok(writing.leave(Forgotten::NotYet).await?);
        }
        for game in begun_by(&mut writing, person).await? {
            forget_set_up(&mut writing, game, texts).await?;
        }
        forget_circles(&mut writing, person, nameless).await?;
        // Once more: a contest may have sat them down at a table meanwhile. It cannot any more, now that its text is written.
        if !forget_texts(&mut writing, person, texts).await? || is_busy(&mut writing, person).await? {
            return Ok(writing.leave(Forgotten::NotYet).await?);
        }
        let all = COPIED.iter().flat_map(forgetting);
        for sql in BESIDE.map(str::to_owned).into_iter().chain(all) {
            does(&mut writing, &sql, (person, nameless)).await?;
        }
        writing.commit().await?;
        self.scrub().await?;
        Ok(Forgotten::Done)
    }

    /// What a file still holds of what was deleted goes: the log of changes beside it begins anew. If somebody reads in it just
    /// now, that is for the next time.
    pub async fn scrub(&self) -> Result<(), StoreError> {
        if let Home::Sqlite((writer, _)) = &self.door {
            let mut apart = writer.apart().await?;
            sqlx::query("pragma wal_checkpoint(truncate)").execute(&mut apart).await?;
            apart.close().await?;
        }
        Ok(())
    }
}

/// By which statements a table forgets the person `$1`: their rows go, or have the number `$2`, and no name.
fn forgetting(table: &CopiedTable) -> Vec<String> {
    let name = table.name;
    let people = || table.of_kind(ColumnKind::Person);
    if table.private {
        let all = people().chain(table.of_kind(ColumnKind::Place));
        return all.map(|column| format!("delete from {name} where {column} = $1")).collect();
    }
    let names: Vec<String> =
        table.of_kind(ColumnKind::Name).map(|column| format!(", {column} = ''")).collect();
    let nameless = names.concat();
    let people =
        people().map(|column| format!("update {name} set {column} = $2{nameless} where {column} = $1"));
    let places = table.of_kind(ColumnKind::Place);
    people
        .chain(places.map(|column| format!("update {name} set {column} = $2 where {column} = $1")))
        .collect()
}

/// Nobody else writes to tables that go on without them, or of which they are still to be told, until this is done.
async fn hold_games(writing: &mut Writing<'_>, person: PersonId) -> Result<(), StoreError> {
    let sql = "select game_id from game where game_id in (
             select game_id from game where owner = $1 and status <> 'over'
             union select game_id from participant join game using (game_id) where person = $1 and status <> 'over'
             union select game_id from wait where state like '%' || cast($1 as text) || '%'
             union select game_id from notice where person = $1 and status = 'waiting')
         order by game_id for update";
    if let Home::Postgres(on) = writing.on() {
        soon(sqlx::query(sql).bind(person).execute(on)).await?;
    }
    Ok(())
}

/// Does this with a person, and who they are from now on.
async fn does(
    writing: &mut Writing<'_>,
    sql: &str,
    (person, nameless): (PersonId, PersonId),
) -> Result<(), StoreError> {
    changed!(writing.on(), {
        let by = sqlx::query(AssertSqlSafe(sql)).bind(person);
        if sql.contains("$2") { by.bind(nameless) } else { by }
    });
    Ok(())
}

/// Whether something goes on in which they take part, or a game of theirs is still to be counted.
async fn is_busy(writing: &mut Writing<'_>, person: PersonId) -> Result<bool, StoreError> {
    let sql =
        "select exists (select 1 from seat join game using (game_id) where person = $1 and status <> 'over')
             or exists (select 1 from wait where person = $1)
             or exists (select 1 from participant join result using (game_id)
                        where person = $1 and rated and (counted is null or counted < 0))";
    Ok(found!(writing.on(), fetch_one, sqlx::query_scalar(sql).bind(person)))
}

/// A game that somebody began, and where they sat then.
struct Begun {
    game: GameId,
    seats: Vec<i64>,
}

/// The games that somebody began: whoever took a seat over is in no set-up.
async fn begun_by(writing: &mut Writing<'_>, person: PersonId) -> Result<Vec<Begun>, StoreError> {
    let sql = "select game_id, seat from participant as own
         where person = $1 and (nth = 1 or nth = 0 and not exists (
             select 1 from participant as first
             where first.game_id = own.game_id and first.seat = own.seat and first.nth = 1))
         union
         select game_id, seat from seat as own
         where person = $1 and not exists (
             select 1 from participant as first where first.game_id = own.game_id and first.seat = own.seat)
         order by 1, 2";
    let rows: Vec<(GameId, i64)> = found!(writing.on(), fetch_all, sqlx::query_as(sql).bind(person));
    let mut games: Vec<Begun> = Vec::new();
    for (game, seat) in rows {
        match games.last_mut().filter(|last| last.game == game) {
            Some(last) => last.seats.push(seat),
            None => games.push(Begun { game, seats: vec![seat] }),
        }
    }
    Ok(games)
}

async fn forget_set_up<T: Texts>(
    writing: &mut Writing<'_>,
    Begun { game, seats }: Begun,
    texts: &T,
) -> Result<(), T::Error> {
    let sql = "select action, secret from entry join game using (game_id) where game_id = $1 and number = 0";
    let kept: Option<(String, String)> = read(writing, game, sql).await?;
    let Some((set_up, secret)) = kept else { return Ok(()) };
    let (set_up, secret) = texts.set_up(game, (&set_up, &secret), &seats)?;
    for (sql, text) in [
        ("update entry set action = $2 where game_id = $1 and number = 0", set_up),
        ("update game set secret = $2 where game_id = $1", secret),
    ] {
        write(writing, sql, game, text).await?;
    }
    for seat in seats {
        let sql = "update seat set word = '' where game_id = $1 and seat = cast($2 as bigint)";
        write(writing, sql, game, seat.to_string()).await?;
    }
    Ok(())
}

async fn read(
    writing: &mut Writing<'_>,
    game: GameId,
    sql: &'static str,
) -> Result<Option<(String, String)>, StoreError> {
    Ok(found!(writing.on(), fetch_optional, sqlx::query_as(sql).bind(game)))
}

async fn write(
    writing: &mut Writing<'_>,
    sql: &'static str,
    game: GameId,
    text: String,
) -> Result<(), StoreError> {
    changed!(writing.on(), sqlx::query(sql).bind(game).bind(text));
    Ok(())
}

/// Those who play each other again and again are known by their numbers in order: so they are still.
async fn forget_circles(
    writing: &mut Writing<'_>,
    person: PersonId,
    nameless: PersonId,
) -> Result<(), StoreError> {
    let sql = "select game_id, circle from result where circle is not null
         and game_id in (select game_id from participant where person = $1)";
    let circles: Vec<(GameId, String)> = found!(writing.on(), fetch_all, sqlx::query_as(sql).bind(person));
    for (game, circle) in circles {
        let anew = |number: i64| if number == person.0 { nameless.0 } else { number };
        let numbers = circle.split(' ').filter_map(|number| number.parse().ok()).map(anew);
        let numbers: Vec<String> = numbers.collect::<BTreeSet<i64>>().iter().map(i64::to_string).collect();
        write(writing, "update result set circle = $2 where game_id = $1", game, numbers.join(" ")).await?;
    }
    Ok(())
}

/// Forgets them in the texts of what goes on, and of contests; false if somebody was faster.
async fn forget_texts<T: Texts>(
    writing: &mut Writing<'_>,
    person: PersonId,
    texts: &T,
) -> Result<bool, T::Error> {
    for (game, guard, state) in waits_with(writing, person).await? {
        let Some(state) = texts.waiting(game, &state)? else { continue };
        let sql = "update wait set state = $3, guard = guard + 1 where game_id = $1 and guard = $2";
        if !rewrite(writing, sql, (game.0, guard), &state).await? {
            return Ok(false);
        }
    }
    for (notice, game, body) in waiting_news(writing).await? {
        let Some(body) = texts.news(game, &body)? else { continue };
        // One that is said by now needs nothing more.
        let sql = "update notice set body = $3, status = case when $3 = '' then 'given_up' else status end
             where notice_id = $1 and game_id = $2 and status = 'waiting'";
        rewrite(writing, sql, (notice.0, game.0), &body).await?;
    }
    for (server, acts) in acts_with(writing, person).await? {
        for (number, body) in texts.acts(server, &acts)? {
            let sql = "update act set body = $3 where server = $1 and number = $2";
            rewrite(writing, sql, (server.0, number), &body).await?;
        }
    }
    for (contest, revision, status, state, organiser) in contests(writing).await? {
        let Some(state) = texts.contest(contest, &state, status, organiser == person)? else { continue };
        let sql = "update contest set state = $3, revision = revision + 1,
                        look_at = 0
             where contest_id = $1 and revision = $2";
        if !rewrite(writing, sql, (contest.0, revision.0), &state).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Tables that wait for somebody, and in which the number of a person may be.
async fn waits_with(
    writing: &mut Writing<'_>,
    person: PersonId,
) -> Result<Vec<(GameId, i64, String)>, StoreError> {
    let sql = "select game_id, guard, state from wait where state like '%' || cast($1 as text) || '%'";
    Ok(found!(writing.on(), fetch_all, sqlx::query_as(sql).bind(person)))
}

async fn waiting_news(writing: &mut Writing<'_>) -> Result<Vec<(NoticeId, GameId, String)>, StoreError> {
    let sql = "select notice_id, game_id, body from notice where status = 'waiting' order by notice_id";
    Ok(found!(writing.on(), fetch_all, sqlx::query_as(sql)))
}

/// What moderators did on the servers where somebody did something or something was done to them.
async fn acts_with(
    writing: &mut Writing<'_>,
    person: PersonId,
) -> Result<BTreeMap<ServerId, Vec<(i64, bool, String)>>, StoreError> {
    let sql = "select server, number, person, body from act where server in (
             select server from act where person = $1 or body like '%' || cast($1 as text) || '%')
         order by server, number";
    let rows: Vec<(ServerId, i64, PersonId, String)> =
        found!(writing.on(), fetch_all, sqlx::query_as(sql).bind(person));
    let mut acts: BTreeMap<ServerId, Vec<(i64, bool, String)>> = BTreeMap::new();
    for (server, number, by, body) in rows {
        acts.entry(server).or_default().push((number, by == person, body));
    }
    Ok(acts)
}

type KeptContest = (ContestId, Revision, TableStatus, String, PersonId);

async fn contests(writing: &mut Writing<'_>) -> Result<Vec<KeptContest>, StoreError> {
    let sql = "select contest_id, revision, status, state, organiser from contest order by contest_id";
    Ok(found!(writing.on(), fetch_all, sqlx::query_as(sql)))
}

/// Writes another text, if whatever it belongs to is as it was seen.
async fn rewrite(
    writing: &mut Writing<'_>,
    sql: &'static str,
    (which, seen): (i64, i64),
    text: &str,
) -> Result<bool, StoreError> {
    Ok(changed!(writing.on(), sqlx::query(sql).bind(which).bind(seen).bind(text)) == 1)
}
