//! The README leads to all pages, and every link, path, recipe and setting exists.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs,
    path::{Component, Path, PathBuf},
};

use lanai::config::Config;

use super::{TextFile, file_text, is_markdown, repository_root, text_files};

/// Returns the pages of the root and of `docs`.
fn pages() -> Vec<TextFile> {
    text_files()
        .into_iter()
        .filter(|source: &TextFile| {
            let there = !source.path.contains('/') || source.path.starts_with("docs/");
            there && is_markdown(&source.path)
        })
        .collect()
}

/// The targets of the links of a page, pictures too: `docs/rules.md#options`, `#options`, or an
/// address.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
}

/// Returns the anchors of the headings: `## The file` is `the-file`.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let named = headings.map(|line| {
        let words = line
            .trim_start_matches('#')
            .trim()
            .to_lowercase()
            .replace(' ', "-");
        words
            .chars()
            .filter(|letter| letter.is_alphanumeric() || *letter == '-')
            .collect()
    });
    named.collect()
}

/// Resolves `..` in a path, as links contain it.
fn normalize(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(normal.pop()),
            Component::Prefix(_)
            | Component::RootDir
            | Component::CurDir
            | Component::Normal(_) => normal.push(part),
        }
    }
    normal
}

#[test]
fn the_readme_leads_to_every_page() {
    let pages = pages();
    let readme = pages.iter().find(|page| page.path == "README.md").unwrap();
    let linked: BTreeSet<&str> = links(&readme.text).collect();
    assert!(pages.len() > 15, "{} pages", pages.len());
    for page in pages.iter().filter(|page| page.path != "README.md") {
        assert!(
            linked.contains(page.path.as_str()),
            "README.md has no link to {}",
            page.path
        );
    }
}

#[test]
fn some_page_leads_to_every_other_file() {
    let pages = pages();
    let linked: BTreeSet<_> = pages
        .iter()
        .flat_map(|page: &TextFile| {
            let folder = Path::new(&page.path).parent().unwrap().to_owned();
            links(&page.text)
                .map(|target| normalize(&folder.join(target)))
                .collect::<Vec<_>>()
        })
        .collect();
    let others: Vec<TextFile> = text_files()
        .into_iter()
        .filter(|source: &TextFile| source.path.starts_with("docs/") && !is_markdown(&source.path))
        .collect();
    assert!(others.len() > 3, "{} files", others.len());
    for other in others {
        assert!(
            linked.contains(Path::new(&other.path)),
            "no page has a link to {}",
            other.path
        );
    }
}

#[test]
fn every_link_leads_somewhere() {
    let mut found = 0;
    for page in pages() {
        let folder = Path::new(&page.path).parent().unwrap();
        for target in links(&page.text).filter(|target| !target.starts_with("https://")) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() {
                page.path.clone().into()
            } else {
                folder.join(file)
            };
            let whole = repository_root().join(&path);
            assert!(whole.is_file(), "{} has a link to {target}", page.path);
            if !anchor.is_empty() {
                let known = anchors(&fs::read_to_string(whole).unwrap());
                assert!(
                    known.contains(anchor),
                    "{} has a link to {target}; there are {known:?}",
                    page.path
                );
            }
            found += 1;
        }
    }
    assert!(found > 20, "{found} links");
}

/// A path between backticks: one whose first folder is there.
fn quoted_paths(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split('`').skip(1).step_by(2);
    words.filter(|words| {
        let folder = words.split_once('/').map_or("", |(folder, _)| folder);
        // `X` stands for any game, and `target` is not part of the repository.
        let is_named = !words.contains([' ', '*', 'X']) && folder != "target";
        is_named && !folder.is_empty() && repository_root().join(folder).is_dir()
    })
}

#[test]
fn every_path_that_is_named_is_there() {
    let mut found = 0;
    for page in &pages() {
        for path in quoted_paths(&page.text) {
            assert!(
                repository_root().join(path).exists(),
                "{} names {path}",
                page.path
            );
            found += 1;
        }
    }
    assert!(found > 30, "{found} paths");
}

#[test]
fn every_recipe_that_is_named_is_there() {
    let recipes: BTreeSet<&str> = file_text("justfile")
        .lines()
        .filter(|line| {
            line.starts_with(|first: char| first.is_ascii_lowercase()) && !line.contains(":=")
        })
        .filter_map(|line| line.split([' ', ':']).next())
        .collect();
    assert!(recipes.contains("deny"), "{recipes:?}");
    let pages = text_files()
        .into_iter()
        .filter(|item| is_markdown(&item.path) || item.path.starts_with(".github/"));
    let mut found = 0;
    for page in pages {
        for named in page
            .text
            .split(['`', '\n'])
            .filter_map(|words| words.split("just ").nth(1))
        {
            let typed =
                page.text.contains(&format!("`just {named}`")) || page.text.contains("run: just ");
            let recipe = named.split(' ').next().unwrap();
            assert!(
                !typed || recipes.contains(recipe),
                "{} names `just {recipe}`",
                page.path
            );
            found += usize::from(typed);
        }
    }
    assert!(found > 10, "{found}");
}

fn is_setting_letter(letter: char) -> bool {
    letter.is_ascii_uppercase() || letter == '_'
}

/// A `LANAI_` word is a setting or one of a few known names.
#[test]
fn packages_know_no_setting_that_the_program_does_not_know() {
    // Read at build time only. Split, so that the test does not find the name here.
    let build_variable = concat!("LANAI_", "COMMIT");
    let mut found = BTreeSet::new();
    let folders = [
        "packaging/",
        ".github/",
        "justfile",
        ".devcontainer/",
        "docs/operating/",
    ];
    for source in text_files()
        .into_iter()
        .filter(|item| folders.iter().any(|folder| item.path.starts_with(folder)))
    {
        let names = source
            .text
            .split(|letter| !is_setting_letter(letter))
            .filter(|name| name.starts_with("LANAI_"));
        for name in names.filter(|name| *name != "LANAI_" && *name != build_variable) {
            let pair = (OsString::from(name), OsString::new());
            let read = Config::read(
                std::iter::once(pair),
                &repository_root().join("no such file"),
            );
            assert!(read.is_ok(), "{} names {name}", source.path);
            found.insert(name.to_owned());
        }
    }
    assert!(
        found.contains("LANAI_DATABASE") && found.len() > 2,
        "{found:?}"
    );
}
