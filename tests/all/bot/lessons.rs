//! New players read the rules, learn by playing, and get help in their first turns.

use super::input::Shown;
use super::whole_games::start_in_language;
use super::{Scene, run_test};
use lanai_text::Dictionary;

/// The words of the buttons of a lesson in one language.
struct LessonButtons {
    show: String,
    play: String,
    second_part: String,
}

impl LessonButtons {
    fn read(scene: &Scene) -> LessonButtons {
        LessonButtons {
            show: scene.bot_text("learn-show"),
            play: scene.bot_text("chat-button-do"),
            second_part: scene.bot_text("learn-second-part"),
        }
    }
}

/// Returns the answer with this id once it satisfies a condition.
async fn wait_in_place(
    scene: &Scene,
    who: &str,
    channel: &str,
    panel: &Shown,
    condition: impl Fn(&Shown) -> bool,
) -> Shown {
    let find = async |scene: &Scene| {
        let seen = scene.list_visible_messages(who, channel).await;
        seen.into_iter()
            .find(|shown| shown.message_id() == panel.message_id())
            .filter(|shown| condition(shown))
    };
    scene
        .wait_until("the lesson goes on in place", async |scene| {
            find(scene).await.is_some()
        })
        .await;
    find(scene).await.unwrap()
}

/// Plays a part of a lesson as it suggests. Returns how many turns that took, and the last panel.
async fn follow_part(
    scene: &Scene,
    who: &str,
    channel: &str,
    mut panel: Shown,
    end_key: &str,
) -> (usize, Shown) {
    let end = scene.bot_text_part(end_key);
    let mut turns = 0;
    while !panel.text().contains(&end) {
        assert!(turns < 20, "the part has no end: {panel:?}");
        assert!(panel.is_private() && panel.picture_urls().len() == 1);
        panel = play_suggestion(scene, who, channel, &panel, &end).await;
        turns += 1;
    }
    (turns, panel)
}

/// Plays the suggested turn of a step. Returns the panel of the next step or of the part's end.
async fn play_suggestion(
    scene: &Scene,
    who: &str,
    channel: &str,
    panel: &Shown,
    end: &str,
) -> Shown {
    let buttons = LessonButtons::read(scene);
    let shown = scene.press_button(who, panel, &buttons.show).await;
    scene.press_button(who, &shown, &buttons.play).await;
    wait_in_place(scene, who, channel, panel, |shown| {
        shown.button_id(&buttons.show).is_some() || shown.text().contains(end)
    })
    .await
}

/// Walks both parts of a lesson. Returns the number of turns of each.
async fn follow_lesson(scene: &Scene, who: &str, channel: &str, game: &str) -> [usize; 2] {
    let second_part = LessonButtons::read(scene).second_part;
    let panel = scene
        .run_command(who, channel, &format!("/learn game:{game}"))
        .await;
    let end = format!("lesson-{game}-first-end");
    let (first, panel) = follow_part(scene, who, channel, panel, &end).await;
    let panel = scene.press_button(who, &panel, &second_part).await;
    let end = format!("lesson-{game}-second-end");
    let (second, _) = follow_part(scene, who, channel, panel, &end).await;
    [first, second]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lesson_goes_on_in_place() {
    let mut scene = Scene::start().await;
    let channel = scene.main_channel.clone();
    let panel = scene
        .run_command("Ana", &channel, "/learn game:hawaii")
        .await;
    panel
        .assert_says("Welcome to Hawaii")
        .assert_says("Part one, step 1 of 5")
        .assert_says("Try this:");
    assert!(panel.is_private());
    let shown = scene.press_button("Ana", &panel, "Show me").await;
    shown.assert_says("This is what you would do");
    scene.press_button("Ana", &shown, "Do it").await;
    let panel = wait_in_place(&scene, "Ana", &channel, &panel, |shown| {
        shown.text().contains("step 2 of 5")
    })
    .await;
    panel.assert_says("Kula");
    // A lesson can be left and resumed, also after a restart.
    scene.stop_bot().await;
    scene.start_bot().await;
    let panel = scene
        .run_command("Ana", &channel, "/learn game:hawaii")
        .await;
    panel
        .assert_says("goes on where you left it")
        .assert_says("step 2 of 5");
    let end = "lesson-hawaii-first-end";
    let (_, panel) = follow_part(&scene, "Ana", &channel, panel, end).await;
    assert!(
        panel.button_id("Show me").is_none() && panel.button_id("I'll choose").is_some(),
        "{panel:?}"
    );
    scene
        .assert_answer("Ana", &channel, "/mine", "a private lesson")
        .await;
    assert!(scene.list_threads().await.is_empty(), "nothing is posted");
    scene.end().await;
}

/// The numbers of the steps of part one rise to the last. Part two, which ends with the eruption, has
/// none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steps_of_haleakala_are_in_order() {
    let scene = Scene::start().await;
    let channel = scene.main_channel.clone();
    let mut panel = scene
        .run_command("Ana", &channel, "/learn game:haleakala")
        .await;
    for step in 1..=3 {
        panel.assert_says(&format!("Part one, step {step} of 3."));
        panel = play_suggestion(&scene, "Ana", &channel, &panel, "That's how you get cards").await;
    }
    panel.assert_says("That's how you get cards");
    let mut panel = scene.press_button("Ana", &panel, "Go to part two").await;
    for turn in 0.. {
        if panel.text().contains("The volcano has erupted") {
            break;
        }
        assert!(turn < 20, "the part has no end: {panel:?}");
        panel.assert_says("Part two.");
        panel = play_suggestion(&scene, "Ana", &channel, &panel, "The volcano has erupted").await;
    }
    scene.end().await;
}

