//! Replaces players who left or went missing, by the computer or by another person.

use crate::core::play;
use crate::core::play::Play;
use crate::core::results::leaving_participant;
use crate::core::settings::Settings;
use crate::features::access::AccessRules;
use crate::model::failure::Result;
use crate::{Actor, Clock, LeftBy, MAX_REMINDERS, News, PersonId, Refusal, Table};
use std::sync::Arc;

/// A player who takes longer than this may be replaced, even after few reminders.
const MISSING_AFTER_SECS: i64 = 14 * 24 * 60 * 60;

/// A person who takes over the seat of another player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Successor {
    pub person: PersonId,
    pub name: String,
}

pub struct Replacements {
    pub(crate) clock: Clock,
    pub(crate) access: Arc<AccessRules>,
    pub(crate) play: Arc<Play>,
    pub(crate) settings: Arc<Settings>,
}

impl Replacements {
    /// Gives the seat back to a player for whom the computer played.
    pub async fn return_to_seat(&self, table: Table, actor: &Actor) -> Result<Table> {
        play::check_running(&table)?;
        let own_seat = table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
        let mut change = table.new_change(actor.interaction, self.clock.now())?;
        let mut seats = table.seats.clone();
        seats
            .iter_mut()
            .find(|seat| seat.person == Some(actor.person) && seat.stands_in)
            .ok_or(Refusal::PlaysThemselves)?
            .stands_in = false;
        change.seats = Some(seats);
        let news = News::Back {
            seat: own_seat,
            steps: Vec::new(),
        };
        self.play.commit_change(table, change, news).await
    }

    /// Returns whether a player may be replaced because they keep the others waiting for too long.
    ///
    /// Players who asked for time or are on holiday are excused, and so is everyone during a pause.
    pub async fn is_missing(&self, table: &Table, person: PersonId) -> Result<bool> {
        if table
            .seats
            .iter()
            .any(|seat| seat.person == Some(person) && seat.stands_in)
        {
            return Ok(true);
        }
        let waiting = &table.waiting;
        let now = self.clock.now();
        let personal = self.settings.person_settings(person).await?;
        if waiting.person != Some(person)
            || waiting.pause.is_some()
            || waiting.snoozed_until.is_some_and(|until| until > now)
            || personal.holiday_at(now).is_some()
        {
            return Ok(false);
        }
        Ok(waiting.timeout_announced
            || waiting.reminders_sent() >= MAX_REMINDERS
            || waiting.used_secs(&personal.holidays, now) > MISSING_AFTER_SECS)
    }

    /// Replaces a player who has left or is missing.
    ///
    /// Players of the table may put the computer in the missing player's place. Another person can
    /// only take the seat for themselves.
    pub async fn replace(
        &self,
        table: Table,
        actor: &Actor,
        person: PersonId,
        successor: Option<Successor>,
        has_left: bool,
    ) -> Result<Table> {
        play::check_running(&table)?;
        table.seat_of(person).ok_or(Refusal::PersonNotSeated)?;
        let takes_over = successor
            .as_ref()
            .is_some_and(|successor| successor.person == actor.person);
        if table.seat_of(actor.person).is_none() && !takes_over {
            return Err(Refusal::NotSeated.into());
        }
        if person == actor.person {
            return Err(Refusal::NotAbsent.into());
        }
        if successor.is_some() {
            if table.settings.is_between_guilds() {
                return Err(Refusal::PlayersFixedBetweenGuilds.into());
            }
            // No one can be made to play by another person.
            if !takes_over {
                return Err(Refusal::OnlyForOneself.into());
            }
            if table.seat_of(actor.person).is_some() {
                return Err(Refusal::Seated.into());
            }
            self.access
                .check_not_barred(table.guild, actor.person)
                .await?;
        }
        if !has_left && !self.is_missing(&table, person).await? {
            return Err(Refusal::NotAbsent.into());
        }
        let mut change = table.new_change(actor.interaction, self.clock.now())?;
        let mut seats = table.seats.clone();
        let seat = seats
            .iter_mut()
            .find(|seat| seat.person == Some(person))
            .ok_or(Refusal::NotSeated)?;
        let news = News::Replaced {
            name: seat.name.clone(),
            successor: successor.as_ref().map(|successor| successor.name.clone()),
            steps: Vec::new(),
        };
        match successor {
            Some(successor) => {
                seat.stands_in = false;
                change.departed = Some(leaving_participant(seat, LeftBy::Replaced));
                seat.person = Some(successor.person);
                seat.policy = None;
                seat.name = successor.name;
            }
            None if seat.stands_in => return Err(Refusal::ComputerPlaysAlready.into()),
            // The player may return until another person takes the seat.
            None => seat.stands_in = true,
        }
        change.seats = Some(seats);
        self.play.commit_change(table, change, news).await
    }
}
