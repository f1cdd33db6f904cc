//! Three processes on one PostgreSQL and a porch with three shards, while people play. Processes
//! are killed and exchanged, and the database stops. No acknowledged move is lost or doubled, all
//! news are posted once, and each guild is served again within a lease and the sessions before its
//! own.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::future::Future;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use lanai_host::{Host, PersonId};
use lanai_porch::Settings;
use lanai_rules::chance::{Dice, Seed};
use lanai_store::{Address, PROCESS_LEASE, Store, TableId};
use serde_json::json;
use tempfile::TempDir;

use super::restarts::{Program, delivered_messages, settings};
use super::{Scene, run_test_within, text};
use lanai_testing::homes::Server;
use lanai_testing::outside::test_size;

const SHARDS: u64 = 3;
const SERVERS: usize = 6;
/// Tables of each pair of players.
const TABLES_EACH: usize = 3;
/// Players who act at the same time.
const PLAYERS: usize = 4;
/// The least time between two moves at a table, and the pace of posts for all tables.
const MOVE_INTERVAL: Duration = Duration::from_millis(1200);
const POST_INTERVAL: Duration = Duration::from_millis(60);
/// The interval at which each guild is probed.
const PROBE_INTERVAL: Duration = Duration::from_millis(250);
/// The time between two session starts, and a margin for connecting on a busy machine.
const SESSION_INTERVAL: Duration = Duration::from_millis(5250);
const CONNECT_MARGIN: Duration = Duration::from_secs(4);
/// The limit for any recovery.
const TIME_LIMIT: Duration = Duration::from_mins(2);

/// A table: where, how it is known, and with which news its game began.
struct FleetTable {
    thread: String,
    game: TableId,
    begun: i64,
}

struct Fleet {
    scene: Scene,
    folder: TempDir,
    database: OsString,
    store: Store,
    programs: tokio::sync::Mutex<Vec<Program>>,
    /// A channel of each server.
    main_channels: Vec<String>,
    places: Vec<FleetTable>,
    /// Names by number.
    names: BTreeMap<i64, String>,
    /// Since when each guild has not been answered.
    silent: Mutex<Vec<Option<Instant>>>,
    /// The longest silence since the last query.
    longest: Mutex<Duration>,
    acknowledged: Mutex<usize>,
    unanswered: Mutex<usize>,
}

impl Fleet {
    /// The processes come, servers and tables are there.
    async fn start(server: &Server, tables: usize) -> Fleet {
        let pairs = tables.div_ceil(TABLES_EACH);
        let mut persons = Settings::default().persons;
        persons
            .extend((0..2 * pairs).map(|number| (format!("Player{number}"), "en-US".to_owned())));
        let settings = Settings {
            persons,
            shards: SHARDS,
            identify_interval: Settings::DISCORD_IDENTIFY_INTERVAL,
            // Without nonces, only looking for the message first prevents a second post.
            nonce_lifetime: Duration::ZERO,
            ..settings()
        };
        let stored = server.create_database().await;
        let Address::Server(address) = stored.address() else {
            panic!("this is about servers")
        };
        let (database, store) = (OsString::from(address), stored.open_store().await);
        let scene = Scene::open_on(stored, settings).await;
        let mut main_channels = vec![scene.main_channel.clone()];
        for number in 1..SERVERS {
            let made = scene
                .post(
                    "servers",
                    json!({ "name": format!("Server {number}"), "locale": "en-US" }),
                )
                .await;
            let main_channel = scene
                .post("channels", json!({ "name": "hall", "server": made["id"] }))
                .await;
            main_channels.push(text(&main_channel["id"]));
        }
        let names = scene
            .people
            .iter()
            .map(|(name, id)| (id.parse().unwrap(), name.clone()))
            .collect();
        let mut fleet = Fleet {
            scene,
            folder: lanai_testing::folders::create_folder(),
            database,
            store,
            programs: tokio::sync::Mutex::default(),
            silent: Mutex::new(vec![None; main_channels.len()]),
            main_channels,
            places: Vec::new(),
            names,
            longest: Mutex::default(),
            acknowledged: Mutex::default(),
            unanswered: Mutex::default(),
        };
        let programs = (0..3)
            .map(|number| fleet.start_process_at(number))
            .collect();
        *fleet.programs.lock().await = programs;
        fleet.wait_until_answered().await;
        for number in 0..tables {
            fleet.open_table(number).await;
        }
        fleet
    }

