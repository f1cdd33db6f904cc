//! In which language somebody at a terminal is spoken to.

use clap::Args;

use super::CliError;
use crate::words::{Dictionary, Words};

/// Where a system says which language its people speak, the first that says anything.
const SYSTEM: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language that is asked for.
#[derive(Args, Debug)]
pub(super) struct Language {
    /// Which language: en, fr or another one that Lanai speaks; that of the system if left out
    #[arg(long)]
    language: Option<String>,
}

impl Language {
    /// The words of the language that is asked for, or of that of the system.
    pub(super) fn words(&self) -> Result<Words, CliError> {
        let dictionary = Dictionary::open()?;
        let Some(language) = &self.language else {
            let system = SYSTEM.into_iter().filter_map(|name| std::env::var(name).ok());
            let system = system.into_iter().find(|locale| !locale.is_empty()).unwrap_or_default();
            // As in `de_AT.UTF-8`.
            return Ok(dictionary.of(system.split(['.', '@']).next().unwrap_or_default()).clone());
        };
        dictionary.named(language).cloned().ok_or_else(|| CliError::no_language(language))
    }
}
