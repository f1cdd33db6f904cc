//! Finding others to play with: invitations, tables that wait for somebody, and tables to which nobody comes.

use lanai_porch::{Settings, TOKEN};
use serde_json::{Value, json};

use super::{Scene, Shown, evening};

/// A table of Ana's that is open, in a thread of its own, and its lobby.
async fn opened(scene: &Scene, more: &str) -> (String, Shown) {
    scene
        .says("Ana", &scene.hall, &format!("/table open {more}"))
        .await
        .says("opened");
    let place = scene.threads().await.pop().unwrap();
    let lobby = scene.told(&place, "A table for").await;
    (place, lobby)
}

#[test]
fn invitations_are_accepted_or_declined() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, _) = opened(&scene, "game:Hawaii seats:3").await;
        let [ben, dan] = ["Ben", "Dan"].map(|name| scene.person(name).to_owned());
        scene
            .says("Ana", &place, "/table invite")
            .await
            .says("Whom would you like to invite?");
        scene
            .says("Dan", &place, &format!("/table invite player:{ben}"))
            .await
            .says("You have no seat");
        scene
            .says("Ana", &place, &format!("/table invite player:{ben}"))
            .await
            .says("posted here");
        let called = scene
            .told(&place, "would like to play Hawaii with you")
            .await;
        called
            .says(&format!("<@{ben}>: Ana"))
            .says("2 seats are free");
        assert_eq!(called.0["message"]["mentions"], json!([ben]));
        // It is Ben's to decline, and anybody's to join.
        scene
            .presses("Dan", &called, "No, thanks")
            .await
            .says(&format!("This invitation is for <@{ben}>"));
        let declined = scene.presses("Ben", &called, "No, thanks").await;
        assert_eq!(declined.message(), called.message());
        declined
            .says("Ben cannot come this time")
            .says("2 seats are free");
        scene.presses("Dan", &declined, "Join").await.says("• Dan");
        scene
            .says("Ana", &place, &format!("/table invite player:{dan}"))
            .await
            .says("has a seat at this table");
        // Never again means never again, until they say otherwise.
        scene
            .says("Ana", &place, &format!("/table invite player:{ben}"))
            .await;
        let called = scene
            .told(&place, "would like to play Hawaii with you")
            .await;
        scene
            .presses("Ben", &called, "Never invite me")
            .await
            .says("cannot come this time");
        let refused = scene
            .says("Dan", &place, &format!("/table invite player:{ben}"))
            .await;
        refused.says(&format!("<@{ben}> does not want to be invited"));
        scene
            .says("Ben", &scene.hall, "/remind")
            .await
            .says("Nobody may invite you");
        let personal = scene
            .says("Ben", &scene.hall, "/remind invitations:true")
            .await;
        assert!(
            !personal.text().contains("Nobody may invite you"),
            "{}",
            personal.text()
        );
        scene
            .says("Dan", &place, &format!("/table invite player:{ben}"))
            .await
            .says("posted here");
        let called = scene
            .told(&place, "Dan would like to play Hawaii with you")
            .await;
        scene
            .presses("Ben", &called, "Join")
            .await
            .says("All seats are taken");
        scene
            .says("Ana", &place, &format!("/table invite player:{ben}"))
            .await
            .says("has a seat at this table");
        scene.end().await;
    });
}

#[test]
fn play_joins_a_waiting_table_or_opens_one() {
    evening(async {
        let scene = Scene::begin().await;
        let hall = scene.hall.clone();
        // Nobody waits yet.
        scene
            .says("Ana", &hall, "/play game:Hawaii seats:3 pace:24h")
            .await
            .says("opened");
        let place = scene.threads().await[0].clone();
        scene.told(&place, "1 day a turn").await;
        // Another size, another pace, another game, other rules: not this one.
        scene
            .says("Dan", &hall, "/table open game:Haleakala options:tactical")
            .await;
        for (line, tables) in [
            ("/play game:Hawaii seats:4", 3),
            ("/play game:Hawaii pace:12h seats:3", 4),
            ("/play game:Haleakala", 5),
        ] {
            scene.says("Ben", &hall, line).await.says("opened");
            assert_eq!(scene.threads().await.len(), tables, "{line}");
        }
        let led = scene
            .says("Dan", &hall, "/play game:Hawaii seats:3 pace:24h")
            .await;
        assert!(led.is_private());
        led.says("was waiting for you").says(&format!("<#{place}>"));
        scene.told(&place, "• Dan").await;
        assert_eq!(scene.threads().await.len(), 5);
        scene
            .says("Dan", &hall, "/play game:Hawaii pace:soon")
            .await
            .says("I cannot read that as a time limit");
        // Where the fewest are missing it begins soonest.
        let led = scene.says("Ben", &hall, "/play game:Hawaii").await;
        led.says(&format!("<#{place}>"));
        scene.told(&place, "All seats are taken").await;
        // What somebody may not see waits for others.
        let cellar = scene.lounge("cellar").await;
        scene
            .says("Ana", &cellar, "/table open game:Haleakala")
            .await;
        let hides =
            json!({ "channel": cellar, "person": scene.person("Dan"), "deny": ["VIEW_CHANNEL"] });
        scene.post("permissions", hides).await;
        let there = scene.threads().await.pop().unwrap();
        for _ in 0..2 {
            let led = scene.says("Dan", &hall, "/play game:Haleakala").await;
            assert!(!led.text().contains(&there), "{}", led.text());
        }
        scene.end().await;
    });
}

