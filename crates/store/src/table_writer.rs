//! Writes tables. A change is one transaction, guarded by the revision that its author has seen.

use super::contests::{insert_heat, wake_contest};
use super::moderation::insert_act;
use super::results::{insert_departed_participant, insert_result};
use super::store::TableWriter;
use super::transaction::WriteTransaction;
use super::{
    ChannelId, Destination, GuildId, InteractionId, NewTable, Notice, NoticeId, PersonId, Revision,
    SeatedPlayer, StoreError, TableChange, TableId, TableSetUp, Timestamp, Wait, WriteOutcome,
};

/// Limits on unfinished tables. `None` stands for no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableLimits {
    /// The largest number of tables that one person may have opened in a guild.
    pub person: Option<i64>,
    /// The largest number of tables in a channel and its threads.
    pub channel: Option<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableLimitReached {
    Person,
    Channel,
}

/// Counts unfinished tables that people opened. Tables of contests do not count.
macro_rules! count_opened_tables {
    ($where:literal) => {
        concat!(
            "select count(*) from game_table where status <> 'over' and ",
            $where,
            " and not exists (select 1 from heat where heat.table_id = game_table.table_id)"
        )
    };
}

const COUNT_OPENED: &str = count_opened_tables!("owner = $1");
const COUNT_OPENED_IN_GUILD: &str = count_opened_tables!("guild = $1 and owner = $2");
/// Counts tables of a channel and its threads. For old tables only the audience channel is known.
const COUNT_IN_CHANNEL: &str = count_opened_tables!(
    "guild = $1 and coalesce(parent_channel, audience_channel, channel) = $2
    and table_id is distinct from $3"
);

/// The outcome of opening a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenTableOutcome {
    Table(TableId),
    /// The channel has an unfinished table, the game has a rematch, the heat has a table, or the
    /// contest changed. Nothing was written.
    Occupied,
    /// A limit on unfinished tables was reached. Nothing was written.
    LimitReached(TableLimitReached),
    /// The command was already handled. Nothing was written.
    Repeated,
}

