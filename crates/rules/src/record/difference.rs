//! Finds where a record and a replayed game differ, as a JSON pointer into the record.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;
use serde_json::Value::{self, Array, Object};

use super::Difference;

/// The most characters of a value that are shown.
const TOLD: usize = 200;

/// Returns the first difference unless the recorded value at this path equals the found one.
pub(super) fn check_same<T: Serialize + PartialEq>(
    parent_path: &str,
    recorded: &T,
    found: &T,
) -> Result<(), Difference> {
    if recorded == found {
        return Ok(());
    }
    let tree = |it| serde_json::to_value(it).unwrap_or_default();
    let recorded = tree(recorded);
    let found = tree(found);
    let mut path = parent_path.to_owned();
    let (recorded, found) = first_difference(Some(&recorded), Some(&found), &mut path);
    Err(Difference::Value {
        path,
        recorded,
        found,
    })
}

/// A printed figure of a record that differs from the shipped figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigureDifference {
    /// A JSON pointer into the record.
    pub path: String,
    pub recorded: String,
    pub shipped: String,
}

/// Lists the figures of a record that differ from the shipped ones, ignoring source and confidence.
pub(super) fn differing_figures<T: Serialize>(recorded: &T, shipped: &T) -> Vec<FigureDifference> {
    let tree = |it| serde_json::to_value(it).unwrap_or_default();
    let mut found = Vec::new();
    collect_differences(
        Some(&tree(recorded)),
        Some(&tree(shipped)),
        "/printed",
        &mut found,
    );
    found
}

fn collect_differences(
    recorded: Option<&Value>,
    shipped: Option<&Value>,
    path: &str,
    found: &mut Vec<FigureDifference>,
) {
    match (recorded, shipped) {
        _ if recorded == shipped => {}
        (Some(Object(a)), Some(Object(b))) => {
            let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for name in names {
                if !["source", "confidence"].contains(&name.as_str()) {
                    collect_differences(a.get(name), b.get(name), &format!("{path}/{name}"), found);
                }
            }
        }
        (Some(Array(a)), Some(Array(b))) => {
            for at in 0..a.len().max(b.len()) {
                collect_differences(a.get(at), b.get(at), &format!("{path}/{at}"), found);
            }
        }
        _ => found.push(FigureDifference {
            path: path.to_owned(),
            recorded: display_value(recorded),
            shipped: display_value(shipped),
        }),
    }
}

pub(super) fn refused<A: Serialize, R: fmt::Debug>(action: &A, refusal: &R) -> Difference {
    let action = serde_json::to_value(action).unwrap_or_default();
    Difference::Refused {
        action: display_value(Some(&action)),
        why: format!("{refusal:?}"),
    }
}

/// Extends `path` to the first difference of two trees, and returns both values as text.
///
/// If one list is a prefix of the other, the difference is the first item after the shorter list.
fn first_difference(a: Option<&Value>, b: Option<&Value>, path: &mut String) -> (String, String) {
    let child = match (a, b) {
        (Some(Object(a)), Some(Object(b))) if a.keys().eq(b.keys()) => {
            let mut pairs = a
                .iter()
                .map(|(name, value)| (name.clone(), Some(value), b.get(name)));
            pairs.find(|(_, a, b)| a != b)
        }
        (Some(Array(a)), Some(Array(b))) => {
            let mut pairs =
                (0..a.len().max(b.len())).map(|at| (at.to_string(), a.get(at), b.get(at)));
            pairs.find(|(_, a, b)| a != b)
        }
        _ => None,
    };
    let Some((step, a, b)) = child else {
        return (display_value(a), display_value(b));
    };
    path.push('/');
    path.push_str(&step);
    first_difference(a, b, path)
}

fn display_value(value: Option<&Value>) -> String {
    let Some(value) = value else {
        return "nothing".to_owned();
    };
    let whole = value.to_string();
    match whole.char_indices().nth(TOLD) {
        Some((end, _)) => format!("{} ...", &whole[..end]),
        None => whole,
    }
}
