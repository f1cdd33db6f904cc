//! The command line as people use it: the real program, its real files.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use lanai_rules::Rules;
use lanai_rules::chance::{Announced, Message, Origin, Secret};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::options::Options;
use lanai_rules::record::{Detail, Record};

fn run_lanai(args: &[&str]) -> Output {
    Command::new(crate::program::binary())
        .args(args)
        .env("LC_ALL", "C")
        .output()
        .unwrap()
}

fn expect_success(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Asserts that a command failed with one sentence, and returns it.
fn expect_refusal(output: &Output) -> String {
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(!error.contains("panicked"), "{error}");
    error
}

/// Plays at the terminal by saying these lines.
fn play_at_terminal(args: &[&str], lines: &str) -> String {
    let mut child = Command::new(crate::program::binary())
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(lines.as_bytes())
        .unwrap();
    expect_success(&child.wait_with_output().unwrap())
}

/// A game in which the person plays first.
const ANA_BEGINS: [&str; 7] = ["hawaii", "--players", "2", "--seed", "5", "--name", "Ana"];

fn write_record(folder: &Path, args: &[&str]) -> String {
    write_record_of("hawaii", folder, args)
}

fn write_record_of(game: &str, folder: &Path, args: &[&str]) -> String {
    let path = folder.join("game.json").display().to_string();
    let mut all = vec!["record", game, "-o", &path];
    all.extend_from_slice(args);
    expect_success(&run_lanai(&all));
    path
}

#[test]
fn version_names_the_commit_of_the_build() {
    let version = env!("CARGO_PKG_VERSION");
    for (commit, told) in [(None, ""), (Some(""), ""), (Some("0123abc"), " (0123abc)")] {
        assert_eq!(lanai::cli::version(commit), format!("{version}{told}"));
    }
    let told = expect_success(&run_lanai(&["--version"]));
    assert!(told.starts_with(&format!("lanai {version}")), "{told}");
}

// --- record, replay, show ---

#[test]
fn replay_says_who_won_or_that_there_is_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_record(folder.path(), &["--players", "2"]);
    let text = expect_success(&run_lanai(&["replay", &path]));
    assert!(
        text.contains("edition 2 of the rules") && text.contains("All printed figures"),
        "{text}"
    );
    let last = text.trim_end().lines().last().unwrap();
    assert!(
        last.starts_with("The game is over: ") && last.ends_with(" won."),
        "{text}"
    );
    let mut tree: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let winnerless = {
        let mut tree = tree.clone();
        tree.as_object_mut().unwrap().remove("winners");
        tree
    };
    std::fs::write(&path, winnerless.to_string()).unwrap();
    assert!(expect_refusal(&run_lanai(&["replay", &path])).contains("/winners"));
    let steps = tree["steps"].as_array_mut().unwrap();
    steps.truncate(steps.len() - 5);
    tree["standings"] = serde_json::Value::Null;
    tree.as_object_mut().unwrap().remove("winners");
    std::fs::write(&path, tree.to_string()).unwrap();
    let text = expect_success(&run_lanai(&["replay", &path]));
    assert!(
        text.trim_end().ends_with("The game isn't over: no result."),
        "{text}"
    );
}

#[test]
fn review_of_a_record_lists_costly_turns() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_record(
        folder.path(),
        &[
            "--players",
            "2",
            "--seed",
            "5",
            "--policies",
            "makua,random",
        ],
    );
    let mut record: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    record["steps"].as_array_mut().unwrap().truncate(24);
    record["standings"] = serde_json::Value::Null;
    record.as_object_mut().unwrap().remove("winners");
    std::fs::write(&path, record.to_string()).unwrap();
    let text = expect_success(&run_lanai(&["review", &path, "--turns", "1"]));
    assert_eq!(text.matches("played: ").count(), 2, "{text}");
    assert!(text.contains("better: ") && text.contains("It "), "{text}");
}

#[test]
fn haleakala_is_recorded_replayed_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_record_of(
        "haleakala",
        folder.path(),
        &["--full", "--options", "tactical", "--seed", "9"],
    );
    assert!(expect_success(&run_lanai(&["replay", &path])).contains("all exactly as recorded"));
    let shown = expect_success(&run_lanai(&["show", &path, "--at", "5", "--as", "2"]));
    assert!(
        shown.contains("Haleakala, round 1 of 2.") && shown.contains("Segment 6:"),
        "{shown}"
    );
}

