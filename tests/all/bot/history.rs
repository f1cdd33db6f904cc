//! `/history`: finished games, found again by whoever played them and by whoever sees where; and games that all agree to end.

use serde_json::json;

use super::{Scene, Shown, evening};

/// A game of two that one of them gave up, in a thread of its own.
async fn given_up(scene: &Scene, game: &str, people: &[&str], more: &str) -> String {
    let place = scene.table(game, people, more).await;
    let (_, board) = scene.next(&place, None).await;
    scene.resigns(people[1], &place).await;
    scene.next(&place, Some(&board)).await;
    place
}

fn lines(shown: &Shown) -> Vec<&str> {
    shown.text().lines().skip(1).collect()
}

#[test]
fn history_lists_and_shows_finished_games() {
    evening(async {
        let scene = Scene::begin().await;
        let hall = scene.hall.clone();
        scene
            .says("Ana", &hall, "/history")
            .await
            .says("There are none yet that you can look up");
        let first = given_up(&scene, "Haleakala", &["Ana", "Ben"], "").await;
        let second = given_up(&scene, "Hawaii", &["Ana", "Dan"], "").await;
        let mine = scene.says("Ana", &hall, "/history").await;
        assert!(mine.is_private());
        mine.says("Your finished games");
        let [newest, oldest] = lines(&mine)[..] else {
            panic!("{}", mine.text())
        };
        assert!(
            newest.contains("**Hawaii**") && newest.contains("Ana, Dan"),
            "{newest}"
        );
        assert!(
            newest.contains("Dan resigned") && newest.contains(&format!("<#{second}>")),
            "{newest}"
        );
        assert!(
            oldest.contains("**Haleakala**") && oldest.contains(&format!("<#{first}>")),
            "{oldest}"
        );
        // By pair, by person, by server.
        let ben = scene.person("Ben").to_owned();
        let pair = scene
            .says("Ana", &hall, &format!("/history with:{ben}"))
            .await;
        pair.says("together").says("Haleakala");
        assert_eq!(lines(&pair).len(), 1, "{}", pair.text());
        let theirs = scene
            .says("Dan", &hall, &format!("/history player:{ben}"))
            .await;
        theirs
            .says(&format!("Finished games of** <@{ben}>"))
            .says("Ana, Ben");
        let all = scene.says("Chloé", &hall, "/history server:true").await;
        assert_eq!(lines(&all).len(), 2, "{}", all.text());
        // The final board, with the record, as at the table.
        let (_, values) = mine.menu().unwrap();
        let board = scene.chooses("Ana", &mine, &values[1]).await;
        assert!(board.is_private());
        board.says("Ana has won.");
        assert!(!board.described().is_empty(), "{board:?}");
        for button in ["Turn by turn", "Review", "Record", "Play again"] {
            assert!(
                board.components().iter().any(|it| it["label"] == button),
                "{button}: {board:?}"
            );
        }
        let record = scene.presses("Ana", &board, "Record").await;
        assert_eq!(
            record.0["message"]["attachments"].as_array().unwrap().len(),
            1,
            "{record:?}"
        );
        // In direct messages, one's own.
        scene.says("Ana", &hall, "/learn game:haleakala").await;
        let own = scene.own_channel("Ana").await.unwrap();
        let alone = scene.says("Ana", &own, "/history").await;
        assert_eq!(lines(&alone).len(), 2, "{}", alone.text());
        assert!(!alone.text().contains("<#"), "{}", alone.text());
        let board = scene.chooses("Ana", &alone, &values[1]).await;
        scene
            .presses("Ana", &board, "Play again")
            .await
            .says("That game was played elsewhere");
        scene
            .says("Ana", &own, "/history server:true")
            .await
            .says("Tables are on servers");
        scene.end().await;
    });
}

