//! Forgetting a person: their number gives way to one that is nobody's, in every column that holds one ([`COPIED`] says which
//! do), and what was theirs alone goes. Nothing is kept that leads back. It is one transaction: all of it happens, or nothing.
//!
//! Whoever asks for it has made them leave everything that goes on. If they sit somewhere again by then, nothing is written.

use std::collections::BTreeSet;

use sqlx::AssertSqlSafe;

use super::columns::{COPIED, ColumnKind, CopiedTable};
use super::query::{Database, query, query_as, query_scalar, soon};
use super::transaction::WriteTransaction;
use super::{
    ChannelId, ContestId, GuildId, NoticeId, PersonId, Revision, Store, StoreError, TableId,
    TableStatus,
};

/// The texts in which people are, for whoever knows what they say. Each is given as it is kept, and nothing comes back for one
/// that says nothing of the person.
pub trait Texts: Sync {
    /// Why a text cannot be read or written.
    type Error: From<StoreError> + Send;

    /// The set-up of a game that they began on these seats, and what was drawn for its chance: what both are from now on.
    fn set_up(
        &self,
        game: TableId,
        kept: (&str, &str),
        seats: &[i64],
    ) -> Result<(String, String), Self::Error>;

    /// Whom a table waits for.
    fn waiting(&self, game: TableId, state: &str) -> Result<Option<String>, Self::Error>;

    /// What is still to be said; an empty text if it is not said any more.
    fn news(&self, game: TableId, body: &str) -> Result<Option<String>, Self::Error>;

    /// What moderators did on a server: the number of each act, whether it was they, and what it says. Those that say something
    /// else from now on.
    fn acts(
        &self,
        guild: GuildId,
        acts: &[(i64, bool, String)],
    ) -> Result<Vec<(i64, String)>, Self::Error>;

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
         where gone.table_id = seat.table_id and gone.seat = seat.seat and gone.name = seat.name
           and gone.person = $1 and gone.holder_number > 0)",
    "update participant set name = '' where person is null and exists (
         select 1 from participant as gone
         where gone.table_id = participant.table_id and gone.seat = participant.seat and gone.name = participant.name
           and gone.person = $1 and gone.holder_number > 0)",
    "delete from unwritable_channel where channel in (select channel from game_table where owner = $1 and guild = 0 and channel <> 0)",
    "delete from standing_message where table_id in (select table_id from game_table where owner = $1 and guild = 0 and channel <> 0)",
    "update notice set channel = $2, status = case when status = 'waiting' then 'given_up' else status end, body = '',
         message = null
     where table_id in (select table_id from game_table where owner = $1 and guild = 0 and channel <> 0)",
    "update game_table set channel = $2 where owner = $1 and guild = 0 and channel <> 0",
];

/// Erasure of a person from every table.
#[derive(Clone, Copy, Debug)]
pub struct ErasureRepository<'a> {
    pub(crate) store: &'a Store,
}

