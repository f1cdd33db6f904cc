//! An artificial language: English in foreign letters. Plain letters come from no language file.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use lanai_rules::chance::{Announced, Message};
use lanai_text::embedded_words;

use crate::cli::write_record_with_origin;

/// A language of the chat that Lanai has no file for.
pub(crate) const UNSPOKEN: &str = "fi";

/// A folder with its file.
pub(crate) fn write_language_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join(format!("{UNSPOKEN}.ftl")),
        artificial_language(),
    )
    .unwrap();
    folder
}

/// A vowel that English does not have, for each that it has.
fn foreign_vowel(letter: char) -> char {
    match letter {
        'a' => 'â',
        'e' => 'ê',
        'i' => 'î',
        'o' => 'ô',
        'u' => 'û',
        'A' => 'Â',
        'E' => 'Ê',
        'I' => 'Î',
        'O' => 'Ô',
        'U' => 'Û',
        other => other,
    }
}

/// Returns English in other letters, except for placeholders and typed words.
fn artificial_language() -> String {
    let mut file = String::new();
    for line in embedded_words("en").unwrap().lines() {
        let text = if line.starts_with('#') {
            line.len()
        } else if line.starts_with('}') {
            1
        } else if let Some((name, _)) = line.split_once(" =").filter(|_| !line.starts_with(' ')) {
            name.len() + 2
        } else {
            // The key of a variant.
            line.find("] ")
                .filter(|_| line.trim_start().starts_with(['[', '*']))
                .map_or(0, |at| at + 1)
        };
        file.push_str(&line[..text]);
        let (mut filled, mut typed) = (0, false);
        for letter in line[text..].chars() {
            match letter {
                '{' => filled += 1,
                // A placeholder may have begun on an earlier line.
                '}' => filled = (filled - 1).max(0),
                '`' => typed = !typed,
                _ => {}
            }
            file.push(if filled > 0 || typed {
                letter
            } else {
                foreign_vowel(letter)
            });
        }
        file.push('\n');
    }
    file
}

/// Removes commands, names, mentions and times from a text, and returns what is left.
pub(crate) fn untranslated(text: &str) -> String {
    let spoken = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let mut words = Vec::new();
    for part in spoken.split('<') {
        words.extend(
            part.rsplit('>')
                .next()
                .unwrap_or_default()
                .split_whitespace(),
        );
    }
    words.retain(|word| {
        // A choice has one letter, and so has a player.
        let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
        // A computer at a first game is called by its own name.
        letters > 1
            && !word.starts_with("Kula")
            && word.contains(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U'])
    });
    words.join(" ")
}

// --- At a terminal ---

/// Runs a command in the artificial language.
fn run_in_language(words: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(crate::program::binary());
    program
        .args(["--language", UNSPOKEN])
        .args(arguments)
        .env("LANAI_WORDS", words)
        .env("LC_ALL", "C");
    program.stdin(std::process::Stdio::null()).output().unwrap()
}

/// Removes names of options, values, files, policies and figures.
fn remaining_text(told: &str, names: &[&str]) -> Vec<String> {
    let is_name = |word: &str| {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let is_digest = bare.len() > 60 && bare.chars().all(|digit| digit.is_ascii_hexdigit());
        let is_notation = word.contains(['/', '_', '=']) || word.starts_with(['-', '[']);
        // The English genitive belongs to the sentence, but is written with the name.
        let name = bare.strip_suffix("'s").unwrap_or(bare);
        is_digest || is_notation || names.contains(&name)
    };
    let lines = told.lines().map(|line| {
        let words: Vec<&str> = line
            .split_whitespace()
            .filter(|word| !is_name(word))
            .collect();
        untranslated(&words.join(" "))
    });
    lines.filter(|left| !left.is_empty()).collect()
}

/// The commands, as they are typed.
pub(crate) const COMMANDS: [&str; 21] = [
    "lanai", "porch", "serve", "health", "doctor", "away", "backup", "verify", "restore",
    "migrate", "store", "copy", "play", "record", "replay", "review", "show", "draw", "words",
    "rules", "rulings",
];

#[test]
fn help_texts_are_translatable() {
    let folder = write_language_folder();
    let mut asked: Vec<Vec<&str>> = COMMANDS[1..]
        .iter()
        .map(|name| vec![*name, "--help"])
        .collect();
    asked.retain(|line| !["copy", "migrate"].contains(&line[0]));
    asked.extend([
        vec!["--help"],
        vec!["-h"],
        vec!["store", "copy", "--help"],
        vec!["store", "migrate", "--help"],
        vec!["help", "store", "copy"],
        vec!["store", "--help"],
    ]);
    for line in asked {
        let output = run_in_language(folder.path(), &line);
        assert!(output.status.success(), "{output:?}");
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.contains("Ûsâgê:"), "{told}");
        let mut names = COMMANDS.to_vec();
        names.extend([
            "COMMAND",
            "FILE",
            "info",
            "text",
            "on",
            "GAME",
            "CHANNEL",
            "makua",
            "kupuna",
            "Player",
            "table",
            "calm",
            "assets/policies",
            "Bot",
        ]);
        let left = remaining_text(&told, &names);
        assert!(left.is_empty(), "{line:?}: {left:#?}\n{told}");
    }
}

