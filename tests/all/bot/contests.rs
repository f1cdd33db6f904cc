//! Leagues and tournaments in a channel: people sign up by a press, tables open by themselves, and the message that shows how it
//! stands is kept current, whoever comes and goes meanwhile.

use std::collections::BTreeSet;
use std::time::Duration;

use lanai_host::PATROL_SECS;
use lanai_porch::Settings;
use serde_json::json;

use super::{Scene, Shown, at_most, evening, text};
use lanai_testing::homes::Database;

/// Four who speak the same language.
fn four() -> Settings {
    let persons = ["Ana", "Ben", "Cem", "Dan"].map(|name| (name.to_owned(), "en-US".to_owned()));
    Settings {
        persons: persons.to_vec(),
        ..Settings::default()
    }
}

/// The bot falls over; of two processes one does.
async fn starts_anew(scene: &mut Scene) {
    if scene.processes > 1 {
        return scene.a_process_is_exchanged().await;
    }
    scene.bot_goes().await;
    scene.bot_comes().await;
}

/// The newest message of a contest in the hall.
async fn card(scene: &Scene, words: &str) -> Shown {
    scene
        .until(&format!("the contest shows \"{words}\""), async |scene| {
            scene.clock.turn(0);
            newest(scene)
                .await
                .is_some_and(|card| card.text().contains(words))
        })
        .await;
    newest(scene).await.unwrap()
}

async fn newest(scene: &Scene) -> Option<Shown> {
    let all = scene.sees("Dan", &scene.hall).await;
    all.into_iter()
        .rfind(|shown| !shown.is_private() && shown.text().starts_with("**Autumn**"))
}

/// Waits until so many tables have begun beside those of before, and says where.
async fn tables(scene: &Scene, before: &[String], wanted: usize) -> Vec<String> {
    let new = async |scene: &Scene| {
        // Of two processes, the other one may have to look.
        scene.clock.turn(0);
        let mut begun = Vec::new();
        for thread in scene.threads().await {
            let told = scene.sees("Dan", &thread).await;
            let runs = told
                .iter()
                .any(|it| it.button(&scene.said("chat-button-turn")).is_some());
            if !before.contains(&thread) && runs {
                begun.push(thread);
            }
        }
        begun
    };
    scene
        .until("the tables have begun", async |scene| {
            new(scene).await.len() >= wanted
        })
        .await;
    let new = new(scene).await;
    assert_eq!(new.len(), wanted, "and no others");
    new
}

/// Who plays in a thread, by its name.
async fn players(scene: &Scene, thread: &str) -> Vec<String> {
    let world = scene.get("world").await;
    let channels = world["channels"].as_array().unwrap();
    let name = channels.iter().find(|it| it["id"] == thread).unwrap()["name"]
        .as_str()
        .unwrap();
    let (_, players) = name.split_once(": ").unwrap();
    players.split(", ").map(str::to_owned).collect()
}

#[test]
fn knockout_runs_through_restarts() {
    at_most(Duration::from_mins(4), async {
        a_knock_out(Scene::with(four()).await).await;
    });
}

/// Both tend contests, on one database: what one of them does the other finds done.
#[test]
fn knockout_runs_on_two_processes() {
    at_most(Duration::from_mins(4), async {
        let Some(server) = Database::server().await else {
            return;
        };
        let mut scene = Scene::without_bot_kept_in(server, four()).await;
        scene.processes = 2;
        scene.bot_comes().await;
        a_knock_out(scene).await;
    });
}

