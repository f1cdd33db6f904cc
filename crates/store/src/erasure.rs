//! Erases a person. An anonymous id replaces the person's id in every column that holds ids of
//! people (see [`COPIED_TABLES`]), and private rows are deleted. The erasure is one transaction,
//! and nothing is kept that leads back to the person.
//!
//! The caller has made the person leave everything that is unfinished. If they have joined
//! something since, nothing is written.

use std::collections::BTreeSet;

use sqlx::AssertSqlSafe;

use super::query::{Database, with_timeout};
use super::schema::{COPIED_TABLES, ColumnKind, CopiedTable};
use super::store::ErasureRepository;
use super::transaction::WriteTransaction;
use super::{
    ChannelId, ContestId, GuildId, NoticeId, PersonId, Revision, StoreError, TableId, TableStatus,
};

/// The stored set-up of a game and the secret that is mixed into its seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetUpText {
    pub set_up: String,
    pub secret: String,
}

/// The stored text of an act of moderation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModerationText {
    /// The number of the act in its guild.
    pub number: i64,
    /// The person who did it.
    pub person: PersonId,
    pub body: String,
}

/// Removes a person from stored text, whose format only the implementor knows. Methods with an
/// optional result return `None` if the text does not mention the person.
pub trait TextRedactor: Sync {
    type Error: From<StoreError> + Send;

    /// Returns the set-up and secret to store for a game that the person began in these seats.
    fn redact_set_up(
        &self,
        table_id: TableId,
        text: &SetUpText,
        seats: &[i64],
    ) -> Result<SetUpText, Self::Error>;

    fn redact_wait(&self, table_id: TableId, state: &str) -> Result<Option<String>, Self::Error>;

    /// Returns the new text of a notice, which is empty if the notice must not be sent any more.
    fn redact_notice(&self, table_id: TableId, body: &str) -> Result<Option<String>, Self::Error>;

    /// Returns the acts of a guild whose text changes, with their new text.
    fn redact_acts(
        &self,
        guild: GuildId,
        acts: &[ModerationText],
    ) -> Result<Vec<ModerationText>, Self::Error>;

    fn redact_contest(
        &self,
        contest: ContestId,
        state: &str,
        status: TableStatus,
        opened: bool,
    ) -> Result<Option<String>, Self::Error>;
}

/// The outcome of an erasure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErasureOutcome {
    Done,
    /// Nothing was written, because the person or guild cannot be erased yet. A table is
    /// unfinished, a game is still to be rated, the guild has the bot again, or the data changed
    /// meanwhile.
    NotYet,
}

/// Statements that erase what replacing the id `$1` in columns leaves: notices to the person, names
/// under which computers continue their seats, and the channels of their lessons.
const ERASE_UNKEYED: [&str; 7] = [
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

impl ErasureRepository<'_> {
    /// Returns all names that a person has used.
    pub async fn list_names(self, person: PersonId) -> Result<Vec<String>, StoreError> {
        let sql = "select name from seat where person = $1 union select name from participant where person = $1";
        self.store.fetch_scalars(sql, (person,)).await
    }

    /// Returns unfinished games that a person has left.
    pub async fn list_left_games(self, person: PersonId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select distinct table_id from participant join game_table using (table_id)
             where person = $1 and status <> 'over' order by table_id";
        self.store.fetch_scalars(sql, (person,)).await
    }

    pub async fn list_watches_of_person(
        self,
        person: PersonId,
    ) -> Result<Vec<(TableId, ChannelId)>, StoreError> {
        let sql =
            "select table_id, channel from watch where person = $1 order by table_id, channel";
        self.store.fetch_all(sql, (person,)).await
    }

    /// Returns the tables and columns that contain the id of a person.
    pub async fn find_references(
        self,
        person: PersonId,
    ) -> Result<Vec<(&'static str, &'static str)>, StoreError> {
        let mut known = Vec::new();
        for table in &COPIED_TABLES {
            for column in table
                .columns_of_kind(ColumnKind::Person)
                .chain(table.columns_of_kind(ColumnKind::ChannelOrPerson))
            {
                let sql = format!(
                    "select exists (select 1 from {} where {column} = $1)",
                    table.name
                );
                let there: bool = self
                    .store
                    .fetch_scalar(AssertSqlSafe(sql.as_str()), (person,))
                    .await?;
                known.extend(there.then_some((table.name, column)));
            }
        }
        Ok(known)
    }

    /// Erases a person, whose id becomes `anonymous_id`.
    pub async fn forget_person<T: TextRedactor>(
        self,
        person: PersonId,
        anonymous_id: PersonId,
        texts: &T,
    ) -> Result<ErasureOutcome, T::Error> {
        let mut transaction = self.store.begin().await?;
        // Every transaction locks in this order: tables first, then destinations.
        lock_affected_tables(&mut transaction, person).await?;
        transaction.lock_channels([person.0]).await?;
        if is_busy(&mut transaction, person).await? {
            return Ok(transaction.rollback(ErasureOutcome::NotYet).await?);
        }
        redact_set_ups(&mut transaction, person, texts).await?;
        redact_player_sets(&mut transaction, person, anonymous_id).await?;
        // A contest may have seated the person since the first check. `redact_texts` writes its row,
        // and so locks it: this check is final.
        if !redact_texts(&mut transaction, person, texts).await?
            || is_busy(&mut transaction, person).await?
        {
            return Ok(transaction.rollback(ErasureOutcome::NotYet).await?);
        }
        let all = COPIED_TABLES.iter().flat_map(erasure_statements);
        for sql in ERASE_UNKEYED.map(str::to_owned).into_iter().chain(all) {
            execute_erasure(&mut transaction, sql, person.0, anonymous_id.0).await?;
        }
        transaction.commit().await?;
        self.truncate_wal().await?;
        Ok(ErasureOutcome::Done)
    }

    /// Truncates the write-ahead log, which may still contain deleted rows. If a reader prevents
    /// it, the next call does it.
    pub async fn truncate_wal(self) -> Result<(), StoreError> {
        if let Database::Sqlite((writer, _)) = &self.store.writers {
            sqlx::query("pragma wal_checkpoint(truncate)")
                .execute(writer)
                .await?;
        }
        Ok(())
    }
}

