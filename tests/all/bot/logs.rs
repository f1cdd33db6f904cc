//! The log never contains tokens, hidden information, or what people read or type, at any level.

use std::time::{Duration, Instant};

use lanai::logs::RepeatFilter;
use serde_json::{Value, json};

use super::restarts::{Program, settings};
use super::{Scene, injected_failure, text};

/// The text in a truncated event when the gateway is garbled.
const LOST_TOKEN: &str = "a-token-that-leads-nowhere";
/// A word for the dice, which is a secret until the game is over.
const SEED_WORD: &str = "frangipani";

/// The program on the porch of a scene, with a log of this kind.
fn start_logging(scene: &Scene, level: &str, format: &str) -> Program {
    let (database, settings) = (
        scene.create_database(),
        [("LANAI_LOG", level), ("LANAI_LOG_FORMAT", format)],
    );
    Program::start_with(
        scene,
        database.as_os_str(),
        &database.with_extension("log"),
        &settings,
    )
}

impl Scene {
    /// Ben sits down with a word that he types into a form.
    async fn join_with_word(&self, thread: &str) {
        let lobby = self.wait_for_text(thread, "A table for").await;
        self.give_word("Ben", &lobby, SEED_WORD)
            .await
            .assert_says("your word is in the shuffle");
    }

