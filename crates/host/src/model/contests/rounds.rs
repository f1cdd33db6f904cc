//! Advances a contest: when a round of a division is over, replaces dropouts and pairs the next
//! one.

use super::pairing::{alike, round_robin, rounds_to_meet, sizes};
use super::state::{ContestState, Heat, HeatResult, Logged, Part, System};
use crate::Timestamp;

impl ContestState {
    /// Pairs the next round of each division that is ready. Returns whether anything is left to
    /// play.
    pub(crate) fn advance(&mut self, at: Timestamp) -> bool {
        let mut goes_on = false;
        for division in 1..=self.divisions() {
            // A round of byes alone is over at once.
            while self.heats_of(division).all(|heat| !heat.is_open()) {
                self.replace_dropped(division, at);
                let Some((round, tables)) = self.next_round(division) else {
                    break;
                };
                self.open_round(division, round, tables, at);
            }
            goes_on |= self.heats_of(division).any(Heat::is_open);
        }
        goes_on
    }

    /// Annuls a heat, and adds it again for the entrants who still play.
    pub(crate) fn play_anew(&mut self, number: i64) {
        let Some(heat) = self.heats.iter_mut().find(|heat| heat.number == number) else {
            return;
        };
        heat.annulled = true;
        let round = heat.round;
        let division = heat.division;
        let mut seats = heat.seats.clone();
        seats.retain(|number| self.entrants[*number].part == Part::Plays);
        if !seats.is_empty() {
            self.add_heat(division, round, seats);
        }
    }

    fn open_round(&mut self, division: u32, round: u32, tables: Vec<Vec<usize>>, at: Timestamp) {
        let played = tables.iter().filter(|table| table.len() > 1).count();
        if played > 0 {
            self.note(
                at,
                None,
                Logged::Round {
                    round,
                    division,
                    tables: played,
                },
            );
        }
        for table in tables {
            let seats = self.seated(table);
            self.add_heat(division, round, seats);
        }
    }

    fn add_heat(&mut self, division: u32, round: u32, seats: Vec<usize>) {
        let number = self
            .heats
            .iter()
            .map(|heat| heat.number)
            .max()
            .unwrap_or_default()
            + 1;
        let outcome = (seats.len() == 1).then(HeatResult::of_bye);
        self.heats.push(Heat {
            number,
            round,
            division,
            seats,
            outcome,
            annulled: false,
        });
    }

    /// Replaces entrants who dropped out or were removed by reserves, in order, if rounds are left.
    fn replace_dropped(&mut self, division: u32, at: Timestamp) {
        if self.round(division) >= self.last_round(division) {
            return;
        }
        let plays = |slot: u32| {
            let there = |it: &&super::Entrant| it.division == division && it.slot == slot;
            self.entrants
                .iter()
                .filter(there)
                .any(|it| it.part == Part::Plays)
        };
        let dropped = |(number, entrant): (usize, &super::Entrant)| {
            let gone = match entrant.part {
                Part::Out => true,
                Part::Removed => !plays(entrant.slot),
                Part::Plays | Part::Reserve | Part::Replaced => false,
            };
            (entrant.division == division && gone).then_some(number)
        };
        let dropped: Vec<usize> = self
            .entrants
            .iter()
            .enumerate()
            .filter_map(dropped)
            .collect();
        for number in dropped {
            let Some(reserve) = self
                .entrants
                .iter()
                .position(|entrant| entrant.part == Part::Reserve)
            else {
                return;
            };
            let slot = self.entrants[number].slot;
            if self.entrants[number].part == Part::Out {
                self.entrants[number].part = Part::Replaced;
            }
            let comes = &mut self.entrants[reserve];
            (comes.part, comes.division, comes.slot) = (Part::Plays, division, slot);
            let who = self.name(number).to_owned();
            let by = self.name(reserve).to_owned();
            self.note(at, None, Logged::Replaced { who, by });
        }
    }

    /// Returns the last round before which reserves can still come in.
    fn last_round(&self, division: u32) -> u32 {
        match self.terms.system {
            System::League if self.terms.chairs == 2 => {
                self.to_meet(division).saturating_mul(self.terms.rounds)
            }
            System::League | System::Swiss => self.terms.rounds,
            System::Knockout => 1,
        }
    }

    /// Returns the number of rounds in which all pairs of a division meet.
    fn to_meet(&self, division: u32) -> u32 {
        u32::try_from(rounds_to_meet(self.places(division).len()))
            .unwrap_or(u32::MAX)
            .max(1)
    }

    /// Returns the next round and its tables, with byes as tables of one. `None` after the last
    /// round.
    fn next_round(&self, division: u32) -> Option<(u32, Vec<Vec<usize>>)> {
        let round = self.round(division) + 1;
        match self.terms.system {
            System::League => self.next_of_league(division, round),
            System::Swiss => self
                .next_of_swiss(division, round)
                .map(|tables| (round, tables)),
            System::Knockout => self
                .next_of_knockout(division, round)
                .map(|tables| (round, tables)),
        }
    }

    fn next_of_league(&self, division: u32, next: u32) -> Option<(u32, Vec<Vec<usize>>)> {
        let places = self.places(division);
        if places.iter().flatten().count() < 2 {
            return None;
        }
        if self.terms.chairs > 2 {
            let all = places.into_iter().flatten().collect();
            return (next <= self.terms.rounds).then(|| (next, vec![all]));
        }
        let to_meet = self.to_meet(division);
        // A round in which all pairs are gone is skipped.
        (next..=self.last_round(division)).find_map(|round| {
            let turn = usize::try_from((round - 1) % to_meet).unwrap_or_default();
            let pairs = round_robin(places.len(), turn).into_iter();
            let there = pairs
                .map(|(one, other)| [places[one], places[other]].into_iter().flatten().collect());
            let tables: Vec<Vec<usize>> = there
                .filter(|table: &Vec<usize>| !table.is_empty())
                .collect();
            (!tables.is_empty()).then_some((round, tables))
        })
    }

