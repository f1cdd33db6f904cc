//! How tables are written: whole changes in one transaction, each guarded by the revision that its writer has seen.

use super::acts::write_act;
use super::contests::{plays_heat, wake_contest};
use super::query::{query, query_scalar};
use super::results::{insert_departed_participant, write_result};
use super::transaction::WriteTransaction;
use super::{
    Chair, Change, ChannelId, Destination, GuildId, InteractionId, NewTable, Notice, NoticeId,
    PersonId, Revision, Store, StoreError, TableId, Timestamp, Wait, Written,
};

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
    Channel,
}

/// Tables that are not over and that people opened: those of contests are opened by us.
macro_rules! counted {
    ($where:literal) => {
        concat!(
            "select count(*) from game_table where status <> 'over' and ",
            $where,
            " and not exists (select 1 from heat where heat.table_id = game_table.table_id)"
        )
    };
}

/// Those of a person, wherever.
const OPENED: &str = counted!("owner = $1");
/// Those of a person on a server.
const OPENED_ON: &str = counted!("guild = $1 and owner = $2");
/// Those in a channel or in threads of it. Of old tables it is known only whose people see them.
const BELOW: &str = counted!(
    "guild = $1 and coalesce(parent_channel, audience_channel, channel) = $2
    and table_id is distinct from $3"
);

/// What became of the wish to open a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opened {
    Table(TableId),
    /// The channel has a table that is not over, another table follows that game, or plays that heat, or its
    /// contest is not as it was seen: nothing was written.
    Occupied,
    /// There are as many tables as may be: nothing was written.
    Crowded(Crowded),
    /// This very command was acted on before: nothing was written.
    Repeated,
}

/// Writes to tables, guarded by revision.
#[derive(Clone, Copy, Debug)]
pub struct TableWriter<'a> {
    pub(crate) store: &'a Store,
}

impl TableWriter<'_> {
    /// Opens a table; nothing happens if the channel has one that is not over, or if another follows the same game.
    pub async fn open_table(self, new: &NewTable) -> Result<Opened, StoreError> {
        let mut writing = self.store.writing().await?;
        if !claim_interaction(&mut writing, new.interaction, new.at).await? {
            return writing.rollback(Opened::Repeated).await;
        }
        if let Some(crowded) = find_reached_limit(&mut writing, new).await? {
            return writing.rollback(Opened::Crowded(crowded)).await;
        }
        let Some(game) = insert_table(&mut writing, new).await? else {
            return writing.rollback(Opened::Occupied).await;
        };
        if let Some(heat) = new.heat
            && !plays_heat(&mut writing, game, heat).await?
        {
            return writing.rollback(Opened::Occupied).await;
        }
        write_notices(&mut writing, game, &new.notices).await?;
        writing.commit().await?;
        Ok(Opened::Table(game))
    }

    /// How many tables that are not over somebody has opened.
    pub async fn opened_by(self, owner: PersonId) -> Result<i64, StoreError> {
        query_scalar(OPENED)
            .bind(owner)
            .fetch_one(self.store.readers())
            .await
    }

    /// The same on a server.
    pub async fn opened_on(self, guild: GuildId, owner: PersonId) -> Result<i64, StoreError> {
        query_scalar(OPENED_ON)
            .bind(guild)
            .bind(owner)
            .fetch_one(self.store.readers())
            .await
    }

    /// How many tables that are not over a channel has, with its threads; one of them may be left out.
    pub async fn tables_below(
        self,
        guild: GuildId,
        channel: ChannelId,
        but: Option<TableId>,
    ) -> Result<i64, StoreError> {
        query_scalar(BELOW)
            .bind(guild)
            .bind(channel)
            .bind(but)
            .fetch_one(self.store.readers())
            .await
    }

    /// Spends the id of a press or command; false if it was spent before.
    pub async fn spend_interaction(
        self,
        interaction: InteractionId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut writing = self.store.writing().await?;
        let first = claim_interaction(&mut writing, Some(interaction), at).await?;
        writing.commit().await?;
        Ok(first)
    }

    /// Writes a change if nobody was faster and its press was not acted on before.
    pub async fn write(self, change: &Change) -> Result<Written, StoreError> {
        let mut writing = self.store.writing_to(change.game).await?;
        if !claim_interaction(&mut writing, change.interaction, change.at).await? {
            return writing.rollback(Written::Repeated).await;
        }
        if let Some((to, _)) = change.goes_to
            && !leaves(&mut writing, change.game, to).await?
        {
            return writing.rollback(Written::Occupied).await;
        }
        if let Some((digest, json)) = &change.figures {
            let sql = "insert into figures (digest, json) values ($1, $2) on conflict do nothing";
            query(sql)
                .bind(digest)
                .bind(json)
                .execute(writing.on())
                .await?;
        }
        let sql = "update game_table set snapshot = $1, announced_entries = $2, changed_at = $3, starting = $4, status = $5,
                                 figures = coalesce($6, figures), revision = revision + 1
             where table_id = $7 and revision = $8
               and (select version from wait where wait.table_id = game_table.table_id) is not distinct from $9
             returning revision";
        let written: Option<Revision> = query_scalar(sql)
            .bind(&change.snapshot)
            .bind(change.told)
            .bind(change.at)
            .bind(&change.starting)
            .bind(change.status)
            .bind(change.figures.as_ref().map(|(digest, _)| digest))
            .bind(change.game)
            .bind(change.seen)
            .bind(change.guard)
            .fetch_optional(writing.on())
            .await?;
        let Some(revision) = written else {
            return writing.rollback(Written::Stale).await;
        };
        if let Some((to, above)) = change.goes_to {
            let sql = "update game_table set channel = $2, parent_channel = $3, audience_channel = null where table_id = $1";
            query(sql)
                .bind(change.game)
                .bind(to)
                .bind(above)
                .execute(writing.on())
                .await?;
        }
        write_wait(&mut writing, change.game, change.wait.as_ref()).await?;
        for notice in &change.absorbs {
            if !absorb(&mut writing, *notice, change.at).await? {
                return writing.rollback(Written::Stale).await;
            }
        }
        write_details(&mut writing, change, revision).await?;
        writing.commit().await?;
        Ok(Written::Done { revision })
    }
}

