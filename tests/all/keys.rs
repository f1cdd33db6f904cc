//! Every family of keys has a sentence for each of its members, and no other.
//!
//! The compiler checks all other keys: see `lanai-keys`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory as _};
use serde_json::Value;

use lanai::cli::Cli;
use lanai::config::Config;
use lanai_ai::PolicyKind;
use lanai_discord::commands_as_json;
use lanai_host::{BEGINNER_TURNS, LessonPart, Teach, TimeoutPolicy};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::pieces::{Card, Keepsake, Ware};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::island::Place;
use lanai_rules::hawaii::pieces::Tile;
use lanai_rules::ruling::Basis;
use lanai_rules::{Rules, Title, choices};
use lanai_text::{Dictionary, Phrasebook, RulesText, TellBriefly, TellRules, Words};

type Names = BTreeSet<String>;

fn names<T: ToString>(names: impl IntoIterator<Item = T>) -> Names {
    names.into_iter().map(|name| name.to_string()).collect()
}

/// Returns the members that the types give a family; `None` if the family is not known here.
fn expected_members(family: &str, sentences: &Names) -> Option<Names> {
    Some(match family {
        "chat-button-play-"
        | "chat-button-rules-of-"
        | "chat-first-"
        | "chat-help-game-"
        | "learn-game-"
        | "terminal-no-picture-"
        | "title-" => names(Title::ALL.map(Title::name)),
        "chat-about-timeout-" | "chat-manners-" | "chat-timed-out-" | "chat-timeout-" => {
            names(TimeoutPolicy::ALL.map(TimeoutPolicy::name))
        }
        "chat-level-" => names(PolicyKind::ALL.map(PolicyKind::name)),
        "chat-about-level-" | "chat-add-level-" => names(PolicyKind::LEVELS.map(PolicyKind::name)),
        "cli-" => {
            let mut expected = Names::new();
            list_command_names(&Cli::command(), "", sentences, &mut expected);
            expected
        }
        "first-turn-" => names(Title::ALL.into_iter().flat_map(|title| {
            (1..=BEGINNER_TURNS).map(move |turn| format!("{}-{turn}", title.name()))
        })),
        "hal-a-card-" => names(cards().map(Card::name)),
        "hal-card-" => {
            let wares = Ware::ALL.map(Ware::name);
            names(cards().map(Card::name).chain(wares))
        }
        // What a collected card does depends on its figures, and a lava card is never offered.
        "hal-does-" => {
            let cards = [Card::Statue, Card::Priestess, Card::Shell].map(Card::name);
            names(cards.into_iter().chain(Ware::ALL.map(Ware::name)))
        }
        "place-" => {
            let printed = Hawaii::printed().unwrap();
            names(Place::all().map(|place| printed.card(place).name.clone()))
        }
        "tile-" => names(Tile::all().map(Tile::name)),
        "ruling-basis-" => names([Basis::Text, Basis::Silent, Basis::Ours].map(Basis::name)),
        "setting-" => names(
            Config::defaults()
                .into_iter()
                .map(|(name, _)| name.to_lowercase().replace('_', "-")),
        ),
        "lesson-" => of_both_games(
            list_lesson_names::<Hawaii>(),
            list_lesson_names::<Haleakala>(),
        ),
        "option-" => of_both_games(
            list_option_names::<Hawaii>(),
            list_option_names::<Haleakala>(),
        ),
        "ruling-" => of_both_games(
            list_ruling_names::<Hawaii>(),
            list_ruling_names::<Haleakala>(),
        ),
        "sum-" => of_both_games(
            names(Hawaii::SHEET.concat()),
            names(Haleakala::SHEET.concat()),
        ),
        "topic-" => of_both_games(
            list_topic_names::<Hawaii>(),
            list_topic_names::<Haleakala>(),
        ),
        "sheet-" => names([Hawaii::POINT_SOURCES, Haleakala::POINT_SOURCES].concat()),
        _ => return None,
    })
}

/// Returns the names with the name of their game before each.
fn of_both_games(hawaii: Names, haleakala: Names) -> Names {
    let hawaii = hawaii.into_iter().map(|name| format!("hawaii-{name}"));
    let haleakala = haleakala
        .into_iter()
        .map(|name| format!("haleakala-{name}"));
    hawaii.chain(haleakala).collect()
}

/// Returns the palm cards that are called by their own name; cards with fish are called by their
/// baskets.
fn cards() -> impl Iterator<Item = Card> {
    let kept = Keepsake::ALL.into_iter().filter(|kept| kept.baskets() == 0);
    let acting = [Card::Statue, Card::Priestess, Card::Shell, Card::Lava];
    acting.into_iter().chain(kept.map(Card::Kept))
}

fn list_lesson_names<G: Teach>() -> Names {
    let mut listed = names(["first", "first-end", "second", "second-end"]);
    for part in [LessonPart::First, LessonPart::Second] {
        listed.extend(names(G::steps(part)));
    }
    listed
}

