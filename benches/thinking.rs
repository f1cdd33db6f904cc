//! Whether thinking computers slow people down, and how long people wait for computers. Two people
//! play as fast as they are answered: alone, while kupuna thinks at four other tables, and alone
//! again, because the speed of a machine varies. The bot leaves one core to porch and players.
//!
//! First the turns alone: the CPU time of kupuna with the host's budget, at four tables in
//! parallel.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a measurement that cannot go on has failed"
)]

#[expect(
    dead_code,
    reason = "another measurement counts what a database costs, too"
)]
#[path = "evening/costs.rs"]
mod costs;
#[path = "shared/people.rs"]
mod people;

use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;
use lanai_ai::{Budget, Evaluate, Observation, PolicyKind};
use lanai_host::{Host, PersonId, TableId, TableStatus, Thinking};
use lanai_porch::{Limits, Porch, Settings, TOKEN};
use lanai_rules::Seats;
use lanai_rules::chance::Seed;
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_store::Store;
use people::People;

/// The options of tables with one person and kupuna on the other seats.
const TABLES: [&str; 4] = [
    "game:Hawaii seats:2 computers:1 level:kupuna",
    "game:Hawaii seats:3 computers:2 level:kupuna",
    "game:Hawaii seats:5 computers:4 level:kupuna",
    "game:Haleakala seats:2 computers:1 level:kupuna",
];
/// The duration of each part.
const MEASUREMENT: Duration = Duration::from_secs(30);
/// The number of people. The limit of new tables per person requires other players each time.
const PERSONS: usize = 256;
/// The polling interval for a computer's turn.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Turns measured at each table.
const TURNS: usize = 50;

fn main() {
    let turns = std::thread::scope(|scope| {
        let tables = [
            scope.spawn(|| measure_turns::<Hawaii>(2)),
            scope.spawn(|| measure_turns::<Hawaii>(3)),
            scope.spawn(|| measure_turns::<Hawaii>(5)),
            scope.spawn(|| measure_turns::<Haleakala>(2)),
        ];
        tables.map(|table| table.join().unwrap()).concat()
    });
    println!("CPU of a turn: {}", format_times(turns));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let deployment = Deployment::open().await;
        let pair = deployment
            .open_table(deployment.next_pair(), "game:Hawaii seats:2")
            .await;
        let mut others = Vec::new();
        for (person, table) in TABLES.iter().enumerate() {
            others.push(deployment.open_table([person, person], table).await);
        }
        deployment.people.wait_for_pieces().await;
        let (mut pair, never) = (pair, AtomicBool::new(true));
        deployment
            .measure_answers("no computer thinks", &mut pair, &never)
            .await;
        let (goes_on, before) = (
            AtomicBool::new(true),
            costs::cpu_seconds(deployment.program.0.id()),
        );
        let thinking = join_all(
            others
                .iter_mut()
                .map(|table| deployment.measure_waits(table, &goes_on)),
        );
        let answering = async {
            deployment
                .measure_answers("four tables think", &mut pair, &never)
                .await;
            goes_on.store(false, Ordering::SeqCst);
        };
        let (waits, ()) = tokio::join!(thinking, answering);
        let waits = waits.concat();
        let cpu = (costs::cpu_seconds(deployment.program.0.id()) - before)
            / f64::from(u32::try_from(waits.len()).unwrap());
        println!(
            "from a person's turn to their next, computers' turns between: {}",
            format_times(waits)
        );
        println!("the bot's CPU for each such wait, with everything else that it did: {cpu:.2} s");
        deployment
            .measure_answers("no computer thinks", &mut pair, &never)
            .await;
    });
}

/// The CPU time of kupuna's turns in games against itself, by the clock of this thread alone.
fn measure_turns<G: Evaluate>(players: u8) -> Vec<Duration> {
    let (seed, most) = (Seed::from_number(7), Thinking::default().max_turn_time);
    let seats = Seats::of(G::TITLE, players).unwrap();
    let mut game = G::setup(&G::printed().unwrap(), seats, G::Options::default(), seed).unwrap();
    let minds = seats
        .iter()
        .map(|seat| PolicyKind::Kupuna.build::<G>(&seed, seats, seat).unwrap());
    let (mut minds, mut times): (Vec<_>, Vec<Duration>) = (minds.collect(), Vec::new());
    while let Some(seat) = game.status().to_act().filter(|_| times.len() < TURNS) {
        let (before, begun) = (cpu_of_thread(), Instant::now());
        let is_over = || begun.elapsed() >= most;
        let mut budget = Budget::until(&is_over);
        loop {
            let legal = game.legal_actions();
            let choice =
                minds[seat.index()].choose(&Observation::new(&game, seat, &legal), &mut budget);
            game.play(legal[choice], &mut Vec::new()).unwrap();
            if game.status().to_act() != Some(seat) || game.begins_turn() {
                break;
            }
        }
        times.push(cpu_of_thread().saturating_sub(before));
    }
    times
}

/// Returns the CPU time of this thread.
fn cpu_of_thread() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(told.split_whitespace().next().unwrap().parse().unwrap())
}

/// A table, its thread, the person to act, and whether its game is over.
struct BenchTable {
    game: TableId,
    thread: String,
    people: [String; 2],
    acting: usize,
}