impl TableWriter<'_> {
    /// Opens a table, unless there is a reason against it: see [`OpenTableOutcome`].
    pub async fn open_table(self, new: &NewTable) -> Result<OpenTableOutcome, StoreError> {
        let mut transaction = self.store.begin().await?;
        if !claim_interaction(&mut transaction, new.interaction, new.at).await? {
            return transaction.rollback(OpenTableOutcome::Repeated).await;
        }
        if let Some(reached) = find_reached_limit(&mut transaction, new).await? {
            return transaction
                .rollback(OpenTableOutcome::LimitReached(reached))
                .await;
        }
        let Some(table_id) = insert_table(&mut transaction, new).await? else {
            return transaction.rollback(OpenTableOutcome::Occupied).await;
        };
        if let Some(heat) = new.heat
            && !insert_heat(&mut transaction, table_id, heat).await?
        {
            return transaction.rollback(OpenTableOutcome::Occupied).await;
        }
        insert_notices(&mut transaction, table_id, &new.notices).await?;
        transaction.commit().await?;
        Ok(OpenTableOutcome::Table(table_id))
    }

    /// Returns how many unfinished tables a person has opened.
    pub async fn count_opened_by(self, owner: PersonId) -> Result<i64, StoreError> {
        self.store.fetch_scalar(COUNT_OPENED, (owner,)).await
    }

    pub async fn count_opened_in_guild(
        self,
        guild: GuildId,
        owner: PersonId,
    ) -> Result<i64, StoreError> {
        self.store
            .fetch_scalar(COUNT_OPENED_IN_GUILD, (guild, owner))
            .await
    }

    /// Returns how many unfinished tables a channel and its threads have, not counting `excluded`.
    pub async fn count_in_channel(
        self,
        guild: GuildId,
        channel: ChannelId,
        excluded: Option<TableId>,
    ) -> Result<i64, StoreError> {
        self.store
            .fetch_scalar(COUNT_IN_CHANNEL, (guild, channel, excluded))
            .await
    }

    /// Records an interaction as handled. Returns false if it was handled before.
    pub async fn claim_interaction(
        self,
        interaction: InteractionId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.store.begin().await?;
        let first = claim_interaction(&mut transaction, Some(interaction), at).await?;
        transaction.commit().await?;
        Ok(first)
    }

    /// Writes a change if its revision and its wait are current, and its interaction is new.
    pub async fn write(self, change: &TableChange) -> Result<WriteOutcome, StoreError> {
        let mut transaction = self.store.begin_for_table(change.table_id).await?;
        if !claim_interaction(&mut transaction, change.interaction, change.at).await? {
            return transaction.rollback(WriteOutcome::Repeated).await;
        }
        if let Some((to, _)) = change.move_to
            && !vacate_channel(&mut transaction, change.table_id, to).await?
        {
            return transaction.rollback(WriteOutcome::Occupied).await;
        }
        if let Some((digest, json)) = &change.figures {
            let sql = "insert into figures (digest, json) values ($1, $2) on conflict do nothing";
            transaction.execute(sql, (digest, json)).await?;
        }
        let sql = "update game_table set snapshot = $1, announced_entries = $2, changed_at = $3, starting = $4, status = $5,
                                 figures = coalesce($6, figures), revision = revision + 1
             where table_id = $7 and revision = $8
               and (select version from wait where wait.table_id = game_table.table_id) is not distinct from $9
             returning revision";
        let args = (
            &change.snapshot,
            change.announced_entries,
            change.at,
            &change.starting,
            change.status,
            change.figures.as_ref().map(|(digest, _)| digest),
            change.table_id,
            change.expected_revision,
            change.expected_wait_version,
        );
        let written: Option<Revision> = transaction.fetch_optional_scalar(sql, args).await?;
        let Some(revision) = written else {
            return transaction.rollback(WriteOutcome::Stale).await;
        };
        if let Some((to, parent_channel)) = change.move_to {
            let sql = "update game_table set channel = $2, parent_channel = $3, audience_channel = null where table_id = $1";
            transaction
                .execute(sql, (change.table_id, to, parent_channel))
                .await?;
        }
        if let Some(set_up) = &change.set_up
            && !write_set_up(&mut transaction, change.table_id, set_up).await?
        {
            return transaction.rollback(WriteOutcome::Stale).await;
        }
        write_wait(&mut transaction, change.table_id, change.wait.as_ref()).await?;
        for notice in &change.withdrawn_notices {
            if !withdraw_notice(&mut transaction, *notice, change.at).await? {
                return transaction.rollback(WriteOutcome::Stale).await;
            }
        }
        write_details(&mut transaction, change, revision).await?;
        transaction.commit().await?;
        Ok(WriteOutcome::Done { revision })
    }
}

/// Returns false if the settings have changed meanwhile.
async fn write_set_up(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
    set_up: &TableSetUp,
) -> Result<bool, StoreError> {
    let sql = "update game_table set seat_count = $1, options = $2, settings = $3
         where table_id = $4 and settings = $5 returning table_id";
    let args = (
        set_up.seat_count,
        &set_up.options,
        &set_up.settings,
        table_id,
        &set_up.expected_settings,
    );
    let written: Option<TableId> = transaction.fetch_optional_scalar(sql, args).await?;
    Ok(written.is_some())
}

/// Returns the limit that forbids opening one more table, if any.
pub(super) async fn find_reached_limit(
    transaction: &mut WriteTransaction<'_>,
    new: &NewTable,
) -> Result<Option<TableLimitReached>, StoreError> {
    let TableLimits { person, channel } = new.limits;
    if person.is_none() && channel.is_none() {
        return Ok(None);
    }
    // Serializes the opening of tables per guild. No channel has a negative id.
    transaction.lock_channels([-new.guild.0]).await?;
    if let Some(limit) = person {
        let count: i64 = transaction
            .fetch_scalar(COUNT_OPENED_IN_GUILD, (new.guild, new.owner))
            .await?;
        if count >= limit {
            return Ok(Some(TableLimitReached::Person));
        }
    }
    if let Some(limit) = channel {
        let channel = new.parent_channel.unwrap_or(new.channel);
        let count: i64 = transaction
            .fetch_scalar(COUNT_IN_CHANNEL, (new.guild, channel, None::<TableId>))
            .await?;
        if count >= limit {
            return Ok(Some(TableLimitReached::Channel));
        }
    }
    Ok(None)
}

