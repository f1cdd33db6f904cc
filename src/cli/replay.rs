//! `lanai replay`: replays a record, and shows the origin of its randomness, which can be compared
//! with the commitment and the words that were public.

use std::path::PathBuf;

use clap::Args;
use jiff::Timestamp;

use super::records::{distinct_names, read_title, record_error, to_json};
use super::{CliError, files};
use crate::key;
use lanai_rules::chance::{Announced, Origin};
use lanai_rules::record::{FigureDifference, Record};
use lanai_rules::{Rules, Status, by_title};
use lanai_text::Words;

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
        let text = files::read_text(&self.file)?;
        let (report, full) =
            by_title!(read_title(&self.file, &text)?, G => self.replay_record::<G>(words, &text)?);
        match (full, &self.output) {
            (Some(full), Some(path)) => {
                files::check_different(&self.file, path)?;
                files::write_file(path, full.as_bytes())?;
                Ok(writeln!(output, "{report}")?)
            }
            (Some(full), None) => Ok(writeln!(output, "{full}")?),
            (None, _) => Ok(writeln!(output, "{report}")?),
        }
    }

    /// Returns the report, and the record in full if `--full` asks for it.
    fn replay_record<G: Rules>(
        &self,
        words: &Words,
        text: &str,
    ) -> Result<(String, Option<String>), CliError> {
        let record = Record::<G>::read(text).map_err(|fault| record_error(&self.file, fault))?;
        let game = record
            .replay(None)
            .map_err(|fault| record_error(&self.file, fault))?;
        let file = files::sanitize_line(&self.file.display().to_string());
        let replayed = words.say(
            key::REPLAY_DONE,
            &[("file", file.into()), ("n", record.steps.len().into())],
        );
        let chance = match &record.origin {
            None => words.say(key::REPLAY_NO_ORIGIN, &[]),
            Some(origin) => describe_origin(words, origin, &record.seats),
        };
        let edition = words.say(key::REPLAY_EDITION, &[("edition", record.edition.into())]);
        let figures = describe_figures(words, &record.differing_figures(&*G::printed()?));
        let result = describe_result(words, &game.status(), &record.seats);
        let report = format!("{replayed}\n{edition}\n{figures}\n{chance}\n{result}");
        if !self.full {
            return Ok((report, None));
        }
        let full = record
            .with_full_states()
            .map_err(|fault| record_error(&self.file, fault))?;
        Ok((report, Some(to_json(&full)?)))
    }
}

/// Says who won, or that the game has no result yet.
fn describe_result(words: &Words, status: &Status, names: &[String]) -> String {
    let Some(standings) = status.standings() else {
        return words.say(key::REPLAY_NOT_OVER, &[]);
    };
    let names = distinct_names(names);
    let winners: Vec<String> = standings
        .winners()
        .filter_map(|seat| names.get(seat.index()).cloned())
        .collect();
    words.say(
        key::REPLAY_OVER,
        &[
            ("who", words.join_list(&winners).into()),
            ("n", winners.len().into()),
        ],
    )
}

/// Lists the figures of the record that differ from those of this program.
fn describe_figures(words: &Words, differences: &[FigureDifference]) -> String {
    if differences.is_empty() {
        return words.say(key::REPLAY_FIGURES_SAME, &[]);
    }
    let mut lines = vec![words.say(key::REPLAY_FIGURES_DIFFER, &[])];
    for FigureDifference {
        path,
        recorded,
        shipped,
    } in differences
    {
        let arguments = [
            ("path", files::sanitize_line(path).into()),
            ("recorded", files::sanitize_line(recorded).into()),
            ("shipped", files::sanitize_line(shipped).into()),
        ];
        lines.push(format!("  {}", words.say(key::REPLAY_FIGURE, &arguments)));
    }
    lines.join("\n")
}

/// Describes the origin of the randomness, to be compared with what was public before the game.
fn describe_origin(words: &Words, origin: &Origin, names: &[String]) -> String {
    let commitment = files::sanitize_line(&origin.commitment);
    let mut lines = vec![
        words.say(key::REPLAY_COMPARE, &[]),
        format!(
            "  {}",
            words.say(key::REPLAY_COMMITMENT, &[("commitment", commitment.into())])
        ),
    ];
    for ((name, word), seat) in names.iter().zip(&origin.words).zip(1..) {
        let who = files::sanitize_line(name);
        let word = files::sanitize_line(word);
        let word = match word.as_str() {
            "" => words.say(key::REPLAY_NO_WORD, &[]),
            word => words.say(key::REPLAY_WORD, &[("word", word.into())]),
        };
        let arguments = [
            ("seat", seat.into()),
            ("who", who.into()),
            ("word", word.into()),
        ];
        lines.push(format!("  {}", words.say(key::REPLAY_SEAT, &arguments)));
    }
    match &origin.announced {
        None => lines.push(words.say(key::REPLAY_NO_MESSAGE, &[])),
        Some(announced) => {
            let is_too_early = announced.is_before_settled();
            let conclusion_key = if is_too_early {
                key::REPLAY_MESSAGE_TOO_EARLY
            } else {
                key::REPLAY_MESSAGE
            };
            lines.extend([
                describe_message(words, announced),
                words.say(conclusion_key, &[]),
            ]);
        }
    }
    lines.join("\n")
}

fn describe_message(words: &Words, announced: &Announced) -> String {
    let Announced {
        message,
        settled_at,
    } = *announced;
    let posted_at = announced.posted_at_secs();
    let seconds_after = posted_at.saturating_sub(settled_at);
    let arguments = [
        ("message", message.number().to_string().into()),
        ("posted", format_time(words, posted_at).into()),
        ("n", seconds_after.unsigned_abs().to_string().into()),
        ("settled", format_time(words, settled_at).into()),
    ];
    let name = if announced.is_before_settled() {
        key::REPLAY_MESSAGE_BEFORE
    } else {
        key::REPLAY_MESSAGE_AFTER
    };
    format!("  {}", words.say(name, &arguments))
}

fn format_time(words: &Words, seconds: i64) -> String {
    match Timestamp::from_second(seconds) {
        Ok(time) => time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string(),
        Err(_) => words.say(key::REPLAY_NO_TIME, &[]),
    }
}
