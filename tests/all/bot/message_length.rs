//! News that exceed Discord's message length.

use lanai_porch::Settings;

use super::{Scene, whole_games::is_over};

/// The most letters in a message.
const MAX_MESSAGE_LENGTH: usize = 2000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_news_still_names_the_next_player() {
    // Letters that format nothing by themselves, but have to be escaped.
    let (stars, bars) = ("*".repeat(32), "_".repeat(32));
    let persons =
        [stars.clone(), bars.clone(), "Dan".to_owned()].map(|name| (name, "en-US".to_owned()));
    let scene = Scene::start_with(Settings {
        persons: persons.to_vec(),
        ..Settings::default()
    })
    .await;
    let open = "/table open game:Hawaii seats:5 computers:3";
    scene
        .assert_answer(&stars, &scene.main_channel, open, "opened a table for")
        .await;
    let thread = scene.list_threads().await.pop().unwrap();
    scene
        .assert_answer(&bars, &thread, "/table join", "You have seat")
        .await;
    scene
        .assert_answer(&stars, &thread, "/table start", "begins")
        .await;
    // Both players leave each round at once, so the computers' long turns make one message.
    let mut board = scene.wait_for_text(&thread, "The game begins").await;
    let (mut longest, mut called, mut many) = (0, 0, false);
    for _ in 0..10 {
        let text = board.text();
        let letters = text.chars().count() + board.formatted().chars().count();
        assert!(text.chars().count() <= MAX_MESSAGE_LENGTH);
        if is_over(&board) {
            break;
        }
        let id = board.0["message"]["mentions"][0]
            .as_str()
            .expect("a person is pinged")
            .to_owned();
        let calls = format!("<@{id}>, it's your turn.");
        assert!(text.lines().take(2).any(|line| line == calls), "{text}");
        // The message shows the first turn, the last ones, and the number of turns between.
        let lines = board.formatted().lines().count();
        assert!(lines <= 12, "{lines} lines: {}", board.formatted());
        (longest, called) = (longest.max(letters), called + 1);
        many |= board.formatted().contains("turns came before these: see");
        let who = if *scene.person(&stars) == id {
            &stars
        } else {
            &bars
        };
        for space in 1..=5 {
            let answer = scene
                .run_command(who, &thread, &format!("/pass space:{space}"))
                .await;
            if is_over(&answer) || answer.text().contains("'s turn") {
                break;
            }
        }
        board = scene.wait_for_turn(&thread, Some(&board)).await.1;
    }
    assert!(
        called > 8 && many,
        "{longest} letters: too few to prove anything"
    );
    assert!(
        is_over(&board),
        "who won is told, however long the story: {}",
        board.text()
    );
    scene.end().await;
}