    fn start_process_at(&self, number: usize) -> Program {
        let log = self.folder.path().join(format!("{number}.log"));
        // Pictures are off: the test is about delivery.
        let settings = [
            ("LANAI_LOG", "info"),
            ("LANAI_PICTURES_WITHIN", "0"),
            ("LANAI_POSTS_PER_SECOND", "45"),
        ];
        Program::start_with(&self.scene, &self.database, &log, &settings)
    }

    async fn open_table(&mut self, number: usize) {
        let main_channel = self.main_channels[number % self.main_channels.len()].clone();
        let pair = number / TABLES_EACH;
        let [one, two] = [2 * pair, 2 * pair + 1].map(|number| format!("Player{number}"));
        self.scene
            .run_command(&one, &main_channel, "/table open game:Haleakala seats:2")
            .await
            .assert_says("opened a table for");
        let host = Host::new(self.store.clone());
        let person = PersonId(self.scene.person(&one).parse().unwrap());
        let table = host
            .tables
            .list_unfinished_for_person(person)
            .await
            .unwrap()
            .pop()
            .unwrap();
        let thread = table.channel.0.to_string();
        self.scene
            .assert_answer(&two, &thread, "/table join", "You have seat")
            .await;
        self.scene
            .assert_answer(&one, &thread, "/table start", "begins")
            .await;
        self.scene.wait_for_text(&thread, "The game begins").await;
        // Lobby notices are left out: they supersede each other faster than they are posted.
        let begun = delivered_notices(&self.database, table.id)
            .await
            .pop()
            .unwrap();
        self.places.push(FleetTable {
            thread,
            game: table.id,
            begun,
        });
    }

    /// Returns whether a person on this guild is answered.
    async fn is_guild_answered(&self, main_channel: &str) -> bool {
        ["message", "deferred"].contains(
            &self
                .scene
                .run_command_at_once("Dan", main_channel, "/help")
                .await
                .outcome(),
        )
    }

    /// Waits until every guild is answered.
    async fn wait_until_answered(&self) {
        for main_channel in &self.main_channels {
            let begun = Instant::now();
            while !self.is_guild_answered(main_channel).await {
                assert!(
                    begun.elapsed() < TIME_LIMIT,
                    "a server is not heard any more"
                );
                tokio::time::sleep(PROBE_INTERVAL).await;
            }
        }
    }

    /// Probes a guild repeatedly.
    async fn probe_guild(&self, number: usize) {
        loop {
            let asked = Instant::now();
            let heard = self.is_guild_answered(&self.main_channels[number]).await;
            self.record_probe(number, asked, heard);
            tokio::time::sleep(PROBE_INTERVAL).await;
        }
    }

    /// Records the result of a probe.
    fn record_probe(&self, number: usize, asked: Instant, heard: bool) {
        let mut silent = self.silent.lock().unwrap();
        let since = silent[number].take().unwrap_or(asked);
        if heard {
            let mut longest = self.longest.lock().unwrap();
            *longest = (*longest).max(asked.saturating_duration_since(since));
        } else {
            silent[number] = Some(since);
        }
    }

    /// Returns the number of log entries, waiting until the database answers.
    async fn count_entries(&self, game: TableId) -> usize {
        loop {
            if let Ok(entries) = self.store.tables().load_log(game, 0).await {
                let numbers: Vec<i64> = entries.iter().map(|entry| entry.number).collect();
                assert_eq!(
                    numbers,
                    (0..i64::try_from(numbers.len()).unwrap()).collect::<Vec<_>>()
                );
                return numbers.len();
            }
            tokio::time::sleep(PROBE_INTERVAL).await;
        }
    }

    /// Plays a move, and asserts that it is stored once it was acknowledged.
    async fn play_move(&self, place: &FleetTable) {
        let host = Host::new(self.store.clone());
        let Ok(table) = host.tables.find(place.game).await else {
            return tokio::time::sleep(PROBE_INTERVAL).await;
        };
        let Some(PersonId(person)) = table.waiting.person else {
            return;
        };
        let before = self.count_entries(place.game).await;
        let answer = self
            .scene
            .run_command_at_once(&self.names[&person], &place.thread, "/choose choice:1")
            .await;
        *self.unanswered.lock().unwrap() += usize::from(answer.outcome() == "failed");
        let after = self.count_entries(place.game).await;
        assert!(after <= before + 4, "a move is doubled");
        let said = answer.0["message"]["content"].as_str().unwrap_or_default();
        if said.contains("'s turn") || !answer.components().is_empty() {
            assert!(after > before, "an answered move is lost: {answer:?}");
            *self.acknowledged.lock().unwrap() += 1;
        }
    }

