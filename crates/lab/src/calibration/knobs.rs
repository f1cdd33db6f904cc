//! Knobs, each of which moves some figures together, and the candidates that their settings give.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use lanai_rules::Rules;

/// Keys that describe a group of figures and are none themselves.
const ABOUT: [&str; 2] = ["confidence", "source"];

/// A knob in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KnobCard {
    pub(super) name: String,
    /// Why it has these settings, and no others.
    reason: String,
    setting: Vec<SettingCard>,
}

/// A setting in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingCard {
    name: String,
    /// A tree like that of the figures. Lists count from one, as rounds and places do.
    figures: Value,
}

/// Figures that are chosen together.
pub(super) struct Knob {
    pub(super) name: String,
    reason: String,
    /// Paths of figures, as in `round.2.income.shells`.
    paths: Vec<String>,
    /// In order: the search moves to neighbours.
    pub(super) settings: Vec<Setting>,
    /// The index of the setting in force.
    pub(super) in_force: usize,
}

/// One choice of values.
pub(super) struct Setting {
    name: String,
    /// One for each path.
    values: Vec<Value>,
}

/// A knob whose setting differs from the one in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    pub knob: String,
    /// The name of the new setting.
    pub to: String,
    pub reason: String,
}

/// A figure that differs from the one in force.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// As in `round.2.income.shells`.
    pub path: String,
    pub from: Value,
    pub to: Value,
}

/// The figures in force with some knobs at other settings.
#[derive(Clone, Debug)]
pub struct Candidate<G: Rules> {
    pub printed: Arc<G::Printed>,
    pub moved: Vec<Moved>,
    pub changes: Vec<Change>,
    /// The setting of each knob.
    pub(super) settings: Vec<usize>,
}

impl Knob {
    /// Reads a knob. It moves only reconstructed figures, and one of its settings is in force.
    pub(super) fn read(card: KnobCard, tree: &Value) -> Result<Knob, String> {
        let mut paths = Vec::new();
        let mut settings = Vec::new();
        for SettingCard {
            name,
            figures: branch,
        } in card.setting
        {
            let mut figures = Vec::new();
            gather(&branch, String::new(), &mut figures);
            figures.sort_by(|(one, _), (other, _)| one.cmp(other));
            let (own, values): (Vec<String>, _) = figures.into_iter().unzip();
            if !settings.is_empty() && own != paths {
                return Err("its settings are not about the same figures".to_owned());
            }
            paths = own;
            settings.push(Setting { name, values });
        }
        if paths.is_empty() {
            return Err("it moves no figure".to_owned());
        }
        paths
            .iter()
            .try_for_each(|path| reconstructed(tree, path))?;
        let now: Vec<Value> = paths
            .iter()
            .filter_map(|path| at(tree, path))
            .cloned()
            .collect();
        let in_force = settings.iter().position(|setting| setting.values == now);
        let in_force = in_force.ok_or("none of its settings is in force")?;
        Ok(Knob {
            name: card.name,
            reason: card.reason,
            paths,
            settings,
            in_force,
        })
    }

    fn moves_one_of(&self, other: &Knob) -> bool {
        self.paths.iter().any(|path| other.paths.contains(path))
    }
}

impl<G: Rules> Candidate<G> {
    pub(super) fn new(
        tree: &Value,
        knobs: &[Knob],
        settings: Vec<usize>,
    ) -> Result<Candidate<G>, String> {
        let away: Vec<(&Knob, &Setting)> = knobs
            .iter()
            .zip(&settings)
            .filter(|(knob, setting)| knob.in_force != **setting)
            .filter_map(|(knob, setting)| Some((knob, knob.settings.get(*setting)?)))
            .collect();
        let clashes = |at: usize| {
            away[..at]
                .iter()
                .any(|(other, _)| other.moves_one_of(away[at].0))
        };
        if (0..away.len()).any(clashes) {
            return Err("two knobs move the same figure".to_owned());
        }
        let mut tree = tree.clone();
        let mut changes = Vec::new();
        for (path, to) in away
            .iter()
            .flat_map(|(knob, setting)| knob.paths.iter().zip(&setting.values))
        {
            let figure =
                at_mut(&mut tree, path).ok_or_else(|| format!("there is no figure {path}"))?;
            if figure != to {
                let from = std::mem::replace(figure, to.clone());
                changes.push(Change {
                    path: path.clone(),
                    from,
                    to: to.clone(),
                });
            }
        }
        let printed = serde_json::from_value(tree).map_err(|error| error.to_string())?;
        let moved = away.iter().map(|(knob, setting)| Moved {
            knob: knob.name.clone(),
            to: setting.name.clone(),
            reason: knob.reason.clone(),
        });
        Ok(Candidate {
            printed: Arc::new(printed),
            moved: moved.collect(),
            changes,
            settings,
        })
    }

    /// Counts the figures that change; of a list, those that differ.
    pub fn changed(&self) -> u32 {
        self.changes
            .iter()
            .map(|change| differing(&change.from, &change.to))
            .sum()
    }
}

fn differing(one: &Value, other: &Value) -> u32 {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => one
            .iter()
            .zip(other)
            .map(|(one, other)| differing(one, other))
            .sum(),
        _ => u32::from(one != other),
    }
}

/// Collects every figure of a branch, with its path.
fn gather(branch: &Value, path: String, into: &mut Vec<(String, Value)>) {
    match branch.as_object() {
        None => into.push((path, branch.clone())),
        Some(map) => {
            for (name, below) in map {
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                gather(below, path, into);
            }
        }
    }
}

/// Fails unless the figure exists and is marked as reconstructed.
fn reconstructed(tree: &Value, path: &str) -> Result<(), String> {
    let there = at(tree, path).filter(|_| {
        !ABOUT
            .iter()
            .any(|name| path.rsplit('.').next() == Some(name))
    });
    there.ok_or_else(|| format!("there is no figure {path}"))?;
    let mut groups = path.match_indices('.').map(|(end, _)| &path[..end]).rev();
    match groups.find_map(|group| at(tree, group)?.get("confidence")?.as_str()) {
        Some("reconstructed") => Ok(()),
        Some(known) => Err(format!(
            "{path} is {known}: only reconstructed figures are chosen anew"
        )),
        None => Err(format!(
            "{path} does not say how it is known: only reconstructed figures are chosen anew"
        )),
    }
}

fn at<'a>(tree: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.')
        .try_fold(tree, |tree, name| match tree.as_array() {
            Some(list) => list.get(place(name)?),
            None => tree.get(name),
        })
}

fn at_mut<'a>(tree: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    path.split('.').try_fold(tree, |tree, name| {
        if tree.is_array() {
            tree.get_mut(place(name)?)
        } else {
            tree.get_mut(name)
        }
    })
}

/// Lists count from one.
fn place(name: &str) -> Option<usize> {
    name.parse::<usize>().ok()?.checked_sub(1)
}
