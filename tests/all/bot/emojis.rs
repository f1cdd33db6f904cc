//! Pieces as emojis of the application: uploaded once, whatever happens on the way; beside words, and never in their
//! place.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::GenericImageView as _;
use lanai_porch::{Settings, TOKEN};
use lanai_rules::chance::{Dice, Seed};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Scene, evening, press_a_turn, text, trouble};

/// What Discord takes.
const MOST_BYTES: usize = 256 << 10;
/// A name that a piece of ours has had once, and one that somebody else gave.
const OLD: &str = "shell_00000000";
const FOREIGN: &str = "team_logo";

impl Scene {
    /// Asks Discord for something about emojis, as the owner of the application would by other means.
    async fn emojis(&self, method: Method, below: &str, body: Value) -> Value {
        // What the owner asks for does not count against what the bot may.
        self.hours.turn(Duration::from_secs(1));
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

    /// All emojis of the application.
    async fn all_emojis(&self) -> Vec<Value> {
        self.emojis(Method::GET, "", Value::Null).await["items"]
            .as_array()
            .cloned()
            .unwrap_or_default()
    }

    /// The emoji of that name, with or without the hash at its end.
    async fn emoji(&self, name: &str) -> Option<Value> {
        let is_it = |found: &str| {
            found == name
                || found
                    .rsplit_once('_')
                    .is_some_and(|(piece, _)| piece == name)
        };
        self.all_emojis()
            .await
            .into_iter()
            .find(|it| is_it(&text(&it["name"])))
    }

    async fn adds(&self, name: &str, image: &str) {
        let made = self
            .emojis(Method::POST, "", json!({ "name": name, "image": image }))
            .await;
        assert_eq!(made["name"], name, "{made}");
    }

    async fn removes(&self, emoji: &Value) {
        self.emojis(
            Method::DELETE,
            &format!("/{}", text(&emoji["id"])),
            Value::Null,
        )
        .await;
    }

    /// Uploads that were granted, and those that were not.
    async fn uploads(&self) -> (usize, usize) {
        let requests = self.requests().await;
        let mut uploads = requests
            .iter()
            .filter(|it| it["method"] == "POST" && text(&it["path"]).ends_with("/emojis"));
        let granted = uploads.clone().filter(|it| it["status"] == 201).count();
        (granted, uploads.by_ref().count() - granted)
    }

    /// Waits until all pieces are there: the boat with two masts is the last of them.
    async fn has_its_emojis(&self) {
        self.until("all pieces are emojis", async |scene| {
            scene.emoji("two_boat").await.is_some()
        })
        .await;
    }

    /// The newest message that somebody sees in a channel, as it was sent.
    async fn sent(&self, who: &str, channel: &str) -> Value {
        let list = self
            .get(&format!(
                "channels/{channel}/messages?as={}",
                self.person(who)
            ))
            .await;
        list.as_array().unwrap().last().unwrap().clone()
    }
}

/// All emojis on the buttons and options of a message: ids, each with its label.
fn on_components(message: &Value) -> Vec<(String, String)> {
    let rows = message["components"].as_array().unwrap().iter();
    let touched: Vec<&Value> = rows
        .flat_map(|row| row["components"].as_array().unwrap())
        .collect();
    let options = touched
        .iter()
        .flat_map(|it| it["options"].as_array().into_iter().flatten());
    let all = touched.iter().copied().chain(options);
    all.filter_map(|it| Some((it["emoji"]["id"].as_str()?.to_owned(), text(&it["label"]))))
        .collect()
}

async fn pieces_are_uploaded_once_and_are_well_made(scene: &mut Scene) {
    let all = scene.all_emojis().await;
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
        assert!(file.len() < MOST_BYTES / 8, "{emoji}");
        assert_eq!(
            image::load_from_memory(&file).unwrap().dimensions(),
            (128, 128),
            "{emoji}"
        );
    }
    assert_eq!(scene.uploads().await, (all.len(), 0));
    scene.bot_goes().await;
    scene.bot_comes().await;
    // The next ones would come at once.
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(
        scene.uploads().await,
        (all.len(), 0),
        "all of them were there"
    );
    assert_eq!(scene.all_emojis().await, all);
}

