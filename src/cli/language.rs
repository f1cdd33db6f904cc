//! In which language somebody at a terminal is spoken to.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use clap::Args;

use super::CliError;
use crate::words::{Dictionary, NoWords, Words};

/// Where a system says which language its people speak, the first that says anything.
const SYSTEM: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];
/// Where it is asked for.
const ASKED: &str = "--language";

/// The language that is asked for.
#[derive(Args, Debug)]
pub struct Language {
    /// Which one: that of the system if left out.
    #[arg(long, global = true)]
    language: Option<String>,
}

impl Language {
    /// An error if there is no such language.
    pub fn is_spoken(&self, dictionary: &Dictionary) -> Result<(), CliError> {
        let asked = self.language.as_deref().filter(|asked| dictionary.named(asked).is_none());
        asked.map_or(Ok(()), |asked| Err(no_language(dictionary, asked)))
    }
}

/// There is no such language.
pub(super) fn no_language(dictionary: &Dictionary, asked: &str) -> CliError {
    let known = dictionary.all().iter().map(Words::tag).collect::<Vec<_>>().join(", ");
    CliError::NoLanguage { asked: asked.to_owned(), known }
}

/// All languages of the program, those that were put beside it included.
pub fn dictionary() -> Result<Dictionary, NoWords> {
    let ours = Dictionary::open()?;
    match env::var_os("LANAI_WORDS").filter(|folder| !folder.is_empty()) {
        Some(folder) => Ok(ours.and(Path::new(&folder))?.0),
        None => Ok(ours),
    }
}

/// The words of the language that is asked for, or of that of the system. Help needs them before arguments are read.
pub fn words(dictionary: &Dictionary, arguments: impl Iterator<Item = OsString>) -> &Words {
    let arguments: Vec<String> = arguments
        .map(|argument| argument.to_string_lossy().into_owned())
        .take_while(|it| it != "--")
        .collect();
    let next = arguments.iter().position(|argument| argument == ASKED).and_then(|at| arguments.get(at + 1));
    let joined = || arguments.iter().find_map(|argument| argument.strip_prefix(ASKED)?.strip_prefix('='));
    let asked = next.map(String::as_str).or_else(joined).and_then(|tag| dictionary.named(tag));
    let system = || {
        let said = SYSTEM.into_iter().filter_map(|name| env::var(name).ok());
        let locale = said.into_iter().find(|locale| !locale.is_empty()).unwrap_or_default();
        // As in `de_AT.UTF-8`.
        dictionary.of(locale.split(['.', '@']).next().unwrap_or_default())
    };
    asked.unwrap_or_else(system)
}
