//! Draws the standings of a contest.

use image::GenericImageView as _;
use lanai_render::standings::{Moves, StandingsRow, StandingsSheet, standings};
use lanai_render::{Canvas, Look, png};

use super::games::{LONG, NAMES, save};
use super::{golden, studio};

/// As many bytes as a picture of a message should have at most.
const MOST: usize = 150 << 10;

fn drawn(sheet: &StandingsSheet) -> Canvas {
    let canvas = standings(studio(Look::Calm), sheet);
    assert!(png::encode(&canvas).len() <= MOST, "{sheet:?}");
    canvas
}

/// So many people in divisions of so many, of whom the first goes up and the last down; one plays no more.
fn sheet(names: &[&str], people: usize, size: usize) -> StandingsSheet {
    let row = |number: usize| {
        let place = number % size + 1;
        let (upper, lower) = (number < size, number + size >= people);
        let moves = match place {
            1 if !upper => Some(Moves::Up),
            _ if place == size && !lower => Some(Moves::Down),
            _ => None,
        };
        StandingsRow {
            place,
            name: names[number % names.len()].to_owned(),
            played: 4 - number % 3,
            points: 120 - 7 * i64::try_from(place).unwrap(),
            out: number == 2,
            moves,
        }
    };
    let rows: Vec<StandingsRow> = (0..people).map(row).collect();
    let divisions = rows.chunks(size).enumerate();
    StandingsSheet {
        title: "Autumn season".to_owned(),
        about: "League of Hawaii, round 3 of 4".to_owned(),
        heads: ["Tables", "Points"].map(str::to_owned),
        divisions: divisions
            .map(|(at, rows)| (format!("Division {}", at + 1), rows.to_vec()))
            .collect(),
    }
}

#[test]
fn standings_are_those_that_were_looked_at() {
    for (name, sheet) in [
        ("standings", sheet(&NAMES, 10, 5)),
        ("standings-many", sheet(&NAMES, 64, 5)),
    ] {
        let canvas = drawn(&sheet);
        save(&format!("{name}.png"), &canvas);
        golden::compare(name, &canvas);
    }
}

/// Standings of one player up to the maximum, with long and short names, are drawn and stay small.
#[test]
fn however_many_take_part_their_standings_can_be_drawn() {
    for (people, size, columns) in [
        (1, 1, 1),
        (2, 2, 1),
        (26, 26, 1),
        (27, 27, 2),
        (64, 64, 3),
        (64, 4, 4),
    ] {
        let canvas = drawn(&sheet(&LONG, people, size));
        let (width, height) = canvas.dimensions();
        assert_eq!(width, 1080 * columns, "{people} in divisions of {size}");
        assert!(height <= 1800, "{people} in divisions of {size}: {height}");
    }
    assert!(drawn(&StandingsSheet::default()).height() > 0);
}
