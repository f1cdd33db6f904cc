//! Lets players resign: the computer plays on, or the game ends.

use crate::core::notices::WatcherNotices;
use crate::core::play;
use crate::core::play::Play;
use crate::core::results::{given_up, leaving};
use crate::core::tables::Tables;
use crate::features::lobby;
use crate::model::failure::Result;
use crate::{Actor, Clock, Declined, LeftBy, News, PersonId, RetryPolicy, Table, TableStatus};
use lanai_ai::PolicyKind;
use lanai_store::{Change, Store};
use std::sync::Arc;

/// Lets players resign.
pub struct Resignations {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) play: Arc<Play>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl Resignations {
    /// Resigns for a player: the computer takes the seat or the game ends.
    pub async fn resign(&self, table: Table, actor: &Actor) -> Result<Table> {
        self.tables
            .retry(RetryPolicy::UntilDone, table, |table| {
                self.try_resign(table, actor, false)
            })
            .await
    }

    /// Resigns for a person who is being erased: no message names them, and the computer gets a
    /// name of its own.
    pub(crate) async fn resign_nameless(&self, table: Table, actor: &Actor) -> Result<Table> {
        self.try_resign(table, actor, true).await
    }

    async fn try_resign(&self, table: Table, actor: &Actor, nameless: bool) -> Result<Table> {
        play::running(&table)?;
        let mut change = table.change(actor.interaction, self.clock.now())?;
        let mut seats = table.seats.clone();
        let own = lobby::computer(&seats, PolicyKind::default()).name;
        let sitting = seats
            .iter_mut()
            .find(|chair| chair.person == Some(actor.person));
        let chair = sitting.ok_or(Declined::NotSeated)?;
        let leaves = leaving(chair, LeftBy::Resigned);
        (chair.person, chair.mind, chair.stands_in) =
            (None, Some(PolicyKind::default().name().to_owned()), false);
        let name = if nameless {
            String::new()
        } else {
            chair.name.clone()
        };
        if nameless {
            (chair.name, chair.word) = (own, String::new());
        }
        let people = seats.iter().filter(|chair| chair.person.is_some()).count();
        let over = people == 0 || seats.len() == 2;
        let news = News::Resigned {
            name,
            over,
            steps: Vec::new(),
        };
        if over {
            // The player keeps the seat in the finished game, so that a rematch is offered to them.
            let mut untold = self.store.tables().entries(table.game, table.told).await?;
            // The unfinished turn of another player leads nowhere and is never announced.
            let told = |seat| {
                seats
                    .iter()
                    .any(|chair| chair.seat == seat && chair.acts().is_none())
            };
            untold.retain(|entry| entry.seat.is_some_and(told));
            let news = news.with(play::news_steps(&table, &untold)?);
            let beginning = table
                .unannounced_start()
                .map(|begins| table.notice(begins))
                .transpose()?;
            change.notices.extend(beginning);
            change.notices.push(table.notice(news)?);
            change.told = untold.last().map_or(table.told, |entry| entry.number + 1);
            change.status = TableStatus::Over;
            change.wait = None;
            change.result = Some(given_up(&table, actor.person, change.at));
            change
                .notices
                .extend(self.watcher_notices.for_watchers_at_once(&table).await?);
            change.notices.push(table.notice(News::Film)?);
            if nameless {
                remove_recipient(&mut change, &table, actor.person);
            }
            let revision = self.tables.write(&change).await?;
            let over = Table {
                revision,
                status: TableStatus::Over,
                told: change.told,
                ..table
            };
            return Ok(over.waits(None)?);
        }
        (change.seats, change.leaves) = (Some(seats.clone()), Some(leaves));
        self.play
            .commit_change(Table { seats, ..table }, change, news)
            .await
    }
}

/// Removes an erased person from the recipients, and all notices of a lesson, which no one else
/// reads.
fn remove_recipient(change: &mut Change, table: &Table, person: PersonId) {
    for notice in &mut change.notices {
        notice.to.retain(|to| to.person() != Some(person));
    }
    change
        .notices
        .retain(|notice| table.settings.lesson.is_none() && !notice.to.is_empty());
}
