//! Lets players resign: the computer plays on, or the game ends.

use crate::core::notices::WatcherNotices;
use crate::core::play;
use crate::core::play::Play;
use crate::core::results::{leaving_participant, resigned_result};
use crate::core::tables::Tables;
use crate::features::lobby;
use crate::model::failure::Result;
use crate::{Actor, Clock, LeftBy, News, PersonId, Refusal, Table};
use lanai_ai::PolicyKind;
use lanai_store::{Store, TableChange};
use std::sync::Arc;

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
            .retry(table, |table| self.try_resign(table, actor, false))
            .await
    }

    /// Resigns for a person who is being erased.
    ///
    /// No message names them, and the computer gets a name of its own.
    pub(crate) async fn resign_anonymously(&self, table: Table, actor: &Actor) -> Result<Table> {
        self.try_resign(table, actor, true).await
    }

    async fn try_resign(&self, table: Table, actor: &Actor, is_anonymous: bool) -> Result<Table> {
        play::check_running(&table)?;
        let mut change = table.new_change(actor.interaction, self.clock.now())?;
        let mut seats = table.seats.clone();
        let computer_name = lobby::computer_seat(&seats, PolicyKind::default()).name;
        let seat = seats
            .iter_mut()
            .find(|seat| seat.person == Some(actor.person))
            .ok_or(Refusal::NotSeated)?;
        let leaver = leaving_participant(seat, LeftBy::Resigned);
        seat.person = None;
        seat.policy = Some(PolicyKind::default().name().to_owned());
        seat.stands_in = false;
        let mut name = seat.name.clone();
        if is_anonymous {
            name.clear();
            seat.name = computer_name;
            seat.word.clear();
        }
        let ends_game = seats.len() == 2 || seats.iter().all(|seat| seat.person.is_none());
        let news = News::Resigned {
            name,
            over: ends_game,
            steps: Vec::new(),
        };
        if ends_game {
            // The player keeps the seat in the finished game, so that a rematch is offered to them.
            let mut unannounced = self
                .store
                .tables()
                .load_log(table.id, table.announced_until)
                .await?;
            // The game ends here, so the unfinished turn of another player is never announced.
            unannounced.retain(|entry| {
                seats
                    .iter()
                    .any(|seat| entry.seat == Some(seat.seat) && seat.active_person().is_none())
            });
            let news = news.with_steps(play::news_steps(&table, &unannounced)?);
            change.announced_entries = unannounced
                .last()
                .map_or(table.announced_until, |entry| entry.number + 1);
            let result = resigned_result(&table, actor.person, change.at);
            self.watcher_notices
                .end_table(&table, &mut change, Some(result), news)
                .await?;
            if is_anonymous {
                remove_recipient(&mut change, &table, actor.person);
            }
            return self.tables.write(table, change).await;
        }
        change.seats = Some(seats.clone());
        change.departed = Some(leaver);
        self.play
            .commit_change(Table { seats, ..table }, change, news)
            .await
    }
}

/// Removes an erased person from the recipients, and all notices of a lesson, which no one else
/// reads.
fn remove_recipient(change: &mut TableChange, table: &Table, person: PersonId) {
    for notice in &mut change.notices {
        notice.to.retain(|to| to.person() != Some(person));
    }
    change
        .notices
        .retain(|notice| table.settings.lesson.is_none() && !notice.to.is_empty());
}
