//! Knobs, each of which changes some figures together, and the candidates that result from them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use lanai_rules::Rules;

/// Keys that describe a group of figures and are not figures.
const NON_FIGURE_KEYS: [&str; 2] = ["confidence", "source"];

/// A knob in the calibration file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KnobEntry {
    pub(super) name: String,
    /// Why only these settings are plausible.
    reason: String,
    setting: Vec<SettingEntry>,
}

/// A setting of a knob in the calibration file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingEntry {
    name: String,
    /// The figures of this setting, a part of the tree of figures. Keys of list items count from
    /// one.
    figures: Value,
}

/// A group of figures that are changed together, with the settings to choose from.
pub(super) struct Knob {
    pub(super) name: String,
    reason: String,
    /// The paths of the figures, for example `round.2.income.shells`.
    paths: Vec<String>,
    /// The settings in order: the search moves from one to its neighbours.
    pub(super) settings: Vec<KnobSetting>,
    /// The index of the setting with the current figures.
    pub(super) current_setting: usize,
}

pub(super) struct KnobSetting {
    name: String,
    /// The values of the figures, one for each path of the knob.
    values: Vec<Value>,
}

/// A knob whose setting differs from the current one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovedKnob {
    pub knob: String,
    /// The name of the new setting.
    pub setting: String,
    pub reason: String,
}

/// A figure of a candidate that differs from the current figure.
#[derive(Clone, PartialEq, Debug)]
pub struct FigureChange {
    /// The path of the figure, for example `round.2.income.shells`.
    pub path: String,
    pub from: Value,
    pub to: Value,
}

/// The current figures with some knobs at other settings.
#[derive(Clone, Debug)]
pub struct Candidate<G: Rules> {
    pub printed: Arc<G::Printed>,
    pub moved: Vec<MovedKnob>,
    pub changes: Vec<FigureChange>,
    /// For each knob, the index of its setting.
    pub(super) settings: Vec<usize>,
}

impl Knob {
    /// Converts a knob from the calibration file.
    ///
    /// Fails unless the knob moves only reconstructed figures and one of its settings has the
    /// current figures.
    pub(super) fn read(entry: KnobEntry, tree: &Value) -> Result<Knob, String> {
        let mut paths = Vec::new();
        let mut settings = Vec::new();
        for SettingEntry {
            name,
            figures: subtree,
        } in entry.setting
        {
            let mut figures = BTreeMap::new();
            collect_figures(&subtree, String::new(), &mut figures);
            let (setting_paths, values): (Vec<String>, _) = figures.into_iter().unzip();
            if !settings.is_empty() && setting_paths != paths {
                return Err("its settings are not about the same figures".to_owned());
            }
            paths = setting_paths;
            settings.push(KnobSetting { name, values });
        }
        if paths.is_empty() {
            return Err("it moves no figure".to_owned());
        }
        paths
            .iter()
            .try_for_each(|path| check_reconstructed(tree, path))?;
        let current_values: Vec<Value> = paths
            .iter()
            .filter_map(|path| find_figure(tree, path))
            .cloned()
            .collect();
        let current_setting = settings
            .iter()
            .position(|setting| setting.values == current_values)
            .ok_or("none of its settings is in force")?;
        Ok(Knob {
            name: entry.name,
            reason: entry.reason,
            paths,
            settings,
            current_setting,
        })
    }

    fn shares_figure_with(&self, other: &Knob) -> bool {
        self.paths.iter().any(|path| other.paths.contains(path))
    }
}

impl<G: Rules> Candidate<G> {
    pub(super) fn new(
        tree: &Value,
        knobs: &[Knob],
        settings: Vec<usize>,
    ) -> Result<Candidate<G>, String> {
        let moved_knobs: Vec<(&Knob, &KnobSetting)> = knobs
            .iter()
            .zip(&settings)
            .filter(|(knob, setting)| knob.current_setting != **setting)
            .filter_map(|(knob, setting)| Some((knob, knob.settings.get(*setting)?)))
            .collect();
        for (index, (knob, _)) in moved_knobs.iter().enumerate() {
            if moved_knobs[..index]
                .iter()
                .any(|(other, _)| other.shares_figure_with(knob))
            {
                return Err("two knobs move the same figure".to_owned());
            }
        }
        let mut tree = tree.clone();
        let mut changes = Vec::new();
        for (path, to) in moved_knobs
            .iter()
            .flat_map(|(knob, setting)| knob.paths.iter().zip(&setting.values))
        {
            let figure = find_figure_mut(&mut tree, path)
                .ok_or_else(|| format!("there is no figure {path}"))?;
            if figure != to {
                let from = std::mem::replace(figure, to.clone());
                changes.push(FigureChange {
                    path: path.clone(),
                    from,
                    to: to.clone(),
                });
            }
        }
        let printed = serde_json::from_value(tree).map_err(|error| error.to_string())?;
        Ok(Candidate {
            printed: Arc::new(printed),
            moved: moved_knobs
                .iter()
                .map(|(knob, setting)| MovedKnob {
                    knob: knob.name.clone(),
                    setting: setting.name.clone(),
                    reason: knob.reason.clone(),
                })
                .collect(),
            changes,
            settings,
        })
    }

    /// Counts the figures that differ from the current ones; each element of a list counts.
    pub fn count_changed_figures(&self) -> u32 {
        self.changes
            .iter()
            .map(|change| count_differing(&change.from, &change.to))
            .sum()
    }
}

fn count_differing(first: &Value, other: &Value) -> u32 {
    match (first, other) {
        (Value::Array(first), Value::Array(other)) if first.len() == other.len() => first
            .iter()
            .zip(other)
            .map(|(first, other)| count_differing(first, other))
            .sum(),
        _ => u32::from(first != other),
    }
}

/// Collects every figure of a subtree with its path.
fn collect_figures(subtree: &Value, path: String, figures: &mut BTreeMap<String, Value>) {
    match subtree.as_object() {
        None => {
            figures.insert(path, subtree.clone());
        }
        Some(map) => {
            for (name, value) in map {
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                collect_figures(value, path, figures);
            }
        }
    }
}

/// Returns an error unless the figure exists and is marked as reconstructed.
fn check_reconstructed(tree: &Value, path: &str) -> Result<(), String> {
    let figure = find_figure(tree, path).filter(|_| {
        !NON_FIGURE_KEYS
            .iter()
            .any(|name| path.rsplit('.').next() == Some(name))
    });
    figure.ok_or_else(|| format!("there is no figure {path}"))?;
    let mut groups = path.match_indices('.').map(|(end, _)| &path[..end]).rev();
    match groups.find_map(|group| find_figure(tree, group)?.get("confidence")?.as_str()) {
        Some("reconstructed") => Ok(()),
        Some(known) => Err(format!(
            "{path} is {known}: only reconstructed figures can be moved"
        )),
        None => Err(format!(
            "{path} does not say how it is known: only reconstructed figures can be moved"
        )),
    }
}

fn find_figure<'a>(tree: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.')
        .try_fold(tree, |tree, name| match tree.as_array() {
            Some(list) => list.get(list_index(name)?),
            None => tree.get(name),
        })
}

fn find_figure_mut<'a>(tree: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    path.split('.').try_fold(tree, |tree, name| {
        if tree.is_array() {
            tree.get_mut(list_index(name)?)
        } else {
            tree.get_mut(name)
        }
    })
}

/// Converts a position in a list, counted from one, to an index.
fn list_index(name: &str) -> Option<usize> {
    name.parse::<usize>().ok()?.checked_sub(1)
}
