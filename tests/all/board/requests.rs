//! What requests of the board may do: who is let in, what is answered to old, forged and foreign
//! requests, and that a move made here is a move made in the chat.

use lanai_porch::Settings;
use lanai_rules::chance::{Dice, Seed};
use serde_json::{Value, json};

use super::{Visit, picks_of, possible_choices, split_link};
use crate::bot::{Scene, press_a_turn, run_test};

const LINK_SECS: i64 = 10 * 60;
const SESSION_SECS: i64 = 30 * 24 * 60 * 60;

/// Starts a game of two with the board served.
async fn start_game(game: &str) -> (Scene, String) {
    let mut scene = Scene::open(Settings::default()).await;
    scene.serves_board = true;
    scene.start_bot().await;
    let thread = scene.start_table(game, &["Ana", "Ben"], "").await;
    (scene, thread)
}

/// A game with both players at the board.
struct Opening {
    scene: Scene,
    thread: String,
    start: Value,
    /// The player to act, and the other.
    who: &'static str,
    other: &'static str,
    visit: Visit,
    waiting: Visit,
}

/// Starts a game of two, both of whom visit the board.
async fn open_boards(game: &str) -> Opening {
    let (scene, thread) = start_game(game).await;
    let start = scene.visit_board("Ana", &thread).await.state(&[]).await;
    let (who, other) = by_turn(&start);
    Opening {
        visit: scene.visit_board(who, &thread).await,
        waiting: scene.visit_board(other, &thread).await,
        scene,
        thread,
        start,
        who,
        other,
    }
}

/// Returns the names of the player to act and of the other.
fn by_turn(state: &Value) -> (&'static str, &'static str) {
    if state["players"][0]["isToAct"] == true {
        ("Ana", "Ben")
    } else {
        ("Ben", "Ana")
    }
}

#[test]
fn link_opens_the_board_once_and_within_minutes() {
    run_test(async {
        let (scene, thread) = start_game("Hawaii").await;
        let link = scene.board_link("Ana", &thread).await;
        let visit = Visit::enter(scene.client.clone(), &link).await;
        let state = visit.state(&[]).await;
        assert_eq!(state["seat"], 0);
        let response = visit.get_response("start").await;
        assert_eq!(response.headers()["cache-control"], "no-store");
        let start: Value = response.json().await.unwrap();
        assert_eq!(start["state"], state);
        assert_eq!(start["words"]["words"]["web-do"], scene.bot_text("web-do"));
        let (address, token) = split_link(&link);
        let stranger = Visit::without_session(scene.client.clone(), address);
        let (status, answer) = stranger.post("enter", json!({ "token": token })).await;
        assert_eq!(status, 403, "{answer}");
        assert_eq!(answer["message"], scene.bot_text("panel-board-spent"));
        let late = scene.board_link("Ana", &thread).await;
        scene.clock.advance(LINK_SECS + 1);
        let (_, token) = split_link(&late);
        let (status, _) = stranger.post("enter", json!({ "token": token })).await;
        assert_eq!(status, 403);
        scene.end().await;
    });
}

#[test]
fn session_belongs_to_one_person_and_one_table() {
    run_test(async {
        let (scene, thread) = start_game("Hawaii").await;
        let other_thread = scene.start_table("Haleakala", &["Ana", "Dan"], "").await;
        let visit = scene.visit_board("Ana", &thread).await;
        let elsewhere = scene.board_link("Dan", &other_thread).await;
        let (other_table, other_token) = split_link(&elsewhere);
        let mut forged = Visit::without_session(scene.client.clone(), other_table);
        for cookie in [
            visit.cookie.clone(),
            String::new(),
            "board=".to_owned(),
            format!("board={}", "0".repeat(64)),
            format!("board={other_token}"),
        ] {
            forged.cookie = cookie;
            for path in [
                "state",
                "start",
                "turns",
                "turns/0",
                "review",
                "rules",
                "pictures/board?revision=1",
                "events",
            ] {
                let (status, _) = forged.get(path).await;
                assert_eq!(status, 401, "{path} with {}", forged.cookie);
            }
            for path in [
                "play", "undo", "hint", "resign", "pause", "resume", "agree", "decline", "forget",
            ] {
                let body = json!({ "revision": 1, "picks": [], "number": 1 });
                let (status, _) = forged.post(path, body).await;
                assert_eq!(status, 401, "{path} with {}", forged.cookie);
            }
        }
        let (address, _) = split_link(&elsewhere);
        let unknown = Visit {
            address: address.replace("/tables/2/", "/tables/99/"),
            cookie: visit.cookie.clone(),
            ..Visit::without_session(scene.client.clone(), address)
        };
        assert_eq!(unknown.get("state").await.0, 404);
        scene.end().await;
    });
}

