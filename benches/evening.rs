//! The cost of a move on its whole way through porch, bot and database with durable commits, and
//! the waiting time of players: the program on a SQLite file, and as one, two and three processes
//! on a PostgreSQL of its own.
//!
//! Porch and players share the machine, but are not counted. On few cores the moves per second say
//! little; the cost of a move counts, until its notices are posted. Bytes are counted on the disk
//! of `TMPDIR`, so no other program should write there meanwhile.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a measurement that cannot go on has failed"
)]

#[path = "evening/costs.rs"]
mod costs;
#[path = "evening/deployment.rs"]
mod deployment;
#[path = "shared/people.rs"]
mod people;

use std::io::Write as _;
use std::time::{Duration, Instant};

use deployment::{BenchTable, Deployment};
use futures::future::join_all;
use lanai_testing::homes::{Database, Server};
use people::People;

/// The duration of each measurement.
const MEASUREMENT: Duration = Duration::from_secs(10);
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
        print_line(COLUMNS);
        measure("SQLite", 1, Database::create_file()).await;
        for processes in 1..=3 {
            // Each measurement has a new server, so that cleaning up after one is no cost of
            // another.
            let Some(server) = Server::start_own() else {
                return;
            };
            measure("PostgreSQL", processes, server.create_database().await).await;
        }
    });
}

/// Runs all measurements with a number of processes.
async fn measure(home: &str, processes: u64, database: Database) {
    let mut deployment = Deployment::open(database).await;
    deployment.start_processes(processes, WITH_PICTURES).await;
    let mut places = deployment.open_tables().await;
    deployment.people.wait_for_pieces().await;
    let mut drawing = WITH_PICTURES;
    for (at_once, pictures_within) in RUNS {
        if pictures_within != drawing {
            deployment.stop_processes().await;
            deployment.start_processes(processes, pictures_within).await;
            drawing = pictures_within;
        }
        deployment.wait_until_delivered().await;
        let pictures = if pictures_within.is_zero() {
            "no"
        } else {
            "yes"
        };
        let found = measure_play(&deployment, &mut places, at_once).await;
        print_line(&format!(
            "{home:<10}  {processes:>9}  {pictures:>8}  {at_once:>7}  {found}"
        ));
    }
    deployment.close().await;
}

/// Lets many people play for a while at tables of their own, and returns a row of results.
async fn measure_play(
    deployment: &Deployment,
    places: &mut [BenchTable],
    at_once: usize,
) -> String {
    let (revisions, costs, begun) = (
        deployment.revisions(places).await,
        deployment.costs(),
        Instant::now(),
    );
    let shares = places.chunks_mut(places.len().div_ceil(at_once));
    let playing = shares.map(|share| play(&deployment.people, share, begun + MEASUREMENT));
    let mut waits: Vec<Duration> = join_all(playing).await.into_iter().flatten().collect();
    let seconds = begun.elapsed().as_secs_f64();
    deployment.wait_until_delivered().await;
    let spent = deployment.costs();
    let changes = deployment.revisions(places).await - revisions;
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
async fn play(people: &People, share: &mut [BenchTable], until: Instant) -> Vec<Duration> {
    let mut waits = Vec::new();
    loop {
        assert!(share.iter().any(|place| !place.over), "all games are over");
        for place in share.iter_mut().filter(|place| !place.over) {
            let asked = Instant::now();
            if asked > until {
                return waits;
            }
            let shown = people
                .run_command(
                    &place.people[place.acting],
                    &place.thread,
                    "/choose choice:1",
                )
                .await;
            let words = shown["content"]
                .as_str()
                .expect("every command has an answer");
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

fn print_line(line: &str) {
    writeln!(std::io::stdout(), "{line}").expect("stdout is open");
}
