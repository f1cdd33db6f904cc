//! Messages ping only the player to act. Each scene hands in its requests when it ends.

use serde_json::{Value, json};

use super::{Scene, text};

/// The most that sit at a table.
const SEATS: usize = 5;

/// Returns the message of a request: a post, an answer or an edit.
fn message_of(request: &Value) -> Option<&Value> {
    let body = &request["body"];
    let message = if body["data"].is_object() {
        &body["data"]
    } else {
        body
    };
    let shows = ["content", "embeds", "allowed_mentions"]
        .iter()
        .any(|field| !message[*field].is_null());
    shows.then_some(message)
}

/// Returns what is wrong if a request allows more mentions than it may.
fn find_excess_mention(request: &Value) -> Option<String> {
    let message = message_of(request)?;
    let allowed = &message["allowed_mentions"];
    if allowed["parse"] != json!([]) {
        return Some(format!("mentions are open in {request}"));
    }
    let named = |field: &str| allowed[field].as_array().cloned().unwrap_or_default();
    let users = named("users");
    let most = if is_consent_request(message) {
        SEATS - 1
    } else {
        1
    };
    if !named("roles").is_empty() || users.len() > most || allowed["replied_user"] == true {
        return Some(format!("too many may be called by {request}"));
    }
    let posted = request["method"] == "POST" && text(&request["path"]).ends_with("/messages");
    let content = message["content"].as_str().unwrap_or_default();
    // Notices ping the player to act, or those who are asked for consent.
    let fine = users.iter().all(|user: &Value| {
        let user = user
            .as_str()
            .map_or_else(|| user.to_string(), str::to_owned);
        posted && content.contains(&format!("<@{user}>"))
    });
    (!fine).then(|| format!("a person is pinged who is not to act: {request}"))
}

/// Returns whether a message asks everyone for consent, by its button.
fn is_consent_request(message: &Value) -> bool {
    let rows = message["components"].as_array().into_iter().flatten();
    let mut buttons =
        rows.flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    buttons.any(|button| {
        button["custom_id"]
            .as_str()
            .is_some_and(|id| id.starts_with("a:"))
    })
}

/// Checks all requests of a scene.
pub(super) fn check_requests(requests: &[Value]) {
    let faults: Vec<String> = requests.iter().filter_map(find_excess_mention).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn an_open_mention_is_found() {
    let request = |allowed: Value, content: &str| {
        let body = json!({ "content": content, "allowed_mentions": allowed });
        json!({ "method": "POST", "path": "/api/v10/channels/1/messages", "body": body })
    };
    assert_eq!(
        find_excess_mention(&request(
            json!({ "parse": [], "users": ["7"] }),
            "<@7>, it's your turn"
        )),
        None
    );
    assert_eq!(
        find_excess_mention(&request(json!({ "parse": [] }), "Ana waits.")),
        None
    );
    for (allowed, content) in [
        (Value::Null, "x"),
        (json!({}), "x"),
        (json!({ "parse": ["everyone"] }), "x"),
        (json!({ "parse": [], "users": ["7"] }), "x"),
        (json!({ "parse": [], "users": ["7", "8"] }), "<@7>"),
        (json!({ "parse": [], "roles": ["7"] }), "x"),
    ] {
        assert!(
            find_excess_mention(&request(allowed.clone(), content)).is_some(),
            "{allowed}"
        );
    }
    let asks = |content: &str, id: &str| {
        let button = json!([{ "type": 1, "components": [{ "type": 2, "custom_id": id }] }]);
        let allowed = json!({ "parse": [], "users": ["7", "8"] });
        let body = json!({ "content": content, "allowed_mentions": allowed, "components": button });
        find_excess_mention(
            &json!({ "method": "POST", "path": "/api/v10/channels/1/messages", "body": body }),
        )
    };
    assert_eq!(asks("Everybody is asked: <@7> <@8>", "a:1:2"), None);
    assert!(
        asks("Everybody is asked: <@7>", "a:1:2").is_some(),
        "a person is pinged who is not named"
    );
    assert!(
        asks("Two boards: <@7> <@8>", "t:1").is_some(),
        "only a question calls several"
    );
    let answer = json!({
        "method": "POST", "path": "/api/v10/interactions/1/t/callback",
        "body": { "type": 4, "data": { "content": "<@7>", "allowed_mentions": { "parse": [], "users": ["7"] } } },
    });
    assert!(
        find_excess_mention(&answer).is_some(),
        "an answer pings no one"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_ping_only_the_player_to_act() {
    let scene = Scene::start().await;
    let place = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (mut who, mut board) = scene.wait_for_turn(&place, None).await;
    for line in ["/wait", "/pass space:1", "/pass space:2"] {
        let name = who.unwrap();
        for tried in [
            "/move to:@everyone",
            "/realm",
            "/table show",
            "/table list",
            "/turn",
            line,
        ] {
            scene.run_command(&name, &place, tried).await;
        }
        (who, board) = scene.wait_for_turn(&place, Some(&board)).await;
    }
    scene.resign(&who.unwrap(), &place).await;
    scene.wait_for_text(&place, "resigned").await;
    let requests = scene.list_requests().await;
    assert!(
        requests
            .iter()
            .filter(|request: &&Value| {
                message_of(request).is_some_and(|item| {
                    item["allowed_mentions"]["users"]
                        .as_array()
                        .is_some_and(|item| !item.is_empty())
                })
            })
            .count()
            >= 4,
        "a person is pinged for each turn"
    );
    assert!(requests.iter().filter_map(message_of).count() > 20);
    // `end` checks all requests.
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_escaped_in_messages() {
    let mut scene = Scene::start().await;
    for name in [
        "discord.gg/abc",
        "one\ntwo",
        "\u{202e}retto",
        "a\0b",
        "https://x.yz",
    ] {
        let added = scene
            .post("persons", json!({ "name": name, "locale": "en-US" }))
            .await;
        scene.people.insert(name.to_owned(), text(&added["id"]));
        let before = scene.list_threads().await.len();
        scene
            .run_command(name, &scene.main_channel, "/table open game:Haleakala")
            .await
            .assert_says("opened a table");
        let place = scene.list_threads().await[before].clone();
        let lobby = scene.wait_for_text(&place, "A table for").await;
        let world = scene.get("world").await;
        let thread = world["channels"]
            .as_array()
            .unwrap()
            .iter()
            .find(|item| item["id"] == place)
            .unwrap();
        let offered = scene
            .list_suggestions("Dan", &scene.main_channel, "/watch", "table")
            .await;
        let label = text(&offered.last().unwrap()["name"]);
        for said in [
            text(&thread["name"]),
            label.clone(),
            lobby.text().replace('\n', " "),
        ] {
            let odd = said
                .chars()
                .any(|item| item.is_control() || ('\u{202a}'..='\u{202e}').contains(&item));
            assert!(!odd, "{said:?}");
        }
        assert!(
            !lobby.text().contains("discord.gg/") && !lobby.text().contains("://"),
            "{lobby:?}"
        );
        scene.run_command(name, &place, "/table leave").await;
    }
    scene.end().await;
}