    /// Lets all players act at their own tables while other work runs.
    async fn play_while(&self, work: impl Future<Output = ()>) {
        // The pace of moves keeps all posts within Discord's limits.
        let round = MOVE_INTERVAL.max(POST_INTERVAL * u32::try_from(self.places.len()).unwrap());
        let player = async |number: usize| {
            let mut rounds = tokio::time::interval(round);
            loop {
                rounds.tick().await;
                for place in self.places.iter().skip(number).step_by(PLAYERS) {
                    self.play_move(place).await;
                }
            }
        };
        let players = futures::future::join_all((0..PLAYERS).map(player));
        let askers = futures::future::join_all(
            (0..self.main_channels.len()).map(|number| self.probe_guild(number)),
        );
        tokio::select! {
            _ = players => unreachable!("they play for ever"),
            _ = askers => unreachable!("they ask for ever"),
            () = work => {}
        }
    }

    /// Waits until all guilds are answered, and returns the longest silence since the last query.
    async fn longest_silence(&self) -> Duration {
        let begun = Instant::now();
        // A guild that failed its last probe needs another one.
        tokio::time::sleep(4 * PROBE_INTERVAL).await;
        while self.silent.lock().unwrap().iter().any(Option::is_some) {
            assert!(
                begun.elapsed() < TIME_LIMIT,
                "a server is not heard any more"
            );
            tokio::time::sleep(PROBE_INTERVAL).await;
        }
        std::mem::take(&mut self.longest.lock().unwrap())
    }

    async fn list_sessions(&self) -> Vec<u64> {
        live_shards(&self.scene).await
    }

    /// Asserts that no message is missing or doubled in any channel.
    async fn finish(mut self) {
        self.scene.wait_until_all_sent(&self.store).await;
        for place in &self.places {
            let mut news = delivered_notices(&self.database, place.game).await;
            let public = self.scene.list_public_messages(&place.thread).await;
            let mut nonces: Vec<i64> = public
                .iter()
                .filter_map(|item| item.0["message"]["nonce"].as_str()?.parse().ok())
                .collect();
            nonces.retain(|item| *item > place.begun);
            news.retain(|item| *item > place.begun);
            assert_eq!(nonces, news, "some news were told twice, or never");
        }
        let sessions = self.scene.get("sessions").await;
        let identifies = sessions["identifies"].as_array().unwrap();
        assert!(
            identifies.iter().all(|item| item["outcome"] == "granted"),
            "{identifies:?}"
        );
        let refusals = self.scene.get("refusals").await;
        assert_eq!(
            (&refusals["global"], &refusals["turned_away"]),
            (&json!(0), &json!(0)),
            "{refusals}"
        );
        for program in self.programs.get_mut() {
            let log = program.end();
            assert!(!log.contains("panicked"), "{log}");
        }
        self.scene.porch.take().unwrap().close().await;
    }
}

