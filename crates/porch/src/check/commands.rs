//! Validates command definitions with Discord's limits and error messages.

use serde_json::Value;

use crate::form::Field;

/// Returns whether Discord accepts a text as the name of a slash command or of an option.
fn is_name(name: &str) -> bool {
    (1..=32).contains(&name.chars().count())
        && name
            .chars()
            .all(|letter| is_name_character(letter) && letter.to_lowercase().eq([letter]))
}

/// Returns whether Discord accepts a character in a name. Devanagari and Thai need whole ranges,
/// because they write vowels with signs that are not letters.
fn is_name_character(letter: char) -> bool {
    letter.is_alphanumeric()
        || matches!(letter, '-' | '_' | '\'' | '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}')
}

fn check_name(definition: &Field) {
    let name = definition.get("name");
    if !name.value.as_str().is_some_and(is_name) {
        name.check_text(1, 32);
        if name.value.is_string() {
            name.add_error(
                "APPLICATION_COMMAND_INVALID_NAME",
                "Command name is invalid",
            );
        }
    }
    for name in checked_translations(&definition.get("name_localizations")) {
        if !name.value.as_str().is_some_and(is_name) {
            name.add_error(
                "APPLICATION_COMMAND_INVALID_NAME",
                &format!("{} is invalid", name.value),
            );
        }
    }
}

fn check_description(definition: &Field) {
    definition.get("description").check_text(1, 100);
    for text in checked_translations(&definition.get("description_localizations")) {
        text.check_length(
            text.value.as_str().unwrap_or_default().chars().count(),
            1,
            100,
        );
    }
}

/// Checks that a list contains only the numbers in `known`, without duplicates; null is accepted.
fn check_numbers(list: &Field, known: &str) {
    if list.value.is_null() {
        return;
    }
    if !list.value.is_array() {
        return list.add_error(
            "LIST_TYPE_CONVERT",
            "Only iterables may be used in a ListType",
        );
    }
    let known_numbers: Vec<&str> = known.split(", ").collect();
    list.check_list_len(1, known_numbers.len());
    for number in list.entries() {
        if !number
            .as_u64()
            .is_some_and(|item| known_numbers.contains(&item.to_string().as_str()))
        {
            number.reject_choice(known);
        }
    }
    list.check_no_duplicates(Value::to_string);
}

/// Where a command is registered. Only a global command can be an Entry Point command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommandScope {
    Global,
    Guild,
}

pub(crate) fn check_command(command: &Field, scope: CommandScope) {
    check_numbers(&command.get("integration_types"), "0, 1");
    check_numbers(&command.get("contexts"), "0, 1, 2");
    let kind = command.get("type");
    match command.value.get("type").map_or(Some(1), Value::as_u64) {
        Some(1) => {
            check_name(command);
            check_description(command);
            check_options(&command.get("options"), 0);
            if command_size(command.value) > 8_000 {
                command.add_error(
                    "APPLICATION_COMMAND_TOO_LARGE",
                    "Command exceeds maximum size (8000)",
                );
            }
        }
        Some(2 | 3) => {
            command.get("name").check_text(1, 32);
            let description = command.get("description");
            let is_described = description
                .value
                .as_str()
                .is_some_and(|text| !text.is_empty());
            let message = "Context menu commands cannot have description";
            description.add_error_if(
                is_described,
                "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
                message,
            );
        }
        Some(4) if scope == CommandScope::Global => check_entry_point(command),
        _ if scope == CommandScope::Global => kind.reject_choice("1, 2, 3, 4"),
        _ => kind.reject_choice("1, 2, 3"),
    }
}

/// Checks the Entry Point command of an Activity, whose description may be empty, and which has no
/// options.
fn check_entry_point(command: &Field) {
    check_name(command);
    command.get("description").check_max_chars(100);
    command.get("options").check_list_len(0, 0);
    let handler = command.get("handler");
    if !handler.value.is_null() && !matches!(handler.as_u64(), Some(1 | 2)) {
        handler.reject_choice("1, 2");
    }
}

/// Counts the characters of a command that users read; of the translations, the longest counts.
fn command_size(value: &Value) -> usize {
    let mut size = text_length(&value["value"]);
    for field in ["name", "description"] {
        let translations = value[format!("{field}_localizations")].as_object();
        let translations = translations.into_iter().flat_map(|all| all.values());
        let longest = translations.map(text_length).max().unwrap_or(0);
        size += text_length(&value[field]).max(longest);
    }
    for field in ["options", "choices"] {
        let entries = value[field].as_array().into_iter().flatten();
        size += entries.map(command_size).sum::<usize>();
    }
    size
}

fn text_length(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}

