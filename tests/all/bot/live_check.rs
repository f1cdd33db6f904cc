//! `lanai doctor --live` tries a channel and leaves it as it was, and reports where Discord answers
//! differently from the porch.

use std::process::{Output, Stdio};

use lanai_porch::Settings;
use serde_json::{Value, json};

use super::doctor::{Operator, line_beginning};
use super::{Scene, injected_failure};

/// The number of steps.
const CHECK_STEPS: usize = 22;

/// Returns the lines about the channel.
fn channel_report(output: &Output) -> Vec<String> {
    let told = String::from_utf8(output.stdout.clone()).unwrap();
    let lines = told
        .lines()
        .skip_while(|line| !line.contains("Commands: "))
        .skip(1);
    lines
        .filter(|line| !line.starts_with("Everything that"))
        .map(str::to_owned)
        .collect()
}

impl Scene {
    /// Returns the visible messages and threads, to compare them later.
    async fn snapshot_channel(&self) -> Vec<Value> {
        let path = format!(
            "channels/{}/messages?as={}",
            self.main_channel,
            self.person("Ana")
        );
        assert_eq!(self.get(&path).await, json!([]));
        let channels = self.get("world").await["channels"]
            .as_array()
            .unwrap()
            .clone();
        channels
            .into_iter()
            .filter(|channel| channel["parent"] == self.main_channel.as_str())
            .collect()
    }

