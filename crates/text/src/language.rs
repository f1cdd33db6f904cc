//! The languages, each read from a file that is named by its tag.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rust_embed::Embed;

use super::flaws::flaws;
use super::{NoWords, Words, WordsFlaw};

/// The files that are part of the program.
#[derive(Embed)]
#[folder = "../../assets/words"]
struct Ours;

/// The language for locales that have no file.
const USUAL: &str = "en";

/// All languages, read once and shared.
#[derive(Clone)]
pub struct Dictionary {
    words: Vec<Words>,
}

impl Dictionary {
    /// Reads the files that are part of the program.
    pub fn open() -> Result<Dictionary, NoWords> {
        let mut words = vec![Words::english()?];
        let tags = Ours::iter().filter_map(|file| Some(file.strip_suffix(".ftl")?.to_owned()));
        for tag in tags.filter(|tag| tag != USUAL) {
            words.push(Words::read(&tag, &text_of(&tag).unwrap_or_default())?);
        }
        Ok(Dictionary { words })
    }

    /// Adds the files of a folder. A file for a known language replaces some of its sentences; one
    /// for a new language falls back to English. Returns the number of sentences that each new
    /// language lacks.
    pub fn and(mut self, folder: &Path) -> Result<(Dictionary, Vec<(String, usize)>), NoWords> {
        let mut gaps = Vec::new();
        for file in files_in(folder)? {
            let (tag, text) = read(&file)?;
            let flaws = WordsFlaw::of(&text);
            if let Some(flaw) = flaws.iter().find(|flaw| !flaw.is_gap()) {
                let why = self.english().flaw(flaw);
                return Err(NoWords::Flawed {
                    file: file.display().to_string(),
                    why,
                });
            }
            let known = self
                .words
                .iter()
                .position(|words| words.tag().eq_ignore_ascii_case(&tag));
            let beneath = known.map_or(self.english(), |known| &self.words[known]);
            let words = Words {
                beneath: Some(Arc::new(beneath.clone())),
                ..Words::read(&tag, &text)?
            };
            if let Some(known) = known {
                self.words[known] = words;
            } else {
                gaps.push((tag, flaws.len()));
                self.words.push(words);
            }
        }
        Ok((self, gaps))
    }

    pub fn all(&self) -> &[Words] {
        &self.words
    }

    pub fn english(&self) -> &Words {
        &self.words[0]
    }

    /// Finds a language by its tag.
    pub fn named(&self, tag: &str) -> Option<&Words> {
        self.words
            .iter()
            .find(|words| words.tag().eq_ignore_ascii_case(tag))
    }

    /// Returns the language for a locale such as `fr`, `en-GB` or `zh_TW`: the same, a similar one,
    /// or English.
    pub fn of(&self, locale: &str) -> &Words {
        let locale = locale.replace('_', "-");
        let alike = || {
            self.words
                .iter()
                .find(|words| is_alike(words.tag(), &locale))
        };
        self.named(&locale)
            .or_else(|| self.named(broad(&locale)))
            .or_else(alike)
            .unwrap_or(self.english())
    }
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>, NoWords> {
    let unreachable = |why: std::io::Error| NoWords::Unreachable {
        file: folder.display().to_string(),
        why: why.to_string(),
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreachable)? {
        files.push(entry.map_err(unreachable)?.path());
    }
    files.retain(|file| file.extension() == Some(OsStr::new("ftl")));
    files.sort();
    Ok(files)
}

fn read(file: &Path) -> Result<(String, String), NoWords> {
    let text = fs::read_to_string(file);
    let text = text.map_err(|why| NoWords::Unreachable {
        file: file.display().to_string(),
        why: why.to_string(),
    })?;
    Ok((
        file.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        text,
    ))
}

impl WordsFlaw {
    /// Returns the flaws of a file; missing sentences come last.
    pub fn of(text: &str) -> Vec<WordsFlaw> {
        flaws(&text_of(USUAL).unwrap_or_default(), text)
    }
}

/// Returns one of the program's own files, as a start for translators.
pub fn text_of(tag: &str) -> Option<String> {
    let file = Ours::get(&format!("{tag}.ftl"))?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}

/// Returns the language without region or script: `pt` of `pt-BR`.
fn broad(locale: &str) -> &str {
    locale.split('-').next().unwrap_or_default()
}

/// Returns whether two locales differ only in region. Chinese has two scripts and is never alike.
fn is_alike(one: &str, other: &str) -> bool {
    broad(one).eq_ignore_ascii_case(broad(other)) && !broad(one).eq_ignore_ascii_case("zh")
}

impl Words {
    pub fn english() -> Result<Words, NoWords> {
        Words::read(USUAL, &text_of(USUAL).unwrap_or_default())
    }
}
