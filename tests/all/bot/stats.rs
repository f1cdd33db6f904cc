//! `/stats` and `/leaderboard`, as pictures and in words: people see their own figures, and of
//! others and of the guild what these allow and channels show.

use lanai_host::{Outbox, Receipt};
use serde_json::json;

use super::other_process::Elsewhere;
use super::{Scene, Shown};

/// Plays a game to its end by another process, silently, because of the channel's rate limit.
async fn play_out_elsewhere(scene: &Scene, thread: &str) {
    let elsewhere = Elsewhere::connect(scene).await;
    let outbox = Outbox::new(&elsewhere.host);
    while elsewhere.person_to_act(thread).await {
        for told in outbox.list_due(1000).await.unwrap() {
            outbox.mark_sent(&told, Receipt::default()).await.unwrap();
        }
    }
    elsewhere.close().await;
    scene.wait_until_idle().await;
}

fn described_picture(answer: &Shown) -> String {
    assert!(answer.is_private());
    let described = answer.picture_descriptions();
    assert!(
        (1..=1024).contains(&described.encode_utf16().count()),
        "{answer:?}"
    );
    described
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn statistics_respect_visibility() {
    let scene = Scene::start().await;
    let (main_channel, ana) = (scene.main_channel.clone(), scene.person("Ana").to_owned());
    let none = scene
        .run_command("Ana", &main_channel, "/stats server:true")
        .await;
    none.assert_says("No game that you can see");
    assert!(none.picture_descriptions().is_empty());
    // One public game, one in a channel that can be hidden, and one at a private table.
    let open = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    play_out_elsewhere(&scene, &open).await;
    let cellar = scene.create_channel("cellar").await;
    scene
        .assert_answer("Ana", &cellar, "/table open game:Haleakala", "opened")
        .await;
    let hidden = scene
        .list_threads()
        .await
        .into_iter()
        .find(|item| *item != open)
        .unwrap();
    scene.run_command("Ben", &hidden, "/table join").await;
    scene.run_command("Ana", &hidden, "/table start").await;
    scene.wait_for_turn(&hidden, None).await;
    play_out_elsewhere(&scene, &hidden).await;
    let closed = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    scene
        .run_command("Ana", &closed, "/table watchers open:false")
        .await;
    play_out_elsewhere(&scene, &closed).await;
    let own = scene.run_command("Ana", &main_channel, "/stats").await;
    own.assert_says("3 games")
        .assert_says("Wins by turn order")
        .assert_says("most often:")
        .assert_says("Best game of Haleakala");
    for line in own
        .text()
        .lines()
        .filter(|line| line.contains(", most often:"))
    {
        let list = line.split(':').next_back().unwrap_or_default();
        let mut names: Vec<&str> = list
            .split(", ")
            .filter_map(|item| item.trim().split(" (").next())
            .collect();
        let many = names.len();
        names.sort_unstable();
        names.dedup();
        assert!(many > 1 && names.len() == many, "{line}");
    }
    let told = described_picture(&own);
    assert!(
        told.starts_with("Statistics of Ana. Haleakala, 2 players: 3 games"),
        "{told}"
    );
    assert!(!told.contains("**") && !told.contains("<@"), "{told}");
    // Unrated games are hidden from other people.
    let seen = scene
        .run_command("Dan", &main_channel, &format!("/stats player:{ana}"))
        .await;
    seen.assert_says("None of their games has counted for ratings yet");
    assert!(
        !seen.text().contains("Haleakala") && seen.picture_descriptions().is_empty(),
        "{seen:?}"
    );
    // The figures of the guild cover what the viewer sees, and never private tables.
    let server = async |who: &str| {
        scene
            .run_command(who, &main_channel, "/stats server:true")
            .await
    };
    let all = server("Dan").await;
    all.assert_says("Haleakala, 2 players: 2 games")
        .assert_says("Most games: ")
        .assert_says(&format!("<@{ana}> (2)"));
    let told = described_picture(&all);
    assert!(
        told.starts_with("Games on this server. Haleakala") && told.contains("Ana (2)"),
        "{told}"
    );
    let hides =
        json!({ "channel": cellar, "person": scene.person("Dan"), "deny": ["VIEW_CHANNEL"] });
    scene.post("permissions", hides).await;
    server("Dan")
        .await
        .assert_says("Haleakala, 2 players: 1 game,")
        .assert_says(&format!("<@{ana}> (1)"));
    server("Ana")
        .await
        .assert_says("Haleakala, 2 players: 2 games");
    scene
        .run_command("Ana", &main_channel, "/stats public:false")
        .await
        .assert_says("no longer look up");
    let without = server("Dan").await;
    assert!(
        !without.text().contains(&ana) && !without.picture_descriptions().contains("Ana"),
        "{without:?}"
    );
    // The text setting gives the same words without a picture.
    scene
        .run_command("Ana", &main_channel, "/remind text:true")
        .await;
    let words = scene.run_command("Ana", &main_channel, "/stats").await;
    assert!(
        words.picture_descriptions().is_empty() && words.text().starts_with(own.text()),
        "{words:?}"
    );
    let alone = scene.open_direct_channel("Ana").await;
    scene
        .assert_answer(
            "Ana",
            &alone,
            "/stats server:true",
            "Tables live in server channels",
        )
        .await;
    scene
        .assert_answer("Ana", &alone, "/stats", "3 games")
        .await;
    scene.end().await;
}
