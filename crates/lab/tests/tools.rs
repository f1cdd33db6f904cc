//! Tests of the tools through their command line.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::process::{Command, Output};

use serde_json::Value;

fn lab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lanai-lab"))
        .args(args)
        .output()
        .unwrap()
}

fn text(args: &[&str]) -> String {
    let output = lab(args);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn refused(args: &[&str]) -> String {
    let output = lab(args);
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&text(&[args, &["--json"]].concat())).unwrap()
}

#[test]
fn simulate_reports_speed_lengths_scores_and_actions() {
    let report = text(&[
        "simulate",
        "hawaii",
        "--players",
        "4",
        "--games",
        "20",
        "--policies",
        "random",
    ]);
    for part in [
        "20 games of hawaii with 4 players",
        "decisions per second",
        "points of a player",
        "  buy ",
    ] {
        assert!(report.contains(part), "{report}");
    }
    assert!(!report.contains("beats"), "{report}");
}

#[test]
fn simulate_gives_the_same_result_on_any_number_of_cores() {
    let run = |seed, cores| {
        let report = json(&[
            "simulate",
            "hawaii",
            "--iterations",
            "1",
            "--players",
            "3",
            "--games",
            "12",
            "--policies",
            "kupuna,random,random",
            "--seed",
            seed,
            "--cores",
            cores,
        ]);
        ["duels", "actions", "points"].map(|part| report[part].clone())
    };
    let one = run("1", "1");
    assert_eq!(one, run("1", "3"));
    assert_ne!(one, run("2", "1"));
    assert_eq!(
        one[0][0]["policies"],
        serde_json::json!(["kupuna", "random"])
    );
    assert!(
        one[0][0]["percent"]["value"].as_f64().unwrap() > 60.0,
        "{}",
        one[0]
    );
}

#[test]
fn a_ladder_compares_every_policy_with_every_other() {
    let args = [
        "simulate",
        "hawaii",
        "--iterations",
        "1",
        "--players",
        "3",
        "--games",
        "8",
        "--policies",
        "greedy,random,keiki",
        "--ladder",
    ];
    let rungs = json(&args);
    let table = text(&args);
    let lines: Vec<&str> = table.trim().lines().collect();
    assert_eq!(
        lines[0],
        "| % of wins in 8 games against | greedy | random | keiki |"
    );
    let rung = |policy, opponents| {
        let found = rungs.as_array().unwrap().iter();
        let found = found
            .clone()
            .find(|rung| rung["policy"] == policy && rung["opponents"] == opponents)
            .unwrap();
        [
            &found["points"],
            &found["opponent_points"],
            &found["wins"]["value"],
        ]
        .map(|it| it.as_f64().unwrap())
    };
    let good = rung("greedy", "random");
    let bad = rung("random", "greedy");
    assert!(good[0] > good[1] && good[2] > 99.0, "{table}");
    assert!(bad[0] < bad[1] && bad[2] < 1.0, "{table}");
    assert!(
        lines[2].starts_with("| greedy |  | 100.0 (68 to 100); "),
        "{table}"
    );
}

/// With two players, one wins what the other loses, so that the shares add up to 100 %.
#[test]
fn simulate_reports_the_advantage_of_starting() {
    let report = json(&[
        "simulate",
        "hawaii",
        "--players",
        "2",
        "--games",
        "30",
        "--policies",
        "greedy,random",
    ]);
    let shares: Vec<f64> = report["percent_by_start"]
        .as_array()
        .unwrap()
        .iter()
        .map(|share| share.as_f64().unwrap())
        .collect();
    assert!(
        (shares.iter().sum::<f64>() - 100.0).abs() < 1e-9 && shares.len() == 2,
        "{shares:?}"
    );
    // The greedy player wins every game, so that these are the shares in which it did and did not
    // start.
    assert!(
        shares.iter().all(|share| (20.0..80.0).contains(share)),
        "{shares:?}"
    );
}

#[test]
fn a_finished_network_is_written_and_not_trained_further() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().display().to_string();
    let file = folder.path().join("haleakala-2.net");
    let train = |games: &'static str| {
        ["train", "haleakala", "--games", games, "--to", &to].map(str::to_owned)
    };
    let train = |games| text(&train(games).each_ref().map(String::as_str));
    assert!(train("40").contains("haleakala-2.net: 40 games, first in "));
    let trained = std::fs::read(&file).unwrap();
    let line = trained.split(|byte| *byte == b'\n').next().unwrap();
    let course: Value = serde_json::from_slice(line).unwrap();
    assert_eq!(
        [&course["games"], &course["played"], &course["players"]],
        [40, 40, 2]
    );
    // Another course begins again; the same one gives the same network.
    train("33");
    assert_ne!(std::fs::read(&file).unwrap(), trained);
    train("40");
    assert_eq!(std::fs::read(&file).unwrap(), trained);
}

#[test]
fn a_file_without_a_network_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().display().to_string();
    let file = folder.path().join("haleakala-2.net");
    std::fs::write(&file, "a shopping list\n").unwrap();
    let error = refused(&["train", "haleakala", "--games", "40", "--to", &to]);
    assert!(
        error.contains("haleakala-2.net: the settings of the training cannot be read"),
        "{error}"
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "a shopping list\n");
}

#[test]
fn calibrate_gives_the_same_result_on_any_number_of_cores() {
    let run = |cores| {
        text(&[
            "calibrate",
            "hawaii",
            "--games",
            "2",
            "--policy",
            "greedy",
            "--cores",
            cores,
        ])
    };
    let one = run("1");
    for part in [
        "Searched by:",
        "Round 0",
        "Best so far: ",
        "The search is over: ",
        "held out",
    ] {
        assert!(one.contains(part), "{one}");
    }
    assert_eq!(one, run("2"));
    let haleakala = text(&["calibrate", "haleakala"]);
    assert!(
        haleakala.contains("There are no reports of how games of haleakala end"),
        "{haleakala}"
    );
}