/// Inserts a table with its seats. Returns `None` if it conflicts with another table.
pub(super) async fn insert_table(
    transaction: &mut WriteTransaction<'_>,
    new: &NewTable,
) -> Result<Option<TableId>, StoreError> {
    let sql =
        "insert into game_table (title, guild, channel, owner, status, language, seat_count, options, secret,
                           opened_at, changed_at, settings, rematch_of, parent_channel, audience_channel)
         values ($1, $2, $3, $4, 'open', $5, $6, $7, $8, $9, $9, $10, $11, $12, $13)
         on conflict do nothing returning table_id";
    // The audience channel is known only for a heat: everyone who can see the channel of the contest
    // can see the thread. For other tables it is set later.
    let audience_channel = new.heat.and(new.parent_channel);
    let args = (
        &new.title,
        new.guild,
        new.channel,
        new.owner,
        &new.language,
        new.seat_count,
        &new.options,
        &new.secret,
        new.at,
        &new.settings,
        new.rematch_of,
        new.parent_channel,
        audience_channel,
    );
    let opened: Option<TableId> = transaction.fetch_optional_scalar(sql, args).await?;
    if let Some(table_id) = opened {
        insert_seats(transaction, table_id, &new.seats).await?;
    }
    Ok(opened)
}

/// Gives up a notice that is not due yet. Returns false if it is due or was tried, because it may
/// be in delivery.
async fn withdraw_notice(
    transaction: &mut WriteTransaction<'_>,
    notice: NoticeId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "update notice set status = 'given_up', body = ''
         where notice_id = $1 and status = 'waiting' and attempts = 0 and due_at > $2";
    let changed = transaction.execute_counted(sql, (notice, now)).await?;
    Ok(changed == 1)
}

/// Prepares the move of a table to the channel `to`. Returns false if that has an unfinished table.
async fn vacate_channel(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
    to: ChannelId,
) -> Result<bool, StoreError> {
    transaction.lock_channels([to.0]).await?;
    let sql = "select table_id from game_table where channel = $1 and status <> 'over'";
    let occupant: Option<TableId> = transaction.fetch_optional_scalar(sql, (to,)).await?;
    if occupant.is_some() {
        return Ok(false);
    }
    for sql in [
        "delete from standing_message
         where table_id = $1 and (channel = $2 or channel = (select channel from game_table where table_id = $1))",
        "delete from notice where table_id = $1 and status = 'waiting' and replace_key is not null and person is null",
        "delete from watch where table_id = $1 and channel = $2",
        concat!(
            "update notice set channel = $2, attempts = 0, due_at = ",
            after_earlier_notices!("$2", "0"),
            " where table_id = $1 and status = 'waiting' and person is null"
        ),
    ] {
        transaction.execute(sql, (table_id, to)).await?;
    }
    Ok(true)
}

/// Records the interaction of a change as handled. Returns false if it was handled before.
pub(super) async fn claim_interaction(
    transaction: &mut WriteTransaction<'_>,
    interaction: Option<InteractionId>,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let Some(interaction) = interaction else {
        return Ok(true);
    };
    let sql = "insert into interaction (interaction_id, at) values ($1, $2) on conflict do nothing";
    let changed = transaction.execute_counted(sql, (interaction, at)).await?;
    Ok(changed == 1)
}

