//! What a move costs on its whole way through porch, bot and database with durable commits, and how long somebody waits for
//! the answer: the real program with its tables in a file, and in one, two and three processes with their tables on a
//! PostgreSQL of their own with its default durability, where there is one.
//!
//! The porch and those who press share this machine, but are not counted. Where it has few cores, they and several processes
//! take them from each other, so that moves a second say little; what tells is the cost of a move, as the system counts it. It
//! has everything that a move brings about, until its news are told; what a checkpoint of PostgreSQL writes later is not in
//! it. Bytes are counted where they reach the disk, whoever writes them: let nobody else write meanwhile. With pictures is
//! how people have it; without them, the part of the database is seen better.
//!
//! There are 240 tables, as many as are opened within seconds by people who obey all limits, and enough that a table
//! rests between its moves. They lie in the folder for what is temporary (`TMPDIR`): let that be on a disk.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a measurement that cannot go on has failed"
)]

#[path = "evening/costs.rs"]
mod costs;
#[path = "evening/house.rs"]
mod house;
#[path = "shared/people.rs"]
mod people;

use std::io::Write as _;
use std::time::{Duration, Instant};

use futures::future::join_all;
use house::{House, Place};
use lanai_testing::homes::{Database, Server};
use people::People;

/// The duration of each measurement.
const MEASURED: Duration = Duration::from_secs(10);
/// People who press at once, and the time limit of pictures: zero disables them.
const RUNS: [(usize, Duration); 3] = [
    (1, WITH_PICTURES),
    (16, WITH_PICTURES),
    (16, Duration::ZERO),
];
const WITH_PICTURES: Duration = Duration::from_secs(2);
const COLUMNS: &str = "home        processes  pictures  at once  moves/s  median ms  9 of 10 ms  \
                       bot CPU ms/move  database CPU ms/move  KiB written/move";

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        tell(COLUMNS);
        measure("SQLite", 1, Database::file()).await;
        for processes in 1..=3 {
            // Each measurement has a new server, so that cleaning up after one is no cost of
            // another.
            let Some(server) = Server::own() else { return };
            measure("PostgreSQL", processes, server.database().await).await;
        }
    });
}

/// Runs all measurements with a number of processes.
async fn measure(home: &str, processes: u64, kept: Database) {
    let mut house = House::open(kept).await;
    house.programs_come(processes, WITH_PICTURES).await;
    let mut places = house.open_tables().await;
    house.people.wait_for_pieces().await;
    let mut drawing = WITH_PICTURES;
    for (at_once, pictures_within) in RUNS {
        if pictures_within != drawing {
            house.programs_go().await;
            house.programs_come(processes, pictures_within).await;
            drawing = pictures_within;
        }
        house.all_told().await;
        let pictures = if pictures_within.is_zero() {
            "no"
        } else {
            "yes"
        };
        let found = evening(&house, &mut places, at_once).await;
        tell(&format!(
            "{home:<10}  {processes:>9}  {pictures:>8}  {at_once:>7}  {found}"
        ));
    }
    house.close().await;
}

/// Lets many people play for a while at tables of their own, and returns a row of results.
async fn evening(house: &House, places: &mut [Place], at_once: usize) -> String {
    let (revisions, costs, begun) = (house.revisions(places).await, house.costs(), Instant::now());
    let shares = places.chunks_mut(places.len().div_ceil(at_once));
    let playing = shares.map(|share| play(&house.people, share, begun + MEASURED));
    let mut waits: Vec<Duration> = join_all(playing).await.into_iter().flatten().collect();
    let seconds = begun.elapsed().as_secs_f64();
    house.all_told().await;
    let spent = house.costs();
    let changes = house.revisions(places).await - revisions;
    assert!(
        usize::try_from(changes).unwrap() >= waits.len(),
        "a move was answered and not written"
    );
    waits.sort();
    let at = |tenths: usize| waits[(waits.len() - 1) * tenths / 10].as_secs_f64() * 1000.0;
    let moves = f64::from(u32::try_from(waits.len()).unwrap());
    format!(
        "{:>7.0}  {:>9.1}  {:>10.1}  {:>15.2}  {:>20.2}  {:>16.1}",
        moves / seconds,
        at(5),
        at(9),
        (spent.bots - costs.bots) / moves * 1000.0,
        (spent.database - costs.database) / moves * 1000.0,
        (spent.written - costs.written) / moves / 1024.0,
    )
}

/// Takes the first choice at one table after another until the deadline. Returns the time of each
/// answer.
async fn play(people: &People, share: &mut [Place], until: Instant) -> Vec<Duration> {
    let mut waits = Vec::new();
    loop {
        assert!(share.iter().any(|place| !place.over), "all games are over");
        for place in share.iter_mut().filter(|place| !place.over) {
            let asked = Instant::now();
            if asked > until {
                return waits;
            }
            let shown = people
                .says(
                    &place.people[place.acting],
                    &place.thread,
                    "/choose choice:1",
                )
                .await;
            let words = shown["content"].as_str().expect("everybody has an answer");
            place.over = words.starts_with("The game is over");
            if !place.over && !words.starts_with("It is") {
                waits.push(asked.elapsed());
            }
            // Without a panel in the answer the turn is over, or it was another player's.
            if !shown["components"].to_string().contains("\"p:") {
                place.acting = 1 - place.acting;
            }
        }
    }
}

fn tell(line: &str) {
    writeln!(std::io::stdout(), "{line}").expect("somebody reads");
}