/// Returns the statements that erase the person `$1` from a table, or replace the id by `$2`.
fn erasure_statements(table: &CopiedTable) -> Vec<String> {
    let name = table.name;
    let texts: Vec<String> = table
        .columns_of_kind(ColumnKind::PersonText)
        .map(|column| format!(", {column} = ''"))
        .collect();
    let without_texts = texts.concat();
    let mut statements = Vec::new();
    for column in table.columns_of_kind(ColumnKind::Person) {
        statements.push(if table.private {
            format!("delete from {name} where {column} = $1")
        } else {
            format!("update {name} set {column} = $2{without_texts} where {column} = $1")
        });
    }
    for column in table.columns_of_kind(ColumnKind::ChannelOrPerson) {
        statements.push(if table.private {
            format!("delete from {name} where {column} = $1")
        } else {
            format!("update {name} set {column} = $2 where {column} = $1")
        });
    }
    statements
}

/// Locks the tables that the erasure changes: unfinished ones that the person opened or left, those
/// whose wait mentions the person, and those with waiting notices for the person.
async fn lock_affected_tables(
    transaction: &mut WriteTransaction<'_>,
    person: PersonId,
) -> Result<(), StoreError> {
    let sql = "select table_id from game_table where table_id in (
             select table_id from game_table where owner = $1 and status <> 'over'
             union select table_id from participant join game_table using (table_id) where person = $1 and status <> 'over'
             union select table_id from wait where state like '%' || cast($1 as text) || '%'
             union select table_id from notice where person = $1 and status = 'waiting')
         order by table_id for update";
    if let Database::Postgres(connection) = transaction.connection() {
        with_timeout(sqlx::query(sql).bind(person).execute(connection)).await?;
    }
    Ok(())
}

/// Executes a statement with the id `$1`, and with its replacement `$2` if the statement uses it.
pub(super) async fn execute_erasure(
    transaction: &mut WriteTransaction<'_>,
    sql: String,
    number: i64,
    anonymous_id: i64,
) -> Result<(), StoreError> {
    if sql.contains("$2") {
        let args = (number, anonymous_id);
        transaction.execute(AssertSqlSafe(sql), args).await
    } else {
        transaction.execute(AssertSqlSafe(sql), (number,)).await
    }
}

/// Returns whether the person has an unfinished table, or a game that is still to be rated.
async fn is_busy(
    transaction: &mut WriteTransaction<'_>,
    person: PersonId,
) -> Result<bool, StoreError> {
    let sql =
        "select exists (select 1 from seat join game_table using (table_id) where person = $1 and status <> 'over')
             or exists (select 1 from wait where person = $1)
             or exists (select 1 from participant join result using (table_id)
                        where person = $1 and rated and rating_order is null)";
    transaction.fetch_scalar(sql, (person,)).await
}

