//! What the program tells in its log: never a token, never what is hidden, never what people read or type, whatever is
//! asked for.

use serde_json::{Value, json};

use super::restarts::{Program, settings};
use super::{Scene, Shown, evening, text};

/// What stands in the half of an event that comes when the gateway is garbled.
const LOST_TOKEN: &str = "a-token-that-leads-nowhere";
/// A word for the dice, which is a secret until the game is over.
const SEED_WORD: &str = "frangipani";

impl Scene {
    /// Ben sits down with a word that he types into a form.
    async fn sits_with_a_word(&self, place: &str) {
        let lobby = self.told(place, "A table for").await;
        let asked = self.presses("Ben", &lobby, "Give a word").await;
        let fields = json!({ "word": SEED_WORD });
        let body =
            json!({ "as": self.person("Ben"), "interaction": asked.0["interaction"], "fields": fields });
        assert_eq!(Shown::of(self.post("submit", body).await).outcome(), "updated");
    }

    /// A day on which everything fails is told more of than others.
    async fn has_a_bad_day(&self, who: &str, place: &str) {
        for kind in ["answer", "lose_answer"] {
            self.post("trouble", json!({ "kind": kind, "status": 500, "times": 9 })).await;
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
            let asked = self.post("trouble", json!({ "kind": kind, "code": 4000 })).await;
            assert!(asked["error"].is_null(), "{asked}");
            self.says(who, place, "/realm").await;
        }
    }
}

#[test]
fn no_level_tells_tokens_secrets_or_messages() {
    evening(async {
        for level in ["error", "warn", "info", "debug", "trace"] {
            let mut scene = Scene::without_bot_in_a_file(settings()).await;
            let mut program = Program::start(&scene, level);
            scene.bot_is_there().await;
            scene.says("Ana", &scene.hall, "/table open game:Hawaii seats:2").await;
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
                assert!(!log.contains(&secret), "\"{secret}\" is in the log at {level}: {log}");
            }
            scene.porch.take().unwrap().close().await;
        }
    });
}

/// Tokens of interactions, the bot's token as it is sent, what people type, and every text that was sent for them to read.
fn secrets(requests: &[Value], panel: &Value) -> Vec<String> {
    let mut secrets: Vec<String> =
        ["Bot porch-secret", "porch-secret", LOST_TOKEN, SEED_WORD].map(str::to_owned).to_vec();
    let mut tokens = 0;
    for request in requests {
        let path = text(&request["path"]);
        let parts: Vec<&str> = path.split('/').collect();
        if let Some(at) = parts.iter().position(|part| *part == "interactions" || *part == "webhooks") {
            secrets.push(parts[at + 2].to_owned());
            tokens += 1;
        }
        texts(&request["body"], &mut secrets);
    }
    assert!(tokens > 10, "only {tokens} requests had a token of an interaction");
    texts(panel, &mut secrets);
    secrets
}

/// Every line of every text in here that is long enough to be told apart.
fn texts(it: &Value, into: &mut Vec<String>) {
    match it {
        Value::String(text) => {
            into.extend(text.lines().filter(|line| line.chars().count() > 12).map(str::to_owned));
        }
        Value::Array(list) => list.iter().for_each(|it| texts(it, into)),
        Value::Object(fields) => fields.values().for_each(|it| texts(it, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
