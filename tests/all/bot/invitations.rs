//! Finding players: invitations, open tables, and tables that no one joins.

use lanai_porch::{Settings, TOKEN};
use serde_json::{Value, json};

use super::{Scene, Shown, text};

/// A table of Ana's that is open, in a thread of its own, and its lobby.
async fn open_table(scene: &Scene, more: &str) -> (String, Shown) {
    scene
        .run_command("Ana", &scene.main_channel, &format!("/table open {more}"))
        .await
        .assert_says("opened");
    let thread = scene.list_threads().await.pop().unwrap();
    let lobby = scene.wait_for_text(&thread, "A table for").await;
    (thread, lobby)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invitations_are_accepted_or_declined() {
    let scene = Scene::start().await;
    let (thread, _) = open_table(&scene, "game:Hawaii seats:3").await;
    let [ben, dan] = ["Ben", "Dan"].map(|name| scene.person(name).to_owned());
    scene
        .run_command("Ana", &thread, "/table invite")
        .await
        .assert_says("Who would you like to invite?");
    scene
        .run_command("Dan", &thread, &format!("/table invite player:{ben}"))
        .await
        .assert_says("You have no seat");
    scene
        .run_command("Ana", &thread, &format!("/table invite player:{ben}"))
        .await
        .assert_says("posted here");
    let called = scene
        .wait_for_text(&thread, "would like to play Hawaii with you")
        .await;
    called
        .assert_says(&format!("<@{ben}>: Ana"))
        .assert_says("2 seats are free");
    assert_eq!(called.0["message"]["mentions"], json!([ben]));
    // Only Ben may decline, but anyone may join.
    scene
        .press_button("Dan", &called, "No, thanks")
        .await
        .assert_says(&format!("This invitation is for <@{ben}>"));
    let declined = scene.press_button("Ben", &called, "No, thanks").await;
    assert_eq!(declined.message_id(), called.message_id());
    declined
        .assert_says("Ben can't come this time")
        .assert_says("2 seats are free");
    scene.assert_press("Dan", &declined, "Join", "• Dan").await;
    scene
        .run_command("Ana", &thread, &format!("/table invite player:{dan}"))
        .await
        .assert_says("has a seat at this table");
    // Never again means never again, until they say otherwise.
    scene
        .run_command("Ana", &thread, &format!("/table invite player:{ben}"))
        .await;
    let called = scene
        .wait_for_text(&thread, "would like to play Hawaii with you")
        .await;
    scene
        .assert_press("Ben", &called, "Never invite me", "can't come this time")
        .await;
    let refused = scene
        .run_command("Dan", &thread, &format!("/table invite player:{ben}"))
        .await;
    refused.assert_says(&format!("<@{ben}> doesn't want to be invited"));
    scene
        .run_command("Ben", &scene.main_channel, "/remind")
        .await
        .assert_says("Nobody may invite you");
    let personal = scene
        .run_command("Ben", &scene.main_channel, "/remind invitations:true")
        .await;
    assert!(
        !personal.text().contains("Nobody may invite you"),
        "{}",
        personal.text()
    );
    scene
        .run_command("Dan", &thread, &format!("/table invite player:{ben}"))
        .await
        .assert_says("posted here");
    let called = scene
        .wait_for_text(&thread, "Dan would like to play Hawaii with you")
        .await;
    scene
        .assert_press("Ben", &called, "Join", "All seats are taken")
        .await;
    scene
        .run_command("Ana", &thread, &format!("/table invite player:{ben}"))
        .await
        .assert_says("has a seat at this table");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invite_button_offers_people() {
    let scene = Scene::start().await;
    let (thread, lobby) = open_table(&scene, "game:Hawaii seats:3").await;
    scene
        .assert_press("Dan", &lobby, "Invite", "You have no seat")
        .await;
    let asked = scene.press_button("Ana", &lobby, "Invite").await;
    let menu = asked.components().swap_remove(0);
    assert!(asked.is_private() && menu["type"] == 5, "{asked:?}");
    let ben = scene.person("Ben");
    scene
        .choose_values("Ana", &asked, &text(&menu["custom_id"]), &[ben])
        .await
        .assert_says("posted here");
    let called = scene
        .wait_for_text(&thread, "would like to play Hawaii with you")
        .await;
    assert_eq!(called.0["message"]["mentions"], json!([ben]));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn challenge_opens_a_table_and_pings_the_person() {
    let scene = Scene::start().await;
    let ben = scene.person("Ben").to_owned();
    let challenge = async |who: &str, whom: &str| {
        let body = json!({
            "as": scene.person(who), "channel": scene.main_channel, "command": "Challenge to a game",
            "user": whom, "wait": "settled",
        });
        Shown::new(scene.post("use", body).await)
    };
    challenge("Ben", &ben)
        .await
        .assert_says("can't challenge yourself");
    let asked = challenge("Ana", &ben).await;
    assert!(asked.is_private() && asked.button_id("Hawaii").is_some());
    scene
        .assert_press("Ana", &asked, "Haleakala", "You challenged")
        .await;
    let thread = scene.list_threads().await.pop().unwrap();
    let called = scene
        .wait_for_text(&thread, "Ana would like to play Haleakala with you")
        .await;
    assert_eq!(called.0["message"]["mentions"], json!([ben]));
    scene
        .assert_press("Ben", &called, "Join", "All seats are taken")
        .await;
    // Who does not want to be invited is not challenged, and no table is opened.
    let line = "/remind invitations:false";
    scene.run_command("Ben", &scene.main_channel, line).await;
    let asked = challenge("Ana", &ben).await;
    scene
        .assert_press("Ana", &asked, "Hawaii", "doesn't want to be invited")
        .await;
    assert_eq!(scene.list_threads().await.len(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn play_joins_a_waiting_table_or_opens_one() {
    let scene = Scene::start().await;
    let main_channel = scene.main_channel.clone();
    scene
        .run_command("Ana", &main_channel, "/play game:Hawaii seats:3 pace:24h")
        .await
        .assert_says("opened");
    let thread = scene.list_threads().await[0].clone();
    scene.wait_for_text(&thread, "1 day a turn").await;
    // Tables with another size, time control, game or rules do not match.
    scene
        .run_command(
            "Dan",
            &main_channel,
            "/table open game:Haleakala options:tactical",
        )
        .await;
    for (line, tables) in [
        ("/play game:Hawaii seats:4", 3),
        ("/play game:Hawaii pace:12h seats:3", 4),
        ("/play game:Haleakala", 5),
    ] {
        scene
            .assert_answer("Ben", &main_channel, line, "opened")
            .await;
        assert_eq!(scene.list_threads().await.len(), tables, "{line}");
    }
    let led = scene
        .run_command("Dan", &main_channel, "/play game:Hawaii seats:3 pace:24h")
        .await;
    assert!(led.is_private());
    led.assert_says("was waiting for you")
        .assert_says(&format!("<#{thread}>"));
    scene.wait_for_text(&thread, "• Dan").await;
    assert_eq!(scene.list_threads().await.len(), 5);
    scene
        .run_command("Dan", &main_channel, "/play game:Hawaii pace:soon")
        .await
        .assert_says("I can't read that as a time limit");
    // The table with the fewest missing players is preferred.
    let led = scene
        .run_command("Ben", &main_channel, "/play game:Hawaii")
        .await;
    led.assert_says(&format!("<#{thread}>"));
    scene.wait_for_text(&thread, "All seats are taken").await;
    // A table in a channel that the person cannot see does not match.
    let cellar = scene.create_channel("cellar").await;
    scene
        .run_command("Ana", &cellar, "/table open game:Haleakala")
        .await;
    let hides =
        json!({ "channel": cellar, "person": scene.person("Dan"), "deny": ["VIEW_CHANNEL"] });
    scene.post("permissions", hides).await;
    let there = scene.list_threads().await.pop().unwrap();
    for _ in 0..2 {
        let led = scene
            .run_command("Dan", &main_channel, "/play game:Haleakala")
            .await;
        assert!(!led.text().contains(&there), "{}", led.text());
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unused_table_is_closed_with_a_message() {
    const DAY: i64 = 24 * 60 * 60;
    let mut scene = Scene::start().await;
    let (still, _) = open_table(&scene, "game:Hawaii").await;
    scene.clock.advance(8 * DAY);
    let (fresh, _) = open_table(&scene, "game:Hawaii").await;
    scene.clock.advance(7 * DAY);
    // Unused tables are checked once a day.
    let said = "is closed: nobody has come or gone for 14 days";
    scene
        .wait_until("the table is closed with a word", async |scene| {
            scene
                .list_visible_messages("Dan", &still)
                .await
                .iter()
                .any(|answer| answer.is_silent() && answer.text().contains(said))
        })
        .await;
    scene
        .assert_answer("Ben", &still, "/table join", "over")
        .await;
    scene
        .assert_answer("Ben", &fresh, "/table join", "You have seat")
        .await;
    scene.clock.advance(13 * DAY);
    scene.stop_bot().await;
    scene.start_bot().await;
    scene.wait_until_idle().await;
    scene
        .assert_answer("Dan", &fresh, "/table join", "You have seat")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notes_are_private() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    scene
        .run_command("Dan", &thread, "/note text:\"watch Ben\"")
        .await
        .assert_says("You have no seat");
    let (who, board) = scene.wait_for_turn(&thread, None).await;
    let (who, other) = if who.as_deref() == Some("Ana") {
        ("Ana", "Ben")
    } else {
        ("Ben", "Ana")
    };
    scene
        .assert_answer(who, &thread, "/note", "You have no note")
        .await;
    let noted = scene
        .run_command(who, &thread, "/note text:\"the *lava* comes @everyone\"")
        .await;
    assert!(noted.is_private());
    noted.assert_says("Your note on this table: the \\*lava\\* comes");
    scene
        .press_button(who, &board, "Take your turn")
        .await
        .assert_says("Your note: the \\*lava\\* comes");
    scene
        .assert_answer(other, &thread, "/note", "You have no note")
        .await;
    for answer in scene.list_visible_messages("Dan", &thread).await {
        assert!(
            !answer.0.to_string().contains("lava\\\\* comes"),
            "{answer:?}"
        );
    }
    scene
        .assert_answer(who, &thread, "/note text:shorter", "table: shorter")
        .await;
    scene
        .assert_answer(who, &thread, "/note clear:true", "You have no note")
        .await;
    let panel = scene.run_command(who, &thread, "/turn").await;
    assert!(!panel.text().contains("Your note"), "{}", panel.text());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_table_is_not_opened_in_the_open() {
    let scene = Scene::start().await;
    let refused = scene
        .run_command(
            "Ana",
            &scene.main_channel,
            "/table open game:Haleakala private:true",
        )
        .await;
    refused.assert_says("can't open a private thread");
    assert!(scene.list_threads().await.is_empty());
    scene.end().await;
}

/// Only invited people learn of a private table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn private_table_is_visible_to_invited_people_only() {
    // The permissions of the invite link, and *Create Private Threads*.
    let usual = Settings::default();
    let scene = Scene::start_with(Settings {
        permissions: usual.permissions | 1 << 36,
        ..usual
    })
    .await;
    let (main_channel, ben) = (scene.main_channel.clone(), scene.person("Ben").to_owned());
    scene
        .assert_answer(
            "Ana",
            &main_channel,
            "/table open game:Haleakala private:true rated:true",
            "can't be private",
        )
        .await;
    let opened = scene
        .run_command(
            "Ana",
            &main_channel,
            "/table open game:Haleakala private:true",
        )
        .await;
    assert!(opened.is_private(), "it is private");
    opened.assert_says("private table for Haleakala");
    let thread = scene.list_threads().await.pop().unwrap();
    wait_for_private_text(&scene, "Ana", &thread, "This table is private").await;
    // Lists, matching and watching do not reveal it either.
    assert!(
        !scene
            .run_command("Ben", &main_channel, "/table list")
            .await
            .text()
            .contains(&thread)
    );
    scene
        .assert_answer("Ben", &main_channel, "/play game:Haleakala", "opened")
        .await;
    scene
        .assert_answer(
            "Ana",
            &thread,
            "/table watchers open:true",
            "can't be moved or made public",
        )
        .await;
    scene
        .assert_answer(
            "Ana",
            &main_channel,
            "/table move table:1",
            "can't be moved or made public",
        )
        .await;
    // A barred person is not added to the thread either.
    let dan = scene.person("Dan").to_owned();
    scene
        .assert_answer(
            "Ana",
            &main_channel,
            &format!("/admin bar player:{dan} reason:noise"),
            "noise",
        )
        .await;
    scene
        .run_command("Ana", &thread, &format!("/table invite player:{dan}"))
        .await
        .assert_says("keep that person out");
    let peeped = scene
        .get(&format!("channels/{thread}/messages?as={dan}"))
        .await;
    assert!(peeped["error"].is_string(), "{peeped}");
    scene
        .run_command("Ana", &thread, &format!("/table invite player:{ben}"))
        .await
        .assert_says("posted here");
    let called = wait_for_private_text(
        &scene,
        "Ben",
        &thread,
        "would like to play Haleakala with you",
    )
    .await;
    scene
        .assert_press("Ben", &called, "Join", "All seats are taken")
        .await;
    scene
        .assert_answer("Ana", &thread, "/table start", "Haleakala")
        .await;
    wait_for_private_text(&scene, "Ben", &thread, "it's your turn").await;
    scene.resign("Ana", &thread).await;
    wait_for_private_text(&scene, "Ben", &thread, "resigned").await;
    assert!(
        !scene
            .run_command("Dan", &main_channel, "/history server:true")
            .await
            .text()
            .contains(&thread)
    );
    scene
        .assert_answer("Ben", &main_channel, "/history", "Haleakala")
        .await;
    scene.end().await;
}

/// Waits until a person reads these words in a private place.
async fn wait_for_private_text(scene: &Scene, who: &str, thread: &str, words: &str) -> Shown {
    let says = |answer: &Shown| answer.text().contains(words);
    scene
        .wait_until(&format!("{who} reads \"{words}\""), async |scene| {
            scene
                .list_visible_messages(who, thread)
                .await
                .iter()
                .any(says)
        })
        .await;
    scene
        .list_visible_messages(who, thread)
        .await
        .into_iter()
        .rfind(says)
        .unwrap()
}

impl Scene {
    /// A message of the bot with one button, of which an attacker chose the id.
    pub(super) async fn post_forged_button(&self, channel: &str, id: &str) -> Shown {
        let button = json!({ "type": 2, "style": 1, "label": "Forged", "custom_id": id });
        let body = json!({
            "content": "Press", "components": [{ "type": 1, "components": [button] }],
            "allowed_mentions": { "parse": [] },
        });
        let url = format!("{}/api/v10/channels/{channel}/messages", self.base);
        let sent = self
            .client
            .post(url)
            .header("Authorization", format!("Bot {TOKEN}"))
            .json(&body);
        let message: Value = sent.send().await.unwrap().json().await.unwrap();
        assert!(message["id"].is_string(), "{message}");
        Shown(json!({ "message": message }))
    }

    /// Creates a channel on another guild that everyone here has joined.
    pub(super) async fn create_other_guild_channel(&self) -> String {
        let server = self
            .post(
                "servers",
                json!({ "name": "Abroad", "locale": "en-US", "bot": true }),
            )
            .await;
        let channel = self
            .post("channels", json!({ "name": "inn", "server": server["id"] }))
            .await;
        channel["id"].as_str().unwrap().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn table_is_joined_only_in_its_channel() {
    let usual = Settings::default();
    let scene = Scene::start_with(Settings {
        permissions: usual.permissions | 1 << 36,
        ..usual
    })
    .await;
    let (thread, lobby) = open_table(&scene, "game:Hawaii seats:3").await;
    scene
        .run_command(
            "Ana",
            &scene.main_channel,
            "/table open game:Hawaii seats:3 private:true",
        )
        .await;
    let main_channel = scene.main_channel.clone();
    let inn = scene.create_other_guild_channel().await;
    let here = scene
        .post(&format!("persons/{}/leave", scene.person("Dan")), json!({}))
        .await;
    assert!(here["error"].is_null(), "{here}");
    for (who, channel, id) in [
        ("Dan", &inn, "j:1"),
        ("Ben", &inn, "j:1"),
        ("Ben", &main_channel, "j:2"),
    ] {
        let forged = scene.post_forged_button(channel, id).await;
        let refused = scene.press_button(who, &forged, "Forged").await;
        assert!(refused.is_private());
        refused.assert_says(&scene.bot_text("panel-other-channel"));
    }
    let store = scene.open_store().await;
    for game in 1..3 {
        let table = store
            .tables()
            .find(lanai_store::TableId(game))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(table.seats.len(), 1, "Ana alone sits at table {game}");
    }
    store.close().await;
    scene.assert_press("Ben", &lobby, "Join", "• Ben").await;
    scene.run_command("Ben", &thread, "/table leave").await;
    scene.end().await;
}