/// Goes to the second part of the lesson of Hawaii.
async fn open_second_part(scene: &Scene, channel: &str) -> Shown {
    let first = scene
        .run_command("Ana", channel, "/learn game:hawaii")
        .await;
    scene.press_button("Ana", &first, "Go to part two").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lesson_ends_with_its_rules_and_counts_nowhere() {
    let scene = Scene::start().await;
    let channel = scene.main_channel.clone();
    let panel = open_second_part(&scene, &channel).await;
    let end = "lesson-hawaii-second-end";
    let (_, panel) = follow_part(&scene, "Ana", &channel, panel, end).await;
    assert!(!panel.text().contains("small picture"), "{panel:?}");
    scene
        .assert_press("Ana", &panel, "Rules", "Hawaii in one picture")
        .await;
    scene
        .run_command("Ana", &channel, "/history")
        .await
        .assert_says("There are no finished games yet");
    let stats = scene.run_command("Ana", &channel, "/stats").await;
    assert!(!stats.text().contains("Hawaii"), "{stats:?}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn second_part_starts_late_in_a_game() {
    let scene = Scene::start().await;
    let channel = scene.main_channel.clone();
    let panel = open_second_part(&scene, &channel).await;
    panel
        .assert_says("The computer has played four rounds for you")
        .assert_says("Part two, step 1 of 6");
    assert!(
        !panel.text().contains("Kula ·"),
        "what the lesson skips is no news: {panel:?}"
    );
    assert!(
        panel.picture_descriptions().contains("round 5"),
        "{}",
        panel.picture_descriptions()
    );
    // The first part was not resigned, and lessons count nowhere.
    scene
        .run_command("Ana", &channel, "/history")
        .await
        .assert_says("There are no finished games yet");
    let refused = scene.run_command("Ana", &channel, "/table undo").await;
    assert!(!refused.text().contains("take"), "{refused:?}");
    scene
        .run_command("Ana", &channel, "/learn game:hawaii")
        .await
        .assert_says("Part two, step 1 of 6");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lesson_accepts_other_moves() {
    let scene = Scene::start().await;
    let channel = scene.main_channel.clone();
    let panel = scene
        .run_command("Ana", &channel, "/learn game:hawaii")
        .await;
    let panel = scene.press_button("Ana", &panel, "I'll choose").await;
    let choices = panel.open_choices();
    let (id, _) = choices
        .iter()
        .find(|(id, _)| id.contains(":l."))
        .expect("one may leave the round at once");
    let shown = scene.press_id("Ana", &panel.message_id(), id).await;
    scene.press_button("Ana", &shown, "Do it").await;
    wait_in_place(&scene, "Ana", &channel, &panel, |shown| {
        shown.text().contains("That was one of five rounds")
    })
    .await;
    scene.end().await;
}

/// The last turn of the computer is shown in the same message, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lesson_reports_its_end_in_place() {
    let scene = Scene::start().await;
    let channel = scene.main_channel.clone();
    let mut panel = scene
        .run_command("Ana", &channel, "/learn game:haleakala")
        .await;
    for turn in 0..600 {
        if panel.button_id("Review").is_some() {
            break;
        }
        assert!(turn < 599, "the game has no end");
        if panel.button_id("I'll choose").is_some() {
            panel = scene.press_button("Ana", &panel, "I'll choose").await;
        }
        if panel.button_id("Do it").is_none() {
            let choices = panel.open_choices();
            assert!(!choices.is_empty(), "nothing to choose: {panel:?}");
            let (id, _) = &choices[turn % choices.len()];
            panel = scene.press_id("Ana", &panel.message_id(), id).await;
            continue;
        }
        let done = scene.press_button("Ana", &panel, "Do it").await;
        panel = wait_in_place(&scene, "Ana", &channel, &done, |shown| {
            !shown.open_choices().is_empty()
                || shown.button_id("I'll choose").is_some()
                || shown.button_id("Review").is_some()
        })
        .await;
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

/// Both parts of both lessons in each language, by its own buttons; begun in a channel and in direct
/// messages.
#[test]
fn lessons_in_every_language() {
    let dictionary = Dictionary::open().unwrap();
    for words in dictionary.languages() {
        run_test(async {
            let scene = start_in_language(words.tag(), Dictionary::open().unwrap()).await;
            let direct = scene.open_direct_channel("Krk").await;
            for (game, channel, expected) in [
                ("hawaii", &scene.main_channel, [6, 6]),
                ("haleakala", &direct, [3, 3]),
            ] {
                let turns = follow_lesson(&scene, "Krk", channel, game).await;
                assert!(
                    turns
                        .iter()
                        .zip(expected)
                        .all(|(turns, few)| *turns >= few - 1),
                    "{game} in {} took {turns:?} turns",
                    words.tag()
                );
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
    futures::future::join_all(presses).await;
    let mine = scene.run_command("Ana", &scene.main_channel, "/mine").await;
    assert_eq!(mine.text().matches("Haleakala").count(), 1, "{mine:?}");
    let panel = scene
        .run_command("Ana", &scene.main_channel, "/learn game:haleakala")
        .await;
    panel.assert_says("Part one, step 1 of 3");
    scene
        .assert_press("Ana", &panel, "Give up this game", "You resigned")
        .await;
    scene.wait_until_idle().await;
    // A repeated lesson starts from the beginning.
    scene
        .run_command("Ana", &scene.main_channel, "/learn game:haleakala")
        .await
        .assert_says("Welcome to Haleakala");
    scene.end().await;
}
