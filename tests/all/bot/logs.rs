//! What the program tells in its log: never a token, never what is hidden, never what people read or type, whatever is
//! asked for.

use std::time::{Duration, Instant};

use lanai::logs::RepeatFilter;
use serde_json::{Value, json};

use super::restarts::{Program, settings};
use super::{Scene, Shown, evening, text, trouble};

/// What stands in the half of an event that comes when the gateway is garbled.
const LOST_TOKEN: &str = "a-token-that-leads-nowhere";
/// A word for the dice, which is a secret until the game is over.
const SEED_WORD: &str = "frangipani";

/// The program on the porch of a scene, with a log of this kind.
fn logging(scene: &Scene, level: &str, format: &str) -> Program {
    let (database, settings) = (
        scene.database(),
        [("LANAI_LOG", level), ("LANAI_LOG_FORMAT", format)],
    );
    Program::on(
        scene,
        database.as_os_str(),
        &database.with_extension("log"),
        &settings,
    )
}

impl Scene {
    /// Ben sits down with a word that he types into a form.
    async fn sits_with_a_word(&self, place: &str) {
        let lobby = self.told(place, "A table for").await;
        let asked = self.presses("Ben", &lobby, "Give a word").await;
        let fields = json!({ "word": SEED_WORD });
        let body = json!({ "as": self.person("Ben"), "interaction": asked.0["interaction"], "fields": fields });
        assert_eq!(
            Shown::of(self.post("submit", body).await).outcome(),
            "updated"
        );
    }

    /// A day on which everything fails is told more of than others.
    async fn has_a_bad_day(&self, who: &str, place: &str) {
        for kind in ["answer", "lose_answer"] {
            self.post(
                "trouble",
                json!({ "kind": kind, "status": 500, "times": 9 }),
            )
            .await;
            self.says(who, place, "/realm").await;
            self.post(
                "autocomplete",
                json!({ "as": self.person(who), "channel": place, "line": "/move", "focused": "to" }),
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
            self.says(who, place, "/realm").await;
        }
    }
}

#[test]
fn no_log_level_contains_tokens_secrets_or_messages() {
    evening(async {
        for (level, format) in [
            ("error", "text"),
            ("warn", "json"),
            ("info", "text"),
            ("trace", "json"),
        ] {
            let mut scene = Scene::without_bot_in_a_file(settings()).await;
            let mut program = logging(&scene, level, format);
            scene.bot_is_there().await;
            scene
                .says("Ana", &scene.hall, "/table open game:Hawaii seats:2")
                .await;
            let place = scene.threads().await[0].clone();
            scene.sits_with_a_word(&place).await;
            scene.says("Ana", &place, "/table start").await;
            let (who, _) = scene.next(&place, None).await;
            let who = who.unwrap();
            let offered = scene.offered(&who, &place, "/move", "to").await;
            let moved = text(&offered[0]["value"]);
            let panel = scene.says(&who, &place, &format!("/move to:{moved}")).await;
            scene.has_a_bad_day(&who, &place).await;
            let requests = scene.requests().await;
            let log = program.end();
            if !matches!(level, "error" | "warn") {
                assert!(log.contains("commands registered"), "{log}");
            }
            let secrets = secrets(&requests, &panel.0);
            assert!(secrets.len() > 100, "hardly anything is looked for");
            for secret in secrets {
                assert!(
                    !log.contains(&secret),
                    "\"{secret}\" is in the log at {level}: {log}"
                );
            }
            scene.porch.take().unwrap().close().await;
        }
    });
}

/// Whoever reads the log finds out what went wrong for whom, and where: a line of a press or command names it, and the table.
#[test]
fn log_lines_name_interaction_and_table() {
    evening(async {
        for format in ["text", "json"] {
            let mut scene = Scene::without_bot_in_a_file(settings()).await;
            let mut program = logging(&scene, "debug", format);
            scene.bot_is_there().await;
            let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
            let (acts, _) = scene.next(&place, None).await;
            let waits = if acts.as_deref() == Some("Ana") {
                "Ben"
            } else {
                "Ana"
            };
            let declined = scene.says(waits, &place, "/choose choice:1").await;
            scene
                .post(
                    "trouble",
                    json!({ "kind": "answer", "status": 500, "times": 9 }),
                )
                .await;
            let unheard = scene.says(waits, &place, "/realm").await;
            let lines = program.end();
            for (shown, said) in [
                (declined, "declined"),
                (unheard, "an answer could not be given"),
            ] {
                let id = text(&shown.0["interaction"]);
                let line = lines
                    .lines()
                    .find(|line| line.contains(said) && line.contains(&id));
                let line =
                    line.unwrap_or_else(|| panic!("no line that \"{said}\" of {id} in {lines}"));
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
                    request["asked"].is_string()
                        && text(&line["target"]).starts_with("lanai_discord")
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
    });
}

/// An operator reads in the log what the bot serves, when its session was resumed, and that it stopped.
#[test]
fn a_start_a_resumed_session_and_a_stop_are_logged() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(settings()).await;
        let mut program = logging(&scene, "info", "json");
        scene.bot_is_there().await;
        let log = scene.database().with_extension("log");
        let line = |message: &str| {
            let log = std::fs::read_to_string(&log).unwrap();
            let mut lines = log
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap());
            lines.find(|line| line["message"].as_str().unwrap().starts_with(message))
        };
        scene
            .until("the start is logged", async |_| {
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
                &json!(scene.database().display().to_string()),
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
            .until("the session is resumed", async |_| {
                line("a session that was lost is").is_some()
            })
            .await;
        program.is_told_to_stop();
        scene
            .until("the bot has stopped", async |_| {
                line("the bot has stopped").is_some()
            })
            .await;
        program.end();
        std::fs::remove_file(&log).unwrap();
        let mut program = logging(&scene, "info", "json");
        scene
            .until("it serves again", async |_| {
                line("the bot serves").is_some()
            })
            .await;
        assert_eq!(line("the database is new"), None, "it was served before");
        program.end();
        scene.porch.take().unwrap().close().await;
    });
}

/// A fault that several players meet is one line.
#[test]
fn the_same_error_is_logged_once_a_minute() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(settings()).await;
        let mut program = logging(&scene, "info", "json");
        scene.bot_is_there().await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let database = scene.database();
        std::fs::rename(&database, database.with_extension("gone")).unwrap();
        for who in ["Ana", "Ben", "Ana", "Ben"] {
            scene.says(who, &place, "/table pause").await;
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
    });
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

