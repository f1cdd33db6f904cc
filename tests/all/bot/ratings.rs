//! Rated games change ratings, which are shown as far as people allow.

use super::Scene;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rated_game_changes_public_ratings() {
    let scene = Scene::start().await;
    let main_channel = scene.main_channel.clone();
    scene
        .run_command("Ana", &main_channel, "/stats")
        .await
        .assert_says("You haven't played a game to its end yet");
    let opened = scene
        .run_command(
            "Ana",
            &main_channel,
            "/table open game:Haleakala seats:2 rated:true",
        )
        .await;
    opened.assert_says("opened");
    let thread = scene.list_threads().await[0].clone();
    scene
        .wait_for_text(&thread, "This game counts for ratings")
        .await;
    scene.run_command("Ben", &thread, "/table join").await;
    scene
        .run_command("Ana", &thread, "/table hints allowed:true")
        .await
        .assert_says("its game counts for ratings");
    scene.run_command("Ana", &thread, "/table start").await;
    let (who, board) = scene.wait_for_turn(&thread, None).await;
    scene
        .run_command(&who.unwrap(), &thread, "/hint")
        .await
        .assert_says("Hints are off at this table");
    scene.resign("Ben", &thread).await;
    scene.wait_for_turn(&thread, Some(&board)).await;
    scene
        .wait_until("the ratings are told", async |scene| {
            scene
                .list_visible_messages("Dan", &thread)
                .await
                .iter()
                .any(|item| item.text().starts_with("Ratings: "))
        })
        .await;
    let all = scene.list_visible_messages("Dan", &thread).await;
    let told: Vec<_> = all
        .iter()
        .filter(|item| item.text().starts_with("Ratings: "))
        .collect();
    let [told] = told[..] else {
        panic!("told once: {all:?}")
    };
    assert!(told.is_silent());
    told.assert_says("Ana 1")
        .assert_says("Ben 1")
        .assert_says("?");
    // Other people see the rating and nothing else.
    let ana = scene.person("Ana").to_owned();
    let seen = scene
        .run_command("Dan", &main_channel, &format!("/stats player:{ana}"))
        .await;
    assert!(seen.is_private());
    seen.assert_says("Haleakala, 2 players: ")
        .assert_says("provisional")
        .assert_says("after 1 game");
    // A rating is ranked after ten games.
    scene
        .run_command("Dan", &main_channel, "/leaderboard game:Haleakala")
        .await
        .assert_says("Nobody here has played 10 games");
    scene
        .run_command("Ana", &main_channel, "/stats public:false")
        .await
        .assert_says("no longer look up");
    let hidden = scene
        .run_command("Dan", &main_channel, &format!("/stats player:{ana}"))
        .await;
    hidden.assert_says("doesn't share a rating here");
    scene
        .run_command("Ana", &main_channel, "/stats")
        .await
        .assert_says("Others can't look up your rating");
    scene
        .run_command("Ana", &main_channel, "/stats public:true")
        .await
        .assert_says("look up your rating again");
    scene
        .run_command("Dan", &main_channel, &format!("/stats player:{ana}"))
        .await
        .assert_says("provisional");
    // Playing again counts as well.
    let answer = scene.run_command("Ana", &thread, "/table show").await;
    scene.press_button("Ana", &answer, "Play again").await;
    let there = scene.list_threads().await[1].clone();
    scene
        .wait_for_text(&there, "This game counts for ratings")
        .await;
    scene.end().await;
}
