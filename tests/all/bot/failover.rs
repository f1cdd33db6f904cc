//! Three processes on one PostgreSQL and one porch with three shards, while people play: processes are killed, the database
//! stops, processes are exchanged. No answered move is lost, none is doubled, all news are told once, and nobody is left
//! alone for longer than a lease and the sessions that begin before theirs.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::future::Future;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use lanai_host::{Host, PersonId};
use lanai_porch::Settings;
use lanai_rules::chance::{Dice, Seed};
use lanai_store::{Address, LEASE, Store, TableId, Timestamp};
use serde_json::json;
use tempfile::TempDir;

use super::restarts::{Program, messages, settings};
use super::{Scene, at_most, text};
use lanai_testing::homes::Server;
use lanai_testing::outside::extent;

const SHARDS: u64 = 3;
const SERVERS: usize = 6;
/// How many tables two people share.
const TABLES_EACH: usize = 3;
/// How many people press at once.
const PLAYERS: usize = 4;
/// What passes at least between two moves at a table, and what there is for each move of all tables.
const BETWEEN_MOVES: Duration = Duration::from_millis(1200);
const POST: Duration = Duration::from_millis(60);
/// How often it is asked whether a server is heard.
const ASKS_EVERY: Duration = Duration::from_millis(250);
/// What passes between two sessions that begin, and how long it takes to connect and to be asked again on a busy machine.
const BETWEEN_SESSIONS: Duration = Duration::from_millis(5250);
const CONNECTS: Duration = Duration::from_secs(4);
/// How long anything may take to be well again.
const PATIENCE: Duration = Duration::from_mins(2);

/// A table: where, how it is known, and with which news its game began.
struct Place {
    thread: String,
    game: TableId,
    begun: i64,
}

/// Everything that goes on.
struct Fleet {
    scene: Scene,
    folder: TempDir,
    database: OsString,
    store: Store,
    programs: tokio::sync::Mutex<Vec<Program>>,
    /// A channel of each server.
    halls: Vec<String>,
    places: Vec<Place>,
    /// Names by number.
    names: BTreeMap<i64, String>,
    /// Since when each server is not heard.
    silent: Mutex<Vec<Option<Instant>>>,
    /// The longest silence since somebody asked.
    longest: Mutex<Duration>,
    acknowledged: Mutex<usize>,
    unanswered: Mutex<usize>,
}

impl Fleet {
    /// The processes come, servers and tables are there.
    async fn begin(server: &Server, tables: usize) -> Fleet {
        let pairs = tables.div_ceil(TABLES_EACH);
        let mut persons = Settings::default().persons;
        persons
            .extend((0..2 * pairs).map(|number| (format!("Player{number}"), "en-US".to_owned())));
        let settings = Settings {
            persons,
            shards: SHARDS,
            identify_interval: Settings::DISCORD_IDENTIFY_INTERVAL,
            // Discord remembers no nonce here: what keeps news from being told twice is that processes look first.
            nonce_lifetime: Duration::ZERO,
            ..settings()
        };
        let kept = server.database().await;
        let Address::Server(address) = kept.address() else {
            panic!("this is about servers")
        };
        let (database, store) = (OsString::from(address), kept.store().await);
        let scene = Scene::without_bot_kept_in(kept, settings).await;
        let mut halls = vec![scene.hall.clone()];
        for number in 1..SERVERS {
            let made = scene
                .post(
                    "servers",
                    json!({ "name": format!("Server {number}"), "locale": "en-US" }),
                )
                .await;
            let hall = scene
                .post("channels", json!({ "name": "hall", "server": made["id"] }))
                .await;
            halls.push(text(&hall["id"]));
        }
        let names = scene
            .people
            .iter()
            .map(|(name, id)| (id.parse().unwrap(), name.clone()))
            .collect();
        let mut fleet = Fleet {
            scene,
            folder: tempfile::tempdir().unwrap(),
            database,
            store,
            programs: tokio::sync::Mutex::default(),
            silent: Mutex::new(vec![None; halls.len()]),
            halls,
            places: Vec::new(),
            names,
            longest: Mutex::default(),
            acknowledged: Mutex::default(),
            unanswered: Mutex::default(),
        };
        let programs = (0..3).map(|number| fleet.start(number)).collect();
        *fleet.programs.lock().await = programs;
        fleet.is_well().await;
        for number in 0..tables {
            fleet.opens(number).await;
        }
        fleet
    }

