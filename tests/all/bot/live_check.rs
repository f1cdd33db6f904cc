//! `lanai doctor --live`: a channel is tried out and left as it was, whatever goes wrong; and where Discord answers otherwise than
//! the porch would, that is told, place by place.

use std::process::{Output, Stdio};

use lanai_porch::Settings;
use serde_json::{Value, json};

use super::doctor::{Operator, line};
use super::{Scene, evening, trouble};

/// All that is tried.
const STEPS: usize = 22;

/// What is told of the channel alone, line by line.
fn told_of_the_channel(output: &Output) -> Vec<String> {
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
    /// What anybody sees in the hall, and which threads there are.
    async fn is_as_it_was(&self) -> Vec<Value> {
        let path = format!("channels/{}/messages?as={}", self.hall, self.person("Ana"));
        assert_eq!(self.get(&path).await, json!([]));
        let channels = self.get("world").await["channels"]
            .as_array()
            .unwrap()
            .clone();
        channels
            .into_iter()
            .filter(|channel| channel["parent"] == self.hall.as_str())
            .collect()
    }

    async fn fails(&self, kind: &str, more: Value) {
        self.post("trouble", trouble(kind, &more)).await;
    }
}

#[test]
fn live_check_leaves_the_channel_unchanged() {
    evening(async {
        let scene = Scene::without_bot(Settings::default()).await;
        let output = Operator::of(&scene).asks(&["--live", &scene.hall]).await;
        let lines = told_of_the_channel(&output);
        assert!(output.status.success(), "{lines:#?}");
        let fine = lines
            .iter()
            .filter(|line| line.starts_with("✓ ") && line.ends_with(": as at the porch"));
        assert_eq!(fine.count(), STEPS, "{lines:#?}");
        // Without the right to manage threads, one can only close them.
        assert_eq!(lines.len(), STEPS + 1, "{lines:#?}");
        let left = scene.is_as_it_was().await;
        let [thread] = &left[..] else {
            panic!("{left:#?}")
        };
        assert!(thread["archived"] == true, "{thread}");
        let id = thread["id"].as_str().unwrap();
        let closed = format!(
            "! The thread {id} is closed but still there: only somebody who manages threads can delete it"
        );
        assert_eq!(lines[STEPS], closed);
        let path = format!("channels/{id}/messages?as={}", scene.person("Ana"));
        assert_eq!(scene.get(&path).await, json!([]));
        // Nobody's device made a sound, and the requests are such as Discord takes.
        let asked = scene.requests().await;
        super::discord_schema::check(&asked);
        super::mentions::check(&asked);

        let all = Scene::without_bot(Settings {
            permissions: 8,
            ..Settings::default()
        })
        .await;
        let output = Operator::of(&all).asks(&["--live", &all.hall]).await;
        assert_eq!(told_of_the_channel(&output).len(), STEPS);
        assert!(output.status.success() && all.is_as_it_was().await.is_empty());
    });
}

#[test]
fn live_check_reports_missing_permissions() {
    evening(async {
        let permissions = Settings::default().permissions & !(1 << 35);
        let scene = Scene::without_bot(Settings {
            permissions,
            ..Settings::default()
        })
        .await;
        let output = Operator::of(&scene).asks(&["--live", &scene.hall]).await;
        let lines = told_of_the_channel(&output);
        assert!(
            lines.contains(&"! Opening a thread: the bot may not do this here".to_owned()),
            "{lines:#?}"
        );
        assert!(
            lines.iter().all(|line| !line.starts_with('×')),
            "{lines:#?}"
        );
        assert!(scene.is_as_it_was().await.is_empty());
        // A channel that is none, and one that the bot does not see.
        for other in ["1234567890", "0"] {
            let output = Operator::of(&scene).asks(&["--live", other]).await;
            let lines = told_of_the_channel(&output);
            assert!(
                lines[0].starts_with(&format!("× Channel: the bot sees no text channel {other};")),
                "{lines:#?}"
            );
            assert_eq!((lines.len(), output.status.code()), (1, Some(1)));
        }
    });
}

/// Here Discord is a porch that is told to answer otherwise.
#[test]
fn live_check_reports_differences_by_path() {
    evening(async {
        let scene = Scene::without_bot(Settings {
            permissions: 8,
            ..Settings::default()
        })
        .await;
        let operator = Operator::of(&scene);
        let messages = format!("channels/{}/messages", scene.hall);
        let tried = async |sentences: &[&str]| {
            let output = operator.asks(&["--live", &scene.hall]).await;
            let lines = told_of_the_channel(&output);
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
            assert!(scene.is_as_it_was().await.is_empty());
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
        scene.fails("answer", more).await;
        tried(&[
            "Editing a message: at /content there is nothing at Discord, and text at the porch",
            "Editing a message: at /edited_timestamp there is nothing at Discord, and a time at the porch",
            "Editing a message: at /tts there is true at Discord, and false at the porch",
            "Editing a message: at /pinned there is text at Discord, and yes or no at the porch",
            "Editing a message: at /attachments there is an object at Discord, and a list at the porch",
        ])
        .await;
        // What was refused with other numbers, and the same said with other words.
        let body = json!({ "code": 50035, "message": "Invalid Form Body" });
        let more = json!({ "status": 422, "body": body, "method": "DELETE", "path_contains": messages, "times": 1 });
        scene.fails("answer", more).await;
        tried(&[
            "Deleting a message: Discord answers 422/50035, and the porch 204",
            "Reading a deleted message: Discord answers 200, and the porch 404/10008",
        ])
        .await;
        // Discord stumbles, though the message is there: it goes all the same.
        scene
            .fails(
                "lose_answer",
                json!({ "method": "POST", "path_contains": messages, "times": 1 }),
            )
            .await;
        tried(&[
            "Posting a message: Discord answers 500/0, and the porch 200",
            "Not everything was tried: it stopped",
        ])
        .await;
    });
}

/// Too much is waited for, and whoever stops it finds the channel as it was.
#[cfg(unix)]
#[test]
fn interrupted_live_check_cleans_up() {
    evening(async {
        let scene = Scene::without_bot(Settings {
            permissions: 8,
            ..Settings::default()
        })
        .await;
        let operator = Operator::of(&scene);
        let messages = format!("channels/{}/messages", scene.hall);
        let limited =
            json!({ "status": 429, "retry_after": 0.2, "path_contains": messages, "times": 2 });
        scene.fails("answer", limited).await;
        let output = operator.asks(&["--live", &scene.hall]).await;
        assert!(
            output.status.success(),
            "{:#?}",
            told_of_the_channel(&output)
        );
        // An hour is not: that is told.
        let limited =
            json!({ "status": 429, "retry_after": 3600, "path_contains": messages, "times": 1 });
        scene.fails("answer", limited).await;
        let output = operator.asks(&["--live", &scene.hall]).await;
        assert!(
            !output.status.success(),
            "{:#?}",
            told_of_the_channel(&output)
        );
        assert!(scene.is_as_it_was().await.is_empty());
        let slow = json!({ "ms": 3000, "method": "PATCH", "path_contains": messages, "times": 1 });
        scene.fails("slow", slow).await;
        let mut program = operator.doctor(&["--live", &scene.hall]);
        let child = program
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let path = format!("{messages}?as={}", scene.person("Ana"));
        scene
            .until("something is said", async |scene| {
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
        line(&told, "× Not everything was tried: it stopped halfway");
        assert!(scene.is_as_it_was().await.is_empty());
    });
}