    /// Makes every kind of request fail, because failures log most.
    async fn fail_every_request(&self, who: &str, thread: &str) {
        for kind in ["answer", "lose_answer"] {
            self.post(
                "trouble",
                json!({ "kind": kind, "status": 500, "times": 9 }),
            )
            .await;
            self.run_command(who, thread, "/realm").await;
            self.post(
                "autocomplete",
                json!({ "as": self.person(who), "channel": thread, "line": "/move", "focused": "to" }),
            )
            .await;
            let url = format!("{}/people/v1/trouble", self.base);
            self.client.delete(url).send().await.unwrap();
        }
        for kind in ["malformed", "garbled", "drop_gateway"] {
            let asked = self
                .post("trouble", json!({ "kind": kind, "code": 4000 }))
                .await;
            assert!(asked["error"].is_null(), "{asked}");
            self.run_command(who, thread, "/realm").await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_log_level_contains_tokens_secrets_or_messages() {
    for (level, format) in [
        ("error", "text"),
        ("warn", "json"),
        ("info", "text"),
        ("trace", "json"),
    ] {
        let mut scene = Scene::open_on_file(settings()).await;
        let mut program = start_logging(&scene, level, format);
        scene.wait_for_bot().await;
        scene
            .run_command(
                "Ana",
                &scene.main_channel,
                "/table open game:Hawaii seats:2",
            )
            .await;
        let thread = scene.list_threads().await[0].clone();
        scene.join_with_word(&thread).await;
        scene.run_command("Ana", &thread, "/table start").await;
        let (who, _) = scene.wait_for_player(&thread, None).await;
        let offered = scene.list_suggestions(&who, &thread, "/move", "to").await;
        let moved = text(&offered[0]["value"]);
        let panel = scene
            .run_command(&who, &thread, &format!("/move to:{moved}"))
            .await;
        scene.fail_every_request(&who, &thread).await;
        let requests = scene.list_requests().await;
        let log = program.end();
        if !matches!(level, "error" | "warn") {
            assert!(log.contains("commands registered"), "{log}");
        }
        let secrets = collect_secrets(&requests, &panel.0);
        assert!(secrets.len() > 100, "hardly anything is looked for");
        for secret in secrets {
            assert!(
                !log.contains(&secret),
                "\"{secret}\" is in the log at {level}: {log}"
            );
        }
        scene.porch.take().unwrap().close().await;
    }
}

/// A line about a press or command names the interaction and the table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn log_lines_name_interaction_and_table() {
    for format in ["text", "json"] {
        let mut scene = Scene::open_on_file(settings()).await;
        let mut program = start_logging(&scene, "debug", format);
        scene.wait_for_bot().await;
        let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
        let (acts, _) = scene.wait_for_turn(&thread, None).await;
        let waits = if acts.as_deref() == Some("Ana") {
            "Ben"
        } else {
            "Ana"
        };
        let declined = scene.run_command(waits, &thread, "/choose choice:1").await;
        scene
            .post(
                "trouble",
                json!({ "kind": "answer", "status": 500, "times": 9 }),
            )
            .await;
        let unheard = scene.run_command(waits, &thread, "/realm").await;
        let lines = program.end();
        for (answer, said) in [
            (declined, "declined"),
            (unheard, "an answer could not be given"),
        ] {
            let id = text(&answer.0["interaction"]);
            let line = lines
                .lines()
                .find(|line| line.contains(said) && line.contains(&id));
            let line = line.unwrap_or_else(|| panic!("no line that \"{said}\" of {id} in {lines}"));
            if format == "text" {
                assert!(
                    line.contains(&format!(" interaction=\"{id}\" table=1}}: lanai_discord")),
                    "{line}"
                );
                continue;
            }
            let line: Value = serde_json::from_str(line).unwrap();
            let request = &line["spans"][0];
            assert_eq!(
                [&request["interaction"], &request["table"], &line["message"]],
                [&json!(id), &json!(1), &json!(said)]
            );
            assert!(
                request["asked"].is_string() && text(&line["target"]).starts_with("lanai_discord")
            );
            assert!(
                text(&line["timestamp"]).ends_with('Z') && line["level"].is_string(),
                "{line}"
            );
        }
        let objects = lines
            .lines()
            .filter(|line| serde_json::from_str::<Value>(line).is_ok())
            .count();
        assert_eq!(
            objects,
            if format == "json" {
                lines.lines().count()
            } else {
                0
            }
        );
        scene.porch.take().unwrap().close().await;
    }
}

/// An operator reads in the log what the bot serves, when its session was resumed, and that it
/// stopped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_a_resumed_session_and_a_stop_are_logged() {
    let mut scene = Scene::open_on_file(settings()).await;
    let mut program = start_logging(&scene, "info", "json");
    scene.wait_for_bot().await;
    let log = scene.create_database().with_extension("log");
    let line = |message: &str| {
        let log = std::fs::read_to_string(&log).unwrap();
        let mut lines = log
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.find(|line| line["message"].as_str().unwrap().starts_with(message))
    };
    scene
        .wait_until("the start is logged", async |_| {
            line("the bot serves").is_some()
        })
        .await;
    let start = line("the bot serves").unwrap();
    assert_eq!(
        [
            &start["version"],
            &start["database"],
            &start["tables"],
            &start["shards"],
            &start["guilds"]
        ],
        [
            &json!(env!("CARGO_PKG_VERSION")),
            &json!(scene.create_database().display().to_string()),
            &json!(0),
            &json!(1),
            &json!(1)
        ]
    );
    assert_eq!(line("the database is new").unwrap()["level"], "WARN");
    scene
        .post("trouble", json!({ "kind": "drop_gateway", "code": 4000 }))
        .await;
    scene
        .wait_until("the session is resumed", async |_| {
            line("a session that was lost is").is_some()
        })
        .await;
    program.send_stop();
    scene
        .wait_until("the bot has stopped", async |_| {
            line("the bot has stopped").is_some()
        })
        .await;
    program.end();
    std::fs::remove_file(&log).unwrap();
    let mut program = start_logging(&scene, "info", "json");
    scene
        .wait_until("it serves again", async |_| {
            line("the bot serves").is_some()
        })
        .await;
    assert_eq!(line("the database is new"), None, "it was served before");
    program.end();
    scene.porch.take().unwrap().close().await;
}

/// A fault that several players meet is one line.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_error_is_logged_once_a_minute() {
    let mut scene = Scene::open_on_file(settings()).await;
    let mut program = start_logging(&scene, "info", "json");
    scene.wait_for_bot().await;
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let database = scene.create_database();
    std::fs::rename(&database, database.with_extension("gone")).unwrap();
    for who in ["Ana", "Ben", "Ana", "Ben"] {
        scene.run_command(who, &thread, "/table pause").await;
    }
    std::fs::rename(database.with_extension("gone"), &database).unwrap();
    let log = program.end();
    let mut faults = Vec::new();
    for line in log
        .lines()
        .filter(|line| line.contains(r#""level":"ERROR""#))
    {
        let mut line: Value = serde_json::from_str(line).unwrap();
        for whom in ["timestamp", "spans"] {
            line.as_object_mut().unwrap().remove(whom);
        }
        assert!(!faults.contains(&line), "{line} twice in {log}");
        faults.push(line);
    }
    assert!(!faults.is_empty(), "{log}");
    scene.porch.take().unwrap().close().await;
}

#[test]
fn repeated_errors_are_counted() {
    let (mut filter, begun) = (RepeatFilter::default(), Instant::now());
    let after = |seconds| begun + Duration::from_secs(seconds);
    assert_eq!(filter.admit("full", begun), Some(0));
    assert_eq!(filter.admit("full", after(1)), None);
    assert_eq!(filter.admit("gone", after(2)), Some(0));
    assert_eq!(filter.admit("full", after(59)), None);
    assert_eq!(filter.admit("full", after(60)), Some(2), "it goes on");
    assert_eq!(filter.admit("full", after(61)), None);
    assert_eq!(filter.admit("gone", after(62)), Some(0));
    assert_eq!(filter.admit("full", after(125)), Some(1));
}

/// The last lines of the program are JSON, too, even if it fails before the log is set up.
#[test]
fn fatal_errors_follow_the_json_format() {
    let folder = tempfile::tempdir().unwrap();
    for settings in [
        [("LANAI_DATABASE", "/no/such/folder/lanai.db")],
        [("LANAI_SHARDS", "many")],
    ] {
        let mut program = std::process::Command::new(crate::program::binary());
        program
            .current_dir(folder.path())
            .env_clear()
            .env("LANAI_LOG_FORMAT", "json")
            .envs(settings);
        let output = program.output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        let lines: Vec<Value> = errors
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(lines.last().unwrap()["level"], "ERROR", "{errors}");
        assert!(!output.status.success() && output.stdout.is_empty());
    }
}

/// `journalctl -p err` finds faults by the priority of their lines.
#[cfg(target_os = "linux")]
#[test]
fn lines_for_the_journal_begin_with_their_priority() {
    use std::os::unix::fs::MetadataExt as _;
    let folder = tempfile::tempdir().unwrap();
    for (own, priority) in [(true, "<3>"), (false, "")] {
        let file = std::fs::File::create(folder.path().join("journal")).unwrap();
        let about = file.metadata().unwrap();
        let stream = format!("{}:{}", about.dev(), about.ino() + u64::from(!own));
        let mut program = std::process::Command::new(crate::program::binary());
        program
            .current_dir(folder.path())
            .env_clear()
            .env("LANAI_SHARDS", "many");
        assert!(
            !program
                .env("JOURNAL_STREAM", stream)
                .stderr(file)
                .status()
                .unwrap()
                .success()
        );
        let log = std::fs::read_to_string(folder.path().join("journal")).unwrap();
        assert!(log.starts_with(&format!("{priority}lanai: ")), "{log}");
    }
}

/// The end of the upload is logged once, and not at each start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn completed_emoji_upload_is_logged_once() {
    let mut scene = Scene::open_on_file(settings()).await;
    let log = scene.create_database().with_extension("log");
    let told = || {
        let lines = std::fs::read_to_string(&log).unwrap();
        lines.matches("the pieces of the games are emojis").count()
    };
    let looks = async |scene: &Scene| {
        let requests = scene.list_requests().await;
        requests
            .iter()
            .filter(|item: &&Value| {
                item["method"] == "GET" && text(&item["path"]).ends_with("/emojis")
            })
            .count()
    };
    let mut program = start_logging(&scene, "info", "json");
    scene.wait_until("it is told", async |_| told() == 1).await;
    program.end();
    let before = looks(&scene).await;
    let mut program = start_logging(&scene, "info", "json");
    scene
        .wait_until("it has looked again", async |scene| {
            looks(scene).await > before
        })
        .await;
    scene.wait_for_bot().await;
    program.end();
    assert_eq!(told(), 1);
    scene.porch.take().unwrap().close().await;
}

/// Returns interaction tokens, the bot's token, typed lines and every text sent to people.
fn collect_secrets(requests: &[Value], panel: &Value) -> Vec<String> {
    let mut secrets: Vec<String> = ["Bot porch-secret", "porch-secret", LOST_TOKEN, SEED_WORD]
        .map(str::to_owned)
        .to_vec();
    let mut tokens = 0;
    for request in requests {
        let path = text(&request["path"]);
        let parts: Vec<&str> = path.split('/').collect();
        if let Some(at) = parts
            .iter()
            .position(|part| *part == "interactions" || *part == "webhooks")
        {
            secrets.push(parts[at + 2].to_owned());
            tokens += 1;
        }
        collect_texts(&request["body"], &mut secrets);
    }
    assert!(
        tokens > 10,
        "only {tokens} requests had a token of an interaction"
    );
    collect_texts(panel, &mut secrets);
    secrets
}

/// Collects every line that is long enough to be recognised.
fn collect_texts(item: &Value, into: &mut Vec<String>) {
    match item {
        Value::String(text) => {
            into.extend(
                text.lines()
                    .filter(|line| line.chars().count() > 12)
                    .map(str::to_owned),
            );
        }
        Value::Array(list) => list.iter().for_each(|item| collect_texts(item, into)),
        Value::Object(fields) => fields.values().for_each(|item| collect_texts(item, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn second_bot_with_the_token_is_warned_of_once() {
    let scene = Scene::open_on_file(settings()).await;
    let mut program = start_logging(&scene, "warn", "text");
    scene.wait_for_bot().await;
    let answered =
        json!({ "code": 40060, "message": "Interaction has already been acknowledged." });
    let what = json!({ "status": 400, "body": answered, "path_contains": "/callback", "times": 2 });
    scene
        .post("trouble", injected_failure("answer", &what))
        .await;
    for _ in 0..2 {
        scene.run_command("Ana", &scene.main_channel, "/help").await;
    }
    scene
        .assert_answer("Ana", &scene.main_channel, "/help", "Lanai hosts")
        .await;
    let log = program.end();
    assert_eq!(
        log.matches("another program seems to use the same token")
            .count(),
        1,
        "{log}"
    );
    scene.end().await;
}
