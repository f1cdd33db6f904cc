//! A porch with people, one or more processes of the program, their database, and their costs.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures::future::join_all;
use lanai_host::{Host, PersonId};
use lanai_porch::{Limits, Porch, Settings, TOKEN};
use lanai_store::{Address, Store, TableId, Timestamp};
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;

use crate::costs;
use crate::people::People;
use lanai_testing::homes::Database;

/// Equally many shards and guilds, so that one, two and three processes can share them evenly. Few
/// sessions may start at once, so that no process takes all before the others connect.
const SHARDS: u64 = 6;
const SESSIONS_AT_ONCE: u64 = 2;
/// The number of people, and of tables each opens: the most that the rate limit allows.
const PEOPLE: usize = 40;
const TABLES_EACH: usize = 6;
/// People who open tables at the same time.
const OPEN_AT_ONCE: usize = 8;
/// The polling interval.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A table: its thread, its game and its people.
pub(crate) struct BenchTable {
    pub(crate) thread: String,
    pub(crate) people: [String; 2],
    pub(crate) game: TableId,
    /// The person to act, if known.
    pub(crate) acting: usize,
    pub(crate) over: bool,
}

/// CPU seconds of the processes and of the database server, and bytes written to the disk.
pub(crate) struct Costs {
    pub(crate) bots: f64,
    pub(crate) database: f64,
    pub(crate) written: f64,
}

pub(crate) struct Deployment {
    pub(crate) people: People,
    /// The messages per second that the program may post; unlimited by default.
    pub(crate) posts_per_second: u32,
    /// The address at which the program serves the board; none by default.
    pub(crate) board: Option<SocketAddr>,
    pub(crate) host: Host,
    porch: Porch,
    store: Store,
    kept: Database,
    programs: Vec<Program>,
    folder: TempDir,
}

impl Deployment {
    /// Opens the porch, without the bot.
    pub(crate) async fn open(kept: Database) -> Deployment {
        let persons = (0..PEOPLE).map(|number| (format!("Player {number}"), "en-US".to_owned()));
        let settings = Settings {
            // Rate limits are off, because the speed of the bot is measured.
            limits: Limits::unlimited(),
            persons: persons.collect(),
            shards: SHARDS,
            max_concurrency: SESSIONS_AT_ONCE,
            ..Settings::default()
        };
        let porch = Porch::open(settings).await.unwrap();
        let people = People::connect(&porch);
        for number in 1..SHARDS {
            let server = json!({ "name": format!("Server {number}"), "locale": "en-US" });
            let made = people.post("servers", server).await;
            people
                .post("channels", json!({ "name": "hall", "server": made["id"] }))
                .await;
        }
        if let Address::Server(address) = kept.address() {
            fill_write_ahead_log(&address).await;
        }
        let store = kept.open_store().await;
        let host = Host::new(store.clone());
        let folder = tempfile::tempdir().unwrap();
        Deployment {
            people,
            posts_per_second: 100_000,
            board: None,
            host,
            porch,
            store,
            kept,
            programs: Vec::new(),
            folder,
        }
    }

