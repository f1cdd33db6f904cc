//! Words in place of pictures, chosen for good: everything that is for one person alone comes without a picture, and says
//! what the picture would show.

use super::{Scene, Shown, evening, text};

fn is_in_words(shown: &Shown, board: &[&str]) {
    assert!(shown.pictures().is_empty(), "{shown:?}");
    for piece in board {
        assert!(
            shown.panes().contains(piece),
            "no {piece} in {}",
            shown.panes()
        );
    }
}

/// The board of whoever is called Ana, as soon as it is their turn.
async fn anas_turn(scene: &Scene, place: &str) -> Shown {
    let (who, board) = scene.next(place, None).await;
    if who.as_deref() == Some("Ana") {
        return board;
    }
    scene.takes_turn("Ben", place).await;
    scene.next(place, Some(&board)).await.1
}

/// Ana has chosen words, and it is her turn: where, and at which board.
async fn ana_wants_words(game: &str) -> (Scene, String, Shown) {
    let scene = Scene::begin().await;
    scene.says("Ana", &scene.hall, "/remind text:true").await;
    let place = scene.table(game, &["Ana", "Ben"], "").await;
    let board = anas_turn(&scene, &place).await;
    (scene, place, board)
}

#[test]
fn text_setting_covers_the_hawaii_panel() {
    evening(async {
        let scene = Scene::begin().await;
        let chosen = scene.says("Ana", &scene.hall, "/remind text:true").await;
        chosen.says("You see text instead of pictures");
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let board = anas_turn(&scene, &place).await;
        assert_eq!(
            board.pictures().len(),
            2,
            "what is for everybody stays as it is"
        );
        let shown = [
            "Hawaii, round 1",
            "Turn order",
            "; prices ",
            "cove",
            "Dock 4: 6 feet",
            "Ben, seat 2",
        ];
        let panel = scene.presses("Ana", &board, "Take your turn").await;
        is_in_words(&panel, &shown);
        panel.says("You have");
        let (id, values) = panel.menus().into_iter().next().unwrap();
        is_in_words(
            &scene.chooses_in("Ana", &panel, &id, &values[0]).await,
            &shown,
        );
        for line in ["/turn", "/table show", "/table replay"] {
            is_in_words(&scene.says("Ana", &place, line).await, &shown);
        }
        is_in_words(
            &scene.says("Ana", &place, "/recap").await,
            &["Dock 4: 6 feet"],
        );
        let realm = scene.says("Ana", &place, "/realm").await;
        is_in_words(&realm, &[]);
        realm.says("in hand:").says("village 1");
        // Once with pictures, and others as before.
        assert_eq!(
            scene
                .says("Ana", &place, "/table show text:false")
                .await
                .pictures()
                .len(),
            2
        );
        assert_eq!(
            scene
                .says("Ana", &place, "/realm text:false")
                .await
                .pictures()
                .len(),
            1
        );
        assert_eq!(
            scene
                .says("Ben", &place, "/table show")
                .await
                .pictures()
                .len(),
            2
        );
        let chosen = scene.says("Ana", &place, "/remind text:false").await;
        assert!(!chosen.text().contains("text instead"), "{}", chosen.text());
        assert_eq!(scene.says("Ana", &place, "/turn").await.pictures().len(), 1);
        scene.end().await;
    });
}

#[test]
fn text_setting_covers_the_haleakala_panel() {
    evening(async {
        let (scene, _, board) = ana_wants_words("Haleakala").await;
        let shown = [
            "Haleakala, round 1",
            "Segment 6:",
            "Cards left",
            "Display",
            "Ben, seat 2",
        ];
        let panel = scene.presses("Ana", &board, "Take your turn").await;
        is_in_words(&panel, &shown);
        let (id, values) = panel.menus().into_iter().next().unwrap();
        is_in_words(
            &scene.chooses_in("Ana", &panel, &id, &values[0]).await,
            &shown,
        );
        scene.end().await;
    });
}

/// Nothing has to be promised before it: one request gives it, and says which message it became, so that the next panel takes its
/// place.
#[test]
fn text_option_applies_to_one_answer() {
    evening(async {
        let (scene, place, board) = ana_wants_words("Hawaii").await;
        let before = scene.requests().await.len();
        let panel = scene.presses("Ana", &board, "Take your turn").await;
        assert_eq!(panel.outcome(), "message");
        let (id, values) = panel.menu().unwrap();
        let chosen = scene.chooses_in("Ana", &panel, &id, &values[0]).await;
        assert_eq!(
            (chosen.outcome(), chosen.message()),
            ("updated", panel.message())
        );
        assert_eq!(
            scene.says("Ana", &place, "/turn").await.outcome(),
            "message"
        );
        scene
            .until("one panel stands", async |scene| {
                scene.panels("Ana", &place).await.len() == 1
            })
            .await;
        let requests = scene.requests().await.split_off(before);
        let about: Vec<String> = requests.iter().map(|it| text(&it["path"])).collect();
        let answers = about
            .iter()
            .filter(|path| path.ends_with("/callback"))
            .count();
        let removals = requests
            .iter()
            .filter(|it| it["method"] == "DELETE")
            .count();
        let edits = about
            .iter()
            .zip(&requests)
            .filter(|(path, it)| it["method"] == "PATCH" && path.contains("/webhooks/"));
        assert_eq!((answers, removals, edits.count()), (3, 1, 0), "{about:?}");
        scene.end().await;
    });
}
