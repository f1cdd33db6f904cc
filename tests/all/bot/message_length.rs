//! What is longer than Discord takes.

use lanai_porch::Settings;

use super::{Scene, evening, whole_games::is_over};

/// The most letters in a message.
const MOST: usize = 2000;

#[test]
fn long_news_still_names_the_next_player() {
    evening(async {
        // Each of these letters needs another before it, so that it formats nothing.
        let (stars, bars) = ("*".repeat(32), "_".repeat(32));
        let persons =
            [stars.clone(), bars.clone(), "Dan".to_owned()].map(|name| (name, "en-US".to_owned()));
        let scene = Scene::with(Settings {
            persons: persons.to_vec(),
            ..Settings::default()
        })
        .await;
        let open = "/table open game:Hawaii seats:5 computers:3";
        scene
            .says(&stars, &scene.hall, open)
            .await
            .says("opened a table for");
        let place = scene.threads().await.pop().unwrap();
        scene
            .says(&bars, &place, "/table join")
            .await
            .says("You have seat");
        scene
            .says(&stars, &place, "/table start")
            .await
            .says("begins");
        // Both leave each round at once; the computers have long evenings of it, told in one message each time.
        let mut board = scene.told(&place, "The game begins").await;
        let (mut longest, mut called, mut many) = (0, 0, false);
        for _ in 0..10 {
            let text = board.text();
            let letters = text.chars().count() + board.formatted().chars().count();
            assert!(text.chars().count() <= MOST);
            if is_over(&board) {
                break;
            }
            let id = board.0["message"]["mentions"][0]
                .as_str()
                .expect("somebody is called")
                .to_owned();
            let calls = format!("<@{id}>, it is your turn.");
            assert!(text.lines().take(2).any(|line| line == calls), "{text}");
            // The first turn, the last ones and how many are between; at most a round's table and the points besides.
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
                let shown = scene
                    .says(who, &place, &format!("/pass space:{space}"))
                    .await;
                if is_over(&shown) || shown.text().contains("'s turn") {
                    break;
                }
            }
            board = scene.next(&place, Some(&board)).await.1;
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
    });
}
