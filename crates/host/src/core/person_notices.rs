//! News for one person: where they hear it, and who hears that the computer played for them.

use crate::core::settings::Settings;
use crate::model::failure::Result;
use crate::{
    Clock, InternalError, News, PersonId, PersonSettings, Ping, PingReason, Table, Waiting,
};
use lanai_rules::Seat;
use lanai_store::{Notice, Store};
use std::sync::Arc;

/// After so many seconds a channel that took nothing from us is tried again.
const DAY: i64 = 24 * 60 * 60;

/// Addresses notices to one person.
pub(crate) struct PersonNotices {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) settings: Arc<Settings>,
}

impl PersonNotices {
    /// Those hear of it for whom the computer plays: whose time is up, and who was replaced until they are back.
    pub(crate) async fn for_replaced(
        &self,
        table: &Table,
        sat: &[PersonId],
        late: Option<Seat>,
    ) -> Result<Vec<Notice>> {
        let sits = table.people();
        let stood_in = sat.iter().copied().filter(|person| !sits.contains(person));
        let late = late.and_then(|seat| table.chair(seat)?.person);
        let waiting = &table.waiting;
        let mut notices = Vec::new();
        for person in stood_in
            .filter(|person| table.seat_of(*person).is_some() && late != Some(*person))
            .chain(late)
        {
            let personal = self.settings.person_settings(person).await?;
            notices.push(
                self.for_person(table, &personal, waiting, person, PingReason::StoodIn)
                    .await?,
            );
        }
        Ok(notices)
    }

    /// News for one person: in a direct message if they want that, or if the channel takes nothing from us.
    pub(crate) async fn for_person(
        &self,
        table: &Table,
        personal: &PersonSettings,
        waiting: &Waiting,
        person: PersonId,
        why: PingReason,
    ) -> Result<Notice> {
        let turn = waiting.turn;
        let reminders = waiting.reminders;
        let news = News::Ping(Ping {
            person,
            turn,
            reminders,
            why,
        });
        let direct = table.settings.is_between() || personal.direct || self.is_shut(table).await?;
        Ok(if direct {
            table.to_person(person, news)?
        } else {
            table.word(news)?
        })
    }

    /// Whether the channel of a table takes nothing from us, as far as we know. After a day it is tried again.
    pub(crate) async fn is_shut(&self, table: &Table) -> Result<bool, InternalError> {
        Ok(self
            .store
            .channels()
            .is_shut(table.channel, self.clock.now() - DAY)
            .await?)
    }
}
