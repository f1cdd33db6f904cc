//! A world that is kept comes back as it was: after a good night, after a kill, with a torn end and with a full disk. What
//! is not its own, or not as it was, is refused in a sentence and left alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lanai::porch::{CannotOpen, Porch, Settings};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Bot, Scene};

/// A place where a world is kept.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join("lanai.db-porch")
    }

    fn world(&self) -> PathBuf {
        self.folder().join("world")
    }

    fn settings(&self) -> Settings {
        Settings { kept: Some(self.folder()), ..Settings::default() }
    }

    async fn open(&self) -> Scene {
        Scene::with(self.settings()).await
    }

    /// Why it does not open.
    async fn refuses(&self) -> String {
        let Err(error) = Porch::open(self.settings()).await else { panic!("it opened") };
        assert!(matches!(error, CannotOpen::Keep(_)), "{error}");
        error.to_string()
    }
}

/// All that persons can see of a world, without the address at which it stands today.
async fn everything(scene: &Scene) -> Value {
    let mut world = scene.get("world").await;
    world["bot"] = Value::Null;
    let mut all = json!({ "world": world });
    for person in ["Ana", "Ben", "Chloé", "Dan"] {
        for channel in world["channels"].as_array().unwrap() {
            let channel = channel["id"].as_str().unwrap();
            let seen = scene.get(&format!("channels/{channel}/messages?as={}", scene.person(person))).await;
            all[person][channel] = seen;
        }
    }
    serde_json::from_str(&all.to_string().replace(&scene.base, "")).unwrap()
}

