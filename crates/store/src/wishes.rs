//! Who waits for others between servers, and the tables that are opened for them: each wish is met once, whoever looks for
//! others at the same time.

use super::query::{query, query_as, query_scalar};
use super::transaction::WriteTransaction;
use super::writing::{claim_interaction, insert_table, write_notices};
use super::{
    ChannelId, GuildId, InteractionId, NewTable, PersonId, Store, StoreError, TableId, Timestamp,
};

/// What somebody waits for.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct SeekerRow {
    pub person: PersonId,
    pub guild: GuildId,
    pub title: String,
    /// At a table of how many.
    pub seats: i64,
    pub since: Timestamp,
    /// What else they would like, and how they are told, for the room that knows.
    pub body: String,
}

/// Where somebody is told of a table by themselves.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct OwnChannel {
    pub person: PersonId,
    /// The channel between them and us.
    pub channel: ChannelId,
    /// In which language they are told.
    pub language: String,
}

/// What became of a wish that somebody has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wished {
    /// It waits, in place of any that they had before.
    Waits,
    /// They play a table between servers already: nothing was written.
    Plays,
    /// This very command was acted on before: nothing was written.
    Repeated,
}

/// People who look for opponents on other servers.
#[derive(Clone, Copy, Debug)]
pub struct SeekerRepository<'a> {
    pub(crate) store: &'a Store,
}

