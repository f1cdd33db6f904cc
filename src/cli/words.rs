//! `lanai words`: checks files with translations, or prints one of the program's own.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::language::unknown_language_error;
use super::{CliError, files};
use crate::key;
use lanai_text::{Dictionary, Words, embedded_words, find_word_flaws};

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
            let Some(text) = embedded_words(tag) else {
                return Err(unknown_language_error(&Dictionary::open()?, tag));
            };
            return Ok(write!(output, "{text}")?);
        }
        let mut error_count = 0;
        for file in &self.files {
            let flaws = find_word_flaws(&files::read_text(file)?);
            let name = file.display().to_string();
            for flaw in &flaws {
                let arguments = [
                    ("file", (&name).into()),
                    ("why", words.explain_flaw(flaw).into()),
                ];
                let sentence = words.say(key::TERMINAL_IN_FILE, &arguments);
                writeln!(output, "{}", files::sanitize_line(&sentence))?;
            }
            if flaws.is_empty() {
                let name = [("file", (&name).into())];
                writeln!(output, "{}", words.say(key::WORDS_COMPLETE, &name))?;
            }
            // A missing sentence is not an error: it appears in English.
            error_count += flaws.iter().filter(|flaw| !flaw.is_gap()).count();
        }
        if error_count > 0 {
            Err(CliError::FlawedWords(error_count))
        } else {
            Ok(())
        }
    }
}
