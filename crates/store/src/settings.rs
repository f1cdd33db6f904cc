//! Settings of people, guilds and tables as JSON, opaque to the store, and private notes. A write
//! names the settings on which it is based, so that no concurrent change is lost.

use super::moderation::insert_act;
use super::store::SettingsRepository;
use super::table_writer::claim_interaction;
use super::{GuildId, InteractionId, NewAct, PersonId, StoreError, TableId, Timestamp};

/// The owner of settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingsOwner {
    Person(PersonId),
    Guild(GuildId),
}

impl SettingsOwner {
    fn id(self) -> i64 {
        match self {
            SettingsOwner::Person(PersonId(number)) | SettingsOwner::Guild(GuildId(number)) => {
                number
            }
        }
    }
}

/// The outcome of a change of a guild's settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveOutcome {
    /// The numbers of the inserted acts.
    Done(Vec<i64>),
    /// The settings changed meanwhile, or an act was already undone. Nothing was written.
    Stale,
    /// The interaction was already handled. Nothing was written.
    Repeated,
}

impl SettingsRepository<'_> {
    pub async fn load(self, owner: SettingsOwner) -> Result<Option<String>, StoreError> {
        let sql = match owner {
            SettingsOwner::Person(_) => "select settings from person where person = $1",
            SettingsOwner::Guild(_) => "select settings from guild where guild = $1",
        };
        self.store.fetch_optional_scalar(sql, (owner.id(),)).await
    }

    /// Returns the settings of a person and a guild.
    pub async fn load_both(
        self,
        person: PersonId,
        guild: GuildId,
    ) -> Result<(Option<String>, Option<String>), StoreError> {
        let sql = "select (select settings from person where person = $1), (select settings from guild where guild = $2)";
        self.store.fetch_one(sql, (person, guild)).await
    }

    /// Saves a person's settings if they are still `expected`, and makes the waits for the person
    /// due. Returns false otherwise.
    pub async fn save_person(
        self,
        person: PersonId,
        expected: Option<&str>,
        settings: &str,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.store.begin().await?;
        // Settings that were erased meanwhile must not come back.
        let upsert = "insert into person (person, settings) select $1, $2
             where cast($3 as text) is null or exists (select 1 from person where person = $1)
             on conflict (person) do update set settings = $2 where person.settings = $3";
        let changed = transaction
            .execute_counted(upsert, (person, settings, expected))
            .await?;
        if changed != 1 {
            return transaction.rollback(false).await;
        }
        let reschedule = "update wait set check_at = 0, version = version + 1 where person = $1";
        transaction.execute(reschedule, (person,)).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Saves a guild's settings if they are still `expected`, inserts the acts, and makes the waits
    /// of its tables due.
    pub async fn save_guild(
        self,
        guild: GuildId,
        expected: Option<&str>,
        settings: &str,
        acts: &[NewAct],
        interaction: Option<InteractionId>,
        at: Timestamp,
    ) -> Result<SaveOutcome, StoreError> {
        let mut transaction = self.store.begin().await?;
        if !claim_interaction(&mut transaction, interaction, at).await? {
            return transaction.rollback(SaveOutcome::Repeated).await;
        }
        let upsert = "insert into guild (guild, settings) select $1, $2
             where cast($3 as text) is null or exists (select 1 from guild where guild = $1)
             on conflict (guild) do update set settings = $2 where guild.settings = $3";
        let changed = transaction
            .execute_counted(upsert, (guild, settings, expected))
            .await?;
        if changed != 1 {
            return transaction.rollback(SaveOutcome::Stale).await;
        }
        let reschedule = "update wait set check_at = 0, version = version + 1
             where table_id in (select table_id from game_table where guild = $1)";
        transaction.execute(reschedule, (guild,)).await?;
        let mut numbers = Vec::with_capacity(acts.len());
        for act in acts {
            match insert_act(&mut transaction, act).await? {
                Some(number) => numbers.push(number),
                None => return transaction.rollback(SaveOutcome::Stale).await,
            }
        }
        transaction.commit().await?;
        Ok(SaveOutcome::Done(numbers))
    }

    /// Saves a table's settings if they are still `expected`, and makes the wait of the table due.
    /// Returns false otherwise.
    pub async fn save_table_settings(
        self,
        table_id: TableId,
        expected: &str,
        settings: &str,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.store.begin_for_table(table_id).await?;
        let upsert = "update game_table set settings = $1 where table_id = $2 and settings = $3";
        let changed = transaction
            .execute_counted(upsert, (settings, table_id, expected))
            .await?;
        if changed != 1 {
            return transaction.rollback(false).await;
        }
        let reschedule = "update wait set check_at = 0, version = version + 1 where table_id = $1";
        transaction.execute(reschedule, (table_id,)).await?;
        transaction.commit().await?;
        Ok(true)
    }

    pub async fn load_note(
        self,
        table_id: TableId,
        person: PersonId,
    ) -> Result<Option<String>, StoreError> {
        let sql = "select text from note where table_id = $1 and person = $2";
        self.store
            .fetch_optional_scalar(sql, (table_id, person))
            .await
    }

    /// Replaces the note of a person about a table. An empty text deletes it.
    pub async fn save_note(
        self,
        table_id: TableId,
        person: PersonId,
        text: &str,
    ) -> Result<(), StoreError> {
        if text.is_empty() {
            let sql = "delete from note where table_id = $1 and person = $2";
            self.store.execute(sql, (table_id, person)).await?;
            return Ok(());
        }
        let sql = "insert into note (table_id, person, text) values ($1, $2, $3)
             on conflict (table_id, person) do update set text = $3";
        self.store.execute(sql, (table_id, person, text)).await
    }
}
