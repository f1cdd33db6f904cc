//! The picture of a contest's standings.

use image::GenericImageView as _;
use lanai_render::bracket::{BracketPlayer, BracketRound, BracketSheet, render_bracket};
use lanai_render::standings::{DivisionMove, StandingsRow, StandingsSheet, render_standings};
use lanai_render::{Canvas, Look, png};

use super::games::{LONG, NAMES, save};
use super::{golden, theme};

/// The maximum size of a picture in a message.
const MOST: usize = 150 << 10;

fn render_sheet(sheet: &StandingsSheet) -> Canvas {
    let canvas = render_standings(theme(Look::Calm), sheet);
    assert!(png::encode(&canvas).len() <= MOST, "{sheet:?}");
    canvas
}

/// Returns standings with divisions of this size, in which the first goes up, the last goes down,
/// and one player has left.
fn sheet(names: &[&str], people: usize, size: usize) -> StandingsSheet {
    let row = |number: usize| {
        let place = number % size + 1;
        let (upper, lower) = (number < size, number + size >= people);
        let division_move = match place {
            1 if !upper => Some(DivisionMove::Up),
            _ if place == size && !lower => Some(DivisionMove::Down),
            _ => None,
        };
        StandingsRow {
            place,
            name: names[number % names.len()].to_owned(),
            tables_played: 4 - number % 3,
            points: 120 - 7 * i64::try_from(place).unwrap(),
            has_left: number == 2,
            division_move,
        }
    };
    let rows: Vec<StandingsRow> = (0..people).map(row).collect();
    let divisions = rows.chunks(size).enumerate();
    StandingsSheet {
        title: "Autumn season".to_owned(),
        subtitle: "League of Hawaii, round 3 of 4".to_owned(),
        headings: ["Tables", "Points"].map(str::to_owned),
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
        let canvas = render_sheet(&sheet);
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
        let canvas = render_sheet(&sheet(&LONG, people, size));
        let (width, height) = canvas.dimensions();
        assert_eq!(width, 1080 * columns, "{people} in divisions of {size}");
        assert!(height <= 1800, "{people} in divisions of {size}: {height}");
    }
    assert!(render_sheet(&StandingsSheet::default()).height() > 0);
}

#[test]
fn bracket_is_the_one_that_was_looked_at() {
    let player = |entrant: usize, is_through| BracketPlayer {
        entrant,
        name: NAMES[entrant % NAMES.len()].to_owned(),
        is_through,
    };
    let pair = |winner, loser| vec![player(loser, false), player(winner, true)];
    let round = |name: &str, tables| BracketRound {
        name: name.to_owned(),
        tables,
    };
    let sheet = BracketSheet {
        title: "Autumn season".to_owned(),
        rounds: vec![
            round(
                "Round 1",
                vec![pair(0, 1), pair(2, 3), pair(5, 4), vec![player(6, true)]],
            ),
            round("Round 2", vec![pair(2, 0), pair(6, 5)]),
            round("Final", vec![vec![player(2, false), player(6, false)]]),
        ],
    };
    let canvas = render_bracket(theme(Look::Calm), &sheet);
    assert!(png::encode(&canvas).len() <= MOST);
    save("bracket.png", &canvas);
    golden::compare("bracket", &canvas);
}
