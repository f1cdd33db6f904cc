//! What is longer than Discord takes.

use lanai::porch::Settings;

use super::{Scene, evening};

/// The most letters in a message.
const MOST: usize = 2000;

#[test]
fn long_news_still_tell_whose_turn_it_is() {
    evening(async {
        // Each of these letters needs another before it, so that it formats nothing.
        let (stars, bars) = ("*".repeat(32), "_".repeat(32));
        let persons = [stars.clone(), bars.clone(), "Dan".to_owned()].map(|name| (name, "en-US".to_owned()));
        let scene = Scene::with(Settings { persons: persons.to_vec(), ..Settings::default() }).await;
        let place = scene.table("Hawaii", &[&stars, &bars], "").await;
        let (who, board) = scene.next(&place, None).await;
        scene.says(&who.unwrap(), &place, "/pass space:1").await;
        let (who, mut board) = scene.next(&place, Some(&board)).await;
        // All alone in the round, somebody has a long evening of it.
        let who = who.unwrap();
        for _ in 0..200 {
            let shown = scene.says(&who, &place, "/choose choice:1").await;
            assert!(shown.text().chars().count() <= MOST);
            if shown.text().contains("'s turn") {
                break;
            }
        }
        let (next, news) = scene.next(&place, Some(&board)).await;
        board = news;
        let letters = board.text().chars().count();
        assert!((MOST - 100..=MOST).contains(&letters), "{letters} letters: too few to prove anything");
        let called = scene.person(&next.expect("somebody is called")).to_owned();
        assert!(board.text().starts_with('…'), "the beginning gave way");
        assert!(board.text().ends_with(&format!("<@{called}>, it is your turn.")), "{}", board.text());
        scene.end().await;
    });
}
