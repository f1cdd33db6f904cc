//! Parses and formats the options of a table: presets and single choices, as in
//! `online,goods=hidden`.
//!
//! A later word overrides an earlier one. [`read()`] parses them, [`write()`] formats them.

use serde_json::Value;

use super::Rules;

/// A word that names no preset, choice or value of the game's options.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum NoSuchChoice {
    Preset {
        name: String,
        known: String,
    },
    Choice {
        name: String,
        known: String,
    },
    Value {
        name: String,
        value: String,
        known: String,
    },
}

/// Parses a comma-separated list of presets and choices, starting from the default options.
pub fn read<G: Rules>(words: &str) -> Result<G::Options, NoSuchChoice> {
    let mut options = G::Options::default();
    for word in words
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
    {
        options = match word.split_once('=') {
            Some((name, value)) => choose::<G>(&options, name.trim(), value.trim())?,
            None => preset::<G>(word)?,
        };
    }
    Ok(options)
}

/// Formats options in the form that [`read`] parses.
///
/// This is the name of a preset if one matches, otherwise the choices that differ from the default;
/// empty for the default.
pub fn write<G: Rules>(options: &G::Options) -> String {
    let differing = differing::<G>(options);
    if differing.is_empty() {
        return String::new();
    }
    for (name, preset) in G::presets() {
        if choices::<G>(&preset) == choices::<G>(options) {
            return name.to_owned();
        }
    }
    differing
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect::<Vec<_>>()
        .join(",")
}

/// Returns the name of each choice with the value it has in these options.
pub fn chosen<G: Rules>(options: &G::Options) -> Vec<(String, String)> {
    choices::<G>(options)
}

/// Returns each choice that differs from the default, with its value.
pub fn differing<G: Rules>(options: &G::Options) -> Vec<(String, String)> {
    let default = choices::<G>(&G::Options::default());
    choices::<G>(options)
        .into_iter()
        .filter(|choice| !default.contains(choice))
        .collect()
}

/// Returns each value that a choice can have beside its default, with the name of the choice.
pub fn variants<G: Rules>() -> Vec<(String, String)> {
    let defaults = choices::<G>(&G::Options::default()).into_iter();
    defaults
        .flat_map(|(name, default)| {
            let mut values = values::<G>(&name);
            values.retain(|value| *value != default);
            values.into_iter().map(move |value| (name.clone(), value))
        })
        .collect()
}

/// Returns every preset and every `name=value` that [`read`] accepts.
pub fn words<G: Rules>() -> Vec<String> {
    let presets = G::presets().into_iter().map(|(name, _)| name.to_owned());
    let choices = choices::<G>(&G::Options::default())
        .into_iter()
        .flat_map(|(name, _)| {
            let values = values::<G>(&name);
            values
                .into_iter()
                .map(move |value| format!("{name}={value}"))
        });
    presets.chain(choices).collect()
}

fn choices<G: Rules>(options: &G::Options) -> Vec<(String, String)> {
    let tree = tree::<G>(options);
    let all = tree.as_object().into_iter().flatten();
    all.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())))
        .collect()
}

/// Returns the values that a choice can have, taken from the error about an unknown one.
fn values<G: Rules>(name: &str) -> Vec<String> {
    let Err(NoSuchChoice::Value { known, .. }) = choose::<G>(&G::Options::default(), name, "?")
    else {
        return Vec::new();
    };
    known.split(", ").map(str::to_owned).collect()
}

/// Extracts the valid values from serde's message: "unknown variant `?`, expected `a` or `b`".
fn expected_values(error: &serde_json::Error) -> String {
    error
        .to_string()
        .split('`')
        .skip(3)
        .step_by(2)
        .collect::<Vec<_>>()
        .join(", ")
}

fn tree<G: Rules>(options: &G::Options) -> Value {
    // Options consist of enums only, which JSON can always represent.
    serde_json::to_value(options).unwrap_or_default()
}

fn preset<G: Rules>(name: &str) -> Result<G::Options, NoSuchChoice> {
    let presets = G::presets();
    let known = presets
        .iter()
        .map(|(name, _)| *name)
        .collect::<Vec<_>>()
        .join(", ");
    let found = presets.into_iter().find(|(known, _)| *known == name);
    found
        .map(|(_, options)| options)
        .ok_or_else(|| NoSuchChoice::Preset {
            name: name.to_owned(),
            known,
        })
}

/// Sets one choice by changing the options' JSON, in which every value is a string.
fn choose<G: Rules>(
    options: &G::Options,
    name: &str,
    value: &str,
) -> Result<G::Options, NoSuchChoice> {
    let mut tree = tree::<G>(options);
    let Some(slot) = tree.get_mut(name).filter(|slot| slot.is_string()) else {
        let known: Vec<String> = choices::<G>(options)
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        return Err(NoSuchChoice::Choice {
            name: name.to_owned(),
            known: known.join(", "),
        });
    };
    *slot = Value::from(value);
    serde_json::from_value(tree).map_err(|error| NoSuchChoice::Value {
        name: name.to_owned(),
        value: value.to_owned(),
        known: expected_values(&error),
    })
}
