//! Leagues and tournaments: people sign up by button, tables open by themselves, and the standings
//! message stays current.

use std::collections::BTreeSet;
use std::time::Duration;

use lanai_host::CONTEST_CHECK_SECS;
use lanai_porch::Settings;
use serde_json::json;

use super::{Scene, Shown, run_test_within, text};
use lanai_testing::homes::Database;

/// Four people with the same language.
fn settings_for_four() -> Settings {
    let persons = ["Ana", "Ben", "Cem", "Dan"].map(|name| (name.to_owned(), "en-US".to_owned()));
    Settings {
        persons: persons.to_vec(),
        ..Settings::default()
    }
}

/// The bot falls over; of two processes one does.
async fn restart_bot(scene: &mut Scene) {
    if scene.processes > 1 {
        return scene.replace_process().await;
    }
    scene.stop_bot().await;
    scene.start_bot().await;
}

async fn wait_for_card(scene: &Scene, words: &str) -> Shown {
    scene
        .wait_until(&format!("the contest shows \"{words}\""), async |scene| {
            scene.clock.advance(0);
            newest_card(scene)
                .await
                .is_some_and(|card| card.text().contains(words))
        })
        .await;
    newest_card(scene).await.unwrap()
}

async fn newest_card(scene: &Scene) -> Option<Shown> {
    let all = scene
        .list_visible_messages("Dan", &scene.main_channel)
        .await;
    all.into_iter()
        .rfind(|answer| !answer.is_private() && answer.text().starts_with("**Autumn**"))
}

/// Waits for this many new tables, and returns their channels.
async fn wait_for_tables(scene: &Scene, before: &[String], wanted: usize) -> Vec<String> {
    let new = async |scene: &Scene| {
        // With two processes the clock of the other one may have to wake up, too.
        scene.clock.advance(0);
        let mut begun = Vec::new();
        for thread in scene.list_threads().await {
            let told = scene.list_visible_messages("Dan", &thread).await;
            let runs = told.iter().any(|item| {
                item.button_id(&scene.bot_text("chat-button-turn"))
                    .is_some()
            });
            if !before.contains(&thread) && runs {
                begun.push(thread);
            }
        }
        begun
    };
    scene
        .wait_until("the tables have begun", async |scene| {
            new(scene).await.len() >= wanted
        })
        .await;
    let new = new(scene).await;
    assert_eq!(new.len(), wanted, "and no others");
    new
}

/// Returns the players of a thread, by its name.
async fn players_of_thread(scene: &Scene, thread: &str) -> Vec<String> {
    let world = scene.get("world").await;
    let channels = world["channels"].as_array().unwrap();
    let name = channels.iter().find(|item| item["id"] == thread).unwrap()["name"]
        .as_str()
        .unwrap();
    let (_, players) = name.split_once(": ").unwrap();
    players.split(", ").map(str::to_owned).collect()
}

#[test]
fn knockout_runs_through_restarts() {
    run_test_within(Duration::from_mins(4), async {
        play_knockout(Scene::start_with(settings_for_four()).await).await;
    });
}

/// Both processes tend contests on one database.
#[test]
fn knockout_runs_on_two_processes() {
    run_test_within(Duration::from_mins(4), async {
        let Some(server) = Database::create_on_server().await else {
            return;
        };
        let mut scene = Scene::open_on(server, settings_for_four()).await;
        scene.processes = 2;
        scene.start_bot().await;
        play_knockout(scene).await;
    });
}

