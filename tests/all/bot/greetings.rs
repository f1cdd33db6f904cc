//! The first minutes: a greeting with two buttons, and a board at one press.

use lanai_porch::Settings;

use super::{Scene, evening};

#[test]
fn greeting_starts_a_game_with_one_press() {
    evening(async {
        for (locale, greeting, button, called, game) in [
            (
                "en-US",
                "Aloha. I host",
                "Play Hawaii against the computer",
                "your turn",
                "The island of Hawaii",
            ),
            (
                "fr",
                "Aloha\u{a0}! J’accueille",
                "Jouer à Haleakala contre l’ordinateur",
                "à vous",
                "Haleakala, manche",
            ),
        ] {
            let mut scene = Scene::without_bot(Settings {
                locale: locale.to_owned(),
                ..Settings::default()
            })
            .await;
            scene.greets = true;
            scene.bot_comes().await;
            let hello = scene.told(&scene.hall, greeting).await;
            let answer = scene.presses("Ana", &hello, button).await;
            assert!(answer.is_private());
            answer.says("Your table for");
            let place = scene.threads().await[0].clone();
            answer.says(&format!("<#{place}>"));
            let board = scene.told(&place, called).await;
            assert_eq!(
                board.0["message"]["mentions"],
                serde_json::json!([scene.person("Ana")])
            );
            assert!(board.panes().contains(game), "{}", board.panes());
            assert!(
                board.text().contains("/move") || board.text().contains("/poser"),
                "{}",
                board.text()
            );
            // A second press in the same place opens another table, in another thread.
            scene
                .presses("Ben", &hello, button)
                .await
                .says("Your table for");
            assert_eq!(scene.threads().await.len(), 2);
            scene.end().await;
        }
    });
}

#[test]
fn help_without_a_table_offers_a_game() {
    evening(async {
        let scene = Scene::begin().await;
        let help = scene.says("Ana", &scene.hall, "/help").await;
        scene
            .presses("Ana", &help, "Play Haleakala against the computer")
            .await
            .says("Your table for Haleakala");
        let place = scene.threads().await[0].clone();
        let (who, _) = scene.next(&place, None).await;
        assert_eq!(who.as_deref(), Some("Ana"));
        scene.end().await;
    });
}
