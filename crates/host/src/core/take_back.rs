//! What the log of a table is good for: taking back what was done last, and telling the whole game as a record.

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

/// Takes back what was done last.
pub struct TakeBack {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl TakeBack {
    /// Takes back what a person did last, as far as nothing hidden was shown and nobody else has acted since. What
    /// computers did after it goes with it: they do it again, or something else, after what is done instead.
    pub async fn take_back<G: Appraise>(
        &self,
        table: Table,
        actor: &Actor,
    ) -> Result<CommittedTurn<G>> {
        let seen = table.revision;
        let upon = |table: Table| async move {
            // It means the same whatever computers have done meanwhile, and nothing if anything else happened.
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

    /// Whether nothing but turns of computers, and such as had been decided ahead, was written at a table since it was seen
    /// like that.
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
        // The table was read before its log: whoever wrote in between was faster.
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
                // What counts is not played again until others answer as one likes.
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
        // Steps of a turn that goes on leave it where it is; the last of one that is over bring that back.
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

/// Whether a deed is that of whoever sits here: computers may have acted after it.
fn begins(deed: &[Entry], seat: Seat) -> bool {
    deed.first().and_then(play::entry_seat) == Some(seat)
}

/// Whether a computer did this, and for nobody else. What was written before it was known to be a computer's seat was not.
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

/// Whether an entry answers what somebody did, with nobody there: a computer's, or decided ahead by another.
fn answers(table: &Table, entry: &Entry, seat: Seat) -> bool {
    by_computer(table, entry) || entry.ahead && play::entry_seat(entry) != Some(seat)
}

/// Those whose decisions are off when somebody takes this back: what was done ahead, and what was to be.
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

/// The log before the last deed of somebody, and the entries that were written by it and after it in answer to it.
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
