//! Commands are registered when Discord's list differs, and commands that Discord added are kept.

use lanai_porch::TOKEN;
use serde_json::{Value, json};

use super::{Scene, text};
use lanai_testing::homes::Database;

/// Requests that change what is registered.
fn registration_requests(requests: &[Value]) -> Vec<&Value> {
    requests
        .iter()
        .filter(|item| item["method"] != "GET" && text(&item["path"]).contains("/commands"))
        .collect()
}

/// Returns what is wrong with a request if it deletes something of others.
fn find_deletion(request: &Value) -> Option<String> {
    let registers = text(&request["path"]).contains("/commands");
    let nothing = request["body"].as_array().is_none_or(Vec::is_empty);
    // The bot may delete its own messages, and emojis of pieces that look different now.
    let own = ["/messages/", "/emojis/"]
        .into_iter()
        .any(|own| text(&request["path"]).contains(own));
    let deletes = request["method"] == "DELETE" && !own;
    let takes = deletes || registers && request["method"] == "PUT" && nothing;
    takes.then(|| format!("something is taken away by {request}"))
}

/// Checks all requests of a scene.
pub(super) fn check_requests(requests: &[Value]) {
    let faults: Vec<String> = requests.iter().filter_map(find_deletion).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

impl Scene {
    async fn wait_for_registrations(&self, times: usize) {
        self.wait_until(
            &format!("commands are registered {times} times"),
            async |scene| registration_requests(&scene.list_requests().await).len() == times,
        )
        .await;
    }

    /// Waits until the bot has fetched the registered commands this often.
    async fn wait_for_comparisons(&self, times: usize) {
        self.wait_until(
            &format!("commands are compared {times} times"),
            async |scene| {
                let requests = scene.list_requests().await;
                requests
                    .iter()
                    .filter(|item: &&Value| {
                        item["method"] == "GET" && text(&item["path"]).ends_with("/commands")
                    })
                    .count()
                    == times
            },
        )
        .await;
    }

    /// Restarts the bot, whose commands are registered already, and waits for an answer.
    async fn restart_bot(&mut self) {
        self.stop_bot().await;
        self.start_bot().await;
        self.wait_until("the bot answers", async |scene| {
            scene
                .run_command("Ana", &scene.main_channel, "/help")
                .await
                .outcome()
                == "message"
        })
        .await;
    }

    async fn overwrite_commands(&self, commands: Value) -> Value {
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
    async fn command_names(&self) -> Vec<String> {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_are_registered_only_when_discord_has_others() {
    let mut scene = Scene::start().await;
    scene.wait_for_registrations(1).await;
    let requests = scene.list_requests().await;
    let sent = registration_requests(&requests)[0];
    assert_eq!(sent["method"], "PUT");
    assert_eq!(
        sent["body"],
        crate::commands::commands(),
        "all of them at once, as the tests count them"
    );
    let names = scene.command_names().await;
    for starts in 2..4 {
        scene.restart_bot().await;
        scene.wait_for_comparisons(starts).await;
    }
    scene.stop_bot().await;
    scene.wait_for_registrations(1).await;
    let foreign = json!([{ "name": "foreign", "description": "Of another program" }]);
    scene.overwrite_commands(foreign).await;
    scene.start_bot().await;
    scene.wait_for_registrations(3).await;
    scene
        .wait_until("its own are back", async |scene| {
            scene.command_names().await == names
        })
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_entry_point_command_is_kept_and_asks_for_nothing() {
    let settings = lanai_porch::Settings {
        activities: true,
        ..lanai_porch::Settings::default()
    };
    let mut scene = Scene::start_with(settings).await;
    scene.wait_for_registrations(1).await;
    scene
        .wait_until("all are there", async |scene| {
            scene.command_names().await.len() > 10
        })
        .await;
    assert!(scene.command_names().await.contains(&"launch".to_owned()));
    let launch = |world: &Value| {
        let commands = world["commands"].as_array().unwrap().clone();
        commands
            .into_iter()
            .find(|command| command["type"] == 4)
            .unwrap()
    };
    let stored = launch(&scene.get("world").await);
    assert_eq!(
        (&stored["handler"], &stored["contexts"]),
        (&json!(2), &json!([0, 1, 2]))
    );
    scene.restart_bot().await;
    scene.wait_for_comparisons(2).await;
    scene.stop_bot().await;
    scene.wait_for_registrations(1).await;
    // What Discord returns without the option.
    let plain = json!([{ "name": "plain", "description": "All there is" }]);
    assert_eq!(scene.overwrite_commands(plain).await["code"], 50240);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_processes_one_registers_the_commands() {
    let Some(server) = Database::create_on_server().await else {
        return;
    };
    let mut scene = Scene::open_on(server, lanai_porch::Settings::default()).await;
    scene.processes = 2;
    scene.start_bot().await;
    scene.wait_for_comparisons(2).await;
    scene.wait_for_registrations(1).await;
    scene.stop_bot().await;
    scene.wait_for_registrations(1).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_registration_that_fails_is_tried_again() {
    let mut scene = Scene::open(lanai_porch::Settings::default()).await;
    let trouble =
        json!({ "kind": "answer", "status": 500, "method": "PUT", "path_contains": "/commands" });
    scene.post("trouble", trouble).await;
    // The bot waits until the commands are registered.
    scene.start_bot().await;
    scene.wait_for_registrations(2).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn empty_command_list_deletes_nothing() {
    let mut scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_turn(&thread, None).await;
    let commands = scene.get("world").await["commands"].clone();
    scene.stop_bot().await;
    // All lists are empty: guilds, registered commands and messages.
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
    scene.restart_bot().await;
    scene.wait_for_registrations(2).await;
    assert_eq!(
        scene.get("world").await["commands"],
        commands,
        "all commands are still there"
    );
    scene
        .run_command("Ana", &thread, "/table list")
        .await
        .assert_says("Hawaii")
        .assert_says("yours");
    scene
        .assert_answer(&who.unwrap(), &thread, "/pass space:1", "out of the round")
        .await;
    scene.wait_for_turn(&thread, Some(&board)).await;
    // `end` asserts that nothing was deleted.
    scene.end().await;
}

fn registration_request(body: Value) -> Value {
    json!({ "method": "PUT", "path": "/api/v10/applications/1/commands", "body": body })
}

#[test]
fn destructive_requests_are_detected() {
    assert_eq!(
        find_deletion(&registration_request(json!([{ "name": "turn" }]))),
        None
    );
    assert!(find_deletion(&registration_request(json!([]))).is_some());
    assert!(
        find_deletion(&json!({ "method": "DELETE", "path": "/api/v10/channels/1", "body": null }))
            .is_some()
    );
}