#[test]
fn emoji_upload_resumes_after_errors() {
    evening(async {
        let scene = Scene::begin().await;
        scene
            .until("some are there", async |scene| {
                scene.all_emojis().await.len() > 4
            })
            .await;
        let more =
            json!({ "method": "POST", "path_contains": "/emojis", "retry_after": 0.5, "times": 2 });
        let mut too_many = trouble("answer", &more);
        too_many["status"] = json!(429);
        scene.post("trouble", too_many).await;
        scene
            .until("it is too much", async |scene| scene.uploads().await.1 == 2)
            .await;
        let mut lost = trouble(
            "lose_answer",
            &json!({ "method": "POST", "path_contains": "/emojis" }),
        );
        lost["times"] = json!(1);
        scene.post("trouble", lost).await;
        // Nobody is held up meanwhile.
        scene.says("Ana", &scene.hall, "/help").await;
        scene.has_its_emojis().await;
        let all = scene.all_emojis().await;
        let mut names: Vec<String> = all.iter().map(|it| text(&it["name"])).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all.len(), "each is there once");
        scene.end().await;
    });
}

async fn a_piece_that_looks_different_is_new_and_the_old_one_goes(scene: &mut Scene) {
    let (before, shell) = (
        scene.all_emojis().await.len(),
        scene.emoji("shell").await.unwrap(),
    );
    let file = scene
        .client
        .get(format!("{}/emojis/{}.png", scene.base, text(&shell["id"])));
    let file = file.send().await.unwrap().bytes().await.unwrap();
    let image = format!("data:image/png;base64,{}", STANDARD.encode(&file));
    scene.bot_goes().await;
    scene.removes(&shell).await;
    scene.adds(OLD, &image).await;
    scene.adds(FOREIGN, &image).await;
    scene.bot_comes().await;
    scene
        .until("the old shell is gone", async |scene| {
            scene.emoji(OLD).await.is_none()
        })
        .await;
    let new = scene.emoji("shell").await.expect("the new one came first");
    assert_eq!(new["name"], shell["name"]);
    assert!(
        scene.emoji(FOREIGN).await.is_some(),
        "what is not ours is left alone"
    );
    assert_eq!(scene.all_emojis().await.len(), before + 1);
}

#[test]
fn words_replace_missing_emojis() {
    evening(async {
        let mut scene = Scene::without_bot(Settings::default()).await;
        let mut forbidden = trouble(
            "answer",
            &json!({ "path_contains": "/emojis", "times": 1000 }),
        );
        forbidden["status"] = json!(403);
        scene.post("trouble", forbidden).await;
        scene.bot_comes().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        scene.presses(&who, &board, "Take your turn").await;
        for message in [
            scene.sent("Dan", &place).await,
            scene.sent(&who, &place).await,
        ] {
            assert!(!text(&message["content"]).contains("<:"), "{message}");
            assert!(on_components(&message).is_empty(), "{message}");
        }
        assert_eq!(
            scene.uploads().await,
            (0, 0),
            "whoever may not even ask uploads nothing"
        );
        scene.end().await;
    });
}

/// The panel of whoever is to act at a new table, as it was sent.
async fn panel(scene: &Scene, game: &str) -> (String, String, Value) {
    let place = scene.table(game, &["Ana", "Ben"], "").await;
    let (who, board) = scene.next(&place, None).await;
    let who = who.unwrap();
    scene.presses(&who, &board, "Take your turn").await;
    let sent = scene.sent(&who, &place).await;
    (place, who, sent)
}

/// Turns are played until one of them is told with a piece.
async fn everybody_sees_pieces(scene: &Scene, place: &str) {
    let (mut dice, mut board) = (
        Dice::new(&Seed::from_number(7), 0),
        scene.next(place, None).await,
    );
    for _ in 0..12 {
        press_a_turn(scene, &board.0.unwrap(), &board.1, &mut dice).await;
        board = scene.next(place, Some(&board.1)).await;
        if text(&scene.sent("Dan", place).await["content"]).contains("<:") {
            return;
        }
    }
    panic!("nobody sees a piece");
}

