//! `lanai record` writes a record of a game, and `lanai show` shows a record.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::{CliError, GameArgs, files, illegal_action_error, parse_viewer};
use lanai_ai::{Budget, Evaluate, Policies, PolicyKind};
use lanai_rules::chance::Seed;
use lanai_rules::record::{Detail, Fault, Header, Record};
use lanai_rules::{Status, Title, by_title};
use lanai_text::{Phrasebook, Tell, Words};

#[derive(Args, Debug)]
pub(super) struct RecordArgs {
    #[command(flatten)]
    table: GameArgs,
    /// A number, or 64 hexadecimal digits: the same seed gives the same result
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Include the whole state and all legal actions after each step, for programs that check Lanai
    #[arg(long)]
    full: bool,
    /// Where to write it; to the terminal if left out
    #[arg(short, long)]
    output: Option<PathBuf>,
}

impl RecordArgs {
    pub(super) fn run(&self, output: &mut dyn std::io::Write) -> Result<(), CliError> {
        let text = by_title!(self.table.game, G => self.play_and_encode::<G>()?);
        match &self.output {
            Some(path) => files::write_file(path, text.as_bytes()),
            None => Ok(writeln!(output, "{text}")?),
        }
    }

    fn play_and_encode<G: Evaluate>(&self) -> Result<String, CliError> {
        let printed = G::printed()?;
        let policies_by_seat = self.table.policies_by_seat::<G>()?;
        let options = self.table.parse_options::<G>()?;
        let names = policies_by_seat
            .values()
            .map(|kind| PolicyKind::name(*kind).to_owned())
            .collect();
        let detail = if self.full {
            Detail::Full
        } else {
            Detail::Digests
        };
        let seed = self.seed;
        let (mut record, mut game) = Record::<G>::begin(&printed, names, options, seed, detail)?;
        let mut policies = Policies::new(policies_by_seat, &seed, Budget::per_turn().left())?;
        while let Some((seat, action)) = policies.choose(&game) {
            let mut events = Vec::new();
            game.play(action, &mut events)
                .map_err(illegal_action_error)?;
            record.push_step(seat, action, events, &game);
        }
        to_json(&record)
    }
}

pub(super) fn to_json(value: &impl Serialize) -> Result<String, CliError> {
    serde_json::to_string_pretty(value).map_err(|error| CliError::Bug(error.to_string()))
}

pub(super) fn read_title(file: &Path, text: &str) -> Result<Title, CliError> {
    Header::read(text)
        .map(|header| header.title)
        .map_err(|fault| record_error(file, fault))
}

pub(super) fn record_error(file: &Path, fault: Fault) -> CliError {
    CliError::Record {
        file: file.display().to_string(),
        fault,
    }
}

#[derive(Args, Debug)]
pub(super) struct ShowArgs {
    /// The record
    file: PathBuf,
    /// After which step; the last if left out
    #[arg(long)]
    at: Option<usize>,
    /// Who sees it: a seat number, or table for what everybody can see
    #[arg(long = "as", default_value = "table")]
    viewer: String,
    /// Print the view as JSON
    #[arg(long)]
    json: bool,
}

impl ShowArgs {
    pub(super) fn run(
        &self,
        words: &Words,
        output: &mut dyn std::io::Write,
    ) -> Result<(), CliError> {
        let text = files::read_text(&self.file)?;
        let shown = by_title!(read_title(&self.file, &text)?, G => self.show::<G>(words, &text)?);
        Ok(writeln!(output, "{}", files::sanitize(&shown))?)
    }

    fn show<G: Tell>(&self, words: &Words, text: &str) -> Result<String, CliError> {
        let record = Record::<G>::read(text).map_err(|fault| record_error(&self.file, fault))?;
        let viewer = parse_viewer(&self.viewer, record.seats.len())?;
        let game = record
            .replay(self.at)
            .map_err(|fault| record_error(&self.file, fault))?;
        let view = game.view(viewer);
        if self.json {
            return to_json(&view);
        }
        let names = distinct_names(&record.seats);
        let phrasebook = Phrasebook {
            words,
            printed: &record.printed,
            names: &names,
        };
        let mut shown = format!(
            "{}\n\n{}",
            G::describe_board(&phrasebook, &view),
            G::describe_players(&phrasebook, &view)
        );
        if let Status::Over(standings) = game.status() {
            shown = format!("{shown}\n\n{}", phrasebook.standings(&standings));
        }
        Ok(shown)
    }
}

/// Makes names safe to print, and adds the number of the seat to names that occur twice.
pub(super) fn distinct_names(names: &[String]) -> Vec<String> {
    let names: Vec<String> = names
        .iter()
        .map(|name| files::sanitize_line(name))
        .collect();
    let mut distinct = Vec::with_capacity(names.len());
    for (name, number) in names.iter().zip(1..) {
        if names.iter().filter(|other| *other == name).count() > 1 {
            distinct.push(format!("{name} {number}"));
        } else {
            distinct.push(name.clone());
        }
    }
    distinct
}