/// Redacts the set-ups of games in which the person had a seat from the start. Players who joined
/// later are not in the set-up.
async fn redact_set_ups<T: TextRedactor>(
    transaction: &mut WriteTransaction<'_>,
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
    let rows: Vec<(TableId, i64)> = transaction.fetch_all(sql, (person,)).await?;
    for seats_of_table in rows.chunk_by(|(left, _), (right, _)| left == right) {
        let table_id = seats_of_table[0].0;
        let seats = seats_of_table
            .iter()
            .map(|(_, seat)| *seat)
            .collect::<Vec<i64>>();
        let sql = "select action, secret from log_entry join game_table using (table_id) where table_id = $1 and number = 0";
        let kept: Option<(String, String)> = transaction.fetch_optional(sql, (table_id,)).await?;
        let Some((set_up, secret)) = kept else {
            continue;
        };
        let redacted = texts.redact_set_up(table_id, &SetUpText { set_up, secret }, &seats)?;
        let sql = "update log_entry set action = $2 where table_id = $1 and number = 0";
        transaction
            .execute(sql, (table_id, redacted.set_up))
            .await?;
        let sql = "update game_table set secret = $2 where table_id = $1";
        transaction
            .execute(sql, (table_id, redacted.secret))
            .await?;
        for seat in seats {
            let sql = "update seat set word = '' where table_id = $1 and seat = $2";
            transaction.execute(sql, (table_id, seat)).await?;
        }
    }
    Ok(())
}

/// Replaces the id in player sets, and keeps each set sorted.
async fn redact_player_sets(
    transaction: &mut WriteTransaction<'_>,
    person: PersonId,
    anonymous_id: PersonId,
) -> Result<(), StoreError> {
    let sql = "select table_id, player_set from result where player_set is not null
         and table_id in (select table_id from participant where person = $1)";
    let circles: Vec<(TableId, String)> = transaction.fetch_all(sql, (person,)).await?;
    for (table_id, player_set) in circles {
        let mut ids: BTreeSet<i64> = player_set
            .split(' ')
            .filter_map(|id| id.parse().ok())
            .collect();
        if ids.remove(&person.0) {
            ids.insert(anonymous_id.0);
        }
        let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
        let sql = "update result set player_set = $2 where table_id = $1";
        transaction.execute(sql, (table_id, ids.join(" "))).await?;
    }
    Ok(())
}

/// Redacts texts of waits, notices, acts and contests. Returns false if one of them changed
/// meanwhile.
async fn redact_texts<T: TextRedactor>(
    transaction: &mut WriteTransaction<'_>,
    person: PersonId,
    texts: &T,
) -> Result<bool, T::Error> {
    let sql =
        "select table_id, version, state from wait where state like '%' || cast($1 as text) || '%'";
    let waits: Vec<(TableId, i64, String)> = transaction.fetch_all(sql, (person,)).await?;
    for (table_id, version, state) in waits {
        let Some(state) = texts.redact_wait(table_id, &state)? else {
            continue;
        };
        let sql = "update wait set state = $3, version = version + 1 where table_id = $1 and version = $2";
        let changed = transaction
            .execute_counted(sql, (table_id, version, &state))
            .await?;
        if changed != 1 {
            return Ok(false);
        }
    }
    let sql =
        "select notice_id, table_id, body from notice where status = 'waiting' order by notice_id";
    let news: Vec<(NoticeId, TableId, String)> = transaction.fetch_all(sql, ()).await?;
    for (notice, table_id, body) in news {
        let Some(body) = texts.redact_notice(table_id, &body)? else {
            continue;
        };
        // A notice that was sent meanwhile is empty already.
        let sql = "update notice set body = $2, status = case when $2 = '' then 'given_up' else status end
             where notice_id = $1 and status = 'waiting'";
        transaction.execute(sql, (notice, &body)).await?;
    }
    // All acts of each guild in which the person acted or an act mentions the person.
    let sql = "select guild, number, person, body from moderation_act where guild in (
             select guild from moderation_act where person = $1 or body like '%' || cast($1 as text) || '%')
         order by guild, number";
    let acts: Vec<(GuildId, i64, PersonId, String)> = transaction.fetch_all(sql, (person,)).await?;
    for acts in acts.chunk_by(|left, right| left.0 == right.0) {
        let guild = acts[0].0;
        let acts: Vec<ModerationText> = acts
            .iter()
            .map(|(_, number, person, body)| ModerationText {
                number: *number,
                person: *person,
                body: body.clone(),
            })
            .collect();
        for act in texts.redact_acts(guild, &acts)? {
            let sql = "update moderation_act set body = $3 where guild = $1 and number = $2";
            transaction
                .execute(sql, (guild, act.number, &act.body))
                .await?;
        }
    }
    let sql =
        "select contest_id, revision, status, state, organiser from contest order by contest_id";
    let contests: Vec<(ContestId, Revision, TableStatus, String, PersonId)> =
        transaction.fetch_all(sql, ()).await?;
    for (contest, revision, status, state, organiser) in contests {
        let Some(state) = texts.redact_contest(contest, &state, status, organiser == person)?
        else {
            continue;
        };
        let sql = "update contest set state = $3, revision = revision + 1, check_at = 0
             where contest_id = $1 and revision = $2";
        let changed = transaction
            .execute_counted(sql, (contest, revision, &state))
            .await?;
        if changed != 1 {
            return Ok(false);
        }
    }
    Ok(true)
}
