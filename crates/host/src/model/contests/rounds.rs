//! Advances a contest: when a round of a division is over, replaces dropouts and pairs the next
//! one.

use super::pairing::{pair_by_standing, round_robin, round_robin_rounds, table_sizes};
use super::points::HeatResult;
use super::state::{ContestEvent, ContestState, Entrant, Heat, PairingSystem, Participation};
use crate::Timestamp;

/// The tables of a round, each with the numbers of its entrants. A table of one is a bye.
type RoundTables = Vec<Vec<usize>>;

/// Pairs the next round of each division that is ready. Returns whether anything is left to play.
pub(crate) fn advance(state: &mut ContestState, at: Timestamp) -> bool {
    let mut is_unfinished = false;
    for division in 1..=state.divisions() {
        // A round that has only byes is over at once, so the next one is paired too.
        while state.heats_of(division).all(|heat| !heat.is_open()) {
            replace_dropouts(state, division, at);
            let Some((round, tables)) = pair_next_round(state, division) else {
                break;
            };
            open_round(state, division, round, tables, at);
        }
        is_unfinished |= state.heats_of(division).any(Heat::is_open);
    }
    is_unfinished
}

/// Annuls a heat, and adds it again for the entrants who still play.
pub(crate) fn replay_heat(state: &mut ContestState, number: i64) {
    let Some(heat) = state.heats.iter_mut().find(|heat| heat.number == number) else {
        return;
    };
    heat.annulled = true;
    let round = heat.round;
    let division = heat.division;
    let mut seats = heat.seats.clone();
    seats.retain(|number| state.entrants[*number].part == Participation::Plays);
    if !seats.is_empty() {
        add_heat(state, division, round, seats);
    }
}

fn open_round(
    state: &mut ContestState,
    division: u32,
    round: u32,
    tables: RoundTables,
    at: Timestamp,
) {
    let played = tables.iter().filter(|table| table.len() > 1).count();
    if played > 0 {
        let event = ContestEvent::Round {
            round,
            division,
            tables: played,
        };
        state.add_log_entry(at, None, event);
    }
    for table in tables {
        let seats = assign_seats(state, table);
        add_heat(state, division, round, seats);
    }
}

fn add_heat(state: &mut ContestState, division: u32, round: u32, seats: Vec<usize>) {
    let last = state.heats.iter().map(|heat| heat.number).max();
    state.heats.push(Heat {
        number: last.unwrap_or_default() + 1,
        round,
        division,
        outcome: (seats.len() == 1).then(HeatResult::bye),
        seats,
        annulled: false,
    });
}

/// Lets reserves replace entrants who dropped out or were removed, in order, if rounds are left.
fn replace_dropouts(state: &mut ContestState, division: u32, at: Timestamp) {
    if state.round(division) >= last_round(state, division) {
        return;
    }
    let dropouts: Vec<usize> = (0..state.entrants.len())
        .filter(|number| needs_replacement(state, &state.entrants[*number], division))
        .collect();
    for number in dropouts {
        let Some(reserve) = state
            .entrants
            .iter()
            .position(|entrant| entrant.part == Participation::Reserve)
        else {
            return;
        };
        let slot = state.entrants[number].slot;
        if state.entrants[number].part == Participation::Out {
            state.entrants[number].part = Participation::Replaced;
        }
        let replacement = &mut state.entrants[reserve];
        replacement.part = Participation::Plays;
        replacement.division = division;
        replacement.slot = slot;
        let event = ContestEvent::Replaced {
            who: state.name(number).to_owned(),
            by: state.name(reserve).to_owned(),
        };
        state.add_log_entry(at, None, event);
    }
}

fn needs_replacement(state: &ContestState, entrant: &Entrant, division: u32) -> bool {
    let is_gone = match entrant.part {
        Participation::Out => true,
        Participation::Removed => entrant_in_slot(state, division, entrant.slot).is_none(),
        Participation::Plays | Participation::Reserve | Participation::Replaced => false,
    };
    entrant.division == division && is_gone
}

