//! Pieces as application emojis: uploaded once, beside words and never instead of them.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::GenericImageView as _;
use lanai_porch::{Settings, TOKEN};
use lanai_rules::chance::{Dice, Seed};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Scene, injected_failure, press_a_turn, text};

/// Discord's limit for an emoji.
const MAX_EMOJI_BYTES: usize = 256 << 10;
/// An earlier name of one of our pieces, and a name that the operator chose.
const OLD_PIECE_NAME: &str = "shell_00000000";
const FOREIGN: &str = "team_logo";

impl Scene {
    /// Sends a request about emojis, as the owner of the application would.
    async fn request_emojis(&self, method: Method, below: &str, body: Value) -> Value {
        // The owner's requests do not count towards the bot's rate limit.
        self.hours.advance(Duration::from_secs(1));
        let application = text(&self.get("world").await["bot"]["id"]);
        let url = format!(
            "{}/api/v10/applications/{application}/emojis{below}",
            self.base
        );
        let request = self
            .client
            .request(method, url)
            .header("authorization", format!("Bot {TOKEN}"));
        request
            .json(&body)
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap_or_default()
    }

    async fn list_emojis(&self) -> Vec<Value> {
        self.request_emojis(Method::GET, "", Value::Null).await["items"]
            .as_array()
            .cloned()
            .unwrap_or_default()
    }

    /// The emoji of that name, with or without the hash at its end.
    async fn find_emoji(&self, name: &str) -> Option<Value> {
        let is_it = |found: &str| {
            found == name
                || found
                    .rsplit_once('_')
                    .is_some_and(|(piece, _)| piece == name)
        };
        self.list_emojis()
            .await
            .into_iter()
            .find(|item| is_it(&text(&item["name"])))
    }

    async fn upload_emoji(&self, name: &str, image: &str) {
        let made = self
            .request_emojis(Method::POST, "", json!({ "name": name, "image": image }))
            .await;
        assert_eq!(made["name"], name, "{made}");
    }

    async fn delete_emoji(&self, emoji: &Value) {
        self.request_emojis(
            Method::DELETE,
            &format!("/{}", text(&emoji["id"])),
            Value::Null,
        )
        .await;
    }

    /// Counts accepted and refused uploads.
    async fn count_uploads(&self) -> (usize, usize) {
        let requests = self.list_requests().await;
        let mut uploads = requests
            .iter()
            .filter(|item| item["method"] == "POST" && text(&item["path"]).ends_with("/emojis"));
        let granted = uploads.clone().filter(|item| item["status"] == 201).count();
        (granted, uploads.by_ref().count() - granted)
    }

    /// Waits until the last piece, the boat with two masts, is uploaded.
    async fn wait_for_emojis(&self) {
        self.wait_until("all pieces are emojis", async |scene| {
            scene.find_emoji("two_boat").await.is_some()
        })
        .await;
    }

    /// Returns the raw newest message that a person sees in a channel.
    async fn newest_raw_message(&self, who: &str, channel: &str) -> Value {
        let list = self
            .get(&format!(
                "channels/{channel}/messages?as={}",
                self.person(who)
            ))
            .await;
        list.as_array().unwrap().last().unwrap().clone()
    }
}

/// Returns the emoji id and label of every button and option of a message.
fn component_emojis(message: &Value) -> Vec<(String, String)> {
    let rows = message["components"].as_array().unwrap().iter();
    let touched: Vec<&Value> = rows
        .filter(|row| row["type"] == 1)
        .flat_map(|row| row["components"].as_array().unwrap())
        .collect();
    let options = touched
        .iter()
        .flat_map(|item| item["options"].as_array().into_iter().flatten());
    let all = touched.iter().copied().chain(options);
    all.filter_map(|item| {
        Some((
            item["emoji"]["id"].as_str()?.to_owned(),
            text(&item["label"]),
        ))
    })
    .collect()
}

