//! Before the game: what people type and press, what they read, and what cannot be smuggled in.

use lanai_porch::Settings;
use serde_json::json;

use super::{Scene, Shown, evening, text};

#[test]
fn a_lobby_is_played_by_buttons() {
    evening(async {
        let scene = Scene::begin().await;
        let opened = scene
            .says(
                "Ana",
                &scene.hall,
                "/table open game:Hawaii seats:3 computers:1",
            )
            .await;
        assert!(!opened.is_private());
        let place = scene.threads().await[0].clone();
        let lobby = scene.told(&place, "A table for Hawaii").await;
        lobby
            .says("One seat is free")
            .says("Ana")
            .says("(computer, ")
            .says("Shuffle sealed");
        scene
            .presses("Ana", &lobby, "Join")
            .await
            .says("You already have a seat here");
        scene
            .presses("Ben", &lobby, "Leave")
            .await
            .says("You have no seat at this table");
        let asked = scene.presses("Ben", &lobby, "Give a word").await;
        assert_eq!(asked.outcome(), "modal");
        let body = json!({
            "as": scene.person("Ben"), "interaction": asked.0["interaction"], "fields": { "word": "pineapple" },
        });
        let changed = Shown::of(scene.post("submit", body).await);
        assert_eq!(changed.outcome(), "updated");
        changed
            .says("All seats are taken")
            .says("Ben (gave a word for the shuffle)");
        assert!(
            !changed.text().contains("pineapple"),
            "words are told with the record"
        );
        scene
            .presses("Dan", &lobby, "Join")
            .await
            .says("All seats are taken");
        scene
            .presses("Dan", &lobby, "Start")
            .await
            .says("You have no seat at this table");
        scene.presses("Ben", &lobby, "Start").await;
        scene.told(&place, "it is your turn").await;
        scene
            .says("Ana", &place, "/table join")
            .await
            .says("The game has already started");
        scene
            .until("the lobby has no buttons any more", async |scene| {
                let public = scene.public(&place).await;
                let old = public
                    .iter()
                    .filter(|shown| shown.button("Join").is_some())
                    .count();
                old == 0
                    && public
                        .iter()
                        .filter(|shown| !shown.components().is_empty())
                        .count()
                        == 1
            })
            .await;
        scene.end().await;
    });
}

/// What the threads are called, the oldest first.
async fn thread_names(scene: &Scene) -> Vec<String> {
    let world = scene.get("world").await;
    let threads = world["channels"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["kind"] == "thread");
    threads.map(|it| text(&it["name"])).collect()
}

#[test]
fn tables_are_distinguished_by_number_and_names() {
    evening(async {
        let scene = Scene::begin().await;
        for _ in 0..2 {
            scene
                .says("Ana", &scene.hall, "/table open game:Haleakala")
                .await
                .says("opened a table");
        }
        assert_eq!(
            thread_names(&scene).await,
            ["Haleakala 1 · Ana", "Haleakala 2 · Ana"]
        );
        let place = scene.threads().await[1].clone();
        scene.says("Ben", &place, "/table join").await;
        scene
            .says("Ana", &place, "/table start")
            .await
            .says("begins");
        scene
            .until("both are in its name", async |scene| {
                thread_names(scene).await == ["Haleakala 1 · Ana", "Haleakala 2 · Ana, Ben"]
            })
            .await;
        let offered = scene.offered("Dan", &scene.hall, "/watch", "table").await;
        let offered: Vec<String> = offered.iter().map(|it| text(&it["name"])).collect();
        assert_eq!(offered, ["Haleakala 2 · Ana, Ben", "Haleakala 1 · Ana"]);
        scene
            .says("Ana", &scene.hall, "/mine")
            .await
            .says("Haleakala 1")
            .says("Haleakala 2");
        scene
            .says("Ana", &scene.hall, "/table list")
            .await
            .says("Haleakala 1")
            .says("Haleakala 2");
        scene.end().await;
    });
}

#[test]
fn names_cannot_ping_or_format() {
    evening(async {
        let names = [
            "**@everyone** <@1> `x` https://evil.example",
            "\u{202e}turned\u{200b}",
            "Ben",
        ];
        let persons = names
            .map(|name| (name.to_owned(), "en-US".to_owned()))
            .to_vec();
        let mut scene = Scene::with(Settings {
            persons,
            ..Settings::default()
        })
        .await;
        // Whoever looks on.
        let dan = scene
            .post("persons", json!({ "name": "Dan", "locale": "en-US" }))
            .await;
        scene.people.insert("Dan".to_owned(), text(&dan["id"]));
        let place = scene.table("Hawaii", &names, "").await;
        for shown in scene.public(&place).await {
            let all = format!("{}{}", shown.text(), shown.formatted());
            assert!(all.contains("\\*\\*\\@everyone\\*\\* \\<\\@1\\>"), "{all}");
            for bad in [
                "**@everyone",
                " @everyone",
                "`x`",
                "://",
                "\u{202e}",
                "\u{200b}",
            ] {
                assert!(
                    !all.contains(bad) || bad == "`x`" && !all.contains(" `x`"),
                    "{bad:?} in {all}"
                );
            }
        }
        for request in scene.requests().await {
            let body = &request["body"];
            let message = if body["data"].is_object() {
                &body["data"]
            } else {
                body
            };
            if message["content"].is_string() {
                let parse = &message["allowed_mentions"]["parse"];
                assert_eq!(*parse, json!([]), "open mentions in {request}");
            }
        }
        scene.end().await;
    });
}

#[test]
fn only_the_player_to_act_is_pinged() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben", "Dan"], "").await;
        let mut board: Option<Shown> = None;
        for _ in 0..3 {
            let (who, shown) = scene.next(&place, board.as_ref()).await;
            let who = who.unwrap();
            let called = scene.person(&who);
            assert_eq!(shown.0["message"]["mentions"], json!([called]));
            shown.says(&format!("<@{called}>, it is your turn"));
            scene.says(&who, &place, "/wait").await;
            board = Some(shown);
        }
        // When all have waited, the next has to act.
        let (who, _) = scene.next(&place, board.as_ref()).await;
        scene
            .says(&who.unwrap(), &place, "/wait")
            .await
            .says("waited");
        scene.end().await;
    });
}

#[test]
fn private_answers_follow_the_user_and_public_ones_the_server() {
    evening(async {
        let scene = Scene::with(Settings {
            locale: "fr".to_owned(),
            ..Settings::default()
        })
        .await;
        scene
            .says("Ana", &scene.hall, "/table open game:Hawaii")
            .await
            .says("Ana a ouvert une table");
        let place = scene.threads().await[0].clone();
        scene.told(&place, "Une table de Hawaii").await;
        scene
            .says("Chloé", &place, "/table join")
            .await
            .says("Vous êtes à la place 2");
        scene
            .says("Ana", &place, "/table start")
            .await
            .says("begins");
        let board = scene.told(&place, "c’est à vous").await;
        assert!(board.panes().contains("manche 1"), "{}", board.panes());
        scene
            .says("Chloé", &place, "/help")
            .await
            .says("Lanai accueille");
        let commands = scene.get("world").await["commands"].clone();
        let table = commands
            .as_array()
            .unwrap()
            .iter()
            .find(|it| it["name"] == "move")
            .unwrap()
            .clone();
        assert_eq!(table["name_localizations"]["fr"], "aller");
        assert_eq!(table["options"][0]["name_localizations"]["fr"], "vers");
        assert!(
            table["description_localizations"]["fr"]
                .as_str()
                .unwrap()
                .contains("lieu")
        );
        scene.end().await;
    });
}
