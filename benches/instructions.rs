//! Instructions of the rules, counted by valgrind's callgrind, which is independent of the
//! machine's load. Each row is a decision of a random game: listing, choosing and playing, without
//! the set-up.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a measurement that cannot go on has failed"
)]

use std::env;
use std::process::Command;

use lanai_ai::{Budget, Observation, Policy, Random};
use lanai_rules::chance::Seed;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules, Seat, Seats, Status, Title};

const FEW_GAMES: u64 = 40;
const MANY_GAMES: u64 = 240;

/// Plays random games, and returns the number of decisions.
fn play<G: Rules>(players: u8, games: u64) -> u64 {
    let printed = G::printed().expect("the figures are checked by tests");
    let seats = Seats::of(G::TITLE, players).expect("the game is for so many");
    let (mut legal, mut events) = (Vec::with_capacity(256), Vec::with_capacity(256));
    let mut decisions = 0;
    for number in 0..games {
        let seed = Seed::from_number(number);
        let mut mind = Random::new(&seed, Seat::default());
        let mut game = G::setup(&printed, seats, G::Options::default(), seed)
            .expect("the game is for so many");
        while let Status::ToAct(seat) = game.status() {
            game.legal(&mut legal);
            let choice = mind.choose(
                &Observation::new(&game, seat, &legal),
                &mut Budget::per_turn(),
            );
            let action = legal[choice];
            events.clear();
            assert!(
                game.play(action, &mut events).is_ok(),
                "listed actions are lawful"
            );
            decisions += 1;
        }
    }
    decisions
}

/// Returns instructions and decisions of random games, which this program plays as a child process.
fn count(title: Title, players: u8, games: u64) -> (u64, u64) {
    let played = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env::current_exe().unwrap())
        .args([
            "play",
            title.name(),
            &players.to_string(),
            &games.to_string(),
        ])
        .output()
        .expect("valgrind is installed");
    let told = String::from_utf8(played.stderr).unwrap();
    let (_, collected) = told
        .lines()
        .find_map(|line| line.split_once("Collected : "))
        .expect("a count");
    let decisions = String::from_utf8(played.stdout).unwrap();
    (
        collected.trim().parse().unwrap(),
        decisions.trim().parse().unwrap(),
    )
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    if let [first, title, players, games] = words.as_slice()
        && first == "play"
    {
        let (players, games) = (players.parse().unwrap(), games.parse().unwrap());
        let hawaii = title == Title::Hawaii.name();
        println!(
            "{}",
            if hawaii {
                play::<Hawaii>(players, games)
            } else {
                play::<Haleakala>(players, games)
            }
        );
        return;
    }
    for title in Title::ALL {
        for players in title.seats() {
            let ((some, before), (more, after)) = (
                count(title, players, FEW_GAMES),
                count(title, players, MANY_GAMES),
            );
            println!(
                "{} of {players}: {} instructions a decision",
                title.name(),
                (more - some) / (after - before)
            );
        }
    }
}