async fn check_uploaded_pieces(scene: &mut Scene) {
    let all = scene.list_emojis().await;
    assert!(all.len() > 45, "{} pieces", all.len());
    for emoji in &all {
        let url = format!("{}/emojis/{}.png", scene.base, text(&emoji["id"]));
        let file = scene
            .client
            .get(url)
            .send()
            .await
            .unwrap()
            .bytes()
            .await
            .unwrap();
        assert!(file.len() < MAX_EMOJI_BYTES / 8, "{emoji}");
        assert_eq!(
            image::load_from_memory(&file).unwrap().dimensions(),
            (128, 128),
            "{emoji}"
        );
    }
    assert_eq!(scene.count_uploads().await, (all.len(), 0));
    scene.stop_bot().await;
    scene.start_bot().await;
    // The next ones would come at once.
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(
        scene.count_uploads().await,
        (all.len(), 0),
        "all of them were there"
    );
    assert_eq!(scene.list_emojis().await, all);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn emoji_upload_resumes_after_errors() {
    let scene = Scene::start().await;
    scene
        .wait_until("some are there", async |scene| {
            scene.list_emojis().await.len() > 4
        })
        .await;
    let more =
        json!({ "method": "POST", "path_contains": "/emojis", "retry_after": 0.5, "times": 2 });
    let mut too_many = injected_failure("answer", &more);
    too_many["status"] = json!(429);
    scene.post("trouble", too_many).await;
    scene
        .wait_until("it is too much", async |scene| {
            scene.count_uploads().await.1 == 2
        })
        .await;
    let mut lost = injected_failure(
        "lose_answer",
        &json!({ "method": "POST", "path_contains": "/emojis" }),
    );
    lost["times"] = json!(1);
    scene.post("trouble", lost).await;
    // The upload does not delay answers.
    scene.run_command("Ana", &scene.main_channel, "/help").await;
    scene.wait_for_emojis().await;
    let all = scene.list_emojis().await;
    let mut names: Vec<String> = all.iter().map(|item| text(&item["name"])).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all.len(), "each is there once");
    scene.end().await;
}

