//! The pages that people read: the README leads to all of them, every link leads somewhere, and long pages begin with
//! their contents.

use std::{collections::BTreeSet, fs, path::Path};

use super::{TextFile, is_markdown, top};

/// So many lines fit on two screens. A longer page begins with a list of its contents.
const TWO_SCREENS: usize = 80;

/// The pages at the top and those of `docs`, each with its path from the top.
fn pages() -> Vec<TextFile> {
    let is_page = |source: &TextFile| {
        let there = !source.path.contains('/') || source.path.starts_with("docs/");
        there && is_markdown(&source.path)
    };
    super::text_files().into_iter().filter(is_page).collect()
}

/// The targets of the links of a page, pictures too: `docs/rules.md#options`, `#options`, or an address.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
}

/// The headings of a page, as links name them: `## The file` is `the-file`.
fn anchors(text: &str, marks: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with(marks));
    let named = headings.map(|line| {
        let words = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|letter| letter.is_alphanumeric() || *letter == '-').collect()
    });
    named.collect()
}

#[test]
fn the_readme_leads_to_every_page() {
    let pages = pages();
    let readme = pages.iter().find(|page| page.path == "README.md").unwrap();
    let linked: BTreeSet<&str> = links(&readme.text).collect();
    assert!(pages.len() > 15, "{} pages", pages.len());
    for page in pages.iter().filter(|page| page.path != "README.md") {
        assert!(linked.contains(page.path.as_str()), "README.md has no link to {}", page.path);
    }
    assert!(readme.text.lines().count() <= 150, "the rest belongs to docs");
}

/// What belongs to a page and is for programs.
#[test]
fn some_page_leads_to_every_other_file() {
    let pages = pages();
    let of = |page: &TextFile| {
        let folder = Path::new(&page.path).parent().unwrap().to_owned();
        links(&page.text).map(|target| folder.join(target)).collect::<Vec<_>>()
    };
    let linked: BTreeSet<_> = pages.iter().flat_map(of).collect();
    let is_other = |source: &TextFile| source.path.starts_with("docs/") && !is_markdown(&source.path);
    let others: Vec<TextFile> = super::text_files().into_iter().filter(is_other).collect();
    assert!(others.len() > 3, "{} files", others.len());
    for other in others {
        assert!(linked.contains(Path::new(&other.path)), "no page has a link to {}", other.path);
    }
}

#[test]
fn every_link_leads_somewhere() {
    let mut found = 0;
    for page in pages() {
        let folder = Path::new(&page.path).parent().unwrap();
        for target in links(&page.text).filter(|target| !target.starts_with("https://")) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { page.path.clone().into() } else { folder.join(file) };
            let whole = top().join(&path);
            assert!(whole.is_file(), "{} has a link to {target}", page.path);
            if !anchor.is_empty() {
                let known = anchors(&fs::read_to_string(whole).unwrap(), "#");
                assert!(known.contains(anchor), "{} has a link to {target}; there are {known:?}", page.path);
            }
            found += 1;
        }
    }
    assert!(found > 20, "{found} links");
}

#[test]
fn long_pages_begin_with_their_contents() {
    for page in pages() {
        let listed: BTreeSet<String> =
            links(&page.text).filter_map(|target| target.strip_prefix('#').map(str::to_owned)).collect();
        if page.path != "README.md" && page.text.lines().count() > TWO_SCREENS {
            let missing: Vec<_> = anchors(&page.text, "## ").difference(&listed).cloned().collect();
            assert!(missing.is_empty(), "the contents of {} lack {missing:?}", page.path);
        }
    }
}

/// A path between backticks: one whose first folder is there, from the top or from `src`.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split('`').skip(1).step_by(2);
    words.filter(|words| {
        let folder = words.split_once('/').map_or("", |(folder, _)| folder);
        let is_there = |from: &str| !folder.is_empty() && top().join(from).join(folder).is_dir();
        // `X` stands for any game, and builds are no part of the house.
        let is_named = !words.contains([' ', '*', 'X']) && folder != "target";
        is_named && (is_there("") || is_there("src"))
    })
}

#[test]
fn every_path_that_is_named_is_there() {
    let mut pages = pages();
    pages.extend(super::text_files().into_iter().filter(|source| source.path == "src/lib.rs"));
    let mut found = 0;
    for page in &pages {
        for path in paths(&page.text) {
            // Of a room and a noun, the ending goes without saying.
            let places = [path.to_owned(), format!("src/{path}"), format!("src/{path}.rs")];
            let is_there = places.iter().any(|place| top().join(place).exists());
            assert!(is_there, "{} names {path}", page.path);
            found += 1;
        }
    }
    assert!(found > 30, "{found} paths");
}
