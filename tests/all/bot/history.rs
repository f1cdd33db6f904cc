//! `/history`: finished games, for their players and for everyone who sees their channel.

use serde_json::json;

use super::{Scene, Shown};

/// Plays a game of two that one player resigned, in a thread of its own.
async fn play_resigned_game(scene: &Scene, game: &str, people: &[&str], more: &str) -> String {
    let place = scene.start_table(game, people, more).await;
    let (_, board) = scene.wait_for_turn(&place, None).await;
    scene.resign(people[1], &place).await;
    scene.wait_for_turn(&place, Some(&board)).await;
    place
}

fn listed_games(answer: &Shown) -> Vec<&str> {
    answer.text().lines().skip(1).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn history_lists_and_shows_finished_games() {
    let scene = Scene::start().await;
    let main_channel = scene.main_channel.clone();
    scene
        .run_command("Ana", &main_channel, "/history")
        .await
        .assert_says("There are no finished games yet that you can look up");
    let first = play_resigned_game(&scene, "Haleakala", &["Ana", "Ben"], "").await;
    let second = play_resigned_game(&scene, "Hawaii", &["Ana", "Dan"], "").await;
    let mine = scene.run_command("Ana", &main_channel, "/history").await;
    assert!(mine.is_private());
    mine.assert_says("Your finished games");
    let [newest, oldest] = listed_games(&mine)[..] else {
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
    let ben = scene.person("Ben").to_owned();
    let pair = scene
        .run_command("Ana", &main_channel, &format!("/history with:{ben}"))
        .await;
    pair.assert_says("together").assert_says("Haleakala");
    assert_eq!(listed_games(&pair).len(), 1, "{}", pair.text());
    let theirs = scene
        .run_command("Dan", &main_channel, &format!("/history player:{ben}"))
        .await;
    theirs
        .assert_says(&format!("Finished games of** <@{ben}>"))
        .assert_says("Ana, Ben");
    let all = scene
        .run_command("Chloé", &main_channel, "/history server:true")
        .await;
    assert_eq!(listed_games(&all).len(), 2, "{}", all.text());
    // The final board, with the record, as at the table.
    let (_, values) = mine.first_menu().unwrap();
    let board = scene.choose("Ana", &mine, &values[1]).await;
    assert!(board.is_private());
    board.assert_says("Ana has won.");
    assert!(!board.picture_descriptions().is_empty(), "{board:?}");
    for button in ["Turn by turn", "Review", "Record", "Play again"] {
        assert!(
            board
                .components()
                .iter()
                .any(|item| item["label"] == button),
            "{button}: {board:?}"
        );
    }
    let record = scene.press_button("Ana", &board, "Record").await;
    assert_eq!(
        record.0["message"]["attachments"].as_array().unwrap().len(),
        1,
        "{record:?}"
    );
    // Direct messages list one's own games.
    let own = scene.open_direct_channel("Ana").await;
    let alone = scene.run_command("Ana", &own, "/history").await;
    assert_eq!(listed_games(&alone).len(), 2, "{}", alone.text());
    assert!(!alone.text().contains("<#"), "{}", alone.text());
    let board = scene.choose("Ana", &alone, &values[1]).await;
    scene
        .press_button("Ana", &board, "Play again")
        .await
        .assert_says("That game was played elsewhere");
    scene
        .assert_answer(
            "Ana",
            &own,
            "/history server:true",
            "Tables live in server channels",
        )
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn history_hides_what_the_viewer_may_not_see() {
    let scene = Scene::start().await;
    let cellar = scene.create_channel("cellar").await;
    scene
        .assert_answer("Ana", &cellar, "/table open game:Haleakala", "opened")
        .await;
    let place = scene.list_threads().await[0].clone();
    scene.run_command("Ben", &place, "/table join").await;
    scene.run_command("Ana", &place, "/table start").await;
    let (_, board) = scene.wait_for_turn(&place, None).await;
    scene.resign("Ben", &place).await;
    scene.wait_for_turn(&place, Some(&board)).await;
    let closed = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    scene
        .run_command("Ana", &closed, "/table watchers open:false")
        .await;
    let (_, board) = scene.wait_for_turn(&closed, None).await;
    scene.resign("Ben", &closed).await;
    scene.wait_for_turn(&closed, Some(&board)).await;

    let seen = async |who: &str| {
        listed_games(
            &scene
                .run_command(who, &scene.main_channel, "/history server:true")
                .await,
        )
        .len()
    };
    assert_eq!(seen("Ana").await, 2);
    let dans = scene
        .run_command("Dan", &scene.main_channel, "/history server:true")
        .await;
    assert_eq!(
        listed_games(&dans).len(),
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
        let answer = scene.run_command("Dan", &scene.main_channel, &line).await;
        answer.assert_says("There are no finished games yet that you can look up");
        assert!(
            !answer.text().contains("Haleakala") && answer.first_menu().is_none(),
            "{}",
            answer.text()
        );
    }
    // Offered values are checked again when they are chosen.
    let (_, values) = dans.first_menu().unwrap();
    scene
        .choose("Dan", &dans, &values[0])
        .await
        .assert_says("can't be followed from other channels");
    // Players find their games even if they no longer see the channel.
    let hides =
        json!({ "channel": cellar, "person": scene.person("Ana"), "deny": ["VIEW_CHANNEL"] });
    scene.post("permissions", hides).await;
    assert_eq!(seen("Ana").await, 2);
    // An archived thread stays as hidden as its channel.
    scene
        .post(&format!("channels/{place}/archive"), json!({}))
        .await;
    assert_eq!(seen("Dan").await, 1, "the line that says there are none");
    assert_eq!(seen("Chloé").await, 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_history_has_pages() {
    let mut scene = Scene::start().await;
    for number in 0..11 {
        let other_channel = scene.create_channel(&format!("lounge {number}")).await;
        scene
            .run_command(
                "Ana",
                &other_channel,
                "/table open game:Haleakala computers:1",
            )
            .await;
        let place = scene.list_threads().await.pop().unwrap();
        scene.run_command("Ana", &place, "/table start").await;
        scene.wait_for_text(&place, "it's your turn").await;
        scene.resign("Ana", &place).await;
        scene.clock.advance(4000);
    }
    let newest = scene
        .run_command("Ana", &scene.main_channel, "/history")
        .await;
    assert_eq!(listed_games(&newest).len(), 6);
    assert!(newest.button_id("Newest").is_none());
    let older = scene.press_button("Ana", &newest, "Older").await;
    assert_eq!(
        (older.message_id(), listed_games(&older).len()),
        (newest.message_id(), 5)
    );
    assert!(older.button_id("Older").is_none());
    let (mut all, rest) = (
        newest.first_menu().unwrap().1,
        older.first_menu().unwrap().1,
    );
    all.extend(rest);
    let expected: Vec<String> = (1..=11)
        .rev()
        .map(|number: i32| number.to_string())
        .collect();
    assert_eq!(all, expected, "each once, the newest first");
    // Paging continues after a restart, because no state is kept in memory.
    scene.stop_bot().await;
    scene.start_bot().await;
    let again = scene.press_button("Ana", &older, "Newest").await;
    assert_eq!(listed_games(&again).len(), 6);
    scene.end().await;
}