/// People sign up, and play round by round. A bot of one process goes now and then, one of two exchanges one of them: who tends
/// a contest on a server and is gone is waited for longer than an evening lasts.
async fn a_knock_out(mut scene: Scene) {
    let hall = scene.hall.clone();
    scene
        .says("Ana", &hall, "/contest standings")
        .await
        .says("There is no contest in this channel");
    let opened = scene
        .says(
            "Ana",
            &hall,
            "/contest open game:Haleakala kind:Knock-out title:Autumn",
        )
        .await;
    opened.says("“Autumn” is open");
    assert!(opened.is_private());
    scene
        .says(
            "Ben",
            &hall,
            "/contest open game:Hawaii kind:League title:Winter",
        )
        .await
        .says("a contest in this channel already");
    let open = card(&scene, "Nobody has signed up yet").await;
    open.says("knock-out tournament of Haleakala")
        .says("Ana runs it")
        .says("All games count for ratings");
    scene
        .presses("Ana", &open, "Start")
        .await
        .says("2 more players have to sign up first");
    for who in ["Ana", "Ben", "Cem", "Dan"] {
        scene
            .presses(who, &open, "Join")
            .await
            .says("You have signed up");
    }
    scene
        .presses("Ben", &open, "Join")
        .await
        .says("signed up already");
    scene.presses("Dan", &open, "Leave").await.says("withdrawn");
    let named = card(&scene, "3 players have signed up: Ana, Ben, Cem").await;
    assert_eq!(
        named.message(),
        open.message(),
        "it is the same message, brought up to date"
    );
    scene.presses("Dan", &open, "Join").await;
    scene
        .presses("Ben", &open, "Start")
        .await
        .says("Only whoever opened the contest");
    scene
        .presses("Ana", &open, "Start")
        .await
        .says("I am opening the tables");
    // The bot goes before it can have done all of it.
    starts_anew(&mut scene).await;
    let first = tables(&scene, &[], 2).await;
    let running = card(&scene, "Being played: 1 <#").await;
    assert_ne!(running.message(), open.message(), "that it began is news");
    scene
        .until("nobody can sign up any more", async |scene| {
            let seen = scene.sees("Ana", &scene.hall).await;
            seen.iter()
                .any(|it| it.message() == open.message() && it.components().is_empty())
        })
        .await;
    assert!(
        running.described().starts_with("Autumn"),
        "{}",
        running.described()
    );
    // Nobody comes or goes at these tables; whoever gives up is out.
    let mut lost = BTreeSet::new();
    for place in &first {
        let [one, other] = &players(&scene, place).await[..] else {
            panic!("two sit there")
        };
        let third = ["Ana", "Ben", "Cem", "Dan"]
            .into_iter()
            .find(|it| it != one && it != other)
            .unwrap();
        scene
            .says(third, place, "/table join")
            .await
            .says("already started");
        scene.resigns(one, place).await;
        lost.insert(one.clone());
    }
    let finale = tables(&scene, &first, 1).await;
    let final_table = players(&scene, &finale[0]).await;
    assert!(
        final_table.iter().all(|who| !lost.contains(who)),
        "{final_table:?} {lost:?}"
    );
    starts_anew(&mut scene).await;
    scene.resigns(&final_table[0], &finale[0]).await;
    let over = card(&scene, "has won!").await;
    over.says(&format!("{} has won!", final_table[1]));
    assert_ne!(over.message(), running.message());
    assert_eq!(
        scene.threads().await.len(),
        3,
        "three tables, and no thread beside them"
    );
    let log = scene.says("Dan", &hall, "/contest log").await;
    log.says("All tables were over")
        .says("Round 2 began in division 1, at one table")
        .says("started it with 4 players");
    let standings = scene
        .says(&final_table[1], &hall, "/contest standings")
        .await;
    assert!(standings.is_private());
    standings.says("You are in place 1");
    scene.end().await;
}

