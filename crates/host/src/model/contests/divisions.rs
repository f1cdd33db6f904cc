//! Divisions: who plays with whom in a league, season after season.

use std::collections::HashMap;

use super::pairing::groups;
use super::state::{ContestState, Part, System};
use lanai_store::PersonId;

/// The usual number of entrants in a division, give or take one.
const DIVISION_SIZE: usize = 4;

impl ContestState {
    /// Assigns divisions by the previous season's ladder, then by lot. A tournament has one
    /// division.
    pub(crate) fn divide(&mut self, ladder: &[PersonId]) {
        let mut order: Vec<usize> = self.playing().collect();
        order.sort_by_key(|number| {
            let entrant = &self.entrants[*number];
            let rung = ladder.iter().position(|person| *person == entrant.person);
            (rung.unwrap_or(usize::MAX), entrant.lot)
        });
        let divisions = match self.terms.system {
            System::League => groups(DIVISION_SIZE + 1, DIVISION_SIZE, order.len()),
            System::Swiss | System::Knockout => vec![order.len()],
        };
        let mut numbers = order.into_iter();
        for (size, division) in divisions.into_iter().zip(1..) {
            for (number, slot) in numbers.by_ref().take(size).zip(0..) {
                let entrant = &mut self.entrants[number];
                (entrant.division, entrant.slot) = (division, slot);
            }
        }
    }

    /// Returns the order in which this season's players begin the next, without dropouts.
    pub(crate) fn ladder(&self) -> Vec<PersonId> {
        self.exchanged()
            .concat()
            .into_iter()
            .map(|number| self.entrants[number].person)
            .collect()
    }

    /// Returns the division of each active entrant after promotion and relegation.
    pub fn divisions_after(&self) -> HashMap<usize, u32> {
        let divisions = self.exchanged().into_iter().zip(1..);
        divisions
            .flat_map(|(all, division)| all.into_iter().map(move |number| (number, division)))
            .collect()
    }

    /// Returns the active entrants by division after promotion and relegation.
    fn exchanged(&self) -> Vec<Vec<usize>> {
        let standings = self.standings();
        let mut divisions: Vec<Vec<usize>> = (1..=self.divisions())
            .map(|division| {
                let lines = standings.iter().filter(|line| line.division == division);
                lines
                    .map(|line| line.entrant)
                    .filter(|number| self.entrants[*number].part == Part::Plays)
                    .collect()
            })
            .collect();
        for lower in 1..divisions.len() {
            let (above, below) = divisions.split_at_mut(lower);
            if let (Some(last), Some(first)) = (
                above.last_mut().and_then(|division| division.last_mut()),
                below.first_mut().and_then(|it| it.first_mut()),
            ) {
                std::mem::swap(last, first);
            }
        }
        divisions
    }
}
