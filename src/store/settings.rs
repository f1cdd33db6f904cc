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
        let found = sqlx::query_scalar(match by {
            Chooser::Person(_) => "select settings from person where person = $1",
            Chooser::Server(_) => "select settings from server where server = $1",
        });
        Ok(found.bind(by.number()).fetch_optional(&self.readers).await?)
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
                 on conflict (person) do update set settings = $2 where settings = $3",
                "update wait set look_at = 0, guard = guard + 1 where person = $1",
            ),
            Chooser::Server(_) => (
                "insert into server (server, settings) values ($1, $2)
                 on conflict (server) do update set settings = $2 where settings = $3",
                "update wait set look_at = 0, guard = guard + 1
                 where game_id in (select game_id from game where server = $1)",
            ),
        };
        let mut writing = self.writing().await?;
        let kept = sqlx::query(keep).bind(by.number()).bind(settings).bind(seen);
        let kept = kept.execute(&mut *writing).await?.rows_affected() == 1;
        sqlx::query(look).bind(by.number()).execute(&mut *writing).await?;
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
        let mut writing = self.writing().await?;
        let kept = sqlx::query("update game set manners = $1 where game_id = $2 and manners = $3");
        let kept = kept.bind(manners).bind(game).bind(seen).execute(&mut *writing).await?;
        let looked = sqlx::query("update wait set look_at = 0, guard = guard + 1 where game_id = $1");
        looked.bind(game).execute(&mut *writing).await?;
        writing.commit().await?;
        Ok(kept.rows_affected() == 1)
    }
}
