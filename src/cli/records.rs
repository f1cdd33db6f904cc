//! `lanai record` and `lanai show`: games as files.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::seats::refused;
use super::{CliError, GameArgs, files, viewer_of};
use lanai_ai::{Appraise, Budget, Policies, PolicyKind};
use lanai_rules::chance::Seed;
use lanai_rules::record::{Detail, Fault, Header, Record};
use lanai_rules::{Status, Title, by_title};
use lanai_text::{Phrasebook, Tell, Words};

/// `lanai record`.
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
        let text = by_title!(self.table.game, G => self.play::<G>()?);
        match &self.output {
            Some(path) => files::write(path, text.as_bytes()),
            None => Ok(writeln!(output, "{text}")?),
        }
    }

    fn play<G: Appraise>(&self) -> Result<String, CliError> {
        let printed = G::printed()?;
        let kinds = self.table.minds::<G>()?;
        let options = self.table.options::<G>()?;
        let names = kinds
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
        let mut minds = Policies::new(kinds, &seed, Budget::per_turn().left())?;
        while let Some((seat, action)) = minds.choose(&game) {
            let mut events = Vec::new();
            game.play(action, &mut events).map_err(refused)?;
            record.note(seat, action, events, &game);
        }
        as_json(&record)
    }
}

/// A record, or anything else, as the text of a file.
pub(super) fn as_json(it: &impl Serialize) -> Result<String, CliError> {
    serde_json::to_string_pretty(it).map_err(|error| CliError::Ours(error.to_string()))
}

pub(super) fn title_of(file: &Path, text: &str) -> Result<Title, CliError> {
    Header::read(text)
        .map(|header| header.title)
        .map_err(|fault| trouble(file, fault))
}

pub(super) fn trouble(file: &Path, fault: Fault) -> CliError {
    CliError::Record {
        file: file.display().to_string(),
        fault,
    }
}

/// `lanai show`.
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
        let text = files::read(&self.file)?;
        let shown = by_title!(title_of(&self.file, &text)?, G => self.show::<G>(words, &text)?);
        Ok(writeln!(output, "{}", files::defused(&shown))?)
    }

    fn show<G: Tell>(&self, words: &Words, text: &str) -> Result<String, CliError> {
        let record = Record::<G>::read(text).map_err(|fault| trouble(&self.file, fault))?;
        let viewer = viewer_of(&self.viewer, record.seats.len())?;
        let game = record
            .replay(self.at)
            .map_err(|fault| trouble(&self.file, fault))?;
        let view = game.view(viewer);
        if self.json {
            return as_json(&view);
        }
        let names = told_apart(&record.seats);
        let phrasebook = Phrasebook {
            words,
            printed: &record.printed,
            names: &names,
        };
        let mut shown = format!(
            "{}\n\n{}",
            G::board(&phrasebook, &view),
            G::players(&phrasebook, &view)
        );
        if let Status::Over(standings) = game.status() {
            shown = format!("{shown}\n\n{}", phrasebook.standings(&standings));
        }
        Ok(shown)
    }
}

/// The names at a table, as they may stand on a terminal; with the numbers of their seats where two are the same.
pub(super) fn told_apart(names: &[String]) -> Vec<String> {
    let names: Vec<String> = names.iter().map(|name| files::in_line(name)).collect();
    let twice = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    let numbered = |(name, seat): (&String, u32)| {
        if twice(name) {
            format!("{name} {seat}")
        } else {
            name.clone()
        }
    };
    names.iter().zip(1..).map(numbered).collect()
}
