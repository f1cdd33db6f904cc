//! Between servers: two people of two servers find each other and play in direct messages with the bot; on neither server
//! anything is seen of it.

use std::time::Duration;

use lanai_host::MATCH_REQUEST_SECS;
use lanai_porch::Settings;
use lanai_rules::chance::{Dice, Seed};
use serde_json::json;

use super::whole_games::{OF_HALEAKALA, press_a_turn, type_a_turn};
use super::{Scene, Shown, evening, text};

/// Who may manage a server lets its people play with those of others.
const TAKE_PART: &str = "/remind whose:\"This server's\" elsewhere:true";

/// Two servers: Ana manages both, Ben is on the first alone, Dan on the second; and a channel there.
struct Abroad {
    scene: Scene,
    hall: String,
    far: String,
}

impl Abroad {
    /// Boards come in words: how they are drawn is no matter here.
    async fn begin() -> Abroad {
        let mut scene = Scene::without_bot(Settings::default()).await;
        scene.pictures_within = Duration::ZERO;
        scene.bot_comes().await;
        let near = text(&scene.get("world").await["server"]["id"]);
        let server = text(
            &scene
                .post("servers", json!({ "name": "Far away", "locale": "en-US" }))
                .await["id"],
        );
        let far = scene
            .post("channels", json!({ "name": "far", "server": server }))
            .await;
        let far = text(&far["id"]);
        for (who, left) in [("Ben", &server), ("Dan", &near)] {
            scene
                .post(
                    &format!("persons/{}/leave", scene.person(who)),
                    json!({ "server": left }),
                )
                .await;
        }
        Abroad {
            hall: scene.hall.clone(),
            scene,
            far,
        }
    }

    /// Both servers agree.
    async fn agree(&self) {
        for place in [&self.hall, &self.far] {
            let said = self.scene.says("Ana", place, TAKE_PART).await;
            said.says("may play with people of other servers");
        }
    }

    /// Ben waits, and Dan finds him.
    async fn find_each_other(&self, wish: &str) {
        let waits = self
            .scene
            .says("Ben", &self.hall, &format!("/play {wish} elsewhere:true"))
            .await;
        waits.says("Nobody is waiting for such a game");
        let found = self
            .scene
            .says("Dan", &self.far, &format!("/play {wish} elsewhere:true"))
            .await;
        found.says("with Ben begins in our direct messages");
        assert!(waits.is_private() && found.is_private());
        for who in ["Ben", "Dan"] {
            self.board(who, None).await;
        }
    }

    /// The newest board that somebody sees, other than this one.
    async fn board(&self, who: &str, before: Option<&Shown>) -> Shown {
        let newest = async |scene: &Scene| {
            let mut told = scene.told_directly(who).await.into_iter();
            let is_board = |shown: &Shown| {
                !shown.is_private()
                    && (shown.button("Take your turn").is_some()
                        || shown.button("Record").is_some())
            };
            told.rfind(is_board)
        };
        let old = before.map(Shown::message);
        self.scene
            .until(&format!("{who} sees a board"), async |scene| {
                scene.clock.turn(0);
                newest(scene)
                    .await
                    .is_some_and(|shown| Some(shown.message()) != old)
            })
            .await;
        newest(&self.scene).await.unwrap()
    }

    async fn own(&self, who: &str) -> String {
        self.scene.own_channel(who).await.unwrap()
    }

    /// Nothing was posted on either server.
    async fn nothing_is_seen(&self) {
        for place in [&self.hall, &self.far] {
            let posted = self.scene.sees("Ana", place).await;
            assert!(posted.iter().all(Shown::is_private), "{posted:?}");
        }
        assert!(self.scene.threads().await.is_empty());
        assert!(self.scene.told_directly("Ana").await.is_empty());
    }
}

