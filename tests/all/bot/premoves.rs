//! Deciding ahead, by the panel and by typing: whoever waits is offered it, sees it in sentences, and nobody else sees it
//! before it is done.

use lanai_host::{Actor, ChannelId, PersonId};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::Action;

use super::other_process::Elsewhere;
use super::{Scene, Shown, evening};

/// Who is to act at a table of two, and who is not, with the newest board.
async fn who_acts(
    scene: &Scene,
    place: &str,
    after: Option<&Shown>,
) -> (&'static str, &'static str, Shown) {
    let (who, board) = scene.next(place, after).await;
    if who.as_deref() == Some("Ana") {
        ("Ana", "Ben", board)
    } else {
        ("Ben", "Ana", board)
    }
}

async fn sees_nothing(scene: &Scene, who: &str, place: &str) {
    scene.all_told().await;
    for shown in scene.sees(who, place).await {
        assert!(
            !shown.0.to_string().to_lowercase().contains("ahead"),
            "{}",
            shown.0
        );
    }
}

/// Somebody always answers so. It is chosen elsewhere, as nobody is asked anything yet.
async fn gives_kane_nothing(scene: &Scene, who: &str, place: &str) {
    let elsewhere = Elsewhere::of(scene).await;
    let person = PersonId(scene.person(who).parse().unwrap());
    let actor = Actor {
        person,
        name: who.to_owned(),
        interaction: None,
    };
    let table = elsewhere
        .host
        .tables
        .find_in_channel(ChannelId(place.parse().unwrap()))
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

#[test]
fn premoves_are_chosen_in_the_panel() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (acts, waits, board) = who_acts(&scene, &place, None).await;
        let refused = scene.presses(waits, &board, "Take your turn").await;
        refused.says("You will be called when it is yours");
        let panel = scene.presses(waits, &refused, "Decide ahead").await;
        panel.says("It is not your turn yet").says("You have");
        assert!(panel.is_private() && !panel.pictures().is_empty());
        assert!(
            panel.button("Hint").is_none(),
            "a hint would be about another turn"
        );
        let (id, values) = panel.menu().unwrap();
        let chosen = scene.chooses_in(waits, &panel, &id, &values[0]).await;
        assert!(chosen.button("Do it").is_none());
        let decided = scene
            .presses(waits, &chosen, "Do this when it’s my turn")
            .await;
        decided
            .says("When it is your turn")
            .says("still costs and brings the same");
        let decided = scene
            .presses(waits, &decided, "Only if nobody passes my sum")
            .await;
        decided.says("nobody passes the sum of your tokens");
        let decided = scene.presses(waits, &decided, "Whatever happens").await;
        decided.says("**Whatever happens**");
        // In case that this cannot be done.
        let panel = scene
            .presses(waits, &decided, "And if that can’t be done …")
            .await;
        panel.says("What will you do if what you decided cannot be done?");
        let (id, values) = panel.menus().pop().unwrap();
        let chosen = scene
            .chooses_in(waits, &panel, &id, values.last().unwrap())
            .await;
        let decided = scene
            .presses(waits, &chosen, "Do this when it’s my turn")
            .await;
        decided
            .says("When it is your turn")
            .says("If that cannot be done");
        scene
            .says(waits, &place, "/ahead")
            .await
            .says("If that cannot be done");
        sees_nothing(&scene, acts, &place).await;
        // It may lead to KANE, who asks.
        gives_kane_nothing(&scene, waits, &place).await;
        // It is done as soon as it is their turn, and told with what it answers.
        scene.takes_turn(acts, &place).await;
        let (acts_again, _, told) = who_acts(&scene, &place, Some(&board)).await;
        assert_eq!(acts_again, acts, "{}", told.text());
        assert!(told.0.to_string().contains("decided ahead"), "{}", told.0);
        let forgotten = scene.says(waits, &place, "/ahead").await;
        assert!(
            !forgotten.text().contains("When it is your turn, this"),
            "it was done once"
        );
        scene.end().await;
    });
}

#[test]
fn typed_premoves_use_the_syntax_of_the_terminal() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (acts, waits, board) = who_acts(&scene, &place, None).await;
        scene
            .says(waits, &place, "/ahead turn:dance")
            .await
            .says("dance");
        scene
            .says(waits, &place, "/ahead turn:pass 2; pass 3")
            .await
            .says("would be over before “pass 3”");
        scene
            .says(
                waits,
                &place,
                "/ahead condition:Only if it still costs and brings the same",
            )
            .await
            .says("decided nothing ahead");
        scene.says("Dan", &place, "/ahead").await.says("no seat");
        let decided = scene
            .says(
                waits,
                &place,
                "/ahead turn:pass 1 otherwise:pass 2 condition:Whatever happens",
            )
            .await;
        decided
            .says("When it is your turn")
            .says("If that cannot be done")
            .says("Whatever happens");
        assert_eq!(
            decided.text().lines().count(),
            3,
            "and nothing else: {}",
            decided.text()
        );
        let decided = scene
            .says(
                waits,
                &place,
                "/ahead turn:pass 2 condition:Whatever happens",
            )
            .await;
        assert!(
            !decided.text().contains("If that cannot be done"),
            "in place of what was decided before"
        );
        scene
            .presses(waits, &decided, "Forget it")
            .await
            .says("Forgotten");
        scene
            .says(waits, &place, "/ahead turn:pass 1 otherwise:pass 2")
            .await;
        sees_nothing(&scene, acts, &place).await;
        // The very space is taken: the other is as good.
        scene.says(acts, &place, "/pass space:1").await;
        let (_, _, told) = who_acts(&scene, &place, Some(&board)).await;
        assert!(told.0.to_string().contains("decided ahead"), "{}", told.0);
        let panel = scene.says(waits, &place, "/ahead").await;
        assert!(
            !panel.text().contains("Whatever happens"),
            "it was done once: {}",
            panel.text()
        );
        scene.end().await;
    });
}
