//! `lanai words`: files of words, for whoever teaches Lanai another language.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::language::no_language;
use super::{CliError, files};
use lanai_text::{Dictionary, Words, WordsFlaw, text_of};

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
    pub(super) fn run(&self, words: &Words, output: &mut dyn Write) -> Result<(), CliError> {
        if let Some(tag) = &self.of {
            let Some(text) = text_of(tag) else {
                return Err(no_language(&Dictionary::open()?, tag));
            };
            return Ok(write!(output, "{text}")?);
        }
        let mut wrong = 0;
        for file in &self.files {
            let flaws = WordsFlaw::of(&files::read(file)?);
            let name = file.display().to_string();
            let in_file = |why: String| {
                words.say(
                    "cli-in-file",
                    &[("file", (&name).into()), ("why", why.into())],
                )
            };
            for flaw in &flaws {
                writeln!(output, "{}", files::in_line(&in_file(words.flaw(flaw))))?;
            }
            if flaws.is_empty() {
                writeln!(
                    output,
                    "{}",
                    words.say("words-complete", &[("file", (&name).into())])
                )?;
            }
            wrong += flaws.iter().filter(|flaw| !flaw.is_gap()).count();
        }
        if wrong > 0 {
            Err(CliError::FlawedWords(wrong))
        } else {
            Ok(())
        }
    }
}
