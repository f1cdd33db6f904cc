//! Registering the commands: whenever Discord has others, and none that Discord itself added is taken away.

use lanai_porch::TOKEN;
use serde_json::{Value, json};

use super::{Scene, evening, text};
use lanai_testing::homes::Database;

/// Requests that change what is registered.
fn registrations(requests: &[Value]) -> Vec<&Value> {
    requests
        .iter()
        .filter(|it| it["method"] != "GET" && text(&it["path"]).contains("/commands"))
        .collect()
}

/// What is wrong with a request, if it takes anything away.
fn fault(request: &Value) -> Option<String> {
    let registers = text(&request["path"]).contains("/commands");
    let nothing = request["body"].as_array().is_none_or(Vec::is_empty);
    // Of its own it may take away messages, as a reminder of a turn that is done, and the emoji of a piece that looks
    // different now.
    let own = ["/messages/", "/emojis/"]
        .into_iter()
        .any(|own| text(&request["path"]).contains(own));
    let deletes = request["method"] == "DELETE" && !own;
    let takes = deletes || registers && request["method"] == "PUT" && nothing;
    takes.then(|| format!("something is taken away by {request}"))
}

/// Checks all requests of an evening.
pub(super) fn check(requests: &[Value]) {
    let faults: Vec<String> = requests.iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

impl Scene {
    async fn registered(&self, times: usize) {
        self.until(
            &format!("commands are registered {times} times"),
            async |scene| registrations(&scene.requests().await).len() == times,
        )
        .await;
    }

    /// Waits until the bot has asked so many times which commands are registered.
    async fn compared(&self, times: usize) {
        self.until(
            &format!("commands are compared {times} times"),
            async |scene| {
                let requests = scene.requests().await;
                let asks =
                    |it: &&Value| it["method"] == "GET" && text(&it["path"]).ends_with("/commands");
                requests.iter().filter(asks).count() == times
            },
        )
        .await;
    }

    /// The bot comes again. Its commands are there already, so a person asks for something to see that it is there.
    async fn bot_comes_again(&mut self) {
        self.bot_goes().await;
        self.bot_comes().await;
        self.until("the bot answers", async |scene| {
            scene.says("Ana", &scene.hall, "/help").await.outcome() == "message"
        })
        .await;
    }

    /// Another program overwrites the commands of the application.
    async fn overwrites_commands(&self, commands: Value) -> Value {
        let application = text(&self.get("world").await["bot"]["id"]);
        let url = format!("{}/api/v10/applications/{application}/commands", self.base);
        let sent = self
            .client
            .put(url)
            .header("Authorization", format!("Bot {TOKEN}"))
            .json(&commands);
        sent.send().await.unwrap().json().await.unwrap()
    }

    /// The names of the commands that are registered.
    async fn names(&self) -> Vec<String> {
        let world = self.get("world").await;
        let commands = world["commands"].as_array().unwrap();
        let mut names: Vec<String> = commands
            .iter()
            .map(|command| text(&command["name"]))
            .collect();
        names.sort();
        names
    }
}

#[test]
fn commands_are_registered_only_when_discord_has_others() {
    evening(async {
        let mut scene = Scene::begin().await;
        scene.registered(1).await;
        let requests = scene.requests().await;
        let sent = registrations(&requests)[0];
        assert_eq!(sent["method"], "PUT");
        assert_eq!(
            sent["body"],
            crate::commands::commands(),
            "all of them at once, as the tests count them"
        );
        let names = scene.names().await;
        for starts in 2..4 {
            scene.bot_comes_again().await;
            scene.compared(starts).await;
        }
        scene.bot_goes().await;
        scene.registered(1).await;
        let foreign = json!([{ "name": "foreign", "description": "Of another program" }]);
        scene.overwrites_commands(foreign).await;
        scene.bot_comes().await;
        scene.registered(3).await;
        scene
            .until("its own are back", async |scene| {
                scene.names().await == names
            })
            .await;
        scene.end().await;
    });
}

#[test]
fn an_entry_point_command_is_kept_and_asks_for_nothing() {
    evening(async {
        let settings = lanai_porch::Settings {
            activities: true,
            ..lanai_porch::Settings::default()
        };
        let mut scene = Scene::with(settings).await;
        scene.registered(1).await;
        scene
            .until("all are there", async |scene| {
                scene.names().await.len() > 10
            })
            .await;
        assert!(scene.names().await.contains(&"launch".to_owned()));
        let launch = |world: &Value| {
            let commands = world["commands"].as_array().unwrap().clone();
            commands
                .into_iter()
                .find(|command| command["type"] == 4)
                .unwrap()
        };
        let kept = launch(&scene.get("world").await);
        assert_eq!(
            (&kept["handler"], &kept["contexts"]),
            (&json!(2), &json!([0, 1, 2]))
        );
        scene.bot_comes_again().await;
        scene.compared(2).await;
        scene.bot_goes().await;
        scene.registered(1).await;
        // What Discord says without it.
        let plain = json!([{ "name": "plain", "description": "All there is" }]);
        assert_eq!(scene.overwrites_commands(plain).await["code"], 50240);
        scene.end().await;
    });
}

#[test]
fn of_several_processes_one_registers_the_commands() {
    evening(async {
        let Some(server) = Database::server().await else {
            return;
        };
        let mut scene = Scene::without_bot_kept_in(server, lanai_porch::Settings::default()).await;
        scene.processes = 2;
        scene.bot_comes().await;
        scene.compared(2).await;
        scene.registered(1).await;
        scene.bot_goes().await;
        scene.registered(1).await;
        scene.end().await;
    });
}

#[test]
fn a_registration_that_fails_is_tried_again() {
    evening(async {
        let mut scene = Scene::without_bot(lanai_porch::Settings::default()).await;
        let trouble = json!({ "kind": "answer", "status": 500, "method": "PUT", "path_contains": "/commands" });
        scene.post("trouble", trouble).await;
        // It waits until the commands are there.
        scene.bot_comes().await;
        scene.registered(2).await;
        scene.end().await;
    });
}

#[test]
fn empty_command_list_deletes_nothing() {
    evening(async {
        let mut scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        let commands = scene.get("world").await["commands"].clone();
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
        scene.bot_comes_again().await;
        scene.registered(2).await;
        assert_eq!(
            scene.get("world").await["commands"],
            commands,
            "all commands are still there"
        );
        scene
            .says("Ana", &place, "/table list")
            .await
            .says("Hawaii")
            .says("yours");
        scene
            .says(&who.unwrap(), &place, "/pass space:1")
            .await
            .says("leaves the round");
        scene.next(&place, Some(&board)).await;
        // That nothing was deleted is looked at here, as at the end of every evening.
        scene.end().await;
    });
}

#[test]
fn destructive_requests_are_detected() {
    let put = |body: Value| json!({ "method": "PUT", "path": "/api/v10/applications/1/commands", "body": body });
    assert_eq!(fault(&put(json!([{ "name": "turn" }]))), None);
    assert!(fault(&put(json!([]))).is_some());
    assert!(
        fault(&json!({ "method": "DELETE", "path": "/api/v10/channels/1", "body": null }))
            .is_some()
    );
}
