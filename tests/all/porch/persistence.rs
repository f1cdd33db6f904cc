//! A stored world comes back as it was, and time goes on while it is closed. A foreign or damaged
//! folder is refused in a sentence and left alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lanai_porch::{Clock, OpenError, Porch, Settings};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Bot, Scene};

struct WorldFolder(TempDir);

impl WorldFolder {
    fn new() -> WorldFolder {
        WorldFolder(tempfile::tempdir().unwrap())
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join("lanai.db-porch")
    }

    fn world(&self) -> PathBuf {
        self.folder().join("world")
    }

    fn settings(&self) -> Settings {
        Settings {
            persist_in: Some(self.folder()),
            ..Settings::default()
        }
    }

    async fn open(&self) -> Scene {
        Scene::with(self.settings()).await
    }

    /// Why it does not open.
    async fn opening_error(&self) -> String {
        let Err(error) = Porch::open(self.settings()).await else {
            panic!("it opened")
        };
        assert!(matches!(error, OpenError::Persist(_)), "{error}");
        error.to_string()
    }
}

/// Returns everything that people see, without the porch's address.
async fn visible_world(scene: &Scene) -> Value {
    let mut world = scene.get("world").await;
    world["bot"] = Value::Null;
    let mut all = json!({ "world": world });
    for person in ["Ana", "Ben", "Chloé", "Dan"] {
        for channel in world["channels"].as_array().unwrap() {
            let channel = channel["id"].as_str().unwrap();
            let seen = scene
                .get(&format!(
                    "channels/{channel}/messages?as={}",
                    scene.person_id(person)
                ))
                .await;
            all[person][channel] = seen;
        }
    }
    serde_json::from_str(&all.to_string().replace(&scene.base, "")).unwrap()
}

/// What the test looks up again after the restart.
struct StoredWorld {
    board: Value,
    bytes: Vec<u8>,
    token: String,
    emoji: Value,
}

/// Channels of every kind, persons, rights, commands, emojis, messages of every kind, some of which
/// go again.
async fn do_many_things(scene: &Scene, bot: &mut Bot) -> StoredWorld {
    let hall = scene.first_channel();
    scene
        .register_commands(bot, json!([{ "name": "play", "description": "plays" }]))
        .await;
    let image = "data:image/png;base64,iVBORw0KGgo=";
    let emojis = format!("applications/{}/emojis", bot.id);
    let (status, emoji) = scene
        .bot_request(
            Method::POST,
            &emojis,
            json!({ "name": "shell", "image": image }),
        )
        .await;
    assert_eq!(status, 201, "{emoji}");
    scene
        .post(
            "persons",
            json!({ "name": "Eva", "locale": "cs", "permissions": ["MANAGE_THREADS"] }),
        )
        .await;
    let other = scene
        .post(
            "servers",
            json!({ "name": "Elsewhere", "locale": "fr", "bot": false }),
        )
        .await;
    scene
        .post(
            "channels",
            json!({ "name": "more", "server": other["id"], "kind": "announcement" }),
        )
        .await;
    scene
        .post("channels", json!({ "dm": scene.person_id("Ben") }))
        .await;
    let dan = scene.person_id("Dan");
    scene
        .post(
            "permissions",
            json!({ "channel": hall, "person": dan, "deny": ["SEND_MESSAGES"] }),
        )
        .await;
    scene
        .post(
            &format!("persons/{dan}/leave"),
            json!({ "server": other["id"] }),
        )
        .await;
    scene
        .post(
            &format!("persons/{}/install", scene.person_id("Ana")),
            json!({ "installed": true }),
        )
        .await;
    let thread = json!({ "name": "Hawaii", "type": 11 });
    let (_, thread) = scene
        .bot_request(Method::POST, &format!("channels/{hall}/threads"), thread)
        .await;
    let thread = thread["id"].as_str().unwrap();
    scene
        .post(
            &format!("channels/{thread}/archive"),
            json!({ "locked": true }),
        )
        .await;
    let bytes: Vec<u8> = (0..200_000_u32).flat_map(u32::to_le_bytes).collect();
    let form = || {
        let part = Part::bytes(bytes.clone()).file_name("board.png");
        Form::new()
            .text(
                "payload_json",
                json!({ "content": "the board" }).to_string(),
            )
            .part("files[0]", part)
    };
    let path = format!("channels/{hall}/messages");
    let (status, board) = scene.bot_form_request(Method::POST, &path, form()).await;
    assert_eq!(status, 200, "{board}");
    let (_, gone) = scene.bot_form_request(Method::POST, &path, form()).await;
    let gone = gone["id"].as_str().unwrap();
    scene
        .assert_status(Method::DELETE, &format!("{path}/{gone}"), Value::Null, 204)
        .await;
    scene
        .post_message(json!({ "content": "once", "nonce": "n1", "enforce_nonce": true }))
        .await;
    scene.type_command("Ben", "good evening").await;
    let line = json!({ "as": scene.person_id("Ana"), "channel": hall, "line": "/play" });
    let (told, token) = tokio::join!(scene.post("type", line), async {
        let asked = bot.event("INTERACTION_CREATE").await;
        let data = json!({ "content": "for you alone", "flags": 64 });
        assert_eq!(scene.answer(&asked, 4, data).await.0, 204);
        asked["token"].as_str().unwrap().to_owned()
    });
    assert_eq!(told["message"]["ephemeral"], true);
    StoredWorld {
        board,
        bytes,
        token,
        emoji,
    }
}

