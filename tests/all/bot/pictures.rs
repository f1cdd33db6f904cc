//! Pictures in the chat: after each turn, for one's own eyes, at the end; and what is said where
//! there can be none.

use std::time::Duration;

use lanai_porch::Settings;
use serde_json::{Value, json};

use super::{Scene, input::Shown};

/// Returns the width and height of a PNG.
async fn png_size(scene: &Scene, url: &str) -> (u32, u32) {
    let picture = scene.client.get(url).send().await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/png");
    let bytes = picture.bytes().await.unwrap();
    assert!(bytes.len() < 400 << 10, "{} bytes", bytes.len());
    let picture = image::load_from_memory(&bytes).unwrap();
    (picture.width(), picture.height())
}

/// The descriptions of a message's pictures, each there and not too long.
fn descriptions(answer: &Shown) -> Vec<String> {
    let told = answer.picture_descriptions();
    let each: Vec<String> = told.lines().map(str::to_owned).collect();
    assert!(
        each.iter()
            .all(|text| !text.is_empty() && text.encode_utf16().count() <= 1024),
        "{told}"
    );
    assert_eq!(each.len(), answer.picture_urls().len(), "{told}");
    each
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_turn_posts_island_and_realms() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, answer) = scene.wait_for_turn(&thread, None).await;
    let pictures = answer.picture_urls();
    assert_eq!(pictures.len(), 2, "{answer:?}");
    assert_eq!(png_size(&scene, &pictures[0]).await, (1176, 1048));
    assert_eq!(png_size(&scene, &pictures[1]).await.0, 1650);
    let told = descriptions(&answer);
    assert!(
        told[0].starts_with("The island of Hawaii, round 1 of 5. The people want 9. It's"),
        "{told:?}"
    );
    assert!(told[1].starts_with("Realms of Hawaii"), "{told:?}");
    assert!(
        told[0].contains(&format!("It's {}'s turn", who.as_deref().unwrap())),
        "{told:?}"
    );
    assert!(
        told[1].contains("Ana") && told[1].contains("Ben"),
        "{told:?}"
    );
    // One picture has the full width; the other one is small, in the corner of an embed.
    assert_eq!(
        answer.0["message"]["attachments"].as_array().unwrap().len(),
        1
    );
    assert_eq!(answer.0["message"]["embeds"].as_array().unwrap().len(), 1);
    assert_eq!(
        answer.0["message"]["embeds"][0]["thumbnail"]["url"],
        json!(pictures[1])
    );
    let who = who.unwrap();
    scene.run_command(&who, &thread, "/wait").await;
    let (_, after) = scene.wait_for_turn(&thread, Some(&answer)).await;
    assert_eq!(after.picture_urls().len(), 2);
    assert!(after.picture_urls() != pictures);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn table_show_offers_pictures_or_text() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    scene.wait_for_turn(&thread, None).await;
    let own = scene.run_command("Ana", &thread, "/table show").await;
    assert!(own.is_private() && own.picture_urls().len() == 2, "{own:?}");
    let bold = scene
        .run_command("Ana", &thread, "/table show contrast:true")
        .await;
    assert_eq!(
        png_size(&scene, &bold.picture_urls()[0]).await,
        (1176, 1048)
    );
    let [calm, bold] = [&own, &bold].map(|answer| answer.picture_urls()[0].clone());
    let [calm, bold] = [
        fetch_bytes(&scene, &calm).await,
        fetch_bytes(&scene, &bold).await,
    ];
    assert!(calm != bold);
    let words = scene
        .run_command("Ana", &thread, "/table show text:true")
        .await;
    assert!(
        words.picture_urls().is_empty() && words.board_text().contains("Row 4 from the beach"),
        "{words:?}"
    );
    let realm = scene.run_command("Ana", &thread, "/realm").await;
    assert!(realm.is_private(), "{realm:?}");
    assert_eq!(png_size(&scene, &realm.picture_urls()[0]).await.0, 1650);
    assert!(descriptions(&realm)[0].contains("in hand: "), "{realm:?}");
    let others = scene
        .run_command(
            "Ben",
            &thread,
            &format!("/realm who:<@{}>", scene.person("Ana")),
        )
        .await;
    assert!(!descriptions(&others)[0].contains("in hand"), "{others:?}");
    let words = scene.run_command("Ana", &thread, "/realm text:true").await;
    assert!(
        words.picture_urls().is_empty() && words.text().contains("in hand: "),
        "{words:?}"
    );
    scene.end().await;
}

async fn fetch_bytes(scene: &Scene, url: &str) -> Vec<u8> {
    scene
        .client
        .get(url)
        .send()
        .await
        .unwrap()
        .bytes()
        .await
        .unwrap()
        .to_vec()
}

/// A slow picture is replaced by words, and the game goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_picture_is_replaced_by_text() {
    for within in [Duration::ZERO, Duration::from_micros(1)] {
        let mut scene = Scene::open(Settings::default()).await;
        scene.pictures_within = within;
        scene.start_bot().await;
        let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, answer) = scene.wait_for_turn(&thread, None).await;
        assert!(
            answer.picture_urls().is_empty() && answer.board_text().contains("Fishing cove"),
            "{answer:?}"
        );
        let who = who.unwrap();
        scene.assert_answer(&who, &thread, "/wait", "beach").await;
        let realm = scene.run_command(&who, &thread, "/realm").await;
        assert!(realm.picture_urls().is_empty(), "{realm:?}");
        realm.assert_says("in hand");
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_attachments_boards_are_text() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, before) = scene.wait_for_turn(&thread, None).await;
    let denied = json!({ "channel": scene.main_channel, "deny": ["ATTACH_FILES"] });
    scene.post("permissions", denied).await;
    scene.run_command(&who.unwrap(), &thread, "/wait").await;
    let (_, answer) = scene.wait_for_turn(&thread, Some(&before)).await;
    assert!(
        answer.picture_urls().is_empty() && answer.board_text().contains("Fishing cove"),
        "{answer:?}"
    );
    let refused = scene.last_refused_request().await.unwrap_or(Value::Null);
    assert_eq!(refused["status"], 403, "{refused}");
    scene.end().await;
}