/// Returns the last round before which reserves can still come in.
fn last_round(state: &ContestState, division: u32) -> u32 {
    match state.terms.system {
        PairingSystem::League if state.terms.seat_count == 2 => {
            rounds_to_meet(state, division).saturating_mul(state.terms.rounds)
        }
        PairingSystem::League | PairingSystem::Swiss => state.terms.rounds,
        PairingSystem::Knockout => 1,
    }
}

/// Returns the number of rounds in which all pairs of a division meet.
fn rounds_to_meet(state: &ContestState, division: u32) -> u32 {
    u32::try_from(round_robin_rounds(entrants_by_slot(state, division).len()))
        .unwrap_or(u32::MAX)
        .max(1)
}

/// Returns the next round and its tables. `None` after the last round.
fn pair_next_round(state: &ContestState, division: u32) -> Option<(u32, RoundTables)> {
    let round = state.round(division) + 1;
    match state.terms.system {
        PairingSystem::League if state.terms.seat_count == 2 => pair_league(state, division, round),
        PairingSystem::League => {
            let all: Vec<usize> = entrants_by_slot(state, division)
                .into_iter()
                .flatten()
                .collect();
            (all.len() > 1 && round <= state.terms.rounds).then(|| (round, vec![all]))
        }
        PairingSystem::Swiss => Some((round, pair_swiss(state, division, round)?)),
        PairingSystem::Knockout => Some((round, pair_knockout(state, division, round)?)),
    }
}

/// Pairs the next round of a round robin, beginning with `next`. Skips rounds without entrants.
fn pair_league(state: &ContestState, division: u32, next: u32) -> Option<(u32, RoundTables)> {
    let entrants = entrants_by_slot(state, division);
    if entrants.iter().flatten().count() < 2 {
        return None;
    }
    let rounds_to_meet = rounds_to_meet(state, division);
    for round in next..=last_round(state, division) {
        let turn = usize::try_from((round - 1) % rounds_to_meet).unwrap_or_default();
        let mut tables = RoundTables::new();
        for (slot, other) in round_robin(entrants.len(), turn) {
            let pair: Vec<usize> = [entrants[slot], entrants[other]]
                .into_iter()
                .flatten()
                .collect();
            if !pair.is_empty() {
                tables.push(pair);
            }
        }
        if !tables.is_empty() {
            return Some((round, tables));
        }
    }
    None
}

/// Returns the entrant of each slot of a division. `None` for a dropout without a replacement.
fn entrants_by_slot(state: &ContestState, division: u32) -> Vec<Option<usize>> {
    let slots = state
        .entrants
        .iter()
        .filter(|entrant| entrant.division == division)
        .map(|entrant| entrant.slot + 1)
        .max()
        .unwrap_or_default();
    (0..slots)
        .map(|slot| entrant_in_slot(state, division, slot))
        .collect()
}

fn entrant_in_slot(state: &ContestState, division: u32, slot: u32) -> Option<usize> {
    state.entrants.iter().position(|entrant| {
        entrant.division == division && entrant.slot == slot && entrant.part == Participation::Plays
    })
}

fn pair_swiss(state: &ContestState, division: u32, round: u32) -> Option<RoundTables> {
    let mut order = state.ranking(division);
    if round > state.terms.rounds || order.len() < 2 {
        return None;
    }
    // The lowest-ranked entrant who has had no bye gets the bye.
    order.reverse();
    let bye = take_bye(state, &mut order);
    order.reverse();
    let wished = usize::from(state.terms.seat_count);
    let sizes = table_sizes(state.terms.title, wished, order.len());
    let count_meetings = |person: usize, other: usize| count_meetings(state, person, other);
    let mut tables = pair_by_standing(&order, &sizes, &count_meetings);
    tables.extend(bye.map(|number| vec![number]));
    Some(tables)
}

