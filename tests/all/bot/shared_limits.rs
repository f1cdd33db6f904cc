//! Two processes of one bot: they keep together what Discord allows to one bot, and each answers for both.

use std::time::Duration;

use lanai_discord::{Bot, CannotServe};
use lanai_host::{Actor, ChannelId, GuildId, Host, NewGame, PersonId, TableSettings, Timestamp};
use lanai_porch::Settings;
use lanai_rules::Title;
use lanai_store::Address;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};

use super::{Scene, evening, text, trouble};
use lanai_testing::homes::{Database, Server};
use lanai_testing::outside::extent;

/// Two processes on a server, if there is one.
async fn two(settings: Settings) -> Option<Scene> {
    Some(two_on(Database::server().await?, settings).await)
}

async fn two_on(database: Database, settings: Settings) -> Scene {
    let mut scene = Scene::without_bot_kept_in(database, settings).await;
    scene.processes = 2;
    scene.pictures_within = Duration::ZERO;
    scene.bot_comes().await;
    scene
        .until("both are there", async |scene| processes(scene).await == 2)
        .await;
    scene
}

/// How many processes serve the tables of a scene on a server.
async fn processes(scene: &Scene) -> i64 {
    let Address::Server(address) = scene.kept.address() else {
        panic!("this is about servers")
    };
    let mut postgres = PgConnection::connect(&address).await.unwrap();
    sqlx::query_scalar("select count(*) from process")
        .fetch_one(&mut postgres)
        .await
        .unwrap()
}

/// Opens a table in each of so many channels, of which each has to be told.
async fn opens(scene: &Scene, many: usize) {
    let host = Host::new(scene.store().await);
    for number in 0..many {
        let channel = text(
            &scene
                .post("channels", json!({ "name": format!("table-{number}") }))
                .await["id"],
        );
        let new = NewGame {
            title: Title::Haleakala,
            chairs: Some(2),
            computers: Vec::new(),
            options: String::new(),
            settings: TableSettings::default(),
            guild: GuildId(1),
            channel: ChannelId(channel.parse().unwrap()),
            above: None,
            language: "en".to_owned(),
            announced: true,
            follows: None,
        };
        let person = PersonId(i64::try_from(number).unwrap() + 1);
        host.lobby
            .open(
                &new,
                &Actor {
                    person,
                    name: format!("P{number}"),
                    interaction: None,
                },
            )
            .await
            .unwrap();
    }
    host.database.close().await;
}

/// When messages were posted, and what became of them.
async fn posted(scene: &Scene) -> Vec<(u64, u64)> {
    let requests = scene.requests().await;
    let is_post = |it: &&Value| it["method"] == "POST" && text(&it["path"]).ends_with("/messages");
    let posts = requests.iter().filter(is_post);
    posts
        .map(|it| {
            (
                it["at_ms"].as_u64().unwrap(),
                it["status"].as_u64().unwrap(),
            )
        })
        .collect()
}

#[test]
fn two_processes_share_one_rate_limit() {
    evening(async {
        let Some(scene) = two(Settings::default()).await else {
            return;
        };
        opens(&scene, 150).await;
        scene.all_told().await;
        let refusals = scene.get("refusals").await;
        assert_eq!(refusals["global"], 0, "{refusals}");
        assert_eq!(posted(&scene).await.len(), 150);
        scene.end().await;
    });
}

#[test]
fn rate_limit_of_one_process_pauses_both() {
    evening(async {
        let Some(scene) = two(Settings::default()).await else {
            return;
        };
        let limit = json!({ "status": 429, "retry_after": 1, "global": true, "path_contains": "/messages" });
        opens(&scene, 50).await;
        scene.post("trouble", trouble("answer", &limit)).await;
        opens(&scene, 100).await;
        scene.all_told().await;
        let posts = posted(&scene).await;
        let (limited, _) = *posts.iter().find(|(_, status)| *status == 429).unwrap();
        // It takes a moment to hear of it.
        let afterwards = posts.iter().filter(|(at, _)| *at >= limited + 950).count();
        assert!(
            afterwards > 50,
            "{afterwards} were told afterwards: there was nothing to silence"
        );
        let meanwhile = posts
            .iter()
            .filter(|(at, _)| (limited + 500..limited + 950).contains(at))
            .count();
        assert_eq!(meanwhile, 0, "{posts:?}");
        scene.end().await;
    });
}

/// The database is silent while a message is on its way, and there again when its process goes on to other channels.
#[test]
fn unrecorded_post_is_not_repeated_by_the_other_process() {
    evening(async {
        let Some(mut server) = Server::own() else {
            return;
        };
        // Discord forgets nonces after minutes; here it knows none.
        let settings = Settings {
            nonce_lifetime: Duration::ZERO,
            ..Settings::default()
        };
        let scene = two_on(server.database().await, settings).await;
        let slow = json!({ "ms": 1500, "path_contains": "/messages", "method": "POST" });
        for round in 1..=extent(1, 4) {
            scene.post("trouble", trouble("slow", &slow)).await;
            opens(&scene, 1).await;
            tokio::time::sleep(Duration::from_secs(1)).await;
            server.freezes();
            tokio::time::sleep(Duration::from_secs(3)).await;
            server.thaws();
            scene.all_told().await;
            assert_eq!(posted(&scene).await.len(), round);
        }
        scene.end().await;
    });
}

#[test]
fn repeated_refusals_pause_the_bot() {
    evening(async {
        let mut scene = Scene::without_bot(Settings::default()).await;
        (scene.refusals, scene.pictures_within) = (20, Duration::ZERO);
        let refused =
            json!({ "status": 403, "path_contains": "/messages", "method": "POST", "times": 9999 });
        scene.post("trouble", trouble("answer", &refused)).await;
        scene.bot_comes().await;
        opens(&scene, 60).await;
        scene
            .until("it was refused often", async |scene| {
                posted(scene).await.len() > 20
            })
            .await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        // What was on its way was sent.
        let posts = posted(&scene).await;
        assert!(posts.len() < 40, "{} were refused", posts.len());
        let store = scene.store().await;
        assert!(
            store
                .notices()
                .due(Timestamp(i64::MAX), 1000)
                .await
                .unwrap()
                .len()
                >= 60,
            "nothing is given up"
        );
        store.close().await;
        scene.end().await;
    });
}

#[test]
fn process_stops_after_a_newer_migration() {
    evening(async {
        let Some(database) = Database::server().await else {
            return;
        };
        let scene = Scene::without_bot_kept_in(database, Settings::default()).await;
        let host = Host::with_clock(scene.store().await, scene.clock.clone());
        let bot = Bot::new(&scene.line(), host, scene.dictionary.clone())
            .await
            .unwrap();
        let running = tokio::spawn(bot.run(std::future::pending()));
        scene.bot_is_there().await;
        let newer =
            "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                     values (9999, 'of tomorrow', true, 'x', 0)";
        lanai_testing::homes::execute(&scene.kept.address(), newer).await;
        let ended = tokio::time::timeout(Duration::from_secs(30), running)
            .await
            .unwrap()
            .unwrap();
        assert!(
            matches!(ended, Err(CannotServe::OutdatedProgram)),
            "{ended:?}"
        );
        scene.end().await;
    });
}
