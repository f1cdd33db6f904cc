//! Registering the commands: once for each change of them, and nothing is ever taken away.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Scene, evening, text};

/// Requests that change what is registered.
fn registrations(requests: &[Value]) -> Vec<&Value> {
    requests.iter().filter(|it| it["method"] != "GET" && text(&it["path"]).contains("/commands")).collect()
}

/// What is wrong with a request, if it takes anything away.
fn fault(request: &Value) -> Option<String> {
    let registers = text(&request["path"]).contains("/commands");
    let nothing = request["body"].as_array().is_none_or(Vec::is_empty);
    // Of its own it may take away messages, as a reminder of a turn that is done, and the emoji of a piece that looks
    // different now.
    let own = ["/messages/", "/emojis/"].into_iter().any(|own| text(&request["path"]).contains(own));
    let deletes = request["method"] == "DELETE" && !own;
    let takes = deletes || registers && request["method"] != "GET" && nothing;
    takes.then(|| format!("something is taken away by {request}"))
}

/// Checks all requests of an evening.
pub(super) fn check(requests: &[Value]) {
    let faults: Vec<String> = requests.iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

impl Scene {
    async fn registered(&self, times: usize) {
        self.until(&format!("commands are registered {times} times"), async |scene| {
            registrations(&scene.requests().await).len() == times
        })
        .await;
    }

    /// The bot comes again. Its commands are there already, so somebody asks for something to see that it is there.
    async fn bot_comes_again(&mut self) {
        self.bot_goes().await;
        self.bot_comes().await;
        self.until("the bot answers", async |scene| {
            scene.says("Ana", &scene.hall, "/help").await.outcome() == "message"
        })
        .await;
    }

    /// What the store remembers of what was registered. It is written down a moment after Discord has answered.
    async fn remembered(&self) -> String {
        let store = self.store().await;
        let known = async || store.remembered("commands").await.unwrap();
        self.until("something is remembered", async |_| known().await.is_some()).await;
        let known = known().await.unwrap();
        store.close().await;
        known
    }

    async fn remember(&self, known: &str) {
        let store = self.store().await;
        store.remember("commands", known).await.unwrap();
        store.close().await;
    }
}

#[test]
fn commands_are_registered_only_when_they_changed() {
    evening(async {
        let mut scene = Scene::begin().await;
        scene.registered(1).await;
        let requests = scene.requests().await;
        let sent = registrations(&requests)[0];
        assert_eq!(sent["method"], "PUT");
        assert_eq!(sent["body"], crate::commands::commands(), "all of them at once, as the tests count them");
        let known = scene.remembered().await;
        for _ in 0..2 {
            scene.bot_comes_again().await;
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
        scene.registered(1).await;
        // What was registered yesterday was something else.
        scene.bot_goes().await;
        scene.remember(&format!("{known} of yesterday")).await;
        scene.bot_comes_again().await;
        scene.registered(2).await;
        // That is written down a moment after Discord has answered.
        scene.until("it is remembered", async |scene| scene.remembered().await == known).await;
        scene.bot_comes_again().await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        scene.registered(2).await;
        scene.end().await;
    });
}

#[test]
fn a_registration_that_fails_is_tried_again_and_not_remembered_before() {
    evening(async {
        let mut scene = Scene::without_bot(lanai::porch::Settings::default()).await;
        let trouble =
            json!({ "kind": "answer", "status": 500, "method": "PUT", "path_contains": "/commands" });
        scene.post("trouble", trouble).await;
        // It waits until the commands are there.
        scene.bot_comes().await;
        scene.registered(2).await;
        scene.remembered().await;
        scene.end().await;
    });
}

#[test]
fn empty_lists_from_discord_take_nothing_away() {
    evening(async {
        let mut scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        let commands = scene.get("world").await["commands"].clone();
        let known = scene.remembered().await;
        scene.bot_goes().await;
        // All lists are empty: of servers where the bot is, of commands that were registered, of messages.
        scene.post("trouble", json!({ "kind": "no_servers" })).await;
        for path in ["/commands", "/guilds", "/messages"] {
            for method in ["GET", "PUT"] {
                let empty = json!({
                    "kind": "answer", "status": 200, "body": [], "times": 9, "method": method, "path_contains": path,
                });
                let answer = scene.post("trouble", empty).await;
                assert!(answer["error"].is_null(), "{answer}");
            }
        }
        scene.remember("of yesterday").await;
        scene.bot_comes_again().await;
        scene.registered(2).await;
        scene.until("it is remembered", async |scene| scene.remembered().await == known).await;
        assert_eq!(scene.get("world").await["commands"], commands, "all commands are still there");
        scene.says("Ana", &place, "/table list").await.says("Hawaii").says("yours");
        scene.says(&who.unwrap(), &place, "/pass space:1").await.says("leaves the round");
        scene.next(&place, Some(&board)).await;
        // That nothing was deleted is looked at here, as at the end of every evening.
        scene.end().await;
    });
}

#[test]
fn a_request_that_takes_something_away_is_found() {
    let put =
        |body: Value| json!({ "method": "PUT", "path": "/api/v10/applications/1/commands", "body": body });
    assert_eq!(fault(&put(json!([{ "name": "turn" }]))), None);
    assert!(fault(&put(json!([]))).is_some());
    assert!(fault(&json!({ "method": "DELETE", "path": "/api/v10/channels/1", "body": null })).is_some());
}
