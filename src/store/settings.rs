//! What persons, servers and tables chose about how they are told: text that the store never reads. Each is written over
//! what its writer has seen, so that of two changes at once none is lost.

use super::{GameId, PersonId, ServerId, Store, StoreError};

/// Who chose something for themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chooser {
    /// A person.
    Person(PersonId),
    /// A server, for its tables.
    Server(ServerId),
}

impl Chooser {
    fn number(self) -> i64 {
        match self {
            Chooser::Person(PersonId(number)) | Chooser::Server(ServerId(number)) => number,
        }
    }
}

impl Store {
    /// What somebody chose.
    pub async fn chosen(&self, by: Chooser) -> Result<Option<String>, StoreError> {
        let sql = match by {
            Chooser::Person(_) => "select settings from person where person = $1",
            Chooser::Server(_) => "select settings from server where server = $1",
        };
        Ok(found!(&self.readers, fetch_optional, sqlx::query_scalar(sql).bind(by.number())))
    }

    /// Keeps what somebody chose, if it is still as it was seen; the tables that it matters to are looked at anew.
    pub async fn keep_chosen(
        &self,
        by: Chooser,
        seen: Option<&str>,
        settings: &str,
    ) -> Result<bool, StoreError> {
        let (keep, look) = match by {
            Chooser::Person(_) => (
                "insert into person (person, settings) values ($1, $2)
                 on conflict (person) do update set settings = $2 where person.settings = $3",
                "update wait set look_at = 0, guard = guard + 1 where person = $1",
            ),
            Chooser::Server(_) => (
                "insert into server (server, settings) values ($1, $2)
                 on conflict (server) do update set settings = $2 where server.settings = $3",
                "update wait set look_at = 0, guard = guard + 1
                 where game_id in (select game_id from game where server = $1)",
            ),
        };
        let mut writing = self.writing().await?;
        let kept = changed!(writing.on(), sqlx::query(keep).bind(by.number()).bind(settings).bind(seen)) == 1;
        changed!(writing.on(), sqlx::query(look).bind(by.number()));
        writing.commit().await?;
        Ok(kept)
    }

    /// Keeps what a table chose, if it is still as it was seen; it is looked at anew.
    pub async fn keep_table_settings(
        &self,
        game: GameId,
        seen: &str,
        manners: &str,
    ) -> Result<bool, StoreError> {
        let mut writing = self.writing_to(game).await?;
        let keep = "update game set manners = $1 where game_id = $2 and manners = $3";
        let kept = changed!(writing.on(), sqlx::query(keep).bind(manners).bind(game).bind(seen)) == 1;
        let look = "update wait set look_at = 0, guard = guard + 1 where game_id = $1";
        changed!(writing.on(), sqlx::query(look).bind(game));
        writing.commit().await?;
        Ok(kept)
    }
}