#[tokio::test]
async fn everything_comes_back_as_it_was() {
    let place = WorldFolder::new();
    let scene = place.open().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    let much = do_many_things(&scene, &mut bot).await;
    let before = visible_world(&scene).await;
    // A copy of the open folder is what a kill leaves behind.
    let killed = WorldFolder::new();
    fs::create_dir_all(killed.folder().join("files")).unwrap();
    fs::copy(place.world(), killed.world()).unwrap();
    for file in fs::read_dir(place.folder().join("files")).unwrap() {
        let file = file.unwrap();
        fs::copy(
            file.path(),
            killed.folder().join("files").join(file.file_name()),
        )
        .unwrap();
    }
    drop(scene);
    for place in [&killed, &place, &place] {
        let scene = place.open().await;
        assert_eq!(visible_world(&scene).await, before);
        let url = much.board["attachments"][0]["url"].as_str().unwrap();
        let path = url.split_once("/files/").unwrap().1;
        let file = scene
            .client
            .get(format!("{}/files/{path}", scene.base))
            .send()
            .await
            .unwrap();
        assert_eq!(file.bytes().await.unwrap(), much.bytes, "the picture");
        drop(scene);
    }
    let scene = place.open().await;
    // A nonce is remembered across the restart.
    let seen = scene
        .list_visible_messages("Ana", &scene.first_channel())
        .await
        .len();
    scene
        .post_message(json!({ "content": "once", "nonce": "n1", "enforce_nonce": true }))
        .await;
    assert_eq!(
        scene
            .list_visible_messages("Ana", &scene.first_channel())
            .await
            .len(),
        seen
    );
    // An earlier answer can still be edited.
    let path = format!("webhooks/{}/{}/messages/@original", bot.id, much.token);
    let (status, changed) = scene
        .bot_request(Method::PATCH, &path, json!({ "content": "still for you" }))
        .await;
    assert_eq!(status, 200, "{changed}");
    let (_, emojis) = scene
        .bot_request(
            Method::GET,
            &format!("applications/{}/emojis", bot.id),
            Value::Null,
        )
        .await;
    assert_eq!(emojis["items"], json!([much.emoji]));
    // No id is used twice.
    let id = |message: &Value| message["id"].as_str().unwrap().parse::<u64>().unwrap();
    let (_, fresh) = scene.post_message(json!({ "content": "a new day" })).await;
    assert!(id(&fresh) > id(&changed) && id(&fresh) > id(&much.board));
    // The files of what was deleted are gone with it.
    assert_eq!(
        fs::read_dir(place.folder().join("files")).unwrap().count(),
        1
    );
}

#[tokio::test]
async fn time_goes_on_while_the_porch_is_closed() {
    let (place, clock) = (WorldFolder::new(), Clock::stopped_at(1_791_900_000_000));
    let settings = Settings {
        clock: clock.clone(),
        ..place.settings()
    };
    let scene = Scene::open_with_clock(settings.clone()).await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene
        .register_commands(
            &bot,
            json!([{ "name": "ping", "description": "Says pong" }]),
        )
        .await;
    let threads = format!("channels/{}/threads", scene.first_channel());
    let wanted = json!({ "name": "table", "type": 11, "auto_archive_duration": 60 });
    let (_, thread) = scene.bot_request(Method::POST, &threads, wanted).await;
    let thread = format!("channels/{}", thread["id"].as_str().unwrap());
    let once = json!({ "content": "once", "nonce": "n1", "enforce_nonce": true });
    let (_, said) = scene.post_message(once.clone()).await;
    let (_, token) = tokio::join!(scene.type_command("Ana", "/ping"), async {
        let asked = bot.interaction().await;
        assert_eq!(
            scene
                .answer(&asked, 4, json!({ "content": "pong" }))
                .await
                .0,
            204
        );
        asked["token"].as_str().unwrap().to_owned()
    });
    let follow_up = format!("webhooks/{}/{token}", bot.id);
    drop(scene);
    clock.advance(Duration::from_hours(1));
    let scene = Scene::open_with_clock(settings).await;
    let (_, asleep) = scene.bot_request(Method::GET, &thread, Value::Null).await;
    assert_eq!(asleep["thread_metadata"]["archived"], true);
    assert_ne!(
        scene.post_message(once).await.1["id"],
        said["id"],
        "that was long ago"
    );
    scene
        .assert_code(Method::POST, &follow_up, json!({ "content": "x" }), 50027)
        .await;
}

