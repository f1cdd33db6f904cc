//! The dictionary of all languages. The words of each are read from a file that is named by the
//! language tag.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rust_embed::Embed;

use super::flaws::find_flaws;
use super::{Words, WordsError, WordsFlaw};

/// The files of words that are embedded in the program.
#[derive(Embed)]
#[folder = "../../assets/words"]
struct EmbeddedWords;

/// The tag of the language that is used for locales without a file.
const DEFAULT_TAG: &str = "en";

/// All languages, read once and shared.
#[derive(Clone)]
pub struct Dictionary {
    words: Vec<Words>,
}

impl Dictionary {
    /// Reads the words that are embedded in the program.
    pub fn open() -> Result<Dictionary, WordsError> {
        let mut words = vec![Words::english()?];
        let tags =
            EmbeddedWords::iter().filter_map(|file| Some(file.strip_suffix(".ftl")?.to_owned()));
        for tag in tags.filter(|tag| tag != DEFAULT_TAG) {
            words.push(Words::parse(
                &tag,
                &embedded_words(&tag).unwrap_or_default(),
            )?);
        }
        Ok(Dictionary { words })
    }

    /// Adds the files of words in a folder. Returns how many sentences each new language lacks.
    ///
    /// A file for a known language replaces some of its sentences. A new language falls back to
    /// English for missing ones.
    pub fn with_folder(
        mut self,
        folder: &Path,
    ) -> Result<(Dictionary, Vec<(String, usize)>), WordsError> {
        let mut gaps = Vec::new();
        for file in files_in(folder)? {
            let (tag, text) = read_words_file(&file)?;
            let flaws = find_word_flaws(&text);
            if let Some(flaw) = flaws.iter().find(|flaw| !flaw.is_gap()) {
                let why = self.english().explain_flaw(flaw);
                return Err(WordsError::Flawed {
                    file: file.display().to_string(),
                    why,
                });
            }
            let index = self
                .words
                .iter()
                .position(|words| words.tag().eq_ignore_ascii_case(&tag));
            let fallback = index.map_or(self.english(), |index| &self.words[index]);
            let words = Words {
                fallback: Some(Arc::new(fallback.clone())),
                ..Words::parse(&tag, &text)?
            };
            if let Some(index) = index {
                self.words[index] = words;
            } else {
                gaps.push((tag, flaws.len()));
                self.words.push(words);
            }
        }
        Ok((self, gaps))
    }

    pub fn languages(&self) -> &[Words] {
        &self.words
    }

    pub fn english(&self) -> &Words {
        &self.words[0]
    }

    /// Finds a language by its tag, ignoring case.
    pub fn find(&self, tag: &str) -> Option<&Words> {
        self.words
            .iter()
            .find(|words| words.tag().eq_ignore_ascii_case(tag))
    }

    /// Returns the words for a locale such as `fr`, `en-GB` or `zh_TW`: those of the same language,
    /// of one that differs only in region, or English.
    pub fn for_locale(&self, locale: &str) -> &Words {
        let locale = locale.replace('_', "-");
        let mut words = self.words.iter();
        self.find(&locale)
            .or_else(|| self.find(language_of(&locale)))
            .or_else(|| words.find(|words| differs_only_in_region(words.tag(), &locale)))
            .unwrap_or(self.english())
    }
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>, WordsError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| unreachable(folder, &error))? {
        let entry = entry.map_err(|error| unreachable(folder, &error))?;
        files.push(entry.path());
    }
    files.retain(|file| file.extension() == Some(OsStr::new("ftl")));
    files.sort();
    Ok(files)
}

fn unreachable(file: &Path, error: &std::io::Error) -> WordsError {
    WordsError::Unreachable {
        file: file.display().to_string(),
        why: error.to_string(),
    }
}

/// Returns the language tag (the file's name without its extension) and the text of a file.
fn read_words_file(file: &Path) -> Result<(String, String), WordsError> {
    let text = fs::read_to_string(file).map_err(|error| unreachable(file, &error))?;
    Ok((
        file.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        text,
    ))
}

/// Returns the flaws of a file of words in the order of its lines; missing sentences come last.
pub fn find_word_flaws(text: &str) -> Vec<WordsFlaw> {
    find_flaws(&embedded_words(DEFAULT_TAG).unwrap_or_default(), text)
}

/// Returns the embedded words (Fluent source) of a language.
pub fn embedded_words(tag: &str) -> Option<String> {
    let file = EmbeddedWords::get(&format!("{tag}.ftl"))?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}

/// Returns the language without region or script: `pt` of `pt-BR`.
fn language_of(locale: &str) -> &str {
    locale.split('-').next().unwrap_or_default()
}

/// Returns whether two locales differ only in region. Locales of Chinese never do, because they may
/// differ in script.
fn differs_only_in_region(one: &str, other: &str) -> bool {
    language_of(one).eq_ignore_ascii_case(language_of(other))
        && !language_of(one).eq_ignore_ascii_case("zh")
}

impl Words {
    pub fn english() -> Result<Words, WordsError> {
        Words::parse(
            DEFAULT_TAG,
            &embedded_words(DEFAULT_TAG).unwrap_or_default(),
        )
    }
}
