//! What moderators of a server did: written with what it changes, numbered on each server, and read again, the newest first.

use super::query::{query, query_as, query_scalar};
use super::transaction::WriteTransaction;
use super::{GuildId, PersonId, Store, StoreError, Timestamp};

/// An act that is to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAct {
    pub guild: GuildId,
    pub person: PersonId,
    pub at: Timestamp,
    /// What it is, for the room that knows.
    pub body: String,
    /// The act that it takes back, if it takes one back.
    pub undoes: Option<i64>,
}

/// An act as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct ActRow {
    /// Its number on its server.
    pub number: i64,
    pub at: Timestamp,
    pub person: PersonId,
    /// What it was, for the room that knows.
    pub body: String,
    /// The act that took it back, if one did.
    pub undone_by: Option<i64>,
}

/// What moderators of servers did.
#[derive(Clone, Copy, Debug)]
pub struct ModerationActs<'a> {
    pub(crate) store: &'a Store,
}

impl ModerationActs<'_> {
    /// The acts on a server that are older than this one, the newest first, at most so many.
    pub async fn list(
        self,
        guild: GuildId,
        before: i64,
        most: u32,
    ) -> Result<Vec<ActRow>, StoreError> {
        let sql = "select number, at, person, body, undone_by from moderation_act
             where guild = $1 and number < $2 order by number desc limit $3";
        query_as(sql)
            .bind(guild)
            .bind(before)
            .bind(i64::from(most))
            .fetch_all(self.store.readers())
            .await
    }
}

/// Keeps an act and says its number; none if what it takes back was taken back before.
pub(super) async fn write_act(
    writing: &mut WriteTransaction<'_>,
    act: &NewAct,
) -> Result<Option<i64>, StoreError> {
    // Acts of a server are numbered one after the other. No channel has a number below zero.
    writing.lock_channels([-act.guild.0]).await?;
    let sql = "insert into moderation_act (guild, number, at, person, body)
         select $1, coalesce(max(number), 0) + 1, $2, $3, $4 from moderation_act where guild = $1 returning number";
    let number: i64 = query_scalar(sql)
        .bind(act.guild)
        .bind(act.at)
        .bind(act.person)
        .bind(&act.body)
        .fetch_one(writing.on())
        .await?;
    if let Some(undone) = act.undoes {
        let sql = "update moderation_act set undone_by = $3 where guild = $1 and number = $2 and undone_by is null";
        let undoes = query(sql)
            .bind(act.guild)
            .bind(undone)
            .bind(number)
            .execute(writing.on())
            .await?
            == 1;
        return Ok(undoes.then_some(number));
    }
    Ok(Some(number))
}
