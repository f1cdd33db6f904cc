//! Menus, as persons choose from them, under a message or in a form: from what the bot offers, or from persons, roles and
//! channels. It finds what was chosen, and sends nothing.

use serde_json::Value;

use super::{
    payload::Mentioned,
    request::{Result, wrong, wrong_if},
};

/// Whether something can be chosen from this component.
pub(crate) fn is_menu(component: &Value) -> bool {
    matches!(component["type"].as_u64(), Some(3 | 5..=8))
}

/// What a person chose, as the bot gets it. Persons, roles and channels may be named or told by their ids.
pub(crate) fn choose(menu: &Value, values: &[String], named: &mut Mentioned) -> Result<Vec<String>> {
    let mut chosen = Vec::new();
    for value in values {
        let found = match wanted(menu) {
            None => offered(menu, value)?,
            kind => named.entity(kind, "the menu", value, &menu["channel_types"])?.to_string(),
        };
        wrong_if(chosen.contains(&found), format!("{value} is chosen twice"))?;
        chosen.push(found);
    }
    refuse_count(menu, chosen.len())?;
    Ok(chosen)
}

/// The type of the option that takes what this menu holds; none for a menu with options of its own.
fn wanted(menu: &Value) -> Option<u64> {
    match menu["type"].as_u64() {
        Some(5) => Some(6),
        Some(6) => Some(8),
        Some(7) => Some(9),
        Some(8) => Some(7),
        _ => None,
    }
}

fn offered(menu: &Value, value: &str) -> Result<String> {
    let mut options = menu["options"].as_array().into_iter().flatten();
    let is_offered = options.any(|option| option["value"] == value);
    if is_offered { Ok(value.to_owned()) } else { wrong(format!("the menu does not offer {value}")) }
}

/// Refuses too few and too many. What need not be filled in may stay empty.
pub(crate) fn refuse_count(menu: &Value, count: usize) -> Result<()> {
    let least = menu["min_values"].as_u64().unwrap_or(1);
    let most = menu["max_values"].as_u64().unwrap_or(1);
    let may_be_empty = menu["required"] == false && count == 0;
    let fits = may_be_empty || (least..=most).contains(&(count as u64));
    wrong_if(!fits, format!("the menu takes {least} to {most} values"))
}
