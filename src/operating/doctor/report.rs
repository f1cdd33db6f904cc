//! What the doctor tells, line by line.

use std::error::Error;
use std::io::{self, Write as _};

use crate::cli;
use lanai_discord::NotTold;
use lanai_text::{Fill, Words};

/// What was found so far.
pub(super) struct Report<'a> {
    pub(super) words: &'a Words,
    wrong: usize,
}

/// What is filled into a line.
type Filled<'f> = [(&'f str, Fill<'f>)];

impl<'a> Report<'a> {
    pub(super) fn begin(words: &'a Words) -> Report<'a> {
        Report { words, wrong: 0 }
    }

    /// Something is as it should be.
    pub(super) fn fine(&mut self, name: &str, fill: &Filled) -> io::Result<()> {
        self.line('✓', name, fill)
    }

    /// Something should be known, and the bot serves all the same.
    pub(super) fn known(&mut self, name: &str, fill: &Filled) -> io::Result<()> {
        self.line('!', name, fill)
    }

    /// Something has to be put right.
    pub(super) fn wrong(&mut self, name: &str, fill: &Filled) -> io::Result<()> {
        self.wrong += 1;
        self.line('×', name, fill)
    }

    /// A name in it may be a stranger's.
    fn line(&mut self, mark: char, name: &str, fill: &Filled) -> io::Result<()> {
        writeln!(
            io::stdout(),
            "{mark} {}",
            cli::in_line(&self.words.say(name, fill))
        )
    }

    /// An error if something was wrong.
    pub(super) fn end(self) -> Result<(), Box<dyn Error>> {
        if self.wrong == 0 {
            return Ok(writeln!(
                io::stdout(),
                "{}",
                self.words.say("doctor-well", &[])
            )?);
        }
        Err(self
            .words
            .say("doctor-ill", &[("n", self.wrong.into())])
            .into())
    }
}

/// Why the chat does not tell something.
pub(super) fn because(why: &NotTold) -> String {
    match why {
        NotTold::NoAnswer(why) => why.clone(),
        NotTold::WrongToken => "401".to_owned(),
        NotTold::Refused(status) => status.to_string(),
    }
}
