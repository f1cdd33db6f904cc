//! Locked threads: nothing is lost, nothing else is delayed, and Discord is not asked repeatedly.

use std::time::Duration;

use lanai_porch::Settings;
use serde_json::{Value, json};

use super::other_process::act_elsewhere;
use super::{Scene, Shown, injected_failure, run_test, text};

/// Discord's words for a thread that is locked, and for one that is archived.
const LOCKED: u64 = 160_005;
const ARCHIVED: u64 = 50083;

/// Starts a scene without pictures.
async fn start_without_pictures() -> Scene {
    let mut scene = Scene::open(Settings::default()).await;
    scene.pictures_within = Duration::ZERO;
    scene.start_bot().await;
    scene
}

/// Starts a game of two, opened by Ana; returns the channel, the player to act and the board.
async fn start_game_of_two(scene: &Scene) -> (String, String, Shown) {
    let place = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_turn(&place, None).await;
    scene.wait_until_idle().await;
    (place, who.unwrap(), board)
}

/// Returns the status of the bot's requests of this kind in a channel.
async fn request_statuses(scene: &Scene, method: &str, place: &str) -> Vec<u64> {
    let part = format!("{place}/messages");
    let all = scene.list_requests().await.into_iter();
    let such = all.filter(|item| item["method"] == method && text(&item["path"]).contains(&part));
    such.map(|item| item["status"].as_u64().unwrap()).collect()
}

/// Counts refused requests; rate limits do not count.
async fn count_refusals(scene: &Scene, method: &str, place: &str) -> usize {
    request_statuses(scene, method, place)
        .await
        .iter()
        .filter(|status| **status >= 400 && **status != 429)
        .count()
}

fn refusing(status: u64, code: u64, method: &str, place: &str, times: u64) -> Value {
    let body = json!({ "code": code, "message": "closed" });
    let path = format!("{place}/messages");
    let more = json!({ "status": status, "body": body, "method": method, "path_contains": path, "times": times });
    injected_failure("answer", &more)
}

/// Waits until Ana, who opened the table, is told that its channel is unwritable.
async fn wait_for_owner_notice(scene: &Scene, place: &str) {
    scene
        .wait_until("Ana hears of it", async |scene: &Scene| {
            let own = scene.list_direct_messages("Ana").await;
            own.iter()
                .any(|item| item.text().contains("can't write") && item.text().contains(place))
        })
        .await;
}

#[test]
fn news_for_a_locked_thread_waits_until_it_opens() {
    for archived in [false, true] {
        run_test(async {
            let scene = start_without_pictures().await;
            let (place, _, board) = start_game_of_two(&scene).await;
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
            act_elsewhere(&scene, &place).await;
            wait_for_owner_notice(&scene, &place).await;
            // The channel is not tried again for new notices.
            act_elsewhere(&scene, &place).await;
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert_eq!(count_refusals(&scene, "POST", &place).await, 1);
            let heard = scene.list_direct_messages("Ana").await;
            assert_eq!(
                heard
                    .iter()
                    .filter(|item| item.text().contains("can't write"))
                    .count(),
                1
            );
            scene
                .post(
                    &format!("channels/{place}/archive"),
                    json!({ "locked": false, "archived": false }),
                )
                .await;
            scene.wait_for_turn(&place, Some(&board)).await;
            scene.wait_until_idle().await;
            let news = scene.list_public_messages(&place).await;
            let later = news
                .iter()
                .skip_while(|item| item.message_id() != board.message_id())
                .skip(1)
                .count();
            assert_eq!(later, 2, "both turns are told, once");
            assert_eq!(count_refusals(&scene, "POST", &place).await, 1);
            scene.end().await;
        });
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_post_counts_as_a_locked_thread() {
    let scene = start_without_pictures().await;
    let (place, _, board) = start_game_of_two(&scene).await;
    scene
        .post("trouble", refusing(400, LOCKED, "POST", &place, 100))
        .await;
    act_elsewhere(&scene, &place).await;
    wait_for_owner_notice(&scene, &place).await;
    let url = format!("{}/people/v1/trouble", scene.base);
    scene.client.delete(url).send().await.unwrap();
    // The channel is checked now and then, in case no event reports the change.
    scene.advance_clock(3700);
    scene.wait_for_turn(&place, Some(&board)).await;
    assert_eq!(count_refusals(&scene, "POST", &place).await, 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn archived_thread_reopens_with_the_next_post() {
    let scene = start_without_pictures().await;
    let (place, _, board) = start_game_of_two(&scene).await;
    // The thread itself says that it is not locked, so this passes.
    scene
        .post("trouble", refusing(400, ARCHIVED, "POST", &place, 2))
        .await;
    scene
        .post(
            &format!("channels/{place}/archive"),
            json!({ "locked": false }),
        )
        .await;
    act_elsewhere(&scene, &place).await;
    scene.wait_for_turn(&place, Some(&board)).await;
    assert!(
        scene
            .list_direct_messages("Ana")
            .await
            .iter()
            .all(|item| !item.text().contains("can't write"))
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watching_archived_thread_catches_up_when_it_opens() {
    let scene = start_without_pictures().await;
    let (place, who, board) = start_game_of_two(&scene).await;
    let thread = scene.start_table("Haleakala", &["Dan", "Ana"], "").await;
    scene
        .assert_answer("Dan", &thread, "/watch table:1", "follows")
        .await;
    scene.wait_until_idle().await;
    scene
        .post(
            &format!("channels/{thread}/archive"),
            json!({ "locked": false }),
        )
        .await;
    scene.take_turn(&who, &place).await;
    let (next, board) = scene.wait_for_turn(&place, Some(&board)).await;
    scene.advance_clock(61);
    scene
        .wait_until("it is tried", async |scene| {
            count_refusals(scene, "PATCH", &thread).await == 1
        })
        .await;
    scene.take_turn(&next.unwrap(), &place).await;
    scene.wait_for_turn(&place, Some(&board)).await;
    let done = request_statuses(&scene, "PATCH", &thread).await.len();
    scene.advance_clock(30);
    scene.wait_until_idle().await;
    assert_eq!(
        count_refusals(&scene, "PATCH", &thread).await,
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
        .wait_until("it is done", async |scene| {
            scene.clock.advance(1);
            let all = request_statuses(scene, "PATCH", &thread).await;
            all.len() == done + 1 && all.last() == Some(&200)
        })
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_embed_permission_a_table_is_text() {
    let scene = start_without_pictures().await;
    let (place, _, board) = start_game_of_two(&scene).await;
    scene
        .post(
            "permissions",
            json!({ "channel": scene.main_channel, "deny": ["EMBED_LINKS"] }),
        )
        .await;
    act_elsewhere(&scene, &place).await;
    let (who, told) = scene.wait_for_turn(&place, Some(&board)).await;
    assert!(who.is_some() && told.board_text().is_empty(), "{told:?}");
    told.assert_says("Ana, seat").assert_says("Segment 1: ");
    scene.wait_until_idle().await;
    assert!(
        scene
            .list_direct_messages("Ana")
            .await
            .iter()
            .all(|item| !item.text().contains("can't write"))
    );
    scene.end().await;
}