/// Plays a knock-out round by round, with restarts, or with exchanges of one of two processes. A
/// lost process is waited for longer than a test lasts.
async fn play_knockout(mut scene: Scene) {
    let main_channel = scene.main_channel.clone();
    scene
        .run_command("Ana", &main_channel, "/contest standings")
        .await
        .assert_says("There's no contest in this channel");
    let opened = scene
        .run_command(
            "Ana",
            &main_channel,
            "/contest open game:Haleakala kind:Knock-out title:Autumn",
        )
        .await;
    opened.assert_says("\"Autumn\" is open");
    assert!(opened.is_private());
    scene
        .assert_answer(
            "Ben",
            &main_channel,
            "/contest open game:Hawaii kind:League title:Winter",
            "an unfinished contest in this channel",
        )
        .await;
    let open = wait_for_card(&scene, "Nobody has signed up yet").await;
    open.assert_says("knock-out tournament of Haleakala")
        .assert_says("Ana runs it")
        .assert_says("All games count for ratings");
    scene
        .press_button("Ana", &open, "Start")
        .await
        .assert_says("2 more players have to sign up first");
    for who in ["Ana", "Ben", "Cem", "Dan"] {
        scene
            .assert_press(who, &open, "Join", "You have signed up")
            .await;
    }
    scene
        .assert_press("Ben", &open, "Join", "signed up already")
        .await;
    scene.assert_press("Dan", &open, "Leave", "withdrawn").await;
    let named = wait_for_card(&scene, "3 players have signed up: Ana, Ben, Cem").await;
    assert_eq!(
        named.message_id(),
        open.message_id(),
        "it's the same message, brought up to date"
    );
    scene.press_button("Dan", &open, "Join").await;
    scene
        .assert_press("Ben", &open, "Start", "Only the organiser")
        .await;
    scene
        .assert_press("Ana", &open, "Start", "I'm opening the tables")
        .await;
    // The bot stops before it can have finished the round.
    restart_bot(&mut scene).await;
    let first = wait_for_tables(&scene, &[], 2).await;
    let running = wait_for_card(&scene, "Being played: 1 <#").await;
    assert_ne!(
        running.message_id(),
        open.message_id(),
        "that it began is news"
    );
    scene
        .wait_until("sign-up is closed", async |scene| {
            let seen = scene
                .list_visible_messages("Ana", &scene.main_channel)
                .await;
            seen.iter()
                .any(|item| item.message_id() == open.message_id() && item.components().is_empty())
        })
        .await;
    assert!(
        running.picture_descriptions().starts_with("Autumn"),
        "{}",
        running.picture_descriptions()
    );
    // Seats at these tables are fixed, and a player who resigns is out.
    let mut lost = BTreeSet::new();
    for place in &first {
        let [one, other] = &players_of_thread(&scene, place).await[..] else {
            panic!("two sit there")
        };
        let third = ["Ana", "Ben", "Cem", "Dan"]
            .into_iter()
            .find(|item| item != one && item != other)
            .unwrap();
        scene
            .assert_answer(third, place, "/table join", "already started")
            .await;
        scene.resign(one, place).await;
        lost.insert(one.clone());
    }
    let finale = wait_for_tables(&scene, &first, 1).await;
    let final_table = players_of_thread(&scene, &finale[0]).await;
    assert!(
        final_table.iter().all(|who| !lost.contains(who)),
        "{final_table:?} {lost:?}"
    );
    restart_bot(&mut scene).await;
    scene.resign(&final_table[0], &finale[0]).await;
    let over = wait_for_card(&scene, "has won!").await;
    over.assert_says(&format!("{} has won!", final_table[1]))
        .assert_says("Final: ")
        .assert_says(&format!("{} ✓", final_table[1]));
    assert_ne!(over.message_id(), running.message_id());
    assert_eq!(
        scene.list_threads().await.len(),
        3,
        "three tables, and no thread beside them"
    );
    let log = scene
        .run_command("Dan", &main_channel, "/contest log")
        .await;
    log.assert_says("All tables have ended")
        .assert_says("Round 2 began in division 1, at one table")
        .assert_says("started the contest with 4 players");
    let standings = scene
        .run_command(&final_table[1], &main_channel, "/contest standings")
        .await;
    assert!(standings.is_private());
    standings.assert_says("You're ranked number 1");
    scene.end().await;
}

