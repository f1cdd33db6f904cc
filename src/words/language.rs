//! The languages: which there are, and all of them read.

use super::{NoWords, Words};

/// A language is a file in `assets/words` named by its tag, and a line here.
macro_rules! languages {
    ($($(#[$about:meta])* $name:ident: $tag:literal),+ $(,)?) => {
        /// A language in which there are words.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum Language {
            $($(#[$about])* $name,)+
        }

        impl Language {
            /// Every language, English first.
            pub const ALL: &[Language] = &[$(Language::$name),+];

            /// What the world calls it.
            pub fn tag(self) -> &'static str {
                match self {
                    $(Language::$name => $tag,)+
                }
            }

            /// Its file.
            pub(super) fn text(self) -> &'static str {
                match self {
                    $(Language::$name => include_str!(concat!("../../assets/words/", $tag, ".ftl")),)+
                }
            }
        }
    };
}

languages! {
    /// English, for everybody whose language is not here.
    #[default] English: "en",
    /// French.
    French: "fr",
}

impl Language {
    /// The language of a locale, as `fr` or `en-GB`; English if it is not among ours.
    pub fn of(tag: &str) -> Language {
        let ours = tag.split(['-', '_']).next().unwrap_or_default();
        let found = Language::ALL.iter().find(|language| language.tag().eq_ignore_ascii_case(ours));
        found.copied().unwrap_or_default()
    }
}

/// Every language, read once and shared.
pub struct Dictionary {
    /// In the order of `Language::ALL`.
    words: Vec<Words>,
}

impl Dictionary {
    /// Reads the files of all languages.
    pub fn open() -> Result<Dictionary, NoWords> {
        let words = Language::ALL.iter().map(|language| Words::of(*language)).collect::<Result<_, _>>()?;
        Ok(Dictionary { words })
    }

    /// The words of a language.
    pub fn words(&self, language: Language) -> &Words {
        &self.words[language as usize]
    }
}
