//! Where two states differ, as a path into their JSON.

use serde::Serialize;

use super::Difference;

/// The first spot at which two states differ.
pub(super) fn of<S: Serialize>(recorded: &S, found: &S) -> Difference {
    let tree = |state| serde_json::to_value(state).unwrap_or_default();
    let mut path = String::new();
    let (recorded, found) = first_difference(&tree(recorded), &tree(found), &mut path);
    Difference::State { path, recorded, found }
}

fn first_difference(a: &serde_json::Value, b: &serde_json::Value, path: &mut String) -> (String, String) {
    use serde_json::Value::{Array, Object};
    let child: Option<(String, &serde_json::Value, &serde_json::Value)> = match (a, b) {
        (Object(a), Object(b)) if a.len() == b.len() => {
            a.iter().find_map(|(name, a)| b.get(name).filter(|b| *b != a).map(|b| (format!("/{name}"), a, b)))
        }
        (Array(a), Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.find(|(_, (a, b))| a != b).map(|(index, (a, b))| (format!("/{index}"), a, b))
        }
        _ => None,
    };
    match child {
        Some((step, a, b)) => {
            path.push_str(&step);
            first_difference(a, b, path)
        }
        None => (a.to_string(), b.to_string()),
    }
}