fn pair_knockout(state: &ContestState, division: u32, round: u32) -> Option<RoundTables> {
    let mut left = if round == 1 {
        state.ranking(division)
    } else {
        advancing_entrants(state, division, round - 1)
    };
    if left.len() < 2 {
        return None;
    }
    // The best-ranked entrant who has had no bye gets the bye.
    let bye = take_bye(state, &mut left);
    let wished = usize::from(state.terms.seat_count);
    let mut tables = RoundTables::new();
    for size in table_sizes(state.terms.title, wished, left.len()) {
        tables.push(left.drain(..size).collect());
    }
    tables.extend(bye.map(|number| vec![number]));
    Some(tables)
}

/// Returns who advances after a round of a knock-out: the better half of each table.
///
/// Returns an empty list after the final.
fn advancing_entrants(state: &ContestState, division: u32, round: u32) -> Vec<usize> {
    let heats: Vec<&Heat> = state
        .heats_of(division)
        .filter(|heat| heat.round == round)
        .collect();
    if heats.len() < 2 {
        return Vec::new();
    }
    let ranking = state.ranking(division);
    let mut advancing = Vec::new();
    for heat in heats {
        let players = ranking
            .iter()
            .copied()
            .filter(|number| heat.seats.contains(number));
        advancing.extend(players.take((heat.seats.len() / 2).max(1)));
    }
    advancing
}

/// Removes the first entrant who has had no bye, if tables seat two and the number is odd.
fn take_bye(state: &ContestState, order: &mut Vec<usize>) -> Option<usize> {
    if state.terms.seat_count > 2 || order.len().is_multiple_of(2) {
        return None;
    }
    let at = order
        .iter()
        .position(|number| {
            !state
                .heats
                .iter()
                .any(|heat| heat.is_bye() && heat.seats.contains(number))
        })
        .unwrap_or_default();
    Some(order.remove(at))
}

fn count_meetings(state: &ContestState, person: usize, other: usize) -> usize {
    state
        .heats
        .iter()
        .filter(|heat| !heat.annulled)
        .filter(|heat| heat.seats.contains(&person) && heat.seats.contains(&other))
        .count()
}

/// Orders the seats of a table, so that seats seldom repeat and late seats are shared evenly.
fn assign_seats(state: &ContestState, mut table: Vec<usize>) -> Vec<usize> {
    table.sort_by_key(|number| state.entrants.get(*number).map_or(0, |entrant| entrant.lot));
    permutations(&table)
        .into_iter()
        .min_by_key(|order| seating_cost(state, order))
        .unwrap_or(table)
}

/// Returns the number of repeated seats of an order, and how unevenly late seats are shared.
fn seating_cost(state: &ContestState, order: &[usize]) -> (usize, i64) {
    let mut repeated = 0;
    let mut unevenness = 0;
    for (seat, number) in order.iter().enumerate() {
        let mut lateness = seat_lateness(seat, order.len());
        for heat in state
            .heats
            .iter()
            .filter(|heat| !heat.annulled && !heat.is_bye())
        {
            if let Some(earlier) = heat.seat_of(*number) {
                repeated += usize::from(earlier == seat);
                lateness += seat_lateness(earlier, heat.seats.len());
            }
        }
        unevenness += lateness.pow(2);
    }
    (repeated, unevenness)
}

/// Returns how late a seat acts, counted from the middle of the table, so that the first and the
/// last seats weigh the same.
fn seat_lateness(seat: usize, seats: usize) -> i64 {
    2 * i64::try_from(seat).unwrap_or(i64::MAX) + 1 - i64::try_from(seats).unwrap_or(i64::MAX)
}

/// Returns all permutations, the given one first.
fn permutations(numbers: &[usize]) -> Vec<Vec<usize>> {
    if numbers.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for at in 0..numbers.len() {
        let mut rest = numbers.to_vec();
        let first = rest.remove(at);
        for mut order in permutations(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}