#[test]
fn league_is_corrected_publicly_and_starts_a_new_season() {
    run_test_within(Duration::from_mins(4), async {
        let scene = Scene::start_with(settings_for_four()).await;
        let main_channel = scene.main_channel.clone();
        scene
            .assert_answer(
                "Ana",
                &main_channel,
                "/contest open game:Haleakala kind:League title:Autumn pace:never",
                "A contest needs a time limit",
            )
            .await;
        scene
            .assert_answer(
                "Ana",
                &main_channel,
                "/contest open game:Haleakala kind:League title:Autumn options:nonsense",
                "nonsense",
            )
            .await;
        scene
            .run_command(
                "Ana",
                &main_channel,
                "/contest open game:Haleakala kind:League title:Autumn pace:24h",
            )
            .await;
        for who in ["Ana", "Ben", "Cem"] {
            scene
                .assert_answer(who, &main_channel, "/contest join", "You have signed up")
                .await;
        }
        scene
            .assert_answer("Ana", &main_channel, "/contest start", "begins")
            .await;
        let first = wait_for_tables(&scene, &[], 1).await;
        let [loser, winner] = &players_of_thread(&scene, &first[0]).await[..] else {
            panic!("two sit there")
        };
        let running = wait_for_card(&scene, "In the lead").await;
        scene
            .assert_press("Dan", &running, "Join as a reserve", "you're a reserve")
            .await;
        wait_for_card(&scene, "Waiting for a place: Dan").await;
        let id = scene.person(winner).to_owned();
        let correct = format!("/contest correct player:{id} points:-5 reason:");
        scene
            .run_command("Dan", &main_channel, &format!("{correct}late"))
            .await
            .assert_says("Only the organiser");
        scene
            .run_command("Ana", &main_channel, &format!("{correct}late again"))
            .await
            .assert_says("everybody can read it");
        scene.resign(loser, &first[0]).await;
        wait_for_card(&scene, &format!("1. {winner} 19")).await;
        scene
            .run_command("Cem", &main_channel, "/contest log")
            .await
            .assert_says(&format!(
                "corrected the points of {winner} by −5: late again"
            ));
        // A player who drops out is replaced from the next round on.
        let second = wait_for_tables(&scene, &first, 1).await;
        let there = players_of_thread(&scene, &second[0]).await;
        scene
            .assert_press(&there[0], &running, "Drop out", "Please finish the table")
            .await;
        scene.resign(&there[0], &second[0]).await;
        let known = [first.clone(), second.clone()].concat();
        let third = wait_for_tables(&scene, &known, 1).await;
        let last = players_of_thread(&scene, &third[0]).await;
        assert!(
            last.contains(&"Dan".to_owned()) || !last.contains(&there[0]),
            "{last:?}"
        );
        scene.resign(&last[0], &third[0]).await;
        let over = wait_for_card(&scene, "has won!").await;
        scene
            .press_button("Dan", &over, "Next season")
            .await
            .assert_says("Only the organiser");
        scene
            .assert_press("Ana", &over, "Next season", "is open")
            .await;
        let next = wait_for_card(&scene, "Nobody has signed up yet").await;
        scene
            .assert_press("Ana", &next, "Leave", "aren't signed up")
            .await;
        scene
            .run_command("Ana", &main_channel, "/contest end reason:Nobody comes")
            .await
            .assert_says("Nobody comes");
        wait_for_card(&scene, "This contest was ended early: Nobody comes").await;
        scene.end().await;
    });
}

