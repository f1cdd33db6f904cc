//! Turns that are taken elsewhere, by another process: the bot of the evening only tells of them, if it is there.

use std::sync::Arc;

use lanai_ai::{Budget, Greedy, Observation, Policy as _};
use lanai_host::{Actor, ChannelId, Host, TableStatus};
use lanai_rules::haleakala::Haleakala;
use lanai_store::Store;

use super::Scene;

pub(super) struct Elsewhere {
    store: Store,
    pub(super) host: Arc<Host>,
}

impl Elsewhere {
    pub(super) async fn of(scene: &Scene) -> Elsewhere {
        let store = scene.store().await;
        let host = Arc::new(Host::with_clock(store.clone(), scene.clock.clone()));
        Elsewhere { store, host }
    }

    /// Whoever is to act at a table of Haleakala takes a turn; false if its game is over.
    pub(super) async fn acts(&self, place: &str) -> bool {
        let table = self
            .host
            .tables
            .find_in_channel(ChannelId(place.parse().unwrap()))
            .await
            .unwrap();
        if table.status == TableStatus::Over {
            return false;
        }
        let seat = self
            .host
            .games
            .load::<Haleakala>(table.clone())
            .await
            .unwrap()
            .to_act()
            .unwrap();
        let person = table.chair(seat).unwrap().person.unwrap();
        let mut turn = self
            .host
            .games
            .load_turn::<Haleakala>(table, person)
            .await
            .unwrap();
        while turn.to_act() == Some(seat) && (turn.steps.is_empty() || !turn.uncovers()) {
            let legal = turn.legal();
            let choice = Greedy.choose(
                &Observation::new(&turn.game, seat, &legal),
                &mut Budget::of_iterations(0),
            );
            turn.play(legal[choice]).unwrap();
        }
        let actor = Actor {
            person,
            name: "somebody".to_owned(),
            interaction: None,
        };
        self.host.play.commit_turn(turn, &actor).await.unwrap();
        true
    }

    pub(super) async fn close(self) {
        self.store.close().await;
    }
}

/// Whoever is to act takes one turn.
pub(super) async fn acts(scene: &Scene, place: &str) {
    let elsewhere = Elsewhere::of(scene).await;
    assert!(elsewhere.acts(place).await, "the game is over");
    elsewhere.close().await;
}
