//! The language of help, messages and errors on the terminal.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use clap::Args;

use super::CliError;
use lanai_text::{Dictionary, Words, WordsError};

/// The environment variables with the system's language; the first that is not empty counts.
const LOCALE_VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];
const LANGUAGE_OPTION: &str = "--language";

/// The language that the user asks for.
#[derive(Args, Debug)]
pub struct Language {
    /// The tag of the language; the language of the system if left out
    #[arg(long, global = true)]
    language: Option<String>,
}

impl Language {
    /// Fails if the user asks for an unknown language.
    pub fn check_known(&self, dictionary: &Dictionary) -> Result<(), CliError> {
        match &self.language {
            Some(tag) if dictionary.find(tag).is_none() => {
                Err(unknown_language_error(dictionary, tag))
            }
            Some(_) | None => Ok(()),
        }
    }
}

pub(super) fn unknown_language_error(dictionary: &Dictionary, tag: &str) -> CliError {
    let known: Vec<&str> = dictionary.languages().iter().map(Words::tag).collect();
    CliError::UnknownLanguage {
        asked: tag.to_owned(),
        known: known.join(", "),
    }
}

/// Loads all languages, including those in the folder that `LANAI_WORDS` names.
///
/// If the files in that folder are flawed, returns the built-in languages and the flaws, so that
/// the commands that check such files still work.
pub fn load_dictionary() -> Result<(Dictionary, Option<WordsError>), WordsError> {
    let built_in = Dictionary::open()?;
    let Some(folder) = env::var_os("LANAI_WORDS").filter(|folder| !folder.is_empty()) else {
        return Ok((built_in, None));
    };
    Ok(match built_in.clone().with_folder(Path::new(&folder)) {
        Ok((dictionary, _)) => (dictionary, None),
        Err(flawed) => (built_in, Some(flawed)),
    })
}

/// Selects the language that the arguments ask for, or that of the system.
///
/// It does not use clap, because clap needs the translated help before it parses arguments.
pub fn select_words(dictionary: &Dictionary, arguments: impl Iterator<Item = OsString>) -> &Words {
    // If the option is repeated, the last one counts, as with other options.
    let mut tag = None;
    let mut arguments = arguments
        .map(|argument| argument.to_string_lossy().into_owned())
        .take_while(|argument| argument != "--")
        .peekable();
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix(LANGUAGE_OPTION) {
            Some("") => tag = arguments.peek().cloned().or(tag),
            Some(joined) => tag = joined.strip_prefix('=').map(str::to_owned).or(tag),
            None => {}
        }
    }
    match tag.and_then(|tag| dictionary.find(&tag)) {
        Some(words) => words,
        None => system_words(dictionary),
    }
}

fn system_words(dictionary: &Dictionary) -> &Words {
    let locale = LOCALE_VARIABLES
        .into_iter()
        .filter_map(|name| env::var(name).ok())
        .find(|locale| !locale.is_empty())
        .unwrap_or_default();
    // The encoding or modifier of a locale is cut off, as in `de_AT.UTF-8`.
    dictionary.for_locale(locale.split(['.', '@']).next().unwrap_or_default())
}
