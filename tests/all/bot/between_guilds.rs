//! Games between guilds: two people of two guilds are matched and play in direct messages, and
//! neither guild sees it.

use std::time::Duration;

use lanai_host::MATCH_REQUEST_SECS;
use lanai_porch::Settings;
use lanai_rules::chance::{Dice, Seed};
use serde_json::json;

use super::whole_games::{OF_HALEAKALA, press_a_turn, type_a_turn};
use super::{Scene, Shown, text};

/// The command with which a manager lets a guild take part.
const TAKE_PART: &str = "/remind whose:\"This server's\" elsewhere:true";

/// Two servers: Ana manages both, Ben is on the first alone, Dan on the second; and a channel
/// there.
struct Abroad {
    scene: Scene,
    main_channel: String,
    far: String,
}

impl Abroad {
    /// Boards come in words: how they are drawn is no matter here.
    async fn start() -> Abroad {
        let mut scene = Scene::open(Settings::default()).await;
        scene.pictures_within = Duration::ZERO;
        scene.start_bot().await;
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
            main_channel: scene.main_channel.clone(),
            scene,
            far,
        }
    }

    async fn enable_between_guilds(&self) {
        for thread in [&self.main_channel, &self.far] {
            let said = self.scene.run_command("Ana", thread, TAKE_PART).await;
            said.assert_says("may play with people on other servers");
        }
    }

    /// Ben waits, and Dan finds him.
    async fn match_ben_and_dan(&self, request: &str) {
        let waits = self
            .scene
            .run_command(
                "Ben",
                &self.main_channel,
                &format!("/play {request} elsewhere:true"),
            )
            .await;
        waits.assert_says("Nobody is waiting for such a game");
        let found = self
            .scene
            .run_command("Dan", &self.far, &format!("/play {request} elsewhere:true"))
            .await;
        found.assert_says("with Ben begins in our direct messages");
        assert!(waits.is_private() && found.is_private());
        for who in ["Ben", "Dan"] {
            self.wait_for_board(who, None).await;
        }
    }

    /// Waits for a newer board in a person's direct messages.
    async fn wait_for_board(&self, who: &str, before: Option<&Shown>) -> Shown {
        let newest = async |scene: &Scene| {
            let mut told = scene.list_direct_messages(who).await.into_iter();
            told.rfind(|answer: &Shown| {
                !answer.is_private()
                    && (answer.button_id("Take your turn").is_some()
                        || answer.button_id("Record").is_some())
            })
        };
        let old = before.map(Shown::message_id);
        self.scene
            .wait_until(&format!("{who} sees a board"), async |scene| {
                scene.clock.advance(0);
                newest(scene)
                    .await
                    .is_some_and(|answer| Some(answer.message_id()) != old)
            })
            .await;
        newest(&self.scene).await.unwrap()
    }

    async fn direct_channel(&self, who: &str) -> String {
        self.scene.direct_channel(who).await.unwrap()
    }

    /// Asserts that nothing was posted on either guild.
    async fn assert_nothing_posted(&self) {
        for thread in [&self.main_channel, &self.far] {
            let posted = self.scene.list_visible_messages("Ana", thread).await;
            assert!(posted.iter().all(Shown::is_private), "{posted:?}");
        }
        assert!(self.scene.list_threads().await.is_empty());
        assert!(self.scene.list_direct_messages("Ana").await.is_empty());
    }
}

/// A game of Haleakala, each turn by the panel or by commands in turns, until Dan resigns.
async fn play_to_the_end(abroad: &Abroad) {
    let scene = &abroad.scene;
    let mut dice = Dice::new(&Seed::from_number(7), 0);
    let mut board = abroad.wait_for_board("Ben", None).await;
    for turn in 0..8 {
        let Some(who) = scene.person_to_act(&board) else {
            break;
        };
        // The turns of the opponent are silent; one's own turn pings.
        let own = abroad.wait_for_board(&who, None).await;
        let called = own.0["message"]["mentions"] == json!([scene.person(&who)]);
        assert!(called != own.is_silent(), "{own:?}");
        assert!(who == "Ben" || board.is_silent(), "{board:?}");
        if turn % 2 == 0 {
            press_a_turn(scene, &who, &own, &mut dice).await;
        } else {
            type_a_turn(
                scene,
                &who,
                &abroad.direct_channel(&who).await,
                &OF_HALEAKALA,
                &mut dice,
            )
            .await;
        }
        // The standing message is updated a little later, by the turned clock.
        scene.clock.advance(10);
        scene.wait_until_idle().await;
        board = abroad.wait_for_board("Ben", None).await;
    }
    scene
        .resign("Dan", &abroad.direct_channel("Dan").await)
        .await
        .assert_says("You resigned");
    scene.clock.advance(10);
    scene.wait_until_idle().await;
}