fn ids(value: &Value, into: &mut Vec<u64>) {
    match value {
        Value::Array(list) => list.iter().for_each(|it| ids(it, into)),
        Value::Object(map) => {
            into.extend(map.get("id").and_then(|id| id.as_str()?.parse::<u64>().ok()));
            map.values().for_each(|it| ids(it, into));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Channels of every kind, persons, rights, commands, messages of every kind, some of which go again.
async fn much_happens(scene: &Scene, bot: &mut Bot) -> Much {
    let hall = scene.channel();
    scene.registers(bot, json!([{ "name": "play", "description": "plays" }])).await;
    scene.post("persons", json!({ "name": "Eva", "locale": "cs", "permissions": ["MANAGE_THREADS"] })).await;
    let other = scene.post("servers", json!({ "name": "Elsewhere", "locale": "fr", "bot": false })).await;
    scene.post("channels", json!({ "name": "more", "server": other["id"] })).await;
    scene.post("channels", json!({ "dm": scene.person("Ben") })).await;
    scene
        .post(
            "permissions",
            json!({ "channel": hall, "person": scene.person("Dan"), "deny": ["SEND_MESSAGES"] }),
        )
        .await;
    scene.post(&format!("persons/{}/leave", scene.person("Dan")), json!({ "server": other["id"] })).await;
    scene.post(&format!("persons/{}/install", scene.person("Ana")), json!({ "installed": true })).await;
    let thread = json!({ "name": "Hawaii", "type": 11 });
    let (_, thread) = scene.rest(Method::POST, &format!("channels/{hall}/threads"), thread).await;
    let thread = thread["id"].as_str().unwrap();
    scene.post(&format!("channels/{thread}/archive"), json!({ "locked": true })).await;
    let bytes: Vec<u8> = (0..200_000_u32).flat_map(u32::to_le_bytes).collect();
    let form = || {
        let part = Part::bytes(bytes.clone()).file_name("board.png");
        Form::new().text("payload_json", json!({ "content": "the board" }).to_string()).part("files[0]", part)
    };
    let path = format!("channels/{hall}/messages");
    let (status, board) = scene.form(Method::POST, &path, form()).await;
    assert_eq!(status, 200, "{board}");
    let (_, gone) = scene.form(Method::POST, &path, form()).await;
    let gone = gone["id"].as_str().unwrap();
    assert_eq!(scene.rest(Method::DELETE, &format!("{path}/{gone}"), Value::Null).await.0, 204);
    let edited = format!("{path}/{}", board["id"].as_str().unwrap());
    assert_eq!(scene.rest(Method::PATCH, &edited, json!({ "content": "the newer board" })).await.0, 200);
    scene.says(json!({ "content": "once", "nonce": "n1", "enforce_nonce": true })).await;
    scene.types("Ben", "good evening").await;
    // Ana asks, and the bot answers her alone.
    let line = json!({ "as": scene.person("Ana"), "channel": hall, "line": "/play" });
    let (told, token) = tokio::join!(scene.post("type", line), async {
        let asked = bot.event("INTERACTION_CREATE").await;
        let data = json!({ "content": "for you alone", "flags": 64 });
        assert_eq!(scene.answers(&asked, 4, data).await.0, 204);
        asked["token"].as_str().unwrap().to_owned()
    });
    assert_eq!(told["message"]["ephemeral"], true);
    Much { board, bytes, token }
}

/// What is asked for again in the morning.
struct Much {
    board: Value,
    bytes: Vec<u8>,
    token: String,
}

#[tokio::test]
async fn everything_comes_back_as_it_was() {
    let place = Place::new();
    let scene = place.open().await;
    let mut bot = Bot::enter(&scene, 1).await;
    let much = much_happens(&scene, &mut bot).await;
    let before = everything(&scene).await;
    drop(scene);
    for _ in 0..3 {
        let scene = place.open().await;
        assert_eq!(everything(&scene).await, before);
        let url = much.board["attachments"][0]["url"].as_str().unwrap();
        let path = url.split_once("/files/").unwrap().1;
        let file = scene.client.get(format!("{}/files/{path}", scene.base)).send().await.unwrap();
        assert_eq!(file.bytes().await.unwrap(), much.bytes, "the picture");
        drop(scene);
    }
    let scene = place.open().await;
    // What was sent once is not sent twice because of a night.
    let seen = scene.sees("Ana", &scene.channel()).await.len();
    scene.says(json!({ "content": "once", "nonce": "n1", "enforce_nonce": true })).await;
    assert_eq!(scene.sees("Ana", &scene.channel()).await.len(), seen);
    // An answer that was given may still be changed.
    let path = format!("webhooks/{}/{}/messages/@original", bot.id, much.token);
    let (status, changed) = scene.rest(Method::PATCH, &path, json!({ "content": "still for you" })).await;
    assert_eq!(status, 200, "{changed}");
    // No id comes twice.
    let mut known = Vec::new();
    ids(&before, &mut known);
    let (_, fresh) = scene.says(json!({ "content": "a new day" })).await;
    let fresh: u64 = fresh["id"].as_str().unwrap().parse().unwrap();
    assert!(known.iter().all(|id| *id < fresh), "{fresh}");
    // The files of what was deleted are gone with it.
    assert_eq!(fs::read_dir(place.folder().join("files")).unwrap().count(), 1);
}

/// The lines of a file, each with its end.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').collect()
}

/// A world in which one thing was said, and then another.
async fn two_words(place: &Place) -> [Value; 2] {
    let scene = place.open().await;
    scene.types("Ana", "one").await;
    let one = everything(&scene).await;
    scene.types("Ana", "two").await;
    [one, everything(&scene).await]
}

#[tokio::test]
async fn a_torn_end_is_mended_wherever_it_is_torn() {
    let place = Place::new();
    let [one, two] = two_words(&place).await;
    let whole = fs::read(place.world()).unwrap();
    let last = lines(&whole).last().unwrap().len();
    for cut in [1, 2, 10, last / 2, last - 9, last - 1] {
        fs::write(place.world(), &whole[..whole.len() - cut]).unwrap();
        let scene = place.open().await;
        assert_eq!(everything(&scene).await, one, "cut off: {cut} of {last}");
        // And it goes on from there.
        scene.types("Ana", "three").await;
        let three = everything(&scene).await;
        drop(scene);
        assert_eq!(everything(&place.open().await).await, three);
    }
    fs::write(place.world(), &whole).unwrap();
    assert_eq!(everything(&place.open().await).await, two);
}

#[tokio::test]
async fn damage_is_told_and_nothing_is_touched() {
    let place = Place::new();
    two_words(&place).await;
    let whole = fs::read(place.world()).unwrap();
    let all = lines(&whole);
    let mut begun = 0;
    for (at, line) in all.iter().enumerate() {
        for within in [0, 8, 20, line.len() - 2] {
            let mut damaged = whole.clone();
            damaged[begun + within] ^= 1;
            fs::write(place.world(), &damaged).unwrap();
            let why = place.refuses().await;
            let expected =
                if at == 0 { "is not the world of a porch".to_owned() } else { format!("line {}", at + 1) };
            assert!(why.contains(&expected), "{why}");
            assert_eq!(fs::read(place.world()).unwrap(), damaged, "it was changed");
        }
        begun += line.len();
    }
    // A line that is whole and says what nobody understands: a newer porch wrote it, or somebody else.
    for (said, expected) in [
        (r#"{"last":"1","moons":{}}"#, format!("line {}", all.len() + 1)),
        ("3", format!("line {}", all.len() + 1)),
    ] {
        let line = format!("{:08x} {said}\n", crc32fast::hash(said.as_bytes()));
        fs::write(place.world(), [&whole[..], line.as_bytes()].concat()).unwrap();
        let why = place.refuses().await;
        assert!(why.contains(&expected), "{why}");
    }
    let newer = String::from_utf8(all[0][9..all[0].len() - 1].to_vec()).unwrap();
    let newer = newer.replace(r#""format":1"#, r#""format":2"#);
    fs::write(place.world(), format!("{:08x} {newer}\n", crc32fast::hash(newer.as_bytes()))).unwrap();
    let why = place.refuses().await;
    assert!(why.contains("newer porch"), "{why}");
    fs::write(place.world(), whole).unwrap();
    place.open().await;
}

#[tokio::test]
async fn what_is_not_ours_is_left_alone() {
    let place = Place::new();
    fs::write(place.folder(), "a letter").unwrap();
    assert!(place.refuses().await.contains("is not the world of a porch"));
    assert_eq!(fs::read_to_string(place.folder()).unwrap(), "a letter");
    fs::remove_file(place.folder()).unwrap();
    fs::create_dir(place.folder()).unwrap();
    fs::write(place.folder().join("diary.txt"), "Monday").unwrap();
    assert!(place.refuses().await.contains("is not the world of a porch"));
    assert_eq!(fs::read_dir(place.folder()).unwrap().count(), 1, "something was put there");
    fs::remove_file(place.folder().join("diary.txt")).unwrap();
    for foreign in ["", "a diary\n", "no end", "00000000 {}\n"] {
        fs::write(place.world(), foreign).unwrap();
        assert!(place.refuses().await.contains("is not the world of a porch"), "{foreign}");
        assert_eq!(fs::read_to_string(place.world()).unwrap(), foreign);
    }
    fs::remove_file(place.world()).unwrap();
    place.open().await;
}

#[tokio::test]
async fn of_two_porches_the_second_says_so() {
    let place = Place::new();
    let first = place.open().await;
    first.types("Ana", "one").await;
    let why = place.refuses().await;
    assert!(why.contains("another porch is open on the world in"), "{why}");
    first.types("Ana", "two").await;
    let before = everything(&first).await;
    first.porch.unwrap().close().await;
    assert_eq!(everything(&place.open().await).await, before);
}

#[tokio::test]
async fn a_picture_that_is_damaged_is_told_and_one_that_was_deleted_is_missing() {
    let place = Place::new();
    let scene = place.open().await;
    let form = Form::new().part("files[0]", Part::bytes(vec![7; 5_000]).file_name("board.png"));
    let (status, board) =
        scene.form(Method::POST, &format!("channels/{}/messages", scene.channel()), form).await;
    assert_eq!(status, 200, "{board}");
    drop(scene);
    let file = place.folder().join("files").join(board["attachments"][0]["id"].as_str().unwrap());
    fs::write(&file, [7; 4_999]).unwrap();
    let why = place.refuses().await;
    assert!(why.contains("is damaged") && why.contains(&file.display().to_string()), "{why}");
    fs::remove_file(&file).unwrap();
    // What a kill left behind before anybody heard of it goes.
    fs::write(file.with_file_name("123"), "half a picture").unwrap();
    let scene = place.open().await;
    assert_eq!(scene.sees("Ana", &scene.channel()).await.len(), 1);
    let url = board["attachments"][0]["url"].as_str().unwrap().split_once("/files/").unwrap().1.to_owned();
    let missing = scene.client.get(format!("{}/files/{url}", scene.base)).send().await.unwrap();
    assert_eq!(missing.status(), StatusCode::NOT_FOUND);
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 0);
}

#[tokio::test]
async fn the_file_stays_short_however_much_happens() {
    let place = Place::new();
    let scene = place.open().await;
    let bot = Bot::enter(&scene, 1).await;
    let option = |at: u32| {
        let choice = |at: u32| json!({ "name": format!("choice {at}"), "value": format!("{at}") });
        let choices: Vec<Value> = (0..25).map(choice).collect();
        json!({ "type": 3, "name": format!("o{at}"), "description": "one of many", "choices": choices })
    };
    let options: Vec<Value> = (0..8).map(option).collect();
    let command = |at: u32| json!({ "name": format!("c{at}"), "description": "one", "options": options });
    let commands: Vec<Value> = (0..60).map(command).collect();
    let (mut longest, mut written, mut before) = (0, 0, 0);
    for _ in 0..40 {
        scene.registers(&bot, json!(commands)).await;
        let length = fs::metadata(place.world()).unwrap().len();
        written += length.saturating_sub(before);
        (longest, before) = (longest.max(length), length);
    }
    assert!(written > 15 << 20, "it was not made to grow: {written}");
    assert!(longest < 8 << 20, "it grew to {longest}");
    let all = everything(&scene).await;
    drop(scene);
    let scene = place.open().await;
    assert_eq!(everything(&scene).await, all);
}

/// A disk that takes nothing is told to whoever waits for an answer; when it takes something again, nothing is lost.
#[tokio::test]
async fn nothing_is_acknowledged_that_cannot_be_kept() {
    let place = Place::new();
    let scene = place.open().await;
    let picture =
        |byte: u8| Form::new().part("files[0]", Part::bytes(vec![byte; 900]).file_name("board.png"));
    let path = format!("channels/{}/messages", scene.channel());
    let (files, aside) = (place.folder().join("files"), place.folder().join("aside"));
    fs::rename(&files, &aside).unwrap();
    let (status, refused) = scene.form(Method::POST, &path, picture(1)).await;
    assert_eq!((status, &refused["message"]), (500, &json!("500: Internal Server Error")));
    let line = json!({ "as": scene.person("Ana"), "channel": scene.channel(), "line": "hello?" });
    let (status, told) = scene.ask(Method::POST, "type", line).await;
    assert_eq!(status, 500);
    assert!(told["error"].as_str().unwrap().contains("is the disk full?"), "{told}");
    // Looking is always free.
    assert_eq!(scene.sees("Ana", &scene.channel()).await.len(), 2);
    fs::rename(&aside, &files).unwrap();
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    scene.types("Ana", "here I am").await;
    let all = everything(&scene).await;
    drop(scene);
    assert_eq!(everything(&place.open().await).await, all);
    assert_eq!(fs::read_dir(files).unwrap().count(), 1);
}

#[cfg(unix)]
#[tokio::test]
async fn all_of_it_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    fn modes(path: &Path, into: &mut Vec<(PathBuf, u32)>) {
        into.push((path.to_owned(), fs::metadata(path).unwrap().permissions().mode() & 0o777));
        for entry in fs::read_dir(path).into_iter().flatten() {
            modes(&entry.unwrap().path(), into);
        }
    }
    let place = Place::new();
    let scene = place.open().await;
    let form = Form::new().part("files[0]", Part::bytes(vec![7; 5]).file_name("board.png"));
    scene.form(Method::POST, &format!("channels/{}/messages", scene.channel()), form).await;
    let mut all = Vec::new();
    modes(&place.folder(), &mut all);
    assert!(all.len() > 4, "{all:?}");
    for (path, mode) in all {
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", path.display());
    }
}
