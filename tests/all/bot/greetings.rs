//! The first minutes: a greeting with two buttons, and a board at one press.

use lanai_porch::Settings;

use super::Scene;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn greeting_starts_a_game_with_one_press() {
    for (locale, greeting, button, called, game) in [
        (
            "en-US",
            "Aloha. I host",
            "Play Hawaii against two computers",
            "your turn",
            "The island of Hawaii",
        ),
        (
            "fr",
            "Aloha\u{202f}! J’accueille",
            "Jouer à Haleakala contre l’ordinateur",
            // Who plays alone is spoken to in their own language.
            "your turn",
            "Haleakala, round",
        ),
    ] {
        let mut scene = Scene::open(Settings {
            locale: locale.to_owned(),
            ..Settings::default()
        })
        .await;
        scene.greets_guilds = true;
        scene.start_bot().await;
        let hello = scene.wait_for_text(&scene.main_channel, greeting).await;
        let answer = scene.press_button("Ana", &hello, button).await;
        assert!(answer.is_private());
        answer.assert_says("Your table for");
        let thread = scene.list_threads().await[0].clone();
        answer.assert_says(&format!("<#{thread}>"));
        let board = scene.wait_for_text(&thread, called).await;
        assert_eq!(
            board.0["message"]["mentions"],
            serde_json::json!([scene.person("Ana")])
        );
        assert!(board.board_text().contains(game), "{}", board.board_text());
        assert!(
            ["/move", "/place"]
                .iter()
                .any(|it| board.text().contains(it)),
            "{}",
            board.text()
        );
        // A second press in the same place opens another table, in another thread.
        scene
            .assert_press("Ben", &hello, button, "Your table for")
            .await;
        assert_eq!(scene.list_threads().await.len(), 2);
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn help_without_a_table_offers_a_game() {
    let scene = Scene::start().await;
    let help = scene.run_command("Ana", &scene.main_channel, "/help").await;
    scene
        .press_button("Ana", &help, "Play Haleakala against the computer")
        .await
        .assert_says("Your table for Haleakala");
    let thread = scene.list_threads().await[0].clone();
    let (who, _) = scene.wait_for_turn(&thread, None).await;
    assert_eq!(who.as_deref(), Some("Ana"));
    scene.end().await;
}
