//! Checks of the documentation: links, paths, commands and settings exist.

mod commands;
mod pages;
mod readme;

use std::{fs, path::Path};

const WRITTEN: [&str; 9] = [
    "docs",
    "packaging",
    ".github",
    ".devcontainer",
    "justfile",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
];

/// A text file of the repository.
struct TextFile {
    /// The path from the root of the repository, with slashes.
    path: String,
    text: String,
}

fn repository_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of one file.
fn file_text(path: &str) -> &'static str {
    fs::read_to_string(repository_root().join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
        .leak()
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
    Path::new(path)
        .extension()
        .is_some_and(|extension| extension == "md")
}

fn collect_text_files(path: &str, files: &mut Vec<TextFile>) {
    let full = repository_root().join(path);
    if full.is_dir() {
        for entry in fs::read_dir(&full).unwrap() {
            let name = entry.unwrap().file_name();
            collect_text_files(&format!("{path}/{}", name.to_str().unwrap()), files);
        }
    } else if let Some(text) = fs::read(&full)
        .ok()
        .and_then(|bytes| String::from_utf8(bytes).ok())
    {
        files.push(TextFile {
            path: path.to_owned(),
            text,
        });
    }
}