    fn start(&self, number: usize) -> Program {
        let log = self.folder.path().join(format!("{number}.log"));
        // The proof is about what is told, not about how it looks.
        let settings = [
            ("LANAI_LOG", "info"),
            ("LANAI_PICTURES_WITHIN", "0"),
            ("LANAI_POSTS_PER_SECOND", "45"),
        ];
        Program::on(&self.scene, &self.database, &log, &settings)
    }

    async fn opens(&mut self, number: usize) {
        let hall = self.halls[number % self.halls.len()].clone();
        let pair = number / TABLES_EACH;
        let [one, two] = [2 * pair, 2 * pair + 1].map(|number| format!("Player{number}"));
        self.scene
            .says(&one, &hall, "/table open game:Haleakala seats:2")
            .await
            .says("opened a table for");
        let host = Host::new(self.store.clone());
        let person = PersonId(self.scene.person(&one).parse().unwrap());
        let table = host
            .tables
            .list_of_person(person)
            .await
            .unwrap()
            .pop()
            .unwrap();
        let thread = table.channel.0.to_string();
        self.scene
            .says(&two, &thread, "/table join")
            .await
            .says("You have seat");
        self.scene
            .says(&one, &thread, "/table start")
            .await
            .says("begins");
        self.scene.told(&thread, "The game begins").await;
        // Of the lobby not everything is told: who sits there changes faster than it is said.
        let begun = told(&self.database, table.game).await.pop().unwrap();
        self.places.push(Place {
            thread,
            game: table.game,
            begun,
        });
    }

    /// Whether somebody on this server is answered.
    async fn is_heard(&self, hall: &str) -> bool {
        ["message", "deferred"].contains(&self.scene.blurts("Dan", hall, "/help").await.outcome())
    }

    /// Waits until every server is heard.
    async fn is_well(&self) {
        for hall in &self.halls {
            let begun = Instant::now();
            while !self.is_heard(hall).await {
                assert!(begun.elapsed() < PATIENCE, "a server is not heard any more");
                tokio::time::sleep(ASKS_EVERY).await;
            }
        }
    }

    /// Asks again and again whether a server is heard.
    async fn asks(&self, number: usize) {
        loop {
            let asked = Instant::now();
            let heard = self.is_heard(&self.halls[number]).await;
            self.note(number, asked, heard);
            tokio::time::sleep(ASKS_EVERY).await;
        }
    }

    /// Whether a server was heard when it was asked then.
    fn note(&self, number: usize, asked: Instant, heard: bool) {
        let mut silent = self.silent.lock().unwrap();
        let since = silent[number].take().unwrap_or(asked);
        if heard {
            let mut longest = self.longest.lock().unwrap();
            *longest = (*longest).max(asked.saturating_duration_since(since));
        } else {
            silent[number] = Some(since);
        }
    }

    /// How far a game is; asked until the database answers.
    async fn entries(&self, game: TableId) -> usize {
        loop {
            if let Ok(entries) = self.store.tables().entries(game, 0).await {
                let numbers: Vec<i64> = entries.iter().map(|entry| entry.number).collect();
                assert_eq!(
                    numbers,
                    (0..i64::try_from(numbers.len()).unwrap()).collect::<Vec<_>>()
                );
                return numbers.len();
            }
            tokio::time::sleep(ASKS_EVERY).await;
        }
    }

