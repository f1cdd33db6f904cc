//! Discord's limits for commands, as its documentation tells them, counted on what is about to be registered.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Value, json};

/// The languages that Discord's clients speak.
const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl",
    "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja",
    "zh-TW", "ko",
];

const MOST_COMMANDS: usize = 100;
const MOST_OPTIONS: usize = 25;
const MOST_CHOICES: usize = 25;
const LONGEST_TEXT: usize = 100;
const MOST_LETTERS: usize = 8000;

/// Kinds of options: a subcommand, a group of them; text, and whole and other numbers can be completed.
const SUBCOMMAND: u64 = 1;
const GROUP: u64 = 2;
const TEXT: u64 = 3;
const COMPLETED: [u64; 3] = [TEXT, 4, 10];
const LAST_KIND: u64 = 11;

/// What would be refused, or cut off, and where.
#[derive(Default)]
struct Judge {
    faults: Vec<String>,
}

/// Everything that Discord would not take.
pub(crate) fn faults(commands: &Value) -> Vec<String> {
    let mut judge = Judge::default();
    let commands = list(commands);
    let typed = commands.iter().filter(|command| command["type"].as_u64().is_none_or(|kind| kind == 1));
    judge.expect(typed.count() <= MOST_COMMANDS, "all", "more than 100 commands");
    judge.own_names("all", &commands);
    for command in &commands {
        judge.command(command);
    }
    judge.faults
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// A text and its translations: in which language, and what.
fn translated<'a>(of: &'a Value, field: &str) -> Vec<(&'a str, &'a str)> {
    let own = of[field].as_str().map(|text| ("", text));
    let others = of[format!("{field}_localizations")].as_object().into_iter().flatten();
    let others = others.map(|(locale, text)| (locale.as_str(), text.as_str().unwrap_or_default()));
    own.into_iter().chain(others).collect()
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// All letters of a command, and of everything below it. Of translations, the longest counts.
pub(crate) fn weight(of: &Value) -> usize {
    let longest = |field| translated(of, field).iter().map(|(_, text)| letters(text)).max().unwrap_or(0);
    let value = of["value"].as_str().map_or(0, letters);
    let below: usize =
        ["options", "choices"].iter().flat_map(|field| list(&of[*field])).map(|it| weight(&it)).sum();
    longest("name") + longest("description") + value + below
}

/// Whether Discord takes this for the name of a command or option.
fn is_name(name: &str) -> bool {
    static PATTERN: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
        let pattern = json!({ "pattern": r"^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$" });
        jsonschema::validator_for(&pattern).unwrap()
    });
    PATTERN.is_valid(&json!(name)) && name == name.to_lowercase()
}

impl Judge {
    fn expect(&mut self, holds: bool, place: &str, fault: impl Into<String>) {
        if !holds {
            self.faults.push(format!("{place}: {}", fault.into()));
        }
    }

    /// No two beside each other are called the same, in any language.
    fn own_names(&mut self, place: &str, beside: &[Value]) {
        for locale in LOCALES {
            let mut seen = BTreeSet::new();
            for it in beside {
                let own = it["name"].as_str().unwrap_or_default();
                let name = it["name_localizations"][locale].as_str().unwrap_or(own);
                self.expect(
                    seen.insert(name.to_owned()),
                    place,
                    format!("two are called {name} in {locale}"),
                );
            }
        }
    }

    /// Name, description and their translations.
    fn words(&mut self, place: &str, of: &Value) {
        for (locale, name) in translated(of, "name") {
            self.expect(is_name(name), place, format!("the name {name:?} {locale}"));
        }
        for (locale, text) in translated(of, "description") {
            let fits = (1..=LONGEST_TEXT).contains(&letters(text));
            self.expect(fits, place, format!("the description {text:?} {locale}"));
        }
        self.expect(
            of["name"].is_string() && of["description"].is_string(),
            place,
            "no name or no description",
        );
        self.locales(place, of);
    }

    fn locales(&mut self, place: &str, of: &Value) {
        for field in ["name", "description"] {
            for (locale, _) in translated(of, field).into_iter().filter(|(locale, _)| !locale.is_empty()) {
                self.expect(LOCALES.contains(&locale), place, format!("no such language: {locale}"));
            }
        }
    }

    fn command(&mut self, command: &Value) {
        let place = format!("/{}", command["name"].as_str().unwrap_or_default());
        self.words(&place, command);
        self.expect(weight(command) <= MOST_LETTERS, &place, format!("{} letters", weight(command)));
        self.options(&place, command, &[SUBCOMMAND, GROUP]);
    }

    /// Options, of which these kinds of branches may be among them.
    fn options(&mut self, place: &str, above: &Value, branches: &[u64]) {
        let options = list(&above["options"]);
        self.expect(options.len() <= MOST_OPTIONS, place, "more than 25 options");
        self.own_names(place, &options);
        let is_branch = |option: &Value| option["type"].as_u64().is_some_and(|kind| kind <= GROUP);
        let mixed = options.iter().any(is_branch) && !options.iter().all(is_branch);
        self.expect(!mixed, place, "parts and options side by side");
        let required: Vec<bool> = options.iter().map(|option| option["required"] == true).collect();
        self.expect(
            required.is_sorted_by(|a, b| a >= b),
            place,
            "an option that must be given after one that need not",
        );
        for option in &options {
            let place = format!("{place} {}", option["name"].as_str().unwrap_or_default());
            self.words(&place, option);
            match option["type"].as_u64() {
                Some(kind @ (SUBCOMMAND | GROUP)) => {
                    self.expect(branches.contains(&kind), &place, "a part where none may be");
                    let below: &[u64] = if kind == GROUP { &[SUBCOMMAND] } else { &[] };
                    self.options(&place, option, below);
                }
                Some(kind) if kind <= LAST_KIND => self.leaf(&place, option, kind),
                _ => self.expect(false, &place, "of no kind"),
            }
        }
    }

    /// An option that takes a value.
    fn leaf(&mut self, place: &str, option: &Value, kind: u64) {
        let choices = list(&option["choices"]);
        self.expect(choices.len() <= MOST_CHOICES, place, "more than 25 choices");
        let completes = option["autocomplete"] == true;
        self.expect(!completes || choices.is_empty(), place, "choices and suggestions exclude each other");
        let may_offer = COMPLETED.contains(&kind) || !completes && choices.is_empty();
        self.expect(may_offer, place, "nothing can be offered for this kind");
        for choice in &choices {
            for (_, name) in translated(choice, "name") {
                let fits = (1..=LONGEST_TEXT).contains(&letters(name));
                self.expect(fits, place, format!("the choice {name:?}"));
            }
            self.locales(place, choice);
            let fits = choice["value"].as_str().map_or(kind != TEXT, |value| letters(value) <= LONGEST_TEXT);
            self.expect(fits, place, "the value of a choice");
        }
        for (least, most) in [("min_value", "max_value"), ("min_length", "max_length")] {
            let bounds = (option[least].as_f64(), option[most].as_f64());
            let (least, most) = (bounds.0.unwrap_or(f64::MIN), bounds.1.unwrap_or(f64::MAX));
            self.expect(least <= most, place, "the least is more than the most");
        }
    }
}
