//! Walks through message components, and adds Discord's default ids and values.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// The fields of a component that contain other components.
const CHILD_FIELDS: [&str; 2] = ["components", "component"];

/// Adds ids and default values as Discord does; a value that is not a list becomes an empty list.
pub(crate) fn with_defaults(mut components: Value) -> Value {
    if !components.is_array() {
        return json!([]);
    }
    let mut taken: BTreeSet<u64> = collect_all(&components)
        .into_iter()
        .filter_map(component_id)
        .collect();
    let mut next = 0;
    for_each_mut(&mut components, &mut |component| {
        if component_id(component).is_none() {
            next += 1;
            while !taken.insert(next) {
                next += 1;
            }
            component["id"] = json!(next);
        }
        for (field, default_fields) in default_fields(component["type"].as_u64()) {
            if component.get(field).is_none() {
                component[field] = default_fields;
            }
        }
    });
    components
}

/// Applies `change` to all components recursively, parents first.
pub(crate) fn for_each_mut(component: &mut Value, change: &mut impl FnMut(&mut Value)) {
    for component in component.as_array_mut().into_iter().flatten() {
        for_each_mut(component, change);
    }
    if component.is_object() {
        change(component);
        for place in CHILD_FIELDS {
            if let Some(below) = component.get_mut(place) {
                for_each_mut(below, change);
            }
        }
    }
}

/// Returns all components recursively, parents first.
pub(crate) fn collect_all(list: &Value) -> Vec<&Value> {
    let alone = Some(list).filter(|list| list.is_object());
    let mut found = Vec::new();
    for component in list.as_array().into_iter().flatten().chain(alone) {
        found.push(component);
        for place in CHILD_FIELDS {
            found.extend(collect_all(&component[place]));
        }
    }
    found
}

/// Returns the id of a component. Discord treats 0 like a missing id.
fn component_id(component: &Value) -> Option<u64> {
    component["id"].as_u64().filter(|number| *number > 0)
}

fn default_fields(kind: Option<u64>) -> Vec<(&'static str, Value)> {
    match kind {
        Some(3 | 5..=8) => vec![("min_values", json!(1)), ("max_values", json!(1))],
        _ => Vec::new(),
    }
}
