//! `/stats` and `/leaderboard` as pictures and in words: everybody sees what is theirs, and of others and of the server no more
//! than these allow and channels show.

use lanai_host::{Outbox, Receipt};
use serde_json::json;

use super::other_process::Elsewhere;
use super::{Scene, Shown, evening};

/// Plays a game to its end from elsewhere. What happens on the way is told to nobody: a channel takes few messages a minute.
async fn plays_out(scene: &Scene, place: &str) {
    let elsewhere = Elsewhere::of(scene).await;
    let outbox = Outbox::new(&elsewhere.host);
    while elsewhere.acts(place).await {
        for told in outbox.due(1000).await.unwrap() {
            outbox.mark_sent(&told, Receipt::default()).await.unwrap();
        }
    }
    elsewhere.close().await;
    scene.is_quiet().await;
}

fn pictured(shown: &Shown) -> String {
    assert!(shown.is_private());
    let described = shown.described();
    assert!(
        (1..=1024).contains(&described.encode_utf16().count()),
        "{shown:?}"
    );
    described
}

#[test]
fn statistics_respect_visibility() {
    evening(async {
        let scene = Scene::begin().await;
        let (hall, ana) = (scene.hall.clone(), scene.person("Ana").to_owned());
        let none = scene.says("Ana", &hall, "/stats server:true").await;
        none.says("No game that you can see");
        assert!(none.described().is_empty());
        // One game that everybody sees, one in a channel that can be hidden, and one that is closed.
        let open = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        plays_out(&scene, &open).await;
        let cellar = scene.lounge("cellar").await;
        scene
            .says("Ana", &cellar, "/table open game:Haleakala")
            .await
            .says("opened");
        let hidden = scene
            .threads()
            .await
            .into_iter()
            .find(|it| *it != open)
            .unwrap();
        scene.says("Ben", &hidden, "/table join").await;
        scene.says("Ana", &hidden, "/table start").await;
        scene.next(&hidden, None).await;
        plays_out(&scene, &hidden).await;
        let closed = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        scene
            .says("Ana", &closed, "/table watchers open:false")
            .await;
        plays_out(&scene, &closed).await;
        // Ana sees everything of her own.
        let own = scene.says("Ana", &hall, "/stats").await;
        own.says("3 games")
            .says("Won by starting place")
            .says("taken most often")
            .says("Best game of Haleakala");
        // Each kind of piece has a name of its own.
        for line in own
            .text()
            .lines()
            .filter(|line| line.contains("taken most often"))
        {
            let list = line.split(':').next_back().unwrap_or_default();
            let mut names: Vec<&str> = list
                .split(", ")
                .filter_map(|it| it.trim().split(" (").next())
                .collect();
            let many = names.len();
            names.sort_unstable();
            names.dedup();
            assert!(many > 1 && names.len() == many, "{line}");
        }
        let told = pictured(&own);
        assert!(
            told.starts_with("Statistics of Ana. Haleakala, 2 players: 3 games"),
            "{told}"
        );
        assert!(!told.contains("**") && !told.contains("<@"), "{told}");
        // Others see nothing of games that were not to count.
        let seen = scene
            .says("Dan", &hall, &format!("/stats player:{ana}"))
            .await;
        seen.says("None of their games has counted yet");
        assert!(
            !seen.text().contains("Haleakala") && seen.described().is_empty(),
            "{seen:?}"
        );
        // Of the server, those that one sees; the closed one is for nobody.
        let server = async |who: &str| scene.says(who, &hall, "/stats server:true").await;
        let all = server("Dan").await;
        all.says("Haleakala, 2 players: 2 games")
            .says("Most games: ")
            .says(&format!("<@{ana}> (2)"));
        let told = pictured(&all);
        assert!(
            told.starts_with("Games on this server. Haleakala") && told.contains("Ana (2)"),
            "{told}"
        );
        let hides =
            json!({ "channel": cellar, "person": scene.person("Dan"), "deny": ["VIEW_CHANNEL"] });
        scene.post("permissions", hides).await;
        server("Dan")
            .await
            .says("Haleakala, 2 players: 1 game,")
            .says(&format!("<@{ana}> (1)"));
        server("Ana").await.says("Haleakala, 2 players: 2 games");
        // Whoever does not want to be looked up is not named.
        scene
            .says("Ana", &hall, "/stats public:false")
            .await
            .says("no longer look up");
        let without = server("Dan").await;
        assert!(
            !without.text().contains(&ana) && !without.described().contains("Ana"),
            "{without:?}"
        );
        // Whoever reads words gets no picture, and the same words.
        scene.says("Ana", &hall, "/remind text:true").await;
        let words = scene.says("Ana", &hall, "/stats").await;
        assert!(
            words.described().is_empty() && words.text().starts_with(own.text()),
            "{words:?}"
        );
        scene.says("Ana", &hall, "/learn game:haleakala").await;
        let alone = scene.own_channel("Ana").await.unwrap();
        scene
            .says("Ana", &alone, "/stats server:true")
            .await
            .says("Tables are on servers");
        scene.says("Ana", &alone, "/stats").await.says("3 games");
        scene.end().await;
    });
}
