//! Pairs entrants by their indices.

use lanai_rules::Title;

/// Returns the sizes of tables, close to the wished one. In a game for two, an odd person has a
/// bye.
pub(crate) fn sizes(title: Title, wished: usize, people: usize) -> Vec<usize> {
    match usize::from(*title.seats().end()) {
        2 => vec![2; people / 2],
        most => groups(most, wished, people),
    }
}

/// Splits people into groups of about the wished size, at least three where possible.
pub(crate) fn groups(most: usize, wished: usize, people: usize) -> Vec<usize> {
    if people == 0 {
        return Vec::new();
    }
    let number = (people / wished.clamp(1, most))
        .max(people.div_ceil(most))
        .min((people / 3).max(1));
    (0..number)
        .map(|group| people / number + usize::from(group < people % number))
        .collect()
}

/// Pairs entrants of similar standing who have met as seldom as possible.
///
/// Fills tables greedily from the top, then swaps people while that reduces repeated meetings.
pub(crate) fn alike(
    order: &[usize],
    sizes: &[usize],
    met: &dyn Fn(usize, usize) -> usize,
) -> Vec<Vec<usize>> {
    let mut left = order.to_vec();
    let mut tables: Vec<Vec<usize>> = Vec::new();
    for size in sizes {
        let mut table: Vec<usize> = Vec::new();
        while table.len() < *size && !left.is_empty() {
            let again =
                |person: usize| table.iter().map(|other| met(person, *other)).sum::<usize>();
            let next = left
                .iter()
                .enumerate()
                .min_by_key(|(at, person)| (again(**person), *at));
            let next = next.map_or(0, |(at, _)| at);
            table.push(left.remove(next));
        }
        tables.push(table);
    }
    while change_places(&mut tables, met) {}
    tables
}

/// Swaps two people if that reduces repeated meetings, nearby tables first. Returns whether it did.
fn change_places(tables: &mut [Vec<usize>], met: &dyn Fn(usize, usize) -> usize) -> bool {
    for near in 1..tables.len() {
        for first in 0..tables.len() - near {
            let (before, after) = tables.split_at_mut(first + near);
            if let (Some(one), Some(other)) = (before.get_mut(first), after.first_mut())
                && change_between(one, other, met)
            {
                return true;
            }
        }
    }
    false
}

fn change_between(
    one: &mut [usize],
    other: &mut [usize],
    met: &dyn Fn(usize, usize) -> usize,
) -> bool {
    let now = again(one, met) + again(other, met);
    if now == 0 {
        return false;
    }
    for mine in 0..one.len() {
        for theirs in 0..other.len() {
            std::mem::swap(&mut one[mine], &mut other[theirs]);
            if again(one, met) + again(other, met) < now {
                return true;
            }
            std::mem::swap(&mut one[mine], &mut other[theirs]);
        }
    }
    false
}

/// Counts the earlier meetings among the people of a table.
fn again(table: &[usize], met: &dyn Fn(usize, usize) -> usize) -> usize {
    let others = |at: usize| table.iter().skip(at + 1);
    table
        .iter()
        .enumerate()
        .flat_map(|(at, one)| others(at).map(|other| met(*one, *other)))
        .sum()
}

/// Returns the pairs of a round-robin round, counted from 0, by the circle method.
pub(crate) fn round_robin(people: usize, round: usize) -> Vec<(usize, usize)> {
    let even = people + people % 2;
    if even < 2 {
        return Vec::new();
    }
    let turning = even - 1;
    let at = |place: usize| {
        if place == 0 {
            0
        } else {
            1 + (place - 1 + round) % turning
        }
    };
    let pairs = (0..even / 2).map(|place| (at(place), at(even - 1 - place)));
    pairs
        .filter(|(one, other)| *one < people && *other < people)
        .collect()
}

/// Returns the number of rounds of a round robin.
pub(crate) fn rounds_to_meet(people: usize) -> usize {
    (people + people % 2).saturating_sub(1)
}
