//! New players read the rules, learn by playing, and get help in their first turns.

use lanai_text::Dictionary;
use serde_json::json;

use super::input::Shown;
use super::whole_games::start_in_language;
use super::{Scene, run_test};

/// Presses what the lesson suggests.
async fn follow_lesson(scene: &Scene, who: &str, panel: &Shown) -> Shown {
    let shown = scene.press_button(who, panel, "Show me").await;
    shown.assert_says("This is what you would do");
    scene.press_button(who, &shown, "Do it").await
}

/// Asserts that a first game in a channel continues in the same message.
async fn follow_in_channel(
    scene: &Scene,
    who: &str,
    panel: &Shown,
    end: &str,
    show: &str,
) -> Shown {
    let seen = async |scene: &Scene| {
        let seen = scene.list_visible_messages(who, &scene.main_channel).await;
        let panel = seen
            .into_iter()
            .find(|shown| shown.message_id() == panel.message_id())?;
        (panel.button_id(show).is_some() || panel.text().contains(end)).then_some(panel)
    };
    scene
        .wait_until("the lesson goes on in place", async |scene| {
            seen(scene).await.is_some()
        })
        .await;
    seen(scene).await.unwrap()
}

/// The newest board of a first game in direct messages.
async fn newest_lesson_board(scene: &Scene, who: &str) -> Option<Shown> {
    let mut told = scene.list_direct_messages(who).await.into_iter();
    told.rfind(|shown| !shown.is_private() && shown.button_id("Take your turn").is_some())
}

