//! `docs/a-third-game.md` lists every place that a further game touches: no source that names the games is left out.

use std::{collections::BTreeSet, fs, path::Path};

use lanai::rules::{MOST_SEATS, Title};
use lanai::words::Dictionary;

use super::house;
use super::source::{Source, Token};
use crate::commands::commands;

const PAGE: &str = "docs/a-third-game.md";

/// Whether a file belongs to one game alone.
fn is_of_one_game(path: &str) -> bool {
    let mut names = path.split(['/', '.', '_']);
    names.any(|name| Title::ALL.iter().any(|title| title.name() == name))
}

/// Whether a source names a game: the type, the module or the variant of its title.
fn names(tokens: &[Token], title: Title) -> bool {
    tokens.iter().any(|token| token.text.eq_ignore_ascii_case(title.name()))
}

/// Sources that a further game touches: those of the house that name any game, and those tests and benches that name all.
fn touched(sources: &[Source]) -> BTreeSet<&str> {
    let is_touched = |source: &&Source| {
        let tokens = source.tokens();
        let mut titles = Title::ALL.into_iter();
        if source.path.starts_with("src/") {
            titles.any(|title| names(&tokens, title))
        } else {
            titles.all(|title| names(&tokens, title))
        }
    };
    let shared = sources.iter().filter(|source| source.is_rust() && !is_of_one_game(&source.path));
    shared.filter(is_touched).map(|source| source.path.as_str()).collect()
}

/// Every path on the page, with the name of each game in place of `X`.
fn listed(page: &str) -> BTreeSet<String> {
    let quoted =
        page.split('`').skip(1).step_by(2).filter(|words| words.contains('/') || words.contains(".md"));
    let paths = quoted.filter(|words| !words.contains(' ') && !words.starts_with('/'));
    paths.flat_map(|path| Title::ALL.map(|title| path.replace('X', title.name()))).collect()
}

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE)).unwrap()
}

#[test]
fn the_page_lists_every_source_that_names_the_games() {
    let (house, listed) = (house(), listed(&page()));
    let missing: Vec<&str> = touched(&house).into_iter().filter(|path| !listed.contains(*path)).collect();
    assert!(missing.is_empty(), "{PAGE} leaves out {missing:#?}");
}

#[test]
fn everything_that_the_page_lists_is_there_for_every_game() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let gone: Vec<String> = listed(&page()).into_iter().filter(|path| !top.join(path).exists()).collect();
    assert!(gone.is_empty(), "{PAGE} lists {gone:#?}, which are not there");
}

/// Each room in which games have a file of their own has one for every game.
#[test]
fn the_page_lists_every_room_of_a_game() {
    let (page, house) = (page(), house());
    for source in &house {
        if let Some((room, name)) = source.path.rsplit_once('/')
            && Title::ALL.iter().any(|title| name.starts_with(&format!("{}.", title.name())))
        {
            let (_, ending) = name.split_once('.').unwrap();
            let place = format!("`{room}/X.{ending}`");
            let is_test = room.starts_with("tests/all/") || room.starts_with("tests/releases");
            assert!(is_test || page.contains(&place), "{PAGE} leaves out {place}");
        }
    }
}

#[test]
fn a_place_that_is_left_out_is_found() {
    let source = |path: &str, code: &str| Source::new(path, &format!("//! Hawaii, Haleakala.\n{code}\n"));
    let sources = [
        source(
            "src/tables/play.rs",
            "fn computers(title: Title) -> u8 { if title == Title::Hawaii { 2 } else { 1 } }",
        ),
        source("src/tables/log.rs", "// Hawaii and Haleakala\nconst X: &str = \"hawaii, haleakala\";"),
        source("src/drawing/hawaii/sea.rs", "use crate::rules::hawaii::Hawaii;"),
        source("tests/all/one.rs", "use lanai::rules::hawaii::Hawaii;"),
        source("tests/all/both.rs", "use lanai::rules::{haleakala::Haleakala, hawaii::Hawaii};"),
    ];
    assert_eq!(Vec::from_iter(touched(&sources)), ["src/tables/play.rs", "tests/all/both.rs"]);
    let page = "| `src/rules/X.rs` | `Rules` |\n`Title::ALL`, `/table open`, `README.md`";
    let listed = Vec::from_iter(listed(page));
    assert_eq!(listed, ["README.md", "src/rules/haleakala.rs", "src/rules/hawaii.rs"]);
}

/// What the compiler does not ask for: the list of titles, their names in every language, and the greatest numbers of seats.
#[test]
fn every_title_is_known_wherever_titles_are_listed() {
    // The reader of titles names all of them when it is given none.
    let error = serde_json::from_str::<Title>("\"?\"").unwrap_err().to_string();
    let known: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
    assert_eq!(known, Title::ALL.map(Title::name), "{error}");
    let dictionary = Dictionary::open().unwrap();
    for (words, title) in dictionary.all().iter().flat_map(|it| Title::ALL.map(|title| (it, title))) {
        let name = words.say(&format!("chat-title-{}", title.name()), &[]);
        assert!(!name.starts_with('['), "{name} has no words in {}", words.tag());
    }
    let most = Title::ALL.map(|title| *title.seats().end()).into_iter().max().unwrap();
    assert_eq!(usize::from(most), MOST_SEATS);
    let commands = commands();
    let option = |name: &str| {
        let table = commands.as_array().unwrap().iter().find(|it| it["name"] == "table").unwrap();
        let open = table["options"].as_array().unwrap().iter().find(|it| it["name"] == "open").unwrap();
        open["options"].as_array().unwrap().iter().find(|it| it["name"] == name).unwrap().clone()
    };
    assert_eq!(option("seats")["max_value"].as_f64(), Some(f64::from(most)));
    assert_eq!(option("computers")["max_value"].as_f64(), Some(f64::from(most - 1)));
    let choices = option("game")["choices"].as_array().unwrap().clone();
    let offered: Vec<String> = choices.iter().map(|it| it["name"].as_str().unwrap().to_lowercase()).collect();
    assert_eq!(offered, Title::ALL.map(Title::name));
}