    /// Starts the processes, and restarts them until they have equally many shards.
    pub(crate) async fn start_processes(&mut self, processes: u64, pictures_within: Duration) {
        loop {
            self.programs = (0..processes)
                .map(|_| self.start(pictures_within))
                .collect();
            while self.sessions().await < SHARDS {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
            if self
                .shards()
                .await
                .iter()
                .all(|shards| *shards == SHARDS / processes)
            {
                return;
            }
            self.stop_processes().await;
        }
    }

    async fn shards(&self) -> Vec<u64> {
        let Address::Server(address) = self.kept.address() else {
            return vec![SHARDS];
        };
        let mut postgres = PgConnection::connect(&address).await.unwrap();
        let sql = "select count(*) from session group by process";
        let shards: Vec<i64> = sqlx::query_scalar(sql)
            .fetch_all(&mut postgres)
            .await
            .unwrap();
        postgres.close().await.unwrap();
        shards.into_iter().map(i64::unsigned_abs).collect()
    }

    fn start(&self, pictures_within: Duration) -> Program {
        let database = match self.kept.address() {
            Address::File(file) => file.into_os_string(),
            Address::Server(address) => address.into(),
        };
        let board = self.board.map(|address| ("LANAI_WEB", address.to_string()));
        let program = Command::new(env!("CARGO_BIN_EXE_lanai"))
            .current_dir(self.folder.path())
            .env_clear()
            .env("DISCORD_TOKEN", TOKEN)
            .env("LANAI_PROXY", &self.people.base)
            .env("LANAI_DATABASE", database)
            .env("LANAI_LOG", "error")
            .env(
                "LANAI_PICTURES_WITHIN",
                pictures_within.as_millis().to_string(),
            )
            .env("LANAI_POSTS_PER_SECOND", self.posts_per_second.to_string())
            .env("LANAI_PRESSES", "100000")
            .envs(board)
            .stdin(Stdio::null())
            .spawn();
        Program(program.unwrap())
    }

    async fn sessions(&self) -> u64 {
        let told = self.people.get("sessions").await;
        told["sessions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|session| u64::from(session["live"] == true))
            .sum()
    }

    /// Stops all processes by SIGTERM and waits for them.
    pub(crate) async fn stop_processes(&mut self) {
        for program in &self.programs {
            let id = program.0.id().to_string();
            assert!(
                Command::new("kill")
                    .args(["-TERM", &id])
                    .status()
                    .unwrap()
                    .success()
            );
        }
        for mut program in std::mem::take(&mut self.programs) {
            tokio::task::spawn_blocking(move || program.0.wait())
                .await
                .unwrap()
                .unwrap();
        }
        while self.sessions().await > 0 {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Returns the costs so far.
    pub(crate) fn costs(&self) -> Costs {
        Costs {
            bots: self
                .programs
                .iter()
                .map(|program| costs::cpu_seconds(program.0.id()))
                .sum(),
            database: costs::postmaster(&self.kept.address())
                .map_or(0.0, costs::server_cpu_seconds),
            written: costs::bytes_written(self.folder.path()),
        }
    }

    /// Returns the bytes of memory that the processes occupy.
    #[allow(dead_code, reason = "an evening need not know")]
    pub(crate) fn memory(&self) -> f64 {
        self.programs
            .iter()
            .map(|program| costs::resident_bytes(program.0.id()))
            .sum()
    }

    #[allow(dead_code, reason = "an evening need not know")]
    pub(crate) fn address(&self) -> Address {
        self.kept.address()
    }

    /// Waits until no notice is pending.
    pub(crate) async fn wait_until_delivered(&self) {
        while !self
            .store
            .notices()
            .list_due(Timestamp(i64::MAX), 1)
            .await
            .unwrap()
            .is_empty()
        {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    pub(crate) async fn revisions(&self, places: &[BenchTable]) -> i64 {
        let mut all = 0;
        for place in places {
            all += self.host.tables.find(place.game).await.unwrap().revision.0;
        }
        all
    }

    /// Opens all tables, half of each game and some in each guild, and starts the games.
    pub(crate) async fn open_tables(&self) -> Vec<BenchTable> {
        let (people, main_channels) = (
            self.people.ids("persons").await,
            self.people.ids("channels").await,
        );
        let numbers: Vec<usize> = (0..people.len()).collect();
        let mut places = Vec::new();
        for openers in numbers.chunks(OPEN_AT_ONCE) {
            let pairs = openers
                .iter()
                .map(|number| [*number, (number + 1) % people.len()]);
            let opened = pairs
                .map(|pair| self.open_table(pair.map(|one| people[one].clone()), &main_channels));
            places.extend(join_all(opened).await.into_iter().flatten());
        }
        assert_eq!(
            places.len(),
            PEOPLE * TABLES_EACH,
            "not all tables are there"
        );
        places
    }

    /// Opens tables for a person, and lets another join.
    async fn open_table(&self, pair: [String; 2], main_channels: &[String]) -> Vec<BenchTable> {
        let [opener, other] = &pair;
        for number in 0..TABLES_EACH {
            let game = ["Hawaii", "Haleakala"][number % 2];
            let main_channel = &main_channels[number % main_channels.len()];
            self.people
                .run_command(
                    opener,
                    main_channel,
                    &format!("/table open game:{game} seats:2"),
                )
                .await;
        }
        let owner = PersonId(opener.parse().unwrap());
        let mut theirs = self
            .host
            .tables
            .list_unfinished_for_person(owner)
            .await
            .unwrap();
        theirs.retain(|table| table.owner == owner);
        for table in &theirs {
            let thread = table.channel.0.to_string();
            self.people.run_command(other, &thread, "/table join").await;
            self.people
                .run_command(opener, &thread, "/table start")
                .await;
        }
        theirs
            .into_iter()
            .map(|table: lanai_host::Table| BenchTable {
                thread: table.channel.0.to_string(),
                people: pair.clone(),
                game: table.id,
                acting: 0,
                over: false,
            })
            .collect()
    }

    pub(crate) async fn close(mut self) {
        self.stop_processes().await;
        self.store.close().await;
        self.porch.close().await;
    }
}

/// Fills the write-ahead log of a new PostgreSQL server once: it zeroes new files, while a used
/// server writes into old ones.
async fn fill_write_ahead_log(address: &str) {
    let mut postgres = PgConnection::connect(address).await.unwrap();
    for sql in [
        "select count(pg_logical_emit_message(false, 'worn', repeat('x', 4194304))) from generate_series(1, 128)",
        "checkpoint",
    ] {
        sqlx::query(sql).execute(&mut postgres).await.unwrap();
    }
    postgres.close().await.unwrap();
}

/// The program, which is killed when this is dropped.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
