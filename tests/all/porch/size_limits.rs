//! Oversized and foreign requests are refused quickly and in a sentence.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

/// The limit for a refusal.
const REFUSAL_LIMIT: Duration = Duration::from_secs(2);

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_is_refused_at_once() {
    let scene = Scene::open().await;
    let world = scene.get("world").await;
    let large = "a".repeat(3 << 20);
    let (ana, hall) = (scene.person_id("Ana"), scene.first_channel());
    for (path, body) in [
        ("persons", json!({ "name": large })),
        ("servers", json!({ "name": large })),
        ("channels", json!({ "name": large })),
        ("type", json!({ "as": ana, "channel": hall, "line": large })),
        (
            "press",
            json!({ "as": ana, "message": "1", "custom_id": large }),
        ),
        ("trouble", json!({ "kind": "double", "method": large })),
        ("permissions", json!({ "channel": hall, "deny": [large] })),
    ] {
        let begun = Instant::now();
        let (status, answer) = scene.ask(Method::POST, path, body).await;
        assert_eq!(status, 413, "{path}: {answer}");
        assert!(
            answer["error"]
                .as_str()
                .unwrap()
                .contains("at most 262144 bytes"),
            "{answer}"
        );
        assert!(
            begun.elapsed() < REFUSAL_LIMIT,
            "{path}: {:?}",
            begun.elapsed()
        );
    }
    // An endless body is refused, too.
    let address = scene.base.strip_prefix("http://").unwrap().to_owned();
    let begun = Instant::now();
    let told = tokio::task::spawn_blocking(move || send_endless_body(&address))
        .await
        .unwrap();
    assert!(
        told.is_empty() || told.starts_with("HTTP/1.1 413"),
        "{told}"
    );
    assert!(begun.elapsed() < REFUSAL_LIMIT, "{:?}", begun.elapsed());
    assert_eq!(scene.get("world").await, world, "something came of it");
}

/// Sends four hundred megabytes, or as many as are taken, and reads what is answered. The porch may
/// hang up meanwhile.
fn send_endless_body(address: &str) -> String {
    let mut socket = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /people/v1/type HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        400 << 20
    );
    socket.write_all(head.as_bytes()).unwrap();
    for _ in 0..400 {
        if socket.write_all(&vec![b' '; 1 << 20]).is_err() {
            break;
        }
    }
    let mut told = Vec::new();
    let _ = socket.read_to_end(&mut told);
    String::from_utf8(told).unwrap()
}

#[tokio::test]
async fn names_have_a_length() {
    let scene = Scene::open().await;
    let long = "a".repeat(101);
    for (path, body, sentence) in [
        (
            "persons",
            json!({ "name": "a".repeat(33) }),
            "1 to 32 characters",
        ),
        ("servers", json!({ "name": long }), "2 to 100 characters"),
        ("servers", json!({ "name": " a " }), "2 to 100 characters"),
        ("channels", json!({ "name": long }), "1 to 100 characters"),
    ] {
        let why = scene.refusal_text(path, body).await;
        assert!(why.contains(sentence), "{why}");
    }
}

fn option_json(kind: u8, name: &str) -> Value {
    json!({ "type": kind, "name": name, "description": "a value" })
}

