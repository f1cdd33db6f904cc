//! Names that were given up do not come back: `docs/renames.md` lists them.

use super::source::Source;

/// The old names of the page, as they stand in backquotes in the first column of its table.
fn given_up(page: &str) -> Vec<&str> {
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|row| row.split('`').nth(1)).collect()
}

/// The types that a source declares.
fn declared(source: &Source) -> impl Iterator<Item = &str> {
    let words = source.code.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let kinds = ["struct", "enum", "trait", "type"];
    let pairs: Vec<&str> =
        words.windows(2).filter(|pair| kinds.contains(&pair[0])).map(|pair| pair[1]).collect();
    pairs.into_iter()
}

#[test]
fn names_that_were_given_up_do_not_come_back() {
    let house = super::house();
    let page = &house.iter().find(|source| source.path == "docs/renames.md").unwrap().text;
    let old = given_up(page);
    assert!(old.len() > 30, "{old:?}");
    for source in house.iter().filter(|source| source.path.starts_with("src/")) {
        assert!(!old.contains(&source.path.trim_start_matches("src/")), "{} has an old name", source.path);
        let back: Vec<&str> = declared(source).filter(|name| old.contains(name)).collect();
        assert!(back.is_empty(), "{} declares {back:?}, which were given up", source.path);
    }
}

#[test]
fn an_old_name_is_found() {
    let page = "| old | new | what |\n|---|---|---|\n| `Fate` (of news) | `Delivery` | fate |\n";
    assert_eq!(given_up(page), ["Fate"]);
    let source = Source::new("src/chat/news.rs", "pub(super) enum Fate<'a> { Sent }\n// struct Manners\n");
    assert_eq!(declared(&source).collect::<Vec<_>>(), ["Fate"]);
}
