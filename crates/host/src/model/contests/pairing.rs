//! Pairs entrants by their indices.

use lanai_rules::Title;

/// Returns the sizes of the tables for a number of people, close to the wished size.
///
/// In a game for two, an odd number of people leaves one person without a seat, who has a bye.
pub(crate) fn table_sizes(title: Title, wished_size: usize, people: usize) -> Vec<usize> {
    match usize::from(*title.seats().end()) {
        2 => vec![2; people / 2],
        max_size => group_sizes(max_size, wished_size, people),
    }
}

/// Splits people into groups of about the wished size, at least three where possible.
pub(crate) fn group_sizes(max_size: usize, wished_size: usize, people: usize) -> Vec<usize> {
    if people == 0 {
        return Vec::new();
    }
    let number = (people / wished_size.clamp(1, max_size))
        .max(people.div_ceil(max_size))
        .min((people / 3).max(1));
    (0..number)
        .map(|group| people / number + usize::from(group < people % number))
        .collect()
}

/// Pairs entrants of similar standing who have met as seldom as possible.
///
/// Fills tables greedily from the top, then swaps people while that reduces repeated meetings.
pub(crate) fn pair_by_standing(
    order: &[usize],
    sizes: &[usize],
    count_meetings: &dyn Fn(usize, usize) -> usize,
) -> Vec<Vec<usize>> {
    let mut left = order.to_vec();
    let mut tables: Vec<Vec<usize>> = Vec::new();
    for size in sizes {
        let mut table: Vec<usize> = Vec::new();
        while table.len() < *size && !left.is_empty() {
            let next = left.iter().enumerate().min_by_key(|(at, person)| {
                let meetings: usize = table
                    .iter()
                    .map(|other| count_meetings(**person, *other))
                    .sum();
                (meetings, *at)
            });
            let next = next.map_or(0, |(at, _)| at);
            table.push(left.remove(next));
        }
        tables.push(table);
    }
    while swap_between_tables(&mut tables, count_meetings) {}
    tables
}

/// Swaps two people if that reduces repeated meetings, nearby tables first. Returns whether it did.
fn swap_between_tables(
    tables: &mut [Vec<usize>],
    count_meetings: &dyn Fn(usize, usize) -> usize,
) -> bool {
    for distance in 1..tables.len() {
        for first in 0..tables.len() - distance {
            let (before, after) = tables.split_at_mut(first + distance);
            if let (Some(table), Some(other)) = (before.get_mut(first), after.first_mut())
                && swap_if_better(table, other, count_meetings)
            {
                return true;
            }
        }
    }
    false
}

fn swap_if_better(
    table: &mut [usize],
    other: &mut [usize],
    count_meetings: &dyn Fn(usize, usize) -> usize,
) -> bool {
    let now = repeated_meetings(table, count_meetings) + repeated_meetings(other, count_meetings);
    if now == 0 {
        return false;
    }
    for here in 0..table.len() {
        for there in 0..other.len() {
            std::mem::swap(&mut table[here], &mut other[there]);
            let swapped =
                repeated_meetings(table, count_meetings) + repeated_meetings(other, count_meetings);
            if swapped < now {
                return true;
            }
            std::mem::swap(&mut table[here], &mut other[there]);
        }
    }
    false
}

/// Counts the earlier meetings among the people of a table.
fn repeated_meetings(table: &[usize], count_meetings: &dyn Fn(usize, usize) -> usize) -> usize {
    let mut meetings = 0;
    for (at, person) in table.iter().enumerate() {
        for other in &table[at + 1..] {
            meetings += count_meetings(*person, *other);
        }
    }
    meetings
}

/// Returns the pairs of a round-robin round, counted from 0, by the circle method.
///
/// The first person stays in place and all others move on by one place in each round.
pub(crate) fn round_robin(people: usize, round: usize) -> Vec<(usize, usize)> {
    let even = people + people % 2;
    if even < 2 {
        return Vec::new();
    }
    let mut circle: Vec<usize> = (1..even).collect();
    circle.rotate_left(round % (even - 1));
    circle.insert(0, 0);
    (0..even / 2)
        .map(|place| (circle[place], circle[even - 1 - place]))
        .filter(|(person, other)| *person < people && *other < people)
        .collect()
}

/// Returns the number of rounds of a round robin.
pub(crate) fn round_robin_rounds(people: usize) -> usize {
    (people + people % 2).saturating_sub(1)
}