    /// Returns the entrant of each slot of a division. `None` for a dropout without a replacement.
    fn places(&self, division: u32) -> Vec<Option<usize>> {
        let in_division = || {
            self.entrants
                .iter()
                .enumerate()
                .filter(|(_, entrant)| entrant.division == division)
        };
        let places = in_division()
            .map(|(_, entrant)| entrant.slot + 1)
            .max()
            .unwrap_or_default();
        let has = |slot: u32| {
            in_division().find(|(_, entrant)| entrant.slot == slot && entrant.part == Part::Plays)
        };
        (0..places)
            .map(|slot| has(slot).map(|(number, _)| number))
            .collect()
    }

    fn next_of_swiss(&self, division: u32, round: u32) -> Option<Vec<Vec<usize>>> {
        let order = self.order(division);
        if round > self.terms.rounds || order.len() < 2 {
            return None;
        }
        let (rests, order) = self.resting(order.into_iter().rev().collect());
        let order: Vec<usize> = order.into_iter().rev().collect();
        let wished = usize::from(self.terms.chairs);
        let met = |one: usize, other: usize| self.met(one, other);
        let mut tables = alike(&order, &sizes(self.terms.title, wished, order.len()), &met);
        tables.extend(rests.map(|number| vec![number]));
        Some(tables)
    }

    fn next_of_knockout(&self, division: u32, round: u32) -> Option<Vec<Vec<usize>>> {
        let stay = if round == 1 {
            self.order(division)
        } else {
            self.go_on(division, round - 1)
        };
        if stay.len() < 2 {
            return None;
        }
        let (rests, stay) = self.resting(stay);
        let wished = usize::from(self.terms.chairs);
        let mut numbers = stay.iter().copied();
        let table = |size: usize| numbers.by_ref().take(size).collect();
        let mut tables: Vec<Vec<usize>> = sizes(self.terms.title, wished, stay.len())
            .into_iter()
            .map(table)
            .collect();
        tables.extend(rests.map(|number| vec![number]));
        Some(tables)
    }

    /// Returns who advances after a round of a knock-out: the better half of each table.
    ///
    /// Returns none after the final.
    fn go_on(&self, division: u32, round: u32) -> Vec<usize> {
        let heats: Vec<&Heat> = self
            .heats_of(division)
            .filter(|heat| heat.round == round)
            .collect();
        if heats.len() < 2 {
            return Vec::new();
        }
        let best = self.order(division);
        let mut stay = Vec::new();
        for heat in heats {
            let there = best
                .iter()
                .copied()
                .filter(|number| heat.seats.contains(number));
            stay.extend(there.take((heat.seats.len() / 2).max(1)));
        }
        stay
    }

    /// Picks the first entrant without a bye so far, if two play and the number is odd. Returns the
    /// others too.
    fn resting(&self, mut order: Vec<usize>) -> (Option<usize>, Vec<usize>) {
        if self.terms.chairs > 2 || order.len().is_multiple_of(2) {
            return (None, order);
        }
        let rested = |number: usize| {
            self.heats
                .iter()
                .any(|heat| heat.is_bye() && heat.seats.contains(&number))
        };
        let at = order
            .iter()
            .position(|number| !rested(*number))
            .unwrap_or_default();
        (Some(order.remove(at)), order)
    }

    fn met(&self, one: usize, other: usize) -> usize {
        let counts = self.heats.iter().filter(|heat| !heat.annulled);
        counts
            .filter(|heat| heat.seats.contains(&one) && heat.seats.contains(&other))
            .count()
    }

    /// Orders the seats of a table, so that seats seldom repeat and late seats are shared evenly.
    fn seated(&self, mut table: Vec<usize>) -> Vec<usize> {
        table.sort_by_key(|number| self.entrants.get(*number).map_or(0, |entrant| entrant.lot));
        let counts: Vec<&Heat> = self
            .heats
            .iter()
            .filter(|heat| !heat.annulled && !heat.is_bye())
            .collect();
        let sat = |number: usize| {
            counts
                .iter()
                .filter_map(move |heat| Some((heat.seat_of(number)?, heat.seats.len())))
        };
        let again =
            |number: usize, seat: usize| sat(number).filter(|(before, _)| *before == seat).count();
        // Counted from the middle of the table, so that the first seats and the last weigh the
        // same.
        let late = |seat: usize, seats: usize| 2 * from(seat) + 1 - from(seats);
        let cost = |order: &[usize]| -> (usize, i64) {
            let placed = || {
                order
                    .iter()
                    .enumerate()
                    .map(|(seat, number)| (*number, seat))
            };
            let lateness = |(number, seat): (usize, usize)| {
                let before: i64 = sat(number).map(|(seat, seats)| late(seat, seats)).sum();
                (before + late(seat, order.len())).pow(2)
            };
            (
                placed().map(|(number, seat)| again(number, seat)).sum(),
                placed().map(lateness).sum(),
            )
        };
        orders(&table)
            .into_iter()
            .min_by_key(|order| cost(order))
            .unwrap_or(table)
    }
}

fn from(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns all permutations, the given one first.
fn orders(few: &[usize]) -> Vec<Vec<usize>> {
    if few.is_empty() {
        return vec![Vec::new()];
    }
    let begins = |at: usize| {
        let mut rest = few.to_vec();
        let mut all = Vec::new();
        let first = rest.remove(at);
        for mut order in orders(&rest) {
            order.insert(0, first);
            all.push(order);
        }
        all
    };
    (0..few.len()).flat_map(begins).collect()
}
