//! The conditions of a running game in words: deadlines, absences, pauses, and what is proposed.

use lanai_host::{Award, Failure, Host, PersonId, Table, Terms};
use lanai_rules::Seat;
use lanai_text::{Fill, Words};

use crate::key;
use crate::times::{format_duration, format_moment, format_rough_duration};

/// Describes a table to readers of one language.
pub struct TableTexts<'a> {
    pub words: &'a Words,
    pub table: &'a Table,
    /// The players' names by seat, escaped if the text is formatted.
    pub names: &'a [String],
}

impl TableTexts<'_> {
    /// Describes the conditions of a turn: deadlines, absences, pauses and stand-ins.
    pub async fn describe_conditions(&self, host: &Host) -> Result<Vec<String>, Failure> {
        let TableTexts { words, table, .. } = self;
        let waiting = &table.waiting;
        let mut lines = Vec::new();
        if let Some(person) = waiting.person {
            let name = waiting.seat.map_or("", |seat| self.name(seat));
            let personal = host.settings.person_settings(person).await?;
            let deadline = waiting.deadline(table.settings.time_control, &personal);
            if let Some(until) = deadline.filter(|_| waiting.pause.is_none()) {
                let sentence = if waiting.timeout_announced {
                    key::CHAT_STATUS_LATE
                } else {
                    key::CHAT_DEADLINE
                };
                lines.push(words.say(sentence, &[("until", format_moment(until).into())]));
            }
            let now = host.clock.now();
            if let Some(away) = personal.holiday_at(now) {
                let fill = [
                    ("who", Fill::from(name)),
                    ("until", format_moment(away.until).into()),
                ];
                lines.push(words.say(key::PANEL_STATUS_AWAY, &fill));
            }
            if let Some(until) = waiting.snoozed_until.filter(|until| *until > now) {
                let fill = [
                    ("who", Fill::from(name)),
                    ("until", format_moment(until).into()),
                ];
                lines.push(words.say(key::CHAT_SNOOZED, &fill));
            }
        }
        lines.extend(self.describe_time_banks());
        if let Some(pause) = waiting.pause {
            let fill = [("until", format_moment(pause.until).into())];
            lines.push(words.say(key::CHAT_PAUSED, &fill));
        }
        for (player, name) in table.seats.iter().zip(self.names) {
            if player.stands_in {
                let fill = [("who", Fill::from(name.as_str()))];
                lines.push(words.say(key::PANEL_STATUS_STANDS_IN, &fill));
            }
        }
        Ok(lines)
    }

    /// Describes what the player of a seat proposes to the others.
    pub fn describe_proposal(&self, seat: Seat, terms: Terms) -> String {
        let words = self.words;
        let who = ("who", Fill::from(self.name(seat)));
        match terms {
            Terms::Pause(seconds) => {
                let time = ("time", format_duration(words, seconds).into());
                words.say(key::PANEL_ASKS_PAUSE, &[who, time])
            }
            Terms::Resume => words.say(key::PANEL_ASKS_RESUME, &[who]),
            Terms::End => words.say(key::PANEL_ASKS_END, &[who]),
            Terms::Award(Award::Draw) => words.say(key::PANEL_ASKS_DRAW, &[who]),
            Terms::Award(Award::Win(winner)) => {
                let winner = ("winner", self.name_of(winner).into());
                words.say(key::PANEL_ASKS_WON, &[who, winner])
            }
        }
    }

    /// Lists the time left in the banks of players who are not to act; `None` without time banks.
    fn describe_time_banks(&self) -> Option<String> {
        let mut banks = Vec::new();
        for (seat, seconds) in self.table.idle_time_banks() {
            let time = format_rough_duration(self.words, seconds);
            banks.push(format!("{} ({time})", self.name(seat)));
        }
        if banks.is_empty() {
            return None;
        }
        let fill = [("list", Fill::from(banks.join(", ")))];
        Some(self.words.say(key::PANEL_STATUS_BANKS, &fill))
    }

    fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("", String::as_str)
    }

    fn name_of(&self, person: PersonId) -> &str {
        let seat = self.table.seat_of(person);
        seat.map_or("", |seat| self.name(seat))
    }
}
