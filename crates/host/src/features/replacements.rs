//! Replaces players who left or went missing, by the computer or by another person.

use crate::core::play;
use crate::core::play::Play;
use crate::core::results::leaving;
use crate::core::settings::Settings;
use crate::features::access::AccessRules;
use crate::model::failure::Result;
use crate::{Actor, Clock, Declined, LeftBy, MAX_REMINDERS, News, PersonId, Table};
use std::sync::Arc;

/// After this long a player may be replaced, whatever their reminders: two weeks.
const MISSING_AFTER_SECS: i64 = 14 * 24 * 60 * 60;

/// Replaces players who do not come back, and gives seats back.
pub struct Replacements {
    pub(crate) clock: Clock,
    pub(crate) access: Arc<AccessRules>,
    pub(crate) play: Arc<Play>,
    pub(crate) settings: Arc<Settings>,
}

impl Replacements {
    /// Returns the seat to a player for whom the computer played.
    pub async fn come_back(&self, table: Table, actor: &Actor) -> Result<Table> {
        play::running(&table)?;
        let seat = table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
        let mut change = table.change(actor.interaction, self.clock.now())?;
        let mut seats = table.seats.clone();
        let mine =
            |chair: &&mut crate::Chair| chair.person == Some(actor.person) && chair.stands_in;
        seats
            .iter_mut()
            .find(mine)
            .ok_or(Declined::NotAway)?
            .stands_in = false;
        change.seats = Some(seats);
        self.play
            .commit_change(
                table,
                change,
                News::Back {
                    seat,
                    steps: Vec::new(),
                },
            )
            .await
    }

    /// Returns whether a player may be replaced because they keep the others waiting for too long.
    ///
    /// Players who asked for time or are on holiday are excused, and so is everyone during a pause.
    pub async fn is_missing(&self, table: &Table, person: PersonId) -> Result<bool> {
        if table
            .seats
            .iter()
            .any(|chair| chair.person == Some(person) && chair.stands_in)
        {
            return Ok(true);
        }
        let waiting = &table.waiting;
        let now = self.clock.now();
        let personal = self.settings.person_settings(person).await?;
        let excused = waiting.pause.is_some()
            || waiting.snoozed.is_some_and(|until| until > now)
            || personal.away_at(now).is_some();
        let long = waiting.counted() >= MAX_REMINDERS
            || waiting.used(&personal.away, now) > MISSING_AFTER_SECS;
        Ok(waiting.person == Some(person) && (waiting.late || long) && !excused)
    }

    /// Replaces a player who has left or is missing.
    ///
    /// Players of the table may put the computer in their place; another person can only take the
    /// seat themselves.
    pub async fn replace(
        &self,
        table: Table,
        actor: &Actor,
        person: PersonId,
        by: Option<(PersonId, String)>,
        has_left: bool,
    ) -> Result<Table> {
        play::running(&table)?;
        table.seat_of(person).ok_or(Declined::NotThere)?;
        let takes_over = by.as_ref().is_some_and(|(other, _)| *other == actor.person);
        if table.seat_of(actor.person).is_none() && !takes_over {
            return Err(Declined::NotSeated.into());
        }
        if person == actor.person {
            return Err(Declined::StillHere.into());
        }
        if by.is_some() && table.settings.is_between() {
            return Err(Declined::BetweenGuilds.into());
        }
        // No one can be made to play by another person.
        if by.is_some() && !takes_over {
            return Err(Declined::NotThemselves.into());
        }
        if by
            .as_ref()
            .is_some_and(|(other, _)| table.seat_of(*other).is_some())
        {
            return Err(Declined::Seated.into());
        }
        if takes_over {
            self.access
                .check_not_barred(table.guild, actor.person)
                .await?;
        }
        if !has_left && !self.is_missing(&table, person).await? {
            return Err(Declined::StillHere.into());
        }
        let mut change = table.change(actor.interaction, self.clock.now())?;
        let mut seats = table.seats.clone();
        let chair = seats.iter_mut().find(|chair| chair.person == Some(person));
        let chair = chair.ok_or(Declined::NotSeated)?;
        let name = chair.name.clone();
        // Until someone else takes the seat, its player may return.
        if by.is_none() && chair.stands_in {
            return Err(Declined::PlaysAlready.into());
        }
        chair.stands_in = by.is_none();
        change.leaves = by.is_some().then(|| leaving(chair, LeftBy::Replaced));
        let by = by.map(|(other, name)| {
            (chair.person, chair.mind) = (Some(other), None);
            chair.name.clone_from(&name);
            name
        });
        change.seats = Some(seats);
        self.play
            .commit_change(
                table,
                change,
                News::Replaced {
                    name,
                    by,
                    steps: Vec::new(),
                },
            )
            .await
    }
}