    /// Whoever is to act somewhere acts; what was answered is there.
    async fn plays(&self, place: &Place) {
        let host = Host::new(self.store.clone());
        let Ok(table) = host.tables.find(place.game).await else {
            return tokio::time::sleep(ASKS_EVERY).await;
        };
        let Some(PersonId(person)) = table.waiting.person else {
            return;
        };
        let before = self.entries(place.game).await;
        let shown = self
            .scene
            .blurts(&self.names[&person], &place.thread, "/choose choice:1")
            .await;
        *self.unanswered.lock().unwrap() += usize::from(shown.outcome() == "failed");
        let after = self.entries(place.game).await;
        assert!(after <= before + 4, "a move is doubled");
        let said = shown.0["message"]["content"].as_str().unwrap_or_default();
        if said.contains("'s turn") || !shown.components().is_empty() {
            assert!(after > before, "an answered move is lost: {shown:?}");
            *self.acknowledged.lock().unwrap() += 1;
        }
    }

    /// People play, each at their own tables, while something else goes on.
    async fn while_all_play(&self, work: impl Future<Output = ()>) {
        // All that is said has room in what Discord takes.
        let round = BETWEEN_MOVES.max(POST * u32::try_from(self.places.len()).unwrap());
        let player = async |number: usize| {
            let mut rounds = tokio::time::interval(round);
            loop {
                rounds.tick().await;
                for place in self.places.iter().skip(number).step_by(PLAYERS) {
                    self.plays(place).await;
                }
            }
        };
        let players = futures::future::join_all((0..PLAYERS).map(player));
        let askers =
            futures::future::join_all((0..self.halls.len()).map(|number| self.asks(number)));
        tokio::select! {
            _ = players => unreachable!("they play for ever"),
            _ = askers => unreachable!("they ask for ever"),
            () = work => {}
        }
    }

    /// The longest silence since this was asked last; all are heard again.
    async fn longest_silence(&self) -> Duration {
        let begun = Instant::now();
        // Whoever was not heard when it was asked may not have been asked since.
        tokio::time::sleep(4 * ASKS_EVERY).await;
        while self.silent.lock().unwrap().iter().any(Option::is_some) {
            assert!(begun.elapsed() < PATIENCE, "a server is not heard any more");
            tokio::time::sleep(ASKS_EVERY).await;
        }
        std::mem::take(&mut self.longest.lock().unwrap())
    }

    async fn sessions(&self) -> Vec<u64> {
        live(&self.scene).await
    }