/// A game of Haleakala, each turn by the panel or by commands in turns, until Dan resigns.
async fn play_to_the_end(abroad: &Abroad) {
    let scene = &abroad.scene;
    let mut dice = Dice::new(&Seed::from_number(7), 0);
    let mut board = abroad.board("Ben", None).await;
    for turn in 0..8 {
        let Some(who) = scene.acts(&board) else { break };
        // Each sees the turns of the other without a sound, and is called to their own.
        let own = abroad.board(&who, None).await;
        let called = own.0["message"]["mentions"] == json!([scene.person(&who)]);
        assert!(called != own.is_silent(), "{own:?}");
        assert!(who == "Ben" || board.is_silent(), "{board:?}");
        if turn % 2 == 0 {
            press_a_turn(scene, &who, &own, &mut dice).await;
        } else {
            type_a_turn(
                scene,
                &who,
                &abroad.own(&who).await,
                &OF_HALEAKALA,
                &mut dice,
            )
            .await;
        }
        // How the table stands is told a little later, for which nobody waits in earnest.
        scene.clock.turn(10);
        scene.is_quiet().await;
        board = abroad.board("Ben", None).await;
    }
    scene
        .resigns("Dan", &abroad.own("Dan").await)
        .await
        .says("You resigned");
    scene.clock.turn(10);
    scene.is_quiet().await;
}

async fn two_find_each_other_and_play() {
    let abroad = Abroad::begin().await;
    let scene = &abroad.scene;
    // Neither server agrees, then one, then both.
    for place in [&abroad.hall, &abroad.far] {
        let off = scene
            .says("Ana", place, "/play game:Haleakala elsewhere:true")
            .await;
        off.says("does not take part in games with other servers");
    }
    let refused = scene.says("Ben", &abroad.hall, TAKE_PART).await;
    refused.says("for the moderators of this server");
    scene
        .says("Ana", &abroad.hall, "/remind elsewhere:true")
        .await
        .says("set for a whole server");
    abroad.agree().await;
    abroad.find_each_other("game:Haleakala").await;
    let told = scene.told_directly("Ben").await;
    assert!(told.iter().any(|shown| {
        shown
            .text()
            .contains("would like to play Haleakala with you now")
    }));
    play_to_the_end(&abroad).await;
    for who in ["Ben", "Dan"] {
        let last = abroad.board(who, None).await;
        assert!(last.button("Play again").is_none(), "{last:?}");
        scene
            .presses(who, &last, "Record")
            .await
            .says("lanai replay");
        let own = abroad.own(who).await;
        scene
            .says(who, &own, "/table record")
            .await
            .says("lanai replay");
        scene.says(who, &own, "/history").await.says("Haleakala");
        let boards = scene.told_directly(who).await;
        assert!(
            boards
                .iter()
                .all(|shown| !shown.0.to_string().contains("Far away")),
            "no server is named"
        );
    }
    let others = scene
        .says(
            "Ana",
            &abroad.hall,
            &format!("/history player:{}", scene.person("Ben")),
        )
        .await;
    assert!(!others.text().contains("Dan"), "{}", others.text());
    scene.is_quiet().await;
    abroad.nothing_is_seen().await;
    abroad.scene.end().await;
}

#[test]
fn players_of_two_servers_meet_in_direct_messages() {
    evening(two_find_each_other_and_play());
}