/// Names in the output of commands: games, policies, seats, actions and values.
const NAMES: &str = "hawaii haleakala random greedy keiki makua kupuna lanai Ann Ben Player surf UTC seat table SHA-256 \
    buy move pass pay sail fish wait pick take_from take offer decline build launch harvest place choose walk boat lava stay take leave \
    german printed online exchange goods ranking rows tikis blue hidden open";

#[test]
fn command_output_is_translatable() {
    let (words, folder) = (write_language_folder(), tempfile::tempdir().unwrap());
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (short, long, proven, unproven) = (
        at("short.json"),
        at("long.json"),
        at("proven.json"),
        at("unproven.json"),
    );
    for (game, file) in [("haleakala", &short), ("hawaii", &long)] {
        let line = [
            "record",
            game,
            "--players",
            "2",
            "--policies",
            "random",
            "-o",
            file,
        ];
        assert!(run_in_language(words.path(), &line).status.success());
    }
    let message = Message::from_id(175_928_847_299_117_063);
    write_record_with_origin(&unproven, None);
    write_record_with_origin(
        &proven,
        Some(Announced {
            message,
            settled_at: 1_462_015_090,
        }),
    );
    let (flawed, picture, begun) = (at("de.ftl"), at("picture.png"), at("begun.json"));
    fs::write(
        &flawed,
        "event-paid = { $nobody }\nevent-paid = { event-nothing }\nno-such = x\n",
    )
    .unwrap();
    let told = [
        vec!["replay", &short],
        vec!["replay", &unproven],
        vec!["replay", &proven],
        vec!["show", &short],
        vec!["show", &long, "--as", "1"],
        vec!["draw", &long, "-o", &picture],
        vec![
            "play",
            "haleakala",
            "--seat",
            "2",
            "--seed",
            "1",
            "-o",
            &begun,
        ],
        vec!["review", &begun],
        vec!["rules", "hawaii"],
        vec!["rules", "haleakala", "lava"],
        vec!["rules", "haleakala", "xyzzy"],
        vec!["rulings", "haleakala"],
    ];
    let refused = [
        vec!["show", &short, "--at", "9999"],
        vec!["show", &short, "--as", "9"],
        vec!["draw", &short, "-o", &short],
        vec!["draw", &short, "--what", "island", "-o", &picture],
        vec!["draw", &long, "--what", "volcano", "-o", &picture],
        vec!["draw", &long, "--what", "realm", "-o", &picture],
        vec!["play", "hawaii", "-o", &short],
        vec!["play", "hawaii", "--players", "9"],
        vec!["play", "haleakala", "--players", "9"],
        vec!["play", "hawaii", "--options", "german"],
        vec!["play", "hawaii", "--options", "a=b"],
        vec!["play", "hawaii", "--options", "goods=blue"],
        vec!["record", "hawaii", "--policies", "random,random"],
    ];
    let mut names: Vec<&str> = NAMES.split_whitespace().collect();
    names.extend(["XYZZY", "xyzzy", "XyZzY"]);
    let mut faults: Vec<String> = Vec::new();
    for (lines, succeeds) in [(&told[..], true), (&refused[..], false)] {
        for line in lines {
            let output = run_in_language(words.path(), line);
            assert_eq!(output.status.success(), succeeds, "{output:?}");
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            faults.extend(
                remaining_text(&said, &names)
                    .into_iter()
                    .map(|left| format!("{line:?}: {left}")),
            );
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    // Why a file cannot be read is data: the system says it, or a library.
    for (line, said) in [
        (["replay", &flawed], "thîs îsn't â rêcôrd"),
        (["replay", &at("none")], "none: "),
    ] {
        let output = run_in_language(words.path(), &line);
        assert!(
            String::from_utf8(output.stderr).unwrap().contains(said),
            "{line:?}"
        );
    }
    let told =
        String::from_utf8(run_in_language(words.path(), &["words", &flawed]).stdout).unwrap();
    for said in [
        "îs mîssîng",
        "âppêârs twîcê",
        "nôthîng îs fîllêd în fôr $nobody",
        "nô sûch sêntêncê în Ênglîsh",
    ] {
        assert!(told.contains(said), "{said}");
    }
}
