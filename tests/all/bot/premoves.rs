//! Premoves by panel and by command: a waiting player sees them in sentences, and no one else sees
//! them before they are played.

use lanai_host::{Actor, ChannelId, PersonId};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Action;

use super::other_process::Elsewhere;
use super::{Scene, Shown};

/// Returns the player to act, the waiting player and the newest board of a table of two.
async fn actor_and_waiter(
    scene: &Scene,
    thread: &str,
    after: Option<&Shown>,
) -> (&'static str, &'static str, Shown) {
    let (who, board) = scene.wait_for_turn(thread, after).await;
    if who.as_deref() == Some("Ana") {
        ("Ana", "Ben", board)
    } else {
        ("Ben", "Ana", board)
    }
}

async fn assert_panel_unchanged(scene: &Scene, who: &str, thread: &str) {
    scene.wait_until_delivered().await;
    for answer in scene.list_visible_messages(who, thread).await {
        assert!(
            !answer.0.to_string().to_lowercase().contains("ahead"),
            "{}",
            answer.0
        );
    }
}

/// Stores a standing answer, which cannot be chosen while no question is open.
async fn set_kane_answer(scene: &Scene, who: &str, thread: &str) {
    let elsewhere = Elsewhere::connect(scene).await;
    let person = PersonId(scene.person(who).parse().unwrap());
    let actor = Actor {
        person,
        name: who.to_owned(),
        interaction: None,
    };
    let table = elsewhere
        .host
        .tables
        .find_in_channel(ChannelId(thread.parse().unwrap()))
        .await
        .unwrap();
    elsewhere
        .host
        .premoves
        .add_answer::<Hawaii>(table, &actor, Action::Decline)
        .await
        .unwrap();
    elsewhere.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn premoves_are_chosen_in_the_panel() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (acts, waits, board) = actor_and_waiter(&scene, &thread, None).await;
    let refused = scene.press_button(waits, &board, "Take your turn").await;
    refused.assert_says("I'll ping you when it's yours");
    let panel = scene.press_button(waits, &refused, "Decide ahead").await;
    panel.assert_says("It isn't your turn yet");
    assert!(panel.is_private() && !panel.picture_urls().is_empty());
    assert!(
        panel.button_id("Hint").is_none(),
        "a hint would be about another turn"
    );
    let chosen = scene.choose_first(waits, &panel).await;
    assert!(chosen.button_id("Do it").is_none());
    let decided = scene
        .press_button(waits, &chosen, "Do this when it's my turn")
        .await;
    decided
        .assert_says("When it's your turn")
        .assert_says("still costs and brings the same");
    let decided = scene
        .press_button(waits, &decided, "Only if nobody beats my sum")
        .await;
    decided.assert_says("nobody beats the sum of your tokens");
    let decided = scene
        .press_button(waits, &decided, "Whatever happens")
        .await;
    decided.assert_says("**Whatever happens**");
    // An alternative if the first premove is impossible.
    let panel = scene
        .press_button(waits, &decided, "And if that can't be done…")
        .await;
    panel.assert_says("What will you do if what you decided can't be done?");
    let (id, _) = panel.open_choices().pop().unwrap();
    let chosen = scene.press_id(waits, &panel.message_id(), &id).await;
    let decided = scene
        .press_button(waits, &chosen, "Do this when it's my turn")
        .await;
    decided
        .assert_says("When it's your turn")
        .assert_says("If that can't be done");
    scene
        .assert_answer(waits, &thread, "/ahead", "If that can't be done")
        .await;
    assert_panel_unchanged(&scene, acts, &thread).await;
    // The premove may lead to KANE, who asks a question.
    set_kane_answer(&scene, waits, &thread).await;
    // It is played as soon as the turn begins, and announced together with the turn before it.
    scene.take_turn(acts, &thread).await;
    let (acts_again, _, told) = actor_and_waiter(&scene, &thread, Some(&board)).await;
    assert_eq!(acts_again, acts, "{}", told.text());
    assert!(told.0.to_string().contains("decided ahead"), "{}", told.0);
    let forgotten = scene.run_command(waits, &thread, "/ahead").await;
    assert!(
        !forgotten.text().contains("When it's your turn, this"),
        "it was done once"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typed_premoves_use_the_syntax_of_the_terminal() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (acts, waits, board) = actor_and_waiter(&scene, &thread, None).await;
    scene
        .assert_answer(waits, &thread, "/ahead turn:dance", "dance")
        .await;
    scene
        .run_command(waits, &thread, "/ahead turn:pass 2; pass 3")
        .await
        .assert_says("would be over before \"pass 3\"");
    scene
        .assert_answer(
            waits,
            &thread,
            "/ahead condition:Only if it still costs and brings the same",
            "haven't decided anything in advance",
        )
        .await;
    scene
        .assert_answer("Dan", &thread, "/ahead", "no seat")
        .await;
    let decided = scene
        .run_command(
            waits,
            &thread,
            "/ahead turn:pass 1 otherwise:pass 2 condition:Whatever happens",
        )
        .await;
    decided
        .assert_says("When it's your turn")
        .assert_says("If that can't be done")
        .assert_says("Whatever happens");
    assert_eq!(
        decided.text().lines().count(),
        3,
        "and nothing else: {}",
        decided.text()
    );
    let decided = scene
        .run_command(
            waits,
            &thread,
            "/ahead turn:pass 2 condition:Whatever happens",
        )
        .await;
    assert!(
        !decided.text().contains("If that can't be done"),
        "in place of what was decided before"
    );
    scene
        .assert_press(waits, &decided, "Forget it", "Forgotten")
        .await;
    scene
        .run_command(waits, &thread, "/ahead turn:pass 1 otherwise:pass 2")
        .await;
    assert_panel_unchanged(&scene, acts, &thread).await;
    // The other space is equally good.
    scene.run_command(acts, &thread, "/pass space:1").await;
    let (_, _, told) = actor_and_waiter(&scene, &thread, Some(&board)).await;
    assert!(told.0.to_string().contains("decided ahead"), "{}", told.0);
    let panel = scene.run_command(waits, &thread, "/ahead").await;
    assert!(
        !panel.text().contains("Whatever happens"),
        "it was done once: {}",
        panel.text()
    );
    scene.end().await;
}