/// Checks options; `depth` is 0 below a command, 1 below a group, 2 below a subcommand.
fn check_options(list: &Field, depth: u8) {
    let entries = list.entries();
    list.check_list_len(0, 25);
    let branches = entries
        .iter()
        .filter(|option| matches!(option.get("type").as_u64(), Some(1 | 2)))
        .count();
    let is_mixed = branches > 0 && branches < entries.len();
    let message =
        "Sub-command and sub-command group option types are mutually exclusive to all other types";
    list.add_error_if(
        is_mixed,
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        message,
    );
    check_unique_names(
        list,
        "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE",
        "Option names must be unique",
    );
    let mut optional_seen = false;
    for option in entries {
        check_name(&option);
        check_description(&option);
        let kind = option.get("type");
        match kind.as_u64() {
            Some(number @ (1 | 2)) => {
                // A group may contain subcommands, but no deeper nesting is allowed.
                if depth > 0 && (number == 2 || depth > 1) {
                    kind.reject_choice("3, 4, 5, 6, 7, 8, 9, 10, 11");
                }
                check_options(&option.get("options"), if number == 2 { 1 } else { 2 });
            }
            Some(3..=11) => {
                let required = option.value["required"] == true;
                let code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID";
                let message = "Required options must be placed before non-required options";
                option.add_error_if(required && optional_seen, code, message);
                optional_seen |= !required;
                check_value_option(&option);
            }
            _ => kind.reject_choice("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"),
        }
    }
}

fn check_value_option(option: &Field) {
    let kind = option.get("type").as_u64();
    let choices_field = option.get("choices");
    choices_field.check_list_len(0, 25);
    check_unique_names(
        &choices_field,
        "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE",
        "Choice names must be unique",
    );
    check_choices(&choices_field, kind);
    let may_choose = matches!(kind, Some(3 | 4 | 10));
    let completes = option.get("autocomplete");
    let is_offered = choices_field.len() > 0;
    let is_wrong =
        *completes.value == true && (is_offered || !may_choose) || is_offered && !may_choose;
    let message = "Choices and autocomplete exclude each other, and suit strings and numbers only";
    completes.add_error_if(
        is_wrong,
        "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
        message,
    );
    option.get("min_length").check_range(0, 6_000);
    option.get("max_length").check_range(1, 6_000);
    for (min, max) in [("min_value", "max_value"), ("min_length", "max_length")] {
        let bounds = option.value[min].as_f64().zip(option.value[max].as_f64());
        let is_wrong = bounds.is_some_and(|(min, max)| min > max);
        let message = format!("{min} must not be greater than {max}");
        option.get(min).add_error_if(
            is_wrong,
            "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID",
            &message,
        );
    }
}

/// Rejects entries with the same name, in the default language or in any one translation.
fn check_unique_names(list: &Field, code: &str, message: &str) {
    let entries = list.entries();
    for (at, entry) in entries.iter().enumerate() {
        let before = &entries[..at];
        let name = entry.get("name");
        let is_taken = before
            .iter()
            .any(|other| other.value["name"] == *name.value);
        name.add_error_if(is_taken && !name.value.is_null(), code, message);
        for (locale, name) in entry.get("name_localizations").members() {
            let is_taken = before
                .iter()
                .any(|other| other.value["name_localizations"].get(locale) == Some(name.value));
            name.add_error_if(is_taken, code, message);
        }
    }
}

/// The locales for which Discord accepts translations.
const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he",
    "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE",
    "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];

/// Returns the translations of a field, and reports unknown locales as errors.
fn checked_translations<'a>(all: &Field<'a>) -> Vec<Field<'a>> {
    let all = all.members();
    for (_, text) in all.iter().filter(|(locale, _)| !LOCALES.contains(locale)) {
        text.reject_choice(&LOCALES.map(|locale| format!("'{locale}'")).join(", "));
    }
    all.into_iter().map(|(_, text)| text).collect()
}

/// Checks the choices of an option or of an autocomplete response. It allows choices with the same
/// name, because autocomplete does.
pub(crate) fn check_choices(choices: &Field, kind: Option<u64>) {
    for choice in choices.entries() {
        choice.get("name").check_trimmed_text(1, 100);
        for text in checked_translations(&choice.get("name_localizations")) {
            text.check_length(
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
        let value = choice.get("value");
        match (value.value, kind) {
            (Value::String(_), None | Some(3)) => value.check_text(1, 100),
            (Value::Null, _) => value.reject_missing(),
            (Value::Number(number), Some(4)) if number.is_i64() => {}
            (Value::Number(_), None | Some(10)) => {}
            (given, Some(kind @ (4 | 10))) => {
                let number = if kind == 4 { "int" } else { "float" };
                value.add_error(
                    "NUMBER_TYPE_COERCE",
                    &format!("Value {given} is not {number}."),
                );
            }
            _ => value.add_error(
                "STRING_TYPE_CONVERT",
                "Could not interpret value as string.",
            ),
        }
    }
}
