//! The languages: which there are, and all of them read. A language is a file of words, named by its tag.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rust_embed::Embed;

use super::flaws::flaws;
use super::{NoWords, Words, WordsFlaw};

/// The files that are part of the program, all that lie in their folder.
#[derive(Embed)]
#[folder = "../../assets/words"]
struct Ours;

/// What is spoken with whoever has a language that is not among ours.
const USUAL: &str = "en";

/// Every language, read once and shared.
#[derive(Clone)]
pub struct Dictionary {
    words: Vec<Words>,
}

impl Dictionary {
    /// Reads the files of all languages.
    pub fn open() -> Result<Dictionary, NoWords> {
        let mut words = vec![Words::english()?];
        let tags = Ours::iter().filter_map(|file| Some(file.strip_suffix(".ftl")?.to_owned()));
        for tag in tags.filter(|tag| tag != USUAL) {
            words.push(Words::read(&tag, &text_of(&tag).unwrap_or_default())?);
        }
        Ok(Dictionary { words })
    }

    /// Reads the files in a folder, too. A language that we have already says what such a file says in its own way, and the
    /// rest as it does; another one says the rest in English. How many sentences are missing of each.
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

    /// All languages, English first.
    pub fn all(&self) -> &[Words] {
        &self.words
    }

    /// The words that everything has.
    pub fn english(&self) -> &Words {
        &self.words[0]
    }

    /// The language of this tag, if it is among ours.
    pub fn named(&self, tag: &str) -> Option<&Words> {
        self.words
            .iter()
            .find(|words| words.tag().eq_ignore_ascii_case(tag))
    }

    /// The language of a locale, as `fr`, `en-GB` or `zh_TW`: the same, or one that its speakers read; English if there is
    /// none.
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

/// The files of words in a folder, by their names.
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

/// The tag and the text of a file of words.
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
    /// What is wrong with a file of words: what is missing comes last.
    pub fn of(text: &str) -> Vec<WordsFlaw> {
        flaws(&text_of(USUAL).unwrap_or_default(), text)
    }
}

/// One of our own files, as whoever translates it begins.
pub fn text_of(tag: &str) -> Option<String> {
    let file = Ours::get(&format!("{tag}.ftl"))?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}

/// Of `pt-BR`, `pt`.
fn broad(locale: &str) -> &str {
    locale.split('-').next().unwrap_or_default()
}

/// Whether two locales differ in nothing but the region. Chinese has two scripts.
fn is_alike(one: &str, other: &str) -> bool {
    broad(one).eq_ignore_ascii_case(broad(other)) && !broad(one).eq_ignore_ascii_case("zh")
}

impl Words {
    pub fn english() -> Result<Words, NoWords> {
        Words::read(USUAL, &text_of(USUAL).unwrap_or_default())
    }
}
