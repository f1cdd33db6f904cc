//! How much better one computer player is than another, from their games against each other.

use lanai_ai::PolicyKind;
use lanai_rules::{BySeat, Seat, Standings};
use serde::Serialize;

/// The number of standard deviations of a 95 % confidence interval.
const SURE: f64 = 1.96;

/// The result of two policies against each other: the share that the first won, draws being halves.
#[derive(Serialize, Debug)]
pub(crate) struct Duel {
    minds: [&'static str; 2],
    games: u32,
    percent: Estimate,
    elo: Estimate,
}

pub(crate) fn first(standings: &Standings, seat: Seat) -> f64 {
    let winners = u32::try_from(standings.winners().count()).unwrap_or(u32::MAX);
    if standings.rank(seat) == 1 {
        1.0 / f64::from(winners)
    } else {
        0.0
    }
}

/// A figure with its confidence interval. Infinite values are `None`.
#[derive(Serialize, Debug)]
pub(crate) struct Estimate {
    is: Option<f64>,
    from: Option<f64>,
    to: Option<f64>,
}

impl Estimate {
    pub(crate) fn percent(share: f64, games: u32) -> Estimate {
        let (from, to) = bounds(share, f64::from(games.max(1)));
        let hundred = |share: f64| Some(100.0 * share);
        Estimate {
            is: hundred(share),
            from: hundred(from),
            to: hundred(to),
        }
    }

    /// Formats the figure, the lower and the upper bound.
    pub(crate) fn told(&self, written: impl Fn(f64) -> String) -> [String; 3] {
        [self.is, self.from, self.to]
            .map(|figure| figure.map_or_else(|| "no limit".to_owned(), &written))
    }
}

impl Duel {
    /// Compares all pairs of different policies at a table, in the order of the seats.
    pub(crate) fn all(kinds: BySeat<PolicyKind>, ended: &[Standings]) -> Vec<Duel> {
        let mut known: Vec<PolicyKind> = Vec::new();
        kinds.values().for_each(|kind| {
            if !known.contains(kind) {
                known.push(*kind);
            }
        });
        let pairs = known
            .iter()
            .enumerate()
            .flat_map(|(at, one)| known[..at].iter().map(|other| (*other, *one)));
        pairs
            .map(|(one, other)| Duel::of(kinds, [one, other], ended))
            .collect()
    }

    fn of(kinds: BySeat<PolicyKind>, pair: [PolicyKind; 2], ended: &[Standings]) -> Duel {
        let seats = |wanted: PolicyKind| -> Vec<Seat> {
            kinds
                .iter()
                .filter(|(_, kind)| **kind == wanted)
                .map(|(seat, _)| seat)
                .collect()
        };
        let [ours, theirs] = pair.map(seats);
        let score = |standings: &Standings| {
            let pairs = ours
                .iter()
                .flat_map(|one| theirs.iter().map(move |other| (*one, *other)));
            let (sum, number) = pairs.fold((0.0, 0.0), |(sum, number), (one, other)| {
                let share = match standings.rank(one).cmp(&standings.rank(other)) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                (sum + share, number + 1.0)
            });
            sum / f64::max(number, 1.0)
        };
        let games = u32::try_from(ended.len()).unwrap_or(u32::MAX);
        let share = ended.iter().map(score).sum::<f64>() / f64::from(games.max(1));
        let (from, to) = bounds(share, f64::from(games.max(1)));
        Duel {
            minds: pair.map(PolicyKind::name),
            games,
            percent: Estimate::percent(share, games),
            elo: Estimate {
                is: elo(share),
                from: elo(from),
                to: elo(to),
            },
        }
    }

    pub(crate) fn as_text(&self) -> String {
        let [one, other] = self.minds;
        let [percent, from, to] = self.percent.told(|figure| format!("{figure:.1}"));
        let [elo, least, most] = self.elo.told(|figure| format!("{figure:+.0}"));
        format!(
            "{one} beats {other} in {percent} % ({from} to {to}); Elo {elo} ({least} to {most})"
        )
    }
}

/// Returns the Wilson score interval of a share.
fn bounds(share: f64, games: f64) -> (f64, f64) {
    let square = SURE * SURE;
    let middle = share + square / (2.0 * games);
    let width = SURE * (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt();
    let whole = 1.0 + square / games;
    // At zero and one the formula is exact except for rounding errors.
    let from = if share > 0.0 {
        (middle - width) / whole
    } else {
        0.0
    };
    let to = if share < 1.0 {
        (middle + width) / whole
    } else {
        1.0
    };
    (from, to)
}

/// Returns the difference in Elo for a share of wins; `None` if it is infinite.
fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}
