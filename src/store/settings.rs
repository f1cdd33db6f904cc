//! What persons, servers and tables chose about how they are told: text that the store never reads.

use super::{GameId, Store, StoreError};

impl Store {
    /// What a person chose.
    pub async fn person(&self, person: i64) -> Result<Option<String>, StoreError> {
        let found = sqlx::query_as("select settings from person where person = $1").bind(person);
        let row: Option<(String,)> = found.fetch_optional(&self.readers).await?;
        Ok(row.map(|(settings,)| settings))
    }

    /// Keeps what a person chose; their tables are looked at anew.
    pub async fn keep_person(&self, person: i64, settings: &str) -> Result<(), StoreError> {
        let mut writing = self.writer.begin_with("begin immediate").await?;
        let kept = sqlx::query(
            "insert into person (person, settings) values ($1, $2)
             on conflict (person) do update set settings = $2",
        );
        kept.bind(person).bind(settings).execute(&mut *writing).await?;
        let looked = sqlx::query("update wait set look_at = 0, guard = guard + 1 where person = $1");
        looked.bind(person).execute(&mut *writing).await?;
        Ok(writing.commit().await?)
    }

    /// What a server chose.
    pub async fn server(&self, server: i64) -> Result<Option<String>, StoreError> {
        let found = sqlx::query_as("select settings from server where server = $1").bind(server);
        let row: Option<(String,)> = found.fetch_optional(&self.readers).await?;
        Ok(row.map(|(settings,)| settings))
    }

    /// Keeps what a server chose; its tables are looked at anew.
    pub async fn keep_server(&self, server: i64, settings: &str) -> Result<(), StoreError> {
        let mut writing = self.writer.begin_with("begin immediate").await?;
        let kept = sqlx::query(
            "insert into server (server, settings) values ($1, $2)
             on conflict (server) do update set settings = $2",
        );
        kept.bind(server).bind(settings).execute(&mut *writing).await?;
        let looked = sqlx::query(
            "update wait set look_at = 0, guard = guard + 1 where game_id in (select game_id from game where server = $1)",
        );
        looked.bind(server).execute(&mut *writing).await?;
        Ok(writing.commit().await?)
    }

    /// Keeps what a table chose, if it is still as it was seen; it is looked at anew.
    pub async fn keep_manners(&self, game: GameId, seen: &str, manners: &str) -> Result<bool, StoreError> {
        let mut writing = self.writer.begin_with("begin immediate").await?;
        let kept = sqlx::query("update game set manners = $1 where game_id = $2 and manners = $3");
        let kept = kept.bind(manners).bind(game.0).bind(seen).execute(&mut *writing).await?;
        let looked = sqlx::query("update wait set look_at = 0, guard = guard + 1 where game_id = $1");
        looked.bind(game.0).execute(&mut *writing).await?;
        writing.commit().await?;
        Ok(kept.rows_affected() == 1)
    }
}
