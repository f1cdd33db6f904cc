//! What a decision costs, in instructions: those are counted alike however busy a machine is. Listing, choosing by dice and
//! playing belong to it, in the build of the tests; setting a game up does not.

use std::process::Command;

use serde_json::Value;

use crate::outside::lacking;

/// The most that a decision may cost. A budget is lowered when the rules become faster, and never raised in passing.
const OF_HAWAII: u64 = 3_100;
const OF_HALEAKALA: u64 = 2_600;

/// How many instructions it takes to play so many games, and how many decisions that are.
fn effort(game: &str, players: &str, games: u32) -> (u64, u64) {
    let counted = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", env!("CARGO_BIN_EXE_lanai")])
        .args([
            "simulate",
            game,
            "--players",
            players,
            "--minds",
            "random",
            "--json",
            "--games",
            &games.to_string(),
        ])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&counted.stdout).unwrap();
    let decisions = report["decisions"]["mean"].as_f64().unwrap() * f64::from(games);
    let told = String::from_utf8(counted.stderr).unwrap();
    let collected = told.lines().find_map(|line| line.split_once("Collected : ")).expect("a count");
    (collected.1.trim().parse().unwrap(), format!("{decisions:.0}").parse().unwrap())
}

fn a_decision_costs_at_most(budget: u64, game: &str, players: &str) {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return lacking("valgrind", "nothing here counts instructions");
    }
    let [few, many] = [10, 50].map(|games| effort(game, players, games));
    let costs = (many.0 - few.0) / (many.1 - few.1);
    assert!((budget * 8 / 10..=budget).contains(&costs), "a decision of {game} costs {costs} instructions");
}

#[test]
fn a_decision_of_hawaii_keeps_to_its_budget() {
    a_decision_costs_at_most(OF_HAWAII, "hawaii", "4");
}

#[test]
fn a_decision_of_haleakala_keeps_to_its_budget() {
    a_decision_costs_at_most(OF_HALEAKALA, "haleakala", "2");
}