#[tokio::test]
async fn long_blank_lines_are_parsed_quickly() {
    let scene = Scene::open().await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    let options = json!([option_json(3, "word"), option_json(4, "number")]);
    scene
        .register_commands(
            &bot,
            json!([{ "name": "join", "description": "joins", "options": options }]),
        )
        .await;
    let (ana, hall) = (scene.person_id("Ana"), scene.first_channel());
    let typed = |line: String| json!({ "as": ana, "channel": hall, "line": line });
    let longest = 31_000;
    let hard = [
        format!("/join word:{}", " ".repeat(longest)),
        format!("/join word:a{}b", " ".repeat(longest)),
        format!("/join word:{}", "a ".repeat(longest / 2)),
        format!("/join word:{}", " a:b".repeat(longest / 4)),
        format!("/join word:{}", ":".repeat(longest)),
        format!("/join word:\"{}", " word:".repeat(longest / 6)),
        format!("/join{}", " word:a".repeat(longest / 7)),
    ];
    for line in hard {
        let shown: String = line.chars().take(20).collect();
        let begun = Instant::now();
        let body = json!({ "as": ana, "channel": hall, "line": line, "focused": "word" });
        let (status, _) = scene.ask(Method::POST, "autocomplete", body).await;
        assert!((400..500).contains(&status), "{shown}: {status}");
        let why = scene.refusal_text("type", typed(line)).await;
        assert!(!why.is_empty());
        assert!(
            begun.elapsed() < REFUSAL_LIMIT,
            "{shown}: {:?}",
            begun.elapsed()
        );
    }
    let why = scene.refusal_text("type", typed(" ".repeat(33_000))).await;
    assert!(why.contains("a line has at most 32000 characters"), "{why}");
    // The least number of all has no counterpart above nought.
    for number in [i64::MIN, i64::MAX, -(1 << 53), 1 << 53] {
        let why = scene
            .refusal_text("type", typed(format!("/join number:{number}")))
            .await;
        assert!(why.contains("number is a whole number"), "{why}");
    }
}

#[tokio::test]
async fn largest_snowflake_has_no_successor() {
    let scene = Scene::open().await;
    scene.type_command("Ana", "hello").await;
    let channel = scene.first_channel();
    let most = u64::MAX;
    let seen = format!(
        "channels/{channel}/messages?as={}&after={most}",
        scene.person_id("Ana")
    );
    assert_eq!(scene.get(&seen).await, json!([]));
    for range in ["after", "before"] {
        let path = format!("channels/{channel}/messages?{range}={most}");
        let (status, found) = scene.bot_request(Method::GET, &path, Value::Null).await;
        assert_eq!(
            (status, found.as_array().unwrap().len()),
            (200, usize::from(range != "after")),
            "{range}"
        );
    }
    for path in [
        format!("requests?after={most}&limit={most}"),
        format!("{seen}&limit={most}"),
    ] {
        assert_eq!(scene.get(&path).await, json!([]));
    }
}

#[tokio::test]
async fn other_origins_are_refused() {
    let scene = Scene::open().await;
    let url = format!("{}/people/v1/world", scene.base);
    let port: u16 = scene.base.rsplit(':').next().unwrap().parse().unwrap();
    let other = port ^ 1;
    for (origin, is_own) in [
        (format!("http://127.0.0.1:{port}"), true),
        (format!("http://localhost:{port}"), true),
        (format!("http://LOCALHOST:{port}"), true),
        (format!("http://[::1]:{port}"), true),
        (format!("http://127.0.0.1:{other}"), false),
        (format!("http://localhost:{other}"), false),
        ("http://localhost".to_owned(), false),
        (format!("https://localhost:{port}"), false),
        (format!("http://localhost.evil.example:{port}"), false),
        (format!("http://evil.example:{port}"), false),
        (format!("http://localhost:{port}@evil.example"), false),
        (format!("http://localhost:+{port}"), false),
        ("null".to_owned(), false),
        (String::new(), false),
    ] {
        let answer = scene
            .client
            .get(&url)
            .header("origin", &origin)
            .send()
            .await
            .unwrap();
        assert_eq!(
            answer.status().as_u16(),
            if is_own { 200 } else { 403 },
            "{origin}"
        );
        if !is_own {
            assert!(
                answer
                    .text()
                    .await
                    .unwrap()
                    .contains("only the porch's own"),
                "{origin}"
            );
        }
    }
    let answer = scene
        .client
        .get(&url)
        .header("host", "evil.example")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status().as_u16(), 403);
    // Bots, and people at a terminal, do not say from which page they come.
    assert_eq!(scene.client.get(&url).send().await.unwrap().status(), 200);
}