/// What the program says at its end is JSON too, whether or not it came as far as its log.
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

/// Whoever runs the bot reads that the pieces are emojis when they have become it, and not at each start.
#[test]
fn completed_emoji_upload_is_logged_once() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(settings()).await;
        let log = scene.database().with_extension("log");
        let told = || {
            let lines = std::fs::read_to_string(&log).unwrap();
            lines.matches("the pieces of the games are emojis").count()
        };
        let looks = async |scene: &Scene| {
            let requests = scene.requests().await;
            let looked =
                |it: &&Value| it["method"] == "GET" && text(&it["path"]).ends_with("/emojis");
            requests.iter().filter(looked).count()
        };
        let mut program = logging(&scene, "info", "json");
        scene.until("it is told", async |_| told() == 1).await;
        program.end();
        let before = looks(&scene).await;
        let mut program = logging(&scene, "info", "json");
        scene
            .until("it has looked again", async |scene| {
                looks(scene).await > before
            })
            .await;
        scene.bot_is_there().await;
        program.end();
        assert_eq!(told(), 1);
        scene.porch.take().unwrap().close().await;
    });
}

/// Tokens of interactions, the bot's token as it is sent, what people type, and every text that was sent for them to read.
fn secrets(requests: &[Value], panel: &Value) -> Vec<String> {
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
        texts(&request["body"], &mut secrets);
    }
    assert!(
        tokens > 10,
        "only {tokens} requests had a token of an interaction"
    );
    texts(panel, &mut secrets);
    secrets
}

/// Every line of every text in here that is long enough to be told apart.
fn texts(it: &Value, into: &mut Vec<String>) {
    match it {
        Value::String(text) => {
            into.extend(
                text.lines()
                    .filter(|line| line.chars().count() > 12)
                    .map(str::to_owned),
            );
        }
        Value::Array(list) => list.iter().for_each(|it| texts(it, into)),
        Value::Object(fields) => fields.values().for_each(|it| texts(it, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn second_bot_with_the_token_is_warned_of_once() {
    evening(async {
        let scene = Scene::without_bot_in_a_file(settings()).await;
        let mut program = logging(&scene, "warn", "text");
        scene.bot_is_there().await;
        let answered =
            json!({ "code": 40060, "message": "Interaction has already been acknowledged." });
        let what =
            json!({ "status": 400, "body": answered, "path_contains": "/callback", "times": 2 });
        scene.post("trouble", trouble("answer", &what)).await;
        for _ in 0..2 {
            scene.says("Ana", &scene.hall, "/help").await;
        }
        scene
            .says("Ana", &scene.hall, "/help")
            .await
            .says("Lanai hosts");
        let log = program.end();
        assert_eq!(
            log.matches("another program seems to use the same token")
                .count(),
            1,
            "{log}"
        );
        scene.end().await;
    });
}