struct Deployment {
    people: People,
    persons: Vec<String>,
    main_channel: String,
    host: Host,
    pairs: AtomicUsize,
    program: Program,
    _porch: Porch,
    _folder: tempfile::TempDir,
}

impl Deployment {
    async fn open() -> Deployment {
        let persons = (0..PERSONS)
            .map(|number| (format!("Player {number}"), "en-US".to_owned()))
            .collect();
        let settings = Settings {
            limits: Limits::unlimited(),
            persons,
            ..Settings::default()
        };
        let porch = Porch::open(settings).await.unwrap();
        let (people, folder) = (People::connect(&porch), tempfile::tempdir().unwrap());
        let file = folder.path().join("lanai.db");
        let program = Command::new(env!("CARGO_BIN_EXE_lanai"))
            .current_dir(folder.path())
            .env_clear()
            .env("DISCORD_TOKEN", TOKEN)
            .env("LANAI_PROXY", &people.base)
            .env("LANAI_DATABASE", &file)
            .env("LANAI_LOG", "error")
            .env("LANAI_POSTS_PER_SECOND", "100000")
            .env("LANAI_PRESSES", "100000")
            .stdin(Stdio::null())
            .spawn();
        let program = Program(program.unwrap());
        people.wait_for_pieces().await;
        let host = Host::new(Store::open_file(&file).await.unwrap());
        let (persons, main_channel) = (
            people.ids("persons").await,
            people.ids("channels").await.swap_remove(0),
        );
        Deployment {
            people,
            persons,
            main_channel,
            host,
            pairs: AtomicUsize::new(2),
            program,
            _porch: porch,
            _folder: folder,
        }
    }

    /// Returns two people who have not opened a table yet.
    fn next_pair(&self) -> [usize; 2] {
        let pair = self.pairs.fetch_add(1, Ordering::SeqCst);
        assert!(2 * pair + 1 < PERSONS, "every person has opened a table");
        [2 * pair, 2 * pair + 1]
    }

    /// Opens a table for a person, and lets another join.
    async fn open_table(&self, pair: [usize; 2], options: &str) -> BenchTable {
        let people = pair.map(|person| self.persons[person].clone());
        let opened = self
            .people
            .run_command(
                &people[0],
                &self.main_channel,
                &format!("/table open {options}"),
            )
            .await;
        let owner = PersonId(people[0].parse().unwrap());
        let mut theirs = self
            .host
            .tables
            .list_unfinished_for_person(owner)
            .await
            .unwrap();
        theirs.retain(|table| table.owner == owner && table.status != TableStatus::Over);
        let table = theirs.pop().ok_or(opened).unwrap();
        let thread = table.channel.0.to_string();
        if people[0] != people[1] {
            self.people
                .run_command(&people[1], &thread, "/table join")
                .await;
        }
        self.people
            .run_command(&people[0], &thread, "/table start")
            .await;
        BenchTable {
            game: table.id,
            thread,
            people,
            acting: 0,
        }
    }

    /// Takes the first offered choice, and returns the answer.
    async fn take_first_choice(&self, place: &mut BenchTable) -> String {
        let who = &place.people[place.acting];
        let shown = self
            .people
            .run_command(who, &place.thread, "/choose choice:1")
            .await;
        // Without a panel in the answer the turn is over, or it was another player's.
        if !shown["components"].to_string().contains("\"p:") {
            place.acting = 1 - place.acting;
        }
        shown["content"]
            .as_str()
            .expect("every command has an answer")
            .to_owned()
    }

    /// Lets two people move, and reports how long they wait. A finished game is followed by a new
    /// one.
    async fn measure_answers(
        &self,
        description: &str,
        place: &mut BenchTable,
        goes_on: &AtomicBool,
    ) {
        let (until, mut waits) = (Instant::now() + MEASUREMENT, Vec::new());
        while Instant::now() < until && goes_on.load(Ordering::SeqCst) {
            let asked = Instant::now();
            let words = self.take_first_choice(place).await;
            if words.contains("is over") {
                *place = self
                    .open_table(self.next_pair(), "game:Hawaii seats:2")
                    .await;
            } else if !words.starts_with("It is") {
                waits.push(asked.elapsed());
            }
        }
        println!("answers while {description}: {}", format_times(waits));
    }

    /// Measures how long a person waits until the computers have acted.
    async fn measure_waits(&self, place: &mut BenchTable, goes_on: &AtomicBool) -> Vec<Duration> {
        let mut waits = Vec::new();
        while goes_on.load(Ordering::SeqCst) {
            self.take_first_choice(place).await;
            let begun = Instant::now();
            let mut table = self.host.tables.find(place.game).await.unwrap();
            if table.status == TableStatus::Over {
                break;
            }
            if !table.is_computers_turn() {
                continue;
            }
            while table.is_computers_turn() {
                tokio::time::sleep(POLL_INTERVAL).await;
                table = self.host.tables.find(place.game).await.unwrap();
            }
            waits.push(begun.elapsed());
        }
        waits
    }
}

fn format_times(mut waits: Vec<Duration>) -> String {
    waits.sort();
    let [half, nine, most] = [50, 90, 99].map(|hundredths: usize| {
        waits[(waits.len() - 1) * hundredths / 100].as_secs_f64() * 1000.0
    });
    format!(
        "{} times, median {half:.1} ms, 9 of 10 within {nine:.1}, 99 of 100 within {most:.1}",
        waits.len()
    )
}

/// The program, which ends when this is dropped.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
