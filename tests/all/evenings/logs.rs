//! What the program tells in its log: never a token, never what is hidden, never what people read, whatever is asked for.

use serde_json::{Value, json};

use super::{
    Scene, evening,
    restarts::{Program, settings},
    text,
};

#[test]
fn no_level_tells_tokens_secrets_or_messages() {
    evening(async {
        for level in ["info", "trace"] {
            let mut scene = Scene::without_bot(settings()).await;
            let mut program = Program::start(&scene, level);
            scene.bot_is_there().await;
            let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
            let (who, _) = scene.next(&place, None).await;
            let who = who.unwrap();
            let offered = scene.offered(&who, &place, "/move", "to").await;
            let moved = text(&offered[0]["value"]);
            let panel = scene.says(&who, &place, &format!("/move to:{moved}")).await;
            // A day on which everything fails is told more of than others.
            for kind in ["answer", "lose_answer"] {
                scene.post("trouble", json!({ "kind": kind, "status": 500, "times": 9 })).await;
                scene.says(&who, &place, "/realm").await;
                let url = format!("{}/people/v1/trouble", scene.base);
                scene.client.delete(url).send().await.unwrap();
            }
            scene.post("trouble", json!({ "kind": "drop_gateway" })).await;
            scene.says(&who, &place, "/realm").await;
            let requests = scene.requests().await;
            let log = program.end();
            assert!(log.contains("commands registered"), "{log}");
            for secret in secrets(&requests, &panel.0) {
                assert!(!log.contains(&secret), "\"{secret}\" is in the log at {level}: {log}");
            }
            scene.porch.take().unwrap().close().await;
        }
    });
}

/// Tokens of interactions, the bot's token as it is sent, and sentences that people read.
fn secrets(requests: &[Value], panel: &Value) -> Vec<String> {
    let mut secrets = vec!["Bot porch-secret".to_owned(), "porch-secret".to_owned()];
    for request in requests {
        let path = text(&request["path"]);
        let parts: Vec<&str> = path.split('/').collect();
        if let Some(at) = parts.iter().position(|part| *part == "interactions") {
            secrets.push(parts[at + 2].to_owned());
        }
        for words in [&request["body"]["content"], &request["body"]["data"]["content"]] {
            let words = words.as_str().unwrap_or_default();
            secrets.extend(words.lines().filter(|line| line.len() > 12).map(str::to_owned));
        }
    }
    let purse = text(&panel["message"]["content"]);
    secrets.extend(purse.lines().map(str::to_owned).filter(|line| line.len() > 12));
    secrets
}
