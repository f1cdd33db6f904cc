//! What persons, servers and tables chose about how they are told: text that the store never reads. Each is written over
//! what its writer has seen, so that of two changes at once none is lost. And what people note for themselves about tables.

use super::acts::write_act;
use super::query::{query, query_as, query_scalar};
use super::writing::claim_interaction;
use super::{GuildId, InteractionId, NewAct, PersonId, Store, StoreError, TableId, Timestamp};

/// Who chose something for themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chooser {
    Person(PersonId),
    /// A server, for its tables.
    Server(GuildId),
}

impl Chooser {
    fn number(self) -> i64 {
        match self {
            Chooser::Person(PersonId(number)) | Chooser::Server(GuildId(number)) => number,
        }
    }
}

/// What became of acts that change what a server chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Acted {
    /// All of it is written, by acts of these numbers.
    Done(Vec<i64>),
    /// Somebody was faster: nothing was written.
    Stale,
    /// This very press or command was acted on before: nothing was written.
    Repeated,
}

/// Settings of people, servers and tables, and private notes.
#[derive(Clone, Copy, Debug)]
pub struct SettingsRepository<'a> {
    pub(crate) store: &'a Store,
}

impl SettingsRepository<'_> {
    pub async fn load(self, by: Chooser) -> Result<Option<String>, StoreError> {
        let sql = match by {
            Chooser::Person(_) => "select settings from person where person = $1",
            Chooser::Server(_) => "select settings from guild where guild = $1",
        };
        query_scalar(sql)
            .bind(by.number())
            .fetch_optional(self.store.readers())
            .await
    }

    /// What a person and a server chose, by one statement.
    pub async fn load_both(
        self,
        person: PersonId,
        guild: GuildId,
    ) -> Result<(Option<String>, Option<String>), StoreError> {
        let sql = "select (select settings from person where person = $1), (select settings from guild where guild = $2)";
        query_as(sql)
            .bind(person)
            .bind(guild)
            .fetch_one(self.store.readers())
            .await
    }

    /// Keeps what a person chose, if it is still as it was seen; the tables that wait for them are looked at anew.
    pub async fn save(
        self,
        person: PersonId,
        seen: Option<&str>,
        settings: &str,
    ) -> Result<bool, StoreError> {
        let mut writing = self.store.writing().await?;
        let keep = "insert into person (person, settings) values ($1, $2)
             on conflict (person) do update set settings = $2 where person.settings = $3";
        let kept = query(keep)
            .bind(person)
            .bind(settings)
            .bind(seen)
            .execute(writing.on())
            .await?
            == 1;
        let look = "update wait set check_at = 0, version = version + 1 where person = $1";
        query(look).bind(person).execute(writing.on()).await?;
        writing.commit().await?;
        Ok(kept)
    }

    /// Keeps what a server chose, if it is still as it was seen, with the acts that bring it about; the tables that it matters to
    /// are looked at anew.
    pub async fn save_acts(
        self,
        guild: GuildId,
        (seen, settings): (Option<&str>, &str),
        acts: &[NewAct],
        (interaction, at): (Option<InteractionId>, Timestamp),
    ) -> Result<Acted, StoreError> {
        let mut writing = self.store.writing().await?;
        if !claim_interaction(&mut writing, interaction, at).await? {
            return writing.rollback(Acted::Repeated).await;
        }
        let keep = "insert into guild (guild, settings) values ($1, $2)
             on conflict (guild) do update set settings = $2 where guild.settings = $3";
        let kept = query(keep)
            .bind(guild)
            .bind(settings)
            .bind(seen)
            .execute(writing.on())
            .await?
            == 1;
        if !kept {
            return writing.rollback(Acted::Stale).await;
        }
        let look = "update wait set check_at = 0, version = version + 1
             where table_id in (select table_id from game_table where guild = $1)";
        query(look).bind(guild).execute(writing.on()).await?;
        let mut numbers = Vec::with_capacity(acts.len());
        for act in acts {
            match write_act(&mut writing, act).await? {
                Some(number) => numbers.push(number),
                None => return writing.rollback(Acted::Stale).await,
            }
        }
        writing.commit().await?;
        Ok(Acted::Done(numbers))
    }

    /// Keeps what a table chose, if it is still as it was seen; it is looked at anew.
    pub async fn save_table_settings(
        self,
        game: TableId,
        seen: &str,
        manners: &str,
    ) -> Result<bool, StoreError> {
        let mut writing = self.store.writing_to(game).await?;
        let keep = "update game_table set settings = $1 where table_id = $2 and settings = $3";
        let kept = query(keep)
            .bind(manners)
            .bind(game)
            .bind(seen)
            .execute(writing.on())
            .await?
            == 1;
        let look = "update wait set check_at = 0, version = version + 1 where table_id = $1";
        query(look).bind(game).execute(writing.on()).await?;
        writing.commit().await?;
        Ok(kept)
    }

    /// What somebody noted about a table.
    pub async fn load_note(
        self,
        game: TableId,
        person: PersonId,
    ) -> Result<Option<String>, StoreError> {
        let sql = "select text from note where table_id = $1 and person = $2";
        query_scalar(sql)
            .bind(game)
            .bind(person)
            .fetch_optional(self.store.readers())
            .await
    }

    /// Keeps what somebody noted, in place of what they had noted before; nothing of it if it is nothing.
    pub async fn save_note(
        self,
        game: TableId,
        person: PersonId,
        text: &str,
    ) -> Result<(), StoreError> {
        if text.is_empty() {
            let sql = "delete from note where table_id = $1 and person = $2";
            self.store
                .write_one(query(sql).bind(game).bind(person))
                .await?;
            return Ok(());
        }
        let sql = "insert into note (table_id, person, text) values ($1, $2, $3)
             on conflict (table_id, person) do update set text = $3";
        self.store
            .write_one(query(sql).bind(game).bind(person).bind(text))
            .await
            .map(drop)
    }
}