/// The panel of a first game in direct messages, when it is its player's turn again; and the board
/// above it.
async fn wait_for_lesson_step(
    scene: &Scene,
    who: &str,
    before: Option<&Shown>,
    step: &str,
) -> (Shown, Shown) {
    scene
        .wait_until("there is a new board", async |scene: &Scene| {
            newest_lesson_board(scene, who).await.is_some_and(|item| {
                before.is_none_or(|before| item.message_id() != before.message_id())
            })
        })
        .await;
    // A panel may just be moving below it.
    for _ in 0..5 {
        scene.wait_until_idle().await;
        let board = newest_lesson_board(scene, who).await.unwrap();
        let panel = scene.press_button(who, &board, "Take your turn").await;
        if panel.text().contains(step) {
            return (panel, board);
        }
    }
    panic!("no panel says {step}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hawaii_lesson_in_direct_messages() {
    let mut scene = Scene::start().await;
    let answer = scene
        .run_command("Ana", &scene.main_channel, "/learn game:hawaii")
        .await;
    answer.assert_says("Your first game of Hawaii is waiting in our direct messages");
    assert!(answer.is_private());
    assert!(scene.list_threads().await.is_empty(), "it is private");
    let mut before = None;
    let steps = [
        "step 1 of 5",
        "step 2 of 5",
        "step 3 of 5",
        "step 4 of 5",
        "step 5 of 5",
    ];
    for (number, step) in steps.into_iter().enumerate() {
        let (panel, board) = wait_for_lesson_step(&scene, "Ana", before.as_ref(), step).await;
        before = Some(board);
        panel.assert_says("Try this:");
        assert_eq!(panel.picture_urls().len(), 1, "{panel:?}");
        if number == 2 {
            // A lesson can be left and resumed, also after a restart.
            scene.stop_bot().await;
            scene.start_bot().await;
            let again = scene
                .run_command("Ana", &scene.main_channel, "/learn game:hawaii")
                .await;
            again.assert_says("goes on in our direct messages");
            let here = scene.press_button("Ana", &again, "Take your turn").await;
            here.assert_says(step);
            follow_lesson(&scene, "Ana", &here).await;
            continue;
        }
        follow_lesson(&scene, "Ana", &panel).await;
    }
    let (panel, _) = wait_for_lesson_step(
        &scene,
        "Ana",
        before.as_ref(),
        "That was one of five rounds",
    )
    .await;
    assert!(
        panel.button_id("Show me").is_none() && panel.button_id("Hint").is_some(),
        "{panel:?}"
    );
    scene
        .assert_answer("Ana", &scene.main_channel, "/mine", "our direct messages")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lesson_accepts_other_moves() {
    let scene = Scene::start().await;
    scene
        .run_command("Ana", &scene.main_channel, "/learn game:hawaii")
        .await;
    let (panel, board) = wait_for_lesson_step(&scene, "Ana", None, "step 1 of 5").await;
    let choices = panel.open_choices();
    let (id, _) = choices
        .iter()
        .find(|(id, _)| id.contains(":l."))
        .expect("one may leave the round at once");
    let shown = scene.press_id("Ana", &panel.message_id(), id).await;
    scene.press_button("Ana", &shown, "Do it").await;
    wait_for_lesson_step(&scene, "Ana", Some(&board), "That was one of five rounds").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn haleakala_lesson_without_direct_messages() {
    let scene = Scene::start().await;
    scene
        .run_command("Ana", &scene.main_channel, "/learn game:hawaii")
        .await
        .assert_says("in our direct messages");
    let own = scene.direct_channel("Ana").await.unwrap();
    scene
        .post(
            "permissions",
            json!({ "channel": own, "deny": ["SEND_MESSAGES"] }),
        )
        .await;
    let mut panel = scene
        .run_command("Ana", &scene.main_channel, "/learn game:haleakala")
        .await;
    panel
        .assert_says("Welcome to your first game of Haleakala")
        .assert_says("step 1 of 3");
    assert!(panel.is_private());
    while panel.button_id("Show me").is_some() {
        follow_lesson(&scene, "Ana", &panel).await;
        panel = follow_in_channel(&scene, "Ana", &panel, "That was one delivery", "Show me").await;
        panel.assert_says("Kula");
    }
    panel.assert_says("That was one delivery");
    assert!(scene.list_threads().await.is_empty());
    scene.end().await;
}

/// The lesson is played with the two buttons that it names.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lesson_resumed_in_a_channel_stays_there() {
    let scene = Scene::start().await;
    for (game, end) in [
        ("hawaii", "That was one of five rounds"),
        ("haleakala", "That was one delivery"),
    ] {
        let opened = scene
            .run_command("Ana", &scene.main_channel, &format!("/learn game:{game}"))
            .await;
        opened.assert_says("You can play it right here, too");
        let mut panel = scene.press_button("Ana", &opened, "Take your turn").await;
        panel.assert_says("step 1 of");
        let mut steps = 0;
        while panel.button_id("Show me").is_some() {
            follow_lesson(&scene, "Ana", &panel).await;
            panel = follow_in_channel(&scene, "Ana", &panel, end, "Show me").await;
            panel.assert_says("Kula");
            assert_eq!(panel.picture_urls().len(), 1, "{panel:?}");
            steps += 1;
        }
        panel.assert_says(end);
        assert!(steps >= 2, "{game} ended after {steps} steps");
        assert!(
            panel.is_private() && panel.button_id("Hint").is_some(),
            "{panel:?}"
        );
    }
    scene.end().await;
}

/// The last turn of the computer is shown in the same message, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lesson_in_a_channel_reports_its_end_there() {
    let scene = Scene::start().await;
    let opened = scene
        .run_command("Ana", &scene.main_channel, "/learn game:haleakala")
        .await;
    let mut panel = scene.press_button("Ana", &opened, "Take your turn").await;
    for turn in 0..600 {
        if panel.button_id("Review").is_some() {
            break;
        }
        assert!(turn < 599, "the game has no end");
        if panel.button_id("Do it").is_none() {
            let choices = panel.open_choices();
            assert!(!choices.is_empty(), "nothing to choose: {panel:?}");
            let (id, _) = &choices[turn % choices.len()];
            panel = scene.press_id("Ana", &panel.message_id(), id).await;
            continue;
        }
        let done = scene.press_button("Ana", &panel, "Do it").await;
        let seen = async |scene: &Scene| {
            let seen = scene
                .list_visible_messages("Ana", &scene.main_channel)
                .await;
            seen.into_iter()
                .find(|shown| shown.message_id() == done.message_id())
                .filter(|shown: &Shown| {
                    !shown.open_choices().is_empty() || shown.button_id("Review").is_some()
                })
        };
        scene
            .wait_until("the game goes on in place", async |scene| {
                seen(scene).await.is_some()
            })
            .await;
        panel = seen(&scene).await.unwrap();
    }
    assert!(
        panel.text().contains("wins") || panel.text().contains("share"),
        "{panel:?}"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rules_are_read_in_the_chat() {
    let scene = Scene::start().await;
    let rules = scene
        .run_command("Ana", &scene.main_channel, "/rules")
        .await;
    rules.assert_says("Hawaii in one picture");
    assert!(rules.is_private());
    assert_eq!(rules.picture_urls().len(), 1, "{rules:?}");
    assert!(
        rules.picture_descriptions().contains("Walk, 1 foot a step"),
        "{}",
        rules.picture_descriptions()
    );
    let found = scene
        .run_command("Ana", &scene.main_channel, "/rules topic:crossed spears")
        .await;
    found
        .assert_says("Hawaii: Buying")
        .assert_says("spear hut or KU");
    let offered = scene
        .list_suggestions("Ana", &scene.main_channel, "/rules topic:spear", "topic")
        .await;
    assert!(
        offered.iter().any(|item| item["name"] == "spear hut"),
        "{offered:?}"
    );
    scene
        .run_command("Ana", &scene.main_channel, "/rules topic:xyzzy")
        .await
        .assert_says("Nothing in the rules of Hawaii");
    let thread = scene
        .start_table("Haleakala", &["Ana", "Ben"], "options:tactical")
        .await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    let rules = scene.press_button(&who, &board, "Rules").await;
    rules
        .assert_says("Haleakala in one picture")
        .assert_says("Tactical variant");
    let menus = rules.menus();
    assert!(
        menus.len() >= 3 && menus.iter().all(|(_, options)| options.len() <= 25),
        "{menus:?}"
    );
    let page = scene
        .choose_in_menu(&who, &rules, &menus[0].0, "lava")
        .await;
    page.assert_says("Haleakala: Lava")
        .assert_says("invocation discs alone");
    let ruling = scene
        .choose_in_menu(&who, &page, &menus[2].0, "ruling-3")
        .await;
    ruling
        .assert_says("Must the sums differ on each beach, or in total?")
        .assert_says("We play: On each beach");
    scene
        .assert_press(&who, &ruling, "Overview", "Haleakala in one picture")
        .await;
    scene.run_command("Ben", &thread, "/remind text:true").await;
    let words = scene.run_command("Ben", &thread, "/rules").await;
    words.assert_says("The two sums on a beach always differ");
    assert!(words.picture_urls().is_empty());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn first_three_turns_get_help() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let mut before = None;
    let mut helped = Vec::new();
    for _ in 0..8 {
        let (who, board) = scene.wait_for_player(&thread, before.as_ref()).await;
        let panel = scene.press_button(&who, &board, "Take your turn").await;
        helped.push(
            ["Your first turn:", "sends it on", "Statues are built"]
                .map(|item| panel.text().contains(item)),
        );
        scene.take_turn(&who, &thread).await;
        before = Some(board);
    }
    assert_eq!(
        helped
            .iter()
            .map(|help: &[bool; 3]| help.iter().position(|item| *item))
            .collect::<Vec<_>>(),
        [
            Some(0),
            Some(0),
            Some(1),
            Some(1),
            Some(2),
            Some(2),
            None,
            None
        ]
    );
    // A second game offers no help.
    let other = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_turn(&other, None).await;
    let panel = scene
        .press_button(&who.unwrap(), &board, "Take your turn")
        .await;
    assert!(
        !panel.text().contains("Your first turn"),
        "{}",
        panel.text()
    );
    scene.end().await;
}

/// A first game in each language, by its own buttons.
#[test]
fn lessons_in_every_language() {
    for tag in Dictionary::open()
        .unwrap()
        .languages()
        .iter()
        .map(|words| words.tag().to_owned())
        .skip(1)
    {
        run_test(async {
            let scene = start_in_language(&tag, Dictionary::open().unwrap()).await;
            let [turn, show, does] = ["chat-button-turn", "learn-show", "chat-button-do"]
                .map(|name| scene.bot_text(name));
            for game in ["hawaii", "haleakala"] {
                let end = scene.bot_text_part(&format!("learn-{game}-end"));
                let mut ended = false;
                // Somewhat more than there are steps: a panel may have moved below a new board just
                // now.
                for _ in 0..16 {
                    scene.wait_until_idle().await;
                    let opened = scene
                        .run_command("Krk", &scene.main_channel, &format!("/learn game:{game}"))
                        .await;
                    let panel = scene.press_button("Krk", &opened, &turn).await;
                    ended = panel.text().contains(&end);
                    if ended {
                        break;
                    }
                    if panel.button_id(&show).is_none() {
                        continue;
                    }
                    let shown = scene.press_button("Krk", &panel, &show).await;
                    if shown.button_id(&does).is_some() {
                        scene.press_button("Krk", &shown, &does).await;
                    }
                }
                assert!(ended, "{game} in {tag}");
            }
            scene.end().await;
        });
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn simultaneous_presses_open_one_lesson() {
    let scene = Scene::start().await;
    let help = scene.run_command("Ana", &scene.main_channel, "/help").await;
    let presses = (0..3).map(|_| scene.press_button("Ana", &help, "Learn Haleakala"));
    for answer in futures::future::join_all(presses).await {
        answer.assert_says("Your first game of Haleakala");
    }
    scene.wait_until_idle().await;
    let begins = scene
        .list_direct_messages("Ana")
        .await
        .into_iter()
        .filter(|item| item.text().contains("The game begins"));
    assert_eq!(begins.count(), 1);
    let again = scene
        .run_command("Ana", &scene.main_channel, "/learn game:haleakala")
        .await;
    scene
        .assert_press("Ana", &again, "Give this game up", "You resigned")
        .await;
    scene.wait_until_idle().await;
    // A repeated lesson starts from the beginning.
    let all = scene.list_direct_messages("Ana").await;
    assert!(
        all.iter()
            .all(|item| item.button_id("Play again").is_none()),
        "{all:?}"
    );
    scene
        .run_command("Ana", &scene.main_channel, "/learn game:haleakala")
        .await
        .assert_says("is waiting in our direct messages");
    scene.end().await;
}
