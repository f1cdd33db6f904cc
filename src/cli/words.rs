//! `lanai words`: files of words, for whoever teaches Lanai another language.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::{CliError, files};
use crate::words::{WordsFlaw, text_of};

/// `lanai words`.
#[derive(Args, Debug)]
pub(super) struct WordsArgs {
    /// The files to check, each named after its language: de.ftl, pt-BR.ftl
    #[arg(required_unless_present = "of")]
    files: Vec<PathBuf>,
    /// Print the file of this language instead, as a start for your own: en for the one that counts
    #[arg(long, conflicts_with = "files")]
    of: Option<String>,
}

impl WordsArgs {
    pub(super) fn run(&self, output: &mut dyn Write) -> Result<(), CliError> {
        if let Some(tag) = &self.of {
            let text = text_of(tag).ok_or_else(|| CliError::no_language(tag))?;
            return Ok(write!(output, "{text}")?);
        }
        let mut wrong = 0;
        for file in &self.files {
            let flaws = WordsFlaw::of(&files::read(file)?);
            let name = file.display();
            for flaw in &flaws {
                writeln!(output, "{name}: {}", files::in_line(&flaw.to_string()))?;
            }
            if flaws.is_empty() {
                writeln!(output, "{name}: complete")?;
            }
            wrong += flaws.iter().filter(|flaw| !flaw.is_gap()).count();
        }
        if wrong > 0 { Err(CliError::FlawedWords(wrong)) } else { Ok(()) }
    }
}
