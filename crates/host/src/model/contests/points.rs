//! Points and places: what a table brings, and who stands where. docs/contests.md has the rules for players.

use std::cmp::Reverse;

use super::state::{ContestState, Heat, HeatResult, Part, System};
use lanai_store::{Chair, Ending, LeftBy, PastGame};

/// What whoever is alone in front gets at a table; the last gets nothing, and the others lie between in even steps. It can be
/// divided by 2, 3 and 4, and once more where two are equal.
pub const FULL: i64 = 24;

/// Where somebody stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestPlace {
    pub entrant: usize,
    pub division: u32,
    /// Their place there: whoever nothing but the lot tells apart still has a place of their own.
    pub place: usize,
    /// How many tables they have played to the end.
    pub played: usize,
    pub points: i64,
    /// At how many tables nobody was before them.
    pub firsts: usize,
    /// The points of all whom they met, once for each table.
    pub met: i64,
    /// Their shares of the points of the games, together.
    pub share: i64,
    /// The last round that they reached, where one goes from round to round.
    reached: u32,
    there: (i64, i64),
    lot: u32,
}

/// How somebody came out at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Finish {
    Ranked(i64),
    /// Not at the end: behind everybody who was.
    Gone,
}

impl HeatResult {
    /// Of whoever has nobody to play with.
    pub(crate) fn of_bye() -> HeatResult {
        HeatResult {
            points: vec![FULL],
            shares: vec![0],
        }
    }

    /// Of a table that everybody left.
    pub(crate) fn of_nobody(seats: usize) -> HeatResult {
        HeatResult {
            points: vec![0; seats],
            shares: vec![0; seats],
        }
    }

    /// Of a game, for those who were to play it. Whoever left, or had the computer sitting there for them as it ended, is behind
    /// all others; where all agreed to end it, all are equal.
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
        // Whoever stayed until it was given up has won.
        Some(player) => Finish::Ranked(player.rank.unwrap_or(1)),
        None => Finish::Gone,
    }
}

/// The points that somebody made in a game, if they were there at its end.
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
    /// Who stands where, division by division: everybody who has, or had, a place in one.
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
        // A table that was given up brings nothing, whatever it is that is counted.
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

    /// The points of an entrant: those of all their tables, and what the organiser gave or took.
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

    /// Those of a division who play, the best first.
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