#[test]
fn all_table_commands_work_in_direct_messages() {
    evening(async {
        let abroad = Abroad::begin().await;
        let scene = &abroad.scene;
        abroad.agree().await;
        abroad.find_each_other("game:Hawaii pace:24h").await;
        let [ben, dan] = [abroad.own("Ben").await, abroad.own("Dan").await];
        let board = abroad.board("Ben", None).await;
        let acts = scene.acts(&board).unwrap();
        let waits = if acts == "Ben" { "Dan" } else { "Ben" };
        let own = |who: &str| {
            if who == "Ben" {
                ben.clone()
            } else {
                dan.clone()
            }
        };
        // Who acts is called by a mention in their own messages, and by name in those of the other.
        let seen = abroad.board(waits, None).await;
        seen.says(&format!("{acts}'s turn"));
        assert!(!seen.text().contains("<@"), "{}", seen.text());
        scene.says(&acts, &abroad.hall, "/mine").await;
        scene
            .says(&acts, &own(&acts), "/mine")
            .await
            .says("our direct messages");
        scene
            .says(waits, &own(waits), "/table show")
            .await
            .says(&format!("{acts}'s turn"));
        scene.says(waits, &own(waits), "/ahead").await;
        // Who plays between servers does so once at a time, and the table stays what it is.
        let place = if acts == "Ben" {
            &abroad.hall
        } else {
            &abroad.far
        };
        let twice = scene
            .says(&acts, place, "/play game:Hawaii elsewhere:true")
            .await;
        twice.says("one such game at a time");
        scene
            .says(&acts, &own(&acts), "/table list")
            .await
            .says("Tables are on servers");
        // A pause, agreed by both.
        scene.says(&acts, &own(&acts), "/table pause time:2d").await;
        scene.is_quiet().await;
        let asked = scene.told_directly(waits).await.pop().unwrap();
        scene.presses(waits, &asked, "Agree").await;
        scene.is_quiet().await;
        for who in ["Ben", "Dan"] {
            let told = scene.told_directly(who).await;
            let paused = told
                .iter()
                .filter(|shown| shown.text().contains("The game is paused"));
            assert!(paused.count() >= 1, "{told:?}");
        }
        scene.says(&acts, &own(&acts), "/table resume").await;
        scene.is_quiet().await;
        let asked = scene.told_directly(waits).await.pop().unwrap();
        scene.presses(waits, &asked, "Agree").await;
        scene.is_quiet().await;
        // A turn, and back again.
        let panel = scene.says(&acts, &own(&acts), "/turn").await;
        assert!(panel.is_private());
        scene.says(&acts, &own(&acts), "/wait").await;
        scene.is_quiet().await;
        scene.says(&acts, &own(&acts), "/table undo").await;
        scene.is_quiet().await;
        // Both want to end it; one does not, and resigns.
        scene.says(&acts, &own(&acts), "/table end").await;
        scene.is_quiet().await;
        scene.resigns(waits, &own(waits)).await.says("You resigned");
        scene.is_quiet().await;
        for who in ["Ben", "Dan"] {
            let told = scene.told_directly(who).await;
            let over = told
                .iter()
                .filter(|shown| shown.text().contains(&format!("{waits} resigned")));
            assert_eq!(over.count(), 1, "{told:?}");
        }
        abroad.nothing_is_seen().await;
        // And now each is free for another.
        scene
            .says(&acts, place, "/play game:Hawaii elsewhere:true")
            .await
            .says("Nobody is waiting");
        abroad.scene.end().await;
    });
}

#[test]
fn seeker_without_direct_messages_is_refused() {
    evening(async {
        let abroad = Abroad::begin().await;
        let scene = &abroad.scene;
        abroad.agree().await;
        for who in ["Ben", "Dan"] {
            scene
                .post("channels", json!({ "dm": scene.person(who) }))
                .await;
        }
        let ben = abroad.own("Ben").await;
        let closes = async |names: &[&str]| {
            scene
                .post("permissions", json!({ "channel": ben, "deny": names }))
                .await;
        };
        closes(&["SEND_MESSAGES"]).await;
        let refused = scene
            .says("Ben", &abroad.hall, "/play game:Hawaii elsewhere:true")
            .await;
        refused.says("I cannot write to you in direct messages");
        assert!(refused.is_private());
        scene
            .says("Dan", &abroad.far, "/play game:Hawaii elsewhere:true")
            .await
            .says("Nobody is waiting");
        // Somebody who closed them since is not found, and no table is opened.
        closes(&[]).await;
        scene
            .says("Ben", &abroad.hall, "/play game:Haleakala elsewhere:true")
            .await
            .says("Nobody is waiting");
        closes(&["SEND_MESSAGES"]).await;
        let alone = scene
            .says("Dan", &abroad.far, "/play game:Haleakala elsewhere:true")
            .await;
        alone.says("Nobody is waiting");
        closes(&[]).await;
        // Their wish is gone; they begin anew, and are found.
        let found = scene
            .says("Ben", &abroad.hall, "/play game:Haleakala elsewhere:true")
            .await;
        found.says("with Dan begins in our direct messages");
        abroad.board("Dan", None).await;
        abroad.nothing_is_seen().await;
        abroad.scene.end().await;
    });
}

