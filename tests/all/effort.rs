//! What a decision costs, in instructions: those are counted alike however busy a machine is. Listing, choosing by dice and
//! playing belong to it, in the build of the tests; setting a game up does not.

use std::collections::HashMap;
use std::fs::read_to_string;
use std::process::Command;

use serde_json::Value;

use crate::outside::lacking;

/// The most that a decision may cost. A budget is lowered when the rules become faster, and never raised in passing.
const OF_HAWAII: u64 = 2_080;
const OF_HALEAKALA: u64 = 1_280;
const GAMES: u32 = 40;
/// What a decision asks of the games' crate, as their names end.
const ASKED: [&str; 3] = ["Rules>::legal", "Mind<G>>::choose", "Rules>::play"];

/// How many instructions it takes to list, to choose and to play, and how many decisions that are.
fn effort(game: &str, players: &str) -> (u64, u64) {
    let folder = tempfile::tempdir().unwrap();
    let counts = folder.path().join("counts");
    let counted = Command::new("valgrind")
        .args(["--tool=callgrind", &format!("--callgrind-out-file={}", counts.display())])
        .args([env!("CARGO_BIN_EXE_lanai"), "simulate", game, "--players", players, "--minds", "random"])
        .args(["--json", "--games", &GAMES.to_string()])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&counted.stdout).unwrap();
    let decisions = report["decisions"]["mean"].as_f64().unwrap() * f64::from(GAMES);
    let asked = asked_of_the_games(&read_to_string(counts).unwrap());
    (asked, format!("{decisions:.0}").parse().unwrap())
}

/// How many instructions were spent in what a decision asks for, for whoever is not of the games' crate. (A function
/// is named with its number where it is met first, and by that number alone from then on.)
fn asked_of_the_games(counts: &str) -> u64 {
    let (mut known, mut asks, mut answers, mut sum) = (HashMap::new(), "", "", 0);
    let mut lines = counts.lines();
    while let Some(line) = lines.next() {
        let mut function = |it| {
            let (number, name) = str::split_once(it, ' ').unwrap_or((it, ""));
            *known.entry(number).or_insert(name)
        };
        if let Some(it) = line.strip_prefix("fn=") {
            asks = function(it);
        } else if let Some(it) = line.strip_prefix("cfn=") {
            answers = function(it);
        } else if line.starts_with("calls=") {
            let is_asked = ASKED.iter().any(|end| answers.ends_with(end));
            if is_asked && !asks.trim_start_matches('<').starts_with("lanai_games::") {
                let cost = lines.next().and_then(|line| line.split(' ').nth(1)).unwrap();
                sum += cost.parse::<u64>().unwrap();
            }
        }
    }
    sum
}

fn a_decision_costs_at_most(budget: u64, game: &str, players: &str) {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return lacking("valgrind", "nothing here counts instructions");
    }
    let (instructions, decisions) = effort(game, players);
    let costs = instructions / decisions;
    assert!((budget * 9 / 10..=budget).contains(&costs), "a decision of {game} costs {costs} instructions");
}

#[test]
fn a_decision_of_hawaii_keeps_to_its_budget() {
    a_decision_costs_at_most(OF_HAWAII, "hawaii", "4");
}

#[test]
fn a_decision_of_haleakala_keeps_to_its_budget() {
    a_decision_costs_at_most(OF_HALEAKALA, "haleakala", "2");
}
