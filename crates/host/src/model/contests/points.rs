//! Points and standings. docs/contests.md has the rules for players.

use std::cmp::Reverse;

use super::state::{ContestState, Heat, HeatResult, Part, System};
use lanai_store::{Chair, Ending, LeftBy, PastGame};

/// The points of a table's winner. The last gets none, the others lie between in even steps.
///
/// It is divisible by 2, 3 and 4, and once more by 2 for ties.
pub const FULL: i64 = 24;

/// A line of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestPlace {
    pub entrant: usize,
    pub division: u32,
    /// The place in the division. Ties are broken by lot, so that places are unique.
    pub place: usize,
    /// The number of finished tables.
    pub played: usize,
    pub points: i64,
    /// The number of tables won or shared.
    pub firsts: usize,
    /// The points of all opponents, once for each table.
    pub met: i64,
    /// The sum of the shares of all points of the games.
    pub share: i64,
    /// The last round reached in a knock-out.
    reached: u32,
    there: (i64, i64),
    lot: u32,
}

/// How an entrant finished a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Finish {
    Ranked(i64),
    /// Left before the end, which ranks behind all others.
    Gone,
}

impl HeatResult {
    /// Returns the result of a bye.
    pub(crate) fn of_bye() -> HeatResult {
        HeatResult {
            points: vec![FULL],
            shares: vec![0],
        }
    }

    /// Returns the result of a table that all players left.
    pub(crate) fn of_nobody(seats: usize) -> HeatResult {
        HeatResult {
            points: vec![0; seats],
            shares: vec![0; seats],
        }
    }

    /// Returns the result of a finished game for the entrants of its heat.
    ///
    /// Players who left, or whom the computer replaced at the end, rank behind all others. If all
    /// agreed to end the game, all are equal.
    pub(crate) fn of(
        state: &ContestState,
        heat: &Heat,
        past: &PastGame,
        chairs: &[Chair],
    ) -> HeatResult {
        let finishes: Vec<Finish> = heat
            .seats
            .iter()
            .map(|seated| finish(state, *seated, past, chairs))
            .collect();
        let made: Vec<i64> = heat
            .seats
            .iter()
            .map(|seated| made(state, *seated, past))
            .collect();
        let all: i64 = made.iter().sum();
        let others = i64::try_from(heat.seats.len())
            .unwrap_or(i64::MAX)
            .saturating_sub(1)
            .max(1);
        let points = finishes.iter().map(|own| {
            let behind = finishes.iter().filter(|other| *other > own).count();
            let equal = finishes.iter().filter(|other| *other == own).count() - 1;
            FULL / 2 * i64::try_from(2 * behind + equal).unwrap_or_default() / others
        });
        let shares = made
            .iter()
            .map(|made| if all > 0 { made * 1000 / all } else { 0 });
        HeatResult {
            points: points.collect(),
            shares: shares.collect(),
        }
    }
}

fn finish(state: &ContestState, entrant: usize, past: &PastGame, chairs: &[Chair]) -> Finish {
    let Some(person) = state.entrants.get(entrant).map(|entrant| entrant.person) else {
        return Finish::Gone;
    };
    if matches!(past.ending, Ending::Agreed | Ending::Stopped) {
        return Finish::Ranked(1);
    }
    let stood_in = chairs
        .iter()
        .any(|chair| chair.person == Some(person) && chair.stands_in);
    let player = past
        .players
        .iter()
        .find(|player| player.person == Some(person) && player.nth == 0);
    match player.filter(|player| player.left_by == LeftBy::Stayed && !stood_in) {
        // Players who stayed until the game was given up have won.
        Some(player) => Finish::Ranked(player.rank.unwrap_or(1)),
        None => Finish::Gone,
    }
}

/// Returns the game points of an entrant who stayed until the end.
fn made(state: &ContestState, entrant: usize, past: &PastGame) -> i64 {
    let person = state.entrants.get(entrant).map(|entrant| entrant.person);
    let player = past
        .players
        .iter()
        .find(|player| player.person == person && player.nth == 0);
    player
        .and_then(|player| player.points)
        .unwrap_or_default()
        .max(0)
}

impl ContestState {
    /// Returns the standings by division, including entrants who dropped out.
    pub fn standings(&self) -> Vec<ContestPlace> {
        let playing = self
            .entrants
            .iter()
            .enumerate()
            .filter(|(_, entrant)| entrant.division > 0);
        let mut lines: Vec<ContestPlace> = playing.map(|(number, _)| self.line(number)).collect();
        match self.terms.system {
            System::League | System::Swiss => lines.sort_by_key(|line| {
                let order = (line.points, line.firsts, line.met, line.share);
                (line.division, Reverse(order), line.lot)
            }),
            System::Knockout => {
                lines.sort_by_key(|line| {
                    (line.division, Reverse((line.reached, line.there)), line.lot)
                });
            }
        }
        let mut before = (0, 0);
        for line in &mut lines {
            before = (
                line.division,
                if before.0 == line.division {
                    before.1 + 1
                } else {
                    1
                },
            );
            line.place = before.1;
        }
        lines
    }

    fn line(&self, number: usize) -> ContestPlace {
        let (division, lot) = self
            .entrants
            .get(number)
            .map_or((0, 0), |entrant| (entrant.division, entrant.lot));
        let heats = || {
            self.heats
                .iter()
                .filter(move |heat| !heat.annulled && heat.seat_of(number).is_some())
        };
        // An abandoned table counts for nothing.
        let over = || {
            heats().filter(|heat| {
                heat.outcome
                    .as_ref()
                    .is_some_and(|it| it.points.iter().any(|it| *it > 0))
            })
        };
        let best = |heat: &Heat| {
            let most = heat
                .outcome
                .as_ref()
                .and_then(|outcome| outcome.points.iter().max().copied());
            !heat.is_bye() && heat.points_of(number) == most
        };
        let last = heats().max_by_key(|heat| heat.round);
        let there = last.map(|heat| {
            (
                heat.points_of(number).unwrap_or(FULL),
                heat.share_of(number).unwrap_or_default(),
            )
        });
        ContestPlace {
            entrant: number,
            division,
            place: 0,
            played: over().filter(|heat| !heat.is_bye()).count(),
            points: self.points(number),
            firsts: over().filter(|heat| best(heat)).count(),
            met: over()
                .flat_map(|heat| &heat.seats)
                .filter(|seated| **seated != number)
                .map(|seated| self.points(*seated))
                .sum(),
            share: over().filter_map(|heat| heat.share_of(number)).sum(),
            reached: last.map_or(0, |heat| heat.round),
            there: there.unwrap_or_default(),
            lot,
        }
    }

    /// Returns the points of an entrant with the organiser's corrections.
    fn points(&self, number: usize) -> i64 {
        let corrected = self
            .entrants
            .get(number)
            .map_or(0, |entrant| entrant.corrected);
        self.heats
            .iter()
            .filter_map(|heat| heat.points_of(number))
            .sum::<i64>()
            + corrected
    }

    /// Returns the active entrants of a division, the best first.
    pub(crate) fn order(&self, division: u32) -> Vec<usize> {
        let lines = self
            .standings()
            .into_iter()
            .filter(|line| line.division == division);
        let plays = |number: usize| {
            self.entrants
                .get(number)
                .is_some_and(|entrant| entrant.part == Part::Plays)
        };
        lines
            .map(|line| line.entrant)
            .filter(|number| plays(*number))
            .collect()
    }
}