    async fn inject_failure(&self, kind: &str, more: Value) {
        self.post("trouble", injected_failure(kind, &more)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn live_check_leaves_the_channel_unchanged() {
    let scene = Scene::open(Settings::default()).await;
    let output = Operator::new(&scene)
        .run_doctor(&["--live", &scene.main_channel])
        .await;
    let lines = channel_report(&output);
    assert!(output.status.success(), "{lines:#?}");
    let fine = lines
        .iter()
        .filter(|line| line.starts_with("✓ ") && line.ends_with(": as at the porch"));
    assert_eq!(fine.count(), CHECK_STEPS, "{lines:#?}");
    // Without *Manage Threads* the thread can only be closed.
    assert_eq!(lines.len(), CHECK_STEPS + 1, "{lines:#?}");
    let left = scene.snapshot_channel().await;
    let [thread] = &left[..] else {
        panic!("{left:#?}")
    };
    assert!(thread["archived"] == true, "{thread}");
    let id = thread["id"].as_str().unwrap();
    let closed = format!(
        "! The thread {id} is closed but still there: only somebody who manages threads can delete it"
    );
    assert_eq!(lines[CHECK_STEPS], closed);
    let path = format!("channels/{id}/messages?as={}", scene.person("Ana"));
    assert_eq!(scene.get(&path).await, json!([]));
    // All messages are silent, and the requests match Discord's description.
    let asked = scene.list_requests().await;
    super::discord_schema::check_requests(&asked);
    super::mentions::check_requests(&asked);

    let all = Scene::open(Settings {
        permissions: 8,
        ..Settings::default()
    })
    .await;
    let output = Operator::new(&all)
        .run_doctor(&["--live", &all.main_channel])
        .await;
    assert_eq!(channel_report(&output).len(), CHECK_STEPS);
    assert!(output.status.success() && all.snapshot_channel().await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn live_check_reports_missing_permissions() {
    let permissions = Settings::default().permissions & !(1 << 35);
    let scene = Scene::open(Settings {
        permissions,
        ..Settings::default()
    })
    .await;
    let output = Operator::new(&scene)
        .run_doctor(&["--live", &scene.main_channel])
        .await;
    let lines = channel_report(&output);
    assert!(
        lines.contains(&"! Opening a thread: the bot may not do this here".to_owned()),
        "{lines:#?}"
    );
    assert!(
        lines.iter().all(|line| !line.starts_with('×')),
        "{lines:#?}"
    );
    assert!(scene.snapshot_channel().await.is_empty());
    // A channel that is none, and one that the bot does not see.
    for other in ["1234567890", "0"] {
        let output = Operator::new(&scene).run_doctor(&["--live", other]).await;
        let lines = channel_report(&output);
        assert!(
            lines[0].starts_with(&format!("× Channel: the bot sees no text channel {other};")),
            "{lines:#?}"
        );
        assert_eq!((lines.len(), output.status.code()), (1, Some(1)));
    }
}

/// The porch is configured to answer differently.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn live_check_reports_differences_by_path() {
    let scene = Scene::open(Settings {
        permissions: 8,
        ..Settings::default()
    })
    .await;
    let operator = Operator::new(&scene);
    let messages = format!("channels/{}/messages", scene.main_channel);
    let tried = async |sentences: &[&str]| {
        let output = operator.run_doctor(&["--live", &scene.main_channel]).await;
        let lines = channel_report(&output);
        assert_eq!(output.status.code(), Some(1), "{lines:#?}");
        let wrong: Vec<&str> = lines
            .iter()
            .filter_map(|line| line.strip_prefix("× "))
            .collect();
        for sentence in sentences {
            assert!(
                wrong.iter().any(|line| line.starts_with(sentence)),
                "{sentence} in {lines:#?}"
            );
        }
        assert!(scene.snapshot_channel().await.is_empty());
        scene
            .client
            .delete(format!("{}/people/v1/trouble", scene.base))
            .send()
            .await
            .unwrap();
    };
    // A message without most of what belongs to it, and with a flag that is a word.
    let body =
        json!({ "id": "123456789012345678", "tts": true, "pinned": "no", "attachments": {} });
    let more = json!({ "status": 200, "body": body, "method": "PATCH", "path_contains": messages, "times": 1 });
    scene.inject_failure("answer", more).await;
    tried(&[
            "Editing a message: at /content there's nothing at Discord, and text at the porch",
            "Editing a message: at /edited_timestamp there's nothing at Discord, and a time at the porch",
            "Editing a message: at /tts there's true at Discord, and false at the porch",
            "Editing a message: at /pinned there's text at Discord, and yes or no at the porch",
            "Editing a message: at /attachments there's an object at Discord, and a list at the porch",
        ])
        .await;
    // A refusal with another code and one with another text.
    let body = json!({ "code": 50035, "message": "Invalid Form Body" });
    let more = json!({ "status": 422, "body": body, "method": "DELETE", "path_contains": messages, "times": 1 });
    scene.inject_failure("answer", more).await;
    tried(&[
        "Deleting a message: Discord answers 422/50035, and the porch 204",
        "Reading a deleted message: Discord answers 200, and the porch 404/10008",
    ])
    .await;
    // Discord answers with an error although the message was posted: it is deleted all the
    // same.
    scene
        .inject_failure(
            "lose_answer",
            json!({ "method": "POST", "path_contains": messages, "times": 1 }),
        )
        .await;
    tried(&[
        "Posting a message: Discord answers 500/0, and the porch 200",
        "Not everything was tried: the check stopped",
    ])
    .await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn interrupted_live_check_cleans_up() {
    let scene = Scene::open(Settings {
        permissions: 8,
        ..Settings::default()
    })
    .await;
    let operator = Operator::new(&scene);
    let messages = format!("channels/{}/messages", scene.main_channel);
    let limited =
        json!({ "status": 429, "retry_after": 0.2, "path_contains": messages, "times": 2 });
    scene.inject_failure("answer", limited).await;
    let output = operator.run_doctor(&["--live", &scene.main_channel]).await;
    assert!(output.status.success(), "{:#?}", channel_report(&output));
    // A rate limit of an hour is reported instead of waited for.
    let limited =
        json!({ "status": 429, "retry_after": 3600, "path_contains": messages, "times": 1 });
    scene.inject_failure("answer", limited).await;
    let output = operator.run_doctor(&["--live", &scene.main_channel]).await;
    assert!(!output.status.success(), "{:#?}", channel_report(&output));
    assert!(scene.snapshot_channel().await.is_empty());
    let slow = json!({ "ms": 3000, "method": "PATCH", "path_contains": messages, "times": 1 });
    scene.inject_failure("slow", slow).await;
    let mut program = operator.doctor_command(&["--live", &scene.main_channel]);
    let child = program
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let path = format!("{messages}?as={}", scene.person("Ana"));
    scene
        .wait_until("something is said", async |scene| {
            scene.get(&path).await != json!([])
        })
        .await;
    let stopped = std::process::Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(stopped.unwrap().success());
    let output = tokio::task::spawn_blocking(move || child.wait_with_output().unwrap())
        .await
        .unwrap();
    let told = String::from_utf8(output.stdout.clone()).unwrap();
    line_beginning(
        &told,
        "× Not everything was tried: the check stopped halfway",
    );
    assert!(scene.snapshot_channel().await.is_empty());
}
