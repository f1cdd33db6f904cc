//! Divisions of a league, season after season. A tournament has one division.

use super::pairing::group_sizes;
use super::state::{ContestState, PairingSystem};
use lanai_store::PersonId;

/// The usual number of entrants in a division, give or take one.
const DIVISION_SIZE: usize = 4;

/// Assigns the divisions by the previous season's ladder, then by lot.
pub(crate) fn assign_divisions(state: &mut ContestState, ladder: &[PersonId]) {
    let mut order: Vec<usize> = state.active_entrants().collect();
    order.sort_by_key(|number| {
        let entrant = &state.entrants[*number];
        let rung = ladder.iter().position(|person| *person == entrant.person);
        (rung.unwrap_or(usize::MAX), entrant.lot)
    });
    let sizes = match state.terms.system {
        PairingSystem::League => group_sizes(DIVISION_SIZE + 1, DIVISION_SIZE, order.len()),
        PairingSystem::Swiss | PairingSystem::Knockout => vec![order.len()],
    };
    let mut numbers = order.into_iter();
    for (size, division) in sizes.into_iter().zip(1..) {
        for (number, slot) in numbers.by_ref().take(size).zip(0..) {
            let entrant = &mut state.entrants[number];
            entrant.division = division;
            entrant.slot = slot;
        }
    }
}

/// Returns the active entrants by division after promotion and relegation.
pub(super) fn divisions_after_promotion(state: &ContestState) -> Vec<Vec<usize>> {
    let mut divisions: Vec<Vec<usize>> = (1..=state.divisions())
        .map(|division| state.ranking(division))
        .collect();
    for lower in 1..divisions.len() {
        let (higher, lower) = divisions.split_at_mut(lower);
        let relegated = higher.last_mut().and_then(|division| division.last_mut());
        let promoted = lower.first_mut().and_then(|division| division.first_mut());
        if let (Some(relegated), Some(promoted)) = (relegated, promoted) {
            std::mem::swap(relegated, promoted);
        }
    }
    divisions
}
