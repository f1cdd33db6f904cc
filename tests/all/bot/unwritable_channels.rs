//! Threads that are closed: nothing is lost, nobody waits for it, and the chat is not asked again and again.

use std::time::Duration;

use lanai_porch::Settings;
use serde_json::{Value, json};

use super::other_process::acts;
use super::{Scene, Shown, evening, text, trouble};

/// Discord's words for a thread that is locked, and for one that is archived.
const LOCKED: u64 = 160_005;
const ARCHIVED: u64 = 50083;

/// An evening without pictures: here nobody looks at them.
async fn begin() -> Scene {
    let mut scene = Scene::without_bot(Settings::default()).await;
    scene.pictures_within = Duration::ZERO;
    scene.bot_comes().await;
    scene
}

/// A table of two that has begun, opened by Ana: where, who is to act, and the board.
async fn table(scene: &Scene) -> (String, String, Shown) {
    let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
    let (who, board) = scene.next(&place, None).await;
    scene.is_quiet().await;
    (place, who.unwrap(), board)
}

/// What came of the bot's requests of this kind in a channel.
async fn outcomes(scene: &Scene, method: &str, place: &str) -> Vec<u64> {
    let part = format!("{place}/messages");
    let all = scene.requests().await.into_iter();
    let such = all.filter(|it| it["method"] == method && text(&it["path"]).contains(&part));
    such.map(|it| it["status"].as_u64().unwrap()).collect()
}

/// How often the chat refused such a request; that it takes no more for now is no refusal.
async fn refusals(scene: &Scene, method: &str, place: &str) -> usize {
    outcomes(scene, method, place)
        .await
        .iter()
        .filter(|status| **status >= 400 && **status != 429)
        .count()
}

fn refuses(status: u64, code: u64, method: &str, place: &str, times: u64) -> Value {
    let body = json!({ "code": code, "message": "closed" });
    let path = format!("{place}/messages");
    let more = json!({ "status": status, "body": body, "method": method, "path_contains": path, "times": times });
    trouble("answer", &more)
}

/// Ana, whose table it is, hears that it cannot be told where it stands.
async fn the_opener_hears(scene: &Scene, place: &str) {
    let told = async |scene: &Scene| {
        let own = scene.told_directly("Ana").await;
        own.iter()
            .any(|it| it.text().contains("cannot write") && it.text().contains(place))
    };
    scene.until("Ana hears of it", told).await;
}

#[test]
fn news_for_a_locked_thread_waits_until_it_opens() {
    for archived in [false, true] {
        evening(async {
            let scene = begin().await;
            let (place, _, board) = table(&scene).await;
            scene
                .post(
                    "permissions",
                    json!({ "channel": place, "deny": ["MANAGE_THREADS"] }),
                )
                .await;
            let closes = json!({ "locked": true, "archived": archived });
            scene
                .post(&format!("channels/{place}/archive"), closes)
                .await;
            acts(&scene, &place).await;
            the_opener_hears(&scene, &place).await;
            // Nobody knocks again and again: not for the news, nor for another that comes meanwhile.
            acts(&scene, &place).await;
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert_eq!(refusals(&scene, "POST", &place).await, 1);
            let heard = scene.told_directly("Ana").await;
            assert_eq!(
                heard
                    .iter()
                    .filter(|it| it.text().contains("cannot write"))
                    .count(),
                1
            );
            scene
                .post(
                    &format!("channels/{place}/archive"),
                    json!({ "locked": false, "archived": false }),
                )
                .await;
            scene.next(&place, Some(&board)).await;
            scene.is_quiet().await;
            let news = scene.public(&place).await;
            let later = news
                .iter()
                .skip_while(|it| it.message() != board.message())
                .skip(1)
                .count();
            assert_eq!(later, 2, "both turns are told, once");
            assert_eq!(refusals(&scene, "POST", &place).await, 1);
            scene.end().await;
        });
    }
}

#[test]
fn refused_post_counts_as_a_locked_thread() {
    evening(async {
        let scene = begin().await;
        let (place, _, board) = table(&scene).await;
        scene
            .post("trouble", refuses(400, LOCKED, "POST", &place, 100))
            .await;
        acts(&scene, &place).await;
        the_opener_hears(&scene, &place).await;
        let url = format!("{}/people/v1/trouble", scene.base);
        scene.client.delete(url).send().await.unwrap();
        // It is looked for now and then, in case nobody tells us that it opened.
        scene.passes(3700);
        scene.next(&place, Some(&board)).await;
        assert_eq!(refusals(&scene, "POST", &place).await, 1);
        scene.end().await;
    });
}

#[test]
fn archived_thread_reopens_with_the_next_post() {
    evening(async {
        let scene = begin().await;
        let (place, _, board) = table(&scene).await;
        // The thread itself says that it is not locked, so this passes.
        scene
            .post("trouble", refuses(400, ARCHIVED, "POST", &place, 2))
            .await;
        scene
            .post(
                &format!("channels/{place}/archive"),
                json!({ "locked": false }),
            )
            .await;
        acts(&scene, &place).await;
        scene.next(&place, Some(&board)).await;
        assert!(
            scene
                .told_directly("Ana")
                .await
                .iter()
                .all(|it| !it.text().contains("cannot write"))
        );
        scene.end().await;
    });
}

#[test]
fn watching_archived_thread_catches_up_when_it_opens() {
    evening(async {
        let scene = begin().await;
        let (place, who, board) = table(&scene).await;
        let thread = scene.table("Haleakala", &["Dan", "Ana"], "").await;
        scene
            .says("Dan", &thread, "/watch table:1")
            .await
            .says("follows");
        scene.is_quiet().await;
        scene
            .post(
                &format!("channels/{thread}/archive"),
                json!({ "locked": false }),
            )
            .await;
        scene.takes_turn(&who, &place).await;
        let (next, board) = scene.next(&place, Some(&board)).await;
        scene.passes(61);
        scene
            .until("it is tried", async |scene| {
                refusals(scene, "PATCH", &thread).await == 1
            })
            .await;
        scene.takes_turn(&next.unwrap(), &place).await;
        scene.next(&place, Some(&board)).await;
        let done = outcomes(&scene, "PATCH", &thread).await.len();
        scene.passes(30);
        scene.is_quiet().await;
        assert_eq!(
            refusals(&scene, "PATCH", &thread).await,
            1,
            "an archived thread is left in peace"
        );
        scene
            .post(
                &format!("channels/{thread}/archive"),
                json!({ "locked": false, "archived": false }),
            )
            .await;
        scene
            .until("it is done", async |scene| {
                scene.clock.turn(1);
                let all = outcomes(scene, "PATCH", &thread).await;
                all.len() == done + 1 && all.last() == Some(&200)
            })
            .await;
        scene.end().await;
    });
}

#[test]
fn without_embed_permission_a_table_is_text() {
    evening(async {
        let scene = begin().await;
        let (place, _, board) = table(&scene).await;
        scene
            .post(
                "permissions",
                json!({ "channel": scene.hall, "deny": ["EMBED_LINKS"] }),
            )
            .await;
        acts(&scene, &place).await;
        let (who, told) = scene.next(&place, Some(&board)).await;
        assert!(who.is_some() && told.panes().is_empty(), "{told:?}");
        told.says("Ana, seat").says("Segment 1: ");
        scene.is_quiet().await;
        assert!(
            scene
                .told_directly("Ana")
                .await
                .iter()
                .all(|it| !it.text().contains("cannot write"))
        );
        scene.end().await;
    });
}
