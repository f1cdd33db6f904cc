//! Who can be called by what the bot sends: nobody, but the one whose turn it is. Each evening hands its requests in when
//! it ends.

use serde_json::{Value, json};

use super::{Scene, evening, text};

/// The most that sit at a table.
const SEATS: usize = 5;

/// What is sent for people to read: a message, an answer, a change of either.
fn message(request: &Value) -> Option<&Value> {
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

/// What is wrong with a request, if it opens mentions wider than it may.
fn fault(request: &Value) -> Option<String> {
    let message = message(request)?;
    let allowed = &message["allowed_mentions"];
    if allowed["parse"] != json!([]) {
        return Some(format!("mentions are open in {request}"));
    }
    let named = |field: &str| allowed[field].as_array().cloned().unwrap_or_default();
    let users = named("users");
    let most = if asks_all(message) { SEATS - 1 } else { 1 };
    if !named("roles").is_empty() || users.len() > most || allowed["replied_user"] == true {
        return Some(format!("too many may be called by {request}"));
    }
    let posted = request["method"] == "POST" && text(&request["path"]).ends_with("/messages");
    let content = message["content"].as_str().unwrap_or_default();
    // Only news call, and nobody but the person whose turn they tell of, or those who are asked for something.
    let named = |user: &Value| {
        let user = user
            .as_str()
            .map_or_else(|| user.to_string(), str::to_owned);
        posted && content.contains(&format!("<@{user}>"))
    };
    let fine = users.iter().all(named);
    (!fine).then(|| format!("somebody is called who is not to move, by {request}"))
}

/// Whether a message asks for everybody's agreement: it has the button for that.
fn asks_all(message: &Value) -> bool {
    let rows = message["components"].as_array().into_iter().flatten();
    let mut buttons =
        rows.flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    buttons.any(|button| {
        button["custom_id"]
            .as_str()
            .is_some_and(|id| id.starts_with("a:"))
    })
}

/// Checks all requests of an evening.
pub(super) fn check(requests: &[Value]) {
    let faults: Vec<String> = requests.iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn an_open_mention_is_found() {
    let request = |allowed: Value, content: &str| {
        let body = json!({ "content": content, "allowed_mentions": allowed });
        json!({ "method": "POST", "path": "/api/v10/channels/1/messages", "body": body })
    };
    assert_eq!(
        fault(&request(
            json!({ "parse": [], "users": ["7"] }),
            "<@7>, it is your turn"
        )),
        None
    );
    assert_eq!(fault(&request(json!({ "parse": [] }), "Ana waits.")), None);
    for (allowed, content) in [
        (Value::Null, "x"),
        (json!({}), "x"),
        (json!({ "parse": ["everyone"] }), "x"),
        (json!({ "parse": [], "users": ["7"] }), "x"),
        (json!({ "parse": [], "users": ["7", "8"] }), "<@7>"),
        (json!({ "parse": [], "roles": ["7"] }), "x"),
    ] {
        assert!(
            fault(&request(allowed.clone(), content)).is_some(),
            "{allowed}"
        );
    }
    let asks = |content: &str, id: &str| {
        let button = json!([{ "type": 1, "components": [{ "type": 2, "custom_id": id }] }]);
        let allowed = json!({ "parse": [], "users": ["7", "8"] });
        let body = json!({ "content": content, "allowed_mentions": allowed, "components": button });
        fault(&json!({ "method": "POST", "path": "/api/v10/channels/1/messages", "body": body }))
    };
    assert_eq!(asks("Everybody is asked: <@7> <@8>", "a:1:2"), None);
    assert!(
        asks("Everybody is asked: <@7>", "a:1:2").is_some(),
        "somebody is called who is not named"
    );
    assert!(
        asks("Two boards: <@7> <@8>", "t:1").is_some(),
        "only a question calls several"
    );
    let answer = json!({
        "method": "POST", "path": "/api/v10/interactions/1/t/callback",
        "body": { "type": 4, "data": { "content": "<@7>", "allowed_mentions": { "parse": [], "users": ["7"] } } },
    });
    assert!(fault(&answer).is_some(), "an answer calls nobody");
}

#[test]
fn messages_ping_only_the_player_to_act() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (mut who, mut board) = scene.next(&place, None).await;
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
                scene.says(&name, &place, tried).await;
            }
            (who, board) = scene.next(&place, Some(&board)).await;
        }
        scene.resigns(&who.unwrap(), &place).await;
        scene.told(&place, "resigned").await;
        let requests = scene.requests().await;
        let calls = |request: &&Value| {
            message(request).is_some_and(|it| {
                it["allowed_mentions"]["users"]
                    .as_array()
                    .is_some_and(|it| !it.is_empty())
            })
        };
        assert!(
            requests.iter().filter(calls).count() >= 4,
            "somebody is called for each turn"
        );
        assert!(requests.iter().filter_map(message).count() > 20);
        // All of it is looked at here.
        scene.end().await;
    });
}

#[test]
fn names_are_escaped_in_messages() {
    evening(async {
        let mut scene = Scene::begin().await;
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
            let before = scene.threads().await.len();
            scene
                .says(name, &scene.hall, "/table open game:Haleakala")
                .await
                .says("opened a table");
            let place = scene.threads().await[before].clone();
            let lobby = scene.told(&place, "A table for").await;
            let world = scene.get("world").await;
            let thread = world["channels"]
                .as_array()
                .unwrap()
                .iter()
                .find(|it| it["id"] == place)
                .unwrap();
            let offered = scene.offered("Dan", &scene.hall, "/watch", "table").await;
            let label = text(&offered.last().unwrap()["name"]);
            for said in [
                text(&thread["name"]),
                label.clone(),
                lobby.text().replace('\n', " "),
            ] {
                let odd = said
                    .chars()
                    .any(|it| it.is_control() || ('\u{202a}'..='\u{202e}').contains(&it));
                assert!(!odd, "{said:?}");
            }
            assert!(
                !lobby.text().contains("discord.gg/") && !lobby.text().contains("://"),
                "{lobby:?}"
            );
            scene.says(name, &place, "/table leave").await;
        }
        scene.end().await;
    });
}