/// Counts the edits of messages in the main channel.
async fn count_edits(scene: &Scene) -> usize {
    let of_hall = format!("/channels/{}/messages/", scene.main_channel);
    let all = scene.list_requests().await.into_iter();
    all.filter(|item| item["method"] == "PATCH" && text(&item["path"]).contains(&of_hall))
        .count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unchanged_standings_are_not_sent_again() {
    let scene = Scene::start_with(settings_for_four()).await;
    let main_channel = scene.main_channel.clone();
    scene
        .run_command(
            "Ana",
            &main_channel,
            "/contest open game:Haleakala kind:Knock-out title:Autumn",
        )
        .await;
    wait_for_card(&scene, "Nobody has signed up yet").await;
    for who in ["Ana", "Ben"] {
        scene
            .assert_answer(who, &main_channel, "/contest join", "You have signed up")
            .await;
    }
    wait_for_card(&scene, "2 players have signed up: Ana, Ben").await;
    scene
        .assert_answer("Ana", &main_channel, "/contest start", "begins")
        .await;
    wait_for_tables(&scene, &[], 1).await;
    wait_for_card(&scene, "Being played: 1 <#").await;
    let is_tended = async |scene: &Scene| {
        let next = sqlx::query_scalar("select check_at from contest");
        let next: Option<i64> = next
            .fetch_one(&mut scene.open_as_intruder().await)
            .await
            .unwrap();
        next.is_some_and(|next| next > scene.clock.now().0)
    };
    scene.wait_until("all is shown", is_tended).await;
    let before = count_edits(&scene).await;
    assert!(before > 0, "people have signed up");
    scene.clock.advance(CONTEST_CHECK_SECS + 1);
    scene.wait_until("it was looked at again", is_tended).await;
    assert_eq!(count_edits(&scene).await, before);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_contest_in_an_announcement_channel_opens_its_tables() {
    let scene = Scene::start_with(settings_for_four()).await;
    let news = scene
        .post(
            "channels",
            json!({ "name": "news", "kind": "announcement" }),
        )
        .await;
    let news = text(&news["id"]);
    scene
        .assert_answer(
            "Ana",
            &news,
            "/contest open game:Haleakala kind:Knock-out title:Autumn",
            "is open",
        )
        .await;
    for who in ["Ana", "Ben"] {
        scene
            .assert_answer(who, &news, "/contest join", "You have signed up")
            .await;
    }
    scene
        .assert_answer("Ana", &news, "/contest start", "begins")
        .await;
    wait_for_tables(&scene, &[], 1).await;
    // A table of one's own gets a thread there, too; a private one cannot.
    scene
        .assert_answer("Ana", &news, "/table open game:Haleakala", "opened")
        .await;
    assert_eq!(scene.list_threads().await.len(), 2);
    let private = scene
        .run_command("Ana", &news, "/table open game:Haleakala private:true")
        .await;
    private.assert_says(&scene.bot_text("panel-private-cannot"));
    assert_eq!(
        scene.last_refused_request().await,
        None,
        "nothing is asked for in vain"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unopenable_contest_table_is_reported_once() {
    let scene = Scene::start_with(settings_for_four()).await;
    let main_channel = scene.main_channel.clone();
    scene
        .run_command(
            "Ana",
            &main_channel,
            "/contest open game:Haleakala kind:Knock-out title:Autumn",
        )
        .await;
    for who in ["Ana", "Ben"] {
        scene
            .assert_answer(who, &main_channel, "/contest join", "You have signed up")
            .await;
    }
    let deny = |names: &[&str]| json!({ "channel": main_channel, "deny": names });
    scene
        .post("permissions", deny(&["CREATE_PUBLIC_THREADS"]))
        .await;
    scene
        .assert_answer("Ana", &main_channel, "/contest start", "begins")
        .await;
    let told = scene.bot_text_part("chat-contest-stuck");
    let tries = async |scene: &Scene| {
        let requests = scene.list_requests().await;
        requests
            .iter()
            .filter(|item: &&serde_json::Value| {
                item["status"] == 403 && text(&item["path"]).ends_with("/threads")
            })
            .count()
    };
    for wanted in 1..4 {
        scene
            .wait_until("it is tried", async |scene| tries(scene).await >= wanted)
            .await;
        scene
            .wait_until("it is told", async |scene| {
                scene.list_messages_with(&main_channel, &told).await.len() == 1
            })
            .await;
        scene.hours.advance(Duration::from_hours(1));
        scene.clock.advance(60 * 60 + 1);
    }
    assert_eq!(
        scene.list_messages_with(&main_channel, &told).await.len(),
        1
    );
    scene.post("permissions", deny(&[])).await;
    scene.clock.advance(60 * 60 + 1);
    wait_for_tables(&scene, &[], 1).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn contest_is_joined_only_in_its_channel() {
    let scene = Scene::start_with(settings_for_four()).await;
    scene
        .run_command(
            "Ana",
            &scene.main_channel,
            "/contest open game:Haleakala kind:Knock-out title:Autumn",
        )
        .await;
    wait_for_card(&scene, "Nobody has signed up yet").await;
    let inn = scene.create_other_guild_channel().await;
    for id in ["C:1:j", "C:1:b"] {
        let forged = scene.post_forged_button(&inn, id).await;
        let refused = scene.press_button("Ben", &forged, "Forged").await;
        assert!(refused.is_private());
        refused.assert_says("There's no contest in this channel");
    }
    wait_for_card(&scene, "Nobody has signed up yet").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_attachments_standings_are_text() {
    let scene = Scene::start_with(settings_for_four()).await;
    let main_channel = scene.main_channel.clone();
    scene
        .post(
            "permissions",
            json!({ "channel": main_channel, "deny": ["ATTACH_FILES"] }),
        )
        .await;
    scene
        .run_command(
            "Ana",
            &main_channel,
            "/contest open game:Haleakala kind:Knock-out title:Autumn",
        )
        .await;
    let open = wait_for_card(&scene, "Nobody has signed up yet").await;
    for who in ["Ana", "Ben"] {
        scene.press_button(who, &open, "Join").await;
    }
    scene.press_button("Ana", &open, "Start").await;
    let running = wait_for_card(&scene, "Being played: 1 <#").await;
    assert!(running.picture_urls().is_empty(), "{running:?}");
    let place = wait_for_tables(&scene, &[], 1).await.remove(0);
    scene.resign("Ana", &place).await;
    wait_for_card(&scene, "has won!")
        .await
        .assert_says("Ben has won!");
    scene.end().await;
}
