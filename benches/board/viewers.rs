//! Many boards at once, without browsers.

use std::time::{Duration, Instant};

use lanai_host::PersonId;

use crate::client::{BoardClient, Changes, find_turn};
use crate::{Boards, spread};

const VIEWERS: i64 = 1000;
const MEASUREMENT: Duration = Duration::from_secs(20);
/// How long the program rests before it is measured.
const REST: Duration = Duration::from_secs(5);
const MOVES: usize = 9;

/// Measures what idle boards cost: the streams of changes of many people at many tables.
pub(crate) async fn measure_idle_boards(boards: &Boards) {
    let without = measure_idle_cpu(boards).await;
    let memory = boards.deployment.memory();
    let mut streams: Vec<Changes> = Vec::new();
    for (person, table) in (1..=VIEWERS).zip(boards.tables.iter().cycle()) {
        let session = boards.open_session(table, PersonId(person)).await;
        streams.push(session.listen().await);
    }
    let with = measure_idle_cpu(boards).await;
    let grown = boards.deployment.memory() - memory;
    println!(
        "{VIEWERS} idle boards of {} tables: {:.2} % of a core more than {without:.2} % without, \
         {:.1} MB more memory",
        boards.tables.len(),
        with - without,
        grown / 1e6
    );
}

/// Returns the CPU time of the idle program, in percent of a core.
async fn measure_idle_cpu(boards: &Boards) -> f64 {
    tokio::time::sleep(REST).await;
    let (before, begun) = (boards.deployment.costs().bots, Instant::now());
    tokio::time::sleep(MEASUREMENT).await;
    let used = boards.deployment.costs().bots - before;
    used / begun.elapsed().as_secs_f64() * 100.0
}

/// Measures how soon all viewers of a table have the board after a move.
pub(crate) async fn measure_viewers(boards: &Boards) {
    let table = &boards.tables[4];
    let players = boards.open_players(table).await;
    let mut viewers = Vec::new();
    for person in 1..=VIEWERS {
        let session = boards.open_session(table, PersonId(person)).await;
        let changes = session.listen().await;
        viewers.push(Viewer { session, changes });
    }
    // The first move opens the connections for requests, which stay open.
    measure_move(boards, &players, &mut viewers).await;
    let mut figures: [Vec<f64>; 4] = Default::default();
    for _ in 0..MOVES {
        let found = measure_move(boards, &players, &mut viewers).await;
        for (values, value) in figures.iter_mut().zip(found) {
            values.push(value);
        }
    }
    let [half, most, all, cpu] = figures.map(spread);
    println!(
        "{VIEWERS} viewers of a move: half have the board after {half}, 99 of 100 after {most}, \
         all after {all}; CPU of the bot {cpu}"
    );
}

/// A spectator who follows a table.
struct Viewer {
    session: BoardClient,
    changes: Changes,
}

impl Viewer {
    /// Waits for a later revision and loads the board. Returns the milliseconds since a time.
    async fn follow(mut self, revision: i64, begun: Instant) -> (Viewer, f64) {
        self.changes.wait_for_later(revision).await;
        self.session.load_board().await;
        (self, begun.elapsed().as_secs_f64() * 1000.0)
    }
}

/// Plays a turn. Returns the milliseconds until half of the viewers, 99 of 100 and all have the new
/// board, and those of CPU time that the bot used.
async fn measure_move(
    boards: &Boards,
    players: &[BoardClient],
    viewers: &mut Vec<Viewer>,
) -> [f64; 4] {
    boards.deployment.wait_until_delivered().await;
    let (player, turn) = find_turn(players).await.expect("the game goes on");
    let revision = turn["revision"].as_i64().unwrap();
    let cpu_before = boards.deployment.costs().bots;
    let begun = Instant::now();
    let following: Vec<_> = viewers
        .drain(..)
        .map(|viewer| tokio::spawn(viewer.follow(revision, begun)))
        .collect();
    player.play(&turn).await;
    let mut times = Vec::new();
    for task in following {
        let (viewer, took) = task.await.unwrap();
        viewers.push(viewer);
        times.push(took);
    }
    let cpu = boards.deployment.costs().bots - cpu_before;
    times.sort_by(f64::total_cmp);
    let at = |hundredths: usize| times[(times.len() - 1) * hundredths / 100];
    [at(50), at(99), at(100), cpu * 1000.0]
}
