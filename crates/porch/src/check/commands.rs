//! What Discord checks in the description of a command. It knows the shape of commands, and none in particular.

use serde_json::Value;

use crate::form::Field;

/// Whether a text may be the name of a slash command or of an option: letters in lower case, digits, `-`, `_`, `'`.
fn is_name(name: &str) -> bool {
    let fits = |letter: char| {
        // Devanagari and Thai write vowels with signs that are no letters.
        letter.is_alphanumeric()
            || matches!(letter, '-' | '_' | '\'' | '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}')
    };
    (1..=32).contains(&name.chars().count())
        && name.chars().all(fits)
        && name
            .chars()
            .all(|letter| letter.to_lowercase().eq([letter]))
}

fn name(thing: &Field) {
    let name = thing.at("name");
    if !name.value.as_str().is_some_and(is_name) {
        name.text(1, 32);
        if name.value.is_string() {
            name.add(
                "APPLICATION_COMMAND_INVALID_NAME",
                "Command name is invalid",
            );
        }
    }
    for name in translations(&thing.at("name_localizations")) {
        if !name.value.as_str().is_some_and(is_name) {
            name.add(
                "APPLICATION_COMMAND_INVALID_NAME",
                &format!("{} is invalid", name.value),
            );
        }
    }
}

fn description(thing: &Field) {
    thing.at("description").text(1, 100);
    for text in translations(&thing.at("description_localizations")) {
        text.length(
            text.value.as_str().unwrap_or_default().chars().count(),
            1,
            100,
        );
    }
}

/// A list of small numbers, each once, or nothing.
fn numbers(list: &Field, known: &str) {
    if list.value.is_null() {
        return;
    }
    if !list.value.is_array() {
        return list.add(
            "LIST_TYPE_CONVERT",
            "Only iterables may be used in a ListType",
        );
    }
    let known_numbers: Vec<&str> = known.split(", ").collect();
    list.list(1, known_numbers.len());
    for number in list.entries() {
        if !number
            .number()
            .is_some_and(|it| known_numbers.contains(&it.to_string().as_str()))
        {
            number.choice(known);
        }
    }
    list.once(Value::to_string);
}

