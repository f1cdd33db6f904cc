//! The short form of events: a turn is a line, and the ends of rounds and of the game are small
//! tables that add up.

use std::collections::BTreeSet;

use lanai_ai::{Budget, Evaluate, Observation, Policy, Random};
use lanai_rules::chance::Seed;
use lanai_rules::haleakala::{self, Haleakala};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Event;
use lanai_rules::hawaii::island::Place;
use lanai_rules::hawaii::options::Options;
use lanai_rules::{Rules, Seat, Seats, Status};
use lanai_text::{
    Dictionary, Phrasebook, ScoreSheet, Tell, describe_podium, describe_turn_briefly,
};

use super::assert_whole;
use super::languages::assert_keeps_to;

/// The longest line of a turn.
const LINE: usize = 270;
/// The characters that fit in a row on a phone.
const PHONE: usize = 36;

/// Plays a random game, action by action.
fn walk<G: Evaluate>(
    players: u8,
    options: &G::Options,
    number: u64,
    mut each: impl FnMut(Seat, &[G::Event]),
) -> G {
    let seed = Seed::from_number(number);
    let seats = Seats::of(G::TITLE, players).unwrap();
    let mut game = G::setup(&G::printed().unwrap(), seats, options.clone(), seed).unwrap();
    let mut mind = Random::new(&seed, Seat::default());
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    while let Status::ToAct(seat) = game.status() {
        game.legal(&mut legal);
        events.clear();
        game.play(
            legal[mind.choose(
                &Observation::new(&game, seat, &legal),
                &mut Budget::per_turn(),
            )],
            &mut events,
        )
        .unwrap();
        each(seat, &events);
    }
    game
}

/// Every turn has a line without placeholders in every language; the final table has all points, no
/// rows of zeros, and fits on a phone.
fn tell_in_brief<G: Tell + Evaluate>(players: u8, options: &G::Options, games: u64) {
    let dictionary = Dictionary::open().unwrap();
    let printed = G::printed().unwrap();
    let names: Vec<String> = ["Ana", "Ben", "Cleo", "Chloé", "Maximilian"]
        .map(str::to_owned)
        .into();
    let names = &names[..usize::from(players)];
    for words in dictionary.languages() {
        let phrasebook = Phrasebook::<G> {
            words,
            printed: &*printed,
            names,
        };
        let (mut longest, mut rounds) = (0, BTreeSet::new());
        for number in 0..games {
            let mut sheet = ScoreSheet::empty::<G>(names.len());
            let mut turn: (Seat, Vec<G::Event>) = (Seat::default(), Vec::new());
            let mut line = |(seat, events): &(Seat, Vec<G::Event>)| {
                let Some(line) = describe_turn_briefly(&phrasebook, *seat, events) else {
                    return;
                };
                assert_whole(&line);
                assert_keeps_to(words, &line);
                assert!(
                    line.starts_with(&format!("**{}** · ", names[seat.index()])),
                    "{line}"
                );
                longest = longest.max(line.chars().count());
            };
            let game = walk::<G>(players, options, number, |seat, events| {
                sheet.add::<G>(events);
                for told in G::round_end_lines(&phrasebook, events) {
                    assert_whole(&told);
                    assert_keeps_to(words, &told);
                    rounds.extend(told.starts_with("**").then_some(told));
                }
                if seat != turn.0 || events.first().is_some_and(G::starts_turn) {
                    line(&turn);
                    turn = (seat, Vec::new());
                }
                turn.1.extend_from_slice(events);
            });
            line(&turn);
            let Status::Over(standings) = game.status() else {
                panic!("not over")
            };
            for seat in standings.points.seats().iter() {
                assert_eq!(
                    sheet.total(seat),
                    standings.points[seat],
                    "game {number}: {sheet:?}"
                );
            }
            let table = sheet.format_table(&phrasebook, &standings, names);
            assert_keeps_to(words, &table);
            assert_eq!(table.matches("```").count(), 2, "{table}");
            let rows: Vec<&str> = table
                .lines()
                .filter(|row| !row.starts_with("```"))
                .collect();
            for row in &rows {
                assert!(row.chars().count() <= PHONE, "{row}");
                assert!(
                    row.contains(|letter: char| letter.is_ascii_digit() || letter.is_alphabetic()),
                    "{row}"
                );
            }
            assert!(
                rows[1..]
                    .iter()
                    .all(|row| row.contains(|it: char| it.is_ascii_digit())),
                "{table}"
            );
            let podium = describe_podium(&phrasebook, &standings);
            assert_whole(&podium);
            assert!(
                podium.lines().count() == names.len() + 1 && podium.contains('🥇'),
                "{podium}"
            );
        }
        assert!(longest <= LINE, "{longest} letters in one line");
        assert!(rounds.len() > 1, "{rounds:?}");
    }
}

#[test]
fn turns_and_ends_of_hawaii_are_told_in_brief() {
    for players in [2, 5] {
        tell_in_brief::<Hawaii>(players, &Options::online(), 12);
    }
}

#[test]
fn turns_and_ends_of_haleakala_are_told_in_brief() {
    use haleakala::options::Options;
    tell_in_brief::<Haleakala>(2, &Options::base(), 12);
    tell_in_brief::<Haleakala>(2, &Options::tactical(), 12);
}

/// A line names the place, the cost of the walk, the purchase and its price.
#[test]
fn a_line_says_who_did_what_for_how_much() {
    let (dictionary, printed) = (Dictionary::open().unwrap(), Hawaii::printed().unwrap());
    let names = ["Ana", "Ben"].map(str::to_owned);
    let phrasebook = Phrasebook::<Hawaii> {
        words: dictionary.english(),
        printed: &*printed,
        names: &names,
    };
    let mut lines = Vec::new();
    walk::<Hawaii>(2, &Options::online(), 3, |seat, events| {
        lines.push((seat, events.to_vec()));
    });
    let turn = lines
        .chunk_by(|one, other| one.0 == other.0)
        .find(|steps| {
            let events = steps.iter().flat_map(|(_, events)| events);
            events
                .clone()
                .any(|event| matches!(event, Event::Built { .. }))
                && events
                    .clone()
                    .any(|event| matches!(event, Event::TookPrice { .. }))
        })
        .unwrap();
    let events: Vec<Event> = turn.iter().flat_map(|(_, events)| events.clone()).collect();
    let line = describe_turn_briefly(&phrasebook, turn[0].0, &events).unwrap();
    let parts: Vec<&str> = line.split(" · ").collect();
    assert!(parts.len() >= 3, "{line}");
    let names_place =
        Place::all().any(|place| parts[1].starts_with(&format!("{}, ", phrasebook.place(place))));
    assert!(names_place, "{line}");
    assert!(
        parts
            .iter()
            .any(|part| part.contains(" for ") && part.contains("in village")),
        "{line}"
    );
}
