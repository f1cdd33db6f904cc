//! Every command of the program in the documentation runs.

use std::fs;
use std::path::Path;
use std::process::Command;

use lanai_store::{Address, Store};
use lanai_testing::scenes::block_on;
use lanai_text::embedded_words;

use super::{TextFile, is_markdown, text_files};
use crate::translatable::COMMANDS;

/// Commands that serve until they are stopped, ask Discord or another machine, or read from a
/// terminal, and one that takes a minute. They are only parsed.
const PARSED_ONLY: [&str; 8] = [
    "away",
    "doctor",
    "health",
    "play",
    "porch",
    "review",
    "serve",
    "store copy",
];

/// Returns the commands of a page, from code blocks and code spans, with a setting before them.
fn commands(page: &TextFile) -> Vec<String> {
    let blocks = page
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("    "));
    let spans = page.text.split('`').skip(1).step_by(2);
    let mut found = Vec::new();
    for code in blocks.chain(spans) {
        let code = code.split(" #").next().unwrap_or(code);
        let words: Vec<&str> = code.split(' ').collect();
        let is_command = |pair: &[&str]| pair[0] == "lanai" && COMMANDS[1..].contains(&pair[1]);
        if let Some(at) = words.windows(2).position(is_command) {
            let has_setting = at > 0 && words[at - 1].starts_with("LANAI_");
            found.push(words[at - usize::from(has_setting)..].join(" "));
        }
    }
    found
}

/// Writes the files that the commands of the documentation name.
fn write_files(folder: &Path, program: &Path) {
    block_on(async {
        let database = Address::File(folder.join("lanai.db"));
        Store::connect(&database).await.unwrap().close().await;
    });
    let english = embedded_words("en").unwrap();
    fs::create_dir_all(folder.join("words")).unwrap();
    fs::create_dir_all(folder.join("backups")).unwrap();
    for file in ["it.ftl", "words/it.ftl"] {
        fs::write(folder.join(file), &english).unwrap();
    }
    for line in [
        "backup backup.db",
        "record hawaii --players 2 --seed 1 --policies random -o game.json",
    ] {
        let output = Command::new(program)
            .args(line.split(' '))
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
    }
    fs::copy(folder.join("backup.db"), folder.join("drill.db")).unwrap();
}

#[test]
fn commands_of_the_documentation_run() {
    let program = fs::canonicalize(crate::program::binary()).unwrap();
    let files = tempfile::tempdir().unwrap();
    write_files(files.path(), &program);
    let pages: Vec<TextFile> = text_files()
        .into_iter()
        .filter(|file| is_markdown(&file.path))
        .collect();
    let mut count = 0;
    for page in &pages {
        for command in commands(page) {
            let (_, arguments) = command.split_once("lanai ").unwrap();
            let is_parsed_only = !arguments.contains(' ')
                || PARSED_ONLY.iter().any(|name| arguments.starts_with(name));
            let file = if ["verify", "restore"]
                .iter()
                .any(|name| arguments.starts_with(name))
            {
                "backup.db"
            } else if arguments.starts_with("backup") {
                "new.db"
            } else if arguments.starts_with("words") {
                "it.ftl"
            } else {
                "game.json"
            };
            let line = command
                .replace("FILE", file)
                .replace("<file>", file)
                .replace("FOLDER", "backups");
            let folder = tempfile::tempdir().unwrap();
            let written = if line.starts_with("lanai record") {
                "rm game.json"
            } else {
                "true"
            };
            let last = if is_parsed_only { "--help" } else { "" };
            let script = format!(
                "cp -r {}/. . && {written} && {line} {last}",
                files.path().display()
            );
            let output = Command::new("sh")
                .args(["-c", &script.replace("lanai ", "\"$PROGRAM\" ")])
                .env_clear()
                .env("PATH", std::env::var_os("PATH").unwrap())
                .env("PROGRAM", &program)
                .current_dir(folder.path())
                .output()
                .unwrap();
            assert!(output.status.success(), "{}: {line}: {output:?}", page.path);
            count += 1;
        }
    }
    assert!(count > 30, "only {count} commands were found");
}
