//! Compares computer players by the results of their games against each other.

use std::cmp::Ordering;

use lanai_ai::PolicyKind;
use lanai_rules::{BySeat, Seat, Standings};
use serde::Serialize;

/// The number of standard deviations of a 95 % confidence interval.
const CONFIDENCE_DEVIATIONS: f64 = 1.96;

/// The result of two policies against each other, from the first one's view. A tie counts as half.
#[derive(Serialize, Debug)]
pub(crate) struct Duel {
    policies: [&'static str; 2],
    games: u32,
    percent: Estimate,
    elo: Estimate,
}

/// Returns the share of a seat in the win: 1 for a sole winner, less for a tie, 0 for a loser.
pub(crate) fn share_of_win(standings: &Standings, seat: Seat) -> f64 {
    let winners = u32::try_from(standings.winners().count()).unwrap_or(u32::MAX);
    if standings.rank(seat) == 1 {
        1.0 / f64::from(winners)
    } else {
        0.0
    }
}

/// A value with the bounds of its 95 % confidence interval; `None` means infinite.
#[derive(Serialize, Debug)]
pub(crate) struct Estimate {
    value: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
}

impl Estimate {
    pub(crate) fn percent(share: f64, games: u32) -> Estimate {
        let (lower, upper) = wilson_interval(share, f64::from(games.max(1)));
        Estimate {
            value: Some(100.0 * share),
            lower: Some(100.0 * lower),
            upper: Some(100.0 * upper),
        }
    }

    fn elo(share: f64, games: u32) -> Estimate {
        let (lower, upper) = wilson_interval(share, f64::from(games.max(1)));
        Estimate {
            value: elo_difference(share),
            lower: elo_difference(lower),
            upper: elo_difference(upper),
        }
    }

    /// Formats the value, the lower and the upper bound.
    pub(crate) fn format_each(&self, format: impl Fn(f64) -> String) -> [String; 3] {
        [self.value, self.lower, self.upper]
            .map(|number| number.map_or_else(|| "no limit".to_owned(), &format))
    }
}

impl Duel {
    /// Compares each pair of different policies at a table, in the order of the seats.
    pub(crate) fn compare_all(by_seat: BySeat<PolicyKind>, results: &[Standings]) -> Vec<Duel> {
        let mut earlier: Vec<PolicyKind> = Vec::new();
        let mut duels = Vec::new();
        for policy in by_seat.values() {
            if earlier.contains(policy) {
                continue;
            }
            for other in &earlier {
                duels.push(Duel::compare(by_seat, [*other, *policy], results));
            }
            earlier.push(*policy);
        }
        duels
    }

    fn compare(
        by_seat: BySeat<PolicyKind>,
        policies: [PolicyKind; 2],
        results: &[Standings],
    ) -> Duel {
        let seats = policies.map(|policy| seats_of(by_seat, policy));
        let games = u32::try_from(results.len()).unwrap_or(u32::MAX);
        let sum: f64 = results
            .iter()
            .map(|standings| score(standings, &seats))
            .sum();
        let share = sum / f64::from(games.max(1));
        Duel {
            policies: policies.map(PolicyKind::name),
            games,
            percent: Estimate::percent(share, games),
            elo: Estimate::elo(share, games),
        }
    }

    pub(crate) fn format_text(&self) -> String {
        let [first, second] = self.policies;
        let [percent, from, to] = self.percent.format_each(|number| format!("{number:.1}"));
        let [elo, least, most] = self.elo.format_each(|number| format!("{number:+.0}"));
        format!(
            "{first} beats {second} in {percent} % ({from} to {to}); Elo {elo} ({least} to {most})"
        )
    }
}

fn seats_of(by_seat: BySeat<PolicyKind>, policy: PolicyKind) -> Vec<Seat> {
    by_seat
        .iter()
        .filter(|(_, other)| **other == policy)
        .map(|(seat, _)| seat)
        .collect()
}

/// Returns the first policy's mean score over all pairs of its seats with the second policy's
/// seats.
fn score(standings: &Standings, [first, second]: &[Vec<Seat>; 2]) -> f64 {
    let mut sum = 0.0;
    let mut pairs = 0.0;
    for one in first {
        for other in second {
            sum += match standings.rank(*one).cmp(&standings.rank(*other)) {
                Ordering::Less => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 0.0,
            };
            pairs += 1.0;
        }
    }
    sum / f64::max(pairs, 1.0)
}

/// Returns the Wilson score interval of a share.
fn wilson_interval(share: f64, games: f64) -> (f64, f64) {
    let square = CONFIDENCE_DEVIATIONS * CONFIDENCE_DEVIATIONS;
    let middle = share + square / (2.0 * games);
    let width = CONFIDENCE_DEVIATIONS
        * (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt();
    let scale = 1.0 + square / games;
    // For a share of 0 or 1, the exact bound is 0 or 1, which rounding errors could miss.
    let lower = if share > 0.0 {
        (middle - width) / scale
    } else {
        0.0
    };
    let upper = if share < 1.0 {
        (middle + width) / scale
    } else {
        1.0
    };
    (lower, upper)
}

/// Returns the Elo difference that corresponds to a share of wins; `None` if it is infinite.
fn elo_difference(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}
