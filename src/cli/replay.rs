//! `lanai replay`: a record is played again, and what it says of its chance is told, to be compared with what was public.

use std::path::PathBuf;

use clap::Args;
use jiff::Timestamp;

use super::records::{as_json, title_of, trouble};
use super::{CliError, files};
use crate::rules::chance::{Announced, Origin};
use crate::rules::record::Record;
use crate::rules::{Rules, by_title};

/// `lanai replay`.
#[derive(Args, Debug)]
pub(super) struct ReplayArgs {
    /// The record
    file: PathBuf,
    /// Write the record again with the whole state and all legal actions after each step, for programs that check Lanai
    #[arg(long)]
    full: bool,
    /// Where to write it; to the terminal if left out
    #[arg(short, long, requires = "full")]
    output: Option<PathBuf>,
}

impl ReplayArgs {
    pub(super) fn run(&self, output: &mut dyn std::io::Write) -> Result<(), CliError> {
        let text = files::read(&self.file)?;
        let (told, full) = by_title!(title_of(&self.file, &text)?, G => self.play::<G>(&text)?);
        match (full, &self.output) {
            (Some(full), Some(path)) => {
                files::unless_same(&self.file, path)?;
                files::write(path, full.as_bytes())?;
                Ok(writeln!(output, "{told}")?)
            }
            (Some(full), None) => Ok(writeln!(output, "{full}")?),
            (None, _) => Ok(writeln!(output, "{told}")?),
        }
    }

    /// What came of it, and the whole record if that is wanted.
    fn play<G: Rules>(&self, text: &str) -> Result<(String, Option<String>), CliError> {
        let record = Record::<G>::read(text).map_err(|fault| trouble(&self.file, fault))?;
        record.replay(None).map_err(|fault| trouble(&self.file, fault))?;
        let file = files::in_line(&self.file.display().to_string());
        let steps = record.steps.len();
        let chance = match &record.origin {
            None => NO_ORIGIN.to_owned(),
            Some(origin) => origin_told(origin, &record.seats),
        };
        let told = format!("{file}: {steps} steps, all exactly as recorded\n{chance}");
        let full = || as_json(&record.in_full().map_err(|fault| trouble(&self.file, fault))?);
        Ok((told, self.full.then(full).transpose()?))
    }
}

const NO_ORIGIN: &str = "It does not say where its seed comes from. Whoever wrote it was free to choose one, so it proves \
    nothing about the shuffle.";
const COMPARE: &str = "The seed comes from a secret and from the values below. Compare them with what was public: the lobby, and the \
    message that announced the start.";
const NO_MESSAGE: &str = "No public message is part of the seed: whoever ran the bot knew the secret, and could try words \
    until they liked the shuffle.";
const MESSAGE: &str = "If everything matches, nobody could choose the shuffle beforehand: every further try would have been a \
    further message. A deleted message leaves no trace, so ask if there was much time between the two.";

/// What can be compared with what was public.
fn origin_told(origin: &Origin, names: &[String]) -> String {
    let mut lines = vec![COMPARE.to_owned(), format!("  commitment {}", files::in_line(&origin.commitment))];
    for ((name, word), seat) in names.iter().zip(&origin.words).zip(1..) {
        let word =
            if word.is_empty() { "no word".to_owned() } else { format!("\"{}\"", files::in_line(word)) };
        lines.push(format!("  seat {seat}, {}: {word}", files::in_line(name)));
    }
    match &origin.announced {
        None => lines.push(NO_MESSAGE.to_owned()),
        Some(announced) => lines.extend([message_told(announced), MESSAGE.to_owned()]),
    }
    lines.join("\n")
}

fn message_told(announced: &Announced) -> String {
    let Announced { message, settled_at } = *announced;
    let posted = message.posted_at().div_euclid(1000);
    let after = posted.saturating_sub(settled_at);
    let (seconds, order) = (after.unsigned_abs(), if after < 0 { "before" } else { "after" });
    format!(
        "  message {}, posted {}: {seconds} s {order} the last word or change at the table, {}",
        message.number(),
        time(posted),
        time(settled_at)
    )
}

fn time(seconds: i64) -> String {
    match Timestamp::from_second(seconds) {
        Ok(time) => time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string(),
        Err(_) => "at an impossible time".to_owned(),
    }
}
