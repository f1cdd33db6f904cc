//! The program is killed at any moment of a game, again and again: no answered move is lost, none is doubled, and every
//! piece of news is told once.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use lanai_host::{GuildId, Host, Timestamp};
use lanai_porch::Settings;
use lanai_rules::chance::{Dice, Seed};

use super::{Scene, Shown, evening};
use lanai_testing::outside::extent;

/// The token: a word that stands nowhere else.
const TOKEN: &str = "porch-secret";

/// The program itself, as people start it.
pub(crate) struct Program {
    child: Child,
    log: PathBuf,
}

impl Program {
    /// Starts it on the porch of a scene.
    pub(crate) fn start(scene: &Scene, level: &str) -> Program {
        let database = scene.database();
        Program::on(
            scene,
            database.as_os_str(),
            &database.with_extension("log"),
            &[("LANAI_LOG", level)],
        )
    }

    /// Starts it on the porch of a scene with this database, log and settings.
    pub(crate) fn on(
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

    /// Ends it at once, and tells what it logged.
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

    /// Tells it to stop, as a system does.
    pub(crate) fn is_told_to_stop(&self) {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &id])
                .status()
                .unwrap()
                .success()
        );
    }

    /// Whether it has ended by itself.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
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

/// How far a game is, by its log: the number of entries of the only table.
async fn entries(scene: &Scene) -> Vec<i64> {
    let store = scene.store().await;
    let table = Host::new(store.clone());
    let found = table.tables.list_in_guild(GuildId(0), 1).await.unwrap();
    drop(found);
    let all = store
        .tables()
        .entries(lanai_store::TableId(1), 0)
        .await
        .unwrap();
    store.close().await;
    all.into_iter().map(|entry| entry.number).collect()
}

/// Whether the bot said that a move was made.
fn is_acknowledged(shown: &Shown) -> bool {
    // A panel is promised first.
    let is_there = ["message", "deferred"].contains(&shown.outcome());
    let says = shown.0["message"]["content"].as_str();
    let is_answer = |says: &str| says.contains("'s turn") || !shown.components().is_empty();
    is_there && says.is_some_and(is_answer)
}

#[test]
fn a_killed_program_loses_and_doubles_nothing() {
    for evening in 0..extent(1, 4) {
        kills(evening as u64);
    }
}

fn kills(number: u64) {
    evening(async {
        // Discord remembers no nonce here: what keeps news from being told twice is that the bot looks before it tells.
        let settings = Settings {
            answer_timeout: Duration::from_millis(500),
            nonce_lifetime: Duration::ZERO,
            ..settings()
        };
        let mut scene = Scene::without_bot_in_a_file(settings).await;
        let mut program = Program::start(&scene, "info");
        scene.bot_is_there().await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let mut dice = Dice::new(&Seed::from_number(9 + number), 0);
        let mut acknowledged = 0;
        // Within so many microseconds it is killed: about every second move is answered before, however fast the machine is.
        let mut within = 60_000_u32;
        // Of the lobby not everything is told: who sits there changes faster than it is said.
        let begun = news(&scene).await.into_iter().max();
        for _ in 0..extent(25, 50) {
            // Somebody acts; the program is killed at any moment of it.
            let (who, _) = scene.next(&place, None).await;
            let Some(who) = who else { break };
            let before = entries(&scene).await;
            let moment = Duration::from_micros(u64::from(dice.below(within)));
            let (shown, ()) = tokio::join!(scene.says(&who, &place, "/choose choice:1"), async {
                tokio::time::sleep(moment).await;
                program.kill();
            });
            let after = entries(&scene).await;
            assert_eq!(
                after,
                (0..i64::try_from(after.len()).unwrap()).collect::<Vec<_>>()
            );
            if is_acknowledged(&shown) {
                acknowledged += 1;
                within = within / 5 * 4;
                assert!(
                    after.len() > before.len(),
                    "an answered move is lost: {shown:?}"
                );
            } else {
                within = within / 5 * 6;
            }
            assert!(after.len() <= before.len() + 4, "a move is doubled");
            program = Program::start(&scene, "info");
            scene.bot_returns().await;
            scene.all_told().await;
        }
        let public = scene.public(&place).await;
        let mut nonces: Vec<i64> = public
            .iter()
            .filter_map(|it| it.0["message"]["nonce"].as_str()?.parse().ok())
            .collect();
        let told = nonces.len();
        nonces.sort_unstable();
        nonces.retain(|it| Some(*it) > begun);
        let news: Vec<i64> = news(&scene)
            .await
            .into_iter()
            .filter(|it| Some(*it) > begun)
            .collect();
        assert_eq!(nonces, news, "some news were told twice, or never");
        assert!(
            acknowledged > 2,
            "only {acknowledged} moves were answered before a kill: the moments are badly chosen"
        );
        eprintln!("{acknowledged} moves answered before, {told} messages");
        program.end();
        scene.porch.take().unwrap().close().await;
    });
}

/// The numbers of all news of the table that are messages. Chores, which change what stands, are none.
async fn news(scene: &Scene) -> Vec<i64> {
    let mut intruder = scene.intruder().await;
    let sql = "select notice_id, status = 'given_up' from notice where replace_key is null order by notice_id";
    messages(sqlx::query_as(sql).fetch_all(&mut intruder).await.unwrap())
}

/// Those of all news that are messages of their own. What was given up, two at least, is told by the one after it.
pub(super) fn messages(news: Vec<(i64, bool)>) -> Vec<i64> {
    let runs: Vec<_> = news.chunk_by(|one, next| one.1 == next.1).collect();
    for (place, run) in runs.iter().enumerate().filter(|(_, run)| run[0].1) {
        assert!(
            run.len() >= 2 && place + 1 < runs.len(),
            "nobody tells of {run:?}"
        );
    }
    news.into_iter()
        .filter(|(_, given_up)| !given_up)
        .map(|(notice, _)| notice)
        .collect()
}

impl Scene {
    /// Waits until a bot that was killed is back: it answers.
    async fn bot_returns(&self) {
        self.until("the bot is back", async |scene| {
            let shown = scene.blurts("Dan", &scene.hall, "/help").await;
            shown.outcome() == "message"
        })
        .await;
    }

    /// Waits until no news are waiting any more.
    pub(crate) async fn all_told(&self) {
        let store = self.store().await;
        self.until("all news are told", async |_| {
            store
                .notices()
                .due(Timestamp(i64::MAX), 1)
                .await
                .unwrap()
                .is_empty()
        })
        .await;
        store.close().await;
    }
}
