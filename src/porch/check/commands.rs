//! What Discord checks in the description of a command. It knows the shape of commands, and none in particular.

use serde_json::Value;

use crate::porch::refusal::Complaints;

/// Whether a text may be the name of a slash command or of an option: letters in lower case, digits, `-`, `_`, `'`.
fn is_name(name: &str) -> bool {
    let fits = |letter: char| {
        // Devanagari and Thai write vowels with signs that are no letters.
        letter.is_alphanumeric()
            || matches!(letter, '-' | '_' | '\'' | '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}')
    };
    (1..=32).contains(&name.chars().count())
        && name.chars().all(fits)
        && name.chars().all(|letter| letter.to_lowercase().eq([letter]))
}

fn name(value: &Value, place: &str, complaints: &mut Complaints) {
    let place = format!("{place}name");
    match value["name"].as_str() {
        None => complaints.required(&place),
        Some(name) if is_name(name) => {}
        Some(name) => {
            complaints.text(&place, name, 1, 32);
            complaints.add(&place, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
        }
    }
    let (names, place) = (&value["name_localizations"], format!("{place}_localizations"));
    for (place, name) in translations(names, &place, complaints) {
        if !name.as_str().is_some_and(is_name) {
            let message = format!("{name} is invalid");
            complaints.add(&place, "APPLICATION_COMMAND_INVALID_NAME", message);
        }
    }
}

fn description(value: &Value, place: &str, complaints: &mut Complaints) {
    let at = format!("{place}description");
    match value["description"].as_str() {
        None => complaints.required(&at),
        Some(text) => complaints.text(&at, text, 1, 100),
    }
    for (at, text) in
        translations(&value["description_localizations"], &format!("{at}_localizations"), complaints)
    {
        complaints.text(&at, text.as_str().unwrap_or_default(), 1, 100);
    }
}

/// A list of small numbers, each once, or nothing.
fn numbers(value: &Value, place: &str, most: u64, complaints: &mut Complaints) {
    let known: Vec<String> = (0..=most).map(|number| number.to_string()).collect();
    let list = match value {
        Value::Null => return,
        Value::Array(list) => list,
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            return complaints.add(place, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
        }
    };
    complaints.count(place, list.len(), 1, known.len());
    for (at, number) in list.iter().enumerate() {
        if number.as_u64().is_none_or(|number| number > most) {
            complaints.choice(&format!("{place}.{at}"), &known.join(", "));
        }
        if list.iter().take(at).any(|other| other == number) {
            let message = "The set already contains this value";
            complaints.add(&format!("{place}.{at}"), "SET_TYPE_ALREADY_CONTAINS_VALUE", message);
        }
    }
}

/// A command. The place is empty or ends in a dot.
pub(crate) fn command(value: &Value, place: &str, complaints: &mut Complaints) {
    numbers(&value["integration_types"], &format!("{place}integration_types"), 1, complaints);
    numbers(&value["contexts"], &format!("{place}contexts"), 2, complaints);
    match value.get("type").map_or(Some(1), Value::as_u64) {
        Some(1) => {
            name(value, place, complaints);
            description(value, place, complaints);
            options(&value["options"], &format!("{place}options"), 0, complaints);
            if weight(value) > 8_000 {
                let message = "Command exceeds maximum size (8000)";
                let place = if place.is_empty() { "" } else { place.trim_end_matches('.') };
                complaints.add(place, "APPLICATION_COMMAND_TOO_LARGE", message);
            }
        }
        Some(2 | 3) => {
            let at = format!("{place}name");
            match value["name"].as_str() {
                None => complaints.required(&at),
                Some(name) => complaints.text(&at, name, 1, 32),
            }
            if value["description"].as_str().is_some_and(|text| !text.is_empty()) {
                let message = "Context menu commands cannot have description";
                let code = "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION";
                complaints.add(&format!("{place}description"), code, message);
            }
        }
        _ => complaints.choice(&format!("{place}type"), "1, 2, 3"),
    }
}

/// All characters that a person may read. Of translations, the longest counts.
fn weight(value: &Value) -> usize {
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let longest = |field: &str| {
        let translated = value[format!("{field}_localizations")].as_object();
        let translated = translated.and_then(|all| all.values().map(length).max());
        length(&value[field]).max(translated.unwrap_or(0))
    };
    let below =
        |field: &str| value[field].as_array().map_or(0, |entries| entries.iter().map(weight).sum::<usize>());
    longest("name") + longest("description") + length(&value["value"]) + below("options") + below("choices")
}

/// Options, at a depth: below a command, a group or a subcommand.
fn options(value: &Value, place: &str, depth: u8, complaints: &mut Complaints) {
    let Some(list) = value.as_array() else { return };
    complaints.count(place, list.len(), 0, 25);
    let mut optional_seen = false;
    let branches = list.iter().filter(|option| matches!(option["type"].as_u64(), Some(1 | 2))).count();
    if branches > 0 && branches < list.len() {
        let message =
            "Sub-command and sub-command group option types are mutually exclusive to all other types";
        complaints.add(place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
    }
    unique(list, place, ("APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option"), complaints);
    for (at, option) in list.iter().enumerate() {
        let below = format!("{place}.{at}.");
        name(option, &below, complaints);
        description(option, &below, complaints);
        match option["type"].as_u64() {
            Some(kind @ (1 | 2)) => {
                // A group may hold subcommands, and those may hold no more of either.
                if depth > 0 && (kind == 2 || depth > 1) {
                    complaints.choice(&format!("{below}type"), "3, 4, 5, 6, 7, 8, 9, 10, 11");
                }
                let depth = if kind == 2 { 1 } else { 2 };
                options(&option["options"], &format!("{below}options"), depth, complaints);
            }
            Some(3..=11) => {
                let required = option["required"] == true;
                if required && optional_seen {
                    let message = "Required options must be placed before non-required options";
                    let code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID";
                    complaints.add(&below[..below.len() - 1], code, message);
                }
                optional_seen |= !required;
                leaf(option, &below, complaints);
            }
            _ => complaints.choice(&format!("{below}type"), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"),
        }
    }
}

/// An option that takes a value.
fn leaf(option: &Value, place: &str, complaints: &mut Complaints) {
    let kind = option["type"].as_u64();
    let offered = option["choices"].as_array().map(Vec::as_slice).unwrap_or_default();
    let at = format!("{place}choices");
    complaints.count(&at, offered.len(), 0, 25);
    choices(offered, kind, &at, complaints);
    let may_choose = matches!(kind, Some(3 | 4 | 10));
    let completes = option["autocomplete"] == true;
    if !offered.is_empty() && (completes || !may_choose) || completes && !may_choose {
        let message = "Choices and autocomplete exclude each other, and suit strings and numbers only";
        complaints.add(
            &format!("{place}autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
            message,
        );
    }
    complaints.number(&option["min_length"], &format!("{place}min_length"), 0, 6_000);
    complaints.number(&option["max_length"], &format!("{place}max_length"), 1, 6_000);
    for (least, most) in [("min_value", "max_value"), ("min_length", "max_length")] {
        let number = |field: &str| option[field].as_f64();
        if number(least).zip(number(most)).is_some_and(|(least, most)| least > most) {
            let message = format!("{least} must not be greater than {most}");
            let code = "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID";
            complaints.add(&format!("{place}{least}"), code, message);
        }
    }
}

/// Names that nobody could tell apart, in the language of the bot or in one of the others.
fn unique(list: &[Value], place: &str, (code, what): (&str, &str), complaints: &mut Complaints) {
    for (at, entry) in list.iter().enumerate() {
        let before = || list.iter().take(at);
        let mut twice = Vec::new();
        if !entry["name"].is_null() && before().any(|other| other["name"] == entry["name"]) {
            twice.push("name".to_owned());
        }
        for (locale, name) in entry["name_localizations"].as_object().into_iter().flatten() {
            if before().any(|other| other["name_localizations"].get(locale) == Some(name)) {
                twice.push(format!("name_localizations.{locale}"));
            }
        }
        for field in twice {
            complaints.add(&format!("{place}.{at}.{field}"), code, format!("{what} names must be unique"));
        }
    }
}

/// The languages into which Discord takes translations.
const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr",
    "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk",
    "vi", "zh-CN", "zh-TW",
];

/// Translations, of which each must be into a language that there is.
fn translations<'a>(value: &'a Value, place: &str, complaints: &mut Complaints) -> Vec<(String, &'a Value)> {
    let all = value.as_object().into_iter().flatten();
    let all: Vec<_> = all.map(|(locale, text)| (locale, format!("{place}.{locale}"), text)).collect();
    for (_, place, _) in all.iter().filter(|(locale, ..)| !LOCALES.contains(&locale.as_str())) {
        complaints.choice(place, &LOCALES.map(|locale| format!("'{locale}'")).join(", "));
    }
    all.into_iter().map(|(_, place, text)| (place, text)).collect()
}

/// Choices of an option, or those offered while somebody types.
pub(crate) fn choices(choices: &[Value], kind: Option<u64>, place: &str, complaints: &mut Complaints) {
    unique(choices, place, ("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE", "Choice"), complaints);
    for (at, choice) in choices.iter().enumerate() {
        let name = format!("{place}.{at}.name");
        match choice["name"].as_str() {
            None => complaints.required(&name),
            Some(text) => complaints.text(&name, text.trim(), 1, 100),
        }
        let translated = format!("{name}_localizations");
        for (at, text) in translations(&choice["name_localizations"], &translated, complaints) {
            complaints.text(&at, text.as_str().unwrap_or_default().trim(), 1, 100);
        }
        let place = format!("{place}.{at}.value");
        match (&choice["value"], kind) {
            (Value::String(text), None | Some(3)) => complaints.text(&place, text, 1, 100),
            (Value::Null, _) => complaints.required(&place),
            (Value::Number(number), Some(4)) if number.is_i64() => {}
            (Value::Number(_), None | Some(10)) => {}
            (value, Some(4)) => {
                complaints.add(&place, "NUMBER_TYPE_COERCE", format!("Value {value} is not int."));
            }
            (value, Some(10)) => {
                complaints.add(&place, "NUMBER_TYPE_COERCE", format!("Value {value} is not float."));
            }
            _ => complaints.add(&place, "STRING_TYPE_CONVERT", "Could not interpret value as string."),
        }
    }
}
