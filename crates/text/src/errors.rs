//! Explains errors of games, records and files in sentences that are used in Discord and at a
//! terminal.

use super::{Words, WordsFlaw};
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
            "chat-wrong-number-exactly"
        } else {
            "chat-wrong-number"
        };
        let game = self.say(&format!("chat-title-{}", error.title.name()), &[]);
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
                "chat-no-preset",
                &[("name", escape(name).into()), ("known", known.into())],
            ),
            NoSuchChoice::Choice { name, known } => self.say(
                "chat-no-choice",
                &[("name", escape(name).into()), ("known", known.into())],
            ),
            NoSuchChoice::Value { name, value, known } => {
                let fill = [
                    ("name", name.into()),
                    ("value", escape(value).into()),
                    ("known", known.into()),
                ];
                self.say("chat-no-value", &fill)
            }
        }
    }

    /// Explains what is wrong with a game record.
    pub fn explain_fault(&self, fault: &Fault) -> String {
        match fault {
            Fault::Unreadable { why, .. } => self.say("fault-unreadable", &[("why", why.into())]),
            Fault::Format { found } => self.say(
                "fault-format",
                &[("found", (*found).into()), ("known", FORMAT.into())],
            ),
            Fault::OtherTitle { found, asked } => {
                let fill = [
                    ("found", found.name().into()),
                    ("asked", asked.name().into()),
                ];
                self.say("fault-other-game", &fill)
            }
            Fault::Edition { found } => self.say("fault-edition", &[("found", (*found).into())]),
            Fault::PartlyFull { path } => self.say("fault-partly-full", &[("path", path.into())]),
            Fault::LongName { seat, letters } => {
                let fill = [
                    ("seat", (*seat).into()),
                    ("letters", (*letters).into()),
                    ("most", LONGEST_NAME.into()),
                ];
                self.say("fault-long-name", &fill)
            }
            Fault::SetUp(error) => self.explain_set_up_error(error),
            Fault::NoSuchStep { asked, steps } => self.say(
                "fault-no-step",
                &[("asked", (*asked).into()), ("steps", (*steps).into())],
            ),
            Fault::Differs { step, difference } => {
                let why = self.explain_difference(difference);
                self.say(
                    "fault-step",
                    &[("step", (*step).into()), ("why", why.into())],
                )
            }
            Fault::Origin(OriginMismatch::Commitment) => self.say("fault-commitment", &[]),
            Fault::Origin(OriginMismatch::Seed) => self.say("fault-seed", &[]),
            Fault::OtherEnd(difference) => self.say(
                "fault-end",
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
                self.say("fault-seat", &fill)
            }
            Difference::AfterTheEnd => self.say("fault-after-end", &[]),
            Difference::Refused { action, why } => self.say(
                "fault-refused",
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
                self.say("fault-value", &fill)
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
                "flaw-line",
                &[("line", (*line).into()), ("why", why.into())],
            ),
            WordsFlaw::Missing(name) => self.say("flaw-missing", &[("name", name.into())]),
            WordsFlaw::Unknown(name) => self.say("flaw-unknown", &[("name", name.into())]),
            WordsFlaw::Duplicate(name) => self.say("flaw-twice", &[("name", name.into())]),
            WordsFlaw::UnknownVariable { name, variable } => {
                let variable = format!("${variable}");
                self.say(
                    "flaw-unfilled",
                    &[("name", name.into()), ("variable", variable.into())],
                )
            }
            WordsFlaw::UnknownReference { name, other } => self.say(
                "flaw-astray",
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
                self.say("flaw-too-long", &fill)
            }
            WordsFlaw::InvalidName(name) => self.say("flaw-no-name", &[("name", name.into())]),
        }
    }
}
