//! Games that count: what they do is told, and can be looked up as far as people allow.

use super::{Scene, evening};

#[test]
fn rated_game_changes_public_ratings() {
    evening(async {
        let scene = Scene::begin().await;
        let hall = scene.hall.clone();
        scene
            .says("Ana", &hall, "/stats")
            .await
            .says("You have not played a game to its end yet");
        let opened = scene
            .says(
                "Ana",
                &hall,
                "/table open game:Haleakala seats:2 rated:true",
            )
            .await;
        opened.says("opened");
        let place = scene.threads().await[0].clone();
        scene.told(&place, "This game counts for ratings").await;
        scene.says("Ben", &place, "/table join").await;
        scene
            .says("Ana", &place, "/table hints allowed:true")
            .await
            .says("its game counts for ratings");
        scene.says("Ana", &place, "/table start").await;
        let (who, board) = scene.next(&place, None).await;
        scene
            .says(&who.unwrap(), &place, "/hint")
            .await
            .says("Hints are off at this table");
        scene.resigns("Ben", &place).await;
        scene.next(&place, Some(&board)).await;
        scene
            .until("the ratings are told", async |scene| {
                scene
                    .sees("Dan", &place)
                    .await
                    .iter()
                    .any(|it| it.text().starts_with("Ratings: "))
            })
            .await;
        let all = scene.sees("Dan", &place).await;
        let told: Vec<_> = all
            .iter()
            .filter(|it| it.text().starts_with("Ratings: "))
            .collect();
        let [told] = told[..] else {
            panic!("told once: {all:?}")
        };
        assert!(told.is_silent());
        told.says("Ana 1").says("Ben 1").says("?");
        // Others see the rating of somebody, and nothing else.
        let ana = scene.person("Ana").to_owned();
        let seen = scene
            .says("Dan", &hall, &format!("/stats player:{ana}"))
            .await;
        assert!(seen.is_private());
        seen.says("Haleakala, 2 players: ")
            .says("provisional")
            .says("after 1 game");
        // Until ten games have counted, nobody is ranked.
        scene
            .says("Dan", &hall, "/leaderboard game:Haleakala")
            .await
            .says("Nobody here has played 10 games");
        // Whoever does not want that says so once.
        scene
            .says("Ana", &hall, "/stats public:false")
            .await
            .says("no longer look up");
        let hidden = scene
            .says("Dan", &hall, &format!("/stats player:{ana}"))
            .await;
        hidden.says("does not share a rating here");
        scene
            .says("Ana", &hall, "/stats")
            .await
            .says("Others cannot look up your rating");
        scene
            .says("Ana", &hall, "/stats public:true")
            .await
            .says("look up your rating again");
        scene
            .says("Dan", &hall, &format!("/stats player:{ana}"))
            .await
            .says("provisional");
        // Playing again counts as well.
        let shown = scene.says("Ana", &place, "/table show").await;
        scene.presses("Ana", &shown, "Play again").await;
        let there = scene.threads().await[1].clone();
        scene.told(&there, "This game counts for ratings").await;
        scene.end().await;
    });
}