#[test]
fn league_is_corrected_publicly_and_starts_a_new_season() {
    at_most(Duration::from_mins(4), async {
        let scene = Scene::with(four()).await;
        let hall = scene.hall.clone();
        scene
            .says(
                "Ana",
                &hall,
                "/contest open game:Haleakala kind:League title:Autumn pace:never",
            )
            .await
            .says("A contest needs a time limit");
        scene
            .says(
                "Ana",
                &hall,
                "/contest open game:Haleakala kind:League title:Autumn options:nonsense",
            )
            .await
            .says("nonsense");
        scene
            .says(
                "Ana",
                &hall,
                "/contest open game:Haleakala kind:League title:Autumn pace:24h",
            )
            .await;
        for who in ["Ana", "Ben", "Cem"] {
            scene
                .says(who, &hall, "/contest join")
                .await
                .says("You have signed up");
        }
        scene
            .says("Ana", &hall, "/contest start")
            .await
            .says("begins");
        let first = tables(&scene, &[], 1).await;
        let [loser, winner] = &players(&scene, &first[0]).await[..] else {
            panic!("two sit there")
        };
        let running = card(&scene, "In the lead").await;
        scene
            .presses("Dan", &running, "Join as a reserve")
            .await
            .says("you are a reserve");
        card(&scene, "Waiting for a place: Dan").await;
        let id = scene.person(winner).to_owned();
        let correct = format!("/contest correct player:{id} points:-5 reason:");
        scene
            .says("Dan", &hall, &format!("{correct}late"))
            .await
            .says("Only whoever opened the contest");
        scene
            .says("Ana", &hall, &format!("{correct}late again"))
            .await
            .says("everybody can read it");
        scene.resigns(loser, &first[0]).await;
        card(&scene, &format!("1. {winner} 19")).await;
        scene
            .says("Cem", &hall, "/contest log")
            .await
            .says(&format!(
                "corrected the points of {winner} by −5: late again"
            ));
        // Whoever drops out is replaced from the next round on.
        let second = tables(&scene, &first, 1).await;
        let there = players(&scene, &second[0]).await;
        scene
            .presses(&there[0], &running, "Drop out")
            .await
            .says("Please finish the table");
        scene.resigns(&there[0], &second[0]).await;
        let known = [first.clone(), second.clone()].concat();
        let third = tables(&scene, &known, 1).await;
        let last = players(&scene, &third[0]).await;
        assert!(
            last.contains(&"Dan".to_owned()) || !last.contains(&there[0]),
            "{last:?}"
        );
        scene.resigns(&last[0], &third[0]).await;
        let over = card(&scene, "has won!").await;
        scene
            .presses("Dan", &over, "Next season")
            .await
            .says("Only whoever opened the contest");
        scene
            .presses("Ana", &over, "Next season")
            .await
            .says("is open");
        let next = card(&scene, "Nobody has signed up yet").await;
        scene
            .presses("Ana", &next, "Leave")
            .await
            .says("not signed up");
        scene
            .says("Ana", &hall, "/contest end reason:Nobody comes")
            .await
            .says("Nobody comes");
        card(&scene, "It was ended early: Nobody comes").await;
        scene.end().await;
    });
}

/// How often the bot has changed a message of the hall.
async fn changes(scene: &Scene) -> usize {
    let of_hall = format!("/channels/{}/messages/", scene.hall);
    let all = scene.requests().await.into_iter();
    all.filter(|it| it["method"] == "PATCH" && text(&it["path"]).contains(&of_hall))
        .count()
}

#[test]
fn unchanged_standings_are_not_sent_again() {
    evening(async {
        let scene = Scene::with(four()).await;
        let hall = scene.hall.clone();
        scene
            .says(
                "Ana",
                &hall,
                "/contest open game:Haleakala kind:Knock-out title:Autumn",
            )
            .await;
        card(&scene, "Nobody has signed up yet").await;
        for who in ["Ana", "Ben"] {
            scene
                .says(who, &hall, "/contest join")
                .await
                .says("You have signed up");
        }
        card(&scene, "2 players have signed up: Ana, Ben").await;
        scene
            .says("Ana", &hall, "/contest start")
            .await
            .says("begins");
        tables(&scene, &[], 1).await;
        card(&scene, "Being played: 1 <#").await;
        let is_tended = async |scene: &Scene| {
            let next = sqlx::query_scalar("select check_at from contest");
            let next: Option<i64> = next.fetch_one(&mut scene.intruder().await).await.unwrap();
            next.is_some_and(|next| next > scene.clock.now().0)
        };
        scene.until("all is shown", is_tended).await;
        let before = changes(&scene).await;
        assert!(before > 0, "people have signed up");
        scene.clock.turn(PATROL_SECS + 1);
        scene.until("it was looked at again", is_tended).await;
        assert_eq!(changes(&scene).await, before);
        scene.end().await;
    });
}