#[test]
fn session_ends_after_a_month_and_with_the_person() {
    run_test(async {
        let (scene, thread) = start_game("Hawaii").await;
        let visit = scene.visit_board("Ben", &thread).await;
        let spectator = scene.visit_board("Dan", &thread).await;
        assert_eq!(spectator.get("state").await.0, 200);
        let asked = scene
            .run_command("Dan", &scene.main_channel, "/privacy forget")
            .await;
        let sure = scene.bot_text("chat-button-forget-yes");
        scene.press_button("Dan", &asked, &sure).await;
        assert_eq!(spectator.get("state").await.0, 401);
        let ben = scene.person("Ben").to_owned();
        scene
            .run_command(
                "Ana",
                &scene.main_channel,
                &format!("/admin bar player:{ben} reason:noise"),
            )
            .await;
        assert_eq!(visit.get("state").await.0, 403);
        assert_eq!(visit.get("start").await.0, 403);
        scene
            .run_command(
                "Ana",
                &scene.main_channel,
                &format!("/admin unbar player:{ben}"),
            )
            .await;
        assert_eq!(visit.get("state").await.0, 200);
        scene.clock.advance(SESSION_SECS + 1);
        assert_eq!(visit.get("state").await.0, 401);
        scene.end().await;
    });
}

#[test]
fn turn_of_the_board_is_told_in_the_chat() {
    run_test(async {
        let mut dice = Dice::new(&Seed::from_number(5), 0);
        for game in ["Hawaii", "Haleakala"] {
            let Opening {
                scene,
                thread,
                who,
                other,
                visit,
                waiting,
                ..
            } = open_boards(game).await;
            let chosen = visit.choose_first_turn().await;
            assert!(chosen["step"]["confirmation"]["story"].is_string());
            let (status, played) = visit.play(&chosen).await;
            assert_eq!(status, 200, "{played}");
            assert!(played["step"].is_null(), "{played}");
            scene.wait_until_delivered().await;
            let newest = scene.list_public_messages(&thread).await.pop().unwrap();
            newest.assert_says(&format!("**{who}**"));
            let seen = waiting.state(&[]).await;
            assert_eq!(seen["lastTurn"]["text"], played["lastTurn"]["text"]);
            assert!(possible_choices(&seen["step"]).count() > 0, "{seen}");
            // The chat plays the next turn, and the board shows it.
            press_a_turn(&scene, other, &newest, &mut dice).await;
            let after = visit.state(&[]).await;
            assert_ne!(after["revision"], seen["revision"]);
            scene.end().await;
        }
    });
}

#[test]
fn board_tells_all_turns_since_the_last_of_ones_own() {
    run_test(async {
        let mut scene = Scene::open(Settings::default()).await;
        scene.serves_board = true;
        scene.start_bot().await;
        let people = ["Ana", "Ben", "Dan"];
        let thread = scene.start_table("Hawaii", &people, "").await;
        let mut visits = Vec::new();
        for who in people {
            visits.push(scene.visit_board(who, &thread).await);
        }
        let mut played = Vec::new();
        for _ in people {
            let state = visits[0].state(&[]).await;
            let players = state["players"].as_array().unwrap();
            let seat = players.iter().position(|player| player["isToAct"] == true);
            let visit = &visits[seat.unwrap()];
            let chosen = visit.choose_first_turn().await;
            let (status, played_state) = visit.play(&chosen).await;
            assert_eq!(status, 200, "{played_state}");
            played.push((seat.unwrap(), played_state["lastTurn"]["text"].clone()));
        }
        let (first, _) = played.remove(0);
        let state = visits[first].state(&[]).await;
        let told: Vec<(usize, Value)> = state["news"]
            .as_array()
            .unwrap()
            .iter()
            .map(|turn| {
                let seat = usize::try_from(turn["seat"].as_u64().unwrap()).unwrap();
                (seat, turn["text"].clone())
            })
            .collect();
        assert_eq!(told, played);
        assert_eq!(state["news"][1], state["lastTurn"]);
        scene.end().await;
    });
}

