//! Explains errors of games, records and files in sentences that are used in Discord and at a
//! terminal.

use super::{Words, WordsFlaw};
use crate::key;
use lanai_rules::UnsupportedPlayerCount;
use lanai_rules::chance::OriginMismatch;
use lanai_rules::choices::NoSuchChoice;
use lanai_rules::record::{Difference, FORMAT, Fault, LONGEST_NAME};

impl Words {
    /// Explains why a game cannot begin with this number of players.
    pub fn explain_set_up_error(&self, error: &UnsupportedPlayerCount) -> String {
        let seats = error.title.seats();
        let least = *seats.start();
        let limit = *seats.end();
        let name = if least == limit {
            key::INPUT_WRONG_NUMBER_EXACTLY
        } else {
            key::INPUT_WRONG_NUMBER
        };
        let game = self.say(key::TITLE.member(error.title.name()), &[]);
        let fill = [
            ("game", game.into()),
            ("least", least.into()),
            ("most", limit.into()),
            ("asked", error.asked.into()),
        ];
        self.say(name, &fill)
    }

    /// Names the unknown choice and the known ones. `escape` escapes what the user typed.
    pub fn explain_choice_error(&self, error: &NoSuchChoice, escape: fn(&str) -> String) -> String {
        match error {
            NoSuchChoice::Preset { name, known } => self.say(
                key::INPUT_NO_PRESET,
                &[("name", escape(name).into()), ("known", known.into())],
            ),
            NoSuchChoice::Choice { name, known } => self.say(
                key::INPUT_NO_CHOICE,
                &[("name", escape(name).into()), ("known", known.into())],
            ),
            NoSuchChoice::Value { name, value, known } => {
                let fill = [
                    ("name", name.into()),
                    ("value", escape(value).into()),
                    ("known", known.into()),
                ];
                self.say(key::INPUT_NO_VALUE, &fill)
            }
        }
    }

    /// Explains what is wrong with a game record.
    pub fn explain_fault(&self, fault: &Fault) -> String {
        match fault {
            Fault::Unreadable { why, .. } => {
                self.say(key::FAULT_UNREADABLE, &[("why", why.into())])
            }
            Fault::Format { found } => self.say(
                key::FAULT_FORMAT,
                &[("found", (*found).into()), ("known", FORMAT.into())],
            ),
            Fault::OtherTitle { found, asked } => {
                let fill = [
                    ("found", found.name().into()),
                    ("asked", asked.name().into()),
                ];
                self.say(key::FAULT_OTHER_GAME, &fill)
            }
            Fault::Edition { found } => self.say(key::FAULT_EDITION, &[("found", (*found).into())]),
            Fault::PartlyFull { path } => {
                self.say(key::FAULT_PARTLY_FULL, &[("path", path.into())])
            }
            Fault::LongName { seat, letters } => {
                let fill = [
                    ("seat", (*seat).into()),
                    ("letters", (*letters).into()),
                    ("most", LONGEST_NAME.into()),
                ];
                self.say(key::FAULT_LONG_NAME, &fill)
            }
            Fault::SetUp(error) => self.explain_set_up_error(error),
            Fault::NoSuchStep { asked, steps } => self.say(
                key::FAULT_NO_STEP,
                &[("asked", (*asked).into()), ("steps", (*steps).into())],
            ),
            Fault::Differs { step, difference } => {
                let why = self.explain_difference(difference);
                self.say(
                    key::FAULT_STEP,
                    &[("step", (*step).into()), ("why", why.into())],
                )
            }
            Fault::Origin(OriginMismatch::Commitment) => self.say(key::FAULT_COMMITMENT, &[]),
            Fault::Origin(OriginMismatch::Seed) => self.say(key::FAULT_SEED, &[]),
            Fault::OtherEnd(difference) => self.say(
                key::FAULT_END,
                &[("why", self.explain_difference(difference).into())],
            ),
        }
    }

    fn explain_difference(&self, difference: &Difference) -> String {
        match difference {
            Difference::Seat { recorded, found } => {
                let fill = [
                    ("recorded", recorded.number().into()),
                    ("found", found.number().into()),
                ];
                self.say(key::FAULT_SEAT, &fill)
            }
            Difference::AfterTheEnd => self.say(key::FAULT_AFTER_END, &[]),
            Difference::Refused { action, why } => self.say(
                key::FAULT_REFUSED,
                &[("action", action.into()), ("why", why.into())],
            ),
            Difference::Value {
                path,
                recorded,
                found,
            } => {
                let fill = [
                    ("path", path.into()),
                    ("recorded", recorded.into()),
                    ("found", found.into()),
                ];
                self.say(key::FAULT_VALUE, &fill)
            }
            // This text is for developers, because the rules' internal laws have no names that
            // players know.
            Difference::Broken(broken) => broken.to_string(),
        }
    }

    /// Explains a flaw in a translation file.
    pub fn explain_flaw(&self, flaw: &WordsFlaw) -> String {
        match flaw {
            WordsFlaw::Unreadable { line, why } => self.say(
                key::FLAW_LINE,
                &[("line", (*line).into()), ("why", why.into())],
            ),
            WordsFlaw::Missing(name) => self.say(key::FLAW_MISSING, &[("name", name.into())]),
            WordsFlaw::Unknown(name) => self.say(key::FLAW_UNKNOWN, &[("name", name.into())]),
            WordsFlaw::Duplicate(name) => self.say(key::FLAW_TWICE, &[("name", name.into())]),
            WordsFlaw::UnknownVariable { name, variable } => {
                let variable = format!("${variable}");
                self.say(
                    key::FLAW_UNFILLED,
                    &[("name", name.into()), ("variable", variable.into())],
                )
            }
            WordsFlaw::UnknownReference { name, other } => self.say(
                key::FLAW_ASTRAY,
                &[("name", name.into()), ("other", other.into())],
            ),
            WordsFlaw::TooLong {
                name,
                letters,
                limit,
            } => {
                let fill = [
                    ("name", name.into()),
                    ("letters", (*letters).into()),
                    ("most", (*limit).into()),
                ];
                self.say(key::FLAW_TOO_LONG, &fill)
            }
            WordsFlaw::InvalidName(name) => self.say(key::FLAW_NO_NAME, &[("name", name.into())]),
        }
    }
}