/// Returns the limit of tables that is reached before this one is opened, if any.
pub(super) async fn find_reached_limit(
    writing: &mut WriteTransaction<'_>,
    new: &NewTable,
) -> Result<Option<Crowded>, StoreError> {
    let TableLimits { person, channel } = new.limits;
    if person.is_none() && channel.is_none() {
        return Ok(None);
    }
    // On such a server one table is opened after the other. No channel has a number below zero.
    writing.lock_channels([-new.guild.0]).await?;
    if let Some(most) = person {
        let opened: i64 = query_scalar(OPENED_ON)
            .bind(new.guild)
            .bind(new.owner)
            .fetch_one(writing.on())
            .await?;
        if opened >= most {
            return Ok(Some(Crowded::Person));
        }
    }
    if let Some(most) = channel {
        let channel = new.above.unwrap_or(new.channel);
        let there: i64 = query_scalar(BELOW)
            .bind(new.guild)
            .bind(channel)
            .bind(None::<TableId>)
            .fetch_one(writing.on())
            .await?;
        if there >= most {
            return Ok(Some(Crowded::Channel));
        }
    }
    Ok(None)
}

/// A new table with its seats; none if it may not stand.
pub(super) async fn insert_table(
    writing: &mut WriteTransaction<'_>,
    new: &NewTable,
) -> Result<Option<TableId>, StoreError> {
    let sql =
        "insert into game_table (title, guild, channel, owner, status, language, seat_count, options, secret,
                           opened_at, changed_at, settings, rematch_of, parent_channel, audience_channel)
         values ($1, $2, $3, $4, 'open', $5, $6, $7, $8, $9, $9, $10, $11, $12, $13)
         on conflict do nothing returning table_id";
    let opened: Option<TableId> = query_scalar(sql)
        .bind(&new.title)
        .bind(new.guild)
        .bind(new.channel)
        .bind(new.owner)
        .bind(&new.language)
        .bind(new.chairs)
        .bind(&new.options)
        .bind(&new.secret)
        .bind(new.at)
        .bind(&new.manners)
        .bind(new.follows)
        .bind(new.above)
        // The thread of a heat is open to all who see the channel of its contest.
        .bind(new.heat.and(new.above))
        .fetch_optional(writing.on())
        .await?;
    if let Some(game) = opened {
        write_seats(writing, game, &new.seats).await?;
    }
    Ok(opened)
}

/// A notice is not said by itself; false if it is due by now, for then it may be on its way.
async fn absorb(
    writing: &mut WriteTransaction<'_>,
    notice: NoticeId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "update notice set status = 'given_up', body = ''
         where notice_id = $1 and status = 'waiting' and attempts = 0 and due_at > $2";
    Ok(query(sql)
        .bind(notice)
        .bind(now)
        .execute(writing.on())
        .await?
        == 1)
}

/// A table leaves its channel for another; false if that has one already.
async fn leaves(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
    to: ChannelId,
) -> Result<bool, StoreError> {
    writing.lock_channels([to.0]).await?;
    let sql = "select table_id from game_table where channel = $1 and status <> 'over'";
    let there: Option<TableId> = query_scalar(sql)
        .bind(to)
        .fetch_optional(writing.on())
        .await?;
    if there.is_some() {
        return Ok(false);
    }
    for left in [
        "delete from standing_message
         where table_id = $1 and (channel = $2 or channel = (select channel from game_table where table_id = $1))",
        "delete from notice where table_id = $1 and status = 'waiting' and replace_key is not null and person is null",
        "delete from watch where table_id = $1 and channel = $2",
        concat!(
            "update notice set channel = $2, attempts = 0, due_at = ",
            after_older!("$2", "0"),
            " where table_id = $1 and status = 'waiting' and person is null"
        ),
    ] {
        query(left).bind(game).bind(to).execute(writing.on()).await?;
    }
    Ok(true)
}