#[test]
fn match_request_can_be_changed_withdrawn_and_expires() {
    evening(async {
        let mut abroad = Abroad::begin().await;
        abroad.agree().await;
        let scene = &abroad.scene;
        let wish = "/play game:Hawaii elsewhere:true";
        let waits = scene.says("Ben", &abroad.hall, wish).await;
        scene
            .presses("Ben", &waits, "Stop looking")
            .await
            .says("no longer looking");
        scene
            .says("Dan", &abroad.far, wish)
            .await
            .says("Nobody is waiting");
        let told = scene.told_directly("Dan").await.pop().unwrap();
        told.says("I am looking for players of Hawaii");
        scene
            .presses("Dan", &told, "Stop looking")
            .await
            .says("no longer looking");
        let known = scene.says("Ben", &abroad.hall, wish).await;
        let told = scene.told_directly("Ben").await;
        let told = told.iter().rfind(|shown| !shown.is_private()).unwrap();
        scene
            .presses("Ben", &known, "Stop looking")
            .await
            .says("no longer looking");
        scene
            .presses("Ben", told, "Stop looking")
            .await
            .says("I am not looking");
        // Whoever looks on their server waits no more elsewhere.
        scene
            .says("Ben", &abroad.hall, wish)
            .await
            .says("Nobody is waiting");
        scene.says("Ben", &abroad.hall, "/play game:Hawaii").await;
        scene.is_told_directly("Ben", "no longer looking").await;
        scene
            .says(
                "Ben",
                &abroad.hall,
                "/play game:Haleakala seats:3 elsewhere:true",
            )
            .await
            .says("not played by 3");
        // A server that takes part no more hides those who wait there.
        scene
            .says("Ben", &abroad.hall, wish)
            .await
            .says("Nobody is waiting");
        let off = scene
            .says(
                "Ana",
                &abroad.hall,
                "/remind whose:\"This server's\" elsewhere:false",
            )
            .await;
        off.says("do not play with people of other servers");
        scene
            .says("Dan", &abroad.far, wish)
            .await
            .says("Nobody is waiting");
        // Both wait; when it takes part again they find each other without asking, also after a restart.
        abroad.agree().await;
        abroad.scene.bot_goes().await;
        abroad.scene.bot_comes().await;
        let scene = &abroad.scene;
        scene.clock.turn(120);
        abroad.board("Ben", None).await;
        abroad.board("Dan", None).await;
        scene.resigns("Ben", &abroad.own("Ben").await).await;
        scene.is_quiet().await;
        scene
            .says("Ben", &abroad.hall, wish)
            .await
            .says("Nobody is waiting");
        scene.clock.turn(MATCH_REQUEST_SECS + 60);
        let lapsed = async |scene: &Scene| {
            scene.clock.turn(0);
            let told = scene.told_directly("Ben").await;
            told.iter().any(|shown| {
                shown
                    .text()
                    .contains("Nobody came to play Hawaii within 7 days")
            })
        };
        scene.until("Ben hears that nobody came", lapsed).await;
        scene
            .says("Dan", &abroad.far, wish)
            .await
            .says("Nobody is waiting");
        abroad.scene.end().await;
    });
}

#[test]
fn similar_ratings_are_matched_on_a_server() {
    evening(async {
        let scene = Scene::begin().await;
        let hall = scene.hall.clone();
        scene
            .says("Ana", &hall, "/play game:Hawaii level:\"About mine\"")
            .await
            .says("opened");
        let place = scene.threads().await[0].clone();
        scene.told(&place, "of about the same level").await;
        // Who keeps their rating to themselves is compared with nobody.
        scene.says("Dan", &hall, "/stats public:false").await;
        scene
            .says("Dan", &hall, "/play game:Hawaii level:\"About mine\"")
            .await
            .says("cannot look up your rating");
        scene
            .says("Dan", &hall, "/play game:Hawaii")
            .await
            .says("opened");
        // Two of whom nobody knows how well they play.
        let led = scene
            .says("Ben", &hall, "/play game:Hawaii level:\"About mine\"")
            .await;
        led.says(&format!("<#{place}>"));
        scene.end().await;
    });
}
