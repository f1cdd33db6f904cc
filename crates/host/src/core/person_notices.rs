//! Notices for one person: in the channel or as a direct message.

use crate::core::settings::Settings;
use crate::model::failure::Result;
use crate::{
    Clock, InternalError, News, PersonId, PersonSettings, Ping, PingReason, Table, Waiting,
};
use lanai_rules::Seat;
use lanai_store::{Notice, Store};
use std::sync::Arc;

/// How long an unwritable channel is not tried again, in seconds.
const DAY: i64 = 24 * 60 * 60;

/// Addresses notices to one person.
pub(crate) struct PersonNotices {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) settings: Arc<Settings>,
}

impl PersonNotices {
    /// Returns notices for the players for whom the computer plays from now on.
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

    /// Returns a ping: as a direct message if the person wants that, or if the channel is
    /// unwritable.
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

    /// Returns whether the table's channel was unwritable within the last day.
    pub(crate) async fn is_shut(&self, table: &Table) -> Result<bool, InternalError> {
        Ok(self
            .store
            .channels()
            .is_shut(table.channel, self.clock.now() - DAY)
            .await?)
    }
}
