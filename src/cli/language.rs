//! In which language somebody at a terminal is spoken to.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use clap::Args;

use super::CliError;
use lanai_text::{Dictionary, NoWords, Words};

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
        let asked = self
            .language
            .as_deref()
            .filter(|asked| dictionary.named(asked).is_none());
        asked.map_or(Ok(()), |asked| Err(no_language(dictionary, asked)))
    }
}

/// There is no such language.
pub(super) fn no_language(dictionary: &Dictionary, asked: &str) -> CliError {
    let known = dictionary
        .all()
        .iter()
        .map(Words::tag)
        .collect::<Vec<_>>()
        .join(", ");
    CliError::NoLanguage {
        asked: asked.to_owned(),
        known,
    }
}

/// All languages of the program, those that were put beside it included; and what keeps these from being used, if anything
/// does. It keeps nobody from looking what is wrong with them.
pub fn dictionary() -> Result<(Dictionary, Option<NoWords>), NoWords> {
    let ours = Dictionary::open()?;
    let Some(folder) = env::var_os("LANAI_WORDS").filter(|folder| !folder.is_empty()) else {
        return Ok((ours, None));
    };
    Ok(match ours.clone().and(Path::new(&folder)) {
        Ok((all, _)) => (all, None),
        Err(flawed) => (ours, Some(flawed)),
    })
}

/// The words of the language that is asked for, or of that of the system. Help needs them before arguments are read.
pub fn words(dictionary: &Dictionary, arguments: impl Iterator<Item = OsString>) -> &Words {
    let arguments: Vec<String> = arguments
        .map(|argument| argument.to_string_lossy().into_owned())
        .take_while(|it| it != "--")
        .collect();
    let after = |at: usize| arguments.get(at + 1).map(String::as_str);
    let named = |(at, argument): (usize, &String)| match argument.strip_prefix(ASKED)? {
        "" => after(at).map(str::to_owned),
        joined => joined.strip_prefix('=').map(str::to_owned),
    };
    // The last one counts, as with everything that is read once.
    let asked = arguments.iter().enumerate().filter_map(named).next_back();
    let asked = asked.and_then(|tag| dictionary.named(&tag));
    let system = || {
        let said = SYSTEM.into_iter().filter_map(|name| env::var(name).ok());
        let locale = said
            .into_iter()
            .find(|locale| !locale.is_empty())
            .unwrap_or_default();
        // As in `de_AT.UTF-8`.
        dictionary.of(locale.split(['.', '@']).next().unwrap_or_default())
    };
    asked.unwrap_or_else(system)
}
