//! Two processes of one bot: they keep together what Discord allows to one bot, and each answers
//! for both.

use std::time::Duration;

use lanai_discord::{Bot, ServeError};
use lanai_host::{Actor, ChannelId, GuildId, Host, NewGame, PersonId, TableSettings, Timestamp};
use lanai_porch::Settings;
use lanai_rules::Title;
use lanai_store::Address;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};

use super::{Scene, injected_failure, text};
use lanai_testing::homes::{Database, Server};
use lanai_testing::outside::test_size;

/// Two processes on a server, if there is one.
async fn start_two(settings: Settings) -> Option<Scene> {
    Some(start_two_on(Database::create_on_server().await?, settings).await)
}

async fn start_two_on(database: Database, settings: Settings) -> Scene {
    let mut scene = Scene::open_on(database, settings).await;
    scene.processes = 2;
    scene.pictures_within = Duration::ZERO;
    scene.start_bot().await;
    scene
        .wait_until("both are there", async |scene| {
            count_processes(scene).await == 2
        })
        .await;
    scene
}

/// Counts the processes with a lease.
async fn count_processes(scene: &Scene) -> i64 {
    let Address::Server(address) = scene.kept.address() else {
        panic!("this is about servers")
    };
    let mut postgres = PgConnection::connect(&address).await.unwrap();
    sqlx::query_scalar("select count(*) from process")
        .fetch_one(&mut postgres)
        .await
        .unwrap()
}

/// Opens this many tables, each in a channel of its own.
async fn open_tables(scene: &Scene, many: usize) {
    let host = Host::new(scene.open_store().await);
    for number in 0..many {
        let channel = text(
            &scene
                .post("channels", json!({ "name": format!("table-{number}") }))
                .await["id"],
        );
        let new = NewGame {
            title: Title::Haleakala,
            seat_count: Some(2),
            computers: Vec::new(),
            options: String::new(),
            settings: TableSettings::default(),
            guild: GuildId(1),
            channel: ChannelId(channel.parse().unwrap()),
            parent_channel: None,
            language: "en".to_owned(),
            announced: true,
            rematch_of: None,
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

/// Returns when messages were posted, and their status.
async fn list_posts(scene: &Scene) -> Vec<(u64, u64)> {
    let requests = scene.list_requests().await;
    let posts = requests.iter().filter(|item: &&Value| {
        item["method"] == "POST" && text(&item["path"]).ends_with("/messages")
    });
    posts
        .map(|item| {
            (
                item["at_ms"].as_u64().unwrap(),
                item["status"].as_u64().unwrap(),
            )
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_share_one_rate_limit() {
    let Some(scene) = start_two(Settings::default()).await else {
        return;
    };
    open_tables(&scene, 150).await;
    scene.wait_until_delivered().await;
    let refusals = scene.get("refusals").await;
    assert_eq!(refusals["global"], 0, "{refusals}");
    assert_eq!(list_posts(&scene).await.len(), 150);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rate_limit_of_one_process_pauses_both() {
    let Some(scene) = start_two(Settings::default()).await else {
        return;
    };
    let limit =
        json!({ "status": 429, "retry_after": 1, "global": true, "path_contains": "/messages" });
    open_tables(&scene, 50).await;
    scene
        .post("trouble", injected_failure("answer", &limit))
        .await;
    open_tables(&scene, 100).await;
    scene.wait_until_delivered().await;
    let posts = list_posts(&scene).await;
    let (limited, _) = *posts.iter().find(|(_, status)| *status == 429).unwrap();
    // The other process learns of the limit a moment later.
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
}

/// The database hangs while a message is being posted, and returns when its channel was taken over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unrecorded_post_is_not_repeated_by_the_other_process() {
    let Some(mut server) = Server::start_own() else {
        return;
    };
    // Discord forgets nonces after minutes; here it knows none.
    let settings = Settings {
        nonce_lifetime: Duration::ZERO,
        ..Settings::default()
    };
    let scene = start_two_on(server.create_database().await, settings).await;
    let slow = json!({ "ms": 1500, "path_contains": "/messages", "method": "POST" });
    for round in 1..=test_size(1, 4) {
        scene.post("trouble", injected_failure("slow", &slow)).await;
        open_tables(&scene, 1).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        server.pause();
        tokio::time::sleep(Duration::from_secs(3)).await;
        server.resume();
        scene.wait_until_delivered().await;
        assert_eq!(list_posts(&scene).await.len(), round);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_refusals_pause_the_bot() {
    let mut scene = Scene::open(Settings::default()).await;
    (scene.refusals, scene.pictures_within) = (20, Duration::ZERO);
    let refused =
        json!({ "status": 403, "path_contains": "/messages", "method": "POST", "times": 9999 });
    scene
        .post("trouble", injected_failure("answer", &refused))
        .await;
    scene.start_bot().await;
    open_tables(&scene, 60).await;
    scene
        .wait_until("it was refused often", async |scene| {
            list_posts(scene).await.len() > 20
        })
        .await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    // Messages in flight were posted.
    let posts = list_posts(&scene).await;
    assert!(posts.len() < 40, "{} were refused", posts.len());
    let store = scene.open_store().await;
    assert!(
        store
            .notices()
            .list_due(Timestamp(i64::MAX), 1000)
            .await
            .unwrap()
            .len()
            >= 60,
        "nothing is given up"
    );
    store.close().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn process_stops_after_a_newer_migration() {
    let Some(database) = Database::create_on_server().await else {
        return;
    };
    let scene = Scene::open_on(database, Settings::default()).await;
    let host = Host::with_clock(scene.open_store().await, scene.clock.clone());
    let bot = Bot::new(&scene.connection_settings(), host, scene.dictionary.clone())
        .await
        .unwrap();
    let running = tokio::spawn(bot.run(std::future::pending()));
    scene.wait_for_bot().await;
    let newer =
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                     values (9999, 'of tomorrow', true, 'x', 0)";
    lanai_testing::homes::execute(&scene.kept.address(), newer).await;
    let ended = tokio::time::timeout(Duration::from_secs(30), running)
        .await
        .unwrap()
        .unwrap();
    assert!(
        matches!(ended, Err(ServeError::OutdatedProgram)),
        "{ended:?}"
    );
    scene.end().await;
}
