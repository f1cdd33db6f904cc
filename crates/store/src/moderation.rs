//! Moderation acts: written with the change they describe, and numbered per guild.

use super::store::ModerationActs;
use super::transaction::WriteTransaction;
use super::{GuildId, PersonId, StoreError, Timestamp};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAct {
    pub guild: GuildId,
    pub person: PersonId,
    pub at: Timestamp,
    /// JSON, opaque to the store.
    pub body: String,
    pub undone_act: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct ActRow {
    pub number: i64,
    pub at: Timestamp,
    pub person: PersonId,
    /// JSON, opaque to the store.
    pub body: String,
    pub undone_by: Option<i64>,
}

impl ModerationActs<'_> {
    /// Returns acts of a guild with numbers below `before`, the newest first.
    pub async fn list(
        self,
        guild: GuildId,
        before: i64,
        limit: u32,
    ) -> Result<Vec<ActRow>, StoreError> {
        let sql = "select number, at, person, body, undone_by from moderation_act
             where guild = $1 and number < $2 order by number desc limit $3";
        self.store
            .fetch_all(sql, (guild, before, i64::from(limit)))
            .await
    }
}

/// Inserts an act and returns its number. Returns `None` if the act that it undoes has already been
/// undone.
pub(super) async fn insert_act(
    transaction: &mut WriteTransaction<'_>,
    act: &NewAct,
) -> Result<Option<i64>, StoreError> {
    // Serializes the numbering per guild. No channel has a negative id.
    transaction.lock_channels([-act.guild.0]).await?;
    let sql = "insert into moderation_act (guild, number, at, person, body)
         select $1, coalesce(max(number), 0) + 1, $2, $3, $4 from moderation_act where guild = $1 returning number";
    let number: i64 = transaction
        .fetch_scalar(sql, (act.guild, act.at, act.person, &act.body))
        .await?;
    if let Some(undone) = act.undone_act {
        let sql = "update moderation_act set undone_by = $3 where guild = $1 and number = $2 and undone_by is null";
        let undone_act = transaction
            .execute_counted(sql, (act.guild, undone, number))
            .await?
            == 1;
        return Ok(undone_act.then_some(number));
    }
    Ok(Some(number))
}