async fn sentences_buttons_and_options_show_the_pieces_they_are_about(scene: &Scene) {
    let shell = scene.emoji("shell").await.unwrap();
    let shell = format!("<:{}:{}> ", text(&shell["name"]), text(&shell["id"]));
    let (place, _, sent) = panel(scene, "Hawaii").await;
    let words = text(&sent["content"]);
    let (_, after) = words
        .split_once(&shell)
        .unwrap_or_else(|| panic!("no {shell} in {words}"));
    assert!(
        after.starts_with(|first: char| first.is_ascii_digit()),
        "the word stands beside it: {words}"
    );
    assert!(on_components(&sent).len() > 5, "{sent}");
    everybody_sees_pieces(scene, &place).await;
    let (_, _, sent) = panel(scene, "Haleakala").await;
    let carried = on_components(&sent);
    assert!(
        carried.iter().all(|(_, label)| !label.is_empty()) && !carried.is_empty(),
        "{sent}"
    );
    let disc = text(&scene.emoji("disc").await.unwrap()["id"]);
    assert!(carried.iter().any(|(id, _)| *id == disc), "{carried:?}");
    for message in scene.requests().await {
        let said = message["body"].to_string();
        assert!(
            !said.contains(|letter| ('\u{e000}'..='\u{f8ff}').contains(&letter)),
            "{said}"
        );
    }
}

async fn a_piece_that_somebody_removes_is_missed_by_nobody(scene: &Scene) {
    let (disc, all) = (
        scene.emoji("disc").await.unwrap(),
        scene.all_emojis().await.len(),
    );
    scene.removes(&disc).await;
    let (place, who, sent) = panel(scene, "Haleakala").await;
    assert!(
        on_components(&sent).is_empty(),
        "it was refused with the emoji, and comes in words: {sent}"
    );
    scene
        .until("the disc is back", async |scene| {
            scene.all_emojis().await.len() == all
        })
        .await;
    let again = text(&scene.emoji("disc").await.unwrap()["id"]);
    scene
        .until("it is used again", async |scene| {
            scene.says(&who, &place, "/turn").await;
            on_components(&scene.sent(&who, &place).await)
                .iter()
                .any(|(id, _)| *id == again)
        })
        .await;
}

async fn what_is_refused_for_another_reason_leaves_the_emojis_alone(scene: &Scene) {
    let asks = async || {
        let requests = scene.requests().await;
        let lists = |it: &&Value| it["method"] == "GET" && text(&it["path"]).ends_with("/emojis");
        requests.iter().filter(lists).count()
    };
    let before = asks().await;
    // In a direct message no table is opened: there is nothing to offer, and no answer but an empty list.
    let own = text(
        &scene
            .post("channels", json!({ "dm": scene.person("Ana") }))
            .await["id"],
    );
    let offered = scene
        .offered("Ana", &own, "/table open game:Hawaii", "pace")
        .await;
    assert_eq!(offered, Vec::<Value>::new());
    let errors =
        json!({ "content": { "_errors": [{ "code": "BASE_TYPE_BAD_LENGTH", "message": "No" }] } });
    let body = json!({ "code": 50035, "message": "Invalid Form Body", "errors": errors });
    let answer =
        json!({ "status": 400, "body": body, "method": "POST", "path_contains": "/messages" });
    scene.post("trouble", trouble("answer", &answer)).await;
    scene
        .says("Ana", &scene.hall, "/table open game:Hawaii seats:2")
        .await
        .says("opened");
    let place = scene.threads().await.pop().unwrap();
    scene.told(&place, "A table for").await;
    assert_eq!(asks().await, before);
}

/// All of it in one evening, because each upload takes its time.
#[test]
fn deleted_emojis_are_uploaded_again() {
    evening(async {
        let mut scene = Scene::begin().await;
        scene.has_its_emojis().await;
        pieces_are_uploaded_once_and_are_well_made(&mut scene).await;
        sentences_buttons_and_options_show_the_pieces_they_are_about(&scene).await;
        what_is_refused_for_another_reason_leaves_the_emojis_alone(&scene).await;
        a_piece_that_somebody_removes_is_missed_by_nobody(&scene).await;
        a_piece_that_looks_different_is_new_and_the_old_one_goes(&mut scene).await;
        scene.end().await;
    });
}
