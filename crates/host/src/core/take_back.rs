//! Takes back the last turn of a player, with what computers and premoves answered to it.

use crate::core::games::GameLoader;
use crate::core::notices::WatcherNotices;
use crate::core::play;
use crate::core::tables::Tables;
use crate::model::failure::{Result, json};
use crate::{
    Actor, Chair, Clock, CommittedTurn, Declined, News, PersonId, RetryPolicy, Revision, Table,
};
use lanai_ai::Appraise;
use lanai_rules::Seat;
use lanai_store::{Entry, Store};
use std::sync::Arc;

pub struct TakeBack {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl TakeBack {
    /// Takes back a player's last steps, unless they uncovered something or another player acted
    /// since.
    ///
    /// Turns of computers that followed are taken back too; they will play them again.
    pub async fn take_back<G: Appraise>(
        &self,
        table: Table,
        actor: &Actor,
    ) -> Result<CommittedTurn<G>> {
        let seen = table.revision;
        let upon = |table: Table| async move {
            // It means the same after turns of computers, and is out of date after anything else.
            if !self.only_computers_since(&table, seen).await? {
                return Ok(None);
            }
            self.try_take_back::<G>(table, actor).await.map(Some)
        };
        self.tables
            .retry(RetryPolicy::UntilDone, table, upon)
            .await?
            .ok_or(Declined::Stale.into())
    }

    /// Returns whether only computers and premoves changed the table since a revision.
    pub async fn only_computers_since(&self, table: &Table, seen: Revision) -> Result<bool> {
        if seen >= table.revision {
            return Ok(seen == table.revision);
        }
        let entries = self.store.tables().entries(table.game, 0).await?;
        let between = (seen.0 + 1..=table.revision.0).map(Revision);
        let mut all = between.map(|at| {
            entries
                .iter()
                .filter(|entry| entry.revision == at)
                .collect::<Vec<_>>()
        });
        let alone = |entry: &Entry| by_computer(table, entry) || entry.ahead;
        Ok(all.all(|turn| !turn.is_empty() && turn.into_iter().all(alone)))
    }

    async fn try_take_back<G: Appraise>(
        &self,
        table: Table,
        actor: &Actor,
    ) -> Result<CommittedTurn<G>> {
        play::running(&table)?;
        let seat = table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
        let entries = self.store.tables().entries(table.game, 0).await?;
        if table.chair(seat).is_some_and(|chair| chair.stands_in) {
            return Err(Declined::StoodIn.into());
        }
        play::goes_on(&table.waiting)?;
        // The table was read before its log, and another write came between.
        if entries
            .last()
            .is_some_and(|entry| entry.revision > table.revision)
        {
            return Err(Declined::Stale.into());
        }
        let (kept, back) = last_deed(&table, &entries, seat);
        let mut computers = false;
        let mut ahead = false;
        for entry in back {
            match play::entry_seat(entry) {
                Some(who) if who == seat => {}
                // In a rated game, answers are not played again until they suit the player.
                Some(who)
                    if begins(back, seat)
                        && (table.is_computer(who) || entry.ahead)
                        && !table.settings.rated =>
                {
                    (computers, ahead) =
                        (computers || table.is_computer(who), ahead || entry.ahead);
                }
                Some(who) => return Err(Declined::ActedSince(who).into()),
                None => return Err(Declined::NothingYet.into()),
            }
            let events: Vec<G::Event> = table.json(&entry.events, "an entry")?;
            if events.iter().any(G::uncovers) {
                return Err(Declined::Shown.into());
            }
        }
        let from = back.first().map_or(0, |entry| entry.number);
        if back.iter().any(|entry| entry.for_person) {
            return Err(Declined::TimeWasUp.into());
        }
        let game = self.games.replay::<G>(&table, kept, |_, _| ()).await?;
        let mut change = table.change(actor.interaction, self.clock.now())?;
        change.take_back = Some(from);
        change.snapshot = Some(json("its snapshot", game.state())?);
        if from < table.told {
            change.told = from;
            change.notices.push(table.notice(News::TakenBack {
                seat,
                computers,
                ahead,
            })?);
            change.notices.extend(
                self.watcher_notices
                    .for_watchers_later(&table, table.revision.next(), change.at)
                    .await?,
            );
        }
        // A turn that goes on stays the current one. One that is over becomes current again.
        let over = self
            .games
            .load::<G>(table.clone())
            .await?
            .game
            .begins_turn();
        let whole = over || computers || ahead || table.waiting.seat != Some(seat);
        let who = (seat, actor.person);
        change
            .notices
            .extend(table.dropped(&undecided(&table, back, actor.person))?);
        change.wait = Some(table.waiting_again(who, whole, !game.begins_turn(), change.at)?);
        let revision = self.tables.write(&change).await?;
        let printed = self.games.load_printed::<G>(&table).await?;
        let snapshot = change.snapshot;
        let told = change.told;
        let table = Table {
            revision,
            told,
            snapshot,
            ..table
        }
        .waits(change.wait.as_ref())?;
        Ok(CommittedTurn {
            table,
            printed,
            game,
            steps: Vec::new(),
            stays: false,
        })
    }
}

/// Returns whether the entries begin with a step of this seat. Computers may have acted after it.
fn begins(deed: &[Entry], seat: Seat) -> bool {
    deed.first().and_then(play::entry_seat) == Some(seat)
}

/// Returns whether a computer played this entry on a seat of its own.
fn by_computer(table: &Table, entry: &Entry) -> bool {
    let Some(seat) = play::entry_seat(entry).filter(|_| !entry.for_person) else {
        return false;
    };
    let since = table
        .waiting
        .computers
        .iter()
        .find(|(known, _)| *known == seat);
    table.is_computer(seat) && since.is_some_and(|(_, since)| entry.revision > *since)
}

/// Returns whether an entry is an automatic answer to a seat: of a computer, or another's premove.
fn answers(table: &Table, entry: &Entry, seat: Seat) -> bool {
    by_computer(table, entry) || entry.ahead && play::entry_seat(entry) != Some(seat)
}

/// Returns the players whose premoves, played or planned, are dropped by a take-back.
fn undecided(table: &Table, back: &[Entry], person: PersonId) -> Vec<PersonId> {
    let done = back
        .iter()
        .filter(|entry| entry.ahead)
        .filter_map(play::entry_seat);
    let done = done.filter_map(|seat| table.chair(seat).and_then(Chair::acts));
    let mut people: Vec<PersonId> = table
        .waiting
        .ahead
        .turns
        .iter()
        .map(|turn| turn.person)
        .chain(done)
        .collect();
    people.sort_unstable();
    people.dedup();
    people.retain(|other| *other != person);
    people
}

/// Splits the log before the last steps of a seat, which the automatic answers to them follow.
fn last_deed<'a>(table: &Table, entries: &'a [Entry], seat: Seat) -> (&'a [Entry], &'a [Entry]) {
    let mut from = entries.len();
    while let Some(last) = from.checked_sub(1).map(|last| entries[last].revision) {
        let end = from;
        from = entries
            .iter()
            .position(|entry| entry.revision == last)
            .unwrap_or(0);
        if !entries[from..end]
            .iter()
            .all(|entry| answers(table, entry, seat))
        {
            break;
        }
    }
    entries.split_at(from)
}