/// Returns the names of all presets and values; a value that is not the default is also described.
fn list_option_names<G: Rules>() -> Names {
    let called = choices::words::<G>()
        .into_iter()
        .map(|word| format!("{}-name", word.replace('=', "-")));
    let described = choices::variants::<G>()
        .into_iter()
        .map(|(name, value)| format!("{name}-{value}"));
    called.chain(described).collect()
}

fn list_ruling_names<G: Rules>() -> Names {
    let rulings = G::RULINGS.iter();
    names(rulings.flat_map(|ruling| {
        ["question", "answer", "because"].map(|part| format!("{}-{part}", ruling.name))
    }))
}

/// Returns the texts and synonyms of all topics, and the titles of those that explain no piece.
fn list_topic_names<G: TellRules>() -> Names {
    let (words, printed) = (Words::english().unwrap(), G::printed().unwrap());
    let phrasebook = Phrasebook::<G> {
        words: &words,
        printed: &printed,
        names: &[],
    };
    let mut listed = Names::new();
    for topic in RulesText::<G>::topics() {
        listed.extend([format!("{topic}-text"), format!("{topic}-also")]);
        if G::topic_piece_name(&phrasebook, topic).is_none() {
            listed.insert(topic.to_owned());
        }
    }
    listed
}

/// Adds the names of a command's options and subcommands. Details of a command are optional, and
/// several commands can share the text of an option.
fn list_command_names(command: &Command, prefix: &str, sentences: &Names, into: &mut Names) {
    let more = format!("{prefix}more");
    into.extend(sentences.contains(&more).then_some(more));
    let ids = command.get_arguments().map(|arg| arg.get_id().as_str());
    for id in ids.chain(["help", "version"]) {
        let id = id.replace('_', "-");
        let own = format!("{prefix}{id}");
        into.insert(if sentences.contains(&own) {
            own
        } else {
            format!("arg-{id}")
        });
    }
    for subcommand in command.get_subcommands() {
        let path = format!("{prefix}{}", subcommand.get_name());
        list_command_names(subcommand, &format!("{path}-"), sentences, into);
        into.insert(path);
    }
}

#[test]
fn every_family_has_a_sentence_for_each_of_its_members_and_no_other() {
    for (family, members) in lanai_keys::families() {
        let members = names(members);
        let expected = match family {
            "cmd-" | "menu-" | "page-" => continue,
            _ => expected_members(family, &members),
        };
        let expected = expected.unwrap_or_else(|| panic!("no list of the members of {family}"));
        let missing: Vec<_> = expected.difference(&members).collect();
        let unused: Vec<_> = members.difference(&expected).collect();
        assert!(
            missing.is_empty() && unused.is_empty(),
            "{family}: missing {missing:?}, unused {unused:?}"
        );
    }
}

fn members_of(family: &str) -> Vec<&'static str> {
    let mut families = lanai_keys::families();
    families.find(|(prefix, _)| *prefix == family).unwrap().1
}

/// Collects the texts in Finnish of registered commands: names, descriptions and choices.
fn collect_finnish(value: &Value, into: &mut Names) {
    match value {
        Value::Array(list) => list.iter().for_each(|item| collect_finnish(item, into)),
        Value::Object(fields) => {
            into.extend(fields.get("fi").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|item| collect_finnish(item, into));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Numbers instead of sentences, in a language that Discord knows, show which are registered.
#[test]
fn commands_are_registered_with_all_their_sentences() {
    let mut file = String::new();
    let mut numbers = Names::new();
    for family in ["cmd-", "menu-"] {
        for member in members_of(family) {
            let number = format!("n{}", numbers.len());
            let _ = writeln!(file, "{family}{member} = {number}");
            numbers.insert(number);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fi.ftl"), &file).unwrap();
    let dictionary = Dictionary::open().unwrap();
    let (dictionary, _) = dictionary.with_folder(folder.path()).unwrap();
    let mut registered = Names::new();
    collect_finnish(&commands_as_json(&dictionary), &mut registered);
    let unused = numbers.difference(&registered).map(|number| {
        let line = file
            .lines()
            .find(|line| line.ends_with(&format!(" {number}")));
        line.unwrap_or_default()
    });
    let unused: Vec<&str> = unused.collect();
    let missing: Vec<_> = registered.difference(&numbers).collect();
    assert!(
        unused.is_empty() && missing.is_empty(),
        "missing {missing:?}, unused {unused:?}"
    );
}

/// The scripts of the porch have no types, so this searches them.
#[test]
fn the_page_of_the_porch_names_all_its_sentences() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/porch");
    let files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|file| {
            file.extension()
                .is_some_and(|it| it == "js" || it == "html")
        })
        .collect();
    let scripts: String = files
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    let members = members_of("page-");
    for member in &members {
        assert!(scripts.contains(&format!("\"{member}\"")), "page-{member}");
    }
    for start in ["word(\"", "data-word=\"", "data-label=\""] {
        for rest in scripts.split(start).skip(1) {
            let (name, _) = rest.split_once('"').unwrap();
            assert!(members.contains(&name), "page-{name} does not exist");
        }
    }
}