pub(crate) fn command(command: &Field) {
    numbers(&command.at("integration_types"), "0, 1");
    numbers(&command.at("contexts"), "0, 1, 2");
    let kind = command.at("type");
    let handler = command.at("handler");
    if !handler.value.is_null() && !matches!(handler.number(), Some(1 | 2)) {
        handler.choice("1, 2");
    }
    match command.value.get("type").map_or(Some(1), Value::as_u64) {
        // The Entry Point command of an Activity is described like a slash command.
        Some(1 | 4) => {
            name(command);
            description(command);
            options(&command.at("options"), 0);
            if weight(command.value) > 8_000 {
                command.add(
                    "APPLICATION_COMMAND_TOO_LARGE",
                    "Command exceeds maximum size (8000)",
                );
            }
        }
        Some(2 | 3) => {
            command.at("name").text(1, 32);
            let description = command.at("description");
            let is_described = description
                .value
                .as_str()
                .is_some_and(|text| !text.is_empty());
            let message = "Context menu commands cannot have description";
            description.add_if(
                is_described,
                "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
                message,
            );
        }
        _ => kind.choice("1, 2, 3, 4"),
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
    let below = |field: &str| {
        value[field]
            .as_array()
            .map_or(0, |entries| entries.iter().map(weight).sum::<usize>())
    };
    longest("name")
        + longest("description")
        + length(&value["value"])
        + below("options")
        + below("choices")
}

/// Options, at a depth: below a command, a group or a subcommand.
fn options(list: &Field, depth: u8) {
    let entries = list.entries();
    list.list(0, 25);
    let branches = entries
        .iter()
        .filter(|option| matches!(option.at("type").number(), Some(1 | 2)))
        .count();
    let is_mixed = branches > 0 && branches < entries.len();
    let message =
        "Sub-command and sub-command group option types are mutually exclusive to all other types";
    list.add_if(
        is_mixed,
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        message,
    );
    unique(
        list,
        "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE",
        "Option names must be unique",
    );
    let mut optional_seen = false;
    for option in entries {
        name(&option);
        description(&option);
        let kind = option.at("type");
        match kind.number() {
            Some(number @ (1 | 2)) => {
                // A group may hold subcommands, and those may hold no more of either.
                if depth > 0 && (number == 2 || depth > 1) {
                    kind.choice("3, 4, 5, 6, 7, 8, 9, 10, 11");
                }
                options(&option.at("options"), if number == 2 { 1 } else { 2 });
            }
            Some(3..=11) => {
                let required = option.value["required"] == true;
                let code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID";
                let message = "Required options must be placed before non-required options";
                option.add_if(required && optional_seen, code, message);
                optional_seen |= !required;
                leaf(&option);
            }
            _ => kind.choice("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"),
        }
    }
}

fn leaf(option: &Field) {
    let kind = option.at("type").number();
    let offered = option.at("choices");
    offered.list(0, 25);
    unique(
        &offered,
        "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE",
        "Choice names must be unique",
    );
    choices(&offered, kind);
    let may_choose = matches!(kind, Some(3 | 4 | 10));
    let completes = option.at("autocomplete");
    let is_offered = offered.count() > 0;
    let is_wrong =
        *completes.value == true && (is_offered || !may_choose) || is_offered && !may_choose;
    let message = "Choices and autocomplete exclude each other, and suit strings and numbers only";
    completes.add_if(
        is_wrong,
        "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
        message,
    );
    option.at("min_length").between(0, 6_000);
    option.at("max_length").between(1, 6_000);
    for (least, most) in [("min_value", "max_value"), ("min_length", "max_length")] {
        let number = |field: &str| option.value[field].as_f64();
        let is_wrong = number(least)
            .zip(number(most))
            .is_some_and(|(least, most)| least > most);
        let message = format!("{least} must not be greater than {most}");
        option.at(least).add_if(
            is_wrong,
            "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID",
            &message,
        );
    }
}

/// Names that nobody could tell apart, in the language of the bot or in one of the others.
fn unique(list: &Field, code: &str, message: &str) {
    let entries = list.entries();
    for (at, entry) in entries.iter().enumerate() {
        let before = || entries.iter().take(at).map(|other| other.value);
        let name = entry.at("name");
        let is_taken = before().any(|other| other["name"] == *name.value);
        name.add_if(is_taken && !name.value.is_null(), code, message);
        for (locale, name) in entry.at("name_localizations").members() {
            let is_taken =
                before().any(|other| other["name_localizations"].get(locale) == Some(name.value));
            name.add_if(is_taken, code, message);
        }
    }
}

/// The languages into which Discord takes translations.
const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he",
    "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE",
    "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];

/// Translations, of which each must be into a language that there is.
fn translations<'a>(all: &Field<'a>) -> Vec<Field<'a>> {
    let all = all.members();
    for (_, text) in all.iter().filter(|(locale, _)| !LOCALES.contains(locale)) {
        text.choice(&LOCALES.map(|locale| format!("'{locale}'")).join(", "));
    }
    all.into_iter().map(|(_, text)| text).collect()
}

/// Choices of an option, or those offered while somebody types, which may have the same name.
pub(crate) fn choices(choices: &Field, kind: Option<u64>) {
    for choice in choices.entries() {
        choice.at("name").trimmed(1, 100);
        for text in translations(&choice.at("name_localizations")) {
            text.length(
                text.value
                    .as_str()
                    .unwrap_or_default()
                    .trim()
                    .chars()
                    .count(),
                1,
                100,
            );
        }
        let value = choice.at("value");
        match (value.value, kind) {
            (Value::String(_), None | Some(3)) => value.text(1, 100),
            (Value::Null, _) => value.required(),
            (Value::Number(number), Some(4)) if number.is_i64() => {}
            (Value::Number(_), None | Some(10)) => {}
            (given, Some(kind @ (4 | 10))) => {
                let number = if kind == 4 { "int" } else { "float" };
                value.add(
                    "NUMBER_TYPE_COERCE",
                    &format!("Value {given} is not {number}."),
                );
            }
            _ => value.add(
                "STRING_TYPE_CONVERT",
                "Could not interpret value as string.",
            ),
        }
    }
}
