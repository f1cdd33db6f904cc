//! Notices for one person: in the channel or as a direct message.

use crate::core::settings::Settings;
use crate::model::failure::Result;
use crate::{
    Clock, InternalError, News, PersonId, PersonSettings, Ping, PingReason, Table, Waiting,
};
use lanai_rules::Seat;
use lanai_store::{Notice, Store};
use std::sync::Arc;

/// How long pings avoid a channel in which a message could not be posted.
const UNWRITABLE_SECS: i64 = 24 * 60 * 60;

/// Addresses notices to one person.
pub(crate) struct PersonNotices {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) settings: Arc<Settings>,
}

impl PersonNotices {
    /// Returns notices for the players for whom the computer plays from now on.
    ///
    /// They include the player at `timed_out`, for whom it may have played only this turn.
    pub(crate) async fn replacement_notices(
        &self,
        table: &Table,
        people_before: &[PersonId],
        timed_out: Option<Seat>,
    ) -> Result<Vec<Notice>> {
        let people = table.people();
        let timed_out = timed_out.and_then(|seat| table.seated_player(seat)?.person);
        let replaced = people_before.iter().copied().filter(|person| {
            !people.contains(person)
                && table.seat_of(*person).is_some()
                && timed_out != Some(*person)
        });
        let waiting = &table.waiting;
        let mut notices = Vec::new();
        for person in replaced.chain(timed_out) {
            let personal = self.settings.person_settings(person).await?;
            notices.push(
                self.ping_notice(table, &personal, waiting, person, PingReason::StoodIn)
                    .await?,
            );
        }
        Ok(notices)
    }

    /// Returns a ping: as a direct message if the person wants that, or if the channel is
    /// unwritable.
    pub(crate) async fn ping_notice(
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
        let direct = table.settings.is_between_guilds()
            || personal.direct
            || self.is_unwritable(table).await?;
        Ok(if direct {
            table.notice_to_person(person, news)?
        } else {
            table.notice_without_change(news)?
        })
    }

    /// Returns whether the table's channel was unwritable within the last day.
    pub(crate) async fn is_unwritable(&self, table: &Table) -> Result<bool, InternalError> {
        Ok(self
            .store
            .channels()
            .is_unwritable(table.channel, self.clock.now() - UNWRITABLE_SECS)
            .await?)
    }
}