#[test]
fn an_edited_record_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_record(folder.path(), &["--players", "2", "--full"]);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut record = Record::<Hawaii>::read(&text).unwrap();
    record.steps[9].after.full.as_mut().unwrap().state.round = 4;
    std::fs::write(&path, serde_json::to_string(&record).unwrap()).unwrap();
    let error = expect_refusal(&run_lanai(&["replay", &path]));
    let place = "step 10: at /steps/9/after/full/state/round the record has 4, but the game has 1";
    assert!(error.contains(place), "{error}");
}

#[test]
fn a_truncated_record_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_record(folder.path(), &["--players", "2"]);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    let error = expect_refusal(&run_lanai(&["replay", &path]));
    assert!(error.contains("line "), "{error}");
    std::fs::write(&path, "not a record").unwrap();
    expect_refusal(&run_lanai(&["show", &path]));
}

#[test]
fn show_hides_what_a_viewer_may_not_know() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_record(folder.path(), &["--players", "2"]);
    let show = |viewer| expect_success(&run_lanai(&["show", &path, "--at", "12", "--as", viewer]));
    assert_eq!(show("table").matches("goods behind the screen").count(), 2);
    assert_eq!(show("2").matches("goods behind the screen").count(), 1);
    let error = expect_refusal(&run_lanai(&["show", &path, "--as", "3"]));
    assert!(error.contains("there's no seat 3"), "{error}");
    let error = expect_refusal(&run_lanai(&["show", &path, "--at", "9999"]));
    assert!(error.contains("there's no step 9999"), "{error}");
    let json = expect_success(&run_lanai(&["show", &path, "--json"]));
    let view: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(view["standings"].is_object());
}

// --- What strangers write into records ---

/// A record with these names.
fn write_record_with_names(folder: &Path, names: [&str; 2]) -> String {
    let path = write_record(folder, &["--players", "2"]);
    let mut tree: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    tree["seats"] = names.as_slice().into();
    std::fs::write(&path, tree.to_string()).unwrap();
    path
}

#[test]
fn control_characters_in_a_record_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_record_with_names(
        folder.path(),
        ["\u{1b}[2J\u{9b}31m\u{7f}Ann", "Ben\n\u{202e}points: 99"],
    );
    let picture = folder.path().join("board.png").display().to_string();
    for args in [
        vec!["show", &path],
        vec!["replay", &path],
        vec!["draw", &path, "--what", "all", "-o", &picture],
    ] {
        let text = expect_success(&run_lanai(&args));
        assert!(
            !text.contains(
                |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}'
            ),
            "{text:?}"
        );
        assert!(
            !text.contains("\npoints: 99") && !text.contains("\n\u{fffd}points"),
            "{text:?}"
        );
    }
    let spoilt = std::fs::read_to_string(&path)
        .unwrap()
        .replace("\"winners\"", "\"\u{9b}31m\"");
    std::fs::write(&path, spoilt).unwrap();
    let error = expect_refusal(&run_lanai(&["show", &path]));
    assert!(
        error.contains("unknown field") && !error.trim_end().contains(char::is_control),
        "{error:?}"
    );
}

#[test]
fn overlong_name_in_a_record_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_record_with_names(folder.path(), ["Ann", &"a".repeat(100_000)]);
    let picture = folder.path().join("board.png").display().to_string();
    for args in [
        vec!["show", &path],
        vec!["draw", &path, "-o", &picture],
        vec!["replay", &path],
    ] {
        let error = expect_refusal(&run_lanai(&args));
        assert!(
            error.contains("the word of seat 2 has 100000 characters") && error.len() < 400,
            "{error}"
        );
    }
    let error = expect_refusal(&run_lanai(&["play", "hawaii", "--name", &"a".repeat(101)]));
    assert!(
        error.contains("a name has at most 100 characters"),
        "{error}"
    );
}

// --- Output paths ---

