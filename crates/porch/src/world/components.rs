//! Components of messages and forms, completed as Discord does when it takes them: each has a number of its own, and what
//! was left open has its usual value. It also finds them, however deep. It refuses nothing.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// Where further components stand in one: in lists, or alone.
const BELOW: [&str; 2] = ["components", "component"];

/// Components with all that Discord adds. What is no list is none.
pub(crate) fn completed(mut components: Value) -> Value {
    if !components.is_array() {
        return json!([]);
    }
    let mut taken: BTreeSet<u64> = all(&components).into_iter().filter_map(number).collect();
    let mut next = 0;
    change_each(&mut components, &mut |component| {
        if number(component).is_none() {
            next += 1;
            while !taken.insert(next) {
                next += 1;
            }
            component["id"] = json!(next);
        }
        for (field, usual) in usual(component["type"].as_u64()) {
            if component.get(field).is_none() {
                component[field] = usual;
            }
        }
    });
    components
}

/// Changes all components in a list, however deep, each before those within it.
pub(crate) fn change_each(component: &mut Value, change: &mut impl FnMut(&mut Value)) {
    for component in component.as_array_mut().into_iter().flatten() {
        change_each(component, change);
    }
    if component.is_object() {
        change(component);
        for place in BELOW {
            if let Some(below) = component.get_mut(place) {
                change_each(below, change);
            }
        }
    }
}

/// All components in a list, however deep, each before those within it.
pub(crate) fn all(list: &Value) -> Vec<&Value> {
    let alone = Some(list).filter(|list| list.is_object());
    let mut found = Vec::new();
    for component in list.as_array().into_iter().flatten().chain(alone) {
        found.push(component);
        for place in BELOW {
            found.extend(all(&component[place]));
        }
    }
    found
}

/// The number of a component; 0 stands for none.
fn number(component: &Value) -> Option<u64> {
    component["id"].as_u64().filter(|number| *number > 0)
}

fn usual(kind: Option<u64>) -> Vec<(&'static str, Value)> {
    match kind {
        Some(3 | 5..=8) => vec![("min_values", json!(1)), ("max_values", json!(1))],
        _ => Vec::new(),
    }
}