#[test]
fn purchases_are_listed_tile_by_tile() {
    run_test(async {
        let Opening { scene, visit, .. } = open_boards("Hawaii").await;
        let mut lists_of_two_tiles = 0;
        for place in possible_choices(&visit.state(&[]).await["step"]) {
            let step = &visit.state(&picks_of(&place)).await["step"];
            let mut letters: Vec<Value> = possible_choices(step)
                .map(|choice| choice["letter"].clone())
                .collect();
            letters.dedup();
            for (index, letter) in letters.iter().enumerate() {
                assert!(!letters[..index].contains(letter), "{letters:?}");
            }
            lists_of_two_tiles += usize::from(letters.len() == 2);
        }
        assert!(lists_of_two_tiles > 0);
        scene.end().await;
    });
}

#[test]
fn rules_are_told_at_the_board() {
    run_test(async {
        for game in ["Hawaii", "Haleakala"] {
            let (scene, thread) = start_game(game).await;
            let visit = scene.visit_board("Ana", &thread).await;
            let (status, rules) = visit.get("rules").await;
            assert_eq!(status, 200, "{rules}");
            for (part, least) in [("summary", 3), ("topics", 5)] {
                let parts = rules[part].as_array().unwrap();
                assert!(parts.len() >= least, "{rules}");
                for part in parts {
                    assert_ne!(part["title"], "");
                    assert!(!part["lines"].as_array().unwrap().is_empty(), "{part}");
                }
            }
            assert!(!rules.to_string().contains("**"), "{rules}");
            scene.end().await;
        }
    });
}

#[test]
fn outdated_foreign_and_senseless_requests_change_nothing() {
    run_test(async {
        let Opening {
            scene,
            thread,
            visit,
            waiting,
            ..
        } = open_boards("Hawaii").await;
        let spectator = scene.visit_board("Dan", &thread).await;
        let chosen = visit.choose_first_turn().await;
        // Another person's turn, and a spectator's.
        for someone in [&waiting, &spectator] {
            let (status, answer) = someone.play(&chosen).await;
            assert_eq!(status, 422, "{answer}");
            assert_ne!(answer["message"], "");
        }
        // Not by a page of this site.
        let write = |origin: Option<&str>| {
            let request = scene
                .client
                .post(format!("{}play", visit.address))
                .header("cookie", &visit.cookie)
                .json(&json!({ "revision": chosen["revision"], "picks": chosen["step"]["picks"] }));
            match origin {
                Some(origin) => request.header("origin", origin),
                None => request,
            }
        };
        for origin in [None, Some("http://127.0.0.1:1"), Some("null")] {
            let status = write(origin).send().await.unwrap().status();
            assert_eq!(status, 403, "{origin:?}");
        }
        // Choices that there are not, and half a turn.
        for picks in [json!(["x"]), json!([]), json!(["mgods", "", "%", "b"])] {
            let body = json!({ "revision": chosen["revision"], "picks": picks });
            let (status, answer) = visit.post("play", body).await;
            assert_eq!(status, 409, "{answer}");
            assert_eq!(answer["state"]["revision"], chosen["revision"]);
        }
        for body in [
            json!({}),
            json!([]),
            json!({ "revision": "x", "picks": [] }),
        ] {
            let (status, _) = visit.post("play", body).await;
            assert_eq!(status, 422);
        }
        assert_eq!(visit.get("pictures/elsewhere?revision=1").await.0, 404);
        assert_eq!(visit.get("pictures/board?revision=999").await.0, 404);
        assert_eq!(visit.get("nothing").await.0, 404);
        assert_eq!(visit.state(&[]).await["revision"], chosen["revision"]);
        // Played twice: the second request is answered with the state as it is now.
        let (status, played) = visit.play(&chosen).await;
        assert_eq!(status, 200, "{played}");
        let (status, answer) = visit.play(&chosen).await;
        assert_eq!(status, 409);
        assert_eq!(answer["message"], scene.bot_text("web-outdated"));
        assert_eq!(answer["state"]["revision"], played["revision"]);
        scene.end().await;
    });
}