/// The shards of all sessions that go on.
async fn live_shards(scene: &Scene) -> Vec<u64> {
    let sessions = scene.get("sessions").await;
    let live = sessions["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|session| session["live"] == true);
    live.map(|session| session["shard"][0].as_u64().unwrap())
        .collect()
}

/// Returns the ids of all notices of a table that are messages of their own.
async fn delivered_notices(database: &OsString, game: TableId) -> Vec<i64> {
    use sqlx::Connection as _;
    let mut postgres = sqlx::PgConnection::connect(database.to_str().unwrap())
        .await
        .unwrap();
    let sql = "select notice_id, status = 'given_up' from notice
         where replace_key is null and person is null and table_id = $1 order by 1";
    delivered_messages(
        sqlx::query_as(sql)
            .bind(game)
            .fetch_all(&mut postgres)
            .await
            .unwrap(),
    )
}

/// Returns how long a guild may be silent while this many sessions start.
fn silence_bound(sessions: usize) -> Duration {
    // A lease may have been renewed just before the crash; the others look every two seconds.
    PROCESS_LEASE
        + Duration::from_secs(2)
        + SESSION_INTERVAL * u32::try_from(sessions).unwrap()
        + CONNECT_MARGIN
}

impl Fleet {
    /// Kills a process at a random moment, and starts another.
    async fn kill_process(&self, dice: &mut Dice) -> Duration {
        tokio::time::sleep(Duration::from_millis(u64::from(dice.below(3_000)))).await;
        let before = self.list_sessions().await.len();
        let number = dice.below(3) as usize;
        self.programs.lock().await[number].kill();
        let gone = Instant::now();
        tokio::time::sleep(PROBE_INTERVAL).await;
        let lost = before - self.list_sessions().await.len();
        let program = self.start_process_at(number);
        self.programs.lock().await[number] = program;
        self.scene
            .wait_until("all shards are there", async |fleet| {
                let sessions = live_shards(fleet).await;
                (0..SHARDS).all(|shard| sessions.contains(&shard))
            })
            .await;
        let silence = self.longest_silence().await;
        assert!(
            silence <= silence_bound(lost),
            "{silence:?} without an answer after {lost} sessions were lost"
        );
        eprintln!(
            "killed {number}: {lost} sessions, well after {:?}, {silence:?} of silence",
            gone.elapsed()
        );
        silence
    }

    /// The database stops as after a loss of power, and starts again.
    async fn stop_database(&self, server: &mut Server, dice: &mut Dice) {
        tokio::time::sleep(Duration::from_millis(u64::from(dice.below(3_000)))).await;
        server.kill();
        tokio::time::sleep(Duration::from_millis(u64::from(dice.below(4_000)))).await;
        server.restart();
        let silence = self.longest_silence().await;
        assert!(
            silence.is_zero(),
            "{silence:?} without an answer while the database was gone"
        );
        let before = *self.acknowledged.lock().unwrap();
        self.scene
            .wait_until("moves are made again", async |_| {
                *self.acknowledged.lock().unwrap() > before + 10
            })
            .await;
    }

    /// Stops a process, which hands over first, and starts another.
    async fn exchange_process(&self, number: usize) {
        *self.unanswered.lock().unwrap() = 0;
        self.programs.lock().await[number].send_stop();
        let told = Instant::now();
        while !self.programs.lock().await[number].has_ended() {
            assert!(told.elapsed() < TIME_LIMIT, "it does not go");
            tokio::time::sleep(PROBE_INTERVAL).await;
        }
        let went = told.elapsed();
        let silence = self.longest_silence().await;
        let unanswered = *self.unanswered.lock().unwrap();
        assert!(
            silence.is_zero() && unanswered == 0,
            "{silence:?} of silence, {unanswered} unanswered"
        );
        eprintln!("exchanged {number} in {went:?}");
        let program = self.start_process_at(number);
        self.programs.lock().await[number] = program;
        // The new process takes part once the others know of it.
        tokio::time::sleep(Duration::from_secs(4)).await;
    }
}

#[test]
fn processes_are_killed_and_exchanged_and_the_database_stops() {
    let [tables, kills, stops, exchanges] =
        [(6, 60), (1, 200), (1, 10), (1, 20)].map(|(few, all)| test_size(few, all));
    run_test_within(Duration::from_mins(test_size(10, 240) as u64), async {
        let Some(mut server) = Server::start_own() else {
            return;
        };
        let fleet = Fleet::start(&server, tables).await;
        let mut dice = Dice::new(&Seed::from_number(17), 0);
        let mut silences = Vec::new();
        fleet
            .play_while(async {
                for number in 0..exchanges {
                    fleet.exchange_process(number % 3).await;
                }
                for _ in 0..stops {
                    fleet.stop_database(&mut server, &mut dice).await;
                }
                for _ in 0..kills {
                    silences.push(fleet.kill_process(&mut dice).await);
                }
            })
            .await;
        silences.sort();
        let acknowledged = *fleet.acknowledged.lock().unwrap();
        eprintln!(
            "{kills} kills, {stops} stops, {exchanges} exchanges, {tables} tables: {acknowledged} moves answered, silence \
             {:?} in the median, {:?} at most",
            silences[silences.len() / 2],
            silences.last().unwrap()
        );
        assert!(
            acknowledged > 10 * (kills + stops),
            "only {acknowledged} moves were answered"
        );
        fleet.finish().await;
    });
}
