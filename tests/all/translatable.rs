//! A language that nobody speaks: English in letters that English does not have. What is read in plain letters was in no file
//! of words.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use lanai_rules::chance::{Announced, Message};
use lanai_text::text_of;

use crate::cli::record_with_origin;

/// A language of the chat that Lanai has no file for.
pub(crate) const UNSPOKEN: &str = "fi";

/// A folder with its file.
pub(crate) fn in_a_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(format!("{UNSPOKEN}.ftl")), unspoken()).unwrap();
    folder
}

/// A vowel that English does not have, for each that it has.
fn changed(letter: char) -> char {
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

/// English in other letters: a file of words in which nothing is left as it was but what is filled in or typed.
fn unspoken() -> String {
    let mut file = String::new();
    for line in text_of("en").unwrap().lines() {
        let text = if line.starts_with('#') {
            line.len()
        } else if line.starts_with('}') {
            1
        } else if let Some((name, _)) = line.split_once(" =").filter(|_| !line.starts_with(' ')) {
            name.len() + 2
        } else {
            // The key of a way to say it.
            line.find("] ")
                .filter(|_| line.trim_start().starts_with(['[', '*']))
                .map_or(0, |at| at + 1)
        };
        file.push_str(&line[..text]);
        let (mut filled, mut typed) = (0, false);
        for letter in line[text..].chars() {
            match letter {
                '{' => filled += 1,
                // What ends here may have begun on a line above.
                '}' => filled = (filled - 1).max(0),
                '`' => typed = !typed,
                _ => {}
            }
            file.push(if filled > 0 || typed {
                letter
            } else {
                changed(letter)
            });
        }
        file.push('\n');
    }
    file
}

/// What of a text was in no file of words: what is left when commands, names of people, mentions and times are taken away.
pub(crate) fn foreign(text: &str) -> String {
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

/// What somebody reads at a terminal who asks for this.
fn read(words: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(crate::program::binary());
    program
        .args(["--language", UNSPOKEN])
        .args(arguments)
        .env("LANAI_WORDS", words)
        .env("LC_ALL", "C");
    program.stdin(std::process::Stdio::null()).output().unwrap()
}

/// What is left of it when names are taken away: of options and what stands for them, of files, of minds, of figures.
fn left(told: &str, names: &[&str]) -> Vec<String> {
    let is_name = |word: &str| {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let is_digest = bare.len() > 60 && bare.chars().all(|digit| digit.is_ascii_hexdigit());
        let is_notation = word.contains(['/', '_', '=']) || word.starts_with(['-', '[']);
        is_digest || is_notation || names.contains(&bare)
    };
    let lines = told.lines().map(|line| {
        let words: Vec<&str> = line
            .split_whitespace()
            .filter(|word| !is_name(word))
            .collect();
        foreign(&words.join(" "))
    });
    lines.filter(|left| !left.is_empty()).collect()
}

/// The commands, as they are typed.
const COMMANDS: [&str; 21] = [
    "lanai", "porch", "serve", "health", "doctor", "away", "backup", "verify", "restore",
    "migrate", "store", "copy", "play", "record", "replay", "review", "show", "draw", "words",
    "rules", "rulings",
];

#[test]
fn help_texts_are_translatable() {
    let folder = in_a_folder();
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
        let output = read(folder.path(), &line);
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
            "assets/minds",
            "Bot",
        ]);
        let left = left(&told, &names);
        assert!(left.is_empty(), "{line:?}: {left:#?}\n{told}");
    }
}

/// Names that stand in what commands tell: of games, minds, seats, tables, actions and values, as files have them.
const NAMES: &str = "hawaii haleakala random greedy keiki makua kupuna lanai Ann Ben Player surf UTC seat table SHA-256 \
    buy move pass pay sail fish wait pick take_from take offer decline build launch harvest place choose walk boat lava stay take leave \
    german printed online exchange goods ranking rows tikis blue hidden open";

#[test]
fn command_output_is_translatable() {
    let (words, folder) = (in_a_folder(), tempfile::tempdir().unwrap());
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
            "--minds",
            "random",
            "-o",
            file,
        ];
        assert!(read(words.path(), &line).status.success());
    }
    let message = Message::numbered(175_928_847_299_117_063);
    record_with_origin(&unproven, None);
    record_with_origin(
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
        vec!["record", "hawaii", "--minds", "random,random"],
    ];
    let mut names: Vec<&str> = NAMES.split_whitespace().collect();
    names.extend(["XYZZY", "xyzzy", "XyZzY"]);
    let mut faults: Vec<String> = Vec::new();
    for (lines, succeeds) in [(&told[..], true), (&refused[..], false)] {
        for line in lines {
            let output = read(words.path(), line);
            assert_eq!(output.status.success(), succeeds, "{output:?}");
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            faults.extend(
                left(&said, &names)
                    .into_iter()
                    .map(|left| format!("{line:?}: {left}")),
            );
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    // Why a file cannot be read is data: the system says it, or a library.
    for (line, said) in [
        (["replay", &flawed], "thîs îs nô rêcôrd"),
        (["replay", &at("none")], "none: "),
    ] {
        let output = read(words.path(), &line);
        assert!(
            String::from_utf8(output.stderr).unwrap().contains(said),
            "{line:?}"
        );
    }
    let told = String::from_utf8(read(words.path(), &["words", &flawed]).stdout).unwrap();
    for said in [
        "îs mîssîng",
        "îs thêrê twîcê",
        "nôthîng îs fîllêd în fôr $nobody",
        "nô sûch sêntêncê în Ênglîsh",
    ] {
        assert!(told.contains(said), "{said}");
    }
}