async fn check_changed_piece_is_replaced(scene: &mut Scene) {
    let (before, shell) = (
        scene.list_emojis().await.len(),
        scene.find_emoji("shell").await.unwrap(),
    );
    let file = scene
        .client
        .get(format!("{}/emojis/{}.png", scene.base, text(&shell["id"])));
    let file = file.send().await.unwrap().bytes().await.unwrap();
    let image = format!("data:image/png;base64,{}", STANDARD.encode(&file));
    scene.stop_bot().await;
    scene.delete_emoji(&shell).await;
    scene.upload_emoji(OLD_PIECE_NAME, &image).await;
    scene.upload_emoji(FOREIGN, &image).await;
    scene.start_bot().await;
    scene
        .wait_until("the old shell is gone", async |scene| {
            scene.find_emoji(OLD_PIECE_NAME).await.is_none()
        })
        .await;
    let new = scene
        .find_emoji("shell")
        .await
        .expect("the new one came first");
    assert_eq!(new["name"], shell["name"]);
    assert!(
        scene.find_emoji(FOREIGN).await.is_some(),
        "what is not ours is left alone"
    );
    assert_eq!(scene.list_emojis().await.len(), before + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_replace_missing_emojis() {
    let mut scene = Scene::open(Settings::default()).await;
    let mut forbidden = injected_failure(
        "answer",
        &json!({ "path_contains": "/emojis", "times": 1000 }),
    );
    forbidden["status"] = json!(403);
    scene.post("trouble", forbidden).await;
    scene.start_bot().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    scene.press_button(&who, &board, "Take your turn").await;
    for message in [
        scene.newest_raw_message("Dan", &thread).await,
        scene.newest_raw_message(&who, &thread).await,
    ] {
        assert!(!text(&message["content"]).contains("<:"), "{message}");
        assert!(component_emojis(&message).is_empty(), "{message}");
    }
    assert_eq!(
        scene.count_uploads().await,
        (0, 0),
        "without permission nothing is uploaded"
    );
    scene.end().await;
}

/// Opens a table; returns its channel, the player to act and their raw panel.
async fn open_raw_panel(scene: &Scene, game: &str) -> (String, String, Value) {
    let thread = scene.start_table(game, &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    scene.press_button(&who, &board, "Take your turn").await;
    let sent = scene.newest_raw_message(&who, &thread).await;
    (thread, who, sent)
}

/// Plays until a message shows a piece.
async fn check_public_pieces(scene: &Scene, thread: &str) {
    let (mut dice, mut board) = (
        Dice::new(&Seed::from_number(7), 0),
        scene.wait_for_turn(thread, None).await,
    );
    for _ in 0..12 {
        press_a_turn(scene, &board.0.unwrap(), &board.1, &mut dice).await;
        board = scene.wait_for_turn(thread, Some(&board.1)).await;
        if text(&scene.newest_raw_message("Dan", thread).await["content"]).contains("<:") {
            return;
        }
    }
    panic!("no message shows a piece");
}

async fn check_piece_emojis(scene: &Scene) {
    let shell = scene.find_emoji("shell").await.unwrap();
    let shell = format!("<:{}:{}> ", text(&shell["name"]), text(&shell["id"]));
    let (thread, who, sent) = open_raw_panel(scene, "Hawaii").await;
    let rows = sent["components"].as_array().unwrap().iter();
    let first_choice = rows
        .flat_map(|row| row["components"].as_array().into_iter().flatten())
        .find(|button| button["style"] == 1)
        .unwrap();
    scene
        .press_id(&who, &text(&sent["id"]), &text(&first_choice["custom_id"]))
        .await;
    let chosen = scene.newest_raw_message(&who, &thread).await;
    let words: Vec<String> = chosen["components"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|component| component["content"].as_str().map(str::to_owned))
        .collect();
    let words = words.join("\n");
    let (_, after) = words
        .split_once(&shell)
        .unwrap_or_else(|| panic!("no {shell} in {words}"));
    assert!(
        after.starts_with(|first: char| first.is_ascii_digit()),
        "the word stands beside it: {words}"
    );
    assert!(component_emojis(&sent).len() > 5, "{sent}");
    check_public_pieces(scene, &thread).await;
    let (_, _, sent) = open_raw_panel(scene, "Haleakala").await;
    let carried = component_emojis(&sent);
    assert!(
        carried.iter().all(|(_, label)| !label.is_empty()) && !carried.is_empty(),
        "{sent}"
    );
    let disc = text(&scene.find_emoji("disc").await.unwrap()["id"]);
    assert!(carried.iter().any(|(id, _)| *id == disc), "{carried:?}");
    for message in scene.list_requests().await {
        let said = message["body"].to_string();
        assert!(
            !said.contains(|letter| ('\u{e000}'..='\u{f8ff}').contains(&letter)),
            "{said}"
        );
    }
}

async fn check_deleted_piece(scene: &Scene) {
    let (disc, all) = (
        scene.find_emoji("disc").await.unwrap(),
        scene.list_emojis().await.len(),
    );
    scene.delete_emoji(&disc).await;
    let (thread, who, sent) = open_raw_panel(scene, "Haleakala").await;
    assert!(
        component_emojis(&sent).is_empty(),
        "it was refused with the emoji, and comes in words: {sent}"
    );
    scene
        .wait_until("the disc is back", async |scene| {
            scene.list_emojis().await.len() == all
        })
        .await;
    let again = text(&scene.find_emoji("disc").await.unwrap()["id"]);
    scene
        .wait_until("it is used again", async |scene| {
            scene.run_command(&who, &thread, "/turn").await;
            component_emojis(&scene.newest_raw_message(&who, &thread).await)
                .iter()
                .any(|(id, _)| *id == again)
        })
        .await;
}

async fn check_other_refusals(scene: &Scene) {
    let asks = async || {
        let requests = scene.list_requests().await;
        requests
            .iter()
            .filter(|item: &&Value| {
                item["method"] == "GET" && text(&item["path"]).ends_with("/emojis")
            })
            .count()
    };
    let before = asks().await;
    // In direct messages there is no table, so the list is empty.
    let own = text(
        &scene
            .post("channels", json!({ "dm": scene.person("Ana") }))
            .await["id"],
    );
    let offered = scene
        .list_suggestions("Ana", &own, "/table open game:Hawaii", "pace")
        .await;
    assert_eq!(offered, Vec::<Value>::new());
    let errors =
        json!({ "content": { "_errors": [{ "code": "BASE_TYPE_BAD_LENGTH", "message": "No" }] } });
    let body = json!({ "code": 50035, "message": "Invalid Form Body", "errors": errors });
    let answer =
        json!({ "status": 400, "body": body, "method": "POST", "path_contains": "/messages" });
    scene
        .post("trouble", injected_failure("answer", &answer))
        .await;
    scene
        .assert_answer(
            "Ana",
            &scene.main_channel,
            "/table open game:Hawaii seats:2",
            "opened",
        )
        .await;
    let thread = scene.list_threads().await.pop().unwrap();
    scene.wait_for_text(&thread, "A table for").await;
    assert_eq!(asks().await, before);
}

/// All steps share one scene, because each upload takes time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleted_emojis_are_uploaded_again() {
    let mut scene = Scene::start().await;
    scene.wait_for_emojis().await;
    check_uploaded_pieces(&mut scene).await;
    check_piece_emojis(&scene).await;
    check_other_refusals(&scene).await;
    check_deleted_piece(&scene).await;
    check_changed_piece_is_replaced(&mut scene).await;
    scene.end().await;
}