impl ErasureRepository<'_> {
    /// What somebody is called, and was, wherever they played.
    pub async fn names_of(self, person: PersonId) -> Result<Vec<String>, StoreError> {
        let sql = "select name from seat where person = $1 union select name from participant where person = $1";
        query_scalar(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// Games that go on without somebody who gave them up.
    pub async fn left_by(self, person: PersonId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select distinct table_id from participant join game_table using (table_id)
             where person = $1 and status <> 'over' order by table_id";
        query_scalar(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// Where somebody follows tables, and which.
    pub async fn watches_of(
        self,
        person: PersonId,
    ) -> Result<Vec<(TableId, ChannelId)>, StoreError> {
        let sql =
            "select table_id, channel from watch where person = $1 order by table_id, channel";
        query_as(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// Where the number of somebody stands: table and column.
    pub async fn where_known(
        self,
        person: PersonId,
    ) -> Result<Vec<(&'static str, &'static str)>, StoreError> {
        let mut known = Vec::new();
        for table in &COPIED {
            for column in table
                .of_kind(ColumnKind::Person)
                .chain(table.of_kind(ColumnKind::Place))
            {
                let sql = format!(
                    "select exists (select 1 from {} where {column} = $1)",
                    table.name
                );
                let there: bool = query_scalar(AssertSqlSafe(sql.as_str()))
                    .bind(person)
                    .fetch_one(self.store.readers())
                    .await?;
                known.extend(there.then_some((table.name, column)));
            }
        }
        Ok(known)
    }

    /// Forgets somebody, who is this nameless number from now on.
    pub async fn forget_person<T: Texts>(
        self,
        person: PersonId,
        nameless: PersonId,
        texts: &T,
    ) -> Result<Forgotten, T::Error> {
        let mut writing = self.store.writing().await?;
        // In the order in which everybody does: the tables first, then what is said to somebody.
        hold_games(&mut writing, person).await?;
        writing.lock_channels([person.0]).await?;
        if is_busy(&mut writing, person).await? {
            return Ok(writing.rollback(Forgotten::NotYet).await?);
        }
        forget_set_ups(&mut writing, person, texts).await?;
        forget_in_player_sets(&mut writing, person, nameless).await?;
        // Once more: a contest may have sat them down at a table meanwhile. It cannot any more, now that its text is written.
        if !forget_in_texts(&mut writing, person, texts).await?
            || is_busy(&mut writing, person).await?
        {
            return Ok(writing.rollback(Forgotten::NotYet).await?);
        }
        let all = COPIED.iter().flat_map(forgetting);
        for sql in BESIDE.map(str::to_owned).into_iter().chain(all) {
            forget(&mut writing, sql, person.0, nameless.0).await?;
        }
        writing.commit().await?;
        self.scrub().await?;
        Ok(Forgotten::Done)
    }

    /// What a file still holds of what was deleted goes: the log of changes beside it begins anew. If somebody reads in it just
    /// now, that is for the next time.
    pub async fn scrub(self) -> Result<(), StoreError> {
        if let Database::Sqlite((writer, _)) = &self.store.door {
            sqlx::query("pragma wal_checkpoint(truncate)")
                .execute(writer)
                .await?;
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
        return all
            .map(|column| format!("delete from {name} where {column} = $1"))
            .collect();
    }
    let names: Vec<String> = table
        .of_kind(ColumnKind::Name)
        .map(|column| format!(", {column} = ''"))
        .collect();
    let nameless = names.concat();
    let people = people()
        .map(|column| format!("update {name} set {column} = $2{nameless} where {column} = $1"));
    let places = table.of_kind(ColumnKind::Place);
    people
        .chain(places.map(|column| format!("update {name} set {column} = $2 where {column} = $1")))
        .collect()
}

/// Nobody else writes to tables that go on without them, or of which they are still to be told, until this is done.
async fn hold_games(
    writing: &mut WriteTransaction<'_>,
    person: PersonId,
) -> Result<(), StoreError> {
    let sql = "select table_id from game_table where table_id in (
             select table_id from game_table where owner = $1 and status <> 'over'
             union select table_id from participant join game_table using (table_id) where person = $1 and status <> 'over'
             union select table_id from wait where state like '%' || cast($1 as text) || '%'
             union select table_id from notice where person = $1 and status = 'waiting')
         order by table_id for update";
    if let Database::Postgres(on) = writing.on() {
        soon(sqlx::query(sql).bind(person).execute(on)).await?;
    }
    Ok(())
}

/// Executes a statement for a number `$1`, which gives way to `$2` if the statement names that.
pub(super) async fn forget(
    writing: &mut WriteTransaction<'_>,
    sql: String,
    number: i64,
    nameless: i64,
) -> Result<(), StoreError> {
    let named = sql.contains("$2");
    let forgetting = query(AssertSqlSafe(sql)).bind(number);
    let forgetting = if named {
        forgetting.bind(nameless)
    } else {
        forgetting
    };
    forgetting.execute(writing.on()).await.map(drop)
}

/// Whether something goes on in which they take part, or a game of theirs is still to be counted.
async fn is_busy(writing: &mut WriteTransaction<'_>, person: PersonId) -> Result<bool, StoreError> {
    let sql =
        "select exists (select 1 from seat join game_table using (table_id) where person = $1 and status <> 'over')
             or exists (select 1 from wait where person = $1)
             or exists (select 1 from participant join result using (table_id)
                        where person = $1 and rated and rating_order is null)";
    query_scalar(sql).bind(person).fetch_one(writing.on()).await
}

/// Forgets them in the set-ups of games that they began: a person who took a seat over is in no set-up.
async fn forget_set_ups<T: Texts>(
    writing: &mut WriteTransaction<'_>,
    person: PersonId,
    texts: &T,
) -> Result<(), T::Error> {
    let sql = "select table_id, seat from participant as own
         where person = $1 and (holder_number = 1 or holder_number = 0 and not exists (
             select 1 from participant as first
             where first.table_id = own.table_id and first.seat = own.seat and first.holder_number = 1))
         union
         select table_id, seat from seat as own
         where person = $1 and not exists (
             select 1 from participant as first where first.table_id = own.table_id and first.seat = own.seat)
         order by 1, 2";
    let rows: Vec<(TableId, i64)> = query_as(sql).bind(person).fetch_all(writing.on()).await?;
    for begun in rows.chunk_by(|(one, _), (other, _)| one == other) {
        let game = begun[0].0;
        let seats = begun.iter().map(|(_, seat)| *seat).collect::<Vec<i64>>();
        let sql = "select action, secret from log_entry join game_table using (table_id) where table_id = $1 and number = 0";
        let kept: Option<(String, String)> = query_as(sql)
            .bind(game)
            .fetch_optional(writing.on())
            .await?;
        let Some((set_up, secret)) = kept else {
            continue;
        };
        let (set_up, secret) = texts.set_up(game, (&set_up, &secret), &seats)?;
        let sql = "update log_entry set action = $2 where table_id = $1 and number = 0";
        query(sql)
            .bind(game)
            .bind(set_up)
            .execute(writing.on())
            .await?;
        let sql = "update game_table set secret = $2 where table_id = $1";
        query(sql)
            .bind(game)
            .bind(secret)
            .execute(writing.on())
            .await?;
        for seat in seats {
            let sql = "update seat set word = '' where table_id = $1 and seat = $2";
            query(sql)
                .bind(game)
                .bind(seat)
                .execute(writing.on())
                .await?;
        }
    }
    Ok(())
}

/// Those who play each other again and again are known by their numbers in order: so they are still.
async fn forget_in_player_sets(
    writing: &mut WriteTransaction<'_>,
    person: PersonId,
    nameless: PersonId,
) -> Result<(), StoreError> {
    let sql = "select table_id, player_set from result where player_set is not null
         and table_id in (select table_id from participant where person = $1)";
    let circles: Vec<(TableId, String)> =
        query_as(sql).bind(person).fetch_all(writing.on()).await?;
    for (game, circle) in circles {
        let anew = |number: i64| {
            if number == person.0 {
                nameless.0
            } else {
                number
            }
        };
        let numbers = circle
            .split(' ')
            .filter_map(|number| number.parse().ok())
            .map(anew);
        let numbers: Vec<String> = numbers
            .collect::<BTreeSet<i64>>()
            .iter()
            .map(i64::to_string)
            .collect();
        let sql = "update result set player_set = $2 where table_id = $1";
        query(sql)
            .bind(game)
            .bind(numbers.join(" "))
            .execute(writing.on())
            .await?;
    }
    Ok(())
}

/// Forgets them in the texts of what goes on, and of contests; false if one was changed meanwhile.
async fn forget_in_texts<T: Texts>(
    writing: &mut WriteTransaction<'_>,
    person: PersonId,
    texts: &T,
) -> Result<bool, T::Error> {
    let sql =
        "select table_id, version, state from wait where state like '%' || cast($1 as text) || '%'";
    let waits: Vec<(TableId, i64, String)> =
        query_as(sql).bind(person).fetch_all(writing.on()).await?;
    for (game, guard, state) in waits {
        let Some(state) = texts.waiting(game, &state)? else {
            continue;
        };
        let sql = "update wait set state = $3, version = version + 1 where table_id = $1 and version = $2";
        if query(sql)
            .bind(game)
            .bind(guard)
            .bind(&state)
            .execute(writing.on())
            .await?
            != 1
        {
            return Ok(false);
        }
    }
    let sql =
        "select notice_id, table_id, body from notice where status = 'waiting' order by notice_id";
    let news: Vec<(NoticeId, TableId, String)> = query_as(sql).fetch_all(writing.on()).await?;
    for (notice, game, body) in news {
        let Some(body) = texts.news(game, &body)? else {
            continue;
        };
        // One that is said by now needs nothing more.
        let sql = "update notice set body = $2, status = case when $2 = '' then 'given_up' else status end
             where notice_id = $1 and status = 'waiting'";
        query(sql)
            .bind(notice)
            .bind(&body)
            .execute(writing.on())
            .await?;
    }
    // What moderators did on the servers where the person did something, or something was done to them.
    let sql = "select guild, number, person, body from moderation_act where guild in (
             select guild from moderation_act where person = $1 or body like '%' || cast($1 as text) || '%')
         order by guild, number";
    let acts: Vec<(GuildId, i64, PersonId, String)> =
        query_as(sql).bind(person).fetch_all(writing.on()).await?;
    for acts in acts.chunk_by(|one, other| one.0 == other.0) {
        let guild = acts[0].0;
        let bodies: Vec<(i64, bool, String)> = acts
            .iter()
            .map(|(_, number, by, body)| (*number, *by == person, body.clone()))
            .collect();
        for (number, body) in texts.acts(guild, &bodies)? {
            let sql = "update moderation_act set body = $3 where guild = $1 and number = $2";
            query(sql)
                .bind(guild)
                .bind(number)
                .bind(&body)
                .execute(writing.on())
                .await?;
        }
    }
    let sql =
        "select contest_id, revision, status, state, organiser from contest order by contest_id";
    let contests: Vec<(ContestId, Revision, TableStatus, String, PersonId)> =
        query_as(sql).fetch_all(writing.on()).await?;
    for (contest, revision, status, state, organiser) in contests {
        let Some(state) = texts.contest(contest, &state, status, organiser == person)? else {
            continue;
        };
        let sql = "update contest set state = $3, revision = revision + 1, check_at = 0
             where contest_id = $1 and revision = $2";
        if query(sql)
            .bind(contest)
            .bind(revision)
            .bind(&state)
            .execute(writing.on())
            .await?
            != 1
        {
            return Ok(false);
        }
    }
    Ok(true)
}
