//! The lines that `lanai doctor` prints.

use std::io::{self, Write as _};

use crate::cli;
use crate::error::CommandError;
use crate::key;
use lanai_discord::CheckupError;
use lanai_text::{Fill, Key, Words};

pub(super) struct Report<'a> {
    pub(super) words: &'a Words,
    failed_checks: usize,
}

type Arguments<'f> = [(&'f str, Fill<'f>)];

impl<'a> Report<'a> {
    pub(super) fn new(words: &'a Words) -> Report<'a> {
        Report {
            words,
            failed_checks: 0,
        }
    }

    /// Prints that a check has passed.
    pub(super) fn pass(&mut self, key: Key, arguments: &Arguments) -> io::Result<()> {
        self.print_line('✓', key, arguments)
    }

    /// Prints a warning about a problem that does not keep the bot from serving.
    pub(super) fn warn(&mut self, key: Key, arguments: &Arguments) -> io::Result<()> {
        self.print_line('!', key, arguments)
    }

    /// Prints an error that the operator has to correct.
    pub(super) fn fail(&mut self, key: Key, arguments: &Arguments) -> io::Result<()> {
        self.failed_checks += 1;
        self.print_line('×', key, arguments)
    }

    fn print_line(&mut self, mark: char, key: Key, arguments: &Arguments) -> io::Result<()> {
        // The arguments may hold names that users of Discord chose.
        let sentence = cli::sanitize_line(&self.words.say(key, arguments));
        writeln!(io::stdout(), "{mark} {sentence}")
    }

    /// Ends the report; fails if a check failed.
    pub(super) fn finish(self) -> Result<(), CommandError> {
        if self.failed_checks > 0 {
            return Err(CommandError::ChecksFailed(self.failed_checks));
        }
        let sentence = self.words.say(key::DOCTOR_WELL, &[]);
        Ok(writeln!(io::stdout(), "{sentence}")?)
    }
}

pub(super) fn describe_checkup_error(error: &CheckupError) -> String {
    match error {
        CheckupError::NoAnswer(why) => why.clone(),
        CheckupError::WrongToken => "401".to_owned(),
        CheckupError::Refused(status) => status.to_string(),
    }
}
