//! Points and standings. docs/contests.md has the rules for players.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::state::{ContestState, Heat, PairingSystem};
use crate::PersonId;
use crate::model::results::{self, Finish};
use lanai_store::{Participant, PastGame, SeatedPlayer};

/// The points of a table's winner. The last player gets none, and the ranks between are evenly
/// spaced.
///
/// The number is divisible by the 2, 3 or 4 steps between ranks, and the result by 2, for ties.
pub const MAX_HEAT_POINTS: i64 = 24;

/// The result of a heat, by seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeatResult {
    pub points: Vec<i64>,
    /// Each player's share of all points of the game, in thousandths.
    pub shares: Vec<i64>,
}

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
    /// The number of tables at which the entrant was first, alone or with others.
    pub first_places: usize,
    /// The sum of the opponents' points. An opponent counts once for each table met at.
    pub opponent_points: i64,
    /// The sum of the entrant's shares of the points of each game, in thousandths.
    pub share: i64,
    /// The last round reached in a knock-out.
    reached: u32,
    /// The points and share of the last heat.
    last_heat: (i64, i64),
    lot: u32,
}

impl HeatResult {
    /// Returns the result of a bye.
    pub(crate) fn bye() -> HeatResult {
        HeatResult {
            points: vec![MAX_HEAT_POINTS],
            shares: vec![0],
        }
    }

    /// Returns the result of a table that all players left.
    pub(crate) fn abandoned(seats: usize) -> HeatResult {
        HeatResult {
            points: vec![0; seats],
            shares: vec![0; seats],
        }
    }

    /// Returns the result of a finished game for the entrants of its heat.
    ///
    /// Players who left, or whom the computer replaced at the end, rank behind all others. If the
    /// game ended without a result, all are equal.
    pub(crate) fn from_game(
        state: &ContestState,
        heat: &Heat,
        past: &PastGame,
        players: &[SeatedPlayer],
    ) -> HeatResult {
        let finishes: Vec<Finish> = heat
            .seats
            .iter()
            .map(|entrant| find_entrant_finish(state, *entrant, past, players))
            .collect();
        let game_points: Vec<i64> = heat
            .seats
            .iter()
            .map(|entrant| game_points_of(state, *entrant, past))
            .collect();
        let all_points: i64 = game_points.iter().sum();
        let others = i64::try_from(heat.seats.len())
            .unwrap_or(i64::MAX)
            .saturating_sub(1)
            .max(1);
        let mut points = Vec::new();
        for own in &finishes {
            let behind = finishes.iter().filter(|other| *other > own).count();
            let equal = finishes.iter().filter(|other| *other == own).count() - 1;
            let half_points = i64::try_from(2 * behind + equal).unwrap_or_default();
            points.push(MAX_HEAT_POINTS / 2 * half_points / others);
        }
        let shares = game_points
            .iter()
            .map(|own| own * 1000 / all_points.max(1))
            .collect();
        HeatResult { points, shares }
    }
}

/// Returns how an entrant finished a table. All are equal if it ended without a result.
fn find_entrant_finish(
    state: &ContestState,
    entrant: usize,
    past: &PastGame,
    players: &[SeatedPlayer],
) -> Finish {
    let Some(entrant) = state.entrants.get(entrant) else {
        return Finish::Left;
    };
    if !results::has_result(past) {
        return Finish::Ranked(1);
    }
    let is_substituted = players
        .iter()
        .any(|player| player.person == Some(entrant.person) && player.stands_in);
    if is_substituted {
        return Finish::Left;
    }
    find_starting_player(past, entrant.person)
        .and_then(|player| results::find_finish(past, player))
        .unwrap_or(Finish::Left)
}

/// Returns the game points of an entrant, or 0 if the entrant left or the game was not finished.
fn game_points_of(state: &ContestState, entrant: usize, past: &PastGame) -> i64 {
    let player = state
        .entrants
        .get(entrant)
        .and_then(|entrant| find_starting_player(past, entrant.person));
    player
        .and_then(|player| player.points)
        .unwrap_or_default()
        .max(0)
}

fn find_starting_player(past: &PastGame, person: PersonId) -> Option<&Participant> {
    results::starting_players(past).find(|player| player.person == Some(person))
}

/// Returns the standings by division, including entrants who dropped out.
pub(super) fn standings(state: &ContestState) -> Vec<ContestPlace> {
    let mut places: Vec<ContestPlace> = state
        .entrants
        .iter()
        .enumerate()
        .filter(|(_, entrant)| entrant.division > 0)
        .map(|(number, _)| contest_place(state, number))
        .collect();
    match state.terms.system {
        PairingSystem::League | PairingSystem::Swiss => places.sort_by_key(|place| {
            let merit = (
                place.points,
                place.first_places,
                place.opponent_points,
                place.share,
            );
            (place.division, Reverse(merit), place.lot)
        }),
        PairingSystem::Knockout => places.sort_by_key(|place| {
            let merit = (place.reached, place.last_heat);
            (place.division, Reverse(merit), place.lot)
        }),
    }
    let mut division = 0;
    let mut number = 0;
    for place in &mut places {
        number = if place.division == division {
            number + 1
        } else {
            1
        };
        division = place.division;
        place.place = number;
    }
    places
}

/// Sums up the heats of an entrant. The place follows from the order of all entrants.
fn contest_place(state: &ContestState, number: usize) -> ContestPlace {
    let entrant = &state.entrants[number];
    let mut place = ContestPlace {
        entrant: number,
        division: entrant.division,
        place: 0,
        played: 0,
        points: total_points(state, number),
        first_places: 0,
        opponent_points: 0,
        share: 0,
        reached: 0,
        last_heat: (0, 0),
        lot: entrant.lot,
    };
    for heat in &state.heats {
        if heat.annulled || heat.seat_of(number).is_none() {
            continue;
        }
        if heat.round >= place.reached {
            place.reached = heat.round;
            place.last_heat = (
                heat.points_of(number).unwrap_or(MAX_HEAT_POINTS),
                heat.share_of(number).unwrap_or_default(),
            );
        }
        let best = heat
            .outcome
            .as_ref()
            .and_then(|outcome| outcome.points.iter().max().copied())
            .unwrap_or_default();
        // Unfinished tables do not count, nor do abandoned ones, at which all points are 0.
        if best == 0 {
            continue;
        }
        if !heat.is_bye() {
            place.played += 1;
            place.first_places += usize::from(heat.points_of(number) == Some(best));
        }
        for other in heat.seats.iter().filter(|seated| **seated != number) {
            place.opponent_points += total_points(state, *other);
        }
        place.share += heat.share_of(number).unwrap_or_default();
    }
    place
}

/// Returns the points of an entrant, including the organiser's corrections.
fn total_points(state: &ContestState, number: usize) -> i64 {
    let corrected = state
        .entrants
        .get(number)
        .map_or(0, |entrant| entrant.corrected);
    state
        .heats
        .iter()
        .filter_map(|heat| heat.points_of(number))
        .sum::<i64>()
        + corrected
}