#[test]
fn a_contest_in_an_announcement_channel_opens_its_tables() {
    evening(async {
        let scene = Scene::with(four()).await;
        let news = scene
            .post(
                "channels",
                json!({ "name": "news", "kind": "announcement" }),
            )
            .await;
        let news = text(&news["id"]);
        scene
            .says(
                "Ana",
                &news,
                "/contest open game:Haleakala kind:Knock-out title:Autumn",
            )
            .await
            .says("is open");
        for who in ["Ana", "Ben"] {
            scene
                .says(who, &news, "/contest join")
                .await
                .says("You have signed up");
        }
        scene
            .says("Ana", &news, "/contest start")
            .await
            .says("begins");
        tables(&scene, &[], 1).await;
        // A table of one's own gets a thread there, too; a private one cannot.
        scene
            .says("Ana", &news, "/table open game:Haleakala")
            .await
            .says("opened");
        assert_eq!(scene.threads().await.len(), 2);
        let private = scene
            .says("Ana", &news, "/table open game:Haleakala private:true")
            .await;
        private.says(&scene.said("chat-private-cannot"));
        assert_eq!(scene.refused().await, None, "nothing is asked for in vain");
        scene.end().await;
    });
}

#[test]
fn unopenable_contest_table_is_reported_once() {
    evening(async {
        let scene = Scene::with(four()).await;
        let hall = scene.hall.clone();
        scene
            .says(
                "Ana",
                &hall,
                "/contest open game:Haleakala kind:Knock-out title:Autumn",
            )
            .await;
        for who in ["Ana", "Ben"] {
            scene
                .says(who, &hall, "/contest join")
                .await
                .says("You have signed up");
        }
        let deny = |names: &[&str]| json!({ "channel": hall, "deny": names });
        scene
            .post("permissions", deny(&["CREATE_PUBLIC_THREADS"]))
            .await;
        scene
            .says("Ana", &hall, "/contest start")
            .await
            .says("begins");
        let told = scene.part("chat-contest-stuck");
        let tries = async |scene: &Scene| {
            let requests = scene.requests().await;
            let of_thread = |it: &&serde_json::Value| {
                it["status"] == 403 && text(&it["path"]).ends_with("/threads")
            };
            requests.iter().filter(of_thread).count()
        };
        for wanted in 1..4 {
            scene
                .until("it is tried", async |scene| tries(scene).await >= wanted)
                .await;
            scene
                .until("it is told", async |scene| {
                    scene.saying(&hall, &told).await.len() == 1
                })
                .await;
            scene.hours.turn(Duration::from_hours(1));
            scene.clock.turn(60 * 60 + 1);
        }
        assert_eq!(scene.saying(&hall, &told).await.len(), 1);
        scene.post("permissions", deny(&[])).await;
        scene.clock.turn(60 * 60 + 1);
        tables(&scene, &[], 1).await;
        scene.end().await;
    });
}

#[test]
fn contest_is_joined_only_in_its_channel() {
    evening(async {
        let scene = Scene::with(four()).await;
        scene
            .says(
                "Ana",
                &scene.hall,
                "/contest open game:Haleakala kind:Knock-out title:Autumn",
            )
            .await;
        card(&scene, "Nobody has signed up yet").await;
        let inn = scene.abroad().await;
        for id in ["C:1:j", "C:1:b"] {
            let forged = scene.forged_button(&inn, id).await;
            let refused = scene.presses("Ben", &forged, "Forged").await;
            assert!(refused.is_private());
            refused.says("There is no contest in this channel");
        }
        card(&scene, "Nobody has signed up yet").await;
        scene.end().await;
    });
}

#[test]
fn without_attachments_standings_are_text() {
    evening(async {
        let scene = Scene::with(four()).await;
        let hall = scene.hall.clone();
        scene
            .post(
                "permissions",
                json!({ "channel": hall, "deny": ["ATTACH_FILES"] }),
            )
            .await;
        scene
            .says(
                "Ana",
                &hall,
                "/contest open game:Haleakala kind:Knock-out title:Autumn",
            )
            .await;
        let open = card(&scene, "Nobody has signed up yet").await;
        for who in ["Ana", "Ben"] {
            scene.presses(who, &open, "Join").await;
        }
        scene.presses("Ana", &open, "Start").await;
        let running = card(&scene, "Being played: 1 <#").await;
        assert!(running.pictures().is_empty(), "{running:?}");
        let place = tables(&scene, &[], 1).await.remove(0);
        scene.resigns("Ana", &place).await;
        card(&scene, "has won!").await.says("Ben has won!");
        scene.end().await;
    });
}
