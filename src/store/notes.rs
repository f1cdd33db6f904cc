//! What people note for themselves about tables.

use super::query::{query, query_scalar};
use super::{GameId, PersonId, Store, StoreError};

impl Store {
    /// What somebody noted about a table.
    pub async fn note(&self, game: GameId, person: PersonId) -> Result<Option<String>, StoreError> {
        let sql = "select text from note where game_id = $1 and person = $2";
        query_scalar(sql).bind(game).bind(person).fetch_optional(self.readers()).await
    }

    /// Keeps what somebody noted, in place of what they had noted before; nothing of it if it is nothing.
    pub async fn keep_note(&self, game: GameId, person: PersonId, text: &str) -> Result<(), StoreError> {
        if text.is_empty() {
            let sql = "delete from note where game_id = $1 and person = $2";
            self.write_one(query(sql).bind(game).bind(person)).await?;
            return Ok(());
        }
        let sql = "insert into note (game_id, person, text) values ($1, $2, $3)
             on conflict (game_id, person) do update set text = $3";
        self.write_one(query(sql).bind(game).bind(person).bind(text)).await?;
        Ok(())
    }
}
