//! Divisions: who plays with whom in a league, season after season.

use std::collections::HashMap;

use super::pairing::groups;
use super::state::{ContestState, Part, System};
use lanai_store::PersonId;

/// So many make a division, if it comes out even; one more or one fewer otherwise.
const DIVISION_SIZE: usize = 4;

impl ContestState {
    /// Puts everybody into divisions: by where they stand on the ladder of the season before, if there was one, and else by lot.
    /// In a tournament there is one.
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

    /// In which order those who played this season begin the next. Whoever dropped out begins below, if they come again.
    pub(crate) fn ladder(&self) -> Vec<PersonId> {
        self.exchanged()
            .concat()
            .into_iter()
            .map(|number| self.entrants[number].person)
            .collect()
    }

    /// In which division each of those who play would be after this season, as it stands.
    pub fn divisions_after(&self) -> HashMap<usize, u32> {
        let divisions = self.exchanged().into_iter().zip(1..);
        divisions
            .flat_map(|(all, division)| all.into_iter().map(move |number| (number, division)))
            .collect()
    }

    /// Those who play, by division: the first of each has changed places with the last of the one above.
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