#[test]
fn output_may_not_overwrite_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_record(folder.path(), &["--players", "2"]);
    let before = std::fs::read(&path).unwrap();
    for args in [
        vec!["draw", &path, "-o", &path],
        vec!["replay", &path, "--full", "-o", &path],
    ] {
        let error = expect_refusal(&run_lanai(&args));
        assert!(error.contains("is the record itself"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

#[test]
fn records_are_written_completely_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    for (game, players) in [("hawaii", "3"), ("haleakala", "2")] {
        let path = write_record_of(game, folder.path(), &["--players", players]);
        let whole = folder.path().join("whole.json").display().to_string();
        let told = expect_success(&run_lanai(&["replay", &path, "--full", "-o", &whole]));
        assert!(told.contains("all exactly as recorded"), "{told}");
        assert_eq!(
            expect_success(&run_lanai(&["replay", &path, "--full"])),
            std::fs::read_to_string(&whole).unwrap() + "\n"
        );
        expect_success(&run_lanai(&["replay", &whole]));
        let read = |path: &str| {
            serde_json::from_str::<serde_json::Value>(&std::fs::read_to_string(path).unwrap())
                .unwrap()
        };
        let (mut all, short) = (read(&whole), read(&path));
        assert!(all["steps"][0]["after"]["full"]["legal"].is_array() && all["winners"].is_array());
        all["start"].as_object_mut().unwrap().remove("full");
        for step in all["steps"].as_array_mut().unwrap() {
            step["after"].as_object_mut().unwrap().remove("full");
        }
        assert_eq!(
            (&all["steps"], &all["start"]),
            (&short["steps"], &short["start"]),
            "nothing else changes"
        );
    }
}

/// Writes a record with an announced seed, and returns the commitment.
pub(crate) fn write_record_with_origin(path: &str, announced: Option<Announced>) -> String {
    let (secret, words) = (
        Secret::new([[4; 32], [5; 32]]),
        vec!["surf".to_owned(), String::new()],
    );
    let origin = Origin::of(&secret, words, announced);
    let (printed, names) = (
        Hawaii::printed().unwrap(),
        vec!["Ann".to_owned(), "Ben".to_owned()],
    );
    let begun = Record::<Hawaii>::begin(
        &printed,
        names,
        Options::default(),
        origin.seed(),
        Detail::Digests,
    );
    let (mut record, _) = begun.unwrap();
    record.origin = Some(origin);
    std::fs::write(path, serde_json::to_string(&record).unwrap()).unwrap();
    secret.commitment()
}

#[test]
fn replay_says_what_a_record_proves_about_chance() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_record(folder.path(), &["--players", "2"]);
    let text = expect_success(&run_lanai(&["replay", &path]));
    assert!(text.contains("proves nothing about the shuffle"), "{text}");
    let message = Message::from_id(175_928_847_299_117_063);
    let announced = Announced {
        message,
        settled_at: 1_462_015_090,
    };
    for announced in [None, Some(announced)] {
        let commitment = write_record_with_origin(&path, announced);
        let text = expect_success(&run_lanai(&["replay", &path]));
        for part in [
            &commitment,
            "seat 1, Ann: \"surf\"",
            "seat 2, Ben: no word",
            "Compare",
        ] {
            assert!(text.contains(part), "{text}");
        }
        let message = "message 175928847299117063, posted 2016-04-30 11:18:25 UTC: 15 s after";
        assert_eq!(text.contains(message), announced.is_some(), "{text}");
        assert_eq!(
            text.contains("could have tried words"),
            announced.is_none(),
            "{text}"
        );
    }
    write_record_with_origin(
        &path,
        Some(Announced {
            settled_at: 1_462_015_190,
            ..announced
        }),
    );
    let text = expect_success(&run_lanai(&["replay", &path]));
    assert!(
        text.contains("could have tried words") && !text.contains("If everything matches"),
        "{text}"
    );
}

// --- rulings ---

#[test]
fn rulings_are_listed_with_their_reasons() {
    let told = expect_success(&run_lanai(&["rulings", "hawaii"]));
    for part in ["We play:", "Because:", "Basis: "] {
        assert_eq!(told.matches(part).count(), Hawaii::RULINGS.len(), "{part}");
    }
    expect_success(&run_lanai(&["rulings", "haleakala"]));
}

#[test]
fn rules_are_shown_in_short_and_by_topic() {
    let overview = expect_success(&run_lanai(&["rules", "hawaii"]));
    assert!(
        overview.contains("A turn\n  Walk, 1 foot a step") && overview.contains("KANALOA"),
        "{overview}"
    );
    let kane = expect_success(&run_lanai(&["rules", "hawaii", "kane"]));
    assert!(
        kane.starts_with("KANE\nKANE I: 1 shell more after each round"),
        "{kane}"
    );
    let tikis = expect_success(&run_lanai(&[
        "rules",
        "hawaii",
        "tiki",
        "--options",
        "online",
    ]));
    assert!(tikis.contains("room for seven"), "{tikis}");
    assert!(
        expect_success(&run_lanai(&["rules", "haleakala", "xyzzy"]))
            .contains("is called \"xyzzy\"")
    );
}

/// The language of the system, or the one that is asked for.
#[test]
fn terminal_output_follows_the_language_of_the_system() {
    let told = |locale: &str, more: &[&str]| {
        let mut program = Command::new(crate::program::binary());
        expect_success(
            &program
                .args(["rules", "hawaii", "walk"])
                .args(more)
                .env("LC_ALL", locale)
                .output()
                .unwrap(),
        )
    };
    for (locale, tag) in [
        ("de_AT.UTF-8", "de"),
        ("fr_FR", "fr"),
        ("cs_CZ@euro", "cs"),
        ("POSIX", "en"),
    ] {
        assert_eq!(
            told(locale, &[]),
            told("C", &["--language", tag]),
            "{locale}"
        );
    }
    assert_ne!(told("de_DE", &[]), told("C", &[]));
}

/// Errors in language files do not keep the commands from reporting them.
#[test]
fn errors_in_word_files_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("de.ftl").display().to_string();
    std::fs::write(&file, "event-paid = { $nobody }\n").unwrap();
    let told = |line: &[&str]| {
        let mut program = Command::new(crate::program::binary());
        let output = program
            .args(line)
            .env("LANAI_WORDS", folder.path())
            .env("LC_ALL", "C")
            .output()
            .unwrap();
        (
            output.status.success(),
            String::from_utf8([output.stdout, output.stderr].concat()).unwrap(),
        )
    };
    let (done, rules) = told(&["rules", "hawaii", "walk"]);
    assert!(
        !done && rules.contains("lanai words ") && rules.contains("$nobody"),
        "{rules}"
    );
    let (done, checked) = told(&["words", &file]);
    assert!(
        !done && checked.contains("nothing is filled in for $nobody"),
        "{checked}"
    );
    assert!(
        checked.contains("1 of these flaws must be fixed"),
        "{checked}"
    );
    assert!(told(&["--version"]).0);
    // The last of repeated options counts.
    let twice = [
        "--language",
        "de",
        "rules",
        "hawaii",
        "walk",
        "--language=fr",
    ]
    .map(str::to_owned);
    let twice: Vec<&str> = twice.iter().map(String::as_str).collect();
    assert_eq!(
        expect_success(&run_lanai(&twice)),
        expect_success(&run_lanai(&["rules", "hawaii", "walk", "--language", "fr"]))
    );
}