#[test]
fn history_hides_what_the_viewer_may_not_see() {
    evening(async {
        let scene = Scene::begin().await;
        let cellar = scene.lounge("cellar").await;
        scene
            .says("Ana", &cellar, "/table open game:Haleakala")
            .await
            .says("opened");
        let place = scene.threads().await[0].clone();
        scene.says("Ben", &place, "/table join").await;
        scene.says("Ana", &place, "/table start").await;
        let (_, board) = scene.next(&place, None).await;
        scene.resigns("Ben", &place).await;
        scene.next(&place, Some(&board)).await;
        let closed = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        scene
            .says("Ana", &closed, "/table watchers open:false")
            .await;
        let (_, board) = scene.next(&closed, None).await;
        scene.resigns("Ben", &closed).await;
        scene.next(&closed, Some(&board)).await;

        let seen = async |who: &str| {
            lines(&scene.says(who, &scene.hall, "/history server:true").await).len()
        };
        assert_eq!(seen("Ana").await, 2);
        let dans = scene.says("Dan", &scene.hall, "/history server:true").await;
        assert_eq!(
            lines(&dans).len(),
            1,
            "the closed one is not for Dan: {}",
            dans.text()
        );
        let hides =
            json!({ "channel": cellar, "person": scene.person("Dan"), "deny": ["VIEW_CHANNEL"] });
        scene.post("permissions", hides).await;
        let ana = scene.person("Ana").to_owned();
        for line in [
            "/history server:true".to_owned(),
            format!("/history player:{ana}"),
        ] {
            let shown = scene.says("Dan", &scene.hall, &line).await;
            shown.says("There are none yet that you can look up");
            assert!(
                !shown.text().contains("Haleakala") && shown.menu().is_none(),
                "{}",
                shown.text()
            );
        }
        // What was offered before is judged again.
        let (_, values) = dans.menu().unwrap();
        scene
            .chooses("Dan", &dans, &values[0])
            .await
            .says("cannot be followed from other channels");
        // Whoever played finds it, whatever they see now.
        let hides =
            json!({ "channel": cellar, "person": scene.person("Ana"), "deny": ["VIEW_CHANNEL"] });
        scene.post("permissions", hides).await;
        assert_eq!(seen("Ana").await, 2);
        // Nor does a thread show what its channel hides once it is archived.
        scene
            .post(&format!("channels/{place}/archive"), json!({}))
            .await;
        assert_eq!(seen("Dan").await, 1, "the line that says there are none");
        assert_eq!(seen("Chloé").await, 1);
        scene.end().await;
    });
}

#[test]
fn a_long_history_has_pages() {
    evening(async {
        let mut scene = Scene::begin().await;
        for number in 0..11 {
            let lounge = scene.lounge(&format!("lounge {number}")).await;
            scene
                .says("Ana", &lounge, "/table open game:Haleakala computers:1")
                .await;
            let place = scene.threads().await.pop().unwrap();
            scene.says("Ana", &place, "/table start").await;
            scene.told(&place, "it is your turn").await;
            scene.resigns("Ana", &place).await;
            scene.clock.turn(4000);
        }
        let newest = scene.says("Ana", &scene.hall, "/history").await;
        assert_eq!(lines(&newest).len(), 6);
        assert!(newest.button("Newest").is_none());
        let older = scene.presses("Ana", &newest, "Older").await;
        assert_eq!(
            (older.message(), lines(&older).len()),
            (newest.message(), 5)
        );
        assert!(older.button("Older").is_none());
        let (mut all, rest) = (newest.menu().unwrap().1, older.menu().unwrap().1);
        all.extend(rest);
        let expected: Vec<String> = (1..=11)
            .rev()
            .map(|number: i32| number.to_string())
            .collect();
        assert_eq!(all, expected, "each once, the newest first");
        // It holds after the bot went and came: nothing of it is kept in memory.
        scene.bot_goes().await;
        scene.bot_comes().await;
        let again = scene.presses("Ana", &older, "Newest").await;
        assert_eq!(lines(&again).len(), 6);
        scene.end().await;
    });
}