/// Spends the press or command of a change; false if it was spent before.
pub(super) async fn claim_interaction(
    writing: &mut WriteTransaction<'_>,
    interaction: Option<InteractionId>,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let Some(interaction) = interaction else {
        return Ok(true);
    };
    let sql = "insert into interaction (interaction_id, at) values ($1, $2) on conflict do nothing";
    Ok(query(sql)
        .bind(interaction)
        .bind(at)
        .execute(writing.on())
        .await?
        == 1)
}

async fn write_details(
    writing: &mut WriteTransaction<'_>,
    change: &Change,
    revision: Revision,
) -> Result<(), StoreError> {
    if let Some(seats) = &change.seats {
        let out = "delete from seat where table_id = $1";
        query(out).bind(change.game).execute(writing.on()).await?;
        write_seats(writing, change.game, seats).await?;
    }
    if let Some(from) = change.take_back {
        let out = "delete from log_entry where table_id = $1 and number >= $2";
        query(out)
            .bind(change.game)
            .bind(from)
            .execute(writing.on())
            .await?;
    }
    for entry in &change.entries {
        let sql = "insert into log_entry (table_id, number, seat, action, events, revision, at, for_person, premove)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        query(sql)
            .bind(change.game)
            .bind(entry.number)
            .bind(entry.seat)
            .bind(&entry.action)
            .bind(&entry.events)
            .bind(revision)
            .bind(entry.at)
            .bind(entry.for_person)
            .bind(entry.ahead)
            .execute(writing.on())
            .await?;
    }
    if let Some(player) = &change.leaves {
        insert_departed_participant(writing, change.game, player).await?;
    }
    if let Some(result) = &change.result {
        write_result(writing, change.game, result).await?;
        wake_contest(writing, change.game).await?;
    }
    if let Some(act) = &change.act {
        write_act(writing, act).await?;
    }
    write_notices(writing, change.game, &change.notices).await
}

/// Writes whom a table waits for. The update of its row has checked the guard.
async fn write_wait(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
    wait: Option<&Wait>,
) -> Result<(), StoreError> {
    let Some(wait) = wait else {
        query("delete from wait where table_id = $1")
            .bind(game)
            .execute(writing.on())
            .await?;
        return Ok(());
    };
    let sql =
        "insert into wait (table_id, person, since, check_at, state, pinged_revision) values ($1, $2, $3, $4, $5, $6)
         on conflict (table_id) do update
         set person = $2, since = $3, check_at = $4, state = $5, version = wait.version + 1,
             pinged_revision = case when wait.pinged_revision > $6 then wait.pinged_revision else $6 end";
    query(sql)
        .bind(game)
        .bind(wait.person)
        .bind(wait.since)
        .bind(wait.look_at)
        .bind(&wait.state)
        .bind(wait.called)
        .execute(writing.on())
        .await
        .map(drop)
}

pub(super) async fn write_notices(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
    notices: &[Notice],
) -> Result<(), StoreError> {
    let places: Vec<i64> = notices
        .iter()
        .flat_map(|notice| &notice.to)
        .copied()
        .map(Destination::number)
        .collect();
    writing.lock_channels(places).await?;
    for notice in notices {
        for to in &notice.to {
            write_notice(writing, game, notice, *to).await?;
        }
    }
    Ok(())
}

async fn write_notice(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
    notice: &Notice,
    to: Destination,
) -> Result<(), StoreError> {
    // What is to be done once more gets a space at its end, which means nothing: whoever is doing it just now knows it by its
    // body, and would take both for done.
    let chore = "insert into notice (table_id, channel, person, replace_key, body, due_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (table_id, channel, replace_key) where status = 'waiting' and replace_key is not null
         do update set body = case when rtrim(notice.body) = $5 then notice.body || ' ' else $5 end, attempts = 0,
                       due_at = case when notice.due_at < $6 then notice.due_at else $6 end";
    let news = concat!(
        "insert into notice (table_id, channel, person, replace_key, body, due_at) values ($1, $2, $3, $4, $5, ",
        after_older!("$2", "$6"),
        ")"
    );
    query(if notice.chore.is_some() { chore } else { news })
        .bind(game)
        .bind(to.number())
        .bind(to.person())
        .bind(&notice.chore)
        .bind(&notice.body)
        .bind(notice.due_at)
        .execute(writing.on())
        .await
        .map(drop)
}

async fn write_seats(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
    seats: &[Chair],
) -> Result<(), StoreError> {
    for seat in seats {
        let sql = "insert into seat (table_id, seat, person, name, policy, word, stands_in)
             values ($1, $2, $3, $4, $5, $6, $7)";
        query(sql)
            .bind(game)
            .bind(seat.seat)
            .bind(seat.person)
            .bind(&seat.name)
            .bind(&seat.mind)
            .bind(&seat.word)
            .bind(seat.stands_in)
            .execute(writing.on())
            .await?;
    }
    Ok(())
}