async fn write_details(
    transaction: &mut WriteTransaction<'_>,
    change: &TableChange,
    revision: Revision,
) -> Result<(), StoreError> {
    if let Some(seats) = &change.seats {
        let delete = "delete from seat where table_id = $1";
        transaction.execute(delete, (change.table_id,)).await?;
        insert_seats(transaction, change.table_id, seats).await?;
    }
    if let Some(from) = change.take_back_from {
        let delete = "delete from log_entry where table_id = $1 and number >= $2";
        transaction.execute(delete, (change.table_id, from)).await?;
    }
    for entry in &change.entries {
        let sql = "insert into log_entry (table_id, number, seat, action, events, revision, at, for_person, premove)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let args = (
            change.table_id,
            entry.number,
            entry.seat,
            &entry.action,
            &entry.events,
            revision,
            entry.at,
            entry.for_person,
            entry.premove,
        );
        transaction.execute(sql, args).await?;
    }
    if let Some(player) = &change.departed {
        insert_departed_participant(transaction, change.table_id, player).await?;
    }
    if let Some(result) = &change.result {
        insert_result(transaction, change.table_id, result).await?;
        wake_contest(transaction, change.table_id).await?;
    }
    if let Some(act) = &change.act {
        insert_act(transaction, act).await?;
    }
    insert_notices(transaction, change.table_id, &change.notices).await
}

/// Writes the wait of a table. The update of the table has already checked the wait's version.
async fn write_wait(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
    wait: Option<&Wait>,
) -> Result<(), StoreError> {
    let Some(wait) = wait else {
        transaction
            .execute("delete from wait where table_id = $1", (table_id,))
            .await?;
        return Ok(());
    };
    let sql =
        "insert into wait (table_id, person, since, check_at, state, pinged_revision) values ($1, $2, $3, $4, $5, $6)
         on conflict (table_id) do update
         set person = $2, since = $3, check_at = $4, state = $5, version = wait.version + 1,
             pinged_revision = case when wait.pinged_revision > $6 then wait.pinged_revision else $6 end";
    let args = (
        table_id,
        wait.person,
        wait.since,
        wait.check_at,
        &wait.state,
        wait.pinged_revision,
    );
    transaction.execute(sql, args).await
}

pub(super) async fn insert_notices(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
    notices: &[Notice],
) -> Result<(), StoreError> {
    let placeholders: Vec<i64> = notices
        .iter()
        .flat_map(|notice| &notice.to)
        .copied()
        .map(Destination::number)
        .collect();
    transaction.lock_channels(placeholders).await?;
    for notice in notices {
        for to in &notice.to {
            insert_notice(transaction, table_id, notice, *to).await?;
        }
    }
    Ok(())
}

async fn insert_notice(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
    notice: &Notice,
    to: Destination,
) -> Result<(), StoreError> {
    // An update that is already waiting gets a trailing space, so that its body differs: a process
    // that is sending it right now compares bodies, and would mark both as sent.
    let upsert = "insert into notice (table_id, channel, person, replace_key, body, due_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (table_id, channel, replace_key) where status = 'waiting' and replace_key is not null
         do update set body = case when rtrim(notice.body) = $5 then notice.body || ' ' else $5 end, attempts = 0,
                       due_at = case when notice.due_at < $6 then notice.due_at else $6 end";
    let insert = concat!(
        "insert into notice (table_id, channel, person, replace_key, body, due_at) values ($1, $2, $3, $4, $5, ",
        after_earlier_notices!("$2", "$6"),
        ")"
    );
    let sql = if notice.replace_key.is_some() {
        upsert
    } else {
        insert
    };
    let args = (
        table_id,
        to.number(),
        to.person(),
        &notice.replace_key,
        &notice.body,
        notice.due_at,
    );
    transaction.execute(sql, args).await
}

async fn insert_seats(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
    seats: &[SeatedPlayer],
) -> Result<(), StoreError> {
    for seat in seats {
        let sql = "insert into seat (table_id, seat, person, name, policy, word, stands_in)
             values ($1, $2, $3, $4, $5, $6, $7)";
        let args = (
            table_id,
            seat.seat,
            seat.person,
            &seat.name,
            &seat.policy,
            &seat.word,
            seat.stands_in,
        );
        transaction.execute(sql, args).await?;
    }
    Ok(())
}