// --- Words that make no sense ---

#[test]
fn wrong_arguments_get_one_sentence() {
    for (args, sentence) in [
        (
            &["record", "hawaii", "--players", "6"][..],
            "Hawaii is for 2 to 5 players, not 6",
        ),
        (
            &["record", "hawaii", "--options", "german"],
            "There's no preset \"german\"",
        ),
        (
            &["record", "hawaii", "--options", "goods=blue"],
            "goods can't be \"blue\". Choose from ",
        ),
        (
            &["record", "hawaii", "--options", "weather=fine"],
            "There's no choice \"weather\"",
        ),
        (
            &["record", "hawaii", "--policies", "random,greedy"],
            "there are 2 computer players for 3 players",
        ),
        (
            &["record", "hawaii", "--policies", "clever"],
            "[possible values: random, greedy",
        ),
        (
            &["record", "hawaii", "--seed", "xyz"],
            "a seed is a number, or 64 hexadecimal digits",
        ),
        (&["play", "hawaii", "--seat", "4"], "there's no seat 4"),
        (&["replay", "no-such-file.json"], "no-such-file.json"),
    ] {
        let error = expect_refusal(&run_lanai(args));
        assert!(error.contains(sentence), "{error}");
    }
}

// --- play ---

#[test]
fn a_first_turn_by_typed_verbs() {
    let told = play_at_terminal(&ANA_BEGINS, "move gods\nbuy pele double\nquit\n");
    for part in [
        "Ana walks to the gods.\nAna pays 3 feet.\n",
        "What will you buy?",
        "Ana takes price token 2 from the gods.\nAna pays 4 shells.\nAna adds PELE II to village 1.",
        "You left the table.",
    ] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn unknown_input_is_answered_and_changes_nothing() {
    let nonsense = "\nfoo\nmove\nmove nowhere\nbuy\nbuy tiki\nfish\nfish 9\nfish 1 1 1 1\nsail 7\nsail 4\npass 9\n\
                    choose 99\nchoose x\npay 3 shells\nmove gods pay 9 fruits\nmove gods pay blue\nundo\n/realm\n";
    let told = play_at_terminal(&ANA_BEGINS, nonsense);
    for part in [
        "I don't know \"foo\".",
        "Say it like this: move PLACE.",
        "There's nothing called \"nowhere\" here.",
        "You can't do that right now.",
        "You need room for 4 more feet on your boats.",
        "There's no choice 99 right now.",
        "That costs 3 feet, and your payment is worth 9.",
        "There's nothing you can undo",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    assert!(!told.contains("Ana walks"), "{told}");
    assert!(told.ends_with("You left the table.\n"));
}

#[test]
fn a_step_is_taken_back_with_its_payment() {
    let told = play_at_terminal(&ANA_BEGINS, "move gods pay feet\nundo\nrealms\nquit\n");
    assert!(told.contains("Undone."), "{told}");
    let after = told.split("Undone.").nth(1).unwrap();
    assert!(
        after.contains(
            "Ana, seat 1: 0 points, on the beach\n  in hand: 13 shells, 7 feet and 2 fruits"
        ),
        "{told}"
    );
}

/// A line with surplus words does nothing.
#[test]
fn surplus_words_are_an_error() {
    let lines = "wait for nobody\npass 1 now\nchoose 1 2\nquit now\nmove gods\nbuy pele duoble\nbuy pele 2 dear\n";
    let told = play_at_terminal(&ANA_BEGINS, lines);
    for word in ["for", "now", "2", "pele-duoble", "dear"] {
        assert!(
            told.contains(&format!("There's nothing called \"{word}\" here.")),
            "{word}\n{told}"
        );
    }
    assert!(
        !told.contains("waits") && !told.contains("adds PELE"),
        "{told}"
    );
    let told = play_at_terminal(&["haleakala", "--seed", "2"], "place 1 1 9\nboat 3\n");
    assert!(!told.contains("places the 1"), "{told}");
}

#[test]
fn impossible_village_is_an_error() {
    let lines = "move gods\nbuy pele village 3\nbuy pele village 1\n";
    let told = play_at_terminal(&ANA_BEGINS, lines);
    assert!(
        told.contains("You can do that, but not with the village or payment you named"),
        "{told}"
    );
    assert!(told.contains("Ana adds PELE I to village 1."), "{told}");
}

#[test]
fn choices_say_what_they_cost() {
    let told = play_at_terminal(&ANA_BEGINS, "options\nmove gods\nquit\n");
    assert!(
        told.contains("walk to the gods · pay 3 feet"),
        "a walk has its price: {told}"
    );
    assert!(
        told.contains("II for 4 shells · pay 4 shells"),
        "a purchase has its price: {told}"
    );
}

#[test]
fn hint_and_rules_are_at_hand_during_a_game() {
    let told = play_at_terminal(&ANA_BEGINS, "hint\nrules tikis\n?\nquit\n");
    for expected in ["% to win", "without a tiki, none does", "leave the table"] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
}

#[test]
fn board_is_shown_again_after_others_moved() {
    let told = play_at_terminal(&ANA_BEGINS, "pass 1\n");
    assert!(told.matches("Fishing cove:").count() >= 2, "{told}");
}

#[test]
fn buying_on_the_beach_suggests_walking() {
    let told = play_at_terminal(
        &["hawaii", "--players", "2", "--seed", "5"],
        "buy pele 2 double pay fruits\n",
    );
    assert!(told.contains("You can only buy where you stand"), "{told}");
}

#[test]
fn invalid_utf8_input_is_answered() {
    let mut child = Command::new(crate::program::binary())
        .args(["play", "hawaii", "--players", "2", "--seed", "5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"\xff\xfe\nquit\n")
        .unwrap();
    let told = expect_success(&child.wait_with_output().unwrap());
    assert!(
        told.contains("Type help to see what you can say.")
            && told.ends_with("You left the table.\n"),
        "{told}"
    );
}

#[test]
fn record_is_saved_on_quit_and_unwritable_paths_are_refused_at_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json").display().to_string();
    play_at_terminal(&["hawaii", "--seed", "3", "-o", &path], "pass 3\nquit\n");
    expect_success(&run_lanai(&["replay", &path]));
    let record = Record::<Hawaii>::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert!(!record.steps.is_empty() && record.standings.is_none());
    let error = expect_refusal(&run_lanai(&["play", "hawaii", "-o", &path]));
    assert!(error.contains("already exists"), "{error}");
    let again = Record::<Hawaii>::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(
        again.steps.len(),
        record.steps.len(),
        "nothing of it is lost"
    );
    let nowhere = folder
        .path()
        .join("no/such/folder.json")
        .display()
        .to_string();
    let error = expect_refusal(&run_lanai(&["play", "hawaii", "-o", &nowhere]));
    assert!(error.contains(&nowhere), "{error}");
}

/// SIGINT, SIGHUP and SIGTERM save the record without asking.
#[test]
fn record_is_saved_when_the_program_is_terminated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json");
    let mut child = Command::new(crate::program::binary())
        .args([
            "play",
            "hawaii",
            "--players",
            "2",
            "--seed",
            "3",
            "-o",
            &path.display().to_string(),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .as_mut()
        .unwrap()
        .write_all(b"wait\nwait\nwait\n")
        .unwrap();
    let kept = || Record::<Hawaii>::read(&std::fs::read_to_string(&path).ok()?).ok();
    let begun = std::time::Instant::now();
    // The person has waited at least twice, or has been made to leave.
    while kept().is_none_or(|record| record.steps.len() < 3) {
        assert!(begun.elapsed().as_secs() < 60, "nothing is kept");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(kept().unwrap().standings.is_none());
    assert!(
        expect_success(&run_lanai(&["replay", &path.display().to_string()]))
            .contains("as recorded")
    );
}

/// The numbers of the list can be typed.
#[test]
fn choices_can_be_typed_by_number() {
    let told = play_at_terminal(
        &ANA_BEGINS,
        "move shells\nbuy shell-hut 2\nbuild in village 9\nbuild in village 2\n",
    );
    assert!(
        told.contains("1. build in village 1")
            && told.contains("2. build in village 2: start this village"),
        "{told}"
    );
    assert!(
        told.contains("Ana adds shell hut I to village 2."),
        "{told}"
    );
    let told = play_at_terminal(
        &[
            "haleakala",
            "--seed",
            "2",
            "--policies",
            "random",
            "--name",
            "Ana",
        ],
        "place 3 5\nstay\ntake lava priestess\n",
    );
    assert!(told.contains("Ana receives a lava priestess."), "{told}");
}

#[test]
fn a_turn_of_haleakala_by_typed_verbs() {
    let lines = "boat\nplace 9 1\nplace 1\nplace 3 5\nmove mountain 1\nmove grassland 9\nstay\nhelp\nquit\n";
    let told = play_at_terminal(
        &[
            "haleakala",
            "--name",
            "Ana",
            "--seed",
            "2",
            "--policies",
            "random",
        ],
        lines,
    );
    for part in [
        "There's no disc 9: the number discs are 1 to 5.",
        "Say it like this: place 1 BEACH.",
        "Ana places the 3 on beach 5.\nWhere will your shaman walk?",
        "The shaman walks at most two steps",
        "You can move the boat only when all your number discs are placed",
        "put a number disc on a beach",
        "You left the table.",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
}

#[test]
fn a_whole_game_of_haleakala_by_choices() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json").display().to_string();
    let told = play_at_terminal(
        &[
            "haleakala",
            "--seed",
            "3",
            "--policies",
            "greedy",
            "-o",
            &path,
        ],
        &"choose 1\nchoose 2\n".repeat(400),
    );
    assert!(told.contains(" wins"), "{}", &told[told.len() - 2000..]);
    expect_success(&run_lanai(&["replay", &path]));
}

/// A new game has a random seed, which is printed and reproduces it.
#[test]
fn terminal_games_differ_unless_a_seed_is_given() {
    let begun = || play_at_terminal(&["hawaii", "--players", "2"], "quit\n");
    let (one, other) = (begun(), begun());
    let seed = |told: &str| {
        let after = told
            .split("--seed ")
            .nth(1)
            .unwrap_or_else(|| panic!("no seed in {told}"));
        after
            .chars()
            .take_while(char::is_ascii_digit)
            .collect::<String>()
    };
    assert_ne!(seed(&one), seed(&other));
    let again = play_at_terminal(
        &["hawaii", "--players", "2", "--seed", &seed(&one)],
        "quit\n",
    );
    assert!(!again.contains("--seed"), "{again}");
    let without_seed = |told: &str| {
        told.lines()
            .filter(|item| !item.contains("--seed"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(without_seed(&one), without_seed(&again));
}

/// Always taking the last choice leaves every round at once.
#[test]
fn a_whole_game_by_choices_and_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json").display().to_string();
    let told = play_at_terminal(
        &["hawaii", "--players", "3", "-o", &path],
        &"pass 3\npass 2\npass 1\n".repeat(40),
    );
    assert!(
        told.contains(" wins") || told.contains("share the victory"),
        "{told}"
    );
    expect_success(&run_lanai(&["replay", &path]));
    let text = std::fs::read_to_string(&path).unwrap();
    let record = Record::<Hawaii>::read(&text).unwrap();
    assert_eq!(record.seats[0], "Player");
    assert!(record.start.full.is_none());
    let _ = Detail::Digests;
}

#[test]
fn a_record_is_drawn_with_a_description() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_record(folder.path(), &["--players", "3"]);
    let png = folder.path().join("out.png").display().to_string();
    let draw = |more: &[&str]| run_lanai(&[&["draw", &path, "-o", &png], more].concat());
    for (more, told, size) in [
        (
            &[][..],
            "The island of Hawaii, round 5 of 5. The people want 17. The game is over.",
            (1176, 1108),
        ),
        (
            &["--at", "12", "--as", "2", "--what", "realm"],
            "Realms of Hawaii, round 1 of 5.",
            (1650, 1112),
        ),
        (
            &["--what", "all", "--language", "fr"],
            "Territoires d’Hawaï, manche 5",
            (1650, 1112),
        ),
        (
            &["--what", "scores", "--look", "contrast"],
            "Points over the game",
            (1650, 1050),
        ),
        (
            &["--what", "island", "--at", "0"],
            "The island of Hawaii, round 1 of 5.",
            (1176, 1108),
        ),
    ] {
        let shown = expect_success(&draw(more));
        assert!(shown.starts_with(told), "{more:?}: {shown}");
        let picture = image::open(&png).unwrap();
        assert_eq!((picture.width(), picture.height()), size, "{more:?}");
    }
    let [last, since, all] = [
        &["--at", "30"][..],
        &["--at", "30", "--since", "30"],
        &["--at", "30", "--since", "3"],
    ]
    .map(|more| {
        expect_success(&draw(more));
        std::fs::read(&png).unwrap()
    });
    assert!(last != all && since != all);
    // The picture shows the position at the given step.
    let [one, two] = ["30", "45"].map(|at| {
        expect_success(&draw(&["--at", at]));
        std::fs::read(&png).unwrap()
    });
    assert!(one != two);
    for (more, why) in [
        (&["--what", "realm"][..], "name the seat"),
        (&["--what", "volcano"], "a game of Hawaii has an island"),
        (&["--as", "4"], "there's no seat 4"),
        (&["--at", "9999"], "there's no step 9999"),
        (&["--at", "12", "--since", "13"], "there's no step 13"),
        (
            &["--language", "tlh"],
            "Lanai doesn't speak tlh: choose from en, cs, de, fr",
        ),
    ] {
        let error = expect_refusal(&draw(more));
        assert!(error.contains(why), "{error}");
    }
    let path = write_record_of("haleakala", folder.path(), &[]);
    let shown = expect_success(&run_lanai(&[
        "draw", &path, "--what", "volcano", "-o", &png,
    ]));
    assert!(
        shown.starts_with("Haleakala, round 2 of 2. The game is over."),
        "{shown}"
    );
}

#[test]
fn draw_makes_a_film() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_record(folder.path(), &["--players", "3"]);
    let gif = folder.path().join("game.gif").display().to_string();
    let line = ["draw", &path, "--what", "film", "-o", &gif, "--at", "40"];
    let shown = expect_success(&run_lanai(&line));
    let file = std::fs::read(&gif).unwrap();
    assert!(file.starts_with(b"GIF89a") && file.len() < 8 << 20);
    assert!(
        shown.starts_with("The island of Hawaii, round 1 of 5."),
        "{shown}"
    );
}

// --- Serving ---

/// Starts the program with wrong settings.
fn startup_error(folder: &Path, settings: &[(&str, &str)]) -> String {
    let mut program = Command::new(crate::program::binary());
    for name in [
        "DISCORD_TOKEN",
        "LANAI_PROXY",
        "LANAI_DATABASE",
        "LANAI_PORCH",
        "LANAI_LIMITER",
    ] {
        program.env_remove(name);
    }
    let output = program
        .envs(settings.iter().copied())
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(
        !String::from_utf8_lossy(&output.stdout).contains("is open"),
        "{output:?}"
    );
    expect_refusal(&output)
}

#[test]
fn startup_errors_are_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.db").display().to_string();
    std::fs::write(
        &broken,
        "no database at all, but a letter to a friend".repeat(100),
    )
    .unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let nowhere = folder
        .path()
        .join("no/such/folder/lanai.db")
        .display()
        .to_string();
    let free = ("LANAI_PORCH", "127.0.0.1:0");
    for (settings, sentence) in [
        (
            &[("LANAI_PORCH", taken.as_str())][..],
            "set LANAI_PORCH to another address",
        ),
        (&[("LANAI_PORCH", "0.0.0.0:0")], "loopback addresses"),
        (
            &[free, ("LANAI_DATABASE", &nowhere)],
            "LANAI_DATABASE says where tables are kept",
        ),
        (&[free, ("LANAI_DATABASE", &broken)], "cannot be opened"),
        (
            &[free, ("LANAI_PICTURES_WITHIN", "soon")],
            "a whole number of milliseconds",
        ),
    ] {
        let error = startup_error(folder.path(), settings);
        let told = error.lines().last().unwrap();
        assert!(
            told.starts_with("lanai: ") && told.contains(sentence),
            "{settings:?}: {error}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_token_is_reported_with_a_remedy() {
    let porch = lanai_porch::Porch::open(lanai_porch::Settings::default())
        .await
        .unwrap();
    let proxy = format!("http://{}", porch.address());
    let error = tokio::task::spawn_blocking(move || {
        let folder = tempfile::tempdir().unwrap();
        startup_error(
            folder.path(),
            &[
                ("LANAI_PROXY", &proxy),
                ("DISCORD_TOKEN", "a-token-of-nobody"),
            ],
        )
    });
    let error = error.await.unwrap();
    assert!(
        error.contains("Discord does not know this token"),
        "{error}"
    );
    assert!(!error.contains("a-token-of-nobody"), "{error}");
    porch.close().await;
}

// --- By another hand ---

/// `tests/records/checker.py` was written from `docs/records.md` alone, so that page is sufficient.
#[test]
fn independent_checker_accepts_full_records() {
    let python = Command::new("python3").arg("--version").output();
    if python.is_err() {
        return lanai_testing::outside::report_missing(
            lanai_testing::outside::Requirement::Python,
            "no record is checked by another hand",
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let checker = format!("{}/tests/records/checker.py", env!("CARGO_MANIFEST_DIR"));
    let games = [
        ("hawaii", "2", "random", "online"),
        ("hawaii", "5", "greedy", "tie_break=shared,ranking=everyone"),
        ("haleakala", "2", "random", "tactical,priestess=may_decline"),
        ("haleakala", "2", "random", "shuffling=forty_turns"),
    ];
    let check = |path: &str| {
        Command::new("python3")
            .args([&checker, path])
            .output()
            .unwrap()
    };
    for (game, players, minds, options) in games {
        let args = [
            "--full",
            "--players",
            players,
            "--policies",
            minds,
            "--options",
            options,
            "--seed",
            "5",
        ];
        let path = write_record_of(game, folder.path(), &args);
        assert!(expect_success(&check(&path)).contains(": valid"));
        let text = std::fs::read_to_string(&path).unwrap();
        let seed = text
            .split("\"seed\": \"")
            .nth(1)
            .unwrap()
            .get(..64)
            .unwrap();
        std::fs::write(&path, text.replace(seed, &"0".repeat(64))).unwrap();
        assert!(!check(&path).status.success(), "it does look");
    }
}