impl SeekerRepository<'_> {
    /// Keeps what somebody waits for, in place of what they waited for before.
    pub async fn save(
        self,
        wish: &SeekerRow,
        interaction: Option<InteractionId>,
    ) -> Result<Wished, StoreError> {
        let mut writing = self.store.writing().await?;
        if !claim_interaction(&mut writing, interaction, wish.since).await? {
            return writing.rollback(Wished::Repeated).await;
        }
        // Nobody opens a table for them meanwhile.
        writing.lock_channels([wish.person.0]).await?;
        if plays_between(&mut writing, wish.person).await? {
            return writing.rollback(Wished::Plays).await;
        }
        let sql =
            "insert into match_request (person, guild, title, seats, since, body) values ($1, $2, $3, $4, $5, $6)
             on conflict (person) do update
             set guild = $2, title = $3, seats = $4, since = $5, body = $6, expiring_since = null";
        query(sql)
            .bind(wish.person)
            .bind(wish.guild)
            .bind(&wish.title)
            .bind(wish.seats)
            .bind(wish.since)
            .bind(&wish.body)
            .execute(writing.on())
            .await?;
        writing.commit().await?;
        Ok(Wished::Waits)
    }

    pub async fn find(self, person: PersonId) -> Result<Option<SeekerRow>, StoreError> {
        let sql =
            "select person, guild, title, seats, since, body from match_request where person = $1";
        query_as(sql)
            .bind(person)
            .fetch_optional(self.store.readers())
            .await
    }

    /// Somebody waits no more; false if they did not.
    pub async fn delete(self, person: PersonId) -> Result<bool, StoreError> {
        let sql = "delete from match_request where person = $1";
        Ok(self.store.write_one(query(sql).bind(person)).await? == 1)
    }

    /// The same, if it is this that they wait for.
    pub async fn end(self, wish: &SeekerRow) -> Result<bool, StoreError> {
        let mut writing = self.store.writing().await?;
        let ended = take_wish(&mut writing, wish, true).await?;
        writing.commit().await?;
        Ok(ended)
    }

    /// Who waits for the same game at a table of as many, those who have waited longest first, at most so many.
    pub async fn list_alike(
        &self,
        title: &str,
        seats: i64,
        most: u32,
    ) -> Result<Vec<SeekerRow>, StoreError> {
        let sql = "select person, guild, title, seats, since, body from match_request
             where title = $1 and seats = $2 and expiring_since is null order by since, person limit $3";
        query_as(sql)
            .bind(title)
            .bind(seats)
            .bind(i64::from(most))
            .fetch_all(self.store.readers())
            .await
    }

    /// The oldest of those that began before a moment, at most so many.
    pub async fn list_oldest(
        self,
        before: Timestamp,
        most: u32,
    ) -> Result<Vec<SeekerRow>, StoreError> {
        let sql = concat!(
            "select person, guild, title, seats, since, body from match_request
             where since < $1 and expiring_since is null order by since, person ",
            at_most!("$2")
        );
        query_as(sql)
            .bind(before)
            .bind(i64::from(most))
            .fetch_all(self.store.readers())
            .await
    }

    /// Opens a table for those who have waited for each other, and the game is about to begin. Nothing happens, and it says
    /// none, if one of them waits no more, or plays already.
    pub async fn meet(
        self,
        new: &NewTable,
        starting: &str,
        wishes: &[SeekerRow],
        own: &[OwnChannel],
    ) -> Result<Option<TableId>, StoreError> {
        let mut writing = self.store.writing().await?;
        let people: Vec<i64> = wishes.iter().map(|wish| wish.person.0).collect();
        writing.lock_channels(people).await?;
        for wish in wishes {
            if !take_wish(&mut writing, wish, false).await?
                || plays_between(&mut writing, wish.person).await?
            {
                return writing.rollback(None).await;
            }
        }
        let Some(game) = insert_table(&mut writing, new).await? else {
            return writing.rollback(None).await;
        };
        let sql = "update game_table set starting = $2 where table_id = $1";
        query(sql)
            .bind(game)
            .bind(starting)
            .execute(writing.on())
            .await?;
        for OwnChannel {
            person,
            channel,
            language,
        } in own
        {
            let sql = "insert into private_channel (table_id, person, channel, language) values ($1, $2, $3, $4)";
            query(sql)
                .bind(game)
                .bind(*person)
                .bind(*channel)
                .bind(language)
                .execute(writing.on())
                .await?;
        }
        write_notices(&mut writing, game, &new.notices).await?;
        writing.commit().await?;
        Ok(Some(game))
    }

    /// In which language somebody is told of a table by themselves.
    pub async fn own_language(
        self,
        game: TableId,
        person: PersonId,
    ) -> Result<Option<String>, StoreError> {
        let sql = "select language from private_channel where table_id = $1 and person = $2";
        query_scalar(sql)
            .bind(game)
            .bind(person)
            .fetch_optional(self.store.readers())
            .await
    }

    /// Wishes that are older than a moment, which nobody meets from now on. They are this process's to tell of, until then:
    /// after that, somebody else's.
    pub async fn take_lapsed(
        self,
        before: Timestamp,
        now: Timestamp,
        patience: i64,
    ) -> Result<Vec<SeekerRow>, StoreError> {
        let sql = "update match_request set expiring_since = $2
             where since < $1 and (expiring_since is null or expiring_since < $3)
             returning person, guild, title, seats, since, body";
        let mut writing = self.store.writing().await?;
        let taken: Vec<SeekerRow> = query_as(sql)
            .bind(before)
            .bind(now)
            .bind(now - patience)
            .fetch_all(writing.on())
            .await?;
        writing.commit().await?;
        Ok(taken)
    }
}

/// A wish waits no more; false if it did not, or if its person is being told that nobody came and that matters.
async fn take_wish(
    writing: &mut WriteTransaction<'_>,
    wish: &SeekerRow,
    lapsing_too: bool,
) -> Result<bool, StoreError> {
    let sql = "delete from match_request
         where person = $1 and guild = $2 and title = $3 and seats = $4 and since = $5
           and ($6 or expiring_since is null)";
    let taken = query(sql)
        .bind(wish.person)
        .bind(wish.guild)
        .bind(&wish.title)
        .bind(wish.seats)
        .bind(wish.since)
        .bind(lapsing_too)
        .execute(writing.on())
        .await?;
    Ok(taken == 1)
}

/// Whether somebody sits at a table between servers that is not over.
async fn plays_between(
    writing: &mut WriteTransaction<'_>,
    person: PersonId,
) -> Result<bool, StoreError> {
    let sql = "select exists (select 1 from seat join game_table using (table_id)
         where person = $1 and channel = 0 and guild = 0 and status <> 'over')";
    query_scalar(sql).bind(person).fetch_one(writing.on()).await
}
