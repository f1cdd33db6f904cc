//! Edits of JSON trees, to test that forged records are noticed.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// What a figure can be changed to.
pub(crate) const CHANGES: [fn(u64) -> u64; 6] = [
    |n| n.wrapping_add(1),
    |n| n.wrapping_sub(1),
    |_| 0,
    |_| 9,
    |_| 255,
    |_| 65_535,
];

/// The same thing with one figure in it changed, as far as that still is such a thing.
pub(crate) fn mutations<T: Serialize + DeserializeOwned>(it: &T) -> Vec<T> {
    let tree = serde_json::to_value(it).unwrap();
    let changed = (0..count_figures(&tree)).flat_map(|at| {
        let tree = &tree;
        CHANGES
            .into_iter()
            .map(move |change| with_figure(tree, at, change))
    });
    changed
        .filter_map(|tree| serde_json::from_value(tree).ok())
        .collect()
}

/// How many figures there are.
pub(crate) fn count_figures(tree: &Value) -> usize {
    match tree {
        Value::Number(_) => 1,
        Value::Array(list) => list.iter().map(count_figures).sum(),
        Value::Object(map) => map.values().map(count_figures).sum(),
        Value::Null | Value::Bool(_) | Value::String(_) => 0,
    }
}

/// The tree with one figure changed: that before which so many others come.
pub(crate) fn with_figure(tree: &Value, at: usize, change: fn(u64) -> u64) -> Value {
    let mut tree = tree.clone();
    let mut before = at;
    change_figure(&mut tree, &mut before, change);
    tree
}

fn change_figure(tree: &mut Value, before: &mut usize, change: fn(u64) -> u64) -> bool {
    match tree {
        Value::Number(figure) if *before == 0 => {
            *tree = change(figure.as_u64().unwrap_or(0)).into();
            true
        }
        Value::Number(_) => {
            *before -= 1;
            false
        }
        Value::Array(list) => list
            .iter_mut()
            .any(|child| change_figure(child, before, change)),
        Value::Object(map) => map
            .values_mut()
            .any(|child| change_figure(child, before, change)),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}
