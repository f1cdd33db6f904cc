//! `lanai-lab simulate --ladder`: compares every policy with every other one in a table.

use std::fmt::Write as _;

use lanai_ai::PolicyKind;
use lanai_rules::{BySeat, Seat, Seats, Standings};
use serde::Serialize;

use crate::rating::{Estimate, share_of_win};

/// The result of one policy on one seat against another policy on all other seats.
#[derive(Serialize, Debug)]
pub(crate) struct LadderEntry {
    policy: &'static str,
    opponents: &'static str,
    games: u32,
    /// The percentage of games that the policy won; a shared win counts in part.
    wins: Estimate,
    points: f64,
    opponent_points: f64,
}

/// Returns a seating for each pair of policies: the first on one seat, the second on all other
/// seats.
pub(crate) fn list_seatings(seats: Seats, policies: &[PolicyKind]) -> Vec<BySeat<PolicyKind>> {
    let mut seatings = Vec::new();
    for policy in policies {
        for opponent in policies.iter().filter(|other| *other != policy) {
            seatings.push(BySeat::new(seats, |seat| {
                if is_lone_seat(seat) {
                    *policy
                } else {
                    *opponent
                }
            }));
        }
    }
    seatings
}

/// Returns whether a seat is for the policy that plays alone.
///
/// It is the first seat. The choice does not matter, because the starting player is drawn.
fn is_lone_seat(seat: Seat) -> bool {
    seat == Seat::default()
}

impl LadderEntry {
    /// Computes the result of the policy that played alone on its seat.
    pub(crate) fn from_games(by_seat: BySeat<PolicyKind>, results: &[Standings]) -> LadderEntry {
        let (lone, others): (Vec<Seat>, Vec<Seat>) =
            by_seat.seats().iter().partition(|seat| is_lone_seat(*seat));
        let games = u32::try_from(results.len()).unwrap_or(u32::MAX);
        let wins: f64 = results
            .iter()
            .map(|standings| share_of_win(standings, Seat::default()))
            .sum();
        LadderEntry {
            policy: lone.first().map_or("", |seat| by_seat[*seat].name()),
            opponents: others.first().map_or("", |seat| by_seat[*seat].name()),
            games,
            wins: Estimate::percent(wins / f64::from(games.max(1)), games),
            points: mean_points(&lone, results),
            opponent_points: mean_points(&others, results),
        }
    }
}

fn mean_points(seats: &[Seat], results: &[Standings]) -> f64 {
    let mut sum = 0.0;
    for standings in results {
        let points = seats.iter().map(|seat| f64::from(standings.points[*seat]));
        sum += points.sum::<f64>() / f64::from(u32::try_from(seats.len()).unwrap_or(u32::MAX));
    }
    sum / f64::from(u32::try_from(results.len().max(1)).unwrap_or(u32::MAX))
}

/// Formats a Markdown table with a row for each policy and a column for each policy as opponents.
pub(crate) fn format_table(entries: &[LadderEntry]) -> String {
    let mut policies: Vec<&str> = Vec::new();
    for entry in entries {
        if !policies.contains(&entry.policy) {
            policies.push(entry.policy);
        }
    }
    let games = entries.first().map_or(0, |entry| entry.games);
    let mut table = format!(
        "| % of wins in {games} games against | {} |\n|---|{}\n",
        policies.join(" | "),
        "---|".repeat(policies.len())
    );
    for policy in &policies {
        let cells: Vec<String> = policies
            .iter()
            .map(|opponents| format_cell(entries, policy, opponents))
            .collect();
        let _ = writeln!(table, "| {policy} | {} |", cells.join(" | "));
    }
    table
}

fn format_cell(entries: &[LadderEntry], policy: &str, opponents: &str) -> String {
    let Some(entry) = entries
        .iter()
        .find(|entry| entry.policy == policy && entry.opponents == opponents)
    else {
        return String::new();
    };
    let [wins, ..] = entry.wins.format_each(|percent| format!("{percent:.1}"));
    let [_, from, to] = entry.wins.format_each(|percent| format!("{percent:.0}"));
    format!(
        "{wins} ({from} to {to}); {:.0} : {:.0}",
        entry.points, entry.opponent_points
    )
}