    /// Nothing is lost and nothing doubled, in no channel.
    async fn ends(mut self) {
        let store = self.store.clone();
        self.scene
            .until("all is told", async |_| {
                store
                    .notices()
                    .due(Timestamp(i64::MAX), 1)
                    .await
                    .unwrap()
                    .is_empty()
            })
            .await;
        for place in &self.places {
            let mut news = told(&self.database, place.game).await;
            let public = self.scene.public(&place.thread).await;
            let mut nonces: Vec<i64> = public
                .iter()
                .filter_map(|it| it.0["message"]["nonce"].as_str()?.parse().ok())
                .collect();
            nonces.retain(|it| *it > place.begun);
            news.retain(|it| *it > place.begun);
            assert_eq!(nonces, news, "some news were told twice, or never");
        }
        let sessions = self.scene.get("sessions").await;
        let identifies = sessions["identifies"].as_array().unwrap();
        assert!(
            identifies.iter().all(|it| it["outcome"] == "granted"),
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
async fn live(scene: &Scene) -> Vec<u64> {
    let sessions = scene.get("sessions").await;
    let live = sessions["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|session| session["live"] == true);
    live.map(|session| session["shard"][0].as_u64().unwrap())
        .collect()
}

/// The numbers of all news of a table that are messages. Chores, which change what stands, are none.
async fn told(database: &OsString, game: TableId) -> Vec<i64> {
    use sqlx::Connection as _;
    let mut postgres = sqlx::PgConnection::connect(database.to_str().unwrap())
        .await
        .unwrap();
    let sql = "select notice_id, status = 'given_up' from notice
         where replace_key is null and person is null and table_id = $1 order by 1";
    messages(
        sqlx::query_as(sql)
            .bind(game)
            .fetch_all(&mut postgres)
            .await
            .unwrap(),
    )
}

/// How long a server may be silent when so many sessions begin anew.
fn bound(sessions: usize) -> Duration {
    // A process that dies may have said a moment before that it is there; the others look every two seconds.
    LEASE + Duration::from_secs(2) + BETWEEN_SESSIONS * u32::try_from(sessions).unwrap() + CONNECTS
}

impl Fleet {
    /// One process is killed at a random moment, and starts again.
    async fn kills_one(&self, dice: &mut Dice) -> Duration {
        tokio::time::sleep(Duration::from_millis(u64::from(dice.below(3_000)))).await;
        let before = self.sessions().await.len();
        let number = dice.below(3) as usize;
        self.programs.lock().await[number].kill();
        let gone = Instant::now();
        tokio::time::sleep(ASKS_EVERY).await;
        let lost = before - self.sessions().await.len();
        let program = self.start(number);
        self.programs.lock().await[number] = program;
        self.scene
            .until("all shards are there", async |fleet| {
                let sessions = live(fleet).await;
                (0..SHARDS).all(|shard| sessions.contains(&shard))
            })
            .await;
        let silence = self.longest_silence().await;
        assert!(
            silence <= bound(lost),
            "{silence:?} without an answer after {lost} sessions were lost"
        );
        eprintln!(
            "killed {number}: {lost} sessions, well after {:?}, {silence:?} of silence",
            gone.elapsed()
        );
        silence
    }

    /// The database stops as after a loss of power, and starts again.
    async fn stops_the_server(&self, server: &mut Server, dice: &mut Dice) {
        tokio::time::sleep(Duration::from_millis(u64::from(dice.below(3_000)))).await;
        server.stops();
        tokio::time::sleep(Duration::from_millis(u64::from(dice.below(4_000)))).await;
        server.starts();
        let silence = self.longest_silence().await;
        assert!(
            silence.is_zero(),
            "{silence:?} without an answer while the database was gone"
        );
        let before = *self.acknowledged.lock().unwrap();
        self.scene
            .until("moves are made again", async |_| {
                *self.acknowledged.lock().unwrap() > before + 10
            })
            .await;
    }

    /// One process is told to stop; others take over before it goes. Then it comes back.
    async fn exchanges_one(&self, number: usize) {
        *self.unanswered.lock().unwrap() = 0;
        self.programs.lock().await[number].is_told_to_stop();
        let told = Instant::now();
        while !self.programs.lock().await[number].has_ended() {
            assert!(told.elapsed() < PATIENCE, "it does not go");
            tokio::time::sleep(ASKS_EVERY).await;
        }
        let went = told.elapsed();
        let silence = self.longest_silence().await;
        let unanswered = *self.unanswered.lock().unwrap();
        assert!(
            silence.is_zero() && unanswered == 0,
            "{silence:?} of silence, {unanswered} unanswered"
        );
        eprintln!("exchanged {number} in {went:?}");
        let program = self.start(number);
        self.programs.lock().await[number] = program;
        // It takes part once the others have heard of it.
        tokio::time::sleep(Duration::from_secs(4)).await;
    }
}

#[test]
fn processes_are_killed_and_exchanged_and_the_database_stops() {
    let [tables, kills, stops, exchanges] =
        [(6, 60), (1, 200), (1, 10), (1, 20)].map(|(few, all)| extent(few, all));
    at_most(Duration::from_mins(extent(10, 240) as u64), async {
        let Some(mut server) = Server::own() else {
            return;
        };
        let fleet = Fleet::begin(&server, tables).await;
        let mut dice = Dice::new(&Seed::from_number(17), 0);
        let mut silences = Vec::new();
        fleet
            .while_all_play(async {
                for number in 0..exchanges {
                    fleet.exchanges_one(number % 3).await;
                }
                for _ in 0..stops {
                    fleet.stops_the_server(&mut server, &mut dice).await;
                }
                for _ in 0..kills {
                    silences.push(fleet.kills_one(&mut dice).await);
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
        fleet.ends().await;
    });
}
