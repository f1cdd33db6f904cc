//! Whoever comes back after the bot was away reads what happened, and not each turn of it.

use std::sync::Arc;

use lanai::rules::haleakala::Haleakala;
use lanai::tables::{Actor, ChannelId, Tables};

use super::{Scene, evening};

#[test]
fn what_happened_while_the_bot_was_away_is_one_message() {
    evening(async {
        let mut scene = Scene::begin().await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        scene.next(&place, None).await;
        scene.is_quiet().await;
        scene.bot_goes().await;
        let before = scene.sees("Ana", &place).await.len();
        // The game goes on, and nobody is there to tell.
        let store = scene.store().await;
        let tables = Arc::new(Tables::new(store.clone()).by_clock(scene.clock.clone()));
        for _ in 0..12 {
            let table = tables.in_channel(ChannelId(place.parse().unwrap())).await.unwrap();
            let seat = tables.look::<Haleakala>(table.clone()).await.unwrap().to_act().unwrap();
            let person = table.chair(seat).unwrap().person.unwrap();
            let mut turn = tables.turn_of::<Haleakala>(table, person).await.unwrap();
            while turn.to_act() == Some(seat) && (turn.steps.is_empty() || !turn.uncovers()) {
                let first = turn.legal()[0];
                turn.play(first).unwrap();
            }
            tables
                .settle(turn, &Actor { person, name: "somebody".to_owned(), interaction: None })
                .await
                .unwrap();
        }
        store.close().await;
        scene.bot_comes().await;
        scene.is_quiet().await;
        let all = scene.sees("Ana", &place).await;
        let new: Vec<_> = all[before..].iter().filter(|shown| !shown.text().contains("Points:")).collect();
        // The first may have been told before, so that it is told by itself.
        let [first, recap] = &new[..] else { panic!("{new:?}") };
        assert!(first.pictures().is_empty() && !recap.pictures().is_empty(), "{new:?}");
        assert!(recap.0.to_string().contains("earlier turns"), "{recap:?}");
        assert!(recap.text().contains("your turn"), "{recap:?}");
        scene.end().await;
    });
}
