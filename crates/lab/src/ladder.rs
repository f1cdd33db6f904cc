//! `lanai-lab simulate --ladder`: each policy against each other one, as a table.

use lanai_ai::PolicyKind;
use lanai_rules::{BySeat, Seat, Seats, Standings};
use serde::Serialize;

use crate::rating::{Estimate, first};

/// The result of one policy among opponents of another.
#[derive(Serialize, Debug)]
pub(crate) struct Rung {
    mind: &'static str,
    others: &'static str,
    games: u32,
    /// The percentage of games in which it was first; a shared win counts in part.
    first: Estimate,
    points: f64,
    points_of_others: f64,
}

/// Returns the seatings: each policy alone among opponents of each other one.
pub(crate) fn pairs(seats: Seats, minds: &[PolicyKind]) -> Vec<BySeat<PolicyKind>> {
    let mut pairs = Vec::new();
    for one in minds {
        for other in minds.iter().filter(|other| *other != one) {
            pairs.push(BySeat::new(seats, |seat| {
                if is_alone(seat) { *one } else { *other }
            }));
        }
    }
    pairs
}

/// The choice of the seat makes no difference: the starting player is drawn.
fn is_alone(seat: Seat) -> bool {
    seat == Seat::default()
}

impl Rung {
    /// Returns the result of the policy that sat alone.
    pub(crate) fn of(kinds: BySeat<PolicyKind>, ended: &[Standings]) -> Rung {
        let games = u32::try_from(ended.len()).unwrap_or(u32::MAX);
        let mean = |sum: f64| sum / f64::from(games.max(1));
        let points = |alone: bool| {
            let seats: Vec<Seat> = kinds
                .seats()
                .iter()
                .filter(|seat| is_alone(*seat) == alone)
                .collect();
            let of = |standings: &Standings| {
                let points = seats.iter().map(|seat| f64::from(standings.points[*seat]));
                points.sum::<f64>() / f64::from(u32::try_from(seats.len()).unwrap_or(u32::MAX))
            };
            mean(ended.iter().map(of).sum())
        };
        let alone = kinds.iter().find(|(seat, _)| is_alone(*seat));
        let others = kinds.iter().find(|(seat, _)| !is_alone(*seat));
        let share = mean(
            ended
                .iter()
                .map(|standings| first(standings, Seat::default()))
                .sum(),
        );
        Rung {
            mind: alone.map_or("", |(_, kind)| kind.name()),
            others: others.map_or("", |(_, kind)| kind.name()),
            games,
            first: Estimate::percent(share, games),
            points: points(true),
            points_of_others: points(false),
        }
    }
}

/// Formats a Markdown table: a row for each policy, a column for its opponents.
pub(crate) fn as_text(ladder: &[Rung]) -> String {
    let mut minds: Vec<&str> = Vec::new();
    for rung in ladder {
        if !minds.contains(&rung.mind) {
            minds.push(rung.mind);
        }
    }
    let cell = |mind: &str, others: &str| {
        let rung = ladder
            .iter()
            .find(|rung| rung.mind == mind && rung.others == others);
        rung.map_or(String::new(), |rung| {
            let [first, ..] = rung.first.told(|figure| format!("{figure:.1}"));
            let [_, from, to] = rung.first.told(|figure| format!("{figure:.0}"));
            format!(
                "{first} ({from} to {to}); {:.0} : {:.0}",
                rung.points, rung.points_of_others
            )
        })
    };
    let row = |mind: &&str| {
        let cells: Vec<String> = minds.iter().map(|others| cell(mind, others)).collect();
        format!("| {mind} | {} |\n", cells.join(" | "))
    };
    let games = ladder.first().map_or(0, |rung| rung.games);
    let head = format!(
        "| % of wins in {games} games against | {} |\n",
        minds.join(" | ")
    );
    let line = format!("|---|{}\n", "---|".repeat(minds.len()));
    [head, line]
        .into_iter()
        .chain(minds.iter().map(row))
        .collect()
}