#[test]
fn what_was_done_can_be_undone_decided_ahead_and_given_up() {
    run_test(async {
        let Opening {
            scene,
            start,
            visit,
            waiting,
            ..
        } = open_boards("Hawaii").await;
        let (status, hints) = visit
            .post("hint", json!({ "revision": start["revision"] }))
            .await;
        assert_eq!(status, 200, "{hints}");
        let hint = &hints["suggestions"][0];
        let suggested = visit.state(&picks_of(hint)).await;
        assert!(suggested["step"]["confirmation"].is_object(), "{suggested}");
        // Ahead, while the other is to act.
        assert_eq!(waiting.state(&[]).await["can"]["ahead"], true);
        let ahead = waiting.choose_first_turn_ahead().await;
        let picture = ahead["board"]["src"].as_str().unwrap();
        assert!(picture.contains("ahead=1"), "{picture}");
        assert_eq!(waiting.get_response(picture).await.status(), 200);
        let (status, decided) = waiting.play(&ahead).await;
        assert_eq!(status, 200, "{decided}");
        assert_eq!(decided["premove"]["lines"].as_array().unwrap().len(), 1);
        let revision = json!({ "revision": decided["revision"] });
        let (status, forgotten) = waiting.post("forget", revision).await;
        assert_eq!(status, 200, "{forgotten}");
        assert!(forgotten["premove"].is_null());
        let chosen = visit.choose_undoable_turn().await;
        let (status, played) = visit.play(&chosen).await;
        assert_eq!(status, 200, "{played}");
        assert_eq!(played["can"]["undo"], true);
        let revision = json!({ "revision": played["revision"] });
        let (status, undone) = visit.post("undo", revision.clone()).await;
        assert_eq!(status, 200, "{undone}");
        assert_eq!(undone["notice"], scene.bot_text("chat-undone"));
        assert!(possible_choices(&undone["step"]).count() > 0);
        let (_, turns) = visit.get("turns").await;
        assert_eq!(turns["count"], 0);
        let (status, past) = visit.get("turns/0").await;
        assert_eq!((status, &past["number"]), (200, &json!(0)));
        let (status, over) = waiting.post("resign", revision).await;
        assert_eq!(status, 200, "{over}");
        assert!(over["step"].is_null());
        scene.end().await;
    });
}

#[test]
fn changes_arrive_without_being_asked_for() {
    run_test(async {
        let Opening {
            scene,
            visit,
            waiting,
            ..
        } = open_boards("Hawaii").await;
        let mut changes = waiting.listen().await;
        changes.wait_for(&waiting.state(&[]).await).await;
        let chosen = visit.choose_first_turn().await;
        visit.play(&chosen).await;
        changes.wait_for(&waiting.state(&[]).await).await;
        scene.end().await;
    });
}