#[test]
fn unused_table_is_closed_with_a_message() {
    evening(async {
        const DAY: i64 = 24 * 60 * 60;
        let mut scene = Scene::begin().await;
        let (still, _) = opened(&scene, "game:Hawaii").await;
        scene.clock.turn(8 * DAY);
        let (fresh, _) = opened(&scene, "game:Hawaii").await;
        scene.clock.turn(7 * DAY);
        // Whatever happens meanwhile, it is looked at once a day.
        let said = "is closed: nobody has come or gone for 14 days";
        scene
            .until("the table is closed with a word", async |scene| {
                scene
                    .sees("Dan", &still)
                    .await
                    .iter()
                    .any(|shown| shown.is_silent() && shown.text().contains(said))
            })
            .await;
        scene.says("Ben", &still, "/table join").await.says("over");
        scene
            .says("Ben", &fresh, "/table join")
            .await
            .says("You have seat");
        scene.clock.turn(13 * DAY);
        scene.bot_goes().await;
        scene.bot_comes().await;
        scene.is_quiet().await;
        scene
            .says("Dan", &fresh, "/table join")
            .await
            .says("You have seat");
        scene.end().await;
    });
}

#[test]
fn notes_are_private() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        scene
            .says("Dan", &place, "/note text:\"watch Ben\"")
            .await
            .says("You have no seat");
        let (who, board) = scene.next(&place, None).await;
        let (who, other) = if who.as_deref() == Some("Ana") {
            ("Ana", "Ben")
        } else {
            ("Ben", "Ana")
        };
        scene
            .says(who, &place, "/note")
            .await
            .says("You have no note");
        let noted = scene
            .says(who, &place, "/note text:\"the *lava* comes @everyone\"")
            .await;
        assert!(noted.is_private());
        noted.says("Your note on this table: the \\*lava\\* comes");
        scene
            .presses(who, &board, "Take your turn")
            .await
            .says("Your note: the \\*lava\\* comes");
        scene
            .says(other, &place, "/note")
            .await
            .says("You have no note");
        for shown in scene.sees("Dan", &place).await {
            assert!(
                !shown.0.to_string().contains("lava\\\\* comes"),
                "{shown:?}"
            );
        }
        scene
            .says(who, &place, "/note text:shorter")
            .await
            .says("table: shorter");
        scene
            .says(who, &place, "/note clear:true")
            .await
            .says("You have no note");
        let panel = scene.says(who, &place, "/turn").await;
        assert!(!panel.text().contains("Your note"), "{}", panel.text());
        scene.end().await;
    });
}

#[test]
fn a_private_table_is_not_opened_in_the_open() {
    evening(async {
        let scene = Scene::begin().await;
        let refused = scene
            .says(
                "Ana",
                &scene.hall,
                "/table open game:Haleakala private:true",
            )
            .await;
        refused.says("cannot open a private thread");
        assert!(scene.threads().await.is_empty());
        scene.end().await;
    });
}

