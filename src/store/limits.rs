//! How many tables a person has opened, and how many a channel has: counted where another is opened, so that of several at once no
//! more come through than may.

use super::transaction::Writing;
use super::{ChannelId, GameId, NewTable, PersonId, ServerId, Store, StoreError};

/// How many tables there may be with one that is opened; as many as anybody likes, where nothing is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableLimits {
    /// That one person has opened on a server.
    pub person: Option<i64>,
    /// In a channel with its threads.
    pub channel: Option<i64>,
}

/// Where there are as many tables as may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crowded {
    /// One person has opened them.
    Person,
    /// They are in one channel.
    Channel,
}

/// Tables that are not over and that people opened: those of contests are opened by us.
macro_rules! counted {
    ($where:literal) => {
        concat!(
            "select count(*) from game where status <> 'over' and ",
            $where,
            " and not exists (select 1 from heat where heat.game_id = game.game_id)"
        )
    };
}

/// Those of a person, wherever.
const OPENED: &str = counted!("owner = $1");
/// Those of a person on a server.
const OPENED_ON: &str = counted!("server = $1 and owner = $2");
/// Those in a channel or in threads of it. Of old tables it is known only whose people see them.
const BELOW: &str = counted!(
    "server = $1 and coalesce(above, hall, channel) = $2
    and game_id is distinct from $3"
);

impl Store {
    /// How many tables that are not over somebody has opened.
    pub async fn opened_by(&self, owner: PersonId) -> Result<i64, StoreError> {
        Ok(found!(&self.readers, fetch_one, sqlx::query_scalar(OPENED).bind(owner)))
    }

    /// The same on a server.
    pub async fn opened_on(&self, server: ServerId, owner: PersonId) -> Result<i64, StoreError> {
        Ok(found!(&self.readers, fetch_one, sqlx::query_scalar(OPENED_ON).bind(server).bind(owner)))
    }

    /// How many tables that are not over a channel has, with its threads; one of them may be left out.
    pub async fn tables_below(
        &self,
        server: ServerId,
        channel: ChannelId,
        but: Option<GameId>,
    ) -> Result<i64, StoreError> {
        Ok(found!(&self.readers, fetch_one, sqlx::query_scalar(BELOW).bind(server).bind(channel).bind(but)))
    }
}

/// Whether there are as many tables as may be before this one is opened.
pub(super) async fn is_crowded(
    writing: &mut Writing<'_>,
    new: &NewTable,
) -> Result<Option<Crowded>, StoreError> {
    let TableLimits { person, channel } = new.limits;
    if person.is_none() && channel.is_none() {
        return Ok(None);
    }
    // On such a server one table is opened after the other. No channel has a number below zero.
    writing.hold([-new.server.0]).await?;
    if let Some(most) = person {
        let opened: i64 =
            found!(writing.on(), fetch_one, sqlx::query_scalar(OPENED_ON).bind(new.server).bind(new.owner));
        if opened >= most {
            return Ok(Some(Crowded::Person));
        }
    }
    if let Some(most) = channel {
        let channel = new.above.unwrap_or(new.channel);
        let there: i64 = found!(
            writing.on(),
            fetch_one,
            sqlx::query_scalar(BELOW).bind(new.server).bind(channel).bind(None::<GameId>)
        );
        if there >= most {
            return Ok(Some(Crowded::Channel));
        }
    }
    Ok(None)
}
