//! The program is killed at random moments of a game: no acknowledged move is lost or doubled, and
//! all news are posted once.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use lanai_host::{GuildId, Host};
use lanai_porch::Settings;
use lanai_rules::chance::{Dice, Seed};

use super::{Scene, Shown, run_test};
use lanai_testing::outside::test_size;

/// A token that occurs nowhere else.
const TOKEN: &str = "porch-secret";

/// The program itself, as people start it.
pub(crate) struct Program {
    child: Child,
    log: PathBuf,
}

impl Program {
    /// Starts it on the porch of a scene.
    pub(crate) fn start(scene: &Scene, level: &str) -> Program {
        let database = scene.create_database();
        Program::start_with(
            scene,
            database.as_os_str(),
            &database.with_extension("log"),
            &[("LANAI_LOG", level)],
        )
    }

    /// Starts it on the porch of a scene with this database, log and settings.
    pub(crate) fn start_with(
        scene: &Scene,
        database: &OsStr,
        log: &Path,
        settings: &[(&str, &str)],
    ) -> Program {
        let log = log.to_owned();
        let file = File::options()
            .create(true)
            .append(true)
            .open(&log)
            .unwrap();
        let child = Command::new(crate::program::binary())
            .current_dir(log.parent().unwrap())
            .env_clear()
            .env("DISCORD_TOKEN", TOKEN)
            .env("LANAI_PROXY", &scene.base)
            .env("LANAI_DATABASE", database)
            .env("LANAI_POSTS_PER_SECOND", "1000")
            .env("LANAI_PRESSES", "100000")
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(file)
            .spawn()
            .unwrap();
        Program { child, log }
    }

    /// Kills the program, and returns its log.
    pub(crate) fn end(&mut self) -> String {
        self.kill();
        let mut log = String::new();
        File::open(&self.log)
            .unwrap()
            .read_to_string(&mut log)
            .unwrap();
        log
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends SIGTERM.
    pub(crate) fn send_stop(&self) {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &id])
                .status()
                .unwrap()
                .success()
        );
    }

    /// Returns whether the program has ended by itself.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The program may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Settings whose token is the program's.
pub(crate) fn settings() -> Settings {
    Settings {
        token: TOKEN.to_owned(),
        ..Settings::default()
    }
}

/// Returns the number of log entries of the only table.
async fn count_log_entries(scene: &Scene) -> Vec<i64> {
    let store = scene.open_store().await;
    let table = Host::new(store.clone());
    let found = table.tables.list_in_guild(GuildId(0), 1).await.unwrap();
    drop(found);
    let all = store
        .tables()
        .load_log(lanai_store::TableId(1), 0)
        .await
        .unwrap();
    store.close().await;
    all.into_iter().map(|entry| entry.number).collect()
}

/// Returns whether the answer confirms a move.
fn is_acknowledged(answer: &Shown) -> bool {
    // A panel is promised first.
    let is_there = ["message", "deferred"].contains(&answer.outcome());
    let says = answer.0["message"]["content"].as_str();
    is_there
        && says
            .is_some_and(|says: &str| says.contains("'s turn") || !answer.components().is_empty())
}

#[test]
fn a_killed_program_loses_and_doubles_nothing() {
    for evening in 0..test_size(1, 4) {
        kill_during_game(evening as u64);
    }
}

fn kill_during_game(number: u64) {
    run_test(async {
        // Without nonces, only looking for the message first prevents a second post.
        let settings = Settings {
            answer_timeout: Duration::from_millis(500),
            nonce_lifetime: Duration::ZERO,
            ..settings()
        };
        let mut scene = Scene::open_on_file(settings).await;
        let mut program = Program::start(&scene, "info");
        scene.wait_for_bot().await;
        let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
        let mut dice = Dice::new(&Seed::from_number(9 + number), 0);
        let mut acknowledged = 0;
        // Microseconds until the kill, adapted so that about every second move is acknowledged
        // before.
        let mut within = 60_000_u32;
        // Lobby notices are left out: they supersede each other faster than they are posted.
        let begun = list_notices(&scene).await.into_iter().max();
        for _ in 0..test_size(10, 50) {
            // A player acts, and the program is killed meanwhile.
            let (who, _) = scene.wait_for_turn(&thread, None).await;
            let Some(who) = who else { break };
            let before = count_log_entries(&scene).await;
            let moment = Duration::from_micros(u64::from(dice.below(within)));
            let (answer, ()) = tokio::join!(
                scene.run_command(&who, &thread, "/choose choice:1"),
                async {
                    tokio::time::sleep(moment).await;
                    program.kill();
                }
            );
            let after = count_log_entries(&scene).await;
            assert_eq!(
                after,
                (0..i64::try_from(after.len()).unwrap()).collect::<Vec<_>>()
            );
            if is_acknowledged(&answer) {
                acknowledged += 1;
                within = within / 5 * 4;
                assert!(
                    after.len() > before.len(),
                    "an answered move is lost: {answer:?}"
                );
            } else {
                within = within / 5 * 6;
            }
            assert!(after.len() <= before.len() + 4, "a move is doubled");
            program = Program::start(&scene, "info");
            scene.wait_for_killed_bot().await;
            scene.wait_until_delivered().await;
        }
        let public = scene.list_public_messages(&thread).await;
        let mut nonces: Vec<i64> = public
            .iter()
            .filter_map(|item| item.0["message"]["nonce"].as_str()?.parse().ok())
            .collect();
        let told = nonces.len();
        nonces.sort_unstable();
        nonces.retain(|item| Some(*item) > begun);
        let news: Vec<i64> = list_notices(&scene)
            .await
            .into_iter()
            .filter(|item| Some(*item) > begun)
            .collect();
        assert_eq!(nonces, news, "some news were told twice, or never");
        assert!(
            acknowledged > 0,
            "only {acknowledged} moves were answered before a kill: the moments are badly chosen"
        );
        eprintln!("{acknowledged} moves answered before, {told} messages");
        program.end();
        scene.porch.take().unwrap().close().await;
    });
}

/// Returns the ids of all notices of the table that are messages of their own.
async fn list_notices(scene: &Scene) -> Vec<i64> {
    let mut intruder = scene.open_as_intruder().await;
    let sql = "select notice_id, status = 'given_up' from notice where replace_key is null order by notice_id";
    delivered_messages(sqlx::query_as(sql).fetch_all(&mut intruder).await.unwrap())
}

/// Keeps the notices that are messages of their own; failed ones are merged with the next one.
pub(super) fn delivered_messages(news: Vec<(i64, bool)>) -> Vec<i64> {
    let runs: Vec<_> = news.chunk_by(|one, next| one.1 == next.1).collect();
    for (thread, run) in runs.iter().enumerate().filter(|(_, run)| run[0].1) {
        assert!(
            run.len() >= 2 && thread + 1 < runs.len(),
            "no message tells {run:?}"
        );
    }
    news.into_iter()
        .filter(|(_, given_up)| !given_up)
        .map(|(notice, _)| notice)
        .collect()
}

impl Scene {
    /// Waits until a bot that was killed is back: it answers.
    async fn wait_for_killed_bot(&self) {
        self.wait_until("the bot is back", async |scene| {
            let answer = scene
                .run_command_at_once("Dan", &scene.main_channel, "/help")
                .await;
            answer.outcome() == "message"
        })
        .await;
    }

    /// Opens the store and waits until it has no more notices to send.
    pub(crate) async fn wait_until_delivered(&self) {
        let store = self.open_store().await;
        self.wait_until_all_sent(&store).await;
        store.close().await;
    }
}