async fn match_and_play() {
    let abroad = Abroad::start().await;
    let scene = &abroad.scene;
    // Neither guild agrees, then one, then both.
    for thread in [&abroad.main_channel, &abroad.far] {
        let off = scene
            .run_command("Ana", thread, "/play game:Haleakala elsewhere:true")
            .await;
        off.assert_says("doesn't take part in games with other servers");
    }
    let refused = scene
        .run_command("Ben", &abroad.main_channel, TAKE_PART)
        .await;
    refused.assert_says("for the moderators of this server");
    scene
        .run_command("Ana", &abroad.main_channel, "/remind elsewhere:true")
        .await
        .assert_says("set for a whole server");
    abroad.enable_between_guilds().await;
    abroad.match_ben_and_dan("game:Haleakala").await;
    let told = scene.list_direct_messages("Ben").await;
    assert!(told.iter().any(|answer| {
        answer
            .text()
            .contains("would like to play Haleakala with you now")
    }));
    play_to_the_end(&abroad).await;
    for who in ["Ben", "Dan"] {
        let last = abroad.wait_for_board(who, None).await;
        assert!(last.button_id("Play again").is_none(), "{last:?}");
        scene
            .assert_press(who, &last, "Record", "lanai replay")
            .await;
        let own = abroad.direct_channel(who).await;
        scene
            .assert_answer(who, &own, "/table record", "lanai replay")
            .await;
        scene
            .assert_answer(who, &own, "/history", "Haleakala")
            .await;
        let boards = scene.list_direct_messages(who).await;
        assert!(
            boards
                .iter()
                .all(|answer| !answer.0.to_string().contains("Far away")),
            "no server is named"
        );
    }
    let others = scene
        .run_command(
            "Ana",
            &abroad.main_channel,
            &format!("/history player:{}", scene.person("Ben")),
        )
        .await;
    assert!(!others.text().contains("Dan"), "{}", others.text());
    scene.wait_until_idle().await;
    abroad.assert_nothing_posted().await;
    abroad.scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_of_two_servers_meet_in_direct_messages() {
    match_and_play().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_table_commands_work_in_direct_messages() {
    let abroad = Abroad::start().await;
    let scene = &abroad.scene;
    abroad.enable_between_guilds().await;
    abroad.match_ben_and_dan("game:Hawaii pace:24h").await;
    let [ben, dan] = [
        abroad.direct_channel("Ben").await,
        abroad.direct_channel("Dan").await,
    ];
    let board = abroad.wait_for_board("Ben", None).await;
    let acts = scene.person_to_act(&board).unwrap();
    let waits = if acts == "Ben" { "Dan" } else { "Ben" };
    let own = |who: &str| {
        if who == "Ben" {
            ben.clone()
        } else {
            dan.clone()
        }
    };
    // The player to act is pinged in their own messages, and named in those of the opponent.
    let seen = abroad.wait_for_board(waits, None).await;
    seen.assert_says(&format!("{acts}'s turn"));
    assert!(!seen.text().contains("<@"), "{}", seen.text());
    scene
        .run_command(&acts, &abroad.main_channel, "/mine")
        .await;
    scene
        .assert_answer(&acts, &own(&acts), "/mine", "our direct messages")
        .await;
    scene
        .assert_answer(waits, &own(waits), "/table show", &format!("{acts}'s turn"))
        .await;
    scene.run_command(waits, &own(waits), "/ahead").await;
    // A person plays between guilds once at a time.
    let thread = if acts == "Ben" {
        &abroad.main_channel
    } else {
        &abroad.far
    };
    let twice = scene
        .run_command(&acts, thread, "/play game:Hawaii elsewhere:true")
        .await;
    twice.assert_says("one such game at a time");
    scene
        .assert_answer(
            &acts,
            &own(&acts),
            "/table list",
            "Tables live in server channels",
        )
        .await;
    // A pause, agreed by both.
    scene
        .run_command(&acts, &own(&acts), "/table pause time:2d")
        .await;
    scene.wait_until_idle().await;
    let asked = scene.list_direct_messages(waits).await.pop().unwrap();
    scene.press_button(waits, &asked, "Agree").await;
    scene.wait_until_idle().await;
    for who in ["Ben", "Dan"] {
        let told = scene.list_direct_messages(who).await;
        let paused = told
            .iter()
            .filter(|answer| answer.text().contains("The game is paused"));
        assert!(paused.count() >= 1, "{told:?}");
    }
    scene.run_command(&acts, &own(&acts), "/table resume").await;
    scene.wait_until_idle().await;
    let asked = scene.list_direct_messages(waits).await.pop().unwrap();
    scene.press_button(waits, &asked, "Agree").await;
    scene.wait_until_idle().await;
    // A turn, and back again.
    let panel = scene.run_command(&acts, &own(&acts), "/turn").await;
    assert!(panel.is_private());
    scene.run_command(&acts, &own(&acts), "/wait").await;
    scene.wait_until_idle().await;
    scene.run_command(&acts, &own(&acts), "/table undo").await;
    scene.wait_until_idle().await;
    // Both vote to end the game; then one resigns.
    scene.run_command(&acts, &own(&acts), "/table end").await;
    scene.wait_until_idle().await;
    scene
        .resign(waits, &own(waits))
        .await
        .assert_says("You resigned");
    scene.wait_until_idle().await;
    for who in ["Ben", "Dan"] {
        let told = scene.list_direct_messages(who).await;
        let over = told
            .iter()
            .filter(|answer| answer.text().contains(&format!("{waits} resigned")));
        assert_eq!(over.count(), 1, "{told:?}");
    }
    abroad.assert_nothing_posted().await;
    // Both are free for another match.
    scene
        .run_command(&acts, thread, "/play game:Hawaii elsewhere:true")
        .await
        .assert_says("Nobody is waiting");
    abroad.scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seeker_without_direct_messages_is_refused() {
    let abroad = Abroad::start().await;
    let scene = &abroad.scene;
    abroad.enable_between_guilds().await;
    for who in ["Ben", "Dan"] {
        scene
            .post("channels", json!({ "dm": scene.person(who) }))
            .await;
    }
    let ben = abroad.direct_channel("Ben").await;
    let closes = async |names: &[&str]| {
        scene
            .post("permissions", json!({ "channel": ben, "deny": names }))
            .await;
    };
    closes(&["SEND_MESSAGES"]).await;
    let refused = scene
        .run_command(
            "Ben",
            &abroad.main_channel,
            "/play game:Hawaii elsewhere:true",
        )
        .await;
    refused.assert_says("I can't send you direct messages");
    assert!(refused.is_private());
    scene
        .run_command("Dan", &abroad.far, "/play game:Hawaii elsewhere:true")
        .await
        .assert_says("Nobody is waiting");
    // A seeker who closed their direct messages is not matched, and no table is opened.
    closes(&[]).await;
    scene
        .assert_answer(
            "Ben",
            &abroad.main_channel,
            "/play game:Haleakala elsewhere:true",
            "Nobody is waiting",
        )
        .await;
    closes(&["SEND_MESSAGES"]).await;
    let alone = scene
        .run_command("Dan", &abroad.far, "/play game:Haleakala elsewhere:true")
        .await;
    alone.assert_says("Nobody is waiting");
    closes(&[]).await;
    // Their request is gone; they ask again and are matched.
    let found = scene
        .run_command(
            "Ben",
            &abroad.main_channel,
            "/play game:Haleakala elsewhere:true",
        )
        .await;
    found.assert_says("with Dan begins in our direct messages");
    abroad.wait_for_board("Dan", None).await;
    abroad.assert_nothing_posted().await;
    abroad.scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn match_request_can_be_changed_withdrawn_and_expires() {
    let mut abroad = Abroad::start().await;
    abroad.enable_between_guilds().await;
    let scene = &abroad.scene;
    let request = "/play game:Hawaii elsewhere:true";
    let waits = scene
        .run_command("Ben", &abroad.main_channel, request)
        .await;
    scene
        .assert_press("Ben", &waits, "Stop looking", "no longer looking")
        .await;
    scene
        .assert_answer("Dan", &abroad.far, request, "Nobody is waiting")
        .await;
    let told = scene.list_direct_messages("Dan").await.pop().unwrap();
    told.assert_says("I'm looking for players of Hawaii");
    scene
        .assert_press("Dan", &told, "Stop looking", "no longer looking")
        .await;
    let known = scene
        .run_command("Ben", &abroad.main_channel, request)
        .await;
    let told = scene.list_direct_messages("Ben").await;
    let told = told.iter().rfind(|answer| !answer.is_private()).unwrap();
    scene
        .assert_press("Ben", &known, "Stop looking", "no longer looking")
        .await;
    scene
        .assert_press("Ben", told, "Stop looking", "I'm not looking")
        .await;
    // A request on the own guild replaces the one between guilds.
    scene
        .assert_answer("Ben", &abroad.main_channel, request, "Nobody is waiting")
        .await;
    scene
        .run_command("Ben", &abroad.main_channel, "/play game:Hawaii")
        .await;
    scene
        .wait_for_direct_message("Ben", "no longer looking")
        .await;
    scene
        .assert_answer(
            "Ben",
            &abroad.main_channel,
            "/play game:Haleakala seats:3 elsewhere:true",
            "can't be played by 3",
        )
        .await;
    // The seekers of a guild that no longer takes part are hidden.
    scene
        .assert_answer("Ben", &abroad.main_channel, request, "Nobody is waiting")
        .await;
    let off = scene
        .run_command(
            "Ana",
            &abroad.main_channel,
            "/remind whose:\"This server's\" elsewhere:false",
        )
        .await;
    off.assert_says("don't play with people on other servers");
    scene
        .assert_answer("Dan", &abroad.far, request, "Nobody is waiting")
        .await;
    // Both wait; when the guild takes part again they are matched, also after a restart.
    abroad.enable_between_guilds().await;
    abroad.scene.stop_bot().await;
    abroad.scene.start_bot().await;
    let scene = &abroad.scene;
    scene.clock.advance(120);
    abroad.wait_for_board("Ben", None).await;
    abroad.wait_for_board("Dan", None).await;
    scene
        .resign("Ben", &abroad.direct_channel("Ben").await)
        .await;
    scene.wait_until_idle().await;
    scene
        .assert_answer("Ben", &abroad.main_channel, request, "Nobody is waiting")
        .await;
    scene.clock.advance(MATCH_REQUEST_SECS + 60);
    let lapsed = async |scene: &Scene| {
        scene.clock.advance(0);
        let told = scene.list_direct_messages("Ben").await;
        told.iter().any(|answer| {
            answer
                .text()
                .contains("Nobody came to play Hawaii within 7 days")
        })
    };
    scene
        .wait_until("Ben is told that no player came", lapsed)
        .await;
    scene
        .assert_answer("Dan", &abroad.far, request, "Nobody is waiting")
        .await;
    abroad.scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn similar_ratings_are_matched_on_a_server() {
    let scene = Scene::start().await;
    let main_channel = scene.main_channel.clone();
    scene
        .assert_answer(
            "Ana",
            &main_channel,
            "/play game:Hawaii level:\"About mine\"",
            "opened",
        )
        .await;
    let thread = scene.list_threads().await[0].clone();
    scene
        .wait_for_text(&thread, "of about the same level")
        .await;
    // A player with a hidden rating is not compared.
    scene
        .run_command("Dan", &main_channel, "/stats public:false")
        .await;
    scene
        .assert_answer(
            "Dan",
            &main_channel,
            "/play game:Hawaii level:\"About mine\"",
            "can't look up your rating",
        )
        .await;
    scene
        .assert_answer("Dan", &main_channel, "/play game:Hawaii", "opened")
        .await;
    let led = scene
        .run_command(
            "Ben",
            &main_channel,
            "/play game:Hawaii level:\"About mine\"",
        )
        .await;
    led.assert_says(&format!("<#{thread}>"));
    scene.end().await;
}
