//! Before the game: what people type and press, what they read, and what cannot be smuggled in.

use lanai_porch::Settings;
use serde_json::json;

use super::reminders::is_button_disabled;
use super::{Scene, Shown, text};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_is_played_by_buttons() {
    let scene = Scene::start().await;
    let opened = scene
        .run_command(
            "Ana",
            &scene.main_channel,
            "/table open game:Hawaii seats:3 computers:1",
        )
        .await;
    assert!(!opened.is_private());
    let thread = scene.list_threads().await[0].clone();
    let lobby = scene.wait_for_text(&thread, "A table for Hawaii").await;
    lobby
        .assert_says("One seat is free")
        .assert_says("Ana")
        .assert_says("(computer, ")
        .assert_says("The shuffle is sealed");
    scene
        .assert_press("Ana", &lobby, "Join", "You already have a seat here")
        .await;
    scene
        .assert_press("Ben", &lobby, "Leave", "You have no seat at this table")
        .await;
    scene
        .give_word("Ben", &lobby, "pineapple")
        .await
        .assert_says("your word is in the shuffle");
    let changed = scene
        .wait_for_text(&thread, "Ben (gave a word for the shuffle)")
        .await;
    assert_eq!(changed.message_id(), lobby.message_id(), "it is edited");
    changed.assert_says("All seats are taken");
    assert!(
        !changed.text().contains("pineapple"),
        "words are told at the start"
    );
    assert!(
        is_button_disabled(&changed, "Join"),
        "nothing to join: {changed:?}"
    );
    scene
        .assert_press("Dan", &lobby, "Start", "You have no seat at this table")
        .await;
    scene.press_button("Ben", &lobby, "Start").await;
    scene.wait_for_text(&thread, "it's your turn").await;
    scene
        .assert_answer(
            "Ana",
            &thread,
            "/table join",
            "The game has already started",
        )
        .await;
    scene
        .wait_until("the lobby has no buttons any more", async |scene| {
            let public = scene.list_public_messages(&thread).await;
            let old = public
                .iter()
                .filter(|answer| answer.button_id("Join").is_some())
                .count();
            old == 0
        })
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn owner_sets_the_table_up_in_words() {
    let scene = Scene::start().await;
    let line = "/table open game:Hawaii seats:3 computers:1";
    scene.run_command("Ana", &scene.main_channel, line).await;
    let thread = scene.list_threads().await[0].clone();
    scene.run_command("Ben", &thread, "/table join").await;
    let lobby = scene.wait_for_text(&thread, "All seats are taken").await;
    scene
        .assert_press("Ben", &lobby, "Set up", "Only the person who opened")
        .await;
    let panel = scene.press_button("Ana", &lobby, "Set up").await;
    assert!(panel.is_private() && panel.menus().len() == 4, "{panel:?}");
    for menu in panel.components() {
        for option in menu["options"].as_array().unwrap() {
            let (label, about) = (text(&option["label"]), text(&option["description"]));
            assert!(!label.contains(['=', '_']) && !about.contains(['=', '_']));
            assert!(!about.is_empty() && about.chars().count() < 100, "{option}");
        }
    }
    scene
        .choose_in_menu("Ana", &panel, &panel.menu_with("5"), "2")
        .await
        .assert_says("3 players sit here already");
    let panel = scene
        .choose_in_menu("Ana", &panel, &panel.menu_with("5"), "5")
        .await;
    let panel = scene
        .choose_in_menu("Ana", &panel, &panel.menu_with("1440m"), "1440m")
        .await;
    let panel = scene
        .choose_in_menu("Ana", &panel, &panel.menu_with("seat"), "seat")
        .await;
    let panel = scene
        .choose_in_menu("Ana", &panel, &panel.menu_with("kupuna"), "kupuna")
        .await;
    let rules = ["goods=open", "rows=may_be_skipped"];
    scene
        .choose_values("Ana", &panel, &panel.menu_with(rules[0]), &rules)
        .await;
    let changed = scene.wait_for_text(&thread, "in any empty row").await;
    assert_eq!(changed.message_id(), lobby.message_id(), "it is edited");
    changed
        .assert_says("2 seats are free")
        .assert_says("(computer, kupuna)")
        .assert_says("1 day a turn; then the computer plays until")
        .assert_says("Shells, feet and fruits are open");
    assert!(!changed.text().contains("rows="), "{changed:?}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seal_of_the_shuffle_is_behind_a_button() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    scene.wait_for_text(&thread, "it's your turn").await;
    // The lobby loses its buttons.
    scene.wait_until_delivered().await;
    let public = scene.list_public_messages(&thread).await;
    for message in &public {
        let words = message
            .text()
            .split(|letter: char| !letter.is_alphanumeric());
        assert!(words.into_iter().all(|word| word.len() < 64), "{message:?}");
    }
    let start = public
        .iter()
        .find(|message| message.button_id("About the shuffle").is_some())
        .unwrap();
    let about = scene.press_button("Dan", start, "About the shuffle").await;
    assert!(about.is_private() && about.button_id("Give a word").is_none());
    let seal = about.text().split('`').nth(1).unwrap();
    assert!(seal.len() == 64 && seal.chars().all(|digit| digit.is_ascii_hexdigit()));
    scene.end().await;
}

async fn thread_names(scene: &Scene) -> Vec<String> {
    let world = scene.get("world").await;
    let threads = world["channels"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| item["kind"] == "thread");
    threads.map(|item| text(&item["name"])).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_are_distinguished_by_number_and_names() {
    let scene = Scene::start().await;
    for _ in 0..2 {
        scene
            .run_command("Ana", &scene.main_channel, "/table open game:Haleakala")
            .await
            .assert_says("opened a table");
    }
    assert_eq!(
        thread_names(&scene).await,
        ["Haleakala 1 · Ana", "Haleakala 2 · Ana"]
    );
    let thread = scene.list_threads().await[1].clone();
    scene.run_command("Ben", &thread, "/table join").await;
    scene
        .assert_answer("Ana", &thread, "/table start", "begins")
        .await;
    scene
        .wait_until("both are in its name", async |scene| {
            thread_names(scene).await == ["Haleakala 1 · Ana", "Haleakala 2 · Ana, Ben"]
        })
        .await;
    let offered = scene
        .list_suggestions("Dan", &scene.main_channel, "/watch", "table")
        .await;
    let offered: Vec<String> = offered.iter().map(|item| text(&item["name"])).collect();
    assert_eq!(offered, ["Haleakala 2 · Ana, Ben", "Haleakala 1 · Ana"]);
    scene
        .run_command("Ana", &scene.main_channel, "/mine")
        .await
        .assert_says("Haleakala 1")
        .assert_says("Haleakala 2");
    scene
        .run_command("Ana", &scene.main_channel, "/table list")
        .await
        .assert_says("Haleakala 1")
        .assert_says("Haleakala 2");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_cannot_ping_or_format() {
    let names = [
        "**@everyone** <@1> `x` https://evil.example",
        "\u{202e}turned\u{200b}",
        "Ben",
    ];
    let persons = names
        .map(|name| (name.to_owned(), "en-US".to_owned()))
        .to_vec();
    let mut scene = Scene::start_with(Settings {
        persons,
        ..Settings::default()
    })
    .await;
    let dan = scene
        .post("persons", json!({ "name": "Dan", "locale": "en-US" }))
        .await;
    scene.people.insert("Dan".to_owned(), text(&dan["id"]));
    let thread = scene.start_table("Hawaii", &names, "").await;
    for answer in scene.list_public_messages(&thread).await {
        let all = format!("{}{}", answer.text(), answer.formatted());
        // The start names only players who gave a word.
        let names_players = !all.contains("is starting");
        assert!(
            !names_players || all.contains("\\*\\*\\@everyone\\*\\* \\<\\@1\\>"),
            "{all}"
        );
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
    for request in scene.list_requests().await {
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
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_player_to_act_is_pinged() {
    let scene = Scene::start().await;
    let thread = scene
        .start_table("Hawaii", &["Ana", "Ben", "Dan"], "")
        .await;
    let mut board: Option<Shown> = None;
    for _ in 0..3 {
        let (who, answer) = scene.wait_for_player(&thread, board.as_ref()).await;
        let called = scene.person(&who);
        assert_eq!(answer.0["message"]["mentions"], json!([called]));
        answer.assert_says(&format!("<@{called}>, it's your turn"));
        scene.run_command(&who, &thread, "/wait").await;
        board = Some(answer);
    }
    // When all have waited, the next has to act.
    let (who, _) = scene.wait_for_turn(&thread, board.as_ref()).await;
    scene
        .assert_answer(&who.unwrap(), &thread, "/wait", "waited")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn private_answers_follow_the_user_and_public_ones_the_server() {
    let scene = Scene::start_with(Settings {
        locale: "fr".to_owned(),
        ..Settings::default()
    })
    .await;
    scene
        .run_command("Ana", &scene.main_channel, "/table open game:Hawaii")
        .await
        .assert_says("Ana a ouvert une table");
    let thread = scene.list_threads().await[0].clone();
    scene.wait_for_text(&thread, "Table Hawaï").await;
    scene
        .assert_answer("Chloé", &thread, "/table join", "Vous êtes à la place 2")
        .await;
    scene
        .assert_answer("Ana", &thread, "/table start", "begins")
        .await;
    let board = scene.wait_for_text(&thread, "c’est à vous").await;
    assert!(
        board.board_text().contains("manche 1"),
        "{}",
        board.board_text()
    );
    scene
        .assert_answer("Chloé", &thread, "/help", "Lanai accueille")
        .await;
    let commands = scene.get("world").await["commands"].clone();
    let table = commands
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["name"] == "move")
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
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn player_alone_with_computers_plays_in_their_language() {
    let scene = Scene::start().await;
    for line in [
        "/table open game:Hawaii seats:2 computers:1",
        "/table open game:Hawaii seats:3 computers:1",
    ] {
        scene.run_command("Chloé", &scene.main_channel, line).await;
    }
    let threads = scene.list_threads().await;
    scene.wait_for_text(&threads[0], "Table Hawaï").await;
    scene.wait_for_text(&threads[1], "A table for Hawaii").await;
    scene.end().await;
}
