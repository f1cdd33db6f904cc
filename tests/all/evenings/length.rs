//! What is longer than Discord takes.

use lanai::porch::Settings;

use super::{Scene, evening, whole::is_over};

/// The most letters in a message.
const MOST: usize = 2000;

#[test]
fn long_news_still_tell_whose_turn_it_is() {
    evening(async {
        // Each of these letters needs another before it, so that it formats nothing.
        let (stars, bars) = ("*".repeat(32), "_".repeat(32));
        let persons = [stars.clone(), bars.clone(), "Dan".to_owned()].map(|name| (name, "en-US".to_owned()));
        let scene = Scene::with(Settings { persons: persons.to_vec(), ..Settings::default() }).await;
        let open = "/table open game:Hawaii seats:5 computers:3";
        scene.says(&stars, &scene.hall, open).await.says("opened a table of");
        let place = scene.threads().await.pop().unwrap();
        scene.says(&bars, &place, "/table join").await.says("You sit at seat");
        scene.says(&stars, &place, "/table start").await.says("begins");
        // Both leave each round at once; the computers have long evenings of it, told in one message each time.
        let mut board = scene.told(&place, "The game begins").await;
        let (mut longest, mut called) = (0, 0);
        for _ in 0..10 {
            let text = board.text();
            let letters = text.chars().count();
            assert!(letters <= MOST);
            if is_over(&board) {
                break;
            }
            let id = board.0["message"]["mentions"][0].as_str().expect("somebody is called").to_owned();
            assert!(text.ends_with(&format!("<@{id}>, it is your turn.")), "{text}");
            (longest, called) = (longest.max(letters), called + 1);
            let who = if *scene.person(&stars) == id { &stars } else { &bars };
            for space in 1..=5 {
                let shown = scene.says(who, &place, &format!("/pass space:{space}")).await;
                if is_over(&shown) || shown.text().contains("'s turn") {
                    break;
                }
            }
            board = scene.next(&place, Some(&board)).await.1;
        }
        assert!(called > 8 && longest > MOST - 100, "{longest} letters: too few to prove anything");
        assert!(is_over(&board), "who won is told, however long the story: {}", board.text());
        scene.end().await;
    });
}
