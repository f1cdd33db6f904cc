//! What a table chose, as people write it: presets and single choices, the later over the earlier, as in
//! `online,goods=hidden`.

use serde_json::Value;

use super::Rules;

/// Words that no option of a game answers to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum NoSuchChoice {
    /// There is no such preset.
    Preset {
        /// As it was written.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// There is no such choice.
    Choice {
        /// As it was written.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// A choice has no such value.
    Value {
        /// Of which choice.
        name: String,
        /// As it was written.
        value: String,
        /// Those that there are.
        known: String,
    },
}

/// The options that these words choose.
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

/// What differs from the default, in the same words; nothing where all is the default.
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

/// Each choice with its value.
pub fn chosen<G: Rules>(options: &G::Options) -> Vec<(String, String)> {
    choices::<G>(options)
}

/// Each choice that differs from the default, with its value.
pub fn differing<G: Rules>(options: &G::Options) -> Vec<(String, String)> {
    let default = choices::<G>(&G::Options::default());
    choices::<G>(options)
        .into_iter()
        .filter(|choice| !default.contains(choice))
        .collect()
}

/// Every word that can stand between two commas.
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

/// Returns each choice with its value.
fn choices<G: Rules>(options: &G::Options) -> Vec<(String, String)> {
    let tree = tree::<G>(options);
    let all = tree.as_object().into_iter().flatten();
    all.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())))
        .collect()
}

/// The values of a choice.
fn values<G: Rules>(name: &str) -> Vec<String> {
    let Err(NoSuchChoice::Value { known, .. }) = choose::<G>(&G::Options::default(), name, "?")
    else {
        return Vec::new();
    };
    known.split(", ").map(str::to_owned).collect()
}

/// The values of a choice, as the reader of options itself names them when it is given none of them.
fn named_by(error: &serde_json::Error) -> String {
    error
        .to_string()
        .split('`')
        .skip(3)
        .step_by(2)
        .collect::<Vec<_>>()
        .join(", ")
}

fn tree<G: Rules>(options: &G::Options) -> Value {
    // Options are plain names and words: writing them cannot fail.
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

/// Options are plain names and words in JSON, so a choice is written into that.
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
        known: named_by(&error),
    })
}
