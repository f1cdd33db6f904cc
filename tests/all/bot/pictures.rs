//! Pictures in the chat: after each turn, for one's own eyes, at the end; and what is said where there can be none.

use std::time::Duration;

use lanai_porch::Settings;
use serde_json::{Value, json};

use super::{Scene, evening, input::Shown};

/// The width and height of a PNG that somebody sees.
async fn size(scene: &Scene, url: &str) -> (u32, u32) {
    let picture = scene.client.get(url).send().await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/png");
    let bytes = picture.bytes().await.unwrap();
    assert!(bytes.len() < 400 << 10, "{} bytes", bytes.len());
    let picture = image::load_from_memory(&bytes).unwrap();
    (picture.width(), picture.height())
}

/// The descriptions of a message's pictures, each there and not too long.
fn descriptions(shown: &Shown) -> Vec<String> {
    let told = shown.described();
    let each: Vec<String> = told.lines().map(str::to_owned).collect();
    assert!(
        each.iter()
            .all(|text| !text.is_empty() && text.encode_utf16().count() <= 1024),
        "{told}"
    );
    assert_eq!(each.len(), shown.pictures().len(), "{told}");
    each
}

#[test]
fn each_turn_posts_island_and_realms() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, shown) = scene.next(&place, None).await;
        let pictures = shown.pictures();
        assert_eq!(pictures.len(), 2, "{shown:?}");
        assert_eq!(size(&scene, &pictures[0]).await, (1650, 1050));
        assert_eq!(size(&scene, &pictures[1]).await.0, 1650);
        let told = descriptions(&shown);
        assert!(
            told[0].starts_with("The island of Hawaii, round 1 of 5. The people want 9. It is"),
            "{told:?}"
        );
        assert!(told[1].starts_with("Realms of Hawaii"), "{told:?}");
        assert!(
            told[0].contains(&format!("It is {}'s turn", who.as_deref().unwrap())),
            "{told:?}"
        );
        assert!(
            told[1].contains("Ana") && told[1].contains("Ben"),
            "{told:?}"
        );
        // With the words stands one picture, in full width; the other is small, in the corner of a frame below.
        assert_eq!(
            shown.0["message"]["attachments"].as_array().unwrap().len(),
            1
        );
        assert_eq!(shown.0["message"]["embeds"].as_array().unwrap().len(), 1);
        assert_eq!(
            shown.0["message"]["embeds"][0]["thumbnail"]["url"],
            json!(pictures[1])
        );
        let who = who.unwrap();
        scene.says(&who, &place, "/wait").await;
        let (_, after) = scene.next(&place, Some(&shown)).await;
        assert_eq!(after.pictures().len(), 2);
        assert!(after.pictures() != pictures);
        scene.end().await;
    });
}

#[test]
fn table_show_offers_pictures_or_text() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        scene.next(&place, None).await;
        let own = scene.says("Ana", &place, "/table show").await;
        assert!(own.is_private() && own.pictures().len() == 2, "{own:?}");
        let bold = scene.says("Ana", &place, "/table show contrast:true").await;
        assert_eq!(size(&scene, &bold.pictures()[0]).await, (1650, 1050));
        let [calm, bold] = [&own, &bold].map(|shown| shown.pictures()[0].clone());
        let [calm, bold] = [bytes(&scene, &calm).await, bytes(&scene, &bold).await];
        assert!(calm != bold);
        let words = scene.says("Ana", &place, "/table show text:true").await;
        assert!(
            words.pictures().is_empty() && words.panes().contains("Row 4 from the beach"),
            "{words:?}"
        );
        let realm = scene.says("Ana", &place, "/realm").await;
        assert!(realm.is_private(), "{realm:?}");
        assert_eq!(size(&scene, &realm.pictures()[0]).await.0, 1650);
        assert!(descriptions(&realm)[0].contains("in hand: "), "{realm:?}");
        let others = scene
            .says(
                "Ben",
                &place,
                &format!("/realm who:<@{}>", scene.person("Ana")),
            )
            .await;
        assert!(!descriptions(&others)[0].contains("in hand"), "{others:?}");
        let words = scene.says("Ana", &place, "/realm text:true").await;
        assert!(
            words.pictures().is_empty() && words.text().contains("in hand: "),
            "{words:?}"
        );
        scene.end().await;
    });
}

async fn bytes(scene: &Scene, url: &str) -> Vec<u8> {
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

/// No picture is awaited: what it would show is told in words, and the game goes on.
#[test]
fn slow_picture_is_replaced_by_text() {
    evening(async {
        for within in [Duration::ZERO, Duration::from_micros(1)] {
            let mut scene = Scene::without_bot(Settings::default()).await;
            scene.pictures_within = within;
            scene.bot_comes().await;
            let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
            let (who, shown) = scene.next(&place, None).await;
            assert!(
                shown.pictures().is_empty() && shown.panes().contains("Fishing cove"),
                "{shown:?}"
            );
            let who = who.unwrap();
            scene.says(&who, &place, "/wait").await.says("beach");
            let realm = scene.says(&who, &place, "/realm").await;
            assert!(realm.pictures().is_empty(), "{realm:?}");
            realm.says("in hand");
            scene.end().await;
        }
    });
}

/// Where the bot may send no files, the board is told in words.
#[test]
fn without_attachments_boards_are_text() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, before) = scene.next(&place, None).await;
        let denied = json!({ "channel": scene.hall, "deny": ["ATTACH_FILES"] });
        scene.post("permissions", denied).await;
        scene.says(&who.unwrap(), &place, "/wait").await;
        let (_, shown) = scene.next(&place, Some(&before)).await;
        assert!(
            shown.pictures().is_empty() && shown.panes().contains("Fishing cove"),
            "{shown:?}"
        );
        let refused = scene.refused().await.unwrap_or(Value::Null);
        assert_eq!(refused["status"], 403, "{refused}");
        scene.end().await;
    });
}