/// A table that nobody knows of but those who are invited.
#[test]
fn private_table_is_visible_to_invited_people_only() {
    evening(async {
        // What the invitation asks for, and the right to make private threads.
        let usual = Settings::default();
        let scene = Scene::with(Settings {
            permissions: usual.permissions | 1 << 36,
            ..usual
        })
        .await;
        let (hall, ben) = (scene.hall.clone(), scene.person("Ben").to_owned());
        scene
            .says(
                "Ana",
                &hall,
                "/table open game:Haleakala private:true rated:true",
            )
            .await
            .says("cannot be private");
        let opened = scene
            .says("Ana", &hall, "/table open game:Haleakala private:true")
            .await;
        assert!(opened.is_private(), "nobody hears of it");
        opened.says("private table for Haleakala");
        let place = scene.threads().await.pop().unwrap();
        told_to(&scene, "Ana", &place, "This table is private").await;
        // Neither by a list, nor by looking for a table, nor by looking on.
        assert!(
            !scene
                .says("Ben", &hall, "/table list")
                .await
                .text()
                .contains(&place)
        );
        scene
            .says("Ben", &hall, "/play game:Haleakala")
            .await
            .says("opened");
        scene
            .says("Ana", &place, "/table watchers open:true")
            .await
            .says("stays private");
        scene
            .says("Ana", &hall, "/table move table:1")
            .await
            .says("stays private");
        // Whoever is kept out of the tables of this server is not let into the thread either.
        let dan = scene.person("Dan").to_owned();
        scene
            .says(
                "Ana",
                &hall,
                &format!("/admin bar player:{dan} reason:noise"),
            )
            .await
            .says("noise");
        scene
            .says("Ana", &place, &format!("/table invite player:{dan}"))
            .await
            .says("keep that person out");
        let peeped = scene
            .get(&format!("channels/{place}/messages?as={dan}"))
            .await;
        assert!(peeped["error"].is_string(), "{peeped}");
        scene
            .says("Ana", &place, &format!("/table invite player:{ben}"))
            .await
            .says("posted here");
        let called = told_to(
            &scene,
            "Ben",
            &place,
            "would like to play Haleakala with you",
        )
        .await;
        scene
            .presses("Ben", &called, "Join")
            .await
            .says("All seats are taken");
        scene
            .says("Ana", &place, "/table start")
            .await
            .says("Haleakala");
        told_to(&scene, "Ben", &place, "it is your turn").await;
        scene.resigns("Ana", &place).await;
        told_to(&scene, "Ben", &place, "resigned").await;
        // What remains of it is theirs.
        assert!(
            !scene
                .says("Dan", &hall, "/history server:true")
                .await
                .text()
                .contains(&place)
        );
        scene.says("Ben", &hall, "/history").await.says("Haleakala");
        scene.end().await;
    });
}

/// Waits until somebody reads something in a place that others may not see.
async fn told_to(scene: &Scene, who: &str, place: &str, words: &str) -> Shown {
    let says = |shown: &Shown| shown.text().contains(words);
    scene
        .until(&format!("{who} reads \"{words}\""), async |scene| {
            scene.sees(who, place).await.iter().any(says)
        })
        .await;
    scene
        .sees(who, place)
        .await
        .into_iter()
        .rfind(says)
        .unwrap()
}

impl Scene {
    /// A message of the bot with one button, of which an attacker chose the id.
    pub(super) async fn forged_button(&self, channel: &str, id: &str) -> Shown {
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

    /// A channel on another server, of which everybody here is a member.
    pub(super) async fn abroad(&self) -> String {
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

#[test]
fn table_is_joined_only_in_its_channel() {
    evening(async {
        let usual = Settings::default();
        let scene = Scene::with(Settings {
            permissions: usual.permissions | 1 << 36,
            ..usual
        })
        .await;
        let (place, lobby) = opened(&scene, "game:Hawaii seats:3").await;
        scene
            .says(
                "Ana",
                &scene.hall,
                "/table open game:Hawaii seats:3 private:true",
            )
            .await;
        let hall = scene.hall.clone();
        let inn = scene.abroad().await;
        let here = scene
            .post(&format!("persons/{}/leave", scene.person("Dan")), json!({}))
            .await;
        assert!(here["error"].is_null(), "{here}");
        for (who, channel, id) in [
            ("Dan", &inn, "j:1"),
            ("Ben", &inn, "j:1"),
            ("Ben", &hall, "j:2"),
        ] {
            let forged = scene.forged_button(channel, id).await;
            let refused = scene.presses(who, &forged, "Forged").await;
            assert!(refused.is_private());
            refused.says(&scene.said("chat-other-channel"));
        }
        let store = scene.store().await;
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
        scene.presses("Ben", &lobby, "Join").await.says("• Ben");
        scene.says("Ben", &place, "/table leave").await;
        scene.end().await;
    });
}
