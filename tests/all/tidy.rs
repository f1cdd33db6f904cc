//! What no compiler and no lint can see: links, commands and settings in the pages are true, packages agree with the program,
//! and no word on a picture stands in the sources.

mod dependencies;
mod packages;
mod pages;
mod pictures;
mod readme;

use std::{fs, path::Path};

/// Everything that a person writes.
const WRITTEN: [&str; 18] = [
    "src",
    "tests",
    "benches",
    "assets",
    "migrations",
    "docs",
    "packaging",
    ".ci",
    ".github",
    ".devcontainer",
    "Cargo.toml",
    "deny.toml",
    "justfile",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    ".env.example",
];

/// A text file of the repository.
struct TextFile {
    /// From the top of the repository, with slashes.
    path: String,
    text: String,
}

impl TextFile {
    /// Lines, counted from 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }
}

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of one file.
fn written(path: &str) -> &'static str {
    fs::read_to_string(top().join(path)).unwrap_or_else(|error| panic!("{path}: {error}")).leak()
}

/// Every text file of the repository.
fn text_files() -> Vec<TextFile> {
    let mut files = Vec::new();
    for written in WRITTEN {
        collect_text_files(written, &mut files);
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn is_markdown(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "md")
}

fn collect_text_files(path: &str, files: &mut Vec<TextFile>) {
    // Found by a fuzzer, and kept as it is.
    if path == "tests/fuzz/corpus" {
        return;
    }
    let full = top().join(path);
    if full.is_dir() {
        for entry in fs::read_dir(&full).unwrap() {
            let name = entry.unwrap().file_name();
            collect_text_files(&format!("{path}/{}", name.to_str().unwrap()), files);
        }
    } else if let Some(text) = fs::read(&full).ok().and_then(|bytes| String::from_utf8(bytes).ok()) {
        files.push(TextFile { path: path.to_owned(), text });
    }
}