#[tokio::test]
async fn foreign_or_damaged_folder_is_refused() {
    let place = WorldFolder::new();
    let refusal = "is not the world of such a porch";
    fs::write(place.folder(), "a letter").unwrap();
    assert!(place.opening_error().await.contains(refusal));
    assert_eq!(fs::read_to_string(place.folder()).unwrap(), "a letter");
    fs::remove_file(place.folder()).unwrap();
    fs::create_dir(place.folder()).unwrap();
    fs::write(place.folder().join("diary.txt"), "Monday").unwrap();
    assert!(place.opening_error().await.contains(refusal));
    assert_eq!(
        fs::read_dir(place.folder()).unwrap().count(),
        1,
        "something was put there"
    );
    fs::remove_file(place.folder().join("diary.txt")).unwrap();
    place.open().await.type_command("Ana", "one").await;
    let whole = fs::read_to_string(place.world()).unwrap();
    let newer = whole.replacen(r#""lanai_porch":2"#, r#""lanai_porch":3"#, 1);
    for damaged in ["", "a diary\n", "{}", &whole[..whole.len() - 1], &newer] {
        fs::write(place.world(), damaged).unwrap();
        assert!(place.opening_error().await.contains(refusal), "{damaged}");
        assert_eq!(
            fs::read_to_string(place.world()).unwrap(),
            damaged,
            "it was changed"
        );
    }
    fs::write(place.world(), whole).unwrap();
    let scene = place.open().await;
    assert_eq!(
        scene
            .list_visible_messages("Ana", &scene.first_channel())
            .await
            .len(),
        1
    );
}

#[tokio::test]
async fn second_porch_on_a_folder_refuses() {
    let place = WorldFolder::new();
    let first = place.open().await;
    first.type_command("Ana", "one").await;
    let why = place.opening_error().await;
    assert!(
        why.contains("another porch is open on the world in"),
        "{why}"
    );
    first.type_command("Ana", "two").await;
    let before = visible_world(&first).await;
    first.porch.unwrap().close().await;
    assert_eq!(visible_world(&place.open().await).await, before);
}

/// On a full disk requests fail visibly; with space again nothing is lost.
#[tokio::test]
async fn unstorable_changes_are_not_acknowledged() {
    let place = WorldFolder::new();
    let scene = place.open().await;
    let picture = Form::new().part("files[0]", Part::bytes(vec![7; 900]).file_name("board.png"));
    let path = format!("channels/{}/messages", scene.first_channel());
    let (files, aside) = (place.folder().join("files"), place.folder().join("aside"));
    fs::rename(&files, &aside).unwrap();
    let (status, refused) = scene.bot_form_request(Method::POST, &path, picture).await;
    assert_eq!(
        (status, &refused["message"]),
        (500, &json!("500: Internal Server Error"))
    );
    let line =
        json!({ "as": scene.person_id("Ana"), "channel": scene.first_channel(), "line": "hello?" });
    let (status, told) = scene.ask(Method::POST, "type", line).await;
    assert_eq!(status, 500);
    assert!(
        told["error"]
            .as_str()
            .unwrap()
            .contains("cannot keep what happens"),
        "{told}"
    );
    // Reading still works.
    assert_eq!(
        scene
            .list_visible_messages("Ana", &scene.first_channel())
            .await
            .len(),
        2
    );
    fs::rename(&aside, &files).unwrap();
    scene.type_command("Ana", "here I am").await;
    let all = visible_world(&scene).await;
    drop(scene);
    // A deleted file is missing, and nothing else is.
    let scene = place.open().await;
    assert_eq!(visible_world(&scene).await, all);
    let url = all["Ana"][scene.first_channel()][0]["attachments"][0]["url"]
        .as_str()
        .unwrap();
    let url = format!("{}{url}", scene.base);
    assert_eq!(
        scene.client.get(&url).send().await.unwrap().status(),
        StatusCode::OK
    );
    drop(scene);
    for file in fs::read_dir(&files).unwrap() {
        fs::remove_file(file.unwrap().path()).unwrap();
    }
    let scene = place.open().await;
    assert_eq!(visible_world(&scene).await, all);
    let url = format!("{}{}", scene.base, &url[url.find("/files/").unwrap()..]);
    assert_eq!(
        scene.client.get(&url).send().await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
}

#[cfg(unix)]
#[tokio::test]
async fn porch_files_are_private() {
    use std::os::unix::fs::PermissionsExt as _;

    fn collect_modes(path: &Path, into: &mut Vec<(PathBuf, u32)>) {
        into.push((
            path.to_owned(),
            fs::metadata(path).unwrap().permissions().mode() & 0o777,
        ));
        for entry in fs::read_dir(path).into_iter().flatten() {
            collect_modes(&entry.unwrap().path(), into);
        }
    }
    let place = WorldFolder::new();
    let scene = place.open().await;
    let form = Form::new().part("files[0]", Part::bytes(vec![7; 5]).file_name("board.png"));
    scene
        .bot_form_request(
            Method::POST,
            &format!("channels/{}/messages", scene.first_channel()),
            form,
        )
        .await;
    let mut all = Vec::new();
    collect_modes(&place.folder(), &mut all);
    assert!(all.len() > 4, "{all:?}");
    for (path, mode) in all {
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", path.display());
    }
}
