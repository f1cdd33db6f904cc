//! Who sits at a table with whom: by numbers alone.

use lanai_rules::Title;

/// Tables of so many, for so many people, as many of the size that is wished as there can be. Where two play, nobody is left
/// over: one who would be rests.
pub(crate) fn sizes(title: Title, wished: usize, people: usize) -> Vec<usize> {
    match usize::from(*title.seats().end()) {
        2 => vec![2; people / 2],
        most => groups(most, wished, people),
    }
}

/// Groups of at most so many, and of no fewer than three if there are enough for one; nearly all of the size that is wished.
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

/// Tables for a round in which whoever stands alike meets: the best who is left sits down, then whoever has met those at the
/// table least, of those the best. Then people change places as long as that makes fewer meet again.
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

/// Two people of different tables change places if fewer meet again then; tables near each other are looked at first.
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

/// How often those at a table have met before, together.
fn again(table: &[usize], met: &dyn Fn(usize, usize) -> usize) -> usize {
    let others = |at: usize| table.iter().skip(at + 1);
    table
        .iter()
        .enumerate()
        .flat_map(|(at, one)| others(at).map(|other| met(*one, *other)))
        .sum()
}

/// Who meets whom in a round, counted from 0, if everybody is to meet everybody: the first stays, the others go round. Where they
/// are odd, one has nobody in each round.
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

/// How many rounds it takes until everybody has met everybody.
pub(crate) fn rounds_to_meet(people: usize) -> usize {
    (people + people % 2).saturating_sub(1)
}
