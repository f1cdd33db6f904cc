//! `lanai replay`: a record is played again, and what it says of its chance is told, to be compared with what was public.

use std::path::PathBuf;

use clap::Args;
use jiff::Timestamp;

use super::records::{as_json, title_of, told_apart, trouble};
use super::{CliError, files};
use lanai_rules::chance::{Announced, Origin};
use lanai_rules::record::{FigureDifference, Record};
use lanai_rules::{Rules, Status, by_title};
use lanai_text::Words;

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
    pub(super) fn run(
        &self,
        words: &Words,
        output: &mut dyn std::io::Write,
    ) -> Result<(), CliError> {
        let text = files::read(&self.file)?;
        let (told, full) =
            by_title!(title_of(&self.file, &text)?, G => self.play::<G>(words, &text)?);
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
    fn play<G: Rules>(
        &self,
        words: &Words,
        text: &str,
    ) -> Result<(String, Option<String>), CliError> {
        let record = Record::<G>::read(text).map_err(|fault| trouble(&self.file, fault))?;
        let game = record
            .replay(None)
            .map_err(|fault| trouble(&self.file, fault))?;
        let file = files::in_line(&self.file.display().to_string());
        let done = words.say(
            "replay-done",
            &[("file", file.into()), ("n", record.steps.len().into())],
        );
        let chance = match &record.origin {
            None => words.say("replay-no-origin", &[]),
            Some(origin) => origin_told(words, origin, &record.seats),
        };
        let edition = words.say("replay-edition", &[("edition", record.edition.into())]);
        let figures = figures_told(words, &record.differing_figures(&*G::printed()?));
        let result = result_told(words, &game.status(), &record.seats);
        let told = format!("{done}\n{edition}\n{figures}\n{chance}\n{result}");
        let full = || {
            as_json(
                &record
                    .in_full()
                    .map_err(|fault| trouble(&self.file, fault))?,
            )
        };
        Ok((told, self.full.then(full).transpose()?))
    }
}

/// Says who won, or that the game has no result yet.
fn result_told(words: &Words, status: &Status, names: &[String]) -> String {
    let Some(standings) = status.standings() else {
        return words.say("replay-not-over", &[]);
    };
    let names = told_apart(names);
    let winners: Vec<String> = standings
        .winners()
        .filter_map(|seat| names.get(seat.index()).cloned())
        .collect();
    words.say(
        "replay-over",
        &[
            ("who", words.list(&winners).into()),
            ("n", winners.len().into()),
        ],
    )
}

/// Names every printed figure that differs from the shipped ones.
fn figures_told(words: &Words, differences: &[FigureDifference]) -> String {
    if differences.is_empty() {
        return words.say("replay-figures-same", &[]);
    }
    let mut lines = vec![words.say("replay-figures-differ", &[])];
    for FigureDifference {
        path,
        recorded,
        shipped,
    } in differences
    {
        let fill = [
            ("path", files::in_line(path).into()),
            ("recorded", files::in_line(recorded).into()),
            ("shipped", files::in_line(shipped).into()),
        ];
        lines.push(format!("  {}", words.say("replay-figure", &fill)));
    }
    lines.join("\n")
}

/// What can be compared with what was public.
fn origin_told(words: &Words, origin: &Origin, names: &[String]) -> String {
    let commitment = files::in_line(&origin.commitment);
    let mut lines = vec![
        words.say("replay-compare", &[]),
        format!(
            "  {}",
            words.say("replay-commitment", &[("commitment", commitment.into())])
        ),
    ];
    for ((name, word), seat) in names.iter().zip(&origin.words).zip(1..) {
        let who = files::in_line(name);
        let word = files::in_line(word);
        let word = match word.as_str() {
            "" => words.say("replay-no-word", &[]),
            word => words.say("replay-word", &[("word", word.into())]),
        };
        let fill = [
            ("seat", seat.into()),
            ("who", who.into()),
            ("word", word.into()),
        ];
        lines.push(format!("  {}", words.say("replay-seat", &fill)));
    }
    match &origin.announced {
        None => lines.push(words.say("replay-no-message", &[])),
        Some(announced) => {
            let late = announced.is_before_settled();
            let conclusion = if late {
                "replay-message-too-early"
            } else {
                "replay-message"
            };
            lines.extend([message_told(words, announced), words.say(conclusion, &[])]);
        }
    }
    lines.join("\n")
}

fn message_told(words: &Words, announced: &Announced) -> String {
    let Announced {
        message,
        settled_at,
    } = *announced;
    let posted = announced.posted_at_secs();
    let after = posted.saturating_sub(settled_at);
    let fill = [
        ("message", message.number().to_string().into()),
        ("posted", time(words, posted).into()),
        ("n", after.unsigned_abs().to_string().into()),
        ("settled", time(words, settled_at).into()),
    ];
    let name = if announced.is_before_settled() {
        "replay-message-before"
    } else {
        "replay-message-after"
    };
    format!("  {}", words.say(name, &fill))
}

fn time(words: &Words, seconds: i64) -> String {
    match Timestamp::from_second(seconds) {
        Ok(time) => time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string(),
        Err(_) => words.say("replay-no-time", &[]),
    }
}