#[test]
fn proposal_is_answered_at_the_board() {
    run_test(async {
        let Opening {
            scene,
            thread,
            who,
            visit,
            waiting,
            start,
            ..
        } = open_boards("Hawaii").await;
        let spectator = scene.visit_board("Dan", &thread).await;
        let revision = json!({ "revision": start["revision"] });
        let mut changes = waiting.listen().await;
        for answer in ["decline", "agree"] {
            let (status, asked) = visit.post("pause", revision.clone()).await;
            assert_eq!(status, 200, "{asked}");
            assert_eq!(asked["proposal"]["isOpen"], false);
            let seen = waiting.state(&[]).await;
            changes.wait_for(&seen).await;
            assert_eq!(seen["proposal"]["isOpen"], true);
            let text = seen["proposal"]["text"].as_str().unwrap();
            assert!(text.starts_with(who), "{text}");
            let number = json!({ "number": seen["proposal"]["number"] });
            // Only players are asked, and only for the proposal that they see.
            assert_eq!(spectator.state(&[]).await["proposal"]["isOpen"], false);
            assert_eq!(spectator.post(answer, number.clone()).await.0, 422);
            assert_eq!(waiting.post(answer, json!({ "number": 99 })).await.0, 422);
            let (status, answered) = waiting.post(answer, number).await;
            assert_eq!(status, 200, "{answered}");
            assert!(answered["proposal"].is_null(), "{answered}");
            assert_eq!(answered["can"]["resume"], answer == "agree");
        }
        let paused = visit.state(&[]).await;
        assert!(paused["step"].is_null());
        assert_eq!(paused["conditions"].as_array().unwrap().len(), 1);
        scene.end().await;
    });
}

#[test]
fn premove_is_no_news_for_others() {
    run_test(async {
        let Opening {
            scene,
            visit,
            waiting,
            ..
        } = open_boards("Hawaii").await;
        let before = visit.state(&[]).await;
        let own = waiting.state(&[]).await;
        let ahead = waiting.choose_first_turn_ahead().await;
        let (status, decided) = waiting.play(&ahead).await;
        assert_eq!(status, 200, "{decided}");
        assert_ne!(decided["version"], own["version"]);
        assert_eq!(visit.state(&[]).await, before);
        scene.end().await;
    });
}

#[test]
fn finished_game_is_reviewed_at_the_board() {
    run_test(async {
        let Opening {
            scene,
            start,
            visit,
            waiting,
            ..
        } = open_boards("Haleakala").await;
        assert_eq!(start["can"]["review"], false);
        assert_eq!(visit.get("review").await.0, 422);
        for visit in [&visit, &waiting] {
            let chosen = visit.choose_first_turn().await;
            visit.play(&chosen).await;
        }
        let revision = json!({ "revision": start["revision"] });
        let (_, over) = waiting.post("resign", revision).await;
        assert_eq!(over["can"]["review"], true);
        let review = loop {
            let (status, review) = visit.get("review").await;
            assert_eq!(status, 200, "{review}");
            if review["progress"].is_null() {
                break review;
            }
        };
        assert!(review["lines"].as_array().unwrap().len() >= 3, "{review}");
        for turn in review["turns"].as_array().unwrap() {
            assert!(turn["number"].as_u64().unwrap() <= 2, "{turn}");
            assert!(turn["lines"].as_array().unwrap().len() >= 2, "{turn}");
        }
        scene.end().await;
    });
}

#[test]
fn spectators_see_what_is_public_only() {
    run_test(async {
        let (scene, thread) = start_game("Hawaii").await;
        let spectator = scene.visit_board("Dan", &thread).await;
        let state = spectator.state(&[]).await;
        assert!(
            state["seat"].is_null() && state["step"].is_null(),
            "{state}"
        );
        let can = state["can"].as_object().unwrap();
        assert!(can.values().all(|able| *able == false), "{can:?}");
        let player = scene.visit_board("Ana", &thread).await.state(&[]).await;
        assert_ne!(player["realms"][0]["alt"], state["realms"][0]["alt"]);
        for picture in [&state["board"], &state["realms"][0], &state["realms"][1]] {
            let src = picture["src"].as_str().unwrap();
            let response = spectator.get_response(src).await;
            assert_eq!(response.status(), 200, "{src}");
            let png = response.bytes().await.unwrap();
            let size = image::load_from_memory(&png).unwrap();
            assert_eq!(json!(size.width()), picture["width"]);
            assert_eq!(json!(size.height()), picture["height"]);
        }
        scene.end().await;
    });
}
