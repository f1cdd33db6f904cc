//! Common code for files of printed figures: where a figure comes from, and what is wrong with a
//! file.
//!
//! The files are in `assets/`; each game has its own format.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// How certain a figure is, by its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// A rule text states the figure.
    Printed,
    /// The figure follows from what the rule texts say.
    Derived,
    /// A person who had the game's box reported the figure.
    Reported,
    /// No source was found; the authors of Lanai chose it so that the game works.
    Reconstructed,
}

/// A group of figures that share a source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sourced<T> {
    pub confidence: Confidence,
    pub source: String,
    #[serde(flatten)]
    pub figures: T,
}

impl<T> Sourced<T> {
    /// Returns whether no source was found for the figures.
    pub fn is_reconstructed(&self) -> bool {
        self.confidence == Confidence::Reconstructed
    }
}

impl<T> std::ops::Deref for Sourced<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.figures
    }
}

/// The name of a file in `assets/`.
#[derive(Clone, Copy, Debug)]
pub struct Asset(pub &'static str);

impl Asset {
    pub fn parse<T: DeserializeOwned>(self, text: &str) -> Result<T, Flaw> {
        toml::from_str(text).map_err(|error| self.unreadable(error.to_string()))
    }

    pub fn unreadable(self, why: String) -> Flaw {
        Flaw::Unreadable { file: self.0, why }
    }

    /// Returns an error unless a figure is within the bounds that the rules need.
    pub(super) fn within(
        self,
        what: &'static str,
        expected: &'static str,
        found: impl Into<usize>,
        bounds: RangeInclusive<usize>,
    ) -> Result<(), Flaw> {
        let found = found.into();
        let flaw = Flaw::Figure {
            file: self.0,
            what,
            expected,
            found,
        };
        if bounds.contains(&found) {
            Ok(())
        } else {
            Err(flaw)
        }
    }

    /// Returns an error if a figure of a sheet exceeds the largest value that its group allows.
    pub(super) fn small(
        self,
        sheet: &impl Serialize,
        largest: impl Fn(&str) -> u64,
    ) -> Result<(), Flaw> {
        let tree =
            serde_json::to_value(sheet).map_err(|error| self.unreadable(error.to_string()))?;
        for (group, figures) in tree.as_object().into_iter().flatten() {
            let mut path = group.clone();
            let most = largest(group);
            if let Some(figure) = figure_above(figures, most, &mut path) {
                return Err(self.unreadable(format!("{path} must be at most {most}, not {figure}")));
            }
        }
        Ok(())
    }
}

/// What is wrong with a file of printed figures.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// The file is not TOML of the expected structure.
    #[error("{file}: {why}")]
    Unreadable { file: &'static str, why: String },
    /// A figure is outside its allowed range.
    #[error("{file}: {what} must be {expected}, not {found}")]
    Figure {
        file: &'static str,
        what: &'static str,
        expected: &'static str,
        found: usize,
    },
}

impl Flaw {
    /// Returns the same flaw with another file name.
    pub(super) fn with_file(self, file: &'static str) -> Flaw {
        match self {
            Flaw::Unreadable { why, .. } => Flaw::Unreadable { file, why },
            Flaw::Figure {
                what,
                expected,
                found,
                ..
            } => Flaw::Figure {
                file,
                what,
                expected,
                found,
            },
        }
    }
}

/// Finds the first figure above the bound and appends where it is to `path`.
fn figure_above(tree: &serde_json::Value, most: u64, path: &mut String) -> Option<u64> {
    let below: Vec<(String, &serde_json::Value)> = match tree {
        serde_json::Value::Number(figure) => {
            return figure.as_u64().filter(|figure| *figure > most);
        }
        serde_json::Value::Array(list) => list
            .iter()
            .zip(1..)
            .map(|(it, at)| (format!("{at}"), it))
            .collect(),
        serde_json::Value::Object(map) => map.iter().map(|(name, it)| (name.clone(), it)).collect(),
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::String(_) => {
            Vec::new()
        }
    };
    let length = path.len();
    below.into_iter().find_map(|(name, it)| {
        path.truncate(length);
        path.push('.');
        path.push_str(&name);
        figure_above(it, most, path)
    })
}
